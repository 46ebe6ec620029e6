"""Tables of more than two: everybody in every seat equally often, fillers without points, and costs that are true."""

from __future__ import annotations

import signal
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardlab.errors import RunError
from cardlab.lab.engine import Conditions, Interrupted, Progress, progress
from cardlab.learn.comparing import all_pairs, knock_out, neighbours, tournaments
from cardlab.learn.contest import Contest
from cardlab.learn.cost import within_budget
from cardlab.learn.evolution import run_training, train
from cardlab.learn.jobs import Jobs, stream
from cardlab.learn.parameters import METHODS, find_method
from cardlab.learn.seating import Tables, seatings
from cardlab.learn.task import Task
from cardlab.learn.trials import Contestant, VectorTrial, compare, pair_jobs
from tests.learn.arenas import TOY, Adder
from tests.learn.test_comparing import SCENARIOS, carry_out

SIZES = [3, 4, 6, 8]
QUICK: dict[str, dict[str, Any]] = {
    "random": {"population": 11, "scenarios": 2},
    "random-tournament": {"population": 13, "scenarios": 2},
    "evo-base": {"population": 10, "scenarios": 2, "generations": 2},
    "ag": {"population": 10, "generations": 2, "games": 4},
    "ag-weights": {"population": 10, "generations": 2, "games": 4, "tournament_games": 1, "tournament_size": 5, "scenarios": 2},
    "ag-all": {"population": 10, "generations": 2, "games": 4, "tournament_games": 1},
    "generational": {"population": 10, "generations": 3, "games": 6, "opponents": ["lowest"]},
}


def castle(players: int) -> str:
    return f"castle,players={players}" + (",packs=2" if players > 4 else "")


def highest_wins(jobs: Jobs) -> Any:
    """The highest number at the table wins all games."""
    points = np.zeros(jobs.rows.shape)
    points[np.arange(jobs.size), np.argmax(jobs.rows, axis=1)] = jobs.games
    return points


def first_seat_wins(jobs: Jobs) -> Any:
    points = np.zeros(jobs.rows.shape)
    points[:, 0] = jobs.games
    return points


def seats_taken(jobs: Jobs) -> Counter[tuple[int, int]]:
    """Games of each individual in each seat."""
    found: Counter[tuple[int, int]] = Counter()
    for row, games in zip(jobs.rows.tolist(), jobs.games.tolist(), strict=True):
        assert len(set(row)) == len(row), "nobody sits at a table twice"
        found.update({(individual, seat): games for seat, individual in enumerate(row)})
    return found


@pytest.mark.parametrize("players", SIZES)
def test_all_sit_in_every_seat_equally_often(players: int) -> None:
    scores, [jobs] = carry_out(all_pairs(2 * players, SCENARIOS, 5, stream(1, "t"), players), first_seat_wins)
    each = (2 * players - 1) * 2 * 5
    assert seats_taken(jobs) == {(who, seat): each for who in range(2 * players) for seat in range(players)}
    assert np.allclose(scores, 100 / players)
    assert len(set(jobs.seed.tolist())) == jobs.size


def test_who_fills_a_table_up_gets_no_points_for_it() -> None:
    scores, [jobs] = carry_out(all_pairs(7, SCENARIOS, 5, stream(1, "t"), 3), first_seat_wins)
    assert jobs.total == 3 * 3 * 6 * 2 * 5
    assert max(seats_taken(jobs).values()) > 6 * 2 * 5, "somebody filled up"
    assert np.allclose(scores, 100 / 3)


def test_the_strongest_wins_every_comparison_at_a_table() -> None:
    scores, _ = carry_out(all_pairs(9, SCENARIOS, 2, stream(1, "t"), 4), highest_wins)
    assert scores[8] == 100.0 and scores[0] == 0.0
    couples, [jobs] = carry_out(
        tournaments(np.array([[4, 0, 2, 6], [1, 5, 3, 7]]), SCENARIOS, 5, False, stream(1, "t"), 3, 8), highest_wins
    )
    assert couples.tolist() == [[6, 4], [7, 5]]
    assert jobs.total == 2 * 4 * 3 * 5
    scores, asked = carry_out(neighbours(9, SCENARIOS[:1], 3, 2, False, stream(1, "t"), 3), highest_wins)
    assert {tuple(sorted(row)) for row in asked[0].rows.tolist()} == {(0, 1, 2), (3, 4, 5), (6, 7, 8)}
    assert {tuple(sorted(row)) for row in asked[1].rows.tolist()} == {(2, 5, 8), (0, 1, 3), (4, 6, 7)}
    assert scores.tolist() == [0.0, 0.0, 50.0, 50.0, 0.0, 50.0, 0.0, 50.0, 100.0]


def test_a_group_smaller_than_a_table_is_joined_by_strangers_who_cannot_become_parents() -> None:
    groups = np.array([[0, 1], [2, 0]])
    couples, [jobs] = carry_out(tournaments(groups, SCENARIOS, 4, False, stream(1, "t"), 4, 9), highest_wins)
    assert sorted(couples[0].tolist()) == [0, 1] and sorted(couples[1].tolist()) == [0, 2]
    for number, group in enumerate(groups.tolist()):
        part = jobs.part(number * 8, number * 8 + 8)
        taken = seats_taken(part)
        assert all(taken[who, seat] == 4 for who in group for seat in range(4))
        assert len({who for who, _ in taken}) == 4


def test_the_last_table_of_neighbours_is_filled_by_those_above_it() -> None:
    scores, [jobs] = carry_out(neighbours(5, SCENARIOS[:1], 3, 1, False, stream(1, "t"), 3), highest_wins)
    assert {tuple(sorted(row)) for row in jobs.rows.tolist()} == {(0, 1, 2), (2, 3, 4)}
    assert scores.tolist() == [0.0, 0.0, 100.0, 0.0, 100.0]


def test_a_knock_out_at_tables_ends_with_one_and_losers_only_fill_up() -> None:
    order = np.arange(8)
    scores, asked = carry_out(knock_out(order, SCENARIOS, 3, False, stream(1, "t"), 3), highest_wins)
    tables = [{tuple(sorted(row)) for row in jobs.rows.tolist()} for jobs in asked]
    assert tables[0] == {(0, 1, 2), (3, 4, 5)} and tables[1] == {(2, 5, 6)} and len(tables) == 3
    assert all({6, 7} < set(table) for table in tables[2])
    assert int(np.argmax(scores)) == 7 and np.argsort(-scores)[1] == 6
    assert sum(jobs.total for jobs in asked) == 4 * 3 * 2
    lost, asked = carry_out(knock_out(np.arange(4), SCENARIOS, 3, False, stream(1, "t"), 3), lambda jobs: -1.0 * jobs.rows)
    assert int(np.argmax(lost)) in (0, 3), "who is out cannot come back, though it would win the last table"


def test_groups_play_every_choice_of_a_table() -> None:
    assert len(seatings(5, 3)) == 10 * 3 and len(seatings(4, 4)) == 4 and len(seatings(2, 6)) == 6
    assert seatings(3, 2).tolist() == [[0, 1], [0, 2], [1, 0], [1, 2], [2, 0], [2, 1]]
    assert Tables.of(np.array([[7, 8, 9]])).in_every_seat().rows.tolist() == [[7, 8, 9], [9, 7, 8], [8, 9, 7]]


@pytest.mark.parametrize("players", [3, 4, 5, 6, 8])
@pytest.mark.parametrize("method", METHODS)
def test_real_tables_cost_what_was_said_and_workers_do_not_matter(method: str, players: int) -> None:
    alone = train(castle(players), method, seed=3, **QUICK[method])
    crew = train(castle(players), method, seed=3, workers=3, **QUICK[method])
    assert alone.games == alone.task.cost
    assert alone.best == crew.best
    assert alone.best != train(castle(players), method, seed=4, **QUICK[method]).best


@pytest.mark.parametrize("method", METHODS)
def test_a_budget_pays_for_what_fits_at_larger_tables(method: str) -> None:
    found = find_method(method)
    for players in SIZES:
        opponents = QUICK[method].get("opponents", ())
        task = Task.of(castle(min(players, 4)), method, budget=200_000, opponents=opponents)
        assert task.cost <= 200_000
        fitted = within_budget(found, found.parameters({}), 200_000, players=players)
        assert fitted.population >= players


@pytest.mark.parametrize("method", ["evo-base", "ag", "random-tournament"])
def test_a_training_at_tables_is_resumed_where_it_stopped(method: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "PROGRESS_SECONDS", 0.0)
    task, path = Task.of(castle(3), method, seed=3, **QUICK[method]), tmp_path / "c.json"
    expected = run_training(task, Conditions())
    told: list[Progress] = []

    def interrupt(news: Progress) -> None:
        told.append(news)
        if len(told) == 3:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(Interrupted):
        run_training(task, Conditions(1, interrupt), path)
    assert run_training(task, Conditions(), path, resume=True).best == expected.best


def test_evolution_for_four_gets_better_than_random_vectors() -> None:
    trained = train("castle,players=4", "ag", budget=60_000, population=20, seed=1)
    task, trial = trained.task, VectorTrial.of(4000, 500, 9, 4)
    sides = Contestant.of("trained", [best.genes for best in trained.best]), Contestant.random("random", task.kind, 500, 9, 3)
    (score,) = compare(Contest(task.game, task.kind, task.player), [sides], trial)
    assert score.games == 4000 and score.interval.low > 0.4 > trial.even


def test_a_side_fills_its_seats_with_one_individual_and_the_other_side_the_rest() -> None:
    group, others = Contestant.of("group", [[float(i)] * 6 for i in range(3)]), Contestant.random("random", TOY, 10, 7, 3)
    trial = VectorTrial.of(600, 10, 3, 5, 2)
    genes, jobs = pair_jobs(group, others, trial, 0)
    assert jobs.total == trial.games == 600 and len(genes) == 33
    for block in range(5):
        part = jobs.part(block * jobs.size // 5, (block + 1) * jobs.size // 5)
        own = np.roll(part.rows, -block, axis=1)
        assert np.all(own[:, 0] == own[:, 1]) and np.all(own[:, :2] < 3) and np.all(own[:, 2:] >= 3)
        assert all(len(set(row)) == 3 for row in own[:, 2:].tolist())


class Seated(Adder):
    """The individuals of the first side win every game that one of them plays from the first seat."""

    def points(self, genes: Any, jobs: Jobs) -> Any:
        return np.where((jobs.rows == 0) & (np.arange(jobs.rows.shape[1]) == 0), 1.0, 0.0) * jobs.games[:, None]


def test_points_of_all_copies_count_in_every_seat() -> None:
    sides = Contestant.of("one", [[0.0] * 6]), Contestant.of("other", [[1.0] * 6])
    (score,) = compare(Seated(), [sides], VectorTrial.of(400, 10, 0, 4, 2))
    assert score.by_seat == (100.0, 0.0, 0.0, 100.0) and score.rate == 0.5
    assert (score.points_first, score.games_first) == (100.0, 100)
    assert sum(score.by_scenario) == 200.0


def test_impossible_numbers_of_seats_are_refused() -> None:
    with pytest.raises(RunError, match="at a table of 4 it has 1 to 3"):
        VectorTrial.of(100, 10, 0, 4, 4)
    with pytest.raises(RunError, match="at least 4 games, one with each seat"):
        VectorTrial.of(3, 10, 0, 4)
