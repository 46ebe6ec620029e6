"""What a training costs, counted in games, and what a budget of games pays for.

`players` is the size of a table. With `guests`, agents who play by no vector, individuals play against those alone.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from dataclasses import replace

from cardlab.errors import RunError
from cardlab.learn.parameters import MAX_POPULATION, Method, Parameters

MAX_JOBS = 20_000_000


def start_cost(method: Method, p: Parameters, players: int = 2, guests: int = 0) -> int:
    """Games until the first population is there."""
    if method.family == "knock-out":
        each = players * -(-p.games // players)
        return -(-(p.population - 1) // (players - 1)) * each * p.scenarios
    if method.family in ("all-pairs", "evolution"):
        return _jobs_of_all(p.population, players, guests) * p.games * p.scenarios
    return p.population * p.games if method.family == "generational" else 0


def generation_cost(method: Method, p: Parameters, players: int = 2, guests: int = 0) -> int:
    """Games of each generation after that."""
    if not method.evolves:
        return 0
    if method.family in ("evolution", "generational"):
        return start_cost(method, p, players, guests)
    tournament = _seatings(p.tournament_size, players) * p.tournament_games * (p.scenarios if p.each_scenario else 1)
    return p.population * tournament + _seats_of_all(p.population, players) * p.rounds * p.games * p.scenarios


def cost(method: Method, p: Parameters, players: int = 2, guests: int = 0) -> int:
    """Games of a whole training."""
    return start_cost(method, p, players, guests) + (method.steps(p) - 1) * generation_cost(method, p, players, guests)


def check_size(method: Method, p: Parameters, players: int = 2, guests: int = 0) -> None:
    """Refuse a training whose comparisons do not fit into memory."""
    if method.family in ("all-pairs", "evolution"):
        jobs = _jobs_of_all(p.population, players, guests) * p.scenarios
    elif method.family == "knock-out":
        jobs = p.population * p.scenarios
    elif method.family == "generational":
        jobs = p.population * p.games
    else:
        jobs = p.population * p.scenarios * _seatings(p.tournament_size, players) // 2
    if jobs > MAX_JOBS:
        what, many = ("games", p.games) if method.family == "generational" else ("scenarios", p.scenarios)
        raise RunError(
            f"{p.population:,} individuals on {many:,} {what} make {jobs:,} comparisons at once; "
            f"at most {MAX_JOBS:,} are possible: choose fewer individuals or {what}"
        )


def within_budget(
    method: Method, p: Parameters, budget: int, population_fixed: bool = False, players: int = 2, guests: int = 0
) -> Parameters:
    """The parameters with as many generations as the budget pays for, or, without generations, as many individuals."""
    if method.evolves:
        start, generation = start_cost(method, p, players, guests), generation_cost(method, p, players, guests)
        if budget < (start or generation):
            what = "the first scoring of the population" if start else "one generation"
            raise _too_small(budget, what, start or generation)
        return replace(p, generations=(budget - start) // generation + (1 if method.counts_first else 0))
    fitted = p if population_fixed else replace(p, population=_largest_population(method, p, budget, players, guests))
    if fitted.population < max(p.kept, players) or cost(method, fitted, players, guests) > budget:
        least = p if population_fixed else replace(p, population=max(2, p.kept, players))
        raise _too_small(budget, f"comparing {least.population} individuals", cost(method, least, players, guests))
    return fitted


def _jobs_of_all(population: int, players: int, guests: int) -> int:
    """Seatings in which everybody meets everybody, or the guests."""
    return population * players if guests else _seats_of_all(population, players) * (population - 1)


def _seats_of_all(population: int, players: int) -> int:
    """Seats of as many tables as a population needs; a table of two needs no one who fills it up, as all pairs are played."""
    return population if players == 2 else players * -(-population // players)


def _seatings(group: int, players: int) -> int:
    """How many seatings a group plays among itself: every choice of a table, from every seat."""
    return players * max(1, math.comb(group, players))


def _largest_population(method: Method, p: Parameters, budget: int, players: int, guests: int) -> int:
    return bisect_right(range(MAX_POPULATION + 1), budget, key=lambda n: _choosing_cost(method, p, n, players, guests)) - 1


def _choosing_cost(method: Method, p: Parameters, population: int, players: int, guests: int) -> int:
    return start_cost(method, replace(p, population=max(1, population)), players, guests)


def _too_small(budget: int, what: str, needed: int) -> RunError:
    return RunError(
        f"a budget of {budget:,} games does not pay for {what}, which takes {needed:,} games: "
        "give more, or choose fewer individuals, scenarios or games"
    )
