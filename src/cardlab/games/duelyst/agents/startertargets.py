"""Duelyst: whom a unit of the starter AI could attack, what that makes of a tile, and whether there is a kill.

Two defects of the original: only the head of a list is sure to be its best, and a unit only sees targets that it touches
already, also when it thinks about other tiles.
"""

import cython

ALL = cython.declare(cython.const[cython.ulonglong], (1 << 45) - 1)


def find_targets(t, tile, lethal_only, cast):
    """Whom the unit could attack from a tile, the best first: but only those it reaches from where it stands."""
    list_reached(t, tile)
    attack = t.u.attack
    if (lethal_only or t.lethal) and t.u.unit >= 0 and t.u.owner == t.me and may_attack(t.s, t.u.unit):
        attack = buffed_attack(t, cast, 0)
    n = t.n_targets
    t.n_targets = 0
    for k in range(n):
        e = t.target[k]
        if lethal_only and not t.lethal and health_of(t, e) > attack:
            continue
        if not t.u.general and health_of(t, e) <= attack and is_at_limit(t, t.removed, 10):
            continue
        keep_target(t, e, target_score(t, e, tile, attack))


def list_reached(t, tile):
    """Whom the unit could attack from a tile, in board order; those whom it would rather not are left out."""
    t.n_targets = 0
    i = t.u.unit
    g = i if i >= 0 else t.me
    reached = in_reach(t.s, g, tile) & in_reach(t.s, g, t.s.z.unit[g].tile) & ~t.doomed
    forced = near(ONE << t.s.z.unit[g].tile) & t.s.z.provokers[1 - t.u.owner]
    if forced and i >= 0:
        reached &= forced
    if i >= 0 and t.u.owner == t.me:
        reached &= ~t.no_attack[t.s.z.unit[i].tile]
    for e in range(t.s.z.n_units):
        if t.s.z.unit[e].flags & GONE or not reached >> t.s.z.unit[e].tile & 1:
            continue
        if t.u.general and (t.s.z.unit[e].keywords & GENERAL_PROOF or not is_safe(t, i, e, tile)):
            continue
        if t.s.z.unit[e].card == t.s.rules.wraithling and brings_more(t, e):
            continue
        if not t.u.general and e < 2 and t.difficulty < 0.1:
            continue
        t.target[t.n_targets] = e
        t.n_targets += 1


def target_score(t, e, tile, attack):
    """What it is worth to attack an enemy from a tile."""
    distant: cython.bint = (t.u.keywords & (RANGED | BLAST)) != 0
    score = damage_score(t, e, attack)
    there = t.s.z.unit[e].tile
    if not distant and t.u.health >= t.s.z.unit[e].attack and t.difficulty >= 0.75:
        score += 15.0
    if e < 2 and touches(there, tile) and t.u.keywords & PROVOKE:
        score += 47.0
    if distant and distance(tile, there) > 1:
        score += 25.0
    if t.u.unit >= 0 and t.u.keywords & BACKSTAB and behind(t.s, t.s.z.unit[e].owner, there, 1) == tile:
        score += 30.0
    if t.u.unit >= 0 and t.u.keywords & BLAST:
        left = row_of(there) & t.s.z.own[1 - t.u.owner]
        while left:
            score += 15.0
            left &= left - 1
    return score


def keep_target(t, e, score):
    """Put a target where the original does: first, if it is as good; else behind the last of the others that is no worse.

    If all others are worse it goes to the end.
    """
    at = t.n_targets
    if at == 0 or score >= t.target_score[0]:
        at = 0
    else:
        for j in range(t.n_targets - 1, 0, -1):
            if score <= t.target_score[j]:
                at = j + 1
                break
    for j in range(t.n_targets, at, -1):
        t.target[j] = t.target[j - 1]
        t.target_score[j] = t.target_score[j - 1]
    t.target[at] = e
    t.target_score[at] = score
    t.n_targets += 1


def brings_more(t, e):
    """Whether a wraithling's death would only call another one, by a priestess of its side."""
    for i in range(2, t.s.z.n_units):
        if t.s.z.unit[i].card == t.priestess and t.s.z.unit[i].owner == t.s.z.unit[e].owner:
            if not t.s.z.unit[i].flags & GONE:
                return True
    return False


def tile_value(t, tile, lethal_only):
    """How good a tile is for the unit, and whom it would have in mind there."""
    find_targets(t, tile, lethal_only, False)
    if t.n_targets:
        o = t.target[0]
        score = t.target_score[0]
        t.objective = o
        value = tile_worth(t, tile, o)
        if (t.u.unit >= 0 or t.u.keywords & RUSH) and not t.u.keywords & (RANGED | BLAST):
            value += score
        return value
    reached: cython.ulonglong = 0
    if t.u.unit >= 0:
        find_targets(t, t.s.z.unit[t.u.unit].tile, False, False)
        for k in range(t.n_targets):
            reached |= ONE << t.s.z.unit[t.target[k]].tile
    o = nearest_enemy(t, tile, reached if reached else ALL)
    t.objective = o
    return tile_worth(t, tile, o)


# ---- cards that make the difference --------------------------------------------------------------------------------


def buff_of(t, card):
    """By how much a card would raise the attack of the one who is thought about; 0 if it is not for such."""
    total = 0
    for k in range(t.belief[card].n):
        who = t.belief[card].intent[k].who
        if t.belief[card].intent[k].kind == MOD_ATTACK and t.belief[card].intent[k].amount > 0:
            if who & MINE and who & (GENERAL_TOO if t.u.general else SMALL) and not who & ITSELF:
                total += t.belief[card].intent[k].amount
    if t.belief[card].old == BUFF_MINION and not t.u.general:
        total += t.u.health
    if t.belief[card].old == BUFF_GENERAL and t.u.general:
        total += t.u.attack
    return total


def buffed_attack(t, cast, less):
    """Attack with the first card in hand that makes the difference against a target, which is played if that is wanted.

    `less` is what the first target has lost already in thought.
    """
    attack = t.u.attack
    if t.n_queue or t.n_targets == 0 or t.u.keywords & EPHEMERAL:
        return attack
    here = ONE << t.s.z.unit[t.u.unit].tile | ONE << ANYWHERE
    for slot in range(SIGNATURE_SLOT + 1):
        if not playable(t, slot):
            continue
        card = card_in(t, slot)
        more = buff_of(t, card)
        if more <= 0 or targets_of(t.s, card, 0, t.me) & here == 0:
            continue
        for k in range(t.n_targets):
            if t.target[k] < 2 and t.belief[card].old == BUFF_GENERAL:
                continue
            health = health_of(t, t.target[k]) - less
            if attack < health <= attack + more:
                if cast:
                    play_on(t, slot, t.s.z.unit[t.u.unit].tile)
                return attack + more
    return attack


def check_lethal(t):
    """Whether all that could hit the enemy general this turn would do; what stands in the way is not looked at."""
    t.lethal_known = True
    foe = 1 - t.me
    find_usable(t)
    damage: cython.int = t.s.z.unit[foe].damage
    for k in range(t.n_usable):
        i = t.usable[k]
        if not may_attack(t.s, i):
            continue
        here = t.s.z.unit[i].tile
        there = t.s.z.unit[foe].tile
        speed = 99 if t.s.z.unit[i].keywords & FLYING else t.s.rules.fact[t.s.z.unit[i].card].speed
        if touches(here, there) or (may_move(t.s, i) and distance(here, there) <= speed + 1):
            take_unit(t, i)
            t.n_targets = 1
            t.target[0] = foe
            damage += buffed_attack(t, False, damage - t.s.z.unit[foe].damage)
    mana: cython.int = t.s.z.mana[t.me]
    for slot in range(SIGNATURE_SLOT + 1):
        card = card_in(t, slot)
        if card == 0 or not playable(t, slot) or t.s.rules.fact[card].cost > mana:
            continue
        burns = 0
        for k in range(t.belief[card].n):
            who = t.belief[card].intent[k].who
            if t.belief[card].intent[k].kind == BURN and who & THEIRS and who & GENERAL_TOO:
                burns += t.belief[card].intent[k].amount
        if burns:
            damage += burns
            mana -= t.s.rules.fact[card].cost
    t.lethal = damage >= t.s.z.unit[foe].health
