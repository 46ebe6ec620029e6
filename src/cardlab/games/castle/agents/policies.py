"""Castle: the lowest-card strategy, a policy of a number for each rank, and an agent of two for the two parts of a game."""

import cython

from cardlab.agents.agent import Agent, Policy, VectorPolicy


class LowestPolicy(Policy):
    """The lowest-card strategy, with a share of random moves if `epsilon` is above 0."""

    def __init__(self, epsilon: cython.double = 0.0):
        # type: (...) -> None
        self.epsilon = epsilon

    @property
    def reads(self):
        # type: () -> type[State]
        """States of Castle."""
        return CastleState

    def _pick(self, state, scratch, rng):
        if self.epsilon > 0 and rand_real(rng.s) < self.epsilon:
            return draw_action(cython.cast(CastleState, state), scratch, rng)
        return lowest(cython.cast(CastleState, state))

    def _play(self, state, scratch, rng, limit):
        return play_lowest(cython.cast(CastleState, state), scratch, rng, limit, self.epsilon)


class RankPolicy(VectorPolicy):
    """Plays the cards that are least worth keeping, and lays out the three that are most."""

    def __init__(self, values=None):
        # type: (Iterable[float] | None) -> None
        self.size = RANKS
        self.load(values if values is not None else range(RANKS))

    @property
    def reads(self):
        # type: () -> type[State]
        """States of Castle."""
        return CastleState

    def _pick(self, state, scratch, rng):
        state._legal(scratch)
        best = 0
        for i in range(1, scratch.n):
            if keenness(scratch.at[i], self.genes) > keenness(scratch.at[best], self.genes):
                best = i
        return scratch.at[best]


def keenness(action, genes):
    """How much an action is wanted. Many cards of a rank go before few, and everything before taking the pile."""
    kind = kind_of(action)
    if kind == PICK:
        return genes[source_of(action)] + genes[target_of(action)] + genes[extra_of(action)]
    if kind == HAND or kind == UP:
        return 1e-6 * target_of(action) - genes[source_of(action)]
    if kind == COMPLETE:
        return 1e9
    if kind == PICKUP:
        return -1e12 - genes[source_of(action)] if target_of(action) else -1e12
    return -1e9


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
