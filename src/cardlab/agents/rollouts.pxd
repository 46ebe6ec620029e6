from libc.stdint cimport int64_t
from cardlab.agents.agent cimport Agent, Policy, Stop
from cardlab.agents.clock cimport Clock
from cardlab.core.bits cimport now, rand_below
from cardlab.core.limits cimport MAX_ACTIONS
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, Seat, State
from cardlab.models.model cimport Evaluator

cdef class ClimbingPolicy(Policy):
    cdef Evaluator evaluator
    cdef State work
    cdef int samples
    cdef int64_t _pick(self, State state, Actions scratch, Rng rng) except? -1 nogil

cdef class RolloutSearch(Agent):
    cdef Evaluator evaluator
    cdef Policy rollout_policy
    cdef Stop stop
    cdef Clock clock
    cdef State world
    cdef Actions acts
    cdef Actions scratch
    cdef Policy answers
    cdef int rollouts, limit, plies
    cdef bint best_counts
    cdef int64_t max_ns
    cdef int64_t done
    cdef int64_t spent_ns
    cdef int n_tried
    cdef double points[MAX_ACTIONS]
    cdef int64_t visits[MAX_ACTIONS]
    cdef double low, high
    cdef double value
    cdef double _estimate(self) noexcept nogil
    cdef int64_t _choose(self, Seat seat, Rng rng) except? -1 nogil
    cdef int _try_all(self, Seat seat, Rng rng) except -1 nogil
    cdef int _best(self, Rng rng) noexcept nogil

cdef int play_answers(State world, int plies, Policy policy, Actions scratch, Rng rng, int limit) except -1 nogil
cdef int reach_own_turn(State world, int me, bint opening, Actions scratch, Rng rng) except -1 nogil
cdef int play_turn_out(State world, int me, Policy policy, Actions scratch, Rng rng, int limit) except -1 nogil
