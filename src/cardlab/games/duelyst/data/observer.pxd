from libc.stdint cimport int64_t, uint32_t, uint64_t
from cardlab.core.features cimport Encoder, Observer
from cardlab.core.limits cimport EVERYBODY
from cardlab.core.state cimport State
from cardlab.games.duelyst.rules.state cimport DuelystState
from cardlab.games.duelyst.rules.state cimport TILES, HAND, EXHAUSTED, FIELD_UP, GONE, SPRING, CREEP, OPENING

cpdef enum:
    SPRINGS_AT = 45
    CREEP_AT = 46
    HAND_AT = 48
    SIDES_AT = 54
    PER_SIDE = 8
    CLOCK_AT = 70
    ROW_WIDTH = 73
    PLANES = 24
    GLOBALS_AT = 1080
    CARDS_AT = 1100

cdef class DuelystObserver(Observer):
    cdef int _observe(self, State state, int seat, int64_t* row, int at) except -1 nogil

cdef class PlanesEncoder(Encoder):
    cdef int cards
    cdef int _encode(self, const int64_t* row, int row_at, float* out, int at) except -1 nogil

cdef void describe(DuelystState s, int seat, int64_t* row, int at) noexcept nogil
cdef void describe_side(DuelystState s, int p, int64_t* row, int at) noexcept nogil
cdef int turned(int tile, int seat) noexcept nogil
cdef void put_unit_planes(int64_t told, int tile, float* out, int at) noexcept nogil
