"""Duelyst: what the starter AI thinks a unit or a card is worth, and what it is to damage one.

Constants are those of the original. The unit or card in question is put before the mind by `take_unit` and `take_card`.
"""


def health_of(t, i):
    return t.s.z.unit[i].health - t.s.z.unit[i].damage


def take_unit(t, i):
    t.u.unit = i
    t.u.card = t.s.z.unit[i].card
    t.u.owner = t.s.z.unit[i].owner
    t.u.general = 1 if i < 2 else 0
    t.u.attack = t.s.z.unit[i].attack
    t.u.health = health_of(t, i)
    t.u.keywords = t.s.z.unit[i].keywords


def take_card(t, card, hypothetical):
    t.u.unit = -1
    t.u.card = card
    t.u.owner = t.me
    t.u.general = 0
    t.u.attack = t.s.rules.fact[card].attack
    t.u.health = t.s.rules.fact[card].health
    t.u.keywords = t.s.rules.fact[card].keywords


def unit_score(t, i):
    effects = 2.0 * scored_effects(t, i) + keyword_bonus(t.s.z.unit[i].keywords)
    health = health_of(t, i)
    if i < 2:
        for k in range(t.s.z.n_worn[i]):
            effects += t.s.z.durability[i][k]
        return 1.4 * health + t.s.z.unit[i].attack + effects
    return 1.2 * health + pow(t.s.z.unit[i].attack, 1.5) + effects


def printed_score(t, card, token):
    """A card that is not on the board; a token that is only thought of has no effects."""
    value = 1.2 * t.s.rules.fact[card].health + pow(t.s.rules.fact[card].attack, 1.5) + t.s.rules.fact[card].cost
    if token:
        return value
    return value + 2.0 * t.belief[card].effects_hand + keyword_bonus(t.s.rules.fact[card].keywords)


def card_score(t, card):
    if t.s.rules.fact[card].type == MINION:
        return printed_score(t, card, False)
    return t.s.rules.fact[card].cost


def scored_effects(t, i):
    """How many effects are on a unit that count."""
    card = t.s.z.unit[i].card
    n = t.belief[card].effects_board
    if t.s.z.unit[i].flags & DISPELLED:
        n = 1 + t.belief[card].effects_lasting
    for k in range(t.s.z.n_effects):
        if t.s.z.effect[k].unit == i:
            n += t.s.z.effect[k].count
    n += t.s.z.unit[i].grants + popcount(t.s.z.unit[i].brief)
    owner = t.s.z.unit[i].owner
    if i < 2:
        n += t.s.z.n_worn[i] + t.s.z.bonus[i] + t.s.z.extra_draws[i] + t.s.z.dances[i] + t.s.z.surges[i]
    for k in range(t.s.z.n_objects):
        if t.s.z.object[k] == (t.s.z.unit[i].tile | (CREEP + 1 - owner) << 6):
            n += 1
    return n


def keyword_bonus(keywords):
    """What the first of the keywords that count is worth."""
    if keywords & PROVOKE:
        return 10.0
    if keywords & (RANGED | BLAST):
        return 20.0
    if keywords & DEATHWATCH:
        return 30.0
    if keywords & SPELL_WATCH:
        return 10.0
    if keywords & GROW:
        return 30.0
    if keywords & FRENZY:
        return 10.0
    if keywords & CELERITY:
        return 20.0
    if keywords & BACKSTAB:
        return 15.0
    if keywords & REBIRTH:
        return 8.0
    if keywords & FLYING:
        return 10.0
    if keywords & FORCEFIELD:
        return 20.0
    return 0.0


def damage_score(t, i, damage):
    if damage <= 0:
        return 0.0
    score = unit_score(t, i)
    if t.s.z.unit[i].flags & FIELD_UP:
        return 5.0 + score / 4
    health = health_of(t, i)
    value = 0.5 * score
    if health <= damage:
        value += 5.0 * score - 6.0 * (damage - health)
        if value < 0:
            value = 0.0
    if i < 2:
        value += max(1.0, 25.0 / health) * damage * 2
        if health <= damage:
            value += 9999.0
    return value


def find_usable(t):
    """Own units that can still do something, the general last, sorted as the original does."""
    t.n_usable = 0
    for k in range(t.s.z.n_units):
        i = k + 1 if k + 1 < t.s.z.n_units else t.me
        if k + 1 < t.s.z.n_units and i < 2:
            continue
        if t.s.z.unit[i].owner != t.me or t.s.z.unit[i].flags & (GONE | EXHAUSTED):
            continue
        if t.s.z.unit[i].attacks >= (2 if t.s.z.unit[i].keywords & CELERITY else 1):
            continue
        score = unit_score(t, i)
        at = t.n_usable
        if at == 0 or score >= t.usable_score[0]:
            at = 0
        else:
            for j in range(t.n_usable - 1, 0, -1):
                if score >= t.usable_score[j]:
                    at = j + 1
                    break
        for j in range(t.n_usable, at, -1):
            t.usable[j] = t.usable[j - 1]
            t.usable_score[j] = t.usable_score[j - 1]
        t.usable[at] = i
        t.usable_score[at] = score
        t.n_usable += 1
