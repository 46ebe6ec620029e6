from libc.math cimport exp
from libc.stdint cimport uint32_t
from cardlab.core.bits cimport lowest_bit, popcount
from cardlab.core.state cimport State
from cardlab.models.model cimport Evaluator
from cardlab.games.locm.rules.play cimport LocmState
from cardlab.games.locm.rules.table cimport BREAKTHROUGH, CHARGE, DRAIN, GUARD, LETHAL, WARD
from cardlab.games.locm.rules.table cimport CREATURE, GREEN, RED, BLUE, OVER

cdef enum:
    SIDE = 24
    LANE = 6
    LANES_AT = 48
    HAND_AT = 72
    CLOCK_AT = 78
    FEATURES = 80
    HIDDEN = 64

cdef class BoardEvaluator(Evaluator):
    cdef double x[FEATURES]
    cdef float first[FEATURES][HIDDEN]
    cdef float bias[HIDDEN]
    cdef float last[HIDDEN]
    cdef float hidden[HIDDEN]
    cdef double linear[FEATURES]
    cdef double base
    cdef int n_hidden
    cdef double _value(self, State state, int seat) except? -1.0 nogil
    cdef double _raw(self, LocmState s, int seat) noexcept nogil

cdef void describe(LocmState s, int seat, double* x) noexcept nogil
cdef void describe_side(LocmState s, int p, double* x, int at) noexcept nogil
cdef void describe_player(LocmState s, int p, double* x, int at) noexcept nogil
cdef void describe_lane(LocmState s, int p, int lane, double* x, int at, int lane_at) noexcept nogil
cdef void describe_hand(LocmState s, int p, double* x) noexcept nogil
