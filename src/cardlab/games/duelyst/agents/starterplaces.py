"""Duelyst: where the starter AI plays a card: legal places in the order of the original, rated or by an older rule.

A defect of the original: a choice that a rule put first is left to chance if it was the first in any case.
"""

import cython

ALL = cython.declare(cython.const[cython.ulonglong], (1 << 45) - 1)
NEVER = cython.declare(cython.const[cython.double], -1e300)


def rate_places(t, slot, threshold, rng):
    """The best place of a card, of equals the later one; whether one reaches the threshold."""
    card = card_in(t, slot)
    list_places(t, slot, rng)
    score = NEVER
    tile = -1
    n = 0
    first = 0
    second = 0
    for k in range(t.n_places):
        value = place_score(t, card, t.place[k])
        if value >= threshold and value >= score:
            score = value
            tile = t.place[k]
            n = t.n_found_follow
            first = t.found_follow[0]
            second = t.found_follow[1]
    t.best_score = score
    t.best_place = tile
    t.n_found_follow = n
    t.found_follow[0] = first
    t.found_follow[1] = second
    return tile >= 0


def list_places(t, slot, rng):
    """Legal places, or one of them if all are the same to the card."""
    card = card_in(t, slot)
    legal = targets_of(t.s, card, 0, t.me)
    list_legal(t, card, legal)
    if t.n_places and t.s.rules.fact[card].type != MINION and aims_at_all(t, card):
        if legal >> ANYWHERE & 1:
            t.place[0] = t.s.z.unit[t.me].tile
        elif t.n_places > 1:
            t.place[0] = t.place[rand_below(rng.s, t.n_places)]
        t.n_places = 1


def list_legal(t, card, legal):
    """Legal places in the order in which the original lists them."""
    minion: cython.bint = t.s.rules.fact[card].type == MINION
    aim = t.s.rules.fact[card].aiming[0].aim
    if not minion and (aim == AT_ANYWHERE or aim == AT_BLOCK_2 or aim == AT_BLOCK_3):
        list_columns(t, ALL if legal >> ANYWHERE & 1 else legal)
    elif minion and t.s.rules.fact[card].keywords & AIRDROP:
        list_columns(t, legal)
    else:
        list_rows_or_units(t, legal)


def list_rows_or_units(t, legal):
    """Free tiles row by row; tiles of units in board order."""
    t.n_places = 0
    if legal & (t.s.z.own[0] | t.s.z.own[1]) == 0:
        for tile in range(TILES):
            if legal >> tile & 1:
                t.place[t.n_places] = tile
                t.n_places += 1
        return
    for i in range(t.s.z.n_units):
        if not t.s.z.unit[i].flags & GONE and legal >> t.s.z.unit[i].tile & 1:
            t.place[t.n_places] = t.s.z.unit[i].tile
            t.n_places += 1


def list_columns(t, legal):
    """Tiles from left to right, and those of a column from the top."""
    t.n_places = 0
    for x in range(9):
        for y in range(5):
            if legal >> (9 * y + x) & 1:
                t.place[t.n_places] = 9 * y + x
                t.n_places += 1


def aims_at_all(t, card):
    """Whether all that a card means to do is to everybody, or to generals only: then its place does not matter."""
    for k in range(t.belief[card].n):
        who = t.belief[card].intent[k].who
        if t.belief[card].intent[k].kind == CALL or who & IN_COLUMN:
            return False
        if not who & (EVERYBODY_THERE | OWN_SIDE | IN_ROW) and who & SMALL:
            return False
    return True


# ---- older rules ---------------------------------------------------------------------------------------------------


def place_by_rule(t, card):
    """The place that an older rule puts first, -1 if the card is not to be played; and how many pass it."""
    old = t.belief[card].old
    if old == BUFF_MINION or old == BUFF_GENERAL or old == DEBUFF:
        return -1
    if old == MOVE_FRIEND:
        return best_tile_for(t, t.me)
    if old == BURN_MOVE:
        return lure_target(t)
    if old == SHADOW_NOVA:
        return nova_target(t)
    if old == REMOVAL_MASS and not storm_pays(t):
        return -1
    return t.place[0]


def or_any(t, card, tile, rng):
    """Any legal place, if all passed and the one that was put first is so in any case; patterns stay where they are."""
    aim = t.s.rules.fact[card].aiming[t.s.z.stage + 1 if t.s.z.pending else 0].aim
    if aim == AT_BLOCK_2 or aim == AT_BLOCK_3 or t.n_places < 2:
        return tile
    if t.n_passed == t.n_places and tile == t.place[0]:
        return t.place[rand_below(rng.s, t.n_places)]
    return tile


def best_tile_for(t, i):
    """The listed place with the highest value for a unit, the lowest if it is an enemy."""
    take_unit(t, i)
    best = NEVER
    tile = -1
    for k in range(t.n_places):
        value = tile_value(t, t.place[k], False)
        if t.u.owner != t.me:
            value = -value
        if value > best:
            best = value
            tile = t.place[k]
    return tile


def lure_target(t):
    """A minion that it kills, the best; else the most annoying of the strong ones."""
    best = NEVER
    tile = -1
    t.n_passed = 0
    for k in range(t.n_places):
        i = t.s.z.at[t.place[k]]
        if health_of(t, i) <= 1 and not t.s.z.unit[i].keywords & RANGED:
            t.n_passed += 1
            if unit_score(t, i) > best:
                best = unit_score(t, i)
                tile = t.place[k]
    if tile >= 0:
        return tile
    for k in range(t.n_places):
        i = t.s.z.at[t.place[k]]
        if t.s.z.unit[i].attack >= 4 or t.s.z.unit[i].keywords & (PROVOKE | RANGED):
            t.n_passed += 1
            take_unit(t, i)
            value = tile_value(t, t.place[k], False)
            if value > best:
                best = value
                tile = t.place[k]
    return tile


def nova_target(t):
    """Enemies with one health left that stand together; they are as good as dead."""
    foe = 1 - t.me
    first = -1
    best = NEVER
    for i in range(t.s.z.n_units):
        if t.s.z.unit[i].owner == foe and not t.s.z.unit[i].flags & GONE and health_of(t, i) <= 1:
            if damage_score(t, i, 1) > best:
                best = damage_score(t, i, 1)
                first = i
    if first < 0:
        return -1
    second = -1
    third = -1
    for i in range(t.s.z.n_units):
        if i == first or t.s.z.unit[i].owner != foe or t.s.z.unit[i].flags & GONE:
            continue
        if touches(t.s.z.unit[i].tile, t.s.z.unit[first].tile):
            if second < 0:
                second = i
            elif third < 0 and touches(t.s.z.unit[i].tile, t.s.z.unit[second].tile):
                third = i
    if second < 0 and best < 99.0:
        return -1
    wanted = ONE << t.s.z.unit[first].tile
    if second >= 0:
        wanted |= ONE << t.s.z.unit[second].tile
    if third >= 0:
        wanted |= ONE << t.s.z.unit[third].tile
    for x in range(8):
        for y in range(4):
            pair = ONE << (9 * y + x) | ONE << (9 * y + x + 1)
            if wanted & ~(pair | pair << 9) == 0:
                t.doomed |= wanted
                return 9 * y + x
    return -1


def storm_pays(t):
    mine = 0.0
    theirs = 0.0
    any_foe: cython.bint = False
    for i in range(2, t.s.z.n_units):
        if t.s.z.unit[i].flags & GONE or t.s.z.unit[i].attack > 3:
            continue
        if t.s.z.unit[i].owner == t.me:
            mine += damage_score(t, i, 999)
        else:
            any_foe = True
            theirs += damage_score(t, i, 999)
    return any_foe and theirs >= mine
