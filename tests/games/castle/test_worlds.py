"""Imagined worlds agree with all conclusions, and every deal that does is equally likely."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable
from itertools import permutations
from typing import Any

import pytest

from cardlab import State
from cardlab.core.rng import Rng
from cardlab.games.castle import Castle
from cardlab.games.castle.words.cards import cards_text, parse_cards
from tests.chances import assert_drawn_by_weight, chi_square
from tests.effort import PURE, effort
from tests.games.castle.compare import engine_options
from tests.games.castle.tables import lay
from tests.games.castle.test_oracle import random_options

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "X"]


def only(*ranks: str) -> str:
    """The ranks barred from a hand that may hold no others."""
    return " ".join(rank for rank in RANKS if rank not in ranks)


def others(state: State) -> tuple[str, ...]:
    """The hands that seat 0 cannot see, in the order of the seats."""
    hands: list[str] = state.to_dict()["hands"]
    return tuple(hands[1:])


def deals(unseen: str, hands: list[tuple[int, int, str]]) -> dict[Hashable, float]:
    """In how many ways the unseen cards can be dealt to hands of (size, restricted cards, barred ranks): full enumeration."""
    cards = parse_cards(unseen)
    free = [set[int]()] + [set(parse_cards(barred)) for _, _, barred in hands]
    slots = [i + 1 if k < tight else 0 for i, (size, tight, _) in enumerate(hands) for k in range(size)]
    ways: Counter[Hashable] = Counter()
    for order in permutations(cards, len(slots)):
        if all(rank not in free[slot] for rank, slot in zip(order, slots, strict=True)):
            left = iter(order)
            ways[tuple(cards_text(sorted(next(left) for _ in range(size))) for size, _, _ in hands)] += 1
    return dict(ways)


def table(hands: list[str], barred: list[str], tight: list[int], stock: str, **parts: Any) -> State:
    """Seat 0 holds an ace; of the others' cards nothing is known but conclusions."""
    return lay(["A", *hands], barred=["", *barred], tight=[0, *tight], stock=stock, **parts)


CASES = {
    "one hand": (["3 4 5"], [only("3", "4", "5", "6")], [2], "6 7 7 8"),
    "nested": (["3 4", "3 6"], [only("3", "4", "5"), only("3", "4", "5", "6", "7")], [2, 2], "5 7 9 4"),
    "equal": (["3 4", "4 5"], [only("3", "4", "5")] * 2, [2, 2], "3 5 9 9"),
    "crossing": (["3 4", "4 5"], [only("3", "4"), only("4", "5")], [2, 2], "3 5 9 4"),
    "crossing, not all restricted": (["3 4 9", "4 5 8"], [only("3", "4"), only("4", "5")], [2, 1], "3 5 4"),
    "three hands": (["3", "4", "5 5"], [only("3", "4"), only("4", "5"), only("5", "3")], [1, 1, 2], "3 4 8"),
    "single ranks": (["3 4", "5 6", "7"], ["5", "3", "3 6"], [2, 2, 1], "3 5 7"),
    "no room to move": (["3 3", "4 4", "5 5"], [only("3", "4"), only("4", "5"), only("5", "3")], [2, 2, 2], "8"),
}


@pytest.mark.parametrize("name", CASES)
def test_every_deal_that_agrees_with_the_conclusions_is_equally_likely(name: str) -> None:
    hands, barred, tight, stock = CASES[name]
    state = table(hands, barred, tight, stock)
    sizes = [len(hand.split()) for hand in hands]
    ways = deals(" ".join([*hands, stock]), list(zip(sizes, tight, barred, strict=True)))
    seat, rng = state.seat(0), Rng(1)
    assert len(ways) > 2
    assert_drawn_by_weight(lambda _: others(seat.resample(rng)), ways)


def test_a_position_made_to_defeat_attempts_is_dealt_evenly_too() -> None:
    """Three hands that hold all of three ranks: the second and third must take what the first leaves."""
    hands = ["3 3 4 4", "4 4 5 5", "5 5 3 3"]
    state = table(hands, [only("3", "4"), only("4", "5"), only("5", "3")], [4, 4, 4], "8 8")
    ways: dict[Hashable, float] = {("3 " * a + "4 " * (4 - a)).strip(): float(w**3) for a, w in enumerate((1, 4, 6, 4, 1))}
    seat, rng = state.seat(0), Rng(2)
    assert_drawn_by_weight(lambda _: others(seat.resample(rng))[0], ways, 500 if PURE else 2000)


def test_greedy_dealing_would_be_found_out() -> None:
    """The measure is sharp enough: hands dealt one after another, as fits, are far from even."""
    hands, barred, _, stock = CASES["crossing"]
    ways = deals(" ".join([*hands, stock]), [(2, 2, text) for text in barred])
    rng, count = random.Random(1), Counter[Hashable]()
    for _ in range(2000):
        left, dealt = parse_cards(" ".join([*hands, stock])), []
        for text in barred:
            fitting = [rank for rank in left if rank not in parse_cards(text)]
            hand = rng.sample(fitting, 2) if len(fitting) >= 2 else []
            for rank in hand:
                left.remove(rank)
            dealt.append(cards_text(sorted(hand)))
        count[tuple(dealt)] += 1
    assert chi_square({key: n for key, n in count.items() if key in ways}, ways) > 100


@pytest.mark.parametrize("part", range(effort(12, 4)))
def test_no_world_contradicts_what_is_known(part: int) -> None:
    """Any mixture of rules, three to eight players, any memory: reading a world back checks it against all books."""
    rng = random.Random(part)
    examined = 0
    while examined < effort(600, 400, 30):
        options = random_options(rng)
        if options.players < 3:
            continue
        state = Castle(**engine_options(options)).new(rng.randrange(1 << 30))
        while not state.over:
            seat = rng.randrange(state.players)
            tied = [p for p, k in enumerate(state.view(seat).get("tight", ())) if k and p != seat]
            if rng.random() < (0.2 if len(tied) > 1 else 0.02):
                examined += 1
                check_worlds(state, seat, rng)
            state.apply(rng.choice(state.legal()))


def check_worlds(state: State, player: int, rng: random.Random) -> None:
    """Worlds of a seat with any memory can be read back, and look to the seat like the truth."""
    seat = state.seat(player)
    for memory in (-1, -3, -2, 0, 5):
        world = seat.forget(memory).resample(rng.randrange(1000))
        assert state.game.from_dict(world.to_dict()) == world
        assert state.game.inventory(world) == state.game.inventory(state)
        assert world.to_dict()["hands"][player] == state.to_dict()["hands"][player]
    assert state.seat(player).resample(1).seat(player) == seat
