"""Scripts of Tribute: the sample bots that search their own turn: random turns, a beam, a tree.

They look at whole moves of the original's list in a world that they imagine, and never beyond the end of their turn.
"""

import cython

from cardlab.agents.clock import Clock
from cardlab.core.eventlog import EventLog
from cardlab.games.tribute.agents.bots import MoveList, TributeBot

LOW_HALF = cython.declare(cython.const[cython.longlong], 0xFFFFFFFF)


class PlanningBot(TributeBot):
    """What the searching bots have in common."""

    def __init__(self, game, tiers, iterations=0, ms=0.0):
        # type: (Game, Sequence[int], int, float) -> None
        TributeBot.__init__(self, game)
        for i in range(CARDS):
            self.tier[i] = tiers[i]
        self.iterations = iterations
        self.ns = int(ms * 1e6)
        self.root = game.blank()
        self.work = game.blank()
        self.inner = MoveList()
        self.clock = Clock()


class RandomTurnsBot(PlanningBot):
    """Flat Monte Carlo: of random turns the best is played, move by move. It plans anew when something was drawn or chosen.

    With `slips` it judges as the original does, and plays all turns of a plan in one world, which shows it what it will draw.
    """

    def __init__(self, game, tiers, iterations=0, ms=0.0, slips=True):
        # type: (Game, Sequence[int], int, float, bool) -> None
        PlanningBot.__init__(self, game, tiers, iterations, ms)
        self.slips = slips
        self.told = EventLog()
        if slips:
            self.work.log = self.told

    def _new_game(self):
        TributeBot._new_game(self)
        self.planned_turn = 0
        self.at_turn = 0
        self.turn = 0
        return 0

    def _decide(self, s, seat, rng):
        self.me = s.z.player
        cards = s.z.n_hand[self.me] + s.z.n_played[self.me] + s.z.n_draw[self.me]
        self.moves._list(s)
        if self.moves.n == 1:
            return self._move(0)
        fresh: cython.bint = (
            s.z.turn != self.turn or cards != self.drawn or s.z.asking != NOTHING or self.at_turn >= self.planned_turn
        )
        self.turn = s.z.turn
        self.drawn = cards
        if fresh or not s._allows(self.turn_plan[self.at_turn], self.moves.acts):
            self._make_plan(seat, rng)
            self.moves._list(s)
        action = self.turn_plan[self.at_turn]
        for slot in range(self.moves.n):
            if self.moves.action[slot][0] == action:
                same: cython.bint = True
                for i in range(self.moves.length[slot]):
                    if self.at_turn + i >= self.planned_turn or self.turn_plan[self.at_turn + i] != self.moves.action[slot][i]:
                        same = False
                if same:
                    self.at_turn += self.moves.length[slot]
                    return self._move(slot)
        return self._move(self.moves.n - 1)

    def _make_plan(self, seat, rng):
        """The best of random turns."""
        deadline = self.clock._start(self.ns)
        self.at_turn = 0
        self.planned_turn = 0
        best = -2000000000
        done: cython.longlong = 0
        if self.slips:
            seat._resample(self.root, rng)
        while (self.iterations == 0 or done < self.iterations) and (done == 0 or not self.clock._is_up(deadline)):
            done += 1
            if self.slips:
                self.work._copy_from(self.root)
            else:
                seat._resample(self.work, rng)
            self.told.n = 0
            n = self._play_turn(rng)
            value = self._turn_value()
            if value > best:
                best = value
                self.planned_turn = n
                for i in range(n):
                    self.turn_plan[i] = self.trial[i]
        return 0

    def _turn_value(self):
        """What the turn that was just played comes to."""
        if not self.slips:
            return sample_value(self.work, self.me, self.tier)
        draws = 0
        for i in range(self.told.n):
            if cython.cast(cython.int, self.told.rows[i].head & LOW_HALF) == DRAW:
                draws += 1
        return slipped_value(self.work, self.me, self.tier, draws)

    def _play_turn(self, rng):
        """Random moves until nothing but the end of the turn is left; seldom it stops before."""
        n = 0
        while self.work.z.phase != OVER and n + LONGEST_MOVE < TURN_ROOM:
            count = self.inner._count(self.work)
            if self.work.z.asking == NOTHING:
                count -= 1
                if count == 0 or self._below(10000, rng) == 0:
                    break
            self.inner._nth(self.work, self._below(count, rng))
            for i in range(self.inner.length[0]):
                self.trial[n] = self.inner.action[0][i]
                n += 1
            self.inner._take(self.work, 0)
        if n == 0:
            self.inner._list(self.work)
            self.trial[0] = self.inner.action[self.inner.n - 1][0]
            n = 1
        return n


class SampleBeamBot(PlanningBot):
    """Beam search over the own turn, all of it again for every move.

    With `annealing` a position that is no better than the worst may replace it, by a rule that the original has the wrong way
    round: from the fourth layer on each new one does.
    """

    def __init__(self, game, tiers, width=20, annealing=True):
        # type: (Game, Sequence[int], int, bool) -> None
        PlanningBot.__init__(self, game, tiers)
        self.width = width
        self.annealing = annealing
        self.held = []
        for i in range(width):
            pair = (game.blank(), game.blank())
            self.held.append(pair)
            if cython.compiled:
                self.front[i] = cython.cast(cython.p_void, pair[0])
                self.other[i] = cython.cast(cython.p_void, pair[1])
            else:
                self.front[i], self.other[i] = pair

    def _decide(self, s, seat, rng):
        self.me = s.z.player
        self.moves._list(s)
        if self.moves.n == 1:
            return self._move(0)
        seat._resample(self.root, rng)
        self.best_value = -2000000000
        self.best_root = self.moves.n - 1
        self.n_other = 0
        for i in range(self.moves.n):
            if kind_of(self.moves.action[i][0]) == END:
                self._final(sample_value(self.root, self.me, self.tier), i)
                continue
            self.work._copy_from(self.root)
            self.moves._take(self.work, i)
            self._admit(i, -1, rng)
        iteration = 0
        while self.n_other and iteration < 100:
            n = self.n_other
            for i in range(n):
                self.front[i], self.other[i] = self.other[i], self.front[i]
                self.front_value[i] = self.other_value[i]
                self.front_root[i] = self.other_root[i]
            self.n_other = 0
            for i in range(n):
                self.inner._list(cython.cast(TributeState, self.front[i]))
                for j in range(self.inner.n):
                    if kind_of(self.inner.action[j][0]) == END:
                        self._final(self.front_value[i], self.front_root[i])
                        continue
                    self.work._copy_from(cython.cast(TributeState, self.front[i]))
                    self.inner._take(self.work, j)
                    self._admit(self.front_root[i], iteration, rng)
            iteration += 1
        return self._move(self.best_root)

    def _final(self, value, origin):
        if value > self.best_value:
            self.best_value = value
            self.best_root = origin

    def _admit(self, origin, iteration, rng):
        """A new position joins the next layer if there is room, if it is better than the worst, or by luck."""
        value = sample_value(self.work, self.me, self.tier)
        at = self.n_other
        if at < self.width:
            self.n_other += 1
        else:
            at = 0
            for i in range(1, self.width):
                if self.other_value[i] < self.other_value[at]:
                    at = i
            if value <= self.other_value[at]:
                if not self.annealing or iteration < 0:
                    return 0
                divisor = 4 // (iteration + 1)
                gap: cython.double = self.other_value[at] - value
                if divisor and exp(gap if gap < 50.0 else 50.0) / divisor <= rand_real(rng.s):
                    return 0
        cython.cast(TributeState, self.other[at])._copy_from(self.work)
        self.other_value[at] = value
        self.other_root[at] = origin
        return 0


class TurnTreeBot(PlanningBot):
    """Monte Carlo tree search over the own turn in one world; a node is worth the best that was seen below it.

    With `reuse` the part of the tree below the move that is made stays, as long as the moves that come next are those it knows.

    The original also plays each leaf on at random and then judges the leaf itself; what came of it is not used, so it is left
    out.
    """

    def __init__(self, game, tiers, iterations=0, ms=0.0, reuse=True):
        # type: (Game, Sequence[int], int, float, bool) -> None
        PlanningBot.__init__(self, game, tiers, iterations, ms)
        self.reuse = reuse

    def _new_game(self):
        PlanningBot._new_game(self)
        self.top = -1
        return 0

    def _decide(self, s, seat, rng):
        self.me = s.z.player
        self.moves._list(s)
        if self.moves.n == 1:
            self.top = -1
            return self._move(0)
        if not self._goes_on(s):
            seat._resample(self.root, rng)
            self.n = 1
            self.top = 0
            self.children[0] = -1
            self.visits[0] = 0
            self.length[0] = 0
            self.work._copy_from(self.root)
            self._grow(0)
        self.turn = s.z.turn
        deadline = self.clock._start(self.ns)
        done: cython.longlong = 0
        while (self.iterations == 0 or done < self.iterations) and (done == 0 or not self.clock._is_up(deadline)):
            done += 1
            self._descend()
        best = self.first[self.top]
        for i in range(self.children[self.top]):
            if self.best[self.first[self.top] + i] >= self.best[best]:
                best = self.first[self.top] + i
        slot = best - self.first[self.top]
        self._keep(best)
        return self._move(slot)

    def _goes_on(self, s):
        """Whether the tree still fits: it has room, and the moves of its new root are those of the position."""
        if self.top < 0 or s.z.turn != self.turn or self.children[self.top] < 0 or self.n > TREE_ROOM // 2:
            return False
        if self.inner._list(self.root) != self.moves.n:
            return False
        for i in range(self.moves.n):
            if self.inner.length[i] != self.moves.length[i]:
                return False
            for j in range(self.moves.length[i]):
                if self.inner.action[i][j] != self.moves.action[i][j]:
                    return False
        return True

    def _keep(self, node):
        """The node of the move that is made becomes the root."""
        self.top = -1
        if self.reuse and kind_of(self.action[node][0]) != END:
            for i in range(self.length[node]):
                carry_out(self.root, self.action[node][i])
            if self.root.z.phase != OVER:
                self.top = node
        return 0

    def _grow(self, node):
        """A node for each move of the position in `work`."""
        self.inner._list(self.work)
        if self.n + self.inner.n > TREE_ROOM:
            return 0
        self.first[node] = self.n
        self.children[node] = self.inner.n
        for i in range(self.inner.n):
            child = self.n
            self.n += 1
            self.children[child] = -1
            self.visits[child] = 0
            self.best[child] = 0.0
            self.length[child] = self.inner.length[i]
            for j in range(self.inner.length[i]):
                self.action[child][j] = self.inner.action[i][j]
        return 0

    def _descend(self):
        """One iteration: down to a leaf, which is judged and gets children."""
        self.work._copy_from(self.root)
        node = self.top
        depth = 0
        self.path[0] = node
        ended: cython.bint = False
        while self.children[node] >= 0 and depth + 1 < TURN_ROOM:
            node = self._select(node)
            depth += 1
            self.path[depth] = node
            if kind_of(self.action[node][0]) == END:
                ended = True
                break
            for i in range(self.length[node]):
                carry_out(self.work, self.action[node][i])
        if not ended and self.children[node] < 0 and self.work.z.phase != OVER:
            self._grow(node)
        value = (sample_value(self.work, self.me, self.tier) + 10000.0) / 50000.0
        if value < 0.0:
            value = 0.0
        for i in range(depth + 1):
            self.visits[self.path[i]] += 1
            if value > self.best[self.path[i]]:
                self.best[self.path[i]] = value
        return 0

    def _select(self, node):
        """The child with the best value and bonus for being tried seldom; one that was never tried first."""
        best = self.first[node]
        most = -1.0
        logarithm = log(self.visits[node] if self.visits[node] else 1)
        for i in range(self.children[node]):
            child = self.first[node] + i
            if self.visits[child] == 0:
                return child
            bound = self.best[child] + 1.4142135623730951 * sqrt(logarithm / self.visits[child])
            if bound > most:
                most = bound
                best = child
        return best
