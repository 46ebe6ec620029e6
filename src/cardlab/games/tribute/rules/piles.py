"""Scripts of Tribute: piles, and how cards get from one to another.

Every move of a card goes through here and is told with where it came from and where it lies now, so that whoever gave names to
single copies can follow them. Shuffling is here too, with the generator of the house or, by the option `luck=original`, with
that of the original program, which draws a key for each card and sorts by it.
"""

import cython

WORD = cython.declare(cython.const[cython.ulonglong], 0xFFFFFFFFFFFF)
FACTOR = cython.declare(cython.const[cython.ulonglong], 0x5DEECE66D)
LARGEST = cython.declare(cython.const[cython.ulonglong], 2147483646)


def place(pile, owner, index):
    """A pile and an index in it as one number."""
    return pile << 9 | owner << 8 | index


def owned(s, p):
    """How many cards a player has, those on the board included."""
    return s.z.n_hand[p] + s.z.n_draw[p] + s.z.n_played[p] + s.z.n_cooldown[p] + s.z.n_agents[p]


# ---- taking ------------------------------------------------------------------------------------------------------------------


def take_from_hand(s, p, at):
    card = s.z.hand[p][at]
    s.z.n_hand[p] -= 1
    for i in range(at, s.z.n_hand[p]):
        s.z.hand[p][i] = s.z.hand[p][i + 1]
    return card


def take_from_played(s, p, at):
    card = s.z.hand[p][HELD - 1 - at]
    s.z.n_played[p] -= 1
    for i in range(at, s.z.n_played[p]):
        s.z.hand[p][HELD - 1 - i] = s.z.hand[p][HELD - 2 - i]
    return card


def take_from_cooldown(s, p, at):
    card = s.z.deck[p][HELD - 1 - at]
    s.z.n_cooldown[p] -= 1
    for i in range(at, s.z.n_cooldown[p]):
        s.z.deck[p][HELD - 1 - i] = s.z.deck[p][HELD - 2 - i]
    return card


def take_from_draw(s, p, at):
    """The card `at` places below the top."""
    s.z.n_draw[p] -= 1
    first = s.z.n_draw[p] - at
    card = s.z.deck[p][first]
    for i in range(first, s.z.n_draw[p]):
        s.z.deck[p][i] = s.z.deck[p][i + 1]
    return card


def take_agent(s, p, at):
    card = s.z.agent[p][at]
    s.z.n_agents[p] -= 1
    for i in range(at, s.z.n_agents[p]):
        s.z.agent[p][i] = s.z.agent[p][i + 1]
        s.z.health[p][i] = s.z.health[p][i + 1]
        s.z.marks[p][i] = s.z.marks[p][i + 1]
    return card


# ---- putting -----------------------------------------------------------------------------------------------------------------


def put_in_played(s, p, card, origin, seats):
    if s.following:
        tell(s, MOVED, p, card, origin, place(IN_PLAYED, p, s.z.n_played[p]), 0, seats)
    s.z.hand[p][HELD - 1 - s.z.n_played[p]] = card
    s.z.n_played[p] += 1


def put_in_cooldown(s, p, card, origin, seats):
    """A card goes to the bottom of a cooldown pile. A player who has as many cards as can be held does not get one more."""
    if owned(s, p) >= HELD:
        if s.following:
            tell(s, MOVED, p, card, origin, place(NOWHERE, p, 0), 0, seats)
        return
    if s.following:
        tell(s, MOVED, p, card, origin, place(IN_COOLDOWN, p, s.z.n_cooldown[p]), 0, seats)
    s.z.deck[p][HELD - 1 - s.z.n_cooldown[p]] = card
    s.z.n_cooldown[p] += 1


def put_on_draw(s, p, card, origin):
    if s.following:
        tell(s, MOVED, p, card, origin, place(IN_DRAW, p, 0), 0, EVERYBODY)
    s.z.deck[p][s.z.n_draw[p]] = card
    s.z.n_draw[p] += 1


def put_under_tavern(s, card, origin):
    if s.z.n_tavern >= TAVERN_ROOM:
        if s.following:
            tell(s, MOVED, EVERYBODY, card, origin, place(NOWHERE, 0, 0), 0, EVERYBODY)
        return
    if s.following:
        tell(s, MOVED, EVERYBODY, card, origin, place(IN_TAVERN, 0, s.z.n_tavern), 0, EVERYBODY)
    s.z.tavern[(s.z.top + s.z.n_tavern) & TAVERN_MASK] = card
    s.z.n_tavern += 1


def put_on_board(s, p, card, origin, seats):
    """An agent comes with full health and has been used this turn. Where there is no room it goes where the fallen go."""
    at = s.z.n_agents[p]
    if at >= AGENTS or owned(s, p) >= HELD:
        send_away(s, p, card, origin)
        return NO_SLOT
    if s.following:
        tell(s, MOVED, p, card, origin, place(ON_BOARD, p, at), 0, seats)
    s.z.agent[p][at] = card
    s.z.health[p][at] = s.rules.fact[card].hp
    s.z.marks[p][at] = USED_MARK
    s.z.n_agents[p] += 1
    return at


def send_away(s, p, card, origin):
    """Where an agent goes when it leaves the board alive in the rules: contracts under the tavern deck, others to cooldown."""
    if s.rules.fact[card].type == CONTRACT_AGENT:
        put_under_tavern(s, card, origin)
    else:
        put_in_cooldown(s, p, card, origin, EVERYBODY)


def knock_out(s, p, at):
    send_away(s, p, take_agent(s, p, at), place(ON_BOARD, p, at))


def refill(s, slot):
    """A slot of the row is filled from the top of the tavern deck; without one the row shrinks."""
    if s.z.n_tavern:
        card = s.z.tavern[s.z.top]
        s.z.top = (s.z.top + 1) & TAVERN_MASK
        s.z.n_tavern -= 1
        tell(s, REFILLED, EVERYBODY, card, slot, 0, 0, EVERYBODY)
        s.z.row[slot] = card
        return
    s.z.n_row -= 1
    for i in range(slot, s.z.n_row):
        s.z.row[i] = s.z.row[i + 1]


# ---- drawing -----------------------------------------------------------------------------------------------------------------


def draw_cards(s, p, n):
    """Draw up to n cards. A draw pile that is too short is filled up from the cooldown pile before the first one."""
    if s.z.n_draw[p] < n:
        reshuffle(s, p)
        if s.z.n_draw[p] < n:
            n = s.z.n_draw[p]
    for i in range(n):
        s.z.n_draw[p] -= 1
        card = s.z.deck[p][s.z.n_draw[p]]
        tell(s, DREW, p, card, place(IN_DRAW, p, 0), place(IN_HAND, p, s.z.n_hand[p]), 0, 1 << p)
        s.z.hand[p][s.z.n_hand[p]] = card
        s.z.n_hand[p] += 1
    s.z.known[p] = s.z.known[p] - n if s.z.known[p] > n else 0
    return 0


def reshuffle(s, p):
    """The cooldown pile is shuffled and goes under what is left of the draw pile."""
    n: cython.int = s.z.n_cooldown[p]
    if n == 0:
        return 0
    left: cython.int = s.z.n_draw[p]
    for i in range(n):
        s.scratch[i] = s.z.deck[p][HELD - 1 - i]
    tell(s, RESHUFFLED, p, n, 0, 0, 0, EVERYBODY)
    s.z.n_cooldown[p] = 0
    s.z.n_draw[p] = left + n
    shuffle_scratch(s, n)
    for i in range(left - 1, -1, -1):
        s.z.deck[p][i + n] = s.z.deck[p][i]
    for i in range(n):
        s.z.deck[p][n - 1 - i] = s.scratch[i]
    return 0


def shuffle_scratch(s, n):
    """Shuffle the first n cards of the scratch pad; the first is the top."""
    if s.rules.original:
        order_by_keys(s, n)
    else:
        order_by_luck(s, n)
    for i in range(n):
        s.scratch[HELD + i] = s.scratch[i]
    for i in range(n):
        at: cython.int = s.keys[i]
        s.scratch[i] = s.scratch[HELD + at]
        if s.following:
            tell(s, MIXED, EVERYBODY, at, i, 0, 0, 0)
    return 0


def order_by_luck(s, n):
    """Which card comes where, each order equally likely."""
    for i in range(n):
        s.keys[i] = i
    plain: cython.bint = s.script is None and s.z.luck[0].s[0] != 0
    for i in range(n - 1, 0, -1):
        if plain:
            j = rand_below(s.z.luck[0].s, i + 1)
        else:
            j = roll(s, SHUFFLING, i + 1)
        s.keys[i], s.keys[j] = s.keys[j], s.keys[i]
    if plain and n > 1:
        s.z.luck[0].rolls += n - 1
    return 0


def order_by_keys(s, n):
    """The original's shuffle: a number is drawn for each card, then they are sorted by it; equals stay in order."""
    for i in range(n):
        s.keys[HELD + i] = original_output(s)
        j = i
        while j > 0 and s.keys[HELD + s.keys[j - 1]] > s.keys[HELD + i]:
            s.keys[j] = s.keys[j - 1]
            j -= 1
        s.keys[j] = i
    return 0


def next_word(word):
    """The original's generator: what its 48 bits become."""
    return ((word & WORD) * FACTOR + 11) & WORD


def output_of(word):
    """The number that is made from the upper 32 of them."""
    return cython.cast(cython.int, ((word >> 16) * LARGEST) >> 32)


def original_output(s):
    """A number of the original's generator, whose 48 bits are kept in the first word of the luck."""
    if s.z.luck[0].s[0] == 0 and s.z.luck[0].s[1] == 0:
        return roll(s, SHUFFLING, 1)
    word = next_word(s.z.luck[0].s[0])
    s.z.luck[0].s[0] = word
    s.z.luck[0].rolls += 1
    drawn = output_of(word)
    if s.script is None:
        return drawn
    return s.script._next(SHUFFLING, LARGEST_KEY, drawn)


# ---- the deal ----------------------------------------------------------------------------------------------------------------


def deal_match(s):
    """After the draft: the tavern, then both starting decks and hands."""
    n = gather_tavern(s)
    shuffle_scratch(s, n)
    if s.rules.original:
        shuffle_scratch(s, n)
    s.z.n_row = SLOTS if n > SLOTS else n
    for i in range(s.z.n_row):
        s.z.row[i] = s.scratch[i]
    s.z.top = 0
    s.z.n_tavern = n - s.z.n_row
    for i in range(s.z.n_tavern):
        s.z.tavern[i] = s.scratch[s.z.n_row + i]
    for p in range(2):
        size = gather_starters(s)
        shuffle_scratch(s, size)
        for i in range(size):
            s.z.deck[p][size - 1 - i] = s.scratch[i]
        s.z.n_draw[p] = size
    draw_cards(s, 0, SLOTS)
    return draw_cards(s, 1, SLOTS)


def gather_tavern(s):
    """The cards of the five patrons that can be bought, in the order of their numbers, each as often as it is there."""
    n = 0
    for card in range(CARDS):
        if s.rules.fact[card].in_tavern:
            for i in range(s.z.n_patrons):
                if s.z.patron[i] == s.rules.fact[card].deck:
                    for j in range(s.rules.fact[card].copies):
                        s.scratch[n] = card
                        n += 1
    return n


def gather_starters(s):
    """What each player begins with: six Gold, and one card of each drafted patron."""
    n = 0
    for i in range(s.z.n_patrons):
        for card in range(CARDS):
            if s.rules.fact[card].deck == s.z.patron[i]:
                for j in range(s.rules.fact[card].starts):
                    s.scratch[n] = card
                    n += 1
    return n
