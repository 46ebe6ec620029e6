"""Duelyst: the starter AI moves and attacks.

A defect of the original: cards that weaken a target are looked for among those that could be played on the attacker.
"""

import cython

NEVER = cython.declare(cython.const[cython.double], -1e300)


def move_unit(t, i, lethal_only):
    """To the tile with the highest value, if it is higher than where the unit stands."""
    if not may_move(t.s, i):
        return
    here = t.s.z.unit[i].tile
    take_unit(t, i)
    best = tile_value(t, here, lethal_only)
    chosen = -1
    in_mind = -1
    walk(t, i)
    for k in range(t.n_places):
        value = tile_value(t, t.place[k], lethal_only)
        if value > best:
            best = value
            chosen = t.place[k]
            in_mind = t.objective
    if chosen < 0:
        return
    if t.u.keywords & EPHEMERAL and distance(t.s.z.unit[in_mind].tile, chosen) > 1:
        return
    if lethal_only and distance(here, chosen) > 1 and not is_evasive(t):
        return
    plan(t, pack(MOVE, here, chosen, 0))


# ---- attacks -------------------------------------------------------------------------------------------------------


def attack_with(t, i, lethal_only):
    """The best target that is worth it, with a card that makes the difference."""
    here = t.s.z.unit[i].tile
    if not may_attack(t.s, i) or (i >= 2 and t.lazy >> here & 1):
        return
    take_unit(t, i)
    find_targets(t, here, lethal_only, True)
    chosen = choose_target(t, i)
    if chosen < 0:
        return
    take_unit(t, i)
    if t.n_queue == 0 and not t.u.keywords & EPHEMERAL and t.difficulty >= 0.75:
        weaken(t, i, chosen)
    plan(t, pack(ATTACK, here, t.s.z.unit[chosen].tile, 0))


def choose_target(t, i):
    """The first target, but one behind a forcefield only if another unit takes that down first.

    One that would leave an egg only if another unit can reach the egg; if none can, no other such target either.
    """
    attack = t.u.attack
    wary: cython.bint = False
    for k in range(t.n_targets):
        e = t.target[k]
        reborn: cython.bint = (t.s.z.unit[e].keywords & REBIRTH) != 0
        if wary and reborn:
            continue
        shielded: cython.bint = (t.s.z.unit[e].flags & FIELD_UP) != 0
        if shielded and not force(t, e, i, True):
            continue
        if reborn and attack > health_of(t, e):
            if not force(t, e, i, True):
                wary = True
                continue
            t.egg_tile = t.s.z.unit[e].tile
        if shielded:
            force(t, e, i, False)
        return e
    return -1


def force(t, e, but, only_look):
    """Let another unit attack a target: from where it stands, or after a move to its side. Whether there is one."""
    there = t.s.z.unit[e].tile
    for k in range(t.n_usable - 1, -1, -1):
        i = t.usable[k]
        here = t.s.z.unit[i].tile
        if i == but or not may_attack(t.s, i) or t.no_attack[here] >> there & 1 or (i >= 2 and t.lazy >> here & 1):
            continue
        if i < 2 and not is_safe(t, i, e, there):
            continue
        tile = here if distance(here, there) <= 1 else step_beside(t, i, e)
        if tile < 0:
            continue
        if not only_look:
            if tile != here:
                plan(t, pack(MOVE, here, tile, 0))
            plan(t, pack(ATTACK, tile, there, 0))
        return True
    return False


def step_beside(t, i, e):
    """The best tile beside a target that a unit can move to, away from others who would hold it there; -1 without any."""
    if not may_move(t.s, i):
        return -1
    there = ONE << t.s.z.unit[e].tile
    holders = t.s.z.provokers[1 - t.me]
    take_unit(t, i)
    walk(t, i)
    best = NEVER
    chosen = -1
    for k in range(t.n_places):
        tile = t.place[k]
        around = near(ONE << tile)
        if not around & there or (around & holders and not holders & there):
            continue
        if tile_worth(t, tile, e) > best:
            best = tile_worth(t, tile, e)
            chosen = tile
    return chosen


def finish_egg(t):
    """A minion that comes back was killed: kill what it left."""
    e = t.s.z.at[t.egg_tile]
    if e == NOBODY or t.s.z.unit[e].owner == t.me or not t.s.z.unit[e].keywords & EGG:
        return
    t.egg_tile = -1
    find_usable(t)
    force(t, e, NOBODY, False)


def weaken(t, i, e):
    """A card that weakens, if the unit would fall to who strikes back; but only one that could be played on the unit."""
    whom = who_answers(t, i, e)
    if whom < 0 or t.u.general:
        return
    here = ONE << t.s.z.unit[i].tile
    for slot in range(SIGNATURE_SLOT + 1):
        if playable(t, slot) and t.belief[card_in(t, slot)].old == DEBUFF:
            if targets_of(t.s, card_in(t, slot), 0, t.me) & here:
                play_on(t, slot, t.s.z.unit[whom].tile)
                return


def who_answers(t, i, e):
    """Who would strike a unit down for its attack, with Blast anybody on the line; -1 if nobody."""
    far: cython.bint = not touches(t.s.z.unit[i].tile, t.s.z.unit[e].tile)
    line = ONE << t.s.z.unit[e].tile
    if far and t.u.keywords & BLAST:
        line = half_line(t.s.z.unit[i].tile, t.s.z.unit[e].tile)
    for k in range(t.s.z.n_units):
        if t.s.z.unit[k].owner == t.me or t.s.z.unit[k].flags & GONE or not line >> t.s.z.unit[k].tile & 1:
            continue
        if t.s.z.unit[k].keywords & CANNOT_COUNTER or t.s.z.unit[k].attack < t.u.health:
            continue
        if t.s.z.unit[k].keywords & RANGED or touches(t.s.z.unit[i].tile, t.s.z.unit[k].tile):
            return k
    return -1
