"""Duelyst: the hand of the starter AI. What can be played now, what a lower difficulty leaves out, and what is exchanged."""

import cython


def card_in(t, slot):
    """The card in a slot; the signature spell comes last, if it is ready."""
    if slot < HAND:
        return t.s.z.hand[t.me][slot]
    if not t.s.z.ready[t.me] or t.difficulty < 0.5:
        return 0
    return t.s.rules.fact[t.s.z.unit[t.me].card].signature


def playable(t, slot):
    card = card_in(t, slot)
    if card == 0 or t.no_play[slot] or t.s.rules.fact[card].cost > t.s.z.mana[t.me]:
        return False
    return t.difficulty >= 1.0 or not is_too_much(t, card)


def cards_in_hand(t):
    held = 0
    for slot in range(HAND):
        if t.s.z.hand[t.me][slot]:
            held += 1
    return held


def play_on(t, slot, tile):
    card = card_in(t, slot)
    target = tile
    if targets_of(t.s, card, 0, t.me) >> ANYWHERE & 1:
        target = ANYWHERE
    plan(t, pack(PLAY, slot, target, card))


# ---- less than all its skill ---------------------------------------------------------------------------------------


def is_at_limit(t, done, most):
    """Whether so much was done as this skill does of it in a turn; with a full hand there is no limit."""
    if t.difficulty >= 1.0 or cards_in_hand(t) >= HAND:
        return False
    limit = cython.cast(cython.int, t.difficulty * most)
    return done >= (limit if limit > 1 else 1)


def is_too_much(t, card):
    if removes(t, card) and is_at_limit(t, t.removed, 10):
        return True
    return called_by(t, card) > 0 and (is_at_limit(t, t.summoned, 6) or is_at_limit(t, popcount(t.s.z.own[t.me]), 20))


def called_by(t, card):
    """How many units a card brings."""
    n = 1 if t.s.rules.fact[card].type == MINION else 0
    for k in range(t.belief[card].n):
        if t.belief[card].intent[k].kind == CALL:
            n += t.belief[card].intent[k].amount
    return n


def removes(t, card):
    """Whether a card is meant to take an enemy from the board."""
    old = t.belief[card].old
    for k in range(t.belief[card].n):
        if t.belief[card].intent[k].kind == REMOVE and t.belief[card].intent[k].who & THEIRS:
            return True
    return old == REMOVAL_MASS or old == SHADOW_NOVA


# ---- cards that are exchanged --------------------------------------------------------------------------------------


def choose_mulligan(t):
    """The first two cards that are spells, artifacts, or too expensive for the next turns."""
    first = 0
    second = 0
    for slot in range(HAND):
        card = t.s.z.hand[t.me][slot]
        if card == 0 or second:
            continue
        if t.s.rules.fact[card].type != MINION or t.s.rules.fact[card].cost > t.s.z.mana[t.me] + 1:
            if first == 0:
                first = slot + 1
            else:
                second = slot + 1
    if t.s.rules.mulligan < 2:
        second = 0
    if t.s.rules.mulligan < 1:
        first = 0
    return pack(MULLIGAN, first, second, 0)


def choose_replacement(t, rng):
    if t.s.z.replaced[t.me] >= t.s.rules.replaces or t.s.z.n_deck[t.me] == 0:
        return
    spells = 0
    artifacts = 0
    minions = 0
    held = 0
    chosen = -1
    for slot in range(HAND):
        card = t.s.z.hand[t.me][slot]
        if card == 0:
            continue
        held += 1
        if t.s.rules.fact[card].type == SPELL:
            spells += 1
        elif t.s.rules.fact[card].type == ARTIFACT:
            artifacts += 1
        else:
            minions += 1
        if chosen < 0 and t.s.rules.fact[card].cost >= t.s.z.max_mana[t.me] + 2:
            chosen = slot
    if chosen < 0:
        for slot in range(HAND):
            for other in range(HAND):
                same: cython.bint = t.s.z.hand[t.me][slot] == t.s.z.hand[t.me][other]
                if chosen < 0 and slot != other and same and t.s.z.hand[t.me][slot]:
                    chosen = slot
    wanted = -1
    count = 0
    if chosen < 0:
        if spells > 2:
            wanted = SPELL
            count = spells
        elif artifacts > 1:
            wanted = ARTIFACT
            count = artifacts
        elif minions == 0 and held:
            count = held
        if count:
            nth = rand_below(rng.s, count)
            for slot in range(HAND):
                card = t.s.z.hand[t.me][slot]
                if card and (wanted < 0 or t.s.rules.fact[card].type == wanted):
                    if nth == 0:
                        chosen = slot
                    nth -= 1
    if chosen >= 0:
        plan(t, pack(REPLACE, chosen, 0, t.s.z.hand[t.me][chosen]))
