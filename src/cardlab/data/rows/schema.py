"""The columns of a table of rows: what is known of each row of any game, with the game's own columns in between."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass

from cardlab.core.columns import Column
from cardlab.core.game import Game
from cardlab.core.options import shown
from cardlab.core.parts import need
from cardlab.core.spec import write_options
from cardlab.errors import PluginError, RunError

RUN_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


@dataclass(frozen=True)
class Field:
    """A column of the table: text, int, bool or real. `column` says how a game's own one is written."""

    name: str
    type: str
    about: str
    nullable: bool = False
    column: Column | None = None


BEFORE = (
    Field("run", "text", "the collection that the row belongs to"),
    Field("game_id", "int", "number of the game in its collection"),
    Field("turn_no", "int", "number of the decision in its game, from 0"),
    Field("seat", "int", "who decides, from 0"),
    Field("n_players", "int", "how many play"),
    Field("agent", "text", "who sits in that seat"),
    Field("opponent", "text", "the others, in the order of play"),
    Field("engine_version", "text", "version of cardlab"),
    Field("rule_flags", "text", "options of the game that differ from their defaults"),
    Field("seed", "int", "seed of the collection"),
    Field("move", "text", "what was decided; empty after a walk"),
)
AFTER = (
    Field("value", "real", "the chance to win that the agent saw after its search, if it searches", nullable=True),
    Field("playouts", "real", "mean result of the labelling playouts, if there were any", nullable=True),
    Field("score", "real", "what the game brought this seat: 1 won, 0 lost, shares for draws"),
    Field("won", "bool", "whether the score is 1"),
)
KEY = ("run", "game_id", "turn_no")


def fields_of(game: Game) -> tuple[Field, ...]:
    """All columns of a game's table, in order."""
    own = tuple(Field(c.name, c.type, c.about, column=c) for c in need(game, "observer").columns)
    fields = (*BEFORE, *own, *AFTER)
    names = [field.name for field in fields]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise PluginError(f"the observer of {game.name} has columns that exist already: {', '.join(twice)}")
    return fields


def check_names(where: str, names: Iterable[str], game: Game) -> None:
    """Raise RunError unless these are the columns of the game's table, in any order."""
    there, wanted = list(names), [field.name for field in fields_of(game)]
    missing = [name for name in wanted if name not in there]
    other = [name for name in there if name not in wanted]
    if missing or other:
        raise RunError(f"{where}: has not the columns of {game.spec()}: {_told(missing, other)}")


def _told(missing: list[str], other: list[str]) -> str:
    parts = [f"{label} {', '.join(names)}" for label, names in (("missing are", missing), ("unknown are", other)) if names]
    return "; ".join(parts)


def check_run_name(name: str) -> str:
    """The name of a run, or RunError if it cannot be one."""
    if not RUN_NAME.fullmatch(name):
        raise RunError(f"{name!r} cannot name a run: use up to 64 letters, digits, dots, dashes and underscores (--run)")
    return name


def rule_flags(game: Game) -> str:
    """The options of the game that differ from their defaults, as one text."""
    return write_options({name: shown(value) for name, value in game.changed_options().items()})
