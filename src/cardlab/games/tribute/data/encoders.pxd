from libc.stdint cimport int64_t
from cardlab.core.features cimport Encoder
from cardlab.core.sparse cimport SparseEncoder, put
from cardlab.games.tribute.data.observer cimport (
    AGENT_SLOTS, AGENTS_AT, ASKING_AT, CARDS_AT, COMBOS_AT, FAVORS_AT, FAVORS_OWN, OTHER_PLACES, OTHER_UNSEEN, OWN_HAND, OWN_PLACES, PLACE_BITS, ROW_AT,
    TAVERN_DECK, TOPS
)
from cardlab.games.tribute.rules.state cimport CARDS, PATRONS, SLOTS

cdef enum:
    FACTS = 26
    OWN_COINS = 4
    SIDE_NUMBERS = 12
    PRESTIGE_STEP = 4
    PRESTIGE_STEPS = 12
    ASKINGS = 15

cdef class TotalsEncoder(SparseEncoder):
    cdef int _list(self, const int64_t* row, int row_at) except -1 nogil

cdef class TributeRichEncoder(SparseEncoder):
    cdef int cost[CARDS]
    cdef int deck[CARDS]
    cdef int own_deck[PATRONS]
    cdef int other_deck[PATRONS]
    cdef int _list(self, const int64_t* row, int row_at) except -1 nogil
    cdef int _put_prestige(self, int64_t prestige, int at) noexcept nogil
    cdef int _put_patrons(self, const int64_t* row, int row_at, int at) noexcept nogil
    cdef int _put_shown(self, const int64_t* row, int row_at, int at) noexcept nogil
    cdef int _put_agents(self, const int64_t* row, int row_at, int at, int* deck) noexcept nogil
    cdef void _put_places(self, const int64_t* row, int row_at, int at) noexcept nogil

cdef int put_facts(Encoder e, const int64_t* row, int row_at) noexcept nogil
cdef int copies(int64_t where, int first, int places) noexcept nogil
