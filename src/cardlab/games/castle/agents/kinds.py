"""Castle: its own agents, and policies that are vectors."""

from __future__ import annotations

from collections.abc import Mapping

from cardlab.agents.agent import Agent, PolicyAgent
from cardlab.agents.budget import Budget
from cardlab.agents.kinds import FLAT, AgentKind, Order, build_flat
from cardlab.core.options import word
from cardlab.core.vectorfile import read_vector
from cardlab.core.vectors import VectorKind
from cardlab.errors import OptionError
from cardlab.games.castle.agents.policies import LowestPolicy, RankPolicy, SplitAgent
from cardlab.games.castle.words.cards import RANK_TEXTS


def _ranks(order: Order) -> Agent:
    values = order.options["values"]
    if values is None:
        raise OptionError("agent ranks needs values=FILE, as `cardlab evolve castle --out FILE` writes it")
    return PolicyAgent(RankPolicy(read_vector(values, order.game, "ranks")))


def _published_flat(order: Order) -> Agent:
    quirks = {"each_copy": True, "first_lost": True, "loyal": 0.0, "aim": "score"}
    return build_flat(Order(order.game, order.budget, {**order.options, **quirks}, order.stop, order.make))


def _split(order: Order) -> Agent:
    parts = {name: order.options[name] for name in ("row", "play")}
    for name, text in parts.items():
        if text is None:
            raise OptionError(f"agent split needs {name}=AGENT, such as split,row=(ismcts:400,c=0.7),play=lowest")
    row, play = (order.make(text) for text in parts.values())
    return SplitAgent(row, play)


LOWEST = AgentKind(
    "lowest", "the lowest-card strategy, the study's benchmark", lambda order: PolicyAgent(LowestPolicy()), game="castle"
)
RANKS = AgentKind(
    "ranks",
    "plays what is least worth keeping, by a number for each rank",
    _ranks,
    (word("values", None, "the numbers, as `cardlab evolve castle` finds them", "a file with 14 numbers"),),
    game="castle",
)
SPLIT = AgentKind(
    "split",
    "lays out its row by one agent and plays by another",
    _split,
    (
        word("row", None, "who chooses the face-up row", "an agent, in brackets if it has options"),
        word("play", None, "who plays", "an agent, in brackets if it has options"),
    ),
    game="castle",
)
FLAT_MC = AgentKind(
    "flat_mc",
    "flat Monte Carlo exactly as the published program behaved",
    _published_flat,
    tuple(option for option in FLAT.options if option.name not in ("loyal", "aim")),
    Budget(3200),
    "castle",
)


def vector_kinds() -> Mapping[str, VectorKind]:
    """How much each rank is worth keeping. A scenario fixes nothing of a deal, so every gene can matter in each."""
    ranks = VectorKind(
        "ranks", "how much a card of each rank is worth keeping", RANK_TEXTS, ("ranks",),
        lambda player: RankPolicy(), lambda scenario: (True,) * len(RANK_TEXTS),
    )  # fmt: skip
    return {ranks.name: ranks}
