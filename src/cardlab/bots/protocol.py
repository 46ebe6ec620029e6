"""Text protocols: how a game talks with programs, in both directions.

A game that can be played over a text protocol answers `Game.protocol()` with a `Protocol`. Cardlab's side as a referee is
`Protocol` itself; its side as a bot at somebody else's table is the `Guest` that ``protocol.guest()`` makes.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from cardlab.core.action import Action
from cardlab.core.events import Event
from cardlab.core.result import Result
from cardlab.core.state import Seat
from cardlab.errors import CardlabError


class BadAnswer(CardlabError, ValueError):
    """A line of a bot that the protocol does not allow. It costs the bot the game."""

    def __init__(self, line: str, complaint: str) -> None:
        super().__init__(f"{shortened(line)!r} ({complaint})")

    def __reduce__(self) -> tuple[Any, ...]:
        return CardlabError, (str(self),)


class BadMessage(CardlabError, ValueError):
    """A message of a foreign referee that cannot be understood."""


class NoAction:
    """What stands for the action of a bot whose line was bad: it shows as the complaint, and is no number for anybody."""

    def __init__(self, error: BadAnswer) -> None:
        self.error = error

    def __repr__(self) -> str:
        return str(self.error)

    def __index__(self) -> NoReturn:
        raise self.error

    __int__ = __index__


class Question(ABC):
    """What a bot is asked. One answer may settle several decisions, which all belong to the same question."""

    @property
    @abstractmethod
    def moment(self) -> tuple[int, ...]:
        """What tells it from other questions of a game. Later ones have larger values."""

    @property
    @abstractmethod
    def limit_ms(self) -> float:
        """How long the bot may take."""

    @property
    def turn(self) -> tuple[int, ...]:
        """Questions of one turn share its time: the limit holds for their answers together. Each has its own by default."""
        return self.moment

    @abstractmethod
    def message(self) -> str:
        """What the bot is told, with all line breaks."""

    @abstractmethod
    def read(self, line: str) -> Sequence[Any]:
        """The orders of an answer. Raises BadAnswer for a line that is not allowed."""


class Protocol(ABC):
    """The game's side of the talk between a referee and a bot.

    The line of a bot is read into orders, and each decision takes the next order that is legal at that time.
    """

    def talk(self) -> Protocol:
        """What talks with one bot during one game; itself, unless it has something to remember of it."""
        return self

    hears: bool = False
    """Whether it must be told what happens, to tell it to bots."""

    def hear(self, event: Event) -> None:  # noqa: B027 - most games tell all in their positions
        """Something has happened, as the seat of the bot may know it."""

    def farewell(self, seat: Seat, result: Result) -> str:
        """What a bot is told when the game has ended, with all line breaks; nothing, if that is not usual."""
        return ""

    @abstractmethod
    def question(self, seat: Seat) -> Question:
        """The question that a decision belongs to."""

    @abstractmethod
    def action(self, seat: Seat, order: Any) -> Action | None:
        """The legal action that an order means now, or None if there is none."""

    @abstractmethod
    def rest(self, seat: Seat) -> Action:
        """What is done when no order is left."""

    @abstractmethod
    def guest(self) -> Guest:
        """A player at a foreign referee's table."""

    time_left: float | None = None
    """The milliseconds that a match leaves the bot for its next answer; None: the protocol's own limits hold."""

    def begin(self) -> None:  # noqa: B027 - most protocols have nothing to remember
        """A bot begins, who was told nothing yet."""

    def parting(self, error: BadAnswer) -> str:
        """What a bot is told, with all line breaks, when it has lost by a bad answer."""
        return ""


class Guest(ABC):
    """A player who knows the game only from the messages of a foreign referee."""

    asked: bool = True
    """Whether the latest message wants an answer."""

    @abstractmethod
    def hear(self, read_line: Callable[[], str]) -> bool:
        """Take in the next message; False at the end of all. `read_line` answers an empty text at the end of the input."""

    def inform(self, agent: Any) -> None:  # noqa: B027 - most protocols tell nothing but questions
        """Tell the agent what the latest message said beside the question: that a game begins or ends, what happened."""

    @abstractmethod
    def limit_ms(self) -> float:
        """How long the answer to the latest message may take."""

    @abstractmethod
    def seat(self) -> Seat | None:
        """What the player knows at the next decision, or None when the answer is complete."""

    @abstractmethod
    def choose(self, action: Action) -> None:
        """Settle the next decision."""

    @abstractmethod
    def answer(self) -> str:
        """The line to be sent for the decisions made, without its line break."""


def shortened(line: str, most: int = 60) -> str:
    """A line fit to be shown in an error."""
    return line if len(line) <= most else line[: most - 1] + "…"
