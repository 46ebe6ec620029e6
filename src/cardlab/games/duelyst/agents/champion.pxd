from libc.math cimport exp
from libc.stdint cimport int64_t, uint64_t
from cardlab.agents.agent cimport Stop
from cardlab.agents.planner cimport Planner
from cardlab.agents.turns cimport TurnSearch
from cardlab.core.action cimport kind_of, pack
from cardlab.core.bits cimport ONE
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, Seat, State
from cardlab.models.model cimport Evaluator
from cardlab.games.duelyst.agents.evaluator cimport steps
from cardlab.games.duelyst.agents.starter cimport StarterAgent
from cardlab.games.duelyst.rules.state cimport DuelystState
from cardlab.games.duelyst.rules.state cimport (
    HAND, OPENING, END_TURN, REPLACE, MULLIGAN, MINION, SPELL, PROVOKE, RANGED, BLAST, CELERITY, FLYING, FRENZY, BACKSTAB,
    FORCEFIELD, REBIRTH, EGG, GROW, DEATHWATCH, SPELL_WATCH, TURN_START, TURN_END, DYING_WISH, EPHEMERAL, STRUCTURE, ROOTED,
    EXHAUSTED, GONE, SPRING, CREEP, NOBODY)

cpdef enum:
    TRAITS = 31

cdef class ChanceEvaluator(Evaluator):
    cdef double weight[2][TRAITS]
    cdef double bias
    cdef bint fresh
    cdef double trait[2][TRAITS]
    cdef double _value(self, State state, int seat) except? -1.0 nogil
    cdef double _points(self, State state, int seat) except? -1.0 nogil
    cdef double _as_chance(self, double points) noexcept nogil
    cdef double _sum(self, DuelystState s, int seat) noexcept nogil

cdef void read_traits(DuelystState s, int p, double* out) noexcept nogil
cdef void add_unit(DuelystState s, int i, double* out) noexcept nogil
cdef int steps_apart(int a, int b) noexcept nogil
cdef bint can_strike(DuelystState s, int i, int tile) noexcept nogil

cdef class ChampionSearch(TurnSearch):
    cdef StarterAgent rival
    cdef int _play_turn(self, State world, int64_t deadline) except -1 nogil
    cdef int64_t _choose(self, Seat seat, Rng rng) except? -1 nogil
    cdef int64_t _mulligan(self, DuelystState s, int p) noexcept nogil
