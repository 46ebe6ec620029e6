"""Scripts of Tribute: what a row of data says about a position.

Both sides by their numbers and the sizes of their piles, favours, the row of the tavern, how many of each card one owns, and
how many cards of each deck the other does. Which of the other's cards are in hand is not told, for nobody sees it.
"""

import cython

from cardlab.core.columns import count_column
from cardlab.core.features import Observer
from cardlab.games.tribute.words.cards import CARDS as ALL_CARDS
from cardlab.games.tribute.words.cards import PATRON_NAMES

_SIDE = (
    "prestige", "power", "coins", "calls", "known", "hand", "draw", "played", "cooldown", "agents", "health", "favors",
)  # fmt: skip
FEATURE_NAMES = (
    "turn", "to_move", *(f"{side}_{name}" for side in ("own", "other") for name in _SIDE),
    *(f"favor_{name.lower()}" for name in PATRON_NAMES), *(f"other_{name.lower()}" for name in PATRON_NAMES),
    *(f"row_{slot}" for slot in range(5)), *(f"own_{card.key.lower()}" for card in ALL_CARDS),
)  # type: tuple[str, ...]  # fmt: skip
_ABOUT = {
    "favor": "1: favours you, -1: favours the other, 0: nobody",
    "row": "number of the card in this slot plus one, 0: none",
}


class TributeObserver(Observer):
    """Observes a match from one seat."""

    def __init__(self, game):
        # type: (Game) -> None
        told = [(name, _ABOUT.get(name.partition("_")[0], name.replace("_", " "))) for name in FEATURE_NAMES]
        Observer.__init__(self, [count_column(name, about) for name, about in told], game)

    def _observe(self, state, seat, row, at):
        describe(cython.cast(TributeState, state), seat, row, at)
        return 0


def describe(s, seat, row, at):
    """All columns; in the draft nothing but who is to move and who was picked."""
    for i in range(COLUMNS):
        row[at + i] = 0
    row[at] = s.z.turn
    row[at + 1] = 1 if s.z.player == seat else 0
    if s.z.phase == DRAFTING:
        return
    describe_side(s, seat, row, at + 2)
    describe_side(s, 1 - seat, row, at + 2 + SIDE)
    for patron in range(PATRONS):
        if s.z.favor[patron]:
            row[at + FAVORS_AT + patron] = 1 if s.z.favor[patron] == seat + 1 else -1
    count_decks(s, 1 - seat, row, at + DECKS_AT)
    for slot in range(s.z.n_row):
        row[at + ROW_AT + slot] = s.z.row[slot] + 1
    count_cards(s, seat, row, at + OWN_AT)


def describe_side(s, p, row, at):
    """Resources, the sizes of piles, the health of all agents together, and favours."""
    row[at] = s.z.prestige[p]
    row[at + 1] = s.z.power[p]
    row[at + 2] = s.z.coins[p]
    row[at + 3] = s.z.calls[p]
    row[at + 4] = s.z.known[p]
    row[at + 5] = s.z.n_hand[p]
    row[at + 6] = s.z.n_draw[p]
    row[at + 7] = s.z.n_played[p]
    row[at + 8] = s.z.n_cooldown[p]
    row[at + 9] = s.z.n_agents[p]
    for i in range(s.z.n_agents[p]):
        row[at + 10] += s.z.health[p][i]
    for patron in range(PATRONS):
        if s.z.favor[patron] == p + 1:
            row[at + 11] += 1


def count_cards(s, p, row, at):
    """How many of each card a player has, wherever they lie."""
    for i in range(s.z.n_hand[p]):
        row[at + s.z.hand[p][i]] += 1
    for i in range(s.z.n_played[p]):
        row[at + s.z.hand[p][HELD - 1 - i]] += 1
    for i in range(s.z.n_draw[p]):
        row[at + s.z.deck[p][i]] += 1
    for i in range(s.z.n_cooldown[p]):
        row[at + s.z.deck[p][HELD - 1 - i]] += 1
    for i in range(s.z.n_agents[p]):
        row[at + s.z.agent[p][i]] += 1


def count_decks(s, p, row, at):
    """The same by decks."""
    for i in range(s.z.n_hand[p]):
        row[at + s.rules.fact[s.z.hand[p][i]].deck] += 1
    for i in range(s.z.n_played[p]):
        row[at + s.rules.fact[s.z.hand[p][HELD - 1 - i]].deck] += 1
    for i in range(s.z.n_draw[p]):
        row[at + s.rules.fact[s.z.deck[p][i]].deck] += 1
    for i in range(s.z.n_cooldown[p]):
        row[at + s.rules.fact[s.z.deck[p][HELD - 1 - i]].deck] += 1
    for i in range(s.z.n_agents[p]):
        row[at + s.rules.fact[s.z.agent[p][i]].deck] += 1
