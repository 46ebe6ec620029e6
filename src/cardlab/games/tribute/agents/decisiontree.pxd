from libc.math cimport pow
from libc.stdint cimport int64_t, uint8_t
from cardlab.core.action cimport kind_of, pack, source_of
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Seat
from cardlab.games.tribute.agents.bots cimport MoveList, TributeBot
from cardlab.games.tribute.rules.choices cimport is_ordered
from cardlab.games.tribute.rules.legal cimport legal_actions
from cardlab.games.tribute.rules.state cimport (
    TributeState, CARDS, HELD, PATRONS, LEVELS, USED_MARK, GOLD, TITHE, ANSEI, DUKE_OF_CROWS, RAJHIN, PSIJIC, ORGNUM, HLAALU, PELIN, RED_EAGLE,
    TREASURY, SAINT_ALESSIA, AGENT, CURSE, COIN, POWER, PRESTIGE, OPP_LOSE, REPLACE, ACQUIRE, DESTROY, DRAW_CARDS, OPP_DISCARD, RETURN_TOP, TOSS_TOP,
    PLAY, ACTIVATE, ATTACK, BUY, CALL, ENACT, END, NOTHING, ENACT_CHOSEN_EFFECT, ACQUIRE_CARDS, REPLACE_CARDS_IN_TAVERN, DESTROY_CARDS,
    REFRESH_CARDS, REFRESH_AGENTS, KNOCKOUT_AGENTS, COMPLETE_HLAALU, COMPLETE_PELLIN, COMPLETE_PSIJIC, COMPLETE_TREASURY
)

cpdef enum:
    DECISION_GENES = 5

cdef enum:
    BLACK_SACRAMENT = 105
    AMBUSH = 103
    IMPRISONMENT = 109
    BLACKMAIL = 106
    TIER_A = 25
    TIER_B = 10
    TIER_C = 5
    TIER_D = 1

cdef class DecisionTreeBot(TributeBot):
    cdef int tier[CARDS]
    cdef double exponent, attack, big, power, prestige
    cdef int count[PATRONS]
    cdef int left[PATRONS]
    cdef int played[PATRONS]
    cdef int current
    cdef int turn
    cdef int max_coins
    cdef int _new_game(self) except -1 nogil
    cdef int _decide(self, TributeState s, Seat seat, Rng rng) except -1 nogil
    cdef void _look(self, TributeState s, int p) noexcept nogil
    cdef double _worth(self, TributeState s, int card) noexcept nogil
    cdef int _levels(self, TributeState s, int card) noexcept nogil
    cdef bint _can(self, int kind, int source) noexcept nogil
    cdef bint _has(self, int kind) noexcept nogil
    cdef int _play_a_card(self, TributeState s, int p) noexcept nogil
    cdef int _next_card(self, TributeState s, int p, int deck) noexcept nogil
    cdef int _playable(self, TributeState s, int p, int at) noexcept nogil
    cdef bint _needs_coin(self, TributeState s, int p) noexcept nogil
    cdef bint _catch_up(self, TributeState s, int p) noexcept nogil
    cdef bint _buy(self, TributeState s, int p) noexcept nogil
    cdef double _price_value(self, TributeState s, int p, int card) noexcept nogil
    cdef int _call(self, TributeState s, int p, bint need_coin) noexcept nogil
    cdef double _patron_value(self, TributeState s, int p, int patron, bint need_coin) noexcept nogil
    cdef bint _attack(self, TributeState s, int p) noexcept nogil
    cdef int _answer_cards(self, TributeState s, int p) except -1 nogil
    cdef int _answer_patron(self, TributeState s, int p) except -1 nogil
    cdef int _best_tiers(self, TributeState s, int k, bint highest) noexcept nogil
    cdef int _choose_side(self, TributeState s, int p) noexcept nogil
    cdef double _effect_value(self, TributeState s, int p, int code, int amount) noexcept nogil
    cdef int _owned(self, TributeState s, int p) noexcept nogil
