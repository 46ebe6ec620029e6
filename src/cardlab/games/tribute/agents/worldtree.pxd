from libc.math cimport log, sqrt
from libc.stdint cimport int8_t, int32_t, int64_t
from libc.stdlib cimport free, realloc
from cardlab.core.action cimport kind_of
from cardlab.core.bits cimport rand_below
from cardlab.core.rng cimport Rng
from cardlab.games.tribute.agents.bestmcts cimport BestJudge
from cardlab.games.tribute.agents.bots cimport LONGEST_MOVE, MoveList
from cardlab.games.tribute.agents.movefilter cimport MoveFilter
from cardlab.games.tribute.rules.play cimport carry_out
from cardlab.games.tribute.rules.state cimport TributeState, HELD, OVER, NOTHING, END, pile_key

cdef enum:
    WAY_ROOM = 128
    MOST_NODES = 1000000
    LONGEST_TURN = 500

# A position of the own turn, known by the move that leads to it. `closes`: the move ends the turn. `n`: children, 0 as long as
# they are not listed. `available`: how often the bounds of its parent's children were compared while it was one of those that had
# been tried. `done`: all there is below it was seen.
ctypedef struct Node:
    int64_t key
    int64_t action[LONGEST_MOVE]
    double best
    double total
    int32_t visits
    int32_t available
    int32_t first
    int32_t n
    int8_t length
    int8_t closes
    int8_t done

cdef extern from "bits.h" nogil:
    void assign "CARDLAB_ASSIGN"(Node target, Node source)

# What all trees of a bot work with.
cdef class Workshop:
    cdef TributeState work
    cdef MoveList moves
    cdef MoveFilter filter
    cdef BestJudge judge
    cdef double c
    cdef bint by_mean
    cdef int me
    cdef int way[WAY_ROOM]
    cdef int n_way

cdef class WorldTree:
    cdef TributeState root
    cdef bint planted
    cdef Node* nodes
    cdef Node* spare
    cdef int n, room, spare_room
    cdef int _plant(self, Workshop shop) except -1 nogil
    cdef int _list_children(self, Workshop shop) except -1 nogil
    cdef bint _is_done(self) noexcept nogil
    cdef double _best_below(self, int at) noexcept nogil
    cdef int _visits_below(self, int at) noexcept nogil
    cdef bint _fits(self, TributeState s, Workshop shop) noexcept nogil
    cdef int _advance(self, int at) except -1 nogil
    cdef int _iterate(self, Workshop shop, Rng rng) except -1 nogil
    cdef int _descend(self, Workshop shop, Rng rng) except -1 nogil
    cdef int _select(self, int node, Workshop shop) noexcept nogil
    cdef int _select_by_mean(self, int node, Workshop shop, Rng rng) noexcept nogil
    cdef int _expand(self, int node, Workshop shop) except -1 nogil
    cdef int _finish_turn(self, Workshop shop, Rng rng) except -1 nogil
    cdef int _credit(self, Workshop shop, double value) noexcept nogil
    cdef int _make_room(self, int wanted) except -1

cdef bint same_piles(TributeState one, TributeState other, int me) noexcept nogil
