from cardlab.core.state cimport State

cdef class Tool:
    cdef bint busy
    cdef tuple kit
    cdef int _hold(self) except -1
    cdef int _release(self) except -1
    cdef int _at_rest(self) except -1
