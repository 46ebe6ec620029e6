"""A game with its past: every state, every decision and what happened at it. Undo is a state kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cardlab.core.action import Action
from cardlab.core.events import Event
from cardlab.core.game import Game
from cardlab.core.printable import printable
from cardlab.core.replay import Replay
from cardlab.core.spec import OUTSIDE, Spec
from cardlab.core.state import Seat, State
from cardlab.errors import OptionError, ReplayError

NAME_LENGTH = 60


@dataclass(frozen=True)
class Step:
    """One decision of a game: who made it, and what happened."""

    player: int
    action: Action
    events: tuple[Event, ...] = field(default=())


@dataclass
class Record:
    """`states` has one entry more than `steps`: the start, and what each step led to."""

    game: Game
    agents: tuple[str, ...]
    seed: int | None
    states: list[State]
    steps: list[Step] = field(default_factory=list)

    @classmethod
    def new(cls, game: Game, seed: int, agents: Sequence[str]) -> Record:
        """A game that is about to begin."""
        return cls(game, tuple(agents), seed, [game.new(seed)])

    @classmethod
    def of(cls, replay: Replay) -> Record:
        """A game that was recorded; ReplayError if it does not lead to the end it claims."""
        replay.verify()
        agents = replay.agents or tuple(f"seat {seat}" for seat in range(replay.game.players))
        if len(agents) != replay.game.players:
            places = replay.game.players
            raise ReplayError(f"the replay names {len(agents)} agents for {places} seats: name one for each, or none")
        seed = replay.seed if replay.position is None else None
        record = cls(replay.game, agents, seed, [replay.start()])
        for action in replay.actions:
            record.add(action)
        return record

    @property
    def now(self) -> State:
        """The latest state."""
        return self.states[-1]

    def seat(self, player: int) -> Seat:
        """What a player knows now, with all that was played."""
        return self.now.seat(player, [(step.player, step.action) for step in self.steps])

    @property
    def names(self) -> tuple[str, ...]:
        """Short names of the players, all different."""
        return short_names(self.agents)

    def add(self, action: Action) -> Step:
        """Carry out an action; an illegal one raises IllegalAction and changes nothing."""
        told: list[Event] = []
        state = self.now.copy()
        state.listener = told.append
        player = state.player
        state.apply(action)
        state.listener = None
        step = Step(-1 if player is None else player, action, tuple(told))
        self.states.append(state)
        self.steps.append(step)
        return step

    def cut(self, length: int) -> None:
        """Go back to the state after that many steps and forget the rest."""
        del self.states[length + 1 :]
        del self.steps[length:]

    def replay(self, note: str = "") -> Replay:
        """The game so far as a replay."""
        return Replay.of(self.states[0], [step.action for step in self.steps], self.seed, self.agents, note)

    def last_decision_of(self, player: int, before: int) -> int | None:
        """The latest number of steps, below `before`, at which that player had to decide."""
        return next((at for at in range(before - 1, -1, -1) if self.steps[at].player == player), None)

    def round_on(self, at: int) -> int:
        """The step at which the player to move at `at` has the next turn, or the end."""
        mover, away = self._mover(at), False
        for later in range(at + 1, len(self.states)):
            away = away or self._mover(later) != mover
            if away and self._mover(later) == mover:
                return later
        return len(self.steps)

    def round_back(self, at: int) -> int:
        """The step at which the player to move at `at` had the turn before, or the start."""
        mover, away = self._mover(at), False
        for earlier in range(at - 1, -1, -1):
            away = away or self._mover(earlier) != mover
            if away and self._mover(earlier) == mover:
                return earlier
        return 0

    def _mover(self, at: int) -> int | None:
        return self.steps[at].player if at < len(self.steps) else self.states[at].player


def short_names(agents: Sequence[str]) -> tuple[str, ...]:
    """Agents by the first part of their text, fit to be shown, numbered where they would be equal."""
    heads = [printable(_head(agent), NAME_LENGTH) for agent in agents]
    seen: dict[str, int] = {}
    names = []
    for head in heads:
        seen[head] = seen.get(head, 0) + 1
        names.append(f"{head} #{seen[head]}" if heads.count(head) > 1 else head)
    return tuple(names)


def _head(agent: str) -> str:
    try:
        spec = Spec.parse(agent, "agent", OUTSIDE)
    except OptionError:  # a replay may name players as it likes
        return agent
    return spec.value.replace(":", ".").rpartition(".")[2] if spec.unread and spec.name == "python" else spec.head
