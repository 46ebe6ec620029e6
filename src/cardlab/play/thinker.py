"""Agents that think beside the screen: one at a time, to be called off, with what they considered."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass

from cardlab.agents.agent import PythonAgent, Stop
from cardlab.agents.making import make_agent
from cardlab.agents.report import Report
from cardlab.core.action import Action
from cardlab.core.events import Event
from cardlab.core.game import Game
from cardlab.core.printable import error_text
from cardlab.core.replay import Said
from cardlab.core.result import Result
from cardlab.core.state import Seat
from cardlab.errors import CardlabError
from cardlab.play.record import Record

LEAST_MS = 20.0
"""So long an agent may think even when its time is used up."""


@dataclass(frozen=True)
class Thought:
    """A choice, the report on it, the milliseconds it took, and what the agent had to say."""

    action: Action
    report: Report
    milliseconds: float
    lines: tuple[Said, ...] = ()


class Thinker:
    """One agent. `think` may be called from any thread; `call_off` ends it early.

    With `turn_ms` its decisions of one turn may take so many milliseconds together: when they are used up a search is ended,
    and answers with what it has.
    """

    def __init__(self, game: Game, spec: str, turn_ms: float = 0.0) -> None:
        self._stop = Stop()
        self._lock = threading.Lock()
        self._agent = make_agent(game, spec, self._stop)
        self._forgets = True
        self._heard = 0
        self._limit, self._turn, self._used = turn_ms, -1, 0.0
        self.spec = spec

    def think(self, seat: Seat, seed: int, told: Sequence[Event] = (), turn: int = 0) -> Thought:
        """Choose for a seat. Equal seats and seeds give equal choices unless the budget is a time.

        `told` is all that has happened in the game: an agent that listens hears what is new to it. `turn` is the number of the
        turn, whose time this takes.
        """
        with self._lock:
            self._stop.asked = 0
            if self._forgets:
                self._forgets, self._heard = False, 0
                self._agent.new_game()
            self._hear(seat.player, told)
            started = time.perf_counter()
            with self._clock(turn):
                action = self._agent.choose(seat, seed)
            taken = 1000 * (time.perf_counter() - started)
            self._used += taken
            said = self._agent.take_lines() if isinstance(self._agent, PythonAgent) else ()
            return Thought(action, self._agent.report, taken, tuple((seat.player, line) for line in said))

    def failure(self, error: BaseException) -> str:
        """What to say of an error that the agent raised: its own are unknown to us, ours name it."""
        return str(error) if isinstance(error, CardlabError) else f"{self.spec} failed: {error_text(error)}"

    @contextmanager
    def _clock(self, turn: int) -> Iterator[None]:
        """While it is open, a search is ended when the time for the turn is used up."""
        if turn != self._turn:
            self._turn, self._used = turn, 0.0
        if not self._limit:
            yield
            return
        left = max(LEAST_MS, self._limit - self._used)
        if isinstance(self._agent, PythonAgent):
            self._agent.allow(left)
        timer = threading.Timer(left / 1000, self.call_off)
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
            timer.join()

    def _hear(self, player: int, told: Sequence[Event]) -> None:
        if self._agent.listens:
            for event in told[self._heard :]:
                self._agent.hear(event.for_seat(player))
        self._heard = len(told)

    @property
    def wants_results(self) -> bool:
        """Whether it wants to be told how its games end."""
        return bool(self._agent.wants_results)

    def end(self, seat: Seat, result: Result, told: Sequence[Event]) -> None:
        """Tell it what happened last, and how the game ended. Its next thought begins another one."""
        with self._lock:
            if not self._forgets:
                self._hear(seat.player, told)
                self._agent.game_over(seat, result)
            self._forgets = True

    def call_off(self) -> None:
        """Make a search that is under way end now; its choice is worth little."""
        self._stop.asked = 1

    def forget(self) -> None:
        """Before the next thought, drop what was kept of this game: it ended, or moves were taken back."""
        self._forgets = True


def farewell(thinkers: Mapping[int, Thinker], record: Record) -> Callable[[], None]:
    """What tells those who want to know how a finished game ended; for any thread. What they raise costs nothing."""
    result, happened = record.now.result, record.told
    seats = [(thinker, record.seat(player)) for player, thinker in thinkers.items() if thinker.wants_results]

    def tell() -> None:
        for thinker, seat in seats:
            if result is not None:
                with suppress(Exception):
                    thinker.end(seat, result, happened)

    return tell
