"""Agents by a short text: ``name``, ``name:budget``, ``name:budget,option=value,…``.

The same text works in Python, on the command line and in files. ``python:module.Class`` and ``python:file.py:Class`` name an
agent written by a user; ``cmd:program arguments`` a program that plays over the game's text protocol,
``json:program arguments`` one that plays over the protocol of all games.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any

from cardlab.agents.agent import Agent, PythonAgent, Stop
from cardlab.agents.budget import Budget
from cardlab.agents.kinds import AgentKind, Order
from cardlab.core.game import Game
from cardlab.core.options import check_needs, resolve
from cardlab.core.plugins import FIRST_AGENT, advice_for_file, load_object, loading_problem, stdout_kept_clean
from cardlab.core.printable import safely
from cardlab.core.sourcetext import meant
from cardlab.core.spec import OUTSIDE, PROGRAMS, Spec, is_outside
from cardlab.errors import CardlabError, OptionError, PluginError
from cardlab.registry import agent_kind


def make_agent(game: Game, spec: object, stop: Stop | None = None, evaluator: Callable[[Any], Any] | None = None) -> Agent:
    """The agent that a text names; an object with a method `choose` is taken as it is.

    `evaluator` is a function that judges positions for a search: it is given the features of n positions as a NumPy array and
    returns n chances to win. The text says of which encoding they are: ``e-ismcts:800,encoder=svm``.
    """
    told = _told(spec) if isinstance(spec, str) else None
    if evaluator is not None and (told is None or told.unread):
        raise OptionError("an evaluator is for searches that are named by a text, such as e-ismcts:800")
    if isinstance(spec, Agent):
        game.check_own("agent", spec)
        return spec
    if told is None:
        return wrap(spec, game)
    if told.unread and told.name == "python":
        agent = wrap(_user_agent(game, told), game)
    else:
        program = told.unread or told.name.startswith(PROGRAMS)
        agent = wrap(_program(game, str(spec))) if program else _build(game, told, stop or Stop(), evaluator)
        agent.game = game
    agent.spec = str(spec)
    return agent


def _told(text: str) -> Spec:
    """An agent's text in its parts; a mere file of Python gets the advice that it needs."""
    if text.endswith(".py") and not is_outside(text):
        raise PluginError(f"{text!r} is a file, not an agent. {advice_for_file(text)}")
    return Spec.parse(text, "agent", OUTSIDE)


def wrap(player: object, game: Game | None = None) -> Agent:
    """An object with a method `choose` as an Agent, or one that the game knows as a visitor of another framework."""
    if isinstance(player, type):
        raise PluginError(f"{player.__name__} is a class: make an object of it, {player.__name__}()")
    visitors = game.visitors() if game is not None else None
    if visitors is not None and (found := visitors.adopted(player)) is not None:
        player = found
    if not callable(getattr(player, "choose", None)):
        raise PluginError(f"{_described(player)} is no agent: it needs a method choose(seat), such as\n{FIRST_AGENT}")
    agent = PythonAgent(player)
    agent.spec = type(player).__name__
    return agent


def _build(game: Game, spec: Spec, stop: Stop, evaluator: Callable[[Any], Any] | None) -> Agent:
    name, budget_text, given = spec.name, spec.value, spec.options
    kind: AgentKind = agent_kind(name, game.name)
    budget = Budget.parse(budget_text) if budget_text else kind.default_budget
    if budget_text and kind.default_budget is None:
        raise OptionError(f"agent {name!r} needs no budget: write {name!r} instead of {str(spec)!r}")
    if "memory" in given and game.memory is None:
        raise OptionError(f"agent {name}: {game.name} has nothing that a search could be told to forget; leave memory out")
    declared = kind.options_for(type(game))
    options = resolve(f"agent {name}", declared, given)
    check_needs(f"agent {name}", declared, options)
    if evaluator is not None:
        if "evaluator" not in options or options["evaluator"] is not None:
            raise OptionError(
                f"agent {str(spec)!r} has an evaluator already" if "evaluator" in options else f"{name} judges nothing"
            )
        options["evaluator"] = evaluator
    agent = kind.build(Order(game, budget, options, stop, lambda text: make_agent(game, text, stop)))
    return game.dress(agent, options)


def _program(game: Game, spec: str) -> Any:
    from cardlab.bots.command import command_player

    return command_player(game, spec)


def _user_agent(game: Game, spec: Spec) -> Any:
    if spec.options:
        raise OptionError(f"agent {str(spec)!r}: {OUTSIDE['python']}, without options")
    visitors = game.visitors()
    try:
        if visitors is not None:
            visitors.prepare()
        kind = load_object(str(spec))
        if visitors is not None and isinstance(kind, type):
            found = visitors.made(kind, str(spec).rpartition(".")[2].rpartition(":")[2])
            if found is not None:
                return found
        _check_makes_agents(str(spec), kind)
        with stdout_kept_clean():
            return kind()
    except CardlabError:
        raise
    except (Exception, SystemExit) as error:
        raise PluginError(f"{spec}: {loading_problem(error, spec.value.rpartition(':')[0])}") from error


def _check_makes_agents(text: str, kind: Any) -> None:
    """Raise unless this is a class of agents, or a function that makes one."""
    needed = _needed(kind) if callable(kind) else []
    if not callable(kind):
        problem = f"is {_described(kind)}, not a class: an agent is a class with a method choose(seat), such as\n{FIRST_AGENT}"
    elif isinstance(kind, type) and not callable(getattr(kind, "choose", None)) and "__getattr__" not in vars(kind):
        own = [name for name, thing in vars(kind).items() if callable(thing) and not name.startswith("_")]
        has = f" It has {', '.join(own)}{meant('choose', own)}." if own else ""
        problem = f"is a class without the method choose(self, seat), which is what an agent is asked.{has}"
    elif needed and isinstance(kind, type):
        problem = f"is made without arguments, but its __init__ wants {', '.join(needed)}: give them defaults"
    elif needed:
        problem = (
            f"is a function of {', '.join(needed)}; an agent is a class with a method choose(self, seat). Put it into one:\n"
            f"class MyAgent:\n    def choose(self, seat):\n        return {getattr(kind, '__name__', 'function')}(seat)"
        )
    else:
        return
    raise PluginError(f"{text} {problem}")


def _needed(function: Any) -> list[str]:
    """The parameters that must be given."""
    try:
        parameters = inspect.signature(function).parameters.values()
    except (ValueError, TypeError):
        return []
    many = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)
    return [each.name for each in parameters if each.default is inspect.Parameter.empty and each.kind not in many]


def _described(thing: object) -> str:
    return safely(repr, thing)
