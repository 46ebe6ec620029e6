"""A game with its past: every state, every decision, what happened at it and how long it took. Undo is a state kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from cardlab.core.action import Action
from cardlab.core.events import Event
from cardlab.core.game import Game
from cardlab.core.printable import printable
from cardlab.core.replay import Replay, Said
from cardlab.core.spec import OUTSIDE, Spec
from cardlab.core.state import Seat, State
from cardlab.errors import OptionError, ReplayError
from cardlab.play.passages import Moment, Passage, first_moment, tell_on

NAME_LENGTH = 60


@dataclass(frozen=True)
class Step:
    """One decision of a game: who made it, where the game was and is now, what happened, and how long it took."""

    player: int
    action: Action
    before: Moment
    after: Moment
    passages: tuple[Passage, ...] = ()
    milliseconds: float | None = None
    lines: tuple[Said, ...] = ()
    """What was said at it, and by which seat."""

    @cached_property
    def events(self) -> tuple[Event, ...]:
        """What happened."""
        return tuple(passage.event for passage in self.passages)


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
        times = replay.milliseconds or [None] * len(replay.actions)
        for at, (action, taken) in enumerate(zip(replay.actions, times, strict=True)):
            said = replay.lines.get(at, ())
            if at == len(replay.actions) - 1:
                said = (*said, *replay.lines.get(at + 1, ()))
            record.add(action, taken, said)
        return record

    @property
    def now(self) -> State:
        """The latest state."""
        return self.states[-1]

    def seat(self, player: int) -> Seat:
        """What a player knows now, with all that was played."""
        return self.now.seat(player, [(step.player, step.action) for step in self.steps])

    @property
    def told(self) -> list[Event]:
        """All that has happened."""
        return [event for step in self.steps for event in step.events]

    @property
    def names(self) -> tuple[str, ...]:
        """Short names of the players, all different."""
        return short_names(self.agents)

    def add(self, action: Action, milliseconds: float | None = None, lines: Sequence[Said] = ()) -> Step:
        """Carry out an action that took so many milliseconds, with what was said at it.

        An illegal one raises IllegalAction and changes nothing.
        """
        told: list[Event] = []
        state = self.now.copy()
        state.listener = told.append
        player = state.player
        state.apply(action)
        state.listener = None
        before = self.moment(len(self.steps))
        passages, after = tell_on(before, told, state)
        step = Step(-1 if player is None else player, action, before, after, passages, milliseconds, tuple(lines))
        self.states.append(state)
        self.steps.append(step)
        return step

    def cut(self, length: int) -> None:
        """Go back to the state after that many steps and forget the rest."""
        del self.states[length + 1 :]
        del self.steps[length:]

    def replay(self, note: str = "") -> Replay:
        """The game so far as a replay."""
        taken = [step.milliseconds for step in self.steps if step.milliseconds is not None]
        measured = taken if len(taken) == len(self.steps) else ()
        said = {at: step.lines for at, step in enumerate(self.steps) if step.lines}
        return Replay.of(self.states[0], [step.action for step in self.steps], self.seed, self.agents, note, measured, said)

    def moment(self, at: int) -> Moment:
        """Where the game was after that many steps."""
        return self.steps[at - 1].after if at else first_moment(self.game, self.states[0], self.seed is not None)

    def mean_milliseconds(self, player: int) -> float | None:
        """How long a player took for a decision on average, if it was measured."""
        own = [step.milliseconds for step in self.steps if step.player == player and step.milliseconds is not None]
        return sum(own) / len(own) if own else None

    def last_decision_of(self, player: int, before: int) -> int | None:
        """The latest number of steps, below `before`, at which that player had to decide."""
        return next((at for at in range(before - 1, -1, -1) if self.steps[at].player == player), None)


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
