from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from cardlab.core.action cimport kind_of, source_of, target_of
from cardlab.core.bits cimport ONE
from cardlab.core.state cimport State
from cardlab.games.duelyst.rules.state cimport DuelystState, TILES, UNITS, SIGNATURE_SLOT, CARD_KINDS, MOVE, ATTACK, PLAY

cpdef enum Intent:
    NO_INTENT = 0
    BURN = 1
    MOD_ATTACK = 2
    SET_ATTACK = 3
    MOD_HEALTH = 4
    REMOVE = 5
    HEAL_GENERAL = 6
    REFRESH = 7
    DRAW_CARD = 8
    GIVE_KEYWORD = 9
    CALL = 10
    STUN = 11
    DISPEL = 12
    TRANSFORM = 13

cpdef enum IntentWho:
    MINE = 1
    THEIRS = 2
    SMALL = 4
    GENERAL_TOO = 8
    EVERYBODY_THERE = 16
    OWN_SIDE = 32
    IN_COLUMN = 64
    ITSELF = 128
    IN_ROW = 256

cpdef enum OldIntent:
    NO_OLD = 0
    BUFF_MINION = 1
    MOVE_FRIEND = 2
    SUMMON_GROW = 3
    BURN_MOVE = 4
    SHADOW_NOVA = 5
    DEBUFF = 6
    REMOVAL_MASS = 7
    BUFF_GENERAL = 8

cdef enum:
    INTENTS = 4
    QUEUED = 6
    CARD_PLACES = 64

ctypedef struct IntentFact:
    uint8_t kind
    uint8_t card
    uint16_t who
    int32_t amount

ctypedef struct CardBelief:
    uint8_t n
    uint8_t follows
    uint8_t old
    uint8_t effects_hand
    uint8_t effects_board
    uint8_t effects_lasting
    uint8_t stat_artifact
    uint32_t buffing
    IntentFact intent[INTENTS]
    IntentFact follow[INTENTS]
    uint8_t n_follow

# Who is thought about: a unit on the board, or a card that is not there yet.
ctypedef struct Body:
    int32_t unit
    uint8_t card
    uint8_t owner
    uint8_t general
    int32_t attack
    int32_t health
    uint32_t keywords

cdef class StarterMind:
    cdef CardBelief belief[CARD_KINDS]
    cdef DuelystState s
    cdef double difficulty
    cdef int summoned, removed
    cdef uint64_t lazy
    cdef int me, turn
    cdef bint lethal, lethal_known
    cdef uint8_t priestess
    cdef int egg_tile
    cdef int64_t queue[QUEUED]
    cdef int n_queue
    cdef int64_t last_illegal
    cdef uint64_t no_play[SIGNATURE_SLOT + 1]
    cdef uint64_t no_move[TILES]
    cdef uint64_t no_attack[TILES]
    cdef uint64_t doomed
    cdef uint8_t follow_tile[2]
    cdef int n_follow
    cdef Body u
    cdef int target[UNITS]
    cdef double target_score[UNITS]
    cdef int n_targets
    cdef int usable[UNITS]
    cdef double usable_score[UNITS]
    cdef int n_usable
    cdef int place[CARD_PLACES]
    cdef int path[TILES]
    cdef int n_places, n_passed
    cdef int best_place, objective
    cdef double best_score
    cdef int found_follow[2]
    cdef int n_found_follow
    cdef int order[SIGNATURE_SLOT + 1]

cdef void look(StarterMind t, State state, int player) noexcept nogil
cdef void clear_plans(StarterMind t) noexcept nogil
cdef void plan(StarterMind t, int64_t action) noexcept nogil
cdef void forbid(StarterMind t, int64_t action) noexcept nogil
