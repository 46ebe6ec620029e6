from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint32_t
from cardlab.core.bits cimport lowest_bit, nth_bit, popcount, rand_below, rand_real
from cardlab.core.rng cimport Rng

cdef enum:
    ROWS = 30
    NODES = 2048
    STEPS = 4096
    ANY_OWN = 31
    NO_COLUMN = -1
    NO_ROW = -1

cdef class Matchings:
    cdef uint32_t fits[ROWS][3]
    cdef uint8_t rows[ROWS]
    cdef uint32_t wanted[ROWS]
    cdef int8_t column[ROWS]
    cdef int8_t row_at[ROWS]
    cdef int n
    cdef bint exact
    cdef uint32_t taken[NODES]
    cdef double ways[NODES]
    cdef int16_t last[NODES]
    cdef int16_t source[STEPS]
    cdef int16_t before[STEPS]
    cdef uint8_t choice[STEPS]
    cdef uint8_t weight[STEPS]
    cdef int32_t nodes, steps
    cdef void _clear(self) noexcept nogil
    cdef void _allow(self, int row, int column) noexcept nogil
    cdef void _count(self) noexcept nogil
    cdef bint _draw(self, Rng rng) noexcept nogil

cdef void line_up(Matchings m) noexcept nogil
cdef uint32_t of_interest(Matchings m, int first, bint to_two) noexcept nogil
cdef int go_through(Matchings m, int i, int start) noexcept nogil
cdef bint add_step(Matchings m, int source, int choice, int weight, uint32_t taken, int start) noexcept nogil
cdef int weigh(Matchings m, int row, uint32_t columns) noexcept nogil
cdef int draw_column(Matchings m, int row, uint32_t columns, Rng rng) noexcept nogil
cdef bint match_one_by_one(Matchings m, Rng rng) noexcept nogil
cdef void seat_row(Matchings m, int row, int column) noexcept nogil
cdef uint32_t make_room(Matchings m, int row, uint32_t tried, Rng rng) noexcept nogil
cdef void wander(Matchings m, int row, Rng rng) noexcept nogil
