from libc.stdint cimport int32_t, int64_t, uint64_t
from cardlab.agents.agent cimport Policy, Stop, VectorPolicy
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, State

cdef enum:
    SEATS = 16

cdef class Bout:
    cdef readonly int players
    cdef State state
    cdef Actions scratch
    cdef Rng luck
    cdef Rng scenario
    cdef Stop stop
    cdef object keep
    cdef void* policy[SEATS]
    cdef void* stream[SEATS]
    cdef double total[SEATS]
    cdef int _play(self, uint64_t scenario, uint64_t seed, int64_t games) except -1 nogil
