"""Castle: the rules.

Castle is a shedding game for two to four players with one pack. Suits never matter. Each player has three face-down
castle cards that nobody has seen, six cards in hand, and lays three of them face up as the castle row, one player after
another. Then seat 0 begins.

In turn a player plays cards of one rank: from the hand; once that is empty, from the row; and once that is empty too, by
turning over a face-down card. A rank may be played when its value is equal to or above the newest card of the pile, or
when it is a 2 or a 10. All cards of the rank in that zone go at once. Who can play nothing takes the pile.
A 10, or four equal cards on top, burn the pile for good and give another turn. After a play from the hand one
draws up to three. Who has no card left wins.

House rules are options; `options.py` lists them. They are compiled into the tables of `CastleRules`, so that the usual game
does not pay for them.
"""

import cython

ORDINARY = cython.declare(cython.const[cython.ulonglong], 0x11111011111110)


# ---- random play -----------------------------------------------------------------------------------------


def draw_action(s, scratch, rng):
    """A uniformly random legal action; for the castle choice, uniform over the 20 index triples."""
    if s.z.phase != PLAYING or s.rules.more_ways:
        if s.z.phase == CHOOSING:
            return draw_pick(s, rng)
        legal_actions(s, scratch)
        return scratch.at[rand_below(rng.s, scratch.n)]
    p = s.z.player
    from_up: cython.bint = s.z.n_hand[p] == 0
    zone = s.z.up[p] if from_up else s.z.hand[p]
    if zone == 0:
        return pack(DOWN, rand_below(rng.s, s.z.n_down[p]), 0, 0)
    kind = UP if from_up else HAND
    held = nonzero_nibbles(zone) & s.rules.playable[s.z.top]
    if held == 0:
        return pack(PICKUP, 0, 0, 0)
    if s.rules.whole:
        rank = nth_bit(held, rand_below(rng.s, popcount(held))) >> 2
        return pack(kind, rank, (zone >> (4 * rank)) & NIBBLE, 0)
    if s.rules.packs == 1:
        choices = unary_nibbles(zone & held * NIBBLE)
        chosen = nth_bit(choices, rand_below(rng.s, popcount(choices)))
        return pack(kind, chosen >> 2, (chosen & 3) + 1, 0)
    legal_actions(s, scratch)
    return scratch.at[rand_below(rng.s, scratch.n)]


def play_at_random(s, scratch, rng, limit):
    """Play on at random; return how many moves were made."""
    n = 0
    while n < limit and s.z.player >= 0:
        carry_out(s, draw_action(s, scratch, rng))
        n += 1
    return n


def draw_pick(s, rng):
    """Three of the six cards by index."""
    left = s.z.hand[s.z.player]
    taken: u64 = 0
    for size in range(6, 3, -1):
        nth: cython.int = rand_below(rng.s, size)
        rank = 0
        while True:
            count: cython.int = (left >> (4 * rank)) & NIBBLE
            if nth < count:
                break
            nth -= count
            rank += 1
        left -= ONE << (4 * rank)
        taken += ONE << (4 * rank)
    return triple(taken)


# ---- carrying out an action ------------------------------------------------------------------------------


def carry_out(s, action):
    kind = kind_of(action)
    p = s.z.player
    rank = source_of(action)
    count = target_of(action)
    if kind == HAND:
        take_from_hand(s, p, rank, count)
        resolve(s, p, rank, count, True)
    elif kind == PICKUP:
        pick_up(s, p, rank if count else -1)
    elif kind == UP:
        s.z.up[p] -= cython.cast(u64, count) << (4 * rank)
        resolve(s, p, rank, count, False)
    elif kind == DOWN:
        turn_over(s, p, rank)
    elif kind == PICK:
        choose_row(s, p, rank, count, extra_of(action))
    elif kind == GAMBLE:
        gamble(s, p)
    elif kind == COMPLETE:
        complete_four(s, p, rank)
    elif kind == PASS:
        decline(s)
    elif kind == SWAP:
        swap_cards(s, p, rank, count)
    else:
        next_swapper(s)
    close_decision(s)


def choose_row(s, p, a, b, c):
    row = (ONE << (4 * a)) + (ONE << (4 * b)) + (ONE << (4 * c))
    s.z.hand[p] -= row
    s.z.up[p] = row
    s.z.n_hand[p] = 3
    tell(s, CHOSE, p, a, b, c, 0, 1 << p if s.rules.castle == 1 else EVERYBODY)
    if p + 1 < s.rules.players:
        s.z.player = p + 1
    else:
        begin_play(s)


def swap_cards(s, p, hand_rank, up_rank):
    take_from_hand(s, p, hand_rank, 1)
    s.z.up[p] -= ONE << (4 * up_rank)
    s.z.up[p] += ONE << (4 * hand_rank)
    give(s, p, up_rank)
    s.z.swaps += 1
    tell(s, SWAPPED, p, hand_rank, up_rank, 0, 0, EVERYBODY)
    if s.z.swaps == 3:
        next_swapper(s)


def next_swapper(s):
    s.z.swaps = 0
    if s.z.player + 1 < s.rules.players:
        s.z.player += 1
    else:
        begin_play(s)


def take_from_hand(s, p, rank, count):
    """Cards leave the hand; those the others knew of are the first to be struck from their memory."""
    shift = 4 * rank
    s.z.hand[p] -= cython.cast(u64, count) << shift
    s.z.n_hand[p] -= count
    if not s.z.light:
        note_play(s, p, rank, count)


def note_play(s, p, rank, count):
    """What the others know of a hand after cards of a rank left it."""
    shift = 4 * rank
    known: cython.int = (s.z.known[p] >> shift) & NIBBLE
    struck = known if known < count else count
    s.z.known[p] -= cython.cast(u64, struck) << shift
    unknown = s.z.n_hand[p] - sum_nibbles(s.z.known[p])
    if s.z.tight[p] and not s.z.barred[p] >> shift & 1:
        s.z.tight[p] -= min(s.z.tight[p], count - struck)
    if s.z.tight[p] > unknown:
        s.z.tight[p] = unknown
    if s.rules.whole and s.z.phase == PLAYING and (s.z.tight[p] == 0 or s.z.tight[p] == unknown):
        s.z.barred[p] = (s.z.barred[p] if s.z.tight[p] else 0) | ONE << shift
        s.z.tight[p] = unknown


def note_pickup(s, p):
    """Who takes the pile because nothing fits holds no rank that would have fitted."""
    unknown = s.z.n_hand[p] - sum_nibbles(s.z.known[p])
    fits = s.rules.playable[s.z.top]
    s.z.barred[p] = fits | (s.z.barred[p] if s.z.tight[p] == unknown else 0)
    s.z.tight[p] = unknown


def turn_over(s, p, slot):
    rank = s.z.down[p][slot]
    n = s.z.n_down[p] - 1
    for i in range(slot, n):
        s.z.down[p][i] = s.z.down[p][i + 1]
    s.z.down[p][n] = 0
    s.z.n_down[p] = n
    s.z.since = -1
    if is_playable(s, rank):
        tell(s, TURNED, p, rank, 0, 0, 0, EVERYBODY)
        resolve(s, p, rank, 1, False)
        return
    tell(s, FAILED, p, rank, 0, 0, 0, EVERYBODY)
    if s.rules.failed_to_table:
        s.z.up[p] += ONE << (4 * rank)
    else:
        give(s, p, rank)
    take_pile(s, p)
    s.z.player = seat_after(s, p, 1)


def gamble(s, p):
    rank = s.z.cards[s.z.stock]
    s.z.stock += 1
    tell(s, REVEALED, p, rank, 0, 0, 0, EVERYBODY)
    if is_playable(s, rank):
        resolve(s, p, rank, 1, False)
        return
    give(s, p, rank)
    take_pile(s, p)
    s.z.player = seat_after(s, p, 1)


def pick_up(s, p, up_rank):
    if not s.rules.voluntary and not s.z.light:
        note_pickup(s, p)
    if up_rank >= 0:
        s.z.up[p] -= ONE << (4 * up_rank)
        give(s, p, up_rank)
        tell(s, TOOK_UP, p, up_rank, 0, 0, 0, EVERYBODY)
    take_pile(s, p)
    s.z.player = seat_after(s, p, 1)


def take_pile(s, p):
    s.z.hand[p] += s.z.pile
    s.z.known[p] += s.z.pile
    s.z.n_hand[p] += s.z.n_pile
    tell(s, TOOK, p, s.z.n_pile, 0, 0, 0, EVERYBODY)
    s.z.pile = 0
    s.z.n_pile = 0
    s.z.run = 0
    s.z.newest = NOTHING
    s.z.top = NOTHING


def give(s, p, rank):
    """A card that everybody saw goes into the hand."""
    s.z.hand[p] += ONE << (4 * rank)
    s.z.known[p] += ONE << (4 * rank)
    s.z.n_hand[p] += 1


# ---- resolving a play, in the order of the rules -----------------------------------------------------------


def resolve(s, p, rank, count, from_hand):
    put_on_pile(s, p, rank, count)
    out = has_no_cards(s, p)
    if out and not s.rules.finish_special and (rank == TWO or rank == TEN):
        take_pile(s, p)
        s.z.player = seat_after(s, p, 1)
        return
    again: cython.bint = False
    burned: cython.bint = False
    if rank == TEN:
        burned = True
        again = s.rules.ten_extra
    elif four_of_a_kind(s):
        burned = True
        again = s.rules.four_extra
    if burned:
        burn_pile(s, p)
    if not goes_on(s, p, out, from_hand):
        return
    effect = s.rules.effect[rank]
    if effect & REVERSES and count & 1:
        s.z.direction = -s.z.direction
    if out or not (again or effect & AGAIN):
        s.z.player = seat_after(s, p, 1 + count if effect & SKIPS else 1)
    if effect & ASKS and not burned:
        ask_others(s, p)


def put_on_pile(s, p, rank, count):
    at = s.z.n_burned + s.z.n_pile
    s.z.run = count + s.z.run * (s.z.newest == rank)
    s.z.newest = rank
    s.z.cards[at] = rank
    for i in range(1, count):
        s.z.cards[at + i] = rank
    s.z.n_pile += count
    s.z.pile += cython.cast(u64, count) << (4 * rank)
    if not s.rules.transparent >> rank & 1:
        s.z.top = rank
    tell(s, PLAYED, p, rank, count, 0, 0, EVERYBODY)


def four_of_a_kind(s):
    """Four equal cards on top. The legacy rule compares the newest with the second to fourth card from the bottom."""
    if s.rules.four == 1:
        return s.z.run >= 4
    if s.rules.four == 0 or s.z.n_pile < 4:
        return False
    bottom = s.z.n_burned
    newest = s.z.cards[bottom + s.z.n_pile - 1]
    return s.z.cards[bottom + 1] == newest and s.z.cards[bottom + 2] == newest and s.z.cards[bottom + 3] == newest


def burn_pile(s, p):
    """Burned cards lie in front of the pile, so burning only moves the border."""
    tell(s, BURNED, p, s.z.n_pile, 0, 0, 0, EVERYBODY)
    s.z.n_burned += s.z.n_pile
    s.z.n_pile = 0
    s.z.pile = 0
    s.z.run = 0
    s.z.newest = NOTHING
    s.z.top = NOTHING
    s.z.since = -1


def goes_on(s, p, out, from_hand):
    """A player without cards goes out, others draw after a play from the hand; whether the game is not over then."""
    if out:
        go_out(s, p)
        return s.z.player >= 0
    if from_hand:
        draw_to_three(s, p)
    return True


def draw_to_three(s, p):
    while s.z.n_hand[p] < 3 and s.z.stock < s.rules.cards:
        rank = s.z.cards[s.z.stock]
        s.z.stock += 1
        s.z.hand[p] += ONE << (4 * rank)
        s.z.n_hand[p] += 1
        tell(s, DREW, p, rank, 0, 0, 0, 1 << p)


def has_no_cards(s, p):
    return s.z.n_hand[p] == 0 and s.z.n_down[p] == 0 and s.z.up[p] == 0


def go_out(s, p):
    """A player without cards has won, or with ranking=yes has the next place."""
    s.z.n_out += 1
    s.z.place[p] = s.z.n_out
    s.z.since = -1
    tell(s, WENT_OUT, p, s.z.n_out, 0, 0, 0, EVERYBODY)
    if not s.rules.ranking:
        end(s, WIN)
    elif s.z.n_out == s.rules.players - 1:
        s.z.place[seat_after(s, p, 1)] = s.rules.players
        end(s, WIN)


def end(s, reason):
    s.z.phase = OVER
    s.z.reason = reason
    s.z.player = -1
    tell(s, ENDED, EVERYBODY, reason, 0, 0, 0, EVERYBODY)


def seat_after(s, p, steps):
    """The seat that many players ahead, passing over those who are out."""
    n = s.rules.players
    while steps > 0:
        p += s.z.direction
        if p == n:
            p = 0
        elif p < 0:
            p = n - 1
        if s.z.place[p] == 0:
            steps -= 1
    return p


# ---- completing four of a kind out of turn -----------------------------------------------------------------


def ask_others(s, p):
    if s.z.run >= 4:
        return
    s.z.mover = p
    s.z.after = s.z.player
    if ask_next(s, p):
        s.z.phase = ASKING


def ask_next(s, p):
    """Turn to the next seat after p that could complete the four as far as its number of cards goes."""
    q = p
    while True:
        q += s.z.direction
        if q == s.rules.players:
            q = 0
        elif q < 0:
            q = s.rules.players - 1
        if q == s.z.mover:
            return False
        if is_asked(s, q):
            s.z.player = q
            return True


def is_asked(s, p):
    if s.z.place[p]:
        return False
    if s.z.n_hand[p]:
        return s.z.n_hand[p] >= 4 - s.z.run
    return s.z.up[p] != 0 and may_complete(s, p)


def decline(s):
    if not ask_next(s, s.z.player):
        s.z.phase = PLAYING
        s.z.player = s.z.after


def complete_four(s, p, rank):
    count = 4 - s.z.run
    from_hand: cython.bint = s.z.n_hand[p] > 0
    if from_hand:
        take_from_hand(s, p, rank, count)
    else:
        s.z.up[p] -= cython.cast(u64, count) << (4 * rank)
    s.z.phase = PLAYING
    put_on_pile(s, p, rank, count)
    out = has_no_cards(s, p)
    if out and not s.rules.finish_special and rank == TWO:
        take_pile(s, p)
        s.z.player = seat_after(s, p, 1)
        return
    burn_pile(s, p)
    if not goes_on(s, p, out, from_hand):
        return
    s.z.player = p if s.rules.four_extra and not out else seat_after(s, p, 1)


# ---- every game ends ---------------------------------------------------------------------------------------


def close_decision(s):
    s.z.decisions += 1
    if s.z.player < 0:
        return
    if s.z.decisions >= s.rules.limit:
        end(s, LIMIT)
    elif s.rules.repetition:
        watch_repetition(s)


def watch_repetition(s):
    """Remember a position at decisions 1, 2, 4, 8, … after the last irreversible one, and count its returns."""
    if s.z.stock < s.rules.cards or s.z.since < 0:
        s.z.since = 0
        s.z.anchor_seen = 0
    if s.z.stock < s.rules.cards or s.z.phase == ASKING:
        return
    s.z.since += 1
    position = fingerprint(s)
    if s.z.anchor_seen and position == s.z.anchor:
        s.z.anchor_seen += 1
        if s.z.anchor_seen >= s.rules.repetition:
            end(s, REPETITION)
            return
    if s.z.since & (s.z.since - 1) == 0:
        s.z.anchor = position
        s.z.anchor_seen = 1


def fingerprint(s):
    """A number that tells positions apart. Face-down cards do not change in between; hands are a sum of their own (`held`)."""
    code = mix(s.z.player + 16 * (s.z.direction + 1))
    for p in range(s.rules.players):
        code = mix(code ^ s.z.up[p])
    for i in range(s.z.n_burned, s.z.n_burned + s.z.n_pile):
        code = mix(code ^ (s.z.cards[i] + 128))
    return (code + held(s)) & M64


# ---- the lowest-card strategy, as a rule of thumb for playouts and as an agent -----------------------------


def lowest(s):
    """The weakest legal rank with all its cards; the three strongest for the castle; always slot 0."""
    p = s.z.player
    if s.z.phase == CHOOSING:
        return lowest_pick(s)
    if s.z.phase == SWAPPING:
        return pack(DONE, 0, 0, 0)
    if s.z.phase == ASKING:
        if may_complete(s, p):
            return pack(COMPLETE, s.z.cards[s.z.n_burned + s.z.n_pile - 1], 0, 0)
        return pack(PASS, 0, 0, 0)
    from_up: cython.bint = s.z.n_hand[p] == 0
    zone = s.z.up[p] if from_up else s.z.hand[p]
    if zone == 0:
        return pack(DOWN, 0, 0, 0)
    held = nonzero_nibbles(zone) & s.rules.playable[s.z.top]
    if held == 0:
        if from_up and s.rules.pickup_up:
            return pack(PICKUP, weakest(zone), 1, 0)
        return pack(PICKUP, 0, 0, 0)
    rank = weakest(held)
    return pack(UP if from_up else HAND, rank, (zone >> (4 * rank)) & NIBBLE, 0)


def play_lowest(s, scratch, rng, limit, epsilon):
    """Play on by the lowest-card strategy; return how many moves were made."""
    n = 0
    while n < limit and s.z.player >= 0:
        if epsilon > 0 and rand_real(rng.s) < epsilon:
            carry_out(s, draw_action(s, scratch, rng))
        else:
            carry_out(s, lowest(s))
        n += 1
    return n


def lowest_pick(s):
    left = s.z.hand[s.z.player]
    for i in range(3):
        left -= ONE << (4 * weakest(left))
    return triple(left)


def weakest(cards):
    """The weakest rank present, in strength order 3 4 5 6 7 8 9 J Q K A X 2 10."""
    ordinary = nonzero_nibbles(cards) & ORDINARY
    if ordinary:
        return lowest_bit(ordinary) >> 2
    return TWO if cards & NIBBLE else TEN


def triple(cards):
    """The castle choice of three cards."""
    a = lowest_bit(cards) >> 2
    cards -= ONE << (4 * a)
    b = lowest_bit(cards) >> 2
    cards -= ONE << (4 * b)
    return pack(PICK, a, b, lowest_bit(cards) >> 2)
