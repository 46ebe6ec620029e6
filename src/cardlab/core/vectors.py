"""Policies that are a vector of numbers: what evolution needs to know about them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from cardlab.agents.agent import VectorPolicy


@dataclass(frozen=True)
class VectorKind:
    """A family of policies with one number (gene) for each label.

    A scenario is the part of a deal that a training set fixes, known by its seed; `active` says which genes can matter there.
    """

    name: str
    about: str
    labels: tuple[str, ...]
    players: tuple[str, ...]
    policy: Callable[[str], VectorPolicy]
    active: Callable[[int], tuple[bool, ...]]
    low: float = 0.0
    high: float = 1.0

    @property
    def size(self) -> int:
        """Number of genes."""
        return len(self.labels)
