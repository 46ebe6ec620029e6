"""One game under examination: where it is, how it came there, and how a broken law is reported."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from cardlab.core.action import Action
from cardlab.core.game import Game
from cardlab.core.state import State
from cardlab.testing.laws import Check, Law, LawBroken

WORLDS = 2
"""So many worlds most checks let a seat imagine."""


class Trial:
    """A game from its seed on, with the actions played so far."""

    def __init__(self, game: Game, seed: int, report: Check) -> None:
        self.game, self.seed, self.report = game, seed, report
        self.actions: list[Action] = []

    def broken(self, law: Law, detail: str) -> LawBroken:
        """The error for a broken law, with the way to get there."""
        return LawBroken(law, detail, self.game.spec(), self.seed, [self._words(action) for action in self.actions])

    def require(self, law: Law, kept: object, detail: str) -> None:
        """Raise unless the law is kept."""
        if not kept:
            raise self.broken(law, detail)

    @contextmanager
    def under(self, law: Law, doing: str) -> Iterator[None]:
        """Whatever the game raises in the block breaks this law."""
        try:
            yield
        except LawBroken:
            raise
        except Exception as error:
            raise self.broken(law, f"{doing} failed with {type(error).__name__}: {error}") from error

    def same(self, law: Law, one: State, other: State, detail: str) -> None:
        """Raise unless two states are equal in every way that can be seen."""
        with self.under(law, "comparing two states"):
            if one == other and one.digest() == other.digest() and hash(one) == hash(other):
                return
            parts, others = one.to_dict(), other.to_dict()
        odd = [
            f"{key} is {parts.get(key)!r} and {others.get(key)!r}"
            for key in {**parts, **others}
            if parts.get(key) != others.get(key)
        ]
        raise self.broken(law, f"{detail} ({'; '.join(odd) or 'their hashes differ though their parts do not'})")

    def _words(self, action: Action) -> str | int:
        try:
            text = self.game.action_text(action)
            return text if self.game.parse_action(text) == action else action
        except Exception:
            return action
