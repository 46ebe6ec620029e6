"""Scripts of Tribute: a position as one seat sees it, as a row of whole numbers (`columns` says what they mean).

Of the other's hand and draw pile only what is in both together is told, and of the tavern deck and the own draw pile no
order but that of known cards: that is what a player knows.
"""

import cython

from cardlab.core.features import Observer
from cardlab.games.tribute.data.columns import tribute_columns


class TributeObserver(Observer):
    """Observes a match from one seat."""

    def __init__(self, game):
        # type: (Game) -> None
        Observer.__init__(self, tribute_columns(), game)

    def _observe(self, state, seat, row, at):
        describe(cython.cast(TributeState, state), seat, row, at)
        return 0


def describe(s, seat, row, at):
    """All columns; in the draft nothing but who is to move and which patrons were picked."""
    for i in range(COLUMNS):
        row[at + i] = 0
    row[at] = s.z.turn
    row[at + 1] = 1 if s.z.player == seat else 0
    for i in range(s.z.n_patrons):
        patron = s.z.patron[i]
        whose = s.z.favor[patron]
        row[at + FAVORS_AT + patron] = FAVORS_NOBODY if whose == 0 else FAVORS_OWN if whose == seat + 1 else FAVORS_OTHER
    if s.z.phase == DRAFTING:
        return
    describe_side(s, seat, row, at + 2)
    describe_side(s, 1 - seat, row, at + 2 + SIDE)
    for deck in range(PATRONS):
        row[at + COMBOS_AT + deck] = s.z.counter[deck]
    for slot in range(s.z.n_row):
        row[at + ROW_AT + slot] = s.z.row[slot] + 1
    for i in range(min(s.z.known[seat], s.z.n_draw[seat], TOPS)):
        row[at + TOP_AT + i] = s.z.deck[seat][s.z.n_draw[seat] - 1 - i] + 1
    row[at + ASKING_AT] = s.z.asking
    describe_agents(s, seat, row, at + AGENTS_AT)
    describe_agents(s, 1 - seat, row, at + AGENTS_AT + AGENT_SLOTS)
    count_places(s, seat, row, at + CARDS_AT)


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


def describe_agents(s, p, row, at):
    """The first agents on the board, each with its health and whether it has acted."""
    for i in range(min(s.z.n_agents[p], AGENT_SLOTS)):
        used: cython.longlong = s.z.marks[p][i] & USED_MARK
        row[at + i] = (s.z.agent[p][i] + 1) | s.z.health[p][i] << 8 | used << 16


def count_places(s, seat, row, at):
    """For each card how many copies lie in which place."""
    other: cython.int = 1 - seat
    for i in range(s.z.n_hand[seat]):
        put_copy(row, at + s.z.hand[seat][i], OWN_HAND)
    for i in range(s.z.n_draw[seat]):
        put_copy(row, at + s.z.deck[seat][i], OWN_DRAW)
    for i in range(s.z.n_played[seat]):
        put_copy(row, at + s.z.hand[seat][HELD - 1 - i], OWN_PLAYED)
    for i in range(s.z.n_cooldown[seat]):
        put_copy(row, at + s.z.deck[seat][HELD - 1 - i], OWN_COOLDOWN)
    for i in range(s.z.n_hand[other]):
        put_copy(row, at + s.z.hand[other][i], OTHER_UNSEEN)
    for i in range(s.z.n_draw[other]):
        put_copy(row, at + s.z.deck[other][i], OTHER_UNSEEN)
    for i in range(s.z.n_played[other]):
        put_copy(row, at + s.z.hand[other][HELD - 1 - i], OTHER_PLAYED)
    for i in range(s.z.n_cooldown[other]):
        put_copy(row, at + s.z.deck[other][HELD - 1 - i], OTHER_COOLDOWN)
    for i in range(s.z.n_tavern):
        put_copy(row, at + s.z.tavern[(s.z.top + i) & TAVERN_MASK], TAVERN_DECK)


def put_copy(row, at, place):
    """One copy more in a place."""
    one: cython.longlong = 1
    row[at] += one << (PLACE_BITS * place)
