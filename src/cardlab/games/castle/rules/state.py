"""Castle: the state. What lies where, the deal, what a player can see of it, and the options as the engine reads them.

The cards of a hand or row are a 64-bit number with four bits for the count of each rank. `cards` holds, from the front, the
burned cards and behind them the pile, oldest first; and, towards the end, the stock from index `stock` on. So burning a pile
only moves a border, and copying a table is copying one small struct.
"""

import cython
from cython.cimports.cardlab.games.castle.rules.legal import (
    allows_play,
    candidates,
    is_common_play,
    legal_actions,
    ways_to_pick,
)
from cython.cimports.cardlab.games.castle.rules.play import carry_out, draw_action, play_at_random

from cardlab.core.state import State
from cardlab.games.castle.rules.dealing import Dealer

EACH_RANK = cython.declare(cython.const[cython.ulonglong], 0x1111111111111)
DRAWN = cython.declare(cython.const[cython.int], -2)


class CastleRules:
    """The options, ready for the engine."""

    def __init__(self, options):
        # type: (Mapping[str, Any]) -> None
        self.players = options["players"]
        self.packs = options["packs"]
        self.jokers = options["jokers"]
        self.cards = 52 * options["packs"] + options["jokers"]
        self.pack = 4 * self.packs * EACH_RANK | cython.cast(u64, self.jokers) << 52
        self.limit = options["limit"]
        self.repetition = options["repetition"]
        self.whole = options["group"] == "whole"
        self.four = ("off", "proper", "legacy").index(options["four"])
        self.voluntary = options["voluntary_pickup"]
        self.castle = ("sequential", "simultaneous", "random", "swap").index(options["castle"])
        self.first = _first_seat(options["first"])
        self.pickup_up = options["pickup_up"]
        self.gamble = options["gamble"]
        self.ten_extra = options["ten_extra"]
        self.four_extra = options["four_extra"]
        self.four_anytime = options["four_anytime"] and self.four != 0
        self.failed_to_table = options["failed_down"] == "table"
        self.finish_special = options["finish_special"]
        self.ranking = options["ranking"]
        self.transparent = _bits(options["transparent"])
        self.more_ways = self.voluntary or self.gamble or self.pickup_up
        lower, barred = _bits(options["lower"]), _bits(options["ten_barred"])
        for top in range(15):
            self.playable[top] = _playable_on(top, self.transparent, lower, barred)
        for rank in range(RANKS):
            self.effect[rank] = _effect_of(rank, options) | (ASKS if self.four_anytime else 0)


def _first_seat(text):
    """The seat that begins; -1: holder of the lowest card, -2: drawn at the deal."""
    return {"lowest": -1, "random": DRAWN}[text] if text in ("lowest", "random") else int(text[4:])


def _effect_of(rank, options):
    """What a play of this rank does beyond lying on the pile; 0 for most."""
    effect = 0
    if rank in options["skip"]:
        effect |= SKIPS
    if rank in options["reverse"]:
        effect |= REVERSES
    if rank == TWO and options["two_again"]:
        effect |= AGAIN
    return effect


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
    """A game of Castle in progress. What may be played says `legal`, what it does says `play`."""

    def __init__(self, game, rules: CastleRules):
        # type: (Game, CastleRules) -> None
        self.game = game
        self.rules = rules
        self.z.viewer = EVERYBODY

    # ---- the deal ------------------------------------------------------------------------------------------------

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
        shuffle(self, rng, 0, n)
        self.z.first = first
        deal_out(self)
        return 0

    def deal_deck(self, deck, first: cython.int = 0):
        # type: (Sequence[int], int) -> None
        """Deal from a given deck, top card first (the caller checks it)."""
        for i in range(self.rules.cards):
            self.z.cards[i] = deck[i]
        self.z.first = first
        deal_out(self)

    def _seats(self):
        return self.rules.players

    def _player(self):
        return self.z.player

    def _reason(self):
        return self.z.reason

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

    def _copy_from(self, other):
        assign(self.z, cython.cast(CastleState, other).z)
        return 0

    # ---- the rules -----------------------------------------------------------------------------------------------

    def _legal(self, out):
        return legal_actions(self, out)

    def _candidates(self, out):
        return candidates(self, out)

    def _weight(self, action):
        return ways_to_pick(self, action)

    def _allows(self, action, scratch):
        if is_common_play(self, action):
            return allows_play(self, action)
        return State._allows(self, action, scratch)

    def _apply(self, action):
        carry_out(self, action)
        return 0

    def _random(self, scratch, rng):
        return draw_action(self, scratch, rng)

    def _rollout(self, scratch, rng, limit):
        return play_at_random(self, scratch, rng, limit)

    # ---- what a player cannot see --------------------------------------------------------------------------------

    def _hide(self, seat):
        """Erase other hands but for cards known to be there, all face-down cards and the stock."""
        hidden_rows: cython.bint = self.rules.castle == 1 and self.z.phase == CHOOSING
        hide_anchor(self)
        drop_idle_numbers(self)
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
        """-1 keeps all; -3 draws no conclusions; -2 also forgets who took what; k >= 0 also burned cards but the latest k.

        Who does not know what others took cannot tell that a position has come back either.
        """
        if memory == -1:
            return 0
        for p in range(self.rules.players):
            if p != self.z.viewer:
                self.z.tight[p] = 0
                self.z.barred[p] = 0
                if memory != -3:
                    self.z.hand[p] = 0
                    self.z.known[p] = 0
        if memory != -3:
            self.z.anchor = 0
            self.z.anchor_seen = 0
        if memory >= 0 and self.z.n_burned > memory:
            self.z.forgot = self.z.n_burned - memory
            for i in range(self.z.forgot):
                self.z.cards[i] = 0
        return 0

    def _fill(self, seat, rng):
        """Deal all unseen cards anew to the stock, the other hands and the face-down places."""
        if self.dealer is None:
            with cython.gil:
                self.dealer = Dealer()
        self.dealer._gather(unseen_cards(self))
        for p in range(self.rules.players):
            if p != seat and self.z.tight[p]:
                self.dealer._restrict(p, self.z.tight[p], self.z.barred[p])
        self.dealer._deal(rng)
        at = 0
        for i in range(self.z.forgot):
            self.z.cards[i] = self.dealer.pool[at]
            at += 1
        for i in range(self.z.stock, self.rules.cards):
            self.z.cards[i] = self.dealer.pool[at]
            at += 1
        for p in range(self.rules.players):
            if p != seat:
                at = fill_hand(self, p, at)
            for i in range(self.z.n_down[p]):
                self.z.down[p][i] = self.dealer.pool[at]
                at += 1
        if self.z.anchor_seen:
            self.z.anchor = (self.z.anchor + held(self)) & M64
        if self.rules.first == DRAWN and self.z.phase < PLAYING:
            self.z.first = rand_below(rng.s, self.rules.players)
        self.z.forgot = 0
        self.z.viewer = EVERYBODY
        return 0

    def _seen(self, action, mover, seat):
        """A castle choice stays hidden until all are in."""
        hidden: cython.bint = self.rules.castle == 1 and self.z.phase == CHOOSING and mover != seat
        return HIDDEN if hidden else action

    def _lighten(self):
        """In a playout nobody asks who knows what, so the books on that need not be kept."""
        self.z.light = 1
        return 0

    # ---- the struct ----------------------------------------------------------------------------------------------

    def _memory(self):
        return cython.cast(cython.p_char, cython.address(self.z)) if cython.compiled else self.z

    def _width(self):
        return cython.sizeof(CastleFields)

    def _settle(self):
        """What lies on top of the pile, and how many are out, follows from the cards and the places."""
        self.z.pile = 0
        self.z.run = 0
        self.z.top = NOTHING
        self.z.newest = NOTHING
        self.z.n_out = 0
        for i in range(self.z.n_burned, self.z.n_burned + self.z.n_pile):
            rank = self.z.cards[i]
            self.z.pile += ONE << (4 * rank)
            self.z.run = self.z.run + 1 if rank == self.z.newest else 1
            self.z.newest = rank
            if not self.rules.transparent >> rank & 1:
                self.z.top = rank
        for p in range(self.rules.players):
            if self.z.place[p] and (self.z.place[p] < self.rules.players or self.z.phase != OVER):
                self.z.n_out += 1
        return 0


def shuffle(s, rng, start, end):
    for i in range(end - 1, start, -1):
        j = start + rand_below(rng.s, i + 1 - start)
        s.z.cards[i], s.z.cards[j] = s.z.cards[j], s.z.cards[i]


def deal_out(s):
    """Three rounds of face-down cards, six rounds of hand cards, one card a seat each time."""
    n = s.rules.players
    clear_table(s)
    if s.rules.first != DRAWN:
        s.z.first = 0
    for p in range(n):
        for i in range(3):
            s.z.down[p][i] = s.z.cards[i * n + p]
        s.z.n_down[p] = 3
        for i in range(3, 9):
            s.z.hand[p] += ONE << (4 * s.z.cards[i * n + p])
        s.z.n_hand[p] = 6
    s.z.stock = 9 * n
    s.z.top = NOTHING
    s.z.direction = 1
    s.z.player = 0
    s.z.phase = CHOOSING
    if s.rules.castle >= 2:
        for p in range(n):
            lay_first_three(s, p)
        s.z.phase = SWAPPING
        if s.rules.castle == 2:
            begin_play(s)


def clear_table(s):
    """Make a used state blank, but for the deck and the first seat."""
    for p in range(SEATS):
        s.z.hand[p] = 0
        s.z.up[p] = 0
        s.z.known[p] = 0
        s.z.barred[p] = 0
        s.z.tight[p] = 0
        s.z.n_hand[p] = 0
        s.z.n_down[p] = 0
        s.z.place[p] = 0
    s.z.pile = 0
    s.z.n_pile = 0
    s.z.n_burned = 0
    s.z.run = 0
    s.z.newest = NOTHING
    s.z.n_out = 0
    s.z.reason = RUNNING
    s.z.decisions = 0
    s.z.since = 0
    s.z.anchor_seen = 0
    s.z.anchor = 0
    s.z.mover = 0
    s.z.after = 0
    s.z.light = 0
    s.z.swaps = 0
    s.z.forgot = 0
    s.z.viewer = EVERYBODY


def lay_first_three(s, p):
    """The first three hand cards dealt become the row."""
    for i in range(3, 6):
        card = ONE << (4 * s.z.cards[i * s.rules.players + p])
        s.z.hand[p] -= card
        s.z.up[p] += card
    s.z.n_hand[p] = 3


def begin_play(s):
    s.z.phase = PLAYING
    if s.rules.first >= 0:
        s.z.first = s.rules.first
    elif s.rules.first == -1:
        s.z.first = holder_of_the_lowest(s)
    s.z.player = s.z.first


def holder_of_the_lowest(s):
    for step in range(RANKS):
        rank = by_strength(step)
        for p in range(s.rules.players):
            if s.z.hand[p] >> (4 * rank) & NIBBLE:
                return p
    return 0


# ---- what is hidden ------------------------------------------------------------------------------------------------


def held(s):
    """A sum over all cards in hands.

    With the stock gone everybody sees each card that enters or leaves a hand. So everybody can tell by how much the sum has
    changed, though nobody what it is.
    """
    total: u64 = 0
    for p in range(s.rules.players):
        cards = s.z.hand[p]
        left = nonzero_nibbles(cards)
        while left:
            shift = lowest_bit(left)
            total = (total + ((cards >> shift) & NIBBLE) * mix(16 * shift + p)) & M64
            left &= left - 1
    return total


def hide_anchor(s):
    """Leave of the position remembered what everybody knows of it: how it differs from the present one."""
    if not s.rules.repetition:
        s.z.since = 0
        s.z.anchor_seen = 0
    if s.z.anchor_seen == 0:
        s.z.anchor = 0
    elif s.z.viewer == EVERYBODY:
        s.z.anchor = (s.z.anchor - held(s)) & M64


def drop_idle_numbers(s):
    """Numbers that the rules will not look at again, and who will begin, which nobody knows before the play."""
    if s.z.phase < PLAYING:
        s.z.first = 0
    if s.z.phase != ASKING:
        s.z.mover = 0
        s.z.after = 0
    for p in range(s.rules.players):
        if s.z.tight[p] == 0:
            s.z.barred[p] = 0


def unseen_cards(s):
    """Every card that is nowhere in sight."""
    seen: u64 = 0
    for p in range(s.rules.players):
        seen += s.z.up[p] + s.z.hand[p]
    for i in range(s.z.forgot, s.z.n_burned + s.z.n_pile):
        seen += ONE << (4 * s.z.cards[i])
    return s.rules.pack - seen


def fill_hand(s, p, at):
    """Unknown cards of another hand; with hidden rows, three of them are the row chosen already."""
    s.z.hand[p] += s.dealer.dealt[p]
    for i in range(s.z.n_hand[p] - sum_nibbles(s.z.hand[p])):
        card = ONE << (4 * s.dealer.pool[at])
        at += 1
        if i < 3 and s.rules.castle == 1 and s.z.phase == CHOOSING and p < s.z.player:
            s.z.up[p] += card
            s.z.n_hand[p] = 3
        else:
            s.z.hand[p] += card
    return at


def by_strength(step):
    """The rank in that place of the strength order."""
    if step >= 12:
        return TWO if step == 12 else TEN
    return step + 1 if step < 7 else step + 2
