"""A training as it is declared: what is evolved, by which method, for which player, from which seed."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from cardlab.agents.making import make_agent
from cardlab.core.game import Game
from cardlab.core.options import shown
from cardlab.core.vectorfile import find_kind
from cardlab.core.vectors import VectorKind
from cardlab.errors import OptionError, RunError
from cardlab.learn.cost import check_size, cost, within_budget
from cardlab.learn.parameters import Method, Parameters, parse_method
from cardlab.learn.players import find_player
from cardlab.learn.scoring import highest
from cardlab.learn.start import Genes, read_start
from cardlab.registry import game as find_game

_WITH_AGENTS = ("all-pairs", "evolution", "generational")
"""Families of methods that can score individuals by games against agents."""


@dataclass(frozen=True)
class Task:
    """What is to be trained.

    `start` are vectors that the first population begins with, `opponents` agents to play against instead of each other.
    """

    game: Game
    kind: VectorKind
    player: str
    method: Method
    parameters: Parameters
    seed: int = 0
    start: Genes = ()
    opponents: tuple[str, ...] = ()

    @classmethod
    def of(
        cls,
        game: Game | str,
        method: str = "ag-weights",
        *,
        kind: str | None = None,
        player: str | None = None,
        budget: int | None = None,
        quirks: bool = False,
        seed: int = 0,
        start: Sequence[str | Path] = (),
        opponents: Sequence[str] = (),
        **given: Any,
    ) -> Task:
        """A checked task. `budget` sets the number of generations (or, without generations, of individuals).

        `start` are files with vectors for the first population, which is filled up with random ones,
        `opponents` agents that individuals play against instead of each other.
        """
        rules = find_game(game) if isinstance(game, str) else game
        if rules.players < 2:
            raise RunError(f"individuals are compared by playing together: {rules.spec()} has only one player")
        chosen, written = parse_method(method)
        if twice := sorted(set(written) & set(given)):
            raise OptionError(f"parameter {twice[0]!r} is given twice, in {method!r} and by itself")
        if isinstance(seed, bool) or not isinstance(seed, int):
            raise RunError(f"a seed is a whole number, not {seed!r}")
        found = find_kind(rules, kind)
        parameters = chosen.parameters({**written, **given}, quirks)
        if budget is not None:
            if "generations" in {**written, **given}:
                raise OptionError("a budget decides how many generations there are: give either, not both")
            parameters = within_budget(
                chosen, parameters, budget, "population" in {**written, **given}, rules.players, len(opponents)
            )
        _check_opponents(rules, chosen, opponents)
        _check_table(rules, parameters, opponents)
        check_size(chosen, parameters, rules.players, len(opponents))
        given_genes = read_start(start, rules, found, parameters.population)
        return cls(rules, found, find_player(rules, found, player), chosen, parameters, seed, given_genes, tuple(opponents))

    @property
    def steps(self) -> int:
        """The first population and all generations."""
        return self.method.steps(self.parameters)

    def generation(self, step: int) -> int:
        """The number of the generation that a step makes, as people count them."""
        return step + (1 if self.method.counts_first else 0)

    def evaluations(self, step: int) -> int:
        """How many individuals were scored by games until the end of a step."""
        return self.parameters.population * (step + (1 if self.method.scores_first else 0))

    @property
    def scoring(self) -> str:
        """What the points of a game are."""
        return self.parameters.fitness

    @property
    def full_score(self) -> float:
        """The score of an individual that comes out first in all its games."""
        if "fitness" not in self.method.defaults:
            return 100.0
        return self.parameters.games * highest(self.scoring, self.game.players)

    @property
    def scenarios(self) -> int:
        """How many different scenarios it trains on."""
        p = self.parameters
        return p.scenarios * -(-p.generations // p.passes) if "passes" in self.method.defaults else p.scenarios

    @property
    def cost(self) -> int:
        """Number of games."""
        return cost(self.method, self.parameters, self.game.players, len(self.opponents))

    def spec(self) -> dict[str, Any]:
        """All that decides about a step, as plain values. So a training can be made longer, unless scenarios come again."""
        chosen = self.method.chosen(self.parameters)
        if self.parameters.passes == 1:
            chosen.pop("generations", None)
        start = {"start": hashlib.blake2b(json.dumps(self.start).encode(), digest_size=8).hexdigest()} if self.start else {}
        return {
            "game": self.game.name,
            "rules_version": self.game.rules_version,
            "options": {name: shown(value) for name, value in self.game.changed_options().items()},
            "kind": self.kind.name,
            "player": self.player,
            "method": self.method.name,
            "parameters": chosen,
            "seed": self.seed,
            **start,
            **({"opponents": list(self.opponents)} if self.opponents else {}),
        }


def _check_opponents(game: Game, method: Method, opponents: Sequence[str]) -> None:
    """Raise for agents that cannot be made, too many of them, or a method that compares individuals with each other."""
    if opponents and method.family not in _WITH_AGENTS:
        raise OptionError(
            f"the method {method.name} lets individuals play each other; "
            "against agents train by evo-base, random or generational"
        )
    if method.family == "generational" and not opponents:
        raise OptionError("generational scores by games against agents, the first generation at least: name one (--agent)")
    if len(opponents) >= game.players:
        raise OptionError(f"{len(opponents)} agents to train against: at a table of {game.players} there is room for fewer")
    for text in opponents:
        make_agent(game, text)


def _check_table(game: Game, p: Parameters, opponents: Sequence[str]) -> None:
    """Raise if there are not as many individuals as it takes to fill a table with them."""
    needed = game.players if not opponents else game.players - 1 if p.rivals != "agents" else 0
    if p.population < needed:
        raise OptionError(f"population={p.population} does not fill a table of {game.players} players")
