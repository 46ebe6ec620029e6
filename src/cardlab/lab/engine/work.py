"""What is to be done: work in numbered units. The result of a unit depends on the work and its number, never on who does it.

If somebody carries something over from unit to unit, it also depends on the units before: then one worker does them in order.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, Protocol, TypeVar

from cardlab.agents.agent import Stop

Made = TypeVar("Made")
Result = TypeVar("Result")
Result_co = TypeVar("Result_co", covariant=True)
Watch = Callable[[int, int], None]
"""Is told which role begins to think, or -1 when it has answered."""


class Kit:
    """What one worker keeps from one piece of work to the next: who watches it, who may stop it, and what it built once."""

    def __init__(self, stop: Stop, watch: Watch | None = None) -> None:
        self.stop, self.watch = stop, watch
        self._built: dict[Hashable, Any] = {}

    def once(self, key: Hashable, make: Callable[[], Made]) -> Made:
        """What was built under this key, now or earlier."""
        if key not in self._built:
            self._built[key] = make()
        return self._built[key]  # type: ignore[no-any-return]


class Place(Protocol[Result_co]):
    """Where one worker works: it is entered before the first unit and left after the last."""

    most: int
    """Units that can be done at a time."""

    def __enter__(self) -> object: ...

    def __exit__(self, *problem: object) -> None: ...

    def do(self, first: int, count: int) -> Result_co:
        """Do the units from `first` on; fewer if somebody asks to stop."""


@dataclass(frozen=True)
class Loss:
    """A worker that was lost in the middle of a unit: the role that was thinking did not answer for `seconds`, or ended it."""

    role: int
    seconds: float
    exit_code: int | None


@dataclass(frozen=True)
class Parcel(Generic[Result]):
    """Work for workers far away: the work as a pickle, for how many seconds somebody may think, and what a loss means."""

    content: bytes
    patience: float
    lost: Callable[[int, Loss], Result]
    slow: Callable[[int, int, float], str] | None = None
    """What to say while the role has not answered in the unit for so many seconds."""


class Work(Protocol[Result]):
    """Something to be done in numbered units."""

    def threads(self, kit: Kit) -> int:
        """How many threads may do it at the same time; 0 if processes should."""

    def carriers(self, kit: Kit) -> Sequence[str]:
        """Who carries something over from unit to unit, so that one worker has to do all of them, one after another."""

    @property
    def parcel(self) -> Parcel[Result] | None:
        """How it travels to other processes; None if it cannot."""

    def place(self, kit: Kit) -> Place[Result]:
        """Where the worker with this kit does it."""
