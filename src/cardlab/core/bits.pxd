from libc.stdint cimport int64_t, uint64_t

cdef extern from "bits.h" nogil:
    const uint64_t M64
    const uint64_t ONE "CARDLAB_ONE"
    bint rarely "CARDLAB_RARELY"(bint x)
    int popcount "cardlab_popcount"(uint64_t x)
    int lowest_bit "cardlab_lowest_bit"(uint64_t x)
    int nth_bit "cardlab_nth_bit"(uint64_t x, int n)
    uint64_t rotl "cardlab_rotl"(uint64_t x, int k)
    uint64_t next_word "cardlab_next_word"(uint64_t* s)
    int rand_below "cardlab_below"(uint64_t* s, int n)
    double rand_real "cardlab_real"(uint64_t* s)
    uint64_t mix "cardlab_mix"(uint64_t x)
    void add_rows "cardlab_add_rows"(float* out, const float* weights, const int* active, const float* amount, int count, int width)
    int64_t now "cardlab_now"()
