"""Tree search over the own turn, with or without action trees.

A simulation goes down from the position at hand by upper confidence bounds, adds the first action that was not tried there,
plays the turn out by a policy, and credits what the evaluator says of its end to all on the way. Positions below an action are
told apart by their keys, so chance has its say each time. With an action tree one first chooses what kind of thing to do, then
with which card or unit, then how; each of these has statistics of its own, so a kind with a hundred actions gets no more
attention than one with three.

Each decision is searched afresh, unless the tree is to be reused: then what was found out below the position that the latest
action has led to is kept.
"""

import cython

from cardlab.agents.agent import Agent
from cardlab.agents.clock import Clock
from cardlab.agents.report import Line, Report
from cardlab.core.rng import Rng
from cardlab.core.state import Actions, State
from cardlab.core.tool import check_readers
from cardlab.errors import OptionError


class ActionTreeSearch(Agent):
    """Plans one turn, action by action."""

    def __init__(self, game, budget, options, policy, evaluator: Evaluator, stop: Stop):
        # type: (Game, Budget, Mapping[str, Any], Policy | None, Evaluator, Stop) -> None
        self.game = game
        check_readers(game, policy, evaluator)
        self.evaluator = evaluator
        self.rollout_policy = policy
        self.max_iterations = budget.iterations
        self.max_ns = int(budget.ms * 1e6)
        self.c = options["c"]
        self.by_value = options["final"] == "value"
        self.layered = options["tree"]
        self.normalised = options["normalise"]
        self.best_counts = options["backup"] == "max"
        self.limit = options["turn_limit"]
        self.reuse = options["reuse"]
        first: State = game.new(0)
        if self.reuse and not first._key():
            raise OptionError(f"reuse=yes: {game.name} does not tell the positions of a turn apart, so no tree can be kept")
        self.stop = stop
        self.clock = Clock()
        self.world = game.blank()
        self.acts = Actions()
        self.scratch = Actions()
        self.root_acts = Actions()
        self.luck = Rng(0)
        self.made_at = -1
        self.value = -1.0

    def __dealloc__(self):
        if cython.compiled:
            free(self.branches)

    def parts(self):
        # type: () -> tuple[Tool | None, ...]
        return (self.rollout_policy, self.evaluator)

    @property
    def native(self):
        # type: () -> bool
        """Whether the agent runs without the GIL."""
        return getattr(self.evaluator, "native", True)

    def _new_game(self):
        self.made_at = -1
        return 0

    def _estimate(self):
        """What the evaluator says of the ends of the chosen action."""
        return self.value

    def _choose(self, seat, rng):
        known = self._known_position(seat) if self.reuse else -1
        self.made_at = -1
        self.me = seat.player
        self.opening = seat.info._opens()
        self.done = 0
        self.spent_ns = 0
        self.value = -1.0
        seat.info._candidates(self.root_acts)
        if self.root_acts.n == 1:
            return self.root_acts.at[0]
        start = now()
        deadline = self.clock._start(self.max_ns)
        if known >= 0:
            self._keep_below(known)
        else:
            self.n = 0
            self.low = 1e300
            self.high = -1e300
            self._add(-1, 0)
        while self.max_iterations == 0 or self.done < self.max_iterations:
            if self.done and (self.stop.asked or self.clock._is_up(deadline)):
                break
            self._simulate(seat, rng)
            self.done += 1
        self.spent_ns = now() - start
        self.made = self._final(rng)
        self.made_at = seat.past.n
        return self.made

    def _known_position(self, seat):
        """The position at hand in the tree of the latest decision, if its action has just been made; -1: it is not there.

        What is hidden counts for its key as in any world of the tree: it is filled in, by luck that nothing else draws from.
        """
        since = seat.past.n - self.made_at
        if self.made_at < 0 or since < 1 or since > HISTORY_ROOM or seat.player != self.me:
            return -1
        if seat.past.moves[self.made_at % HISTORY_ROOM].mover != self.me or seat._saw(self.made_at) != self.made:
            return -1
        seat._resample(self.world, self.luck)
        key = self.world._key()
        return self._find(self.made_branch, key) if key else -1

    def _simulate(self, seat, rng):
        seat._resample(self.world, rng)
        self.world._lighten()
        position = 0
        self.n_way = 1
        self.way[0] = 0
        while self.world._player() >= 0 and self.world._turn() == self.me and self.n_way < WAY_ROOM - 8:
            if self.world._player() != self.me:
                self.world._apply(self.world._random(self.scratch, rng))
                continue
            if position == 0:
                seat.info._candidates(self.acts)
            else:
                self.world._candidates(self.acts)
            known = self.n
            action = self._descend(position, rng)
            self.world._apply(action)
            if position == 0:
                reach_own_turn(self.world, self.me, self.opening, self.scratch, rng)
            if self.n > known:
                break
            branch = self.way[self.n_way - 1]
            key = self.world._key()
            position = self._find(branch, key)
            if position < 0:
                position = self._add(branch, key)
            self.way[self.n_way] = position
            self.n_way += 1
        play_turn_out(self.world, self.me, self.rollout_policy, self.scratch, rng, self.limit)
        self._credit(self.evaluator._points(self.world, self.me))
        return 0

    def _descend(self, position, rng):
        """From a position to one of its actions, level by level."""
        branch = position
        kind: cython.ulonglong = 0
        source: cython.ulonglong = 0
        for level in range(LEVELS if self.layered else 1):
            self._list_options(level, kind, source)
            if level == 1 and self.n_options == 1:
                source = self.option[0]
                continue
            branch = self._step(branch, False, rng)
            self.way[self.n_way] = branch
            self.n_way += 1
            if level == 0:
                kind = self.branches[branch].label
            elif level == 1:
                source = self.branches[branch].label
        return cython.cast(cython.longlong, self.branches[branch].label)

    def _list_options(self, level, kind, source):
        """What can be told apart on a level of the actions at hand: kinds, sources of a kind, or actions."""
        self.n_options = 0
        for i in range(self.acts.n):
            action = self.acts.at[i]
            if self.layered and level >= 1 and cython.cast(cython.ulonglong, kind_of(action)) != kind:
                continue
            if self.layered and level == 2 and cython.cast(cython.ulonglong, source_of(action)) != source:
                continue
            label: cython.ulonglong = action
            if self.layered and level == 0:
                label = kind_of(action)
            elif self.layered and level == 1:
                label = source_of(action)
            known: cython.bint = False
            if self.layered and level < 2:
                for j in range(self.n_options):
                    if self.option[j] == label:
                        known = True
            if not known:
                self.option[self.n_options] = label
                self.n_options += 1

    def _step(self, branch, final, rng):
        """The child to go to.

        One that was not tried, if there is any; else the one with the highest bound, or the best of all.
        """
        fresh = 0
        chosen: cython.ulonglong = 0
        best = -1
        most = 0.0
        logs = log(self.branches[branch].visits + 1.0)
        for j in range(self.n_options):
            child = self._find(branch, self.option[j])
            if child < 0:
                fresh += 1
                if rand_below(rng.s, fresh) == 0:
                    chosen = self.option[j]
                continue
            value = self._worth(child)
            if not final:
                value += self.c * sqrt(logs / self.branches[child].visits)
            elif not self.by_value:
                value = self.branches[child].visits
            if best < 0 or value > most:
                best = child
                most = value
        if fresh and not (final and best >= 0):
            return self._add(branch, chosen)
        return best

    def _mean(self, branch):
        """The points of the ends below a branch: the best of them where that counts."""
        return self.branches[branch].best if self.best_counts else self.branches[branch].total / self.branches[branch].visits

    def _worth(self, branch):
        value = self._mean(branch)
        if self.normalised:
            return (value - self.low) / (self.high - self.low) if self.high > self.low else 0.5
        return value

    def _final(self, rng):
        branch = 0
        kind: cython.ulonglong = 0
        source: cython.ulonglong = 0
        self.acts.n = self.root_acts.n
        for i in range(self.root_acts.n):
            self.acts.at[i] = self.root_acts.at[i]
        for level in range(LEVELS if self.layered else 1):
            self._list_options(level, kind, source)
            if level == 1 and self.n_options == 1:
                source = self.option[0]
                continue
            branch = self._step(branch, True, rng)
            if level == 0:
                kind = self.branches[branch].label
            elif level == 1:
                source = self.branches[branch].label
        self.made_branch = branch
        if self.branches[branch].visits:
            self.value = self.evaluator._as_chance(self._mean(branch))
        return cython.cast(cython.longlong, self.branches[branch].label)

    # ---- the tree ------------------------------------------------------------------------------------------------

    def _find(self, branch, label):
        child = self.branches[branch].child
        while child >= 0:
            if self.branches[child].label == label:
                return child
            child = self.branches[child].sibling
        return -1

    def _add(self, branch, label):
        if self.n >= self.room:
            self._reserve()
        new = self.n
        self.n = new + 1
        self.branches[new].label = label
        self.branches[new].total = 0.0
        self.branches[new].best = -1e300
        self.branches[new].visits = 0
        self.branches[new].child = -1
        self.branches[new].sibling = -1
        if branch >= 0:
            self.branches[new].sibling = self.branches[branch].child
            self.branches[branch].child = new
        return new

    def _keep_below(self, root):
        """Make a branch the root and forget all that does not lie below it. A child always stands behind its parent."""
        for i in range(self.n):
            self.branches[i].place = -1
        self.branches[root].place = 0
        self.branches[root].sibling = -1
        kept = 0
        for i in range(root, self.n):
            if self.branches[i].place >= 0:
                self.branches[i].place = kept
                kept += 1
                child = self.branches[i].child
                while child >= 0:
                    self.branches[child].place = 0
                    child = self.branches[child].sibling
        for i in range(root, self.n):
            if self.branches[i].child >= 0:
                self.branches[i].child = self.branches[self.branches[i].child].place
            if self.branches[i].sibling >= 0:
                self.branches[i].sibling = self.branches[self.branches[i].sibling].place
        for i in range(root, self.n):
            if self.branches[i].place >= 0:
                self._move(i, self.branches[i].place)
        self.n = kept

    def _move(self, old, new):
        self.branches[new].label = self.branches[old].label
        self.branches[new].total = self.branches[old].total
        self.branches[new].best = self.branches[old].best
        self.branches[new].visits = self.branches[old].visits
        self.branches[new].child = self.branches[old].child
        self.branches[new].sibling = self.branches[old].sibling

    def _reserve(self):
        room = 2 * self.room if self.room else 4096
        if cython.compiled:
            block = cython.cast(cython.pointer(Branch), realloc(self.branches, room * cython.sizeof(Branch)))
            if block == cython.NULL:
                with cython.gil:
                    raise MemoryError("no memory for the search tree")
            self.branches = block
        else:
            self.branches = (self.branches or []) + [Branch() for _ in range(room - self.room)]
        self.room = room
        return 0

    def _credit(self, points):
        if points < self.low:
            self.low = points
        if points > self.high:
            self.high = points
        for i in range(self.n_way):
            branch = self.way[i]
            self.branches[branch].visits += 1
            self.branches[branch].total += points
            if points > self.branches[branch].best:
                self.branches[branch].best = points

    @property
    def report(self):
        # type: () -> Report
        """The first choices with their visits and the mean of their points: actions, or kinds of actions with a tree."""
        lines = []
        child = self.branches[0].child if self.done else -1
        while child >= 0:
            visits = self.branches[child].visits
            lines.append(Line(self.branches[child].label, visits, self.branches[child].total / visits if visits else 0.0))
            child = self.branches[child].sibling
        return Report(tuple(lines), self.done, self.spent_ns / 1e9)
