"""The space of actions: which kinds of actions a game has, with which parts, and a dense number for each of them.

A game declares its kinds once. From that come names, texts that can be read back, and what tools for reinforcement learning
ask for: a size, an index from 0 to size-1 for every action, and a mask of the legal ones.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from math import prod

from cardlab.core.action import Action, extra_of, kind_of, pack, source_of, target_of
from cardlab.errors import PluginError, PositionError

_WIDTHS = (0xFFFF, 0xFFFF, 0x7FFFFF)


@dataclass(frozen=True)
class Part:
    """A number in an action: source, target and extra in the order in which they are declared.

    A `derived` part repeats what the others imply, as the card of an instance does: a search wants it, a dense index does not.
    """

    name: str
    low: int
    high: int
    derived: bool = False

    @property
    def size(self) -> int:
        """How many values the index tells apart."""
        return 1 if self.derived else self.high - self.low + 1


@dataclass(frozen=True, init=False)
class ActionKind:
    """One kind of action: its name (or the member of the header's enum that has name and number), and up to three parts."""

    what: str | IntEnum
    parts: tuple[Part, ...]

    def __init__(self, what: str | IntEnum, *parts: Part) -> None:
        object.__setattr__(self, "what", what)
        object.__setattr__(self, "parts", parts)
        if len(parts) > len(_WIDTHS) or len({part.name for part in parts}) != len(parts):
            raise PluginError(f"action {self.name!r}: at most {len(_WIDTHS)} parts, with different names")
        for part, most in zip(parts, _WIDTHS, strict=False):
            if not 0 <= part.low <= part.high <= most:
                raise PluginError(
                    f"action {self.name!r}: {part.name} from {part.low} to {part.high} does not fit into 0 to {most}"
                )

    @property
    def name(self) -> str:
        """What is done, in a word."""
        return self.what if isinstance(self.what, str) else self.what.name.lower()

    @property
    def size(self) -> int:
        """How many actions the index tells apart."""
        return prod(part.size for part in self.parts)

    def values(self, action: Action) -> tuple[int, ...] | None:
        """The numbers of its parts, or None if they are not such as were declared."""
        numbers = source_of(action), target_of(action), extra_of(action)
        fits = all(part.low <= number <= part.high for part, number in zip(self.parts, numbers, strict=False))
        return numbers[: len(self.parts)] if fits and not any(numbers[len(self.parts) :]) else None

    def form(self) -> str:
        """How its text looks."""
        return " ".join([self.name, *(part.name.upper() for part in self.parts)])


class Space:
    """All actions of a game, each with an index."""

    def __init__(self, game: str, kinds: Sequence[ActionKind]) -> None:
        self.game, self.size = game, 0
        self.kinds: dict[int, ActionKind] = {}
        self._first: dict[int, int] = {}
        for number, kind in enumerate(kinds, 1):
            at = number if isinstance(kind.what, str) else int(kind.what)
            if at in self.kinds or any(kind.name == other.name for other in self.kinds.values()):
                raise PluginError(f"{game} declares two kinds of actions with one name or one number")
            self.kinds[at], self._first[at] = kind, self.size
            self.size += kind.size

    def __contains__(self, action: Action) -> bool:
        kind = self.kinds.get(kind_of(action))
        return 0 <= action < 1 << 63 and kind is not None and kind.values(action) is not None

    def index(self, action: Action) -> int:
        """The number of an action, from 0 to size-1; two actions that are legal at the same time never share one."""
        if action not in self:
            raise PositionError(f"action {action} lies outside the space of actions that {self.game} declares")
        kind = self.kinds[kind_of(action)]
        at = 0
        for part, value in zip(kind.parts, kind.values(action) or (), strict=True):
            if not part.derived:
                at = at * part.size + value - part.low
        return self._first[kind_of(action)] + at

    def mask(self, legal: Iterable[Action]) -> bytearray:
        """A byte for each index: 1 if it stands for one of these actions. ``numpy.frombuffer`` makes an array of it."""
        found = bytearray(self.size)
        for action in legal:
            found[self.index(action)] = 1
        return found

    def find(self, index: int, legal: Iterable[Action]) -> Action:
        """The one of these actions that an index stands for."""
        for action in legal:
            if self.index(action) == index:
                return action
        raise PositionError(f"index {index} stands for none of these actions of {self.game}")

    def text(self, action: Action) -> str:
        """An action as its kind's name and the numbers of its parts."""
        if action not in self:
            raise PositionError(f"action {action} lies outside the space of actions that {self.game} declares")
        kind = self.kinds[kind_of(action)]
        return " ".join([kind.name, *map(str, kind.values(action) or ())])

    def parse(self, text: str) -> Action:
        """The action that such a text names."""
        name, *rest = (isinstance(text, str) and text.split()) or ("",)
        for number, kind in self.kinds.items():
            if kind.name == name and len(rest) == len(kind.parts) and all(part.isascii() and part.isdigit() for part in rest):
                numbers = [int(part) for part in rest]
                if all(part.low <= value <= part.high for part, value in zip(kind.parts, numbers, strict=True)):
                    return pack(number, *numbers)
        forms = ", ".join(kind.form() for kind in self.kinds.values())
        raise PositionError(f"{text!r:.80} is not an action of {self.game}; write {forms}")
