from libc.stdint cimport int64_t
from cardlab.core.action cimport kind_of, source_of
from cardlab.core.bits cimport rand_real
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Seat
from cardlab.games.tribute.agents.bots cimport MOST_LISTED, MoveList, TributeBot
from cardlab.games.tribute.rules.legal cimport legal_actions
from cardlab.games.tribute.rules.state cimport (
    TributeState, GOLD, DUKE_OF_CROWS, RAJHIN, PSIJIC, ORGNUM, PELIN, RED_EAGLE, TREASURY, ACTION, AGENT, CURSE, COIN, POWER, REPLACE,
    ACQUIRE, DESTROY, DRAW_CARDS, KNOCK_OUT, CREATE_SACKING, HEAL, PLAY, ACTIVATE, ATTACK, BUY, CALL, NOTHING
)

cdef class SakkirinBot(TributeBot):
    cdef MoveList replies
    cdef int order[MOST_LISTED]
    cdef TributeState root
    cdef TributeState after
    cdef TributeState later
    cdef int64_t _draft(self, TributeState s, Rng rng) except? -1 nogil
    cdef int _decide(self, TributeState s, Seat seat, Rng rng) except -1 nogil
    cdef double _points(self, TributeState s, int slot) except? -1.0 nogil
    cdef double _play_points(self, TributeState s, int card) noexcept nogil
    cdef double _best_reply(self, int slot) except? -1.0 nogil

cdef double effect_points(int code) noexcept nogil
cdef double patron_points(int patron) noexcept nogil
