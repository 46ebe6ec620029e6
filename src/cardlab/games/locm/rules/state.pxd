from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint32_t, uint64_t
from cardlab.core.action cimport kind_of
from cardlab.core.bits cimport lowest_bit, mix, nth_bit, popcount, rand_below
from cardlab.core.limits cimport EVERYBODY
from cardlab.core.rng cimport Rng
from cardlab.core.limits cimport HIDDEN
from cardlab.core.state cimport Actions, State
from cardlab.core.matchings cimport Matchings, ROWS

cpdef enum:
    CARDS = 160
    ROUNDS = ROWS
    HAND_LIMIT = 8
    POOL = 60
    LAST_INSTANCE = ROUNDS + ROUNDS
    NO_PICK = 255

cdef enum:
    SLOTS = 6
    FACE = 0
    BREAKTHROUGH = 1
    CHARGE = 2
    DRAIN = 4
    GUARD = 8
    LETHAL = 16
    WARD = 32
    CREATURE = 0
    GREEN = 1
    RED = 2
    BLUE = 3
    ATTACKED_MARK = 1
    TOUCHED_MARK = 2
    LANE_BITS = 7
    FROM_POOL = 0
    DISTINCT = 1
    INDEPENDENT = 2

cpdef enum Kind:
    PICK = 1
    SUMMON = 2
    ATTACK = 3
    USE = 4
    PASS = 5

cpdef enum Phase:
    DRAFT = 0
    BATTLE = 1
    OVER = 2

cpdef enum Reason:
    RUNNING = 0
    HEALTH_GONE = 1
    DECK_GONE = 2
    ROUNDS_GONE = 3

cpdef enum Told:
    OFFERED = 1
    PICKED = 2
    BATTLE_BEGAN = 3
    TURN = 4
    DREW = 5
    SUMMONED = 6
    ATTACKED = 7
    USED = 8
    HEALTH = 9
    RUNE = 10
    BURNED_RUNE = 11
    WARD_BROKE = 12
    DIED = 13
    NO_ROOM = 14
    PASSED = 15
    ENDED = 16

ctypedef struct Fact:
    int16_t attack
    int16_t defense
    int16_t player_hp
    int16_t opponent_hp
    uint8_t cost
    uint8_t type
    uint8_t keywords
    uint8_t card_draw

ctypedef struct Creature:
    uint8_t id
    uint8_t keywords
    uint8_t order
    uint8_t marks
    int16_t attack
    int16_t defense

# Cards are known by their depth in the shuffled deck, and sets of them are words with a bit for each depth.
ctypedef struct LocmFields:
    Creature board[2][SLOTS]
    uint32_t hand[2]
    uint32_t typed[2][4]
    uint32_t within[2][14]
    int32_t health[2]
    int32_t turn
    uint8_t mana[2]
    uint8_t max_mana[2]
    uint8_t bonus[2]
    uint8_t runes[2]
    uint8_t draws[2]
    uint8_t due[2]
    uint8_t drawn[2]
    uint8_t size[2]
    uint8_t able[2]
    uint8_t guards[2]
    uint8_t summoned[2]
    uint8_t count[2][2]
    uint8_t n_picks[2]
    uint8_t phase
    uint8_t reason
    int8_t winner
    int8_t player
    int8_t viewer
    uint8_t deck[2][ROUNDS]
    uint8_t pick[2][ROUNDS]
    uint8_t offer[ROUNDS][3]

cdef extern from "bits.h" nogil:
    void assign "CARDLAB_ASSIGN"(LocmFields target, LocmFields source)
    void assign_part "CARDLAB_ASSIGN"(Creature target, Creature source)

cdef class LocmRules:
    cdef Fact fact[CARDS + 1]
    cdef readonly int lanes, room, rounds
    cdef int draft, same_shuffle, first_hand, second_hand, active_wins, late_death, late_card, lethal_zero

cdef class LocmState(State):
    cdef LocmFields z
    cdef readonly LocmRules rules
    cdef uint8_t pool[CARDS]
    cdef Matchings draft
    cdef uint32_t bound
    cdef int8_t round_at[ROUNDS]
    cdef uint8_t explained_seat
    cdef uint8_t explained_drawn
    cdef uint8_t explained_deck[2][ROUNDS]
    cdef uint8_t explained_pick[ROUNDS]
    cdef uint8_t explained_offer[ROUNDS][3]
    cdef int _seats(self) except -1 nogil
    cdef int _player(self) except -2 nogil
    cdef int _deal(self, Rng rng) except -1 nogil
    cdef int _deal_on(self, Rng scenario, Rng rng) except -1 nogil
    cdef int _reason(self) except -1 nogil
    cdef int _legal(self, Actions out) except -1 nogil
    cdef int _candidates(self, Actions out) except -1 nogil
    cdef int _weight(self, int64_t action) except -1 nogil
    cdef int _apply(self, int64_t action) except -1 nogil
    cdef int64_t _random(self, Actions scratch, Rng rng) except? -1 nogil
    cdef int _rollout(self, Actions scratch, Rng rng, int limit) except -1 nogil
    cdef int _copy_from(self, State other) except -1 nogil
    cdef int _hide(self, int seat) except -1 nogil
    cdef int _fill(self, int seat, Rng rng) except -1 nogil
    cdef int64_t _seen(self, int64_t action, int mover, int seat) except? -2 nogil
    cdef double _score(self, int seat) except? -1.0 nogil
    cdef uint64_t _key(self) except? 0 nogil
    cdef char* _memory(self) noexcept nogil
    cdef int _width(self) noexcept nogil
    cdef int _settle(self) except -1 nogil

cdef void clear_table(LocmState s) noexcept nogil
cdef void offer_from_pool(LocmState s, Rng rng) noexcept nogil
cdef void offer_three(LocmState s, int r, int size, Rng rng) noexcept nogil
cdef int rounds_offered(LocmState s) noexcept nogil
cdef bint was_offered(LocmState s, int card, int rounds) noexcept nogil
cdef void offer_the_rest(LocmState s, Rng rng) noexcept nogil
cdef void offer_distinct(LocmState s, Rng rng) noexcept nogil
cdef void offer_independent(LocmState s, Rng rng) noexcept nogil
cdef void shuffle_rounds(LocmState s, int p, Rng rng) noexcept nogil
cdef void index_deck(LocmState s, int p) noexcept nogil
cdef uint32_t shown_cards(LocmState s, int p) noexcept nogil
cdef void sort_rest(LocmState s, int p) noexcept nogil
cdef void shuffle_rest(LocmState s, int p, Rng rng) noexcept nogil
cdef void fill_draft(LocmState s, int seat, Rng rng) noexcept nogil
cdef void fill_battle(LocmState s, int seat, Rng rng) noexcept nogil
cdef void explain(LocmState s, int seat, Rng rng) noexcept nogil
cdef void find_fitting_rounds(LocmState s, int seat) noexcept nogil
cdef bint knows_draft(LocmState s, int seat) noexcept nogil
cdef bint is_explained(LocmState s, int seat) noexcept nogil
cdef int draw_index(LocmState s, int round, int card, Rng rng) noexcept nogil
cdef void count_orders(LocmState s, int p) noexcept nogil
cdef void clear_empty_slots(LocmState s) noexcept nogil
cdef int index_of(LocmState s, int round, int card) noexcept nogil
cdef int64_t creature_key(LocmState s, int p, int slot) noexcept nogil
