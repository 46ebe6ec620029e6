"""Castle: two agents in one, for the two parts of the game."""

import cython

from cardlab.agents.agent import Agent


class SplitAgent(Agent):
    """Lays out its row by one agent and plays by another."""

    def __init__(self, row, play):
        # type: (Agent, Agent) -> None
        self.row = row
        self.play = play

    @property
    def reads(self):
        # type: () -> type[State]
        """States of Castle."""
        return CastleState

    def parts(self):
        # type: () -> tuple[Agent, ...]
        return (self.row, self.play)

    def _choose(self, seat, rng):
        self.playing = is_playing(cython.cast(CastleState, seat.info))
        if self.playing:
            return self.play._choose(seat, rng)
        return self.row._choose(seat, rng)

    def _new_game(self):
        self.playing = False
        self.row._new_game()
        self.play._new_game()
        return 0

    def _estimate(self):
        return self.play._estimate() if self.playing else self.row._estimate()

    @property
    def native(self):
        # type: () -> bool
        """Whether both run without the GIL."""
        return self.row.native and self.play.native

    @property
    def report(self):
        # type: () -> Report
        """What was considered for the latest choice, by whoever made it."""
        return self.play.report if self.playing else self.row.report


def is_playing(s):
    return s.z.phase >= PLAYING
