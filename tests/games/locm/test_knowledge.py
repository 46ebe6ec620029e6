"""What a player may know: nothing of the other's picks and hand, nor of any order of cards; and what follows from the rest."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from cardlab import HIDDEN, Event, State, game
from cardlab.games.locm.rules.state import LocmState
from cardlab.games.locm.words.options import resolved
from tests.effort import PURE
from tests.games.locm.samples import PRESETS, positions, random_options
from tests.games.locm.tables import creature, lay, play

TRIPLES = [[r + 1, r + 31, r + 61] for r in range(30)]
RISING = list(range(30))
WORLDS = 30


def draft(**parts: Any) -> State:
    return game("locm").from_dict({"phase": "draft", "offers": TRIPLES, **parts})


def assert_alike(one: State, other: State, seat: int) -> None:
    """The seat cannot tell the two games apart, and guesses the same of them."""
    assert one != other
    mine, theirs = one.seat(seat), other.seat(seat)
    assert mine == theirs and hash(mine) == hash(theirs)
    assert mine.view() == theirs.view() and mine.legal() == theirs.legal()
    assert [mine.resample(n) for n in range(5)] == [theirs.resample(n) for n in range(5)]


def worlds(state: State, seat: int) -> list[dict[str, Any]]:
    """Positions that the seat holds possible."""
    return [state.seat(seat).resample(n).to_dict() for n in range(WORLDS)]


def numbers(texts: list[str]) -> list[int]:
    return [int(text.partition("#")[0]) for text in texts]


# ---- the draft ---------------------------------------------------------------------------------------------------


def test_the_others_picks_are_hidden_and_the_own_ones_are_not() -> None:
    one, other = draft(picks=[[0, 1, 2], [0, 0]]), draft(picks=[[2, 0, 1], [0, 0]])
    assert_alike(one, other, 1)
    assert one.seat(0) != other.seat(0)
    assert all(world["picks"][0] == [0, 1, 2] for world in worlds(one, 0))
    assert all(world["picks"][1] == [0, 0] for world in worlds(one, 1))


def test_the_shuffles_are_hidden_from_both() -> None:
    one, other = draft(order=[RISING, RISING]), draft(order=[RISING[::-1], [*RISING[3:], 2, 1, 0]])
    assert_alike(one, other, 0)
    assert_alike(one, other, 1)
    assert len({tuple(map(tuple, world["order"])) for world in worlds(one, 0)}) == WORLDS


@pytest.mark.parametrize(
    ("picks", "seen"), [([[], []], 1), ([[0], []], 1), ([[0], [0]], 2), ([[0] * 29, [0] * 28], 29), ([[0] * 29] * 2, 30)]
)
def test_offers_of_later_rounds_are_hidden(picks: list[list[int]], seen: int) -> None:
    """Both look at the offer of the round in which player 1 has not picked yet."""
    later = [[100, 101, 102]] * (30 - seen)
    one, other = draft(picks=picks), draft(picks=picks, offers=TRIPLES[:seen] + later)
    for seat in (0, 1):
        for world in worlds(one, seat):
            assert world["offers"][:seen] == TRIPLES[:seen]
        if later:
            assert_alike(one, other, seat)
            assert len({str(world["offers"]) for world in worlds(one, seat)}) == WORLDS


@pytest.mark.parametrize("scheme", ["pool", "distinct", "independent"])
def test_later_offers_are_guessed_by_the_scheme_of_the_draft(scheme: str) -> None:
    for n, state in enumerate(positions(3, 7, draft=scheme)):
        if state.to_dict()["phase"] != "draft":
            break
        for seat in (0, 1):
            offers = state.seat(seat).resample(n).to_dict()["offers"]
            different = {card for offer in offers for card in offer}
            assert all(1 <= card <= 160 for card in different)
            if scheme == "distinct":
                assert len(different) == 90
            if scheme == "pool":
                assert len(different) <= 60 and all(len(set(offer)) == 3 for offer in offers)


def test_the_others_picks_are_guessed_evenly() -> None:
    state = draft(picks=[[0] * 10, [1] * 10])
    count = Counter(index for n in range(100) for index in state.seat(0).resample(n).to_dict()["picks"][1])
    assert all(270 < count[index] < 400 for index in range(3))


def test_a_pick_is_told_and_remembered_for_the_picker_only() -> None:
    state = draft()
    told: list[Event] = []
    state.listener = told.append
    action = state.parse("PICK 1")
    state.apply(action)
    (picked,) = [event for event in told if event.kind == "picked"]
    assert picked.audience == (0,) and picked.for_seat(0) != picked.for_seat(1)
    assert picked.for_seat(1).text == draft_words(state, "PICK 2")
    assert state.seat(0, [(0, action)]).history == [(0, action)]
    assert state.seat(1, [(0, action)]).history == [(0, HIDDEN)]


def draft_words(state: State, text: str) -> str:
    """How another pick sounds to player 1."""
    other = draft()
    told: list[Event] = []
    other.listener = told.append
    other.apply(state.parse(text))
    return next(event for event in told if event.kind == "picked").for_seat(1).text


# ---- the battle --------------------------------------------------------------------------------------------------


def battle(hand: list[int], own_deck: list[int], deck: list[int]) -> State:
    """Player 1 has creatures and played cards; what player 0 cannot see is given."""
    theirs = {"hand": hand, "deck": deck, "board": [creature(2, 2)], "gone": [151]}
    return lay({"hand": [5, 6], "deck": own_deck, "gone": [8]}, theirs)


def test_the_others_hand_and_both_decks_are_hidden() -> None:
    one = battle([10, 11], [20, 21, 22], [30, 31])
    other = battle([31, 10], [22, 20, 21], [99, 98])
    assert_alike(one, other, 0)
    assert one.seat(1) != other.seat(1)


def test_which_cards_the_own_deck_holds_is_known() -> None:
    found = {tuple(numbers(world["players"][0]["deck"])) for world in worlds(battle([10], [20, 21, 22], [30]), 0)}
    assert {tuple(sorted(deck)) for deck in found} == {(20, 21, 22)} and len(found) == 6


def test_what_lies_open_is_in_every_world() -> None:
    state = battle([10, 11], [20, 21, 22], [30, 31])
    truth = state.to_dict()["players"]
    for world in worlds(state, 0):
        mine, theirs = world["players"]
        assert {**mine, "deck": 0} == {**truth[0], "deck": 0}
        assert {**theirs, "hand": 0, "deck": 0} == {**truth[1], "hand": 0, "deck": 0}
        assert [text.partition("#")[2] for text in theirs["hand"] + theirs["deck"]] == ["6", "8", "10", "12"]


def test_without_a_known_draft_the_others_cards_may_be_any() -> None:
    state = battle([10, 11], [20], [30])
    cards = Counter(card for n in range(400) for card in numbers(state.seat(0).resample(n).to_dict()["players"][1]["hand"]))
    assert set(cards) <= set(range(1, 161)) and len(cards) > 150


def assert_possible(state: LocmState, seat: int, world: dict[str, Any]) -> None:
    """Everything the seat has seen holds in the world, and its decks come from one pick of each offer."""
    truth, same = state.to_dict(), resolved(state.game.options)["shuffle"] == "same"
    assert {**world, "players": 0, "picks": 0} == {**truth, "players": 0, "picks": 0}
    assert world["picks"][seat] == truth["picks"][seat]
    decks = []
    for p in range(2):
        side, real = world["players"][p], truth["players"][p]
        unseen = ("deck",) if p == seat else ("deck", "hand")
        assert {**side, **dict.fromkeys(unseen)} == {**real, **dict.fromkeys(unseen)}
        taken = [offer[index] for offer, index in zip(world["offers"], world["picks"][p], strict=True)]
        cards = side["gone"] + [row["card"] for row in side["board"]] + side["hand"] + side["deck"]
        deck = dict(reversed(text.split("#")) for text in cards)
        assert sorted(map(int, deck)) == list(range(p + 1, 61, 2))
        decks.append([int(deck[str(instance)]) for instance in range(p + 1, 61, 2)])
        assert Counter(taken) == Counter(decks[p])
    if same:
        rounds = zip(world["offers"], *world["picks"], strict=True)
        assert Counter((offer[a], offer[b]) for offer, a, b in rounds) == Counter(zip(*decks, strict=True))


@pytest.mark.parametrize("part", range(8))
def test_resampled_battles_are_possible(part: int) -> None:
    rng = random.Random(part)
    examined = 0
    for seed in range(1 if PURE else 6):
        options = {**random_options(rng), "rounds": 0, "shuffle": ["separate", "same"][part % 2]}
        for state in positions(seed, 5, **options):
            if state.to_dict()["phase"] == "draft":
                continue
            for seat in (0, 1):
                assert_possible(state, seat, state.seat(seat).resample(rng.randrange(1000)).to_dict())
                examined += 1
    assert examined > 10


def after_draft(**options: str) -> LocmState:
    """A battle after a draft of ninety different cards; player 1 has played the first two cards of the deck."""
    rng = random.Random(5)
    cards = rng.sample(range(1, 117), 90)
    offers = [cards[3 * r : 3 * r + 3] for r in range(30)]
    order = rng.sample(range(30), 30)
    picks = [[rng.randrange(3) for _ in range(30)] for _ in range(2)]
    mine, theirs = ([offers[r][row[r]] for r in order] for row in picks)
    state = game("locm", draft="distinct", **options).from_dict(
        {
            "offers": offers,
            "picks": picks,
            "players": [{"hand": mine[:4], "deck": mine[4:]}, {"gone": theirs[:2], "hand": theirs[2:5], "deck": theirs[5:]}],
        }
    )
    assert isinstance(state, LocmState)
    return state


def round_of(state: LocmState, card: int) -> tuple[int, int]:
    """The only offer with a card, and its place there."""
    return next((r, offer.index(card)) for r, offer in enumerate(state.to_dict()["offers"]) if card in offer)


def test_a_card_seen_tells_what_was_picked_in_its_round() -> None:
    state = after_draft()
    seen = [round_of(state, card) for card in numbers(state.to_dict()["players"][1]["gone"])]
    for world in worlds(state, 0):
        assert all(world["picks"][1][r] == index for r, index in seen)
    others = {world["picks"][1][r] for world in worlds(state, 0) for r in range(30) if r not in {r for r, _ in seen}}
    assert others == {0, 1, 2}


def test_with_one_shuffle_for_both_cards_of_one_draw_come_from_one_round() -> None:
    """Player 0 knows the rounds of all own cards drawn, and so from which offers the first cards of player 1 came."""
    state = after_draft(shuffle="same")
    mine = numbers(state.to_dict()["players"][0]["hand"])
    rounds = [round_of(state, card)[0] for card in mine]
    guesses: list[set[int]] = [set(), set()]
    for n in range(60):
        hand = numbers(state.seat(0).resample(n).to_dict()["players"][1]["hand"])
        for guess, depth, card in zip(guesses, (2, 3), hand, strict=False):
            assert round_of(state, card)[0] == rounds[depth]
            guess.add(card)
    assert [len(guess) for guess in guesses] == [3, 3]
    free = [state.seat(1).resample(n).to_dict()["players"][0]["hand"] for n in range(60)]
    assert len({tuple(hand) for hand in free}) > 20


def test_with_shuffles_of_their_own_the_others_hand_may_come_from_any_round() -> None:
    state = after_draft()
    cards = {card for n in range(200) for card in numbers(state.seat(0).resample(n).to_dict()["players"][1]["hand"])}
    assert len(cards) > 75


@pytest.mark.parametrize("rules", PRESETS)
def test_seats_of_a_resampled_world_see_the_same(rules: str) -> None:
    for state in positions(4, 9, rules=rules):
        for seat in (0, 1):
            world = state.seat(seat).resample(7)
            assert world.seat(seat) == state.seat(seat)
            assert world.player == state.player
            if state.player == seat:
                assert world.legal() == state.legal() == state.seat(seat).legal()
            else:
                assert state.seat(seat).legal() == []


def test_draws_are_told_to_the_drawer_only() -> None:
    state = lay({}, {"deck": [151, 3], "draws": 2})
    told: list[Event] = []
    state.listener = told.append
    play(state, "PASS")
    drew = [event for event in told if event.kind == "drew"]
    assert [event.audience for event in drew] == [(1,), (1,)]
    assert all("Decimate" not in event.for_seat(0).text for event in told)
    assert "Decimate" in drew[0].for_seat(1).text and "Beavrat" in drew[1].for_seat(1).text


def test_a_view_names_no_hidden_card() -> None:
    view = str(lay({"hand": [3]}, {"hand": [151], "deck": [151, 151]}).seat(0).view())
    assert "3#1" in view and "151" not in view and "Decimate" not in view
