"""Castle: dealing cards that nobody sees, when something is known about the hands they go to.

Of some hands it is known that so many of their cards are of none of the barred ranks. All deals that agree with this are to be
equally likely, where cards of one rank are different cards. Hands are dealt one after another from what fits, the most
restricted first. A deal that leaves more ways to the hands after it would come up too rarely like this: so each is kept with a
chance in proportion to the ways it leaves, and dealt again otherwise. Where all that one hand may hold fits the next one too,
as after forced pickups, that chance is 1.
"""

import cython

from cardlab.core.knowledge import Redeal

PATIENCE = cython.declare(cython.const[cython.int], 200)


class Dealer:
    """Deals restricted cards into `dealt`, for each hand, and leaves the others in `pool`, shuffled."""

    def __init__(self):
        # type: () -> None
        self.redeal = Redeal()

    def _gather(self, unseen):
        """Take up all unseen cards: four bits for the count of each rank. No hand is restricted yet."""
        self.unseen = unseen
        self.count = 0
        for p in range(SEATS):
            self.dealt[p] = 0
        fill_pool(self)

    def _restrict(self, p, tight, barred):
        """So many cards of a hand are of none of the barred ranks. The most restricted hands are the first in line."""
        self.tight[p] = tight
        self.barred[p] = barred
        i = self.count
        while i > 0 and fitting(self, p) < fitting(self, self.line[i - 1]):
            self.line[i] = self.line[i - 1]
            i -= 1
        self.line[i] = p
        self.count += 1

    def _deal(self, rng):
        if self.count:
            deal_restricted(self, rng)
        for i in range(self.n - 1, 0, -1):
            j = rand_below(rng.s, i + 1)
            self.pool[i], self.pool[j] = self.pool[j], self.pool[i]
        return 0


def fill_pool(d):
    """Lay out the unseen cards, lowest rank first."""
    d.left = d.unseen
    d.n = 0
    for rank in range(RANKS):
        count: cython.int = (d.unseen >> (4 * rank)) & NIBBLE
        for i in range(count):
            d.pool[d.n] = rank
            d.n += 1


def fitting(d, p):
    """How many cards left may be among the restricted ones of a hand."""
    return sum_nibbles(d.left & ~(d.barred[p] * NIBBLE))


def deal_restricted(d, rng):
    find_choices(d)
    for attempt in range(PATIENCE):
        if deal_in_line(d, rng):
            return 0
        for i in range(d.count):
            d.dealt[d.line[i]] = 0
        fill_pool(d)
    return deal_by_moves(d, rng)


def find_choices(d):
    """How many cards each hand can have to choose from at most, whatever those before it got."""
    for i in range(d.count):
        p = d.line[i]
        d.choice[i] = fitting(d, p)
        for j in range(i):
            q = d.line[j]
            elsewhere = sum_nibbles(d.left & ~(d.barred[q] * NIBBLE) & d.barred[p] * NIBBLE)
            if d.tight[q] > elsewhere:
                d.choice[i] -= d.tight[q] - elsewhere


def deal_in_line(d, rng):
    """One attempt; whether the deal is kept."""
    for i in range(d.count):
        p = d.line[i]
        if not is_kept(d.choice[i], fitting(d, p), d.tight[p], rng):
            return False
        deal_hand(d, p, rng)
    return True


def is_kept(most, left, cards, rng):
    """True with the chance: ways to draw so many cards of those left, by ways to draw them of the most there can be."""
    if left == most:
        return True
    chance = 1.0
    for i in range(cards):
        if left <= i:
            return False
        chance *= (left - i) / cython.cast(cython.double, most - i)
    return rand_real(rng.s) < chance


def deal_hand(d, p, rng):
    """The restricted cards of one hand: drawn at random from those that fit."""
    for i in range(d.tight[p]):
        fit = fitting(d, p)
        if fit == 0:
            return
        card = nth_fitting(d, d.barred[p], rand_below(rng.s, fit))
        d.dealt[p] += ONE << (4 * d.pool[card])
        d.left -= ONE << (4 * d.pool[card])
        d.n -= 1
        d.pool[card] = d.pool[d.n]


def nth_fitting(d, barred, nth):
    """Where the n-th card lies that fits."""
    card = 0
    while nth or barred >> (4 * d.pool[card]) & 1:
        if not barred >> (4 * d.pool[card]) & 1:
            nth -= 1
        card += 1
    return card


# ---- where attempts fail, as in some positions made by hand ---------------------------------------------------------


def deal_by_moves(d, rng):
    """Match the restricted cards with what fits, and let them change places at random for long."""
    d.redeal._clear()
    for card in range(d.n):
        d.redeal._card(d.pool[card], d.pool[card])
    for i in range(d.count):
        p = d.line[i]
        for j in range(d.tight[p]):
            d.redeal._place(kinds_of(d.barred[p]))
    d.redeal._match(rng)
    place = 0
    for i in range(d.count):
        p = d.line[i]
        for j in range(d.tight[p]):
            d.dealt[p] += ONE << (4 * d.redeal._dealt(place))
            place += 1
    free = 0
    for card in range(d.n):
        if d.redeal._is_free(card):
            d.pool[free] = d.pool[card]
            free += 1
    d.n = free
    return 0


def kinds_of(barred):
    """Barred ranks as a bit each."""
    kinds: u64 = 0
    for rank in range(RANKS):
        if barred >> (4 * rank) & 1:
            kinds |= ONE << rank
    return kinds
