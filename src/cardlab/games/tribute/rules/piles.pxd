from libc.stdint cimport int64_t, uint8_t, uint64_t
from cardlab.core.bits cimport rand_below
from cardlab.core.limits cimport EVERYBODY
from cardlab.core.state cimport State, roll, tell
from cardlab.games.tribute.rules.state cimport (
    TributeState, HELD, AGENTS, TAVERN_ROOM, TAVERN_MASK, CARDS, SLOTS, NO_CARD, NO_SLOT, USED_MARK, CONTRACT_AGENT, TREASURY, CURSE,
    NOWHERE, IN_HAND, IN_DRAW, IN_PLAYED, IN_COOLDOWN, ON_BOARD, IN_ROW, IN_TAVERN, MOVED, DREW, RESHUFFLED, MIXED, REFILLED
)

cpdef enum:
    LARGEST_KEY = 2147483646

cdef enum:
    SHUFFLING = 1

cdef int place(int pile, int owner, int index) noexcept nogil
cdef int owned(TributeState s, int p) noexcept nogil
cdef int take_from_hand(TributeState s, int p, int at) noexcept nogil
cdef int take_from_played(TributeState s, int p, int at) noexcept nogil
cdef int take_from_cooldown(TributeState s, int p, int at) noexcept nogil
cdef int take_from_draw(TributeState s, int p, int at) noexcept nogil
cdef int take_agent(TributeState s, int p, int at) noexcept nogil
cdef void put_in_played(TributeState s, int p, int card, int origin, int seats) noexcept nogil
cdef void put_in_cooldown(TributeState s, int p, int card, int origin, int seats) noexcept nogil
cdef void put_on_draw(TributeState s, int p, int card, int origin) noexcept nogil
cdef void put_under_tavern(TributeState s, int card, int origin) noexcept nogil
cdef int put_on_board(TributeState s, int p, int card, int origin, int seats) noexcept nogil
cdef void send_away(TributeState s, int p, int card, int origin) noexcept nogil
cdef void knock_out(TributeState s, int p, int at) noexcept nogil
cdef void refill(TributeState s, int slot) noexcept nogil
cdef int draw_cards(TributeState s, int p, int n) except -1 nogil
cdef int reshuffle(TributeState s, int p) except -1 nogil
cdef int order_by_luck(TributeState s, int n) except -1 nogil
cdef int order_by_keys(TributeState s, int n) except -1 nogil
cdef uint64_t next_word(uint64_t word) noexcept nogil
cdef int output_of(uint64_t word) noexcept nogil
cdef int original_output(TributeState s) except -1 nogil
cdef int shuffle_scratch(TributeState s, int n) except -1 nogil
cdef int deal_match(TributeState s) except -1 nogil
cdef int gather_tavern(TributeState s) noexcept nogil
cdef int gather_starters(TributeState s) noexcept nogil
