from libc.stdint cimport int32_t, int64_t, uint32_t, uint64_t
from cardlab.agents.agent cimport Agent, Stop
from cardlab.agents.clock cimport Clock
from cardlab.core.bits cimport mix, now
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, Seat, State
from cardlab.core.tool cimport Tool
from cardlab.models.model cimport Evaluator

cpdef enum:
    MAX_KEPT = 1024

cdef enum:
    MAX_DEPTH = 48
    MAX_STEPS = 49152
    MAX_CHILDREN = 65536
    MAX_ENDS = 256
    PATHS = MAX_ENDS + 1
    SEEN_ROOM = 262144
    OUTCOMES = 8

# One action of a plan: what was done, the step before it (-1: none), and how many actions there are up to here.
ctypedef struct Step:
    int64_t action
    int32_t before
    int32_t length

ctypedef struct Child:
    double value
    int64_t action
    int32_t parent

# One end of a turn: what it is worth, and where its actions stand.
ctypedef struct End:
    double value
    int32_t slot
    int32_t length

cdef class Guide(Tool):
    cdef int _begin(self, State root, int me) except -1 nogil
    cdef int _leave_out(self, State root, Actions acts) except -1 nogil
    cdef bint _closes(self, State state, int64_t action) except -1 nogil
    cdef int64_t _forced(self, State state, Actions scratch) except? -1 nogil

cdef class Planner:
    cdef Evaluator evaluator
    cdef Guide guide
    cdef bint through
    cdef Stop stop
    cdef Clock clock
    cdef int width, room, me, n_steps, n_children, n_ends, most_ends
    cdef bint diving, finishing, chancy
    cdef int64_t looked, most, deadline
    cdef object keep
    cdef void* front[MAX_KEPT]
    cdef void* other[MAX_KEPT]
    cdef int32_t front_step[MAX_KEPT]
    cdef int32_t other_step[MAX_KEPT]
    cdef double front_value[MAX_KEPT]
    cdef State work
    cdef Actions acts
    cdef Actions answers
    cdef Rng dice
    cdef Step steps[MAX_STEPS]
    cdef Child children[MAX_CHILDREN]
    cdef End ends[MAX_ENDS]
    cdef int64_t paths[PATHS][MAX_DEPTH]
    cdef double open_value
    cdef int open_length
    cdef uint64_t seen[SEEN_ROOM]
    cdef uint32_t stamp[SEEN_ROOM]
    cdef uint32_t now_stamp
    cdef bint _is_open(self, State parent, bint mine) except -1 nogil
    cdef double _mean(self, State parent, int64_t action) except? -1.0 nogil
    cdef int _plan(self, State root, int me, int64_t most, int64_t deadline) except -1 nogil
    cdef int _level(self, int n_front) except -1 nogil
    cdef int _list(self, State state, bint at_root) except -1 nogil
    cdef int _keep_child(self, State state, int index) except -1 nogil
    cdef int _go_on(self, State state, int64_t action, int before) except -1 nogil
    cdef int _affordable(self, int tried, int64_t looked, int64_t start) noexcept nogil
    cdef int _finish(self, int n_front, int depth) except -1 nogil
    cdef int _dive(self, int depth, int step) except -1 nogil
    cdef int _try(self, State parent, int index, int step, int64_t action) except -1 nogil
    cdef int _is_new(self, uint64_t key) noexcept nogil
    cdef int _add_end(self, double value, int64_t action, int before) noexcept nogil
    cdef int _write_path(self, int64_t* out, int64_t action, int before) noexcept nogil
    cdef int _add_step(self, int64_t action, int before) noexcept nogil
    cdef bint _spent(self) noexcept nogil
    cdef int _path(self, int end, int64_t* out) noexcept nogil

cdef double judge(Evaluator evaluator, State state, int seat) except? -1.0 nogil
cdef void keep_best(Child* children, int n, int k) noexcept nogil
cdef void sort_children(Child* children, int first, int n) noexcept nogil
