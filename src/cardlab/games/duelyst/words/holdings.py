"""Duelyst: the cards in hands and decks, and what is told of those that leave them or come back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from cardlab.core.events import Event
from cardlab.games.duelyst.rules.state import SIGNATURE_SLOT, ArtifactPower
from cardlab.games.duelyst.words.cards import CardTable

Held = dict[tuple[int, int], int]
"""How many copies of a card a player has in hand and deck: player and card."""


def held_cards(z: Mapping[str, Any]) -> Held:
    """What both players have in hand and deck together."""
    cards = ((p, card) for p in range(2) for card in (*z["hand"][p], *z["deck"][p][: z["n_deck"][p]]) if card)
    return dict(Counter(cards))


class Accounts:
    """What hands and decks hold, by what is told. Without that nothing enters or leaves them."""

    def __init__(self, table: CardTable, cancels: bool) -> None:
        self.table, self.cancels = table, cancels
        self.before: Held = {}

    def __call__(self, held: Held, event: Event) -> Held:
        """The same after something was told."""
        if event.kind == "taken_back":
            return self.before
        if event.kind == "played" and self.cancels and self.table.at(event.fields["card"]).follows:
            self.before = held
        changed = Counter(held)
        if event.player is not None and "card" in event.fields:
            changed[event.player, event.fields["card"]] += self._change(event)
        return {card: n for card, n in changed.items() if n}

    def _change(self, event: Event) -> int:
        """How many copies of its card an event brings to hand and deck."""
        if event.kind == "played":
            return 0 if event.fields["slot"] == SIGNATURE_SLOT else -1
        if event.kind == "artifact_broke":
            return int(self.table.at(event.fields["card"]).powers & ArtifactPower.RETURNS > 0)
        if event.kind == "returned":
            return event.fields["room"]
        return -1 if event.kind == "burned" else 0
