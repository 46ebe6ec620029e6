"""The exact binomial test, against values from tables, and the test over deals, against simulated tournaments of equals."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

import numpy as np
import pytest

from cardlab.errors import OptionError
from cardlab.lab import Clusters, Sprt, binomial_p, binomial_tail, deals_p, play_match
from cardlab.lab.tournaments.crosstable import CrossTable, Played


@pytest.mark.parametrize(
    ("wins", "games", "rate", "p"),
    [
        (8, 10, 0.5, 0.109375), (2, 10, 0.5, 0.109375), (10, 10, 0.5, 2 / 1024), (5, 10, 0.5, 1.0), (0, 0, 0.5, 1.0),
        (60, 100, 0.5, 0.05688793), (9, 20, 0.25, 0.08185036), (1, 1, 0.25, 0.5),
    ],
)  # fmt: skip
def test_p_values_are_twice_the_smaller_tail(wins: int, games: int, rate: float, p: float) -> None:
    assert binomial_p(wins, games, rate) == pytest.approx(p, rel=1e-5)


def test_they_agree_with_summed_tails_and_stay_quick_for_millions_of_games() -> None:
    for wins in range(41):
        both = min(1.0, 2 * min(binomial_tail(wins, 40, 0.3), binomial_tail(40 - wins, 40, 0.7)))
        assert binomial_p(wins, 40, 0.3) == pytest.approx(both, rel=1e-9)
    assert binomial_p(5_002_000, 10_000_000) == pytest.approx(0.2060, abs=0.001)
    assert binomial_p(9_000_000, 10_000_000) == 0.0 and binomial_p(1, 10_000_000) == 0.0


@pytest.mark.parametrize(("wins", "games", "rate"), [(3, 2, 0.5), (-1, 2, 0.5), (1, 2, 0.0), (1, 2, 1.0)])
def test_what_cannot_be_is_refused(wins: int, games: int, rate: float) -> None:
    with pytest.raises(OptionError):
        binomial_p(wins, games, rate)


def test_a_deal_is_won_once_however_often_it_is_played() -> None:
    """Eight deals to the one, two to the other, and one that says nothing: 8 of 10, by whatever number of games."""
    for games in (1, 2, 40):
        deals = Clusters()
        for number in range(11):
            deals.add(number, games * (1.0 if number < 8 else 0.0 if number < 10 else 0.5), games)
        assert deals.sides() == (8, 2) and deals_p(deals) == pytest.approx(0.109375)
    assert deals_p(Clusters.of([0, 0, 1, 1], [1.0, 0.0, 0.5, 0.5])) is None
    thirds = Clusters.of([0] * 6, [1 / 3, 2 / 3] * 3)
    assert thirds.sides() == (0, 0), "what adds up to half of the points is no lead"


@pytest.mark.parametrize("alike", [0.0, 0.5, 1.0])
@pytest.mark.parametrize("players", [2, 3, 4])
def test_equal_agents_are_told_apart_no_more_often_than_promised(players: int, alike: float) -> None:
    """`alike` is how much of the luck an agent has on all games of a deal, as two copies of one player with a book would."""
    chance, values, totals = np.random.default_rng(7), [], []
    for _ in range(150 if players == 4 else 300):
        table = CrossTable(4, _equals(chance, players, 30, alike))
        values += [table.pairs[pair].p_value for pair in combinations(range(4), 2)]
        totals += [total.p_value for total in table.totals]
    assert all(value is not None for value in values)
    for level in (0.05, 0.2):
        assert 0.3 * level <= np.mean([value is not None and value < level for value in values]) <= 1.15 * level
    if players > 2:
        assert set(totals) == {None}, "equals do not win and lose deals equally often at larger tables"
    else:
        assert np.mean([value is not None and value < 0.05 for value in totals]) <= 0.055


def _equals(chance: np.random.Generator, players: int, deals: int, alike: float) -> Iterator[Played]:
    own = chance.normal(size=(deals, 4))
    for group in combinations(range(4), players):
        for _ in range(players):
            luck = alike * own[:, group] + (1 - alike) * chance.normal(size=(deals, players))
            scores = luck.argsort(axis=1).argsort(axis=1) / (players - 1)
            for deal in range(deals):
                yield deal, group, scores[deal].tolist()


def test_matches_are_tested_by_deals_unless_their_result_stopped_them() -> None:
    result = play_match("castle", ["lowest", "random"], games=60, seed=1)
    role = result.roles[0]
    won, lost = Clusters.of(result.deals, result.records.by_role("scores", 0)).sides()
    assert won + lost < 30 and role.p_value == binomial_p(won, won + lost) == result.roles[1].p_value
    assert role.to_dict()["p_value"] == role.p_value
    stopped = play_match("castle", ["lowest", "random"], games=200, seed=1, sprt=Sprt(0.5, 0.6))
    assert stopped.verdict is not None and {role.p_value for role in stopped.roles} == {None}
    three = play_match("castle,players=3", ["lowest", "random", "random"], games=60)
    assert {role.p_value for role in three.roles} == {None}
