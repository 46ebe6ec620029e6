"""Q-learning of a game's table while playing: after each own turn the table takes in what the turn brought.

A network may stand in place of the table (`lore`). The learner plays by what it learns, without exploring, against one
opponent, from both seats in turn. How it fares is noted block by block: that is the curve of learning. A checkpoint after each
block holds all that is needed to go on, with the same result as without an interruption.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any, TypeVar

from cardlab.agents.agent import Agent
from cardlab.agents.making import make_agent
from cardlab.core.action import Action
from cardlab.core.events import Event
from cardlab.core.files import read_json, read_text, write_json
from cardlab.core.game import Game
from cardlab.core.parts import need
from cardlab.core.printable import error_text
from cardlab.core.rng import Rng, derive
from cardlab.core.seeding import fixed_luck
from cardlab.core.state import State
from cardlab.core.valuetables import TableKind, TableTeacher, ValueTable
from cardlab.errors import OptionError, RunError
from cardlab.lab.engine import Interrupted, Interruption, Progress, ProgressTeller
from cardlab.learn.lore import NetLore, TableLore
from cardlab.learn.players import check_alike

FORMAT = "cardlab table"
Told = TypeVar("Told")
MOST_BYTES = 200_000_000
MOST_DECISIONS = 1_000_000
TABLE_ALPHA, NET_ALPHA = 0.1, 0.01
"""Rates of learning; every lesson of a network touches what it says about all other states."""


@dataclass(frozen=True)
class QTask:
    """What is learned, and how. `gamma` and `initial` are those of the form unless told."""

    game: Game
    kind: TableKind
    opponent: str
    games: int
    form: str
    alpha: float
    gamma: float
    initial: float
    block: int
    seed: int
    units: int = 0

    @classmethod
    def of(
        cls, game: Game, opponent: str, games: int, *, table: str | None = None, form: str | None = None,
        alpha: float | None = None, gamma: float | None = None, initial: float | None = None, block: int = 500, seed: int = 0,
        units: int = 0,
    ) -> QTask:  # fmt: skip
        """A task, checked. With `units` a network of so many is learned in place of the table."""
        kinds = need(game, "tables")
        if table is not None and table not in kinds:
            raise OptionError(f"{game.name} has no table {table!r}; there are {', '.join(kinds)}")
        kind = kinds[table] if table is not None else next(iter(kinds.values()))
        found = kind.form(form)
        gamma = found.gamma if gamma is None else gamma
        alpha = (NET_ALPHA if units else TABLE_ALPHA) if alpha is None else alpha
        if not (0 < alpha <= 1 and 0 <= gamma < 1):
            raise OptionError(f"alpha={alpha:g}, gamma={gamma:g}: alpha is above 0 and at most 1, gamma is 0 to below 1")
        if games < 1 or block < 1:
            raise OptionError(f"games={games}, block={block}: both are at least 1")
        check_alike(make_agent(game, opponent))
        start = found.initial if initial is None else initial
        task = cls(game, kind, opponent, games, found.name, alpha, gamma, start, block, seed, units)
        task.lore()
        return task

    def lore(self) -> TableLore | NetLore:
        """What is learned, as it is before the first game."""
        return NetLore(self.kind, self.initial, self.units, self.seed) if self.units else TableLore(self.kind, self.initial)

    def told(self) -> dict[str, Any]:
        """What decides about the result, but for the number of games."""
        names = ("opponent", "form", "alpha", "gamma", "initial", "block", "seed", *(("units",) if self.units else ()))
        return {"game": self.game.spec(), "table": self.kind.name, **{name: getattr(self, name) for name in names}}


class _Ear:
    """A listener for what a teacher wants to hear, and nothing else."""

    def __init__(self, game: Game, teacher: TableTeacher) -> None:
        self.saw = teacher.saw
        self.wanted = {game.event_kinds.numbers[name] for name in teacher.hears}

    def __call__(self, event: Event) -> None:
        self.saw(event)


@dataclass
class _Table:
    """Who plays: the learner, and the opponent, whose failures are told as its own."""

    learner: Agent
    other: Agent
    interruption: Interruption
    seed_game: Callable[[int, int], None] | None
    game: int = 0

    def begin(self, seed: int, game: int) -> None:
        """A new game."""
        self.game = game
        if self.seed_game is not None:
            self.seed_game(seed, game)
        self.learner.new_game()
        self._told(self.other.new_game)

    def answer(self, state: State, player: int, past: Sequence[tuple[int, Action]], luck: Rng) -> Action:
        """Let the opponent make its action."""

        def act() -> Action:
            action = self.other.choose(state.seat(player, past), luck)
            state.apply(action)
            return action

        return self._told(act)

    def _told(self, asked: Callable[[], Told]) -> Told:
        """What the opponent does. While Ctrl-C is heard elsewhere, whatever it raises is its own."""
        try:
            return asked()
        except BaseException as error:
            if self.interruption.asked:
                raise
            raise RunError(
                f"opponent {self.other.spec}, in game {self.game}: {error_text(error)}. Nothing is learned from one that fails"
            ) from error


@dataclass
class LearnedBlock:
    """How a block of games went for the learner."""

    games: int
    points: float
    lessons: int

    @property
    def rate(self) -> float:
        """The learner's share."""
        return self.points / self.games


@dataclass
class QTraining:
    """Where a training is: games that were played, their blocks, and what was learned."""

    task: QTask
    lore: TableLore | NetLore
    done: int = 0
    blocks: list[LearnedBlock] = field(default_factory=list)

    @classmethod
    def start(cls, task: QTask) -> QTraining:
        """From the first game on."""
        return cls(task, task.lore())

    @property
    def table(self) -> ValueTable:
        """The table, if one is learned."""
        if not isinstance(self.lore, TableLore):
            raise OptionError("a network was learned, and no table")
        return self.lore.table

    @classmethod
    def resume(cls, task: QTask, path: Path) -> QTraining:
        """From a checkpoint."""
        kept = read_json(path, read_text(path, MOST_BYTES))
        if not isinstance(kept, dict) or kept.get("format") != FORMAT:
            raise RunError(f"{path}: is no checkpoint of a table")
        if kept.get("task") != task.told():
            raise RunError(f"{path}: is the checkpoint of another training; name another file, or start anew")
        try:
            lore = task.lore()
            fits = lore.take([[float(value) for value in line] for line in kept["values"]])
            training = cls(task, lore, int(kept["done"]), [LearnedBlock(**block) for block in kept["blocks"]])
        except (KeyError, TypeError, ValueError):
            fits = False
        if not fits:
            raise RunError(f"{path}: is damaged; start anew")
        return training

    def keep(self, path: Path) -> None:
        """Write a checkpoint."""
        blocks = [asdict(block) for block in self.blocks]
        told = {"format": FORMAT, "task": self.task.told(), "done": self.done, "blocks": blocks, "values": self.lore.numbers()}
        write_json(path, told)

    def run(self, tell: Callable[[Progress], None] | None = None, checkpoint: Path | None = None) -> None:
        """Play all games that are left. Ctrl-C raises `Interrupted`; what is kept then are whole blocks.

        Games follow each other, as each is played by what was learned in those before. Random numbers of Python's own are fixed
        for an opponent that draws from them.
        """
        with Interruption() as interruption:
            other = make_agent(self.task.game, self.task.opponent, interruption.new_stop())
            with nullcontext() if other.native else fixed_luck() as seed_game:
                self._learn(_Table(self.lore.player(), other, interruption, seed_game), ProgressTeller(tell), checkpoint)
        if interruption.asked:
            raise Interrupted(self)

    def _learn(self, table: _Table, teller: ProgressTeller, checkpoint: Path | None) -> None:
        task, teacher = self.task, self.lore.teacher(self.task.form)
        while self.done < task.games:
            block = LearnedBlock(0, 0.0, 0)
            for _ in range(min(task.block, task.games - self.done)):
                points, lessons = self._play(table, self.done % 2, teacher)
                if table.interruption.asked:
                    return
                block.games += 1
                block.points += points
                block.lessons += lessons
                self.done += 1
                teller.now_and_then(lambda block=block: self._news(block))  # type: ignore[misc]
            self.blocks.append(block)
            if checkpoint is not None:
                self.keep(checkpoint)

    def _news(self, block: LearnedBlock) -> Progress:
        last = self.blocks[-1] if self.blocks else block
        return Progress(self.done, self.task.games, (last.points,), last.games, (self.task.kind.name,))

    def _play(self, table: _Table, seat: int, teacher: TableTeacher) -> tuple[float, int]:
        """One game, or as much of it as there is until somebody asks to stop."""
        task, learned = self.task, 0
        past: list[tuple[int, Action]] = []
        state = task.game.new(derive(task.seed, "deal", self.done) >> 1)
        lucks = [Rng(derive(task.seed, "luck", self.done, player)) for player in range(2)]
        state.listener = _Ear(task.game, teacher)
        teacher.begin(seat)
        table.begin(task.seed, self.done)
        for _ in range(MOST_DECISIONS):
            player = state.player
            if player is None or table.interruption.asked:
                break
            if player == seat:
                action = table.learner.choose(state.seat(player, past), lucks[player])
                for lesson in teacher.lessons(state, action):
                    learned += 1
                    self.lore.learn(lesson, task.alpha, task.gamma)
                state.apply(action)
            else:
                action = table.answer(state, player, past, lucks[player])
            past.append((player, action))
        result = state.result
        return (result.scores[seat] if result is not None else 0.5), learned
