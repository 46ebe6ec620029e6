from libc.stdint cimport int64_t
from cardlab.agents.agent cimport VectorPolicy
from cardlab.core.action cimport extra_of, kind_of, source_of, target_of
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, State
from cardlab.games.castle.rules.play cimport CastleState
from cardlab.games.castle.rules.table cimport RANKS, PICK, SWAP, DONE, HAND, UP, DOWN, PICKUP, GAMBLE, COMPLETE, PASS

cdef class RankPolicy(VectorPolicy):
    cdef int64_t _pick(self, State state, Actions scratch, Rng rng) except? -1 nogil

cdef double keenness(int64_t action, double* genes) noexcept nogil
