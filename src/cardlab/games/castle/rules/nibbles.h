/* Cards as sixteen counters of four bits in one word. Every function here has a plain-Python twin in nibbles.py. */
#ifndef CASTLE_NIBBLES_H
#define CASTLE_NIBBLES_H
#include <stdint.h>

#define CASTLE_NIBBLE UINT64_C(15)
#define CASTLE_ONES 0x1111111111111111ULL
#define CASTLE_EVEN 0x0F0F0F0F0F0F0F0FULL
static inline uint64_t castle_nonzero_nibbles(uint64_t x) { return (x | x >> 1 | x >> 2 | x >> 3) & CASTLE_ONES; }
static inline int castle_sum_nibbles(uint64_t x) {
    return (int)((((x & CASTLE_EVEN) + (x >> 4 & CASTLE_EVEN)) * 0x0101010101010101ULL) >> 56);
}
static inline uint64_t castle_unary_nibbles(uint64_t x) {
    uint64_t ones = x & CASTLE_ONES, twos = x >> 1 & CASTLE_ONES, fours = x >> 2 & CASTLE_ONES;
    return ones | twos | fours | (twos | fours) << 1 | ((ones & twos) | fours) << 2 | fours << 3;
}
#endif
