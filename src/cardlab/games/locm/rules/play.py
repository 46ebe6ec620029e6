"""Legends of Code and Magic 1.2: the rules.

Two players draft 30 cards each: thirty times both take one of the same three cards, in secret. The shuffled picks are their
decks. Then they take turns: mana grows, cards are drawn, creatures are summoned on one of two lanes, attack what stands
opposite or the opponent himself, and items strengthen, weaken or damage. Whose health is gone loses.

Losing health breaks runes, and each broken rune is a card more next turn; drawing from an empty deck burns them instead.
"""

import cython

# ---- random play -------------------------------------------------------------------------------------------------


def draw_action(s, rng):
    """A uniformly random legal action: all are counted, one is drawn, and only that one is made."""
    if s.z.phase == DRAFT:
        return pack(PICK, rand_below(rng.s, 3), 0, 0)
    p = s.z.player
    o = 1 - p
    hand = s.z.hand[p] & s.z.within[p][s.z.mana[p]]
    creatures = hand & s.z.typed[p][CREATURE]
    items = hand & ~s.z.typed[p][CREATURE]
    lanes = 1 if s.z.count[p][0] < s.rules.room else 0
    if s.rules.lanes == 2 and s.z.count[p][1] < s.rules.room:
        lanes += 1
    held = popcount(creatures)
    summons = held * lanes
    attacks = 0
    if s.z.able[p]:
        if s.rules.lanes == 1:
            guards = popcount(s.z.guards[o])
            attacks = popcount(s.z.able[p]) * (guards if guards else 1 + s.z.count[o][0])
        else:
            guards = popcount(s.z.guards[o] & LANE_BITS)
            attacks = popcount(s.z.able[p] & LANE_BITS) * (guards if guards else 1 + s.z.count[o][0])
            guards = popcount(s.z.guards[o] >> 3)
            attacks += popcount(s.z.able[p] >> 3) * (guards if guards else 1 + s.z.count[o][1])
    uses = 0
    if items:
        mine = s.z.count[p][0] + s.z.count[p][1]
        theirs = s.z.count[o][0] + s.z.count[o][1]
        blues = popcount(items & s.z.typed[p][BLUE])
        uses = popcount(items & s.z.typed[p][GREEN]) * mine + (popcount(items & s.z.typed[p][RED]) + blues) * theirs + blues
    nth = rand_below(rng.s, 1 + summons + attacks + uses)
    if nth == 0:
        return pack(PASS, 0, 0, 0)
    nth -= 1
    if nth < summons:
        lane = nth // held
        if s.z.count[p][0] >= s.rules.room:
            lane = 1
        d = nth_bit(creatures, nth % held)
        return pack(SUMMON, 2 * d + p + 1, lane, s.z.deck[p][d])
    nth -= summons
    if nth < attacks:
        return draw_attack(s, nth)
    return draw_item(s, items, nth - attacks)


def play_at_random(s, rng, limit):
    """Play on at random; return how many moves were made."""
    n = 0
    while n < limit and s.z.player >= 0:
        carry_out(s, draw_action(s, rng))
        n += 1
    return n


def draw_attack(s, nth):
    p = s.z.player
    o = 1 - p
    for lane in range(s.rules.lanes):
        bits = LANE_BITS << (3 * lane) if s.rules.lanes == 2 else 63
        guards = s.z.guards[o] & bits
        targets = popcount(guards) if guards else 1 + s.z.count[o][lane]
        attackers = s.z.able[p] & bits
        attacks = popcount(attackers) * targets
        if nth < attacks:
            number = s.z.board[p][nth_bit(attackers, nth // targets)].id
            which = nth % targets
            target = FACE
            if guards:
                target = s.z.board[o][nth_bit(guards, which)].id
            elif which:
                target = s.z.board[o][3 * lane + which - 1].id
            return pack(ATTACK, number, target, s.z.deck[p][(number - 1 - p) // 2])
        nth -= attacks
    return pack(PASS, 0, 0, 0)


def draw_item(s, items, nth):
    p = s.z.player
    mine = s.z.count[p][0] + s.z.count[p][1]
    theirs = s.z.count[1 - p][0] + s.z.count[1 - p][1]
    while items:
        d = lowest_bit(items)
        kind = s.rules.fact[s.z.deck[p][d]].type
        targets = mine if kind == GREEN else theirs + 1 if kind == BLUE else theirs
        if nth < targets:
            if kind == BLUE:
                if nth == 0:
                    return pack(USE, 2 * d + p + 1, FACE, s.z.deck[p][d])
                nth -= 1
            return use_on(s, d, p if kind == GREEN else 1 - p, nth)
        nth -= targets
        items &= items - 1
    return pack(PASS, 0, 0, 0)


def use_on(s, depth, owner, nth):
    p = s.z.player
    slot = nth if nth < s.z.count[owner][0] else 3 + nth - s.z.count[owner][0]
    return pack(USE, 2 * depth + p + 1, s.z.board[owner][slot].id, s.z.deck[p][depth])


# ---- carrying out an action --------------------------------------------------------------------------------------


def carry_out(s, action):
    kind = kind_of(action)
    p = s.z.player
    if kind == PICK:
        pick_card(s, p, source_of(action))
        return
    if kind == PASS:
        tell(s, PASSED, p, 0, 0, 0, 0, EVERYBODY)
        if s.rules.late_death:
            check_win(s, p, DECK_GONE)
        if s.z.phase == BATTLE:
            end_turn(s, p)
        return
    number = source_of(action)
    doomed: cython.bint = s.z.health[p] <= 0
    if kind == ATTACK:
        attack(s, p, number, target_of(action))
    elif kind == SUMMON:
        summon(s, p, (number - 1 - p) // 2, target_of(action))
    else:
        use_item(s, p, (number - 1 - p) // 2, target_of(action))
    if s.z.health[0] <= 0 or s.z.health[1] <= 0:
        check_win(s, p, DECK_GONE if doomed and s.z.health[1 - p] > 0 else HEALTH_GONE)


# ---- the draft ---------------------------------------------------------------------------------------------------


def pick_card(s, p, index):
    r = s.z.n_picks[p]
    s.z.pick[p][r] = index
    s.z.n_picks[p] = r + 1
    tell(s, PICKED, p, s.z.offer[r][index], r, 0, 0, 1 << p)
    if p == 0:
        s.z.player = 1
    elif r + 1 < ROUNDS:
        s.z.player = 0
        tell(s, OFFERED, EVERYBODY, r + 1, 0, 0, 0, EVERYBODY)
    else:
        begin_battle(s)


def begin_battle(s):
    """The picks become decks in the order that was drawn, and the first hands are dealt."""
    for p in range(2):
        for d in range(ROUNDS):
            r = s.z.deck[p][d]
            s.z.deck[p][d] = s.z.offer[r][s.z.pick[p][r]] if r < ROUNDS and s.z.pick[p][r] < 3 else 0
        index_deck(s, p)
    s.z.phase = BATTLE
    s.z.max_mana[1] = 1
    s.z.mana[1] = 1
    s.z.bonus[1] = 1
    tell(s, BATTLE_BEGAN, EVERYBODY, 0, 0, 0, 0, EVERYBODY)
    for i in range(s.rules.first_hand):
        take_card(s, 0)
    for i in range(s.rules.second_hand):
        take_card(s, 1)
    s.z.turn = 0
    begin_turn(s, 0)


# ---- turns -------------------------------------------------------------------------------------------------------


def begin_turn(s, p):
    s.z.player = p
    if s.z.max_mana[p] < 12 + s.z.bonus[p]:
        s.z.max_mana[p] += 1
    if s.z.bonus[p] and s.z.mana[p] == 0:
        s.z.bonus[p] = 0
        s.z.max_mana[p] -= 1
    s.z.mana[p] = s.z.max_mana[p]
    s.z.able[p] = ((1 << s.z.count[p][0]) - 1) | ((1 << s.z.count[p][1]) - 1) << 3
    tell(s, TURN, p, s.z.turn, s.z.mana[p], 0, 0, EVERYBODY)
    draw_cards(s, p)
    s.z.due[p] = s.z.draws[p]
    s.z.draws[p] = 1
    if s.z.health[p] <= 0 and not s.rules.late_death:
        check_win(s, p, DECK_GONE)


def end_turn(s, p):
    s.z.able[p] = 0
    for lane in range(s.rules.lanes):
        for slot in range(3 * lane, 3 * lane + s.z.count[p][lane]):
            s.z.board[p][slot].marks &= TOUCHED_MARK
    s.z.turn += 1
    if s.rules.rounds and s.z.turn >= 2 * s.rules.rounds:
        end(s, 0 if s.z.health[0] > 0 else 1, ROUNDS_GONE)
        return
    begin_turn(s, 1 - p)


def draw_cards(s, p):
    """As many cards as are due. An empty deck, or a turn after the fiftieth, costs a rune for each."""
    late: cython.bint = s.z.turn >= 100
    n = s.z.draws[p]
    for i in range(n):
        empty: cython.bint = s.z.drawn[p] >= s.z.size[p]
        if empty or late:
            lose_rune(s, p)
            if empty or not s.rules.late_card:
                continue
        if popcount(s.z.hand[p]) >= HAND_LIMIT:
            tell(s, NO_ROOM, p, n - i, 0, 0, 0, EVERYBODY)
            return
        take_card(s, p)


def take_card(s, p):
    d = s.z.drawn[p]
    s.z.hand[p] |= 1 << d
    s.z.drawn[p] = d + 1
    tell(s, DREW, p, s.z.deck[p][d], 2 * d + p + 1, 0, 0, 1 << p)


def lose_rune(s, p):
    lost = 5 * s.z.runes[p]
    s.z.health[p] = lost
    if s.z.runes[p]:
        s.z.runes[p] -= 1
    tell(s, BURNED_RUNE, p, lost, lost, 0, 0, EVERYBODY)


def change_health(s, p, change):
    """Change a player's health. A rune breaks when a loss brings the health down to its value."""
    if change == 0:
        return
    s.z.health[p] += change
    tell(s, HEALTH, p, change, s.z.health[p], 0, 0, EVERYBODY)
    if change < 0:
        while s.z.runes[p] and 5 * s.z.runes[p] >= s.z.health[p]:
            tell(s, RUNE, p, 5 * s.z.runes[p], 0, 0, 0, EVERYBODY)
            s.z.runes[p] -= 1
            s.z.draws[p] += 1


# ---- summoning and attacking -------------------------------------------------------------------------------------


def pay(s, p, depth):
    s.z.hand[p] &= ~(1 << depth)
    s.z.mana[p] -= s.rules.fact[s.z.deck[p][depth]].cost


def apply_effects(s, p, card):
    change_health(s, p, s.rules.fact[card].player_hp)
    change_health(s, 1 - p, s.rules.fact[card].opponent_hp)
    s.z.draws[p] += s.rules.fact[card].card_draw


def summon(s, p, depth, lane):
    card = s.z.deck[p][depth]
    pay(s, p, depth)
    slot = 3 * lane + s.z.count[p][lane]
    s.z.count[p][lane] += 1
    keywords = s.rules.fact[card].keywords
    s.z.board[p][slot].id = 2 * depth + p + 1
    s.z.board[p][slot].keywords = keywords
    s.z.board[p][slot].attack = s.rules.fact[card].attack
    s.z.board[p][slot].defense = s.rules.fact[card].defense
    s.z.board[p][slot].marks = 0
    s.z.board[p][slot].order = s.z.summoned[p]
    s.z.summoned[p] += 1
    if keywords & CHARGE:
        s.z.able[p] |= 1 << slot
    if keywords & GUARD:
        s.z.guards[p] |= 1 << slot
    tell(s, SUMMONED, p, 2 * depth + p + 1, card, lane, 0, EVERYBODY)
    apply_effects(s, p, card)


def attack(s, p, number, target):
    slot = find_creature(s, p, number)
    s.z.able[p] &= ~(1 << slot)
    s.z.board[p][slot].marks = ATTACKED_MARK | TOUCHED_MARK
    tell(s, ATTACKED, p, number, card_of(s, p, number), target, card_of(s, 1 - p, target), EVERYBODY)
    if target == FACE:
        attack_player(s, p, slot)
    else:
        fight(s, p, slot, find_creature(s, 1 - p, target))


def attack_player(s, p, slot):
    power = s.z.board[p][slot].attack
    if s.z.board[p][slot].keywords & DRAIN:
        change_health(s, p, power)
    change_health(s, 1 - p, -power)


def fight(s, p, mine, theirs):
    """Both strike at the same time, with what they had before."""
    o = 1 - p
    my_keywords = s.z.board[p][mine].keywords
    their_keywords = s.z.board[o][theirs].keywords
    power = s.z.board[p][mine].attack
    answer = s.z.board[o][theirs].attack
    dealt = 0 if their_keywords & WARD else power
    taken = 0 if my_keywords & WARD else answer
    s.z.board[o][theirs].marks |= TOUCHED_MARK
    if their_keywords & WARD and power > 0:
        break_ward(s, o, theirs)
    if my_keywords & WARD and answer > 0:
        break_ward(s, p, mine)
    excess = 0
    falls: cython.bint = dealt >= s.z.board[o][theirs].defense
    if falls and my_keywords & BREAKTHROUGH:
        excess = dealt - s.z.board[o][theirs].defense
    if my_keywords & LETHAL and (dealt > 0 or (s.rules.lethal_zero and not their_keywords & WARD)):
        falls = True
    drained = power if my_keywords & DRAIN and dealt > 0 else 0
    i_fall: cython.bint = taken >= s.z.board[p][mine].defense
    if their_keywords & LETHAL and (taken > 0 or (s.rules.lethal_zero and not my_keywords & WARD)):
        i_fall = True
    if falls:
        remove_creature(s, o, theirs)
    else:
        s.z.board[o][theirs].defense -= dealt
    if i_fall:
        remove_creature(s, p, mine)
    else:
        s.z.board[p][mine].defense -= taken
    change_health(s, p, drained)
    change_health(s, o, -excess)


# ---- items -------------------------------------------------------------------------------------------------------


def use_item(s, p, depth, target):
    card = s.z.deck[p][depth]
    pay(s, p, depth)
    owner = p if s.rules.fact[card].type == GREEN else 1 - p
    tell(s, USED, p, 2 * depth + p + 1, card, target, card_of(s, owner, target), EVERYBODY)
    if target == FACE:
        change_health(s, 1 - p, s.rules.fact[card].defense + s.rules.fact[card].opponent_hp)
        change_health(s, p, s.rules.fact[card].player_hp)
        s.z.draws[p] += s.rules.fact[card].card_draw
    else:
        strike_creature(s, card, owner, find_creature(s, owner, target))
        apply_effects(s, p, card)


def strike_creature(s, card, owner, slot):
    """What an item does to a creature: keywords first, then attack, then defense."""
    keywords = s.rules.fact[card].keywords
    s.z.board[owner][slot].marks |= TOUCHED_MARK
    if s.rules.fact[card].type == GREEN:
        s.z.board[owner][slot].keywords |= keywords
        if keywords & CHARGE and not s.z.board[owner][slot].marks & ATTACKED_MARK:
            s.z.able[owner] |= 1 << slot
    else:
        s.z.board[owner][slot].keywords &= ~keywords
    if keywords & GUARD:
        set_guard(s, owner, slot)
    power = s.z.board[owner][slot].attack + s.rules.fact[card].attack
    s.z.board[owner][slot].attack = power if power > 0 else 0
    if s.z.board[owner][slot].keywords & WARD and s.rules.fact[card].defense < 0:
        break_ward(s, owner, slot)
    else:
        s.z.board[owner][slot].defense += s.rules.fact[card].defense
        if s.z.board[owner][slot].defense <= 0:
            remove_creature(s, owner, slot)


def break_ward(s, p, slot):
    s.z.board[p][slot].keywords &= ~WARD
    tell(s, WARD_BROKE, p, s.z.board[p][slot].id, card_of(s, p, s.z.board[p][slot].id), 0, 0, EVERYBODY)


def set_guard(s, p, slot):
    if s.z.board[p][slot].keywords & GUARD:
        s.z.guards[p] |= 1 << slot
    else:
        s.z.guards[p] &= ~(1 << slot)


def remove_creature(s, p, slot):
    """A creature leaves the board; those behind it in its lane move up."""
    tell(s, DIED, p, s.z.board[p][slot].id, card_of(s, p, s.z.board[p][slot].id), 0, 0, EVERYBODY)
    lane = 1 if s.rules.lanes == 2 and slot >= 3 else 0
    bits = LANE_BITS << (3 * lane) if s.rules.lanes == 2 else 63
    s.z.count[p][lane] -= 1
    for i in range(slot, 3 * lane + s.z.count[p][lane]):
        assign_part(s.z.board[p][i], s.z.board[p][i + 1])
    s.z.able[p] = squeeze(s.z.able[p], slot, bits)
    s.z.guards[p] = squeeze(s.z.guards[p], slot, bits)


def squeeze(slots, slot, lane_bits):
    """A set of slots after one of a lane is gone."""
    above = slots & lane_bits & ~((2 << slot) - 1)
    kept = slots & (~lane_bits | ((1 << slot) - 1))
    return kept | above >> 1


def find_creature(s, p, number):
    for lane in range(s.rules.lanes):
        for slot in range(3 * lane, 3 * lane + s.z.count[p][lane]):
            if s.z.board[p][slot].id == number:
                return slot
    return 0


# ---- the end -----------------------------------------------------------------------------------------------------


def check_win(s, active, reason):
    if s.z.health[0] > 0 and s.z.health[1] > 0:
        return
    if s.rules.active_wins:
        end(s, active if s.z.health[1 - active] <= 0 else 1 - active, reason)
    else:
        end(s, 0 if s.z.health[0] > 0 else 1, reason)


def end(s, winner, reason):
    s.z.winner = winner
    s.z.reason = reason
    s.z.phase = OVER
    s.z.player = -1
    tell(s, ENDED, winner, reason, 0, 0, 0, EVERYBODY)


def card_of(s, p, number):
    """The card of an instance; 0 for the player himself."""
    return 0 if number == FACE else s.z.deck[p][(number - 1 - p) // 2]
