"""The players `cmd:COMMAND` and `json:COMMAND`: programs that speak the game's text protocol, or the one of all games."""

from __future__ import annotations

import contextlib
import time
from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from cardlab.bots.botlimits import Command
from cardlab.bots.keeper import Keeper
from cardlab.bots.process import Bot
from cardlab.bots.protocol import BadAnswer, NoAction, Protocol, Question
from cardlab.core.action import Action
from cardlab.core.events import Event
from cardlab.core.game import Game
from cardlab.core.parts import need
from cardlab.core.result import Result
from cardlab.core.state import Seat


def command_player(game: Game, spec: str) -> CommandPlayer:
    """The player that a text such as ``cmd:./bot --fast`` or ``json:./bot`` names."""
    from cardlab.bots.jsonplayer import JsonPlayer

    command = Command.parse(spec)
    return JsonPlayer(game, spec) if command.name == "json" else CommandPlayer(game, spec)


class CommandPlayer:
    """Plays by asking a program. There is a new process for each game, from `new_game` to the next one or to `close`.

    A bot that is too late raises TimeoutError, one that ends or cannot be started RuntimeError; either way its process is
    ended. A line that the protocol does not allow makes `choose` answer with a `NoAction`, which is counted as an illegal
    action, and raises BadAnswer for whoever takes it for a number.

    The answers of one turn share the limit that the protocol has for it, or what a match still allows (`time_left`).
    """

    def __init__(self, game: Game, spec: str) -> None:
        self._game, self._spec = game, spec
        self.time_left: float | None = None
        """The milliseconds that a match leaves this player for its turn; None: the protocol's limit holds."""
        self._command = Command.parse(spec)
        self._protocol = self._spoken()
        self._talk = self._protocol.talk()
        self.hears = self._protocol.hears
        self._keeper: Keeper | None = None
        self._bot: Bot | None = None
        self._seat = -1
        self._moment: tuple[int, ...] = ()
        self._turn: tuple[int, ...] = ()
        self._used = 0.0
        self._orders: deque[Any] = deque()
        self.transcript: Path | None = None
        """Where what is said is written down."""
        self.ignored = 0
        """Orders that were not legal when their turn came. They cost nothing but themselves."""
        self.errors = ""
        """The end of what the latest bot wrote to stderr."""

    def _spoken(self) -> Protocol:
        """What is spoken with the bot."""
        return need(self._game, "protocol")

    def new_game(self) -> None:
        """End the bot of the game before, and start one for this game."""
        self._stop()
        self._protocol.begin()
        if self._keeper is None or self._keeper.closed:
            self._keeper = Keeper()
        self._bot = Bot(self._keeper, self._command.words, self._command.limits)
        self._talk = self._protocol.talk()

    def hear(self, event: Event) -> None:
        """Something has happened that the bot will be told of."""
        self._talk.hear(event)

    def game_over(self, seat: Seat, result: Result) -> None:
        """Tell the bot how the game ended, give it a moment, and end it."""
        self._stop(self._talk.farewell(seat, result) if self._seat >= 0 else "")

    def log_lines(self) -> list[str]:
        """The lines that the bot has written to stderr since this was asked last."""
        return [] if self._bot is None else self._bot.take_lines()

    def choose(self, seat: Seat) -> Action | NoAction:
        """The bot's next action; it is asked when a decision is not settled by its latest answer."""
        if self._seat not in (-1, seat.player):
            raise RuntimeError("one bot cannot play for two seats: make a player for each, and call new_game() before a game")
        question = self._talk.question(seat)
        if question.moment != self._moment:
            try:
                self._orders = deque(self._ask(question, seat.player))
            except BadAnswer as error:
                self._stop(self._protocol.parting(error))
                return NoAction(error)
            except BaseException:
                self._stop()
                raise
        while self._orders:
            order = self._orders.popleft()
            action = self._talk.action(seat, order)
            if action is not None:
                return action
            self.ignored += 1
            self._write(f"! not legal, ignored: {order}")
        return self._talk.rest(seat)

    def close(self) -> None:
        """End the bot and everything about it. `new_game` begins anew."""
        self._stop()
        if self._keeper is not None:
            self._keeper.close()
            self._keeper = None

    def _ask(self, question: Question, seat: int) -> Sequence[Any]:
        if self._bot is None or question.moment < self._moment:
            self.new_game()
        assert self._bot is not None
        self._seat, self._moment = seat, question.moment
        if question.turn != self._turn:
            self._turn, self._used = question.turn, 0.0
        self._talk.time_left = self.time_left
        message = question.message()
        self._write(message, "> ")
        started = time.monotonic()
        try:
            line = self._bot.ask(message, self._seconds(question))
            self._write(line, "< ")
            return question.read(line)
        except Exception as error:
            self._write(f"! {type(error).__name__}: {error}")
            raise
        finally:
            self._used += time.monotonic() - started

    def _write(self, text: str, sign: str = "") -> None:
        """Lines for the transcript: what the bot is told (>), what it answers (<), and what became of it (!)."""
        if self.transcript is None:
            return
        lines = "".join(f"{sign}{line}\n" for line in text.splitlines())
        with contextlib.suppress(OSError), self.transcript.open("a", encoding="utf-8", errors="backslashreplace") as file:
            file.write(lines)

    def _seconds(self, question: Question) -> float | None:
        """How long the bot may take for this answer."""
        if self.time_left is not None:
            return max(self.time_left, 0.0) / 1000
        whole = self._command.limits.seconds(question.limit_ms)
        return None if whole is None else max(whole - self._used, 0.0)

    def _stop(self, last_message: str = "") -> None:
        """End the bot; one that is told something first gets a moment to end by itself."""
        self._seat, self._moment, self._turn = -1, (), ()
        self._orders.clear()
        if self._bot is not None:
            bot, self._bot = self._bot, None
            with contextlib.suppress(RuntimeError):
                if last_message:
                    bot.part(last_message)
                bot.stop()
            self.errors = bot.errors

    def __del__(self) -> None:
        with contextlib.suppress(Exception):
            self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        return command_player, (self._game, self._spec)
