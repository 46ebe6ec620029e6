"""Small battles, written by hand, and exactly what an action changed in them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardlab import game
from cardlab.games.locm.rules.state import LocmState

Side = dict[str, Any]
BEAVRAT = 3
"""A creature 2/2 without any effect; with other numbers it stands for any creature."""


def creature(attack: int, defense: int, keywords: str = "", lane: int = 0, **marks: bool) -> Side:
    """Some creature on the board."""
    return {"card": BEAVRAT, "attack": attack, "defense": defense, "keywords": keywords, "lane": lane, **marks}


def lay(
    first: Side | None = None, second: Side | None = None, *, player: int = 0, turn: int | None = None, **options: Any
) -> LocmState:
    """A battle. Cards are numbered in the order gone, board, hand, deck: 1, 3, 5, … for player 0; 2, 4, 6, … for player 1."""
    position = {"turn": player if turn is None else turn, "players": [first or {}, second or {}]}
    state = game("locm", **options).from_dict(position)
    assert isinstance(state, LocmState)
    return state


def facing(attacker: Side, defender: Side, first: Side | None = None, second: Side | None = None, **options: Any) -> LocmState:
    """Two creatures opposite each other: 1 belongs to player 0, who is to move, and 2 to player 1."""
    return lay({"board": [attacker], **(first or {})}, {"board": [defender], **(second or {})}, **options)


def holding(*cards: int, board: Sequence[Any] = (), **facts: Any) -> Side:
    """A player with cards in hand, and perhaps with creatures."""
    return {"hand": list(cards), "board": list(board), **facts}


def legal(state: LocmState) -> list[str]:
    """The legal actions without the names of the cards."""
    return [_bare(state.text(action)) for action in state.legal()]


def _bare(text: str) -> str:
    kind, *parts = text.split()
    return " ".join([kind, *parts[: {"PASS": 0, "PICK": 1}.get(kind, 2)]])


def play(state: LocmState, *texts: str) -> LocmState:
    """Carry out actions given in words; returns the same state."""
    for text in texts:
        state.apply(state.parse(text))
    return state


def changes(state: LocmState, *texts: str) -> dict[str, Any]:
    """Play, and tell all that is different afterwards, such as ``{"1.health": 24}``; nothing else has changed."""
    before = _flat(state)
    after = _flat(play(state, *texts))
    return {name: value for name, value in after.items() if before.get(name) != value}


def board(state: LocmState, p: int) -> list[str]:
    """The creatures of a player in order of summoning, such as ``"3#1 lane 0, 2/2 ------ able"``."""
    return list(_flat(state)[f"{p}.board"])


def _flat(state: LocmState) -> dict[str, Any]:
    position = state.to_dict()
    players = position.pop("players")
    for p, side in enumerate(players):
        side["board"] = [_line(row) for row in side["board"]]
        position |= {f"{p}.{name}": value for name, value in side.items()}
    return position


def _line(row: dict[str, Any]) -> str:
    marks = [name for name in ("able", "attacked", "touched") if row[name]]
    values = f"{row['card']} lane {row['lane']}, {row['attack']}/{row['defense']} {row['keywords']}"
    return " ".join([values, *marks])


def broken(before: int, change: int) -> tuple[int, int, int]:
    """Health, runes left and cards to draw next turn of a player who had all runes above `before` broken already."""
    values = [value for value in (25, 20, 15, 10, 5) if value < before]
    health = before + change
    left = [value for value in values if value < health] if change < 0 else values
    return health, len(left), 1 + len(values) - len(left)
