"""Small positions of Castle, written by hand, and what became of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardlab import State, game


def lay(hands: Sequence[str], up: Sequence[str] = (), down: Sequence[str] = (), spec: str = "castle", **parts: Any) -> State:
    """A position; zones that are not given are empty, and cards that are mentioned nowhere are burned."""
    n = len(hands)
    rows = {"hands": hands, "up": up, "down": down}
    text = spec if n == 2 or "players=" in spec else f"{spec},players={n}"
    return game(text).from_dict({**{name: [*row, *[""] * (n - len(row))] for name, row in rows.items()}, **parts})


def legal(state: State) -> list[str]:
    """The legal actions in words."""
    return [state.text(action) for action in state.legal()]


def play(state: State, *texts: str) -> State:
    """Carry out actions given in words; returns the same state."""
    for text in texts:
        state.apply(state.parse(text))
    return state


def shows(state: State, **expected: Any) -> None:
    """Assert parts of the position; `burned` is compared as far as its newest cards go."""
    position = state.to_dict()
    for name, value in expected.items():
        found = position.get(name)
        if name == "burned":
            assert (found or "").split()[-len(value.split()) :] == value.split()
        else:
            assert found == value, f"{name}: {found!r} instead of {value!r}"
