"""Scripts of Tribute: the cards there are, and what is told of those that are made or lost."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Any

from cardlab.core.events import Event
from cardlab.games.tribute.rules.state import (
    BEWILDERMENT,
    CHAINBREAKER_SERGEANT,
    SOLDIER_OF_THE_EMPIRE,
    SUMMERSET_SACKING,
    WRIT_OF_COIN,
    Patron,
    Phase,
)
from cardlab.games.tribute.words.cards import TributeCard
from cardlab.games.tribute.words.position import piles_of, tavern_of

_MADE = {
    "add_summerset_sacking": SUMMERSET_SACKING, "add_soldier_of_the_empire": SOLDIER_OF_THE_EMPIRE,
    "add_chainbreaker_sergeant": CHAINBREAKER_SERGEANT, "add_bewilderment_to_opponent": BEWILDERMENT,
    "add_writ_of_coin": WRIT_OF_COIN,
}  # fmt: skip


def cards_of(z: dict[str, Any], cards: Sequence[TributeCard]) -> dict[int, int]:
    """How often each card is somewhere; during the draft, how often the picked patrons will bring it."""
    if z["phase"] == Phase.DRAFTING:
        return sum((_brought(cards, patron) for patron in {*z["patron"][: z["n_patrons"]], Patron.TREASURY}), Counter[int]())
    agents = [z["agent"][p][: z["n_agents"][p]] for p in range(2)]
    piles = [pile for p in range(2) for pile in piles_of(z, p).values()]
    return Counter(chain(z["row"][: z["n_row"]], tavern_of(z), *agents, *piles))


def after(cards: Sequence[TributeCard], stock: Mapping[int, int], event: Event) -> dict[int, int]:
    """How often each card is there after what was told: patrons bring theirs, some are made, some are destroyed."""
    changed = Counter(stock)
    if event.kind == "picked_patron":
        changed += _brought(cards, event.fields["patron"])
    elif event.kind in _MADE:
        changed[_MADE[event.kind]] += event.fields["amount"]
    elif event.kind == "destroy_card":
        changed[event.fields["target"]] -= 1
    return {card: n for card, n in changed.items() if n}


def _brought(cards: Sequence[TributeCard], patron: int) -> Counter[int]:
    """The cards that a patron brings to the tavern, and those that both players begin with."""
    return Counter(
        {
            card.number: max(card.copies, 0) + 2 * card.starts
            for card in cards
            if card.deck == patron and card.copies + card.starts
        }
    )
