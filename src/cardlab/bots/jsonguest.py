"""Cardlab as a bot that speaks the protocol of all games, at somebody else's table."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from cardlab.bots.jsonmessages import FORMAT, Message
from cardlab.bots.protocol import BadMessage, Guest, shortened
from cardlab.core.action import HIDDEN, Action
from cardlab.core.events import Event
from cardlab.core.game import Game
from cardlab.core.reading import whole
from cardlab.core.result import Result
from cardlab.core.state import Seat
from cardlab.errors import CardlabError

NO_LIMIT_MS = 60_000.0
"""What is taken for an answer where the referee sets no limit."""


class JsonGuest(Guest):
    """Knows of the game what the messages say: the view of each decision, and all moves that were told."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._forget()

    def _forget(self) -> None:
        self._player = -1
        self._history: list[tuple[int, Action]] = []
        self._tidings: list[Callable[[Any], object]] = []
        self._seat: Seat | None = None
        self._limit_ms = NO_LIMIT_MS
        self._choice = -1

    def hear(self, read_line: Callable[[], str]) -> bool:
        """Take in one message."""
        line = read_line()
        while line and not line.strip():
            line = read_line()
        if not line:
            return False
        message = _parsed(line)
        kind = message["type"]
        self.asked = kind == "decide"
        if kind == "hello":
            self._begin(message)
        elif kind == "error":
            raise BadMessage(f"the referee does not go on: {shortened(str(message.get('message')), 300)}")
        elif kind in ("decide", "over"):
            self._look(message)
            if kind == "over":
                self._end(message)
        return True

    def limit_ms(self) -> float:
        """What the referee said."""
        return self._limit_ms

    def seat(self) -> Seat | None:
        """The seat that has the view of the latest message."""
        return self._seat if self._choice < 0 else None

    def choose(self, action: Action) -> None:
        """An answer is one action."""
        assert self._seat is not None
        self._choice = self._seat.legal().index(action)

    def answer(self) -> str:
        """The action by its number, whatever order the referee lists actions in."""
        assert self._seat is not None
        return json.dumps({"action": self._seat.legal()[max(self._choice, 0)]})

    def inform(self, agent: Any) -> None:
        """In the order in which it was said."""
        for tell in self._tidings:
            tell(agent)
        self._tidings.clear()

    # ---- what the messages say -------------------------------------------------------------------------------------

    def _begin(self, message: Message) -> None:
        """Another game: it must be the one that this player knows."""
        if message.get("format") != FORMAT:
            raise BadMessage(f"the referee speaks {shortened(str(message.get('format')))!r}, and cardlab {FORMAT!r}")
        ours = {"game": self._game.name, "rules_version": self._game.rules_version, "players": self._game.players}
        for name, value in ours.items():
            if message.get(name) != value:
                raise BadMessage(f"the referee's {name} is {message.get(name)!r:.60}, and ours {value!r}")
        if not self._are_ours(message.get("options", {})):
            told = shortened(json.dumps(message.get("options")), 300)
            raise BadMessage(f"the referee plays with the options {told}, and we play {self._game.spec()}: begin us with -o")
        self._forget()
        self._player = whole("'seat' of a greeting", message.get("seat"), 0, self._game.players - 1)
        self._tidings.append(lambda agent: agent.new_game())

    def _are_ours(self, options: Any) -> bool:
        try:
            return type(self._game)(**options) == self._game
        except (CardlabError, TypeError):
            return False

    def _look(self, message: Message) -> None:
        """Take in what happened, and the position."""
        if self._player < 0:
            raise BadMessage('a decision comes before the greeting, {"type": "hello", …}')
        self._history += [self._move(move) for move in _rows(message, "moves")]
        for told in _rows(message, "events"):
            self._note(told)
        known = self._game.from_view(message.get("view", {}))
        if known.player != self._player:
            raise BadMessage(f"the view is that of seat {known.player}, and we sit at {self._player}")
        self._seat = known.resample(0).seat(self._player, self._history)
        self._choice = -1
        self._limit_ms = _limit(message.get("time_ms"))
        if self.asked:
            self._compare(message.get("legal"))

    def _compare(self, legal: Any) -> None:
        """Both sides must mean the same by the rules."""
        assert self._seat is not None
        try:
            told = {row["action"] for row in legal}
        except (TypeError, KeyError):
            raise BadMessage('\'legal\' is no list of actions such as {"action": 1, "text": "…"}') from None
        if told != {*self._seat.legal()}:
            raise BadMessage(
                f"the legal actions are not those of {self._game.spec()}, rules version {self._game.rules_version}"
            )

    def _move(self, told: Any) -> tuple[int, Action]:
        try:
            action = told["action"]
            return whole("'seat' of a move", told["seat"], 0, self._game.players - 1), HIDDEN if action is None else action
        except (TypeError, KeyError):
            raise BadMessage(f"{told!r:.80} is no move") from None

    def _note(self, told: Any) -> None:
        """An event as it was told; one of a kind that we do not know is nothing to us."""
        kinds = self._game.event_kinds
        try:
            number = kinds.numbers.get(told["kind"])
            event = None if number is None else Event(kinds.kinds[number], told["player"], dict(told["fields"]))
        except (TypeError, KeyError, ValueError):
            raise BadMessage(f"{told!r:.80} is no event") from None
        if event is not None:
            self._tidings.append(lambda agent: agent.hear(event) if agent.listens else None)

    def _end(self, message: Message) -> None:
        """How the game ended."""
        seat = self._seat
        try:
            result = Result(tuple(message["places"]), tuple(message["scores"]), message["reason"])
        except (TypeError, KeyError):
            raise BadMessage("a game ends with 'places', 'scores' and 'reason'") from None
        self._tidings.append(lambda agent: agent.game_over(seat, result) if agent.wants_results else None)
        self._player = -1


def _parsed(line: str) -> Message:
    try:
        message = json.loads(line)
    except (ValueError, RecursionError):
        message = None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise BadMessage(f"{shortened(line.strip())!r} is not a JSON object with a 'type'")
    return message


def _rows(message: Message, name: str) -> list[Any]:
    rows = message.get(name, [])
    if not isinstance(rows, list):
        raise BadMessage(f"{name!r} is a list, not {rows!r:.60}")
    return rows


def _limit(told: Any) -> float:
    if told is None:
        return NO_LIMIT_MS
    if isinstance(told, bool) or not isinstance(told, int | float) or not told > 0:
        raise BadMessage(f"'time_ms' is a number of milliseconds, not {told!r:.60}")
    return float(told)
