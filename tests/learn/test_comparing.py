"""Who plays whom how often, and what is made of the points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from typing import Any

import numpy as np

from cardlab.learn.comparing import all_pairs, knock_out, neighbours, tournaments
from cardlab.learn.jobs import Jobs, stream

SCENARIOS = np.array([11, 22], dtype=np.uint64)


def carry_out(asking: Generator[Jobs, Any, Any], answer: Callable[[Jobs], Any]) -> tuple[Any, list[Jobs]]:
    """Answer all jobs; what is returned in the end, and the jobs."""
    asked: list[Jobs] = []
    points = None
    while True:
        try:
            jobs = next(asking) if points is None else asking.send(points)
        except StopIteration as end:
            return end.value, asked
        asked.append(jobs)
        points = answer(jobs)


def stronger_wins(jobs: Jobs) -> Any:
    """The higher number wins all games."""
    shares = 0.5 + 0.5 * np.sign(jobs.rows - jobs.rows[:, ::-1])
    return shares * jobs.games[:, None]


def first_seat_wins(jobs: Jobs) -> Any:
    return np.stack([jobs.games, 0 * jobs.games], axis=1).astype(float)


def seatings(jobs: Jobs) -> Counter[tuple[int, int, int]]:
    found: Counter[tuple[int, int, int]] = Counter()
    for (first, second), scenario, games in zip(jobs.rows.tolist(), jobs.scenario.tolist(), jobs.games.tolist(), strict=True):
        found[first, second, scenario] += games
    return found


def test_all_pairs_play_in_both_orders_on_every_scenario() -> None:
    scores, asked = carry_out(all_pairs(3, SCENARIOS, 5, stream(1, "t")), stronger_wins)
    expected = {(a, b, s): 5 for a in range(3) for b in range(3) if a != b for s in (11, 22)}
    assert [seatings(jobs) for jobs in asked] == [expected]
    assert scores.tolist() == [0.0, 50.0, 100.0]
    assert len(set(asked[0].seed.tolist())) == asked[0].size
    assert carry_out(all_pairs(3, SCENARIOS, 5, stream(1, "t")), first_seat_wins)[0].tolist() == [50.0] * 3


def test_a_knock_out_lets_the_winners_of_neighbours_meet() -> None:
    scores, asked = carry_out(knock_out(np.array([3, 0, 1, 2]), SCENARIOS, 4, False, stream(1, "t")), stronger_wins)
    pairs = [{tuple(sorted(row)) for row in jobs.rows.tolist()} for jobs in asked]
    assert pairs == [{(0, 3), (1, 2)}, {(2, 3)}]
    assert seatings(asked[1]) == {(3, 2, 11): 2, (3, 2, 22): 2, (2, 3, 11): 2, (2, 3, 22): 2}
    assert [int(score) for score in scores] == [0, 0, 1, 2]
    assert np.argsort(-scores).tolist()[:2] == [3, 2]


def test_an_odd_one_out_goes_on_without_play() -> None:
    scores, asked = carry_out(knock_out(np.array([0, 1, 2, 3, 4]), SCENARIOS, 2, False, stream(1, "t")), stronger_wins)
    assert [{tuple(sorted(row)) for row in jobs.rows.tolist()} for jobs in asked] == [{(0, 1), (2, 3)}, {(1, 3)}, {(3, 4)}]
    assert int(np.argmax(scores)) == 4


def test_running_points_of_earlier_rounds_can_save_a_loser() -> None:
    def answer(jobs: Jobs) -> Any:
        """0 beats 1 clearly, 3 beats 2 narrowly, then 3 beats 0 narrowly."""
        shares = {frozenset((0, 1)): (0, 1.0), frozenset((2, 3)): (3, 0.75), frozenset((0, 3)): (3, 0.55)}
        points = []
        for (a, b), games in zip(jobs.rows.tolist(), jobs.games.tolist(), strict=True):
            winner, share = shares[frozenset((a, b))]
            points.append([games * (share if a == winner else 1 - share), games * (share if b == winner else 1 - share)])
        return np.array(points)

    order = np.array([0, 1, 2, 3])
    fair, _ = carry_out(knock_out(order, SCENARIOS, 10, False, stream(1, "t")), answer)
    running, _ = carry_out(knock_out(order, SCENARIOS, 10, True, stream(1, "t")), answer)
    assert int(np.argmax(fair)) == 3
    assert np.allclose(running, [145.0, 0.0, 25.0, 130.0])
    assert int(np.argmax(running)) == 0


def test_a_tournament_finds_the_two_best_of_each_group() -> None:
    groups = np.array([[4, 0, 2], [1, 5, 3]])
    couples, asked = carry_out(tournaments(groups, SCENARIOS, 5, False, stream(1, "t")), stronger_wins)
    assert couples.tolist() == [[4, 2], [5, 3]]
    found = seatings(asked[0])
    assert found[4, 0, 11] == 3 and found[4, 0, 22] == 2 and found[0, 4, 11] == 3
    assert asked[0].total == 2 * 6 * 5


def test_a_tournament_can_count_wins_of_the_first_seat_only() -> None:
    shares = {(0, 1): 0.25, (0, 2): 0.25, (1, 0): 0.0, (1, 2): 0.75, (2, 0): 0.0, (2, 1): 0.25}

    def answer(jobs: Jobs) -> Any:
        first = np.array([shares[a, b] for a, b in jobs.rows.tolist()])
        return np.stack([first, 1 - first], axis=1) * jobs.games[:, None]

    both, _ = carry_out(tournaments(np.array([[0, 1, 2]]), SCENARIOS, 8, False, stream(1, "t")), answer)
    first, _ = carry_out(tournaments(np.array([[0, 1, 2]]), SCENARIOS, 8, True, stream(1, "t")), answer)
    assert both.tolist() == [[0, 1]]
    assert first.tolist() == [[1, 0]]


def test_neighbours_by_score_meet_in_each_round() -> None:
    scores, asked = carry_out(neighbours(4, SCENARIOS[:1], 3, 2, False, stream(1, "t")), stronger_wins)
    assert [{tuple(sorted(row)) for row in jobs.rows.tolist()} for jobs in asked] == [{(0, 1), (2, 3)}, {(1, 3), (0, 2)}]
    assert seatings(asked[0]) == {(0, 1, 11): 3, (1, 0, 11): 3, (2, 3, 11): 3, (3, 2, 11): 3}
    assert scores.tolist() == [0.0, 50.0, 50.0, 100.0]


def test_scores_over_several_scenarios_are_a_mean_unless_they_are_summed() -> None:
    mean, _ = carry_out(neighbours(4, SCENARIOS, 3, 2, False, stream(1, "t")), stronger_wins)
    total, _ = carry_out(neighbours(4, SCENARIOS, 3, 2, True, stream(1, "t")), stronger_wins)
    assert mean.tolist() == [0.0, 50.0, 50.0, 100.0]
    assert total.tolist() == [0.0, 100.0, 100.0, 200.0]
