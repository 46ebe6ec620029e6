from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from cardlab.core.action cimport extra_of, kind_of, pack, source_of, target_of
from cardlab.core.bits cimport ONE, lowest_bit, nth_bit, popcount, rand_below
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, offer
from cardlab.games.duelyst.rules.state cimport DuelystState
from cardlab.games.duelyst.rules.state cimport (
    TILES, ANYWHERE, HAND, SIGNATURE_SLOT, CHOICES, NOBODY,
    MULLIGAN, MOVE, ATTACK, PLAY, REPLACE, FOLLOW_UP, END_TURN, SKIP, CANCEL, RESIGN, OPENING, OVER,
    MINION, SPELL, ARTIFACT, PROVOKE, RANGED, BLAST, CELERITY, FLYING, AIRDROP, ROOTED, STRUCTURE,
    EXHAUSTED, GONE, AT_ANYWHERE, AT_UNIT, AT_SPAWN, AT_FREE, AT_BLOCK_2, AT_BLOCK_3, AT_SPACE,
    BY_GENERAL, BY_LAST, WITHIN_TWO, ALL_PASS, ATTACK_AT_MOST, WEAKEST, OF_TRIBE, WITH_KEYWORD, IS_DAMAGED,
    FRIEND, FOE, MINIONS, GENERALS, DO_TELEPORT, ON_FOLLOW, SPRING, CREEP)

cdef int list_actions(DuelystState s, Actions out) except -1 nogil
cdef int list_candidates(DuelystState s, Actions out) except -1 nogil
cdef int equal_slots(DuelystState s, int64_t action) noexcept nogil
cdef bint is_offered(DuelystState s, int64_t action) noexcept nogil
cdef int64_t draw_action(DuelystState s, Rng rng) noexcept nogil
cdef int write_choice(DuelystState s, Actions out, int i) except -1 nogil
cdef void find_choices(DuelystState s) noexcept nogil
cdef void add_choice(DuelystState s, int kind, int source, int card, uint64_t tiles) noexcept nogil
cdef void choose_mulligan(DuelystState s) noexcept nogil
cdef void choose_cards(DuelystState s, int p) noexcept nogil
cdef void choose_units(DuelystState s, int p) noexcept nogil
cdef bint has_twin_below(DuelystState s, int slot) noexcept nogil
cdef bint may_move(DuelystState s, int i) noexcept nogil
cdef bint may_attack(DuelystState s, int i) noexcept nogil
cdef uint64_t near(uint64_t tiles) noexcept nogil
cdef uint64_t beside(uint64_t tiles) noexcept nogil
cdef uint64_t reach(DuelystState s, int i) noexcept nogil
cdef uint64_t in_reach(DuelystState s, int i, int tile) noexcept nogil
cdef uint64_t victims(DuelystState s, int i) noexcept nogil
cdef uint64_t half_line(int tile, int towards) noexcept nogil
cdef uint64_t targets_of(DuelystState s, int card, int stage, int p) noexcept nogil
cdef bint has_subject(DuelystState s, int card, int stage) noexcept nogil
cdef uint64_t units_aimed_at(DuelystState s, int who, int p) noexcept nogil
cdef uint64_t sieved(DuelystState s, uint64_t tiles, int sieve, uint32_t by) noexcept nogil
cdef uint64_t tiles_around(int tile, int distance) noexcept nogil
cdef uint64_t spaces(DuelystState s) noexcept nogil
cdef uint64_t column_of(int tile) noexcept nogil
cdef uint64_t row_of(int tile) noexcept nogil
