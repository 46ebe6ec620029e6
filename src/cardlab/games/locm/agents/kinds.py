"""Legends of Code and Magic: its own agents."""

from __future__ import annotations

from dataclasses import replace

from cardlab.agents.agent import Agent, PolicyAgent, RandomPolicy
from cardlab.agents.budget import Budget
from cardlab.agents.kinds import BEAM, AgentKind, Order, build_turn_search
from cardlab.core.options import word
from cardlab.games.locm.agents.policies import GreedyPolicy, WeighedGreedy
from cardlab.games.locm.agents.vectors import named_vector


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


_CHAMPION = {"width": 100, "worlds": 64, "finalists": 16, "reply": 3, "plies": 2, "trust": 0.5}


def _champion(order: Order) -> Agent:
    defaults = {option.name: option.default for option in BEAM.options}
    return build_turn_search(replace(order, options={**defaults, **_CHAMPION, **order.options}), False)


CHAMPION = AgentKind(
    "champion",
    "our strongest: a beam over the turn, its best ends judged by sampled answers",
    _champion,
    (word("evaluator", None, "who judges positions", "an evaluator of the game; without one its own"),),
    Budget(ms=150.0),
    "locm",
)
