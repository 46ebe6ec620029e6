from libc.stdint cimport int64_t
from cardlab.core.action cimport kind_of, pack, source_of
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Seat
from cardlab.games.tribute.agents.bots cimport TributeBot, offers
from cardlab.games.tribute.rules.legal cimport legal_actions
from cardlab.games.tribute.rules.play cimport favors
from cardlab.games.tribute.rules.state cimport (
    TributeState, HELD, LEVELS, WRIT_OF_COIN, ANSEI, DUKE_OF_CROWS, HLAALU, RED_EAGLE, TREASURY, CONTRACT_ACTION, CONTRACT_AGENT,
    STARTER, CURSE, COIN, POWER, PRESTIGE, OPP_LOSE, DRAW_CARDS, OPP_DISCARD, KNOCK_OUT, PATRON_CALL, HEAL, PLAY, ACTIVATE, ATTACK,
    BUY, CALL, ENACT, END, NOTHING, ENACT_CHOSEN_EFFECT
)

cdef enum:
    NOT_BASIC = 100

cdef class CamelCaseBot(TributeBot):
    cdef int64_t _draft(self, TributeState s, Rng rng) except? -1 nogil
    cdef int _decide(self, TributeState s, Seat seat, Rng rng) except -1 nogil
    cdef int64_t _first(self, TributeState s, int kind, int what) noexcept nogil
    cdef int64_t _play_something(self, TributeState s) noexcept nogil
    cdef int64_t _spend(self, TributeState s) noexcept nogil
    cdef int64_t _contract(self, TributeState s) noexcept nogil
    cdef int _choose_cards(self, TributeState s, Rng rng) except -1 nogil

cdef int liking(int code) noexcept nogil
cdef bint is_basic(TributeState s, int card) noexcept nogil
cdef bint is_unwanted(TributeState s, int card) noexcept nogil
