"""Scripts of Tribute: our own player, a tree over its turn whose ends are judged by what was learned.

What asks nothing is played at once, so that the tree is spent on what there is to decide.
"""

import cython

from cardlab.agents.agent import Agent
from cardlab.agents.report import Report
from cardlab.core.state import Actions
from cardlab.games.tribute.agents.bestmcts import EndGuide


class QuietGuide(EndGuide):
    """Where a card that asks nothing can be played, or an agent that asks nothing can act, nothing else is tried."""

    def __init__(self, quiet):
        # type: (Iterable[int]) -> None
        for number in quiet:
            card: cython.int = number
            self.quiet[card] = 1

    def _leave_out(self, root, acts):
        return self._filter(cython.cast(TributeState, root), acts)

    def _filter(self, s, acts):
        if s.z.asking == NOTHING:
            for i in range(acts.n):
                kind = kind_of(acts.at[i])
                if (kind == PLAY or kind == ACTIVATE) and self.quiet[source_of(acts.at[i])]:
                    acts.at[0] = acts.at[i]
                    acts.n = 1
                    break
        return 0


class Champion(Agent):
    """Any patrons in the draft, and then the tree."""

    def __init__(self, game, search: TurnTree):
        # type: (Game, TurnTree) -> None
        self.game = game
        self.search = search
        self.scratch = Actions()

    @property
    def reads(self):
        # type: () -> type[State]
        """States of Scripts of Tribute."""
        return TributeState

    def parts(self):
        # type: () -> tuple[Tool | None, ...]
        return (self.search,)

    def _new_game(self):
        self.drafting = True
        return self.search._new_game()

    def _estimate(self):
        return -1.0 if self.drafting else self.search._estimate()

    @property
    def report(self):
        # type: () -> Report
        return Report() if self.drafting else self.search.report

    def _choose(self, seat, rng):
        self.drafting = cython.cast(TributeState, seat.info).z.phase == DRAFTING
        if self.drafting:
            legal_actions(cython.cast(TributeState, seat.info), self.scratch)
            return self.scratch.at[rand_below(rng.s, self.scratch.n)]
        return self.search._choose(seat, rng)
