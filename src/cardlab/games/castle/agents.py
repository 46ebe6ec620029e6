"""Castle: its own agents."""

from __future__ import annotations

from cardlab.agents.agent import Agent, PolicyAgent
from cardlab.agents.budget import Budget
from cardlab.agents.kinds import FLAT, AgentKind, Order, build_flat
from cardlab.games.castle.rules import LowestPolicy


def _published_flat(order: Order) -> Agent:
    return build_flat(Order(order.game, order.budget, {**order.options, "published": True}, order.stop, order.make))


LOWEST = AgentKind(
    "lowest", "the lowest-card strategy, the study's benchmark", lambda order: PolicyAgent(LowestPolicy()), game="castle"
)
FLAT_MC = AgentKind(
    "flat_mc",
    "flat Monte Carlo exactly as the published program behaved",
    _published_flat,
    FLAT.options,
    Budget(3200),
    "castle",
)
