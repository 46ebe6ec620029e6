"""Every kind of planted defect is found, and the right law is named."""

from __future__ import annotations

import itertools
import random
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from cardlab import HIDDEN as NOT_SEEN
from cardlab import Action, ActionKind, Event, EventKind, Facts, Part, Rng, Seat, State, game, pack, source_of
from cardlab.agents.agent import PythonAgent
from cardlab.core.looks import Looks, MarkLook
from cardlab.core.plain import Dice, PlainState, Teller
from cardlab.core.table import Table as LaidTable
from cardlab.errors import PluginError
from cardlab.testing import Check, Law, LawBroken, check_game
from cardlab.testing.keeping import check_history, check_referee
from cardlab.testing.trial import Trial
from tests.testing.duel import HIDDEN, Duel, Table, TellingDuel


class OpenDuel(Duel):
    """Everybody sees everything."""

    def hide(self, position: Table, seat: int) -> None:
        pass

    def fill(self, position: Table, seat: int, rng: Rng) -> None:
        pass


class LeakInTheSeat(Duel):
    def hide(self, position: Table, seat: int) -> None:
        position.deck = [HIDDEN] * len(position.deck)


class LeakOfADerivedFact(Duel):
    def hide(self, position: Table, seat: int) -> None:
        hint = -sum(position.hands[1 - seat])
        super().hide(position, seat)
        position.deck = [hint for _ in position.deck]


class _SeatWithTruth(Seat):
    def __init__(self, truth: State, player: int) -> None:
        super().__init__(truth, player)
        self.source = truth


class _TellingState(PlainState):
    def seat(self, player: int) -> Seat:
        return _SeatWithTruth(self, player)


class SeatThatLeadsToTheTruth(Duel):
    def blank(self) -> State:
        return _TellingState(self)


class _LiveSeat(Seat):
    """Looks at whatever the game has come to."""

    def __new__(cls, truth: State, player: int, played: list[tuple[int, Action]]) -> _LiveSeat:
        return super().__new__(cls)

    def __init__(self, truth: State, player: int, played: list[tuple[int, Action]]) -> None:
        super().__init__(truth, player)
        self._truth, self._played = truth, played

    @property
    def history(self) -> list[tuple[int, Action]]:
        return self._played

    def view(self) -> dict[str, Any]:
        return Seat(self._truth, self.player).view()

    def legal(self) -> list[Action]:
        return list(Seat(self._truth, self.player).legal())


class _LiveState(PlainState):
    def seat(self, player: int, history: Any = ()) -> Seat:
        return _LiveSeat(self, player, list(history))


class SeatThatGoesOnWithTheGame(Duel):
    def blank(self) -> State:
        return _LiveState(self)


@dataclass
class Marked(Table):
    """A table with a mark that the view does not show."""

    mark: int = 0


class _MarkedDuel(Duel):
    def start(self, rng: Rng) -> Table:
        table = super().start(rng)
        return Marked(table.hands, table.deck)

    def view_of(self, info: State, seat: int) -> dict[str, Any]:
        return {key: value for key, value in super().view_of(info, seat).items() if key != "mark"}

    def load(self, state: State, position: Any, seat: int | None = None) -> None:
        super().load(state, position if seat is None else {**position, "mark": 0}, seat)


class SeatWithAHashOfTheTruth(_MarkedDuel):
    """What stands in the mark is the same in all resamples, so comparing those finds nothing."""

    def settle(self, position: Table) -> None:
        super().settle(position)
        assert isinstance(position, Marked)
        position.mark = sum(8**i * card for i, card in enumerate([*position.hands[0], *position.hands[1], *position.deck]))


class SeatThatKnowsWhoWillBegin(_MarkedDuel):
    """The mark decides who leads when the first trick is over; nobody can know it before."""

    def start(self, rng: Rng) -> Table:
        table = super().start(rng)
        assert isinstance(table, Marked)
        table.mark = rng.below(2)
        return table

    def settle(self, position: Table) -> None:
        super().settle(position)
        assert isinstance(position, Marked)
        if len(position.gone) == 2:
            position.leader, position.mark = position.mark, 0


class _FaceDown(Duel):
    """The leader's card lies face down until it is answered."""

    def hide(self, position: Table, seat: int) -> None:
        super().hide(position, seat)
        if position.laid and position.leader != seat:
            position.laid = [HIDDEN]

    def fill(self, position: Table, seat: int, rng: Rng) -> None:
        if position.laid == [HIDDEN]:
            unseen = self.unseen(position, seat)
            rng.shuffle(unseen)
            position.laid = [unseen[0]]
        super().fill(position, seat, rng)


class HistoryThatTellsAHiddenAction(_FaceDown):
    pass


class _TaleTeller(PlainState):
    def seat(self, player: int, history: Any = ()) -> Seat:
        return _SeatWithTales(self, player)


class _SeatWithTales(Seat):
    @property
    def history(self) -> list[tuple[int, Action]]:
        return [(0, pack(1, 0))]


class HistoryThatTellsAnotherAction(Duel):
    def blank(self) -> State:
        return _TaleTeller(self)


class _SharingState(PlainState):
    def copy(self) -> State:
        twin = self.game.blank()
        twin.position = self.position
        return twin


class CopyThatShares(Duel):
    def blank(self) -> State:
        return _SharingState(self)


class LostCard(Duel):
    def settle(self, position: Table) -> None:
        super().settle(position)
        position.gone.pop()

    def check_position(self, position: Table) -> None:
        pass


class IllegalLegalAction(Duel):
    def actions(self, position: Table) -> list[Action]:
        return [*super().actions(position), pack(1, position.gone[-1])] if position.gone else super().actions(position)


class ResampleThatPeeks(Duel):
    """The seat looks right, but the hidden state still holds the other hand, and the resample uses it."""

    def hide(self, position: Table, seat: int) -> None:
        pass

    def view_of(self, info: State, seat: int) -> dict[str, Any]:
        table = self.position_of(info)
        return {
            **table,
            "hands": [h if p == seat else len(h) for p, h in enumerate(table["hands"])],
            "deck": len(table["deck"]),
        }

    def fill(self, position: Table, seat: int, rng: Rng) -> None:
        position.deck.sort()
        rng.shuffle(position.deck)


class ResampleThatIsTheTruth(ResampleThatPeeks):
    def fill(self, position: Table, seat: int, rng: Rng) -> None:
        pass


class ResampleByOtherRandomNumbers(Duel):
    def fill(self, position: Table, seat: int, rng: Rng) -> None:
        super().fill(position, seat, Rng(random.getrandbits(60)))


class ResampleOfTheOwnHand(Duel):
    def fill(self, position: Table, seat: int, rng: Rng) -> None:
        super().fill(position, seat, rng)
        if position.deck:
            position.hands[seat][0], position.deck[0] = position.deck[0], position.hands[seat][0]


class ResampleThatLosesACard(Duel):
    def fill(self, position: Table, seat: int, rng: Rng) -> None:
        super().fill(position, seat, rng)
        if position.deck:
            position.deck[0] = position.deck[-1]


class ActionsThatDependOnHiddenCards(Duel):
    def actions(self, position: Table) -> list[Action]:
        own = super().actions(position)
        other = position.hands[1 - (self.to_move(position) or 0)]
        return own[:1] if 7 in other else own


class BrokenRoundTrip(Duel):
    def start(self, rng: Rng) -> Table:
        table = super().start(rng)
        table.points = (0, 0)  # type: ignore[assignment]
        return table

    def settle(self, position: Table) -> None:
        position.points = list(position.points)
        super().settle(position)


class ForgetsAPartWhenLoading(Duel):
    def load(self, state: State, position: Any, seat: int | None = None) -> None:
        super().load(state, position, seat)
        state.position.points = [0, 0]


class EndlessGame(Duel):
    def settle(self, position: Table) -> None:
        position.hands[0].append(position.laid.pop())
        position.hands[1].append(position.laid.pop())


class TextThatDoesNotParseBack(Duel):
    def action_text(self, action: Action) -> str:
        return f"card {source_of(action) ^ 1}"


class TextThatCannotBeRead(Duel):
    def action_text(self, action: Action) -> str:
        return f"the card {source_of(action)}"


class TwoActionsWithOneNumber(Duel):
    def actions(self, position: Table) -> list[Action]:
        return [*super().actions(position), super().actions(position)[0]]


class _ChangingState(PlainState):
    def apply(self, action: Any) -> None:
        self.position.points[0] += 1
        super().apply(action)
        self.position.points[0] -= 1


class StateChangedByAnIllegalAction(Duel):
    def blank(self) -> State:
        return _ChangingState(self)


class _TolerantState(PlainState):
    def apply(self, action: Any) -> None:
        super().apply(action if action in self.legal() else self.legal()[0])


class IllegalActionCarriedOut(Duel):
    def blank(self) -> State:
        return _TolerantState(self)


class UnknownPartOfAPosition(Duel):
    def load(self, state: State, position: Any, seat: int | None = None) -> None:
        super().load(state, {key: value for key, value in position.items() if key != "no such part"}, seat)


_ticks = itertools.count()


class HashThatChanges(Duel):
    def position_of(self, state: State) -> dict[str, Any]:
        return {**super().position_of(state), "leader": next(_ticks)}


class _HashedById(PlainState):
    __eq__ = PlainState.__eq__

    def __hash__(self) -> int:
        return id(self)


class HashOfTheObject(Duel):
    def blank(self) -> State:
        return _HashedById(self)


class NondeterministicDeal(Duel):
    def start(self, rng: Rng) -> Table:
        return super().start(Rng(random.getrandbits(60)))


class _FixedState(PlainState):
    def deal(self, rng: Rng, scenario: Rng | None = None) -> None:
        super().deal(rng if scenario is None else scenario)


class ScenarioThatFixesTheWholeDeal(Duel):
    def blank(self) -> State:
        return _FixedState(self)


class _LuckyState(PlainState):
    def deal(self, rng: Rng, scenario: Rng | None = None) -> None:
        super().deal(rng if scenario is None else Rng(next(_ticks)))


class ScenarioWithOtherLuck(Duel):
    def blank(self) -> State:
        return _LuckyState(self)


class DealWithoutLuck(Duel):
    """Not a defect: there is nothing to draw, so every game begins alike."""

    def start(self, rng: Rng) -> Table:
        return super().start(Rng(1))

    def fill(self, position: Table, seat: int, rng: Rng) -> None:
        pass

    def hide(self, position: Table, seat: int) -> None:
        pass


class NondeterministicPlay(Duel):
    def settle(self, position: Table) -> None:
        random.shuffle(position.deck)
        super().settle(position)


class ScoreOutOfRange(Duel):
    def scores(self, position: Table) -> list[float]:
        return [score * 2 for score in super().scores(position)]


class PlayerWithoutActions(Duel):
    def actions(self, position: Table) -> list[Action]:
        return super().actions(position) if len(position.gone) < 4 else []


class PlayerThatDoesNotExist(Duel):
    def to_move(self, position: Table) -> int | None:
        seat = super().to_move(position)
        return 2 if len(position.gone) >= 4 and seat == 1 else seat

    def actions(self, position: Table) -> list[Action]:
        return [pack(1)] if self.to_move(position) == 2 else super().actions(position)


class DrawToldToEverybody(TellingDuel):
    def tell_draw(self, tell: Teller, seat: int, card: int, left: int) -> None:
        tell("drew", seat, card=card, left=left)


class FieldThatRepeatsAHiddenOne(TellingDuel):
    def tell_draw(self, tell: Teller, seat: int, card: int, left: int) -> None:
        tell("drew", seat, card=card, left=10 * left + card, seats=[seat])


def _peek(fields: Mapping[str, int]) -> str:
    return str(fields["card"])


class SecretWordsThatNeedWhatIsHidden(TellingDuel):
    def events(self) -> Sequence[EventKind]:
        *others, drew = super().events()
        return (*others, replace(drew, secret="draws {it}", phrases={"it": _peek}))


class _Gossip(Event):
    def for_seat(self, seat: int | None) -> Event:
        return self


class _GossipingState(PlainState):
    def apply(self, action: Any) -> None:
        super().apply(action)
        if self.listener is not None:
            self.listener(_Gossip(EventKind("drew", ("card",), "draws {card}"), 0, {"card": 5}, (0,)))


class EventThatIsTheSameForEverybody(Duel):
    def blank(self) -> State:
        return _GossipingState(self)


class EventOfNoKind(TellingDuel):
    def tell_draw(self, tell: Teller, seat: int, card: int, left: int) -> None:
        tell("drawn", seat, card=card)


class _Turning(TellingDuel):
    """The same game, which tells whose turn begins with each decision."""

    def events(self) -> Sequence[EventKind]:
        return (*super().events(), EventKind("began", (), "is next", turn=True))

    def play(self, position: Table, action: Action, tell: Teller) -> None:  # type: ignore[override]
        super().play(position, action, tell)
        seat = self.told_seat(position)
        if seat is not None:
            tell("began", seat)

    def told_seat(self, position: Table) -> int | None:
        """Who is told to be next."""
        return self.to_move(position)


class TurnOfSomebodyElse(_Turning):
    def told_seat(self, position: Table) -> int | None:
        return 0


class TurnThatIsNotTold(_Turning):
    def told_seat(self, position: Table) -> int | None:
        return self.to_move(position) if len(position.gone) < 4 else None


class _Laid(Duel):
    """A table that something was done to."""

    def table(self, view: Mapping[str, Any], seat: int | None, legal: Sequence[Action]) -> LaidTable:
        return self.changed(super().table(view, seat, legal))

    def changed(self, table: LaidTable) -> LaidTable:
        return table


class TableThatChangesItsView(Duel):
    def table(self, view: Mapping[str, Any], seat: int | None, legal: Sequence[Action]) -> LaidTable:
        assert isinstance(view, dict)
        view.pop("points", None)
        return super().table({**view, "points": 0}, seat, legal)


class TableThatIsNeverTheSame(_Laid):
    times = itertools.count()

    def changed(self, table: LaidTable) -> LaidTable:
        return replace(table, prompt=str(next(self.times)))


class TableOfAnotherSeat(_Laid):
    def changed(self, table: LaidTable) -> LaidTable:
        return replace(table, seat=None)


class TableWithANameTwice(_Laid):
    def changed(self, table: LaidTable) -> LaidTable:
        return replace(table, things=(*table.things, *(thing for thing in table.things if thing.id == "deck:0")))


class TableWithAStrangeMark(_Laid):
    def changed(self, table: LaidTable) -> LaidTable:
        return replace(table, things=tuple(replace(thing, marks=("odd",)) for thing in table.things))


class TableWithAMarkThatNobodyExplains(TableWithAStrangeMark):
    def looks(self) -> Looks:
        return Looks(marks={"odd": MarkLook("o")})


class TableWithoutOneOfTheMoves(_Laid):
    def changed(self, table: LaidTable) -> LaidTable:
        return replace(table, moves=table.moves[1:])


class TableWhoseMovesTouchNothing(_Laid):
    def changed(self, table: LaidTable) -> LaidTable:
        return replace(table, moves=tuple(replace(move, touches=(("air",),)) for move in table.moves))


class TableWithAThingInNoZone(_Laid):
    def changed(self, table: LaidTable) -> LaidTable:
        return replace(table, things=tuple(replace(thing, zone="nowhere") for thing in table.things))


class TableThatNobodyCanConfirm(_Laid):
    def changed(self, table: LaidTable) -> LaidTable:
        return replace(table, enter=12345)


class HiddenCardsDeniedByTheFacts(Duel):
    def facts(self) -> Facts:
        return Facts(hidden=False)


class HiddenCardsThatThereAreNot(OpenDuel):
    def facts(self) -> Facts:
        return Facts(hidden=True)


class LongerThanDeclared(Duel):
    def facts(self) -> Facts:
        return Facts(longest=7)


class MorePlayersThanDeclared(Duel):
    def facts(self) -> Facts:
        return Facts(players=(3, 4))


class LuckDeniedByTheFacts(Duel):
    def facts(self) -> Facts:
        return Facts(luck=False)

    def play(self, position: Table, action: Action, dice: Dice) -> None:  # type: ignore[override]
        super().play(position, action)
        dice.below(6)


class LuckThatThereIsNot(Duel):
    def facts(self) -> Facts:
        return Facts(luck=True)


class _CrowdedState(PlainState):
    def entries(self) -> list[int]:
        return [0, 0]


class LotsThatNobodyDeclared(Duel):
    def entries(self, position: Table) -> list[int]:
        return [1, 0]


class LotsThatMoveNobody(Duel):
    def facts(self) -> Facts:
        return Facts(lots=True)


class LotsThatLeaveSomebodyOut(Duel):
    def blank(self) -> State:
        return _CrowdedState(self)


class ActionOutsideTheSpace(Duel):
    def action_kinds(self) -> list[ActionKind]:
        return [ActionKind("card", Part("card", 0, 6))]


class TwoActionsWithOneIndex(Duel):
    def action_kinds(self) -> list[ActionKind]:
        return [ActionKind("card", Part("card", 0, 7, derived=True))]


class _ShyState(PlainState):
    def apply(self, action: Any) -> None:
        super().apply(self.legal()[0] if self.listener is not None else action)


class GameThatChangesWhenListenedTo(Duel):
    def blank(self) -> State:
        return _ShyState(self)


def test_the_correct_game_keeps_all_laws() -> None:
    report = check_game(Duel)
    assert (report.games, report.longest, report.hidden) == (20, 8, True)
    assert "duel keeps all laws: 20 games, 160 decisions" in str(report)


def test_a_game_that_tells_events_keeps_all_laws() -> None:
    report = check_game(TellingDuel, games=5)
    assert report.events == 5 * (8 + 4 + 4)


@pytest.mark.parametrize(
    ("defect", "law", "words"),
    [
        (LeakInTheSeat, Law.FAIR, "could tell its resample from the truth"),
        (LeakOfADerivedFact, Law.FAIR, "by {'deck'"),
        (SeatThatLeadsToTheTruth, Law.FAIR, "reached through seat.source"),
        (CopyThatShares, Law.VALUES, "on a copy changed the original"),
        (LostCard, Law.CARDS, "instead of [0, 1, 2, 3, 4, 5, 6, 7]"),
        (IllegalLegalAction, Law.ACTIONS, "not in list"),
        (ResampleThatPeeks, Law.FAIR, "they peek|still holds what it should hide|through seat.info"),
        (ResampleThatIsTheTruth, Law.FAIR, "they peek|still holds what it should hide"),
        (ResampleByOtherRandomNumbers, Law.FAIR, "with the same random numbers, differ"),
        (ResampleOfTheOwnHand, Law.FAIR, "could tell its resample from the truth"),
        (ResampleThatLosesACard, Law.CARDS, "makes or loses"),
        (ActionsThatDependOnHiddenCards, (Law.FAIR, Law.ACTIONS), "has other legal actions"),
        (SeatThatGoesOnWithTheGame, Law.SEATS, "is another one now"),
        (SeatWithAHashOfTheTruth, Law.FAIR, "sees the same when mark is changed, .* differ in mark"),
        (SeatThatKnowsWhoWillBegin, Law.FAIR, "sees the same when mark is changed, .* differ in mark"),
        (HistoryThatTellsAHiddenAction, Law.SEATS, "its history tells them apart"),
        (HistoryThatTellsAnotherAction, Law.SEATS, "either itself or HIDDEN"),
        (BrokenRoundTrip, Law.VALUES, "read back from JSON is not equal"),
        (ForgetsAPartWhenLoading, Law.VALUES, "read back from JSON is not equal"),
        (EndlessGame, Law.ENDS, "16 decisions, its declared limit"),
        (TextThatDoesNotParseBack, Law.ACTIONS, "which is read as"),
        (TextThatCannotBeRead, Law.ACTIONS, "reading the action text"),
        (TwoActionsWithOneNumber, Law.ACTIONS, "the same number"),
        (StateChangedByAnIllegalAction, Law.INPUT, "changed the state"),
        (IllegalActionCarriedOut, Law.INPUT, "it was carried out"),
        (UnknownPartOfAPosition, Law.INPUT, "a position with an unknown part is taken"),
        (HashThatChanges, Law.SEED, "two games with the same seed differ"),
        (HashOfTheObject, Law.SEED, "their hashes differ though their parts do not"),
        (NondeterministicDeal, Law.SEED, "two games with the same seed differ"),
        (ScenarioThatFixesTheWholeDeal, Law.SEED, "every game on it is the same"),
        (ScenarioWithOtherLuck, Law.SEED, "the same scenario and the same luck differ"),
        (ScoreOutOfRange, Law.RESULTS, "scores lie between 0 and 1"),
        (PlayerWithoutActions, Law.DECISIONS, "offers no action"),
        (PlayerThatDoesNotExist, Law.DECISIONS, "to_move gives 2"),
        (DrawToldToEverybody, Law.EVENTS, "can tell them apart by events: .*'drew', 0, {'card'"),
        (FieldThatRepeatsAHiddenOne, Law.EVENTS, "can tell them apart by events: .*'drew', 0, {'left'"),
        (SecretWordsThatNeedWhatIsHidden, Law.EVENTS, "failed with KeyError: 'card'"),
        (EventThatIsTheSameForEverybody, Law.EVENTS, "tells seat 1 the field .'card'., which it may not know"),
        (EventOfNoKind, Law.ACTIONS, "tells 'drawn', which is no event that it declares; declared: laid, scored, drew"),
        (TurnOfSomebodyElse, Law.EVENTS, "it is the turn of seat 1, and the last one told is that of 0"),
        (TurnThatIsNotTold, Law.EVENTS, "it is the turn of seat ., and the last one told is that of ."),
        (HiddenCardsDeniedByTheFacts, Law.FACTS, "nothing hidden is declared, but"),
        (HiddenCardsThatThereAreNot, Law.FACTS, "nobody ever had anything to guess"),
        (LongerThanDeclared, Law.FACTS, "a game took 8 decisions; 7 are declared as the most"),
        (MorePlayersThanDeclared, Law.FACTS, "2 players play, but 3 to 4 are declared"),
        (LuckDeniedByTheFacts, Law.FACTS, "something was drawn 8 times in play, but no luck is declared"),
        (LuckThatThereIsNot, Law.FACTS, "luck in play is declared, but the states have none"),
        (LotsThatNobodyDeclared, Law.FACTS, "go to the entries [1, 0], but no lots for seats are declared"),
        (LotsThatMoveNobody, Law.FACTS, "lots for seats are declared, but everybody sits as listed"),
        (LotsThatLeaveSomebodyOut, Law.FACTS, "the seats go to the entries [0, 0] of the list of players"),
        (ActionOutsideTheSpace, Law.FACTS, "lies outside the declared space of actions"),
        (TwoActionsWithOneIndex, Law.FACTS, "two legal actions share the index 0"),
        (GameThatChangesWhenListenedTo, Law.EVENTS, "while somebody listens"),
        (TableThatChangesItsView, Law.TABLES, "laying the table of whoever sees everything changed its view"),
        (TableThatIsNeverTheSame, Law.TABLES, "the same view of whoever sees everything gives two tables"),
        (TableOfAnotherSeat, Law.TABLES, "the table of seat 0 says that it is that of None"),
        (TableWithANameTwice, Law.TABLES, "on the table of whoever sees everything two things are called 'deck:0'"),
        (TableWithAStrangeMark, Law.TABLES, "the marks ['odd'] have no look"),
        (TableWithAMarkThatNobodyExplains, Law.TABLES, "the marks ['odd'] are not explained"),
        (TableWithoutOneOfTheMoves, Law.TABLES, "the moves on the table of seat 0 are"),
        (TableWhoseMovesTouchNothing, Law.TABLES, "touches ['air'], which do not lie on the table"),
        (TableWithAThingInNoZone, Law.TABLES, "lies in 'nowhere', which is no zone"),
        (TableThatNobodyCanConfirm, Law.TABLES, "what is meant when nothing is picked, 12345, is not legal"),
    ],
    ids=lambda value: value.__name__ if isinstance(value, type) else "",
)
def test_a_planted_defect_is_found_and_its_law_named(defect: type[Duel], law: Law | tuple[Law, ...], words: str) -> None:
    with pytest.raises(LawBroken) as caught:
        check_game(defect)
    assert caught.value.law in (law if isinstance(law, tuple) else (law,))
    assert re.search(words.replace("[", r"\["), caught.value.detail)


@pytest.mark.parametrize("defect", [SeatWithAHashOfTheTruth, SeatThatKnowsWhoWillBegin])
def test_what_a_view_does_not_show_is_found_without_truths_that_look_alike(
    defect: type[Duel], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rebuilding the seat from its view is enough, as it is for games in which no other truth can be made."""
    monkeypatch.setattr("cardlab.testing.check.check_lookalikes", lambda *_: None)
    words = r"rebuilt from its view, seat 0 imagines other worlds with the same random numbers \(mark is 0 and "
    with pytest.raises(LawBroken, match=words) as caught:
        check_game(defect)
    assert caught.value.law is Law.VIEWS


def test_a_hidden_action_that_the_history_hides_is_fine() -> None:
    assert check_game(DiscreetDuel).games == 20


class DiscreetDuel(_FaceDown):
    def seen(self, position: Table, action: Action, mover: int, seat: int) -> Action:
        return NOT_SEEN if mover != seat and position.laid == [HIDDEN] and source_of(action) not in position.gone else action


def test_which_of_two_unseen_cards_was_taken_may_be_told() -> None:
    """Both are a four, so it leads to different truths that look the same to all."""
    castle = game("castle")
    state = castle.from_dict({"hands": ["", "3"], "up": ["", ""], "down": ["4 7 4", "5"], "pile": ""})
    first, last = (state.copy(), state.copy())
    first.apply(state.parse("down 0"))
    last.apply(state.parse("down 2"))
    assert first != last and all(first.view(seat) == last.view(seat) for seat in (0, 1))
    check_history(Trial(castle, 1, Check("", 1)), state)


class _LivePlayer(PythonAgent):
    """Hands its player the seat that the referee uses again for the next decision."""

    def player_choice(self, seat: Seat, rng: Rng) -> Action:
        return self.player.choose(seat, rng)  # type: ignore[no-any-return]


class _OneSource(PythonAgent):
    """Hands its player one random source for the whole game."""

    source = Rng(1)

    def player_choice(self, seat: Seat, rng: Rng) -> Action:
        return self.player.choose(seat.copy(), self.source)  # type: ignore[no-any-return]


@pytest.mark.parametrize("spec", ["castle", "locm", None])
@pytest.mark.parametrize(("wrap", "words"), [(_LivePlayer, "the referee used it again"), (_OneSource, "watch others draw")])
def test_a_referee_that_hands_out_what_it_uses_again_is_found(spec: str | None, wrap: Any, words: str) -> None:
    trial = Trial(Duel() if spec is None else game(spec), 1, Check("", 1))
    check_referee(trial)
    with pytest.raises(LawBroken, match=words) as caught:
        check_referee(trial, wrap)
    assert caught.value.law is Law.SEATS


def test_a_game_whose_deal_is_always_the_same_need_not_draw_one() -> None:
    assert check_game(DealWithoutLuck, games=3).games == 3


def test_chance_from_elsewhere_than_the_seed_is_found() -> None:
    with pytest.raises(LawBroken) as caught:
        check_game(NondeterministicPlay)
    assert caught.value.law in (Law.SEED, Law.VALUES, Law.EVENTS)


def test_a_game_that_tells_its_turns_keeps_the_law() -> None:
    assert check_game(_Turning).events > 0


def test_the_error_shows_how_to_get_to_the_broken_place() -> None:
    with pytest.raises(LawBroken) as caught:
        check_game(PlayerThatDoesNotExist)
    error = caught.value
    state = PlayerThatDoesNotExist().new(error.seed)
    for text in error.actions:
        state.apply(state.parse(str(text)))
    with pytest.raises(PluginError, match="to_move gives 2"):
        _ = state.player
    assert f"seed {error.seed}" in str(error) and all(f"{text!r}" in str(error) for text in error.actions)
