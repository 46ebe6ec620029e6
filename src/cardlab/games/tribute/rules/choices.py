"""Scripts of Tribute: what effects do, and the choices that they ask for.

A choice "up to k of n" is answered pick by pick, and with a stop if fewer than k are wanted. Picks are made in the order of the
options, but for those whose order matters (what is returned to the top, what is replaced in the tavern). What is picked moves
at once where that is the same as moving all of it in the end; knocked-out agents and replaced cards wait until all are picked,
for Morihaus looks at all of them, and a new card of the row may not be seen before the next pick.
"""

import cython
from cython.cimports.cardlab.games.tribute.rules.play import acquire, resolve


def enact(s, card, level, part, slot):
    """An effect of the queue: its number is negative, and it may be a choice of two. One that was chosen has its own."""
    if part < 0:
        if s.rules.fact[card].either[level]:
            ask(s, ENACT_CHOSEN_EFFECT, card, level, 0, 1, 1)
            return 0
        part = -1 - part
    return perform(s, card, level, part, slot)


def perform(s, card, level, part, slot):
    code = s.rules.fact[card].effect[level][part].code
    n: cython.int = s.rules.fact[card].effect[level][part].amount
    p = s.z.player
    if code == COIN:
        tell(s, GAIN_COIN, p, card, -1, -1, n, EVERYBODY)
        s.z.coins[p] += n
    elif code == POWER:
        tell(s, GAIN_POWER, p, card, -1, -1, n, EVERYBODY)
        s.z.power[p] += n
    elif code == DRAW_CARDS:
        tell(s, DRAW, p, card, -1, -1, n, EVERYBODY)
        draw_cards(s, p, n)
    elif code == PRESTIGE:
        tell(s, GAIN_PRESTIGE, p, card, -1, -1, n, EVERYBODY)
        s.z.prestige[p] += n
    elif code == OPP_LOSE:
        tell(s, OPP_LOSE_PRESTIGE, p, card, -1, -1, n, EVERYBODY)
        s.z.prestige[1 - p] = s.z.prestige[1 - p] - n if s.z.prestige[1 - p] > n else 0
    elif code == PATRON_CALL:
        tell(s, ADD_PATRON_CALLS, p, card, -1, -1, n, EVERYBODY)
        if s.z.calls[p] < 250:
            s.z.calls[p] += n
    elif code == CREATE_SACKING:
        tell(s, ADD_SUMMERSET_SACKING, p, card, -1, -1, n, EVERYBODY)
        for i in range(n):
            put_in_cooldown(s, p, SUMMERSET_SACKING, place(NOWHERE, p, 0), EVERYBODY)
    elif code == HEAL:
        heal(s, p, card, n, slot)
    elif code == KNOCK_OUT_ALL:
        tell(s, KNOCKOUT_ALL, p, -1, -1, card, 1, EVERYBODY)
        knock_out_all(s, p)
        knock_out_all(s, 1 - p)
    else:
        return ask_for(s, code, n, card, level, part)
    return 0


def ask_for(s, code, n, card, level, part):
    """Open the choice of an effect, also one without options. Only nobody with an empty hand is asked to discard."""
    p = s.z.player
    if code == ACQUIRE:
        ask(s, ACQUIRE_CARDS, card, level, part, 0, 1)
    elif code == REPLACE:
        ask(s, REPLACE_CARDS_IN_TAVERN, card, level, part, 0, n)
    elif code == DESTROY:
        ask(s, DESTROY_CARDS, card, level, part, 0, n)
    elif code == RETURN_TOP:
        ask(s, REFRESH_CARDS, card, level, part, 0, n if n < s.z.n_cooldown[p] else s.z.n_cooldown[p])
    elif code == RETURN_AGENT_TOP:
        found = count_agents(s, p)
        ask(s, REFRESH_AGENTS, card, level, part, 0, n if n < found else found)
    elif code == TOSS_TOP:
        if s.z.n_draw[p] < n:
            reshuffle(s, p)
        seen: cython.int = n if n < s.z.n_draw[p] else s.z.n_draw[p]
        if s.z.known[p] < seen:
            s.z.known[p] = seen
        ask(s, TOSS_CARDS, card, level, part, 0, seen)
    elif code == KNOCK_OUT:
        most = n if n < s.z.n_agents[1 - p] else s.z.n_agents[1 - p]
        ask(s, KNOCKOUT_AGENTS, card, level, part, most, most)
    elif code == DONATE:
        ask(s, DONATE_CARDS, card, level, part, 0, n)
    elif s.z.n_hand[p]:
        most = n if n < s.z.n_hand[p] else s.z.n_hand[p]
        ask(s, DISCARD_CARDS, card, level, part, most, most)
    return 0


def ask(s, what, card, level, part, least, most):
    s.z.asking = what
    s.z.ask_card = card
    s.z.ask_level = level
    s.z.ask_part = part
    s.z.ask_least = least
    s.z.ask_most = most
    s.z.ask_from = 0
    s.z.n_picked = 0
    s.z.gap = NO_SLOT


def clear_ask(s):
    s.z.asking = NOTHING
    s.z.ask_card = 0
    s.z.ask_level = 0
    s.z.ask_part = 0
    s.z.ask_least = 0
    s.z.ask_most = 0
    s.z.ask_from = 0
    s.z.n_picked = 0
    s.z.gap = NO_SLOT


def count_agents(s, p):
    """Cards of the type agent in a cooldown pile; contracts are none."""
    n = 0
    for i in range(s.z.n_cooldown[p]):
        if s.rules.fact[s.z.deck[p][HELD - 1 - i]].type == AGENT:
            n += 1
    return n


def heal(s, p, card, n, slot):
    """The agent on which the effect stands, if it is still there."""
    at: cython.int = slot
    if slot == MARKED_AGENT:
        at = NO_SLOT
        for i in range(s.z.n_agents[p]):
            if s.z.agent[p][i] == card and s.z.marks[p][i] & HEALER_MARK and at == NO_SLOT:
                at = i
    if at == NO_SLOT or at >= s.z.n_agents[p] or s.z.agent[p][at] != card:
        return
    s.z.marks[p][at] &= ~HEALER_MARK
    tell(s, HEAL_AGENT, p, card, -1, card, n, EVERYBODY)
    health: cython.int = s.z.health[p][at] + n
    most: cython.int = s.rules.fact[card].hp
    if s.z.health[p][at] < most:
        s.z.health[p][at] = health if health < most else most


def knock_out_all(s, p):
    while s.z.n_agents[p]:
        knock_out(s, p, 0)


# ---- options -----------------------------------------------------------------------------------------------------------------


def span(s):
    """How many places there are to look at for options; not all of them need have one."""
    p = s.z.player
    what = s.z.asking
    if what == ACQUIRE_CARDS or what == REPLACE_CARDS_IN_TAVERN:
        return s.z.n_row
    if what == DESTROY_CARDS or what == COMPLETE_HLAALU or what == COMPLETE_TREASURY:
        return s.z.n_hand[p] + s.z.n_agents[p] + s.z.n_played[p]
    if what == REFRESH_CARDS or what == REFRESH_AGENTS or what == COMPLETE_PELLIN:
        return s.z.n_cooldown[p]
    if what == TOSS_CARDS:
        return s.z.ask_most - s.z.n_picked
    if what == KNOCKOUT_AGENTS or what == COMPLETE_PSIJIC:
        return s.z.n_agents[1 - p]
    return s.z.n_hand[p]


def option(s, at):
    """The card at a place, if it can be picked; else NO_CARD."""
    p = s.z.player
    what = s.z.asking
    if what == ACQUIRE_CARDS:
        card = s.z.row[at]
        if at == s.z.gap or card == NO_CARD:
            return NO_CARD
        limit = s.rules.fact[s.z.ask_card].effect[s.z.ask_level][s.z.ask_part].amount
        return card if s.rules.fact[card].cost <= limit else NO_CARD
    if what == REPLACE_CARDS_IN_TAVERN:
        return NO_CARD if at == s.z.gap or is_picked(s, at) else s.z.row[at]
    if what == DESTROY_CARDS or what == COMPLETE_HLAALU or what == COMPLETE_TREASURY:
        return mixed_option(s, p, at)
    if what == REFRESH_CARDS:
        return s.z.deck[p][HELD - 1 - at]
    if what == REFRESH_AGENTS or what == COMPLETE_PELLIN:
        card = s.z.deck[p][HELD - 1 - at]
        return card if s.rules.fact[card].type == AGENT else NO_CARD
    if what == TOSS_CARDS:
        return s.z.deck[p][s.z.n_draw[p] - 1 - at]
    if what == KNOCKOUT_AGENTS or what == COMPLETE_PSIJIC:
        return NO_CARD if is_picked(s, at) else s.z.agent[1 - p][at]
    return s.z.hand[p][at]


def mixed_option(s, p, at):
    """Hand, agents and played pile, in the order of who asks: an effect, Hlaalu (who wants a price), or the Treasury."""
    hand: cython.int = s.z.n_hand[p]
    agents: cython.int = s.z.n_agents[p]
    played: cython.int = s.z.n_played[p]
    if s.z.asking == COMPLETE_TREASURY:
        if at < played:
            return s.z.hand[p][HELD - 1 - at]
        at -= played
        return s.z.hand[p][at] if at < hand else s.z.agent[p][at - hand]
    if at < hand:
        card = s.z.hand[p][at]
    elif s.z.asking == DESTROY_CARDS:
        at -= hand
        card = s.z.agent[p][at] if at < agents else s.z.hand[p][HELD - 1 - (at - agents)]
    else:
        at -= hand
        card = s.z.hand[p][HELD - 1 - at] if at < played else s.z.agent[p][at - played]
    if s.z.asking == COMPLETE_HLAALU and s.rules.fact[card].cost == 0:
        return NO_CARD
    return card


def is_picked(s, at):
    for i in range(s.z.n_picked):
        if s.z.picked[i] == at:
            return True
    return False


def is_ordered(asking):
    """Whether picks may come in any order, because it matters."""
    return asking == REPLACE_CARDS_IN_TAVERN or asking == REFRESH_CARDS or asking == REFRESH_AGENTS


def find_option(s, card, nth):
    """The place of the nth option that is this card."""
    places = span(s)
    for i in range(places):
        if option(s, i) == card:
            if nth == 0:
                return i
            nth -= 1
    return 0


def options_left(s):
    """How many options can still be picked."""
    n = 0
    first = 0 if is_ordered(s.z.asking) else s.z.ask_from
    places = span(s)
    for i in range(first, places):
        if option(s, i) != NO_CARD:
            n += 1
    return n


# ---- answers -----------------------------------------------------------------------------------------------------------------


def answer_pick(s, at):
    p = s.z.player
    if s.z.asking == ACQUIRE_CARDS:
        acquire(s, p, at)
        clear_ask(s)
        return resolve(s)
    if s.z.asking >= COMPLETE_HLAALU:
        return complete_patron(s, p, at)
    take_pick(s, p, at)
    s.z.n_picked += 1
    if s.z.n_picked >= s.z.ask_most or options_left(s) == 0:
        return finish(s, p)
    return 0


def answer_stop(s):
    return finish(s, s.z.player)


def take_pick(s, p, at):
    what = s.z.asking
    s.z.ask_from = at
    if what == DESTROY_CARDS:
        destroy(s, p, at)
    elif what == REFRESH_CARDS or what == REFRESH_AGENTS:
        return_to_top(s, p, at)
        if s.z.known[p] < HELD:
            s.z.known[p] += 1
    elif what == TOSS_CARDS:
        card = take_from_draw(s, p, at)
        tell(s, TOSS, p, s.z.ask_card, -1, card, 1, EVERYBODY)
        put_in_cooldown(s, p, card, place(IN_DRAW, p, at), 1 << p)
        if s.z.known[p]:
            s.z.known[p] -= 1
    elif what == DONATE_CARDS or what == DISCARD_CARDS:
        card = take_from_hand(s, p, at)
        tell(s, DISCARD, p, s.z.ask_card, -1, card, 1, EVERYBODY)
        put_in_cooldown(s, p, card, place(IN_HAND, p, at), 1 << p)
    else:
        s.z.picked[s.z.n_picked] = at
        s.z.ask_from = at + 1


def destroy(s, p, at):
    """A card of the hand, the board or the played pile, counted as the options are, leaves the game."""
    card: cython.int
    hand: cython.int = s.z.n_hand[p]
    agents: cython.int = s.z.n_agents[p]
    played: cython.int = s.z.n_played[p]
    patron: cython.bint = s.z.asking >= COMPLETE_HLAALU
    source = -1 if patron else s.z.ask_card
    caller = s.z.ask_card if patron else -1
    pile = IN_HAND
    if s.z.asking == COMPLETE_TREASURY:
        if at < played:
            pile = IN_PLAYED
        else:
            at -= played
            if at >= hand:
                pile = ON_BOARD
                at -= hand
    elif at >= hand:
        at -= hand
        first = agents if s.z.asking == DESTROY_CARDS else played
        pile = ON_BOARD if (s.z.asking == DESTROY_CARDS) == (at < first) else IN_PLAYED
        if at >= first:
            at -= first
    if pile == IN_HAND:
        card = take_from_hand(s, p, at)
    elif pile == ON_BOARD:
        card = take_agent(s, p, at)
    else:
        card = take_from_played(s, p, at)
    tell(s, DESTROY_CARD, p, source, caller, card, 1, EVERYBODY)
    if s.following:
        tell(s, MOVED, p, card, place(pile, p, at), place(NOWHERE, p, 0), 0, 1 << p)


def return_to_top(s, p, at):
    card = take_from_cooldown(s, p, at)
    patron: cython.bint = s.z.asking >= COMPLETE_HLAALU
    tell(s, REFRESH, p, -1 if patron else s.z.ask_card, s.z.ask_card if patron else -1, card, 1, EVERYBODY)
    put_on_draw(s, p, card, place(IN_COOLDOWN, p, at))


def finish(s, p):
    """All that was wanted is picked."""
    what = s.z.asking
    if what == REPLACE_CARDS_IN_TAVERN:
        replace_picked(s, p)
    elif what == KNOCKOUT_AGENTS:
        knock_out_picked(s, p)
    picked: cython.int = s.z.n_picked
    card: cython.int = s.z.ask_card
    clear_ask(s)
    if what == DONATE_CARDS:
        tell(s, DRAW, p, card, -1, -1, picked, EVERYBODY)
        draw_cards(s, p, picked)
    return resolve(s)


def replace_picked(s, p):
    """One after the other: a card leaves its slot, the slot is refilled, the card goes under the tavern deck."""
    for i in range(s.z.n_picked):
        slot: cython.int = s.z.picked[i]
        rows = s.z.n_row
        card = s.z.row[slot]
        tell(s, REPLACE_TAVERN, p, s.z.ask_card, -1, card, 1, EVERYBODY)
        if s.following:
            tell(s, MOVED, EVERYBODY, card, place(IN_ROW, 0, slot), place(NOWHERE, 1, 0), 0, EVERYBODY)
        refill(s, slot)
        put_under_tavern(s, card, place(NOWHERE, 1, 0))
        if s.z.n_row < rows:
            for j in range(i + 1, s.z.n_picked):
                if s.z.picked[j] > slot:
                    s.z.picked[j] -= 1


def knock_out_picked(s, p):
    """Morihaus pays first. Then contracts go under the tavern deck, and after them the others to the cooldown pile."""
    o = 1 - p
    pay_morihaus(s, p, False)
    pay_morihaus(s, o, True)
    for i in range(s.z.n_picked):
        tell(s, KNOCKOUT, p, s.z.ask_card, -1, s.z.agent[o][s.z.picked[i]], 1, EVERYBODY)
    for contracts in range(2):
        for i in range(s.z.n_picked):
            at: cython.int = s.z.picked[i]
            if at != NO_SLOT and (s.rules.fact[s.z.agent[o][at]].type == CONTRACT_AGENT) == (contracts == 0):
                knock_out(s, o, at)
                s.z.picked[i] = NO_SLOT
                for j in range(s.z.n_picked):
                    if s.z.picked[j] != NO_SLOT and s.z.picked[j] > at:
                        s.z.picked[j] -= 1


def pay_morihaus(s, p, chosen):
    """A coin for each Morihaus of a player that is not knocked out itself."""
    for i in range(s.z.n_agents[p]):
        card = s.z.agent[p][i]
        if (card == MORIHAUS_BULL or card == MORIHAUS_ARCHER) and not (chosen and is_picked(s, i)):
            tell(s, GAIN_COIN, p, card, -1, -1, 1, EVERYBODY)
            s.z.coins[p] += 1


def complete_patron(s, p, at):
    """What a called patron does with the card that was chosen."""
    what = s.z.asking
    if what == COMPLETE_PELLIN:
        return_to_top(s, p, at)
    elif what == COMPLETE_PSIJIC:
        tell(s, KNOCKOUT, p, -1, PSIJIC, s.z.agent[1 - p][at], 1, EVERYBODY)
        knock_out(s, 1 - p, at)
    else:
        price: cython.int = s.rules.fact[mixed_option(s, p, at)].cost
        destroy(s, p, at)
        if what == COMPLETE_HLAALU:
            tell(s, GAIN_PRESTIGE, p, -1, HLAALU, -1, price - 1, EVERYBODY)
            s.z.prestige[p] += price - 1
    clear_ask(s)
    return 0
