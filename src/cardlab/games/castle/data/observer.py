"""Castle: what a row of data says about a position.

Cards are counts with four bits for each rank, as on the table. The opponent is the next player; with more than two players the
others follow in the order of play, four columns each. Of other hands only the size is told, and the cards that everybody saw
being taken from the pile.
"""

import cython

from cardlab.core.features import Observer
from cardlab.games.castle.data.columns import castle_columns


class CastleObserver(Observer):
    """Observes games of Castle."""

    def __init__(self, game):
        # type: (Game) -> None
        Observer.__init__(self, castle_columns(game.players), game)

    def _observe(self, state, seat, row, at):
        observe_table(cython.cast(CastleState, state), seat, row, at)
        observe_others(cython.cast(CastleState, state), seat, row, at)
        return 0


def observe_table(s, seat, row, at):
    """The own cards, the pile and the stock."""
    burned: cython.ulonglong = 0
    for i in range(s.z.forgot, s.z.n_burned):
        burned += ONE << (4 * s.z.cards[i])
    row[at + HAND] = s.z.hand[seat]
    row[at + ROW] = s.z.up[seat]
    row[at + DOWN] = s.z.n_down[seat]
    row[at + TOP] = s.z.top
    row[at + DECK_EMPTY] = 1 if s.z.stock == s.rules.cards else 0
    row[at + PILE] = s.z.pile
    row[at + BURNED] = burned
    row[at + STOCK] = s.rules.cards - s.z.stock
    row[at + RUN] = s.z.run
    row[at + PHASE] = s.z.phase
    row[at + WAIT] = 0
    if s.z.player >= 0:
        ahead = (seat - s.z.player) * s.z.direction
        row[at + WAIT] = ahead + s.rules.players if ahead < 0 else ahead


def observe_others(s, seat, row, at):
    """The other players in the order of play, seen from a seat."""
    n = s.rules.players
    p = seat
    for i in range(n - 1):
        p = p + s.z.direction
        if p < 0:
            p += n
        elif p >= n:
            p -= n
        hidden: cython.bint = s.rules.castle == 1 and s.z.phase == CHOOSING and s.z.n_hand[p] == 3
        if i == 0:
            row[at + OTHER_HAND] = 6 if hidden else s.z.n_hand[p]
            row[at + OTHER_ROW] = 0 if hidden else s.z.up[p]
            row[at + OTHER_DOWN] = s.z.n_down[p]
            row[at + OTHER_KNOWN] = s.z.known[p]
        else:
            to = at + OTHERS + PER_OTHER * (i - 1)
            row[to] = 6 if hidden else s.z.n_hand[p]
            row[to + 1] = 0 if hidden else s.z.up[p]
            row[to + 2] = s.z.n_down[p]
            row[to + 3] = s.z.known[p]
