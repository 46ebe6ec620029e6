"""Tournaments: all pairs, the cross table, ratings."""

from __future__ import annotations

import json
import sys

import pytest

import cardlab
from cardlab.errors import MissingExtra, RunError, UnknownAgent
from cardlab.lab import play_match, play_tournament
from cardlab.lab.ratings import rate

AGENTS = ["random", "lowest", "flat:10"]


def test_each_pair_plays_the_match_that_could_be_played_alone() -> None:
    result = play_tournament("castle", AGENTS, games=12, seed=4)
    assert result.games == 36
    for i, j in ((0, 1), (0, 2), (1, 2)):
        alone = play_match("castle", [AGENTS[i], AGENTS[j]], games=12, seed=4)
        pairing = result.table[i, j]
        assert (pairing.games, pairing.wins) == (12, alone.roles[0].wins)
        assert result.table[j, i].points == 12 - pairing.points
        assert pairing.interval == alone.roles[0].interval


def test_standing_and_ratings_put_the_random_agent_last() -> None:
    result = play_tournament("castle", AGENTS, games=40)
    assert result.standing()[-1] == 0
    assert result.ratings is not None
    assert [rating.agent for rating in result.ratings] == AGENTS
    assert min(result.ratings, key=lambda rating: rating.mu).agent == "random"
    assert all(0 < rating.sigma < 25 / 3 for rating in result.ratings)
    assert len(json.loads(json.dumps(result.to_dict()))["pairs"]) == 6
    assert len(list(result.rows())) == 120


def test_games_of_three_count_who_was_ahead_of_whom() -> None:
    agents = [*AGENTS, "ismcts:5"]
    result = play_tournament(cardlab.game("castle", players=3), agents, games=6)
    assert len(result.results) == 4
    assert all(pairing.games == 12 for pairing in result.table.values())
    for (i, j), pairing in result.table.items():
        assert pairing.points + result.table[j, i].points == 12


def test_ratings_follow_the_scores() -> None:
    strong, weak = rate(["strong", "weak"], [((1, 0), (0.0, 1.0))] * 20)
    assert strong.mu > 25 > weak.mu
    assert strong.ordinal == strong.mu - 3 * strong.sigma
    even = rate(["a", "b"], [((0, 1), (0.5, 0.5))] * 20)
    assert even[0].mu == pytest.approx(even[1].mu)


def test_without_the_library_there_is_a_table_but_no_ratings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "openskill.models", None)
    result = play_tournament("castle", ["random", "lowest"], games=2)
    assert result.ratings is None
    assert result.to_dict()["ratings"] is None
    with pytest.raises(MissingExtra, match=r"cardlab\[ratings\]"):
        rate(["a", "b"], [])


def test_what_is_no_tournament_is_refused() -> None:
    with pytest.raises(RunError, match="at least that many agents"):
        play_tournament("castle", ["lowest"])
    with pytest.raises(RunError, match="named twice"):
        play_tournament("castle", ["lowest", "random", "lowest"])
    with pytest.raises(UnknownAgent, match="nobody"):
        play_tournament("castle", ["lowest", "nobody"])
    with pytest.raises(RunError, match="given as texts"):
        play_tournament("castle", ["lowest", object()])  # type: ignore[list-item]
