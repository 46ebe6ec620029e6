from libc.math cimport floor
from libc.stdint cimport int64_t
from cardlab.core.features cimport Observer
from cardlab.core.state cimport State
from cardlab.games.locm.agents.evaluator cimport FEATURES, describe
from cardlab.games.locm.rules.play cimport LocmState

cdef class LocmObserver(Observer):
    cdef double x[FEATURES]
    cdef int _observe(self, State state, int seat, int64_t* row, int at) except -1 nogil
