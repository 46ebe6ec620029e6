from libc.math cimport log, sqrt
from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free, realloc
from cardlab.agents.agent cimport Agent, Stop
from cardlab.agents.clock cimport Clock
from cardlab.agents.planner cimport Guide, judge
from cardlab.core.bits cimport now, rand_below
from cardlab.core.limits cimport MAX_ACTIONS
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, Seat, State
from cardlab.models.model cimport Evaluator

cdef enum:
    PATH_ROOM = 128
    MOST_TWIGS = 2000000
    LONGEST_TURN = 500

# A position of the own turn, known by the actions that lead to it. `closes`: its action ends the turn. `n`: children, 0 as long as
# they are not listed. `done`: all there is below it was seen.
ctypedef struct Twig:
    int64_t action
    double best
    int32_t visits
    int32_t first
    int32_t n
    int32_t closes
    int32_t done

cdef class TurnTree(Agent):
    cdef int64_t max_iterations, max_ns, looked, spent_ns, deadline
    cdef double c, thought
    cdef int trees, me, n_twigs, room, n_path
    cdef bint trimmed
    cdef Evaluator evaluator
    cdef Guide guide
    cdef Stop stop
    cdef Clock clock
    cdef State root, world
    cdef Actions acts, first_acts
    cdef Twig* twigs
    cdef int32_t path[PATH_ROOM]
    cdef double value_of[MAX_ACTIONS]
    cdef double highest[MAX_ACTIONS]
    cdef double lowest[MAX_ACTIONS]
    cdef int64_t visits_of[MAX_ACTIONS]
    cdef int64_t _choose(self, Seat seat, Rng rng) except? -1 nogil
    cdef int _new_game(self) except -1 nogil
    cdef double _estimate(self) noexcept nogil
    cdef int _grow_tree(self, Rng rng, int64_t share, int64_t deadline) except -1 nogil
    cdef int _collect(self) noexcept nogil
    cdef int _best(self) noexcept nogil
    cdef int _iterate(self, Rng rng) except -1 nogil
    cdef int _descend(self) except -1 nogil
    cdef int _select(self, int twig) noexcept nogil
    cdef int _expand(self, int twig) except -1 nogil
    cdef double _worth(self, int twig, Rng rng) except? -1.0 nogil
    cdef int _finish_turn(self, Rng rng) except -1 nogil
    cdef int _credit(self, double value) noexcept nogil
    cdef int _add(self, int64_t action, bint closes) except -1 nogil
    cdef int _more_room(self) except -1
