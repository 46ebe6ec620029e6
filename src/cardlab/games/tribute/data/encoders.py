"""Scripts of Tribute: rows as features.

`TotalsEncoder` (plain) has the numbers of both sides, favours, the row of the tavern and how many of each card both own.
`TributeRichEncoder` (rich) has a feature for each card in each place, so that what is in hand, in the draw pile and to come
later are told apart, as are agents with their health, what can be paid for, and steps of prestige.
"""

import cython

from cardlab.core.features import Encoder
from cardlab.core.sparse import SparseEncoder
from cardlab.games.tribute.data.observer import COUNTED, FAVORS, PLACES, SIDES
from cardlab.games.tribute.rules.state import Asking
from cardlab.games.tribute.words.cards import CARDS as ALL_CARDS
from cardlab.games.tribute.words.cards import PATRON_NAMES

_KEYS = tuple([card.key.lower() for card in ALL_CARDS])
_DECKS = tuple([name.lower() for name in PATRON_NAMES])


def _facts():
    # type: () -> list[str]
    return ["turn", "to_move", *[f"{side}_{name}" for side in SIDES for name in COUNTED]]


class TotalsEncoder(SparseEncoder):
    """Few features: the numbers of both sides, favours, the row, and how many of each card both own, wherever they are."""

    def __init__(self, game, text):
        # type: (Game, str) -> None
        labels = [*_facts(), *[f"favor_{name}" for name in _DECKS], *[f"row_{key}" for key in _KEYS]]
        labels += [f"{side}_{key}" for side in SIDES for key in _KEYS]
        Encoder.__init__(self, game, text, (len(labels),), labels)

    def _list(self, row, row_at):
        self.n_active = 0
        at = put_facts(self, row, row_at)
        for patron in range(PATRONS):
            whose = row[row_at + FAVORS_AT + patron]
            if whose >= FAVORS_OWN:
                put(self, at + patron, 1.0 if whose == FAVORS_OWN else -1.0)
        at += PATRONS
        for slot in range(SLOTS):
            if row[row_at + ROW_AT + slot]:
                put(self, at + cython.cast(cython.int, row[row_at + ROW_AT + slot]) - 1, 1.0)
        at += CARDS
        for card in range(CARDS):
            own = copies(row[row_at + CARDS_AT + card], OWN_HAND, OWN_PLACES)
            other = copies(row[row_at + CARDS_AT + card], OTHER_UNSEEN, OTHER_PLACES)
            if own:
                put(self, at + card, 1.0 * own)
            if other:
                put(self, at + CARDS + card, 1.0 * other)
        return 0


class TributeRichEncoder(SparseEncoder):
    """All that a seat knows, each card in each place by itself."""

    def __init__(self, game, text):
        # type: (Game, str) -> None
        for card in range(CARDS):
            self.cost[card] = ALL_CARDS[card].cost
            self.deck[card] = ALL_CARDS[card].deck
        labels = [*_facts(), *[f"{side}_prestige_{PRESTIGE_STEP * (i + 1)}" for side in SIDES for i in range(PRESTIGE_STEPS)]]
        labels += [f"{name}_{whose}" for name in _DECKS for whose in FAVORS[1:]] + [f"combo_{name}" for name in _DECKS]
        labels += [f"asking_{asking.name.lower()}" for asking in Asking]
        labels += [f"{kind}_{key}" for kind in ("row", "payable", "next") for key in _KEYS]
        labels += [f"{side}_{kind}_{key}" for side in SIDES for kind in ("agent", "health", "ready") for key in _KEYS]
        labels += [f"{side}_deck_{name}" for side in SIDES for name in _DECKS]
        labels += [f"{letter}_{key}" for letter, _ in PLACES for key in _KEYS]
        Encoder.__init__(self, game, text, (len(labels),), labels)

    def _list(self, row, row_at):
        self.n_active = 0
        at = put_facts(self, row, row_at)
        at = self._put_prestige(row[row_at + 2] + row[row_at + 3], at)
        at = self._put_prestige(row[row_at + 2 + SIDE_NUMBERS], at)
        at = self._put_patrons(row, row_at, at)
        at = self._put_shown(row, row_at, at)
        for i in range(PATRONS):
            self.own_deck[i] = 0
            self.other_deck[i] = 0
        at = self._put_agents(row, row_at + AGENTS_AT, at, self.own_deck)
        at = self._put_agents(row, row_at + AGENTS_AT + AGENT_SLOTS, at, self.other_deck)
        self._put_places(row, row_at + CARDS_AT, at + 2 * PATRONS)
        for i in range(PATRONS):
            if self.own_deck[i]:
                put(self, at + i, 0.1 * self.own_deck[i])
            if self.other_deck[i]:
                put(self, at + PATRONS + i, 0.1 * self.other_deck[i])
        return 0

    def _put_prestige(self, prestige, at):
        """A step for every few points; of the own side the power counts, which becomes prestige when the turn ends."""
        for i in range(PRESTIGE_STEPS):
            if prestige >= PRESTIGE_STEP * (i + 1):
                put(self, at + i, 1.0)
        return at + PRESTIGE_STEPS

    def _put_patrons(self, row, row_at, at):
        """Whom patrons favour, cards of their decks that were played in this turn, and what is asked."""
        for patron in range(PATRONS):
            whose: cython.int = row[row_at + FAVORS_AT + patron]
            if 1 <= whose <= 3:
                put(self, at + 3 * patron + whose - 1, 1.0)
        at += 3 * PATRONS
        for patron in range(PATRONS):
            if row[row_at + COMBOS_AT + patron]:
                put(self, at + patron, 0.25 * row[row_at + COMBOS_AT + patron])
        at += PATRONS
        asked: cython.int = row[row_at + ASKING_AT]
        if 0 <= asked < ASKINGS:
            put(self, at + asked, 1.0)
        return at + ASKINGS

    def _put_shown(self, row, row_at, at):
        """The row of the tavern, what of it can be paid for, and the known cards on the own draw pile."""
        for slot in range(SLOTS + TOPS):
            number = row[row_at + ROW_AT + slot]
            if not 0 < number <= CARDS:
                continue
            card = cython.cast(cython.int, number) - 1
            if slot >= SLOTS:
                put(self, at + 2 * CARDS + card, 1.0)
                continue
            put(self, at + card, 1.0)
            if row[row_at + 1] and self.cost[card] <= row[row_at + OWN_COINS]:
                put(self, at + CARDS + card, 1.0)
        return at + 3 * CARDS

    def _put_agents(self, row, row_at, at, deck):
        """Agents by card: how many, their health, and how many can still act."""
        for slot in range(AGENT_SLOTS):
            number = cython.cast(cython.int, row[row_at + slot] & 255)
            if not 0 < number <= CARDS:
                continue
            card = number - 1
            deck[self.deck[card]] += 1
            put(self, at + card, 1.0)
            put(self, at + CARDS + card, 0.25 * (row[row_at + slot] >> 8 & 255))
            if not row[row_at + slot] >> 16:
                put(self, at + 2 * CARDS + card, 1.0)
        return at + 3 * CARDS

    def _put_places(self, row, row_at, at):
        """How many copies of each card lie where."""
        for card in range(CARDS):
            where = row[row_at + card]
            place = 0
            while where:
                n: cython.int = where & 127
                if n:
                    put(self, at + place * CARDS + card, 1.0 * n)
                    if place < OTHER_UNSEEN:
                        self.own_deck[self.deck[card]] += n
                    elif place < TAVERN_DECK:
                        self.other_deck[self.deck[card]] += n
                where >>= PLACE_BITS
                place += 1


def copies(where, first, places):
    """How many copies of a card lie in some places, the first of them named."""
    total = 0
    for i in range(first, first + places):
        total += cython.cast(cython.int, where >> (PLACE_BITS * i) & 127)
    return total


def put_facts(e, row, row_at):
    """Turn, who is to move, and both sides, in tens."""
    for i in range(FACTS):
        if row[row_at + i]:
            put(e, i, 0.1 * row[row_at + i])
    return FACTS
