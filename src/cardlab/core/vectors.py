"""Policies that are a vector of numbers: what evolution needs to know about them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardlab.agents.agent import Agent, VectorPolicy

Join = Callable[[str, "Callable[[str], Agent]"], "tuple[Agent, VectorPolicy]"]
"""Given the text of an agent and who makes agents: an agent that plays by a vector, and the policy that holds the vector."""


@dataclass(frozen=True)
class VectorKind:
    """A family of policies with one number (gene) for each label.

    A scenario is the part of a deal that a training set fixes, known by its seed; `active` says which genes can matter there.
    `players` are the names of those who can play by the vector as a mere `policy`; `join`, if there is one, makes any other
    agent such a player.
    """

    name: str
    about: str
    labels: tuple[str, ...]
    players: tuple[str, ...]
    policy: Callable[[str], VectorPolicy]
    active: Callable[[int], tuple[bool, ...]]
    low: float = 0.0
    high: float = 1.0
    join: Join | None = None

    @property
    def size(self) -> int:
        """Number of genes."""
        return len(self.labels)
