from libc.math cimport sqrt
from libc.stdint cimport int64_t
from cardlab.agents.agent cimport Agent, Policy, Stop, play_out
from cardlab.agents.clock cimport Clock, PIECE
from cardlab.core.bits cimport now, rand_below, rand_real
from cardlab.core.limits cimport MAX_ACTIONS, MAX_PLAYERS
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, Seat, State

cdef class Company(Policy):
    cdef readonly Policy own
    cdef readonly Policy rival
    cdef double share
    cdef bint other[MAX_PLAYERS]
    cdef int _draw_lots(self, int me, Rng rng) except -1 nogil
    cdef int64_t _pick(self, State state, Actions scratch, Rng rng) except? -1 nogil

cdef class FlatSearch(Agent):
    cdef int64_t max_iterations
    cdef int64_t max_ns
    cdef int memory
    cdef int rollout_limit
    cdef bint each_copy
    cdef bint first_lost
    cdef double loyal
    cdef bint to_win
    cdef Policy rollout_policy
    cdef Policy own_policy
    cdef Company company
    cdef Stop stop
    cdef Clock clock
    cdef State info
    cdef State world
    cdef Actions acts
    cdef Actions scratch
    cdef double reward[MAX_ACTIONS]
    cdef double squares[MAX_ACTIONS]
    cdef int64_t visits[MAX_ACTIONS]
    cdef bint out[MAX_ACTIONS]
    cdef int64_t done
    cdef int64_t spent_ns
    cdef int64_t deadline
    cdef double thought
    cdef int64_t _choose(self, Seat seat, Rng rng) except? -1 nogil
    cdef int _list_moves(self, Seat seat) except -1 nogil
    cdef int _sample(self, int move, int me, Rng rng) except -1 nogil
    cdef int _best(self) noexcept nogil
    cdef int _own_move(self, Seat seat, Rng rng) except -1 nogil
    cdef int _next(self, int move, int own) noexcept nogil
    cdef bint _all_out(self, int own) noexcept nogil
    cdef int _loyal_choice(self, int own) noexcept nogil
    cdef double _gain(self, int move, int own) noexcept nogil
    cdef double _doubt(self, int move, int own) noexcept nogil
    cdef double _error(self, int move) noexcept nogil
    cdef double _estimate(self) noexcept nogil
