"""Who knows which cards, and deals of hidden cards that respect it.

A game keeps one number for each card, with a bit for each seat that knows where it lies (`uint16_t seen_by[CARDS]` in its
struct): `learn` when seats see it, `unlearn` when it is shuffled away. Hiding erases what a seat does not know; imagining a
world gathers all cards that are nowhere in sight and deals them to the places that are open: a `Redeal`.

Something may be known about a place without the card in it being known: that it is no instant, say, because its owner could not
answer. Cards are of kinds, and a place may refuse kinds. Then hidden cards are dealt by a matching, never one after the other
until it fails: everything known is respected, and every deal that agrees with it can come up, all equally likely in the limit
of many moves. Where no place refuses anything, one shuffle does it.
"""

import cython

from cardlab.errors import PluginError

NOBODY = cython.declare(cython.const[cython.int], 255)
MOVES = cython.declare(cython.const[cython.int], 100)


def learn(seen_by, card, seats):
    """Seats, given as bits, see a card."""
    seen_by[card] |= seats


def unlearn(seen_by, card):
    """Nobody knows any more where a card lies."""
    seen_by[card] = 0


def knows(seen_by, card, seat):
    """Whether a seat knows where a card lies."""
    return seen_by[card] >> seat & 1 != 0


def fitting_share(rng, cards, fitting, places, least):
    """Of hidden cards some fit: how many of them come to certain places, when at least so many do.

    As often as among all ways to deal the cards that leave at least so many there; if there is no such way, as many as can.
    Where exactly they lie is for the caller to draw.
    """
    low = max(least, places + fitting - cards, 0)
    high = min(fitting, places)
    if low >= high:
        return high
    total: cython.double = 0.0
    ways: cython.double = 1.0
    for n in range(low, high + 1):
        total += ways
        ways *= 1.0 * (places - n) * (fitting - n) / (1.0 * (n + 1) * (cards - places - fitting + n + 1))
    left: cython.double = rand_real(rng.s) * total
    ways = 1.0
    for n in range(low, high):
        left -= ways
        if left < 0:
            return n
        ways *= 1.0 * (places - n) * (fitting - n) / (1.0 * (n + 1) * (cards - places - fitting + n + 1))
    return high


class Redeal:
    """Cards that lie somewhere out of sight, and the places where they may lie."""

    def _clear(self):
        self.n = 0
        self.places = 0

    def _card(self, card, kind):
        """One more hidden card."""
        if self.n >= DEAL_ROOM - 1 or kind >= KINDS:
            return no_room()
        self.card[self.n] = card
        self.kind[self.n] = kind
        self.n += 1
        return 0

    def _place(self, refused):
        """One more open place, which holds no card of the refused kinds."""
        if self.places >= DEAL_ROOM - 1:
            return no_room()
        self.refused[self.places] = refused
        self.places += 1
        return 0

    def _deal(self, rng):
        """Give each place a card, all deals that fit being equally likely. There must be as many cards as places, or more."""
        strict: cython.bint = False
        for place in range(self.places):
            if self.refused[place]:
                strict = True
        for i in range(self.n - 1, 0, -1):
            j = rand_below(rng.s, i + 1)
            self.card[i], self.card[j] = self.card[j], self.card[i]
            self.kind[i], self.kind[j] = self.kind[j], self.kind[i]
        if strict:
            return self._match(rng)
        if self.places > self.n:
            return no_deal()
        for place in range(self.places):
            self.held[place] = place
        return 0

    def _match(self, rng):
        """Deal in some way that fits, then let cards change places at random for long."""
        for i in range(self.n):
            self.holder[i] = NOBODY
        for place in range(self.places):
            for i in range(self.n):
                self.tried[i] = 0
            if not find_card(self, place):
                return no_deal()
        for i in range(MOVES * self.places):
            move_on(self, rand_below(rng.s, self.places), rng)
        return 0

    def _dealt(self, place):
        """The card that a place was given."""
        return self.card[self.held[place]]

    def _is_free(self, i):
        """Whether a card, by its place among the hidden ones, was given to nobody in a match."""
        return self.holder[i] == NOBODY


def find_card(d, place):
    """Give a place a card that fits, moving on the holders of others if need be."""
    for i in range(d.n):
        if d.tried[i] or d.refused[place] >> d.kind[i] & 1:
            continue
        d.tried[i] = 1
        if d.holder[i] == NOBODY or find_card(d, d.holder[i]):
            d.holder[i] = place
            d.held[place] = i
            return True
    return False


def move_on(d, place, rng):
    """A place takes any card that fits, the place that had it takes another one, and so on to a card that no place had.

    The way back is as likely as the way there, and some series of such moves leads from every deal to every other: so after
    many of them all are equally likely.
    """
    now: cython.int = place
    d.holder[d.held[now]] = NOBODY
    while now != NOBODY:
        i = nth_fitting(d, now, rand_below(rng.s, fitting(d, now)))
        robbed: cython.int = d.holder[i]
        d.holder[i] = now
        d.held[now] = i
        now = robbed


def fitting(d, place):
    """How many of all hidden cards fit a place."""
    count = 0
    for i in range(d.n):
        if not d.refused[place] >> d.kind[i] & 1:
            count += 1
    return count


def nth_fitting(d, place, nth):
    left: cython.int = nth
    i = 0
    while left or d.refused[place] >> d.kind[i] & 1:
        if not d.refused[place] >> d.kind[i] & 1:
            left -= 1
        i += 1
    return i


def no_deal():
    with cython.gil:
        raise PluginError("hidden cards cannot be dealt so that everything known is right: a game forgets or invents something")


def no_room():
    with cython.gil:
        raise PluginError(f"at most {DEAL_ROOM - 1} cards of {KINDS} kinds can be dealt anew")
