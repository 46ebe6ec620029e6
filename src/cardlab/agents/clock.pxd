from libc.stdint cimport int64_t
from cardlab.core.bits cimport now

# Moves of a playout between two looks at the clock.
cdef enum:
    PIECE = 64

cdef class Clock:
    cdef int64_t last
    cdef int64_t pause
    cdef int64_t longest
    cdef int64_t _start(self, int64_t ns) noexcept nogil
    cdef bint _is_up(self, int64_t deadline) noexcept nogil
