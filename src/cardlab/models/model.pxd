from libc.math cimport exp
from libc.stdint cimport int64_t
from cardlab.core.features cimport Encoder, Observer, ROW_ROOM
from cardlab.core.state cimport State
from cardlab.core.tool cimport Tool

cpdef enum:
    MAX_BATCH = 1024

cdef class Evaluator(Tool):
    cdef double _value(self, State state, int seat) except? -1.0 nogil
    cdef double _points(self, State state, int seat) except? -1.0 nogil
    cdef double _as_chance(self, double points) noexcept nogil

cdef class Model(Evaluator):
    cdef readonly Observer observer
    cdef readonly Encoder encoder
    cdef readonly int room
    cdef object held_x
    cdef object held_p
    cdef float* x
    cdef float* p
    cdef int64_t row[ROW_ROOM]
    cdef int _put(self, int slot, State state, int seat) except -1 nogil
    cdef int _load(self, int n) except -1 nogil
    cdef int _judge(self, int n) except -1 nogil
    cdef double _value(self, State state, int seat) except? -1.0 nogil

cdef class SeatBySeat(Evaluator):
    cdef readonly Model model
    cdef double _value(self, State state, int seat) except? -1.0 nogil

cdef double squashed(double total) noexcept nogil
