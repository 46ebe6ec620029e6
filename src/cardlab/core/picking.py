"""Picking by touch: which moves agree with what is picked, what may be touched next, and when a move is complete.

All of it is matching over `Move.touches`, so that no game and no screen says again what a touch means.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from cardlab.core.action import Action
from cardlab.core.table import Move, Table

Picked = tuple[str, ...]
KEYS = "123456789abcdefgjklmopstvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
"""The keys of choices, the first one first. Letters that screens use for something else are left out."""


@dataclass(frozen=True)
class Touch:
    """What touching something led to: other things picked, or an action that is complete."""

    picked: Picked = ()
    action: Action | None = None


class Picking:
    """The moves of one table, asked by what is picked."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self._agreeing: dict[Picked, list[Move]] = {(): list(table.moves)}
        self._starts = self._sorted({name for move in table.moves for name in _next_of(move, ())})
        self._several = any(len(move.touches) > 1 or move.confirm for move in table.moves)

    def agreeing(self, picked: Picked) -> list[Move]:
        """The moves that are still possible with what is picked."""
        if picked not in self._agreeing:
            self._agreeing[picked] = [move for move in self.table.moves if agrees(move, picked)]
        return self._agreeing[picked]

    def live(self, picked: Picked) -> Picked:
        """What may be touched next to get on, in reading order."""
        if not picked:
            return self._starts
        return self._sorted({name for move in self.agreeing(picked) for name in _next_of(move, picked)})

    def touchable(self, picked: Picked) -> frozenset[str]:
        """What a touch means something for: what is live, what was picked, and what a new pick could begin with."""
        return frozenset((*self.live(picked), *picked, *self._starts))

    def reachable(self, picked: Picked) -> Picked:
        """Where arrow keys go, in reading order: to what is live, and to what is picked and can be put back."""
        return self._sorted({*self.live(picked), *picked})

    def touch(self, picked: Picked, name: str) -> Touch:
        """Touch something: it goes to the picked ones, or back, or takes the place of the only one; or a move is complete."""
        if name in picked:
            return Touch(tuple(other for other in picked if other != name))
        for now in ((*picked, name), (name,) if len(picked) < 2 else picked):
            found = self.agreeing(now)
            if found:
                return self._settled(now, found)
        return Touch(picked)

    def _settled(self, picked: Picked, found: Sequence[Move]) -> Touch:
        """An action if nothing else can be meant and it need not be confirmed."""
        only = found[0]
        complete = len(found) == 1 and len(only.touches) == len(picked) and not only.confirm
        return Touch((), only.action) if complete else Touch(picked)

    def made(self, picked: Picked) -> Move | None:
        """The move that is complete with what is picked, to be confirmed."""
        return next((move for move in self.agreeing(picked) if len(move.touches) == len(picked)), None) if picked else None

    def using(self, action: Action | None) -> frozenset[str]:
        """The things that an action touches, one for each step, and those that go along: what to mark for advice."""
        move = next((move for move in self.table.moves if move.action == action), None)
        if move is None:
            return frozenset()
        taken: list[str] = []
        for step in move.touches:
            taken += [name for name in step if name not in taken][:1]
        return frozenset((*taken, *move.along))

    # ---- keys and words ------------------------------------------------------------------------------------------

    @property
    def by_things(self) -> bool:
        """Whether keys of choices stand for things. They do if a move takes several touches; else for moves."""
        return self._several

    def numbered(self, picked: Picked) -> Picked:
        """The things that keys of choices stand for. Their order stays while any order will do.

        What Enter means needs no key, nor does a place if what lies on it has one.
        """
        if not self._several:
            return ()
        found = self.agreeing(picked)
        names = self._starts if found and all(move.any_order for move in found) else self.live(picked)
        entered = {name for move in self.table.moves if move.action == self.table.enter for name in _next_of(move, ())}
        steps = {move.touches[len(picked)] for move in found if not move.any_order and len(picked) < len(move.touches)}
        things = self.table.by_id
        twice = {name for step in steps if any(one in things for one in step) for name in step if name not in things}
        return tuple(name for name in names if name not in entered and name not in twice)

    def numbers(self, picked: Picked) -> dict[str, int]:
        """The number to show beside each thing: its own, or that of the first move that it makes."""
        if self._several:
            return {name: number for number, name in enumerate(self.numbered(picked)[: len(KEYS)], 1)}
        found: dict[str, int] = {}
        for number, move in enumerate(self.table.moves[: len(KEYS)], 1):
            for name in _next_of(move, ()):
                found.setdefault(name, number)
        return found

    def prompt(self, picked: Picked) -> str:
        """What is asked now; how many are picked is told where every move takes the same number."""
        table = self.table
        words = table.asks.get(picked[0], table.prompt) if picked else table.prompt
        counts = {len(move.touches) if move.any_order else 0 for move in table.moves}
        most = counts.pop() if len(counts) == 1 else 0
        return f"{words} ({len(picked)} of {most})" if most > 1 else words

    def _sorted(self, names: set[str]) -> Picked:
        reading = self.table.reading
        return tuple(sorted(names, key=lambda name: reading.get(name, len(reading))))


def agrees(move: Move, picked: Picked) -> bool:
    """Whether the touches so far are a beginning of the move."""
    if len(picked) > len(move.touches):
        return False
    if move.any_order:
        return _placed(picked, move.touches, 0, frozenset())
    return all(name in step for name, step in zip(picked, move.touches, strict=False))


def _next_of(move: Move, picked: Picked) -> set[str]:
    """What may be touched next on the way to a move that agrees."""
    if len(picked) >= len(move.touches):
        return set()
    if not move.any_order:
        return set(move.touches[len(picked)])
    names = {name for step in move.touches for name in step} - set(picked)
    return {name for name in names if agrees(move, (*picked, name))}


def _placed(picked: Picked, steps: tuple[tuple[str, ...], ...], at: int, used: frozenset[int]) -> bool:
    """Whether each picked thing from `at` on finds a step of its own."""
    if at == len(picked):
        return True
    free = (number for number, step in enumerate(steps) if number not in used and picked[at] in step)
    return any(_placed(picked, steps, at + 1, used | {number}) for number in free)
