"""Scripts of Tribute: what a player may do, in the order in which bots are shown it.

Plays in the order of the hand, activations, attacks and purchases in the order in which things lie, patrons in the order of the
match, the end of the turn last. With an open choice there is nothing but answers to it.

An action names a card and which copy of it is meant, counted from 0 in the order in which they lie. So it means the same in
every world in which the player has that card.
"""

import cython


def legal_actions(s, out):
    out.n = 0
    if s.z.phase == DRAFTING:
        return list_patrons_to_draft(s, out)
    if s.z.asking == NOTHING:
        return list_moves(s, out)
    if s.z.asking == ENACT_CHOSEN_EFFECT:
        offer(out, pack(ENACT, 0, 0, 0))
        return offer(out, pack(ENACT, 1, 0, 0))
    return list_answers(s, out)


def list_patrons_to_draft(s, out):
    for patron in range(PATRONS):
        if s.z.pool >> patron & 1:
            offer(out, pack(DRAFT, patron, 0, 0))
    return 0


def list_moves(s, out):
    p = s.z.player
    list_plays(s, p, out)
    if s.z.n_agents[p]:
        list_activations(s, p, out)
    if s.z.power[p] > 0 and s.z.n_agents[1 - p]:
        list_attacks(s, 1 - p, out)
    if s.z.coins[p] > 0:
        list_purchases(s, p, out)
    if s.z.calls[p]:
        list_calls(s, out)
    return offer(out, pack(END, 0, 0, 0))


def list_plays(s, p, out):
    for i in range(s.z.n_hand[p]):
        card = s.z.hand[p][i]
        nth = 0
        for j in range(i):
            if s.z.hand[p][j] == card:
                nth += 1
        offer(out, pack(PLAY, card, nth, 0))
    return 0


def earlier_agents(s, p, at):
    """How many of the same kind stand before an agent."""
    n = 0
    for i in range(at):
        if s.z.agent[p][i] == s.z.agent[p][at]:
            n += 1
    return n


def list_activations(s, p, out):
    for i in range(s.z.n_agents[p]):
        if not s.z.marks[p][i] & USED_MARK:
            offer(out, pack(ACTIVATE, s.z.agent[p][i], earlier_agents(s, p, i), 0))
    return 0


def list_attacks(s, o, out):
    """Agents with taunt first, if there are any."""
    taunt: cython.bint = False
    for i in range(s.z.n_agents[o]):
        if s.rules.fact[s.z.agent[o][i]].taunt:
            taunt = True
    for i in range(s.z.n_agents[o]):
        if not taunt or s.rules.fact[s.z.agent[o][i]].taunt:
            offer(out, pack(ATTACK, s.z.agent[o][i], earlier_agents(s, o, i), 0))
    return 0


def list_purchases(s, p, out):
    for i in range(s.z.n_row):
        card = s.z.row[i]
        if s.rules.fact[card].cost <= s.z.coins[p]:
            nth = 0
            for j in range(i):
                if s.z.row[j] == card:
                    nth += 1
            offer(out, pack(BUY, card, nth, 0))
    return 0


def list_calls(s, out):
    for i in range(s.z.n_patrons):
        if can_call(s, s.z.patron[i]):
            offer(out, pack(CALL, s.z.patron[i], 0, 0))
    return 0


def list_answers(s, out):
    """Options that can be picked next, and the end of picking. Nothing is offered that would leave too few for the minimum."""
    places = span(s)
    if s.z.n_picked < s.z.ask_most:
        for i in range(places):
            card = option(s, i)
            if card != NO_CARD:
                s.copies[card] = 0
        ordered = is_ordered(s.z.asking)
        spare = options_left(s) - (s.z.ask_least - s.z.n_picked)
        for i in range(places):
            card = option(s, i)
            if card == NO_CARD:
                continue
            nth = s.copies[card]
            s.copies[card] = nth + 1
            if ordered or (i >= s.z.ask_from and spare >= 0):
                offer(out, pack(PICK, card, nth, 0))
                spare -= 1
    if s.z.n_picked >= s.z.ask_least:
        offer(out, pack(STOP, 0, 0, 0))
    return 0


# ---- exchangeable actions ----------------------------------------------------------------------------------------------------


def candidates(s, out):
    """Of equal copies the first one stands for all."""
    legal_actions(s, out)
    n = 0
    for i in range(out.n):
        if target_of(out.at[i]) == 0 or is_stand_in(s, out.at[i]):
            out.at[n] = out.at[i]
            n += 1
    out.n = n
    return 0


def is_stand_in(s, action):
    """Whether a later copy is unlike the ones before it, as an agent with other health is; or the first that may be picked."""
    kind = kind_of(action)
    card = source_of(action)
    nth = target_of(action)
    if kind == PLAY or kind == BUY:
        return False
    if kind == PICK:
        if s.z.asking == KNOCKOUT_AGENTS or s.z.asking == COMPLETE_PSIJIC:
            return True
        return not is_ordered(s.z.asking) and find_option(s, card, nth - 1) < s.z.ask_from
    p = s.z.player if kind == ACTIVATE else 1 - s.z.player
    at = nth_of(s, p, card, nth)
    for i in range(nth):
        if same_agents(s, p, nth_of(s, p, card, i), at):
            return False
    return True


def nth_of(s, p, card, nth):
    for i in range(s.z.n_agents[p]):
        if s.z.agent[p][i] == card:
            if nth == 0:
                return i
            nth -= 1
    return 0


def same_agents(s, p, one, other):
    return s.z.health[p][one] == s.z.health[p][other] and s.z.marks[p][one] == s.z.marks[p][other]


def equal_ways(s, action):
    """How many equal copies in hand a play could be made with."""
    n = 1
    if kind_of(action) == PLAY:
        n = 0
        for i in range(s.z.n_hand[s.z.player]):
            if s.z.hand[s.z.player][i] == source_of(action):
                n += 1
    return n
