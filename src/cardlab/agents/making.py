"""Agents by a short text: ``name``, ``name:budget``, ``name:budget,option=value,…``.

The same text works in Python, on the command line and in files. ``python:module.Class`` and ``python:file.py:Class`` name an
agent written by a user; ``cmd:program arguments`` a program that plays over the game's text protocol.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cardlab.agents.agent import Agent, PythonAgent, Stop
from cardlab.agents.budget import Budget
from cardlab.agents.kinds import AgentKind, Order
from cardlab.agents.plugins import load_object
from cardlab.core.game import Game
from cardlab.core.options import check_needs, resolve
from cardlab.core.spec import OUTSIDE, Spec
from cardlab.errors import CardlabError, OptionError, PluginError
from cardlab.registry import agent_kind


def make_agent(game: Game, spec: object, stop: Stop | None = None, evaluator: Callable[[Any], Any] | None = None) -> Agent:
    """The agent that a text names; an object with a method `choose` is taken as it is.

    `evaluator` is a function that judges positions for a search: it is given the features of n positions as a NumPy array and
    returns n chances to win. The text says of which encoding they are: ``e-ismcts:800,encoder=svm``.
    """
    told = Spec.parse(spec, "agent", OUTSIDE) if isinstance(spec, str) else None
    if evaluator is not None and (told is None or told.unread):
        raise OptionError("an evaluator is for searches that are named by a text, such as e-ismcts:800")
    if isinstance(spec, Agent):
        game.check_own("agent", spec)
        return spec
    if told is None:
        return wrap(spec)
    if told.unread and told.name == "python":
        agent = wrap(_user_agent(told))
    else:
        program = told.name.startswith("cmd")
        agent = wrap(_program(game, str(spec))) if program else _build(game, told, stop or Stop(), evaluator)
        agent.game = game
    agent.spec = str(spec)
    return agent


def wrap(player: object) -> Agent:
    """An object with a method `choose` as an Agent."""
    if isinstance(player, type):
        raise PluginError(f"{player.__name__} is a class: make an object of it, {player.__name__}()")
    if not callable(getattr(player, "choose", None)):
        raise PluginError(f"{player!r} is no agent: it needs a method choose(seat)")
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


def _user_agent(spec: Spec) -> Any:
    if spec.options:
        raise OptionError(f"agent {str(spec)!r}: {OUTSIDE['python']}, without options")
    try:
        return load_object(str(spec))()
    except CardlabError:
        raise
    except (Exception, SystemExit) as error:
        raise PluginError(f"{spec}: {type(error).__name__}: {error}") from error
