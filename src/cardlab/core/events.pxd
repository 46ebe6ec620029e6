from libc.stdint cimport int32_t

cdef enum:
    EVENT_ROOM = 256
    EVENT_WIDTH = 6

cdef class EventLog:
    cdef int32_t row[EVENT_ROOM][EVENT_WIDTH]
    cdef int n
    cdef void _add(self, int kind, int player, int a, int b, int seen_by) noexcept nogil
