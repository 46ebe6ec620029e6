"""Planning a whole turn: all orders of own actions, cut down to the most promising ones.

A turn goes on while the same player is to move. Positions that were reached before, by another order, are skipped (by
``State._key``). A beam looks at all of a level and keeps the best `width`; a dive goes depth first, best child first, until
everything was seen or the budget is spent. Either way the ends of the turn that look best to the evaluator are kept.
"""

import cython

from cardlab.agents.agent import Stop
from cardlab.core.state import Actions

NOTHING = cython.declare(cython.const[cython.double], -1e300)


class Planner:
    """Finds good ways to play one turn. It owns the memory for that, so one planner serves one thread."""

    def __init__(self, game, evaluator, width, most_ends, diving=False, stop=None):
        self.evaluator = evaluator
        self.stop = stop or Stop()
        self.width = width
        self.most_ends = most_ends
        self.diving = diving
        self.room = MAX_DEPTH if diving else width
        self.work = game.blank()
        self.acts = Actions()
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

        If the budget is spent before any end is found, the best position in the turn counts as one.
        """
        self.me = me
        self.most = most
        self.deadline = deadline
        self.looked = 0
        self.n_steps = 0
        self.n_ends = 0
        self.open.value = NOTHING
        self.now_stamp += 1
        cython.cast(State, self.front[0])._copy_from(root)
        self._is_new(root._key())
        self.n_children = 0
        if self.diving:
            self._dive(0, -1)
        else:
            self.front_step[0] = -1
            n_front = 1
            for depth in range(MAX_DEPTH):
                n_front = self._level(n_front)
                if n_front == 0 or self._spent():
                    break
        if self.n_ends == 0 and self.open.value > NOTHING:
            self._add_end(self.open.value, self.open.action, self.open.before)
        return self.n_ends

    def _level(self, n_front):
        """Try all actions of a level and make the best of them the next one; return its size."""
        self.n_children = 0
        for i in range(n_front):
            if i and self._spent():
                break
            cython.cast(State, self.front[i])._candidates(self.acts)
            for j in range(self.acts.n):
                self._try(cython.cast(State, self.front[i]), i, self.front_step[i], self.acts.at[j])
        n = self.n_children
        if n > self.width:
            keep_best(self.children, n, self.width)
            n = self.width
        for i in range(n):
            parent = self.children[i].parent
            cython.cast(State, self.other[i])._copy_from(cython.cast(State, self.front[parent]))
            cython.cast(State, self.other[i])._apply(self.children[i].action)
            self.other_step[i] = self._add_step(self.children[i].action, self.front_step[parent])
            if self.other_step[i] < 0:
                n = i
                break
        for i in range(n):
            self.front[i], self.other[i] = self.other[i], self.front[i]
            self.front_step[i] = self.other_step[i]
        return n

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
                next_step = self._add_step(self.children[i].action, step)
                if next_step < 0:
                    break
                self._dive(depth + 1, next_step)
        self.n_children = first
        return 0

    def _try(self, parent, index, step, action):
        """Look at what an action leads to: the end of the turn, a position known already, or a new one."""
        self.work._copy_from(parent)
        self.work._apply(action)
        self.looked += 1
        mine: cython.bint = self.work._player() == self.me
        if mine and not self._is_new(self.work._key()):
            return 0
        value = judge(self.evaluator, self.work, self.me)
        if not mine:
            self._add_end(value, action, step)
            return 0
        if value > self.open.value:
            self.open.value = value
            self.open.action = action
            self.open.before = step
        if self.n_children < MAX_CHILDREN:
            self.children[self.n_children].value = value
            self.children[self.n_children].action = action
            self.children[self.n_children].parent = index
            self.n_children += 1
        return 0

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
        if self.n_steps >= MAX_STEPS:
            return -1
        self.steps[self.n_steps].action = action
        self.steps[self.n_steps].before = before
        self.n_steps += 1
        return self.n_steps - 1

    def _add_end(self, value, action, before):
        """Keep an end of the turn if it is among the best; of equal ones the first."""
        at = self.n_ends
        if at == self.most_ends:
            if value <= self.ends[at - 1].value:
                return 0
            at -= 1
        else:
            self.n_ends += 1
        while at > 0 and self.ends[at - 1].value < value:
            self.ends[at].value = self.ends[at - 1].value
            self.ends[at].action = self.ends[at - 1].action
            self.ends[at].before = self.ends[at - 1].before
            at -= 1
        self.ends[at].value = value
        self.ends[at].action = action
        self.ends[at].before = before
        return 1

    def _spent(self):
        if self.stop.asked:
            return True
        if self.most and self.looked >= self.most:
            return True
        return self.deadline != 0 and now() >= self.deadline

    def _path(self, end, out):
        """The actions that lead to an end, first to last; return how many."""
        n = 1
        step = self.ends[end].before
        while step >= 0:
            n += 1
            step = self.steps[step].before
        out[n - 1] = self.ends[end].action
        at = n - 2
        step = self.ends[end].before
        while step >= 0:
            out[at] = self.steps[step].action
            at -= 1
            step = self.steps[step].before
        return n


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
