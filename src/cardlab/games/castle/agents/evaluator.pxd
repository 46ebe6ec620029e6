from libc.math cimport exp
from libc.stdint cimport uint64_t
from cardlab.games.castle.rules.nibbles cimport NIBBLE, sum_nibbles
from cardlab.core.state cimport State
from cardlab.models.model cimport Evaluator
from cardlab.games.castle.rules.state cimport CastleState

cdef class CardsEvaluator(Evaluator):
    cdef double _value(self, State state, int seat) except? -1.0 nogil

cdef double standing(CastleState s, int p) noexcept nogil
