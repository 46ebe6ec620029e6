from libc.stdint cimport int64_t, uint64_t
from cardlab.core.action cimport extra_of, kind_of, pack, source_of, target_of
from cardlab.core.bits cimport ONE, M64, lowest_bit, mix, nth_bit, popcount, rand_below, rand_real
from cardlab.games.castle.rules.nibbles cimport NIBBLE, nonzero_nibbles, sum_nibbles, unary_nibbles
from cardlab.core.limits cimport EVERYBODY
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, tell
from cardlab.games.castle.rules.dealing cimport u64
from cardlab.games.castle.rules.legal cimport is_playable, legal_actions, may_complete
from cardlab.games.castle.rules.state cimport CastleState, begin_play, held
from cardlab.games.castle.rules.state cimport SEATS, RANKS, TWO, TEN, NOTHING, SKIPS, REVERSES, AGAIN, ASKS
from cardlab.games.castle.rules.state cimport PICK, SWAP, DONE, HAND, UP, DOWN, PICKUP, GAMBLE, COMPLETE, PASS
from cardlab.games.castle.rules.state cimport CHOOSING, SWAPPING, PLAYING, ASKING, OVER
from cardlab.games.castle.rules.state cimport RUNNING, WIN, LIMIT, REPETITION
from cardlab.games.castle.rules.state cimport PLAYED, TURNED, FAILED, TOOK, BURNED, DREW, CHOSE, SWAPPED, REVEALED, WENT_OUT, ENDED, TOOK_UP

cdef int64_t draw_action(CastleState s, Actions scratch, Rng rng) noexcept nogil
cdef int play_at_random(CastleState s, Actions scratch, Rng rng, int limit) noexcept nogil
cdef int64_t draw_pick(CastleState s, Rng rng) noexcept nogil
cdef void carry_out(CastleState s, int64_t action) noexcept nogil
cdef void choose_row(CastleState s, int p, int a, int b, int c) noexcept nogil
cdef void swap_cards(CastleState s, int p, int hand_rank, int up_rank) noexcept nogil
cdef void next_swapper(CastleState s) noexcept nogil
cdef void take_from_hand(CastleState s, int p, int rank, int count) noexcept nogil
cdef void note_play(CastleState s, int p, int rank, int count) noexcept nogil
cdef void note_pickup(CastleState s, int p) noexcept nogil
cdef void turn_over(CastleState s, int p, int slot) noexcept nogil
cdef void gamble(CastleState s, int p) noexcept nogil
cdef void complete_four(CastleState s, int p, int rank) noexcept nogil
cdef void decline(CastleState s) noexcept nogil
cdef void pick_up(CastleState s, int p, int up_rank) noexcept nogil
cdef void take_pile(CastleState s, int p) noexcept nogil
cdef void give(CastleState s, int p, int rank) noexcept nogil
cdef void resolve(CastleState s, int p, int rank, int count, bint from_hand) noexcept nogil
cdef void put_on_pile(CastleState s, int p, int rank, int count) noexcept nogil
cdef bint four_of_a_kind(CastleState s) noexcept nogil
cdef void burn_pile(CastleState s, int p) noexcept nogil
cdef bint goes_on(CastleState s, int p, bint out, bint from_hand) noexcept nogil
cdef void draw_to_three(CastleState s, int p) noexcept nogil
cdef bint has_no_cards(CastleState s, int p) noexcept nogil
cdef void go_out(CastleState s, int p) noexcept nogil
cdef void end(CastleState s, int reason) noexcept nogil
cdef int seat_after(CastleState s, int p, int steps) noexcept nogil
cdef void ask_others(CastleState s, int p) noexcept nogil
cdef bint ask_next(CastleState s, int p) noexcept nogil
cdef bint is_asked(CastleState s, int p) noexcept nogil
cdef void close_decision(CastleState s) noexcept nogil
cdef void watch_repetition(CastleState s) noexcept nogil
cdef uint64_t fingerprint(CastleState s) noexcept nogil
cdef int64_t lowest(CastleState s) noexcept nogil
cdef int64_t lowest_pick(CastleState s) noexcept nogil
cdef int weakest(uint64_t cards) noexcept nogil
cdef int64_t triple(uint64_t cards) noexcept nogil
cdef int play_lowest(CastleState s, Actions scratch, Rng rng, int limit, double epsilon) noexcept nogil
