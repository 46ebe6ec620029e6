"""Flat Monte Carlo: every move is sampled equally often by playouts, and the one with the most wins is chosen.

With `loyal` above 0 it improves a policy instead: the policy's own move is made unless another is better by so many standard
errors. Few playouts then do no harm, and many find where the policy is wrong - if the others play as it is thought: with a
second rule for them (`rivals`) less depends on that. A move that comes out clearly worse is not sampled any more.
"""

import cython

from cardlab.agents.agent import Agent, Policy
from cardlab.agents.clock import Clock
from cardlab.agents.report import Line, Report
from cardlab.core.state import Actions
from cardlab.core.tool import check_readers

ENOUGH = cython.declare(cython.const[cython.int], 12)
"""Playouts after which a move may be given up."""


class Company(Policy):
    """A policy at one seat of a table, and what the others may play by: for each of them either the same or another rule.

    Lots are drawn anew for each playout. Who plans against opponents of one kind only is easily mistaken about others.
    """

    def __init__(self, own: Policy, rival: Policy, share: cython.double):
        # type: (...) -> None
        self.own = own
        self.rival = rival
        self.share = share

    @property
    def reads(self):
        # type: () -> type[State]
        """What its policies read; both play the same game."""
        return self.own.reads

    def parts(self):
        # type: () -> tuple[Tool | None, ...]
        return (self.own, self.rival)

    def _draw_lots(self, me, rng):
        """Who plays by which rule until lots are drawn again."""
        for seat in range(MAX_PLAYERS):
            self.other[seat] = seat != me and rand_real(rng.s) < self.share
        return 0

    def _pick(self, state, scratch, rng):
        if self.other[state._player()]:
            return self.rival._pick(state, scratch, rng)
        return self.own._pick(state, scratch, rng)


class FlatSearch(Agent):
    """Even sampling, most wins.

    A game's own kind of it may ask for two things more: with `each_copy`, moves that differ only in which of several equal
    cards they use count separately; with `first_lost`, the first playout of each move is paid for but not made.
    """

    def __init__(self, game, budget, options, policy, stop: Stop):
        # type: (Game, Budget, Mapping[str, Any], Policy | None, Stop) -> None
        self.game = game
        check_readers(game, policy, None)
        self.max_iterations = budget.iterations
        self.max_ns = int(budget.ms * 1e6)
        self.memory = options["memory"]
        self.rollout_limit = options["limit"]
        self.each_copy = options["each_copy"]
        self.first_lost = options["first_lost"]
        self.loyal = options["loyal"]
        self.to_win = options["aim"] == "win"
        self.rollout_policy = policy
        self.company = policy if isinstance(policy, Company) else None
        self.own_policy = policy if self.company is None else self.company.own
        self.stop = stop
        self.clock = Clock()
        self.info = game.blank()
        self.world = game.blank()
        self.acts = Actions()
        self.scratch = Actions()

    def parts(self):
        # type: () -> tuple[Tool | None, ...]
        return (self.rollout_policy,)

    def _choose(self, seat, rng):
        self._list_moves(seat)
        self.done = 0
        self.spent_ns = 0
        self.thought = -1.0
        if self.acts.n == 1:
            return self.acts.at[0]
        start = now()
        self.deadline = self.clock._start(self.max_ns)
        self.info._copy_from(seat.info)
        self.info._forget(self.memory)
        if self.first_lost:
            self.done = self.acts.n
        own = self._own_move(seat, rng) if self.loyal > 0 else -1
        move = 0
        while move >= 0 and (self.max_iterations == 0 or self.done < self.max_iterations):
            if self.stop.asked or not self._sample(move, seat.player, rng):
                break
            self.done += 1
            move = self._next(move, own)
        self.spent_ns = now() - start
        best = self._best()
        if own >= 0:
            best = self._loyal_choice(own)
        elif self.done == 0:
            best = rand_below(rng.s, self.acts.n)
        self.thought = self.reward[best] / self.visits[best] if self.visits[best] else -1.0
        return self.acts.at[best]

    def _estimate(self):
        return self.thought

    def _list_moves(self, seat):
        seat.info._candidates(self.scratch)
        n = 0
        for i in range(self.scratch.n):
            copies = seat.info._weight(self.scratch.at[i]) if self.each_copy else 1
            for k in range(copies):
                if n < MAX_ACTIONS:
                    self.acts.at[n] = self.scratch.at[i]
                    self.reward[n] = 0
                    self.squares[n] = 0
                    self.visits[n] = 0
                    self.out[n] = False
                    n += 1
        self.acts.n = n
        return 0

    def _sample(self, move, me, rng):
        """One playout after a move; 0 if time was up before it ended. A playout may take longer than there is time."""
        if self.clock._is_up(self.deadline):
            return 0
        self.world._imagine(self.info, me, rng)
        self.world._lighten()
        self.world._apply(self.acts.at[move])
        if self.company is not None:
            self.company._draw_lots(me, rng)
        played = 0
        while played < self.rollout_limit and self.world._player() >= 0:
            if played and self.clock._is_up(self.deadline):
                return 0
            piece = min(PIECE, self.rollout_limit - played) if self.deadline else self.rollout_limit
            played += play_out(self.world, self.rollout_policy, self.scratch, rng, piece)
        score = self.world._score(me)
        if self.to_win:
            score = 1.0 if score >= 1.0 else 0.0
        self.reward[move] += score
        self.squares[move] += score * score
        self.visits[move] += 1
        return 1

    def _next(self, move, own):
        """Whose turn it is to be sampled; -1 if the policy's own move is clearly better than all others."""
        for k in range(1, self.acts.n + 1):
            i = (move + k) % self.acts.n
            if own < 0:
                return i
            if i != own and self.visits[i] >= ENOUGH and self._gain(i, own) < -self._doubt(i, own):
                self.out[i] = True
            if not self.out[i] and (i != own or not self._all_out(own)):
                return i
        return -1

    def _all_out(self, own):
        """Whether no other move is left."""
        for i in range(self.acts.n):
            if i != own and not self.out[i]:
                return False
        return True

    def _own_move(self, seat, rng):
        """The place of what the policy itself would do."""
        own = self.own_policy._pick(seat.info, self.scratch, rng)
        at = 0
        while at < self.acts.n - 1 and self.acts.at[at] != own:
            at += 1
        return at

    def _loyal_choice(self, own):
        """The move that is most clearly better than the policy's own; that one if none is."""
        best = own
        most = 0.0
        for i in range(self.acts.n):
            if i != own and not self.out[i] and self.visits[i] > 1 and self.visits[own] > 1:
                gain = self._gain(i, own) - self.loyal * self._doubt(i, own)
                if gain > most:
                    best, most = i, gain
        return best

    def _gain(self, move, own):
        """How much better a move came out than the policy's own."""
        return self.reward[move] / self.visits[move] - self.reward[own] / self.visits[own]

    def _doubt(self, move, own):
        """The standard error of that."""
        return sqrt(self._error(move) + self._error(own))

    def _error(self, move):
        """The squared standard error of a move's mean. A few playouts that came out alike are not sure of it."""
        n: cython.double = cython.cast(cython.double, self.visits[move])
        mean = self.reward[move] / n
        return max(self.squares[move] / n - mean * mean, 0.01) / n

    def _best(self):
        """The move with the most wins; the first of equals."""
        best = 0
        for i in range(1, self.acts.n):
            if self.reward[i] > self.reward[best]:
                best = i
        return best

    def tally(self):
        # type: () -> list[tuple[Action, int, float]]
        """The moves' statistics as (action, visits, reward)."""
        return [(self.acts.at[i], self.visits[i], self.reward[i]) for i in range(self.acts.n)]

    @property
    def report(self):
        # type: () -> Report
        """Visits and values of all moves."""
        lines = tuple([Line(action, visits, reward / visits if visits else 0.0) for action, visits, reward in self.tally()])
        return Report(lines, self.done, self.spent_ns / 1e9, (self.acts.at[self._best()],) if self.done else ())
