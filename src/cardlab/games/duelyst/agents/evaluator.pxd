from libc.math cimport exp
from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from cardlab.agents.agent cimport VectorPolicy
from cardlab.agents.rollouts cimport ClimbingPolicy
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, State
from cardlab.core.bits cimport ONE, lowest_bit
from cardlab.models.model cimport Evaluator
from cardlab.games.duelyst.rules.state cimport DuelystState
from cardlab.games.duelyst.rules.state cimport (
    HAND, OVER, PROVOKE, RANGED, BLAST, CELERITY, FLYING, FRENZY, FORCEFIELD, REBIRTH, STRUCTURE, EPHEMERAL, GONE, SPRING,
    DEATHWATCH, SPELL_WATCH, GROW)
from cardlab.games.duelyst.rules.legal cimport near, in_reach

cpdef enum:
    WEIGHTS = 20

cdef class BoardEvaluator(Evaluator):
    cdef double weight[WEIGHTS]
    cdef double _value(self, State state, int seat) except? -1.0 nogil
    cdef double _points(self, State state, int seat) except? -1.0 nogil
    cdef double _as_chance(self, double points) noexcept nogil

cdef class WeighedClimber(VectorPolicy):
    cdef BoardEvaluator evaluator
    cdef ClimbingPolicy climber
    cdef int64_t _pick(self, State state, Actions scratch, Rng rng) except? -1 nogil

cdef double standing(BoardEvaluator e, DuelystState s, int seat) noexcept nogil
cdef double side(BoardEvaluator e, DuelystState s, int p) noexcept nogil
cdef double worth(BoardEvaluator e, DuelystState s, int i) noexcept nogil
cdef double extras(BoardEvaluator e, DuelystState s, int i) noexcept nogil
cdef double player_points(BoardEvaluator e, DuelystState s, int p) noexcept nogil
cdef int steps_to_spring(DuelystState s, int i) noexcept nogil
cdef int steps(int a, int b) noexcept nogil
cdef double best_kill(BoardEvaluator e, DuelystState s, int i) noexcept nogil
