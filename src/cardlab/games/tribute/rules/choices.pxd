from libc.stdint cimport uint8_t
from cardlab.core.limits cimport EVERYBODY
from cardlab.core.state cimport tell
from cardlab.games.tribute.rules.piles cimport (
    draw_cards, knock_out, place, put_in_cooldown, put_on_draw, put_under_tavern, refill, reshuffle, take_agent,
    take_from_cooldown, take_from_draw, take_from_hand, take_from_played
)
from cardlab.games.tribute.rules.state cimport (
    TributeState, HELD, SLOTS, NO_CARD, NO_SLOT, HEALER_MARK, MARKED_AGENT, MORIHAUS_BULL, MORIHAUS_ARCHER, SUMMERSET_SACKING,
    AGENT, CONTRACT_AGENT, HLAALU, PELIN, PSIJIC, TREASURY, COIN, POWER, PRESTIGE, OPP_LOSE, REPLACE, ACQUIRE, DESTROY, DRAW_CARDS, OPP_DISCARD, RETURN_TOP,
    RETURN_AGENT_TOP, TOSS_TOP, KNOCK_OUT, KNOCK_OUT_ALL, PATRON_CALL, CREATE_SACKING, HEAL, DONATE,
    NOTHING, ENACT_CHOSEN_EFFECT, ACQUIRE_CARDS, REPLACE_CARDS_IN_TAVERN, DESTROY_CARDS, REFRESH_CARDS, REFRESH_AGENTS, TOSS_CARDS,
    KNOCKOUT_AGENTS, DONATE_CARDS, DISCARD_CARDS, COMPLETE_HLAALU, COMPLETE_PELLIN, COMPLETE_PSIJIC, COMPLETE_TREASURY,
    NOWHERE, IN_HAND, IN_DRAW, IN_PLAYED, IN_COOLDOWN, ON_BOARD, IN_ROW, MOVED,
    GAIN_COIN, GAIN_POWER, GAIN_PRESTIGE, OPP_LOSE_PRESTIGE, REPLACE_TAVERN, DESTROY_CARD, DISCARD, REFRESH, TOSS, KNOCKOUT, DRAW,
    KNOCKOUT_ALL, ADD_PATRON_CALLS, ADD_SUMMERSET_SACKING, HEAL_AGENT
)

cdef int enact(TributeState s, int card, int level, int part, int slot) except -1 nogil
cdef int perform(TributeState s, int card, int level, int part, int slot) except -1 nogil
cdef void ask(TributeState s, int what, int card, int level, int part, int least, int most) noexcept nogil
cdef int ask_for(TributeState s, int code, int n, int card, int level, int part) except -1 nogil
cdef int count_agents(TributeState s, int p) noexcept nogil
cdef void heal(TributeState s, int p, int card, int n, int slot) noexcept nogil
cdef void knock_out_all(TributeState s, int p) noexcept nogil
cdef int span(TributeState s) noexcept nogil
cdef int option(TributeState s, int at) noexcept nogil
cdef int mixed_option(TributeState s, int p, int at) noexcept nogil
cdef bint is_picked(TributeState s, int at) noexcept nogil
cdef bint is_ordered(int asking) noexcept nogil
cdef int find_option(TributeState s, int card, int nth) noexcept nogil
cdef int options_left(TributeState s) noexcept nogil
cdef int answer_pick(TributeState s, int at) except -1 nogil
cdef int answer_stop(TributeState s) except -1 nogil
cdef void take_pick(TributeState s, int p, int at) noexcept nogil
cdef void destroy(TributeState s, int p, int at) noexcept nogil
cdef void return_to_top(TributeState s, int p, int at) noexcept nogil
cdef int finish(TributeState s, int p) except -1 nogil
cdef void replace_picked(TributeState s, int p) noexcept nogil
cdef void knock_out_picked(TributeState s, int p) noexcept nogil
cdef void pay_morihaus(TributeState s, int p, bint chosen) noexcept nogil
cdef int complete_patron(TributeState s, int p, int at) noexcept nogil
cdef void clear_ask(TributeState s) noexcept nogil
