/* Small pieces of C that Cython has no words for. Every function here has a plain-Python twin in bits.py. */
#ifndef CARDLAB_BITS_H
#define CARDLAB_BITS_H
#include <stdint.h>
#include <time.h>

#define M64 UINT64_MAX

static inline int cardlab_popcount(uint64_t x) { return __builtin_popcountll(x); }
static inline int cardlab_lowest_bit(uint64_t x) { return __builtin_ctzll(x); }
static inline uint64_t cardlab_rotl(uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

/* xoroshiro128++ over two words; `below` maps the high half onto 0..n-1. */
static inline uint64_t cardlab_next_word(uint64_t *s) {
    uint64_t s0 = s[0], s1 = s[1], result = cardlab_rotl(s0 + s1, 17) + s0;
    s1 ^= s0;
    s[0] = cardlab_rotl(s0, 49) ^ s1 ^ (s1 << 21);
    s[1] = cardlab_rotl(s1, 28);
    return result;
}
static inline int cardlab_below(uint64_t *s, int n) {
    return (int)(((cardlab_next_word(s) >> 32) * (uint64_t)n) >> 32);
}
static inline double cardlab_real(uint64_t *s) { return (double)(cardlab_next_word(s) >> 11) * 0x1.0p-53; }
static inline uint64_t cardlab_mix(uint64_t x) {
    x += 0x9E3779B97F4A7C15ULL;
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9ULL;
    x = (x ^ (x >> 27)) * 0x94D049BB133111EBULL;
    return x ^ (x >> 31);
}

static inline int64_t cardlab_pack(int kind, int source, int target, int extra) {
    return (int64_t)kind | ((int64_t)source << 8) | ((int64_t)target << 24) | ((int64_t)extra << 40);
}
static inline int cardlab_kind_of(int64_t a) { return (int)(a & 0xFF); }
static inline int cardlab_source_of(int64_t a) { return (int)((a >> 8) & 0xFFFF); }
static inline int cardlab_target_of(int64_t a) { return (int)((a >> 24) & 0xFFFF); }
static inline int cardlab_extra_of(int64_t a) { return (int)((a >> 40) & 0x7FFFFF); }

static inline int64_t cardlab_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000LL + t.tv_nsec;
}
#endif
