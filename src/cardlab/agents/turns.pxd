from libc.stdint cimport int32_t, int64_t, uint64_t
from cardlab.agents.agent cimport Agent, Stop
from cardlab.agents.clock cimport Clock
from cardlab.agents.planner cimport Guide, Planner, judge, MAX_DEPTH, MAX_ENDS
from cardlab.core.bits cimport mix, now
from cardlab.core.limits cimport HISTORY_ROOM
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, Seat, State
from cardlab.models.model cimport Evaluator

cdef class TurnSearch(Agent):
    cdef Clock clock
    cdef Planner planner
    cdef Planner replies
    cdef Evaluator evaluator
    cdef Guide guide
    cdef bint through
    cdef bint keeps
    cdef Evaluator later
    cdef Stop stop
    cdef State root
    cdef State end_state
    cdef State world
    cdef Rng luck
    cdef Actions acts
    cdef int64_t max_iterations
    cdef int64_t max_ns
    cdef int worlds, finalists, plies, n_plan, at, judged, me, made_at
    cdef double trust
    cdef double value
    cdef int64_t plan[MAX_DEPTH]
    cdef uint64_t expected[MAX_DEPTH]
    cdef int64_t reply[MAX_DEPTH]
    cdef double judged_value[MAX_ENDS]
    cdef double in_world[MAX_ENDS]
    cdef int64_t looked
    cdef int64_t spent_ns
    cdef int64_t turn_ns
    cdef int64_t _choose(self, Seat seat, Rng rng) except? -1 nogil
    cdef int _new_game(self) except -1 nogil
    cdef double _estimate(self) noexcept nogil
    cdef int _goes_on(self, Seat seat) noexcept nogil
    cdef int _forget(self) noexcept nogil
    cdef int _make_plan(self, Seat seat, Rng rng) except -1 nogil
    cdef int _plan_one(self, int64_t action) noexcept nogil
    cdef int _judge(self, Rng rng, int64_t deadline) except -1 nogil
    cdef int _best_end(self, int n) noexcept nogil
    cdef int _replay(self, State into, int64_t* actions, int n) except -1 nogil
    cdef double _answer(self, uint64_t seed, int64_t deadline) except? -1.0 nogil
    cdef int _play_turn(self, State world, int64_t deadline) except -1 nogil
