from libc.stdint cimport uint64_t
from cardlab.core.bits cimport M64, mix, next_word, rand_below, rand_real

cdef class Rng:
    cdef uint64_t s[2]
    cdef void _seed(self, uint64_t seed) noexcept nogil
    cdef void _seed_for(self, uint64_t seed, uint64_t a, uint64_t b) noexcept nogil
