from libc.stdint cimport int64_t
from cardlab.core.features cimport Observer
from cardlab.core.state cimport State
from cardlab.games.tribute.rules.state cimport TributeState, CARDS, HELD, PATRONS, TREASURY, DRAFTING, SLOTS

cdef enum:
    SIDE = 12
    FAVORS_AT = 26
    DECKS_AT = 36
    ROW_AT = 46
    OWN_AT = 51
    COLUMNS = 176

cdef class TributeObserver(Observer):
    cdef int _observe(self, State state, int seat, int64_t* row, int at) except -1 nogil

cdef void describe(TributeState s, int seat, int64_t* row, int at) noexcept nogil
cdef void describe_side(TributeState s, int p, int64_t* row, int at) noexcept nogil
cdef void count_cards(TributeState s, int p, int64_t* row, int at) noexcept nogil
cdef void count_decks(TributeState s, int p, int64_t* row, int at) noexcept nogil
