"""Plays the compiled engine and the oracle side by side and reports the first difference."""

from __future__ import annotations

import random
from typing import Any

from cardlab import game
from cardlab.core.action import kind_of, source_of, target_of
from cardlab.games.locm.rules.state import Kind, LocmState
from cardlab.games.locm.words.options import resolved
from cardlab.games.locm.words.position import lists_of
from tests.games.locm.oracle import Action, Options, Oracle

KNOWN = tuple(Options.__dataclass_fields__)


def as_tuple(action: int) -> Action:
    """A packed action as the oracle writes it."""
    kind, source, target = Kind(kind_of(action)), source_of(action), target_of(action)
    if kind == Kind.PASS:
        return ("PASS",)
    if kind == Kind.PICK:
        return ("PICK", source)
    return (kind.name, source, target if kind == Kind.SUMMON else target or -1)


def oracle_options(state: LocmState) -> Options:
    """The game's options as far as the oracle asks for them."""
    values = resolved(state.game.options)
    return Options(**{name: values[name] for name in KNOWN})


def start(seed: int, **options: Any) -> tuple[LocmState, Oracle]:
    """The same deal in both engines."""
    state = game("locm", **options).new(seed)
    assert isinstance(state, LocmState)
    table = lists_of(state)
    return state, Oracle(oracle_options(state), table["offers"], table["decks"])


def both(state: LocmState) -> Oracle:
    """The oracle in the midst of the same battle."""
    return Oracle.at(oracle_options(state), lists_of(state))


def assert_same(state: LocmState, oracle: Oracle) -> None:
    """The whole table, the result and the legal actions agree, also in their order."""
    assert lists_of(state) == oracle.lists()
    assert [as_tuple(action) for action in state.legal()] == oracle.legal()
    assert state.reason == oracle.reason
    if oracle.over:
        assert state.result is not None and state.result.winner == oracle.winner
    else:
        assert state.player == oracle.active


def step(state: LocmState, oracle: Oracle, action: int) -> None:
    """One action in both, and the comparison."""
    state.apply(action)
    oracle.apply(as_tuple(action))
    assert_same(state, oracle)


def play_both(state: LocmState, oracle: Oracle, rng: random.Random, patience: float = 0.0) -> int:
    """A random game to its end; with `patience` only that share of turns ends before everything is done."""
    assert_same(state, oracle)
    n = 0
    while not oracle.over:
        actions = state.legal()
        if len(actions) > 1 and as_tuple(actions[0]) == ("PASS",) and rng.random() < patience:
            actions = actions[1:]
        step(state, oracle, rng.choice(actions))
        n += 1
    return n
