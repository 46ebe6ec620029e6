from libc.stdint cimport uint8_t
from cardlab.core.action cimport kind_of, source_of
from cardlab.core.state cimport Actions, State
from cardlab.games.tribute.agents.bestmcts cimport EndGuide
from cardlab.games.tribute.rules.state cimport TributeState, CARDS, PLAY, ACTIVATE, NOTHING

cdef class QuietGuide(EndGuide):
    cdef uint8_t quiet[CARDS]
    cdef int _leave_out(self, State root, Actions acts) except -1 nogil
    cdef int _filter(self, TributeState s, Actions acts) noexcept nogil
