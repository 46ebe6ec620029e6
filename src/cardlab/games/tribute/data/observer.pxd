from libc.stdint cimport int64_t
from cardlab.core.features cimport Observer
from cardlab.core.state cimport State
from cardlab.games.tribute.rules.state cimport TributeState, HELD, PATRONS, TAVERN_MASK, DRAFTING, USED_MARK

# Where the parts of a row begin.
cdef enum:
    SIDE = 12
    FAVORS_AT = 26
    COMBOS_AT = 36
    ROW_AT = 46
    TOP_AT = 51
    ASKING_AT = 54
    AGENTS_AT = 55
    CARDS_AT = 67
    COLUMNS = 192
    TOPS = 3
    AGENT_SLOTS = 6
    PLACE_BITS = 7
    FAVORS_NOBODY = 1
    FAVORS_OWN = 2
    FAVORS_OTHER = 3

# Where copies of a card are, from the lowest bits on.
cdef enum:
    OWN_HAND = 0
    OWN_DRAW = 1
    OWN_PLAYED = 2
    OWN_COOLDOWN = 3
    OTHER_UNSEEN = 4
    OTHER_PLAYED = 5
    OTHER_COOLDOWN = 6
    TAVERN_DECK = 7
    OWN_PLACES = 4
    OTHER_PLACES = 3

cdef class TributeObserver(Observer):
    cdef int _observe(self, State state, int seat, int64_t* row, int at) except -1 nogil

cdef void describe(TributeState s, int seat, int64_t* row, int at) noexcept nogil
cdef void describe_side(TributeState s, int p, int64_t* row, int at) noexcept nogil
cdef void describe_agents(TributeState s, int p, int64_t* row, int at) noexcept nogil
cdef void count_places(TributeState s, int seat, int64_t* row, int at) noexcept nogil
cdef void put_copy(int64_t* row, int at, int place) noexcept nogil
