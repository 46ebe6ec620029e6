"""Scripts of Tribute: the simple sample bots, and the moves of the original's list as they see them.

A bot chooses a move of the list; where that is a choice of several cards, it plays it pick by pick. By default it draws from
the match's luck. With a `seed` it has the original's generator, which goes on from match to match as that of one bot object
does.
"""

import cython

from cardlab.agents.agent import Agent
from cardlab.core.rng import Rng
from cardlab.core.state import Actions


def choose(n, k):
    """How many selections of k out of n there are."""
    ways: cython.longlong = 1
    if k > n:
        return 0
    for i in range(k):
        ways = ways * (n - i) // (i + 1)
    return ways


class MoveList:
    """The original's move list of a position: counted, one by one, or all of it as far as there is room."""

    def __init__(self):
        # type: () -> None
        self.acts = Actions()

    def _gather(self, s):
        """The options of the choice that is open."""
        self.options = 0
        places = span(s)
        for i in range(places):
            card = option(s, i)
            if card != NO_CARD and self.options < OPTIONS_ROOM:
                self.card[self.options] = card
                self.options += 1
        return self.options

    def _count(self, s):
        """How many moves there are."""
        if s.z.asking == NOTHING or s.z.asking == ENACT_CHOSEN_EFFECT or s.z.phase == DRAFTING:
            legal_actions(s, self.acts)
            return self.acts.n
        self._gather(s)
        ways: cython.longlong = 0
        for size in range(s.z.ask_least, s.z.ask_most + 1):
            ways += choose(self.options, size)
        return ways

    def _nth(self, s, index):
        """Put the move with that index into the first slot, after `_count` of the same state."""
        if s.z.asking == NOTHING or s.z.asking == ENACT_CHOSEN_EFFECT or s.z.phase == DRAFTING:
            self.length[0] = 1
            self.action[0][0] = self.acts.at[index]
            return 0
        size: cython.int = s.z.ask_least
        while index >= choose(self.options, size):
            index -= choose(self.options, size)
            size += 1
        at = 0
        for i in range(size):
            while index >= choose(self.options - at - 1, size - i - 1):
                index -= choose(self.options - at - 1, size - i - 1)
                at += 1
            self.picks[i] = at
            at += 1
        return self._write(s, size, 0)

    def _list(self, s):
        """All moves, each in its slot."""
        count = self._count(s)
        self.n = MOST_LISTED if count > MOST_LISTED else cython.cast(cython.int, count)
        if s.z.asking == NOTHING or s.z.asking == ENACT_CHOSEN_EFFECT or s.z.phase == DRAFTING:
            for i in range(self.n):
                self.length[i] = 1
                self.action[i][0] = self.acts.at[i]
            return self.n
        size: cython.int = s.z.ask_least
        slot = 0
        while slot < self.n:
            for i in range(size):
                self.picks[i] = i
            while slot < self.n:
                self._write(s, size, slot)
                slot += 1
                i = size - 1
                while i >= 0 and self.picks[i] == self.options - size + i:
                    i -= 1
                if i < 0:
                    break
                self.picks[i] += 1
                for j in range(i + 1, size):
                    self.picks[j] = self.picks[j - 1] + 1
            size += 1
        return self.n

    def _write(self, s, size, slot):
        """A selection of options as actions: a pick for each, and a stop if more could be picked."""
        for i in range(self.options):
            self.taken[i] = 0
        for i in range(size):
            copy = 0
            for j in range(self.picks[i]):
                if self.card[j] == self.card[self.picks[i]] and not self.taken[j]:
                    copy += 1
            self.taken[self.picks[i]] = 1
            self.action[slot][i] = pack(PICK, self.card[self.picks[i]], copy, 0)
        n = size
        behind: cython.bint = size == 0
        if size and size < s.z.ask_most:
            first = 0 if is_ordered(s.z.asking) else self.picks[size - 1]
            for i in range(first, self.options):
                if not self.taken[i]:
                    behind = True
        if behind:
            self.action[slot][n] = pack(STOP, 0, 0, 0)
            n += 1
        self.length[slot] = n
        return n

    def _take(self, s, slot):
        """Carry out the move of a slot."""
        for i in range(self.length[slot]):
            carry_out(s, self.action[slot][i])
        return 0


class TributeBot(Agent):
    """A bot that chooses among the moves of the original's list."""

    def __init__(self, game, seed=None):
        # type: (Game, int | None) -> None
        self.game = game
        self.moves = MoveList()
        self.exact = seed is not None
        self.x = seed or 0

    @property
    def reads(self):
        # type: () -> type[State]
        """States of Scripts of Tribute."""
        return TributeState

    @property
    def carries_over(self):
        # type: () -> bool
        """Its own generator goes on from match to match."""
        return self.exact

    def _new_game(self):
        self.planned = 0
        self.done = 0
        return 0

    def _below(self, n, rng):
        """A number below n, by the match's luck or by the original's generator."""
        if not self.exact:
            return rand_below(rng.s, cython.cast(cython.int, n if n < 1 << 30 else 1 << 30))
        self.x = next_word(self.x)
        return cython.cast(cython.int, output_of(self.x) % n)

    def _choose(self, seat, rng):
        return self._answer(cython.cast(TributeState, seat.info), seat, rng)

    def _answer(self, s, seat, rng):
        """The next action of the move that was chosen, or the first one of another."""
        if self.done < self.planned and s.z.asking != NOTHING and s._allows(self.plan[self.done], self.moves.acts):
            self.done += 1
            return self.plan[self.done - 1]
        if s.z.phase == DRAFTING:
            return self._draft(s, rng)
        self._decide(s, seat, rng)
        self.done = 1
        return self.plan[0]

    def _draft(self, s, rng):
        """Any patron of the pool."""
        legal_actions(s, self.moves.acts)
        return self.moves.acts.at[self._below(self.moves.acts.n, rng)]

    def _decide(self, s, seat, rng):
        return self._any(s, rng, True)

    def _move(self, slot):
        """Plan the move of a slot."""
        self.planned = self.moves.length[slot]
        for i in range(self.planned):
            self.plan[i] = self.moves.action[slot][i]
        return 0

    def _single(self, action):
        """Plan one action."""
        self.planned = 1
        self.plan[0] = action
        return 0

    def _any(self, s, rng, ending):
        """A random move; unless `ending`, the turn is ended only if there is nothing else."""
        count = self.moves._count(s)
        if not ending and s.z.asking == NOTHING:
            if count == 1 and self.exact:  # the original draws no lot for what it must do
                return self._single(self.moves.acts.at[0])
            if count > 1:
                count -= 1
        self.moves._nth(s, self._below(count, rng))
        return self._move(0)


class RandomBot(TributeBot):
    """Any move of the list; without `ending` it ends its turn only when nothing else is left."""

    def __init__(self, game, seed=None, ending: cython.bint = True):
        # type: (Game, int | None, bool) -> None
        TributeBot.__init__(self, game, seed)
        self.ending = ending

    def _decide(self, s, seat, rng):
        return self._any(s, rng, self.ending)


class FirstBot(TributeBot):
    """Always the first option."""

    def _draft(self, s, rng):
        legal_actions(s, self.moves.acts)
        return self.moves.acts.at[0]

    def _decide(self, s, seat, rng):
        self.moves._count(s)
        self.moves._nth(s, 0)
        return self._move(0)


class MaxAgentsBot(TributeBot):
    """Buys the best agent it can pay for, a contract only if there is no other; else anything but the end of the turn."""

    def __init__(self, game, tiers, seed=None):
        # type: (Game, Sequence[int], int | None) -> None
        TributeBot.__init__(self, game, seed)
        for i in range(CARDS):
            self.tier[i] = tiers[i]

    def _decide(self, s, seat, rng):
        if s.z.asking != NOTHING:
            return self._any(s, rng, False)
        p = s.z.player
        plays = cython.cast(cython.bint, s.z.n_hand[p] > 0)
        for i in range(s.z.n_agents[p]):
            if not s.z.marks[p][i] & 1:
                plays = True
        if plays and self.exact:
            self._below(1, rng)  # the original draws a card to play first, and forgets it
        best = self._best_agent(s, AGENT)
        if best < 0:
            best = self._best_agent(s, CONTRACT_AGENT)
        if best >= 0:
            return self._single(pack(BUY, best, 0, 0))
        return self._any(s, rng, False)

    def _best_agent(self, s, kind):
        """The agent of the highest tier among those that can be bought; -1: there is none."""
        p = s.z.player
        best = -1
        for i in range(s.z.n_row):
            card: cython.int = s.z.row[i]
            if s.rules.fact[card].type == kind and s.z.coins[p] > 0 and s.rules.fact[card].cost <= s.z.coins[p]:
                if best < 0 or self.tier[card] > self.tier[best]:
                    best = card
        return best


class PatronFavorsBot(TributeBot):
    """Calls whoever does not favour it yet; buys Tithe for one more call; else anything but the end of the turn."""

    def __init__(self, game, seed=None):
        # type: (Game, int | None) -> None
        TributeBot.__init__(self, game, seed)
        self.world = game.blank()

    def _decide(self, s, seat, rng):
        p = s.z.player
        if s.z.asking != NOTHING:
            return self._any(s, rng, False)
        patron = self._wanted_patron(s, p)
        if patron >= 0:
            return self._single(pack(CALL, patron, 0, 0))
        if s.z.calls[p] == 0 and s.z.coins[p] >= s.rules.fact[TITHE].cost:
            for i in range(s.z.n_row):
                if s.z.row[i] == TITHE:
                    seat._resample(self.world, rng)
                    carry_out(self.world, pack(BUY, TITHE, 0, 0))
                    if self._wanted_patron(self.world, p) >= 0:
                        return self._single(pack(BUY, TITHE, 0, 0))
                    break
        return self._any(s, rng, False)

    def _wanted_patron(self, s, me):
        """The first patron that can be called and does not favour the bot; -1: none."""
        if s.z.phase == OVER or s.z.asking != NOTHING:
            return -1
        legal_actions(s, self.moves.acts)
        for i in range(self.moves.acts.n):
            if kind_of(self.moves.acts.at[i]) == CALL:
                patron = source_of(self.moves.acts.at[i])
                if patron != TREASURY and s.z.favor[patron] != me + 1:
                    return patron
        return -1


class MaxPrestigeBot(TributeBot):
    """Looks two moves ahead for the most prestige and power. It never values a card.

    The original tried its moves on the true position, which showed it the cards it would draw. This one tries them in a world
    that it imagines.
    """

    def __init__(self, game, seed=None):
        # type: (Game, int | None) -> None
        TributeBot.__init__(self, game, seed)
        self.further = MoveList()
        self.root = game.blank()
        self.world = game.blank()
        self.beyond = game.blank()

    def _decide(self, s, seat, rng):
        me = s.z.player
        self.moves._list(s)
        n = self.moves.n
        if s.z.asking == NOTHING:
            n -= 1
        if n == 0:
            return self._move(0)
        seat._resample(self.root, rng)
        ways = 0
        most = -1
        for slot in range(n):
            self.world._copy_from(self.root)
            self.moves._take(self.world, slot)
            value = self._try(slot, me, False)
            if value > most:
                most = value
        # A move counts once for each way in which the most can be reached through it.
        for slot in range(n):
            if self.best[slot] == most:
                self.world._copy_from(self.root)
                self.moves._take(self.world, slot)
                ways += self._try(slot, me, True)
        nth = self._below(ways, rng)
        for slot in range(n):
            if self.best[slot] == most:
                self.world._copy_from(self.root)
                self.moves._take(self.world, slot)
                nth -= self._try(slot, me, True)
                if nth < 0:
                    return self._move(slot)
        return self._move(0)

    def _try(self, slot, me, counting):
        """The most that can be reached after a move; or, if `counting`, in how many ways it is."""
        count = 0
        best = -1
        n = 0
        if self.world.z.phase != OVER:
            self.further._list(self.world)
            n = self.further.n - 1 if self.world.z.asking == NOTHING else self.further.n
        if n == 0:
            best = self.world.z.prestige[me] + self.world.z.power[me]
            count = 1
        for i in range(n):
            self.beyond._copy_from(self.world)
            self.further._take(self.beyond, i)
            value = self.beyond.z.prestige[me] + self.beyond.z.power[me]
            if value > best:
                best = value
                count = 0
            if value == best:
                count += 1
        self.best[slot] = best
        return count if counting else best


def offers(acts, action):
    """Whether an action is on a list."""
    for i in range(acts.n):
        if acts.at[i] == action:
            return True
    return False
