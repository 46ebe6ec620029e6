"""Unstable Unicorns: what can be chosen, what is possible, what may be played; and from these the legal actions.

Options are listed in the order that the rules give them: seats, then unicorns, Upgrades and Downgrades in order of arrival;
cards of a hand or a pile in order of arrival. A search of the deck lists its cards by kind, so that nothing shows their
order.
"""

import cython

TRIES = cython.declare(cython.const[cython.int], 12)

# ---- filters and protection ----------------------------------------------------------------------------------------------


def is_shielded(s, card, seat, source):
    """Whether a unicorn is out of reach of an effect: of certain cards, or of the triggered effects of other players."""
    p = owner_of(s, card)
    if (
        not s.z.aura[p] & (SHIELD_FROM | SHIELD_FROM_OTHERS)
        or not is_unicorn(s, card)
        or is_panda(s, card)
        or source == NO_CARD
    ):
        return False
    kind = s.rules.kind[source]
    if s.z.aura[p] & SHIELD_FROM_OTHERS and p != seat and s.rules.type[kind] != MAGIC:
        return True
    for row in range(STABLE, DOWNGRADES + 1):
        other = cython.cast(cython.int, s.z.head[4 * (p + 1) + row])
        while other != NO_CARD:
            if is_lit(s, other) and s.rules.shield[s.rules.kind[other]] & s.rules.fits[kind] & ~1:
                return True
            other = s.z.next[other]
    return False


def may_enter(s, card, seat):
    """Whether Queen Bee lets a card into a stable: Basic unicorns only into her owner's."""
    if s.rules.type[s.rules.kind[card]] == BASIC and all_auras(s) & QUEEN:
        for p in range(s.rules.players):
            if s.z.aura[p] & QUEEN and p != seat:
                return False
    return True


def can_receive(s, op, seat, card, into):
    """Whether a card that is moved or given can go to a stable."""
    if into == owner_of(s, card) or (s.rules.op[op].who != WHO_THAT and into == seat and s.rules.op[op].code == DO_GIVE):
        return False
    if into == seat and s.rules.op[op].who == WHO_THIRD:
        return False
    return not s.rules.queen_everywhere or may_enter(s, card, into)


def has_receiver(s, op, seat, card):
    for p in range(s.rules.players):
        if can_receive(s, op, seat, card, p):
            return True
    return False


def choosable(s, op, seat, source, card):
    """Whether an effect of `seat` that comes from a card `source` can choose a card on the table."""
    if is_marked(s, card) or not fits_now(s, card, s.rules.op[op].filter) or is_shielded(s, card, seat, source):
        return False
    code = s.rules.op[op].code
    if code == DO_SACRIFICE:
        return s.rules.nature[s.rules.kind[card]] & STURDY == 0
    if code == DO_DESTROY:
        return destroyable(s, card, source)
    if code == DO_STEAL:
        return not s.rules.queen_everywhere or may_enter(s, card, seat)
    if code == DO_MOVE or code == DO_GIVE:
        return has_receiver(s, op, seat, card)
    return True


def destroyable(s, card, source):
    """Whether nothing protects a card from being destroyed."""
    nature = s.rules.nature[s.rules.kind[card]]
    if nature & STURDY:
        return False
    if s.z.aura[owner_of(s, card)] & UNICORNS_SAFE and is_unicorn(s, card) and not is_panda(s, card):
        return False
    if source != NO_CARD and s.rules.type[s.rules.kind[source]] == MAGIC:
        if (nature & MAGIC_PROOF and is_lit(s, card)) or all_auras(s) & NO_MAGIC_KILLS:
            return False
    return True


# ---- lists of options ----------------------------------------------------------------------------------------------------


def list_table(s, op, seat, source, that, start):
    """Cards on the table that an effect can choose: in all stables, or in that of `that` only (NOBODY: all).

    Of cards that lie in its scope, the first `start` are passed over: those up to the last pick of a question.
    """
    s.options = 0
    at = 0
    others: cython.bint = s.rules.op[op].code == DO_DESTROY or s.rules.op[op].code == DO_STEAL
    for p in range(s.rules.players):
        if (others and p == seat) or (that != NOBODY and p != that):
            continue
        at = list_stable(s, op, seat, source, p, start, at)


def list_stable(s, op, seat, source, p, start, at):
    for row in range(STABLE, DOWNGRADES + 1):
        card = cython.cast(cython.int, s.z.head[4 * (p + 1) + row])
        while card != NO_CARD:
            if at >= start and choosable(s, op, seat, source, card):
                s.option[s.options] = card
                s.options += 1
            at += 1
            card = s.z.next[card]
    return at


def has_choosable(s, op, seat, source, that, wanted):
    """Whether an effect can choose at least so many cards on the table."""
    left: cython.int = wanted
    others: cython.bint = s.rules.op[op].code == DO_DESTROY or s.rules.op[op].code == DO_STEAL
    for p in range(s.rules.players):
        if (others and p == seat) or (that != NOBODY and p != that):
            continue
        for row in range(STABLE, DOWNGRADES + 1):
            card = cython.cast(cython.int, s.z.head[4 * (p + 1) + row])
            while card != NO_CARD:
                if choosable(s, op, seat, source, card):
                    left -= 1
                    if left <= 0:
                        return True
                card = s.z.next[card]
    return left <= 0


def list_zone(s, zone, filter, unmarked, start):
    """Cards of a hand or a pile."""
    s.options = 0
    at = 0
    card = cython.cast(cython.int, s.z.head[zone])
    while card != NO_CARD:
        if at >= start and fits_printed(s, card, filter) and not (unmarked and is_marked(s, card)):
            s.option[s.options] = card
            s.options += 1
        at += 1
        card = s.z.next[card]


def list_deck(s, filter, start):
    """Cards of the deck, in an order that does not tell theirs."""
    s.options = 0
    for card in range(start, s.rules.cards):
        if s.z.zone[card] == DECK and fits_printed(s, card, filter):
            s.option[s.options] = card
            s.options += 1


def list_saved(s):
    """Targets of the effect that is looked at which a Black Knight can save: unicorns of the same stable."""
    s.options = 0
    now = s.z.chain[0].now
    first = s.z.chain[0].frame[now].b & 255
    for i in range(first, first + (s.z.chain[0].frame[now].b >> 8)):
        card = s.z.target[i]
        if card != NO_CARD and on_table(s, card) and owner_of(s, card) == s.z.chain[0].ask.seat:
            if is_unicorn(s, card) and not is_panda(s, card):
                s.option[s.options] = card
                s.options += 1


def list_receivers(s):
    """Seats that the effect which is looked at may name."""
    s.options = 0
    now = s.z.chain[0].now
    op = s.z.chain[0].frame[now].a
    seat = s.z.chain[0].frame[now].seat
    code = s.rules.op[op].code
    for p in range(s.rules.players):
        if code == DO_MOVE or code == DO_GIVE:
            fits: cython.bint = can_receive(s, op, seat, s.z.target[s.z.chain[0].frame[now].b & 255], p)
        else:
            fits = s.rules.op[op].who != WHO_OTHER or p != seat
        if fits:
            s.option[s.options] = p
            s.options += 1


def list_variants(s):
    """Variants that are possible now. To find that out, cards are listed in the same place."""
    now = s.z.chain[0].now
    op = s.z.chain[0].frame[now].a
    found = 0
    for i in range(s.rules.op[op].n):
        inner = s.rules.op[op + 1 + i].other
        if possible(s, inner, s.z.chain[0].frame[now].seat, s.z.chain[0].frame[now].card):
            found |= 1 << i
    s.options = 0
    for i in range(s.rules.op[op].n):
        if found >> i & 1:
            s.option[s.options] = i
            s.options += 1


def gather(s):
    """The options of the question that is open."""
    what = s.z.chain[0].ask.what
    start = s.z.chain[0].ask.picked[0]
    if s.z.phase == AT_LIMIT:
        list_zone(s, 4 * (s.z.turn + 1), 0, False, start)
        return
    now = s.z.chain[0].now
    op = s.z.chain[0].frame[now].a
    if what == ASK_PLAYERS:
        list_receivers(s)
    elif what == ASK_EFFECT:
        list_variants(s)
    elif what == ASK_SAVE:
        list_saved(s)
    elif what == ASK_DISCARD:
        list_zone(s, 4 * (s.z.chain[0].ask.seat + 1), s.rules.op[op].filter, True, start)
    elif what == ASK_GET:
        gather_hand(s, op)
    else:
        list_table(s, op, s.z.chain[0].frame[now].seat, s.z.chain[0].frame[now].card, scope_of(s, op), start)


def scope_of(s, op):
    """The seat in whose stable the effect that is looked at chooses; NOBODY: in all of them."""
    now = s.z.chain[0].now
    who = s.rules.op[op].who
    code = s.rules.op[op].code
    if who == WHO_EACH or who == WHO_CASTER:
        return s.z.sub
    if code == DO_SACRIFICE or code == DO_GIVE or code == DO_TO_DECK:
        return s.z.chain[0].frame[now].seat
    if who == WHO_THAT:
        return s.z.chain[0].frame[now].at - 1
    return NOBODY


def gather_hand(s, op):
    """Cards that can be got: from a hand, the deck, the discard pile or the Nursery."""
    start = s.z.chain[0].ask.picked[0]
    now = s.z.chain[0].now
    filter = s.rules.op[op].filter
    code = s.rules.op[op].code
    zone = s.rules.op[op].zone
    if code == DO_TAKE:
        list_zone(s, 4 * s.z.chain[0].frame[now].at, filter, False, start)
    elif zone == AT_DECK:
        list_deck(s, filter, start)
    elif zone == AT_HAND:
        list_zone(s, 4 * (s.z.chain[0].frame[now].seat + 1), filter, True, start)
    else:
        list_zone(s, DISCARD if zone == AT_DISCARD else NURSERY, filter, code == DO_BRING, start)
    if code == DO_BRING and s.rules.queen_everywhere:
        leave_out_banned(s, s.z.chain[0].frame[now].seat)


def leave_out_banned(s, seat):
    """Queen Bee keeps Basic unicorns out of other stables."""
    n = s.options
    s.options = 0
    for i in range(n):
        if may_enter(s, s.option[i], seat):
            s.option[s.options] = s.option[i]
            s.options += 1


# ---- what is possible ----------------------------------------------------------------------------------------------------


def promised(s, seat):
    """How many discards a player has promised in this link, where payments are looked at."""
    count = 0
    if s.rules.verify_payment:
        for i in range(s.z.chain[0].end):
            op = s.z.chain[0].frame[i].a
            if s.rules.op[op].code == DO_DISCARD and s.rules.op[op].who == WHO_OWNER:
                if s.z.chain[0].frame[i].seat == seat and s.z.chain[0].frame[i].what & SEEN_FRAME:
                    count += s.rules.op[op].n
    return count


def possible(s, op, seat, source):
    """Whether an effect could be carried out now, as far as that is asked before an optional one."""
    code = s.rules.op[op].code
    if code == JOINT_MAY:
        return possible(s, s.rules.op[op].other, seat, source)
    if code == JOINT_BOTH:
        return possible(s, s.rules.op[op].next, seat, source) and possible(s, s.rules.op[op].other, seat, source)
    if code == JOINT_IF_DONE:
        return possible(s, s.rules.op[op].next, seat, source)
    if code == JOINT_CHOOSE:
        for i in range(s.rules.op[op].n):
            if possible(s, s.rules.op[op + 1 + i].other, seat, source):
                return True
        return False
    return can_do(s, op, seat, source)


def can_do(s, op, seat, source):
    """The same for a single thing that is done."""
    code = s.rules.op[op].code
    who = s.rules.op[op].who
    wanted = cython.cast(cython.int, s.rules.op[op].n)
    if code == DO_DISCARD and who == WHO_OWNER and wanted < 99:
        list_zone(s, 4 * (seat + 1), s.rules.op[op].filter, True, 0)
        return s.options - promised(s, seat) >= wanted
    if code == DO_SACRIFICE and who == WHO_SELF:
        return on_table(s, source) and not is_marked(s, source)
    if who == WHO_EACH or who == WHO_CASTER or who == WHO_THAT or wanted >= 99:
        return True
    if code == DO_SACRIFICE or code == DO_GIVE or code == DO_TO_DECK:
        return has_choosable(s, op, seat, source, seat, wanted)
    if code == DO_DESTROY or code == DO_STEAL or code == DO_RETURN or code == DO_MOVE:
        return has_choosable(s, op, seat, source, NOBODY, 1 if code == DO_RETURN else wanted)
    return True


# ---- what may be played --------------------------------------------------------------------------------------------------


def can_play(s, seat, card, into):
    """Whether it is legal for a player to announce a card for a stable now. Phase and number of plays do not count."""
    kind = s.rules.kind[card]
    if s.rules.type[kind] == INSTANT:
        return False
    if s.rules.type[kind] == UPGRADE and s.z.aura[seat] & NO_UPGRADES:
        return False
    if not may_enter(s, card, into):
        return False
    need = s.rules.first[kind][ON_TO_PLAY]
    return need == 0 or meets_need(s, need, seat, card, into)


def can_go(s, card, into):
    """Whether an announced card can go into a stable. When it resolves, only what depends on the stable is looked at."""
    if s.z.phase == AT_WHERE:
        return can_play(s, s.z.turn, card, into)
    need = s.rules.first[s.rules.kind[card]][ON_TO_PLAY]
    if need and s.rules.op[need].who == WHO_DESTINATION and not meets_need(s, need, s.z.turn, card, into):
        return False
    return may_enter(s, card, into)


def meets_need(s, op, seat, card, into):
    """Whether what a card needs to be played is there."""
    code = s.rules.op[op].code
    if code == DO_NEED_CARDS:
        mine = 1 if s.z.zone[card] == 4 * (seat + 1) else 0
        return s.z.count[4 * (seat + 1)] - mine >= s.rules.op[op].n
    if code == DO_NEED_POSSIBLE:
        return possible(s, s.rules.first[s.rules.kind[card]][ON_CAST], seat, card)
    if code == DO_NEED_IN_STABLE:
        where = into if s.rules.op[op].who == WHO_DESTINATION else seat
        return has_in_stable(s, where, s.rules.op[op].filter, s.rules.op[op].n)
    return code != DO_NEVER


def has_in_stable(s, seat, filter, n):
    """Whether a stable holds so many cards that pass a filter as they are now."""
    left: cython.int = n
    for row in range(STABLE, DOWNGRADES + 1):
        card = cython.cast(cython.int, s.z.head[4 * (seat + 1) + row])
        while card != NO_CARD:
            if fits_now(s, card, filter):
                left -= 1
            card = s.z.next[card]
    return left <= 0


def can_play_somewhere(s, seat, card):
    """Whether a card can be played at all."""
    if s.rules.type[s.rules.kind[card]] == MAGIC:
        return can_play(s, seat, card, seat)
    for p in range(s.rules.players):
        if can_play(s, seat, card, p):
            return True
    return False


def can_react(s, seat, card):
    """Whether a card of a hand is an Instant that may answer the top of the stack."""
    kind = s.rules.kind[card]
    if s.rules.type[kind] != INSTANT:
        return False
    op = s.rules.first[kind][ON_REACT]
    return s.rules.op[op].who != WHO_OTHER or s.z.stack_seat[s.z.count[STACK] - 1] != seat


# ---- legal actions -------------------------------------------------------------------------------------------------------


def legal_actions(s, out):
    out.n = 0
    if s.z.chain[0].asking:
        return legal_answers(s, out)
    if s.z.phase == AT_ACTION:
        return offer_plays(s, out)
    if s.z.phase == AT_REACTIONS:
        return offer_reactions(s, out)
    if s.z.phase == AT_WHERE or s.z.phase == AT_LATE_WHERE:
        card = s.z.head[STACK]
        for p in range(s.rules.players):
            if can_go(s, card, p):
                offer(out, pack(WHERE, p, 0, 0))
    return 0


def legal_answers(s, out):
    """The answers to a question in the middle of an effect."""
    what = s.z.chain[0].ask.what
    if what == ASK_ACTIVATE:
        offer(out, pack(YES, 0, 0, 0))
        return offer(out, pack(NO, 0, 0, 0))
    gather(s)
    if what == ASK_PLAYERS or what == ASK_EFFECT:
        kind = PLAYER if what == ASK_PLAYERS else VARIANT
        for i in range(s.options):
            offer(out, pack(kind, s.option[i], 0, 0))
        return 0
    last: cython.int = s.options
    if not s.rules.free_picks:  # enough must be left behind a pick for those still to be made
        last -= s.z.chain[0].ask.most - s.z.chain[0].ask.n - 1
    if what == ASK_DISCARD:
        return offer_cards(s, out, TAKE, last)
    if what == ASK_GET:
        secret: cython.bint = s.rules.op[s.z.chain[0].frame[s.z.chain[0].now].a].code == DO_TAKE
        return offer_cards(s, out, SECRET if secret else TAKE, last)
    return offer_places(s, out, last)


def offer_plays(s, out):
    """Cards of the hand that can be played, in the order of the hand; last, to do without."""
    seat = s.z.turn
    card = cython.cast(cython.int, s.z.head[4 * (seat + 1)])
    while card != NO_CARD:
        if not is_another(s, card) and can_play_somewhere(s, seat, card):
            offer(out, pack(PLAY, s.rules.kind[card], copies_before(s, card), 0))
        card = s.z.next[card]
    return offer(out, pack(PASS if s.z.played else DRAW, 0, 0, 0))


def is_another(s, card):
    """Whether a card of a hand is a copy of an earlier one, and known to the same players."""
    before = cython.cast(cython.int, s.z.prev[card])
    while before != NO_CARD and not s.rules.free_picks:
        if s.rules.kind[before] == s.rules.kind[card] and s.z.seen_by[before] == s.z.seen_by[card]:
            return True
        before = s.z.prev[before]
    return False


def copies_before(s, card):
    """How many cards of the same kind come before one in its zone."""
    count = 0
    before = cython.cast(cython.int, s.z.prev[card])
    while before != NO_CARD:
        if s.rules.kind[before] == s.rules.kind[card]:
            count += 1
        before = s.z.prev[before]
    return count


def offer_reactions(s, out):
    """Instants of who is asked; last, not to react."""
    seat = asked_seat(s)
    s.options = 0
    card = cython.cast(cython.int, s.z.head[4 * (seat + 1)])
    while card != NO_CARD:
        if can_react(s, seat, card):
            s.option[s.options] = card
            s.options += 1
        card = s.z.next[card]
    offer_cards(s, out, REACT, s.options)
    return offer(out, pack(DECLINE, 0, 0, 0))


def offer_cards(s, out, kind, last):
    """Cards of a hand or a pile by kind; of copies that nobody could tell apart only the first."""
    for i in range(last):
        if not is_repeated(s, i):
            offer(out, pack(kind, s.rules.kind[s.option[i]], copy_of(s, i), 0))
    return 0


def offer_places(s, out, last):
    """Cards on the table by their places."""
    for i in range(last):
        offer(out, pack(TARGET, place_of(s, s.option[i]), s.rules.kind[s.option[i]], 0))
    return 0


def place_of(s, card):
    """Seat, row and number in the row in one number."""
    at = 0
    zone = s.z.zone[card]
    before = cython.cast(cython.int, s.z.prev[card])
    while before != NO_CARD:
        at += 1
        before = s.z.prev[before]
    return ((zone >> 2) - 1) << 9 | (zone & 3) << 7 | at


def is_repeated(s, at):
    """Whether an option is a copy of an earlier one, and known to the same players."""
    if s.rules.free_picks:
        return False
    card = s.option[at]
    for i in range(at):
        other = s.option[i]
        if s.rules.kind[other] == s.rules.kind[card] and s.z.seen_by[other] == s.z.seen_by[card]:
            return True
    return False


def copy_of(s, at):
    """How many options of the same kind come before one."""
    count = 0
    for i in range(at):
        if s.rules.kind[s.option[i]] == s.rules.kind[s.option[at]]:
            count += 1
    return count


def named_option(s, kind, copy):
    """The option that a kind and the number of a copy name; NO_CARD if there is none."""
    left: cython.int = copy
    for i in range(s.options):
        if s.rules.kind[s.option[i]] == kind:
            if left == 0:
                return s.option[i]
            left -= 1
    return NO_CARD


# ---- positions from outside ----------------------------------------------------------------------------------------------


def fits_chain(s):
    """Whether the question that is open is one that the effect which waits for it would ask."""
    if not s.z.chain[0].asking:
        return s.z.chain[0].end == 0
    what = s.z.chain[0].ask.what
    if s.z.phase == AT_LIMIT:
        return what == ASK_DISCARD and s.z.chain[0].ask.seat == s.z.turn and s.z.chain[0].end == 0
    if s.z.phase != AT_PUPPY_CHAIN and s.z.phase != AT_BEGIN_CHAIN and s.z.phase != AT_PLAY_CHAIN and s.z.phase != AT_END_CHAIN:
        return False
    now = s.z.chain[0].now
    code = s.rules.op[s.z.chain[0].frame[now].a].code
    step = s.z.chain[0].step
    if step == STEP_RETARGET:
        aims: cython.bint = (code == DO_SACRIFICE or code == DO_DESTROY) and s.z.chain[0].frame[now].what & SEEN_FRAME != 0
        return aims and s.z.sub < s.z.n_order and fits_savior(s, what)
    if step == STEP_EXECUTE:
        named: cython.bint = s.z.chain[0].frame[now].at > 0 or s.rules.op[s.z.chain[0].frame[now].a].who <= WHO_EACH
        return (what == ASK_DISCARD and code == DO_DISCARD and named) or (
            what == ASK_GET and code == DO_SEARCH and s.z.sub == 0
        )
    if step > STEP_CHOOSE_OPTIONAL or s.z.chain[0].frame[now].what & SEEN_FRAME:
        return False
    return fits_effect(s, what, code)


def fits_savior(s, what):
    """The same for who may save a target."""
    card = s.z.order[s.z.sub]
    kind = s.rules.kind[card]
    if s.z.chain[0].ask.picked[1] != card or owner_of(s, card) != s.z.chain[0].ask.seat:
        return False
    if what == ASK_SAVE:
        return s.rules.first[kind][ON_FRIEND_TARGETED] != 0
    return what == ASK_ACTIVATE and (s.rules.first[kind][ON_FRIEND_TARGETED] != 0 or s.rules.first[kind][ON_TARGETED] != 0)


def fits_effect(s, what, code):
    """The same for an effect that is being chosen for."""
    now = s.z.chain[0].now
    who = s.rules.op[s.z.chain[0].frame[now].a].who
    aims = s.z.chain[0].frame[now].b >> 8
    stages = s.rules.players if who == WHO_EACH or who == WHO_CASTER else 1
    named: cython.bint = who != WHO_THAT or s.z.chain[0].frame[now].at > 0
    if what == ASK_ACTIVATE:
        return code == JOINT_MAY
    if what == ASK_EFFECT:
        return code == JOINT_CHOOSE
    if what == ASK_PLAYERS:
        if code == DO_MOVE or code == DO_GIVE:
            return s.z.sub == 1 and aims == 1 and on_table(s, s.z.target[s.z.chain[0].frame[now].b & 255])
        asks: cython.bint = code == DO_PULL or code == DO_TAKE or code == DO_SWAP_HANDS or code == DO_SHRINK
        return s.z.sub == 0 and aims == 0 and (asks or (code == DO_DISCARD and who > WHO_EACH))
    if what == ASK_MOVE:
        return s.z.sub == 0 and (code == DO_MOVE or code == DO_GIVE or code == DO_TO_DECK)
    if what == ASK_GET and code == DO_TAKE:
        return s.z.sub == 1 and s.z.chain[0].frame[now].at > 0
    if s.z.sub >= stages or not named or who == WHO_SELF:
        return False
    fits: cython.bint = (what == ASK_SACRIFICE and code == DO_SACRIFICE) or (what == ASK_DESTROY and code == DO_DESTROY)
    fits = fits or (what == ASK_STEAL and code == DO_STEAL) or (what == ASK_RETURN and code == DO_RETURN)
    return fits or (what == ASK_GET and code == DO_BRING)


# ---- random play ---------------------------------------------------------------------------------------------------------


def draw_action(s, out, rng):
    """A uniformly random legal action. Where that is quicker, things are drawn until one is legal, instead of listing all."""
    if s.z.chain[0].asking:
        what = s.z.chain[0].ask.what
        if what == ASK_ACTIVATE:
            return pack(NO if rand_below(rng.s, 2) else YES, 0, 0, 0)
        single: cython.bint = s.z.chain[0].ask.most - s.z.chain[0].ask.n == 1
        if single and what >= ASK_SACRIFICE and what <= ASK_MOVE:
            card = draw_target(s, rng)
            if card != NO_CARD:
                return pack(TARGET, place_of(s, card), s.rules.kind[card], 0)
    elif s.z.phase == AT_ACTION:
        return draw_play(s, rng)
    elif s.z.phase == AT_WHERE or s.z.phase == AT_LATE_WHERE:
        p = rand_below(rng.s, s.rules.players)
        while not can_go(s, s.z.head[STACK], p):
            p = rand_below(rng.s, s.rules.players)
        return pack(WHERE, p, 0, 0)
    legal_actions(s, out)
    return out.at[rand_below(rng.s, out.n)]


def draw_play(s, rng):
    """A card that can be played, or none."""
    seat = s.z.turn
    held = cython.cast(cython.int, s.z.count[4 * (seat + 1)])
    while True:
        nth = rand_below(rng.s, held + 1)
        if nth == held:
            return pack(PASS if s.z.played else DRAW, 0, 0, 0)
        card = cython.cast(cython.int, s.z.head[4 * (seat + 1)])
        while nth:
            nth -= 1
            card = s.z.next[card]
        if not is_another(s, card) and can_play_somewhere(s, seat, card):
            return pack(PLAY, s.rules.kind[card], copies_before(s, card), 0)


def draw_target(s, rng):
    """A card on the table that can be picked; NO_CARD if luck does not find one soon."""
    now = s.z.chain[0].now
    op = s.z.chain[0].frame[now].a
    seat = s.z.chain[0].frame[now].seat
    source = s.z.chain[0].frame[now].card
    start = s.z.chain[0].ask.picked[0]
    that = scope_of(s, op)
    others: cython.bint = s.rules.op[op].code == DO_DESTROY or s.rules.op[op].code == DO_STEAL
    first = 0 if that == NOBODY else that
    last = s.rules.players if that == NOBODY else that + 1
    total = 0
    for p in range(first, last):
        if not (others and p == seat):
            total += s.z.count[4 * p + 5] + s.z.count[4 * p + 6] + s.z.count[4 * p + 7]
    for i in range(TRIES if total > start else 0):
        nth = start + rand_below(rng.s, total - start)
        p = first
        zone = 4 * p + 5
        while True:
            if others and p == seat:
                p += 1
                zone = 4 * p + 5
                continue
            if nth < s.z.count[zone]:
                break
            nth -= s.z.count[zone]
            zone += 1
            if zone & 3 == 0:
                p += 1
                zone += 1
        card = cython.cast(cython.int, s.z.head[zone])
        while nth:
            nth -= 1
            card = s.z.next[card]
        if choosable(s, op, seat, source, card):
            return card
    return NO_CARD
