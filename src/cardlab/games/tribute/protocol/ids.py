"""Scripts of Tribute: a number for each card, as the community's bots tell copies apart.

The engine knows copies by where they lie. A bot is shown position after position; here the copies of a card in one of them are
matched with those in the one before. Which of several equal cards moved makes no difference to anybody, so a copy keeps its
number as long as it can have stayed where it was, and a card that somebody named is the one that went.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

FIRST_ID = 10_000


class CardIds:
    """Numbers of the cards of one match, as one player sees them."""

    def __init__(self) -> None:
        self._next = FIRST_ID
        self._lying: dict[str, list[tuple[int, int]]] = {}
        self.gone: dict[int, list[int]] = {}
        """The numbers of cards that have moved or left since the position before, by card."""

    def copy(self) -> CardIds:
        """The same numbers, for a world that is imagined from here on."""
        twin = CardIds()
        twin._next, twin._lying = self._next, self._lying
        return twin

    def assign(self, piles: Mapping[str, Sequence[int]], named: Sequence[int] = ()) -> dict[str, list[int]]:
        """The number of each card in each pile. `named` are numbers of cards that were to move."""
        kept: dict[str, dict[int, list[int]]] = {}
        loose: dict[int, list[int]] = defaultdict(list)
        for pile, lay in self._lying.items():
            kept[pile], left = _stayed(lay, piles.get(pile, ()), named)
            for card, number in left:
                loose[card].append(number)
        self.gone = {card: list(numbers) for card, numbers in loose.items()}
        found = {}
        for pile, cards in piles.items():
            here = kept.get(pile, {})
            found[pile] = [self._of(card, here, loose) for card in cards]
        self._lying = {pile: list(zip(cards, found[pile], strict=True)) for pile, cards in piles.items()}
        return found

    def _of(self, card: int, here: dict[int, list[int]], loose: dict[int, list[int]]) -> int:
        for numbers in (here.get(card), loose.get(card)):
            if numbers:
                return numbers.pop(0)
        self._next += 1
        return self._next - 1

    def any_of(self, card: int) -> int | None:
        """The number of some copy that lies somewhere, or has just gone."""
        for lay in self._lying.values():
            for other, number in lay:
                if other == card:
                    return number
        return next(iter(self.gone.get(card, ())), None)


def _stayed(
    lay: Sequence[tuple[int, int]], now: Sequence[int], named: Sequence[int]
) -> tuple[dict[int, list[int]], list[tuple[int, int]]]:
    """Which numbers of a pile are still there, by card and in their order, and which are not. Named cards go first."""
    room: dict[int, int] = defaultdict(int)
    for card in now:
        room[card] += 1
    stay: set[int] = set()
    for wanted in (False, True):
        for card, number in lay:
            if (number in named) == wanted and room[card]:
                room[card] -= 1
                stay.add(number)
    here: dict[int, list[int]] = defaultdict(list)
    left = []
    for card, number in lay:
        if number in stay:
            here[card].append(number)
        else:
            left.append((card, number))
    left.sort(key=lambda one: one[1] not in named)
    return here, left
