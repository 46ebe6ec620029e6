"""A training as it is declared: what is evolved, by which method, for which player, from which seed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cardlab.core.game import Game
from cardlab.core.options import shown
from cardlab.core.vectorfile import find_kind
from cardlab.core.vectors import VectorKind
from cardlab.errors import OptionError, RunError, UnknownName
from cardlab.learn.cost import check_size, cost, within_budget
from cardlab.learn.parameters import Method, Parameters, parse_method
from cardlab.registry import game as find_game


@dataclass(frozen=True)
class Task:
    """What is to be trained."""

    game: Game
    kind: VectorKind
    player: str
    method: Method
    parameters: Parameters
    seed: int = 0

    @classmethod
    def of(
        cls,
        game: Game | str,
        method: str = "ag-weights",
        *,
        kind: str | None = None,
        player: str | None = None,
        budget: int | None = None,
        published: bool = False,
        seed: int = 0,
        **given: Any,
    ) -> Task:
        """A checked task. `budget` sets the number of generations (or, without generations, of individuals)."""
        rules = find_game(game) if isinstance(game, str) else game
        if rules.players != 2:
            raise RunError(f"individuals are compared in games of two: choose {rules.name} for two players")
        chosen, written = parse_method(method)
        if twice := sorted(set(written) & set(given)):
            raise OptionError(f"parameter {twice[0]!r} is given twice, in {method!r} and by itself")
        if isinstance(seed, bool) or not isinstance(seed, int):
            raise RunError(f"a seed is a whole number, not {seed!r}")
        found = find_kind(rules, kind)
        parameters = chosen.parameters({**written, **given}, published)
        if budget is not None:
            if "generations" in {**written, **given}:
                raise OptionError("a budget decides how many generations there are: give either, not both")
            parameters = within_budget(chosen, parameters, budget, "population" in {**written, **given})
        check_size(chosen, parameters)
        return cls(rules, found, find_player(found, player), chosen, parameters, seed)

    @property
    def steps(self) -> int:
        """The first population and all generations."""
        return 1 + self.parameters.generations

    @property
    def scenarios(self) -> int:
        """How many different scenarios it trains on."""
        p = self.parameters
        return p.drafts * -(-p.generations // p.passes) if "passes" in self.method.defaults else p.drafts

    @property
    def cost(self) -> int:
        """Number of games."""
        return cost(self.method, self.parameters)

    def spec(self) -> dict[str, Any]:
        """All that decides about a step, as plain values. So a training can be made longer, unless scenarios come again."""
        chosen = self.method.chosen(self.parameters)
        if self.parameters.passes == 1:
            chosen.pop("generations", None)
        return {
            "game": self.game.name,
            "rules_version": self.game.rules_version,
            "options": {name: shown(value) for name, value in self.game.changed_options().items()},
            "kind": self.kind.name,
            "player": self.player,
            "method": self.method.name,
            "parameters": chosen,
            "seed": self.seed,
        }


def find_player(kind: VectorKind, name: str | None) -> str:
    """The player who is given vectors of that kind; None: the first one."""
    if name is None:
        return kind.players[0]
    if name not in kind.players:
        raise UnknownName(f"player for the vector {kind.name}", name, kind.players)
    return name
