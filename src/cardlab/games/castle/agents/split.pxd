from libc.stdint cimport int64_t
from cardlab.agents.agent cimport Agent
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Seat
from cardlab.games.castle.rules.state cimport CastleState, PLAYING

cdef class SplitAgent(Agent):
    cdef readonly Agent row
    cdef readonly Agent play
    cdef bint playing
    cdef int64_t _choose(self, Seat seat, Rng rng) except? -1 nogil
    cdef int _new_game(self) except -1 nogil
    cdef double _estimate(self) noexcept nogil

cdef bint is_playing(CastleState s) noexcept nogil
