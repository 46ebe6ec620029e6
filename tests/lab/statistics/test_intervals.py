"""Intervals hold what they promise: in simulated matches the true score lies in 93 to 97 of 100 of them.

Scores of few games lie on a grid, and how often a certain true score is held goes up and down with it. So the true scores of a
kind of match are drawn from a range around a middle, as is usual for such data.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations

import numpy as np
import pytest

from cardlab.core.intervals import FEWEST_CLUSTERS, Clusters, Interval, cluster_interval, student_quantile, wilson
from cardlab.lab.tournaments.crosstable import CrossTable, Played

MATCHES = 4000
AROUND = 0.05
Draw = Callable[[np.random.Generator], np.ndarray]
Kind = Callable[[np.random.Generator, int], tuple[np.ndarray, float]]
"""Draws the points of so many clusters, and tells the true score."""


def coverage(draw: Draw, size: int, true: float, matches: int = MATCHES) -> float:
    """The share of simulated matches whose interval holds the true score; `draw` gives points of clusters of that size."""
    return mean_coverage(lambda chance, _: (draw(chance), true), size, 0, matches)


def mean_coverage(kind: Kind, size: int, clusters: int, matches: int = MATCHES) -> float:
    """The same if the true score is another one in each match."""
    chance = np.random.default_rng(1)
    held = 0
    for _ in range(matches):
        points, true = kind(chance, clusters)
        held += holds(cluster_interval(points.tolist(), [size] * len(points)), true)
    return held / matches


def holds(interval: Interval | None, true: float) -> bool:
    assert interval is not None
    return interval.low <= true <= interval.high


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


def around(rate: float, draw: Callable[[float, int], Draw], wide: float = AROUND) -> Kind:
    """True scores around this one; `draw` is told the score and the number of clusters."""

    def kind(chance: np.random.Generator, clusters: int) -> tuple[np.ndarray, float]:
        true = chance.uniform(rate - wide, rate + wide)
        return draw(true, clusters)(chance), true

    return kind


def drawn(rate: float, share: float, games: int) -> Draw:
    """Single games of two players, of which a share is drawn."""
    return scores([0, 0.5, 1], [1 - rate - share / 2, share, rate - share / 2], games)


def places(players: int, size: int) -> Kind:
    """Deals that are played `size` times; the places are drawn."""
    return lambda chance, clusters: (chance.integers(0, players, (clusters, size)).sum(axis=1) / (players - 1), 0.5)


def any_luck(most: float) -> Kind:
    """The cards decide, nobody knows how often: a share of deals of at most that is won twice, by whomever."""

    def kind(chance: np.random.Generator, clusters: int) -> tuple[np.ndarray, float]:
        both = chance.uniform(0, most)
        rate = 0.5 + both / 2 * chance.uniform(-1, 1)
        return lucky_deals(rate, both, clusters)(chance), rate

    return kind


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
    "evaluate, 30 scenarios": (alike(0.5, 40, 30, 0.1), 40, 0.5),
    "evaluate, 30 scenarios, games much alike": (alike(0.5, 40, 30, 0.3), 40, 0.5),
    "three players, 40 games, rare draws": (scores([0, THIRD, 1], [0.665, 0.02, 0.315], 40), 1, 0.02 / 3 + 0.315),
    "three players, 100 games, rare draws, a weak one": (scores([0, THIRD, 1], [0.93, 0.02, 0.05], 100), 1, 0.02 / 3 + 0.05),
    "three players, 200 games, mostly draws": (scores([0, THIRD, 1], [0.07, 0.9, 0.03], 200), 1, 0.33),
    "four players, all places": (scores([0, THIRD, 2 / 3, 1], [0.25] * 4, 40), 1, 0.5),
    "four players, all places, paired deals": (lambda chance: chance.integers(0, 4, (30, 4)).sum(axis=1) / 3, 4, 0.5),
    "two players, half of the games drawn": (scores([0, 0.5, 1], [0.15, 0.5, 0.35], 100), 1, 0.6),
}
SINGLE = {f"single games, {p}": (1, around(p, lambda true, n: independent(true, 1, n))) for p in (0.5, 0.6, 0.7, 0.8, 0.9)}
GAMES = {
    f"{size} games a cluster, {p}": (size, around(p, lambda true, n, size=size: independent(true, size, n)))
    for size in (2, 3, 4, 40)
    for p in (0.5, 0.7, 0.9)
}
ALIKE = {
    f"{size} games a cluster, alike by {likeness}, {p}": (
        size, around(p, lambda true, n, size=size, likeness=likeness: alike(true, size, n, likeness)),
    )
    for size, likeness in ((2, 0.2), (2, 0.5), (3, 0.3), (4, 0.2), (8, 0.1), (8, 0.3), (40, 0.1), (40, 0.3))
    for p in (0.5, 0.7, 0.9)
}  # fmt: skip
LUCKY = {
    f"the cards decide but in {both} of the deals, {p}": (
        2,
        around(p, lambda true, n, both=both: lucky_deals(true, both, n), wide),
    )
    for p, both, wide in ((0.5, 0.5, 0.05), (0.7, 0.5, 0.05), (0.5, 0.3, 0.05), (0.6, 0.3, 0.05), (0.5, 0.2, 0.05))
}
DRAWN = {
    f"{share} drawn, {p}": (1, around(p, lambda true, n, share=share: drawn(true, share, n)))
    for p, share in ((0.5, 0.5), (0.6, 0.5), (0.5, 0.8))
}
PLACES = {
    f"{players} players, {size} games a deal": (size, places(players, size)) for players, size in ((3, 3), (4, 1), (4, 4))
}
KINDS: dict[str, tuple[int, Kind]] = {**SINGLE, **GAMES, **ALIKE, **LUCKY, **DRAWN, **PLACES}
LOPSIDED: dict[str, tuple[int, Kind]] = {
    "single games": (1, around(0.95, lambda true, n: independent(true, 1, n))),
    "paired deals": (2, around(0.95, lambda true, n: independent(true, 2, n))),
    "paired deals, games alike": (2, around(0.95, lambda true, n: alike(true, 2, n, 0.3))),
    "four players": (4, around(0.95, lambda true, n: independent(true, 4, n))),
    "scenarios": (40, around(0.95, lambda true, n: independent(true, 40, n))),
    "scenarios, games alike": (40, around(0.95, lambda true, n: alike(true, 40, n, 0.1))),
    "scenarios, games much alike": (40, around(0.95, lambda true, n: alike(true, 40, n, 0.3))),
    "the cards decide, nobody knows how often": (2, any_luck(1.0)),
    "the cards decide more often than not": (2, any_luck(0.4)),
}
COARSE: dict[str, tuple[Draw, int, float]] = {
    "100 deals, one side wins two deals twice": (lucky_deals(0.51, 0.02, 100), 2, 0.51),
    "40 games, rare draws, a weak one": (scores([0, THIRD, 1], [0.93, 0.02, 0.05], 40), 1, 0.02 / 3 + 0.05),
    "40 games, nearly all drawn": (scores([0, 0.5, 1], [0.015, 0.95, 0.035], 40), 1, 0.51),
}


@pytest.mark.parametrize("name", EXACT)
def test_the_true_score_lies_in_93_to_97_of_100_intervals(name: str) -> None:
    assert 0.93 <= coverage(*EXACT[name]) <= 0.97


@pytest.mark.parametrize("clusters", [FEWEST_CLUSTERS, 60])
@pytest.mark.parametrize("name", KINDS)
def test_that_is_so_from_the_fewest_clusters_on(name: str, clusters: int) -> None:
    size, kind = KINDS[name]
    assert 0.93 <= mean_coverage(kind, size, clusters) <= 0.97


@pytest.mark.parametrize("clusters", [FEWEST_CLUSTERS, 60])
@pytest.mark.parametrize("name", LOPSIDED)
def test_it_is_so_on_average_where_one_side_wins_nearly_everything_or_hardly_a_deal_decides(name: str, clusters: int) -> None:
    size, kind = LOPSIDED[name]
    assert 0.93 <= mean_coverage(kind, size, clusters) <= 0.97


@pytest.mark.parametrize("name", COARSE)
def test_two_deals_that_differ_from_all_others_do_not_promise_too_much(name: str) -> None:
    """No interval can be exact there: that of no such deal holds the true score or not, and that is much of all matches."""
    assert coverage(*COARSE[name]) >= 0.93


@pytest.mark.parametrize("size", [1, 2, 40])
def test_too_few_clusters_give_no_interval_whatever_their_scores(size: int) -> None:
    chance = np.random.default_rng(3)
    for clusters in (1, 2, 5, 10, FEWEST_CLUSTERS - 1):
        for rate in (0.0, 0.5, 0.97, 1.0):
            assert cluster_interval(chance.binomial(size, rate, clusters).tolist(), [size] * clusters) is None
    for rate in (0.0, 0.5, 0.97, 1.0):
        points = chance.binomial(size, rate, FEWEST_CLUSTERS).tolist()
        assert cluster_interval(points, [size] * FEWEST_CLUSTERS) is not None
    assert cluster_interval([], []) is None


def test_games_without_clusters_that_are_won_or_lost_get_wilsons_interval() -> None:
    for won, games in ((912, 1000), (98, 100), (0, 37), (30, 30), (16, 31)):
        found = cluster_interval([1.0] * won + [0.0] * (games - won), [1] * games)
        assert found == pytest.approx(wilson(won, games), abs=1e-12)


def test_draws_alone_do_not_make_sure() -> None:
    found = cluster_interval([THIRD] * FEWEST_CLUSTERS, [1] * FEWEST_CLUSTERS)
    assert found is not None
    assert found.low < 0.29 and found.high > 0.38


def test_deals_played_over_and_over_do_not_become_more() -> None:
    assert cluster_interval([30_000], [40_000]) is None
    scores = [0.75, 0.25, 1, 0.5, 0] * 6
    seen = [cluster_interval([games * score for score in scores], [games] * 30) for games in (40, 400, 40_000)]
    assert seen[0] == pytest.approx(seen[2], abs=0.01)
    assert seen[1] == pytest.approx(seen[2], abs=0.001)


def test_both_sides_of_a_match_are_told_the_same() -> None:
    deals, scores = [*range(40), *range(39)], np.random.default_rng(4).choice([0, 0.5, 1], 79, p=[0.2, 0.1, 0.7])
    mine, theirs = Clusters.of(deals, scores.tolist()).interval(), Clusters.of(deals, (1 - scores).tolist()).interval()
    assert mine is not None and theirs is not None
    assert (mine.low, mine.high) == pytest.approx((1 - theirs.high, 1 - theirs.low))


@pytest.mark.parametrize(("freedom", "known"), [(1, 12.706), (2, 4.303), (3, 3.182), (5, 2.571), (30, 2.042), (10**6, 1.960)])
def test_students_quantile_is_the_published_one(freedom: int, known: float) -> None:
    assert student_quantile(0.95, freedom) == pytest.approx(known, rel=2e-3)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_cross_table_holds_its_promise_with_any_number_of_players(players: int) -> None:
    """Winners are drawn by strength and by the luck of a seat on a deal, which every group of agents shares."""
    agents, deals, tournaments = 4, 30, 1500
    strengths = np.array([1.5, 1.0, 1.0, 0.6])
    chance = np.random.default_rng(2)
    tables = [CrossTable(agents, _tournament(chance, strengths, players, deals)) for _ in range(tournaments)]
    truth = CrossTable(agents, _tournament(chance, strengths, players, 60_000 // players))
    for agent, total in enumerate(truth.totals):
        assert 0.93 <= np.mean([holds(table.totals[agent].interval, total.score) for table in tables]) <= 0.97
    for pair, known in truth.pairs.items():
        assert 0.93 <= np.mean([holds(table.pairs[pair].interval, known.score) for table in tables]) <= 0.97


def test_a_cross_table_of_too_few_deals_has_no_intervals() -> None:
    table = CrossTable(3, _tournament(np.random.default_rng(2), np.ones(3), 2, FEWEST_CLUSTERS - 1))
    assert {pairing.interval for pairing in (*table.totals, *table.pairs.values())} == {None}
    assert table.totals[0].to_dict()["interval"] is None


def _tournament(chance: np.random.Generator, strengths: np.ndarray, players: int, deals: int) -> Iterator[Played]:
    luck = chance.lognormal(0, 0.7, (deals, players))
    for group in combinations(range(len(strengths)), players):
        for turn in range(players):
            seats = [(role - turn) % players for role in range(players)]
            ahead = np.log(strengths[list(group)] * luck[:, seats]) + chance.gumbel(size=(deals, players))
            for deal, winner in enumerate(ahead.argmax(axis=1).tolist()):
                yield deal, group, [float(role == winner) for role in range(players)]
