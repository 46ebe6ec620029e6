"""Scripts of Tribute: what the sample bots and HQL bring to planners that all games share: how they judge, and what they skip.

With these the shared beam is their beam: `beam,evaluator=hql,guide=hql,chance=through`, or with `evaluator=sample,guide=end`.
"""

import cython

from cardlab.games.tribute.agents.bestmcts import EndGuide
from cardlab.games.tribute.agents.hql import HqlBot
from cardlab.models.model import Evaluator

HQL_SPAN = cython.declare(cython.const[cython.double], 200.0)
SAMPLE_SPAN = cython.declare(cython.const[cython.double], 2000.0)


class SampleEvaluator(Evaluator):
    """The evaluation of the sample bots. In points it is theirs; as a chance it grows with them."""

    def __init__(self, tiers):
        # type: (Sequence[int]) -> None
        for i in range(CARDS):
            self.tier[i] = tiers[i]

    @property
    def reads(self):
        # type: () -> type[State]
        """States of Scripts of Tribute."""
        return TributeState

    def _points(self, state, seat):
        return sample_value(cython.cast(TributeState, state), seat, self.tier)

    def _value(self, state, seat):
        return 1.0 / (1.0 + exp(-self._points(state, seat) / SAMPLE_SPAN))


class HqlEvaluator(Evaluator):
    """HQL's heuristic. In points it is HQL's; as a chance it grows with it, which is all that a planner needs.

    In a turn that a `HqlGuide` has begun, stage and card values are those of its beginning, as HQL has it; else those of the
    position.
    """

    def __init__(self, bot: HqlBot):
        # type: (HqlBot) -> None
        self.bot = bot
        self.since = -1

    @property
    def reads(self):
        # type: () -> type[State]
        """States of Scripts of Tribute."""
        return TributeState

    def parts(self):
        # type: () -> tuple[Tool | None, ...]
        return (self.bot,)

    def _points(self, state, seat):
        return self._sum(cython.cast(TributeState, state), seat)

    def _value(self, state, seat):
        return 1.0 / (1.0 + exp(-self._sum(cython.cast(TributeState, state), seat) / HQL_SPAN))

    def _sum(self, s, seat):
        if self.since != s.z.turn or self.bot.me != seat:
            self.bot.me = seat
            self.bot._look(s)
            self.since = -1
        return self.bot._value(s)


class HqlGuide(EndGuide):
    """What HQL does not think about: cards without choices, contracts that make things worse, the crows for a few coins."""

    def __init__(self, judge: HqlEvaluator):
        # type: (HqlEvaluator) -> None
        self.judge = judge
        self.bot = judge.bot

    def parts(self):
        # type: () -> tuple[Tool | None, ...]
        return (self.judge,)

    def _begin(self, root, me):
        self.bot.me = me
        self.bot._look(cython.cast(TributeState, root))
        self.judge.since = cython.cast(TributeState, root).z.turn
        return 0

    def _leave_out(self, root, acts):
        return self._filter(cython.cast(TributeState, root), acts)

    def _filter(self, s, acts):
        """A card to be played is played, one without choices first; else all but what makes things worse is tried."""
        if s.z.asking != NOTHING:
            return 0
        at = self.bot._first_card(acts)
        if at >= 0:
            acts.at[0] = acts.at[at]
            acts.n = 1
            return 0
        before = self.bot._value(s)
        kept = 0
        for i in range(acts.n):
            if not self.bot._is_barred(s, acts.at[i], before):
                acts.at[kept] = acts.at[i]
                kept += 1
        acts.n = kept
        return 0

    def _forced(self, state, scratch):
        return self.bot._quiet_action(cython.cast(TributeState, state), scratch)
