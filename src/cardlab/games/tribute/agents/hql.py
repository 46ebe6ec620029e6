"""Scripts of Tribute: HQL, a beam search over the own turn with a staged heuristic and card values learned by Q-learning.

Cards without choices are played at once. Everything else is searched: a layer of positions, all their moves, the best of these
as the next layer, until only ends of the turn are left; the hidden cards are shuffled anew after each simulated move. Cards
count by a table of values for (card, number of own cards of its deck), which was learned from what cards did.

It goes on learning if it has a `pupil` (`cardteacher`), who hears what happens, on both sides, and tells at the end of each own
turn which values change.
"""

import cython

from cardlab.core.tool import check_reader
from cardlab.games.tribute.agents.bots import MoveList, TributeBot

FULL = cython.declare(cython.const[cython.longlong], 0xFFFFFFFF)
NOTHING_YET = cython.declare(cython.const[cython.int], -2000000000)


class HqlBot(TributeBot):
    """Beam search with learned card values. `weights` has 15 numbers for each of the four stages."""

    def __init__(
        self, game, weights, quiet, table, width=10, slip=True, pupil=None, by_size=False, limit=0, net=None,
    ):  # fmt: skip
        # type: (Game, Sequence[Sequence[int]], Iterable[int], Sequence[Sequence[float]], int, bool, CardPupil | None, bool, int, CardNet | None) -> None
        TributeBot.__init__(self, game)
        self.by_size = by_size
        self.limit = limit
        self.net = net
        self.width = width
        self.slip = slip
        self.pupil = pupil
        self.learning = pupil is not None
        for stage in range(STAGES):
            for i in range(HQL_WEIGHTS):
                self.weight[stage][i] = weights[stage][i]
        for number in quiet:
            card: cython.int = number
            self.quiet[card] = 1
        for i in range(CARDS):
            for j in range(Q_STATES):
                self.q[i][j] = table[i][j]
        self.inner = MoveList()
        self.root = game.blank()
        self.work = game.blank()
        self.child = game.blank()
        self.held = []
        for i in range(width):
            pair = (game.blank(), game.blank())
            self.held.append(pair)
            if cython.compiled:
                self.front[i] = cython.cast(cython.p_void, pair[0])
                self.other[i] = cython.cast(cython.p_void, pair[1])
            else:
                self.front[i], self.other[i] = pair

    @property
    def carries_over(self):
        # type: () -> bool
        """What it learned stays for the games that follow."""
        return self.learning

    def table(self):
        # type: () -> list[list[float]]
        """The card values as they are now."""
        return [[self.q[i][j] for j in range(Q_STATES)] for i in range(CARDS)]

    def value(self, state, seat: cython.int):
        # type: (State, int) -> int
        """The heuristic value of a position for a seat."""
        check_reader(self, state)
        self._at_rest()
        self.me = seat
        self._look(cython.cast(TributeState, state))
        return self._value(cython.cast(TributeState, state))

    def card_values(self, state, seat: cython.int):
        # type: (State, int) -> list[int]
        """What each card counts for a seat, as the heuristic takes it."""
        check_reader(self, state)
        self._at_rest()
        self.me = seat
        self._look(cython.cast(TributeState, state))
        return [self.worth[card] for card in range(CARDS)]

    def put(self, card: cython.int, count: cython.int, value: cython.double):
        # type: (int, int, float) -> None
        """Set an entry of the table: what a card is worth with so many own cards of its deck."""
        if not (0 <= card < CARDS and 0 <= count < Q_STATES):
            raise IndexError(f"the table has {CARDS} cards and {Q_STATES} states, not ({card}, {count})")
        self._at_rest()
        self.q[card][count] = value

    @property
    def listens(self):
        # type: () -> bool
        """Whether it goes on learning."""
        return self.learning

    def hear(self, event):
        # type: (Event) -> None
        """Something happened that may teach what a card is worth."""
        if self.pupil is not None:
            self.pupil.saw(event)

    def _new_game(self):
        TributeBot._new_game(self)
        if self.learning:
            with cython.gil:
                self.pupil.begin()
        return 0

    def _answer(self, s, seat, rng):
        action = TributeBot._answer(self, s, seat, rng)
        if self.learning and kind_of(action) == END:
            with cython.gil:
                self._learn(s, action)
        return action

    def _learn(self, s, action):
        """Take over the values that change."""
        for lesson in self.pupil.learned(s, action):
            card: cython.int = lesson[0]
            count: cython.int = lesson[1]
            self.q[card][count] = lesson[2]
        return 0

    # ---- choosing a move -----------------------------------------------------------------------------------------------------

    def _decide(self, s, seat, rng):
        self.me = s.z.player
        self._look(s)
        self.moves._list(s)
        if s.z.asking == NOTHING:
            if self.moves.n == 1 or self._play_at_once(s):
                return self._move(0) if self.moves.n == 1 else 0
        if seat is None:  # it is shown a world that is imagined already
            self.root._copy_from(s)
        else:
            seat._resample(self.root, rng)
        self._bar(s)
        self._search(rng)
        return self._move(self.best_root)

    def _look(self, s):
        """Stage of the match, own cards of each deck without starters, and from that the value of every card."""
        p = self.me
        turns: cython.int = (s.z.turn - 1) // 2
        self.stage = stage_of(s.z.prestige[1 - p], turns)
        for deck in range(PATRONS):
            self.count[deck] = 0
        for i in range(s.z.n_hand[p]):
            if s.rules.fact[s.z.hand[p][i]].type != STARTER:
                self.count[s.rules.fact[s.z.hand[p][i]].deck] += 1
        for i in range(s.z.n_played[p]):
            if s.rules.fact[s.z.hand[p][HELD - 1 - i]].type != STARTER:
                self.count[s.rules.fact[s.z.hand[p][HELD - 1 - i]].deck] += 1
        for i in range(s.z.n_draw[p]):
            if s.rules.fact[s.z.deck[p][i]].type != STARTER:
                self.count[s.rules.fact[s.z.deck[p][i]].deck] += 1
        for i in range(s.z.n_cooldown[p]):
            if s.rules.fact[s.z.deck[p][HELD - 1 - i]].type != STARTER:
                self.count[s.rules.fact[s.z.deck[p][HELD - 1 - i]].deck] += 1
        owned = 0
        for deck in range(PATRONS):
            owned += self.count[deck]
        if self.net is not None:
            self.net._judge_cards(s, p, self.count, owned, self.worth)
            return
        for deck in range(PATRONS):
            if self.by_size:
                self.count[deck] = owned // SIZE_STEP
            if self.count[deck] >= Q_STATES:
                self.count[deck] = Q_STATES - 1
        for card in range(CARDS):
            whole: cython.int = cython.cast(cython.int, self.q[card][self.count[s.rules.fact[card].deck]])
            self.worth[card] = whole if whole else 1

    def _play_at_once(self, s):
        """A card without choices first, else the first card that can be played; false if there is none."""
        first = self._first_card(self.moves.acts)
        if first < 0:
            return False
        self._move(first)
        return True

    def _first_card(self, acts):
        """The place of the card that is played without a search; -1: none can be."""
        first = -1
        for i in range(acts.n):
            kind = kind_of(acts.at[i])
            if kind == PLAY or kind == ACTIVATE:
                if self.quiet[source_of(acts.at[i])]:
                    return i
                if first < 0:
                    first = i
        return first

    def _bar(self, s):
        """Moves that are not even looked at."""
        before = self._value(self.root)
        for i in range(self.moves.n):
            self.barred[i] = self._is_barred(self.root, self.moves.action[i][0], before)
        return 0

    def _is_barred(self, root, action, before):
        """Contracts that make things worse, the crows for a few coins, and more cards than are wanted."""
        kind = kind_of(action)
        card = source_of(action)
        if kind == CALL:
            return card == DUKE_OF_CROWS and self.stage < STAGES - 1 and root.z.coins[self.me] < 7
        if kind != BUY:
            return False
        if root.rules.fact[card].type != CONTRACT_ACTION:
            return self._is_full(root, card)
        self.work._copy_from(root)
        carry_out(self.work, action)
        return before > self._value(self.work)

    def _is_full(self, s, card):
        """Whether no more cards are to be bought; contracts do not stay, so they may."""
        if not self.limit or s.rules.fact[card].type == CONTRACT_ACTION or s.rules.fact[card].type == CONTRACT_AGENT:
            return False
        return owned(s, self.me) >= self.limit

    # ---- the beam ------------------------------------------------------------------------------------------------------------

    def _search(self, rng):
        """Find the move that begins the best turn. The first layer is not cut; later ones have `width` positions."""
        self.best_value = NOTHING_YET
        self.best_root = self.moves.n - 1
        self.n_other = 0
        before = self._value(self.root)
        for i in range(self.moves.n):
            if self.barred[i]:
                continue
            if kind_of(self.moves.action[i][0]) == END:
                self._final(before, i)
                continue
            self.child._copy_from(self.root)
            self.moves._take(self.child, i)
            shuffle_tops(self.child, self.me, rng)
            self._expand(self.child, self._value(self.child), i, rng)
        depth = 0
        while self.n_other and depth < 100:
            depth += 1
            n = self.n_other
            for i in range(n):
                self.front[i], self.other[i] = self.other[i], self.front[i]
                self.front_value[i] = self.other_value[i]
                self.front_root[i] = self.other_root[i]
            self.n_other = 0
            for i in range(n):
                self._expand(cython.cast(TributeState, self.front[i]), self.front_value[i], self.front_root[i], rng)
        return 0

    def _final(self, value, origin):
        """The turn could end here."""
        if value > self.best_value:
            self.best_value = value
            self.best_root = origin

    def _expand(self, node, value, origin, rng):
        """All moves of a position."""
        self.inner._list(node)
        for i in range(self.inner.n):
            if kind_of(self.inner.action[i][0]) == END:
                self._final(value, origin)
                continue
            if kind_of(self.inner.action[i][0]) == BUY and self._is_full(node, source_of(self.inner.action[i][0])):
                continue
            self.work._copy_from(node)
            self.inner._take(self.work, i)
            shuffle_tops(self.work, self.me, rng)
            self._admit(origin, rng)
        return 0

    def _admit(self, origin, rng):
        """A new position joins the next layer: simplified while there is room, else if it is better than the worst."""
        at = self.n_other
        if at < self.width:
            self._simplify(self.work, rng)
            value = self._value(self.work)
            self.n_other += 1
        else:
            value = self._value(self.work)
            at = 0
            for i in range(1, self.width):
                if self.other_value[i] < self.other_value[at]:
                    at = i
            if value <= self.other_value[at]:
                return 0
        cython.cast(TributeState, self.other[at])._copy_from(self.work)
        self.other_value[at] = value
        self.other_root[at] = origin
        return 0

    def _simplify(self, s, rng):
        """Cards without choices are played, activated, attacked and bought at once."""
        for step in range(60):
            action = self._quiet_action(s, self.moves.acts)
            if action < 0:
                return 0
            carry_out(s, action)
            shuffle_tops(s, self.me, rng)
        return 0

    def _quiet_action(self, s, acts):
        """The first action with a card without choices; -1: there is none."""
        if s.z.asking != NOTHING:
            return -1
        legal_actions(s, acts)
        for i in range(acts.n):
            card = source_of(acts.at[i])
            if PLAY <= kind_of(acts.at[i]) <= BUY and self.quiet[card]:
                if kind_of(acts.at[i]) != BUY or not self._is_full(s, card):
                    return acts.at[i]
        return -1

    def _value(self, s):
        """The heuristic: the own score less the opponent's."""
        p = self.me
        o = 1 - p
        w = self.stage
        cards = 0
        golds = 0
        curses = 0
        total = 0
        for i in range(s.z.n_hand[p] + s.z.n_played[p]):
            at = i - s.z.n_hand[p]
            card: cython.int = s.z.hand[p][i] if at < 0 else s.z.hand[p][HELD - 1 - at]
            if card == GOLD:
                golds += 1
            else:
                cards += 1
                total += self.worth[card]
                if s.rules.fact[card].type == CURSE:
                    curses += 1
        for i in range(s.z.n_draw[p] + s.z.n_cooldown[p]):
            at = i - s.z.n_draw[p]
            card = s.z.deck[p][i] if at < 0 else s.z.deck[p][HELD - 1 - at]
            if card == GOLD:
                golds += 1
            else:
                cards += 1
                total += self.worth[card]
                if s.rules.fact[card].type == CURSE:
                    curses += 1
        value = self.weight[w][W_CARD] * total + self.weight[w][W_COMBO] * cards + self.weight[w][W_GOLD] * golds
        value += self.weight[w][W_CURSE] * curses
        value += self.weight[w][W_PRESTIGE] * (s.z.prestige[p] - s.z.prestige[o])
        value += self.weight[w][W_POWER] * (s.z.power[p] - s.z.power[o])
        value += self.weight[w][W_COINS] * (s.z.coins[p] - s.z.coins[o])
        for i in range(s.z.n_agents[p]):
            value += self.weight[w][W_AGENT] * self.worth[s.z.agent[p][i]] + self.weight[w][W_HEALTH] * s.z.health[p][i]
        for i in range(s.z.n_agents[o]):
            value -= self.weight[w][W_AGENT] * self.worth[s.z.agent[o][i]] + self.weight[w][W_HEALTH] * s.z.health[o][i]
        theirs = 0
        for i in range(s.z.n_patrons):
            patron = s.z.patron[i]
            if s.z.favor[patron] == 0 or patron == TREASURY:
                continue
            worth = self.weight[w][W_PATRON]
            if patron == ANSEI:
                worth += self.weight[w][W_ANSEI]
            elif patron == DUKE_OF_CROWS:
                worth += self.weight[w][W_CROWS]
            elif patron == ORGNUM:
                worth += self.weight[w][W_ORGNUM]
            if s.z.favor[patron] == p + 1:
                value += worth
            else:
                value -= worth
                theirs += 1
        if theirs >= 2:
            value -= self.weight[w][W_PATRON] * (2 if theirs == 2 else 4 if theirs == 3 else 100)
        q = p if self.slip else o
        value -= self.weight[w][W_COMBO] * (s.z.n_hand[o] + s.z.n_draw[o] + s.z.n_played[q] + s.z.n_cooldown[q])
        if self.weight[w][W_TAVERN]:
            for i in range(s.z.n_row):
                if s.rules.fact[s.z.row[i]].cost <= s.z.coins[p]:
                    value += self.weight[w][W_TAVERN] * self.worth[s.z.row[i]]
        if self.weight[w][W_DRAW]:
            known = s.z.known[p] if s.z.known[p] < 3 else 3
            for i in range(known if known < s.z.n_draw[p] else s.z.n_draw[p]):
                value += self.weight[w][W_DRAW] * self.worth[s.z.deck[p][s.z.n_draw[p] - 1 - i]]
        return value


def owned_cards(state: TributeState, seat: cython.int):
    # type: (...) -> list[int]
    """The numbers of a player's cards outside the board."""
    hand = [state.z.hand[seat][i] for i in range(state.z.n_hand[seat])]
    played = [state.z.hand[seat][HELD - 1 - i] for i in range(state.z.n_played[seat])]
    draw = [state.z.deck[seat][i] for i in range(state.z.n_draw[seat])]
    return [*hand, *played, *draw, *[state.z.deck[seat][HELD - 1 - i] for i in range(state.z.n_cooldown[seat])]]


def tavern_cards(state: TributeState):
    # type: (...) -> set[int]
    """The numbers of the cards in the tavern, row and deck."""
    deck = [state.z.tavern[(state.z.top + i) & TAVERN_MASK] for i in range(state.z.n_tavern)]
    return {*deck, *[state.z.row[i] for i in range(state.z.n_row)]}


def shuffle_tops(s, me, rng):
    """As if the hidden cards were shuffled again: the few that the next move can bring to light are drawn anew."""
    n: cython.int = s.z.n_draw[me]
    if s.z.asking != TOSS_CARDS:
        for i in range(6 if n > 6 else n):
            j = rand_below(rng.s, n - i)
            s.z.deck[me][n - 1 - i], s.z.deck[me][j] = s.z.deck[me][j], s.z.deck[me][n - 1 - i]
    n = s.z.n_tavern
    for i in range(4 if n > 4 else n):
        j = i + rand_below(rng.s, n - i)
        a = (s.z.top + i) & TAVERN_MASK
        b = (s.z.top + j) & TAVERN_MASK
        s.z.tavern[a], s.z.tavern[b] = s.z.tavern[b], s.z.tavern[a]


def stage_of(enemy_prestige, turns):
    """0 start, 1 early, 2 middle, 3 late, by the opponent's prestige and the own turns that are over."""
    x = enemy_prestige + turns
    return 0 if x < 10 else 1 if x < 20 else 2 if x < 30 else 3
