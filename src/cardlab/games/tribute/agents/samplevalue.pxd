from libc.math cimport exp
from cardlab.core.state cimport State
from cardlab.games.tribute.rules.state cimport TributeState, CARDS, HELD, PATRONS, TREASURY
from cardlab.models.model cimport Evaluator

cdef int sample_value(TributeState s, int me, int* tier) noexcept nogil
cdef int slipped_value(TributeState s, int me, int* tier, int draws) noexcept nogil
cdef int favor_value(TributeState s, int me) noexcept nogil
cdef int board_value(TributeState s, int me, int* tier) noexcept nogil
cdef int deck_power(TributeState s, int p, int* tier, int each) noexcept nogil

cdef class BalanceEvaluator(Evaluator):
    cdef int tier[CARDS]
    cdef double _value(self, State state, int seat) except? -1.0 nogil

cdef double standing(TributeState s, int p, int* tier) noexcept nogil
