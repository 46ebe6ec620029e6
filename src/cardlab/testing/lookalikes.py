"""Truths that look alike: positions that differ from the real one in something that a player does not see.

They are made by changing a written position here and there: a number, two cards for each other, a word of a text. Most changes
make something impossible, or something that everybody sees, and are passed over. What is left are two truths that one player
cannot tell apart, so nothing that this player's seat gives may tell them apart either: no hash, no counter, nobody's name.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from typing import Any

from cardlab.core.rng import Rng
from cardlab.core.state import State
from cardlab.testing.laws import Law
from cardlab.testing.trial import WORLDS, Trial

TRIES = 12
Path = tuple[Any, ...]


def check_lookalikes(trial: Trial, state: State, rng: Rng) -> None:
    """Change the position in a few ways; where a player's view stays the same, so must all else that the seat gives."""
    position = json.loads(json.dumps(state.to_dict()))
    leaves = list(_leaves(position))
    stock, digest = trial.game.inventory(state), state.digest()
    for _ in range(TRIES if leaves else 0):
        twin = _twin(trial, _changed(position, leaves, rng), stock)
        if twin is not None and twin.digest() != digest:
            for player in range(state.players):
                _compare(trial, state, twin, player)


def _compare(trial: Trial, state: State, twin: State, player: int) -> None:
    try:
        theirs = twin.seat(player)
        if json.dumps(theirs.view(), sort_keys=True) != json.dumps(state.view(player), sort_keys=True):
            return
        worlds = [theirs.resample(Rng(n)).to_dict() for n in range(WORLDS)]
        legal = theirs.legal()
    except Exception:
        return  # the changed position is none that could come up
    trial.report.lookalikes += 1
    seat = state.seat(player)
    parts, others = state.to_dict(), twin.to_dict()
    change = ", ".join(key for key in {**parts, **others} if parts.get(key) != others.get(key))
    words = f"seat {player} sees the same when {change} is changed"
    trial.require(Law.FAIR, seat.legal() == legal, f"{words}, but its legal actions are others: they depend on what is hidden")
    for n, world in enumerate(worlds):
        own = seat.resample(Rng(n)).to_dict()
        odd = [key for key in {**own, **world} if own.get(key) != world.get(key)]
        trial.require(
            Law.FAIR,
            not odd,
            f"{words}, but its resamples with the same random numbers differ in {', '.join(odd)}: "
            "the seat still holds what it should hide, or the view does not show what the seat knows",
        )


def _twin(trial: Trial, position: Any, stock: Any) -> State | None:
    """The changed position as a state, if there can be such a one."""
    try:
        twin = trial.game.from_dict(position)
        return twin if trial.game.inventory(twin) == stock and not twin.over and twin.legal() else None
    except Exception:
        return None


def _leaves(value: Any, path: Path = ()) -> Iterator[Path]:
    """The places of all single values in a written position."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _leaves(inner, (*path, key))
    elif isinstance(value, list):
        for at, inner in enumerate(value):
            yield from _leaves(inner, (*path, at))
    elif value is not None:
        yield path


def _changed(position: Any, leaves: list[Path], rng: Rng) -> Any:
    """A copy with one number changed, or with two values (or words of texts) in each other's place."""
    changed = copy.deepcopy(position)
    one, other = rng.choice(leaves), rng.choice(leaves)
    mine, theirs = _at(changed, one), _at(changed, other)
    if isinstance(mine, bool):
        _put(changed, one, not mine)
    elif isinstance(mine, int) and (rng.below(2) or not isinstance(theirs, int) or isinstance(theirs, bool)):
        _put(changed, one, mine + rng.choice([1, -1, -mine]))
    elif isinstance(mine, str) and isinstance(theirs, str):
        _swap_words(changed, one, other, rng)
    elif type(mine) is type(theirs):
        _put(changed, one, theirs)
        _put(changed, other, mine)
    return changed


def _swap_words(position: Any, one: Path, other: Path, rng: Rng) -> None:
    """A word of one text for a word of the other, or of the same one."""
    mine = _at(position, one).split()
    theirs = mine if one == other else _at(position, other).split()
    if mine and theirs:
        i, j = rng.below(len(mine)), rng.below(len(theirs))
        mine[i], theirs[j] = theirs[j], mine[i]
        _put(position, one, " ".join(mine))
        _put(position, other, " ".join(theirs))


def _at(position: Any, path: Path) -> Any:
    for step in path:
        position = position[step]
    return position


def _put(position: Any, path: Path, value: Any) -> None:
    _at(position, path[:-1])[path[-1]] = value
