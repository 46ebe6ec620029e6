from libc.stdint cimport int64_t
from cardlab.agents.agent cimport Agent
from cardlab.agents.returns cimport Returns
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Seat

cdef class RootParallel(Agent):
    cdef readonly list searches  # type: list[TreeSearch]
    cdef object pool
    cdef dict merged
    cdef bint by_value
    cdef double vary
    cdef Returns returns
    cdef double thought
    cdef int64_t _choose(self, Seat seat, Rng rng) except? -1 nogil
    cdef double _estimate(self) noexcept nogil
    cdef int _new_game(self) except -1 nogil
