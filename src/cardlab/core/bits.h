/* Small pieces of C that Cython has no words for. Every function here has a plain-Python twin in bits.py. */
#ifndef CARDLAB_BITS_H
#define CARDLAB_BITS_H
#include <stdint.h>
#include <string.h>
#include <time.h>

#define M64 UINT64_MAX
#define CARDLAB_ONE UINT64_C(1)

/* Copy a struct in one go; a plain assignment would be compiled into two copies. */
#define CARDLAB_ASSIGN(target, source) memcpy(&(target), &(source), sizeof(target))

/* What hardly ever is so: its code stands out of the way of the usual course, and registers are kept for that. */
#define CARDLAB_RARELY(x) __builtin_expect(!!(x), 0)

static inline int cardlab_popcount(uint64_t x) { return __builtin_popcountll(x); }
static inline int cardlab_lowest_bit(uint64_t x) { return __builtin_ctzll(x); }
/* Index of the n-th set bit, counted from 0. One instruction where the machine has it. */
#ifdef __BMI2__
#include <immintrin.h>
static inline int cardlab_nth_bit(uint64_t x, int n) { return __builtin_ctzll(_pdep_u64(1ULL << n, x)); }
#else
static inline int cardlab_nth_bit(uint64_t x, int n) {
    while (n--) x &= x - 1;
    return __builtin_ctzll(x);
}
#endif
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

/* out[j] += sum over k of amount[k] * weights[active[k]][j]: a dense layer that only looks at inputs that are not zero.
   Sums stay in registers, 32 at a time. */
typedef float cardlab_v8 __attribute__((vector_size(32), aligned(4), may_alias));
static inline void cardlab_add_rows(float *out, const float *weights, const int *active, const float *amount, int count,
                                    int width) {
    int at = 0;
    for (; at + 32 <= width; at += 32) {
        cardlab_v8 *o = (cardlab_v8 *)(out + at);
        cardlab_v8 a = o[0], b = o[1], c = o[2], d = o[3];
        for (int k = 0; k < count; k++) {
            const cardlab_v8 *row = (const cardlab_v8 *)(weights + (int64_t)active[k] * width + at);
            float factor = amount[k];
            a += factor * row[0], b += factor * row[1], c += factor * row[2], d += factor * row[3];
        }
        o[0] = a, o[1] = b, o[2] = c, o[3] = d;
    }
    for (; at + 8 <= width; at += 8) {
        cardlab_v8 *o = (cardlab_v8 *)(out + at), a = o[0];
        for (int k = 0; k < count; k++) a += amount[k] * *(const cardlab_v8 *)(weights + (int64_t)active[k] * width + at);
        o[0] = a;
    }
    for (; at < width; at++) {
        float sum = out[at];
        for (int k = 0; k < count; k++) sum += amount[k] * weights[(int64_t)active[k] * width + at];
        out[at] = sum;
    }
}

static inline int64_t cardlab_now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (int64_t)t.tv_sec * 1000000000LL + t.tv_nsec;
}
#endif
