"""Scripts of Tribute: players that are decided by a vector, for evolution: the decision tree's genes, the weights of HQL.

Evolution knows genes from 0 to 1. Each stands for a number between two bounds, which `gene_ranges` tells.
"""

import cython

from cardlab.agents.agent import VectorPolicy

TREE_RANGES = {
    "exponent": (0.0, 4.0), "attack": (0.0, 12.0), "big": (100.0, 10_000.0), "power": (0.0, 20.0), "prestige": (0.0, 20.0),
}  # type: dict[str, tuple[float, float]]  # fmt: skip
"""Between which bounds each number of the decision tree is looked for."""
_STAGE_NAMES = ("start", "early", "middle", "late")
_WEIGHT_RANGES = {
    "prestige": (0.0, 40.0), "power": (0.0, 40.0), "coins": (0.0, 10.0), "patron": (0.0, 40.0), "card": (0.0, 12.0),
    "combo": (-10.0, 10.0), "agent": (0.0, 30.0), "health": (0.0, 12.0), "Ansei": (-20.0, 20.0), "Crows": (-1000.0, 40.0),
    "Orgnum": (-20.0, 20.0), "Gold": (-20.0, 10.0), "tavern": (0.0, 4.0), "draw": (0.0, 4.0), "curse": (-20.0, 4.0),
}  # type: dict[str, tuple[float, float]]  # fmt: skip
HQL_RANGES = {f"{stage} {name}": bounds for stage in _STAGE_NAMES for name, bounds in _WEIGHT_RANGES.items()}  # type: dict[str, tuple[float, float]]
"""The same for the weights of HQL, stage by stage."""


def numbers_of(genes, ranges):
    # type: (Iterable[float], Mapping[str, tuple[float, float]]) -> list[float]
    """What genes from 0 to 1 stand for."""
    return [low + gene * (high - low) for gene, (low, high) in zip(genes, ranges.values(), strict=True)]


def genes_of(numbers, ranges):
    # type: (Iterable[float], Mapping[str, tuple[float, float]]) -> list[float]
    """The genes that stand for numbers, as far as the bounds allow."""
    pairs = zip(numbers, ranges.values(), strict=True)
    return [min(1.0, max(0.0, (number - low) / (high - low))) for number, (low, high) in pairs]


class TreePolicy(VectorPolicy):
    """The decision tree, its five numbers told by genes."""

    def __init__(self, bot: DecisionTreeBot, values):
        # type: (DecisionTreeBot, Iterable[float]) -> None
        self.bot = bot
        self.size = DECISION_GENES
        for i, (low, high) in enumerate(TREE_RANGES.values()):
            self.low[i] = low
            self.high[i] = high
        self.load(values)

    @property
    def reads(self):
        # type: () -> type[State]
        """States of Scripts of Tribute."""
        return TributeState

    def parts(self):
        # type: () -> tuple[Tool | None, ...]
        return (self.bot,)

    def _pick(self, state, scratch, rng):
        self.bot.exponent = self.low[0] + self.genes[0] * (self.high[0] - self.low[0])
        self.bot.attack = self.low[1] + self.genes[1] * (self.high[1] - self.low[1])
        self.bot.big = self.low[2] + self.genes[2] * (self.high[2] - self.low[2])
        self.bot.power = self.low[3] + self.genes[3] * (self.high[3] - self.low[3])
        self.bot.prestige = self.low[4] + self.genes[4] * (self.high[4] - self.low[4])
        return self.bot._answer(cython.cast(TributeState, state), None, rng)


class HqlPolicy(VectorPolicy):
    """HQL, the weights of its heuristic told by genes. It tries actions, so it is shown a world that its seat imagines."""

    def __init__(self, bot: HqlBot, values):
        # type: (HqlBot, Iterable[float]) -> None
        self.bot = bot
        self.size = HQL_GENES
        for i, (low, high) in enumerate(HQL_RANGES.values()):
            self.low[i] = low
            self.high[i] = high
        self.load(values)

    @property
    def reads(self):
        # type: () -> type[State]
        """States of Scripts of Tribute."""
        return TributeState

    @property
    def looks_ahead(self):
        # type: () -> bool
        """It plays its turn on a copy."""
        return True

    def parts(self):
        # type: () -> tuple[Tool | None, ...]
        return (self.bot,)

    def _pick(self, state, scratch, rng):
        for stage in range(STAGES):
            for i in range(HQL_WEIGHTS):
                at = stage * HQL_WEIGHTS + i
                number = self.low[at] + self.genes[at] * (self.high[at] - self.low[at])
                self.bot.weight[stage][i] = cython.cast(cython.int, floor(number + 0.5))
        return self.bot._answer(cython.cast(TributeState, state), None, rng)
