from libc.stdint cimport int32_t, int64_t, uint32_t
from libc.stdlib cimport free, realloc

# Two numbers in one. What an event holds fits into the registers of a call then, and telling costs rules less.
cdef inline int64_t pair(int a, int b) noexcept nogil:
    return <int64_t><uint32_t>a | <int64_t>b << 32

# What the rules told at one point: a kind and who it is about, two times two numbers, and a bit for each seat that may know all of them.
ctypedef struct ToldRow:
    int64_t head
    int64_t first
    int64_t second
    int32_t seats

cdef class EventLog:
    cdef ToldRow* rows
    cdef int room
    cdef int n
    cdef bint overflowed
    cdef void _add(self, int64_t head, int64_t first, int64_t second, int seats) noexcept nogil
    cdef bint _grow(self) noexcept nogil
