from libc.math cimport log, sqrt
from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free, realloc
from cardlab.agents.agent cimport Agent, Policy, Stop, play_out
from cardlab.agents.clock cimport Clock, PIECE
from cardlab.core.bits cimport now, rand_below
from cardlab.core.limits cimport HISTORY_ROOM, MAX_PLAYERS
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, Seat, State

cdef enum:
    DEPTH_ROOM = 4096
    STEPS_ROOM = 64
    MOST_PLACES = 1000000
    MOST_ANSWERS = 50000

# A complete answer to a question: its actions are moves[first : first + n]. `place` is where it leads, 0 if it was not tried.
ctypedef struct Answer:
    int32_t first
    int32_t n
    int32_t place

# A state that waits for an answer. `mover` gave the answer that led here; the answers to it are listed when they are needed.
ctypedef struct Place:
    double points
    double visits
    int32_t mover
    int32_t first
    int32_t n
    int32_t tried

cdef class Uct(Agent):
    cdef int64_t max_iterations, max_ns, deadline, done, spent_ns
    cdef double c, weight
    cdef int rollout_limit, memory, seats
    cdef bint in_steps
    cdef Policy rollout_policy
    cdef Stop stop
    cdef Clock clock
    cdef State info, world
    cdef Actions acts
    cdef list states, walked, choices
    cdef void** state_at
    cdef void* walk_at[STEPS_ROOM]
    cdef void* choice_at[STEPS_ROOM]
    cdef Place* places
    cdef Answer* answers
    cdef int64_t* moves
    cdef int n_places, n_answers, n_moves, room_places, room_answers, room_moves
    cdef int32_t path[DEPTH_ROOM]
    cdef int n_path
    cdef int64_t line[STEPS_ROOM]
    cdef int64_t plan[STEPS_ROOM]
    cdef int n_plan, at, made_at, me, chosen
    cdef double thought
    cdef int64_t _choose(self, Seat seat, Rng rng) except? -1 nogil
    cdef int _new_game(self) except -1 nogil
    cdef double _estimate(self) noexcept nogil
    cdef bint _goes_on(self, Seat seat) noexcept nogil
    cdef int _search(self, Seat seat, Rng rng) except -1 nogil
    cdef int _iterate(self, Rng rng) except -1 nogil
    cdef int _descend(self, Rng rng) except -1 nogil
    cdef int _select(self, int place) noexcept nogil
    cdef int _expand(self, int place, Rng rng) except -1 nogil
    cdef int _playout(self, int place, Rng rng) except -1 nogil
    cdef int _credit(self) except -1 nogil
    cdef int _best(self) noexcept nogil
    cdef int _new_place(self, int mover) except -1 nogil
    cdef int _list_answers(self, int place) except -1 nogil
    cdef int _walk(self, State state, int step) except -1 nogil
    cdef int _add_answer(self, int n) except -1 nogil
    cdef int _apply_answer(self, State state, int answer) except -1 nogil
    cdef double _worth(self, int place) noexcept nogil
    cdef int _more_places(self) except -1
    cdef int _more_answers(self) except -1
    cdef int _more_moves(self) except -1

cpdef double selection_value(double points, double visits, double parent_visits, double c) noexcept nogil
cdef int walk(Uct s, State state, State after, Actions choices, int step) except -1 nogil
cdef int too_many_answers() except -1 nogil
