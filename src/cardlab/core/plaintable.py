"""A table for any game, laid from its view: values of each seat lie before that seat, all others in the middle."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardlab.core.action import Action
from cardlab.core.options import shown
from cardlab.core.reading import UNKNOWN
from cardlab.core.table import Face, Lessons, Move, Table, Thing, Zone

if TYPE_CHECKING:
    from cardlab.core.game import Game


def plain_table(game: Game, view: Mapping[str, Any], seat: int | None, legal: Sequence[Action]) -> Table:
    """Numbers and words are counters, lists are rows of things. Nothing can be touched: moves are chosen from their list."""
    zones: list[Zone] = []
    things: list[Thing] = []
    for owner in (*range(game.players), None):
        counters = []
        for name, value in _parts(view, owner, game.players):
            if isinstance(value, list | tuple):
                zones.append(Zone(_id(name, owner), name, "row", owner, name))
                things += (Thing(f"{_id(name, owner)}:{at}", _id(name, owner), at, _face(row)) for at, row in enumerate(value))
            else:
                counters.append(Face(f"{name} {_text(value)}"))
        zones.append(Zone(_id("facts", owner), "facts", "counters", owner))
        things += (Thing(f"{_id('facts', owner)}:{at}", _id("facts", owner), at, face) for at, face in enumerate(counters))
    moves = tuple(Move(action, game.action_text(action)) for action in legal)
    return Table(seat, tuple(zones), tuple(things), moves, lessons=plain_lessons(game))


def plain_lessons(game: Game) -> Lessons:
    """What a game is about, and its options that are not as usual."""
    changed = game.changed_options()
    told = tuple((f"{o.name}={shown(changed[o.name])}", o.help) for o in game.declared if o.name in changed)
    return Lessons((("", game.about), *told))


def _parts(view: Mapping[str, Any], owner: int | None, players: int) -> Iterator[tuple[str, Any]]:
    """Names and values of a seat (None: of all)."""
    for name, value in view.items():
        each = isinstance(value, list | tuple) and len(value) == players
        if each and owner is not None:
            mine = value[owner]
            yield from mine.items() if isinstance(mine, Mapping) else ((name.replace("_", " "), mine),)
        elif not each and owner is None:
            yield name.replace("_", " "), value


def _id(name: str, owner: int | None) -> str:
    return name if owner is None else f"{name}{owner}"


def _face(value: Any) -> Face | None:
    return None if value in (UNKNOWN, None) else Face(_text(value))


def _text(value: Any) -> str:
    if isinstance(value, Mapping):
        return ", ".join(f"{key} {_text(item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return " ".join(_text(item) for item in value) or "–"
    if isinstance(value, bool) or value is None:
        return {True: "yes", False: "no", None: "–"}[value]
    return str(value) if value != "" else "–"
