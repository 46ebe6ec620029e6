"""Whether places can all be filled, beside trying all ways."""

from __future__ import annotations

import random
from itertools import permutations

import pytest

from cardlab.core.matchings import can_match


@pytest.mark.parametrize(
    ("fitting", "things", "possible"),
    [
        ([], 0, True),
        ([], 3, True),
        ([[]], 3, False),
        ([[0]], 1, True),
        ([[0], [0]], 2, False),
        ([[0, 1], [0]], 2, True),
        ([[0, 1], [0, 1], [0, 1]], 3, False),
        ([[0, 1], [1, 2], [2, 0]], 3, True),
        ([[0, 1, 2], [0], [0, 1]], 3, True),
        ([[0, 1], [0], [1]], 3, False),
    ],
)
def test_places_are_filled_if_they_can_be(fitting: list[list[int]], things: int, possible: bool) -> None:
    assert can_match(fitting, things) is possible


def by_trying(fitting: list[list[int]], things: int) -> bool:
    """All ways to give each place a thing of its own."""
    return any(
        all(thing in fits for thing, fits in zip(chosen, fitting, strict=True))
        for chosen in permutations(range(things), len(fitting))
    )


def test_it_is_as_if_all_ways_were_tried() -> None:
    rng, found = random.Random(1), {True: 0, False: 0}
    for _ in range(400):
        things = rng.randint(0, 6)
        fitting = [[n for n in range(things) if rng.random() < 0.35] for _ in range(rng.randint(0, 6))]
        rng.shuffle(fitting)
        possible = by_trying(fitting, things)
        assert can_match(fitting, things) is possible
        found[possible] += 1
    assert min(found.values()) > 80


def test_a_long_chain_of_changes_is_followed() -> None:
    """Each place would rather have what the next one has; the last one needs what the first one took."""
    n = 150
    fitting = [[i, i + 1] for i in range(n)]
    assert can_match([*fitting, [0]], n + 1)
    assert not can_match([*fitting, [0], [0]], n + 1)
