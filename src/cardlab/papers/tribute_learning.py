"""The learning experiments of the thesis on HQL: how fast it learns, and what the learned rows look like.

HQL learns while it plays against the decision tree, with rate 0.1 and discount 0.8. From 5 in all cells its rate rises fast and
hardly changes after about 3,500 games; from 0 it learns much more slowly. The curves are pictures without numbers, so there is
nothing printed beside ours but that. Five rows of a learned table are printed: where they keep 5, nothing was ever learned.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from importlib.util import find_spec
from pathlib import Path

from cardlab.core.rng import derive
from cardlab.lab.engine import Interrupted
from cardlab.lab.matches.match import Match
from cardlab.lab.storage.runfile import home
from cardlab.learn.qlearning import QTask, QTraining
from cardlab.papers.experiment import Call, Cell, Experiment, Finding, Outcome, Published, play_cell
from cardlab.registry import game as find_game

GAME, OPPONENT = "tribute,cards=2024", "decision_tree"
PRINTED_ROWS = {
    "MIDNIGHT_RAID": (11.76, 12.32, 11.27, 14.97, 18.37, *(5,) * 15),
    "MURDER_OF_CROWS": (5.87, 7.66, 7.6, 6.97, 11.15, 10.47, 7.43, 6.88, 5.55, *(5,) * 11),
    "ANSEI_ASSAULT": (5, 5.95, *(5,) * 18),
    "STORM_SHARK_WAVECALLER": (4.9, 5.16, 5.06, 5.06, 5.6, 4.88, 6.75, 4.16, 5, 4.2, 4.2, *(5,) * 9),
    "HOUSE_EMBASSY": (5, 15.97, 13.03, 15.67, 15.08, 15.74, 12.28, 6.88, *(5,) * 12),
}
"""Appendix A: values by the number of own cards of the deck."""
START = 5.0


def folder_of(call: Call) -> Path:
    """Where trainings and pictures are kept."""
    return call.folder if call.folder is not None else home() / "studies" / "tribute"


@dataclass(frozen=True)
class LearningRun:
    """A training: from which value, and how many games make a point of the curve; with `units` of a network, not a table.

    `gamma`: another discount than that of the form.
    """

    initial: float
    block: int
    small: int
    paper: int
    table: str | None = None
    units: int = 0
    form: str = "thesis"
    gamma: float | None = None

    def games(self, call: Call) -> int:
        """How long it is."""
        return call.games or (self.small if call.scale == "small" else self.paper)

    def trained(self, call: Call, run: int) -> QTraining:
        """The training, carried out or finished if that was not done yet."""
        games = self.games(call)
        task = QTask.of(
            find_game(GAME), OPPONENT, games, table=self.table, form=self.form, gamma=self.gamma, initial=self.initial,
            block=min(self.block, games), seed=derive(call.seed, "learning", run), units=self.units,
        )  # fmt: skip
        text = json.dumps([task.told(), games], sort_keys=True)
        path = folder_of(call) / "trainings" / f"{hashlib.blake2b(text.encode(), digest_size=8).hexdigest()}.json"
        if path not in _trained:
            training = QTraining.resume(task, path) if call.resume and path.exists() else QTraining.start(task)
            path.parent.mkdir(parents=True, exist_ok=True)
            try:
                training.run(call.progress, path)
            except KeyboardInterrupt:
                raise Interrupted(None) from None
            _trained[path] = training
        return _trained[path]


_trained: dict[Path, QTraining] = {}
"""Trainings that this process has finished, by their files."""
FAST, SLOW = LearningRun(5.0, 500, 2000, 5000), LearningRun(0.0, 1000, 2000, 20_000)
BY_SIZE = LearningRun(5.0, 500, 2000, 5000, "card-values-by-size")
BY_NETWORK = LearningRun(5.0, 500, 2000, 5000, units=16)


@dataclass(frozen=True)
class CurveCell:
    """One training. The rate is that of the last block; all blocks are told for the curve.

    There is no interval: who learns is another player in every game, and one training is one observation.
    """

    label: str
    learning: LearningRun
    run: int
    game: str = GAME
    agents: tuple[str, ...] = ("hql,learn=yes,discount=0.8", OPPONENT)
    published: Published | None = None

    def games(self, scale: str) -> int:
        """How many games at a scale."""
        return self.learning.games(Call(scale))

    def play(self, call: Call) -> Finding:
        """Learn, or go on."""
        training = self.learning.trained(call, self.run)
        last, until, more = training.blocks[-1], 0, {}
        for block in training.blocks:
            until += block.games
            more[str(until)] = block.rate
        return Finding(training.done, last.rate, None, more=more)


@dataclass(frozen=True)
class LearnedCell:
    """HQL with a table that is learned first, against HQL with one that was learned from as many games."""

    label: str
    learning: LearningRun
    options: str
    small: int
    paper: int
    game: str = GAME
    published: Published | None = None

    @property
    def agents(self) -> tuple[str, ...]:
        """Who plays; the tables are files once they are learned."""
        return f"hql,table=learned here{self.options}", "hql,table=learned here"

    def games(self, scale: str) -> int:
        """How many games at a scale, without those that are learned from."""
        return self.small if scale == "small" else self.paper

    def play(self, call: Call) -> Finding:
        """Learn what is not learned yet, and play."""
        length = replace(call, games=None)
        texts, named = list[str](), list[str]()
        for learning, options in ((self.learning, self.options), (FAST, "")):
            training = learning.trained(length, 0)
            kind = "net" if learning.units else "table"
            path = folder_of(call) / f"{training.task.kind.name}-{kind}-{training.done}-{call.seed}.csv"
            training.lore.save(path)
            for found, place in ((texts, str(path)), (named, path.name)):
                found.append(f"hql,table={'net:' if learning.units else ''}{place}{options}")
        games = call.games or self.games(call.scale)
        return play_cell(Match.of(self.game, texts, games=games, seed=call.seed), call, named)


@dataclass(frozen=True)
class FormCell:
    """HQL with a table that was learned in a form and with a discount, against the decision tree that it learned from."""

    label: str
    learning: LearningRun
    run: int
    small: int = 300
    paper: int = 1000
    game: str = GAME
    agents: tuple[str, ...] = ("hql,table=learned here", OPPONENT)
    published: Published | None = None

    def games(self, scale: str) -> int:
        """How many games at a scale, without those that are learned from."""
        return self.small if scale == "small" else self.paper

    def play(self, call: Call) -> Finding:
        """Learn what is not learned yet, and play; all tables meet the same deals."""
        training = self.learning.trained(replace(call, games=None), self.run)
        task = training.task
        path = folder_of(call) / f"{task.form}-{task.gamma:g}-{training.done}-{call.seed}-{self.run}.csv"
        training.lore.save(path)
        games = call.games or self.games(call.scale)
        match = Match.of(self.game, (f"hql,table={path}", OPPONENT), games=games, seed=call.seed)
        return play_cell(match, call, (f"hql,table={path.name}", OPPONENT))


def forms(outcomes: Sequence[Outcome], call: Call) -> Sequence[str]:
    """The mean of all trainings of a form with a discount."""
    rates: dict[str, list[float]] = {}
    for outcome in outcomes:
        rates.setdefault(outcome.cell.label.rpartition(", ")[0], []).append(outcome.finding.rate)
    return [f"{label}: {100 * sum(found) / len(found):.1f}% on average" for label, found in rates.items()]


@dataclass(frozen=True)
class RowCell:
    """A row of a learned table beside the printed one. The rate: the share of states learned in both, or in neither."""

    label: str
    key: str
    game: str = GAME
    agents: tuple[str, ...] = ("hql,learn=yes,discount=0.8", OPPONENT)
    published: Published | None = None

    def games(self, scale: str) -> int:
        """How many games are learned from at a scale."""
        return FAST.games(Call(scale))

    def play(self, call: Call) -> Finding:
        """Learn, unless the curve has already been learned, and look."""
        training = FAST.trained(call, 0)
        row = training.table.values[training.table.rows.index(self.key)]
        alike = [(ours != START) == (theirs != START) for ours, theirs in zip(row, PRINTED_ROWS[self.key], strict=True)]
        more = {f"s{state}": value for state, value in enumerate(row)}
        return Finding(training.done, sum(alike) / len(alike), None, more=more)


def curves(outcomes: Sequence[Outcome], call: Call) -> Sequence[str]:
    """The mean of all runs, block by block, and a picture of it if matplotlib is installed."""
    points = sorted({int(until) for outcome in outcomes for until in outcome.finding.more})
    means = []
    for until in points:
        rates = [rate for o in outcomes if (rate := o.finding.more.get(str(until))) is not None]
        means.append(sum(rates) / len(rates))
    lines = [f"after {until:,} games: {100 * mean:.1f}% of the block" for until, mean in zip(points, means, strict=True)]
    name = outcomes[0].experiment.id
    if find_spec("matplotlib") is None:
        return [*lines, f"{name}: no picture was drawn; pip install 'cardlab[plots]' for that"]
    from cardlab.learn.heatmap import draw_curve

    path = folder_of(call) / f"{name}.png"
    path.parent.mkdir(parents=True, exist_ok=True)
    draw_curve(points, means, path, f"{outcomes[0].experiment.title}, mean of {len(outcomes)}")
    return [*lines, f"{name}: drawn to {path}"]


def rows(outcomes: Sequence[Outcome], call: Call) -> Sequence[str]:
    """Our rows under the printed ones, a dot where nothing was learned; and how far learned states reach in the whole table."""

    def shown(values: Sequence[float | None]) -> str:
        return " ".join(f"{'·' if value in (None, START) else f'{value:.1f}':>5}" for value in values)

    lines = []
    for outcome in outcomes:
        assert isinstance(outcome.cell, RowCell)
        ours = [outcome.finding.more[f"s{state}"] for state in range(20)]
        lines += [f"{outcome.cell.key:24} printed {shown(PRINTED_ROWS[outcome.cell.key])}", f"{'':24} ours    {shown(ours)}"]
    values = FAST.trained(call, 0).table.values
    learned = [sum(row[state] != START for row in values) for state in range(20)]
    share = sum(learned[11:]) / max(1, sum(learned))
    low, high = (
        [row[state] for row in values for state in states if row[state] != START] for states in (range(2), range(3, 7))
    )
    if low and high:
        lines.append(f"mean of learned values: {sum(low) / len(low):.1f} in s0 and s1, {sum(high) / len(high):.1f} in s3 to s6")
    return [*lines, f"{100 * share:.1f}% of what was learned lies above s10 (printed: almost nothing)"]


RUNS = 3
LEARNING = (
    Experiment(
        "curve4.1", "HQL learns from 5", "Does its rate rise fast and then hardly change?",
        tuple(CurveCell(f"from 5, run {run + 1}", FAST, run) for run in range(RUNS)), curves,
    ),
    Experiment(
        "curve4.2", "HQL learns from 0", "Does it learn more slowly?",
        tuple(CurveCell(f"from 0, run {run + 1}", SLOW, run) for run in range(RUNS)), curves,
    ),
    Experiment(
        "appendixA", "five rows of a learned table", "Do values rise with the size of a deck, and where is nothing learned?",
        tuple(RowCell(key.replace("_", " ").title(), key) for key in PRINTED_ROWS), rows,
    ),
    Experiment(
        "forms", "what follows is of the card's own deck, as in the thesis, or of Pelin, as in the program; two discounts",
        "Does the slip of the program cost anything, and does the discount matter?",
        tuple(
            FormCell(f"{form}, discount {gamma:g}, run {run + 1}", replace(FAST, form=form, gamma=gamma), run)
            for form in ("thesis", "archive") for gamma in (0.8, 0.5) for run in range(RUNS)
        ), forms,
    ),
    Experiment(
        "outlook", "what the thesis proposes to try next, against HQL", "What would make HQL stronger?",
        (
            LearnedCell("the size of all of the deck as the state", BY_SIZE, ",state=size", 300, 1000),
            LearnedCell("a network in place of the table", BY_NETWORK, "", 300, 1000),
            *(Cell(f"no purchases from {n} cards on", GAME, (f"hql,limit={n}", "hql"), 300, 1000) for n in (11, 12, 14, 16)),
            Cell("a network for table and heuristic, in a beam", GAME, ("beam,evaluator=worth", "hql"), 40, 1000),
            Cell("a network for table and heuristic, in a tree", GAME, ("champion:500", "hql"), 60, 1000),
        ),
    ),
)  # fmt: skip
