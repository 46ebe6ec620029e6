"""What a scenario does not fix is drawn anew: games between players without chance are not one game counted many times."""

from __future__ import annotations

import numpy as np
import pytest

from cardlab import game
from cardlab.core.vectorfile import find_kind
from cardlab.learn.contest import Contest
from cardlab.learn.evolution import train
from cardlab.learn.jobs import stream
from cardlab.learn.trials import Contestant, VectorTrial, compare
from tests.learn.arenas import points_of

SPECS = ["castle", "castle,castle=simultaneous", "locm", "locm,rules=paper,shuffle=same"]


@pytest.mark.parametrize("spec", SPECS)
def test_equal_players_do_not_split_every_scenario_alike(spec: str) -> None:
    rules = game(spec)
    kind = find_kind(rules, None)
    player = kind.players[-1]
    games, jobs = 40, 20
    genes = stream(1, "genes").random((2, kind.size))
    rows = np.tile([0, 1], (jobs, 1))
    luck = np.arange(jobs, dtype=np.uint64)
    scenarios = np.full(jobs, 7, np.uint64)
    points = points_of(Contest(rules, kind, player), genes, rows, scenarios, luck, np.full(jobs, games))
    assert len(np.unique(points[:, 0])) > 1
    assert 0 < points[:, 0].sum() < jobs * games


def test_more_games_in_castle_are_more_deals() -> None:
    """Half as many scenarios, twice as many games on each: the spread over seeds is that of independent games."""
    castle = game("castle")
    kind = find_kind(castle, None)
    lowest = Contestant.of("lowest", [castle.named_vector("ranks", "lowest")])
    other = Contestant.of("other", [[0.9, 0.1] * (kind.size // 2)])
    games, rates = 400, []
    for seed in range(60):
        [score] = compare(Contest(castle, kind, kind.players[0]), [(lowest, other)], VectorTrial.of(games, 5, seed))
        rates.append(score.rate)
    expected = np.sqrt(np.mean(rates) * (1 - np.mean(rates)) / games)
    assert 0.75 < np.std(rates) / expected < 1.3


def test_a_longer_training_in_castle_learns_from_more_games() -> None:
    """When every game on a scenario was the same, more games changed nothing, down to the last digit."""
    short, long = (train("castle", "random", population=12, scenarios=5, games=games, seed=1) for games in (1, 30))
    assert [each.score for each in short.best] != [each.score for each in long.best]
    assert short.best != long.best
