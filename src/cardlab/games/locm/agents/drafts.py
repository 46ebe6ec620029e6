"""Legends of Code and Magic: draft policies by name, from files and from formulas, and how they join a battle agent."""

from __future__ import annotations

import ast
import csv
import functools
import math
import operator
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardlab.agents.agent import Agent, Policy, PolicyAgent, RandomPolicy
from cardlab.core.vectorfile import read_vector
from cardlab.errors import OptionError, UnknownOption
from cardlab.games.locm.agents.policies import Drafter, DraftPolicy, GreedyPolicy, RandomDraft
from cardlab.games.locm.words.cards import CARDS, KEYWORD_NAMES, TYPES, LocmCard

if TYPE_CHECKING:
    from cardlab.core.game import Game

FORMULA = "formula:"
OWN = ("evolved", "learned")
"""Lists that cardlab found itself: by active genes with the greedy player, and from games of the beam search."""
_FACTS = ("cost", "attack", "defense", "player_hp", "opponent_hp", "card_draw")
_OPERATORS: dict[type, Callable[..., float]] = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.USub: operator.neg, ast.UAdd: operator.pos,
}  # fmt: skip
_FUNCTIONS: dict[str, Callable[..., float]] = {"min": min, "max": max, "abs": abs}


def with_draft(game: Game, agent: Agent, draft: str) -> Agent:
    """An agent with the picks of a draft policy instead of its own."""
    if draft == "own":
        return agent
    if draft == "random":
        return _random_draft(agent)
    values = draft_values(game, draft)
    if agent.policy is not None:
        return PolicyAgent(DraftPolicy(agent.policy, values))
    return Drafter(agent, DraftPolicy(RandomPolicy(), values))


def _random_draft(agent: Agent) -> Agent:
    if isinstance(agent.policy, RandomPolicy | GreedyPolicy):
        return agent
    if agent.policy is not None:
        return PolicyAgent(RandomDraft(agent.policy))
    return Drafter(agent, RandomPolicy())


def battle_policy(player: str) -> Policy:
    """The study's two players by name."""
    if player == "random":
        return RandomPolicy()
    if player == "greedy":
        return GreedyPolicy()
    raise UnknownOption("player of locm", player, ("random", "greedy"))


def draft_names() -> tuple[str, ...]:
    """The known lists of card values."""
    return tuple(sorted({*_lists(), *_FORMULAS, *OWN}))


def draft_values(game: Game, text: str) -> list[float]:
    """The 160 card values that a text names: a known list, a formula or a file."""
    if text.startswith(FORMULA):
        return formula_values(text.removeprefix(FORMULA))
    if text in _FORMULAS:
        return [_FORMULAS[text](card) for card in CARDS]
    if text in _lists():
        return list(_lists()[text])
    if text in OWN:
        return read_vector(Path(__file__).parent / f"{text}.json", game, "draft")
    if not os.path.exists(text) and "/" not in text and "." not in text:
        hint = f"Or a file with 160 values, or {FORMULA}attack+defense-cost."
        raise UnknownOption("draft of locm", text, ("random", "own", *draft_names()), hint)
    return read_vector(text, game, "draft")


@functools.cache
def _lists() -> Mapping[str, list[float]]:
    """Card values of known players, by name. Ranks count from the best, so they are turned round."""
    with (Path(__file__).parent / "drafts.csv").open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    names = [name for name in rows[0] if name != "card"]
    return {name: [float(row[name]) for row in rows] for name in names}


# ---- formulas ----------------------------------------------------------------------------------------------------


def contest2(card: LocmCard, signed: bool = True) -> float:
    """The formula of a participant of the one-lane contest of 2018; unsigned as the published study applied it."""
    attack, defense, opponent_hp = (card.attack, card.defense, card.opponent_hp)
    if not signed:
        attack, defense, opponent_hp = abs(attack), abs(defense), abs(opponent_hp)
    c, h, w = card.cost, card.player_hp - opponent_hp, card.card_draw
    value = attack + defense - 0.006392651 * c * c - 1.463006 * c - 1.435985 + 5.219
    value += 0.05985350469 * h * h + 0.3880957 * h - 0.163766
    value += -5.516179907 * w * w + 0.239521 * w - 0.07751401869
    bonus = (0.0, 0.26015517, 0.15241379, 0.04418965, 0.15313793, 0.16238793)
    return value + sum(b for bit, b in enumerate(bonus) if card.keywords >> bit & 1)


_FORMULAS: dict[str, Callable[[LocmCard], float]] = {
    "contest2": contest2,
    "contest2_published": functools.partial(contest2, signed=False),
}


def formula_values(text: str) -> list[float]:
    """A value for each card by an arithmetic formula over its facts, such as ``attack+defense-cost+3*guard``."""
    try:
        tree = ast.parse(text, mode="eval").body if len(text) <= 500 else None
        if tree is None:
            raise ValueError("it is too long")
        values = [float(_compute(tree, _facts(card))) for card in CARDS]
    except ZeroDivisionError:
        raise OptionError(f"draft formula {text!r} divides by zero for some cards; write max(1,cost) for example") from None
    except (SyntaxError, ValueError, TypeError, RecursionError, MemoryError, OverflowError) as error:
        names = ", ".join(_facts(CARDS[0]))
        raise OptionError(
            f"draft formula {text!r:.80}: {error}. It is made of numbers, + - * / ( ), min max abs, and the facts {names}"
        ) from None
    if not all(math.isfinite(value) for value in values):
        raise OptionError(f"draft formula {text!r}: some values are not finite")
    return values


def _facts(card: LocmCard) -> dict[str, float]:
    facts: dict[str, float] = {name: getattr(card, name) for name in _FACTS}
    facts.update({name: float(card.type == number) for number, name in enumerate(TYPES)})
    facts.update({name.lower(): float(card.keywords >> bit & 1) for bit, name in enumerate(KEYWORD_NAMES)})
    return facts


def _compute(node: ast.AST, facts: Mapping[str, float]) -> Any:
    if isinstance(node, ast.Constant) and type(node.value) in (int, float):
        return node.value
    if isinstance(node, ast.Name) and node.id in facts:
        return facts[node.id]
    if isinstance(node, ast.BinOp) and type(node.op) in _OPERATORS:
        return _OPERATORS[type(node.op)](_compute(node.left, facts), _compute(node.right, facts))
    if isinstance(node, ast.UnaryOp) and type(node.op) in _OPERATORS:
        return _OPERATORS[type(node.op)](_compute(node.operand, facts))
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in _FUNCTIONS and not node.keywords:
        return _FUNCTIONS[node.func.id](*[_compute(argument, facts) for argument in node.args])
    what = node.id if isinstance(node, ast.Name) else type(node).__name__
    raise ValueError(f"{what!r} is not allowed")
