"""A match as work for the engine: its units are games."""

from __future__ import annotations

import dataclasses
import functools
import pickle
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Self

from cardlab.agents.agent import Agent, PythonAgent
from cardlab.agents.making import make_agent
from cardlab.core.seeding import fixed_luck
from cardlab.errors import RunError
from cardlab.lab.engine.conditions import MOST_WORKERS
from cardlab.lab.engine.processes import typed_in
from cardlab.lab.engine.staff import Staff
from cardlab.lab.engine.work import Kit, Loss, Parcel
from cardlab.lab.matches.arena import CHUNK, Arena
from cardlab.lab.matches.chunk import RAISED, TIMEOUT, Chunk, lost_game
from cardlab.lab.matches.guard import guarded
from cardlab.lab.matches.match import Match
from cardlab.lab.matches.recording import Recording
from cardlab.lab.matches.transcripts import Listeners
from cardlab.lab.showing.displaynames import display_names


@dataclass(frozen=True)
class MatchWork:
    """The games of a match, and what is recorded of them."""

    match: Match
    recording: Recording = field(default_factory=Recording)

    def threads(self, kit: Kit) -> int:
        """Threads for agents that run without the GIL; one if they are objects, which cannot be at several tables at once."""
        if not self.match.game.native or not all(agent.native for agent in self.agents(kit)):
            return 0
        return MOST_WORKERS if all(isinstance(agent, str) for agent in self.match.agents) else 1

    def carriers(self, kit: Kit) -> Sequence[str]:
        """Agents that carry something over from game to game."""
        each = zip(self.match.labels, self.agents(kit), strict=True)
        return [label for label, agent in each if agent.carries_over]

    def check_whole(self, staff: Staff) -> None:
        """Raise if this cannot go on from finished games, as nobody knows what an agent carried over from them."""
        if carriers := staff.carriers(self):
            raise RunError(
                f"{' and '.join(carriers)}: what it does depends on the games before, and what it carried over from those that "
                "are finished is not kept. So this run cannot go on: start it again, into another file"
            )

    @functools.cached_property
    def parcel(self) -> Parcel[Chunk] | None:
        """The match as another process can rebuild it. What was typed into a session exists nowhere else."""
        bare = tuple(agent.player if isinstance(agent, PythonAgent) else agent for agent in self.match.agents)
        work = MatchWork(dataclasses.replace(self.match, agents=bare), self.recording)
        if typed_in() and any(type(part).__module__ == "__main__" for part in (self.match.game, *bare)):
            return None
        try:
            return Parcel(pickle.dumps(work), self.match.patience, self.lost, self.slow)
        except Exception:
            return None

    def place(self, kit: Kit) -> MatchPlace:
        """An arena for one worker, with agents that it may have had in earlier matches."""
        return MatchPlace(self, kit)

    def agents(self, kit: Kit) -> list[Agent]:
        """The agents of one worker: those that are named are built once, objects are taken as they are."""
        game, seen, found = self.match.game, Counter[object](), []
        for agent in self.match.agents:
            make = functools.partial(make_agent, game, agent, kit.stop)
            found.append(kit.once((game, agent, seen[agent]), make) if isinstance(agent, str) else make())
            if isinstance(agent, str):
                seen[agent] += 1
        return found

    def slow(self, game: int, role: int, seconds: float) -> str:
        """Who lets everybody wait."""
        names = display_names(self.match.labels)
        others = ", ".join(name for other, name in enumerate(names) if other != role)
        against = f" against {others}" if others else ""
        end = f"it loses after {self.match.patience:g} s"
        return f"{names[role]} has been thinking about one decision for {seconds:.0f} s (game {game}{against}); {end}"

    def lost(self, game: int, loss: Loss) -> Chunk:
        """A game that was lost together with its worker."""
        if loss.seconds:
            problem = f"no answer within {loss.seconds:g} s"
            return lost_game(game, self.match.players, loss.role, TIMEOUT, int(loss.seconds * 1e9), problem)
        return lost_game(game, self.match.players, loss.role, RAISED, 0, f"ended its process (exit code {loss.exit_code})")


class MatchPlace:
    """Where one worker plays games of a match. Python's own random numbers are fixed where Python is at play."""

    def __init__(self, work: MatchWork, kit: Kit) -> None:
        match, recording = work.match, work.recording
        bare = work.agents(kit)
        agents = guarded(bare, kit.watch)
        self._listeners = Listeners(bare, recording.transcripts)
        recorder = recording.recorder(match.game)
        self._arena = Arena(
            match.game, agents, match.seed, match.rotate, match.move_ms, match.turn_ms, recording.replays, kit.stop, kit.watch,
            recorder, match.lots, match.counted,
        )  # fmt: skip
        self._seed = match.seed
        self._native = self._arena.all_native and match.game.native
        self._open = ExitStack()
        self._seed_game: Callable[[int, int], None] | None = None
        self.most = CHUNK if self._native else 1

    def __enter__(self) -> Self:
        if not self._native:
            self._seed_game = self._open.enter_context(fixed_luck())
        return self

    def __exit__(self, *problem: object) -> None:
        self._open.close()

    def do(self, first: int, count: int) -> Chunk:
        """Play these games."""
        if self._seed_game is None:
            return self._arena.play(first, count)
        self._seed_game(self._seed, first)
        self._listeners.begin(first)
        chunk = self._arena.play(first, count)
        if ignored := self._listeners.ignored(first):
            return dataclasses.replace(chunk, ignored=ignored)
        return chunk
