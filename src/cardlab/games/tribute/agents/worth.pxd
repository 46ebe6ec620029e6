from libc.stdint cimport uint8_t
from cardlab.core.state cimport State
from cardlab.games.tribute.agents.bestmcts cimport cards_of
from cardlab.games.tribute.rules.play cimport favors
from cardlab.games.tribute.rules.state cimport (
    TributeState, AGENTS, HELD, PATRONS, TREASURY, AGENT, TURNS, NOTHING, USED_MARK
)
from cardlab.models.model cimport Evaluator, squashed

# Where the groups of features begin.
cpdef enum:
    OWN_CARD = 0
    OWN_NEXT = 125
    OWN_AGENT = 250
    OWN_HEALTH = 375
    OTHER_CARD = 500
    OTHER_NEXT = 625
    OTHER_AGENT = 750
    OTHER_HEALTH = 875
    ROW_CARD = 1000
    FAVOR = 1125
    OWN_DECK = 1155
    OTHER_DECK = 1285
    OWN_PRESTIGE = 1415
    OTHER_PRESTIGE = 1446
    LEAD = 1477
    FACT = 1508
    WORTH_FEATURES = 1520
    DECK_SIZES = 13
    PRESTIGE_STEPS = 31
    WORTH_UNITS = 64
    WORTH_SECOND = 32

cdef enum:
    MOST_ACTIVE = 800

cdef class WorthEvaluator(Evaluator):
    cdef readonly bint trained
    cdef readonly bint closing
    cdef int n
    cdef int at[MOST_ACTIVE]
    cdef float amount[MOST_ACTIVE]
    cdef float first[WORTH_FEATURES][WORTH_UNITS]
    cdef float first_bias[WORTH_UNITS]
    cdef float second[WORTH_UNITS][WORTH_SECOND]
    cdef float second_bias[WORTH_SECOND]
    cdef float last[WORTH_SECOND]
    cdef float last_bias
    cdef float sums[WORTH_UNITS]
    cdef float more[WORTH_SECOND]
    cdef int count[PATRONS]
    cdef uint8_t left_health[AGENTS]
    cdef double _value(self, State state, int seat) except? -1.0 nogil
    cdef double _chance(self, TributeState s, int seat) noexcept nogil
    cdef double _after_turn(self, TributeState s, int p) noexcept nogil
    cdef double _net(self) noexcept nogil
    cdef int _prepare(self, TributeState s, int p) noexcept nogil
    cdef int _strike(self, TributeState s, int o, int power) noexcept nogil
    cdef void _own_cards(self, TributeState s, int p) noexcept nogil
    cdef void _other_cards(self, TributeState s, int o) noexcept nogil
    cdef void _card(self, TributeState s, int owned, int following, int card, double chance) noexcept nogil
    cdef void _clear_decks(self, TributeState s, int p) noexcept nogil
    cdef void _decks(self, int first) noexcept nogil
    cdef void _patrons(self, TributeState s, int p) noexcept nogil
    cdef void _facts(self, TributeState s, int p, int prestige, int taunt) noexcept nogil
    cdef void _put(self, int feature, double amount) noexcept nogil

cdef int step_of(int prestige) noexcept nogil
cdef bint is_fresh(TributeState s) noexcept nogil
