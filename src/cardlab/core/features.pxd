from libc.stdint cimport int64_t
from cardlab.core.state cimport Seat, State

# What is recorded with a row: numbers before it, and reals beside it.
cpdef enum:
    HEAD = 5
    REALS = 3

cdef enum:
    ROW_ROOM = 256
    FEATURE_ROOM = 4096

cdef class Observer:
    cdef readonly tuple columns  # type: tuple[Column, ...]
    cdef readonly object game  # type: Game | None
    cdef readonly int width
    cdef int64_t scratch[ROW_ROOM]
    cdef int _observe(self, State state, int seat, int64_t* row, int at) except -1 nogil

cdef class Encoder:
    cdef readonly object game  # type: Game
    cdef readonly str text
    cdef readonly int size
    cdef readonly int width
    cdef readonly tuple shape  # type: tuple[int, ...]
    cdef readonly tuple labels  # type: tuple[str, ...]
    cdef readonly bint needs_books
    cdef int n_active
    cdef int active[FEATURE_ROOM]
    cdef float amount[FEATURE_ROOM]
    cdef float dense[FEATURE_ROOM]
    cdef int _encode(self, const int64_t* row, int row_at, float* out, int at) except -1 nogil
    cdef int _list(self, const int64_t* row, int row_at) except -1 nogil
    cdef void _gather(self, const float* x, int at) noexcept nogil
    cdef int _encode_all(self, const int64_t* rows, float* features, int n) except -1 nogil

cdef class PythonObserver(Observer):
    cdef object function
    cdef int _observe(self, State state, int seat, int64_t* row, int at) except -1 nogil

cdef class PlainEncoder(Encoder):
    cdef readonly double scale
    cdef int _encode(self, const int64_t* row, int row_at, float* out, int at) except -1 nogil
    cdef int _list(self, const int64_t* row, int row_at) except -1 nogil
