"""A player that answers everything at random, and random rules to play by."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from tests.games.unicorns.oracle import Stack
from tests.games.unicorns.oracle_cards import SWITCHES, Card, RuleSet
from tests.games.unicorns.oracle_choose import Prompt

ONE_ANSWER = ("play", "where", "activate", "effect")
"""Prompts that are answered by one option instead of a list."""


def random_rules(rng: random.Random) -> RuleSet:
    """One of the two rule sets, with none, some or many switches turned over."""
    share = rng.choice([0.0, 0.1, 0.5])
    turned = frozenset(switch for switch in SWITCHES if rng.random() < share)
    return RuleSet(rng.choice(["simulator", "official"]), turned)


class RandomPlayer:
    """All seats and chance in one."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)

    def ask(self, prompt: Prompt) -> Any:
        if prompt.ask in ONE_ANSWER:
            return self.rng.choice(prompt.options)
        return self.rng.sample(prompt.options, prompt.n)

    def poll(self, stack: Stack, asked: Mapping[int, list[Card]]) -> Mapping[int, Card | None]:
        return {seat: self.rng.choice([*cards, None, None]) for seat, cards in asked.items()}

    def shuffle(self, cards: list[Card]) -> None:
        self.rng.shuffle(cards)

    def pull(self, hand: Sequence[Card]) -> Card:
        return self.rng.choice(hand)

    def quickest(self, willing: Sequence[tuple[int, Card]]) -> tuple[int, Card]:
        return self.rng.choice(willing)
