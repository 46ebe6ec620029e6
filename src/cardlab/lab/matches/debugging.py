"""One game of a match in this process, with all that its agents raised: where in which file, and what they saw at that time."""

from __future__ import annotations

import dataclasses
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cardlab
from cardlab.agents.agent import Agent, PythonAgent, Stop
from cardlab.core.printable import printable, safely
from cardlab.core.rng import Rng
from cardlab.core.state import Seat
from cardlab.errors import RunError
from cardlab.lab.engine.work import Kit
from cardlab.lab.matches.chunk import Chunk
from cardlab.lab.matches.guard import is_interruption
from cardlab.lab.matches.match import Match
from cardlab.lab.matches.matchwork import MatchWork
from cardlab.lab.matches.waiting import told_of_slow

SHOWN_ACTIONS = 12
_HOUSE = Path(cardlab.__file__).parent


@dataclass(frozen=True)
class Complaint:
    """Something that an agent did wrong: at which of its decisions, what it saw, and the words with the way to the error."""

    agent: str
    decision: int
    seen: str
    words: str

    def __str__(self) -> str:
        where = f"at its decision {self.decision}" if self.decision else "in new_game, before its first decision"
        return "\n".join(part for part in (f"{self.agent} failed {where}", self.seen, self.words) if part)


@dataclass(frozen=True)
class DebuggedGame:
    """A game that was played to find errors."""

    match: Match
    index: int
    chunk: Chunk
    complaints: tuple[Complaint, ...]


def debug_game(match: Match, index: int, notice: Callable[[str], object] | None = None) -> DebuggedGame:
    """Play that game of a match as the match would, but in this process, where breakpoints and prints of agents work.

    `notice` hears of agents that let everybody wait.
    """
    complaints: list[Complaint] = []
    if index and (carriers := [agent.spec for agent in match.make_agents() if agent.carries_over]):
        raise RunError(f"{carriers[0]}: what it does depends on the games before: only game 0 can be played by itself")
    agents = tuple(_witnessed(agent, complaints) for agent in match.make_agents())
    with (
        told_of_slow(match.labels, notice, "Ctrl-C stops it and shows where it is") as watch,
        MatchWork(dataclasses.replace(match, agents=agents)).place(Kit(Stop(), watch)) as place,
    ):
        chunk = place.do(index, 1)
    return DebuggedGame(match, index, chunk, tuple(complaints))


def way_to(error: BaseException) -> str:
    """The traceback of an error from where it enters the code of a user; the chain of its causes with it."""
    trace = traceback.TracebackException.from_exception(error)
    last: traceback.TracebackException | None = trace
    while last is not None:
        own = next((i for i, frame in enumerate(last.stack) if not _is_ours(frame.filename)), None)
        if own is not None:
            del last.stack[:own]
        last = last.__cause__ or last.__context__
    return printable("".join(trace.format()).rstrip(), lines=True)


def _is_ours(file: str) -> bool:
    return file.startswith("<frozen") or _HOUSE in Path(file).parents or not Path(file).is_absolute()


def _witnessed(agent: Agent, complaints: list[Complaint]) -> Agent:
    if agent.native:
        return agent
    around: Any = PythonAgent(_Witness(agent, complaints), agent)
    around.spec = agent.spec
    return around  # type: ignore[no-any-return]


class _Witness:
    """Stands beside an agent and writes down what it does wrong. What happens in the game stays as it is."""

    def __init__(self, inner: Any, complaints: list[Complaint]) -> None:
        self._inner, self._complaints = inner, complaints
        self._decision = 0

    def new_game(self) -> None:
        try:
            self._decision = 0
            self._inner.begin()
        except BaseException as error:
            if not is_interruption(error):
                self._write("", way_to(error))
            raise

    def choose(self, seat: Seat, rng: Rng) -> object:
        self._decision += 1
        try:
            answer = self._inner.player_choice(seat, rng)
        except BaseException as error:
            if not is_interruption(error):
                self._write(_seen(seat), way_to(error))
            raise
        legal = seat.legal()
        try:
            fits = int(answer) in legal
        except Exception:
            fits = False
        if not fits:
            shown = ", ".join(f"{action} ({seat.text(action)})" for action in legal[:SHOWN_ACTIONS])
            more = f", … ({len(legal)} in all)" if len(legal) > SHOWN_ACTIONS else ""
            self._write(_seen(seat), f"It answered {safely(repr, answer)}, which is not legal. Legal: {shown}{more}")
        return answer

    def _write(self, seen: str, words: str) -> None:
        self._complaints.append(Complaint(self._inner.spec, self._decision, seen, words))


def _seen(seat: Seat) -> str:
    try:
        return printable(f"It saw: {seat.view()}")
    except Exception:
        return ""
