"""Loops that do nothing but run: how fast rules are when nobody looks."""

import cython

from cardlab.core.rng import Rng
from cardlab.core.state import Actions, State
from cardlab.core.tool import check_reader


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
    """Copy one state into another again and again."""
    target: State = source.copy()
    with cython.nogil:
        for i in range(times):
            target._copy_from(source)
    return times
