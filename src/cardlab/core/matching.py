"""Whether places can all be filled: matchings of places with things that fit them."""

from __future__ import annotations

from collections.abc import Sequence


def can_match(fitting: Sequence[Sequence[int]], things: int) -> bool:
    """Whether each place can have a thing of its own, given the things (0 to `things` - 1) that fit each place."""
    holder = [-1] * things

    def find(place: int, tried: set[int]) -> bool:
        for thing in fitting[place]:
            if thing not in tried:
                tried.add(thing)
                if holder[thing] < 0 or find(holder[thing], tried):
                    holder[thing] = place
                    return True
        return False

    return all(find(place, set()) for place in range(len(fitting)))
