"""What places are worth, as plain numbers and in the compiled loop."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from cardlab import game
from cardlab.agents.agent import Stop
from cardlab.core.vectorfile import find_kind
from cardlab.errors import RunError, UnknownName
from cardlab.lab.engine import Kit
from cardlab.learn.bout import AgentBout, Bout
from cardlab.learn.contest import Contest
from cardlab.learn.jobs import Jobs, stream
from cardlab.learn.players import new_bout, plays_by_rules
from cardlab.learn.scoring import SCORINGS, fitness, highest, worths
from tests.learn.arenas import points_of

SIX = game("castle", players=6, packs=2, ranking=True)
RANKS = find_kind(SIX)
GAMES = 40


def test_every_place_is_worth_twice_the_next_one() -> None:
    assert worths("doubling", 6) == (64, 32, 16, 8, 4, 2)
    assert fitness([1, 6, 3], 6) == 64 + 2 + 16
    assert fitness([1] * 100, 6) == 6400 == 100 * highest("doubling", 6)
    assert fitness([2, 1], 2) == 2 + 4 and fitness([], 8) == 0


def test_other_scorings_are_declared() -> None:
    assert worths("places", 4) == (3, 2, 1, 0) and fitness([1, 4, 2], 4, "places") == 5
    assert worths("wins", 3) == (1, 0, 0) and fitness([1, 3, 2, 1], 3, "wins") == 2
    assert worths("scores", 3) == () and highest("scores", 3) == 1
    with pytest.raises(UnknownName, match="Did you mean 'wins'"):
        worths("win", 3)


@pytest.mark.parametrize("place", [0, 7, -1])
def test_places_that_do_not_exist_have_no_worth(place: int) -> None:
    with pytest.raises(ValueError, match=f"at a table of 6 there is no place {place}"):
        fitness([1, place], 6)
    with pytest.raises(ValueError, match="needs one of doubling, places, wins"):
        fitness([1], 6, "scores")


def single_games(spec: Any, scoring: str, guests: tuple[str, ...] = ()) -> Any:
    """Points by game and seat: individual 0 in the first seat, another one or a guest in each of the others."""
    others = [-1 - seat % len(guests) if guests else seat for seat in range(1, spec.players)]
    rows = np.tile([0, *others], (GAMES, 1))
    words = np.arange(GAMES, dtype=np.uint64)
    genes = stream(1, "genes").random((spec.players, RANKS.size))
    return points_of(Contest(spec, RANKS, "ranks", guests, scoring), genes, rows, words, words, np.ones(GAMES, np.int64))


@pytest.mark.parametrize("scoring", [name for name in SCORINGS if name != "scores"])
@pytest.mark.parametrize("guests", [(), ("random", "lowest"), ("flat:2",)])
def test_the_engine_counts_what_the_places_of_a_ranking_are_worth(scoring: str, guests: tuple[str, ...]) -> None:
    scores, points = single_games(SIX, "scores", guests), single_games(SIX, scoring, guests)
    places = 1 + (scores[:, None, :] > scores[:, :, None]).sum(axis=2)
    clear = [number for number, row in enumerate(places.tolist()) if sorted(row) == [1, 2, 3, 4, 5, 6]]
    assert len(clear) > 5, "many games of Castle end before the last places are decided"
    assert points[clear].tolist() == [[fitness([place], 6, scoring) for place in row] for row in places[clear].tolist()]


def test_who_shares_places_has_the_mean_of_what_they_are_worth() -> None:
    """Without a ranking one wins and all others share what is left."""
    points = single_games(game("castle", players=6, packs=2), "doubling")
    assert {tuple(sorted(row)) for row in points.tolist()} == {(12.4, 12.4, 12.4, 12.4, 12.4, 64.0)}


def jobs_with(guests: int) -> tuple[Any, Jobs]:
    rows = np.array([[0, -1, -2, 1, -1, -2], [-2, 2, -1, -1, 0, 3]] * 10)
    words = np.arange(len(rows), dtype=np.uint64)
    return stream(2, "genes").random((4, RANKS.size)), Jobs(rows, words, words + np.uint64(7), np.full(len(rows), 5))


def test_agents_that_are_mere_rules_play_in_the_quick_loop_and_play_the_same_games() -> None:
    guests = ("lowest", "random")
    quick, slow = Contest(SIX, RANKS, "ranks", guests), Contest(SIX, RANKS, "ranks", guests)
    assert plays_by_rules(SIX, RANKS, "ranks", guests) and not plays_by_rules(SIX, RANKS, "ranks", ("flat:5",))
    assert type(new_bout(SIX, RANKS, "ranks", Stop(), guests)) is Bout
    genes, jobs = jobs_with(2)
    kit = Kit(Stop())
    seated = _as_agents(slow, kit)
    expected = seated.work(genes, jobs).place(kit).do(0, jobs.size).scores
    assert np.array_equal(quick.work(genes, jobs).place(Kit(Stop())).do(0, jobs.size).scores, expected)
    assert expected.sum() == pytest.approx(jobs.total * 3.0)


def _as_agents(contest: Contest, kit: Kit) -> Contest:
    """The same contest, for a worker whose agents are all handed seats."""
    from functools import partial

    from cardlab.agents.agent import PolicyAgent
    from cardlab.agents.making import make_agent

    def by_vector() -> Any:
        vector = RANKS.policy("ranks")
        return PolicyAgent(vector), vector

    made = [partial(make_agent, SIX, guest, kit.stop) for guest in contest.guests]
    kit.once((contest, contest.guests), lambda: AgentBout(SIX, by_vector, kit.stop, made))
    return contest


def test_a_wrong_number_of_worths_or_too_many_guests_are_refused() -> None:
    with pytest.raises(RunError, match="6 players take 6 places, but 2 have a worth"):
        new_bout(SIX, RANKS, "ranks", Stop(), (), (1.0, 0.0))
    with pytest.raises(RunError, match="9 different guests; there is room for 8"):
        new_bout(SIX, RANKS, "ranks", Stop(), ("random",) * 9)
