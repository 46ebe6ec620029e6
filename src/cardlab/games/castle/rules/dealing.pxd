from libc.stdint cimport uint8_t, uint64_t
from cardlab.core.bits cimport ONE, rand_below, rand_real
from cardlab.games.castle.rules.nibbles cimport NIBBLE, sum_nibbles
from cardlab.core.knowledge cimport Redeal
from cardlab.core.rng cimport Rng

ctypedef uint64_t u64

cpdef enum:
    SEATS = 8
    RANKS = 14
    NOTHING = 14
    ROOM = 112

cdef class Dealer:
    cdef uint64_t unseen
    cdef uint64_t left
    cdef uint8_t pool[ROOM]
    cdef int n
    cdef uint64_t dealt[SEATS]
    cdef uint64_t barred[SEATS]
    cdef uint8_t tight[SEATS]
    cdef uint8_t line[SEATS]
    cdef int choice[SEATS]
    cdef int count
    cdef Redeal redeal
    cdef void _gather(self, uint64_t unseen) noexcept nogil
    cdef void _restrict(self, int p, int tight, uint64_t barred) noexcept nogil
    cdef int _deal(self, Rng rng) except -1 nogil

cdef void fill_pool(Dealer d) noexcept nogil
cdef int fitting(Dealer d, int p) noexcept nogil
cdef int deal_restricted(Dealer d, Rng rng) except -1 nogil
cdef void find_choices(Dealer d) noexcept nogil
cdef bint deal_in_line(Dealer d, Rng rng) noexcept nogil
cdef bint is_kept(int most, int left, int cards, Rng rng) noexcept nogil
cdef void deal_hand(Dealer d, int p, Rng rng) noexcept nogil
cdef int nth_fitting(Dealer d, uint64_t barred, int nth) noexcept nogil
cdef int deal_by_moves(Dealer d, Rng rng) except -1 nogil
cdef uint64_t kinds_of(uint64_t barred) noexcept nogil
