from libc.stdint cimport uint32_t, uint64_t

# What is still to be drawn in a game: two words of a generator, and how often it was asked. A game with chance in play holds
# one in its struct, as `Luck luck[1]`, so that it is copied with everything else.
ctypedef struct Luck:
    uint64_t s[2]
    uint32_t rolls

cdef class Script:
    cdef readonly list told  # type: list[tuple[int, int, int]]
    cdef list outcomes
    cdef object chooser
    cdef readonly int at
    cdef int _next(self, int kind, int n, int drawn) except -1 nogil
