"""Tournaments: all pairs, the cross table, ratings."""

from __future__ import annotations

import json

import pytest

import cardlab
from cardlab.errors import RunError, UnknownAgent
from cardlab.lab import play_match, play_tournament

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
    result = play_tournament("castle", AGENTS, games=60)
    assert result.standing()[-1] == 0
    assert [rating.agent for rating in result.ratings] == AGENTS
    assert sorted(range(3), key=lambda i: -result.ratings[i].elo) == result.standing()
    for rating in result.ratings:
        assert rating.low is not None and rating.high is not None
        assert rating.low < rating.elo < rating.high
    assert sum(rating.elo for rating in result.ratings) == pytest.approx(0, abs=1e-6)


@pytest.mark.parametrize(("games", "given"), [(10, False), (60, True)])
def test_ratings_with_their_uncertainty_stand_in_the_data(games: int, given: bool) -> None:
    """The bounds only if there were deals enough for them."""
    result = play_tournament("castle", AGENTS, games=games)
    data = json.loads(json.dumps(result.to_dict()))
    assert len(data["pairs"]) == 6
    assert data["ratings"][1] == {
        "agent": "lowest", **{name: getattr(result.ratings[1], name) for name in ("elo", "error", "low", "high")},
    }  # fmt: skip
    assert [pair["interval"] is not None for pair in data["pairs"] + data["standing"]] == [given] * 9
    rows = list(result.rows())
    assert {row["rating_low2"] is not None for row in rows} == {given}
    assert len(rows) == 3 * games and len({tuple(row) for row in rows}) == 1
    assert [(row["agent2"], row["rating2"], row["rating_low2"], row["rating_high2"]) for row in rows[::games]] == [
        (rating.agent, rating.elo, rating.low, rating.high) for rating in (result.ratings[i] for i in (1, 2, 2))
    ]


def test_games_of_three_count_who_was_ahead_of_whom() -> None:
    agents = [*AGENTS, "ismcts:5"]
    result = play_tournament(cardlab.game("castle", players=3), agents, games=6)
    assert len(result.results) == 4
    assert all(pairing.games == 12 for pairing in result.table.values())
    for (i, j), pairing in result.table.items():
        assert pairing.points + result.table[j, i].points == 12


def test_what_is_no_tournament_is_refused() -> None:
    with pytest.raises(RunError, match="at least that many agents"):
        play_tournament("castle", ["lowest"])
    with pytest.raises(RunError, match="named twice"):
        play_tournament("castle", ["lowest", "random", "lowest"])
    with pytest.raises(UnknownAgent, match="nobody"):
        play_tournament("castle", ["lowest", "nobody"])
    with pytest.raises(RunError, match="given as texts"):
        play_tournament("castle", ["lowest", object()])  # type: ignore[list-item]
