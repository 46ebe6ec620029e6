from libc.stdint cimport int64_t
from cardlab.agents.agent cimport Stop
from cardlab.agents.clock cimport Clock
from cardlab.core.action cimport pack, source_of
from cardlab.core.bits cimport now, rand_below
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Seat
from cardlab.games.tribute.agents.bestmcts cimport BestJudge
from cardlab.games.tribute.agents.bots cimport MOST_LISTED, TributeBot, offers
from cardlab.games.tribute.agents.movefilter cimport MoveFilter
from cardlab.games.tribute.agents.worldtree cimport Workshop, WorldTree
from cardlab.games.tribute.rules.legal cimport legal_actions
from cardlab.games.tribute.rules.state cimport TributeState, DUKE_OF_CROWS, ORGNUM, RED_EAGLE, DRAFT

cpdef enum:
    MOST_TREES = 20
    TRIAL_TURNS = 20

cdef class Rival(TributeBot):
    cdef BestJudge judge
    cdef MoveFilter filter
    cdef Workshop shop
    cdef Stop stop
    cdef Clock clock
    cdef list trees
    cdef void* tree[MOST_TREES]
    cdef int n_trees, used, turn, n_lines
    cdef bint by_mean, reuse, paced
    cdef int64_t max_iterations, max_ns, turn_ns, looked, spent_ns
    cdef double thought
    cdef double value_of[MOST_LISTED]
    cdef int64_t visits_of[MOST_LISTED]
    cdef int64_t line_action[MOST_LISTED]
    cdef int64_t line_visits[MOST_LISTED]
    cdef double line_value[MOST_LISTED]
    cdef int _new_game(self) except -1 nogil
    cdef double _estimate(self) noexcept nogil
    cdef int64_t _draft(self, TributeState s, Rng rng) except? -1 nogil
    cdef int64_t _answer(self, TributeState s, Seat seat, Rng rng) except? -1 nogil
    cdef int _decide(self, TributeState s, Seat seat, Rng rng) except -1 nogil
    cdef int _think(self, TributeState s, Seat seat, Rng rng, int64_t start) except -1 nogil
    cdef int _begin_turn(self, TributeState s) except -1 nogil
    cdef int _prepare(self, TributeState s, Seat seat, Rng rng) except -1 nogil
    cdef int64_t _pace(self, Rng rng) except -2 nogil
    cdef int _grow(self, Rng rng, int64_t ns) except -1 nogil
    cdef int _grow_tree(self, int at, Rng rng, int64_t share, int64_t ns) except -1 nogil
    cdef int _best(self, int n) noexcept nogil
    cdef int _note(self, int n) noexcept nogil

cpdef int phase_of(int prestige, int enemy_prestige) noexcept nogil
