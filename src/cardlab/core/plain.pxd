from libc.stdint cimport int64_t
from cardlab.core.limits cimport HIDDEN, MAX_ACTIONS
from cardlab.core.rng cimport Rng
from cardlab.core.luck cimport Luck
from cardlab.core.state cimport Actions, State, offer, roll, tell

cdef class PlainState(State):
    cdef public object position  # type: Any
    cdef Luck luck_words[1]
    cdef tuple handles
    cdef bint chancy
    cdef Luck* _luck(self) noexcept nogil
    cdef int _turn(self) except -2 nogil
    cdef int _entry(self, int seat) except -1 nogil
    cdef int _deal(self, Rng rng) except -1 nogil
    cdef int _seats(self) except -1 nogil
    cdef int _player(self) except -2 nogil
    cdef int _legal(self, Actions out) except -1 nogil
    cdef int _allows(self, int64_t action, Actions scratch) except -1 nogil
    cdef int _apply(self, int64_t action) except -1 nogil
    cdef int _copy_from(self, State other) except -1 nogil
    cdef int _hide(self, int seat) except -1 nogil
    cdef int _fill(self, int seat, Rng rng) except -1 nogil
    cdef int _stir(self, Rng rng) except -1 nogil
    cdef int _picked(self) except -1 nogil
    cdef int64_t _seen(self, int64_t action, int mover, int seat) except? -2 nogil
    cdef double _score(self, int seat) except? -1.0 nogil
    cdef int _carry_out(self, int64_t action) except -1
    cdef int _fill_actions(self, Actions out) except -1
    cdef int _asked_seat(self, object seat, str method) except -2

cdef class Dice:
    cdef State state

cdef class Teller:
    cdef State state
