"""Stored individuals: read from folders, ranked by the same games, and the best of them as a start."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardlab import game
from cardlab.core.vectorfile import find_kind, read_individuals
from cardlab.errors import RunError
from cardlab.lab.engine import Conditions, Staff
from cardlab.learn import auditions
from cardlab.learn.auditions import (
    Audition,
    Retested,
    audition,
    audition_contest,
    best_of_files,
    first_of_files,
    games_of,
    retest,
)
from cardlab.learn.choosing import started_with_best
from cardlab.learn.contest import Contest
from cardlab.learn.evolution import run_training, train
from cardlab.learn.evolutionlog import save_beside
from cardlab.learn.jobs import Jobs
from cardlab.learn.stored import Stored, read_store
from cardlab.learn.task import Task
from tests.learn.arenas import Adder, ToyWork

FOUR = game("castle", players=4)
RANKS = find_kind(FOUR)
SMALL: dict[str, Any] = {"population": 6, "generations": 2, "games": 3, "opponents": ["lowest"]}


@pytest.fixture
def runs(tmp_path: Path) -> Path:
    """Two trainings with everything they leave behind, vectors by hand, and a file that is something else."""
    for seed in (1, 2):
        target = tmp_path / f"run-{seed}.json"
        task = Task.of(FOUR, "generational", seed=seed, **SMALL)
        trained = run_training(task, Conditions(), target.with_suffix(".checkpoint.json"))
        trained.save(target)
        save_beside(trained, target)
    (tmp_path / "hand").write_text("\n\n".join(";".join(["0.5"] * 13 + [str(i)]) for i in range(3)))
    (tmp_path / "lonely.json").write_text(json.dumps(FOUR.named_vector("ranks", "lowest")))
    (tmp_path / "notes.md").write_text("my notes")
    (tmp_path / ".hidden").write_text("1")
    return tmp_path


def test_a_folder_gives_every_individual_once_with_its_file_and_line(runs: Path) -> None:
    store = read_store([runs], FOUR, RANKS)
    found = [(each.file.name, each.line) for each in store.individuals]
    hand = [("hand", 1), ("hand", 3), ("hand", 5)]
    populations = [(f"run-{seed}.population.csv", line) for seed in (1, 2) for line in range(2, 8)]
    assert found == [*hand, ("lonely.json", 1), *populations]
    assert [path.name for path in store.skipped] == ["notes.md"]
    assert store.individuals[0].genes == (*[0.5] * 13, 0.0)
    best = read_individuals(runs / "run-1.json", FOUR, RANKS)
    assert [each.genes for each in store.individuals[4:9]] == [each.genes for each in best]


def test_a_result_without_its_population_is_read(runs: Path) -> None:
    (runs / "run-2.population.csv").unlink()
    found = [each for each in read_store([runs], FOUR, RANKS).individuals if "run-2" in each.file.name]
    assert [(each.file.name, each.line) for each in found] == [("run-2.json", number) for number in range(1, 6)]


def test_equal_vectors_are_told_apart_only_by_where_they_are(runs: Path) -> None:
    store = read_store([runs / "lonely.json", runs], FOUR, RANKS)
    assert len(store.individuals) == 1 + 16 and len(store.distinct()) == len({each.genes for each in store.individuals})
    assert store.distinct()[0].file.name == "lonely.json"


def test_files_that_are_named_must_hold_vectors(runs: Path) -> None:
    with pytest.raises(RunError, match="'my' is not a number"):
        read_store([runs / "notes.md"], FOUR, RANKS)
    (runs / "empty").mkdir()
    with pytest.raises(RunError, match="empty: the folder holds no vectors ranks of castle"):
        read_store([runs / "empty"], FOUR, RANKS)
    (runs / "empty" / "notes.md").write_text("my notes")
    with pytest.raises(RunError, match=r"notes\.md for one is something else"):
        read_store([runs / "empty"], FOUR, RANKS)


class Chosen(Adder):
    """An individual wins in as many of ten seeds as its first gene says."""

    def work(self, genes: Any, jobs: Jobs) -> ToyWork:
        self.seen = (genes, jobs)
        return super().work(genes, jobs)

    def points(self, genes: Any, jobs: Jobs) -> Any:
        wins = jobs.seed[:, None] % np.uint64(10) < np.round(genes[:, 0][np.maximum(jobs.rows, 0)] * 10)
        first = (jobs.rows >= 0) & (np.cumsum(jobs.rows >= 0, axis=1) == 1)
        return np.where(first & wins, 1.0, 0.0)


def somebody(strength: float, file: str = "a", line: int = 1) -> Stored:
    return Stored((strength, 0.0), Path(file), line)


def test_everybody_plays_the_same_seeds_and_is_ranked_by_wins() -> None:
    arena, how = Chosen(), Audition(players=6, guests=1, games=20, copies=2)
    everybody = [somebody(0.3), somebody(0.7, "b", 2), somebody(0.3, "b", 3), somebody(0.9, "a", 4)]
    ranked = audition(arena, everybody, how)
    assert ranked is not None
    assert [(each.wins, each.who.file.name, each.who.line) for each in ranked] == [
        (18, "a", 4), (14, "b", 2), (6, "a", 1), (6, "b", 3),
    ]  # fmt: skip
    genes, jobs = arena.seen
    assert len(genes) == 3 and jobs.size == arena.games == games_of(everybody, how) == 60, "equal vectors play once"
    assert jobs.seed.tolist() == [*range(20)] * 3
    assert jobs.rows[:3].tolist() == [[0, 0, -1, -1, -1, -1], [-1, 0, 0, -1, -1, -1], [-1, -1, 0, 0, -1, -1]]
    assert [(each.who.line, each.rate) for each in best_of_files(ranked)] == [(4, 0.9), (2, 0.7)]
    assert [(each.who.line, each.rate) for each in first_of_files(ranked)] == [(1, 0.3), (2, 0.7)]
    assert how.even == 2 / 6


def test_the_winner_plays_again_on_seeds_that_nobody_was_chosen_by() -> None:
    arena, how = Chosen(), Audition(players=4, guests=2, games=12, first_seed=5, rotate=False)
    again = retest(arena, somebody(0.5), how)
    won = [1.0 if seed % 10 < 5 else 0.0 for seed in range(5, 17)]
    assert again == Retested(somebody(0.5), tuple(won)) and (again.wins, again.games, again.rate) == (5.0, 12, 5 / 12)
    assert again.interval is None, "of so few games nothing can be told"
    _, jobs = arena.seen
    assert jobs.seed.tolist() == [1_000_000_005 + n for n in range(12)]
    assert jobs.rows.tolist() == [[0, -1, -2, -1]] * 12


class Noisy(Adder):
    """Everybody is as good as everybody else: wins four in ten games, and shares the win of every fourth of the others."""

    def work(self, genes: Any, jobs: Jobs) -> ToyWork:
        self.seen = (genes, jobs)
        return super().work(genes, jobs)

    def points(self, genes: Any, jobs: Jobs) -> Any:
        luck = np.array([np.random.default_rng(each).random(2) for each in zip(jobs.seed, jobs.rows[:, 0], strict=True)])
        won = np.where(luck[:, 0] < 0.4, 1.0, np.where(luck[:, 1] < 0.25, 0.5, 0.0))
        return np.stack([won, 1 - won], axis=1)


def test_the_interval_of_the_winner_holds_what_it_promises_and_nobody_else_has_one() -> None:
    arena, rate, held, first = Noisy(), 0.4 + 0.6 * 0.25 * 0.5, 0, 0.0
    everybody, trials = [somebody(n / 10, line=n) for n in range(10)], 400
    for trial in range(trials):
        how = Audition(players=2, guests=1, games=40, first_seed=1000 * trial, rotate=False)
        ranked = audition(arena, everybody, how)
        assert ranked is not None and not hasattr(ranked[0], "interval")
        again = retest(arena, ranked[0].who, how)
        assert again is not None and again.interval is not None
        held += again.interval.low <= rate <= again.interval.high
        first += ranked[0].rate / trials
    assert 0.93 <= held / trials <= 0.98 and first > rate + 0.05, "the first row is far too high, the winner again is not"


def test_any_number_of_individuals_fits_into_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    everybody, how = [somebody(n / 100, line=n) for n in range(30)], Audition(players=3, guests=1, games=10)
    expected = audition(Chosen(), everybody, how)
    monkeypatch.setattr(auditions, "MOST_JOBS", 35)
    arena = Chosen(most=1000)
    assert audition(arena, everybody, how) == expected and max(arena.calls) <= 30 and sum(arena.calls) == 300


def test_real_games_do_not_depend_on_workers(runs: Path) -> None:
    everybody, how = read_store([runs], FOUR, RANKS).individuals, Audition(4, 1, 60, 2)
    told: list[int] = []
    with Staff(3) as staff:
        crew = audition(audition_contest(FOUR, RANKS, "ranks", ["random"]), everybody, how, staff, told.append)
    assert crew == audition(audition_contest(FOUR, RANKS, "ranks", ["random"]), everybody, how)
    assert crew is not None and sum(told) == games_of(everybody, how)
    assert crew[0].wins > crew[-1].wins and all(each.wins % 1 == 0 for each in crew)
    assert {each.who for each in crew} == set(everybody)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"copies": 4}, "at a table of 4 it has 1 to 3"),
        ({"copies": 2, "guests": 3}, "3 agents to play against: 2 seats are left for them"),
        ({"guests": 0}, "0 agents to play against"),
        ({"games": 0}, "games 1 or more"),
        ({"first_seed": -1}, "seeds are 0 to 999,999,999"),
    ],
)
def test_auditions_that_cannot_be_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(RunError, match=message):
        Audition(**{"players": 4, "guests": 1, **given})


def test_a_training_starts_with_the_best_of_a_folder(runs: Path) -> None:
    task = Task.of(FOUR, "generational", seed=5, **SMALL)
    started = started_with_best(task, [runs], 4, Conditions(), games=50)
    everybody = read_store([runs], FOUR, RANKS).distinct()
    ranked = audition(Contest(FOUR, RANKS, "ranks", ["lowest"], "wins"), everybody, Audition(4, 1, 50))
    assert ranked is not None and list(started.start) == [each.who.genes for each in ranked[:4]]
    assert len(set(started.start)) == 4
    direct = train(FOUR, "generational", seed=5, start=[runs], start_best=4, **SMALL)
    assert direct.about()["start"] == 4


def test_the_choice_is_kept_for_a_training_that_is_resumed(runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    task, kept = Task.of(FOUR, "generational", seed=5, **SMALL), tmp_path / "x.start.json"
    started = started_with_best(task, [runs], 4, Conditions(), 50, kept)
    scores = [each.score for each in read_individuals(kept, FOUR, RANKS)]
    assert len(scores) == 4 and scores == sorted(scores, reverse=True)

    def unexpected(*anything: object) -> None:
        raise AssertionError("nobody should play again")

    monkeypatch.setattr("cardlab.learn.choosing.audition", unexpected)
    (tmp_path / "x.json").write_text(json.dumps([0.25] * 14))
    (tmp_path / "x.population.csv").write_text(",".join(["0.75"] * 14))
    assert started_with_best(task, [runs], 4, Conditions(), 50, kept, resume=True) == started
    for other in ({"games": 51}, {"count": 3}):
        with pytest.raises(AssertionError, match="nobody should play again"):
            started_with_best(task, [runs], other.get("count", 4), Conditions(), other.get("games", 50), kept, resume=True)
    with pytest.raises(AssertionError, match="nobody should play again"):
        started_with_best(task, [runs], 4, Conditions(), 50, kept, resume=False)


def test_too_few_vectors_to_start_with_are_refused(runs: Path) -> None:
    task = Task.of(FOUR, "generational", **{**SMALL, "population": 30})
    many = len(read_store([runs], FOUR, RANKS).distinct())
    with pytest.raises(RunError, match=f"the 30 best are asked for, but there are only {many} different vectors in"):
        started_with_best(task, [runs], 30, Conditions())
    with pytest.raises(RunError, match="8 vectors to start with, but a population has 6"):
        started_with_best(Task.of(FOUR, "generational", **SMALL), [runs], 8, Conditions())
    alone = Task.of(FOUR, "ag", population=6, generations=1)
    with pytest.raises(RunError, match=r"found by games against agents: name one \(--agent\)"):
        started_with_best(alone, [runs], 4, Conditions())
