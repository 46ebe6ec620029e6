"""The Meadow: a small deck for Unstable Unicorns, to be shuffled into the base deck (``decks=base+meadow``).

Most cards are made of known effects. Weathervane Unicorn brings a function: it looks at what its owner sees, and decides
which of its effects happens.
"""

from collections.abc import Mapping
from typing import Any

from cardlab.core.effects import Card, IfDone, May, Python
from cardlab.games.unicorns.rules.state import Way
from cardlab.games.unicorns.words.cards import (
    Deck,
    at_turn_start,
    bring,
    cast,
    destroy,
    discard,
    draw,
    instead_of_leaving,
    on_enter,
    to_play,
    while_in_stable,
)


def most_unicorns(view: Mapping[str, Any], seat: int, card: int) -> int | None:
    """Whoever leads destroys a unicorn; whoever does not draws as many cards as unicorns are missing, at most three."""
    rows = [len(player["stable"]) for player in view["players"]]
    behind = max(rows) - rows[seat]
    return (1, min(behind, 3)) if behind else 0


MEADOW = Deck(
    "meadow",
    (
        Card("Baby Foal", "baby", (instead_of_leaving("nursery", Way.BY_SACRIFICE, Way.BY_DESTROY, Way.BY_RETURN),), copies=4),
        Card("Clover Unicorn", "basic", copies=3),
        Card("Haymaker", "magic", (cast(destroy(1, "downgrade")), to_play("possible"))),
        Card("Shepherd Unicorn", "magical", (at_turn_start(May(IfDone(discard(2), bring(1, "baby", "nursery")))),)),
        Card("Scarecrow", "upgrade", (while_in_stable("unicorns_safe"),)),
        Card("Weathervane Unicorn", "magical", (on_enter(Python(most_unicorns, (destroy(1, "unicorn"), draw(1)))),)),
    ),
    "fields, foals and a weathervane",
)
