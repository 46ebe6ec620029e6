"""Tree search over the own turn alone, judged at its end: what counts is the best end that was found below an action.

Some worlds are imagined, each with a tree of its own that treats it as open. An iteration walks down by upper confidence
bounds over the best value seen below a position; at a position that was not seen before it plays at random to the end of the
turn and hands the value up.
Positions below which everything was seen are left alone.
The action with the highest sum of best values over the worlds is chosen; of five and more the best and the worst do not count.

A `Guide` says which action ends the turn, and what need not be tried. Positions are not kept: a walk makes its actions anew.
"""

import cython

from cardlab.agents.agent import Agent
from cardlab.agents.clock import Clock
from cardlab.agents.report import Line, Report
from cardlab.core.state import Actions
from cardlab.core.tool import check_readers


class TurnTree(Agent):
    """Tree search for the best end of the turn. The budget is for a decision."""

    def __init__(self, game, budget, options, evaluator, stop: Stop, guide: Guide):
        # type: (Game, Budget, Mapping[str, Any], Evaluator, Stop, Guide) -> None
        self.game = game
        check_readers(game, None, evaluator)
        self.max_iterations = budget.iterations
        self.max_ns = int(budget.ms * 1e6)
        self.c = options["c"]
        self.trees = options["trees"]
        self.trimmed = self.trees >= 5
        self.evaluator = evaluator
        self.guide = guide
        self.stop = stop
        self.clock = Clock()
        self.root = game.blank()
        self.world = game.blank()
        self.acts = Actions()
        self.first_acts = Actions()
        self.thought = -1.0

    def __dealloc__(self):
        if cython.compiled:
            free(self.twigs)

    def parts(self):
        # type: () -> tuple[Tool | None, ...]
        return (self.evaluator, self.guide)

    @property
    def native(self):
        # type: () -> bool
        """Whether the agent runs without the GIL."""
        return getattr(self.evaluator, "native", True)

    def _new_game(self):
        self.thought = -1.0
        return 0

    def _estimate(self):
        return self.thought

    def _choose(self, seat, rng):
        start = now()
        self.me = seat.player
        self.looked = 0
        self.spent_ns = 0
        self.thought = -1.0
        seat._resample(self.root, rng)
        self.root._candidates(self.first_acts)
        self.guide._leave_out(self.root, self.first_acts)
        n = self.first_acts.n
        if n == 1:
            return self.first_acts.at[0]
        for i in range(n):
            self.value_of[i] = 0
            self.visits_of[i] = 0
            self.highest[i] = -1.0
            self.lowest[i] = 2.0
        for tree in range(self.trees):
            if tree:
                seat._resample(self.root, rng)
            left = self.trees - tree
            spent = now() - start
            time_left: cython.longlong = max(1, (self.max_ns - spent) // left) if self.max_ns else 0
            self._grow_tree(rng, max(1, (self.max_iterations - self.looked) // left) if self.max_iterations else 0, time_left)
            self._collect()
        best = self._best()
        self.spent_ns = now() - start
        return self.first_acts.at[best]

    def _grow_tree(self, rng, share, time_left):
        """One tree from `root`, for so many iterations, or so long."""
        self.deadline = self.clock._start(time_left)
        self.n_twigs = 0
        self._add(-1, False)
        self.twigs[0].visits = 1
        self.world._copy_from(self.root)
        self._expand(0)
        done = 0
        while (share == 0 or done < share) and not self.twigs[0].done:
            if self.stop.asked or (done and self.clock._is_up(self.deadline)):
                break
            self._iterate(rng)
            done += 1
        self.looked += done
        return 0

    def _collect(self):
        """Add what a tree says about the first actions."""
        for i in range(self.twigs[0].n):
            best: cython.double = self.twigs[self.twigs[0].first + i].best
            self.value_of[i] += best
            self.visits_of[i] += self.twigs[self.twigs[0].first + i].visits
            if best > self.highest[i]:
                self.highest[i] = best
            if best < self.lowest[i]:
                self.lowest[i] = best
        return 0

    def _best(self):
        """The first action with the highest sum."""
        best = 0
        counted = self.trees
        if self.trimmed:
            counted = self.trees - 2
            for i in range(self.first_acts.n):
                self.value_of[i] -= self.highest[i] + self.lowest[i]
        for i in range(1, self.first_acts.n):
            if self.value_of[i] > self.value_of[best]:
                best = i
        self.thought = self.value_of[best] / counted
        return best

    # ---- one iteration ---------------------------------------------------------------------------------------------------

    def _iterate(self, rng):
        twig = self._descend()
        return self._credit(self._worth(twig, rng))

    def _descend(self):
        """Down to a position that was not seen before, or to the end of the turn."""
        self.world._copy_from(self.root)
        twig = 0
        self.path[0] = 0
        self.n_path = 1
        while self.n_path < PATH_ROOM:
            if self.twigs[twig].n == 0:
                if self.n_twigs >= MOST_TWIGS:
                    break
                self._expand(twig)
            twig = self._select(twig)
            self.path[self.n_path] = twig
            self.n_path += 1
            if self.twigs[twig].closes:
                break
            self.world._apply(self.twigs[twig].action)
            if self.twigs[twig].visits == 0 or self.world._player() != self.me:
                break
        return twig

    def _select(self, twig):
        """The child with the highest bound among those that are not done with; those not visited come first."""
        best: cython.int = self.twigs[twig].first
        best_bound = -1e300
        logarithm = log(self.twigs[twig].visits)
        for i in range(self.twigs[twig].first, self.twigs[twig].first + self.twigs[twig].n):
            if self.twigs[i].done:
                continue
            if self.twigs[i].visits == 0:
                return i
            bound = self.twigs[i].best + self.c * sqrt(logarithm / self.twigs[i].visits)
            if bound > best_bound:
                best, best_bound = i, bound
        return best

    def _expand(self, twig):
        """List the children of a position, which `world` is at."""
        self.world._candidates(self.acts)
        self.guide._leave_out(self.world, self.acts)
        self.twigs[twig].first = self.n_twigs
        self.twigs[twig].n = self.acts.n
        for i in range(self.acts.n):
            self._add(self.acts.at[i], self.guide._closes(self.world, self.acts.at[i]))
        return 0

    def _worth(self, twig, rng):
        """What the position that was come to is worth."""
        if self.twigs[twig].closes or self.world._player() != self.me:
            self.twigs[twig].done = True
        else:
            self._finish_turn(rng)
        return judge(self.evaluator, self.world, self.me)

    def _finish_turn(self, rng):
        """Any actions but those that end the turn, until there is none."""
        for move in range(LONGEST_TURN):
            self.world._legal(self.acts)
            n = 0
            for i in range(self.acts.n):
                if not self.guide._closes(self.world, self.acts.at[i]):
                    self.acts.at[n] = self.acts.at[i]
                    n += 1
            if n == 0:
                break
            self.world._apply(self.acts.at[rand_below(rng.s, n)])
            if self.world._player() != self.me:
                break
        return 0

    def _credit(self, value):
        """Hand a value up; who has no child left to look at is done with."""
        for at in range(self.n_path - 1, -1, -1):
            twig = self.path[at]
            self.twigs[twig].visits += 1
            if value > self.twigs[twig].best:
                self.twigs[twig].best = value
            if self.twigs[twig].n and not self.twigs[twig].done:
                done: cython.int = 1
                for i in range(self.twigs[twig].first, self.twigs[twig].first + self.twigs[twig].n):
                    if not self.twigs[i].done:
                        done = 0
                        break
                self.twigs[twig].done = done
        return 0

    # ---- memory ----------------------------------------------------------------------------------------------------------

    def _add(self, action, closes):
        if self.n_twigs >= self.room:
            with cython.gil:
                self._more_room()
        new = self.n_twigs
        self.n_twigs += 1
        self.twigs[new].action = action
        self.twigs[new].closes = closes
        self.twigs[new].best = 0
        self.twigs[new].visits = 0
        self.twigs[new].first = 0
        self.twigs[new].n = 0
        self.twigs[new].done = 0
        return new

    def _more_room(self):
        room = 2 * self.room if self.room else 4096
        if cython.compiled:
            block = cython.cast(cython.pointer(Twig), realloc(self.twigs, room * cython.sizeof(Twig)))
            if block == cython.NULL:
                raise MemoryError("no memory for the search tree")
            self.twigs = block
        else:
            self.twigs = (self.twigs or []) + [Twig() for _ in range(room - self.room)]
        self.room = room
        return 0

    @property
    def report(self):
        # type: () -> Report
        """Visits and best values of the first actions."""
        self._at_rest()
        counted = self.trees - 2 if self.trimmed else self.trees
        if not self.looked:
            return Report()
        lines = tuple(
            [Line(self.first_acts.at[i], self.visits_of[i], self.value_of[i] / counted) for i in range(self.first_acts.n)]
        )
        return Report(lines, self.looked, self.spent_ns / 1e9)
