"""Ratings: the order of simulated strengths, intervals that hold what they promise, ties, games of many, odd tournaments."""

from __future__ import annotations

import math
import sys
from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest

from cardlab.core.intervals import FEWEST_CLUSTERS
from cardlab.errors import MissingExtra
from cardlab.lab.statistics.elo import ELO, Rating, fit_ratings
from cardlab.lab.statistics.growing import grow_ratings
from cardlab.lab.statistics.places import choices_of
from cardlab.lab.statistics.stats import rate_to_elo
from cardlab.lab.tournaments.crosstable import CrossTable, Played
from cardlab.lab.tournaments.draws import swiss_round


def tournament(
    chance: np.random.Generator, strengths: np.ndarray, games: int, players: int = 2, draws: float = 0.0, winner: bool = False
) -> Iterator[Played]:
    """A round robin of agents with these strengths (logarithms): each game a ranking, a draw, or only a winner."""
    deals = games // players
    for group in combinations(range(len(strengths)), players):
        for _ in range(players):
            ahead = strengths[list(group)] + chance.gumbel(size=(deals, players))
            below = np.argsort(np.argsort(ahead, axis=1), axis=1)
            places = (below == players - 1) if winner else below / (players - 1)
            drawn = chance.random(deals) < draws
            for deal in range(deals):
                yield deal, group, [0.5] * players if drawn[deal] else places[deal].astype(float).tolist()


def holds(rating: Rating, true: float) -> bool:
    assert rating.low is not None and rating.high is not None
    return rating.low <= true <= rating.high


def width(rating: Rating) -> float:
    assert rating.low is not None and rating.high is not None
    return rating.high - rating.low


def names(count: int) -> list[str]:
    return [f"agent {number}" for number in range(count)]


@pytest.mark.parametrize(
    ("strengths", "games", "players", "winner"),
    [
        ([0.2, 0.0], 60, 2, False),
        ([1.0, 0.0], 60, 2, False),
        ([2.0, 0.0], 60, 2, False),
        ([0.2, 0.0], 400, 2, False),
        ([0.5, 0.2, 0.0, -0.7], 60, 2, False),
        ([3.0, 1.0, 0.0, -2.0], 60, 2, False),
        ([1.0, 0.2, 0.0, -0.7], 90, 3, False),
        ([1.0, 0.2, 0.0, -0.7], 90, 3, True),
        ([1.0, 0.2, 0.0, -0.7], 120, 4, False),
    ],
)
def test_the_true_strength_lies_in_95_of_100_intervals(strengths: list[float], games: int, players: int, winner: bool) -> None:
    chance, true, held = np.random.default_rng(4), np.array(strengths), []
    elo = ELO * (true - true.mean())
    for _ in range(3000 if len(true) == 2 else 1000):
        rated = fit_ratings(names(len(true)), tournament(chance, true, games, players, winner=winner))
        held.append([holds(rating, level) for rating, level in zip(rated, elo, strict=True)])
    assert all(0.93 <= share <= 0.97 for share in np.mean(held, axis=0)), "of each agent"


def swiss(chance: np.random.Generator, strengths: np.ndarray, rounds: int, games: int) -> Iterator[Played]:
    """A Swiss tournament: who plays whom depends on the points so far."""
    points, met, byes = [0.0] * len(strengths), Counter[tuple[int, int]](), [0] * len(strengths)
    for number in range(rounds):
        pairs, out = swiss_round(points, met, byes)
        if out is not None:
            byes[out] += 1
            points[out] += games
        for one, other in pairs:
            won = chance.random(games) < 1 / (1 + math.exp(strengths[other] - strengths[one]))
            points[one] += float(won.sum())
            points[other] += games - float(won.sum())
            yield from (
                (1000 * number + game // 2, (one, other), [float(first), float(not first)]) for game, first in enumerate(won)
            )
        met.update(pairs)


def gauntlet(chance: np.random.Generator, strengths: np.ndarray, games: int) -> Iterator[Played]:
    """The first agent against each of the others."""
    for other in range(1, len(strengths)):
        won = chance.random(games) < 1 / (1 + math.exp(strengths[other] - strengths[0]))
        yield from ((game // 2, (0, other), [float(first), float(not first)]) for game, first in enumerate(won))


@pytest.mark.parametrize("strengths", [[0.0] * 6, [1.0, 0.5, 0.2, 0.0, -0.5, -1.2], [0.4, 0.0, 0.0, -0.1, -0.3]], ids=str)
def test_intervals_hold_though_points_decide_who_meets(strengths: list[float]) -> None:
    chance, true, held = np.random.default_rng(11), np.array(strengths), []
    elo = ELO * (true - true.mean())
    for _ in range(400):
        rated = fit_ratings(names(len(true)), swiss(chance, true, 4, 40))
        held.append([holds(rating, level) for rating, level in zip(rated, elo, strict=True)])
    assert 0.93 <= np.mean(held) <= 0.97


def test_intervals_of_a_gauntlet_hold_for_all_who_run_it() -> None:
    chance, true, held = np.random.default_rng(12), np.array([0.5, 0.0, 0.2, -0.5]), []
    elo = ELO * (true - true.mean())
    for _ in range(1000):
        rated = fit_ratings(names(len(true)), gauntlet(chance, true, 80))
        held.append([holds(rating, level) for rating, level in zip(rated, elo, strict=True)])
    assert all(0.93 <= share <= 0.97 for share in np.mean(held, axis=0)), "of each agent"


def test_paired_deals_are_known() -> None:
    """Luck of the cards goes once to each side: intervals are narrower than those of independent games, and still hold."""
    chance, held, widths = np.random.default_rng(5), 0, []
    both, rate, deals = 0.3, 0.6, 60
    true = rate_to_elo(rate) / 2
    for _ in range(2000):
        u = chance.random(deals)
        twice = (u < both).astype(float) * np.where(u < (both + 2 * rate - 1) / 2, 1.0, -1.0)
        games = [(d, (0, 1), (float(t >= 0), float(t < 0))) for d, t in enumerate(twice)]
        games += [(d, (0, 1), (float(t > 0), float(t <= 0))) for d, t in enumerate(twice)]
        first = fit_ratings(names(2), games)[0]
        held += holds(first, true)
        widths.append(width(first))
    alone = fit_ratings(names(2), [(i, (0, 1), (float(i < 72), float(i >= 72))) for i in range(120)])[0]
    assert 0.93 <= held / 2000 <= 0.97
    assert np.mean(widths) < 0.85 * width(alone)


def test_too_few_deals_give_a_rating_without_bounds() -> None:
    chance = np.random.default_rng(5)
    for games, given in ((FEWEST_CLUSTERS * 2 - 2, False), (FEWEST_CLUSTERS * 2, True)):
        rated = fit_ratings(names(3), tournament(chance, np.array([0.5, 0.0, -0.5]), games))
        assert [(rating.low is not None, rating.high is not None) for rating in rated] == [(given, given)] * 3
        assert all(rating.error > 0 for rating in rated)


def test_longer_tournaments_find_the_right_order() -> None:
    """With a true 55 to 45 the order is wrong now and then in a short one, and never in a long one."""
    chance, strengths = np.random.default_rng(6), np.array([math.log(0.55 / 0.45), 0.0])
    wrong = []
    for games in (100, 2000):
        rated = [fit_ratings(names(2), tournament(chance, strengths, games)) for _ in range(60)]
        wrong.append(np.mean([first.elo <= second.elo for first, second in rated]))
    assert 0.02 < wrong[0] < 0.35
    assert wrong[1] == 0


@pytest.mark.parametrize("draws", [0.0, 0.4, 1.0])
def test_in_a_round_robin_of_two_the_order_is_that_of_the_scores(draws: float) -> None:
    chance = np.random.default_rng(7)
    for _ in range(60):
        games = list(tournament(chance, np.array([0.1, 0.05, 0.0, -0.05, -0.1]), 10, draws=draws))
        table, rated = CrossTable(5, games), fit_ratings(names(5), games)
        for i, j in combinations(range(5), 2):
            ahead = table.totals[i].points - table.totals[j].points
            assert np.sign(ahead) == np.sign(round(rated[i].elo - rated[j].elo, 6))


def test_elo_means_the_expected_score_also_with_draws() -> None:
    chance = np.random.default_rng(8)
    games = list(tournament(chance, np.array([0.8, 0.0]), 4000, draws=0.5))
    score = CrossTable(2, games).totals[0].score
    first, second = fit_ratings(names(2), games)
    assert first.elo - second.elo == pytest.approx(rate_to_elo(score), abs=0.5)


def test_the_order_of_the_games_does_not_matter() -> None:
    games = list(tournament(np.random.default_rng(9), np.array([0.5, 0.0, -0.5]), 30, players=3))
    forward, back = fit_ratings(names(3), games), fit_ratings(names(3), games[::-1])
    assert [r.elo for r in forward] == pytest.approx([r.elo for r in back])
    assert [r.high for r in forward] == pytest.approx([r.high for r in back])


def test_who_wins_everything_is_rated_high_but_not_beyond_measure() -> None:
    few, many = (
        fit_ratings(names(3), [(d, pair, (1.0, 0.0)) for pair in ((0, 1), (0, 2), (1, 2)) for d in range(count)])
        for count in (30, 500)
    )
    for rated in (few, many):
        assert rated[0].elo > rated[1].elo > rated[2].elo
        assert all(math.isfinite(value) for rating in rated for value in (rating.low, rating.high) if value is not None)
    assert 100 < few[0].elo < many[0].elo < 2000


def test_agents_without_games_are_rated_as_unknown() -> None:
    rated = fit_ratings(names(3), [(d, (0, 1), (float(d % 3 > 0), float(d % 3 == 0))) for d in range(30)])
    assert rated[2].error > 1.8 * rated[0].error
    assert rated[2].low is None and rated[2].high is None and width(rated[0]) > 0
    assert all(math.isfinite(r.error) and r.low is r.high is None for r in fit_ratings(names(2), []))
    assert fit_ratings(names(2), [])[0].elo == 0


def test_places_become_choices() -> None:
    assert choices_of((4, 2, 7), (1.0, 0.0, 0.5)) == ((4, (2, 4, 7), 1.0), (7, (2, 7), 1.0))
    assert choices_of((0, 1), (0.5, 0.5)) == ((0, (0, 1), 0.5), (1, (0, 1), 0.5))
    assert choices_of((0, 1, 2), (0.0, 1.0, 0.0)) == ((1, (0, 1, 2), 1.0),), "who shares the last place is in no order"
    shared = choices_of((0, 1, 2), (0.5, 0.5, 0.0))
    assert sorted(shared) == [(0, (0, 1, 2), 0.5), (0, (0, 2), 0.5), (1, (0, 1, 2), 0.5), (1, (1, 2), 0.5)]
    everybody = choices_of((0, 1, 2), (0.3, 0.3, 0.3))
    assert sum(choice.weight for choice in everybody if len(choice.left) == 3) == pytest.approx(1)
    assert sum(choice.weight for choice in everybody if len(choice.left) == 2) == pytest.approx(1)


def test_ratings_that_grow_follow_the_scores() -> None:
    strong, weak = grow_ratings(["strong", "weak"], [((1, 0), (0.0, 1.0))] * 20)
    assert strong.mu > 25 > weak.mu
    assert strong.ordinal == strong.mu - 3 * strong.sigma
    even = grow_ratings(["a", "b"], [((0, 1), (0.5, 0.5))] * 20)
    assert even[0].mu == pytest.approx(even[1].mu)


def test_ratings_that_grow_need_a_library_and_a_tournament_does_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    with pytest.raises(MissingExtra, match=r"cardlab\[ratings\]"):
        grow_ratings(["a", "b"], [])
    assert len(fit_ratings(["a", "b"], [])) == 2
