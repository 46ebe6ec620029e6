from libc.stdint cimport int64_t, uint64_t
from libc.stdlib cimport free, realloc
from cardlab.agents.agent cimport Agent, Policy, play_out
from cardlab.core.bits cimport mix
from cardlab.core.features cimport HEAD, REALS, Observer
from cardlab.core.limits cimport LONGEST, MAX_PLAYERS
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, Seat, State

cdef class Recorder:
    cdef readonly Observer observer
    cdef Policy by
    cdef int playouts
    cdef int walk
    cdef bint observed[MAX_PLAYERS]
    cdef int64_t* numbers
    cdef double* reals
    cdef int room
    cdef int n
    cdef int n_done
    cdef int width
    cdef State world
    cdef State info
    cdef Actions scratch
    cdef Rng rng
    cdef void _new_game(self) noexcept nogil
    cdef int _note(self, Seat seat, int role, int64_t game, int turn, uint64_t seed) except -1 nogil
    cdef int _walk_on(self, Seat seat) except -1 nogil
    cdef int _label(self, int player, int at) except -1 nogil
    cdef void _chose(self, int64_t action, double value) noexcept nogil
    cdef void _settle(self, double* score) noexcept nogil
    cdef int _reserve(self) except -1 nogil
