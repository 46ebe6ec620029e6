from libc.stdint cimport int64_t
from cardlab.agents.agent cimport Agent
from cardlab.agents.turntree cimport TurnTree
from cardlab.core.action cimport pack, source_of
from cardlab.core.bits cimport rand_below
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, Seat
from cardlab.games.tribute.agents.bestmcts cimport BestJudge
from cardlab.games.tribute.agents.bots cimport offers
from cardlab.games.tribute.rules.legal cimport legal_actions
from cardlab.games.tribute.rules.state cimport TributeState, DUKE_OF_CROWS, ORGNUM, RED_EAGLE, DRAFT, DRAFTING

cdef class Rival(Agent):
    cdef BestJudge judge
    cdef TurnTree search
    cdef Actions scratch
    cdef bint prefers, drafting
    cdef int turn
    cdef int64_t _choose(self, Seat seat, Rng rng) except? -1 nogil
    cdef int64_t _choose_in(self, TributeState s, Seat seat, Rng rng) except? -1 nogil
    cdef int64_t _draft(self, Rng rng) noexcept nogil
    cdef int _new_game(self) except -1 nogil
    cdef double _estimate(self) noexcept nogil

cpdef int phase_of(int prestige, int enemy_prestige) noexcept nogil
