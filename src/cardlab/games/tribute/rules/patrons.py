"""Scripts of Tribute: the ten patrons, when they can be called, what a call costs and does.

A call moves the patron's favour one step towards the caller: from the other to nobody, from nobody to the caller. Ansei comes
all the way at once, the Treasury never comes. Price and favour change before what the patron asks is answered.
"""

import cython


def can_call(s, patron):
    """Whether the condition of a patron holds for the player to move, who has a call left."""
    p = s.z.player
    coins = s.z.coins[p]
    if patron == ANSEI:
        return s.z.power[p] >= 2 and s.z.favor[patron] != p + 1
    if patron == DUKE_OF_CROWS:
        return coins >= 1 and s.z.favor[patron] != p + 1
    if patron == RAJHIN or patron == ORGNUM:
        return coins >= 3
    if patron == PSIJIC:
        return coins >= 4 and s.z.n_agents[1 - p] > 0
    if patron == SAINT_ALESSIA:
        return coins >= 4
    if patron == RED_EAGLE:
        return s.z.power[p] >= 2
    if patron == PELIN:
        return s.z.power[p] >= 2 and count_agents(s, p) > 0
    if patron == TREASURY:
        return coins >= 2 and s.z.n_hand[p] + s.z.n_played[p] + s.z.n_agents[p] > 0
    return has_priced_card(s, p)


def open_calls(s):
    """A bit for each patron of the match that can be called."""
    found: cython.int = 0
    for i in range(s.z.n_patrons):
        if can_call(s, s.z.patron[i]):
            found |= 1 << i
    return found


def has_priced_card(s, p):
    """Whether something in hand, played pile or on the board costs anything."""
    for i in range(s.z.n_hand[p]):
        if s.rules.fact[s.z.hand[p][i]].cost:
            return True
    for i in range(s.z.n_played[p]):
        if s.rules.fact[s.z.hand[p][HELD - 1 - i]].cost:
            return True
    for i in range(s.z.n_agents[p]):
        if s.rules.fact[s.z.agent[p][i]].cost:
            return True
    return False


def call_patron(s, patron):
    p = s.z.player
    favor = s.z.favor[patron]
    s.z.calls[p] -= 1
    tell(s, ACTIVATE_PATRON, p, -1, patron, -1, 1, EVERYBODY)
    come_closer(s, p, patron)
    if patron == ANSEI:
        pay_power(s, p, ANSEI, 2)
        tell(s, GAIN_COIN, p, -1, ANSEI, -1, 1, EVERYBODY)
        s.z.coins[p] += 1
    elif patron == DUKE_OF_CROWS:
        call_crows(s, p)
    elif patron == HLAALU:
        ask(s, COMPLETE_HLAALU, HLAALU, 0, 0, 1, 1)
    elif patron == ORGNUM:
        call_orgnum(s, p, favor)
    elif patron == PELIN:
        pay_power(s, p, PELIN, 2)
        ask(s, COMPLETE_PELLIN, PELIN, 0, 0, 1, 1)
    elif patron == PSIJIC:
        pay_coins(s, p, PSIJIC, 4)
        ask(s, COMPLETE_PSIJIC, PSIJIC, 0, 0, 1, 1)
    elif patron == RAJHIN:
        pay_coins(s, p, RAJHIN, 3)
        tell(s, ADD_BEWILDERMENT_TO_OPPONENT, p, -1, RAJHIN, BEWILDERMENT, 1, EVERYBODY)
        create(s, 1 - p, BEWILDERMENT)
    elif patron == RED_EAGLE:
        pay_power(s, p, RED_EAGLE, 2)
        tell(s, DRAW, p, -1, RED_EAGLE, -1, 1, EVERYBODY)
        draw_cards(s, p, 1)
    elif patron == SAINT_ALESSIA:
        call_alessia(s, p, favor)
    else:
        pay_coins(s, p, TREASURY, 2)
        tell(s, ADD_WRIT_OF_COIN, p, -1, TREASURY, WRIT_OF_COIN, 1, EVERYBODY)
        create(s, p, WRIT_OF_COIN)
        ask(s, COMPLETE_TREASURY, TREASURY, 0, 0, 1, 1)
    return 0


def come_closer(s, p, patron):
    if patron == TREASURY:
        return
    if patron == ANSEI or s.z.favor[patron] == 0:
        s.z.favor[patron] = p + 1
    elif s.z.favor[patron] == 2 - p:
        s.z.favor[patron] = 0


def pay_coins(s, p, patron, n):
    tell(s, GAIN_COIN, p, -1, patron, -1, -n, EVERYBODY)
    s.z.coins[p] -= n


def pay_power(s, p, patron, n):
    tell(s, GAIN_POWER, p, -1, patron, -1, -n, EVERYBODY)
    s.z.power[p] -= n


def gain_power(s, p, patron, n):
    tell(s, GAIN_POWER, p, -1, patron, -1, n, EVERYBODY)
    s.z.power[p] += n


def create(s, p, card):
    """A card that was not there before, in a cooldown pile."""
    put_in_cooldown(s, p, card, place(NOWHERE, p, 0), EVERYBODY)


def call_crows(s, p):
    """All coins, each but the first for a power."""
    coins = s.z.coins[p]
    gain_power(s, p, DUKE_OF_CROWS, coins - 1)
    pay_coins(s, p, DUKE_OF_CROWS, coins)


def call_orgnum(s, p, favor):
    """Power by the number of own cards; a favoured caller also gets a Summerset Sacking."""
    cards: cython.int = owned(s, p)
    pay_coins(s, p, ORGNUM, 3)
    if favor == 0:
        gain_power(s, p, ORGNUM, cards // 6)
    elif favor == p + 1:
        gain_power(s, p, ORGNUM, cards // 4)
        tell(s, ADD_SUMMERSET_SACKING, p, -1, ORGNUM, -1, 1, EVERYBODY)
        create(s, p, SUMMERSET_SACKING)
    else:
        gain_power(s, p, ORGNUM, 2)


def call_alessia(s, p, favor):
    """A soldier, or power where she favours the other, or a sergeant where she favours the caller."""
    pay_coins(s, p, SAINT_ALESSIA, 4)
    if favor == 0:
        tell(s, ADD_SOLDIER_OF_THE_EMPIRE, p, -1, SAINT_ALESSIA, -1, 1, EVERYBODY)
        create(s, p, SOLDIER_OF_THE_EMPIRE)
    elif favor == p + 1:
        tell(s, ADD_CHAINBREAKER_SERGEANT, p, -1, SAINT_ALESSIA, -1, 1, EVERYBODY)
        create(s, p, CHAINBREAKER_SERGEANT)
    else:
        gain_power(s, p, SAINT_ALESSIA, 2)
