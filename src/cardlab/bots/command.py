"""The player `cmd:COMMAND`: a program of its own that speaks the game's text protocol."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Sequence
from typing import Any

from cardlab.bots.botlimits import Command
from cardlab.bots.keeper import Keeper
from cardlab.bots.process import Bot
from cardlab.bots.protocol import BadAnswer, NoAction, Question
from cardlab.core.action import Action
from cardlab.core.game import Game
from cardlab.core.parts import need
from cardlab.core.state import Seat


def command_player(game: Game, spec: str) -> CommandPlayer:
    """The player that a text such as ``cmd:./bot --fast`` names."""
    return CommandPlayer(game, spec)


class CommandPlayer:
    """Plays by asking a program. There is a new process for each game, from `new_game` to the next one or to `close`.

    A bot that is too late raises TimeoutError, one that ends or cannot be started RuntimeError; either way its process is
    ended. A line that the protocol does not allow makes `choose` answer with a `NoAction`, which is counted as an illegal
    action, and raises BadAnswer for whoever takes it for a number.
    """

    def __init__(self, game: Game, spec: str) -> None:
        self._game, self._spec = game, spec
        self._protocol = need(game, "protocol")
        self._command = Command.parse(spec)
        self._keeper: Keeper | None = None
        self._bot: Bot | None = None
        self._seat = -1
        self._moment: tuple[int, ...] = ()
        self._orders: deque[Any] = deque()
        self.errors = ""
        """The end of what the latest bot wrote to stderr."""

    def new_game(self) -> None:
        """End the bot of the game before, and start one for this game."""
        self._stop()
        if self._keeper is None or self._keeper.closed:
            self._keeper = Keeper()
        self._bot = Bot(self._keeper, self._command.words, self._command.limits)

    def choose(self, seat: Seat) -> Action | NoAction:
        """The bot's next action; it is asked when a decision is not settled by its latest answer."""
        if self._seat not in (-1, seat.player):
            raise RuntimeError("one bot cannot play for two seats: make a player for each, and call new_game() before a game")
        question = self._protocol.question(seat)
        if question.moment != self._moment:
            try:
                self._orders = deque(self._ask(question, seat.player))
            except BadAnswer as error:
                self._stop()
                return NoAction(error)
            except BaseException:
                self._stop()
                raise
        while self._orders:
            action = self._protocol.action(seat, self._orders.popleft())
            if action is not None:
                return action
        return self._protocol.rest(seat)

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
        return question.read(self._bot.ask(question.message(), self._command.limits.seconds(question.limit_ms)))

    def _stop(self) -> None:
        self._seat, self._moment = -1, ()
        self._orders.clear()
        if self._bot is not None:
            bot, self._bot = self._bot, None
            with contextlib.suppress(RuntimeError):
                bot.stop()
            self.errors = bot.errors

    def __del__(self) -> None:
        with contextlib.suppress(Exception):
            self.close()

    def __reduce__(self) -> tuple[Any, ...]:
        return command_player, (self._game, self._spec)
