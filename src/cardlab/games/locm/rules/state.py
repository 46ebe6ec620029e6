"""Legends of Code and Magic: the table. What lies where, what is on offer, what a player can see, and the options.

A card in play is known by its owner and its depth in the shuffled deck (0 is drawn first); the official instance number is
``2 * depth + owner + 1``. Cards never return to a hand, so a hand is a set of depths: one bit for each. `typed` and `within`
sort the cards of a deck by type and by cost in the same way, so that "creatures in hand that can be paid for" is one
conjunction of words. During the draft `deck` holds the round whose pick will lie at each depth; afterwards the card.
"""

import cython
from cython.cimports.cardlab.games.locm.rules.legal import candidates, equal_ways, legal_actions
from cython.cimports.cardlab.games.locm.rules.play import carry_out, draw_action, play_at_random

from cardlab.core.matchings import Matchings
from cardlab.core.state import State

ALL_ROUNDS = cython.declare(cython.const[cython.uint], (1 << 30) - 1)


class LocmRules:
    """The options, ready for the engine. `options` has no `auto` left."""

    def __init__(self, options, cards):
        # type: (Mapping[str, Any], Iterable[LocmCard]) -> None
        self.lanes = options["lanes"]
        self.room = 3 if self.lanes == 2 else 6
        self.rounds = options["rounds"]
        self.draft = ("pool", "distinct", "independent").index(options["draft"])
        self.same_shuffle = options["shuffle"] == "same"
        self.first_hand, self.second_hand = (int(n) for n in options["hands"].split("+"))
        self.active_wins = options["both_dead"] == "active"
        self.late_death = options["draw_death"] == "after_action"
        self.late_card = options["late_draw"] == "rune_and_card"
        self.lethal_zero = options["lethal_zero"] == "yes"
        heals = options["opponent_hp"] == "heals"
        for card in cards:
            n: cython.int = card.number
            self.fact[n].attack = card.attack
            self.fact[n].defense = card.defense
            self.fact[n].player_hp = card.player_hp
            self.fact[n].opponent_hp = abs(card.opponent_hp) if heals else card.opponent_hp
            self.fact[n].cost = card.cost
            self.fact[n].type = card.type
            self.fact[n].keywords = card.keywords
            self.fact[n].card_draw = card.card_draw


class LocmState(State):
    """A game of Legends of Code and Magic in progress. What may be done says `legal`, what it does says `play`."""

    def __init__(self, game, rules: LocmRules):
        # type: (Game, LocmRules) -> None
        self.game = game
        self.rules = rules
        clear_table(self)

    # ---- the deal ------------------------------------------------------------------------------------------------

    def _deal(self, rng):
        return self._deal_on(rng, rng)

    def _deal_on(self, scenario, rng):
        """The offers come from `scenario`, the shuffles from `rng`."""
        clear_table(self)
        if self.rules.draft == FROM_POOL:
            offer_from_pool(self, scenario)
        elif self.rules.draft == DISTINCT:
            offer_distinct(self, scenario)
        else:
            offer_independent(self, scenario)
        shuffle_rounds(self, 0, rng)
        if self.rules.same_shuffle:
            for i in range(ROUNDS):
                self.z.deck[1][i] = self.z.deck[0][i]
        else:
            shuffle_rounds(self, 1, rng)
        return 0

    def deal_draft(self, offers, order):
        # type: (Sequence[Sequence[int]], Sequence[Sequence[int]]) -> None
        """Begin with given offers, and the round that lies at each depth of each deck (the caller checks them)."""
        clear_table(self)
        for r in range(ROUNDS):
            for i in range(3):
                self.z.offer[r][i] = offers[r][i]
            for p in range(2):
                self.z.deck[p][r] = order[p][r]

    def _seats(self):
        return 2

    def _player(self):
        return self.z.player

    def _reason(self):
        return self.z.reason

    def _score(self, seat):
        if self.z.winner < 0:
            return 0.5
        return 1.0 if self.z.winner == seat else 0.0

    def _copy_from(self, other):
        assign(self.z, cython.cast(LocmState, other).z)
        return 0

    # ---- the rules -----------------------------------------------------------------------------------------------

    def _legal(self, out):
        return legal_actions(self, out)

    def _candidates(self, out):
        return candidates(self, out)

    def _weight(self, action):
        return equal_ways(self, action)

    def _apply(self, action):
        carry_out(self, action)
        return 0

    def _random(self, scratch, rng):
        return draw_action(self, rng)

    def _rollout(self, scratch, rng, limit):
        return play_at_random(self, rng, limit)

    # ---- what a player cannot see --------------------------------------------------------------------------------

    def _hide(self, seat):
        """Erase the other's picks and hand, the order of both decks, and offers that are still to come."""
        o = 1 - seat
        for r in range(ROUNDS):
            self.z.pick[o][r] = NO_PICK
        if self.z.phase == DRAFT:
            for r in range(ROUNDS):
                self.z.deck[0][r] = NO_PICK
                self.z.deck[1][r] = NO_PICK
            for r in range(rounds_offered(self), ROUNDS):
                for i in range(3):
                    self.z.offer[r][i] = 0
        else:
            shown = shown_cards(self, o)
            for d in range(ROUNDS):
                if not shown >> d & 1:
                    self.z.deck[o][d] = 0
            index_deck(self, o)
            sort_rest(self, seat)
            index_deck(self, seat)
            clear_empty_slots(self)
            count_orders(self, 0)
            count_orders(self, 1)
        self.z.viewer = seat
        return 0

    def _fill(self, seat, rng):
        """Draw the other's picks and both shuffles anew, so that everything seen could have happened."""
        if self.z.phase == DRAFT:
            fill_draft(self, seat, rng)
        else:
            if self.draft is None:
                with cython.gil:
                    self.draft = Matchings()
            fill_battle(self, seat, rng)
            index_deck(self, 0)
            index_deck(self, 1)
        self.z.viewer = EVERYBODY
        return 0

    def _seen(self, action, mover, seat):
        """What the other picks stays hidden."""
        if kind_of(action) == PICK and mover != seat:
            return HIDDEN
        return action

    def _key(self):
        """A hash of the battle as the player to move knows it: boards, hands, health, mana."""
        code = mix(self.z.turn * 4 + self.z.player + 1)
        for p in range(2):
            health: cython.longlong = self.z.health[p]
            code = mix(code ^ self.z.hand[p])
            code = mix(code ^ (health << 32 | self.z.mana[p] << 16 | self.z.able[p] << 8 | self.z.draws[p]))
            for lane in range(self.rules.lanes):
                for i in range(3 * lane, 3 * lane + self.z.count[p][lane]):
                    code = mix(code ^ creature_key(self, p, i))
        return code | 1

    # ---- the struct ----------------------------------------------------------------------------------------------

    def _memory(self):
        return cython.cast(cython.p_char, cython.address(self.z)) if cython.compiled else self.z

    def _width(self):
        return cython.sizeof(LocmFields)

    def _settle(self):
        """Who guards, and the cards of the decks by type and cost, follow from the board and the decks."""
        for p in range(2):
            self.z.guards[p] = 0
            for lane in range(self.rules.lanes):
                for slot in range(3 * lane, 3 * lane + self.z.count[p][lane]):
                    if self.z.board[p][slot].keywords & GUARD:
                        self.z.guards[p] |= 1 << slot
            if self.z.phase != DRAFT:
                index_deck(self, p)
        return 0


# ---- the deal ----------------------------------------------------------------------------------------------------


def clear_table(s):
    """An empty table before the first pick."""
    for p in range(2):
        for r in range(ROUNDS):
            s.z.pick[p][r] = NO_PICK
            s.z.deck[p][r] = NO_PICK
        for i in range(4):
            s.z.typed[p][i] = 0
        for i in range(14):
            s.z.within[p][i] = 0
        s.z.hand[p] = 0
        s.z.health[p] = 30
        s.z.mana[p] = 0
        s.z.max_mana[p] = 0
        s.z.bonus[p] = 0
        s.z.runes[p] = 5
        s.z.draws[p] = 1
        s.z.due[p] = 0
        s.z.drawn[p] = 0
        s.z.size[p] = ROUNDS
        s.z.able[p] = 0
        s.z.guards[p] = 0
        s.z.summoned[p] = 0
        s.z.count[p][0] = 0
        s.z.count[p][1] = 0
        s.z.n_picks[p] = 0
    s.z.turn = 0
    s.z.phase = DRAFT
    s.z.reason = RUNNING
    s.z.winner = -1
    s.z.player = 0
    s.z.viewer = EVERYBODY


def offer_from_pool(s, rng):
    """A pool of 60 different cards; each round three different ones of it."""
    for i in range(CARDS):
        s.pool[i] = i + 1
    for i in range(POOL):
        j = i + rand_below(rng.s, CARDS - i)
        s.pool[i], s.pool[j] = s.pool[j], s.pool[i]
    for r in range(ROUNDS):
        offer_three(s, r, POOL, rng)


def offer_three(s, r, size, rng):
    """Three different cards of a pool."""
    a = rand_below(rng.s, size)
    b = rand_below(rng.s, size - 1)
    c = rand_below(rng.s, size - 2)
    if b >= a:
        b += 1
    low = a if a < b else b
    high = b if a < b else a
    if c >= low:
        c += 1
    if c >= high:
        c += 1
    s.z.offer[r][0] = s.pool[a]
    s.z.offer[r][1] = s.pool[b]
    s.z.offer[r][2] = s.pool[c]


def offer_distinct(s, rng):
    """Ninety different cards."""
    for i in range(CARDS):
        s.pool[i] = i + 1
    for i in range(3 * ROUNDS):
        j = i + rand_below(rng.s, CARDS - i)
        s.pool[i], s.pool[j] = s.pool[j], s.pool[i]
        s.z.offer[i // 3][i % 3] = s.pool[i]


def offer_independent(s, rng):
    """Ninety independent draws."""
    for r in range(ROUNDS):
        for i in range(3):
            s.z.offer[r][i] = 1 + rand_below(rng.s, CARDS)


def shuffle_rounds(s, p, rng):
    for i in range(ROUNDS):
        s.z.deck[p][i] = i
    for i in range(ROUNDS - 1, 0, -1):
        j = rand_below(rng.s, i + 1)
        s.z.deck[p][i], s.z.deck[p][j] = s.z.deck[p][j], s.z.deck[p][i]


def index_deck(s, p):
    """Sort the cards of a deck by type and cost. Unknown cards are of no type."""
    for i in range(4):
        s.z.typed[p][i] = 0
    for i in range(14):
        s.z.within[p][i] = 0
    for d in range(ROUNDS):
        card = s.z.deck[p][d]
        if card:
            s.z.typed[p][s.rules.fact[card].type] |= 1 << d
            s.z.within[p][s.rules.fact[card].cost] |= 1 << d
    for i in range(1, 14):
        s.z.within[p][i] |= s.z.within[p][i - 1]


# ---- what is hidden ----------------------------------------------------------------------------------------------


def shown_cards(s, p):
    """The depths of the cards that were played."""
    drawn: cython.uint = (1 << s.z.drawn[p]) - 1
    return drawn & ~s.z.hand[p]


def clear_empty_slots(s):
    """Nothing is left of creatures that stood where none stands now."""
    for p in range(2):
        for slot in range(SLOTS):
            lane = 1 if s.rules.lanes == 2 and slot >= 3 else 0
            if slot - 3 * lane >= s.z.count[p][lane]:
                s.z.board[p][slot].id = 0
                s.z.board[p][slot].keywords = 0
                s.z.board[p][slot].order = 0
                s.z.board[p][slot].marks = 0
                s.z.board[p][slot].attack = 0
                s.z.board[p][slot].defense = 0


def count_orders(s, p):
    """Creatures are known by who came before whom, and not by how many have come and gone."""
    left: cython.uint = 0
    for slot in range(SLOTS):
        if s.z.board[p][slot].id:
            left |= 1 << slot
    n = 0
    while left:
        first = lowest_bit(left)
        for slot in range(SLOTS):
            if left >> slot & 1 and s.z.board[p][slot].order < s.z.board[p][first].order:
                first = slot
        left &= ~(1 << first)
        s.z.board[p][first].order = n
        n += 1
    s.z.summoned[p] = n


def sort_rest(s, p):
    """Which cards are still in the own deck is known, but not in which order."""
    for i in range(s.z.drawn[p] + 1, s.z.size[p]):
        card = s.z.deck[p][i]
        j = i
        while j > s.z.drawn[p] and s.z.deck[p][j - 1] > card:
            s.z.deck[p][j] = s.z.deck[p][j - 1]
            j -= 1
        s.z.deck[p][j] = card


def shuffle_rest(s, p, rng):
    first = s.z.drawn[p]
    for i in range(s.z.size[p] - 1, first, -1):
        j = first + rand_below(rng.s, i - first + 1)
        s.z.deck[p][i], s.z.deck[p][j] = s.z.deck[p][j], s.z.deck[p][i]


def rounds_offered(s):
    """Rounds whose offers both players have seen."""
    return 1 + (s.z.n_picks[0] if s.z.n_picks[0] < s.z.n_picks[1] else s.z.n_picks[1])


def was_offered(s, card, rounds):
    for r in range(rounds):
        if index_of(s, r, card) >= 0:
            return True
    return False


def offer_the_rest(s, rng):
    """Draw the offers that are still to come from what the draft can still hold."""
    first = rounds_offered(s)
    size = 0
    last = CARDS
    for card in range(1, CARDS + 1):
        if was_offered(s, card, first):
            s.pool[size] = card
            size += 1
        else:
            last -= 1
            s.pool[last] = card
    if s.rules.draft == INDEPENDENT:
        for r in range(first, ROUNDS):
            for i in range(3):
                s.z.offer[r][i] = 1 + rand_below(rng.s, CARDS)
        return
    for i in range(size, CARDS - 1):
        j = i + rand_below(rng.s, CARDS - i)
        s.pool[i], s.pool[j] = s.pool[j], s.pool[i]
    for r in range(first, ROUNDS):
        if s.rules.draft == FROM_POOL:
            offer_three(s, r, size if size > POOL else POOL, rng)
        else:
            for i in range(3):
                s.z.offer[r][i] = s.pool[size]
                size += 1


def fill_draft(s, seat, rng):
    o = 1 - seat
    if s.z.offer[ROUNDS - 1][0] == 0:
        offer_the_rest(s, rng)
    for r in range(s.z.n_picks[o]):
        s.z.pick[o][r] = rand_below(rng.s, 3)
    shuffle_rounds(s, 0, rng)
    if s.rules.same_shuffle:
        for i in range(ROUNDS):
            s.z.deck[1][i] = s.z.deck[0][i]
    else:
        shuffle_rounds(s, 1, rng)


def fill_battle(s, seat, rng):
    o = 1 - seat
    if not knows_draft(s, seat):
        shuffle_rest(s, seat, rng)
        for d in range(s.z.size[o]):
            if s.z.deck[o][d] == 0:
                s.z.deck[o][d] = 1 + rand_below(rng.s, CARDS)
        return
    explain(s, seat, rng)
    for d in range(ROUNDS):
        r = s.round_at[d]
        i = draw_index(s, r, s.z.deck[o][d], rng) if s.z.deck[o][d] else rand_below(rng.s, 3)
        if i >= 0:
            s.z.pick[o][r] = i
            s.z.deck[o][d] = s.z.offer[r][i]
    if s.rules.same_shuffle:
        for d in range(s.z.drawn[seat], ROUNDS):
            s.z.deck[seat][d] = s.z.offer[s.round_at[d]][s.z.pick[seat][s.round_at[d]]]
    else:
        shuffle_rest(s, seat, rng)


def knows_draft(s, seat):
    """Whether both decks are what was picked from offers that `seat` knows. Positions made by hand may tell nothing of it."""
    o = 1 - seat
    return s.z.offer[0][0] != 0 and s.z.pick[seat][0] != NO_PICK and s.z.size[o] == ROUNDS and s.z.size[seat] == ROUNDS


def explain(s, seat, rng):
    """Draw a round of the draft for each depth of the other's deck, so that every card seen was on offer there.

    For players who pick and shuffle at random all explanations of what was seen are equally likely, and so they are here: the
    depths that were seen are matched with rounds (`Matchings`), the others get the rounds that are left.
    """
    if not is_explained(s, seat):
        find_fitting_rounds(s, seat)
    s.draft._draw(rng)
    left: cython.uint = ALL_ROUNDS
    for row in range(s.draft.n):
        if s.draft.column[row] >= 0:
            left &= ~(1 << s.draft.column[row])
    row = 0
    for d in range(ROUNDS):
        r = -1
        if s.bound >> d & 1:
            r = s.draft.column[row]
            row += 1
        if r < 0:
            r = nth_bit(left, rand_below(rng.s, popcount(left)))
            left &= ~(1 << r)
        s.round_at[d] = r


def is_explained(s, seat):
    """Whether the rounds that fit were found already, for a world of the same seat. If not, remember for which they will be."""
    drawn = s.z.drawn[seat] if s.rules.same_shuffle else 0
    change = (s.explained_seat ^ (seat + 1)) | (s.explained_drawn ^ drawn)
    for r in range(ROUNDS):
        change |= s.explained_deck[0][r] ^ s.z.deck[0][r] | s.explained_deck[1][r] ^ s.z.deck[1][r]
        change |= s.explained_pick[r] ^ s.z.pick[seat][r]
        for i in range(3):
            change |= s.explained_offer[r][i] ^ s.z.offer[r][i]
    if change == 0:
        return True
    s.explained_seat = seat + 1
    s.explained_drawn = drawn
    for r in range(ROUNDS):
        s.explained_deck[0][r] = s.z.deck[0][r]
        s.explained_deck[1][r] = s.z.deck[1][r]
        s.explained_pick[r] = s.z.pick[seat][r]
        for i in range(3):
            s.explained_offer[r][i] = s.z.offer[r][i]
    return False


def find_fitting_rounds(s, seat):
    """Which rounds could lie at each depth of which `seat` has seen a card, the other's or, with one shuffle, its own.

    A card that was never on offer, as a program that did not hear all may assume one, stays without a round.
    """
    o = 1 - seat
    s.draft._clear()
    s.bound = 0
    for d in range(ROUNDS):
        theirs = s.z.deck[o][d]
        mine = s.z.deck[seat][d] if s.rules.same_shuffle and d < s.z.drawn[seat] else 0
        if theirs == 0 and mine == 0:
            continue
        for r in range(ROUNDS):
            if mine == 0 or s.z.offer[r][s.z.pick[seat][r]] == mine:
                for i in range(3 if theirs else 1):
                    if theirs == 0 or s.z.offer[r][i] == theirs:
                        s.draft._allow(s.draft.n, r)
        if s.draft.fits[s.draft.n][0]:
            s.bound |= 1 << d
            s.draft.n += 1
    s.draft._count()


def draw_index(s, round, card, rng):
    """A place of a card in a round's offer, where it may lie more than once; -1 if it is not there."""
    first = index_of(s, round, card)
    if first < 0 or s.rules.draft != INDEPENDENT:
        return first
    count = 0
    for i in range(first, 3):
        if s.z.offer[round][i] == card:
            count += 1
    nth = rand_below(rng.s, count) if count > 1 else 0
    for i in range(first, 3):
        if s.z.offer[round][i] == card:
            if nth == 0:
                return i
            nth -= 1
    return first


def index_of(s, round, card):
    """The place of a card in a round's offer, or -1."""
    for i in range(3):
        if s.z.offer[round][i] == card:
            return i
    return -1


def creature_key(s, p, slot):
    number: cython.longlong = s.z.board[p][slot].id
    attack: cython.longlong = s.z.board[p][slot].attack
    marks = s.z.board[p][slot].marks & ATTACKED_MARK
    return number << 48 | attack << 32 | s.z.board[p][slot].defense << 12 | s.z.board[p][slot].keywords << 4 | marks << 3 | slot
