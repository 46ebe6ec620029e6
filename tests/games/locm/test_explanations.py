"""Cards that were seen are explained by picks from the offers, and every explanation is equally likely."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Hashable
from itertools import permutations, product
from math import perm, prod

import pytest

from cardlab import State, game, make_agent
from cardlab.core.matchings import Matchings
from cardlab.core.rng import Rng
from cardlab.games.locm.rules.state import LocmState
from cardlab.games.locm.words.position import lists_of, put_lists
from tests.chances import assert_drawn_by_weight, chi_square
from tests.effort import PURE
from tests.games.locm.samples import positions

PLAIN = [[101 + r, 131, 132 + r % 20] for r in range(30)]


def matchings(rows: list[list[int]]) -> Matchings:
    found = Matchings()
    found.load(rows)
    return found


def enumerated(rows: list[list[int]]) -> dict[Hashable, float]:
    """All ways to give each row a column of its own, with how often each is allowed."""
    ways = {
        columns: float(prod(row[column] for row, column in zip(rows, columns, strict=True)))
        for columns in permutations(range(len(rows[0])), len(rows))
    }
    return {columns: weight for columns, weight in ways.items() if weight}


# ---- matchings -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(12))
def test_matchings_are_counted_and_drawn_as_full_enumeration_says(seed: int) -> None:
    rng = random.Random(seed)
    ways: dict[Hashable, float] = {}
    while len(ways) < 2:
        n, columns = rng.randint(2, 4), rng.randint(4, 6)
        most = rng.choice([1, 1, 3])
        rows = [[rng.choice([0, rng.randint(0, most)]) for _ in range(columns)] for _ in range(n)]
        ways = enumerated(rows)
    found, luck = matchings(rows), Rng(seed)
    assert found.counted == sum(ways.values())
    assert_drawn_by_weight(lambda _: tuple(found.draw(luck)), ways, 10_000)


def test_large_tables_are_counted() -> None:
    """Thirty rows with two neighbouring columns each, in a ring: two ways; and with one column more, many."""
    ring = [[int(c in (r, (r + 1) % 30)) for c in range(30)] for r in range(30)]
    assert matchings(ring).counted == 2
    assert {tuple(matchings(ring).draw(Rng(n))) for n in range(20)} == {
        tuple(range(30)),
        tuple((r + 1) % 30 for r in range(30)),
    }
    assert matchings(ring[:29]).counted == 30


def test_without_room_to_count_a_walk_draws_as_evenly() -> None:
    """Two rows as small as to be enumerated, beside sixteen that can be matched in too many ways to count."""
    small = [[1, 2, 0], [1, 1, 1]]
    rows = [row + [0] * 27 for row in small] + [[0] * 3 + [1] * 27 for _ in range(16)]
    found, rng = matchings(rows), Rng(3)
    assert found.counted is None
    assert_drawn_by_weight(lambda _: tuple(found.draw(rng)[:2]), enumerated(small), 2000)


def test_what_cannot_be_matched_goes_without() -> None:
    """As few rows as possible go without, and always some of those that are in each other's way."""
    rows = [[1, 0, 0, 0], [1, 0, 0, 0], [1, 1, 0, 0], [0] * 4]
    found = matchings(rows)
    assert found.counted == 0
    for seed in range(50):
        drawn = found.draw(Rng(seed))
        assert drawn[3] == -1 and sorted(drawn[:2]) == [-1, 0] and drawn[2] == 1


@pytest.mark.parametrize("table", [[[1]] * 31, [[1] * 31], [[4]], [[-1]]])
def test_tables_that_are_too_large_are_refused(table: list[list[int]]) -> None:
    with pytest.raises(ValueError, match="at most 30"):
        matchings(table)


# ---- worlds --------------------------------------------------------------------------------------------------------


def battle(offers: dict[int, list[int]], picks: dict[int, int], seen: list[int], **options: str) -> State:
    """A battle after a draft in which some rounds had the given offers. Player 1 has played the cards `seen`."""
    rows = [offers.get(r, PLAIN[r]) for r in range(30)]
    taken = [picks.get(r, 0) for r in range(30)]
    theirs = [row[i] for row, i in zip(rows, taken, strict=True)]
    rest = list(theirs)
    for card in seen:
        rest.remove(card)
    mine = [row[0] for row in rows]
    return game("locm", **options).from_dict(
        {
            "offers": rows,
            "picks": [[0] * 30, taken],
            "players": [{"hand": mine[:4], "deck": mine[4:]}, {"gone": seen, "hand": rest[:5], "deck": rest[5:]}],
        }
    )


def by_bayes(offers: dict[int, list[int]], seen: list[int]) -> dict[Hashable, float]:
    """How likely picks in these rounds are for a player who picks and shuffles at random, given the cards seen.

    By Bayes' rule: as likely as the cards seen are with those picks, which is the number of orders that show them.
    """
    wanted = Counter(seen)
    ways: dict[Hashable, float] = {}
    for picks in product(range(3), repeat=len(offers)):
        held = Counter(offer[i] for offer, i in zip(offers.values(), picks, strict=True))
        ways[picks] = float(prod(perm(held[card], times) for card, times in wanted.items()))
    return {picks: weight for picks, weight in ways.items() if weight}


CASES = {
    "a card in two rounds": ({0: [1, 50, 51], 1: [52, 1, 2], 2: [53, 54, 2]}, {0: 0, 1: 2}, [1, 2]),
    "the same card twice": ({0: [1, 50, 51], 1: [52, 1, 53], 2: [54, 55, 1]}, {0: 0, 2: 2}, [1, 1]),
    "a chain": ({0: [1, 2, 50], 4: [2, 3, 51], 9: [3, 4, 52], 20: [4, 1, 53]}, {0: 0, 4: 0, 9: 0}, [1, 2, 3]),
    "a round wanted by all": ({0: [1, 2, 3], 1: [1, 50, 51], 2: [52, 2, 53], 3: [54, 55, 3]}, {0: 0, 2: 1, 3: 2}, [3, 1, 2]),
    "twice in one offer": ({0: [1, 50, 1], 1: [52, 1, 53], 2: [2, 2, 1]}, {0: 0, 2: 1}, [1, 2]),
    "three times": ({0: [1, 1, 1], 1: [1, 51, 2], 2: [2, 52, 1]}, {0: 2, 1: 2}, [1, 2]),
}


@pytest.mark.parametrize("name", CASES)
def test_picks_are_as_likely_as_what_was_seen_makes_them(name: str) -> None:
    offers, picks, seen = CASES[name]
    seat, rng = battle(offers, picks, seen, draft="independent").seat(0), Rng(1)

    def drawn(_: int) -> tuple[int, ...]:
        guess = seat.resample(rng).to_dict()["picks"][1]
        return tuple(guess[r] for r in offers)

    assert_drawn_by_weight(drawn, by_bayes(offers, seen))


def test_a_card_that_was_never_on_offer_does_not_spoil_the_other_explanations() -> None:
    """A program that did not hear everything guesses what was played; what it did hear is explained as ever."""
    offers, picks, seen = CASES["a chain"]
    state = battle(offers, picks, [*seen, PLAIN[1][0]], draft="independent")
    assert isinstance(state, LocmState)
    table, guessed = lists_of(state), 160
    table["decks"][1][3] = guessed
    heard = state.game.blank()
    assert isinstance(heard, LocmState)
    put_lists(heard, table)
    seat, rng = heard.seat(0), Rng(1)

    def drawn(_: int) -> tuple[int, ...]:
        world = seat.resample(rng)
        assert isinstance(world, LocmState) and lists_of(world)["decks"][1][:4] == [*seen, guessed]
        return tuple(lists_of(world)["picks"][1][r] for r in offers)

    explained = by_bayes(offers, seen)
    found = Counter(pick for pick in map(drawn, range(200 if PURE else 2000)) if -1 not in pick)
    assert set(found) <= set(explained) and chi_square(found, explained) < 3 * len(explained)


def test_with_one_shuffle_for_both_own_cards_count_too() -> None:
    """Player 0 drew a card that was in two rounds; what player 1 got in the same draw comes from either."""
    offers = {0: [1, 50, 51], 1: [1, 52, 53], 2: [54, 1, 50]}
    rows = [offers.get(r, PLAIN[r]) for r in range(30)]
    mine, theirs = [row[0] for row in rows], [row[1] for row in rows]
    sides = [{"hand": mine[:4], "deck": mine[4:]}, {"hand": theirs[1:5], "gone": theirs[:1], "deck": theirs[5:]}]
    order = {"offers": rows, "picks": [[0] * 30, [1] * 30], "players": sides}
    seat, rng = game("locm", draft="independent", shuffle="same").from_dict(order).seat(0), Rng(4)
    # At depth 0 player 1 showed card 50 where player 0 had card 1: that was round 0. So depth 1 is round 1, depth 2 is round 2.
    found = Counter(world_hand(seat.resample(rng)) for _ in range(300))
    assert {hand[0] for hand in found} == {1, 52, 53} and {hand[1] for hand in found} == {54, 1, 50}
    ways: dict[Hashable, float] = {(a, b): 1.0 for a in (1, 52, 53) for b in (54, 1, 50)}
    assert_drawn_by_weight(lambda _: world_hand(seat.resample(rng)), ways, 5000)


def world_hand(world: State) -> tuple[int, ...]:
    """The first two cards in the hand of player 1."""
    return tuple(int(text.partition("#")[0]) for text in world.to_dict()["players"][1]["hand"][:2])


@pytest.mark.parametrize("options", [{"draft": "pool"}, {"draft": "independent"}, {"draft": "pool", "shuffle": "same"}])
def test_what_was_counted_for_one_position_is_not_used_for_another(options: dict[str, str]) -> None:
    """A search keeps one state for all its worlds. An agent that has seen other positions values actions like a new one."""
    kind = game("locm", **options)
    kept, searched = make_agent(kind, "flat:60"), 0
    for n, state in enumerate(positions(4, 9, **options)):
        if state.player is not None and state.to_dict()["phase"] == "battle" and len(state.legal()) > 1:
            seat, fresh = state.seat(state.player), make_agent(kind, "flat:60")
            assert kept.choose(seat, Rng(n)) == fresh.choose(seat, Rng(n))
            assert kept.report.lines == fresh.report.lines
            searched += 1
    assert searched > 5
