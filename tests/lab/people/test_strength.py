"""How strong people are: the fitted ratings hold the true strength although people meet agents seldom and unevenly."""

from __future__ import annotations

import numpy as np

from cardlab.lab.people.resultbook import PersonsGame
from cardlab.lab.people.strength import met_agents, rank_people
from cardlab.lab.statistics.elo import ELO

STRENGTH = {"ann": 0.6, "bob": -0.4, "lowest": 0.2, "random": -0.4}
MET = (("ann", "lowest", 40), ("ann", "random", 10), ("bob", "lowest", 25), ("bob", "random", 40))


def played(chance: np.random.Generator) -> list[PersonsGame]:
    """Few games of each with each; the person sits in either seat."""
    found = []
    for person, agent, games in MET:
        rate = 1 / (1 + np.exp(STRENGTH[agent] - STRENGTH[person]))
        for number in range(games):
            won, seat = float(chance.random() < rate), number % 2
            agents = (person, agent) if seat == 0 else (agent, person)
            found.append(
                PersonsGame("castle", number, "now", agents, seat, (won, 1 - won) if seat == 0 else (1 - won, won), 40)
            )
    return found


def test_ratings_of_people_hold_their_true_strength_in_sparse_meetings() -> None:
    chance, held, ordered, trials = np.random.default_rng(5), [], 0, 60
    mean = np.mean(list(STRENGTH.values()))
    for _ in range(trials):
        ranked = rank_people(played(chance))
        rating = {one.name: one.rating for one in ranked}
        ordered += rating["ann"].elo > rating["bob"].elo
        for name, strength in STRENGTH.items():
            low, high = rating[name].low, rating[name].high
            assert low is not None and high is not None
            held.append(low <= ELO * (strength - mean) <= high)
    assert 0.9 <= np.mean(held) <= 0.99 and ordered >= 0.95 * trials


def test_everybody_is_counted_by_games_and_points() -> None:
    games = played(np.random.default_rng(1))
    assert met_agents(games) == ("lowest", "random")
    ranked = {one.name: one for one in rank_people(games)}
    assert {name: one.total.games for name, one in ranked.items()} == {"ann": 50, "bob": 65, "lowest": 65, "random": 50}
    wins = sum(game.scores[game.seat] for game in games if game.person == "ann")
    assert ranked["ann"].total.wins == wins and ranked["ann"].person and not ranked["lowest"].person
