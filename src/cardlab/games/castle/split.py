"""Castle: two agents in one, for the two parts of the game."""

import cython

from cardlab.agents.agent import Agent


class SplitAgent(Agent):
    """Lays out its row by one agent and plays by another."""

    def __init__(self, row, play):
        self.row = row
        self.play = play

    @property
    def reads(self):
        """States of Castle."""
        return CastleTable

    def _choose(self, seat, rng):
        if is_playing(cython.cast(CastleTable, seat.info)):
            return self.play._choose(seat, rng)
        return self.row._choose(seat, rng)

    def _new_game(self):
        self.row._new_game()
        self.play._new_game()
        return 0

    def _estimate(self):
        return self.play._estimate()

    @property
    def native(self):
        """Whether both run without the GIL."""
        return self.row.native and self.play.native

    @property
    def report(self):
        """What was considered for the latest choice of play."""
        return self.play.report


def is_playing(s):
    return s.z.phase >= PLAYING
