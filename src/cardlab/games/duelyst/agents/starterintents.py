"""Duelyst: what the starter AI means to do with a card, and what that is worth on a place.

A defect of the original: a bad tile may score higher than a good one.
"""

import cython

ALL = cython.declare(cython.const[cython.ulonglong], (1 << 45) - 1)
NEVER = cython.declare(cython.const[cython.double], -1e300)


def place_score(t, card, place):
    value = card_score(t, card) + intents_worth(t, card, place)
    t.n_found_follow = 0
    if t.belief[card].follows:
        value += worth_of_follow_ups(t, card, place)
    return value


def intents_worth(t, card, place):
    total = 0.0
    if t.s.rules.fact[card].type == MINION:
        total += worth_of_summoning(t, card, place, 1, False)
    for k in range(t.belief[card].n):
        total += intent_worth(t, card, k, False, place)
    return total


def intent_worth(t, card, at, following, place):
    """What one intent is worth on a place."""
    kind = t.belief[card].follow[at].kind if following else t.belief[card].intent[at].kind
    who = t.belief[card].follow[at].who if following else t.belief[card].intent[at].who
    amount = t.belief[card].follow[at].amount if following else t.belief[card].intent[at].amount
    token = t.belief[card].follow[at].card if following else t.belief[card].intent[at].card
    if kind == CALL:
        return worth_of_summoning(t, token, place, amount, True)
    if kind == DRAW_CARD:
        return worth_of_drawing(t, amount)
    if who & ITSELF:
        weak = 0
        for i in range(t.s.z.n_units):
            if not t.s.z.unit[i].flags & GONE and health_of(t, i) < 3:
                weak += 1
        value = printed_score(t, card, False) / 2 * amount * (1.2 if kind == MOD_HEALTH else 1.0)
        return value + value * 0.5 * weak
    if kind == HEAL_GENERAL:
        i = t.s.z.at[place] if who & THEIRS else t.me
        if i == NOBODY:
            return 0.0
        return worth_on_unit(t, kind, amount, token, t.s.z.unit[i].owner)
    total = 0.0
    tiles: cython.ulonglong = ONE << place
    if who & EVERYBODY_THERE or not who & SMALL:
        tiles = ALL
    elif who & IN_COLUMN:
        tiles = column_of(place)
    elif who & IN_ROW:
        tiles = row_of(t.s.z.unit[t.me].tile)
    for i in range(t.s.z.n_units):
        if t.s.z.unit[i].flags & GONE or not tiles >> t.s.z.unit[i].tile & 1:
            if not who & OWN_SIDE or t.s.z.unit[i].flags & GONE:
                continue
        if who & OWN_SIDE:
            column = t.s.z.unit[i].tile % 9
            if (column > 3 and t.me == 0) or (column < 5 and t.me == 1):
                continue
        friend: cython.bint = t.s.z.unit[i].owner == t.me
        if not who & (MINE if friend else THEIRS) or not who & (GENERAL_TOO if i < 2 else SMALL):
            continue
        total += worth_on_unit(t, kind, amount, token, i)
    if (kind == STUN or kind == DISPEL) and total == 0.0:
        return -5.0
    return total


def worth_on_unit(t, kind, amount, token, i):
    """What it is worth to do something to a unit, for the own side."""
    sign = 1.0 if t.s.z.unit[i].owner == t.me else -1.0
    score = unit_score(t, i)
    health = health_of(t, i)
    if kind == BURN:
        value = damage_score(t, i, amount)
        return -0.75 * value if sign > 0 else value
    if kind == REMOVE:
        return -sign * 5.0 * score
    if kind == MOD_ATTACK:
        return sign * score / 2 * amount
    if kind == SET_ATTACK:
        return sign * (amount - t.s.z.unit[i].attack)
    if kind == MOD_HEALTH:
        if health + amount <= 0:
            return -sign * 5.0 * score
        return sign * score / 2 * amount * 1.2
    if kind == REFRESH:
        out: cython.bint = (t.s.z.unit[i].flags & EXHAUSTED) != 0
        limit = 2 if t.s.z.unit[i].keywords & CELERITY else 1
        return 3.0 * score if out or t.s.z.unit[i].attacks >= limit else 0.0
    if kind == GIVE_KEYWORD:
        return sign * amount
    if kind == STUN:
        stunned = 2.0 * t.s.z.unit[i].attack if i >= 2 and t.s.z.unit[i].stun == 0 else 0.0
        return -sign * stunned
    if kind == TRANSFORM:
        return sign * 2.0 * (printed_score(t, token, True) - score)
    if kind == DISPEL:
        if i < 2:
            return 0.0
        lasting = t.belief[t.s.z.unit[i].card].effects_lasting
        effects = scored_effects(t, i) - lasting
        points = 2.0 * effects + keyword_bonus(t.s.z.unit[i].keywords)
        plain = 1.2 * health + pow(t.s.z.unit[i].attack, 1.5) + points
        return -sign * (3.25 * points + 0.1 * plain) if points > 0 else 0.0
    if kind == HEAL_GENERAL:
        damage: cython.int = t.s.z.unit[i].damage
        value = 0.0
        if damage > 0:
            value = score
            if i < 2:
                value += max(1.0, 25.0 / health) * damage * 0.75
            else:
                value += max(1.0, 0.5 * t.s.z.unit[i].health / health) * damage * 1.25
        if amount > damage:
            value -= 6.0 * (amount - damage)
        return value if sign > 0 else -0.5 * (value if value > 0 else -value)
    return 0.0


def worth_of_drawing(t, n):
    held = cards_in_hand(t)
    room: cython.int = t.s.z.n_deck[t.me]
    if room > HAND - held:
        room = HAND - held
    total = 0.0
    for k in range(n):
        if room > 0:
            total += 40.0 / held if held else 1e9
            held += 1
            room -= 1
        else:
            total -= 50.0
    return total


def worth_of_summoning(t, card, place, amount, token):
    take_card(t, card, token)
    o = objective_from_hand(t, place)
    value = (printed_score(t, card, token) + tile_worth(t, place, o) / 5.0) * amount
    return value + 15.0 if value < 15.0 else value


def worth_of_follow_ups(t, card, place):
    """The best tile for each follow-up, one after the other."""
    total = 0.0
    last = place
    taken = t.s.z.own[0] | t.s.z.own[1] | ONE << place
    for stage in range(t.belief[card].follows):
        best = NEVER
        tile = -1
        for there in range(TILES):
            if not tiles_around(last, 0) >> there & 1:
                continue
            value = 0.0
            if t.belief[card].follow[0].kind == CALL:
                if taken >> there & 1:
                    continue
            else:
                i = t.s.z.at[there]
                if i == NOBODY or i < 2 or t.s.z.unit[i].owner != t.me:
                    continue
            for k in range(t.belief[card].n_follow):
                value += intent_worth(t, card, k, True, there)
            better: cython.bint = value > best
            if tile >= 0 and value == best and t.belief[card].follow[0].kind != CALL:
                better = t.s.z.at[there] < t.s.z.at[tile]
            if better:
                best = value
                tile = there
        if tile < 0:
            return total - 20.0
        total += best
        taken |= ONE << tile
        t.found_follow[t.n_found_follow] = tile
        t.n_found_follow += 1
        last = tile
    return total
