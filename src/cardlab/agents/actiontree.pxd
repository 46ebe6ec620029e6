from libc.math cimport log, sqrt
from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free, realloc
from cardlab.agents.agent cimport Agent, Policy, Stop
from cardlab.agents.clock cimport Clock
from cardlab.agents.rollouts cimport play_turn_out, reach_own_turn
from cardlab.core.action cimport kind_of, source_of
from cardlab.core.bits cimport now, rand_below
from cardlab.core.limits cimport HISTORY_ROOM, MAX_ACTIONS
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, Seat, State
from cardlab.models.model cimport Evaluator

cdef enum:
    LEVELS = 3
    WAY_ROOM = 512

# A position, a kind of action, a source, or an action: what it is told apart by among its siblings, and what came of it. `place` is where
# it will stand when others have been forgotten.
ctypedef struct Branch:
    uint64_t label
    double total
    double best
    int32_t visits
    int32_t child
    int32_t sibling
    int32_t place

cdef class ActionTreeSearch(Agent):
    cdef Evaluator evaluator
    cdef Policy rollout_policy
    cdef Stop stop
    cdef Clock clock
    cdef State world
    cdef Actions acts
    cdef Actions scratch
    cdef Actions root_acts
    cdef Rng luck
    cdef Branch* branches
    cdef int room, n
    cdef bint by_value, layered, normalised, best_counts, reuse
    cdef double c, low, high
    cdef int limit, me
    cdef bint opening
    cdef int made_at, made_branch
    cdef int64_t made
    cdef int64_t max_iterations, max_ns, done, spent_ns
    cdef int32_t way[WAY_ROOM]
    cdef int n_way
    cdef uint64_t option[MAX_ACTIONS]
    cdef int n_options
    cdef double value
    cdef double _estimate(self) noexcept nogil
    cdef int64_t _choose(self, Seat seat, Rng rng) except? -1 nogil
    cdef int _new_game(self) except -1 nogil
    cdef int _known_position(self, Seat seat) except? -1 nogil
    cdef int _simulate(self, Seat seat, Rng rng) except -1 nogil
    cdef int64_t _descend(self, int position, Rng rng) except? -1 nogil
    cdef int64_t _final(self, Rng rng) except? -1 nogil
    cdef int _step(self, int branch, bint final, Rng rng) except -1 nogil
    cdef void _list_options(self, int level, uint64_t kind, uint64_t source) noexcept nogil
    cdef int _find(self, int branch, uint64_t label) noexcept nogil
    cdef int _add(self, int branch, uint64_t label) except -1 nogil
    cdef void _keep_below(self, int root) noexcept nogil
    cdef void _move(self, int old, int new) noexcept nogil
    cdef int _reserve(self) except -1 nogil
    cdef double _mean(self, int branch) noexcept nogil
    cdef double _worth(self, int branch) noexcept nogil
    cdef void _credit(self, double points) noexcept nogil
