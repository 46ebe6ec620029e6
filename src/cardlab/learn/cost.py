"""What a training costs, counted in games, and what a budget of games pays for."""

from __future__ import annotations

import math
from dataclasses import replace

from cardlab.errors import RunError
from cardlab.learn.parameters import MAX_POPULATION, Method, Parameters

MAX_JOBS = 20_000_000


def start_cost(method: Method, p: Parameters) -> int:
    """Games until the first population is there."""
    if method.family == "knock-out":
        return (p.population - 1) * p.games * p.drafts
    if method.family in ("all-pairs", "evolution"):
        return p.population * (p.population - 1) * p.games * p.drafts
    return 0


def generation_cost(method: Method, p: Parameters) -> int:
    """Games of each generation after that."""
    if not method.evolves:
        return 0
    if method.family == "evolution":
        return start_cost(method, p)
    pairs = p.tournament_size * (p.tournament_size - 1)
    tournament = pairs * p.tournament_games * (p.drafts if p.each_draft else 1)
    return p.population * (tournament + p.rounds * p.games * p.drafts)


def cost(method: Method, p: Parameters) -> int:
    """Games of a whole training."""
    return start_cost(method, p) + p.generations * generation_cost(method, p)


def check_size(method: Method, p: Parameters) -> None:
    """Refuse a training whose comparisons do not fit into memory."""
    if method.family in ("all-pairs", "evolution"):
        jobs = p.population * (p.population - 1) * p.drafts
    elif method.family == "knock-out":
        jobs = p.population * p.drafts
    else:
        jobs = p.population * p.drafts * p.tournament_size * (p.tournament_size - 1) // 2
    if jobs > MAX_JOBS:
        raise RunError(
            f"{p.population:,} individuals on {p.drafts:,} drafts make {jobs:,} comparisons at once; "
            f"at most {MAX_JOBS:,} are possible: choose fewer individuals or drafts"
        )


def within_budget(method: Method, p: Parameters, budget: int, population_fixed: bool = False) -> Parameters:
    """The parameters with as many generations as the budget pays for, or, without generations, as many individuals."""
    if method.evolves:
        first = start_cost(method, p) + (0 if start_cost(method, p) else generation_cost(method, p))
        if budget < first:
            what = "the first scoring of the population" if start_cost(method, p) else "one generation"
            raise _too_small(budget, what, first)
        return replace(p, generations=(budget - start_cost(method, p)) // generation_cost(method, p))
    fitted = p if population_fixed else replace(p, population=_largest_population(method, p, budget))
    if fitted.population < p.kept or cost(method, fitted) > budget:
        least = p if population_fixed else replace(p, population=max(2, p.kept))
        raise _too_small(budget, f"comparing {least.population} individuals", cost(method, least))
    return fitted


def _largest_population(method: Method, p: Parameters, budget: int) -> int:
    units = budget // (p.games * p.drafts)
    fitting = units + 1 if method.family == "knock-out" else (1 + math.isqrt(1 + 4 * units)) // 2
    return min(MAX_POPULATION, fitting)


def _too_small(budget: int, what: str, needed: int) -> RunError:
    return RunError(
        f"a budget of {budget:,} games does not pay for {what}, which takes {needed:,} games: "
        "give more, or choose fewer individuals, drafts or games"
    )
