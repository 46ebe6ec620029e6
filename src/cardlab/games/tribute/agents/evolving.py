"""Scripts of Tribute: what evolution can look for: the genes of the decision tree and the weights of HQL's heuristic."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from cardlab.core.game import Game
from cardlab.core.vectorfile import read_vector
from cardlab.core.vectors import VectorKind
from cardlab.errors import UnknownOption
from cardlab.games.tribute.agents.decisiontree import DecisionTreeBot
from cardlab.games.tribute.agents.genes import HQL_RANGES, TREE_RANGES, HqlPolicy, TreePolicy, genes_of, numbers_of
from cardlab.games.tribute.agents.hql import HQL_WEIGHTS, HqlBot
from cardlab.games.tribute.agents.hqlvalues import hql_weights, named_table, quiet_cards, read_tiers
from cardlab.games.tribute.words.cards import CARDS

TREE_GENES = (2.0, 3.0, 5000.0, 5.0, 10.0)
"""What the original's makers chose."""


def weights_of(genes: Sequence[float]) -> list[list[int]]:
    """The weights of HQL that genes stand for."""
    numbers = [math.floor(number + 0.5) for number in numbers_of(genes, HQL_RANGES)]
    return [numbers[first : first + HQL_WEIGHTS] for first in range(0, len(numbers), HQL_WEIGHTS)]


def vector_kinds(game: Game) -> Mapping[str, VectorKind]:
    """What can be evolved: the five genes of the decision tree, and the weights of HQL's heuristic."""
    cards = getattr(game, "cards", CARDS)

    def tree(_: str) -> TreePolicy:
        return TreePolicy(DecisionTreeBot(game, read_tiers()), genes_of(TREE_GENES, TREE_RANGES))

    def hql(_: str) -> HqlPolicy:
        bot = HqlBot(game, hql_weights(), quiet_cards(cards, False), named_table("learned", cards))
        return HqlPolicy(bot, named_vector(game, "hql", "submitted"))

    def all_of(names: Mapping[str, object]) -> Callable[[int], tuple[bool, ...]]:
        return lambda scenario: (True,) * len(names)

    kinds = (
        VectorKind(
            "tree", "the five numbers of the decision tree", tuple(TREE_RANGES), ("decision_tree",), tree, all_of(TREE_RANGES)
        ),
        VectorKind(
            "hql", "the weights of HQL's heuristic, stage by stage", tuple(HQL_RANGES), ("hql",), hql, all_of(HQL_RANGES)
        ),
    )
    return {kind.name: kind for kind in kinds}


def vector_names(kind: str) -> Sequence[str]:
    """The known vectors of a kind."""
    return ("original",) if kind == "tree" else ("submitted", "thesis")


def named_vector(game: Game, kind: str, name: str) -> list[float]:
    """A known vector, or that of a file."""
    if name in vector_names(kind):
        if kind == "tree":
            return genes_of(TREE_GENES, TREE_RANGES)
        return genes_of([weight for stage in hql_weights(name) for weight in stage], HQL_RANGES)
    if not Path(name).exists() and "/" not in name and "." not in name:
        raise UnknownOption(f"{kind} of tribute", name, vector_names(kind), "Or a file that evolution wrote.")
    return read_vector(name, game, kind)
