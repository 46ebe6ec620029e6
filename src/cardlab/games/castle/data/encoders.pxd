from libc.stdint cimport int64_t, uint64_t
from cardlab.core.bits cimport lowest_bit, popcount
from cardlab.games.castle.rules.nibbles cimport NIBBLE, nonzero_nibbles, sum_nibbles, unary_nibbles
from cardlab.core.features cimport Encoder
from cardlab.core.sparse cimport SparseEncoder, put
from cardlab.games.castle.rules.dealing cimport NOTHING, u64
from cardlab.games.castle.data.observer cimport HAND, ROW, DOWN, OTHER_HAND, OTHER_ROW, OTHER_DOWN, TOP, DECK_EMPTY
from cardlab.games.castle.data.observer cimport PILE, BURNED, STOCK, RUN, OTHER_KNOWN, PHASE, WAIT, OTHERS, PER_OTHER
from cardlab.games.castle.rules.state cimport CastleRules

cdef enum:
    COLUMNS = 41
    SIZES = 12
    PILES = 6

cdef class SvmEncoder(Encoder):
    cdef double down_most
    cdef bint with_top
    cdef bint by_strength
    cdef int _encode(self, const int64_t* row, int row_at, float* out, int at) except -1 nogil

cdef class ImageEncoder(Encoder):
    cdef int fill
    cdef bint other_hand
    cdef int _encode(self, const int64_t* row, int row_at, float* out, int at) except -1 nogil

cdef class RichEncoder(SparseEncoder):
    cdef CastleRules rules
    cdef int others
    cdef bint known
    cdef int size_from[SIZES]
    cdef int pile_from[PILES]
    cdef int _list(self, const int64_t* row, int row_at) except -1 nogil
    cdef int _own(self, const int64_t* row, int row_at) noexcept nogil
    cdef int _table(self, const int64_t* row, int row_at, int at) noexcept nogil
    cdef int _unseen(self, const int64_t* row, int row_at, int at) noexcept nogil
    cdef int _others(self, const int64_t* row, int row_at, int at) noexcept nogil
    cdef int _sizes(self, int size, int at) noexcept nogil

cdef int top_of(int64_t top) noexcept nogil
cdef void put_slots(u64 cards, bint by_strength, float* out, int at) noexcept nogil
cdef int put_steps(Encoder e, u64 cards, int most, int at) noexcept nogil
cdef int put_shares(Encoder e, u64 cards, double most, int at) noexcept nogil
cdef int put_down(Encoder e, int n, int at) noexcept nogil
