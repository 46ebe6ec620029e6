"""Agents that plan their whole turn before they make its first action: beam search and depth-first search.

The best ends of the turn by the evaluator can be judged again by what happens next: for several worlds that the player cannot
tell from the real one, the others play their turn by a narrow beam of their own, and the evaluator looks at what is left.
The plan is kept, so a turn is searched once; it is made anew if something comes out differently than planned, and for each
action where the planner goes through chance (or, if it `keeps` its plans, after an action that was left to chance). A budget of
time is for all plans of a turn together.
"""

import cython

from cardlab.agents.agent import Agent
from cardlab.agents.clock import Clock
from cardlab.agents.planner import Planner
from cardlab.agents.report import Line, Report
from cardlab.core.rng import Rng
from cardlab.core.state import Actions
from cardlab.core.tool import check_readers


class TurnSearch(Agent):
    """Plans a turn. The budget is for the turn: positions looked at, or time."""

    def __init__(self, game, budget, options, evaluator, stop: Stop, guide=None, through=False, later=None):
        # type: (Game, Budget, Mapping[str, Any], Evaluator, Stop, Guide | None, bool, Evaluator | None) -> None
        self.game = game
        self.guide = guide
        self.through = through
        check_readers(game, None, evaluator)
        self.max_iterations = budget.iterations
        self.max_ns = int(budget.ms * 1e6)
        self.worlds = options["worlds"]
        self.plies = options["plies"]
        self.finalists = options["finalists"] if self.worlds else 1
        self.trust = options["trust"]
        self.evaluator = evaluator
        self.later = later or evaluator
        self.stop = stop
        self.clock = Clock()
        self.planner = Planner(
            game,
            evaluator,
            options["width"],
            max(1, self.finalists),
            options["diving"],
            stop,
            True,
            self.clock,
            guide,
            through,
        )
        self.replies = Planner(game, evaluator, options["reply"], 1, False, stop, False, self.clock)
        self.root = game.blank()
        self.end_state = game.blank()
        self.world = game.blank()
        self.luck = Rng(0)
        self.acts = Actions()
        self.value = -1.0

    def parts(self):
        # type: () -> tuple[Tool | None, ...]
        return (self.evaluator, self.guide)

    def _new_game(self):
        self.n_plan = 0
        self.at = 0
        self.made_at = 0
        self.turn_ns = 0
        return 0

    def _estimate(self):
        """What the end that the plan leads to is worth: the same for all actions of the plan."""
        return self.value

    @property
    def native(self):
        # type: () -> bool
        """Whether the agent runs without the GIL."""
        return getattr(self.evaluator, "native", True)

    def _choose(self, seat, rng):
        if self.at < self.n_plan and seat.info._player() == self.me:
            key = seat.info._key()
            if key and key == self.expected[self.at] and seat.info._allows(self.plan[self.at], self.acts):
                self.at += 1
                self.made_at = seat.past.n
                return self.plan[self.at - 1]
        if not self._goes_on(seat):
            self.turn_ns = 0
        self._make_plan(seat, rng)
        self.turn_ns += self.spent_ns
        self.made_at = seat.past.n
        self.at = 1
        return self.plan[0]

    def _goes_on(self, seat):
        """Whether this is still the turn of the latest decision, as far as the seat's history tells."""
        if seat.past.n == 0 or seat.past.n != self.made_at + 1 or seat.player != self.me:
            return 0
        return seat.past.moves[(seat.past.n - 1) % HISTORY_ROOM].mover == self.me

    def _forget(self):
        """There is no plan, and nothing is known of what comes."""
        self.n_plan = 0
        self.judged = 0
        self.looked = 0
        self.spent_ns = 0
        self.value = -1.0
        return 0

    def _make_plan(self, seat, rng):
        start = now()
        self._forget()
        self.me = seat.player
        seat._resample(self.root, rng)
        seat.info._candidates(self.acts)
        if self.guide is not None and self.acts.n > 1:
            self.guide._begin(self.root, self.me)
            self.guide._leave_out(self.root, self.acts)
        if self.acts.n == 1:
            return self._plan_one(self.acts.at[0])
        left: cython.longlong = max(1, self.max_ns - self.turn_ns) if self.max_ns else 0
        deadline = self.clock._start(left)
        self.planner._plan(self.root, self.me, self.max_iterations, deadline - left // 2 if self.worlds else deadline)
        self.looked = self.planner.looked
        if self.planner.n_ends == 0:
            return self._plan_one(self.acts.at[0])
        best = 0
        if self.planner.n_ends > 1 and self.worlds and self.planner.ends[0].value < 1.0:
            best = self._judge(rng, deadline)
        self.value = self.planner.ends[best].value
        self.n_plan = self.planner._path(best, self.plan)
        if self.through and not self.keeps:
            self.n_plan = 1
        self.world._copy_from(self.root)
        i = 0
        while i < self.n_plan:
            rolls = self.world._rolls()
            self.expected[i] = self.world._key()
            self.world._apply(self.plan[i])
            i += 1
            if self.world._rolls() != rolls:
                self.n_plan = i
        self.spent_ns = now() - start
        return 0

    def _plan_one(self, action):
        """A single action as the whole plan, as there is nothing to choose from."""
        self.plan[0] = action
        self.expected[0] = 0
        self.n_plan = 1
        return 0

    def _judge(self, rng, deadline):
        """Let the others answer each of the best ends in the same worlds; return the end with the best mean.

        A world that time did not suffice for does not count.
        """
        n = self.planner.n_ends
        seed = mix(rng.s[0] ^ rng.s[1])
        for i in range(n):
            self.judged_value[i] = 0
        for w in range(self.worlds):
            for i in range(n):
                length = self.planner._path(i, self.reply)
                self.end_state._copy_from(self.root)
                self.luck._seed(mix(seed - w - 1))
                self.end_state._renew(self.luck)
                self._replay(self.end_state, self.reply, length)
                self.end_state._blind(self.me)
                self.in_world[i] = self._answer(mix(seed + w), deadline)
                if self.stop.asked or self.clock._is_up(deadline):
                    return self._best_end(n)
            for i in range(n):
                self.judged_value[i] += self.in_world[i]
            self.judged += 1
        return self._best_end(n)

    def _best_end(self, n):
        """The end with the best mean over the worlds, its own evaluation weighed in."""
        best = 0
        for i in range(n):
            self.judged_value[i] = self.judged_value[i] / max(1, self.judged) + self.trust * self.planner.ends[i].value
            if self.judged_value[i] > self.judged_value[best]:
                best = i
        return best

    def _replay(self, into, actions, n):
        """Make the actions of a plan, as far as they are possible where chance came out otherwise."""
        for i in range(n):
            if self.through and not into._allows(actions[i], self.acts):
                break
            into._apply(actions[i])
        return 0

    def _answer(self, seed, deadline):
        """What an end of the turn is worth after the next turns, in one world. A plan that chance has ended goes on first."""
        self.luck._seed(seed)
        self.world._imagine(self.end_state, self.me, self.luck)
        self.world._lighten()
        if self.world._player() == self.me and self.world._turn() == self.me:
            self._play_turn(self.world, deadline)
        for ply in range(self.plies):
            if self.world._player() < 0:
                break
            self._play_turn(self.world, deadline)
        return judge(self.later, self.world, self.me)

    def _play_turn(self, world, deadline):
        """Whoever is to move plays a turn by the narrow beam."""
        mover = world._player()
        if self.replies._plan(world, mover, 0, deadline) == 0:
            return 0
        self.looked += self.replies.looked
        n = self.replies._path(0, self.reply)
        self._replay(world, self.reply, n)
        return 0

    @property
    def report(self):
        # type: () -> Report
        """The plan as the principal line, with the value of the chosen end."""
        plan = tuple([self.plan[i] for i in range(self.n_plan)])
        lines = (Line(plan[0], self.looked, self.value),) if self.looked else ()
        return Report(lines, self.looked, self.spent_ns / 1e9, plan)
