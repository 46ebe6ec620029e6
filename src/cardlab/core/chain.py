"""A chain of effects that wait to be resolved, and questions in the middle of them, as numbers inside a state's struct.

Effects are resolved first in, first out, link by link: what arises while a link is resolved waits for the next one (`append`),
unless it belongs to this one (`append_to_link`, `insert`) or comes before everything, as an answer to an answer does (`push`).
A game whose effects go through several steps together walks through the link again (`walk_again`).

An effect that needs a choice opens a question: pick so many of the options. It is answered in single decisions, one for each
thing picked and one to stop: never a list of all subsets. Where the order of the picks does not matter they are made in the
order of the options, so that no set can be picked in two ways. The rules go on when the question is complete. Options are bits
of a word: places in a hand, kinds of cards, seats, whatever the game counts.

A chain has room for 64 effects and a question for 32 picks. A full one is an error, never lost memory.
"""

import cython

from cardlab.errors import PluginError


def clear_chain(c):
    """Nothing waits any more, and nothing is left of what did."""
    c[0].now = c[0].n
    straighten(c)
    close_question(c)


# ---- effects -------------------------------------------------------------------------------------------------------------


def append(c, what, seat, card, a, b):
    """An effect for the next link."""
    return put_frame(c, c[0].n, what, seat, card, a, b)


def append_to_link(c, what, seat, card, a, b):
    """An effect for the end of the link that is being resolved."""
    put_frame(c, c[0].end, what, seat, card, a, b)
    c[0].end += 1
    return 0


def insert(c, what, seat, card, a, b):
    """An effect right behind the one that is being resolved."""
    place = c[0].now + 1 if c[0].now < c[0].end else c[0].end
    put_frame(c, place, what, seat, card, a, b)
    c[0].end += 1
    return 0


def push(c, what, seat, card, a, b):
    """An effect that comes before the one that is being resolved."""
    put_frame(c, c[0].now, what, seat, card, a, b)
    c[0].end += 1
    return 0


def put_frame(c, place, what, seat, card, a, b):
    if c[0].n >= CHAIN_ROOM:
        return too_long()
    i = cython.cast(cython.int, c[0].n)
    while i > place:
        c[0].frame[i] = c[0].frame[i - 1]
        i -= 1
    c[0].frame[place].what = what
    c[0].frame[place].seat = seat
    c[0].frame[place].card = card
    c[0].frame[place].at = 0
    c[0].frame[place].a = a
    c[0].frame[place].b = b
    c[0].n += 1
    return 0


def begin_link(c):
    """Go on to the effects that wait for the next link; false if none do. Those resolved make room."""
    left = c[0].n - c[0].end
    c[0].now = c[0].end
    link = c[0].link + 1 if left else 0
    straighten(c)
    c[0].link = link
    return left > 0


def straighten(c):
    """All effects that wait are one link, from the first place on, and nothing is left of those that are resolved.

    So chains that hold the same effects are the same bytes, as seats must be that look alike. A game whose rules ask for links
    or steps tells them in its positions, and does not need this.
    """
    resolved = cython.cast(cython.int, c[0].now)
    left = c[0].n - resolved
    if resolved:
        for i in range(left):
            c[0].frame[i] = c[0].frame[resolved + i]
        for i in range(left, c[0].n):
            c[0].frame[i].what = 0
            c[0].frame[i].seat = 0
            c[0].frame[i].card = 0
            c[0].frame[i].at = 0
            c[0].frame[i].a = 0
            c[0].frame[i].b = 0
    c[0].n = left
    c[0].now = 0
    c[0].end = left
    c[0].step = 0
    c[0].link = 0


def running(c):
    """Whether there is an effect to resolve now, `frame[now]`; a link that is done gives way to the next."""
    if c[0].now < c[0].end:
        return True
    return begin_link(c)


def drop(c):
    """The effect that is being resolved is done."""
    c[0].now += 1


def walk_again(c):
    """From the first effect of the link again, for its next step."""
    c[0].now = 0
    c[0].step += 1


# ---- questions -----------------------------------------------------------------------------------------------------------


def open_question(c, what, seat, least, most, ordered, secret):
    """Ask a seat to pick `least` to `most` things; in the order of the options unless the picks are `ordered`.

    What is picked in a `secret` question the others do not see until the effect goes on.
    """
    if most > PICKS_ROOM or least > most:
        return too_long()
    c[0].asking = 1
    c[0].ask.what = what
    c[0].ask.seat = seat
    c[0].ask.least = least
    c[0].ask.most = most
    c[0].ask.ordered = ordered
    c[0].ask.secret = secret
    c[0].ask.n = 0
    return 0


def open_options(c, available):
    """Of the options, given as bits, those that can be picked next."""
    left: u64 = available
    if not c[0].ask.ordered and c[0].ask.n:
        return left >> c[0].ask.picked[c[0].ask.n - 1] >> 1 << c[0].ask.picked[c[0].ask.n - 1] << 1
    for i in range(c[0].ask.n):
        left &= ~(ONE << c[0].ask.picked[i])
    return left


def offer_picks(c, out, pick, stop, available):
    """The legal answers: one of the options, given as bits, that is not picked yet, or enough.

    An option that would leave too few behind it for the least number of picks is not offered.
    """
    left = open_options(c, available)
    missing = c[0].ask.least - c[0].ask.n - 1
    while left:
        item = lowest_bit(left)
        left &= left - 1
        if not c[0].ask.ordered and popcount(left) < missing:
            break
        offer(out, pack(pick, item, 0, 0))
    if c[0].ask.n >= c[0].ask.least:
        offer(out, pack(stop, 0, 0, 0))
    return 0


def take_pick(c, item, available):
    """Note a pick; true if the question is complete."""
    c[0].ask.picked[c[0].ask.n] = item
    c[0].ask.n += 1
    return no_more_picks(c, available)


def no_more_picks(c, available):
    """Whether nothing can be picked any more: there are enough, or nothing is left. It may be so from the beginning."""
    return c[0].ask.n >= c[0].ask.most or open_options(c, available) == 0


def close_question(c):
    """Nobody is asked any more, and nothing of the picks is left."""
    c[0].asking = 0
    c[0].ask.what = 0
    c[0].ask.seat = 0
    c[0].ask.least = 0
    c[0].ask.most = 0
    c[0].ask.ordered = 0
    c[0].ask.secret = 0
    c[0].ask.n = 0
    for i in range(PICKS_ROOM):
        c[0].ask.picked[i] = 0


# ---- what others cannot see ------------------------------------------------------------------------------------------------


def hide_picks(c, seat):
    """Leave of the picks of a secret question what `seat` may know: how many there are."""
    if c[0].asking and c[0].ask.secret and c[0].ask.seat != seat:
        for i in range(c[0].ask.n):
            c[0].ask.picked[i] = UNSEEN_PICK


def fill_picks(c, available, rng):
    """Draw hidden picks anew, of options given as bits: any that could have been made, in the order in which they are made."""
    if c[0].ask.n == 0 or c[0].ask.picked[0] != UNSEEN_PICK:
        return
    # Without an order the picks must leave enough behind them for what is still to be picked at least.
    missing = c[0].ask.least - c[0].ask.n
    count = popcount(available)
    if not c[0].ask.ordered and missing > 0:
        count -= missing
    left: u64 = available
    wanted: cython.int = c[0].ask.n
    at = 0
    for i in range(count):
        if rand_below(rng.s, count - i) < wanted:
            c[0].ask.picked[at] = lowest_bit(left)
            at += 1
            wanted -= 1
        left &= left - 1
    if c[0].ask.ordered:
        for i in range(at - 1, 0, -1):
            j = rand_below(rng.s, i + 1)
            c[0].ask.picked[i], c[0].ask.picked[j] = c[0].ask.picked[j], c[0].ask.picked[i]


def too_long():
    with cython.gil:
        raise PluginError(f"a chain has room for {CHAIN_ROOM} effects, and a question for {PICKS_ROOM} picks")
