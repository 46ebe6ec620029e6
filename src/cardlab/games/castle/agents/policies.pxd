from libc.stdint cimport int64_t
from cardlab.agents.agent cimport Agent, Policy, VectorPolicy
from cardlab.core.action cimport extra_of, kind_of, source_of, target_of
from cardlab.core.bits cimport rand_real
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, Seat, State
from cardlab.games.castle.rules.play cimport draw_action, lowest, play_lowest
from cardlab.games.castle.rules.state cimport CastleState, PLAYING, RANKS, PICK, SWAP, DONE, HAND, UP, DOWN, PICKUP, GAMBLE, COMPLETE, PASS

cdef class LowestPolicy(Policy):
    cdef double epsilon
    cdef int64_t _pick(self, State state, Actions scratch, Rng rng) except? -1 nogil
    cdef int _play(self, State state, Actions scratch, Rng rng, int limit) except -1 nogil

cdef class RankPolicy(VectorPolicy):
    cdef int64_t _pick(self, State state, Actions scratch, Rng rng) except? -1 nogil

cdef double keenness(int64_t action, double* genes) noexcept nogil

cdef class SplitAgent(Agent):
    cdef readonly Agent row
    cdef readonly Agent play
    cdef bint playing
    cdef int64_t _choose(self, Seat seat, Rng rng) except? -1 nogil
    cdef int _new_game(self) except -1 nogil
    cdef double _estimate(self) noexcept nogil

cdef bint is_playing(CastleState s) noexcept nogil
