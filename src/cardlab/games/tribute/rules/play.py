"""Scripts of Tribute: the rules of a turn.

Two players draft four patrons; the Treasury is always there. Each plays cards from hand for coins, power and prestige, buys
cards from the tavern, lets agents act, attacks the other's agents, and calls patrons. There are no phases: any order will do,
until the turn is ended. Then what power is left becomes prestige, and five cards are drawn for the next turn.

Cards of one deck played in one turn make combos: each waits with its combo effects until enough others have come. Effects that
fire are queued and resolved one after the other; one that asks something stops the queue until it is answered.
"""

import cython

from cardlab.errors import PluginError


def carry_out(s, action):
    kind = kind_of(action)
    p = s.z.player
    s.z.moves += 1
    s.z.copy = target_of(action)  # which copy it was is known to all, as copies have numbers
    if kind == PLAY:
        play_card(s, p, nth_in_hand(s, p, source_of(action), target_of(action)))
    elif kind == END:
        end_turn(s, p)
    elif kind == BUY:
        buy(s, p, nth_in_row(s, source_of(action), target_of(action)))
    elif kind == PICK:
        answer_pick(s, find_option(s, source_of(action), target_of(action)))
    elif kind == ACTIVATE:
        activate_agent(s, p, nth_agent(s, p, source_of(action), target_of(action)))
    elif kind == ATTACK:
        attack(s, p, nth_agent(s, 1 - p, source_of(action), target_of(action)))
    elif kind == CALL:
        call_patron(s, source_of(action))
    elif kind == STOP:
        answer_stop(s)
    elif kind == ENACT:
        enact_chosen(s, source_of(action))
    else:
        pick_patron(s, source_of(action))
    return check_limit(s)


def check_limit(s):
    if s.z.moves >= s.rules.limit and s.z.phase != OVER:
        end_game(s, -1, DECISION_LIMIT_EXCEEDED)
    return 0


def play_at_random(s, scratch, rng, limit):
    """Play on at random; return how many moves were made."""
    n = 0
    while n < limit and s.z.phase != OVER:
        if s.z.asking == NOTHING and s.z.phase == TURNS:
            make_any_move(s, rng)
        else:
            legal_actions(s, scratch)
            carry_out(s, scratch.at[rand_below(rng.s, scratch.n)])
        n += 1
    return n


def make_any_move(s, rng):
    """The same as a random one of the legal actions, which are counted here and not listed."""
    p = s.z.player
    hand: cython.int = s.z.n_hand[p]
    ready = 0
    for i in range(s.z.n_agents[p]):
        if not s.z.marks[p][i] & USED_MARK:
            ready += 1
    targets = 0
    if s.z.power[p] > 0 and s.z.n_agents[1 - p]:
        targets = open_targets(s, 1 - p)
    goods = 0
    if s.z.coins[p] > 0:
        for i in range(s.z.n_row):
            if s.rules.fact[s.z.row[i]].cost <= s.z.coins[p]:
                goods += 1
    patrons = open_calls(s) if s.z.calls[p] else 0
    calls = popcount(patrons)
    at: cython.int = rand_below(rng.s, hand + ready + targets + goods + calls + 1)
    s.z.moves += 1
    s.z.copy = 0
    if at < hand:
        s.z.copy = earlier_copies(s.z.hand[p], at)
        play_card(s, p, at)
    elif at < hand + ready:
        use_any_agent(s, p, at - hand)
    elif at < hand + ready + targets:
        attack_any(s, p, at - hand - ready)
    elif at < hand + ready + targets + goods:
        buy_any(s, p, at - hand - ready - targets)
    elif at < hand + ready + targets + goods + calls:
        call_patron(s, s.z.patron[nth_bit(patrons, at - hand - ready - targets - goods)])
    else:
        end_turn(s, p)
    return check_limit(s)


def earlier_copies(cards, at):
    """How many of the same card lie before a place."""
    n = 0
    for i in range(at):
        if cards[i] == cards[at]:
            n += 1
    return n


def open_targets(s, o):
    """How many agents of a player can be attacked."""
    guards = 0
    for i in range(s.z.n_agents[o]):
        guards += s.rules.fact[s.z.agent[o][i]].taunt
    return guards if guards else s.z.n_agents[o]


def use_any_agent(s, p, nth):
    at = 0
    while s.z.marks[p][at] & USED_MARK or nth:
        if not s.z.marks[p][at] & USED_MARK:
            nth -= 1
        at += 1
    s.z.copy = earlier_copies(s.z.agent[p], at)
    activate_agent(s, p, at)


def attack_any(s, p, nth):
    o = 1 - p
    guarded: cython.bint = False
    for i in range(s.z.n_agents[o]):
        if s.rules.fact[s.z.agent[o][i]].taunt:
            guarded = True
    at = 0
    while (guarded and not s.rules.fact[s.z.agent[o][at]].taunt) or nth:
        if not guarded or s.rules.fact[s.z.agent[o][at]].taunt:
            nth -= 1
        at += 1
    s.z.copy = earlier_copies(s.z.agent[o], at)
    attack(s, p, at)


def buy_any(s, p, nth):
    at = 0
    while s.rules.fact[s.z.row[at]].cost > s.z.coins[p] or nth:
        if s.rules.fact[s.z.row[at]].cost <= s.z.coins[p]:
            nth -= 1
        at += 1
    s.z.copy = earlier_copies(s.z.row, at)
    buy(s, p, at)


# ---- the draft ---------------------------------------------------------------------------------------------------------------


def pick_patron(s, patron):
    """One picks first, the other twice, the first again. The Treasury comes in between."""
    tell(s, PICKED_PATRON, s.z.player, patron, 0, 0, 0, EVERYBODY)
    s.z.pool &= ~(1 << patron)
    s.z.patron[s.z.n_patrons] = patron
    s.z.n_patrons += 1
    if s.z.n_patrons == 2:
        s.z.patron[2] = TREASURY
        s.z.n_patrons = 3
    s.z.player = 1 if s.z.n_patrons < 4 else 0
    if s.z.n_patrons == 5:
        s.z.phase = TURNS
        s.z.pool = 0
        s.z.turn = 1
        s.z.coins[1] = 1
        deal_match(s)
        tell(s, TURN_BEGAN, 0, 1, 0, 0, 0, EVERYBODY)
    return 0


# ---- finding what an action names ------------------------------------------------------------------------------------


def nth_in_hand(s, p, card, nth):
    """Copies of a card are told apart by their order."""
    for i in range(s.z.n_hand[p]):
        if s.z.hand[p][i] == card:
            if nth == 0:
                return i
            nth -= 1
    return 0


def nth_agent(s, p, card, nth):
    for i in range(s.z.n_agents[p]):
        if s.z.agent[p][i] == card:
            if nth == 0:
                return i
            nth -= 1
    return 0


def nth_in_row(s, card, nth):
    for i in range(s.z.n_row):
        if s.z.row[i] == card:
            if nth == 0:
                return i
            nth -= 1
    return 0


# ---- moves -------------------------------------------------------------------------------------------------------------------


def play_card(s, p, at):
    card = take_from_hand(s, p, at)
    kind = s.rules.fact[card].type
    slot = NO_SLOT
    tell(s, PLAY_CARD, p, -1, -1, card, 1, EVERYBODY)
    if kind == AGENT or kind == CONTRACT_AGENT:
        slot = put_on_board(s, p, card, place(IN_HAND, p, at), 1 << p)
    else:
        put_in_played(s, p, card, place(IN_HAND, p, at), 1 << p)
    fire(s, card, slot)
    return resolve(s)


def activate_agent(s, p, at):
    card = s.z.agent[p][at]
    tell(s, ACTIVATE_AGENT, p, -1, -1, card, 1, EVERYBODY)
    s.z.marks[p][at] |= USED_MARK
    fire(s, card, at)
    return resolve(s)


def attack(s, p, at):
    """As much damage as the agent has health, or the attacker power."""
    o = 1 - p
    card = s.z.agent[o][at]
    health: cython.int = s.z.health[o][at]
    damage = health if health < s.z.power[p] else s.z.power[p]
    tell(s, ATTACK_AGENT, p, -1, -1, card, damage, EVERYBODY)
    if damage == health:
        tell(s, AGENT_DEATH, p, -1, -1, card, 1, EVERYBODY)
    strike(s, p, at)


def strike(s, p, at):
    o = 1 - p
    health: cython.int = s.z.health[o][at]
    if health <= s.z.power[p]:
        s.z.power[p] -= health
        knock_out(s, o, at)
    else:
        s.z.health[o][at] = health - s.z.power[p]
        s.z.power[p] = 0


def buy(s, p, slot):
    """The effects of a contract run while the slot is empty; then it is refilled, and the price is paid last."""
    card = s.z.row[slot]
    kind = s.rules.fact[card].type
    rows = s.z.n_row
    tell(s, BUY_CARD, p, -1, -1, card, 1, EVERYBODY)
    s.z.row[slot] = NO_CARD
    if kind == CONTRACT_ACTION:
        put_under_tavern(s, card, place(IN_ROW, 0, slot))
        fire(s, card, NO_SLOT)
        resolve(s)
    elif kind == CONTRACT_AGENT:
        fire(s, card, put_on_board(s, p, card, place(IN_ROW, 0, slot), EVERYBODY))
        resolve(s)
    else:
        put_in_cooldown(s, p, card, place(IN_ROW, 0, slot), EVERYBODY)
    refill(s, slot)
    if s.z.n_row == rows and (s.z.asking == ACQUIRE_CARDS or s.z.asking == REPLACE_CARDS_IN_TAVERN):
        s.z.gap = slot
    s.z.coins[p] -= s.rules.fact[card].cost
    return 0


def acquire(s, p, slot):
    """A card of the row for free. The effects of a contract are queued behind all that waits; the slot is refilled first."""
    card = s.z.row[slot]
    kind = s.rules.fact[card].type
    tell(s, ACQUIRE_CARD, p, s.z.ask_card, -1, card, 1, EVERYBODY)
    s.z.row[slot] = NO_CARD
    if kind == CONTRACT_ACTION:
        fire(s, card, NO_SLOT)
        put_under_tavern(s, card, place(IN_ROW, 0, slot))
    elif kind == CONTRACT_AGENT:
        fire(s, card, put_on_board(s, p, card, place(IN_ROW, 0, slot), EVERYBODY))
    else:
        put_in_cooldown(s, p, card, place(IN_ROW, 0, slot), EVERYBODY)
    refill(s, slot)
    return 0


# ---- combos and the queue --------------------------------------------------------------------------------------------


def fire(s, card, slot):
    """A card counts for its deck: it queues its activation, and all combo effects whose level is reached.

    Up to the third, cards of a deck wait with the levels that are not reached yet; from the fourth on nothing waits.
    """
    deck = s.rules.fact[card].deck
    before: cython.int = s.z.counter[deck]
    if s.rules.fact[card].effects[0]:
        queue_level(s, card, 0, slot)
    if before >= LEVELS:
        for level in range(1, LEVELS):
            queue_level(s, card, level, slot)
        return 0
    s.z.counter[deck] = before + 1
    for level in range(1, before):
        queue_level(s, card, level, slot)
    if before:
        for i in range(before):
            queue_level(s, s.z.combo[deck][i], before, MARKED_AGENT)
        queue_level(s, card, before, slot)
    elif slot != NO_SLOT and s.rules.fact[card].effect[1][0].code == HEAL:
        s.z.marks[s.z.player][slot] |= HEALER_MARK
    if before < LEVELS - 1:
        s.z.combo[deck][before] = card
    return 0


def queue_level(s, card, level, slot):
    """What a card does at a level joins the queue; what the opponent will have to discard waits for the next turn."""
    n = 1 if s.rules.fact[card].either[level] else s.rules.fact[card].effects[level]
    for part in range(n):
        if s.rules.fact[card].effect[level][part].code == OPP_DISCARD:
            if s.z.n_later < LATER_ROOM:
                s.z.later[s.z.n_later][ENTRY_CARD] = card
                s.z.later[s.z.n_later][ENTRY_LEVEL] = level
                s.z.later[s.z.n_later][ENTRY_PART] = part
                s.z.n_later += 1
        else:
            if s.z.n_queue >= QUEUE_ROOM:
                return queue_is_full()
            s.z.queue[s.z.n_queue][ENTRY_CARD] = card
            s.z.queue[s.z.n_queue][ENTRY_LEVEL] = level
            s.z.queue[s.z.n_queue][ENTRY_PART] = part
            s.z.queue[s.z.n_queue][ENTRY_SLOT] = slot if s.rules.fact[card].effect[level][part].code == HEAL else NO_SLOT
            s.z.n_queue += 1
    return 0


def queue_is_full():
    with cython.gil:
        raise PluginError(f"more than {QUEUE_ROOM} effects wait at once, which no cards of this game can bring about")


def enact_chosen(s, part):
    """The left or the right one of two effects."""
    card = s.z.ask_card
    level = s.z.ask_level
    clear_ask(s)
    enact(s, card, level, part, NO_SLOT)
    return resolve(s)


def resolve(s):
    """Effects from the front of the queue, until one asks something or none is left."""
    at = 0
    n: cython.int = s.z.n_queue
    while at < n and s.z.asking == NOTHING:
        at += 1
        enact(
            s,
            s.z.queue[at - 1][ENTRY_CARD],
            s.z.queue[at - 1][ENTRY_LEVEL],
            -1 - s.z.queue[at - 1][ENTRY_PART],
            s.z.queue[at - 1][ENTRY_SLOT],
        )
    if at:
        for i in range(at, n):
            s.z.queue[i - at][ENTRY_CARD] = s.z.queue[i][ENTRY_CARD]
            s.z.queue[i - at][ENTRY_LEVEL] = s.z.queue[i][ENTRY_LEVEL]
            s.z.queue[i - at][ENTRY_PART] = s.z.queue[i][ENTRY_PART]
            s.z.queue[i - at][ENTRY_SLOT] = s.z.queue[i][ENTRY_SLOT]
        s.z.n_queue = n - at
    if s.z.asking == NOTHING:
        s.z.starting = 0
    return 0


# ---- turns -------------------------------------------------------------------------------------------------------------------


def end_turn(s, p):
    if s.z.turn > LAST_TURN:
        end_game(s, -1, TURN_LIMIT_EXCEEDED)
        return 0
    tell(s, END_TURN, EVERYBODY, -1, -1, -1, 1, EVERYBODY)
    if s.z.power[p] and s.z.n_agents[1 - p]:
        suffer_taunts(s, p)
    s.z.prestige[p] += s.z.power[p]
    s.z.power[p] = 0
    s.z.coins[p] = 0
    lay_down(s, p)
    draw_cards(s, p, 5)
    s.z.calls[p] = 1
    for i in range(s.z.n_agents[p]):
        s.z.marks[p][i] = 0
    s.z.turn += 1
    begin_turn(s, 1 - p)
    check_win(s, p)
    return 0


def suffer_taunts(s, p):
    """Power that is left is spent on agents with taunt, whether one wants it or not."""
    at: cython.int = 0
    while at < s.z.n_agents[1 - p] and s.z.power[p]:
        agents = s.z.n_agents[1 - p]
        if s.rules.fact[s.z.agent[1 - p][at]].taunt:
            strike(s, p, at)
        if s.z.n_agents[1 - p] == agents:
            at += 1


def lay_down(s, p):
    """The hand, then the played cards, go to the cooldown pile. If it is shuffled at once, nobody saw what was in hand."""
    hand: cython.int = s.z.n_hand[p]
    played: cython.int = s.z.n_played[p]
    at: cython.int = s.z.n_cooldown[p]
    for i in range(hand):
        if s.following:
            tell(s, LAID_DOWN, p, s.z.hand[p][i], place(IN_HAND, p, 0), place(IN_COOLDOWN, p, at + i), 0, 1 << p)
        s.z.deck[p][HELD - 1 - at - i] = s.z.hand[p][i]
    at += hand
    for i in range(played):
        if s.following:
            tell(s, LAID_DOWN, p, s.z.hand[p][HELD - 1 - i], place(IN_PLAYED, p, 0), place(IN_COOLDOWN, p, at + i), 0, 1 << p)
        s.z.deck[p][HELD - 1 - at - i] = s.z.hand[p][HELD - 1 - i]
    s.z.n_hand[p] = 0
    s.z.n_played[p] = 0
    s.z.n_cooldown[p] = at + played


def begin_turn(s, p):
    """The other player is active: Ansei pays, combos are forgotten, and what had to wait for this turn is resolved."""
    s.z.player = p
    tell(s, TURN_BEGAN, p, s.z.turn, 0, 0, 0, EVERYBODY)
    for i in range(s.z.n_patrons):
        if s.z.patron[i] == ANSEI and s.z.favor[s.z.patron[i]] == p + 1:
            s.z.coins[p] += 1
    for deck in range(PATRONS):
        s.z.counter[deck] = 0
        for i in range(3):
            s.z.combo[deck][i] = 0
    n = s.z.n_later
    if n:
        for i in range(n):
            s.z.queue[i][ENTRY_CARD] = s.z.later[i][ENTRY_CARD]
            s.z.queue[i][ENTRY_LEVEL] = s.z.later[i][ENTRY_LEVEL]
            s.z.queue[i][ENTRY_PART] = s.z.later[i][ENTRY_PART]
            s.z.queue[i][ENTRY_SLOT] = NO_SLOT
        s.z.n_queue = n
        s.z.n_later = 0
        s.z.starting = 1
        resolve(s)
    return 0


# ---- the end -----------------------------------------------------------------------------------------------------------------


def check_win(s, last):
    """Only after a whole turn: 80 prestige, all favours, or 40 that the other did not match."""
    following = 1 - last
    if s.z.prestige[last] >= 80:
        end_game(s, last, PRESTIGE_OVER_80)
    elif favors(s, last) == 4:
        end_game(s, last, PATRON_FAVOR)
    elif s.z.prestige[following] >= 40 and s.z.prestige[last] < s.z.prestige[following]:
        end_game(s, following, PRESTIGE_OVER_40_NOT_MATCHED)


def favors(s, p):
    """How many drafted patrons favour a player. The Treasury favours nobody."""
    n = 0
    for i in range(s.z.n_patrons):
        if s.z.favor[s.z.patron[i]] == p + 1 and s.z.patron[i] != TREASURY:
            n += 1
    return n


def end_game(s, winner, reason):
    s.z.winner = winner
    s.z.reason = reason
    s.z.phase = OVER
    tell(s, ENDED, EVERYBODY, winner, reason, 0, 0, EVERYBODY)
