from libc.stdint cimport int64_t
from cardlab.core.bits cimport ONE
from cardlab.core.features cimport Observer
from cardlab.core.state cimport State
from cardlab.games.castle.rules.state cimport CastleState, CHOOSING

cdef enum:
    HAND = 0
    ROW = 1
    DOWN = 2
    OTHER_HAND = 3
    OTHER_ROW = 4
    OTHER_DOWN = 5
    TOP = 6
    DECK_EMPTY = 7
    PILE = 8
    BURNED = 9
    STOCK = 10
    RUN = 11
    OTHER_KNOWN = 12
    PHASE = 13
    WAIT = 14
    OTHERS = 15
    PER_OTHER = 4

cdef class CastleObserver(Observer):
    cdef int _observe(self, State state, int seat, int64_t* row, int at) except -1 nogil

cdef void observe_table(CastleState s, int seat, int64_t* row, int at) noexcept nogil
cdef void observe_others(CastleState s, int seat, int64_t* row, int at) noexcept nogil
