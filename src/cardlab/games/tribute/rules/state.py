"""Scripts of Tribute: the struct, what a player can see of it, and the options.

Cards are known by their numbers alone; copies of a card are told apart by where they lie. The own draw pile is known as a set
but for the cards on top that its owner has looked at or put there. Of the other player's hand and draw pile everybody knows
what is in both together. The order of the tavern deck is known to nobody.
"""

import cython
from cython.cimports.cardlab.games.tribute.rules.legal import candidates, equal_ways, legal_actions
from cython.cimports.cardlab.games.tribute.rules.patrons import has_priced_card
from cython.cimports.cardlab.games.tribute.rules.play import carry_out, end_game, play_at_random

from cardlab.core.state import State


class TributeRules:
    """The options and the cards, ready for the engine."""

    def __init__(self, options, pool, cards):
        # type: (Mapping[str, Any], int, Iterable[TributeCard]) -> None
        self.pool = pool
        self.original = options["luck"] == "original"
        self.limit = options["limit"]
        for card in cards:
            n: cython.int = card.number
            self.fact[n].deck = card.deck
            self.fact[n].cost = card.cost
            self.fact[n].type = card.type
            self.fact[n].hp = max(card.hp, 0)
            self.fact[n].taunt = card.taunt
            self.fact[n].copies = card.copies
            self.fact[n].starts = card.starts
            self.fact[n].in_tavern = card.copies > 0
            for level, told in enumerate(card.effects):
                self.fact[n].effects[level] = len(told.parts)
                self.fact[n].either[level] = told.either
                for part, (code, amount) in enumerate(told.parts):
                    self.fact[n].effect[level][part].code = code
                    self.fact[n].effect[level][part].amount = amount


class TributeState(State):
    """A match in progress. What may be done says `legal`, what it does say `play`, `choices` and `patrons`.

    Who listens is told what happens; with `following` also where each card comes from and goes to.
    """

    def __init__(self, game, rules: TributeRules):
        # type: (Game, TributeRules) -> None
        self.game = game
        self.rules = rules
        clear_table(self)

    def _deal(self, rng):
        clear_table(self)
        return 0

    def _seats(self):
        return 2

    def _player(self):
        return self.z.player if self.z.phase != OVER else -1

    def _luck(self):
        return self.z.luck

    def _reason(self):
        return self.z.reason

    def _score(self, seat):
        if self.z.winner < 0:
            return 0.5
        return 1.0 if self.z.winner == seat else 0.0

    def _copy_from(self, other):
        assign(self.z, cython.cast(TributeState, other).z)
        return 0

    # ---- the rules -------------------------------------------------------------------------------------------------------

    def _legal(self, out):
        return legal_actions(self, out)

    def _candidates(self, out):
        return candidates(self, out)

    def _weight(self, action):
        return equal_ways(self, action)

    def _apply(self, action):
        return carry_out(self, action)

    def _rollout(self, scratch, rng, limit):
        return play_at_random(self, scratch, rng, limit)

    def forfeit(self, player: cython.int, reason: cython.int):
        # type: (int, int) -> None
        """The game ends because of what a player did outside the rules: the other one wins."""
        end_game(self, 1 - player, reason)

    # ---- what a player cannot see ----------------------------------------------------------------------------------------

    def _hide(self, seat):
        """Erase orders: of the tavern deck, of the own draw pile below what is known, of the other's hand and draw pile."""
        if self.z.phase != DRAFTING:
            straighten_tavern(self)
            sort_cards(self.z.tavern, 0, self.z.n_tavern)
            hide_draw(self, seat)
            hide_hand(self, 1 - seat)
            if self.z.player == 1 - seat and picks_unseen(self.z.asking):
                self.z.ask_from = 0
        clear_leftovers(self)
        self.z.viewer = seat
        return 0

    def _fill(self, seat, rng):
        """Draw the orders anew."""
        o = 1 - seat
        if self.z.phase != DRAFTING:
            mix_cards(self.z.tavern, 0, self.z.n_tavern, rng)
            known: cython.int = self.z.known[seat] if self.z.known[seat] < self.z.n_draw[seat] else self.z.n_draw[seat]
            mix_cards(self.z.deck[seat], 0, self.z.n_draw[seat] - known, rng)
            hand: cython.int = self.z.n_hand[o]
            n: cython.int = hand + self.z.n_draw[o]
            for i in range(n):
                self.scratch[i] = self.z.hand[o][i] if i < hand else self.z.deck[o][i - hand]
            mix_cards(self.scratch, 0, n, rng)
            for i in range(n):
                if i < hand:
                    self.z.hand[o][i] = self.scratch[i]
                else:
                    self.z.deck[o][i - hand] = self.scratch[i]
            if self.z.player == o and self.z.asking == COMPLETE_HLAALU and not has_priced_card(self, o):
                give_priced_cards(self, o, rng)
        self.z.viewer = EVERYBODY
        return 0

    def _stir(self, rng):
        """Shuffle what nobody knows: the tavern deck, and both draw piles below the cards that their owners know."""
        if self.z.phase != DRAFTING:
            straighten_tavern(self)
            mix_cards(self.z.tavern, 0, self.z.n_tavern, rng)
            for p in range(2):
                known: cython.int = self.z.known[p] if self.z.known[p] < self.z.n_draw[p] else self.z.n_draw[p]
                mix_cards(self.z.deck[p], 0, self.z.n_draw[p] - known, rng)
        return 0

    def _picked(self):
        return self.z.n_picked

    def _key(self):
        """A hash of what the player to move knows of the turn; the order of piles does not count."""
        p = self.z.player
        o = 1 - p
        code = mix(self.z.turn * 2 + p + 1)
        resources: cython.ulonglong = self.z.coins[p]
        resources = resources << 16 ^ self.z.power[p]
        resources = resources << 16 ^ self.z.prestige[p] << 8 ^ self.z.prestige[o]
        code = mix(code ^ resources)
        asked: cython.ulonglong = self.z.asking
        asked = asked << 8 | self.z.ask_card
        asked = asked << 8 | self.z.ask_level << 4 | self.z.ask_part
        asked = asked << 8 | self.z.n_picked
        asked = asked << 8 | self.z.ask_from
        asked = asked << 8 | self.z.calls[p]
        asked = asked << 8 | self.z.known[p]
        code = mix(code ^ asked)
        for i in range(self.z.n_picked):
            if self.z.asking == REPLACE_CARDS_IN_TAVERN or self.z.asking == KNOCKOUT_AGENTS:
                code = mix(code ^ self.z.picked[i])
        sums = pile_key(self.z.hand[p], 0, self.z.n_hand[p], 1) + pile_key(self.z.hand[p], HELD - self.z.n_played[p], HELD, 2)
        sums += pile_key(self.z.deck[p], HELD - self.z.n_cooldown[p], HELD, 3) + pile_key(self.z.row, 0, self.z.n_row, 4)
        sums += pile_key(self.z.deck[p], 0, self.z.n_draw[p], 5) + pile_key(
            self.z.deck[o], HELD - self.z.n_cooldown[o], HELD, 6
        )
        for q in range(2):
            for i in range(self.z.n_agents[q]):
                sums += mix(self.z.agent[q][i] << 16 | self.z.health[q][i] << 8 | self.z.marks[q][i] << 1 | q)
        code = mix(code ^ sums)
        favors: cython.ulonglong = 0
        for i in range(PATRONS):
            favors = favors << 6 | self.z.favor[i] << 4 | self.z.counter[i]
            if self.z.counter[i]:
                code = mix(code ^ (self.z.combo[i][0] << 16 | self.z.combo[i][1] << 8 | self.z.combo[i][2]))
        for i in range(self.z.n_queue):
            code = mix(
                code ^ (self.z.queue[i][ENTRY_CARD] << 8 | self.z.queue[i][ENTRY_LEVEL] << 4 | self.z.queue[i][ENTRY_PART])
            )
        return mix(code ^ favors ^ self.z.n_later) | 1

    # ---- the struct ------------------------------------------------------------------------------------------------------

    def _memory(self):
        return cython.cast(cython.p_char, cython.address(self.z)) if cython.compiled else self.z

    def _width(self):
        return cython.sizeof(TributeFields)


def clear_table(s):
    """Before the first pick of the draft."""
    for p in range(2):
        s.z.coins[p] = 0
        s.z.power[p] = 0
        s.z.prestige[p] = 0
        s.z.calls[p] = 1
        s.z.known[p] = 0
        s.z.n_hand[p] = 0
        s.z.n_draw[p] = 0
        s.z.n_played[p] = 0
        s.z.n_cooldown[p] = 0
        s.z.n_agents[p] = 0
    for i in range(5):
        s.z.patron[i] = 0
        s.z.row[i] = 0
    for i in range(PATRONS):
        s.z.favor[i] = 0
        s.z.counter[i] = 0
        for j in range(3):
            s.z.combo[i][j] = 0
    s.z.turn = 0
    s.z.moves = 0
    s.z.pool = s.rules.pool
    s.z.player = 0
    s.z.winner = -1
    s.z.viewer = EVERYBODY
    s.z.phase = DRAFTING
    s.z.reason = RUNNING
    s.z.n_patrons = 0
    s.z.n_row = 0
    s.z.n_tavern = 0
    s.z.top = 0
    s.z.n_queue = 0
    s.z.n_later = 0
    s.z.starting = 0
    s.z.asking = NOTHING
    s.z.ask_card = 0
    s.z.ask_level = 0
    s.z.ask_part = 0
    s.z.ask_least = 0
    s.z.ask_most = 0
    s.z.ask_from = 0
    s.z.n_picked = 0
    s.z.copy = 0
    s.z.gap = NO_SLOT


# ---- hiding and filling ----------------------------------------------------------------------------------------------


def sort_cards(cards, first, end):
    for i in range(first + 1, end):
        card = cards[i]
        j = i
        while j > first and cards[j - 1] > card:
            cards[j] = cards[j - 1]
            j -= 1
        cards[j] = card


def mix_cards(cards, first, end, rng):
    for i in range(end - 1, first, -1):
        j = first + rand_below(rng.s, i - first + 1)
        cards[i], cards[j] = cards[j], cards[i]


def picks_unseen(asking):
    """Whether picks are made among cards of which the other player does not know where they lie."""
    return asking == DESTROY_CARDS or asking == TOSS_CARDS or asking == DONATE_CARDS


def straighten_tavern(s):
    """The tavern deck from the beginning of its block."""
    if s.z.top == 0:
        return
    for i in range(s.z.n_tavern):
        s.scratch[i] = s.z.tavern[(s.z.top + i) & TAVERN_MASK]
    for i in range(s.z.n_tavern):
        s.z.tavern[i] = s.scratch[i]
    s.z.top = 0


def hide_draw(s, p):
    """The own draw pile: what is known stays on top, the rest is sorted."""
    known: cython.int = s.z.known[p] if s.z.known[p] < s.z.n_draw[p] else s.z.n_draw[p]
    sort_cards(s.z.deck[p], 0, s.z.n_draw[p] - known)


def hide_hand(s, p):
    """Hand and draw pile of the other player as one sorted list."""
    hand: cython.int = s.z.n_hand[p]
    n: cython.int = hand + s.z.n_draw[p]
    for i in range(n):
        s.scratch[i] = s.z.hand[p][i] if i < hand else s.z.deck[p][i - hand]
    sort_cards(s.scratch, 0, n)
    for i in range(n):
        if i < hand:
            s.z.hand[p][i] = s.scratch[i]
        else:
            s.z.deck[p][i - hand] = s.scratch[i]


def give_priced_cards(s, p, rng):
    """Who called Hlaalu has something to destroy: if it is nothing that lies open, cards of the hand cost something.

    How many do is drawn from all the ways to deal in which one does, and so is which ones: all of them are equally likely.
    """
    priced = 0
    for i in range(s.z.n_draw[p]):
        if s.rules.fact[s.z.deck[p][i]].cost:
            priced += 1
    if priced == 0:
        return
    for i in range(fitting_share(rng, s.z.n_hand[p] + s.z.n_draw[p], priced, s.z.n_hand[p], 1)):
        at = nth_priced(s, s.z.hand[p], s.z.n_hand[p], False, rand_below(rng.s, s.z.n_hand[p] - i))
        other = nth_priced(s, s.z.deck[p], s.z.n_draw[p], True, rand_below(rng.s, priced - i))
        s.z.hand[p][at], s.z.deck[p][other] = s.z.deck[p][other], s.z.hand[p][at]


def nth_priced(s, cards, n, priced, nth):
    """Where the n-th card lies that costs something, or of those that cost nothing."""
    left: cython.int = nth
    for i in range(n):
        if (s.rules.fact[cards[i]].cost > 0) == priced:
            if left == 0:
                return i
            left -= 1
    return -1


def clear_leftovers(s):
    """Nothing stays where nothing lies."""
    for p in range(2):
        for i in range(s.z.n_hand[p], HELD - s.z.n_played[p]):
            s.z.hand[p][i] = 0
        for i in range(s.z.n_draw[p], HELD - s.z.n_cooldown[p]):
            s.z.deck[p][i] = 0
        for i in range(s.z.n_agents[p], AGENTS):
            s.z.agent[p][i] = 0
            s.z.health[p][i] = 0
            s.z.marks[p][i] = 0
    for i in range(s.z.n_tavern, TAVERN_ROOM):
        s.z.tavern[i] = 0
    for i in range(s.z.n_row, SLOTS):
        s.z.row[i] = 0
    for i in range(s.z.n_picked if s.z.asking == REPLACE_CARDS_IN_TAVERN or s.z.asking == KNOCKOUT_AGENTS else 0, MOST_PICKS):
        s.z.picked[i] = 0
    for i in range(s.z.n_queue, QUEUE_ROOM):
        s.z.queue[i][ENTRY_CARD] = 0
        s.z.queue[i][ENTRY_LEVEL] = 0
        s.z.queue[i][ENTRY_PART] = 0
        s.z.queue[i][ENTRY_SLOT] = 0
    for i in range(s.z.n_later, LATER_ROOM):
        s.z.later[i][ENTRY_CARD] = 0
        s.z.later[i][ENTRY_LEVEL] = 0
        s.z.later[i][ENTRY_PART] = 0
        s.z.later[i][ENTRY_SLOT] = 0


def pile_key(cards, first, end, salt):
    """The same for any order."""
    code: cython.ulonglong = 0
    for i in range(first, end):
        card: cython.ulonglong = cards[i]
        code += mix(card << 8 | salt)
    return code
