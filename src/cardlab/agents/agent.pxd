from libc.stdint cimport int64_t
from cardlab.core.bits cimport mix, rand_real
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, Seat, State
from cardlab.core.tool cimport Tool

cdef class Crew(Tool):
    cdef tuple agents

cdef class Policy(Tool):
    cdef int64_t _pick(self, State state, Actions scratch, Rng rng) except? -1 nogil
    cdef int _play(self, State state, Actions scratch, Rng rng, int limit) except -1 nogil

cdef class RandomPolicy(Policy):
    cdef int _play(self, State state, Actions scratch, Rng rng, int limit) except -1 nogil

cdef class MixedPolicy(Policy):
    cdef Policy base
    cdef double epsilon
    cdef int64_t _pick(self, State state, Actions scratch, Rng rng) except? -1 nogil

cdef class VectorPolicy(Policy):
    cdef double* genes
    cdef object held
    cdef readonly int size
    cdef int _point(self, double* genes) except -1 nogil

cdef class Agent(Tool):
    cdef public str spec
    cdef public object game  # type: Game | None
    cdef readonly Policy policy  # type: Policy | None
    cdef int64_t _choose(self, Seat seat, Rng rng) except? -1 nogil
    cdef int _new_game(self) except -1 nogil
    cdef double _estimate(self) noexcept nogil

cdef class PolicyAgent(Agent):
    cdef Actions scratch
    cdef bint looks_ahead
    cdef State world
    cdef Rng luck
    cdef int64_t _choose(self, Seat seat, Rng rng) except? -1 nogil

cdef class PythonAgent(Agent):
    cdef readonly object player  # type: Any
    cdef Agent around
    cdef object call
    cdef object before
    cdef object chosen
    cdef int64_t _choose(self, Seat seat, Rng rng) except? -1 nogil
    cdef int _new_game(self) except -1 nogil
    cdef double _estimate(self) noexcept nogil

cdef class Stop:
    cdef public int asked

cdef int play_out(State world, Policy policy, Actions scratch, Rng rng, int limit) except -1 nogil
