"""Going through a record: by turns, and by rounds from one turn of a player to the next."""

from __future__ import annotations

from cardlab.play.record import Record


def turn_on(record: Record, at: int) -> int:
    """The step at which the next turn begins, or the end."""
    turn = record.moment(at).turn
    return next((later for later in _after(record, at) if record.moment(later).turn > turn), len(record.steps))


def turn_back(record: Record, at: int) -> int:
    """The step at which this turn began; from there, the turn before."""
    if at == 0:
        return 0
    turn = record.moment(at - 1).turn
    return next((earlier + 1 for earlier in _before(record, at - 1) if record.moment(earlier).turn < turn), 0)


def round_on(record: Record, at: int) -> int:
    """The step at which the player to move at `at` has the next turn, or the end."""
    return _next_of_mover(record, at, _after(record, at), len(record.steps))


def round_back(record: Record, at: int) -> int:
    """The step at which the player to move at `at` had the turn before, or the start."""
    return _next_of_mover(record, at, _before(record, at), 0)


def _next_of_mover(record: Record, at: int, places: range, edge: int) -> int:
    """The first of some places at which the player to move at `at` moves again after others did."""
    mover, away = _mover(record, at), False
    for place in places:
        away = away or _mover(record, place) != mover
        if away and _mover(record, place) == mover:
            return place
    return edge


def _after(record: Record, at: int) -> range:
    return range(at + 1, len(record.states))


def _before(record: Record, at: int) -> range:
    return range(at - 1, -1, -1)


def _mover(record: Record, at: int) -> int | None:
    return record.steps[at].player if at < len(record.steps) else record.states[at].player
