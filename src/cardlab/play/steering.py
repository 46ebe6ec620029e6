"""Where arrow keys go on a board: to the nearest thing in that direction."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from cardlab.play.canvas import Spot

_ASPECT = 2
"""A cell of a terminal is about so many times as high as it is wide."""
_ASIDE = 3
"""What lies aside counts as so much farther than what lies ahead."""


def neighbour(spots: Sequence[Spot], names: Collection[str], at: str | None, across: int, down: int) -> str | None:
    """The nearest of some names in a direction; from nowhere the first one, and `at` itself if there is none."""
    places = {spot.name: _middle(spot) for spot in spots if spot.name in names}
    if not places:
        return None
    if at not in places:
        return min(places, key=lambda name: (places[name][1], places[name][0]))
    x, y = places[at]
    found = []
    for name, (left, top) in places.items():
        ahead = across * (left - x) + down * (top - y)
        aside = abs(left - x) if down else abs(top - y)
        if ahead > 0:
            found.append((ahead + _ASIDE * aside, name))
    return min(found)[1] if found else at


def _middle(spot: Spot) -> tuple[float, float]:
    return spot.x + spot.width / 2, _ASPECT * (spot.y + spot.height / 2)
