"""Plays the compiled engine and the oracle side by side and reports the first difference."""

from __future__ import annotations

import random
from typing import Any

import pytest

from cardlab.core.action import extra_of, kind_of, source_of, target_of
from cardlab.games.castle import Castle
from cardlab.games.castle.rules.state import CastleState, Kind
from cardlab.games.castle.words.position import lists_of
from tests.games.castle.oracle import RANKS, Action, Options, Oracle, full_deck

_NAMES = {
    Kind.PICK: "pick", Kind.SWAP: "swap", Kind.DONE: "done", Kind.HAND: "hand", Kind.UP: "up", Kind.DOWN: "down",
    Kind.PICKUP: "pickup", Kind.GAMBLE: "gamble", Kind.COMPLETE: "complete", Kind.PASS: "pass",
}  # fmt: skip
_RANK_SETS = ("transparent", "lower", "skip", "reverse", "ten_barred")


def as_tuple(action: int) -> Action:
    """A packed action as the oracle writes it."""
    kind, a, b = Kind(kind_of(action)), source_of(action), target_of(action)
    parts: dict[Kind, tuple[int, ...]] = {
        Kind.PICK: (a, b, extra_of(action)), Kind.SWAP: (a, b), Kind.HAND: (a, b), Kind.UP: (a, b), Kind.DOWN: (a,),
        Kind.PICKUP: (a,) if b else (), Kind.COMPLETE: (a,),
    }  # fmt: skip
    return (_NAMES[kind], *parts.get(kind, ()))


def engine_options(options: Options) -> dict[str, Any]:
    """The oracle's options as cardlab takes them."""
    plain = dict(vars(options))
    for name in _RANK_SETS:
        plain[name] = "+".join(RANKS[rank] for rank in sorted(plain[name])) or "none"
    return plain


def start(options: Options, seed: int) -> tuple[CastleState, Oracle]:
    """The same deal in both engines."""
    rng = random.Random(seed)
    deck = full_deck(options)
    rng.shuffle(deck)
    first = rng.randrange(options.players)
    return Castle(**engine_options(options)).from_deck(deck, first), Oracle(options, deck, first)


def assert_same(state: CastleState, oracle: Oracle) -> None:
    """Every zone, the turn and the result agree."""
    table = lists_of(state)
    assert state.player == oracle.player
    assert table["hands"] == [sorted(h) for h in oracle.hands]
    assert table["up"] == [sorted(r) for r in oracle.rows]
    assert table["known"] == [sorted(k) for k in oracle.known]
    assert table["down"] == oracle.downs
    assert table["stock"] == oracle.stock
    assert table["pile"] == oracle.pile
    assert sorted(table["burned"]) == sorted(oracle.burned)
    assert table["direction"] == oracle.direction
    assert table["decisions"] == oracle.decisions
    assert state.over == oracle.over
    if state.over:
        assert list(state.result.scores) == pytest.approx(oracle.scores())
        assert state.result.reason == oracle.reason


def play_both(options: Options, seed: int, every: int = 1) -> int:
    """One random game; legal lists are compared at each decision, whole tables at each `every`-th and at the end."""
    state, oracle = start(options, seed)
    rng = random.Random(seed)
    n = 0
    while not oracle.over:
        actions = state.legal()
        assert [as_tuple(a) for a in actions] == oracle.legal()
        action = rng.choice(actions)
        state.apply(action)
        oracle.apply(as_tuple(action))
        n += 1
        if n % every == 0:
            assert_same(state, oracle)
    assert_same(state, oracle)
    return n
