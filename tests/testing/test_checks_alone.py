"""Single checks by themselves, each shown a defect that in a whole check another one would find first."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import pytest

from cardlab import Action, Event, EventKind, Result, Rng, Seat, State
from cardlab.agents.agent import PythonAgent
from cardlab.core.features import PythonObserver
from cardlab.core.plain import PlainState
from cardlab.core.table import Table as LaidTable
from cardlab.errors import IllegalAction
from cardlab.testing import Check, Law, LawBroken, check_game, positions
from cardlab.testing.chance import check_luck, check_script
from cardlab.testing.declared import check_space
from cardlab.testing.keeping import check_referee
from cardlab.testing.laid import check_tables
from cardlab.testing.lookalikes import check_lookalikes
from cardlab.testing.observations import Watch
from cardlab.testing.rebuilding import check_rebuilding
from cardlab.testing.seats import Witness, check_seats
from cardlab.testing.trial import Trial
from tests.core.dice import Pig
from tests.core.dice import Table as PigTable
from tests.testing.duel import Duel, Table
from tests.testing.test_observations import COLUMNS, look


def trial_of(game: Any) -> Trial:
    """An examination in which nothing has happened yet."""
    return Trial(game, 1, Check(game.spec(), 1))


def found(law: Law, words: str, check: Callable[[], object]) -> None:
    """The check breaks off, names the law, and says these words."""
    with pytest.raises(LawBroken, match=words) as caught:
        check()
    assert caught.value.law is law


def with_state(kind: type[PlainState]) -> Duel:
    """Duel with another class of states."""

    class Other(Duel):
        def blank(self) -> State:
            return kind(self)

    return Other()


def ended(game: Duel) -> State:
    """A game that is over."""
    state = game.new(1)
    state.rollout(Rng(1))
    return state


# ---- one position ----------------------------------------------------------------------------------------------------


class Undead(PlainState):
    over = True  # type: ignore[assignment]


class Stranger(PlainState):
    player = 5  # type: ignore[assignment]


class Speechless(PlainState):
    def legal(self) -> list[Action]:
        return []


class Wordy(PlainState):
    def legal(self) -> list[Action]:
        return ["card 1"]  # type: ignore[list-item]


class SameText(Duel):
    def action_text(self, action: Action) -> str:
        return "card"


class Idle(Duel):
    def play(self, position: Table, action: Action) -> None:
        pass


class KeepsListening(PlainState):
    def copy(self) -> State:
        twin = super().copy()
        twin.listener = self.listener
        return twin


class Backwards(PlainState):
    def legal(self) -> list[Action]:
        return super().legal()[::-1]


class CopyThatReadsBackwards(PlainState):
    def copy(self) -> State:
        twin = Backwards(self.game)  # type: ignore[arg-type]
        twin.position = self.position
        return twin


class NeverOver(PlainState):
    def rollout(self, rng: Rng, limit: int = 0) -> None:  # type: ignore[override]
        pass


class ForgetsPoints(Duel):
    def load(self, state: State, position: Any, seat: int | None = None) -> None:
        super().load(state, {**position, "points": [0, 0]}, seat)


class TooEarly(PlainState):
    result = Result((1, 2), (1.0, 0.0), "already")  # type: ignore[assignment]


class Unsettled(PlainState):
    result = None


class Silent(PlainState):
    reason = ""  # type: ignore[assignment]


class Rude(PlainState):
    def apply(self, action: Any) -> None:
        try:
            super().apply(action)
        except IllegalAction as error:
            raise ValueError("no") from error


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (Undead, "the game is over, but somebody is still to move"),
        (Stranger, "the player to move is 5; seats are 0 to 1"),
        (Speechless, "seat 0 is to move and has no legal action"),
    ],
)
def test_decisions(kind: type[PlainState], words: str) -> None:
    game = with_state(kind)
    found(Law.DECISIONS, words, lambda: positions.check_decision(trial_of(game), game.new(1)))


def test_actions() -> None:
    game = with_state(Wordy)
    words = r"an action is no number from 0 to 2\*\*63-1"
    found(Law.ACTIONS, words, lambda: positions.check_decision(trial_of(game), game.new(1)))
    words = r"two legal actions have the same text: \['card', 'card'\]"
    found(Law.ACTIONS, words, lambda: positions.check_texts(trial_of(SameText()), SameText().new(1)))
    words = "'card .' changes nothing"
    found(Law.DECISIONS, words, lambda: positions.check_each_action(trial_of(Idle()), Idle().new(1)))


def test_copies() -> None:
    heard = with_state(KeepsListening).new(1)
    heard.listener = print
    words = "a copy keeps the listener of the original"
    found(Law.VALUES, words, lambda: positions.check_value(trial_of(heard.game), heard))
    other = with_picklable_state(CopyThatReadsBackwards)().new(1)
    found(Law.VALUES, "a copy has other legal actions", lambda: positions.check_value(trial_of(other.game), other))


def test_playing_on() -> None:
    endless = with_state(NeverOver).new(1)
    words = "random play from here does not end within the declared limit of 16"
    found(Law.ENDS, words, lambda: positions.check_playing_on(trial_of(endless.game), endless, 1))
    begun = ForgetsPoints().new(1)
    for _ in range(2):
        begun.apply(begun.legal()[0])
    words = "lead to another end when the position was loaded"
    found(Law.VALUES, words, lambda: positions.check_playing_on(trial_of(begun.game), begun, 1))


def test_results() -> None:
    early = with_state(TooEarly).new(1)
    words = "the game goes on, but there is a result"
    found(Law.RESULTS, words, lambda: positions.check_result(trial_of(early.game), early))
    for kind, words in ((Unsettled, "the game is over, but its result is None"), (Silent, "gives no reason: ''")):
        state = ended(with_state(kind))
        found(Law.RESULTS, words, lambda state=state: positions.check_result(trial_of(state.game), state))  # type: ignore[misc]


def test_bad_input() -> None:
    state = with_state(Rude).new(1)
    words = "should raise IllegalAction, not ValueError: no"
    found(Law.INPUT, words, lambda: positions.check_bad_input(trial_of(state.game), state))


# ---- seats and views -------------------------------------------------------------------------------------------------


class Tongueless(Seat):
    def legal(self) -> list[Action]:
        return []


class Unequal(Seat):
    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)


class SecondInTurn(PlainState):
    player = 1  # type: ignore[assignment]


class DreamsOfOthers(Seat):
    def resample(self, rng: Any = None) -> State:
        world = super().resample(rng)
        twin = SecondInTurn(world.game)  # type: ignore[arg-type]
        twin.position = world.position
        return twin


def seated(kind: type[Seat]) -> Duel:
    """Duel with another class of seats."""

    class Sitting(PlainState):
        def seat(self, player: int, history: Any = ()) -> Seat:
            return kind(self, player)

    return with_state(Sitting)


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (Tongueless, r"seat 0 has other legal actions than the state: \[\], not \["),
        (Unequal, "two seats 0 of one state are not equal"),
        (DreamsOfOthers, "in a resample of seat 0 somebody else is to move"),
    ],
)
def test_seats(kind: type[Seat], words: str) -> None:
    game = seated(kind)
    found(Law.FAIR, words, lambda: check_seats(trial_of(game), game.new(1), Witness()))


class Peeking(Duel):
    """Erases nothing, and shows less than the seat holds."""

    def hide(self, position: Table, seat: int) -> None:
        pass

    def fill(self, position: Table, seat: int, rng: Rng) -> None:
        pass

    def view_of(self, info: State, seat: int) -> dict[str, Any]:
        return {"seat": seat, "own": self.position_of(info)["hands"][seat]}


class Unimaginative(Duel):
    """What is hidden is always imagined in the same way."""

    def fill(self, position: Table, seat: int, rng: Rng) -> None:
        super().fill(position, seat, Rng(1))


def two_truths(game: Duel) -> tuple[State, State]:
    """The same to seat 0."""
    hands = {"hands": [[0, 1], [2, 3]], "deck": [4, 5, 6, 7]}
    others = {"hands": [[0, 1], [4, 5]], "deck": [2, 3, 6, 7]}
    rest = {"laid": [], "gone": [], "points": [0, 0], "leader": 0}
    return game.from_dict({**hands, **rest}), game.from_dict({**others, **rest})


@pytest.mark.parametrize(
    ("game", "words"),
    [
        (Peeking(), "seat 0 sees the same in two games that differ, but its resamples differ too"),
        (Unimaginative(), "seat 0 cannot tell two games apart, but all its resamples are the same"),
    ],
)
def test_two_truths_that_came_up(game: Duel, words: str) -> None:
    one, other = two_truths(game)
    witness = Witness()
    witness.check(trial_of(game), one, 0)
    found(Law.FAIR, words, lambda: witness.check(trial_of(game), other, 0))


def test_what_is_erased_must_have_been_guessed() -> None:
    witness, game = Witness(), Duel()
    witness.note(trial_of(game), game.new(1), 0)
    found(Law.FAIR, "hiding erases something from seat 0, but resamples are never anything but the truth", witness.close)
    witness.varied = True
    witness.close()


class ForeignCards(Duel):
    """What may be played depends on the other hand, in seats too."""

    def hide(self, position: Table, seat: int) -> None:
        hint = sum(position.hands[1 - seat]) % 2
        super().hide(position, seat)
        position.deck = [hint - 2 for _ in position.deck]

    def view_of(self, info: State, seat: int) -> dict[str, Any]:
        return {**super().view_of(info, seat), "deck": 4}

    def actions(self, position: Table) -> list[Action]:
        own = super().actions(position)
        return own[:1] if -2 in position.deck else own


def test_legal_actions_of_truths_that_look_alike() -> None:
    game = ForeignCards()
    state, rng = game.new(1), Rng(1)
    words = "seat 0 sees the same when .* is changed, but its legal actions are others"

    def check() -> None:
        for _ in range(40):
            check_lookalikes(trial_of(game), state, rng)

    found(Law.FAIR, words, check)


class Rebuilt(Duel):
    """A seat made of a view has lost what it may do."""

    def from_view(self, view: Mapping[str, Any]) -> Seat:
        sitting = super().from_view(view)

        class Poor:
            player, view, legal = sitting.player, sitting.view, list

        return Poor()  # type: ignore[return-value]


def test_views() -> None:
    words = "rebuilt from its view, seat 0 has other legal actions"
    found(Law.VIEWS, words, lambda: check_rebuilding(trial_of(Rebuilt()), Rebuilt().new(1)))


class Confused(PythonAgent):
    def player_choice(self, seat: Seat, rng: Rng) -> Action:
        raise ValueError("where am I?")


def test_an_agent_that_the_referee_cannot_run() -> None:
    words = "an agent that plays at random failed: .*where am I"
    found(Law.SEATS, words, lambda: check_referee(trial_of(Duel()), Confused))


# ---- luck ------------------------------------------------------------------------------------------------------------


class Knowing(Seat):
    """Imagines worlds with the luck of the real one."""

    def __init__(self, truth: State, player: int) -> None:
        super().__init__(truth, player)
        self.future = truth.luck

    def resample(self, rng: Any = None) -> State:
        world = super().resample(rng)
        world.luck = self.future
        return world


class Dry(PlainState):
    luck = None  # type: ignore[assignment]


class Lackluck(Seat):
    def resample(self, rng: Any = None) -> State:
        world = super().resample(rng)
        return Dry(world.game)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (Knowing, "a world that seat 0 imagines has the luck of the real one: the future can be read from it"),
        (Lackluck, "worlds that seat 0 imagines have no luck, but the game has"),
    ],
)
def test_luck(kind: type[Seat], words: str) -> None:
    class Sitting(PlainState):
        def seat(self, player: int, history: Any = ()) -> Seat:
            return kind(self, player)

    class Other(Pig):
        def blank(self) -> State:
            return Sitting(self)

    found(Law.LUCK, words, lambda: check_luck(trial_of(Other()), Other().new(1)))


@dataclass
class Omens(PigTable):
    """A table with a sign on it."""

    omen: int = 0


class Foreseeing(PlainState):
    """Shows what comes next without drawing it."""

    def apply(self, action: Any) -> None:
        super().apply(action)
        assert self.luck is not None
        self.position.omen = self.luck[0] % 6


class Noticing(PlainState):
    """Something changes as soon as what is drawn is taken down."""

    def apply(self, action: Any) -> None:
        super().apply(action)
        self.position.omen += self.script is not None


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (Foreseeing, "with the same outcomes by a script the game goes another way: something is drawn elsewhere"),
        (Noticing, "the game goes another way when somebody takes down its luck"),
    ],
)
def test_scripts(kind: type[PlainState], words: str) -> None:
    class Other(Pig):
        def blank(self) -> State:
            return kind(self)

        def start(self, rng: Rng) -> PigTable:
            return Omens(turn=rng.below(2))

    trial = trial_of(Other())
    state = Other().new(trial.seed)
    for _ in range(3):
        trial.actions.append(state.legal()[0])
        state.apply(state.legal()[0])
    found(Law.LUCK, words, lambda: check_script(trial, state))


# ---- declarations, events, tables, rows ------------------------------------------------------------------------------


class OddSpace:
    """A space of actions that counts as it likes."""

    def __init__(self, first: int, lost: bool) -> None:
        self.first, self.lost, self.size = first, lost, 8

    def __contains__(self, action: Action) -> bool:
        return True

    def index(self, action: Action) -> int:
        return self.first + (action >> 8) % 8

    def find(self, number: int, legal: Sequence[Action]) -> Action | None:
        return None if self.lost else next(action for action in legal if self.index(action) == number)

    def mask(self, legal: Sequence[Action]) -> list[int]:
        return [1] * len(legal)


@pytest.mark.parametrize(
    ("space", "words"),
    [
        (OddSpace(8, False), "an index lies outside the size of the space"),
        (OddSpace(0, True), "does not lead back to its action"),
    ],
)
def test_spaces(space: OddSpace, words: str) -> None:
    class Other(Duel):
        @property
        def space(self) -> Any:
            return space

    found(Law.FACTS, words, lambda: check_space(trial_of(Other()), Other().new(1)))


class Hinting(Event):
    """Hides a card, and tells how large it is."""

    def for_seat(self, seat: int | None) -> Event:
        return Event(EventKind("hint", ("large",), "draws a card"), 0, {"large": self.fields["card"]}, None)


DREW = EventKind("drew", ("card",), "draws {card}", secret="draws a card")


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (Event(EventKind("odd", (), "is odd"), 7, {}, None), "has a player, fields or an audience that cannot be"),
        (Hinting(DREW, 0, {"card": 5}, (0,)), "what seat 1 is told depends on what it may not know"),
    ],
)
def test_events(event: Event, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    class Telling(PlainState):
        def apply(self, action: Any) -> None:
            super().apply(action)
            if self.listener is not None:
                self.listener(event)

    monkeypatch.setattr("cardlab.testing.check.check_secrets", lambda *_: None)
    found(Law.EVENTS, words, lambda: check_game(with_picklable_state(Telling), games=1))


def with_picklable_state(kind: type[PlainState]) -> type[Duel]:
    """A game that can be pickled, which a whole check asks for."""
    StatedDuel.kind = kind
    return StatedDuel


class StatedDuel(Duel):
    kind: type[PlainState] = PlainState

    def blank(self) -> State:
        return self.kind(self)


class Bundled(Duel):
    """A table whose question is no text."""

    def table(self, view: Mapping[str, Any], seat: int | None, legal: Sequence[Action]) -> LaidTable:
        return replace(super().table(view, seat, legal), prompt={1: "what now?"})  # type: ignore[arg-type]


def test_tables() -> None:
    words = "the table of whoever sees everything is no plain data"
    found(Law.TABLES, words, lambda: check_tables(trial_of(Bundled()), Bundled().new(1)))


class Clipped(PythonObserver):
    def observe(self, seat: Seat) -> list[int]:
        return super().observe(seat)[:2]

    def observe_state(self, state: State, player: int) -> list[int]:
        return super().observe_state(state, player)[:2]


class Short(Duel):
    def observer(self) -> PythonObserver:
        return Clipped(COLUMNS, look)


def test_rows() -> None:
    words = "a row has 2 numbers for 3 columns"
    found(Law.OBSERVATIONS, words, lambda: Watch(trial_of(Short())).look(Short().new(1)))


# ---- whole games, with other checks left out -------------------------------------------------------------------------


class SharesTheDiscards(PlainState):
    def copy(self) -> State:
        twin = super().copy()
        twin.position.gone = self.position.gone
        return twin


class LosesTheLastCard(Duel):
    def settle(self, position: Table) -> None:
        super().settle(position)
        if not position.hands[0]:
            position.gone.pop()

    def check_position(self, position: Table) -> None:
        pass


class LosesCards(Duel):
    def settle(self, position: Table) -> None:
        super().settle(position)
        position.gone.pop()

    def check_position(self, position: Table) -> None:
        pass


_ticks = itertools.count()


class EndsAsItLikesOnce(Duel):
    """The first of all games ends in its own way; all that repeat it agree."""

    def settle(self, position: Table) -> None:
        super().settle(position)
        if not position.hands[0] and next(_ticks) == 0:
            position.points[0] += 8


LEFT_OUT = ("_Examination._examine_closely", "positions.check_value", "check_rebuilding")


@pytest.mark.parametrize(
    ("game", "law", "words"),
    [
        (with_picklable_state, Law.VALUES, "the copy kept at decision . changed while the game went on"),
        (LosesCards, Law.CARDS, r"there is \[.*\] instead of \[0, 1, 2, 3, 4, 5, 6, 7\]"),
        (LosesTheLastCard, Law.CARDS, "the last action made or lost something"),
        (EndsAsItLikesOnce, Law.SEED, "the same seed and actions lead to another end"),
    ],
)
def test_whole_games(game: Any, law: Law, words: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in LEFT_OUT:
        monkeypatch.setattr(f"cardlab.testing.check.{name}", lambda *_: None)
    defect = game if isinstance(game, type) else game(SharesTheDiscards)
    found(law, words, lambda: check_game(defect, games=2))
