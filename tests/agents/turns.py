"""Whole turns by brute force, what agents plan for them, and evaluators that look at one thing only."""

from __future__ import annotations

import json
import os
import random
from pathlib import Path
from typing import Any

import pytest

from cardlab import Agent, State, make_agent
from cardlab.games.locm.data.observer import FEATURE_NAMES
from cardlab.games.locm.rules.state import LocmState
from tests.games.locm.samples import some_side
from tests.games.locm.tables import lay

PURE = os.environ.get("CARDLAB_PURE") == "1"
slow = pytest.mark.skipif(PURE, reason="takes too long uncompiled")
FILLER = [3] * 6
"""A deck of harmless cards: who draws from an empty one loses health."""


def planned(state: State, text: str, seed: int = 0) -> list[str]:
    """What an agent that plans its turn plans for it, in words."""
    agent = make_agent(state.game, text)
    agent.choose(state.seat(state.player), seed)
    return [state.text(action) for action in agent.report.principal]


def after(state: State, actions: tuple[int, ...]) -> State:
    """Where legal actions lead to."""
    end = state.copy()
    for action in actions:
        end.apply(action)
    return end


def end_value(state: LocmState, agent: Agent, evaluator: Any, seed: int = 0) -> float:
    """What the end of the turn that an agent plans is worth to it."""
    me = state.player
    agent.choose(state.seat(me), seed)
    end = after(state, agent.report.principal)
    assert end.player != me, "a plan goes to the end of the turn"
    return float(evaluator.value(end, me))


def brute_force(state: LocmState, me: int, evaluator: Any, seen: list[int]) -> float:
    """The best value at the end of the turn, over all orders of all actions; `seen` counts the positions."""
    if state.player != me:
        return float(evaluator.value(state, me))
    best = -1.0
    for action in state.legal():
        seen[0] += 1
        best = max(best, brute_force(after(state, (action,)), me, evaluator, seen))
    return best


def small_battle(rng: random.Random) -> LocmState:
    """A battle in which a turn has few actions, so that all its orders can be tried."""
    sides = []
    for _ in range(2):
        side = some_side(rng, 2)
        board, hand = side["board"], side["hand"]
        side |= {"board": rng.sample(board, min(len(board), 2)), "hand": hand[:3], "deck": FILLER, "mana": 6, "max_mana": 6}
        sides.append(side)
    return lay(sides[0], sides[1], player=rng.randint(0, 1))


def single_minded(folder: Path, name: str, weight: float) -> str:
    """A file of evaluator weights that looks at one feature only."""
    linear = [weight if feature == name else 0.0 for feature in FEATURE_NAMES]
    path = folder / f"{name}.json"
    path.write_text(json.dumps({"base": 0.0, "linear": linear}), encoding="utf-8")
    return str(path)
