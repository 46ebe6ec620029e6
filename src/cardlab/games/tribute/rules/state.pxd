from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from cardlab.core.bits cimport mix, rand_below
from cardlab.core.knowledge cimport fitting_share
from cardlab.core.limits cimport EVERYBODY
from cardlab.core.luck cimport Luck
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, State

cpdef enum:
    CARDS = 125
    PATRONS = 10
    SLOTS = 5
    HELD = 120
    AGENTS = 32
    TAVERN_ROOM = 128
    QUEUE_ROOM = 32
    LATER_ROOM = 16
    MOST_PICKS = 5
    LEVELS = 4
    LAST_TURN = 500
    NO_CARD = 255
    MORIHAUS_BULL = 118
    MORIHAUS_ARCHER = 119
    SUMMERSET_SACKING = 102
    BEWILDERMENT = 77
    GOLD = 107
    WRIT_OF_COIN = 112
    TITHE = 111
    SOLDIER_OF_THE_EMPIRE = 123
    CHAINBREAKER_SERGEANT = 117

# An effect that waits: the card it stands on, the combo level (0 is the activation), which of two, and the agent it heals.
cpdef enum:
    ENTRY_CARD = 0
    ENTRY_LEVEL = 1
    ENTRY_PART = 2
    ENTRY_SLOT = 3

cdef enum:
    TAVERN_MASK = 127
    USED_MARK = 1
    HEALER_MARK = 2
    MARKED_AGENT = 254
    NO_SLOT = 255

cpdef enum Patron:
    ANSEI = 0
    DUKE_OF_CROWS = 1
    RAJHIN = 2
    PSIJIC = 3
    ORGNUM = 4
    HLAALU = 5
    PELIN = 6
    RED_EAGLE = 7
    TREASURY = 8
    SAINT_ALESSIA = 9

cpdef enum CardType:
    ACTION = 0
    AGENT = 1
    CONTRACT_ACTION = 2
    CONTRACT_AGENT = 3
    STARTER = 4
    CURSE = 5

cpdef enum Deed:
    COIN = 1
    POWER = 2
    PRESTIGE = 3
    OPP_LOSE = 4
    REPLACE = 5
    ACQUIRE = 6
    DESTROY = 7
    DRAW_CARDS = 8
    OPP_DISCARD = 9
    RETURN_TOP = 10
    RETURN_AGENT_TOP = 11
    TOSS_TOP = 12
    KNOCK_OUT = 13
    KNOCK_OUT_ALL = 14
    PATRON_CALL = 15
    CREATE_SACKING = 16
    HEAL = 17
    DONATE = 18

cpdef enum Kind:
    DRAFT = 1
    PLAY = 2
    ACTIVATE = 3
    ATTACK = 4
    BUY = 5
    CALL = 6
    PICK = 7
    ENACT = 8
    STOP = 9
    END = 10

cpdef enum Phase:
    DRAFTING = 0
    TURNS = 1
    OVER = 2

cpdef enum Asking:
    NOTHING = 0
    ENACT_CHOSEN_EFFECT = 1
    ACQUIRE_CARDS = 2
    REPLACE_CARDS_IN_TAVERN = 3
    DESTROY_CARDS = 4
    REFRESH_CARDS = 5
    REFRESH_AGENTS = 6
    TOSS_CARDS = 7
    KNOCKOUT_AGENTS = 8
    DONATE_CARDS = 9
    DISCARD_CARDS = 10
    COMPLETE_HLAALU = 11
    COMPLETE_PELLIN = 12
    COMPLETE_PSIJIC = 13
    COMPLETE_TREASURY = 14

cpdef enum Ending:
    RUNNING = 0
    PRESTIGE_OVER_80 = 1
    PATRON_FAVOR = 2
    PRESTIGE_OVER_40_NOT_MATCHED = 3
    TURN_LIMIT_EXCEEDED = 4
    DECISION_LIMIT_EXCEEDED = 5
    INCORRECT_MOVE = 6
    TURN_TIMEOUT = 7
    PATRON_SELECTION_TIMEOUT = 8
    PATRON_SELECTION_FAILURE = 9
    PREPARE_TIME_EXCEEDED = 10
    BOT_EXCEPTION = 11
    INTERNAL_ERROR = 12

# Where a card lies, for those who are told how it moves. Index 0 of a pile is its top, or where it began.
cpdef enum Pile:
    NOWHERE = 0
    IN_HAND = 1
    IN_DRAW = 2
    IN_PLAYED = 3
    IN_COOLDOWN = 4
    ON_BOARD = 5
    IN_ROW = 6
    IN_TAVERN = 7

# What is told. Those up to END_TURN are the entries of the action log.
cpdef enum Told:
    PLAY_CARD = 1
    ACTIVATE_AGENT = 2
    BUY_CARD = 3
    ACTIVATE_PATRON = 4
    ATTACK_AGENT = 5
    AGENT_DEATH = 6
    GAIN_COIN = 7
    GAIN_POWER = 8
    GAIN_PRESTIGE = 9
    OPP_LOSE_PRESTIGE = 10
    ACQUIRE_CARD = 11
    REPLACE_TAVERN = 12
    DESTROY_CARD = 13
    DISCARD = 14
    REFRESH = 15
    TOSS = 16
    KNOCKOUT = 17
    DRAW = 18
    KNOCKOUT_ALL = 19
    ADD_PATRON_CALLS = 20
    ADD_SUMMERSET_SACKING = 21
    ADD_SOLDIER_OF_THE_EMPIRE = 22
    ADD_CHAINBREAKER_SERGEANT = 23
    ADD_BEWILDERMENT_TO_OPPONENT = 24
    ADD_WRIT_OF_COIN = 25
    HEAL_AGENT = 26
    END_TURN = 27
    PICKED_PATRON = 28
    MOVED = 29
    DREW = 30
    RESHUFFLED = 31
    MIXED = 32
    TURN_BEGAN = 33
    ENDED = 34
    LAID_DOWN = 35
    REFILLED = 36

ctypedef struct Effect:
    uint8_t code
    uint8_t amount

# What stands on a card. `effect` has up to two effects for the activation and for each combo; `either`: one of them is chosen.
ctypedef struct CardFact:
    uint8_t deck
    uint8_t cost
    uint8_t type
    uint8_t hp
    uint8_t taunt
    uint8_t copies
    uint8_t starts
    uint8_t in_tavern
    uint8_t effects[LEVELS]
    uint8_t either[LEVELS]
    Effect effect[LEVELS][2]

# Piles are counted in bytes, a card by its number. Two piles share a block: the hand and the draw pile grow from its beginning
# (the top of a draw pile is its end), the played pile and the cooldown pile from its end.
ctypedef struct TributeFields:
    Luck luck[1]
    int32_t coins[2]
    int32_t power[2]
    int32_t prestige[2]
    uint16_t turn
    uint16_t moves
    uint16_t pool
    int8_t player
    int8_t winner
    int8_t viewer
    uint8_t phase
    uint8_t reason
    uint8_t n_patrons
    uint8_t patron[5]
    uint8_t favor[PATRONS]
    uint8_t calls[2]
    uint8_t known[2]
    uint8_t n_hand[2]
    uint8_t n_draw[2]
    uint8_t n_played[2]
    uint8_t n_cooldown[2]
    uint8_t n_agents[2]
    uint8_t n_row
    uint8_t n_tavern
    uint8_t top
    uint8_t row[SLOTS]
    uint8_t counter[PATRONS]
    uint8_t combo[PATRONS][3]
    uint8_t n_queue
    uint8_t n_later
    uint8_t asking
    uint8_t starting
    uint8_t ask_card
    uint8_t ask_level
    uint8_t ask_part
    uint8_t ask_most
    uint8_t ask_least
    uint8_t ask_from
    uint8_t gap
    uint8_t n_picked
    uint8_t copy
    uint8_t picked[MOST_PICKS]
    uint8_t agent[2][AGENTS]
    uint8_t health[2][AGENTS]
    uint8_t marks[2][AGENTS]
    uint8_t queue[QUEUE_ROOM][4]
    uint8_t later[LATER_ROOM][4]
    uint8_t tavern[TAVERN_ROOM]
    uint8_t hand[2][HELD]
    uint8_t deck[2][HELD]

cdef extern from "bits.h" nogil:
    void assign "CARDLAB_ASSIGN"(TributeFields target, TributeFields source)

cdef class TributeRules:
    cdef CardFact fact[CARDS]
    cdef readonly int pool
    cdef readonly int original
    cdef readonly int limit

cdef class TributeState(State):
    cdef TributeFields z
    cdef readonly TributeRules rules
    cdef uint8_t scratch[2 * HELD]
    cdef int64_t keys[2 * HELD]
    cdef uint8_t copies[CARDS]
    cdef public bint following
    cdef int _seats(self) except -1 nogil
    cdef int _player(self) except -2 nogil
    cdef Luck* _luck(self) noexcept nogil
    cdef int _deal(self, Rng rng) except -1 nogil
    cdef int _reason(self) except -1 nogil
    cdef int _legal(self, Actions out) except -1 nogil
    cdef int _candidates(self, Actions out) except -1 nogil
    cdef int _weight(self, int64_t action) except -1 nogil
    cdef int _apply(self, int64_t action) except -1 nogil
    cdef int _rollout(self, Actions scratch, Rng rng, int limit) except -1 nogil
    cdef int _copy_from(self, State other) except -1 nogil
    cdef int _hide(self, int seat) except -1 nogil
    cdef int _fill(self, int seat, Rng rng) except -1 nogil
    cdef int _stir(self, Rng rng) except -1 nogil
    cdef int _picked(self) except -1 nogil
    cdef double _score(self, int seat) except? -1.0 nogil
    cdef uint64_t _key(self) except? 0 nogil
    cdef char* _memory(self) noexcept nogil
    cdef int _width(self) noexcept nogil

cdef void clear_table(TributeState s) noexcept nogil
cdef void sort_cards(uint8_t* cards, int first, int end) noexcept nogil
cdef bint picks_unseen(int asking) noexcept nogil
cdef void straighten_tavern(TributeState s) noexcept nogil
cdef void give_priced_cards(TributeState s, int p, Rng rng) noexcept nogil
cdef int nth_priced(TributeState s, uint8_t* cards, int n, bint priced, int nth) noexcept nogil
cdef void clear_leftovers(TributeState s) noexcept nogil
cdef void hide_draw(TributeState s, int p) noexcept nogil
cdef void hide_hand(TributeState s, int p) noexcept nogil
cdef void mix_cards(uint8_t* cards, int first, int end, Rng rng) noexcept nogil
cdef uint64_t pile_key(uint8_t* cards, int first, int end, uint64_t salt) noexcept nogil
