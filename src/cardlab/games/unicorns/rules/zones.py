"""Unstable Unicorns: cards move. Zones as lists, hands and what is known of them, effects that are switched on and off."""

import cython

# ---- where a card is -----------------------------------------------------------------------------------------------------

if not cython.compiled:  # C has them in the header, where it can inline them

    def owner_of(s, card):
        """In whose stable or hand a card is; -1: in nobody's."""
        return -1 if s.z.zone[card] == GONE else (s.z.zone[card] >> 2) - 1

    def on_table(s, card):
        """Whether a card lies in a stable."""
        return s.z.zone[card] >= 4 and s.z.zone[card] != GONE and s.z.zone[card] & 3 != HAND

    def is_unicorn(s, card):
        """By its printed type."""
        return s.rules.type[s.rules.kind[card]] <= MAGICAL

    def is_panda(s, card):
        """Whether a card in a stable is a unicorn that Pandamonium has changed."""
        return s.rules.type[s.rules.kind[card]] <= MAGICAL and s.z.aura[(s.z.zone[card] >> 2) - 1] & PANDAS != 0

    def is_marked(s, card):
        """Whether an effect of this link has chosen it."""
        return s.z.marked[card >> 6] >> (card & 63) & 1 != 0

    def is_lit(s, card):
        """Whether the effects of a card on the table are switched on."""
        return s.z.lit[card >> 6] >> (card & 63) & 1 != 0

    def fits_printed(s, card, filter):
        """Whether a card passes a filter by what is printed on it."""
        return s.rules.fits[s.rules.kind[card]] >> filter & 1 != 0

    def fits_now(s, card, filter):
        """Whether a card on the table passes a filter as it is now: a panda is no unicorn, and a card only by some rules."""
        if is_panda(s, card):
            return filter <= OF_CARD and s.rules.cards_include_pandas != 0
        return s.rules.fits[s.rules.kind[card]] >> filter & 1 != 0

    def is_silenced(s, card):
        """Whether Blinding Light keeps a card on the table from doing anything: unicorns, as they are now, but no babies."""
        kind = s.rules.type[s.rules.kind[card]]
        if kind == DOWNGRADE:
            return s.z.aura[(s.z.zone[card] >> 2) - 1] & DOWNGRADES_OFF != 0
        if kind > MAGICAL or kind == BABY:
            return False
        aura = s.z.aura[(s.z.zone[card] >> 2) - 1]
        return aura & BLIND != 0 and aura & PANDAS == 0

    def all_auras(s):
        """What holds for anybody."""
        found = 0
        for seat in range(SEATS):
            found |= s.z.aura[seat]
        return found


def row_of(s, card, seat):
    """The row of a stable where a card belongs, by its printed type."""
    kind = s.rules.type[s.rules.kind[card]]
    row = STABLE if kind <= MAGICAL else UPGRADES if kind == UPGRADE else DOWNGRADES
    return 4 * (seat + 1) + row


def mark(s, card):
    s.z.marked[card >> 6] |= ONE << (card & 63)


def unmark(s, card):
    s.z.marked[card >> 6] &= ~(ONE << (card & 63))


def in_hand(s, seat, kind, copy):
    """The card of a kind in a hand that comes after so many of the same kind; NO_CARD if there is none."""
    left: cython.int = copy
    card = cython.cast(cython.int, s.z.head[4 * (seat + 1)])
    while card != NO_CARD:
        if s.rules.kind[card] == kind:
            if left == 0:
                return card
            left -= 1
        card = s.z.next[card]
    return NO_CARD


def at_place(s, place):
    """The card at a place on the table: seat, row and number in the row in one number."""
    left: cython.int = place & 127
    card = cython.cast(cython.int, s.z.head[4 * ((place >> 9) + 1) + (place >> 7 & 3)])
    while card != NO_CARD and left:
        left -= 1
        card = s.z.next[card]
    return card


# ---- moving --------------------------------------------------------------------------------------------------------------


def add_last(s, card, zone):
    """A card comes to the end of a zone."""
    last = cython.cast(cython.int, s.z.tail[zone])
    s.z.prev[card] = last
    s.z.next[card] = NO_CARD
    if last == NO_CARD:
        s.z.head[zone] = card
    else:
        s.z.next[last] = card
    s.z.tail[zone] = card
    s.z.zone[card] = zone
    s.z.count[zone] += 1
    if zone >= 4:
        kind = s.rules.kind[card]
        if zone & 3 == STABLE:
            s.z.worth[(zone >> 2) - 1] += s.rules.value[kind]
        elif zone & 3 == HAND and s.rules.type[kind] == INSTANT:
            s.z.instants[(zone >> 2) - 1] += 1


def take_out(s, card):
    """A card leaves its zone, and nothing of what was known of it there is left."""
    zone = cython.cast(cython.int, s.z.zone[card])
    before = cython.cast(cython.int, s.z.prev[card])
    after = cython.cast(cython.int, s.z.next[card])
    if before == NO_CARD:
        s.z.head[zone] = after
    else:
        s.z.next[before] = after
    if after == NO_CARD:
        s.z.tail[zone] = before
    else:
        s.z.prev[after] = before
    s.z.count[zone] -= 1
    s.z.seen_by[card] = 0
    s.z.zone[card] = GONE
    if zone >= 4:
        kind = s.rules.kind[card]
        if zone & 3 == STABLE:
            s.z.worth[(zone >> 2) - 1] -= s.rules.value[kind]
        elif zone & 3 == HAND and s.rules.type[kind] == INSTANT:
            s.z.instants[(zone >> 2) - 1] -= 1


def put(s, card, zone):
    """A card goes to the end of another zone; effects that it has on the table follow it there."""
    before = cython.cast(cython.int, s.z.zone[card])
    take_out(s, card)
    add_last(s, card, zone)
    if is_lit(s, card) and s.rules.nature[s.rules.kind[card]]:
        settle_aura(s, (before >> 2) - 1)
        settle_aura(s, (zone >> 2) - 1)


def to_hand(s, card, seat, seats):
    """A card comes to a hand; its owner knows it, and so do other seats, given as bits. An open hand everybody sees."""
    take_out(s, card)
    add_last(s, card, 4 * (seat + 1))
    known = (1 << s.rules.players) - 1 if s.z.aura[seat] & OPEN_HAND else seats | 1 << seat
    s.z.seen_by[card] = known


def to_discard(s, card):
    put(s, card, DISCARD)


def draw_card(s, seat):
    """Draw from the top. Who draws the last card, or would have to draw more, brings the end of the game."""
    if s.z.count[DECK] == 0:
        if s.rules.reshuffles and s.z.count[DISCARD]:
            reshuffle(s)
        else:
            s.z.deck_out = 1
            return 0
    card = s.z.head[DECK]
    to_hand(s, card, seat, 0)
    tell(s, TOLD_DREW, seat, card, 0, 0, 0, s.z.seen_by[card])
    if s.z.count[DECK] == 0 and not s.rules.reshuffles:
        s.z.deck_out = 1
    return 1


def shuffle_deck(s):
    n = 0
    card = cython.cast(cython.int, s.z.head[DECK])
    while card != NO_CARD:
        s.option[n] = card
        n += 1
        card = s.z.next[card]
    kept = 1 if s.rules.uniform_shuffle else 0
    for i in range(n - 1, 0, -1):
        j = roll(s, CHANCE_SHUFFLE, i + kept)
        s.option[i], s.option[j] = s.option[j], s.option[i]
    before = NO_CARD
    for i in range(n):
        s.z.prev[s.option[i]] = before
        if before == NO_CARD:
            s.z.head[DECK] = s.option[i]
        else:
            s.z.next[before] = s.option[i]
        before = s.option[i]
    if n:
        s.z.next[before] = NO_CARD
        s.z.tail[DECK] = before
    tell(s, TOLD_SHUFFLED, -1, 0, 0, 0, 0, EVERYBODY)
    return 0


def reshuffle(s):
    """The whole discard pile goes into the deck."""
    for i in range(3):
        s.z.shuffled[i] = 0
    while s.z.count[DISCARD]:
        card = s.z.head[DISCARD]
        s.z.shuffled[card >> 6] |= ONE << (card & 63)
        put(s, card, DECK)
    return shuffle_deck(s)


# ---- effects that are switched on ----------------------------------------------------------------------------------------


def register(s, card):
    """Its effects are switched on, as those of the latest card."""
    unregister(s, card)
    s.z.order[s.z.n_order] = card
    s.z.n_order += 1
    s.z.lit[card >> 6] |= ONE << (card & 63)
    nature = s.rules.nature[s.rules.kind[card]]
    if nature:
        seat = owner_of(s, card)
        settle_aura(s, seat)
        if s.z.aura[seat] & OPEN_HAND:
            learn_hand(s, seat, (1 << s.rules.players) - 1)


def unregister(s, card):
    """Its effects are switched off."""
    if not is_lit(s, card):
        return
    s.z.lit[card >> 6] &= ~(ONE << (card & 63))
    n = cython.cast(cython.int, s.z.n_order)
    i = 0
    while s.z.order[i] != card:
        i += 1
    while i < n - 1:
        s.z.order[i] = s.z.order[i + 1]
        i += 1
    s.z.order[n - 1] = 0
    s.z.n_order = n - 1
    if s.rules.nature[s.rules.kind[card]]:
        settle_aura(s, owner_of(s, card))


def unloose(s, card):
    """A leash that holds a card is gone."""
    if s.z.leash[card]:
        s.z.leash[card] = 0
        s.z.lender[card] = 0
        s.z.n_leashes -= 1


def enlist(s, card, seat):
    """A card comes to a stable without any effect, as babies do at the beginning."""
    put(s, card, row_of(s, card, seat))
    register(s, card)


def settle_aura(s, seat):
    """What holds for a seat: all that the cards of its stable bring which are switched on."""
    if seat < 0:
        return
    first = 4 * (seat + 1)
    aura = aura_of_row(s, first + STABLE) | aura_of_row(s, first + UPGRADES)
    if not aura & DOWNGRADES_OFF:
        aura |= aura_of_row(s, first + DOWNGRADES)
    s.z.aura[seat] = aura


def aura_of_row(s, zone):
    aura: cython.uint = 0
    card = cython.cast(cython.int, s.z.head[zone])
    while card != NO_CARD:
        if is_lit(s, card):
            aura |= s.rules.nature[s.rules.kind[card]]
        card = s.z.next[card]
    return aura


def settle_auras(s):
    """All that follows from what lies in the stables and from the order in which it came."""
    for i in range(3):
        s.z.lit[i] = 0
    for i in range(s.z.n_order):
        s.z.lit[s.z.order[i] >> 6] |= ONE << (s.z.order[i] & 63)
    for seat in range(SEATS):
        s.z.aura[seat] = 0
    for seat in range(s.rules.players):
        settle_aura(s, seat)
    count_cards(s)


def count_cards(s):
    """Instants in the hands, and the value of the unicorns in the stables."""
    for seat in range(SEATS):
        s.z.instants[seat] = 0
        s.z.worth[seat] = 0
        card = cython.cast(cython.int, s.z.head[4 * (seat + 1) + HAND])
        while card != NO_CARD:
            if s.rules.type[s.rules.kind[card]] == INSTANT:
                s.z.instants[seat] += 1
            card = s.z.next[card]
        card = cython.cast(cython.int, s.z.head[4 * (seat + 1) + STABLE])
        while card != NO_CARD:
            s.z.worth[seat] += s.rules.value[s.rules.kind[card]]
            card = s.z.next[card]


# ---- what is known of hands ----------------------------------------------------------------------------------------------


def learn_hand(s, seat, seats):
    """Seats, given as bits, see a whole hand."""
    card = cython.cast(cython.int, s.z.head[4 * (seat + 1)])
    while card != NO_CARD:
        s.z.seen_by[card] |= seats
        card = s.z.next[card]


def keep_knowledge(s, seat, seats):
    """All but some seats, given as bits, forget a hand, unless everybody can see it."""
    if s.z.aura[seat] & OPEN_HAND:
        return
    card = cython.cast(cython.int, s.z.head[4 * (seat + 1)])
    while card != NO_CARD:
        s.z.seen_by[card] &= seats | 1 << seat
        card = s.z.next[card]
