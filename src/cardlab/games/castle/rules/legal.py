"""Castle: what may be played.

Hand before row before face-down cards. A rank may be played when the table of `CastleRules` allows it on the effective top of
the pile.
"""

import cython


def legal_actions(s, out):
    out.n = 0
    phase = s.z.phase
    if phase == PLAYING:
        legal_plays(s, out)
    elif phase == CHOOSING:
        legal_picks(s, out)
    elif phase == SWAPPING:
        legal_swaps(s, out)
    elif phase == ASKING:
        legal_answers(s, out)
    return 0


def candidates(s, out):
    """Face-down cards are the same to everybody: a search need tell only one of them apart."""
    legal_actions(s, out)
    if out.n > 1 and kind_of(out.at[0]) == DOWN:
        last = out.at[out.n - 1]
        out.n = 1
        if kind_of(last) == PICKUP:
            offer(out, last)
    return 0


def ways_to_pick(s, action):
    """How many index triples of the six cards give this triple of ranks."""
    if kind_of(action) != PICK:
        return 1
    a, b, c = source_of(action), target_of(action), extra_of(action)
    hand = s.z.hand[s.z.player]
    first: cython.int = (hand >> (4 * a)) & NIBBLE
    second: cython.int = (hand >> (4 * b)) & NIBBLE
    third: cython.int = (hand >> (4 * c)) & NIBBLE
    if a == b and b == c:
        return first * (first - 1) * (first - 2) // 6
    if a == b:
        return first * (first - 1) // 2 * third
    if b == c:
        return first * (second * (second - 1) // 2)
    return first * second * third


def is_common_play(s, action):
    """Whether an action looks like cards played from hand or row, as most do: whether it is legal needs no list then."""
    kind = kind_of(action)
    return s.z.phase == PLAYING and (kind == HAND or kind == UP)


def allows_play(s, action):
    p = s.z.player
    kind = kind_of(action)
    rank = source_of(action)
    count = target_of(action)
    if rank >= RANKS or action != pack(kind, rank, count, 0) or (kind == HAND) != (s.z.n_hand[p] > 0):
        return False
    zone = s.z.hand[p] if kind == HAND else s.z.up[p]
    held: cython.int = (zone >> (4 * rank)) & NIBBLE
    if count < 1 or count > held or (s.rules.whole and count != held):
        return False
    return is_playable(s, rank)


def legal_picks(s, out):
    """Distinct triples of ranks, lowest rank first."""
    hand = s.z.hand[s.z.player]
    for a in range(RANKS):
        if not hand >> (4 * a) & NIBBLE:
            continue
        left = hand - (ONE << (4 * a))
        for b in range(a, RANKS):
            if not left >> (4 * b) & NIBBLE:
                continue
            last = left - (ONE << (4 * b))
            for c in range(b, RANKS):
                if last >> (4 * c) & NIBBLE:
                    offer(out, pack(PICK, a, b, c))
    return 0


def legal_swaps(s, out):
    p = s.z.player
    for a in range(RANKS):
        for b in range(RANKS):
            if a != b and s.z.hand[p] >> (4 * a) & NIBBLE and s.z.up[p] >> (4 * b) & NIBBLE:
                offer(out, pack(SWAP, a, b, 0))
    return offer(out, pack(DONE, 0, 0, 0))


def legal_plays(s, out):
    """Hand before row before face-down cards; pickup only if nothing can be played."""
    p = s.z.player
    from_up: cython.bint = s.z.n_hand[p] == 0
    zone = s.z.up[p] if from_up else s.z.hand[p]
    if zone == 0:
        return legal_downs(s, out)
    kind = UP if from_up else HAND
    held = nonzero_nibbles(zone) & s.rules.playable[s.z.top]
    left = held
    while left:
        rank = lowest_bit(left) >> 2
        count: cython.int = (zone >> (4 * rank)) & NIBBLE
        if s.rules.whole:
            offer(out, pack(kind, rank, count, 0))
        else:
            for k in range(1, count + 1):
                offer(out, pack(kind, rank, k, 0))
        left &= left - 1
    if held == 0 or (s.rules.voluntary and s.z.n_pile):
        legal_pickups(s, out, from_up)
    return 0


def legal_downs(s, out):
    for slot in range(s.z.n_down[s.z.player]):
        offer(out, pack(DOWN, slot, 0, 0))
    if s.rules.voluntary and s.z.n_pile:
        offer(out, pack(PICKUP, 0, 0, 0))
    return 0


def legal_pickups(s, out, from_up):
    """Pickup, with one row card if that house rule is on; gamble instead."""
    if from_up and s.rules.pickup_up:
        row = s.z.up[s.z.player]
        for rank in range(RANKS):
            if row >> (4 * rank) & NIBBLE:
                offer(out, pack(PICKUP, rank, 1, 0))
    else:
        offer(out, pack(PICKUP, 0, 0, 0))
    if s.rules.gamble and s.z.stock < s.rules.cards:
        offer(out, pack(GAMBLE, 0, 0, 0))
    return 0


def legal_answers(s, out):
    """Complete the four of a kind, or pass."""
    if may_complete(s, s.z.player):
        offer(out, pack(COMPLETE, s.z.cards[s.z.n_burned + s.z.n_pile - 1], 0, 0))
    return offer(out, pack(PASS, 0, 0, 0))


def may_complete(s, p):
    rank = s.z.cards[s.z.n_burned + s.z.n_pile - 1]
    zone = s.z.hand[p] if s.z.n_hand[p] else s.z.up[p]
    held: cython.int = (zone >> (4 * rank)) & NIBBLE
    return held >= 4 - s.z.run


def is_playable(s, rank):
    return (s.rules.playable[s.z.top] >> (4 * rank)) & 1 != 0
