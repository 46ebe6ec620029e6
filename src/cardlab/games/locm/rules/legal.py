"""Legends of Code and Magic: what a player may do.

The order of the list is fixed, because the greedy player prefers the first of equals: pass; summons, lane by lane; attacks,
lane by lane, the opponent himself before his creatures; items in hand order, the opponent himself first.
"""

import cython


def legal_actions(s, out):
    out.n = 0
    if s.z.phase == DRAFT:
        for i in range(3):
            offer(out, pack(PICK, i, 0, 0))
    else:
        p = s.z.player
        list_actions(s, out, s.z.hand[p] & s.z.within[p][s.z.mana[p]])
    return 0


def candidates(s, out):
    """Equal cards in hand, or on offer, are exchangeable: the first one stands for them."""
    out.n = 0
    p = s.z.player
    if s.z.phase == DRAFT:
        r = s.z.n_picks[p]
        for i in range(3):
            if (i < 1 or s.z.offer[r][i] != s.z.offer[r][0]) and (i < 2 or s.z.offer[r][2] != s.z.offer[r][1]):
                offer(out, pack(PICK, i, 0, 0))
    else:
        list_actions(s, out, first_of_a_kind(s, s.z.hand[p] & s.z.within[p][s.z.mana[p]]))
    return 0


def equal_ways(s, action):
    """How many equal cards an action could be done with."""
    p = s.z.player
    kind = kind_of(action)
    source = source_of(action)
    n = 0
    if kind == PICK:
        r = s.z.n_picks[p]
        for i in range(3):
            if s.z.offer[r][i] == s.z.offer[r][source]:
                n += 1
    elif kind == SUMMON or kind == USE:
        card = s.z.deck[p][(source - 1 - p) // 2]
        hand = s.z.hand[p]
        while hand:
            if s.z.deck[p][lowest_bit(hand)] == card:
                n += 1
            hand &= hand - 1
    else:
        n = 1
    return n


def list_actions(s, out, hand):
    p = s.z.player
    offer(out, pack(PASS, 0, 0, 0))
    list_summons(s, out, hand & s.z.typed[p][CREATURE])
    list_attacks(s, out)
    return list_items(s, out, hand & ~s.z.typed[p][CREATURE])


def list_summons(s, out, creatures):
    p = s.z.player
    for lane in range(s.rules.lanes):
        if s.z.count[p][lane] < s.rules.room:
            left = creatures
            while left:
                d = lowest_bit(left)
                offer(out, pack(SUMMON, 2 * d + p + 1, lane, s.z.deck[p][d]))
                left &= left - 1
    return 0


def list_attacks(s, out):
    p = s.z.player
    o = 1 - p
    for lane in range(s.rules.lanes):
        base = 3 * lane
        guarded: cython.bint = False
        for j in range(base, base + s.z.count[o][lane]):
            if s.z.guards[o] >> j & 1:
                guarded = True
        for i in range(base, base + s.z.count[p][lane]):
            if not s.z.able[p] >> i & 1:
                continue
            number = s.z.board[p][i].id
            card = s.z.deck[p][(number - 1 - p) // 2]
            if not guarded:
                offer(out, pack(ATTACK, number, FACE, card))
            for j in range(base, base + s.z.count[o][lane]):
                if not guarded or s.z.guards[o] >> j & 1:
                    offer(out, pack(ATTACK, number, s.z.board[o][j].id, card))
    return 0


def list_items(s, out, items):
    p = s.z.player
    while items:
        d = lowest_bit(items)
        card = s.z.deck[p][d]
        kind = s.rules.fact[card].type
        if kind == BLUE:
            offer(out, pack(USE, 2 * d + p + 1, FACE, card))
        list_targets(s, out, d, p if kind == GREEN else 1 - p)
        items &= items - 1
    return 0


def list_targets(s, out, depth, owner):
    p = s.z.player
    for lane in range(s.rules.lanes):
        for i in range(3 * lane, 3 * lane + s.z.count[owner][lane]):
            offer(out, pack(USE, 2 * depth + p + 1, s.z.board[owner][i].id, s.z.deck[p][depth]))
    return 0


def first_of_a_kind(s, cards):
    """The same cards, but only the first of equal ones."""
    p = s.z.player
    kept = cards
    left = cards & (cards - 1)
    while left:
        d = lowest_bit(left)
        earlier = kept & ((1 << d) - 1)
        while earlier:
            if s.z.deck[p][lowest_bit(earlier)] == s.z.deck[p][d]:
                kept &= ~(1 << d)
                break
            earlier &= earlier - 1
        left &= left - 1
    return kept
