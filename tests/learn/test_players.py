"""Any agent as the player: the same games as the quick policies where they are the same player, and clear errors."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardlab import game
from cardlab.agents.agent import Stop
from cardlab.core.vectorfile import find_kind
from cardlab.errors import CardlabError, RunError, UnknownName
from cardlab.lab.engine import Conditions, Interrupted, Kit, Progress, Staff, progress
from cardlab.learn.bout import AgentBout
from cardlab.learn.comparing import against_guests
from cardlab.learn.contest import Contest, play_jobs
from cardlab.learn.evolution import run_training, train
from cardlab.learn.jobs import Jobs, stream
from cardlab.learn.players import find_player, joined
from cardlab.learn.seating import among_guests
from cardlab.learn.task import Task
from cardlab.learn.trials import Contestant, VectorTrial, compare
from tests.learn.arenas import points_of

LOCM = game("locm")
DRAFT = find_kind(LOCM)
SMALL: dict[str, Any] = {"population": 6, "generations": 1, "games": 2, "tournament_games": 1, "tournament_size": 2}
JOBS = 6


def jobs(games: int = 5) -> tuple[Any, ...]:
    words = np.arange(JOBS, dtype=np.uint64)
    rows = np.array([[0, 1], [2, 3], [1, 2]] * (JOBS // 3))
    return stream(1, "genes").random((4, 160)), rows, words, words + np.uint64(50), np.full(JOBS, games)


@pytest.mark.parametrize("player", ["greedy", "random"])
def test_asked_through_seats_the_same_player_plays_the_same_games(player: str) -> None:
    contest, kit = Contest(LOCM, DRAFT, player), Kit(Stop())
    quick = points_of(contest, *jobs(20))
    kit.once((contest, ()), lambda: AgentBout(LOCM, lambda: joined(LOCM, DRAFT, player), kit.stop))
    genes, *columns = jobs(20)
    assert np.array_equal(quick, contest.work(genes, Jobs(*columns)).place(kit).do(0, JOBS).scores)


def test_the_vector_drafts_for_the_agent() -> None:
    """Whoever drafts by good values beats the same search with the worst of them."""
    good = np.array(LOCM.named_vector("draft", "contest1"))
    words = np.arange(200, dtype=np.uint64)
    rows = np.array([[0, 1], [1, 0]] * 100)
    points = points_of(Contest(LOCM, DRAFT, "beam:60"), np.stack([good, -good]), rows, words, words, np.ones(200, np.int64))
    assert points[rows == 0].sum() > 125


@pytest.mark.parametrize("player", ["beam:60", "ismcts:8", "pimc:40,worlds=2"])
def test_a_search_as_the_player_gives_the_same_result_with_any_number_of_workers(player: str) -> None:
    alone, crew = (train("locm", "ag-weights", player=player, seed=3, workers=n, **SMALL) for n in (1, 3))
    assert alone.best == crew.best and alone.games == alone.task.cost
    assert alone.best != train("locm", "ag-weights", player="greedy", seed=3, **SMALL).best
    assert alone.about()["player"] == player


AGENT = """
import random


class Luck:
    def choose(self, seat, rng):
        return random.choice(seat.legal()) if rng.below(2) else seat.legal()[0]


class Wrong:
    def choose(self, seat):
        {body}
"""


@pytest.fixture
def agents(tmp_path: Path) -> Any:
    def write(body: str = "return 1") -> str:
        path = tmp_path / "mine.py"
        path.write_text(AGENT.replace("{body}", body))
        return f"python:{path}"

    return write


def test_an_agent_in_python_plays_and_its_luck_is_fixed(agents: Any) -> None:
    player = f"{agents()}:Luck"
    one, three = (points_of(Contest(LOCM, DRAFT, player), *jobs(2), workers=n) for n in (1, 3))
    assert np.array_equal(one, three)
    assert one.sum() == 2 * JOBS


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("raise ValueError('no idea')", "ValueError: no idea. A player that fails cannot be trained"),
        ("return -7", "chose -7, which is no legal action"),
        ("return 'pass'", "answered 'pass', which is not an action"),
        ("return 1 << 70", f"answered {1 << 70}, which is not an action"),
    ],
)
def test_an_agent_that_fails_ends_the_training_with_its_name(agents: Any, body: str, message: str) -> None:
    player = f"{agents(body)}:Wrong"
    with pytest.raises(RunError) as refusal:
        train("locm", "ag-weights", player=player, seed=3, **SMALL)
    assert message in str(refusal.value) and "mine.py" in str(refusal.value)


@pytest.mark.parametrize(
    ("spec", "player", "message"),
    [
        ("locm", "gredy", "Did you mean 'greedy'?"),
        ("locm", "beam:none", "'none'"),
        ("locm", "beam:60,widht=3", "Did you mean 'width'?"),
        ("locm", "beam:60,draft=contest1", "the vector drafts; leave the option draft out"),
        ("locm", "cmd:bot.py", "a program drafts for itself, so the vector cannot"),
        ("locm", "python:none.py:Me", "none.py"),
        ("castle", "ismcts:30", "The vector ranks is a player by itself, so no other agent can play with it"),
    ],
)
def test_players_that_cannot_be_are_refused(spec: str, player: str, message: str) -> None:
    rules = game(spec)
    with pytest.raises(CardlabError) as refusal:
        find_player(rules, find_kind(rules), player)
    assert message in str(refusal.value)
    with pytest.raises(UnknownName):
        find_player(LOCM, find_kind(LOCM, "greedy"), "beam:60")


@pytest.mark.parametrize("spec", ["castle", "castle,players=4"])
def test_guests_sit_where_a_job_seats_them_and_play_by_themselves(spec: str) -> None:
    """The agent lowest plays as the vector lowest does, so a table of guests and one of vectors have the same games."""
    rules, words = game(spec), np.arange(30, dtype=np.uint64)
    kind, players = find_kind(rules), rules.players
    genes = np.array([rules.named_vector("ranks", "lowest"), stream(1, "genes").random(14)])
    alike = np.tile([1, *[0] * (players - 1)], (30, 1))
    with_guests = np.where(alike == 0, -2, alike)
    contest = Contest(rules, kind, "ranks", guests=("random", "lowest"))
    asked = words, words, np.full(30, 10)
    expected = points_of(Contest(rules, kind, "ranks"), genes, alike, *asked)
    assert np.array_equal(points_of(contest, genes, with_guests, *asked, workers=2), expected)
    assert np.array_equal(points_of(contest, genes, alike, *asked), expected), "without guests at the table all is as ever"
    weaker = points_of(contest, genes, np.where(alike == 0, -1, 0), *asked)
    assert weaker[:, 1:].sum() < 300 * (players - 1) / players - 20
    with pytest.raises(RunError, match="individuals are numbered"):
        points_of(contest, genes, np.where(alike == 0, -3, alike), *asked)


def test_an_agent_is_compared_as_an_opponent_with_any_number_of_workers() -> None:
    rules = game("castle,players=3")
    kind = find_kind(rules)
    lowest = Contestant.of("lowest", [rules.named_vector("ranks", "lowest")])
    pairs = [(lowest, Contestant.agent("random", kind, 1)), (lowest, Contestant.agent("flat", kind, 2))]
    contest, trial = Contest(rules, kind, "ranks", guests=("random", "flat:5")), VectorTrial.of(300, 30, 4, 3)
    one, three = (list(compare(contest, pairs, trial, Staff(n))) for n in (1, 3))
    assert one == three
    assert one[0].rate > 0.5 and one[0].rate > one[1].rate


@pytest.mark.parametrize("method", ["random", "evo-base"])
@pytest.mark.parametrize(("spec", "opponents"), [("castle", ["lowest"]), ("castle,players=4", ["lowest", "flat:2"])])
def test_individuals_can_be_scored_against_agents(method: str, spec: str, opponents: list[str], tmp_path: Path) -> None:
    lowest = game("castle").named_vector("ranks", "lowest")
    (tmp_path / "v.json").write_text(json.dumps(lowest))
    given: dict[str, Any] = {
        "population": 6,
        "scenarios": 10,
        "games": 2,
        "opponents": opponents,
        "start": [tmp_path / "v.json"],
    }
    given |= {"generations": 1, "seed": 1} if method == "evo-base" else {"seed": 1}
    one, three = (train(spec, method, workers=n, **given) for n in (1, 3))
    assert one.best == three.best and one.about()["opponents"] == opponents
    players = one.task.game.players
    assert one.games == one.task.cost == 6 * players * 10 * 2 * len(one.history)
    assert list(one.best[0].genes) == lowest, "the vector that plays as the strongest at the table"
    assert one.best[-1].score is not None and one.best[-1].score < 100 / players
    assert Task.of(spec, method, budget=2000, opponents=opponents, **({"scenarios": 2} | {"population": 6})).cost <= 2000


def test_guests_take_turns_in_filling_the_table_and_get_no_points() -> None:
    tables = among_guests(2, 4, 2)
    assert tables.rows[:2].tolist() == [[0, -1, -2, -1], [1, -1, -2, -1]] and len(tables.rows) == 8
    assert tables.counted.sum() == 8 and tables.counted[:2, 0].all()
    asking = against_guests(3, np.arange(2, dtype=np.uint64), 5, np.random.default_rng(1), 4, 1)
    jobs = next(asking)
    with pytest.raises(StopIteration) as end:
        asking.send(np.where(jobs.rows == 2, 1.0, 7.0) * jobs.games[:, None])
    assert end.value.value[2] == 100.0 and end.value.value[0] == 700.0


@pytest.mark.parametrize(
    ("method", "opponents", "message"),
    [
        (
            "ag",
            ["lowest"],
            "the method ag lets individuals play each other; against agents train by evo-base, random or generational",
        ),
        ("random-tournament", ["lowest"], "against agents train by evo-base, random or generational"),
        ("evo-base", ["lowest", "random"], "at a table of 2 there is room for fewer"),
        ("evo-base", ["lowst"], "Did you mean 'lowest'?"),
        ("generational", [], "the first generation at least: name one (--agent)"),
        ("generational", ["lowest", "random"], "at a table of 2 there is room for fewer"),
    ],
)
def test_opponents_that_cannot_be_are_refused(method: str, opponents: list[str], message: str) -> None:
    with pytest.raises(CardlabError) as refusal:
        Task.of("castle", method, opponents=opponents)
    assert message in str(refusal.value)


def test_a_stop_ends_a_search_at_once_and_progress_is_told_job_by_job(monkeypatch: pytest.MonkeyPatch) -> None:
    stop, told = Stop(), []

    def done(more: int) -> None:
        told.append(more)
        stop.asked = 1

    start = time.monotonic()
    genes, *columns = jobs(1)
    assert play_jobs(Contest(LOCM, DRAFT, "ismcts:2000"), genes, Jobs(*columns), Staff(1, lambda: stop), done) is None
    assert told == [1] and time.monotonic() - start < 30
    monkeypatch.setattr(progress, "PROGRESS_SECONDS", 0.0)
    news: list[Progress] = []
    task = Task.of("locm", "ag", player="beam:40", seed=1, **SMALL)
    run_training(task, Conditions(progress=news.append))
    assert len({each.done for each in news}) > 10 and news[-1].done == task.cost


def test_a_training_with_a_search_that_is_stopped_goes_on_to_the_same_end(tmp_path: Path, monkeypatch: Any) -> None:
    task, path = Task.of("locm", "ag", player="beam:40", seed=1, **SMALL), tmp_path / "c.json"
    expected = run_training(task, Conditions())
    monkeypatch.setattr(progress, "PROGRESS_SECONDS", 0.0)
    asked = []

    def ask(news: Progress) -> None:
        if news.done > 20 and not asked:
            asked.append(news)
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(Interrupted):
        run_training(task, Conditions(2, ask), path)
    kept = json.loads(path.read_text())
    assert kept["plays"], "games of a step under way are kept"
    assert run_training(task, Conditions(2), path, resume=True).best == expected.best


def test_ctrl_c_with_a_search_as_the_player_keeps_what_was_played(tmp_path: Path) -> None:
    command = [
        sys.executable, "-c", "from cardlab.cli import main; main()", "evolve", "locm", "--player", "ismcts:200",
        "--out", "best.json", "--workers", "2",
    ]  # fmt: skip
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=tmp_path)
    time.sleep(4)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130 and out == "" and "Traceback" not in err
    assert "cardlab evolve locm --player ismcts:200" in err and err.rstrip().endswith("--resume")
    assert json.loads((tmp_path / "best.checkpoint.json").read_text())["task"]["player"] == "ismcts:200"
