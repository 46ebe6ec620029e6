"""The draft: what is offered, what is picked, and the decks and hands it leads to."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from cardlab import game
from cardlab.errors import PositionError
from cardlab.games.locm.game import Locm
from cardlab.games.locm.rules.state import LocmState
from tests.effort import PURE
from tests.games.locm.tables import legal, play

SEEDS = range(60)


def new(seed: int = 1, **options: Any) -> LocmState:
    state = game("locm", **options).new(seed)
    assert isinstance(state, LocmState)
    return state


def offers(seed: int, **options: Any) -> list[list[int]]:
    found: list[list[int]] = new(seed, **options).to_dict()["offers"]
    assert len(found) == 30 and all(len(offer) == 3 for offer in found)
    assert all(1 <= card <= 160 for offer in found for card in offer)
    return found


def picks(state: LocmState, first: str, second: str) -> LocmState:
    """Both players' thirty picks as digits, repeated as often as needed."""
    for i in range(30):
        play(state, f"PICK {first[i % len(first)]}", f"PICK {second[i % len(second)]}")
    return state


# ---- offers ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("options", [{}, {"rules": "gym"}, {"rules": "paper", "draft": "pool"}])
def test_a_pool_has_sixty_cards_and_each_offer_three_different_ones(options: dict[str, Any]) -> None:
    sizes = []
    for seed in SEEDS:
        drawn = offers(seed, **options)
        assert all(len(set(offer)) == 3 for offer in drawn)
        sizes.append(len({card for offer in drawn for card in offer}))
    assert max(sizes) <= 60
    assert 46 < sum(sizes) / len(sizes) < 48.5  # 60 * (1 - (57/60)**30) = 47.1


@pytest.mark.parametrize("options", [{"rules": "paper"}, {"draft": "distinct"}])
def test_a_distinct_draft_offers_ninety_different_cards(options: dict[str, Any]) -> None:
    for seed in SEEDS:
        assert len({card for offer in offers(seed, **options) for card in offer}) == 90


@pytest.mark.parametrize("options", [{"rules": "rust"}, {"draft": "independent"}])
def test_an_independent_draft_may_offer_a_card_twice_at_once(options: dict[str, Any]) -> None:
    drawn = [offers(seed, **options) for seed in SEEDS]
    twice = sum(len(set(offer)) < 3 for draft in drawn for offer in draft)
    assert 15 < twice < 60  # 1800 offers, each with a chance of 1.9 %
    assert max(len({card for offer in draft for card in offer}) for draft in drawn) > 60


@pytest.mark.parametrize("draft", ["pool", "distinct", "independent"])
@pytest.mark.skipif(PURE, reason="takes long uncompiled")
def test_all_cards_are_offered_about_equally_often(draft: str) -> None:
    count = Counter(card for seed in range(400) for offer in offers(seed, draft=draft) for card in offer)
    assert set(count) == set(range(1, 161))
    assert all(150 < n < 310 for n in count.values())  # 225 on average


def test_equal_seeds_deal_equal_games_and_others_differ() -> None:
    assert new(5) == new(5)
    assert offers(5) != offers(6)


# ---- picks -------------------------------------------------------------------------------------------------------


def test_the_players_pick_in_turn_from_the_same_offers() -> None:
    state = new()
    assert (state.player, legal(state)) == (0, ["PICK 0", "PICK 1", "PICK 2"])
    play(state, "PICK 2")
    assert (state.player, legal(state)) == (1, ["PICK 0", "PICK 1", "PICK 2"])
    play(state, "PICK 2")
    assert state.player == 0 and state.to_dict()["picks"] == [[2], [2]]


def test_a_pick_changes_nothing_but_the_list_of_picks() -> None:
    state = new()
    before = state.to_dict()
    assert play(state, "PICK 1").to_dict() == {**before, "player": 1, "picks": [[1], []]}


def test_the_thirty_picks_in_the_order_of_the_shuffle_are_the_deck() -> None:
    state = new(3)
    start = state.to_dict()
    picks(state, "012", "2100")
    for p, digits in enumerate(("012", "2100")):
        taken = [offer[int(digits[i % len(digits)])] for i, offer in enumerate(start["offers"])]
        side = state.to_dict()["players"][p]
        cards = [text.partition("#") for text in [*side["hand"], *side["deck"]]]
        assert [int(number) for number, _, _ in cards] == [taken[round_] for round_ in start["order"][p]]
        assert [int(instance) for _, _, instance in cards] == list(range(p + 1, 61, 2))
    assert state.to_dict()["offers"] == start["offers"]
    assert state.to_dict()["picks"] == [[0, 1, 2] * 10, [*[2, 1, 0, 0] * 7, 2, 1]]


@pytest.mark.parametrize("options", [{}, {"rules": "rust"}, {"rules": "gym"}, {"rules": "paper", "shuffle": "separate"}])
def test_decks_are_shuffled_each_by_itself(options: dict[str, Any]) -> None:
    orders = [new(seed, **options).to_dict()["order"] for seed in range(20)]
    assert all(sorted(row) == list(range(30)) for order in orders for row in order)
    assert all(first != second for first, second in orders)
    assert len({tuple(row) for order in orders for row in order}) == 40


@pytest.mark.parametrize("options", [{"rules": "paper"}, {"shuffle": "same"}])
def test_decks_may_be_shuffled_in_the_same_way(options: dict[str, Any]) -> None:
    orders = [new(seed, **options).to_dict()["order"] for seed in range(20)]
    assert all(sorted(first) == list(range(30)) and first == second for first, second in orders)
    assert len({tuple(first) for first, _ in orders}) == 20
    sides = picks(new(4, **options), "1", "1").to_dict()["players"]
    decks = [[text.partition("#")[0] for text in [*side["hand"], *side["deck"]]] for side in sides]
    assert decks[0] == decks[1]


# ---- the first turn ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "first", "second"),
    [
        ({}, 4, 5),
        ({"rules": "gym"}, 4, 5),
        ({"rules": "paper"}, 3, 4),
        ({"rules": "rust"}, 3, 4),
        ({"hands": "3+4"}, 3, 4),
        ({"rules": "paper", "hands": "4+5"}, 4, 5),
    ],
)
def test_the_battle_begins_with_the_hands_dealt_and_one_card_drawn(options: dict[str, Any], first: int, second: int) -> None:
    state = picks(new(2, **options), "0", "1")
    position = state.to_dict()
    assert (position["phase"], position["player"], position["turn"]) == ("battle", 0, 0)
    for p, (hand, deck) in enumerate(((first + 1, 29 - first), (second, 30 - second))):
        side = position["players"][p]
        assert len(side.pop("hand")) == hand and len(side.pop("deck")) == deck
    plain = {"health": 30, "runes": 5, "draws": 1, "board": [], "gone": []}
    assert position["players"] == [
        {**plain, "mana": 1, "max_mana": 1, "bonus": False, "due": 1},
        {**plain, "mana": 1, "max_mana": 1, "bonus": True, "due": 0},
    ]
    play(state, "PASS")
    assert len(state.to_dict()["players"][1]["hand"]) == second + 1


# ---- a given draft -----------------------------------------------------------------------------------------------


def test_a_game_can_begin_with_a_given_draft() -> None:
    locm = game("locm")
    assert isinstance(locm, Locm)
    given = [[r + 1, r + 31, r + 61] for r in range(29)] + [[7, 7, 7]]
    order = [list(range(30)), list(range(29, -1, -1))]
    state = locm.from_draft(given, order)
    assert state.to_dict() == {"phase": "draft", "player": 0, "offers": given, "picks": [[], []], "order": order}
    picks(state, "0", "1")
    assert [side["hand"] for side in state.to_dict()["players"]] == [
        ["1#1", "2#3", "3#5", "4#7", "5#9"],
        ["7#2", "59#4", "58#6", "57#8", "56#10"],
    ]


@pytest.mark.parametrize(
    ("offers", "order"),
    [
        ([[1, 2, 3]] * 29, [list(range(30))] * 2),
        ([[1, 2]] * 30, [list(range(30))] * 2),
        ([[1, 2, 161]] * 30, [list(range(30))] * 2),
        ([[0, 1, 2]] * 30, [list(range(30))] * 2),
        ([[1, 2, 3]] * 30, [list(range(30))]),
        ([[1, 2, 3]] * 30, [list(range(30)), [0] * 30]),
        ([[1, 2, 3]] * 30, [list(range(30)), list(range(1, 31))]),
    ],
)
def test_a_draft_that_cannot_be_is_refused(offers: list[list[int]], order: list[list[int]]) -> None:
    locm = game("locm")
    assert isinstance(locm, Locm)
    with pytest.raises(PositionError):
        locm.from_draft(offers, order)
