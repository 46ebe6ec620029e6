"""Intervals hold what they promise: in simulated matches the true score lies in 93 to 97 of 100 of them.

Where games are few, scores lie on a grid and no interval can be that exact; there it must not promise too much.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

import numpy as np
import pytest

from cardlab.core.intervals import Clusters, cluster_interval, student_quantile, wilson
from cardlab.lab.tournaments.crosstable import CrossTable, Played

MATCHES = 4000
Draw = Callable[[np.random.Generator], np.ndarray]


def coverage(draw: Draw, size: int, true: float, matches: int = MATCHES) -> float:
    """The share of simulated matches whose interval holds the true score; `draw` gives points of clusters of that size."""
    chance = np.random.default_rng(1)
    held = 0
    for _ in range(matches):
        points = draw(chance)
        low, high = cluster_interval(points.tolist(), [size] * len(points))
        held += low <= true <= high
    return held / matches


def independent(rate: float, size: int, clusters: int) -> Draw:
    """Games that share nothing."""
    return lambda chance: chance.binomial(size, rate, clusters).astype(float)


def alike(rate: float, size: int, clusters: int, likeness: float) -> Draw:
    """Games of a cluster have a rate of their own; `likeness` is the correlation of two of them."""
    a, b = rate * (1 - likeness) / likeness, (1 - rate) * (1 - likeness) / likeness
    return lambda chance: chance.binomial(size, chance.beta(a, b, clusters)).astype(float)


def lucky_deals(rate: float, both: float, clusters: int) -> Draw:
    """The cards decide: only a share of deals is won twice by one side, and the rest once by each."""
    twice = (both + 2 * rate - 1) / 2

    def draw(chance: np.random.Generator) -> np.ndarray:
        u = chance.random(clusters)
        return np.where(u < twice, 2.0, np.where(u < both, 0.0, 1.0))

    return draw


def scores(values: list[float], weights: list[float], games: int) -> Draw:
    """Single games with these scores."""
    return lambda chance: chance.choice(values, games, p=weights)


def places(chance: np.random.Generator) -> np.ndarray:
    """Ten deals that are played four times; the places are drawn."""
    return chance.integers(0, 4, (10, 4)).sum(axis=1) / 3


THIRD = 1 / 3
EXACT: dict[str, tuple[Draw, int, float]] = {
    "a deal for each game": (independent(0.5, 1, 100), 1, 0.5),
    "paired deals, games independent": (independent(0.6, 2, 50), 2, 0.6),
    "paired deals, one side stronger": (independent(0.9, 2, 100), 2, 0.9),
    "paired deals, games alike": (alike(0.5, 2, 50, 0.5), 2, 0.5),
    "paired deals, the cards decide": (lucky_deals(0.6, 0.3, 100), 2, 0.6),
    "paired deals, the cards decide nearly always": (lucky_deals(0.52, 0.04, 200), 2, 0.52),
    "evaluate, 2,000 games": (alike(0.6, 8, 250, 0.1), 8, 0.6),
    "evaluate, 4,000 games": (alike(0.6, 16, 250, 0.1), 16, 0.6),
    "evaluate, 20,000 games": (alike(0.6, 80, 250, 0.1), 80, 0.6),
    "evaluate, one side stronger": (alike(0.83, 40, 250, 0.3), 40, 0.83),
    "evaluate, 50 scenarios": (alike(0.7, 40, 50, 0.1), 40, 0.7),
    "evaluate, 10 scenarios": (alike(0.5, 40, 10, 0.1), 40, 0.5),
    "evaluate, 5 scenarios": (alike(0.5, 40, 5, 0.3), 40, 0.5),
    "three players, 40 games, rare draws": (scores([0, THIRD, 1], [0.665, 0.02, 0.315], 40), 1, 0.02 / 3 + 0.315),
    "three players, 100 games, rare draws, a weak one": (scores([0, THIRD, 1], [0.93, 0.02, 0.05], 100), 1, 0.02 / 3 + 0.05),
    "three players, 200 games, mostly draws": (scores([0, THIRD, 1], [0.07, 0.9, 0.03], 200), 1, 0.33),
    "four players, all places": (scores([0, THIRD, 2 / 3, 1], [0.25] * 4, 40), 1, 0.5),
    "four players, all places, paired deals": (lambda chance: chance.integers(0, 4, (30, 4)).sum(axis=1) / 3, 4, 0.5),
    "two players, half of the games drawn": (scores([0, 0.5, 1], [0.15, 0.5, 0.35], 100), 1, 0.6),
}
SAFE: dict[str, tuple[Draw, int, float]] = {
    "2 deals": (independent(0.5, 2, 2), 2, 0.5),
    "5 deals": (independent(0.7, 2, 5), 2, 0.7),
    "10 deals, one side much stronger": (independent(0.97, 2, 10), 2, 0.97),
    "20 deals, the cards decide nearly always": (lucky_deals(0.55, 0.1, 20), 2, 0.55),
    "100 deals, one side wins two deals twice": (lucky_deals(0.51, 0.02, 100), 2, 0.51),
    "10 deals of four players, all places": (places, 4, 0.5),
    "3 scenarios": (alike(0.6, 40, 3, 0.3), 40, 0.6),
    "5 scenarios, one side stronger": (alike(0.83, 40, 5, 0.3), 40, 0.83),
    "10 scenarios, one side much stronger": (alike(0.95, 40, 10, 0.3), 40, 0.95),
    "40 games, rare draws, a weak one": (scores([0, THIRD, 1], [0.93, 0.02, 0.05], 40), 1, 0.02 / 3 + 0.05),
    "4 games, mostly draws": (scores([0, THIRD, 1], [0.07, 0.9, 0.03], 4), 1, 0.33),
    "40 games, nearly all drawn": (scores([0, 0.5, 1], [0.015, 0.95, 0.035], 40), 1, 0.51),
}


@pytest.mark.parametrize("name", EXACT)
def test_the_true_score_lies_in_93_to_97_of_100_intervals(name: str) -> None:
    assert 0.93 <= coverage(*EXACT[name]) <= 0.97


@pytest.mark.parametrize("name", SAFE)
def test_few_games_do_not_promise_too_much(name: str) -> None:
    assert coverage(*SAFE[name]) >= 0.93


def test_games_without_clusters_that_are_won_or_lost_get_wilsons_interval() -> None:
    for won, games in ((912, 1000), (98, 100), (0, 7), (5, 5), (1, 1)):
        found = cluster_interval([1.0] * won + [0.0] * (games - won), [1] * games)
        assert found == pytest.approx(wilson(won, games), abs=1e-12)
    assert cluster_interval([], []) == (0.0, 1.0)


def test_draws_alone_do_not_make_sure() -> None:
    low, high = cluster_interval([THIRD] * 4, [1] * 4)
    assert low < 0.15 and high > 0.6


def test_one_deal_played_over_and_over_is_one_observation() -> None:
    seen = [cluster_interval([games * 0.75], [games]) for games in (4, 400, 40_000)]
    assert seen[0] == pytest.approx(seen[1])
    assert seen[0] == pytest.approx(seen[2])
    assert seen[0].high - seen[0].low > 0.8


def test_both_sides_of_a_match_are_told_the_same() -> None:
    mine = Clusters.of([0, 0, 1, 1, 2, 2, 3], [1, 0, 1, 1, 0.5, 1, 0]).interval()
    theirs = Clusters.of([0, 0, 1, 1, 2, 2, 3], [0, 1, 0, 0, 0.5, 0, 1]).interval()
    assert (mine.low, mine.high) == pytest.approx((1 - theirs.high, 1 - theirs.low))


@pytest.mark.parametrize(("freedom", "known"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (30, 2.042), (10**6, 1.960)])
def test_students_quantile_is_the_published_one(freedom: int, known: float) -> None:
    assert student_quantile(0.95, freedom) == pytest.approx(known, rel=2e-3)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_cross_table_holds_its_promise_with_any_number_of_players(players: int) -> None:
    """Winners are drawn by strength and by the luck of a seat on a deal, which every group of agents shares."""
    agents, deals, tournaments = 4, 30, 250
    strengths = np.array([1.5, 1.0, 1.0, 0.6])
    chance = np.random.default_rng(2)
    tables = [CrossTable(agents, _tournament(chance, strengths, players, deals)) for _ in range(tournaments)]
    truth = CrossTable(agents, _tournament(chance, strengths, players, 30_000 // players))
    for agent in range(agents):
        true = truth.totals[agent].score
        assert (
            0.915 <= np.mean([t.totals[agent].interval.low <= true <= t.totals[agent].interval.high for t in tables]) <= 0.985
        )
    held = [t.pairs[p].interval.low <= truth.pairs[p].score <= t.pairs[p].interval.high for t in tables for p in truth.pairs]
    assert 0.93 <= np.mean(held) <= 0.975


def _tournament(chance: np.random.Generator, strengths: np.ndarray, players: int, deals: int) -> Iterator[Played]:
    luck = chance.lognormal(0, 0.7, (deals, players))
    for group in combinations(range(len(strengths)), players):
        for turn in range(players):
            seats = [(role - turn) % players for role in range(players)]
            ahead = np.log(strengths[list(group)] * luck[:, seats]) + chance.gumbel(size=(deals, players))
            for deal, winner in enumerate(ahead.argmax(axis=1).tolist()):
                yield deal, group, [float(role == winner) for role in range(players)]
