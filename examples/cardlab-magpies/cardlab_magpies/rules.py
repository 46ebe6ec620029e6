"""Magpies, compiled: the rules of plain.py, function by function, over one struct.

Python to read, C to run: the header beside this file gives every name its type. What waits, what is asked and what is known are
core's: a chain with its question, a poll, books on who has seen which card. After a change compile again:
python setup.py --quiet build_ext --inplace
"""

import cython

from cardlab.core.knowledge import Redeal
from cardlab.core.state import State


class MagpieState(State):
    """A state is one struct, `z`, so that a copy is one assignment."""

    def __init__(self, game, book):
        self.game = game
        self.book = book
        self.redeal = Redeal()

    def _seats(self):
        return PLAYERS

    def _deal(self, rng):
        """The state may have been used before: everything is set."""
        clear_chain(self.z.chain)
        close_poll(self.z.poll)
        self.z.left = TURNS
        self.z.shuffles = 0
        for pile in range(PILES):
            empty(self, pile)
        for card in range(ROOM):
            unlearn(self.z.seen_by, card)
            self.z.batch[card] = 0
        for card in range(self.book.size):
            put(self, DECK, card)
        for i in range(self.book.size - 1, 0, -1):
            swap(self, DECK, i, rand_below(rng.s, i + 1))
        for seat in range(PLAYERS):
            for _ in range(HAND):
                card = take_out(self, DECK, self.z.pile[DECK].n - 1)
                put(self, seat, card)
                learn(self.z.seen_by, card, 1 << seat)
        return 0

    def _player(self):
        if self.z.poll[0].asked:
            return next_asked(self.z.poll)
        if self.z.chain[0].asking:
            return self.z.chain[0].ask.seat
        return self._turn()

    def _turn(self):
        return turn_of(self) if self.z.left else -1

    def _legal(self, out):
        out.n = 0
        seat = self._player()
        if self.z.chain[0].asking:
            return offer_picks(self.z.chain, out, code_of(self), STOP, options_of(self))
        for place in range(self.z.pile[seat].n):
            if self.z.poll[0].asked:
                offer(out, pack(PASS, place, 0, 0))
            else:
                offer(out, pack(LAY, place, self.book._kind(self.z.pile[seat].card[place]), 0))
        if out.n == 0:
            offer(out, pack(REST, 0, 0, 0))
        return 0

    def _apply(self, action):
        kind = kind_of(action)
        if kind == LAY:
            lay(self, source_of(action))
        elif kind == PASS:
            answer(self, source_of(action))
        elif kind == STOP:
            carry_out(self)
        elif kind != REST and take_pick(self.z.chain, source_of(action), options_of(self)):
            carry_out(self)
        return go_on(self)

    def _score(self, seat):
        """A half for each nest that shines less, a quarter for one that shines alike."""
        if self.z.left:
            return 1.0 / PLAYERS
        score: cython.double = 0
        for step in range(1, PLAYERS):
            other = shine(self, (seat + step) % PLAYERS)
            if shine(self, seat) > other:
                score += 0.5
            elif shine(self, seat) == other:
                score += 0.25
        return score

    def _luck(self):
        return self.z.luck

    def _copy_from(self, other):
        self.z = cython.cast(MagpieState, other).z
        return 0

    # ---- what is hidden --------------------------------------------------------------------------------------------------

    def _hide(self, seat):
        """Cards that the seat does not know, who knows these, and what others said in an open poll."""
        for owner in range(PLAYERS):
            hide_pile(self, owner, seat)
        hide_pile(self, DECK, seat)
        for card in range(self.book.size):
            if not knows(self.z.seen_by, card, seat):
                unlearn(self.z.seen_by, card)
        hide_poll(self.z.poll, seat)
        straighten(self.z.chain)
        return 0

    def _fill(self, seat, rng):
        """Every card that is nowhere in sight is as likely in each open place of its batch."""
        seen = in_sight(self)
        for batch in range(self.z.shuffles + 1):
            self.redeal._clear()
            for card in range(self.book.size):
                if not seen >> card & 1 and self.z.batch[card] == batch:
                    self.redeal._card(card, 0)
            for owner in range(PLAYERS):
                open_places(self, owner, batch)
            open_places(self, DECK, batch)
            self.redeal._deal(rng)
            dealt = 0
            for owner in range(PLAYERS):
                dealt = fill_places(self, owner, batch, dealt)
            fill_places(self, DECK, batch, dealt)
        for owner in range(PLAYERS):
            for place in range(self.z.pile[owner].n):
                learn(self.z.seen_by, self.z.pile[owner].card[place], 1 << owner)
        others = hidden_answers(self.z.poll, seat)
        for other in range(PLAYERS):
            if others >> other & 1:
                self.z.poll[0].answer[other] = 1 + rand_below(rng.s, self.z.pile[other].n)
        return 0

    def _seen(self, action, mover, seat):
        """Which card of a hand goes to another hand is for these two to know."""
        kind = kind_of(action)
        return HIDDEN if (kind == TAKE or kind == PASS) and mover != seat else action

    # ---- where the struct lies, and what follows from its fields ---------------------------------------------------------

    def _memory(self):
        return cython.cast(cython.p_char, cython.address(self.z)) if cython.compiled else self.z

    def _width(self):
        return cython.sizeof(Roost)

    def _settle(self):
        """A position tells what was picked; who is asked, and for how many, follows from the first effect."""
        return ask_about(self) if self.z.chain[0].asking else 0


# ---- a turn --------------------------------------------------------------------------------------------------------------


def turn_of(s):
    return (TURNS - s.z.left) % PLAYERS


def lay(s, place):
    """A trinket goes from the hand into the nest, and what it does begins."""
    seat = turn_of(s)
    card = remove(s, seat, place)
    put(s, NEST + seat, card)
    tell(s, LAID, seat, card, 0, 0, 0, EVERYBODY)
    return begin(s, seat, card, ON_LAID)


def go_on(s):
    """Resolve effects until somebody is asked, or the turn ends."""
    while not s.z.chain[0].asking and not s.z.poll[0].asked:
        if not running(s.z.chain):
            draw(s, turn_of(s))
            s.z.left -= 1
            return 0
        resolve(s)
    return 0


def shine(s, seat):
    """What a nest is worth."""
    total = 0
    for place in range(s.z.pile[NEST + seat].n):
        total += s.book._fact(s.book._kind(s.z.pile[NEST + seat].card[place]), SHINE)
    return total


# ---- a question in the middle of an effect ---------------------------------------------------------------------------------


def code_of(s):
    """What the first effect does."""
    return s.book.op[s.z.chain[0].frame[s.z.chain[0].now].what].code


def options_of(s):
    """What the first effect lets its seat pick from, as bits: places of the own hand or of others, or seats."""
    seat = s.z.chain[0].frame[s.z.chain[0].now].seat
    code = code_of(s)
    if code == TOSS:
        return (ONE << s.z.pile[seat].n) - 1
    options: uint64_t = 0
    for other in range(PLAYERS):
        if other != seat and s.z.pile[other].n:
            options |= ONE << other if code == LOOK else (ONE << s.z.pile[other].n) - 1 << other * ROOM
    return options


def ask_about(s):
    """Whom the question of the first effect is for, and how many must and may be picked: where it says May, perhaps none."""
    now = s.z.chain[0].now
    what = s.z.chain[0].frame[now].what
    most = popcount(options_of(s))
    if most > s.z.chain[0].frame[now].a:
        most = s.z.chain[0].frame[now].a
    s.z.chain[0].ask.what = what
    s.z.chain[0].ask.seat = s.z.chain[0].frame[now].seat
    s.z.chain[0].ask.least = 0 if s.book.op[what].flags & MAY else most
    s.z.chain[0].ask.most = most
    return 0


# ---- cards -----------------------------------------------------------------------------------------------------------------


def empty(s, pile):
    s.z.pile[pile].n = 0
    for place in range(ROOM):
        s.z.pile[pile].card[place] = 0


def put(s, pile, card):
    """On top."""
    s.z.pile[pile].card[s.z.pile[pile].n] = card
    s.z.pile[pile].n += 1


def take_out(s, pile, place):
    """The card of a place. Those behind it close up, and nothing is left in the last place."""
    card = s.z.pile[pile].card[place]
    last = s.z.pile[pile].n - 1
    for i in range(place, last):
        s.z.pile[pile].card[i] = s.z.pile[pile].card[i + 1]
    s.z.pile[pile].card[last] = 0
    s.z.pile[pile].n = last
    return card


def swap(s, pile, i, j):
    s.z.pile[pile].card[i], s.z.pile[pile].card[j] = s.z.pile[pile].card[j], s.z.pile[pile].card[i]


def remove(s, seat, place):
    """A card leaves a hand for all to see."""
    card = take_out(s, seat, place)
    unlearn(s.z.seen_by, card)
    return card


def hand_over(s, giver, card, taker):
    """From hand to hand: both know it, and who knew it sees where it goes."""
    put(s, taker, card)
    learn(s.z.seen_by, card, 1 << giver | 1 << taker)


def draw(s, seat):
    """The top card of the deck, if there is one."""
    if s.z.pile[DECK].n == 0:
        shuffle(s)
    if s.z.pile[DECK].n == 0:
        return 0
    card = take_out(s, DECK, s.z.pile[DECK].n - 1)
    put(s, seat, card)
    learn(s.z.seen_by, card, 1 << seat)
    tell(s, DREW, seat, card, 0, 0, 0, 1 << seat)
    return 1


def shuffle(s):
    """The meadow becomes the deck. Everybody knows which cards are in it, and nobody in which order."""
    if s.z.pile[MEADOW].n == 0:
        return 0
    tell(s, SHUFFLED, -1, s.z.pile[MEADOW].n, 0, 0, 0, EVERYBODY)
    s.z.pile[DECK] = s.z.pile[MEADOW]
    empty(s, MEADOW)
    s.z.shuffles += 1
    for place in range(s.z.pile[DECK].n):
        s.z.batch[s.z.pile[DECK].card[place]] = s.z.shuffles
    for i in range(s.z.pile[DECK].n - 1, 0, -1):
        swap(s, DECK, i, roll(s, SHUFFLE, i + 1))
    return 0


# ---- the chain of effects --------------------------------------------------------------------------------------------------


def begin(s, seat, card, trigger):
    """What a card does waits behind everything else."""
    kind = s.book._kind(card)
    op = s.book._first(kind, trigger)
    if op:
        append(s.z.chain, op, seat, kind, s.book.op[op].n, True)
    return 0


def resolve(s):
    """The first effect of the chain. Its number of times is `a`, and `b` says whether it is whole."""
    now = s.z.chain[0].frame[s.z.chain[0].now]
    if s.book.op[now.what].flags & ASKS_PYTHON:
        return decide(s)
    if s.book.op[now.what].who == OTHERS and now.b:
        return spread(s)
    if s.book.op[now.what].code == DRAW:
        return finish(s, draw_some(s, now.seat, now.a) > 0)
    if s.book.op[now.what].code == PASS:
        return ask_all(s)
    return ask(s)


def decide(s):
    """A card's own function is shown what the owner sees, and says what happens."""
    now = s.z.chain[0].frame[s.z.chain[0].now]
    decided = s.book._decide(now.what, s, now.seat, now.card)
    follow(s, False)
    if decided:
        insert(s.z.chain, decided & 0xFFFF, now.seat, now.card, decided >> 16, True)
    drop(s.z.chain)
    return 0


def spread(s):
    """An effect on the others becomes one for each, in the order of the turns."""
    now = s.z.chain[0].frame[s.z.chain[0].now]
    follow(s, True)
    for step in range(PLAYERS - 1, 0, -1):
        insert(s.z.chain, now.what, (now.seat + step) % PLAYERS, now.card, now.a, False)
    drop(s.z.chain)
    return 0


def follow(s, done):
    """What comes after the first effect: right behind it, or at the end of the chain."""
    now = s.z.chain[0].frame[s.z.chain[0].now]
    if not now.b:
        return 0
    op = s.book.op[now.what]
    if op.next:
        insert(s.z.chain, op.next, now.seat, now.card, s.book.op[op.next].n, True)
    if op.other and not op.flags & ASKS_PYTHON and (done or not op.flags & IF_DONE):
        append(s.z.chain, op.other, now.seat, now.card, s.book.op[op.other].n, True)
    return 0


def finish(s, done):
    """The first effect is resolved."""
    follow(s, done)
    drop(s.z.chain)
    return 0


def draw_some(s, seat, n):
    drawn = 0
    for _ in range(n):
        drawn += draw(s, seat)
    return drawn


# ---- a choice in the middle of an effect -----------------------------------------------------------------------------------


def ask(s):
    """Ask the seat of the first effect what it picks, if there is something to pick."""
    open_question(s.z.chain, 0, 0, 0, 0, False, False)
    ask_about(s)
    if no_more_picks(s.z.chain, options_of(s)):
        close_question(s.z.chain)
        return finish(s, False)
    return 0


def carry_out(s):
    """What was picked is tossed, looked at or taken."""
    code = code_of(s)
    seat = s.z.chain[0].ask.seat
    picks = s.z.chain[0].ask.n
    for i in range(picks - 1, -1, -1):
        option = s.z.chain[0].ask.picked[i]
        if code == TOSS:
            toss(s, seat, option)
        elif code == LOOK:
            look(s, seat, option)
        else:
            take(s, seat, option)
    close_question(s.z.chain)
    return finish(s, picks > 0)


def toss(s, seat, place):
    card = remove(s, seat, place)
    put(s, MEADOW, card)
    tell(s, TOSSED, seat, card, 0, 0, 0, EVERYBODY)
    return begin(s, seat, card, ON_TOSSED)


def look(s, seat, other):
    for place in range(s.z.pile[other].n):
        learn(s.z.seen_by, s.z.pile[other].card[place], 1 << seat)
    tell(s, LOOKED, seat, other, 0, 0, 0, EVERYBODY)
    return 0


def take(s, seat, option):
    other = option // ROOM
    card = take_out(s, other, option % ROOM)
    hand_over(s, other, card, seat)
    tell(s, TOOK, seat, other, card, 0, 0, s.z.seen_by[card])
    return 0


# ---- a poll ----------------------------------------------------------------------------------------------------------------


def ask_all(s):
    """Everybody who has cards is asked at once for one to pass."""
    seats = 0
    for seat in range(PLAYERS):
        if s.z.pile[seat].n:
            seats |= 1 << seat
    if seats == 0:
        return finish(s, False)
    open_poll(s.z.poll, seats)
    return 0


def answer(s, place):
    """The next one asked has answered. When all have, the cards go to the left at once."""
    if not take_answer(s.z.poll, next_asked(s.z.poll), 1 + place):
        return 0
    for seat in range(PLAYERS):
        if s.z.poll[0].asked >> seat & 1:
            s.z.poll[0].answer[seat] = take_out(s, seat, s.z.poll[0].answer[seat] - 1)
    for seat in range(PLAYERS):
        if s.z.poll[0].asked >> seat & 1:
            card = s.z.poll[0].answer[seat]
            hand_over(s, seat, card, (seat + 1) % PLAYERS)
            tell(s, PASSED, seat, card, 0, 0, 0, s.z.seen_by[card])
    close_poll(s.z.poll)
    return finish(s, True)


# ---- what is hidden ----------------------------------------------------------------------------------------------------------


def hide_pile(s, pile, seat):
    """Leave of cards that the seat does not know from which shuffle they come."""
    for place in range(s.z.pile[pile].n):
        card = s.z.pile[pile].card[place]
        if not knows(s.z.seen_by, card, seat):
            s.z.pile[pile].card[place] = UNKNOWN + s.z.batch[card]


def in_sight(s):
    """The cards that lie somewhere for the seat to see, as bits."""
    seen: uint32_t = 0
    for pile in range(PILES):
        for place in range(s.z.pile[pile].n):
            if s.z.pile[pile].card[place] < UNKNOWN:
                seen |= 1 << s.z.pile[pile].card[place]
    return seen


def open_places(s, pile, batch):
    """Hands and deck are dealt to again where something is hidden: gather these places."""
    for place in range(s.z.pile[pile].n):
        if s.z.pile[pile].card[place] == UNKNOWN + batch:
            s.redeal._place(0)
    return 0


def fill_places(s, pile, batch, dealt):
    """Put what was dealt in these places, in the same order. Returns how many have theirs."""
    for place in range(s.z.pile[pile].n):
        if s.z.pile[pile].card[place] == UNKNOWN + batch:
            s.z.pile[pile].card[place] = s.redeal._dealt(dealt)
            dealt += 1
    return dealt
