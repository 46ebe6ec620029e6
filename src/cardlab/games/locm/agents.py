"""Legends of Code and Magic: its own agents."""

from __future__ import annotations

from cardlab.agents.agent import Agent, PolicyAgent, RandomPolicy
from cardlab.agents.kinds import AgentKind, Order
from cardlab.core.options import word
from cardlab.games.locm.policies import GreedyPolicy, WeighedGreedy
from cardlab.games.locm.vectors import named_vector


def _greedy(order: Order) -> Agent:
    name = order.options["weights"]
    if name is None:
        return PolicyAgent(GreedyPolicy())
    return PolicyAgent(WeighedGreedy(order.game, RandomPolicy(), named_vector(order.game, "greedy", name)))


GREEDY = AgentKind(
    "greedy",
    "one action at a time by material, the study's player",
    _greedy,
    (word("weights", None, "what counts how much, instead of the material", "evolved, or a file with 12 weights"),),
    game="locm",
)
