"""The evolutions of the study of Unstable Unicorns, declared: who meets whom, for how long, how often.

Nothing here plays; `papers.unicorns_bench` does. Everything is a plain value, so a result can be filed under what it is.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

GAME, OFFICIAL, DRAGONS = "unicorns", "unicorns,rules=official", "unicorns,decks=base+dragons"
RULES, WRITTEN, RANDOM = "rule-based", "rule-based,variant=written", "random"


@dataclass(frozen=True)
class Size:
    """How long an evolution is at a scale: individuals, generations, games of a fitness value, runs."""

    population: int
    generations: int
    games: int
    runs: int


@dataclass(frozen=True)
class Breed:
    """A kind of evolution. `opponent` is whom individuals meet, or whom only the first generation meets (`rivals`).

    `started` are kinds of evolution whose last individuals the first population is chosen from, `quicker` is the opponent at
    the small scale.
    """

    name: str
    opponent: str
    small: Size
    paper: Size
    rivals: str = "agents"
    started: tuple[Breed, ...] = ()
    game: str = GAME
    quicker: str = ""

    def met(self, scale: str) -> str:
        """Whom individuals meet at a scale."""
        return self.quicker if self.quicker and scale == "small" else self.opponent

    def size(self, scale: str) -> Size:
        """How long it is at a scale."""
        return self.small if scale == "small" else self.paper

    def method(self, scale: str) -> str:
        """The method with its parameters, as ``cardlab evolve`` reads it."""
        size = self.size(scale)
        sizes = f"population={size.population},generations={size.generations},games={size.games}"
        return f"generational,{sizes},rivals={self.rivals}"

    def under(self, game: str, name: str) -> Breed:
        """The same under other rules."""
        return replace(self, game=game, name=name)


_QUICK, _LONG = Size(20, 20, 50, 2), Size(20, 200, 100, 10)
_SLOW, _SLOW_LONG = Size(6, 4, 2, 1), Size(20, 100, 10, 1)
"""Games against five searches take thousands of times as long, so there is one run of these at most."""


def _against_search(name: str, policy: str) -> Breed:
    return Breed(name, f"mcts:100,policy={policy}", _SLOW, _SLOW_LONG, quicker=f"mcts:8,policy={policy}")


EVO_RANDOM = Breed("evo_random", RANDOM, _QUICK, _LONG)
EVO_RULES = Breed("evo_rule_based", RULES, _QUICK, _LONG)
EVO_BEST = Breed("evo_best_last_gen", RULES, _QUICK, _LONG, "best_five_previous")
EVO_FIRST = Breed("evo_first_five", RULES, _QUICK, _LONG, "first_five_current")
EVO_MCTS_RANDOM = _against_search("evo_mcts_random", RANDOM)
EVO_MCTS_RULES = _against_search("evo_mcts_rule_based", RULES)
BREEDS = (EVO_RULES, EVO_RANDOM, EVO_BEST, EVO_FIRST, EVO_MCTS_RULES, EVO_MCTS_RANDOM)
FINAL = Breed("evo_final", RULES, Size(30, 20, 50, 1), Size(100, 200, 100, 1), "best_five_previous", BREEDS)
"""It begins with the best of all earlier runs, those against searches among them. There is one run of it."""
FINAL_FIRST = replace(FINAL, name="evo_final_first_five", rivals="first_five_current")
"""The same, if the best of the last generation are whom the study's program took for them."""
OFFICIAL_RULES = EVO_RULES.under(OFFICIAL, "evo_official")
SIZES = (8, 16, 24, 48, 96)
"""Sizes of populations. The study's own are not known."""
AUDITION = {"small": 200, "paper": 1000}
"""Games by which every stored individual is judged."""


def sized(population: int) -> Breed:
    """An evolution against five random players with so many individuals."""
    small = Size(population, 480 // population, 50, 1)
    return Breed(f"population-{population}", RANDOM, small, Size(population, 200, 200, 10))
