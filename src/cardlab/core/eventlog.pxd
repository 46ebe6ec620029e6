from libc.stdint cimport int32_t
from libc.stdlib cimport free, realloc
from cardlab.core.limits cimport EVENT_NUMBERS

# What the rules told at one point: a kind, who it is about, up to four numbers, and a bit for each seat that may know all of them.
ctypedef struct ToldRow:
    int32_t kind
    int32_t player
    int32_t number[EVENT_NUMBERS]
    int32_t seats

cdef class EventLog:
    cdef ToldRow* rows
    cdef int room
    cdef int n
    cdef bint overflowed
    cdef void _add(self, int kind, int player, int a, int b, int c, int d, int seats) noexcept nogil
    cdef bint _grow(self) noexcept nogil
