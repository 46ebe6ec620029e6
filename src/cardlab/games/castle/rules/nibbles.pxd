from libc.stdint cimport uint64_t

cdef extern from "cardlab/games/castle/rules/nibbles.h" nogil:
    const uint64_t NIBBLE "CASTLE_NIBBLE"
    uint64_t nonzero_nibbles "castle_nonzero_nibbles"(uint64_t x)
    int sum_nibbles "castle_sum_nibbles"(uint64_t x)
    uint64_t unary_nibbles "castle_unary_nibbles"(uint64_t x)
