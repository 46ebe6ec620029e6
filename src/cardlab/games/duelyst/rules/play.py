"""Duelyst: the rules.

Two generals meet on a board of nine by five tiles. In a turn its player moves units, attacks with them, plays cards for mana
and may replace a card, in any order; whose general dies loses. Minions are summoned beside friends and rest until the next
turn, spells have their effect and are gone, artifacts are worn by the general until they are broken by damage. At the end of a
turn abilities that wait for it come first, then the draw, then everything that lasted for this turn ends.

What a card does is written in its deeds, which `do_deeds` carries out; how what they begin is brought to its end says
`resolve`.
"""

import cython

LEFT_SIDE = cython.declare(cython.const[cython.ulonglong], 0x001008040201 * 15)
RIGHT_SIDE = cython.declare(cython.const[cython.ulonglong], 0x001008040201 * 480)


def carry_out(s, action):
    kind = kind_of(action)
    source = source_of(action)
    target = target_of(action)
    p = s.z.player
    if kind == MOVE:
        return move_unit(s, s.z.at[source], target)
    if kind == ATTACK:
        return attack(s, s.z.at[source], s.z.at[target])
    if kind == PLAY:
        return play_card(s, p, source, target)
    if kind == FOLLOW_UP:
        return follow_up(s, target)
    if kind == REPLACE:
        return replace(s, p, source)
    if kind == MULLIGAN:
        return mulligan(s, p, source, target)
    if kind == SKIP:
        tell(s, SKIPPED, p, 0, 0, 0, 0, EVERYBODY)
        return settle_play(s)
    if kind == CANCEL:
        take_back(s)
        return 0
    if kind == RESIGN:
        return give_up(s, p)
    if s.z.pending:
        take_back(s)
    return end_turn(s)


# ---- cards that are exchanged ------------------------------------------------------------------------------------


def mulligan(s, p, first, second):
    """Cards named by their slots, counted from 1, are set aside, others drawn into their places, and then they return."""
    aside_first = s.z.hand[p][first - 1] if first else 0
    aside_second = s.z.hand[p][second - 1] if second else 0
    n = (1 if first else 0) + (1 if second else 0)
    tell(s, MULLIGANED, p, n, 0, 0, 0, EVERYBODY)
    early: cython.bint = s.z.n_deck[p] < n
    if early:
        if first:
            put_in_deck(s, p, aside_first)
        if second:
            put_in_deck(s, p, aside_second)
    if first:
        exchange(s, p, first - 1)
    if second:
        exchange(s, p, second - 1)
    if not early:
        if first and (not second or first < second):
            put_in_deck(s, p, aside_first)
        if second:
            put_in_deck(s, p, aside_second)
        if first and second and first > second:
            put_in_deck(s, p, aside_first)
    s.z.mulliganed |= 1 << p
    if s.z.mulliganed == 3:
        s.z.phase = ACTIVE
        s.z.player = 0
        tell(s, TURN_BEGAN, 0, s.z.turn, s.z.mana[0], 0, 0, EVERYBODY)
    else:
        s.z.player = 1 - p
    return 0


def exchange(s, p, slot):
    s.z.hand[p][slot] = take_from_deck(s, p, roll(s, MULLIGAN_CHANCE, s.z.n_deck[p]))
    return 0


def replace(s, p, slot):
    """Draw until a card of another kind comes, which then takes the slot; the replaced card goes to the end of the deck."""
    old = s.z.hand[p][slot]
    n = s.z.n_deck[p]
    left = n
    for i in range(n):
        s.scratch[i] = i
    found: cython.int = n - 1
    while left:
        nth = roll(s, REPLACE_CHANCE, left)
        at = s.scratch[nth]
        if s.z.deck[p][at] != old:
            found = at
            break
        left -= 1
        for i in range(nth, left):
            s.scratch[i] = s.scratch[i + 1]
    new = take_from_deck(s, p, found)
    put_in_deck(s, p, old)
    s.z.hand[p][slot] = new
    s.z.replaced[p] += 1
    tell(s, REPLACED, p, old, new, slot, 0, 1 << p)
    return 0


# ---- units -------------------------------------------------------------------------------------------------------


def move_unit(s, i, tile):
    tell(s, MOVED, s.z.unit[i].owner, s.z.unit[i].card, s.z.unit[i].tile, tile, 0, EVERYBODY)
    lift(s, i)
    set_down(s, i, tile)
    s.z.unit[i].moves += 1
    if s.z.unit[i].attacks < s.z.unit[i].moves - 1:
        s.z.unit[i].attacks = s.z.unit[i].moves - 1
    return resolve(s)


def attack(s, who, whom):
    """The blow, blows at others by Blast or Frenzy, and then those who strike back."""
    p = s.z.unit[who].owner
    tell(s, ATTACKED, p, s.z.unit[who].card, s.z.unit[whom].card, s.z.unit[who].tile, s.z.unit[whom].tile, EVERYBODY)
    s.z.unit[who].attacks += 1
    if s.z.unit[who].moves < s.z.unit[who].attacks:
        s.z.unit[who].moves = s.z.unit[who].attacks
    append(s, STRIKE, who, whom, p, 0, 0, 0)
    strike_others(s, who, whom)
    if who == p and whom >= 2:
        for k in range(s.z.n_worn[p]):
            if s.rules.fact[s.z.worn[p][k]].powers & PIERCER:
                append(s, HURT, who, 1 - p, p, 0, 0, 1)
    if s.z.unit[who].keywords & HUNTER_DRAW:
        s.z.extra_draws[p] += 1
    return resolve(s)


def strike_others(s, who, whom):
    """Those hit with the target, in board order, and all counterattacks."""
    tile = s.z.unit[who].tile
    target = s.z.unit[whom].tile
    line: cython.ulonglong = 0
    around: cython.ulonglong = 0
    if s.z.unit[who].keywords & BLAST:
        line = half_line(tile, target)
    if s.z.unit[who].keywords & FRENZY and near(ONE << tile) >> target & 1:
        around = near(ONE << tile)
    if line | around:
        for i in range(s.z.n_units):
            if i != whom and s.z.unit[i].owner != s.z.unit[who].owner and not s.z.unit[i].flags & GONE:
                if (line | around) >> s.z.unit[i].tile & 1:
                    append(s, STRIKE, who, i, s.z.unit[who].owner, 0, 0, 0)
    if strikes_back(s, whom, who):
        append(s, STRIKE_BACK, whom, who, s.z.unit[whom].owner, 0, 0, 0)
    if line:
        for i in range(s.z.n_units):
            if i != whom and s.z.unit[i].owner != s.z.unit[who].owner and not s.z.unit[i].flags & GONE:
                if line >> s.z.unit[i].tile & 1 and strikes_back(s, i, who):
                    append(s, STRIKE_BACK, i, who, s.z.unit[i].owner, 0, 0, 0)
    return 0


def strikes_back(s, whom, who):
    """Whether an attacked unit can answer."""
    if s.z.unit[whom].attack <= 0 or s.z.unit[whom].keywords & CANNOT_COUNTER:
        return False
    if s.z.unit[who].keywords & BACKSTAB and stands_behind(s, who, whom):
        return False
    if s.z.unit[whom].keywords & RANGED:
        return True
    return (near(ONE << s.z.unit[whom].tile) >> s.z.unit[who].tile & 1) != 0


# ---- playing a card ----------------------------------------------------------------------------------------------


def play_card(s, p, slot, tile):
    card = s.rules.fact[s.z.unit[p].card].signature if slot == SIGNATURE_SLOT else s.z.hand[p][slot]
    if s.rules.fact[card].follows and s.rules.cancels:
        remember(s, s)
    s.z.mana[p] -= s.rules.fact[card].cost
    if slot == SIGNATURE_SLOT:
        s.z.ready[p] = 0
    else:
        s.z.hand[p][slot] = 0
        if s.z.idle_plays < 255:
            s.z.idle_plays += 1
    tell(s, PLAYED, p, card, tile, slot, 0, EVERYBODY)
    if s.rules.fact[card].follows:
        s.z.pending = card
        s.bereft = False
        s.z.n_used = 1
        s.z.used[0] = tile
        cast_card(s, p, card, tile)
        resolve(s)
        return ask_on(s, 0)
    if s.rules.fact[card].type == SPELL:
        watch_spell(s, p)
    cast_card(s, p, card, tile)
    return resolve(s)


def cast_card(s, p, card, tile):
    if s.rules.fact[card].type == ARTIFACT:
        return equip(s, p, card)
    me = NOBODY
    if s.rules.fact[card].type == MINION:
        me = summon_unit(s, p, card, tile)
    return do_deeds(s, card, ON_CAST, p, me, tile, tile)


def watch_spell(s, p):
    """Those who wait for a spell of their controller."""
    for k in range(s.z.n_worn[p]):
        if s.rules.fact[s.z.worn[p][k]].powers & RAGE:
            append(s, HURT, p, 1 - p, p, 0, 0, 1)
    for i in range(s.z.n_units):
        if s.z.unit[i].owner == p and s.z.unit[i].keywords & SPELL_WATCH and not s.z.unit[i].flags & GONE:
            do_deeds(s, s.z.unit[i].card, ON_SPELL, p, i, s.z.unit[i].tile, s.z.unit[i].tile)
    return 0


def ask_on(s, stage):
    """Ask for the follow-up of a stage, if there is one that has a target; else what was on hold happens now."""
    s.z.stage = stage
    if stage < s.rules.fact[s.z.pending].follows and targets_of(s, s.z.pending, stage + 1, s.z.player):
        return 0
    return settle_play(s)


def follow_up(s, tile):
    card = s.z.pending
    stage = s.z.stage
    here = s.z.used[0]
    me = s.z.at[here] if here < TILES else NOBODY
    do_deeds(s, card, ON_FOLLOW + stage, s.z.player, me, here, tile)
    s.z.used[s.z.n_used] = tile
    s.z.n_used += 1
    resolve(s)
    return ask_on(s, stage + 1)


def settle_play(s):
    card = s.z.pending
    tell_deaths(s)
    clear_pending(s)
    s.bereft = False
    if s.rules.fact[card].type == SPELL:
        watch_spell(s, s.z.player)
    return resolve(s)


def take_back(s):
    """The position before the play; what luck would bring is not brought back."""
    first = s.z.luck[0].s[0]
    second = s.z.luck[0].s[1]
    rolls = s.z.luck[0].rolls
    viewer = s.z.viewer
    tell(s, TAKEN_BACK, s.z.player, s.z.pending, 0, 0, 0, EVERYBODY)
    assign(s.z, s.before)
    s.z.luck[0].s[0] = first
    s.z.luck[0].s[1] = second
    s.z.luck[0].rolls = rolls
    s.z.viewer = viewer


def give_up(s, p):
    """The other one wins, whoever is to move and whatever is asked for."""
    clear_pending(s)
    end_game(s, 1 - p, GIVEN_UP)
    return settle(s)


# ---- turns -------------------------------------------------------------------------------------------------------


def end_turn(s):
    p = s.z.player
    tell(s, ENDED_TURN, p, 0, 0, 0, 0, EVERYBODY)
    finish_turn(s, p)
    if s.z.phase == OVER:
        return 0
    s.z.turn += 1
    if s.rules.turns and s.z.turn >= s.rules.turns:
        end_game(s, -1, TURN_LIMIT)
        return 0
    return begin_turn(s, 1 - p)


def finish_turn(s, p):
    """Abilities that wait for the end of the turn, the draw, and the end of all that lasted for this turn."""
    turn_triggers(s, p, ON_END)
    creep_bites(s, p)
    resolve(s)
    if s.z.phase == OVER:
        return 0
    for i in range(s.rules.draws + s.z.extra_draws[p]):
        append(s, DRAW, NOBODY, NOBODY, p, 0, 0, 0)
    resolve(s)
    if s.z.phase == OVER:
        return 0
    run_out(s, p)
    return resolve(s)


def run_out(s, p):
    for q in range(2):
        s.z.mana[q] = s.z.mana[q] - s.z.bonus[q] if s.z.mana[q] > s.z.bonus[q] else 0
        s.z.bonus[q] = 0
        s.z.dances[q] = 0
        s.z.surges[q] = 0
        s.z.extra_draws[q] = 0
    s.z.replaced[p] = 0
    s.z.idle_plays = 0
    expire(s, THIS_TURN)
    n = s.z.n_units
    for i in range(n):
        if s.z.unit[i].brief:
            s.z.unit[i].brief = 0
            compute(s, i)
        if s.z.unit[i].owner == p and s.z.unit[i].stun:
            s.z.unit[i].stun -= 1
    i = 2
    while i < n:
        if s.z.unit[i].owner != p and s.z.unit[i].keywords & EGG and s.z.unit[i].egg and not s.z.unit[i].flags & GONE:
            hatch(s, i)
        i += 1
    return 0


def begin_turn(s, p):
    """All units are ready again, mana grows, abilities that wait for it, the signature spell, and what lasted until now."""
    s.z.player = p
    for i in range(s.z.n_units):
        s.z.unit[i].flags &= ~EXHAUSTED
        s.z.unit[i].moves = 0
        s.z.unit[i].attacks = 0
        s.z.unit[i].fresh = 0
        if s.z.unit[i].keywords & FORCEFIELD:
            s.z.unit[i].flags |= FIELD_UP
    if s.z.max_mana[p] < s.rules.most_mana and s.z.turn > 1:
        s.z.max_mana[p] += 1
    s.z.mana[p] = s.z.max_mana[p]
    tell(s, TURN_BEGAN, p, s.z.turn, s.z.mana[p], 0, 0, EVERYBODY)
    turn_triggers(s, p, ON_START)
    resolve(s)
    if s.z.phase == OVER:
        return 0
    if s.rules.signatures and is_signature_turn(s.z.turn) and not s.z.ready[p]:
        s.z.ready[p] = 1
        tell(s, SIGNATURE_READY, p, s.rules.fact[s.z.unit[p].card].signature, 0, 0, 0, EVERYBODY)
    expire(s, FIRST_BEGINS + p)
    return resolve(s)


def is_signature_turn(turn):
    """A player's own turns number 3, 5, 7, and all from 8 on."""
    own = turn // 2 + 1
    return own == 3 or own == 5 or own >= 7


def turn_triggers(s, p, trigger):
    """The current player's units in board order. Those that put something beside them do so together."""
    wanted = TURN_START if trigger == ON_START else TURN_END
    spawners = 0
    for i in range(s.z.n_units):
        if s.z.unit[i].owner != p or s.z.unit[i].flags & GONE:
            continue
        card = s.z.unit[i].card
        if trigger == ON_START and s.z.unit[i].keywords & GROW:
            add_effect(s, i, ADDS, FOR_GOOD, s.rules.fact[card].grow, s.rules.fact[card].grow)
        if trigger == ON_END and s.z.unit[i].keywords & EPHEMERAL:
            append(s, VANISH, NOBODY, i, p, 0, 0, 0)
        if s.z.unit[i].keywords & wanted:
            if spawns_beside(s, card, trigger):
                s.spawner[spawners] = i
                spawners += 1
            else:
                do_deeds(s, card, trigger, p, i, s.z.unit[i].tile, s.z.unit[i].tile)
    return spawn_beside(s, p, trigger, spawners)


def spawns_beside(s, card, trigger):
    at = s.rules.fact[card].first[trigger]
    code = s.rules.deed[at].code
    return s.rules.fact[card].count[trigger] and (code == DO_SUMMON or code == DO_CREEP) and s.rules.deed[at].place == NEAR_SELF


def spawn_beside(s, p, trigger, n):
    """One after the other, each on a tile that was promised to nobody before."""
    for k in range(n):
        i = s.spawner[k]
        here = ONE << s.z.unit[i].tile
        code = s.rules.deed[s.rules.fact[s.z.unit[i].card].first[trigger]].code
        taken = creep_of(s, p) if code == DO_CREEP else s.z.own[0] | s.z.own[1]
        s.room[k] = near(here) & ~here & ~taken
    for k in range(n):
        i = s.spawner[k]
        make_way(s, k, n)
        if s.room[k] == 0:
            continue
        tile = pick_tile(s, s.room[k], s.z.unit[i].tile)
        at = s.rules.fact[s.z.unit[i].card].first[trigger]
        if s.rules.deed[at].code == DO_CREEP:
            append(s, LAY_CREEP, NOBODY, NOBODY, p, tile, 0, 0)
        else:
            append(s, SUMMON, NOBODY, NOBODY, p, tile, s.rules.deed[at].card, 0)
        for j in range(k + 1, n):
            s.room[j] &= ~(ONE << tile)
    return 0


def make_way(s, k, n):
    """If later ones could take all that one has, they leave it to him where they have something else."""
    others: cython.ulonglong = 0
    for j in range(k + 1, n):
        others |= s.room[j]
    if s.room[k] & ~others:
        return
    for j in range(k + 1, n):
        if s.room[j] & ~s.room[k]:
            s.room[j] &= ~s.room[k]


def creep_bites(s, p):
    """Shadow creep hurts enemies of its owner who stand on it."""
    for k in range(s.z.n_objects):
        if s.z.object[k] >> 6 == CREEP + p:
            i = s.z.at[s.z.object[k] & 63]
            if i != NOBODY and s.z.unit[i].owner != p:
                append(s, HURT, NOBODY, i, p, 0, 0, 1)
    return 0


# ---- what cards do -----------------------------------------------------------------------------------------------


def do_deeds(s, card, trigger, seat, me, here, there):
    """All that a card does on one occasion. `me` is its unit (or NOBODY), `here` where that stands, `there` the target."""
    first = s.rules.fact[card].first[trigger]
    for k in range(s.rules.fact[card].count[trigger]):
        do_deed(s, first + k, card, seat, me, here, there)
    return 0


def do_deed(s, at, card, seat, me, here, there):
    code = s.rules.deed[at].code
    if code >= DO_DRAW:
        return do_to_player(s, at, card, seat, me, here, there)
    tiles = tiles_meant(s, at, card, seat, here, there)
    if s.rules.deed[at].place == SELF and me != NOBODY:
        if not s.z.unit[me].flags & GONE:
            return do_to_unit(s, at, seat, me, there)
        return 0
    tiles &= units_aimed_at(s, s.rules.deed[at].who, seat)
    if tiles and s.rules.deed[at].sieve:
        tiles = sieved(s, tiles, s.rules.deed[at].sieve, s.rules.deed[at].sieve_by)
    if code == DO_DISPEL and s.rules.deed[at].who == EVERY_UNIT:
        left = tiles_meant(s, at, card, seat, here, there)
        while left:
            remove_object(s, lowest_bit(left))
            left &= left - 1
    n = s.z.n_units
    for i in range(n):
        if not s.z.unit[i].flags & GONE and tiles >> s.z.unit[i].tile & 1:
            do_to_unit(s, at, seat, i, there)
    return 0


def tiles_meant(s, at, card, seat, here, there):
    """Where those stand whom a deed is about."""
    place = s.rules.deed[at].place
    if place == TARGET:
        return ONE << there
    if place == BLOCK:
        return block_at(there, s.rules.fact[card].aiming[0].aim)
    if place == NEAR_SELF:
        return tiles_around(here, 0)
    if place == NEAR_TARGET:
        return tiles_around(there, 0)
    if place == NEAR_GENERAL:
        return tiles_around(s.z.unit[seat].tile, 0)
    if place == NEAR_FOE_GENERAL:
        return tiles_around(s.z.unit[1 - seat].tile, 0)
    if place == COLUMN:
        return column_of(s.z.unit[1 - seat].tile)
    if place == ROW:
        return row_of(s.z.unit[seat].tile)
    if place == SIDE:
        return LEFT_SIDE if seat == 0 else RIGHT_SIDE
    if place == ENEMY_SIDE:
        return RIGHT_SIDE if seat == 0 else LEFT_SIDE
    return LEFT_SIDE | RIGHT_SIDE | column_of(4)


def block_at(tile, aim):
    """Two by two tiles from a corner on, or three by three around a centre."""
    if aim == AT_BLOCK_2:
        pair = ONE << tile | ONE << (tile + 1)
        return pair | pair << 9
    return near(ONE << tile)


def do_to_unit(s, at, seat, i, there):
    code = s.rules.deed[at].code
    a = s.rules.deed[at].a
    b = s.rules.deed[at].b
    until = s.rules.deed[at].until
    if until == FIRST_BEGINS:
        until = FIRST_BEGINS + seat
    if code == DO_DAMAGE:
        return append(s, HURT, NOBODY, i, seat, 0, 0, a)
    if code == DO_BUFF:
        tell(s, CHANGED, s.z.unit[i].owner, s.z.unit[i].card, s.z.unit[i].tile, a, b, EVERYBODY)
        return add_effect(s, i, ADDS, until, a, b)
    if code == DO_SET:
        return add_effect(s, i, SETS, until, a, 0)
    if code == DO_REBASE:
        return add_effect(s, i, REBASES, until, a, b)
    if code == DO_FROSTFIRE:
        same: cython.bint = s.rules.fact[s.z.unit[i].card].tribe == s.rules.deed[at].sieve_by
        return add_effect(s, i, ADDS, FOR_GOOD, a, b if same else 0)
    if code == DO_BOND:
        return add_effect(s, i, ADDS, FOR_GOOD, s.z.unit[i].health - s.z.unit[i].damage, 0)
    if code == DO_HEAL:
        return append(s, HEAL, NOBODY, i, seat, 0, 0, a)
    if code == DO_RESTORE:
        return append(s, HEAL, NOBODY, i, seat, 0, 0, s.z.unit[i].damage)
    if code == DO_DESTROY:
        return append(s, DIE, NOBODY, i, seat, 0, 0, 0)
    if code == DO_MARTYR:
        append(s, DIE, NOBODY, i, seat, 0, 0, 0)
        return append(s, HEAL, NOBODY, s.z.unit[i].owner, seat, 0, 0, s.z.unit[i].health - s.z.unit[i].damage)
    if code == DO_STUN:
        return stun(s, i)
    if code == DO_DISPEL:
        return dispel(s, i)
    if code == DO_GRANT:
        if until == THIS_TURN:
            s.z.unit[i].brief |= s.rules.deed[at].keywords
        else:
            s.z.unit[i].granted |= s.rules.deed[at].keywords
            s.z.unit[i].grants += 1
        if s.rules.deed[at].keywords & FORCEFIELD:
            s.z.unit[i].flags |= FIELD_UP
        compute(s, i)
    elif code == DO_READY:
        s.z.unit[i].flags &= ~EXHAUSTED
        s.z.unit[i].moves = 0
        s.z.unit[i].attacks = 0
    elif code == DO_TRANSFORM:
        return append(s, TRANSFORM, NOBODY, i, seat, 0, s.rules.deed[at].card, 0)
    elif code == DO_EDGE:
        if s.z.unit[i].keywords & BACKSTAB:
            s.z.extra_draws[seat] += 1
    elif code == DO_RETURN:
        return append(s, SEND_BACK, NOBODY, i, seat, 0, 0, 0)
    elif code == DO_CONTROL:
        return append(s, TURN_COAT, NOBODY, i, seat, 0, 0, 0)
    return 0


def do_to_player(s, at, card, seat, me, here, there):
    """Deeds that are about cards, tiles or the player."""
    code = s.rules.deed[at].code
    if code == DO_DRAW or code == DO_BOTH_DRAW:
        for k in range(s.rules.deed[at].a):
            append(s, DRAW, NOBODY, NOBODY, seat, 0, 0, 0)
        if code == DO_BOTH_DRAW:
            for k in range(s.rules.deed[at].a):
                append(s, DRAW, NOBODY, NOBODY, 1 - seat, 0, 0, 0)
    elif code == DO_SUMMON:
        return summon_at(s, at, seat, here, there)
    elif code == DO_CREEP:
        return spread_creep(s, at, card, seat, here, there)
    elif code == DO_TELEPORT:
        if s.rules.deed[at].place == BEFORE_GENERAL:
            me = s.z.at[there]
            there = behind(s, seat, s.z.unit[seat].tile, -1)
        if me != NOBODY and there >= 0:
            append(s, TELEPORT, NOBODY, me, seat, there, 0, 0)
    elif code == DO_DANCE:
        s.z.dances[seat] += 1
    elif code == DO_SURGE:
        s.z.surges[seat] += 1
    elif code == DO_EQUIP:
        return append(s, EQUIP, NOBODY, NOBODY, seat, 0, s.rules.deed[at].card, 0)
    elif code == DO_LAST_MANA:
        if s.z.max_mana[seat] < s.rules.most_mana:
            s.z.max_mana[seat] += 1
    return 0


def summon_at(s, at, seat, here, there):
    place = s.rules.deed[at].place
    card = s.rules.deed[at].card
    if place == NEAR_GENERAL:
        return summon_near(s, seat, card, s.rules.deed[at].a, tiles_around(s.z.unit[seat].tile, 0), s.z.unit[seat].tile)
    if place == NEAR_SELF:
        return summon_near(s, seat, card, s.rules.deed[at].a, tiles_around(here, 0), here)
    tile: cython.int = there if place == TARGET else here
    if place == BEHIND_SELF:
        tile = behind(s, seat, here, 1)
    elif place == BEFORE_GENERAL:
        tile = behind(s, seat, s.z.unit[seat].tile, -1)
    if tile >= 0:
        append(s, SUMMON, NOBODY, NOBODY, seat, tile, card, 0)
    return 0


def summon_near(s, seat, card, n, tiles, centre):
    tiles &= ~(s.z.own[0] | s.z.own[1])
    for k in range(n):
        if tiles:
            tile = pick_tile(s, tiles, centre)
            tiles &= ~(ONE << tile)
            append(s, SUMMON, NOBODY, NOBODY, seat, tile, card, 0)
    return 0


def spread_creep(s, at, card, seat, here, there):
    place = s.rules.deed[at].place
    if place == NEAR_SELF:
        tiles = tiles_around(here, 0) & ~creep_of(s, seat)
        if tiles:
            append(s, LAY_CREEP, NOBODY, NOBODY, seat, pick_tile(s, tiles, here), 0, 0)
        return 0
    if place != BLOCK:
        return append(s, LAY_CREEP, NOBODY, NOBODY, seat, here, 0, 0)
    for dx in range(2):
        for dy in range(2):
            append(s, LAY_CREEP, NOBODY, NOBODY, seat, there + dx + 9 * dy, 0, 0)
    return 0
