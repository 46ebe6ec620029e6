"""Planning a whole turn: all orders of own actions, cut down to the most promising ones.

A turn goes on while the same player is to move. What is left to chance, or to others who are asked something in the middle of
it, cannot be planned for: an action that leads there ends the plan, and is worth the mean of some outcomes.

Positions that were reached before, by another order, are skipped (by ``State._key``). A beam looks at all of a level and keeps
the best `width`; a dive goes depth first, best child first, until everything was seen or the budget is spent. Either way the
ends of the turn that look best to the evaluator are kept, each with the way to it.

A beam whose budget is spent stands in the middle of the turn, where all the ends it knows are early ones. It then follows its
best position to the end of the turn, action by action, so that a small budget makes a narrow plan and not a short turn.

A `Guide` knows more about a game than its rules say: what need not be tried at all, what goes without saying, and which action
ends a turn, so that the position before it can be judged. `through` goes on where something was drawn, as if it had been
foreseen: what nobody knows is drawn anew after each action that is kept.
"""

import cython

from cardlab.agents.agent import Stop
from cardlab.agents.clock import Clock
from cardlab.core.rng import Rng
from cardlab.core.state import Actions
from cardlab.core.tool import Tool

NOTHING = cython.declare(cython.const[cython.double], -1e300)


class Guide(Tool):
    """What a game knows about planning a turn of it. This one knows nothing."""

    def _begin(self, root, me):
        """A turn of `me` is planned from this position."""
        return 0

    def _leave_out(self, root, acts):
        """Take what need not be tried off the list of the first actions; something must stay."""
        return 0

    def _closes(self, state, action):
        """Whether an action ends the turn, so that it is worth what the position before it is."""
        return False

    def _forced(self, state, scratch):
        """The action to make in a position without trying others; -1: none."""
        return -1


class Planner:
    """Finds good ways to play one turn. It owns the memory for that, so one planner serves one thread."""

    def __init__(
        self, game, evaluator, width, most_ends, diving=False, stop=None, finishing=True, clock=None, guide=None, through=False
    ):
        # type: (Game, Evaluator, int, int, bool, Stop | None, bool, Clock | None, Guide | None, bool) -> None
        self.evaluator = evaluator
        self.guide = guide
        self.through = through
        self.clock = clock or Clock()
        self.stop = stop or Stop()
        self.width = width
        self.most_ends = most_ends
        self.diving = diving
        self.finishing = finishing
        self.room = MAX_DEPTH if diving else width
        self.work = game.blank()
        self.acts = Actions()
        self.answers = Actions()
        self.dice = Rng(0)
        self.chancy = self.work.luck is not None
        self.keep = []
        for i in range(self.room):
            pair = (game.blank(), game.blank())
            self.keep.append(pair)
            if cython.compiled:
                self.front[i] = cython.cast(cython.p_void, pair[0])
                self.other[i] = cython.cast(cython.p_void, pair[1])
            else:
                self.front[i], self.other[i] = pair

    def _plan(self, root, me, most, deadline):
        """Look for ends of the turn of `me`; return how many were kept in `ends`.

        If no end is found, the best position in the turn counts as one.
        """
        self.me = me
        self.most = most
        self.deadline = deadline
        self.looked = 0
        self.n_steps = 0
        self.n_ends = 0
        self.open_value = NOTHING
        self.dice._seed(mix(root._luck()[0].s[0]) if self.chancy else 0)
        self.now_stamp += 1
        cython.cast(State, self.front[0])._copy_from(root)
        self._is_new(root._key())
        self.n_children = 0
        if self.guide is not None:
            self.guide._begin(root, me)
            self.front_value[0] = judge(self.evaluator, root, me)
        if self.diving:
            self._dive(0, -1)
        else:
            self.front_step[0] = -1
            n_front = 1
            depth = 0
            while n_front and depth < MAX_DEPTH and not (depth and self._spent()):
                n_front = self._level(n_front)
                depth += 1
            if n_front and self.finishing:
                self._finish(n_front, depth)
        if self.n_ends == 0 and self.open_value > NOTHING:
            self.n_ends = 1
            self.ends[0].value = self.open_value
            self.ends[0].length = self.open_length
            self.ends[0].slot = MAX_ENDS
        return self.n_ends

    def _finish(self, n_front, depth):
        """Follow the best position of the level to the end of the turn, the best action first."""
        best = 0
        for i in range(1, n_front):
            if self.front_value[i] > self.front_value[best]:
                best = i
        self.front[0], self.front[best] = self.front[best], self.front[0]
        self.front_step[0] = self.front_step[best]
        width = self.width
        self.width = 1
        n_front = 1
        while n_front and depth < MAX_DEPTH:
            n_front = self._level(n_front)
            depth += 1
        self.width = width
        return 0

    def _level(self, n_front):
        """Try all actions of a level and make the best of them the next one; return its size."""
        self.n_children = 0
        looked = self.looked
        start = now() if self.deadline else 0
        tried = 0
        for i in range(n_front):
            if i and self._spent():
                break
            tried += 1
            self._list(cython.cast(State, self.front[i]), self.front_step[i] < 0)
            for j in range(self.acts.n):
                self._try(cython.cast(State, self.front[i]), i, self.front_step[i], self.acts.at[j])
        n = self.n_children
        width = self._affordable(tried, self.looked - looked, start)
        if n > width:
            keep_best(self.children, n, width)
            n = width
        for i in range(n):
            parent = self.children[i].parent
            cython.cast(State, self.other[i])._copy_from(cython.cast(State, self.front[parent]))
            self.other_step[i] = self.front_step[parent]
            self._keep_child(cython.cast(State, self.other[i]), i)
        for i in range(n):
            self.front[i], self.other[i] = self.other[i], self.front[i]
            self.front_step[i] = self.other_step[i]
            self.front_value[i] = self.children[i].value
        return n

    def _list(self, state, at_root):
        """The actions to be tried."""
        state._candidates(self.acts)
        if at_root and self.guide is not None:
            self.guide._leave_out(state, self.acts)
        return 0

    def _keep_child(self, state, index):
        """Make the action of a child that is kept, and after it all that goes without saying."""
        step = self._go_on(state, self.children[index].action, self.other_step[index])
        if self.guide is not None:
            action = self.guide._forced(state, self.answers)
            while action >= 0 and self.steps[step].length < MAX_DEPTH - 2 and self.n_steps < MAX_STEPS // 2:
                step = self._go_on(state, action, step)
                action = self.guide._forced(state, self.answers)
            if self.steps[step].before != self.other_step[index]:
                self.children[index].value = judge(self.evaluator, state, self.me)
        self.other_step[index] = step
        return 0

    def _go_on(self, state, action, before):
        """An action that is kept; return the step that notes it."""
        state._apply(action)
        if self.through:
            state._stir(self.dice)
            state._renew(self.dice)
        return self._add_step(action, before)

    def _affordable(self, tried, looked, start):
        """How wide the next level may be so that it takes no more than half of what is left, if it costs as much as this one.

        So a budget that does not suffice for the whole beam makes it narrower from level to level.
        """
        width: cython.double = self.width
        if self.most and looked:
            width = min(width, 0.5 * (self.most - self.looked) * tried / looked)
        if self.deadline:
            spent: cython.double = now() - start + 1
            width = min(width, 0.5 * (self.deadline - now()) * tried / spent)
        return int(width) if width > 1.0 else 1

    def _dive(self, depth, step):
        """Depth first: the children of the state at `depth`, the best first."""
        first = self.n_children
        cython.cast(State, self.front[depth])._candidates(self.acts)
        for j in range(self.acts.n):
            self._try(cython.cast(State, self.front[depth]), depth, step, self.acts.at[j])
        last = self.n_children
        if depth + 1 < self.room:
            sort_children(self.children, first, last - first)
            for i in range(first, last):
                if self._spent():
                    break
                cython.cast(State, self.front[depth + 1])._copy_from(cython.cast(State, self.front[depth]))
                cython.cast(State, self.front[depth + 1])._apply(self.children[i].action)
                self._dive(depth + 1, self._add_step(self.children[i].action, step))
                self.n_steps = depth
        self.n_children = first
        return 0

    def _try(self, parent, index, step, action):
        """Look at what an action leads to: the end of the turn, a position known already, or a new one."""
        if self.guide is not None:
            if self.guide._closes(parent, action):
                return self._add_end(self.front_value[index], action, step)
            if step >= 0 and self.steps[step].length >= MAX_DEPTH - 2:
                return 0
        self.work._copy_from(parent)
        self.work._apply(action)
        self.looked += 1
        mine: cython.bint = self.work._player() == self.me
        if self._is_open(parent, mine):
            return self._add_end(self._mean(parent, action), action, step)
        if mine and not self._is_new(self.work._key()):
            return 0
        value = judge(self.evaluator, self.work, self.me)
        if not mine:
            self._add_end(value, action, step)
            return 0
        if self.n_ends == 0 and value > self.open_value:
            self.open_value = value
            self.open_length = self._write_path(self.paths[MAX_ENDS], action, step)
        if self.n_children == MAX_CHILDREN:
            keep_best(self.children, MAX_CHILDREN, self.width)
            self.n_children = self.width
        self.children[self.n_children].value = value
        self.children[self.n_children].action = action
        self.children[self.n_children].parent = index
        self.n_children += 1
        return 0

    def _is_open(self, parent, mine):
        """Whether an action led to what nobody can foresee: something was drawn, or another is asked in the own turn."""
        if self.chancy and not self.through and self.work._rolls() != parent._rolls():
            return True
        return not mine and self.work._player() >= 0 and self.work._turn() == self.me

    def _mean(self, parent, action):
        """What an action is worth on average, with luck drawn anew and others answering at random."""
        total = 0.0
        for i in range(OUTCOMES):
            self.work._copy_from(parent)
            self.work._renew(self.dice)
            self.work._apply(action)
            while self.work._player() >= 0 and self.work._player() != self.me and self.work._turn() == self.me:
                self.work._apply(self.work._random(self.answers, self.dice))
            total += judge(self.evaluator, self.work, self.me)
            self.looked += 1
        return total / OUTCOMES

    def _is_new(self, key):
        """Note a position; 0 if it was seen in this turn before. Without a key every position is new."""
        if key == 0:
            return 1
        at = mix(key) & (SEEN_ROOM - 1)
        for probe in range(16):
            if self.stamp[at] != self.now_stamp:
                self.stamp[at] = self.now_stamp
                self.seen[at] = key
                return 1
            if self.seen[at] == key:
                return 0
            at = (at + 1) & (SEEN_ROOM - 1)
        return 1

    def _add_step(self, action, before):
        """Note an action on the way. A beam has room for all of its levels; a dive takes back what it returns from."""
        self.steps[self.n_steps].action = action
        self.steps[self.n_steps].before = before
        self.steps[self.n_steps].length = 1 + (self.steps[before].length if before >= 0 else 0)
        self.n_steps += 1
        return self.n_steps - 1

    def _add_end(self, value, action, before):
        """Keep an end of the turn, and the way to it, if it is among the best; of equal ones the first."""
        at = self.n_ends
        slot = at
        if at == self.most_ends:
            if value <= self.ends[at - 1].value:
                return 0
            at -= 1
            slot = self.ends[at].slot
        else:
            self.n_ends += 1
        while at > 0 and self.ends[at - 1].value < value:
            self.ends[at].value = self.ends[at - 1].value
            self.ends[at].length = self.ends[at - 1].length
            self.ends[at].slot = self.ends[at - 1].slot
            at -= 1
        self.ends[at].value = value
        self.ends[at].length = self._write_path(self.paths[slot], action, before)
        self.ends[at].slot = slot
        return 1

    def _write_path(self, out, action, before):
        """The actions that lead to an end, first to last; return how many."""
        n = 1
        step = before
        while step >= 0:
            n += 1
            step = self.steps[step].before
        out[n - 1] = action
        at = n - 2
        step = before
        while step >= 0:
            out[at] = self.steps[step].action
            at -= 1
            step = self.steps[step].before
        return n

    def _spent(self):
        if self.stop.asked:
            return True
        if self.most and self.looked >= self.most:
            return True
        return self.clock._is_up(self.deadline)

    def _path(self, end, out):
        """The actions that lead to an end, first to last; return how many."""
        slot = self.ends[end].slot
        for i in range(self.ends[end].length):
            out[i] = self.paths[slot][i]
        return self.ends[end].length


def judge(evaluator, state, seat):
    """What a state is worth to a seat: the result if the game is over, else what the evaluator says."""
    if state._player() < 0:
        return state._score(seat)
    return evaluator._value(state, seat)


def keep_best(children, n, k):
    """Bring the k best to the front, in no order (quickselect)."""
    low = 0
    high = n - 1
    while low < high:
        pivot = children[(low + high) // 2].value
        i = low
        j = high
        while i <= j:
            while children[i].value > pivot:
                i += 1
            while children[j].value < pivot:
                j -= 1
            if i <= j:
                value, action, parent = children[i].value, children[i].action, children[i].parent
                children[i].value = children[j].value
                children[i].action = children[j].action
                children[i].parent = children[j].parent
                children[j].value = value
                children[j].action = action
                children[j].parent = parent
                i += 1
                j -= 1
        if k - 1 <= j:
            high = j
        elif k - 1 >= i:
            low = i
        else:
            return


def sort_children(children, first, n):
    """Best first; equal ones stay in order."""
    for i in range(first + 1, first + n):
        value, action, parent = children[i].value, children[i].action, children[i].parent
        j = i
        while j > first and children[j - 1].value < value:
            children[j].value = children[j - 1].value
            children[j].action = children[j - 1].action
            children[j].parent = children[j - 1].parent
            j -= 1
        children[j].value = value
        children[j].action = action
        children[j].parent = parent
