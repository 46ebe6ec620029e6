from libc.stdint cimport int64_t, uint32_t
from cardlab.core.bits cimport lowest_bit, popcount
from cardlab.core.features cimport Observer
from cardlab.core.state cimport State
from cardlab.games.locm.rules.state cimport LocmState
from cardlab.games.locm.rules.state cimport BREAKTHROUGH, DRAIN, GUARD, LETHAL, WARD

cdef enum:
    SIDE = 24
    LANE = 6
    LANES_AT = 48
    HAND_AT = 72
    CLOCK_AT = 78
    FEATURES = 80

cdef class LocmObserver(Observer):
    cdef int _observe(self, State state, int seat, int64_t* row, int at) except -1 nogil

cdef void describe(LocmState s, int seat, int64_t* row, int at) noexcept nogil
cdef void describe_side(LocmState s, int p, int64_t* row, int at, int lanes_at) noexcept nogil
cdef void describe_player(LocmState s, int p, int64_t* row, int at) noexcept nogil
cdef void describe_lane(LocmState s, int p, int lane, int64_t* row, int at, int lane_at) noexcept nogil
cdef void describe_hand(LocmState s, int p, int64_t* row, int at) noexcept nogil
