"""Loops that do nothing but run: how fast rules are when nobody looks."""

import cython

from cardlab.core.rng import Rng
from cardlab.core.state import Actions, State
from cardlab.core.tool import check_reader
from cardlab.models.model import Evaluator

PLACES = cython.declare(cython.const[cython.int], 10)


def play_games(state: State, policy, rng: Rng, games: cython.longlong, limit: cython.int = LONGEST):
    # type: (State, Policy | None, Rng, int, int) -> int
    """Deal and play many games by a policy (None: at random); return the number of moves."""
    if policy is not None:
        check_reader(policy, state)
    scratch: Actions = Actions()
    rule: Policy = policy
    moves: cython.longlong = 0
    with cython.nogil:
        for i in range(games):
            state._begin(rng)
            state._lighten()
            moves += play_out(state, rule, scratch, rng, limit)
    return moves


def copy_many(source: State, times: cython.longlong):
    # type: (...) -> int
    """Copy a state again and again, into one place after the other: a copy across the border of two pages is slow."""
    targets = [source.copy() for _ in range(PLACES)]
    for number in range(PLACES):
        target: State = targets[number]
        share: cython.longlong = times // PLACES + (number < times % PLACES)
        with cython.nogil:
            for i in range(share):
                target._copy_from(source)
    return times


def judge_many(evaluator: Evaluator, state: State, times: cython.longlong):
    # type: (...) -> int
    """Judge a position again and again for the first seat."""
    points: cython.double = 0.0
    with cython.nogil:
        for i in range(times):
            points += evaluator._points(state, 0)
    return times if points == points else 0
