"""Castle: the lowest-card strategy, and a policy that is a vector: for each rank how much a card of it is worth keeping."""

import cython

from cardlab.agents.agent import Policy, VectorPolicy


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
