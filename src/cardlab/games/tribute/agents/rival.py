"""Scripts of Tribute: BestMCTS, which won in 2023 and 2024, and SOISMCTS, third in 2024, written again.

Both grow trees of their own turn in worlds that they imagine (`worldtree`), over the moves that `movefilter` leaves, and judge
the ends of turns as `bestmcts` says. BestMCTS has several worlds, and keeps each with its tree from move to move as long as the
piles are what they are in it; SOISMCTS has one new world for each move. (The original begins a world again by the seed that it
had before. Here every new world is drawn, so that a decision does not depend on what was asked before.)

The time of a turn can be paced as the originals do it. BestMCTS divides what is left by the moves that a turn may still have,
by the longest of twenty that it tries; in the second half it has one tree; when nothing is left it plays at random. SOISMCTS
takes the same time for each move. Both had 9.9 seconds; with another time all that stands in seconds there is in proportion.
"""

import cython

from cardlab.agents.clock import Clock
from cardlab.agents.report import Line, Report
from cardlab.errors import OptionError
from cardlab.games.tribute.agents.bots import TributeBot
from cardlab.games.tribute.agents.worldtree import Workshop, WorldTree


class Rival(TributeBot):
    """Trees over the own turn, in phases that are fixed when the turn begins.

    `by_mean`: it grows, answers and drafts as SOISMCTS does.
    """

    def __init__(self, game, keeper: MoveFilter, judge: BestJudge, budget, options, stop: Stop, by_mean: cython.bint):
        # type: (Game, MoveFilter, BestJudge, Budget, Mapping[str, Any], Stop, bool) -> None
        TributeBot.__init__(self, game)
        self.judge = judge
        self.filter = keeper
        self.stop = stop
        self.by_mean = by_mean
        self.reuse = options["reuse"]
        self.paced = options["pace"] == "turn"
        if self.paced and not budget.ms:
            raise OptionError("pace=turn divides a time: name one, as in best_mcts:9900ms,pace=turn")
        self.max_iterations = budget.iterations
        self.max_ns = int(budget.ms * 1e6)
        self.shop = Workshop(game, keeper, judge, options["c"], by_mean)
        self.clock = Clock()
        self.n_trees = options["trees"]
        self.trees = []
        for i in range(self.n_trees):
            tree = WorldTree(game)
            self.trees.append(tree)
            self.tree[i] = cython.cast(cython.p_void, tree) if cython.compiled else tree
        self.turn = -1
        self.thought = -1.0

    def parts(self):
        # type: () -> tuple[Tool | None, ...]
        return (self.judge,)

    def _new_game(self):
        TributeBot._new_game(self)
        self.turn = -1
        self.thought = -1.0
        self.looked = 0
        self.n_lines = 0
        return 0

    def _estimate(self):
        return self.thought

    def _draft(self, s, rng):
        """BestMCTS takes the Crows, then Red Eagle, and never Orgnum if there is another; otherwise any patron."""
        legal_actions(s, self.moves.acts)
        action = self.moves.acts.at[rand_below(rng.s, self.moves.acts.n)]
        if self.by_mean:
            return action
        if offers(self.moves.acts, pack(DRAFT, DUKE_OF_CROWS, 0, 0)):
            return pack(DRAFT, DUKE_OF_CROWS, 0, 0)
        if offers(self.moves.acts, pack(DRAFT, RED_EAGLE, 0, 0)):
            return pack(DRAFT, RED_EAGLE, 0, 0)
        while self.moves.acts.n > 1 and source_of(action) == ORGNUM:
            action = self.moves.acts.at[rand_below(rng.s, self.moves.acts.n)]
        return action

    def _answer(self, s, seat, rng):
        self.looked = 0
        self.n_lines = 0
        return TributeBot._answer(self, s, seat, rng)

    def _decide(self, s, seat, rng):
        start = now()
        self.shop.me = seat.player
        self.thought = -1.0
        if s.z.turn != self.turn:
            self._begin_turn(s)
        self.moves._list(s)
        self.filter._keep(s, self.moves)
        self._think(s, seat, rng, start)
        self.spent_ns = now() - start
        self.turn_ns += self.spent_ns
        return 0

    def _begin_turn(self, s):
        """The phase is that of the first decision, and so is what is left of the time. No tree is left from another turn."""
        me = self.shop.me
        self.turn = s.z.turn
        self.turn_ns = 0
        self.judge.phase = phase_of(s.z.prestige[me], s.z.prestige[1 - me])
        for i in range(self.n_trees):
            cython.cast(WorldTree, self.tree[i]).planted = False
        return 0

    def _think(self, s, seat, rng, start):
        """Plan the best move of those that the filter leaves."""
        n = self.filter.n
        if n == 1 and not self.reuse:
            return self._move(self.filter.slot[0])
        self._prepare(s, seat, rng)
        self.used = self.n_trees
        ns: cython.longlong = max(1, self.max_ns - (now() - start)) if self.max_ns else 0
        if self.paced:
            ns = self._pace(rng)
            if ns < 0:
                return self._any(s, rng, not self.by_mean)
        best = 0
        if n > 1:
            self._grow(rng, ns)
            best = self._best(n)
        self.filter._keep(s, self.moves)
        if n > 1:
            self._note(n)
        for i in range(self.n_trees):
            cython.cast(WorldTree, self.tree[i])._advance(best)
        return self._move(self.filter.slot[best])

    def _prepare(self, s, seat, rng):
        """A tree that does not fit the position is begun anew, in another world; without `reuse` none does."""
        for i in range(self.n_trees):
            cython.cast(WorldTree, self.tree[i])._list_children(self.shop)
        self.filter._keep(s, self.moves)
        for i in range(self.n_trees):
            fits: cython.bint = self.reuse and cython.cast(WorldTree, self.tree[i])._fits(s, self.shop)
            cython.cast(WorldTree, self.tree[i]).planted = fits
        for i in range(self.n_trees):
            if not cython.cast(WorldTree, self.tree[i]).planted:
                seat._resample(cython.cast(WorldTree, self.tree[i]).root, rng)
                cython.cast(WorldTree, self.tree[i])._plant(self.shop)
        return 0

    # ---- time ------------------------------------------------------------------------------------------------------------

    def _pace(self, rng):
        """How long this move may take, and with how many trees; -1: the time of the turn is over. Parts of 9.9 seconds."""
        left: cython.longlong = self.max_ns - self.turn_ns
        if self.by_mean:
            return self.max_ns * 55 // 990 if left > 0 else -1
        if left * 99 < self.max_ns:
            return -1
        second_half: cython.bint = left * 99 <= self.max_ns * 50
        self.used = 1 if second_half else self.n_trees
        longest = 0
        for i in range(TRIAL_TURNS):
            longest = max(longest, cython.cast(WorldTree, self.tree[i % self.used])._iterate(self.shop, rng))
        self.looked += TRIAL_TURNS
        return min(left // max(2, longest + 1), self.max_ns * (8 if second_half else 5) // 99)

    def _grow(self, rng, ns):
        """The trees one after the other; each has its part of what is left."""
        start = now()
        for i in range(self.used):
            left = self.used - i
            share: cython.longlong = max(1, (self.max_iterations - self.looked) // left) if self.max_iterations else 0
            self._grow_tree(i, rng, share, max(1, (ns - (now() - start)) // left) if ns else 0)
        return 0

    def _grow_tree(self, at, rng, share, ns):
        """One tree, for so many iterations or so long; not any longer when all of the turn was seen."""
        deadline = self.clock._start(ns)
        done: cython.longlong = 0
        while (share == 0 or done < share) and not cython.cast(WorldTree, self.tree[at])._is_done():
            if self.stop.asked or (done and self.clock._is_up(deadline)):
                break
            cython.cast(WorldTree, self.tree[at])._iterate(self.shop, rng)
            done += 1
        self.looked += done
        return 0

    # ---- the answer ------------------------------------------------------------------------------------------------------

    def _best(self, n):
        """The move with the highest sum of best values over the trees; of five and more the best and the worst do not count.

        Of equal ones BestMCTS takes the first, SOISMCTS the last.
        """
        counted = self.used - 2 if self.used >= 5 else self.used
        best = 0
        for i in range(n):
            value = 0.0
            highest = 0.0
            lowest = 1.0
            self.visits_of[i] = 0
            for t in range(self.used):
                found = cython.cast(WorldTree, self.tree[t])._best_below(i)
                value += found
                highest = max(highest, found)
                lowest = min(lowest, found)
                self.visits_of[i] += cython.cast(WorldTree, self.tree[t])._visits_below(i)
            self.value_of[i] = (value - highest - lowest if self.used >= 5 else value) / counted
            if self.value_of[i] > self.value_of[best] or (self.by_mean and self.value_of[i] == self.value_of[best]):
                best = i
        self.thought = self.value_of[best]
        return best

    def _note(self, n):
        """What is told of the search: selections that begin with the same card are one line."""
        for i in range(n):
            action = self.moves.action[self.filter.slot[i]][0]
            at = 0
            while at < self.n_lines and self.line_action[at] != action:
                at += 1
            if at == self.n_lines:
                self.n_lines += 1
                self.line_action[at] = action
                self.line_visits[at] = 0
                self.line_value[at] = 0.0
            self.line_visits[at] += self.visits_of[i]
            self.line_value[at] = max(self.line_value[at], self.value_of[i])
        return 0

    @property
    def report(self):
        # type: () -> Report
        """Visits and best values of what could be done."""
        self._at_rest()
        if not self.n_lines:
            return Report()
        lines = tuple([Line(self.line_action[i], self.line_visits[i], self.line_value[i]) for i in range(self.n_lines)])
        return Report(lines, self.looked, self.spent_ns / 1e9)


def phase_of(prestige, enemy_prestige):
    # type: (int, int) -> int
    """The phase of a match: 0 early, 1 mid, 2 late."""
    if prestige >= 27 or enemy_prestige >= 30:
        return 2
    return 0 if prestige <= 10 and enemy_prestige <= 13 else 1
