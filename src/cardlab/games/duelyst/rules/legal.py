"""Duelyst: what may be done.

All actions of one unit or one card are found at once, as a set of tiles, so that they are counted, drawn from and compared
without being listed. Movement goes along rows and columns around enemies; attacks reach the eight tiles around a unit.
"""

import cython

ALL = cython.declare(cython.const[cython.ulonglong], (1 << 45) - 1)
FIRST_COLUMN = cython.declare(cython.const[cython.ulonglong], 0x001008040201)
NOT_FIRST = cython.declare(cython.const[cython.ulonglong], ((1 << 45) - 1) & ~0x001008040201)
NOT_LAST = cython.declare(cython.const[cython.ulonglong], ((1 << 45) - 1) & ~0x100804020100)
FIRST_ROW = cython.declare(cython.const[cython.ulonglong], 0x1FF)
BLOCKS_OF_2 = cython.declare(cython.const[cython.ulonglong], ((1 << 36) - 1) & ~0x100804020100)
BLOCKS_OF_3 = cython.declare(cython.const[cython.ulonglong], (((1 << 36) - 1) & ~0x1FF) & ~(0x001008040201 | 0x100804020100))

# ---- lists, counts and draws -------------------------------------------------------------------------------------


def list_actions(s, out):
    """All legal actions: cards, units in board order, replacing, and the end of the turn last."""
    out.n = 0
    find_choices(s)
    for i in range(s.n_choices):
        write_choice(s, out, i)
    return 0


def list_candidates(s, out):
    """The same, with cards of which another copy is held played from the lowest slot only."""
    out.n = 0
    find_choices(s)
    for i in range(s.n_choices):
        kind = s.choice[i].kind
        if (kind == PLAY or kind == REPLACE) and has_twin_below(s, s.choice[i].source):
            continue
        write_choice(s, out, i)
    return 0


def write_choice(s, out, i):
    tiles = s.choice[i].tiles
    while tiles:
        offer(out, pack(s.choice[i].kind, s.choice[i].source, lowest_bit(tiles), s.choice[i].card))
        tiles &= tiles - 1
    return 0


def has_twin_below(s, slot):
    p = s.z.player
    if slot < HAND:
        for other in range(slot):
            if s.z.hand[p][other] == s.z.hand[p][slot]:
                return True
    return False


def equal_slots(s, action):
    """How many cards in hand could be used for the same."""
    kind = kind_of(action)
    slot = source_of(action)
    if (kind != PLAY and kind != REPLACE) or slot >= HAND:
        return 1
    n = 0
    for other in range(HAND):
        if s.z.hand[s.z.player][other] == s.z.hand[s.z.player][slot]:
            n += 1
    return n


def is_offered(s, action):
    kind = kind_of(action)
    source = source_of(action)
    target = target_of(action)
    if target > ANYWHERE or action < 0:
        return False
    find_choices(s)
    for i in range(s.n_choices):
        if s.choice[i].kind == kind and s.choice[i].source == source and s.choice[i].card == extra_of(action):
            return (s.choice[i].tiles >> target & 1) != 0
    return False


def draw_action(s, rng):
    """A uniformly random legal action."""
    find_choices(s)
    nth = rand_below(rng.s, s.total)
    i = 0
    while nth >= s.choice[i].size:
        nth -= s.choice[i].size
        i += 1
    return pack(s.choice[i].kind, s.choice[i].source, nth_bit(s.choice[i].tiles, nth), s.choice[i].card)


# ---- what there is to choose -------------------------------------------------------------------------------------


def find_choices(s):
    s.n_choices = 0
    s.total = 0
    p = s.z.player
    if s.z.phase == OVER:
        return
    if s.rules.resigns:
        add_choice(s, RESIGN, 0, 0, 1)
    if s.z.phase == OPENING:
        choose_mulligan(s)
        return
    if s.z.pending:
        add_choice(s, FOLLOW_UP, s.z.stage, s.z.pending, targets_of(s, s.z.pending, s.z.stage + 1, p))
        if s.rules.skips:
            add_choice(s, SKIP, 0, 0, 1)
        if s.z.revocable:
            add_choice(s, CANCEL, 0, 0, 1)
            add_choice(s, END_TURN, 0, 0, 1)
        return
    choose_cards(s, p)
    choose_units(s, p)
    if s.z.n_deck[p] and s.z.replaced[p] < s.rules.replaces:
        for slot in range(HAND):
            if s.z.hand[p][slot]:
                add_choice(s, REPLACE, slot, s.z.hand[p][slot], 1)
    add_choice(s, END_TURN, 0, 0, 1)


def add_choice(s, kind, source, card, tiles):
    if tiles == 0:
        return
    i = s.n_choices
    s.choice[i].kind = kind
    s.choice[i].source = source
    s.choice[i].card = card
    s.choice[i].tiles = tiles
    s.choice[i].size = popcount(tiles)
    s.n_choices = i + 1
    s.total += s.choice[i].size


def choose_mulligan(s):
    """No card, one, or two: slots are counted from 1, and the second is the target."""
    p = s.z.player
    add_choice(s, MULLIGAN, 0, 0, 1)
    for slot in range(HAND):
        if s.z.hand[p][slot] and s.rules.mulligan:
            seconds: cython.ulonglong = 1
            for other in range(slot + 1, HAND):
                if s.z.hand[p][other] and s.rules.mulligan > 1:
                    seconds |= ONE << (other + 1)
            add_choice(s, MULLIGAN, slot + 1, 0, seconds)


def choose_cards(s, p):
    mana = s.z.mana[p]
    if not (s.rules.stalling and s.z.idle_plays >= s.rules.stalling):
        for slot in range(HAND):
            card = s.z.hand[p][slot]
            if card and s.rules.fact[card].cost <= mana:
                add_choice(s, PLAY, slot, card, targets_of(s, card, 0, p))
    if s.z.ready[p]:
        card = s.rules.fact[s.z.unit[p].card].signature
        if card and s.rules.fact[card].cost <= mana:
            add_choice(s, PLAY, SIGNATURE_SLOT, card, targets_of(s, card, 0, p))


def choose_units(s, p):
    for i in range(s.z.n_units):
        if s.z.unit[i].owner != p or s.z.unit[i].flags & (EXHAUSTED | GONE) or s.z.unit[i].stun:
            continue
        if may_move(s, i):
            add_choice(s, MOVE, s.z.unit[i].tile, 0, reach(s, i))
        if may_attack(s, i):
            add_choice(s, ATTACK, s.z.unit[i].tile, 0, victims(s, i))


# ---- units -------------------------------------------------------------------------------------------------------


def may_move(s, i):
    keywords = s.z.unit[i].keywords
    limit = 2 if keywords & CELERITY else 1
    if s.z.unit[i].flags & (EXHAUSTED | GONE) or s.z.unit[i].stun:
        return False
    if s.z.unit[i].moves >= limit or s.z.unit[i].attacks >= limit:
        return False
    if keywords & (ROOTED | STRUCTURE) or s.rules.fact[s.z.unit[i].card].speed == 0:
        return False
    return (near(ONE << s.z.unit[i].tile) & s.z.provokers[1 - s.z.unit[i].owner]) == 0


def may_attack(s, i):
    if s.z.unit[i].flags & (EXHAUSTED | GONE) or s.z.unit[i].stun or s.z.unit[i].attack <= 0:
        return False
    return s.z.unit[i].attacks < (2 if s.z.unit[i].keywords & CELERITY else 1)


def near(tiles):
    """The tiles, and all around them."""
    rows = tiles | (tiles << 1 & NOT_FIRST) | (tiles >> 1 & NOT_LAST)
    return (rows | rows << 9 | rows >> 9) & ALL


def beside(tiles):
    """The tiles one step away along rows and columns."""
    return ((tiles << 1 & NOT_FIRST) | (tiles >> 1 & NOT_LAST) | tiles << 9 | tiles >> 9) & ALL


def reach(s, i):
    """Where a unit can go: around enemies, through friends, to a free tile."""
    p = s.z.unit[i].owner
    free = ALL & ~(s.z.own[0] | s.z.own[1])
    if s.z.unit[i].keywords & FLYING:
        return free
    passable = ALL & ~s.z.own[1 - p]
    found = ONE << s.z.unit[i].tile
    for step in range(s.rules.fact[s.z.unit[i].card].speed):
        found |= beside(found) & passable
    return found & free


def in_reach(s, i, tile):
    """The enemies that a unit could attack from a tile, provoked or not."""
    here = ONE << tile
    keywords = s.z.unit[i].keywords
    foes = s.z.own[1 - s.z.unit[i].owner]
    if keywords & RANGED:
        return foes
    tiles = near(here)
    if keywords & BLAST:
        tiles |= row_of(tile) | column_of(tile)
    return foes & tiles


def victims(s, i):
    """Whom a unit may attack: provokers around it first of all."""
    tile = s.z.unit[i].tile
    targets = in_reach(s, i, tile)
    forced = near(ONE << tile) & s.z.provokers[1 - s.z.unit[i].owner]
    return targets & forced if forced else targets


def half_line(tile, towards):
    """The tiles from one to the edge of the board, through another in the same row or column; none if there is no such line."""
    row = row_of(tile)
    column = column_of(tile)
    here = ONE << tile
    there = ONE << towards
    line: cython.ulonglong = 0
    if row & there:
        line = row
    elif column & there:
        line = column
    below = here - 1
    return line & ~below & ~here if towards > tile else line & below


def row_of(tile):
    return FIRST_ROW << (tile // 9 * 9)


def column_of(tile):
    return FIRST_COLUMN << (tile % 9)


# ---- cards -------------------------------------------------------------------------------------------------------


def targets_of(s, card, stage, p):
    """The tiles that a card (stage 0) or one of its follow-ups may be played on."""
    occupied = s.z.own[0] | s.z.own[1]
    free = ALL & ~occupied
    if stage == 0 and s.rules.fact[card].type == MINION:
        return free if s.rules.fact[card].keywords & AIRDROP else near(s.z.own[p]) & free
    aim = s.rules.fact[card].aiming[stage].aim
    if aim == AT_ANYWHERE:
        return ALL if s.rules.all_tiles else ONE << ANYWHERE
    tiles = free
    if aim == AT_UNIT:
        tiles = units_aimed_at(s, s.rules.fact[card].aiming[stage].who, p)
    elif aim == AT_SPAWN:
        tiles = near(s.z.own[p]) & free
    elif aim == AT_BLOCK_2:
        tiles = BLOCKS_OF_2
    elif aim == AT_BLOCK_3:
        tiles = BLOCKS_OF_3
    elif aim == AT_SPACE:
        tiles = spaces(s)
    nearby = s.rules.fact[card].aiming[stage].near
    if nearby == BY_GENERAL:
        tiles &= tiles_around(s.z.unit[p].tile, 0)
    elif nearby == BY_LAST and s.z.n_used:
        tiles &= tiles_around(s.z.used[s.z.n_used - 1], 0)
    elif nearby == WITHIN_TWO and s.z.n_used:
        tiles &= tiles_around(s.z.used[0], 2)
    if tiles and s.rules.fact[card].aiming[stage].sieve != ALL_PASS:
        tiles = sieved(s, tiles, s.rules.fact[card].aiming[stage].sieve, s.rules.fact[card].aiming[stage].sieve_by)
    if stage:
        for i in range(s.z.n_used):
            if s.z.used[i] < TILES:
                tiles &= ~(ONE << s.z.used[i])
        if not has_subject(s, card, stage):
            return 0
    return tiles


def has_subject(s, card, stage):
    """A unit that is to be teleported must still be there: it and no other that came to its tile."""
    first = s.rules.fact[card].first[ON_FOLLOW + stage - 1]
    if s.rules.fact[card].count[ON_FOLLOW + stage - 1] and s.rules.deed[first].code == DO_TELEPORT:
        return not s.bereft and s.z.at[s.z.used[0]] != NOBODY
    return True


def units_aimed_at(s, who, p):
    tiles: cython.ulonglong = 0
    if who & FRIEND:
        tiles |= s.z.own[p]
    if who & FOE:
        tiles |= s.z.own[1 - p]
    generals: cython.ulonglong = 0
    for q in range(2):
        if not s.z.unit[q].flags & GONE:
            generals |= ONE << s.z.unit[q].tile
    if not who & GENERALS:
        tiles &= ~generals
    if not who & MINIONS:
        tiles &= generals
    return tiles


def sieved(s, tiles, sieve, by):
    """Those of some units that pass."""
    least = 9999
    if sieve == WEAKEST:
        for i in range(2, s.z.n_units):
            if not s.z.unit[i].flags & GONE and s.z.unit[i].attack < least:
                least = s.z.unit[i].attack
    left = tiles
    while left:
        tile = lowest_bit(left)
        left &= left - 1
        i = s.z.at[tile]
        passes: cython.bint = i != NOBODY
        if passes and sieve == ATTACK_AT_MOST:
            passes = s.z.unit[i].attack <= cython.cast(cython.int, by)
        elif passes and sieve == WEAKEST:
            passes = s.z.unit[i].attack == least
        elif passes and sieve == OF_TRIBE:
            passes = s.rules.fact[s.z.unit[i].card].tribe == by
        elif passes and sieve == WITH_KEYWORD:
            passes = (s.z.unit[i].keywords & by) != 0
        elif passes and sieve == IS_DAMAGED:
            passes = s.z.unit[i].damage > 0
        if not passes:
            tiles &= ~(ONE << tile)
    return tiles


def tiles_around(tile, distance):
    """The eight tiles around one; or with a distance, those so many steps along rows and columns away, or fewer."""
    if tile >= TILES:
        return 0
    here = ONE << tile
    if distance == 0:
        return near(here) & ~here
    found = here
    for step in range(distance):
        found |= beside(found)
    return found & ~here


def spaces(s):
    """Tiles that hold a unit or an object."""
    tiles = s.z.own[0] | s.z.own[1]
    for i in range(s.z.n_objects):
        tiles |= ONE << (s.z.object[i] & 63)
    return tiles
