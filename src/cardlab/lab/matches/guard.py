"""A guard around a user's agent: whatever it does while playing costs it the game, never the run."""

from __future__ import annotations

import contextlib
import operator
import signal
import sys
import threading
from collections.abc import Callable
from typing import Any

from cardlab.agents.agent import Agent, PythonAgent
from cardlab.core.events import Event
from cardlab.core.printable import printable, safely
from cardlab.core.result import Result
from cardlab.core.rng import Rng
from cardlab.core.state import Seat

Watch = Callable[[int, int], None]
MOST_LINES, MOST_LINE = 200, 500
"""What an agent can say at one decision."""


def is_interruption(error: BaseException) -> bool:
    """Whether an error can be a person's Ctrl-C: only the main thread gets it, and not where it is ignored.

    Everywhere else a KeyboardInterrupt was raised by the agent itself, and counts as its failure.
    """
    if not isinstance(error, KeyboardInterrupt) or threading.current_thread() is not threading.main_thread():
        return False
    return signal.getsignal(signal.SIGINT) is not signal.SIG_IGN


class Guard:
    """Stands between the arena and a Python agent.

    The arena counts exceptions and wrong answers of `choose`. The guard turns the rest into those: an exception in
    `new_game`, in `hear` or in the text of an exception, an attempt to exit, an answer that cannot be shown. Whole numbers of
    other libraries become plain ones.
    """

    def __init__(self, inner: Any, role: int, watch: Watch | None) -> None:
        self._inner, self._role, self._watch = inner, role, watch
        self._owed: Exception | None = None
        self._has_complained = False

    def new_game(self) -> None:
        """Tell the agent; what it raises is raised again at its first decision."""
        self._owed = self._problem_of(self._inner.begin)

    def hear(self, event: Event) -> None:
        """Tell the agent; what it raises is raised again at its next decision."""
        if self._owed is None:
            self._owed = self._problem_of(lambda: self._inner.hear(event))

    def game_over(self, seat: Seat, result: Result) -> None:
        """Tell the agent. What it raises now can cost it no game any more, so it is said, once."""
        problem = self._problem_of(lambda: self._inner.game_over(seat, result))
        if problem is not None and not self._has_complained:
            self._has_complained = True
            text = printable(f"{type(problem).__name__}: {problem}", 300)
            print(f"Warning: {self._inner.spec} failed when it was told that a game is over: {text}", file=sys.stderr)

    def _problem_of(self, telling: Callable[[], object]) -> Exception | None:
        """What an agent raises while it is told something, if it does."""
        if self._watch is not None:
            self._watch(self._role, 0)
        try:
            telling()
        except BaseException as error:
            if is_interruption(error):
                raise
            return _plain_error(error)
        finally:
            if self._watch is not None:
                self._watch(-1, 0)
        return None

    def log_lines(self) -> list[str]:
        """What the agent has said since this was asked last, as far as it can be shown."""
        try:
            return [printable(line, MOST_LINE) for line in self._inner.take_lines()[:MOST_LINES]]
        except BaseException as error:
            if is_interruption(error):
                raise
            return []

    @property
    def time_left(self) -> None:
        """Nothing to be read: it is handed on."""
        return None

    @time_left.setter
    def time_left(self, milliseconds: float | None) -> None:
        with contextlib.suppress(Exception):
            self._inner.allow(milliseconds)

    def choose(self, seat: Seat, rng: Rng) -> object:
        """The agent's answer, as an int if it is a whole number of any kind."""
        if self._owed is not None:
            raise self._owed
        try:
            answer = self._inner.player_choice(seat, rng)
        except BaseException as error:
            if is_interruption(error):
                raise
            raise _plain_error(error) from None
        try:
            return operator.index(answer)
        except Exception:
            return _Shown(answer)


class _Shown:
    """An answer that is no number, reduced to a short text."""

    def __init__(self, answer: object) -> None:
        self._text = safely(repr, answer)

    def __repr__(self) -> str:
        return self._text


def guarded(agents: list[Agent], watch: Watch | None = None) -> list[Agent]:
    """The same agents with a guard around each that is written in Python."""
    return [agent if agent.native else _guard(agent, role, watch) for role, agent in enumerate(agents)]


def _guard(agent: Any, role: int, watch: Watch | None) -> Agent:
    shield: Any = PythonAgent(Guard(agent, role, watch), agent)
    shield.spec = agent.spec
    return shield  # type: ignore[no-any-return]


def _plain_error(error: BaseException) -> Exception:
    """The same error, by name and text, as one the arena can count and show."""
    text = safely(str, error)
    if isinstance(error, TimeoutError):
        return TimeoutError(text)
    alike: type[Exception] = type(printable(type(error).__name__, 60), (Exception,), {})
    return alike(text)
