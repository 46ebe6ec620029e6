"""Castle: the rules.

Castle is a shedding game for two to four players with one pack. Suits never matter. Each player has three face-down
castle cards that nobody has seen, six cards in hand, and lays three of them face up as the castle row, one player after
another. Then seat 0 begins.

In turn a player plays cards of one rank: from the hand; once that is empty, from the row; and once that is empty too, by
turning over a face-down card. A rank may be played when its value is equal to or above the newest card of the pile, or
when it is a 2 or a 10. All cards of the rank in that zone go at once. Who can play nothing takes the pile.
A 10, or four equal cards on top, burn the pile for good and give another turn. After a play from the hand one
draws up to three. Who has no card left wins.

House rules are options; `options.py` lists them. They are compiled into the tables of `Rules`, so that the usual game
does not pay for them.

Representation: the cards of a hand or row are a 64-bit number with four bits for the count of each rank. `cards` holds,
from the front, the burned cards and behind them the pile, oldest first; and, towards the end, the stock from index `stock` on.
"""

import cython

from cardlab.core.state import State

NIBBLE = cython.declare(cython.const[cython.ulonglong], 15)
ONE = cython.declare(cython.const[cython.ulonglong], 1)
EVEN = cython.declare(cython.const[cython.ulonglong], 0x0F0F0F0F0F0F0F)
BYTES = cython.declare(cython.const[cython.ulonglong], 0x0101010101010101)
ORDINARY = cython.declare(cython.const[cython.ulonglong], 0x11111011111110)
EVERYBODY = cython.declare(cython.const[cython.int], -1)


class Rules:
    """The options, ready for the engine."""

    def __init__(self, options):
        self.players = options["players"]
        self.packs = options["packs"]
        self.jokers = options["jokers"]
        self.cards = 52 * options["packs"] + options["jokers"]
        self.limit = options["limit"]
        self.repetition = options["repetition"]
        self.whole = options["group"] == "whole"
        self.four = ("off", "proper", "legacy").index(options["four"])
        self.voluntary = options["voluntary_pickup"]
        self.castle = ("sequential", "simultaneous", "random", "swap").index(options["castle"])
        self.first = _first_seat(options["first"])
        self.pickup_up = options["pickup_up"]
        self.gamble = options["gamble"]
        self.two_again = options["two_again"]
        self.ten_extra = options["ten_extra"]
        self.four_extra = options["four_extra"]
        self.four_anytime = options["four_anytime"] and self.four != 0
        self.failed_to_table = options["failed_down"] == "table"
        self.finish_special = options["finish_special"]
        self.ranking = options["ranking"]
        self.transparent = _bits(options["transparent"])
        self.skip = _bits(options["skip"])
        self.reverse = _bits(options["reverse"])
        lower, barred = _bits(options["lower"]), _bits(options["ten_barred"])
        for top in range(15):
            self.playable[top] = _playable_on(top, self.transparent, lower, barred)


def _first_seat(text):
    """The seat that begins; -1: holder of the lowest card, -2: drawn at the deal."""
    return {"lowest": -1, "random": -2}[text] if text in ("lowest", "random") else int(text[4:])


def _bits(ranks) -> cython.int:
    return sum([1 << rank for rank in ranks])


def _playable_on(top, transparent, lower, barred):
    """All ranks that may be played on the effective top, as a mask with one bit in each rank's place."""
    allowed: u64 = 0
    for rank in range(RANKS):
        if top == NOTHING or transparent >> rank & 1 or rank == TWO:
            fits = True
        elif rank == TEN:
            fits = not barred >> top & 1
        elif lower >> top & 1:
            fits = rank <= top
        else:
            fits = rank >= top
        if fits:
            allowed |= ONE << (4 * rank)
    return allowed


class CastleState(State):
    """A game of Castle in progress."""

    def __init__(self, game, rules: Rules):
        self.game = game
        self.rules = rules
        self.z.viewer = EVERYBODY

    # ---- the deal --------------------------------------------------------------------------------------------

    def _deal(self, rng):
        """Shuffle and deal. With first=random the first seat is drawn before the shuffle."""
        first = rand_below(rng.s, self.rules.players)
        n = 0
        for rank in range(13):
            for copy in range(4 * self.rules.packs):
                self.z.cards[n] = rank
                n += 1
        for copy in range(self.rules.jokers):
            self.z.cards[n] = 13
            n += 1
        self.shuffle(rng, 0, n)
        self.z.first = first
        self.deal_out()
        return 0

    def deal_deck(self, deck, first: cython.int = 0):
        """Deal from a given deck, top card first (the caller checks it)."""
        for i in range(self.rules.cards):
            self.z.cards[i] = deck[i]
        self.z.first = first
        self.deal_out()

    def shuffle(self, rng, start, end):
        for i in range(end - 1, start, -1):
            j = start + rand_below(rng.s, i + 1 - start)
            self.z.cards[i], self.z.cards[j] = self.z.cards[j], self.z.cards[i]

    def deal_out(self):
        """Three rounds of face-down cards, six rounds of hand cards, one card a seat each time."""
        n = self.rules.players
        self.clear_table()
        for p in range(n):
            for i in range(3):
                self.z.down[p][i] = self.z.cards[i * n + p]
            self.z.n_down[p] = 3
            for i in range(3, 9):
                self.z.hand[p] += ONE << (4 * self.z.cards[i * n + p])
            self.z.n_hand[p] = 6
        self.z.stock = 9 * n
        self.z.top = NOTHING
        self.z.direction = 1
        self.z.player = 0
        self.z.phase = CHOOSING
        if self.rules.castle >= 2:
            for p in range(n):
                self.lay_first_three(p)
            self.z.phase = SWAPPING
            if self.rules.castle == 2:
                self.begin_play()

    def clear_table(self):
        """Make a used state blank, but for the deck and the first seat."""
        for p in range(SEATS):
            self.z.hand[p] = 0
            self.z.up[p] = 0
            self.z.known[p] = 0
            self.z.n_hand[p] = 0
            self.z.n_down[p] = 0
            self.z.place[p] = 0
        self.z.pile = 0
        self.z.n_pile = 0
        self.z.n_burned = 0
        self.z.run = 0
        self.z.n_out = 0
        self.z.reason = RUNNING
        self.z.decisions = 0
        self.z.since = 0
        self.z.anchor_seen = 0
        self.z.swaps = 0
        self.z.forgot = 0
        self.z.viewer = EVERYBODY

    def lay_first_three(self, p):
        """The first three hand cards dealt become the row."""
        for i in range(3, 6):
            card = ONE << (4 * self.z.cards[i * self.rules.players + p])
            self.z.hand[p] -= card
            self.z.up[p] += card
        self.z.n_hand[p] = 3

    # ---- legal actions ---------------------------------------------------------------------------------------

    def _seats(self):
        return self.rules.players

    def _player(self):
        return self.z.player

    def _reason(self):
        return self.z.reason

    def _legal(self, out):
        out.n = 0
        phase = self.z.phase
        if phase == PLAYING:
            self.legal_plays(out)
        elif phase == CHOOSING:
            self.legal_picks(out)
        elif phase == SWAPPING:
            self.legal_swaps(out)
        elif phase == ASKING:
            self.legal_answers(out)
        return 0

    def legal_picks(self, out):
        """Distinct triples of ranks, lowest rank first."""
        hand = self.z.hand[self.z.player]
        n = 0
        for a in range(RANKS):
            if not hand >> (4 * a) & NIBBLE:
                continue
            left = hand - (ONE << (4 * a))
            for b in range(a, RANKS):
                if not left >> (4 * b) & NIBBLE:
                    continue
                last = left - (ONE << (4 * b))
                for c in range(b, RANKS):
                    if last >> (4 * c) & NIBBLE:
                        out.at[n] = pack(PICK, a, b, c)
                        n += 1
        out.n = n

    def legal_swaps(self, out):
        p = self.z.player
        n = 0
        for a in range(RANKS):
            for b in range(RANKS):
                if a != b and self.z.hand[p] >> (4 * a) & NIBBLE and self.z.up[p] >> (4 * b) & NIBBLE:
                    out.at[n] = pack(SWAP, a, b, 0)
                    n += 1
        out.at[n] = pack(DONE, 0, 0, 0)
        out.n = n + 1

    def legal_plays(self, out):
        """Hand before row before face-down cards; pickup only if nothing can be played."""
        p = self.z.player
        from_up: cython.bint = self.z.n_hand[p] == 0
        zone = self.z.up[p] if from_up else self.z.hand[p]
        if zone == 0:
            self.legal_downs(out)
            return
        kind = UP if from_up else HAND
        held = (zone | zone >> 1 | zone >> 2 | zone >> 3) & self.rules.playable[self.z.top]
        left = held
        n = 0
        while left:
            rank = lowest_bit(left) >> 2
            count: cython.int = (zone >> (4 * rank)) & NIBBLE
            if self.rules.whole:
                out.at[n] = pack(kind, rank, count, 0)
                n += 1
            else:
                for k in range(1, count + 1):
                    out.at[n] = pack(kind, rank, k, 0)
                    n += 1
            left &= left - 1
        out.n = n
        if held == 0 or (self.rules.voluntary and self.z.n_pile):
            self.legal_pickups(out, from_up)

    def legal_downs(self, out):
        p = self.z.player
        n = 0
        for slot in range(self.z.n_down[p]):
            out.at[n] = pack(DOWN, slot, 0, 0)
            n += 1
        out.n = n
        if self.rules.voluntary and self.z.n_pile:
            out.at[n] = pack(PICKUP, 0, 0, 0)
            out.n = n + 1

    def legal_pickups(self, out, from_up):
        """Pickup, with one row card if that house rule is on; gamble instead."""
        n = out.n
        if from_up and self.rules.pickup_up:
            row = self.z.up[self.z.player]
            for rank in range(RANKS):
                if row >> (4 * rank) & NIBBLE:
                    out.at[n] = pack(PICKUP, rank, 1, 0)
                    n += 1
        else:
            out.at[n] = pack(PICKUP, 0, 0, 0)
            n += 1
        if self.rules.gamble and self.z.stock < self.rules.cards:
            out.at[n] = pack(GAMBLE, 0, 0, 0)
            n += 1
        out.n = n

    def legal_answers(self, out):
        """Complete the four of a kind, or pass."""
        n = 0
        if self.may_complete(self.z.player):
            out.at[n] = pack(COMPLETE, self.z.cards[self.z.n_burned + self.z.n_pile - 1], 0, 0)
            n += 1
        out.at[n] = pack(PASS, 0, 0, 0)
        out.n = n + 1

    def may_complete(self, p):
        rank = self.z.cards[self.z.n_burned + self.z.n_pile - 1]
        zone = self.z.hand[p] if self.z.n_hand[p] else self.z.up[p]
        held: cython.int = (zone >> (4 * rank)) & NIBBLE
        return held >= 4 - self.z.run

    def _candidates(self, out):
        """Face-down cards are the same to everybody: a search need tell only one of them apart."""
        self._legal(out)
        if out.n > 1 and kind_of(out.at[0]) == DOWN:
            if kind_of(out.at[out.n - 1]) == PICKUP:
                out.at[1] = out.at[out.n - 1]
                out.n = 2
            else:
                out.n = 1
        return 0

    def _weight(self, action):
        """How many index triples of the six cards give this triple of ranks."""
        if kind_of(action) != PICK:
            return 1
        a, b, c = source_of(action), target_of(action), extra_of(action)
        hand = self.z.hand[self.z.player]
        first: cython.int = (hand >> (4 * a)) & NIBBLE
        second: cython.int = (hand >> (4 * b)) & NIBBLE
        third: cython.int = (hand >> (4 * c)) & NIBBLE
        if a == b and b == c:
            return first * (first - 1) * (first - 2) // 6
        if a == b:
            return first * (first - 1) // 2 * third
        if b == c:
            return first * (second * (second - 1) // 2)
        return first * second * third

    def is_playable(self, rank):
        return (self.rules.playable[self.z.top] >> (4 * rank)) & 1 != 0

    def _allows(self, action, scratch):
        """Whether the action is legal; the common plays are tested without making the list."""
        p = self.z.player
        kind = kind_of(action)
        if self.z.phase != PLAYING or (kind != HAND and kind != UP):
            return State._allows(self, action, scratch)
        rank = source_of(action)
        count = target_of(action)
        if rank >= RANKS or action != pack(kind, rank, count, 0) or (kind == HAND) != (self.z.n_hand[p] > 0):
            return 0
        zone = self.z.hand[p] if kind == HAND else self.z.up[p]
        held: cython.int = (zone >> (4 * rank)) & NIBBLE
        if count < 1 or count > held or (self.rules.whole and count != held):
            return 0
        return self.is_playable(rank)

    # ---- random play -----------------------------------------------------------------------------------------

    def _random(self, scratch, rng):
        return self.draw_action(scratch, rng)

    def _rollout(self, scratch, rng, limit):
        n = 0
        while n < limit and self.z.player >= 0:
            self.carry_out(self.draw_action(scratch, rng))
            n += 1
        return n

    def draw_action(self, scratch, rng):
        """A uniformly random legal action; for the castle choice, uniform over the 20 index triples."""
        if self.z.phase != PLAYING or self.rules.voluntary or self.rules.gamble or self.rules.pickup_up:
            if self.z.phase == CHOOSING:
                return self.draw_pick(rng)
            self._legal(scratch)
            return scratch.at[rand_below(rng.s, scratch.n)]
        p = self.z.player
        from_up: cython.bint = self.z.n_hand[p] == 0
        zone = self.z.up[p] if from_up else self.z.hand[p]
        if zone == 0:
            return pack(DOWN, rand_below(rng.s, self.z.n_down[p]), 0, 0)
        kind = UP if from_up else HAND
        held = (zone | zone >> 1 | zone >> 2 | zone >> 3) & self.rules.playable[self.z.top]
        if held == 0:
            return pack(PICKUP, 0, 0, 0)
        if self.rules.whole:
            skip: cython.int = 0
            if held & (held - 1):
                skip = rand_below(rng.s, popcount(held))
            while skip:
                held &= held - 1
                skip -= 1
            rank = lowest_bit(held) >> 2
            return pack(kind, rank, (zone >> (4 * rank)) & NIBBLE, 0)
        zone &= held * NIBBLE
        nth: cython.int = rand_below(rng.s, count_cards(zone)) + 1
        rank = lowest_bit(held) >> 2
        count: cython.int = (zone >> (4 * rank)) & NIBBLE
        while nth > count:
            nth -= count
            held &= held - 1
            rank = lowest_bit(held) >> 2
            count = (zone >> (4 * rank)) & NIBBLE
        return pack(kind, rank, nth, 0)

    def draw_pick(self, rng):
        """Three of the six cards by index."""
        left = self.z.hand[self.z.player]
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

    def _apply(self, action):
        self.carry_out(action)
        return 0

    def carry_out(self, action):
        kind = kind_of(action)
        p = self.z.player
        rank = source_of(action)
        count = target_of(action)
        if kind == HAND:
            self.take_from_hand(p, rank, count)
            self.resolve(p, rank, count, True)
        elif kind == PICKUP:
            self.pick_up(p, rank if count else -1)
        elif kind == UP:
            self.z.up[p] -= cython.cast(u64, count) << (4 * rank)
            self.resolve(p, rank, count, False)
        elif kind == DOWN:
            self.turn_over(p, rank)
        elif kind == PICK:
            self.choose_row(p, rank, count, extra_of(action))
        elif kind == GAMBLE:
            self.gamble(p)
        elif kind == COMPLETE:
            self.complete_four(p, rank)
        elif kind == PASS:
            self.decline()
        elif kind == SWAP:
            self.swap_cards(p, rank, count)
        else:
            self.next_swapper()
        self.close_decision()

    def choose_row(self, p, a, b, c):
        row = (ONE << (4 * a)) + (ONE << (4 * b)) + (ONE << (4 * c))
        self.z.hand[p] -= row
        self.z.up[p] = row
        self.z.n_hand[p] = 3
        self.tell(CHOSE, p, a | b << 4 | c << 8, 0, p if self.rules.castle == 1 else EVERYBODY)
        if p + 1 < self.rules.players:
            self.z.player = p + 1
        else:
            self.begin_play()

    def swap_cards(self, p, hand_rank, up_rank):
        self.take_from_hand(p, hand_rank, 1)
        self.z.up[p] -= ONE << (4 * up_rank)
        self.z.up[p] += ONE << (4 * hand_rank)
        self.give(p, up_rank)
        self.z.swaps += 1
        self.tell(SWAPPED, p, hand_rank, up_rank, EVERYBODY)
        if self.z.swaps == 3:
            self.next_swapper()

    def next_swapper(self):
        self.z.swaps = 0
        if self.z.player + 1 < self.rules.players:
            self.z.player += 1
        else:
            self.begin_play()

    def begin_play(self):
        self.z.phase = PLAYING
        if self.rules.first >= 0:
            self.z.first = self.rules.first
        elif self.rules.first == -1:
            self.z.first = self.holder_of_the_lowest()
        self.z.player = self.z.first

    def holder_of_the_lowest(self):
        for step in range(RANKS):
            rank = by_strength(step)
            for p in range(self.rules.players):
                if self.z.hand[p] >> (4 * rank) & NIBBLE:
                    return p
        return 0

    def take_from_hand(self, p, rank, count):
        """Cards leave the hand; those the others knew of are the first to be struck from their memory."""
        shift = 4 * rank
        self.z.hand[p] -= cython.cast(u64, count) << shift
        self.z.n_hand[p] -= count
        known: cython.int = (self.z.known[p] >> shift) & NIBBLE
        if known:
            self.z.known[p] -= cython.cast(u64, known if known < count else count) << shift

    def turn_over(self, p, slot):
        rank = self.z.down[p][slot]
        n = self.z.n_down[p] - 1
        for i in range(slot, n):
            self.z.down[p][i] = self.z.down[p][i + 1]
        self.z.down[p][n] = 0
        self.z.n_down[p] = n
        self.z.since = -1
        if self.is_playable(rank):
            self.tell(TURNED, p, rank, 0, EVERYBODY)
            self.resolve(p, rank, 1, False)
            return
        self.tell(FAILED, p, rank, 0, EVERYBODY)
        if self.rules.failed_to_table:
            self.z.up[p] += ONE << (4 * rank)
        else:
            self.give(p, rank)
        self.take_pile(p)
        self.z.player = self.seat_after(p, 1)

    def gamble(self, p):
        rank = self.z.cards[self.z.stock]
        self.z.stock += 1
        self.tell(REVEALED, p, rank, 0, EVERYBODY)
        if self.is_playable(rank):
            self.resolve(p, rank, 1, False)
            return
        self.give(p, rank)
        self.take_pile(p)
        self.z.player = self.seat_after(p, 1)

    def pick_up(self, p, up_rank):
        if up_rank >= 0:
            self.z.up[p] -= ONE << (4 * up_rank)
            self.give(p, up_rank)
            self.tell(TOOK_UP, p, up_rank, 0, EVERYBODY)
        self.take_pile(p)
        self.z.player = self.seat_after(p, 1)

    def take_pile(self, p):
        self.z.hand[p] += self.z.pile
        self.z.known[p] += self.z.pile
        self.z.n_hand[p] += self.z.n_pile
        self.tell(TOOK, p, self.z.n_pile, 0, EVERYBODY)
        self.z.pile = 0
        self.z.n_pile = 0
        self.z.run = 0
        self.z.top = NOTHING

    def give(self, p, rank):
        """A card that everybody saw goes into the hand."""
        self.z.hand[p] += ONE << (4 * rank)
        self.z.known[p] += ONE << (4 * rank)
        self.z.n_hand[p] += 1

    # ---- resolving a play, in the order of the rules -----------------------------------------------------------

    def resolve(self, p, rank, count, from_hand):
        self.put_on_pile(p, rank, count)
        out = self.has_no_cards(p)
        if out and not self.rules.finish_special and (rank == TWO or rank == TEN):
            self.take_pile(p)
            self.z.player = self.seat_after(p, 1)
            return
        again: cython.bint = False
        burned: cython.bint = False
        if rank == TEN:
            burned = True
            again = self.rules.ten_extra
        elif self.four_of_a_kind():
            burned = True
            again = self.rules.four_extra
        if burned:
            self.burn_pile(p)
        if out:
            self.go_out(p)
            if self.z.player < 0:
                return
        elif from_hand:
            self.draw_to_three(p)
        if self.rules.reverse >> rank & 1 and count & 1:
            self.z.direction = -self.z.direction
        if out or not (again or (rank == TWO and self.rules.two_again)):
            self.z.player = self.seat_after(p, 1 + count if self.rules.skip >> rank & 1 else 1)
        if self.rules.four_anytime and not burned:
            self.ask_others(p)

    def put_on_pile(self, p, rank, count):
        at = self.z.n_burned + self.z.n_pile
        same: cython.bint = self.z.n_pile > 0 and self.z.cards[at - 1] == rank
        self.z.run = self.z.run + count if same else count
        for i in range(count):
            self.z.cards[at + i] = rank
        self.z.n_pile += count
        self.z.pile += cython.cast(u64, count) << (4 * rank)
        if not self.rules.transparent >> rank & 1:
            self.z.top = rank
        self.tell(PLAYED, p, rank, count, EVERYBODY)

    def four_of_a_kind(self):
        """Four equal cards on top. The legacy rule compares the newest with the second to fourth card from the bottom."""
        if self.rules.four == 1:
            return self.z.run >= 4
        if self.rules.four == 0 or self.z.n_pile < 4:
            return False
        bottom = self.z.n_burned
        newest = self.z.cards[bottom + self.z.n_pile - 1]
        return (
            self.z.cards[bottom + 1] == newest
            and self.z.cards[bottom + 2] == newest
            and self.z.cards[bottom + 3] == newest
        )

    def burn_pile(self, p):
        """Burned cards lie in front of the pile, so burning only moves the border."""
        self.tell(BURNED, p, self.z.n_pile, 0, EVERYBODY)
        self.z.n_burned += self.z.n_pile
        self.z.n_pile = 0
        self.z.pile = 0
        self.z.run = 0
        self.z.top = NOTHING
        self.z.since = -1

    def draw_to_three(self, p):
        while self.z.n_hand[p] < 3 and self.z.stock < self.rules.cards:
            rank = self.z.cards[self.z.stock]
            self.z.stock += 1
            self.z.hand[p] += ONE << (4 * rank)
            self.z.n_hand[p] += 1
            self.tell(DREW, p, rank, 0, p)

    def has_no_cards(self, p):
        return self.z.n_hand[p] == 0 and self.z.n_down[p] == 0 and self.z.up[p] == 0

    def go_out(self, p):
        """A player without cards has won, or with ranking=yes has the next place."""
        self.z.n_out += 1
        self.z.place[p] = self.z.n_out
        self.z.since = -1
        self.tell(WENT_OUT, p, self.z.n_out, 0, EVERYBODY)
        if not self.rules.ranking:
            self.end(WIN)
        elif self.z.n_out == self.rules.players - 1:
            self.z.place[self.seat_after(p, 1)] = self.rules.players
            self.end(WIN)

    def end(self, reason):
        self.z.phase = OVER
        self.z.reason = reason
        self.z.player = -1
        self.tell(ENDED, 0, reason, 0, EVERYBODY)

    def seat_after(self, p, steps):
        """The seat that many players ahead, passing over those who are out."""
        n = self.rules.players
        while steps > 0:
            p += self.z.direction
            if p == n:
                p = 0
            elif p < 0:
                p = n - 1
            if self.z.place[p] == 0:
                steps -= 1
        return p

    # ---- completing four of a kind out of turn -----------------------------------------------------------------

    def ask_others(self, p):
        if self.z.run >= 4:
            return
        self.z.mover = p
        self.z.after = self.z.player
        if self.ask_next(p):
            self.z.phase = ASKING

    def ask_next(self, p):
        """Turn to the next seat after p that could complete the four as far as its number of cards goes."""
        q = p
        while True:
            q += self.z.direction
            if q == self.rules.players:
                q = 0
            elif q < 0:
                q = self.rules.players - 1
            if q == self.z.mover:
                return False
            if self.is_asked(q):
                self.z.player = q
                return True

    def is_asked(self, p):
        if self.z.place[p]:
            return False
        if self.z.n_hand[p]:
            return self.z.n_hand[p] >= 4 - self.z.run
        return self.z.up[p] != 0 and self.may_complete(p)

    def decline(self):
        if not self.ask_next(self.z.player):
            self.z.phase = PLAYING
            self.z.player = self.z.after

    def complete_four(self, p, rank):
        count = 4 - self.z.run
        from_hand: cython.bint = self.z.n_hand[p] > 0
        if from_hand:
            self.take_from_hand(p, rank, count)
        else:
            self.z.up[p] -= cython.cast(u64, count) << (4 * rank)
        self.z.phase = PLAYING
        self.put_on_pile(p, rank, count)
        out = self.has_no_cards(p)
        if out and not self.rules.finish_special and rank == TWO:
            self.take_pile(p)
            self.z.player = self.seat_after(p, 1)
            return
        self.burn_pile(p)
        if out:
            self.go_out(p)
            if self.z.player < 0:
                return
        elif from_hand:
            self.draw_to_three(p)
        self.z.player = p if self.rules.four_extra and not out else self.seat_after(p, 1)

    # ---- every game ends ---------------------------------------------------------------------------------------

    def close_decision(self):
        self.z.decisions += 1
        if self.z.player < 0:
            return
        if self.z.decisions >= self.rules.limit:
            self.end(LIMIT)
        elif self.rules.repetition:
            self.watch_repetition()

    def watch_repetition(self):
        """Remember a position at decisions 1, 2, 4, 8, … after the last irreversible one, and count its returns."""
        if self.z.stock < self.rules.cards or self.z.since < 0:
            self.z.since = 0
            self.z.anchor_seen = 0
        if self.z.stock < self.rules.cards or self.z.phase == ASKING:
            return
        self.z.since += 1
        position = self.fingerprint()
        if self.z.anchor_seen and position == self.z.anchor:
            self.z.anchor_seen += 1
            if self.z.anchor_seen >= self.rules.repetition:
                self.end(REPETITION)
                return
        if self.z.since & (self.z.since - 1) == 0:
            self.z.anchor = position
            self.z.anchor_seen = 1

    def fingerprint(self):
        code = mix(self.z.player + 16 * (self.z.direction + 1))
        for p in range(self.rules.players):
            code = mix(code ^ self.z.hand[p])
            code = mix(code ^ self.z.up[p])
            for i in range(self.z.n_down[p]):
                code = mix(code ^ (self.z.down[p][i] + 64))
        for i in range(self.z.n_burned, self.z.n_burned + self.z.n_pile):
            code = mix(code ^ (self.z.cards[i] + 128))
        return code

    def _score(self, seat):
        """Win 1, loss 0, draw 1/n; with ranking, evenly spaced by place, and those still in share what is left."""
        n = self.rules.players
        place = self.z.place[seat]
        if not self.rules.ranking:
            if self.z.n_out == 0:
                return 1.0 / n
            return 1.0 if place == 1 else 0.0
        if place:
            return (n - place) / (n - 1.0)
        return (n - self.z.n_out - 1) / 2.0 / (n - 1.0)

    def tell(self, kind, player, a, b, seen_by):
        if self.log is not None:
            self.log._add(kind, player, a, b, seen_by)

    # ---- the lowest-card strategy, as a rule of thumb for playouts and as an agent -----------------------------

    def lowest(self):
        """The weakest legal rank with all its cards; the three strongest for the castle; always slot 0."""
        p = self.z.player
        if self.z.phase == CHOOSING:
            return self.lowest_pick()
        if self.z.phase == SWAPPING:
            return pack(DONE, 0, 0, 0)
        if self.z.phase == ASKING:
            if self.may_complete(p):
                return pack(COMPLETE, self.z.cards[self.z.n_burned + self.z.n_pile - 1], 0, 0)
            return pack(PASS, 0, 0, 0)
        from_up: cython.bint = self.z.n_hand[p] == 0
        zone = self.z.up[p] if from_up else self.z.hand[p]
        if zone == 0:
            return pack(DOWN, 0, 0, 0)
        held = (zone | zone >> 1 | zone >> 2 | zone >> 3) & self.rules.playable[self.z.top]
        if held == 0:
            if from_up and self.rules.pickup_up:
                return pack(PICKUP, weakest(zone), 1, 0)
            return pack(PICKUP, 0, 0, 0)
        rank = weakest(held)
        return pack(UP if from_up else HAND, rank, (zone >> (4 * rank)) & NIBBLE, 0)

    def lowest_pick(self):
        left = self.z.hand[self.z.player]
        for i in range(3):
            left -= ONE << (4 * weakest(left))
        return triple(left)

    # ---- what a player cannot see --------------------------------------------------------------------------------

    def _copy_from(self, other):
        self.z = cython.cast(CastleState, other).z
        return 0

    def _hide(self, seat):
        """Erase other hands but for cards known to be there, all face-down cards and the stock."""
        hidden_rows: cython.bint = self.rules.castle == 1 and self.z.phase == CHOOSING
        for p in range(self.rules.players):
            for i in range(3):
                self.z.down[p][i] = 0
            if p == seat:
                continue
            self.z.hand[p] = self.z.known[p]
            if hidden_rows and self.z.n_hand[p] == 3:
                self.z.up[p] = 0
                self.z.n_hand[p] = 6
        for i in range(self.z.n_burned + self.z.n_pile, self.rules.cards):
            self.z.cards[i] = 0
        self.z.viewer = seat
        return 0

    def _forget(self, memory):
        """-1 keeps all; -2 forgets who took which cards; k >= 0 also forgets all burned cards but the latest k."""
        if memory == -1:
            return 0
        for p in range(self.rules.players):
            if p != self.z.viewer:
                self.z.hand[p] = 0
                self.z.known[p] = 0
        if memory >= 0 and self.z.n_burned > memory:
            self.z.forgot = self.z.n_burned - memory
            for i in range(self.z.forgot):
                self.z.cards[i] = 0
        return 0

    def _fill(self, seat, rng):
        """Deal all unseen cards anew to the stock, the other hands and the face-down places."""
        n = self.gather_unseen(seat)
        for i in range(n - 1, 0, -1):
            j = rand_below(rng.s, i + 1)
            self.pool[i], self.pool[j] = self.pool[j], self.pool[i]
        at = 0
        for i in range(self.z.forgot):
            self.z.cards[i] = self.pool[at]
            at += 1
        for i in range(self.z.stock, self.rules.cards):
            self.z.cards[i] = self.pool[at]
            at += 1
        for p in range(self.rules.players):
            if p != seat:
                at = self.fill_hand(p, at)
            for i in range(self.z.n_down[p]):
                self.z.down[p][i] = self.pool[at]
                at += 1
        self.z.forgot = 0
        self.z.viewer = EVERYBODY
        return 0

    def fill_hand(self, p, at):
        """Unknown cards of another hand; with hidden rows, three of them are the row chosen already."""
        for i in range(self.z.n_hand[p] - count_cards(self.z.hand[p])):
            card = ONE << (4 * self.pool[at])
            at += 1
            if i < 3 and self.rules.castle == 1 and self.z.phase == CHOOSING and p < self.z.player:
                self.z.up[p] += card
                self.z.n_hand[p] = 3
            else:
                self.z.hand[p] += card
        return at

    def gather_unseen(self, seat):
        """Put every card that is nowhere in sight into the pool; return how many there are."""
        seen: u64 = 0
        for p in range(self.rules.players):
            seen += self.z.up[p] + self.z.hand[p]
        for i in range(self.z.forgot, self.z.n_burned + self.z.n_pile):
            seen += ONE << (4 * self.z.cards[i])
        n = 0
        for rank in range(RANKS):
            total = 4 * self.rules.packs if rank < 13 else self.rules.jokers
            missing: cython.int = total - ((seen >> (4 * rank)) & NIBBLE)
            for i in range(missing):
                self.pool[n] = rank
                n += 1
        return n

    # ---- for Python ----------------------------------------------------------------------------------------------

    def peek(self):
        """All of the table as plain lists and numbers."""
        n = self.rules.players
        table = self.z.n_burned + self.z.n_pile
        return {
            "hands": [_ranks_of(self.z.hand[p]) for p in range(n)],
            "up": [_ranks_of(self.z.up[p]) for p in range(n)],
            "known": [_ranks_of(self.z.known[p]) for p in range(n)],
            "down": [[self.z.down[p][i] for i in range(self.z.n_down[p])] for p in range(n)],
            "hand_sizes": [self.z.n_hand[p] for p in range(n)],
            "places": [self.z.place[p] for p in range(n)],
            "burned": [self.z.cards[i] for i in range(self.z.n_burned)],
            "pile": [self.z.cards[i] for i in range(self.z.n_burned, table)],
            "stock": [self.z.cards[i] for i in range(self.z.stock, self.rules.cards)],
            "phase": self.z.phase,
            "reason": self.z.reason,
            "player": self.z.player,
            "first": self.z.first,
            "direction": self.z.direction,
            "decisions": self.z.decisions,
            "swaps": self.z.swaps,
            "mover": self.z.mover,
            "after": self.z.after,
            "since": self.z.since,
            "anchor": self.z.anchor,
            "anchor_seen": self.z.anchor_seen,
        }

    def poke(self, table):
        """Set everything that `peek` shows. The caller has checked it."""
        for p in range(self.rules.players):
            self.z.hand[p] = _counts_of(table["hands"][p])
            self.z.up[p] = _counts_of(table["up"][p])
            self.z.known[p] = _counts_of(table["known"][p])
            self.z.n_hand[p] = len(table["hands"][p])
            self.z.n_down[p] = len(table["down"][p])
            self.z.place[p] = table["places"][p]
            for i in range(self.z.n_down[p]):
                self.z.down[p][i] = table["down"][p][i]
        self.z.n_burned = len(table["burned"])
        self.z.n_pile = len(table["pile"])
        self.z.stock = self.rules.cards - len(table["stock"])
        i = 0
        for rank in table["burned"] + table["pile"]:
            self.z.cards[i] = rank
            i += 1
        i = self.z.stock
        for rank in table["stock"]:
            self.z.cards[i] = rank
            i += 1
        self.z.pile = _counts_of(table["pile"])
        self.z.top = NOTHING
        self.z.run = 0
        previous = -1
        for rank in table["pile"]:
            self.z.run = self.z.run + 1 if rank == previous else 1
            previous = rank
            if not self.rules.transparent >> cython.cast(cython.int, rank) & 1:
                self.z.top = rank
        self.z.phase = table["phase"]
        self.z.reason = table["reason"]
        self.z.player = table["player"]
        self.z.first = table["first"]
        self.z.direction = table["direction"]
        self.z.decisions = table["decisions"]
        self.z.swaps = table["swaps"]
        self.z.mover = table["mover"]
        self.z.after = table["after"]
        self.z.since = table["since"]
        self.z.anchor = table["anchor"]
        self.z.anchor_seen = table["anchor_seen"]
        self.z.n_out = 0
        for p in range(self.rules.players):
            if self.z.place[p] and (self.z.place[p] < self.rules.players or self.z.phase != OVER):
                self.z.n_out += 1


def count_cards(cards):
    """How many cards a hand or row holds."""
    pairs = (cards & EVEN) + ((cards >> 4) & EVEN)
    return ((pairs * BYTES) & M64) >> 56


def weakest(cards):
    """The weakest rank present, in strength order 3 4 5 6 7 8 9 J Q K A X 2 10."""
    ordinary = (cards | cards >> 1 | cards >> 2 | cards >> 3) & ORDINARY
    if ordinary:
        return lowest_bit(ordinary) >> 2
    return TWO if cards & NIBBLE else TEN


def by_strength(step):
    """The rank in that place of the strength order."""
    if step >= 12:
        return TWO if step == 12 else TEN
    return step + 1 if step < 7 else step + 2


def triple(cards):
    """The castle choice of three cards."""
    a = lowest_bit(cards) >> 2
    cards -= ONE << (4 * a)
    b = lowest_bit(cards) >> 2
    cards -= ONE << (4 * b)
    return pack(PICK, a, b, lowest_bit(cards) >> 2)


def _ranks_of(cards: u64):
    return [rank for rank in range(RANKS) for _ in range((cards >> (4 * rank)) & NIBBLE)]


def _counts_of(ranks) -> u64:
    cards: u64 = 0
    for rank in ranks:
        cards += ONE << (4 * cython.cast(cython.int, rank))
    return cards
