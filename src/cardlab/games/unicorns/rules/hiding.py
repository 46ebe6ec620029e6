"""Unstable Unicorns: what a player cannot see, and worlds that the player cannot tell from the real one.

Hidden are the cards of other hands that a player does not know, and the order of the deck. To hide them means to put all
hidden cards into an order that depends on nothing: by their numbers, into the places where hidden cards lie. Who knows the
card in a place stays there: that a player has looked at somebody's hand is no secret. While somebody searches the deck,
that player knows which cards are in it, though not in which order. A card that is about to come from a hand into a stable
was shown to all.

To imagine a world is to shuffle the hidden cards into the same places. Whoever is asked something must be able to answer
there; all worlds in which that is so are equally likely. Who else is asked to react is secret as well: it would tell who
holds an Instant. An imagined poll begins with who is asked now.
"""

import cython


def hide_from(s, seat):
    """Erase all that a seat cannot see."""
    rearrange(s, seat, None)
    hide_reactions(s, seat)
    s.z.viewer = seat
    return 0


def forget_hands(s, seat):
    """Forget which cards others hold. Hands that lie open, and one that is being looked through, are in sight."""
    if s.z.chain[0].asking and s.z.chain[0].ask.what == ASK_GET and s.z.chain[0].ask.seat == seat:
        return 0
    for p in range(s.rules.players):
        if p != seat and not s.z.aura[p] & OPEN_HAND:
            card = cython.cast(cython.int, s.z.head[4 * (p + 1)])
            while card != NO_CARD:
                s.z.seen_by[card] &= ~(1 << seat)
                card = s.z.next[card]
    rearrange(s, seat, None)
    return 0


def fill_world(s, seat, rng):
    """Draw all that was erased."""
    rearrange(s, seat, rng)
    fill_reactions(s, seat)
    s.z.viewer = EVERYBODY
    return 0


# ---- cards ---------------------------------------------------------------------------------------------------------------


def rearrange(s, seat, rng):
    """Put hidden cards into their places: in the order of their numbers, or, with a source of luck, at random."""
    find_slots(s, seat)
    s.hidden = 0
    if is_searching(s, seat):
        find_pool(s, True, False)
        hands = s.hidden
        if rng is not None:
            shuffle_pool(s, 0, hands, rng)
        find_pool(s, False, True)
        if rng is not None:
            shuffle_pool(s, hands, s.hidden - hands, rng)
    else:
        find_pool(s, True, True)
        if rng is not None:
            shuffle_pool(s, 0, s.hidden, rng)
    if rng is not None and s.z.phase != AT_OVER and asked_seat(s) != seat:
        let_answer(s, rng)
    place_pool(s)
    relink(s)
    count_cards(s)


def is_searching(s, seat):
    """Whether a seat looks through the deck right now."""
    if not s.z.chain[0].asking or s.z.chain[0].ask.what != ASK_GET or s.z.chain[0].ask.seat != seat:
        return False
    op = s.z.chain[0].frame[s.z.chain[0].now].a
    return s.rules.op[op].code == DO_SEARCH and s.rules.op[op].zone == AT_DECK


def find_slots(s, seat):
    """All places of other hands and of the deck, with the cards that lie there now."""
    s.slots = 0
    for p in range(s.rules.players):
        if p != seat:
            add_slots(s, 4 * (p + 1), seat)
    add_slots(s, DECK, seat)


def add_slots(s, zone, seat):
    at = 0
    card = cython.cast(cython.int, s.z.head[zone])
    while card != NO_CARD:
        s.slot_card[s.slots] = card
        s.slot_zone[s.slots] = zone
        s.slot_at[s.slots] = at
        s.slot_seen[s.slots] = s.z.seen_by[card]
        seen: cython.bint = zone != DECK and (s.z.seen_by[card] >> seat & 1 or is_marked(s, card))
        s.slot_hidden[s.slots] = 0 if seen else 1
        s.slots += 1
        at += 1
        card = s.z.next[card]


def find_pool(s, hands, deck):
    """Hidden cards of the hands, of the deck, or of both, by their numbers."""
    for i in range(3):
        s.found[i] = 0
    for i in range(s.slots):
        if s.slot_hidden[i] and (deck if s.slot_zone[i] == DECK else hands):
            s.found[s.slot_card[i] >> 6] |= ONE << (s.slot_card[i] & 63)
    for i in range(3):
        left: u64 = s.found[i]
        while left:
            s.pool[s.hidden] = 64 * i + lowest_bit(left)
            s.hidden += 1
            left &= left - 1


def shuffle_pool(s, first, n, rng):
    for i in range(n - 1, 0, -1):
        j = rand_below(rng.s, i + 1)
        s.pool[first + i], s.pool[first + j] = s.pool[first + j], s.pool[first + i]


def place_pool(s):
    """The cards of the pool into the hidden places, one after the other; what is aimed at a place stays aimed at it."""
    at = 0
    for i in range(s.slots):
        if s.slot_hidden[i]:
            s.renamed[s.slot_card[i]] = s.pool[at]
            at += 1
    for i in range(s.z.n_targets):
        if s.z.target[i] != NO_CARD and is_hidden_slot(s, s.z.target[i]):
            s.z.target[i] = s.renamed[s.z.target[i]]
    for i in range(s.slots):
        if s.slot_hidden[i]:
            s.slot_card[i] = s.renamed[s.slot_card[i]]


def is_hidden_slot(s, card):
    """Whether a card lies in a hidden place."""
    for i in range(s.slots):
        if s.slot_card[i] == card:
            return s.slot_hidden[i] != 0
    return False


def relink(s):
    """The places with the cards that lie in them now, as lists again."""
    before = NO_CARD
    zone = NO_CARD
    for i in range(s.slots):
        card = s.slot_card[i]
        if s.slot_zone[i] != zone:
            if zone != NO_CARD:
                s.z.next[before] = NO_CARD
                s.z.tail[zone] = before
            zone = s.slot_zone[i]
            before = NO_CARD
            s.z.head[zone] = card
        else:
            s.z.next[before] = card
        s.z.prev[card] = before
        s.z.zone[card] = zone
        s.z.seen_by[card] = s.slot_seen[i]
        before = card
    if zone != NO_CARD:
        s.z.next[before] = NO_CARD
        s.z.tail[zone] = before


# ---- who is asked must be able to answer ---------------------------------------------------------------------------------


def let_answer(s, rng):
    """Who is asked can answer: where the shuffled cards do not allow it, more of those that fit go where they lack.

    How many lie there then is drawn from all the ways to deal in which the question can be asked, and so is which ones: every
    world in which it can be asked is as likely as every other.
    """
    zone = asked_zone(s)
    if zone == NO_CARD:
        return
    start = s.z.chain[0].ask.picked[0] if s.z.chain[0].asking and zone != DECK else 0
    lacking = s.z.chain[0].ask.most - s.z.chain[0].ask.n if s.z.chain[0].asking else 1
    at = 0
    places = 0
    fitting = 0
    there = 0
    for i in range(s.slots):
        wanted: cython.bint = s.slot_zone[i] == zone and s.slot_at[i] >= start
        if s.slot_hidden[i]:
            s.slot_wanted[at] = wanted
            places += wanted
            if is_answer(s, s.pool[at]):
                fitting += 1
                there += wanted
            at += 1
        elif wanted and is_answer(s, s.slot_card[i]) and (is_taken_from(s) or not is_marked(s, s.slot_card[i])):
            lacking -= 1
    if there < lacking:
        for i in range(fitting_share(rng, s.hidden, fitting, places, lacking) - there):
            trade(s, nth_spare(s, True, rand_below(rng.s, places - there - i)), rng, fitting - there - i)


def trade(s, place, rng, others):
    """A card that does not fit changes places with one of those that fit and lie elsewhere."""
    other = nth_spare(s, False, rand_below(rng.s, others))
    s.pool[place], s.pool[other] = s.pool[other], s.pool[place]


def nth_spare(s, wanted, nth):
    """Of the wanted places one with a card that does not fit, or of the others one with a card that does."""
    left: cython.int = nth
    for at in range(s.hidden):
        if s.slot_wanted[at] == wanted and is_answer(s, s.pool[at]) != wanted:
            if left == 0:
                return at
            left -= 1
    return -1


def asked_zone(s):
    """Where the cards lie that somebody is asked about, if they may be hidden from others."""
    if not s.z.chain[0].asking:
        return 4 * (asked_seat(s) + 1) if s.z.phase == AT_REACTIONS else NO_CARD
    if s.z.chain[0].ask.what == ASK_DISCARD:
        return 4 * (s.z.chain[0].ask.seat + 1)
    if s.z.chain[0].ask.what != ASK_GET:
        return NO_CARD
    now = s.z.chain[0].now
    if is_taken_from(s):
        return 4 * s.z.chain[0].frame[now].at
    zone = s.rules.op[s.z.chain[0].frame[now].a].zone
    if zone == AT_DECK:
        return DECK
    return 4 * (s.z.chain[0].frame[now].seat + 1) if zone == AT_HAND else NO_CARD


def is_taken_from(s):
    """Whether somebody takes a card from another one's hand."""
    if not s.z.chain[0].asking or s.z.chain[0].ask.what != ASK_GET:
        return False
    return s.rules.op[s.z.chain[0].frame[s.z.chain[0].now].a].code == DO_TAKE


def is_answer(s, card):
    """Whether a card, if it lay in the right place, would be one to answer with."""
    if not s.z.chain[0].asking:
        return can_react(s, asked_seat(s), card)
    if s.z.phase == AT_LIMIT:
        return True
    now = s.z.chain[0].now
    op = s.z.chain[0].frame[now].a
    if not fits_printed(s, card, s.rules.op[op].filter):
        return False
    if s.z.chain[0].ask.what != ASK_GET:
        return True
    if s.rules.op[op].zone == AT_DECK and s.rules.op[op].code != DO_TAKE and card < s.z.chain[0].ask.picked[0]:
        return False
    if s.rules.op[op].code == DO_BRING and s.rules.queen_everywhere:
        return may_enter(s, card, s.z.chain[0].frame[now].seat)
    return True


# ---- reactions -----------------------------------------------------------------------------------------------------------


def hide_reactions(s, seat):
    """Of a poll a seat sees who is asked now, and what it said itself."""
    if s.z.phase != AT_REACTIONS:
        return
    mover = asked_seat(s)
    mine = 1 << seat
    s.z.poll[0].asked = (1 << mover) | (s.z.poll[0].asked & mine)
    s.z.poll[0].answered &= mine
    for p in range(MAX_PLAYERS):
        if p != seat:
            s.z.poll[0].answer[p] = 0
    s.z.poll_first = mover


def fill_reactions(s, seat):
    """All others who could answer in this world are asked after that."""
    if s.z.phase != AT_REACTIONS:
        return
    top = s.z.stack_seat[s.z.count[STACK] - 1]
    for p in range(s.rules.players):
        if p == seat or p == s.z.poll_first or s.z.aura[p] & NO_INSTANTS or (p == top and not s.rules.self_neigh):
            continue
        if holds_answer(s, p):
            s.z.poll[0].asked |= 1 << p
