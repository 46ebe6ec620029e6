"""What a search considered: visits, values and the principal line."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True)
class Line:
    """One action at the root: how often it was tried and what it brought (0 to 1, for the player to move)."""

    action: int
    visits: int
    value: float


@dataclass(frozen=True)
class Report:
    """Empty for agents that do not search."""

    lines: tuple[Line, ...] = ()
    iterations: int = 0
    seconds: float = 0.0
    principal: tuple[int, ...] = field(default=())

    @property
    def best(self) -> Line | None:
        """The action with the most visits."""
        return max(self.lines, key=lambda line: (line.visits, line.value), default=None)
