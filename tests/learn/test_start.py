"""A first population from files: results, checkpoints and vectors by hand, in order; everything else refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardlab import game
from cardlab.core.vectorfile import find_kind, read_individuals
from cardlab.errors import RunError
from cardlab.lab.engine import Conditions
from cardlab.learn.evolution import run_training, train
from cardlab.learn.methods import new_course
from cardlab.learn.parameters import METHODS
from cardlab.learn.start import read_start
from cardlab.learn.task import Task

CASTLE = game("castle")
RANKS = find_kind(CASTLE)
SMALL: dict[str, Any] = {"population": 6, "generations": 1, "games": 2, "tournament_games": 1}


@pytest.fixture
def earlier(tmp_path: Path) -> Path:
    """A folder with the result and the checkpoint of a training, and a file by hand."""
    task = Task.of("castle", "ag-weights", seed=5, **SMALL)
    run_training(task, Conditions(), tmp_path / "c.json").save(tmp_path / "best.json")
    (tmp_path / "hand.txt").write_text("\n".join(";".join(["0.5"] * 13 + [str(i)]) for i in range(3)))
    return tmp_path


def test_every_kind_of_file_gives_its_vectors_in_order(earlier: Path) -> None:
    found = read_start([earlier / "hand.txt", earlier / "best.json", earlier / "c.json"], CASTLE, RANKS, 20)
    best = [each.genes for each in read_individuals(earlier / "best.json", CASTLE, RANKS)]
    assert len(found) == 3 + 5 + 6
    assert [genes[-1] for genes in found[:3]] == [0.0, 1.0, 2.0]
    assert list(found[3:8]) == best == list(found[8:13]), "a checkpoint's population comes best first"


@pytest.mark.parametrize(
    "text",
    [json.dumps([[1.0] * 14, [2.0] * 14]), "1," * 13 + "1\n" + "2," * 13 + "2\n", ("1 " * 14 + "\r\n") + "2 " * 14],
    ids=["lists", "lines", "blanks"],
)
def test_a_file_by_hand_may_hold_several_vectors(tmp_path: Path, text: str) -> None:
    (tmp_path / "v").write_text(text)
    assert read_start([tmp_path / "v"], CASTLE, RANKS, 2) == ((1.0,) * 14, (2.0,) * 14)


@pytest.mark.parametrize("method", METHODS)
def test_given_vectors_come_first_and_the_rest_is_as_random_as_without_them(method: str, earlier: Path) -> None:
    more: dict[str, Any] = {"generations": 1} if METHODS[method].evolves else {}
    if method == "generational":
        more["opponents"] = ["lowest"]
    plain, started = (
        Task.of("castle", method, population=8, seed=2, start=start, **more) for start in ((), (earlier / "hand.txt",))
    )
    first = [
        new_course(t.method, t.parameters, t.kind, t.seed, 2, t.start).first_population(np.random.default_rng(1))
        for t in (plain, started)
    ]
    assert first[1][:3].tolist() == [list(genes) for genes in started.start]
    assert np.array_equal(first[0][3:], first[1][3:])


@pytest.mark.parametrize("spec", ["castle", "castle,players=4"])
def test_a_training_takes_over_what_it_is_given(spec: str, tmp_path: Path) -> None:
    lowest = CASTLE.named_vector("ranks", "lowest")
    (tmp_path / "v.json").write_text(json.dumps(lowest))
    trained = train(spec, "random", population=8, scenarios=20, seed=1, start=[tmp_path / "v.json"])
    assert list(trained.best[0].genes) == lowest and trained.about()["start"] == 1


def test_a_checkpoint_knows_what_a_training_began_with(earlier: Path) -> None:
    def task(*start: str) -> Task:
        return Task.of("castle", "ag-weights", seed=5, start=[earlier / name for name in start], **SMALL)

    path = earlier / "new.json"
    done = run_training(task("hand.txt"), Conditions(), path)
    assert run_training(task("hand.txt"), Conditions(), path, resume=True).best == done.best
    for other in (task(), task("best.json")):
        with pytest.raises(RunError, match="start is"):
            run_training(other, Conditions(), path, resume=True)
    run_training(task(), Conditions(), earlier / "c.json", resume=True)


def edited(path: Path, **changes: Any) -> Path:
    data = json.loads(path.read_text())
    data.update(changes)
    path.write_text(json.dumps(data))
    return path


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"task": {"game": "locm", "kind": "ranks"}}, "a training of the game 'locm', not 'castle'"),
        ({"task": {"game": "castle", "kind": "draft"}}, "a training of the kind 'draft', not 'ranks'"),
        ({"task": 7}, "is damaged: it does not say which training"),
        ({"version": 9}, "version 9 of the format"),
        ({"population": None}, "holds no population yet"),
        (
            {"population": {"genes": "AAAA", "scores": [1.0], "order": [0]}},
            "is damaged, or its vectors have another length than 14",
        ),
        ({"population": {"genes": "", "scores": "", "order": []}}, "is damaged"),
    ],
)
def test_checkpoints_that_do_not_fit_are_refused(earlier: Path, changes: dict[str, Any], message: str) -> None:
    with pytest.raises(RunError) as refusal:
        read_start([edited(earlier / "c.json", **changes)], CASTLE, RANKS, 20)
    assert str(earlier / "c.json") in str(refusal.value) and message in str(refusal.value)


def test_too_many_too_short_and_missing_vectors_are_refused(earlier: Path) -> None:
    with pytest.raises(RunError, match="8 vectors to start with, but a population has 7: name fewer files"):
        read_start([earlier / "hand.txt", earlier / "best.json"], CASTLE, RANKS, 7)
    (earlier / "short").write_text("1,2,3")
    with pytest.raises(RunError, match="has 3 numbers; the vector ranks of castle has 14"):
        read_start([earlier / "short"], CASTLE, RANKS, 7)
    with pytest.raises(RunError, match="there is no file"):
        read_start([earlier / "none"], CASTLE, RANKS, 7)
    with pytest.raises(RunError, match="holds vectors of 'castle', not of 'locm'"):
        read_start([earlier / "best.json"], game("locm"), find_kind(game("locm")), 7)
