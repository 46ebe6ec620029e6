from libc.stdint cimport uint8_t, uint16_t, uint64_t
from cardlab.core.bits cimport ONE, rand_below, rand_real
from cardlab.core.rng cimport Rng

cpdef enum:
    DEAL_ROOM = 256
    KINDS = 64

cdef void learn(uint16_t* seen_by, int card, int seats) noexcept nogil
cdef void unlearn(uint16_t* seen_by, int card) noexcept nogil
cdef bint knows(uint16_t* seen_by, int card, int seat) noexcept nogil
cdef int fitting_share(Rng rng, int cards, int fitting, int places, int least) noexcept nogil

# Deals hidden cards anew to the places where they may lie. Each card is of a kind; a place refuses kinds, given as bits.
cdef class Redeal:
    cdef int n, places
    cdef uint8_t card[DEAL_ROOM]
    cdef uint8_t kind[DEAL_ROOM]
    cdef uint64_t refused[DEAL_ROOM]
    cdef uint8_t holder[DEAL_ROOM]
    cdef uint8_t held[DEAL_ROOM]
    cdef uint8_t tried[DEAL_ROOM]
    cdef uint64_t left
    cdef void _clear(self) noexcept nogil
    cdef int _card(self, int card, int kind) except -1 nogil
    cdef int _place(self, uint64_t refused) except -1 nogil
    cdef int _deal(self, Rng rng) except -1 nogil
    cdef int _match(self, Rng rng) except -1 nogil
    cdef int _dealt(self, int place) noexcept nogil
    cdef bint _is_free(self, int i) noexcept nogil

cdef bint find_card(Redeal d, int place) noexcept nogil
cdef void move_on(Redeal d, int place, Rng rng) noexcept nogil
cdef int nth_fitting(Redeal d, int place, int nth) noexcept nogil
cdef int fitting(Redeal d, int place) noexcept nogil
cdef int no_deal() except -1 nogil
cdef int no_room() except -1 nogil
