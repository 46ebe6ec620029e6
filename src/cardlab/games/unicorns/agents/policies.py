"""Unstable Unicorns: the players of the study that are mere rules, at random, by a tier list, or by evolved numbers.

A question for several cards is answered card by card, in the order of the options: each time the first of those that would be
picked next is picked, which gives the same set as picking the best at once.
"""

import cython

from cardlab.agents.agent import Policy, VectorPolicy

OWN = cython.declare(cython.const[cython.double], 100.0)
BIG = cython.declare(cython.const[cython.double], 1e9)


class StudyRandom(Policy):
    """The random player of the study: plays whatever can be played into its own stable, and reacts half of the time."""

    @property
    def reads(self):
        # type: () -> type[State]
        """States of Unstable Unicorns."""
        return UnicornState

    def _pick(self, state, scratch, rng):
        return random_choice(cython.cast(UnicornState, state), scratch, rng)


def random_choice(s, scratch, rng):
    """What the random player does."""
    if s.z.chain[0].asking:
        if s.z.chain[0].ask.what == ASK_ACTIVATE:
            return pack(YES if rand_below(rng.s, 2) else NO, 0, 0, 0)
        return random_option(s, rng)
    if s.z.phase == AT_ACTION:
        return random_play(s, rng)
    legal_actions(s, scratch)
    if s.z.phase == AT_REACTIONS:
        if scratch.n == 1 or rand_below(rng.s, 2):
            return scratch.at[scratch.n - 1]
        return scratch.at[rand_below(rng.s, scratch.n - 1)]
    return scratch.at[rand_below(rng.s, scratch.n)]


def random_play(s, rng):
    """Any card of the hand that may enter the own stable, each with the same chance; nothing only if there is none."""
    n = 0
    chosen = NO_CARD
    card = cython.cast(cython.int, s.z.head[hand_of(s.z.turn)])
    while card != NO_CARD:
        if can_play(s, s.z.turn, card, s.z.turn):
            n += 1
            if rand_below(rng.s, n) == 0:
                chosen = card
        card = s.z.next[card]
    if chosen == NO_CARD:
        return none_played(s)
    card = cython.cast(cython.int, s.z.head[hand_of(s.z.turn)])
    while not is_like(s, card, chosen):
        card = s.z.next[card]
    return play_of(s, card)


def random_option(s, rng):
    """The first card of a random set, all sets being equally likely; or a random seat or variant."""
    gather(s)
    what = s.z.chain[0].ask.what
    if what == ASK_PLAYERS or what == ASK_EFFECT or s.rules.free_picks:
        return answer_with(s, what, rand_below(rng.s, s.options))
    wanted = s.z.chain[0].ask.most - s.z.chain[0].ask.n
    at = 0
    while at < s.options - wanted and rand_below(rng.s, s.options - at) >= wanted:
        at += 1
    if what == ASK_DISCARD or what == ASK_GET:
        i = 0
        while not is_like(s, s.option[i], s.option[at]):
            i += 1
        return answer_with(s, what, i)
    return answer_with(s, what, at)


def is_like(s, one, other):
    """Whether two cards of a hand or a pile are copies that nobody tells apart: then the first stands for both."""
    return s.rules.kind[one] == s.rules.kind[other] and s.z.seen_by[one] == s.z.seen_by[other]


class TierPolicy(VectorPolicy):
    """The rule-based player: a number for each card, small for good cards, decides everything.

    `threshold` says up to which number a card is worth a reaction; `written` follows the words of the study where its program
    did otherwise. `places` says for each kind of card which number is its own, -1: `missing`.
    """

    def __init__(self, values, places, threshold: cython.double, missing: cython.double, written: cython.bint):
        # type: (Sequence[float], Sequence[int], float, float, bool) -> None
        self.size = len(values)
        self.threshold = threshold
        self.missing = missing
        self.written = written
        for kind in range(KINDS_ROOM):
            self.gene[kind] = -1
        for kind, place in enumerate(places):
            self.gene[kind] = place
        self.load(values)

    @property
    def reads(self):
        # type: () -> type[State]
        """States of Unstable Unicorns."""
        return UnicornState

    def _value(self, kind):
        return self.genes[self.gene[kind]] if self.gene[kind] >= 0 else self.missing

    def _pick(self, state, scratch, rng):
        return self._answer(cython.cast(UnicornState, state), scratch, rng)

    def _answer(self, s, scratch, rng):
        if s.z.chain[0].asking:
            what = s.z.chain[0].ask.what
            if what == ASK_ACTIVATE:
                return pack(YES, 0, 0, 0)
            if what == ASK_EFFECT or what == ASK_MOVE:
                return random_option(s, rng)
            if what == ASK_PLAYERS:
                return self._player_named(s, rng)
            return self._cards(s)
        if s.z.phase == AT_ACTION:
            return self._play_card(s)
        if s.z.phase == AT_REACTIONS:
            return self._reaction(s, scratch)
        return self._destination(s, scratch)

    def _play_card(self, s):
        """The worst card that may enter the own stable, the first of equals in the hand."""
        worst = NO_CARD
        most = -BIG
        card = cython.cast(cython.int, s.z.head[hand_of(s.z.turn)])
        while card != NO_CARD:
            value = self._value(s.rules.kind[card])
            if value > most and can_play(s, s.z.turn, card, s.z.turn):
                worst, most = card, value
            card = s.z.next[card]
        return none_played(s) if worst == NO_CARD else play_of(s, worst)

    def _destination(self, s, scratch):
        """The own stable; for a Downgrade somebody with few unicorns, or, as it was written, with many."""
        card = s.z.head[STACK]
        legal_actions(s, scratch)
        best = -1
        least = 0.0
        for i in range(scratch.n):
            seat = source_of(scratch.at[i])
            if s.rules.type[s.rules.kind[card]] != DOWNGRADE:
                if seat == s.z.turn:
                    return scratch.at[i]
            elif seat != s.z.turn:
                cost = self._seat_cost(s, s.z.turn, seat)
                if best < 0 or cost < least:
                    best, least = i, cost
        return scratch.at[best] if best >= 0 else scratch.at[0]

    def _reaction(self, s, scratch):
        """For good cards only: against those of others, and against whoever stops an own one."""
        seat = asked_seat(s)
        legal_actions(s, scratch)
        if self._reacts(s.z.stack_seat[0] == seat, s.z.count[STACK], s.rules.kind[s.z.head[STACK]]):
            return scratch.at[0]
        return scratch.at[scratch.n - 1]

    def _reacts(self, own, height, kind):
        return own == (height % 2 == 0) and self._value(kind) <= self.threshold

    def _player_named(self, s, rng):
        """Itself, if that is allowed; else whoever has the fewest unicorns, or, as it was written, the most."""
        gather(s)
        best = 0
        least = 0.0
        for i in range(s.options):
            cost = self._seat_cost(s, s.z.chain[0].ask.seat, s.option[i])
            if i == 0 or cost < least:
                best, least = i, cost
        return answer_with(s, ASK_PLAYERS, best)

    def _seat_cost(self, s, me, seat):
        """What naming a player costs; the cheapest is named."""
        if seat == me:
            return -FAR
        return -row_size(s, seat) if self.written else row_size(s, seat)

    def _cards(self, s):
        gather(s)
        what = s.z.chain[0].ask.what
        seat = s.z.chain[0].ask.seat
        for i in range(s.options):
            self.cost[i] = self._cost(s, what, seat, s.option[i])
        return answer_with(s, what, first_of_best(s, self.cost))

    def _cost(self, s, what, seat, card):
        """What picking a card costs; the cheapest are picked."""
        value = self._value(s.rules.kind[card])
        kind = s.rules.type[s.rules.kind[card]]
        if what == ASK_DESTROY or what == ASK_RETURN:
            own: cython.bint = owner_of(s, card) == seat
            if kind == DOWNGRADE:
                return value + OWN - FAR if own else value + FAR
            return value + OWN if own else value
        if what == ASK_DISCARD:
            return -value
        if what == ASK_SACRIFICE:
            if self.written and kind == DOWNGRADE:
                return -FAR - value
            return FAR - value if self.written and kind == UPGRADE else -value
        return value

    # ---- for tests and scenarios ---------------------------------------------------------------------------------------------

    def value_of(self, kind: cython.int):
        # type: (...) -> float
        """The number of a kind of card."""
        if not 0 <= kind < KINDS_ROOM:
            raise IndexError("no such card")
        return self._value(kind)

    def card_cost(self, state: UnicornState, what: cython.int, seat: cython.int, card: cython.int):
        # type: (UnicornState, int, int, int) -> float
        """What picking a card costs a seat that is asked `what`; the cheapest are picked."""
        if not 0 <= card < state.rules.cards:
            raise IndexError("no such card")
        return self._cost(state, what, seat, card)

    def seat_cost(self, state: UnicornState, me: cython.int, seat: cython.int):
        # type: (UnicornState, int, int) -> float
        """What it costs seat `me` to name a seat; the cheapest is named."""
        if not 0 <= seat < state.rules.players:
            raise IndexError("no such seat")
        return self._seat_cost(state, me, seat)

    def reacts(self, own: cython.bint, height: cython.int, kind: cython.int):
        # type: (bool, int, int) -> bool
        """Whether it reacts to a stack of so many cards whose lowest one is of a kind, and perhaps its own."""
        return bool(self._reacts(own, height, kind))


def hand_of(seat):
    """The zone of a hand."""
    return 4 * (seat + 1)


def row_size(s, seat):
    """How many cards are in the unicorn row."""
    return s.z.count[hand_of(seat) + STABLE]


def play_of(s, card):
    return pack(PLAY, s.rules.kind[card], copies_before(s, card), 0)


def none_played(s):
    """To do without a card: draw one, or end the turn."""
    return pack(PASS if s.z.played else DRAW, 0, 0, 0)


def answer_with(s, what, at):
    """The action that picks an option of the question that is open, by its place in the list."""
    if what == ASK_PLAYERS:
        return pack(PLAYER, s.option[at], 0, 0)
    if what == ASK_EFFECT:
        return pack(VARIANT, s.option[at], 0, 0)
    kind = s.rules.kind[s.option[at]]
    if what == ASK_DISCARD:
        return pack(TAKE, kind, copy_of(s, at), 0)
    if what == ASK_GET:
        taking: cython.bint = s.rules.book.op[s.z.chain[0].frame[s.z.chain[0].now].a].code == DO_TAKE
        return pack(SECRET if taking else TAKE, kind, copy_of(s, at), 0)
    return pack(TARGET, place_of(s, s.option[at]), kind, 0)


def first_of_best(s, cost):
    """Of the options that would be picked, the cheapest, the one that comes first; if picks are free, the cheapest itself."""
    wanted = 1 if s.rules.free_picks else s.z.chain[0].ask.most - s.z.chain[0].ask.n
    if wanted == 1:
        best = 0
        for i in range(1, s.options):
            if cost[i] < cost[best]:
                best = i
        return best
    for at in range(s.options):
        better = 0
        for i in range(s.options):
            if cost[i] < cost[at] or (cost[i] == cost[at] and i < at):
                better += 1
        if better < wanted:
            return at
    return 0
