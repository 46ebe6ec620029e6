"""Luck in play: part of the state, erased for seats, new in imagined worlds, and replaced by scripts."""

from __future__ import annotations

import pickle
from typing import Any

import pytest

from cardlab import Action, Rng, Script, Seat, State, game, make_agent, play_match
from cardlab.core.plain import Dice, PlainState
from cardlab.errors import PluginError, PositionError, ScriptError
from cardlab.testing import Law, LawBroken, check_game
from tests.core.dice import AGAIN, HOLD, LEAVE, ROLL, Pig, Table


def scripted(*outcomes: Any, seed: int = 1) -> State:
    """A game whose dice are told."""
    state = Pig().new(seed)
    state.script = Script(outcomes)
    return state


def test_a_copy_has_the_same_future_and_a_position_keeps_it() -> None:
    state = Pig().new(3)
    twins = [
        state.copy(),
        Pig().from_dict(state.to_dict()),
        Pig().from_bytes(state.to_bytes()),
        pickle.loads(pickle.dumps(state)),
    ]
    for _ in range(12):
        action = state.legal()[0]
        state.apply(action)
        for twin in twins:
            twin.apply(action)
            assert twin == state and twin.luck == state.luck
    assert state.luck is not None and state.luck[2] > 0


def test_a_position_without_luck_can_be_played_on() -> None:
    position = {name: part for name, part in Pig().new(3).to_dict().items() if name != "luck"}
    state = Pig().from_dict(position)
    state.apply(ROLL)
    assert 1 <= state.position.rolled <= 6


@pytest.mark.parametrize(
    "luck", [[0, 0, 0], [1, 2], [1, 2, "3"], [1 << 64, 1, 1], [-1, 1, 1], [1, 1, 1 << 32], None, "abc", [True, 1, 1]]
)
def test_luck_that_cannot_be_is_refused(luck: Any) -> None:
    with pytest.raises(PositionError, match="'luck'"):
        Pig().from_dict({**Pig().new(3).to_dict(), "luck": luck})


def test_games_that_draw_nothing_in_play_have_no_luck() -> None:
    state = game("castle").new(1)
    assert state.luck is None and "luck" not in state.to_dict() and state.turn == state.player
    with pytest.raises(PositionError, match="castle draws nothing after the deal"):
        state.luck = (1, 2, 3)
    with pytest.raises(PositionError, match="no part 'luck'"):
        game("castle").from_dict({**state.to_dict(), "luck": [1, 2, 3]})


def test_worlds_that_a_seat_imagines_have_futures_of_their_own() -> None:
    state = Pig().new(3)
    worlds = [state.seat(0).resample(seed) for seed in range(200)]
    rolls = []
    for world in worlds:
        world.apply(ROLL)
        rolls.append(world.position.rolled)
    assert {rolls.count(face) > 15 for face in range(1, 7)} == {True}
    assert state.seat(0).resample(1) == state.seat(0).resample(1)


def test_whose_turn_it_is_differs_from_who_decides() -> None:
    state = scripted(3)
    mine = state.turn
    state.apply(ROLL)
    assert (state.turn, state.player) == (mine, 1 - (mine or 0))


def test_a_script_says_what_comes() -> None:
    state = scripted(3, (1, 5), 0, 4)
    for action in (ROLL, LEAVE, ROLL, AGAIN):
        state.apply(action)
    assert state.position == Table([0, 0], 0, 1 - (Pig().new(1).turn or 0), 0, state.position.left, 4)
    assert state.script is not None and state.script.told == [(1, 6, 3), (1, 6, 5), (1, 6, 0)] and state.script.left == 1


@pytest.mark.parametrize(
    ("outcomes", "words"),
    [
        ((6,), "outcome 1 of the script is 6, but there are the possibilities 0 to 5"),
        ((-1,), "outcome 1 of the script is -1"),
        (((2, 3),), "is for chance of kind 2, but kind 1 is drawn"),
        ((), "the script ends after 0 outcomes, but one more is drawn"),
    ],
)
def test_a_script_that_does_not_fit_changes_nothing(outcomes: Any, words: str) -> None:
    state = scripted(*outcomes)
    before = state.digest()
    with pytest.raises(ScriptError, match=words):
        state.apply(ROLL)
    assert state.digest() == before and state.script is not None and state.script.told == []
    state.script = Script([2])
    state.apply(ROLL)
    assert state.position.rolled == 3


@pytest.mark.parametrize("outcome", ["1", 1.0, True, None, (1, "2"), (1, 2, 3)])
def test_an_outcome_is_a_number(outcome: Any) -> None:
    with pytest.raises(ScriptError, match="is no outcome"):
        Script([outcome])


def test_a_script_without_outcomes_takes_down_what_luck_brings() -> None:
    state, heard = Pig().new(9), Pig().new(9)
    heard.script = Script()
    for _ in range(6):
        heard.apply(heard.legal()[0])
        state.apply(state.legal()[0])
    assert heard == state and heard.script.told and heard.copy().script is None


def test_agents_play_games_of_chance() -> None:
    result = play_match(Pig(), [make_agent(Pig(), "ismcts:60"), "random"], games=40, seed=2)
    assert result.games == 40 and result.roles[0].score > 0.55
    again = play_match(Pig(), ["flat:30", "random"], games=6, seed=2)
    assert [row["score1"] for row in again.rows()] == [
        row["score1"] for row in play_match(Pig(), ["flat:30", "random"], games=6, seed=2).rows()
    ]


def test_the_laws_hold() -> None:
    report = check_game(Pig, games=12)
    assert report.games == 12 and Law.LUCK in report.laws


class _SeatWithTheFuture(Seat):
    def __init__(self, truth: State, player: int) -> None:
        super().__init__(truth, player)
        self._future = truth.luck

    def resample(self, rng: Any) -> State:
        world = super().resample(rng)
        world.luck = self._future
        return world


class _SeatWithOneFuture(_SeatWithTheFuture):
    def __init__(self, truth: State, player: int) -> None:
        super().__init__(truth, player)
        self._future = (9, 9, 0)


class _Telling(PlainState):
    seat_kind: type[Seat] = _SeatWithTheFuture

    def seat(self, player: int, history: Any = ()) -> Seat:
        return self.seat_kind(self, player)


class _Narrow(_Telling):
    seat_kind = _SeatWithOneFuture


class _OtherDice(PlainState):
    def apply(self, action: Any) -> None:
        super().apply(action)
        if self.position.rolled and self.luck is not None:
            self.position.rolled = 1 + Rng(self.luck[0]).below(6)


class FutureThatCanBeRead(Pig):
    def blank(self) -> State:
        return _Telling(self)


class OnlyOneFuture(Pig):
    def blank(self) -> State:
        return _Narrow(self)


class DrawsElsewhere(Pig):
    def blank(self) -> State:
        return _OtherDice(self)


@pytest.mark.parametrize(
    ("defect", "words"),
    [
        (FutureThatCanBeRead, "the future can be read from it|still holds what it should hide|they peek"),
        (OnlyOneFuture, "only one future would be thought of"),
        (DrawsElsewhere, "something is drawn elsewhere|playing by it failed"),
    ],
)
def test_a_planted_defect_is_found(defect: type[Pig], words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cardlab.testing.check.check_history", lambda *_: None)  # these seats know no history
    with pytest.raises(LawBroken, match=words) as caught:
        check_game(defect)
    assert caught.value.law in (Law.LUCK, Law.FAIR)


def test_nothing_is_drawn_in_what_a_seat_was_left_with() -> None:
    class Rolling(Pig):
        def view_of(self, info: State, seat: int) -> dict[str, Any]:
            return {"soon": Dice(info).below(6)}

    with pytest.raises(PluginError, match="nothing can be drawn in what a seat was left with"):
        Rolling().new(1).seat(0).view()


class Clumsy(Pig):
    """A die that falls off the table: the rules fail after they have begun."""

    def play(self, position: Any, action: Action, dice: Dice) -> None:
        super().play(position, action, dice)
        if action == ROLL:
            raise RuntimeError("the die is gone")


def test_rules_in_python_that_fail_leave_everything_as_it_was() -> None:
    state = Clumsy().new(3)
    before, luck = state.to_dict(), state.luck
    with pytest.raises(RuntimeError, match="the die is gone"):
        state.apply(ROLL)
    assert (state.to_dict(), state.luck) == (before, luck)
    state.apply(HOLD)
    assert state.to_dict() != before
