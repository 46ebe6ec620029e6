"""Scripts of Tribute: who searches the own turn by a tree, after a draft: BestMCTS, SOISMCTS, and our own player."""

import cython

from cardlab.agents.agent import Agent
from cardlab.agents.report import Report
from cardlab.core.state import Actions


class Rival(Agent):
    """A tree search over the turn, its phase fixed when the turn begins; `prefers`: it drafts the Crows, then Red Eagle."""

    def __init__(self, game, judge, search: TurnTree, prefers: cython.bint):
        # type: (Game, BestJudge | None, TurnTree, bool) -> None
        self.game = game
        self.judge = judge
        self.search = search
        self.prefers = prefers
        self.scratch = Actions()
        self.turn = -1

    @property
    def reads(self):
        # type: () -> type[State]
        """States of Scripts of Tribute."""
        return TributeState

    def parts(self):
        # type: () -> tuple[Tool | None, ...]
        return (self.search, self.judge)

    def _new_game(self):
        self.turn = -1
        self.drafting = True
        return self.search._new_game()

    def _estimate(self):
        return -1.0 if self.drafting else self.search._estimate()

    @property
    def report(self):
        # type: () -> Report
        return Report() if self.drafting else self.search.report

    def _choose(self, seat, rng):
        return self._choose_in(cython.cast(TributeState, seat.info), seat, rng)

    def _choose_in(self, s, seat, rng):
        self.drafting = s.z.phase == DRAFTING
        if self.drafting:
            legal_actions(s, self.scratch)
            return self._draft(rng)
        if self.judge is not None and s.z.turn != self.turn:
            self.judge.phase = phase_of(s.z.prestige[seat.player], s.z.prestige[1 - seat.player])
        self.turn = s.z.turn
        return self.search._choose(seat, rng)

    def _draft(self, rng):
        """Any patron; with preferences the Crows, Red Eagle, and never Orgnum if there is another."""
        if self.prefers:
            if offers(self.scratch, pack(DRAFT, DUKE_OF_CROWS, 0, 0)):
                return pack(DRAFT, DUKE_OF_CROWS, 0, 0)
            if offers(self.scratch, pack(DRAFT, RED_EAGLE, 0, 0)):
                return pack(DRAFT, RED_EAGLE, 0, 0)
        action = self.scratch.at[rand_below(rng.s, self.scratch.n)]
        while self.prefers and self.scratch.n > 1 and source_of(action) == ORGNUM:
            action = self.scratch.at[rand_below(rng.s, self.scratch.n)]
        return action


def phase_of(prestige, enemy_prestige):
    # type: (int, int) -> int
    """The phase of a match: 0 early, 1 mid, 2 late."""
    if prestige >= 27 or enemy_prestige >= 30:
        return 2
    return 0 if prestige <= 10 and enemy_prestige <= 13 else 1
