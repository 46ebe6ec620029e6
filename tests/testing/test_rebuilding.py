"""A view that does not tell all that a seat holds, or that cannot be read back, is found."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

import pytest

from cardlab import Game, Rng, State, game
from cardlab.core.plain import PlainState
from cardlab.errors import PluginError
from cardlab.games.castle import Castle
from cardlab.testing import Law, LawBroken, check_game
from tests.testing.duel import Duel, Table


class ViewThatTellsLessThanTheSeatKnows(Duel):
    """The seat remembers in which order cards were played; its view does not."""

    def view_of(self, info: State, seat: int) -> dict[str, Any]:
        view = super().view_of(info, seat)
        return view | {"gone": sorted(view["gone"])}


class ViewWithoutAPart(Duel):
    def view_of(self, info: State, seat: int) -> dict[str, Any]:
        view = super().view_of(info, seat)
        del view["points"]
        return view


class ViewThatDoesNotSayWhoLooks(Duel):
    def view_of(self, info: State, seat: int) -> dict[str, Any]:
        return self.position_of(info)


class ViewOfTheOtherSeat(Duel):
    """Both see the same here, so only the number is wrong."""

    def hide(self, position: Table, seat: int) -> None:
        pass

    def fill(self, position: Table, seat: int, rng: Rng) -> None:
        pass

    def view_of(self, info: State, seat: int) -> dict[str, Any]:
        return super().view_of(info, seat) | {"seat": 0}


class LoadThatIgnoresAPartOfAView(Duel):
    def load(self, state: State, position: Mapping[str, Any], seat: int | None = None) -> None:
        super().load(state, position, seat)
        if seat is not None:
            state.position.points = [0, 0]


class LoadThatKnowsNoSeats(Duel):
    def load(self, state: State, position: Mapping[str, Any]) -> None:  # type: ignore[override]
        super().load(state, position)


class LoadThatTakesAViewForAPosition(Duel):
    """What is hidden from the seat is refused, as if it were missing."""

    def load(self, state: State, position: Mapping[str, Any], seat: int | None = None) -> None:
        super().load(state, position)


class LoadThatMakesUpWhatIsHidden(Duel):
    def load(self, state: State, position: Mapping[str, Any], seat: int | None = None) -> None:
        super().load(state, position, seat)
        if seat is not None:
            self.fill(own(state).position, seat, Rng(1))


def own(state: State) -> PlainState:
    assert isinstance(state, PlainState)
    return state


class CastleThatKeepsConclusionsToItself(Castle):
    """Who had to take the pile has nothing that would have fitted: the seat knows it, its view does not tell."""

    def view_of(self, info: State, seat: int) -> dict[str, Any]:
        return {name: part for name, part in super().view_of(info, seat).items() if name not in ("barred", "tight")}


class CastleThatIsRebuiltWithAnotherNumber(Castle):
    def load(self, state: State, position_: Mapping[str, Any], seat: int | None = None) -> None:
        parts = {name: part for name, part in position_.items() if seat is None or name != "decisions"}
        super().load(state, parts, seat)


@pytest.mark.parametrize(
    ("defect", "words"),
    [
        (ViewThatTellsLessThanTheSeatKnows, "seat 0 imagines other worlds with the same random numbers"),
        (ViewWithoutAPart, "rebuilding seat 0 from its view.*a position of duel has the parts"),
        (ViewThatDoesNotSayWhoLooks, "rebuilding seat 0 from its view.*'seat' of a view must be a whole number from 0 to 1"),
        (ViewOfTheOtherSeat, "rebuilt from its view, seat 1 is seat 0"),
        (LoadThatIgnoresAPartOfAView, "rebuilt from its view, seat [01] has another view"),
        (LoadThatKnowsNoSeats, "rebuilding seat 0 from its view.*positional argument"),
        (LoadThatTakesAViewForAPosition, "rebuilding seat 0 from its view.*holds the cards 0 to 7 once each"),
        (LoadThatMakesUpWhatIsHidden, "rebuilding seat 0 from its view.*'deck', 'hands' does not go with the rest"),
        (
            CastleThatKeepsConclusionsToItself,
            r"holds something that its view does not tell, or not so: barred is \[.*tight is \[",
        ),
        (CastleThatIsRebuiltWithAnotherNumber, "rebuilt from its view, seat 0 has another view"),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else "",
)
def test_a_view_that_is_not_all_of_a_seat_is_found(defect: type[Game], words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """By this law alone; truths that look alike are tested before it and find some of these too."""
    monkeypatch.setattr("cardlab.testing.check.check_lookalikes", lambda *_: None)
    with pytest.raises(LawBroken) as caught:
        check_game(defect)
    assert caught.value.law is Law.VIEWS
    assert re.search(words, caught.value.detail, re.DOTALL), caught.value.detail


def test_a_part_of_a_position_cannot_be_called_seat() -> None:
    class Seated(Duel):
        def position_of(self, state: State) -> dict[str, Any]:
            return {**super().position_of(state), "seat": 1}

    with pytest.raises(PluginError, match="a part of a position is called 'seat', which in a view says whose view it is"):
        Seated().new(1).view(0)


@pytest.mark.parametrize("spec", ["castle,players=3", "locm", None])
def test_a_rebuilt_seat_has_seen_no_move_and_goes_on_like_the_other(spec: str | None) -> None:
    rules = Duel() if spec is None else game(spec)
    state, rng = rules.new(5), Rng(5)
    for _ in range(5):
        state.apply(state.random_action(rng))
    for player in range(rules.players):
        seat = state.seat(player)
        rebuilt = rules.from_view(seat.view())
        assert rebuilt == seat and (rebuilt.player, rebuilt.view(), rebuilt.legal()) == (player, seat.view(), seat.legal())
        assert rebuilt.memory == seat.memory and (seat.memory == b"") == (spec is None)
        assert rebuilt.history == [] and [rebuilt.resample(n) for n in range(5)] == [seat.resample(n) for n in range(5)]


def test_a_rebuilt_seat_does_not_share_its_view() -> None:
    view = Duel().new(1).view(0)
    rebuilt = Duel().from_view(view)
    view["hands"][0].clear()
    assert len(rebuilt.view()["hands"][0]) == 2
