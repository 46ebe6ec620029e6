from libc.stdint cimport int64_t
from cardlab.agents.agent cimport Evaluator, Policy
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, State
from cardlab.games.castle.rules cimport CastleState

cdef class LowestPolicy(Policy):
    cdef int64_t _pick(self, State state, Actions scratch, Rng rng) except? -1 nogil
