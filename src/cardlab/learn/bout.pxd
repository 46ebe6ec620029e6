from libc.stdint cimport int32_t, int64_t, uint64_t
from cardlab.agents.agent cimport Agent, Policy, Stop, VectorPolicy
from cardlab.core.bits cimport mix
from cardlab.core.limits cimport MAX_PLAYERS
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, History, Seat, State

cdef enum:
    CHAIRS = 9
    WORTHS = 17

cdef class Bout:
    cdef object game
    cdef readonly int players
    cdef State state
    cdef Actions scratch
    cdef Rng luck
    cdef Rng scenario
    cdef Stop stop
    cdef object keep
    cdef list at_table
    cdef void* policy[MAX_PLAYERS]
    cdef void* stream[MAX_PLAYERS]
    cdef void* agent[MAX_PLAYERS][CHAIRS]
    cdef void* rule[MAX_PLAYERS][CHAIRS]
    cdef int chair[MAX_PLAYERS]
    cdef double score[MAX_PLAYERS]
    cdef double total[MAX_PLAYERS]
    cdef int entry[MAX_PLAYERS]
    cdef bint lots
    cdef bint by_place
    cdef double best_of[WORTHS]
    cdef int _bring(self, int seat, int chair, Agent agent) except -1
    cdef int _play(self, uint64_t scenario, uint64_t seed, int64_t games) except -1 nogil
    cdef int _place(self, int seat, int row) except -1 nogil
    cdef int _begin(self, uint64_t scenario, uint64_t seed, int64_t game) except -1 nogil
    cdef int _sit_down(self) except -1 nogil
    cdef int _count(self) except -1 nogil

cdef class AgentBout(Bout):
    cdef object seed_game
    cdef History history
    cdef Rng decision
    cdef bint native
    cdef bint is_rule[MAX_PLAYERS][CHAIRS]
    cdef bint is_native[MAX_PLAYERS][CHAIRS]
    cdef void* seat[MAX_PLAYERS]
    cdef int _bring(self, int seat, int chair, Agent agent) except -1
    cdef int _place(self, int seat, int row) except -1 nogil
    cdef int _play(self, uint64_t scenario, uint64_t seed, int64_t games) except -1 nogil
    cdef int _play_by_asking(self, uint64_t seed, int64_t game) except -1 nogil
    cdef int64_t _ask(self, int seat, uint64_t seed, int64_t game, int number) except? -1 nogil
