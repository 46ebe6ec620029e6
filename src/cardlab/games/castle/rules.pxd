cimport cython
from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from cardlab.core.action cimport extra_of, kind_of, pack, source_of, target_of
from cardlab.core.bits cimport M64, rand_below, lowest_bit, mix, popcount
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, State

ctypedef uint64_t u64

cdef enum:
    SEATS = 8
    RANKS = 14
    TWO = 0
    TEN = 8
    NOTHING = 14
    ROOM = 112
    SLOTS = 4

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
ctypedef struct Table:
    uint64_t hand[SEATS]
    uint64_t up[SEATS]
    uint64_t known[SEATS]
    uint64_t pile
    uint64_t anchor
    uint8_t down[SEATS][SLOTS]
    uint8_t n_down[SEATS]
    uint8_t n_hand[SEATS]
    uint8_t place[SEATS]
    uint8_t cards[ROOM]
    int32_t decisions
    int32_t since
    int32_t anchor_seen
    uint8_t n_burned
    uint8_t n_pile
    uint8_t stock
    uint8_t top
    uint8_t run
    uint8_t phase
    uint8_t reason
    uint8_t n_out
    uint8_t first
    uint8_t swaps
    uint8_t forgot
    int player
    int direction
    int viewer
    int mover
    int after

cdef class Rules:
    cdef uint64_t playable[15]
    cdef readonly int players, cards, packs, jokers, limit, repetition
    cdef int whole, four, voluntary, castle, first, pickup_up, gamble
    cdef int two_again, ten_extra, four_extra, four_anytime, failed_to_table, finish_special, ranking
    cdef int transparent, skip, reverse

cdef class CastleState(State):
    cdef Table z
    cdef readonly Rules rules
    cdef uint8_t pool[ROOM]
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
    cdef double _score(self, int seat) except? -1.0 nogil
    cdef int64_t _seen(self, int64_t action, int mover, int seat) except? -1 nogil
    # deal
    @cython.final
    cdef void shuffle(self, Rng rng, int start, int end) noexcept nogil
    @cython.final
    cdef void deal_out(self) noexcept nogil
    @cython.final
    cdef void clear_table(self) noexcept nogil
    @cython.final
    cdef void lay_first_three(self, int p) noexcept nogil
    # legal actions
    @cython.final
    cdef void legal_picks(self, Actions out) noexcept nogil
    @cython.final
    cdef void legal_swaps(self, Actions out) noexcept nogil
    @cython.final
    cdef void legal_plays(self, Actions out) noexcept nogil
    @cython.final
    cdef void legal_downs(self, Actions out) noexcept nogil
    @cython.final
    cdef void legal_pickups(self, Actions out, int from_up) noexcept nogil
    @cython.final
    cdef void legal_answers(self, Actions out) noexcept nogil
    @cython.final
    cdef bint may_complete(self, int p) noexcept nogil
    @cython.final
    cdef bint is_playable(self, int rank) noexcept nogil
    @cython.final
    cdef int64_t draw_action(self, Actions scratch, Rng rng) noexcept nogil
    @cython.final
    cdef int64_t draw_pick(self, Rng rng) noexcept nogil
    # carrying them out
    @cython.final
    cdef void carry_out(self, int64_t action) noexcept nogil
    @cython.final
    cdef void choose_row(self, int p, int a, int b, int c) noexcept nogil
    @cython.final
    cdef void swap_cards(self, int p, int hand_rank, int up_rank) noexcept nogil
    @cython.final
    cdef void next_swapper(self) noexcept nogil
    @cython.final
    cdef void begin_play(self) noexcept nogil
    @cython.final
    cdef int holder_of_the_lowest(self) noexcept nogil
    @cython.final
    cdef void take_from_hand(self, int p, int rank, int count) noexcept nogil
    @cython.final
    cdef void turn_over(self, int p, int slot) noexcept nogil
    @cython.final
    cdef void gamble(self, int p) noexcept nogil
    @cython.final
    cdef void complete_four(self, int p, int rank) noexcept nogil
    @cython.final
    cdef void decline(self) noexcept nogil
    @cython.final
    cdef void pick_up(self, int p, int up_rank) noexcept nogil
    @cython.final
    cdef void take_pile(self, int p) noexcept nogil
    @cython.final
    cdef void give(self, int p, int rank) noexcept nogil
    @cython.final
    cdef void resolve(self, int p, int rank, int count, bint from_hand) noexcept nogil
    @cython.final
    cdef void put_on_pile(self, int p, int rank, int count) noexcept nogil
    @cython.final
    cdef bint four_of_a_kind(self) noexcept nogil
    @cython.final
    cdef void burn_pile(self, int p) noexcept nogil
    @cython.final
    cdef void draw_to_three(self, int p) noexcept nogil
    @cython.final
    cdef bint has_no_cards(self, int p) noexcept nogil
    @cython.final
    cdef void go_out(self, int p) noexcept nogil
    @cython.final
    cdef void end(self, int reason) noexcept nogil
    @cython.final
    cdef int seat_after(self, int p, int steps) noexcept nogil
    @cython.final
    cdef void ask_others(self, int p) noexcept nogil
    @cython.final
    cdef bint ask_next(self, int p) noexcept nogil
    @cython.final
    cdef bint is_asked(self, int p) noexcept nogil
    @cython.final
    cdef void close_decision(self) noexcept nogil
    @cython.final
    cdef void watch_repetition(self) noexcept nogil
    @cython.final
    cdef uint64_t fingerprint(self) noexcept nogil
    @cython.final
    cdef void tell(self, int kind, int player, int a, int b, int seen_by) noexcept nogil
    # policies
    @cython.final
    cdef int64_t lowest(self) noexcept nogil
    @cython.final
    cdef int64_t lowest_pick(self) noexcept nogil
    # hidden cards
    @cython.final
    cdef int fill_hand(self, int p, int at) noexcept nogil
    @cython.final
    cdef int gather_unseen(self, int seat) noexcept nogil

cdef int count_cards(uint64_t cards) noexcept nogil
cdef int weakest(uint64_t cards) noexcept nogil
cdef int by_strength(int step) noexcept nogil
cdef int64_t triple(uint64_t cards) noexcept nogil
