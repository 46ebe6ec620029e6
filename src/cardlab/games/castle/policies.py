"""Castle: rules of thumb, compiled for playouts."""

import cython

from cardlab.agents.agent import Policy


class LowestPolicy(Policy):
    """The lowest-card strategy: weakest legal rank, all its cards; strongest three for the row; face-down slot 0."""

    def _pick(self, state, scratch, rng):
        return cython.cast(CastleState, state).lowest()
