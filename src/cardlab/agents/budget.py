"""How long an agent may think: iterations, milliseconds, or both."""

from __future__ import annotations

import re
from dataclasses import dataclass

from cardlab.errors import OptionError

MAX_ITERATIONS = 100_000_000
MIN_MS = 0.001
"""A microsecond: less than that is no time at all for a search."""
MAX_MS = 3_600_000.0


@dataclass(frozen=True)
class Budget:
    """Thinking stops when either is used up; 0 means no limit of that kind. One of them must be set."""

    iterations: int = 0
    ms: float = 0.0

    def __post_init__(self) -> None:
        if not 0 <= self.iterations <= MAX_ITERATIONS or not 0 <= self.ms <= MAX_MS:
            raise OptionError(f"a budget is at most {MAX_ITERATIONS:,} iterations and {MAX_MS / 1000:,.0f} seconds")
        if 0 < self.ms < MIN_MS:
            raise OptionError(f"a budget of {self.ms:g} ms is no time at all: it is at least {MIN_MS:g} ms")
        if not self.iterations and not self.ms:
            raise OptionError("a budget needs iterations (3200), a time (250ms, 2s) or both (3200+250ms)")

    @classmethod
    def parse(cls, text: str) -> Budget:
        """Read ``3200``, ``250ms``, ``1.5s`` or ``3200+250ms``."""
        iterations, ms = 0, 0.0
        usage = "write iterations (3200), a time (250ms, 2s) or both (3200+250ms)"
        if not isinstance(text, str) or len(text) > 60 or text.count("+") > 1:
            raise OptionError(f"{text!r:.70} is not a budget; {usage}")
        for part in text.split("+"):
            found = re.fullmatch(r"(\d+(?:\.\d+)?)(ms|s|)", part.strip())
            if not found or (not found[2] and "." in found[1]) or (ms if found[2] else iterations):
                raise OptionError(f"{text!r} is not a budget; {usage}")
            if found[2]:
                ms = float(found[1]) * (1000 if found[2] == "s" else 1)
            else:
                iterations = int(found[1])
        return cls(iterations, ms)

    def __str__(self) -> str:
        parts = [str(self.iterations)] if self.iterations else []
        if self.ms:
            parts.append(f"{self.ms:g}ms")
        return "+".join(parts)
