"""The laws of the contract, the error that names a broken one, and the report of a check that found none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from cardlab.errors import CardlabError


class Law(StrEnum):
    """What is true of every game."""

    DECISIONS = "one decision at a time"
    ACTIONS = "actions are integers with meaning"
    FAIR = "fair by construction"
    SEATS = "a seat is a value"
    VIEWS = "a seat can be rebuilt from its view"
    VALUES = "states are values"
    SEED = "one seed"
    LUCK = "luck in play is nobody's to read"
    INPUT = "bad input changes nothing"
    ENDS = "every game ends"
    RESULTS = "results are a ranking"
    EVENTS = "events on demand"
    CARDS = "nothing is made or lost"
    FACTS = "what is declared is true"
    TABLES = "a table shows what a seat sees"
    OBSERVATIONS = "observations tell what a seat sees"


class LawBroken(CardlabError):
    """A game breaks a law. The message says which, how, and how to get to the place again."""

    def __init__(self, law: Law, detail: str, game: str, seed: int, actions: Sequence[str | int]) -> None:
        self.law, self.detail, self.game, self.seed, self.actions = law, detail, game, seed, tuple(actions)
        played = "".join(f"\n    {action!r}," for action in self.actions)
        super().__init__(
            f"{game} breaks the law {law.value!r}: {detail}\n"
            f"To get there: a new game with seed {seed}, then these {len(self.actions)} actions:{played or ' none'}"
        )

    def __reduce__(self) -> tuple[Any, ...]:
        return LawBroken, (self.law, self.detail, self.game, self.seed, self.actions)


@dataclass
class Check:
    """What a check looked at. It is returned only if no law was broken."""

    game: str
    seed: int
    games: int = 0
    decisions: int = 0
    longest: int = 0
    probed: int = 0
    resamples: int = 0
    varied: int = 0
    lookalikes: int = 0
    events: int = 0
    counted: bool = True
    reasons: dict[str, int] = field(default_factory=dict)

    @property
    def laws(self) -> tuple[Law, ...]:
        """The laws that were tested: all, but a game without an inventory is not counted."""
        return tuple(law for law in Law if self.counted or law is not Law.CARDS)

    @property
    def hidden(self) -> bool:
        """Whether any player ever had something to guess."""
        return self.varied > 0

    def __str__(self) -> str:
        ends = ", ".join(f"{count} by {reason}" for reason, count in sorted(self.reasons.items()))
        laws = "all laws" if self.counted else "all laws but one, for it has no inventory"
        return (
            f"{self.game} keeps {laws}: {self.games} games, {self.decisions} decisions (the longest game {self.longest}), "
            f"{self.probed} positions examined, {self.resamples} resamples, {self.varied} of them different from the truth, "
            f"{self.lookalikes} pairs of truths that look alike; "
            f"ends: {ends}"
        )
