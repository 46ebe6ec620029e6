"""Duelyst: which card the starter AI plays, and what it chooses when a card asks for more.

A defect of the original: stat artifacts in hand wait to be of use in an attack.
"""

import cython

NEVER = cython.declare(cython.const[cython.double], -1e300)


def play_best(t, threshold, rng):
    """The card and place with the highest score of all, if it reaches the threshold."""
    best = -1
    tile = 0
    score = NEVER
    n = 0
    first = 0
    second = 0
    for slot in range(SIGNATURE_SLOT + 1):
        card = card_in(t, slot)
        if not playable(t, slot):
            continue
        minded: cython.bint = t.belief[card].n + t.belief[card].n_follow > 0
        if t.s.rules.fact[card].type != MINION and not minded:
            continue
        if rate_places(t, slot, threshold, rng) and t.best_score > score:
            best = slot
            score = t.best_score
            tile = t.best_place
            n = t.n_found_follow
            first = t.found_follow[0]
            second = t.found_follow[1]
    if best >= 0:
        t.n_follow = n
        t.follow_tile[0] = first if n > 0 else 0
        t.follow_tile[1] = second if n > 1 else 0
        play_on(t, best, tile)


def play_by_mark(t, old, rng):
    n = 0
    for slot in range(SIGNATURE_SLOT + 1):
        if playable(t, slot) and t.belief[card_in(t, slot)].old == old:
            t.order[n] = slot
            n += 1
    try_sorted(t, n, rng)


def play_by_type(t, type, rng):
    stats = 0
    for slot in range(HAND):
        if playable(t, slot) and t.belief[card_in(t, slot)].stat_artifact:
            stats += 1
    n = 0
    for slot in range(SIGNATURE_SLOT + 1):
        if not playable(t, slot) or t.s.rules.fact[card_in(t, slot)].type != type:
            continue
        if t.belief[card_in(t, slot)].stat_artifact and stats < 2 and cards_in_hand(t) < HAND:
            continue
        t.order[n] = slot
        n += 1
    try_sorted(t, n, rng)


def try_sorted(t, n, rng):
    """The best card first, of equals the later one, until one is played."""
    for a in range(1, n):
        slot = t.order[a]
        score = card_score(t, card_in(t, slot))
        b = a
        while b > 0 and card_score(t, card_in(t, t.order[b - 1])) <= score:
            t.order[b] = t.order[b - 1]
            b -= 1
        t.order[b] = slot
    for k in range(n):
        if t.n_queue == 0:
            play_one(t, t.order[k], rng)


def play_one(t, slot, rng):
    card = card_in(t, slot)
    minded: cython.bint = t.belief[card].n + t.belief[card].n_follow > 0
    if t.s.rules.fact[card].type != MINION and not minded:
        play_by_rule(t, slot, rng)
        return
    threshold = 15.0
    if cards_in_hand(t) >= HAND:
        threshold = 0.0
    elif not minded:
        share = t.s.z.mana[t.me] / 5.4
        threshold = max(7.0, 15.0 * (share if share < 1.0 else 1.0))
    if rate_places(t, slot, threshold, rng):
        t.n_follow = t.n_found_follow
        for k in range(t.n_found_follow):
            t.follow_tile[k] = t.found_follow[k]
        play_on(t, slot, t.best_place)


def play_by_rule(t, slot, rng):
    """Cards without scores: by a rule of their own, or wherever it is legal if they have none."""
    card = card_in(t, slot)
    list_legal(t, card, targets_of(t.s, card, 0, t.me))
    t.n_passed = t.n_places
    if t.n_places == 0:
        return
    tile = place_by_rule(t, card)
    if tile >= 0:
        play_on(t, slot, or_any(t, card, tile, rng))


def follow_up(t, rng):
    """What was thought of when the card was played, or what is best now.

    Else a teleported friend goes to its best tile, an enemy to its worst, and other choices are left to chance.
    """
    card = t.s.z.pending
    stage = t.s.z.stage
    legal = targets_of(t.s, card, stage + 1, t.me)
    if stage < t.n_follow and legal >> t.follow_tile[stage] & 1:
        return pack(FOLLOW_UP, stage, t.follow_tile[stage], card)
    if t.belief[card].follows:
        found = best_follow(t, card, legal)
        if found >= 0:
            return pack(FOLLOW_UP, stage, found, card)
        if t.s.rules.skips:
            return pack(SKIP, 0, 0, 0)
    list_columns(t, legal)
    t.n_passed = t.n_places
    tile = t.place[0]
    subject = t.s.z.at[t.s.z.used[0]] if t.s.z.used[0] < TILES else NOBODY
    first = t.s.rules.fact[card].first[ON_FOLLOW + stage]
    if subject != NOBODY and t.s.rules.deed[first].code == DO_TELEPORT:
        tile = best_tile_for(t, subject)
    return pack(FOLLOW_UP, stage, or_any(t, card, tile, rng), card)


def best_follow(t, card, legal):
    """The best place for a choice that was not thought of before, of equals the later one; -1 if none is worth it."""
    best = 0.0 if cards_in_hand(t) >= HAND else 15.0
    chosen = -1
    list_rows_or_units(t, legal)
    for k in range(t.n_places):
        value = 0.0
        for at in range(t.belief[card].n_follow):
            value += intent_worth(t, card, at, True, t.place[k])
        if value >= best:
            best = value
            chosen = t.place[k]
    return chosen
