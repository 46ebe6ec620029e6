from libc.stdint cimport int64_t, uint8_t
from cardlab.agents.agent cimport Agent
from cardlab.agents.turntree cimport TurnTree
from cardlab.core.action cimport kind_of, source_of
from cardlab.core.bits cimport rand_below
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, Seat, State
from cardlab.games.tribute.agents.bestmcts cimport EndGuide
from cardlab.games.tribute.rules.legal cimport legal_actions
from cardlab.games.tribute.rules.state cimport TributeState, CARDS, PLAY, ACTIVATE, NOTHING, DRAFTING

cdef class QuietGuide(EndGuide):
    cdef uint8_t quiet[CARDS]
    cdef int _leave_out(self, State root, Actions acts) except -1 nogil
    cdef int _filter(self, TributeState s, Actions acts) noexcept nogil

cdef class Champion(Agent):
    cdef TurnTree search
    cdef Actions scratch
    cdef bint drafting
    cdef int64_t _choose(self, Seat seat, Rng rng) except? -1 nogil
    cdef int _new_game(self) except -1 nogil
    cdef double _estimate(self) noexcept nogil
