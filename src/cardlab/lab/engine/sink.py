"""Where results go."""

from __future__ import annotations

from typing import Protocol, TypeVar

Result_contra = TypeVar("Result_contra", contravariant=True)


class Sink(Protocol[Result_contra]):
    """Takes results as they come: memory, a run file, replays, rows of data, a checkpoint."""

    def take(self, result: Result_contra) -> object:
        """Keep a result. Results come in any order, each once."""
