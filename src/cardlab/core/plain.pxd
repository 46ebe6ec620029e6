from libc.stdint cimport int64_t
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, State, MAX_ACTIONS

cdef class PlainState(State):
    cdef public object position
    cdef int _fill_actions(self, Actions out) except -1
