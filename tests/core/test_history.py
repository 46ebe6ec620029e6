"""What was played reaches a seat, without what the seat could not see."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from cardlab import HIDDEN, Action, Rng, State, game, pack
from cardlab.errors import PluginError, PositionError
from tests.testing.duel import Duel, Table


def play(state: State, moves: int, seed: int = 0) -> list[tuple[int, Action]]:
    """Play at random; return what was played."""
    rng, played = Rng(seed), []
    for _ in range(moves):
        assert state.player is not None
        played.append((state.player, rng.choice(state.legal())))
        state.apply(played[-1][1])
    return played


def test_a_seat_remembers_what_was_played() -> None:
    state = game("castle").new(1)
    played = play(state, 5)
    assert state.seat(0, played).history == played
    assert state.seat(0).history == []


def test_a_choice_is_hidden_until_all_are_in() -> None:
    state = game("castle,castle=simultaneous").new(1)
    pick = state.legal()[3]
    state.apply(pick)
    assert state.seat(0, [(0, pick)]).history == [(0, pick)]
    assert state.seat(1, [(0, pick)]).history == [(0, HIDDEN)]
    last = state.legal()[0]
    state.apply(last)
    assert state.seat(1, [(0, pick), (1, last)]).history == [(0, pick), (1, last)]


def test_what_the_other_drafts_is_no_action_that_somebody_could_have_made() -> None:
    state = game("locm").new(3)
    played = play(state, 60)
    for seat in (0, 1):
        told = state.seat(seat, played).history
        assert told == [(mover, action if mover == seat else HIDDEN) for mover, action in played]
    assert HIDDEN not in game("locm").new(3).legal()
    assert state.text(HIDDEN) == state.seat(0).text(HIDDEN) == "(hidden)"


def test_a_seat_handed_on_tells_no_more_than_the_first_one() -> None:
    """The history of a seat can be given to another state's seat; what was hidden stays so, also when it would be open now."""
    state = game("castle,castle=simultaneous").new(1)
    pick = state.legal()[3]
    state.apply(pick)
    told = state.seat(1, [(0, pick)]).history
    state.apply(state.legal()[0])
    assert state.seat(1, told).history == [(0, HIDDEN)]


@pytest.mark.parametrize("spec", ["castle,castle=simultaneous,players=3", "castle,repetition=3", "locm"])
@pytest.mark.parametrize("moves", [0, 1, 7, 40, 75])
def test_a_pickled_seat_is_the_same_seat(spec: str, moves: int) -> None:
    state = game(spec).new(5)
    played = play(state, moves)
    for player in range(state.players):
        seat = state.seat(player, played)
        twin = pickle.loads(pickle.dumps(seat))
        assert twin == seat and hash(twin) == hash(seat) and twin.history == seat.history and twin.legal() == seat.legal()
        assert [twin.resample(n) for n in range(3)] == [seat.resample(n) for n in range(3)]


def test_a_pickled_seat_does_not_carry_what_it_hides() -> None:
    """Two games that look the same to a player give the same pickle."""
    one = game("castle,castle=simultaneous").new(1)
    two = one.copy()
    first, second = one.legal()[0], one.legal()[3]
    one.apply(first)
    two.apply(second)
    assert one != two
    assert pickle.dumps(one.seat(1, [(0, first)])) == pickle.dumps(two.seat(1, [(0, second)]))


def test_a_seat_does_not_change_when_the_game_goes_on() -> None:
    state = game("castle").new(2)
    played = play(state, 4)
    seat = state.seat(0, played)
    before = seat.view(), seat.history, seat.legal(), seat.resample(1)
    twin, forgetful = seat.copy(), seat.forget(0)
    play(state, 20)
    assert (seat.view(), seat.history, seat.legal(), seat.resample(1)) == before
    assert (twin.view(), twin.history, twin.legal(), twin.resample(1)) == before
    assert forgetful.history == seat.history


def test_a_history_longer_than_there_is_room_for_keeps_its_end() -> None:
    state = game("castle").new(1)
    long = [(i % 2, pack(4, i % 13, 1)) for i in range(5000)]
    seat = state.seat(0, long)
    assert seat.history == long[-4096:]
    assert seat.copy().history == long[-4096:]


@pytest.mark.parametrize("row", [(2, 1), (-1, 1), (0, -2), (0, 1 << 63), ("0", 1), (0,), (0, 1, 2), None, (0, None), 7])
def test_a_history_of_nonsense_is_refused(row: Any) -> None:
    with pytest.raises(PositionError, match="is no move: a history has rows"):
        game("castle").new(1).seat(0, [row])


class Masked(Duel):
    """Duel with the leader's card face down until it is answered."""

    name = "masked"

    def hide(self, position: Table, seat: int) -> None:
        super().hide(position, seat)
        if position.laid and position.leader != seat:
            position.laid = [-1]

    def seen(self, position: Table, action: Action, mover: int, seat: int) -> Action:
        return HIDDEN if mover != seat and position.laid == [-1] and not self._is_open(position, action) else action

    def _is_open(self, position: Table, action: Action) -> bool:
        return action >> 8 in position.gone


def test_a_game_in_plain_python_says_what_others_see() -> None:
    state = Masked().new(1)
    lead = state.legal()[0]
    state.apply(lead)
    assert state.seat(0, [(0, lead)]).history == [(0, lead)]
    assert state.seat(1, [(0, lead)]).history == [(0, HIDDEN)]
    answer = state.legal()[0]
    state.apply(answer)
    assert state.seat(1, [(0, lead), (1, answer)]).history == [(0, lead), (1, answer)]


class Liar(Duel):
    def seen(self, position: Table, action: Action, mover: int, seat: int) -> Action:
        return pack(1, 3)


def test_a_plain_game_that_makes_up_actions_is_told_so() -> None:
    state = Liar().new(1)
    with pytest.raises(PluginError, match="seen gives 769 for the action 257; it is the action, or HIDDEN"):
        _ = state.seat(0, [(0, pack(1, 1))]).history
