"""What is left of a table once it is hidden from a seat does not depend on what was hidden.

Two truths that a seat cannot tell apart, which came about by the same public moves, must leave the same bytes. Other truths are
made here without the help of the engine: hidden cards and picks are changed, and the same moves are played again.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from cardlab import State, game
from cardlab.games.locm.words.options import resolved
from tests.effort import PURE, effort
from tests.games.locm.samples import PRESETS, positions, random_options

Position = dict[str, Any]
Deck = list[int]


def left(state: State, seat: int) -> bytes:
    return state.seat(seat).memory


def assert_alike(one: State, other: State, seat: int) -> None:
    assert left(one, seat) == left(other, seat)
    assert one.seat(seat) == other.seat(seat)
    assert one.seat(seat).resample(3) == other.seat(seat).resample(3)


# ---- the draft -----------------------------------------------------------------------------------------------------


def another_draft(state: State, seat: int, rng: random.Random) -> State:
    """Other picks of the other player, other offers to come, other shuffles."""
    position = state.to_dict()
    picks = position["picks"]
    picks[1 - seat] = [rng.randrange(3) for _ in picks[1 - seat]]
    for r in range(1 + min(map(len, picks)), 30):
        position["offers"][r] = rng.sample(range(1, 161), 3)
    orders = [rng.sample(range(30), 30) for _ in range(2)]
    same = resolved(state.game.options)["shuffle"] == "same"
    return state.game.from_dict({**position, "order": [orders[0]] * 2 if same else orders})


@pytest.mark.parametrize("rules", PRESETS)
def test_nothing_hidden_is_left_of_a_draft(rules: str) -> None:
    rng = random.Random(rules)
    for seed in range(1 if PURE else 10):
        for state in positions(seed, rules=rules):
            if state.to_dict()["phase"] != "draft":
                break
            for seat in (0, 1):
                assert_alike(state, another_draft(state, seat, rng), seat)


# ---- the battle ----------------------------------------------------------------------------------------------------


def deck_of(side: dict[str, Any], p: int) -> Deck:
    """The cards of a player by depth."""
    texts = side["gone"] + [row["card"] for row in side["board"]] + side["hand"] + side["deck"]
    cards = {(int(number) - 1 - p) // 2: int(card) for card, _, number in (text.partition("#") for text in texts)}
    return [cards[depth] for depth in range(30)]


def put_deck(side: dict[str, Any], p: int, deck: Deck) -> None:
    def card(text: str) -> str:
        number = text.partition("#")[2]
        return f"{deck[(int(number) - 1 - p) // 2]}#{number}"

    for zone in ("gone", "hand", "deck"):
        side[zone] = [card(text) for text in side[zone]]
    for row in side["board"]:
        row["card"] = card(row["card"])


def another_battle(start: State, later: State, seat: int, rng: random.Random) -> State:
    """The start of a battle with other cards where `seat` has seen none until `later`.

    Undrawn cards change their depths, both players' together if both decks are shuffled in one way; and then cards of the other
    that were not seen are swapped for others of their offers.
    """
    position, seen = start.to_dict(), later.to_dict()["players"]
    other, decks = 1 - seat, [deck_of(position["players"][p], p) for p in range(2)]
    drawn = [30 - len(seen[p]["deck"]) for p in range(2)]
    same = resolved(start.game.options)["shuffle"] == "same"
    for p in range(2):
        partners = (0, 1) if same else (p,)
        first = max(drawn[q] for q in partners)
        order = rng.sample(range(first, 30), 30 - first)
        for q in partners:
            decks[q][first:] = [decks[q][depth] for depth in order]
    hidden = {(int(text.partition("#")[2]) - 1 - other) // 2 for text in seen[other]["hand"] + seen[other]["deck"]}
    for depth in sorted(hidden):
        swap_pick(position, decks, seat, depth, same, rng)
    for p in range(2):
        put_deck(position["players"][p], p, decks[p])
    return start.game.from_dict(position)


def swap_pick(position: Position, decks: list[Deck], seat: int, depth: int, same: bool, rng: random.Random) -> None:
    """Change a pick of the other that brought the card at a depth. With one shuffle, both cards there are of that round."""
    other, offers, picks = 1 - seat, position["offers"], position["picks"]
    rounds = [
        r
        for r in range(30)
        if offers[r][picks[other][r]] == decks[other][depth] and (not same or offers[r][picks[seat][r]] == decks[seat][depth])
    ]
    r = rng.choice(rounds)
    picks[other][r] = rng.randrange(3)
    decks[other][depth] = offers[r][picks[other][r]]


@pytest.mark.parametrize("part", range(effort(12, 5, 2)))
def test_nothing_hidden_is_left_of_a_battle_whatever_the_rules(part: int) -> None:
    rng = random.Random(part)
    found = 0
    for number in range(1 if PURE else 14):
        rules = {"rules": PRESETS[part % 4]} if number % 2 else random_options(rng)
        state = game("locm", **rules).new(rng.randrange(1 << 30))
        while state.to_dict()["phase"] == "draft":
            state.apply(rng.choice(state.legal()))
        start, actions = state.copy(), list[int]()
        while not state.over:
            actions.append(rng.choice(state.legal()))
            state.apply(actions[-1])
            if rng.random() < 0.1 or state.over:
                found += sum(compare(start, state, actions, seat, rng) for seat in (0, 1))
    assert found > (5 if PURE else 100)


def compare(start: State, truth: State, actions: list[int], seat: int, rng: random.Random) -> bool:
    """Play the same from another start: nothing may tell the two apart. Whether they differ."""
    other = another_battle(start, truth, seat, rng)
    for action in actions:
        other.apply(action)
    assert_alike(truth, other, seat)
    return other != truth


@pytest.mark.parametrize("part", range(effort(8, 3, 1)))
def test_a_world_and_a_copy_leave_the_same_as_the_truth(part: int) -> None:
    rng = random.Random(part)
    for _ in range(2 if PURE else 10):
        for state in positions(rng.randrange(1 << 30), 5, **random_options(rng)):
            for seat in (0, 1):
                world = state.seat(seat).resample(rng.randrange(1000))
                assert left(world, seat) == left(state, seat) == left(state.copy(), seat)
                assert left(read_back(world), seat) == left(read_back(state), seat)


def read_back(state: State) -> State:
    """Reading numbers creatures anew by the order in which they came."""
    return state.game.from_dict(state.to_dict())
