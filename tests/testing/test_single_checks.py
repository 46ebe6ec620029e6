"""Single checks of the laws, each with a defect that only it finds; the larger ones are in the tests of defects."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from cardlab import Action, Event, EventKind, Rng, Seat, State, pack
from cardlab.core.features import Observer, PythonObserver
from cardlab.core.game import Ledger
from cardlab.core.plain import PlainState
from cardlab.core.replay import Replay
from cardlab.core.result import Result
from cardlab.core.table import Table as LaidTable
from cardlab.testing import Law, LawBroken, check_game
from tests.testing.duel import Duel, Table, TellingDuel
from tests.testing.test_observations import COLUMNS, look

_ticks = itertools.count()


def with_state(kind: type[PlainState], base: type[Duel] = Duel) -> type[Duel]:
    """Duel with another class of states."""

    class Other(base):  # type: ignore[misc, valid-type]
        def blank(self) -> State:
            return kind(self)

    Other.__name__ = Other.__qualname__ = f"With{kind.__name__.strip('_')}"
    globals()[Other.__name__] = Other
    return Other


# ---- values and seeds ------------------------------------------------------------------------------------------------


class _OtherDeal(Duel):
    def start(self, rng: Rng) -> Table:
        return super().start(Rng(5))


class PickledIntoAnotherGame(Duel):
    def __reduce__(self) -> tuple[Any, ...]:
        return _OtherDeal, ()


class _Restless(PlainState):
    """Its hash changes once something has happened."""

    __eq__ = PlainState.__eq__

    def __hash__(self) -> int:
        return next(_ticks) if self.position.gone else 1


class _Touchy(PlainState):
    """Whoever asks for the first seat with what was played turns the discarded cards around."""

    def seat(self, player: int, history: Any = ()) -> Seat:
        if len(history) > 1 and player == 0:
            self.position.gone.reverse()
        return super().seat(player, history)


class _Uncopied(PlainState):
    def copy(self) -> State:
        raise ValueError("there is only one")


class _Unhashed(PlainState):
    def digest(self) -> str:
        raise ValueError("no hash")


class _Stuck(PlainState):
    """Cannot be played on at random."""

    def rollout(self, rng: Rng, limit: int = 0) -> None:  # type: ignore[override]
        raise ValueError("no dice")


class DealThatFails(Duel):
    def start(self, rng: Rng) -> Table:
        raise ValueError("no cards")


class GameThatIsEqualToNone(Duel):
    def __eq__(self, other: object) -> bool:
        return False

    __hash__ = Duel.__hash__


class _Loose(PlainState):
    """Looks at positions only, when it is compared."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.to_dict() == other.to_dict()

    __hash__ = PlainState.__hash__


# ---- actions and results ---------------------------------------------------------------------------------------------


class ActionWithoutText(Duel):
    def action_text(self, action: Action) -> str:
        return " "


class ActionThatFindsNoWords(Duel):
    def action_text(self, action: Action) -> str:
        raise ValueError("no words")


class AnyTextIsAnAction(Duel):
    def parse_action(self, text: str) -> Action:
        return super().parse_action(text) if text.startswith("card") else pack(1, 0)


class _Winner(PlainState):
    @property
    def result(self) -> Result | None:
        found = super().result
        return None if found is None else Result((1, 2) if found.scores[0] < 1 else (2, 1), found.scores, found.reason)


class _Lonely(PlainState):
    @property
    def result(self) -> Result | None:
        return None if super().result is None else Result((1,), (1.0,), "alone")


# ---- cards -----------------------------------------------------------------------------------------------------------


class CardsThatCannotBeCounted(Duel):
    def inventory(self, state: State) -> Any:
        raise ValueError("too many")


class CardsThatCannotBeCountedLater(Duel):
    def inventory(self, state: State) -> Any:
        return super().inventory(state) if not state.position.laid else 1 // 0


class Burning(TellingDuel):
    """Cards that were laid count no more, and that is told."""

    def inventory(self, state: State) -> Any:
        return sorted([*state.position.hands[0], *state.position.hands[1], *state.position.deck])

    def ledger(self) -> Ledger:
        return self.after

    def after(self, cards: list[int], event: Event) -> list[int]:
        """What is left after something was told."""
        return [card for card in cards if event.kind != "laid" or card != event.fields["card"]]


class LossThatIsNotTold(Burning):
    def settle(self, position: Table) -> None:
        super().settle(position)
        if position.deck:
            position.gone.append(position.deck.pop())


class CountThatFails(Burning):
    def after(self, cards: list[int], event: Event) -> list[int]:
        raise ValueError("no ledger")


class Uncounted(Duel):
    def inventory(self, state: State) -> Any:
        return None


# ---- seats -----------------------------------------------------------------------------------------------------------


class _LargeSeat(Seat):
    @property
    def players(self) -> int:
        return 3


class _SleepySeat(Seat):
    @property
    def to_move(self) -> int | None:
        return None


class _WornSeat(Seat):
    """What it shows changes when it is asked for a world."""

    asked = 0

    def resample(self, rng: Any = None) -> State:
        self.asked += 1
        return super().resample(rng)

    def view(self) -> dict[str, Any]:
        return {**super().view(), **({"asked": True} if self.asked > 2 else {})}


def seated(kind: type[Seat]) -> type[Duel]:
    """Duel with another class of seats."""

    class Sitting(PlainState):
        def seat(self, player: int, history: Any = ()) -> Seat:
            return kind(self, player)

    Sitting.__name__ = Sitting.__qualname__ = f"Sitting{kind.__name__}"
    globals()[Sitting.__name__] = Sitting
    return with_state(Sitting)


@dataclass
class Dreamt(Table):
    """A table that can be marked as imagined."""

    imagined: int = 0


class WorldThatCannotBeReadBack(Duel):
    def start(self, rng: Rng) -> Table:
        table = super().start(rng)
        return Dreamt(table.hands, table.deck)

    def hide(self, position: Table, seat: int) -> None:
        super().hide(position, seat)
        position.imagined = 0  # type: ignore[attr-defined]

    def fill(self, position: Table, seat: int, rng: Rng) -> None:
        super().fill(position, seat, rng)
        position.imagined = 1  # type: ignore[attr-defined]

    def load(self, state: State, position: Any, seat: int | None = None) -> None:
        super().load(state, {**position, "imagined": 0}, seat)


class SeatThatCannotSee(Duel):
    def hide(self, position: Table, seat: int) -> None:
        raise ValueError("too dark")


# ---- events, tables, observers ---------------------------------------------------------------------------------------


class _Deaf(PlainState):
    def apply(self, action: Any) -> None:
        if self.listener is not None:
            raise ValueError("nobody listens")
        super().apply(action)


class _DeafInTheEnd(PlainState):
    def apply(self, action: Any) -> None:
        if self.listener is not None and len(self.position.gone) == 6:
            raise ValueError("nobody listens any more")
        super().apply(action)


class _Babbling(PlainState):
    def apply(self, action: Any) -> None:
        super().apply(action)
        if self.listener is not None and self.over:
            self.listener("something happened")  # type: ignore[arg-type]


class EventWithoutWords(TellingDuel):
    def events(self) -> Sequence[EventKind]:
        _, *others = super().events()
        return (EventKind("laid", ("card",), " "), *others)


class EventThatFindsNoWords(TellingDuel):
    def events(self) -> Sequence[EventKind]:
        _, *others = super().events()
        return (EventKind("laid", ("card",), "lays {it}", phrases={"it": lambda fields: str(1 // 0)}), *others)


class MoveWithoutWords(Duel):
    def table(self, view: Mapping[str, Any], seat: int | None, legal: Sequence[Action]) -> LaidTable:
        table = super().table(view, seat, legal)
        return replace(table, moves=tuple(replace(move, words="") for move in table.moves))


class _Wide(PythonObserver):
    @property
    def width(self) -> int:
        return 7


class ObserverOfAnotherWidth(Duel):
    def observer(self) -> Observer:
        return _Wide(COLUMNS, look)


DEFECTS: list[tuple[type[Duel], Law, str]] = [
    (DealThatFails, Law.SEED, "dealing failed with ValueError: no cards"),
    (PickledIntoAnotherGame, Law.SEED, "the pickled game deals other cards"),
    (with_state(_Unhashed), Law.SEED, "comparing two states failed with ValueError: no hash"),
    (with_state(_Uncopied), Law.VALUES, "copying and hashing failed with ValueError: there is only one"),
    (with_state(_Restless), Law.VALUES, "the hash of a state changes by itself"),
    (with_state(_Touchy), Law.VALUES, "looking at the state changed it, or its hash changes by itself"),
    (with_state(_Stuck), Law.VALUES, "playing on at random failed with ValueError: no dice"),
    (with_state(_Loose, GameThatIsEqualToNone), Law.VALUES, "belongs to another game"),
    (ActionWithoutText, Law.ACTIONS, "has no text but ' '"),
    (ActionThatFindsNoWords, Law.ACTIONS, "putting an action into words failed with ValueError: no words"),
    (AnyTextIsAnAction, Law.INPUT, "any text is read as an action"),
    (with_state(_Winner), Law.RESULTS, r"places \(.*\) do not follow scores"),
    (with_state(_Lonely), Law.RESULTS, "not all of 2 players are in"),
    (CardsThatCannotBeCounted, Law.CARDS, "counting everything failed with ValueError: too many"),
    (CardsThatCannotBeCountedLater, Law.CARDS, "counting after 'card .' failed with ZeroDivisionError"),
    (LossThatIsNotTold, Law.CARDS, "but by what was told"),
    (CountThatFails, Law.CARDS, "counting what was made and lost failed with ValueError: no ledger"),
    (seated(_LargeSeat), Law.FAIR, "seat 0 calls itself seat 0"),
    (seated(_SleepySeat), Law.FAIR, "seat 0 thinks that None is to move, not 0"),
    (seated(_WornSeat), Law.FAIR, "resampling changed what seat 0 sees"),
    (WorldThatCannotBeReadBack, Law.FAIR, "a resample of seat 0 is no possible position"),
    (SeatThatCannotSee, Law.FAIR, "looking through seat 0 failed with ValueError: too dark"),
    (with_state(_Deaf), Law.EVENTS, "listening to the action .* failed with ValueError: nobody listens"),
    (with_state(_DeafInTheEnd), Law.EVENTS, "playing with a listener failed with ValueError: nobody listens any more"),
    (with_state(_Babbling), Law.EVENTS, "'something happened' is no event"),
    (EventWithoutWords, Law.EVENTS, "has no words"),
    (EventThatFindsNoWords, Law.EVENTS, "failed with ZeroDivisionError"),
    (MoveWithoutWords, Law.TABLES, "the move 256 has no words|the move .* has no words"),
    (ObserverOfAnotherWidth, Law.OBSERVATIONS, "the observer has 3 columns and is 7 wide"),
]  # fmt: skip


@pytest.mark.parametrize(("defect", "law", "words"), DEFECTS, ids=[defect.__name__ for defect, _, _ in DEFECTS])
def test_each_single_check_finds_its_defect(defect: type[Duel], law: Law, words: str) -> None:
    with pytest.raises(LawBroken) as caught:
        check_game(defect)
    assert re.search(words, caught.value.detail), caught.value.detail
    assert caught.value.law is law


def test_a_replay_that_ends_elsewhere_when_it_is_read_back_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def of_another_deal(told: Mapping[str, Any]) -> Replay:
        return Replay.of(Duel().new(0), [], seed=0)

    monkeypatch.setattr("cardlab.testing.check._is_installed", lambda _: True)
    monkeypatch.setattr("cardlab.testing.check.Replay.from_dict", of_another_deal)
    with pytest.raises(LawBroken, match="the replay ends elsewhere") as caught:
        check_game(Duel, games=1)
    assert caught.value.law is Law.SEED


def test_what_is_made_and_lost_by_the_rules_may_be_if_it_is_told() -> None:
    assert check_game(Burning, games=2).laws == tuple(Law)


def test_a_check_says_that_a_game_has_no_inventory() -> None:
    report = check_game(Uncounted, games=1)
    assert report.laws == tuple(law for law in Law if law is not Law.CARDS)
    assert "keeps all laws but one, for it has no inventory: 1 games" in str(report)
