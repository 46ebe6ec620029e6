from libc.math cimport exp, log, sqrt
from libc.stdint cimport int32_t, int64_t
from cardlab.agents.clock cimport Clock
from cardlab.core.action cimport kind_of
from cardlab.core.bits cimport rand_real
from cardlab.core.eventlog cimport EventLog
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Seat
from cardlab.games.tribute.agents.bots cimport LONGEST_MOVE, MoveList, TributeBot
from cardlab.games.tribute.agents.samplevalue cimport sample_value, slipped_value
from cardlab.games.tribute.rules.play cimport carry_out
from cardlab.games.tribute.rules.state cimport TributeState, CARDS, END, OVER, NOTHING, DRAW

cpdef enum:
    TREE_ROOM = 20000
    TURN_ROOM = 256
    BEAM_ROOM = 64

cdef class PlanningBot(TributeBot):
    cdef int tier[CARDS]
    cdef TributeState root
    cdef TributeState work
    cdef MoveList inner
    cdef Clock clock
    cdef int64_t iterations
    cdef int64_t ns
    cdef int me

cdef class RandomTurnsBot(PlanningBot):
    cdef int64_t turn_plan[TURN_ROOM]
    cdef int64_t trial[TURN_ROOM]
    cdef int planned_turn
    cdef int at_turn
    cdef int turn
    cdef int drawn
    cdef bint slips
    cdef EventLog told
    cdef int _new_game(self) except -1 nogil
    cdef int _decide(self, TributeState s, Seat seat, Rng rng) except -1 nogil
    cdef int _make_plan(self, Seat seat, Rng rng) except -1 nogil
    cdef int _play_turn(self, Rng rng) except -1 nogil
    cdef int _turn_value(self) noexcept nogil

cdef class SampleBeamBot(PlanningBot):
    cdef int width
    cdef bint annealing
    cdef list held
    cdef void* front[BEAM_ROOM]
    cdef void* other[BEAM_ROOM]
    cdef int front_value[BEAM_ROOM]
    cdef int other_value[BEAM_ROOM]
    cdef int front_root[BEAM_ROOM]
    cdef int other_root[BEAM_ROOM]
    cdef int n_other
    cdef int best_root
    cdef int best_value
    cdef int _decide(self, TributeState s, Seat seat, Rng rng) except -1 nogil
    cdef int _admit(self, int origin, int iteration, Rng rng) noexcept nogil
    cdef void _final(self, int value, int origin) noexcept nogil

cdef class TurnTreeBot(PlanningBot):
    cdef int32_t first[TREE_ROOM]
    cdef int32_t children[TREE_ROOM]
    cdef int32_t visits[TREE_ROOM]
    cdef double best[TREE_ROOM]
    cdef int64_t action[TREE_ROOM][LONGEST_MOVE]
    cdef int length[TREE_ROOM]
    cdef int path[TURN_ROOM]
    cdef int n
    cdef int top
    cdef int turn
    cdef bint reuse
    cdef int _new_game(self) except -1 nogil
    cdef int _decide(self, TributeState s, Seat seat, Rng rng) except -1 nogil
    cdef bint _goes_on(self, TributeState s) except -1 nogil
    cdef int _keep(self, int node) except -1 nogil
    cdef int _grow(self, int node) except -1 nogil
    cdef int _descend(self) except -1 nogil
    cdef int _select(self, int node) noexcept nogil
