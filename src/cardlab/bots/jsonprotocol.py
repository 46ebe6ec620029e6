"""The protocol for every game, as the referee speaks it with one bot."""

from __future__ import annotations

from collections.abc import Sequence

from cardlab.bots import jsonmessages as messages
from cardlab.bots.jsonguest import JsonGuest
from cardlab.bots.protocol import BadAnswer, Protocol, Question
from cardlab.core.action import Action
from cardlab.core.events import Event
from cardlab.core.game import Game
from cardlab.core.result import Result
from cardlab.core.state import Seat


class JsonProtocol(Protocol):
    """One conversation: it knows what the bot was told already. `factor` multiplies the time limits that the bot is told."""

    hears = True

    def __init__(self, game: Game, factor: float | None = 1.0) -> None:
        self.game, self.factor = game, factor
        self._asked = 0
        self.begin()

    def begin(self) -> None:
        """Nobody was greeted, nothing was told."""
        self._greeted = False
        self._since = 0
        self._heard: list[Event] = []

    def hear(self, event: Event) -> None:
        """Something happened: the event as the bot's seat may know it."""
        self._heard.append(event)

    def question(self, seat: Seat) -> JsonQuestion:
        """Each decision is one."""
        self._asked += 1
        return JsonQuestion(self, seat, self._asked)

    def action(self, seat: Seat, order: Action) -> Action | None:
        """It was found legal when it was read."""
        return order

    def rest(self, seat: Seat) -> Action:
        """Never needed."""
        raise RuntimeError("every decision is a question of its own, whose answer is an action")

    def guest(self) -> JsonGuest:
        """A player who speaks the same."""
        return JsonGuest(self.game)

    def limit_ms(self) -> float:
        """How long the next answer may take, before the bot's own factor."""
        return messages.LATER_MS if self._greeted else messages.FIRST_MS

    def decide_lines(self, seat: Seat) -> str:
        """What the bot is told for a decision, the greeting before the first one."""
        left = None if self.time_left is None else round(max(self.time_left, 0.0), 3)
        time_ms = messages.allowed(self.limit_ms(), self.factor) if left is None else left
        greeting = "" if self._greeted else messages.line_of(messages.hello(self.game, seat.player, self.factor, left))
        told = messages.line_of(messages.decide(seat, self._since, self._heard, time_ms))
        self._greeted, self._since = True, seat.decisions
        self._heard.clear()
        return greeting + told

    def farewell(self, seat: Seat, result: Result) -> str:
        """What the bot is told at the end; nothing if it never had to decide."""
        return messages.line_of(messages.over(seat, self._since, self._heard, result)) if self._greeted else ""

    def parting(self, error: BadAnswer) -> str:
        """What was wrong with its answer."""
        return messages.line_of(messages.failure(str(error)))


class JsonQuestion(Question):
    """One decision. Each is a new question. With fewer decisions before it, it is of another game, or moves were taken back."""

    def __init__(self, talk: JsonProtocol, seat: Seat, asked: int) -> None:
        self._talk, self._seat, self._asked = talk, seat, asked
        self._limit_ms = talk.limit_ms()

    @property
    def moment(self) -> tuple[int, ...]:
        """By the decisions before it, and the questions."""
        return self._seat.decisions, self._asked

    @property
    def limit_ms(self) -> float:
        """More for the first one."""
        return self._limit_ms

    def message(self) -> str:
        """A line, or two with the greeting."""
        self._limit_ms = self._talk.limit_ms()  # by now the bot may be a new process
        return self._talk.decide_lines(self._seat)

    def read(self, line: str) -> Sequence[Action]:
        """The one action that the line names."""
        return [messages.read_answer(line, self._seat)]
