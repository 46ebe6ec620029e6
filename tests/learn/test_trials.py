"""Comparing vectors: common scenarios, both seats equally, groups and strangers."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from cardlab.core.intervals import cluster_interval, wilson
from cardlab.errors import RunError
from cardlab.learn.trials import Contestant, VectorTrial, compare, pair_jobs, rate_interval
from tests.learn.arenas import TOY, Adder, Lottery, Offers

WEAK, STRONG = Contestant.of("weak", [[0.0] * 6]), Contestant.of("strong", [[1.0] * 6])


def test_scores_count_points_from_both_seats() -> None:
    scores = list(compare(Adder(), [(STRONG, WEAK), (WEAK, STRONG), (WEAK, WEAK)], VectorTrial.of(100, 10, 0)))
    assert [(s.name, s.against, s.points, s.games) for s in scores] == [
        ("strong", "weak", 100.0, 100),
        ("weak", "strong", 0.0, 100),
        ("weak", "weak", 50.0, 100),
    ]
    assert (scores[0].points_first, scores[0].games_first, scores[0].rate) == (50.0, 50, 1.0)


def test_each_seating_of_each_scenario_gets_the_same_number_of_games() -> None:
    trial = VectorTrial.of(120, 10, 3)
    genes, jobs = pair_jobs(STRONG, WEAK, trial, 0)
    found: Counter[tuple[int, int]] = Counter()
    for (first, _), scenario, games in zip(jobs.rows.tolist(), jobs.scenario.tolist(), jobs.games.tolist(), strict=True):
        found[first, scenario] += games
    assert set(found.values()) == {6} and len(found) == 20
    assert genes.sum(axis=1).tolist() == [6, 0]


def test_all_pairs_play_on_the_same_scenarios_with_luck_of_their_own() -> None:
    trial = VectorTrial.of(40, 10, 3)
    one, two = (pair_jobs(STRONG, WEAK, trial, number)[1] for number in (0, 1))
    assert np.array_equal(np.unique(one.scenario), np.unique(two.scenario))
    assert not set(one.seed.tolist()) & set(two.seed.tolist())


def test_numbers_of_games_are_rounded_up_to_whole_rounds() -> None:
    assert (VectorTrial.of(2000, 250, 0).games, len(VectorTrial.of(2000, 250, 0).scenarios)) == (2000, 250)
    assert (VectorTrial.of(101, 10, 0).games, len(VectorTrial.of(101, 10, 0).scenarios)) == (120, 10)
    assert (VectorTrial.of(10, 250, 0).games, len(VectorTrial.of(10, 250, 0).scenarios)) == (10, 5)
    with pytest.raises(RunError, match="at least 2 games"):
        VectorTrial.of(1, 10, 0)


def test_groups_are_drawn_from_evenly_with_both_seats_for_each_pairing() -> None:
    group = Contestant.of("group", [[float(i)] * 6 for i in range(4)])
    genes, jobs = pair_jobs(group, WEAK, VectorTrial.of(8000, 100, 1), 0)
    half = jobs.size // 2
    assert np.array_equal(jobs.rows[:half], jobs.rows[half:, ::-1]) and np.array_equal(jobs.games[:half], jobs.games[half:])
    often = np.bincount(jobs.rows[:half, 0], weights=jobs.games[:half])
    assert len(genes) == 5 and often.sum() == 4000 and np.all(np.abs(often - 1000) < 120)


def test_random_opponents_are_one_for_each_scenario() -> None:
    trial = VectorTrial.of(400, 50, 7)
    strangers = Contestant.random("random", TOY, 50, 7)
    _, jobs = pair_jobs(STRONG, strangers, trial, 0)
    met = {(scenario, row) for scenario, row in zip(jobs.scenario.tolist(), jobs.rows[:, 1].tolist(), strict=True) if row}
    assert len(met) == 50 == len({row for _, row in met})
    assert len(np.unique(strangers.genes, axis=0)) == 50


def test_a_comparison_ends_early_when_asked_to_stop() -> None:
    class Once(Adder):
        works = 0

        def work(self, genes: Any, jobs: Any) -> Any:
            self.works += 1
            return super().work(genes, jobs)

        def stops(self) -> bool:
            return self.works == 2

    scores = list(compare(Once(), [(STRONG, WEAK)] * 3, VectorTrial.of(10, 5, 0)))
    assert len(scores) == 1


@pytest.mark.parametrize(("games", "scenarios"), [(2000, 250), (4000, 250), (20_000, 250), (1200, 30)])
def test_the_true_score_lies_in_95_of_100_intervals_however_many_games_share_a_scenario(games: int, scenarios: int) -> None:
    held, plain, trials = 0, 0, 1000 if games < 10_000 else 500
    for seed in range(trials):
        words = np.random.default_rng([games, seed]).integers(0, 1 << 64, scenarios, dtype=np.uint64)
        [score] = compare(Offers(), [(STRONG, WEAK)], VectorTrial.on(games, words, seed))
        assert score.interval is not None
        held += score.interval.low <= 0.6 <= score.interval.high
        low, high = wilson(score.points, score.games)
        plain += low <= 0.6 <= high
    assert 0.93 <= held / trials <= 0.97
    assert plain / trials < 0.93, "games taken as independent would promise too much here"


def test_points_are_known_by_scenario_and_those_against_several_add_up_there() -> None:
    group = Contestant.of("group", [[0.1 * i] * 6 for i in range(1, 4)])
    trial = VectorTrial.of(900, 30, 5)
    scores = list(compare(Lottery(), [(STRONG, group), (STRONG, Contestant.random("random", TOY, 30, 5))], trial))
    for score in scores:
        assert len(score.by_scenario) == 30 and sum(score.by_scenario) == pytest.approx(score.points)
        assert max(score.by_scenario) <= 30 and len(set(score.by_scenario)) > 3
    sums = [a + b for a, b in zip(scores[0].by_scenario, scores[1].by_scenario, strict=True)]
    assert rate_interval(scores) == cluster_interval(sums, [60] * 30) is not None
    assert scores[0].interval == cluster_interval(scores[0].by_scenario, [30] * 30) is not None


def test_too_few_scenarios_give_no_interval() -> None:
    [score] = compare(Lottery(), [(STRONG, WEAK)], VectorTrial.of(2900, 29, 5))
    assert score.interval is None
