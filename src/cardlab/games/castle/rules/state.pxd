from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from cardlab.core.bits cimport ONE, M64, lowest_bit, mix, rand_below
from cardlab.games.castle.rules.nibbles cimport NIBBLE, nonzero_nibbles, sum_nibbles
from cardlab.core.limits cimport EVERYBODY
from cardlab.core.rng cimport Rng
from cardlab.core.limits cimport HIDDEN
from cardlab.core.state cimport Actions, State
from cardlab.games.castle.rules.dealing cimport NOTHING, RANKS, ROOM, SEATS, Dealer, u64

cdef enum:
    TWO = 0
    TEN = 8
    SLOTS = 4
    SKIPS = 1
    REVERSES = 2
    AGAIN = 4
    ASKS = 8

cpdef enum Kind:
    PICK = 1
    SWAP = 2
    DONE = 3
    HAND = 4
    UP = 5
    DOWN = 6
    PICKUP = 7
    GAMBLE = 8
    COMPLETE = 9
    PASS = 10

cpdef enum Phase:
    CHOOSING = 0
    SWAPPING = 1
    PLAYING = 2
    ASKING = 3
    OVER = 4

cpdef enum Reason:
    RUNNING = 0
    WIN = 1
    LIMIT = 2
    REPETITION = 3

cpdef enum Told:
    PLAYED = 1
    TURNED = 2
    FAILED = 3
    TOOK = 4
    BURNED = 5
    DREW = 6
    CHOSE = 7
    SWAPPED = 8
    REVEALED = 9
    WENT_OUT = 10
    ENDED = 11
    TOOK_UP = 12

# Cards of one owner as counts: four bits for each rank.
ctypedef struct CastleFields:
    uint64_t hand[SEATS]
    uint64_t up[SEATS]
    uint64_t known[SEATS]
    uint64_t barred[SEATS]
    uint64_t pile
    uint64_t anchor
    uint8_t down[SEATS][SLOTS]
    uint8_t n_down[SEATS]
    uint8_t n_hand[SEATS]
    uint8_t place[SEATS]
    uint8_t tight[SEATS]
    uint8_t cards[ROOM]
    int32_t decisions
    int32_t since
    int32_t anchor_seen
    uint8_t n_burned
    uint8_t n_pile
    uint8_t stock
    uint8_t top
    uint8_t run
    uint8_t newest
    uint8_t phase
    uint8_t reason
    uint8_t n_out
    uint8_t first
    uint8_t swaps
    uint8_t forgot
    uint8_t light
    int player
    int direction
    int viewer
    int mover
    int after

cdef extern from "bits.h" nogil:
    void assign "CARDLAB_ASSIGN"(CastleFields target, CastleFields source)

cdef class CastleRules:
    cdef uint64_t playable[RANKS + 1]
    cdef uint8_t effect[RANKS]
    cdef uint64_t pack
    cdef readonly int players, cards, packs, jokers, limit, repetition
    cdef int whole, four, voluntary, castle, first, pickup_up, gamble
    cdef int ten_extra, four_extra, four_anytime, failed_to_table, finish_special, ranking
    cdef int transparent
    cdef bint more_ways

cdef class CastleState(State):
    cdef CastleFields z
    cdef readonly CastleRules rules
    cdef Dealer dealer
    cdef int _seats(self) except -1 nogil
    cdef int _player(self) except -2 nogil
    cdef int _deal(self, Rng rng) except -1 nogil
    cdef int _reason(self) except -1 nogil
    cdef int _legal(self, Actions out) except -1 nogil
    cdef int _candidates(self, Actions out) except -1 nogil
    cdef int _weight(self, int64_t action) except -1 nogil
    cdef int _allows(self, int64_t action, Actions scratch) except -1 nogil
    cdef int _apply(self, int64_t action) except -1 nogil
    cdef int64_t _random(self, Actions scratch, Rng rng) except? -1 nogil
    cdef int _rollout(self, Actions scratch, Rng rng, int limit) except -1 nogil
    cdef int _copy_from(self, State other) except -1 nogil
    cdef int _hide(self, int seat) except -1 nogil
    cdef int _forget(self, int memory) except -1 nogil
    cdef int _fill(self, int seat, Rng rng) except -1 nogil
    cdef int _lighten(self) except -1 nogil
    cdef int64_t _seen(self, int64_t action, int mover, int seat) except? -2 nogil
    cdef double _score(self, int seat) except? -1.0 nogil
    cdef char* _memory(self) noexcept nogil
    cdef int _width(self) noexcept nogil
    cdef int _settle(self) except -1 nogil

cdef void shuffle(CastleState s, Rng rng, int start, int end) noexcept nogil
cdef void deal_out(CastleState s) noexcept nogil
cdef void clear_table(CastleState s) noexcept nogil
cdef void lay_first_three(CastleState s, int p) noexcept nogil
cdef void begin_play(CastleState s) noexcept nogil
cdef int holder_of_the_lowest(CastleState s) noexcept nogil
cdef int fill_hand(CastleState s, int p, int at) noexcept nogil
cdef uint64_t held(CastleState s) noexcept nogil
cdef void hide_anchor(CastleState s) noexcept nogil
cdef void drop_idle_numbers(CastleState s) noexcept nogil
cdef uint64_t unseen_cards(CastleState s) noexcept nogil
cdef int by_strength(int step) noexcept nogil
