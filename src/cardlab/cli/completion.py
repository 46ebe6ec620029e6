"""What the tab key completes: games, agents and their options, studies, models, vectors, and what else has a name.

Nothing here may fail or say anything: a name that cannot be found out is not completed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any

import typer

from cardlab.core.game import Game
from cardlab.core.options import Option, shown
from cardlab.core.spec import OUTSIDE, Spec, is_outside
from cardlab.registry import agent_kind, agent_names, game, game_kind, game_names

Completer = Callable[[typer.Context, str], list[str]]


def _quietly(names: Callable[[typer.Context, str], Iterable[str]]) -> Completer:
    """Those of the names that begin as what was typed; none if something is wrong with what stands before."""

    @wraps(names)
    def complete(context: typer.Context, incomplete: str) -> list[str]:
        try:
            return [name for name in dict.fromkeys(names(context, incomplete)) if name.startswith(incomplete)]
        except Exception:
            return []

    return complete


@_quietly
def complete_game(context: typer.Context, incomplete: str) -> Iterable[str]:
    """Games and, behind a comma, their options."""
    head, comma, rest = incomplete.rpartition(",")
    if not comma:
        return game_names()
    return (f"{head},{text}" for text in _settings(game_kind(head.partition(",")[0]).declared, rest))


@_quietly
def complete_agent(context: typer.Context, incomplete: str) -> Iterable[str]:
    """Agents, those of the game named before among them, and behind a comma their options."""
    chosen = _game_name(context)
    head, comma, rest = incomplete.rpartition(",")
    if not comma or is_outside(incomplete):
        return [*agent_names(chosen or None), *(f"{name}:" for name in OUTSIDE if incomplete)]
    options = agent_kind(Spec.parse(head, "agent").name, chosen).options_for(game_kind(chosen))
    return (f"{head},{text}" for text in _settings(options, rest))


@_quietly
def complete_game_option(context: typer.Context, incomplete: str) -> Iterable[str]:
    """Options of the game named before, and where they are words or yes or no, their values."""
    return _settings(game_kind(_game_name(context)).declared, incomplete)


@_quietly
def complete_study(context: typer.Context, incomplete: str) -> Iterable[str]:
    """Studies that can be repeated."""
    from cardlab.cli.commands.reproduce import STUDIES

    return STUDIES


@_quietly
def complete_experiment(context: typer.Context, incomplete: str) -> Iterable[str]:
    """Experiments of the study named before."""
    from importlib import import_module

    told = {*(context.params.get("ids") or ())}
    experiments = import_module(f"cardlab.papers.{context.params['study']}").EXPERIMENTS
    return [experiment.id for experiment in experiments if experiment.id not in told]


@_quietly
def complete_scale(context: typer.Context, incomplete: str) -> Iterable[str]:
    """How large a study is repeated."""
    return ("small", "paper")


@_quietly
def complete_model(context: typer.Context, incomplete: str) -> Iterable[str]:
    """Kinds of models."""
    from cardlab.training.modelkinds import MODELS

    return MODELS


@_quietly
def complete_model_setting(context: typer.Context, incomplete: str) -> Iterable[str]:
    """Settings of the model that was chosen."""
    from cardlab.training.modelkinds import find_model

    return _settings(find_model(str(context.params.get("model") or "forest")).options, incomplete)


@_quietly
def complete_target(context: typer.Context, incomplete: str) -> Iterable[str]:
    """What can be learned from rows."""
    from cardlab.training.dataset import TARGETS

    return TARGETS


@_quietly
def complete_encoder(context: typer.Context, incomplete: str) -> Iterable[str]:
    """Encodings of the game named before."""
    return _game(context).encoders()


@_quietly
def complete_method(context: typer.Context, incomplete: str) -> Iterable[str]:
    """Methods of evolution."""
    from cardlab.learn.parameters import METHODS

    return METHODS


@_quietly
def complete_vector_kind(context: typer.Context, incomplete: str) -> Iterable[str]:
    """Kinds of vectors of the game named before."""
    return _game(context).vectors()


@_quietly
def complete_vector(context: typer.Context, incomplete: str) -> Iterable[str]:
    """Vectors that are known by name; without a match the shell goes on with files."""
    rules = _game(context)
    return ["random", *rules.vector_names(_vector_kind(context, rules))]


@_quietly
def complete_vector_player(context: typer.Context, incomplete: str) -> Iterable[str]:
    """Who can play by such a vector."""
    rules = _game(context)
    kind = rules.vectors()[_vector_kind(context, rules)]
    return [*kind.players, *(agent_names(rules.name) if kind.join is not None and incomplete else ())]


@_quietly
def complete_table(context: typer.Context, incomplete: str) -> Iterable[str]:
    """Tables of values of the game named before."""
    return _game(context).tables()


@_quietly
def complete_form(context: typer.Context, incomplete: str) -> Iterable[str]:
    """Forms of learning of its table."""
    tables = _game(context).tables()
    kind = tables[str(context.params.get("table") or next(iter(tables)))]
    return [form.name for form in kind.forms]


def _told(context: typer.Context) -> str:
    """The game as it was typed. While the value of an option is missing, words are not yet taken for arguments."""
    words = [context.params.get("game_name"), *context.args]
    return next((word for word in words if word and word.partition(",")[0] in game_names()), "")


def _game_name(context: typer.Context) -> str:
    return _told(context).partition(",")[0]


def _game(context: typer.Context) -> Game:
    return game(_told(context))


def _vector_kind(context: typer.Context, rules: Game) -> str:
    return str(context.params.get("what") or next(iter(rules.vectors())))


def _settings(options: Iterable[Option], incomplete: str) -> Iterable[str]:
    """Options as they are begun, `name=`, or, when the name is there, with each value that is a word."""
    name, equals, _ = incomplete.partition("=")
    if not equals:
        return [f"{option.name}=" for option in options]
    return [f"{name}={value}" for option in options if option.name == name for value in _values(option)]


def _values(option: Option) -> list[str]:
    """The words that an option takes; nothing for numbers and texts."""
    words: list[Any] = [part.strip() for part in option.values.split(",")]
    return [shown(word) for word in words if " " not in word and _takes(option, word)]


def _takes(option: Option, word: str) -> bool:
    try:
        option.read(word)
    except Exception:
        return False
    return True
