"""Duelyst: how good a tile is to the starter AI for whom it thinks about, where that one can go, and who is near."""

import cython

ALL = cython.declare(cython.const[cython.ulonglong], (1 << 45) - 1)
NEVER = cython.declare(cython.const[cython.double], -1e300)


def distance(a, b):
    """Straight-line distance between tiles, rounded."""
    dx = a % 9 - b % 9
    dy = a // 9 - b // 9
    square = dx * dx + dy * dy
    r = 0
    while (2 * r + 1) * (2 * r + 1) <= 4 * square:
        r += 1
    return r


def touches(a, b):
    """Whether tiles are neighbours, or the same."""
    return (near(ONE << a) >> b & 1) != 0


def walk(t, i):
    """Where a unit can go, in the order of the search: left, right, down, up, and on from there."""
    here = t.s.z.unit[i].tile
    legal = reach(t.s, i) & ~t.no_move[here]
    flies: cython.bint = (t.s.z.unit[i].keywords & FLYING) != 0
    passable = ALL if flies else ALL & ~t.s.z.own[1 - t.me]
    n = 1
    t.path[0] = here
    seen = ONE << here
    first = 0
    t.n_places = 0
    for step in range(14 if flies else t.s.rules.fact[t.s.z.unit[i].card].speed):
        last = n
        for k in range(first, last):
            for way in range(4):
                tile = t.path[k]
                x = tile % 9
                if way == 0:
                    tile = tile - 1 if x > 0 else -1
                elif way == 1:
                    tile = tile + 1 if x < 8 else -1
                elif way == 2:
                    tile -= 9
                else:
                    tile += 9
                if tile < 0 or tile >= TILES or seen >> tile & 1 or not passable >> tile & 1:
                    continue
                seen |= ONE << tile
                t.path[n] = tile
                n += 1
                if legal >> tile & 1:
                    t.place[t.n_places] = tile
                    t.n_places += 1
        first = last


def is_evasive(t):
    keywords = t.u.keywords
    if keywords & EPHEMERAL:
        return False
    if keywords & (RANGED | BLAST):
        return True
    if t.u.general:
        return t.u.health < 10 and t.difficulty >= 0.2
    if keywords & t.belief[t.u.card].buffing and t.u.health < 5:
        return t.u.unit < 0 or not t.s.z.unit[t.u.unit].flags & FIELD_UP
    return False


def tile_worth(t, tile, o):
    """How good a tile is for the one who is thought about, with an enemy in mind."""
    value = 0.0
    there = t.s.z.unit[o].tile
    keywords = t.u.keywords
    foes = t.s.z.own[1 - t.u.owner]
    far = distance(tile, there)
    around = 0
    left = near(ONE << tile) & foes
    while left:
        around += 1
        left &= left - 1
    if keywords & ZEAL and touches(tile, t.s.z.unit[t.u.owner].tile):
        value += 0.7
    nearest = 99
    for k in range(t.s.z.n_objects):
        if t.s.z.object[k] >> 6 == SPRING:
            nearest = min(nearest, distance(tile, t.s.z.object[k] & 63))
    if nearest < 99:
        value -= 2.0 * nearest
    rear = behind(t.s, t.s.z.unit[o].owner, there, 1)
    if keywords & BACKSTAB and rear >= 0:
        value -= 3.0 * distance(tile, rear)
    if keywords & FRENZY and far <= 1:
        value += around - 1.0
    if keywords & PROVOKE:
        value += around - 3.0 * far
    if is_evasive(t):
        value += 3.0 * far - 10.0
    else:
        value -= 0.5 * far
    if keywords & BLAST:
        dx = tile % 9 - there % 9
        value -= 6.0 * (dx if dx > 0 else -dx)
    if t.s.z.unit[o].keywords & BACKSTAB and rear == tile:
        value -= 3.0
    return value


def objective_from_hand(t, tile):
    """Whom a card that would be put on a tile has in mind: what the general could attack from there, else the nearest."""
    best = -1
    most = NEVER
    g = t.me
    foe = 1 - t.me
    reached = in_reach(t.s, g, tile) & ~(ONE << tile)
    forced = near(ONE << t.s.z.unit[g].tile) & t.s.z.provokers[foe]
    for i in range(t.s.z.n_units):
        if t.s.z.unit[i].owner != foe or t.s.z.unit[i].flags & GONE or not reached >> t.s.z.unit[i].tile & 1:
            continue
        if not is_safe(t, g, i, tile) or (forced and not forced >> t.s.z.unit[i].tile & 1):
            continue
        score = 0.0
        distant: cython.bint = (t.u.keywords & (RANGED | BLAST)) != 0
        if not distant and t.u.health >= t.s.z.unit[i].attack:
            score += 15.0
        if t.u.keywords & PROVOKE and i < 2:
            score += 47.0
        if distant and distance(t.s.z.unit[g].tile, t.s.z.unit[i].tile) > 1:
            score += 25.0
        if score >= most:
            most = score
            best = i
    return best if best >= 0 else nearest_enemy(t, tile, ALL)


def nearest_enemy(t, tile, among):
    best = -1
    least = 99
    for i in range(t.s.z.n_units):
        if t.s.z.unit[i].owner == t.u.owner or t.s.z.unit[i].flags & GONE:
            continue
        if among >> t.s.z.unit[i].tile & 1 and distance(tile, t.s.z.unit[i].tile) < least:
            least = distance(tile, t.s.z.unit[i].tile)
            best = i
    return best if best >= 0 else 1 - t.u.owner


def is_safe(t, g, e, tile):
    """Whether a general may attack somebody: not too strong, and not deadly."""
    if t.difficulty < 0.75:
        return True
    health = health_of(t, g)
    attack = t.s.z.unit[e].attack
    if not t.lethal and t.lethal_known and attack > 0.3 * health:
        return False
    strikes: cython.bint = t.s.z.unit[e].keywords & RANGED != 0 or touches(tile, t.s.z.unit[e].tile)
    return not (strikes and attack >= health and not t.s.z.unit[e].keywords & CANNOT_COUNTER)
