from libc.math cimport pow
from libc.stdint cimport int64_t, uint8_t
from cardlab.agents.planner cimport Guide
from cardlab.core.action cimport kind_of
from cardlab.core.state cimport State
from cardlab.games.tribute.rules.state cimport (
    TributeState, CARDS, HELD, PATRONS, ANSEI, DUKE_OF_CROWS, TREASURY, CONTRACT_ACTION, CONTRACT_AGENT, END
)
from cardlab.models.model cimport Evaluator

cdef enum:
    PHASES = 3
    BEST_WEIGHTS = 12
    CROW = 0
    ANSEI_FAVOR = 1
    PRESTIGE_EACH = 2
    CARD_LIMIT = 3
    COMBO_POWER = 4
    OUR_AGENT = 5
    ENEMY_AGENT = 6
    UPCOMING = 7
    TIER_MULTIPLIER = 8
    TAVERN_PENALTY = 9
    KNOWN_COMBO = 10
    AFTER_40 = 11
    MOST_THREATS = 5
    AMBUSH_CARD = 103
    SACRAMENT_CARD = 105

cdef class EndGuide(Guide):
    cdef bint _closes(self, State state, int64_t action) except -1 nogil

cdef class PhaseTiers:
    cdef uint8_t instant[CARDS]
    cdef int by_phase[PHASES][CARDS]
    cdef int in_hand[2][CARDS]
    cdef int on_board[2][CARDS]

cdef class BestJudge(Evaluator):
    cdef PhaseTiers ratings
    cdef int tables
    cdef public int phase
    cdef double weight[BEST_WEIGHTS][PHASES]
    cdef int count[PATRONS]
    cdef double gain[MOST_THREATS]
    cdef double _value(self, State state, int seat) except? -1.0 nogil
    cdef double _sum(self, TributeState s, int p) noexcept nogil
    cdef double _patrons(self, TributeState s, int p) noexcept nogil
    cdef double _cards(self, TributeState s, int p) noexcept nogil
    cdef double _combos(self, TributeState s, int p) noexcept nogil
    cdef double _own_agents(self, TributeState s, int p) noexcept nogil
    cdef double _enemy_agents(self, TributeState s, int o) noexcept nogil
    cdef double _tavern(self, TributeState s, int p) noexcept nogil
    cdef double _rating(self, TributeState s, int card) noexcept nogil
    cdef double _combo(self, int n) noexcept nogil
    cdef int _count(self, TributeState s, int p) noexcept nogil

cdef int cards_of(TributeState s, int p) noexcept nogil
cdef int pile_card(TributeState s, int p, int at) noexcept nogil
