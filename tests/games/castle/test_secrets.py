"""What is left of a table once it is hidden from a seat does not depend on what was hidden.

Two truths that a seat cannot tell apart, which came about by the same public moves, must leave the same bytes. Other truths are
made here without the help of the engine: hidden cards change places, and the same moves are played again.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from cardlab import State, game
from cardlab.core.rng import Rng
from cardlab.errors import CardlabError
from cardlab.games.castle import Castle
from cardlab.games.castle.words.cards import cards_text, parse_cards
from tests.effort import PURE, effort
from tests.games.castle.compare import engine_options
from tests.games.castle.tables import lay, play
from tests.games.castle.test_oracle import random_options

Position = dict[str, Any]


def hidden_cards(position: Position, seat: int) -> list[tuple[str, int, list[int]]]:
    """The places whose cards a seat cannot see, with the cards there: zone, owner, ranks."""
    n = len(position["hands"])
    places = [("down", p, parse_cards(position["down"][p])) for p in range(n)]
    places.append(("stock", 0, parse_cards(position["stock"])))
    for p in range(n):
        if p != seat:
            cards = parse_cards(position["hands"][p])
            for rank in parse_cards(position["known"][p]) if "known" in position else []:
                cards.remove(rank)
            places.append(("hands", p, cards))
            if position["phase"] == "castle" and position["up"][p] and position["secret"]:
                places.append(("up", p, parse_cards(position["up"][p])))
    return places


def another_truth(state: State, seat: int, rng: random.Random) -> State | None:
    """A position in which hidden cards have changed places; None if it cannot be."""
    options = state.game.options
    position = state.to_dict() | {"secret": options["castle"] == "simultaneous"}
    if "anchor" in position:
        return None
    places = hidden_cards(position, seat)
    cards = [rank for _, _, ranks in places for rank in ranks]
    rng.shuffle(cards)
    for zone, p, ranks in places:
        dealt = [cards.pop() for _ in ranks]
        if zone == "stock":
            position["stock"] = cards_text(dealt)
            continue
        if zone == "hands":
            dealt += parse_cards(position["known"][p]) if "known" in position else []
        position[zone][p] = cards_text(dealt if zone == "down" else sorted(dealt))
    if position["phase"] in ("castle", "swap") and options["first"] == "random":
        position["first"] = rng.randrange(state.players)
    del position["secret"]
    try:
        return state.game.from_dict(position)
    except CardlabError:
        return None


def replay(state: State, actions: list[int], seat: int) -> list[str] | None:
    """Play actions; what the seat was told, and saw on the table; or None if one is not legal here."""
    told: list[str] = []
    state.listener = lambda event: told.append(event.for_seat(seat).text)
    for action in actions:
        if action not in state.legal():
            return None
        state.apply(action)
        position = state.to_dict()
        told.append(f"{position['player']} to move in the phase {position['phase']}")
        if position["phase"] != "castle":
            told += position["up"]
    state.listener = None
    return told


def left(state: State, seat: int) -> bytes:
    return state.seat(seat).memory


def compare(start: State, actions: list[int], seat: int, rng: random.Random) -> bool:
    """Whether another truth was found; then nothing may tell the two apart."""
    other = another_truth(start, seat, rng)
    truth = start.copy()
    if other is None or (told := replay(truth, actions, seat)) != replay(other, actions, seat) or told is None:
        return False
    assert left(other, seat) == left(truth, seat)
    assert other.seat(seat) == truth.seat(seat)
    assert other.seat(seat).resample(5) == truth.seat(seat).resample(5)
    return other != truth


def some_game(rng: random.Random, **options: Any) -> tuple[State, list[int]]:
    """The start of a random game by any mixture of rules, and its moves."""
    plain = engine_options(random_options(rng)) | options
    start = Castle(**plain).new(rng.randrange(1 << 30))
    state, actions = start.copy(), list[int]()
    while not state.over and len(actions) < 400:
        actions.append(rng.choice(state.legal()))
        state.apply(actions[-1])
    return start, actions


@pytest.mark.parametrize("part", range(effort(10, 3, 2)))
def test_nothing_hidden_is_left_whatever_the_rules(part: int) -> None:
    rng = random.Random(part)
    found = 0
    for _ in range(3 if PURE else 60):
        state, actions = some_game(rng)
        for n, action in enumerate(actions):
            if rng.random() < 0.2:
                later = rng.choice((0, 0, 1, 3, 8))
                found += compare(state, actions[n : n + later], rng.randrange(state.players), rng)
            state.apply(action)
    assert found > (20 if PURE else 400)


@pytest.mark.parametrize("part", range(effort(4, 1)))
def test_nothing_hidden_is_left_while_returns_are_watched(part: int) -> None:
    """The same from the moment on when the stock is gone, for positions that the rules remember."""
    rng = random.Random(part)
    watched = 0
    for _ in range(6 if PURE else 80):
        state, actions = some_game(rng, repetition=rng.randint(2, 4))
        for n, action in enumerate(actions):
            if state.to_dict()["stock"] == "" and "anchor" not in state.to_dict():
                for later in range(1, 9):
                    watched += compare(state, actions[n : n + later], rng.randrange(state.players), rng)
            state.apply(action)
    assert watched > (10 if PURE else 60)


@pytest.mark.parametrize("part", range(effort(10, 3, 2)))
def test_a_world_a_copy_and_a_position_read_back_leave_the_same(part: int) -> None:
    rng = random.Random(part)
    for _ in range(2 if PURE else 25):
        state, actions = some_game(rng)
        for action in actions:
            state.apply(action)
            if rng.random() < 0.1:
                for seat in range(state.players):
                    world = state.seat(seat).resample(Rng(rng.randrange(1000)))
                    assert left(world, seat) == left(state, seat)
                    assert left(state.game.from_dict(state.to_dict()), seat) == left(state, seat)


CIRCLE = ["play 3", "play Q Q", "pickup", "play 2 2", "play Q Q", "pickup"]


def circling(hidden: str, down: str) -> State:
    """A game that goes round in a circle, while seat 1 cannot see one card of seat 0."""
    spec = "castle,repetition=3"
    return lay([f"2 2 Q Q {hidden}", "3 J"], up=["J", ""], down=["9", down], known=["2 2 Q Q", ""], player=1, spec=spec)


def test_a_seat_keeps_no_trace_of_hands_although_positions_return() -> None:
    one, other = circling("4", "5"), circling("5", "4")
    for n in range(20):
        assert left(one, 1) == left(other, 1) and left(one, 0) != left(other, 0)
        assert one.seat(1).resample(n) == other.seat(1).resample(n)
        for state in (one, other):
            play(state, CIRCLE[n % 6])
    assert one.to_dict()["anchor"] != other.to_dict()["anchor"]


def test_returns_are_counted_alike_in_the_truth_and_in_imagined_worlds() -> None:
    """Everybody sees that a position has come back, so a search may judge by it."""
    state = circling("4", "5")
    ends = set()
    for n in range(14):
        play(state, CIRCLE[n % 6])
        for seed in range(8):
            world, m = state.seat(1).resample(seed), n + 1
            while not world.over:
                play(world, CIRCLE[m % 6])
                m += 1
            assert world.reason == "repetition"
            ends.add(m)
    assert len(ends) == 1


def test_who_forgets_what_others_took_does_not_count_returns() -> None:
    state = circling("4", "5")
    play(state, *CIRCLE)
    seat = state.seat(1)

    def watched(memory: int) -> dict[str, int]:
        view = seat.forget(memory).view()
        return {name: view[name] for name in ("anchor_seen", "anchor") if name in view}

    assert watched(-1)["anchor_seen"] > 0 and watched(-1)["anchor"] > 0 and watched(-3) == watched(-1)
    assert watched(-2) == {} == watched(0)
    assert {seat.forget(memory).view()["since"] for memory in (-1, -3, -2, 0)} == {seat.view()["since"]}


@pytest.mark.parametrize("castle", ["sequential", "simultaneous", "swap"])
def test_nobody_knows_before_the_play_who_will_begin_by_lot(castle: str) -> None:
    state = game("castle", players=4, castle=castle, first="random").new(3)
    drawn = {state.seat(1).resample(n).to_dict().get("first", 0) for n in range(60)}
    assert drawn == {0, 1, 2, 3}
    while state.view(0)["phase"] in ("castle", "swap"):
        assert "first" not in state.view(0)
        state.apply(state.legal()[-1])
    assert {state.seat(1).resample(n).to_dict().get("first", 0) for n in range(60)} == {state.view(0).get("first", 0)}
    assert state.view(0).get("first", 0) == state.to_dict().get("first", 0)


def test_without_a_lot_nothing_is_drawn_that_nobody_will_ask_for() -> None:
    assert all("first" not in game("castle", players=4).new(seed).to_dict() for seed in range(10))
