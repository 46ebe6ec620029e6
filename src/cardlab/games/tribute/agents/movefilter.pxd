from libc.stdint cimport int64_t, uint8_t
from cardlab.core.action cimport kind_of, source_of
from cardlab.games.tribute.agents.bestmcts cimport BestJudge, PhaseTiers
from cardlab.games.tribute.agents.bots cimport LONGEST_MOVE, MOST_LISTED, MoveList
from cardlab.games.tribute.rules.state cimport (
    TributeState, CARDS, PLAY, PICK, STOP, NOTHING, ENACT_CHOSEN_EFFECT, DESTROY_CARDS, REFRESH_CARDS, REFRESH_AGENTS
)

cdef enum:
    KEPT_NAMES = 3
    MOST_RETURNS = 10

# What is left of a list of moves: their places in the list, in the order of their keys.
cdef class MoveFilter:
    cdef PhaseTiers ratings
    cdef BestJudge judge
    cdef int n
    cdef int slot[MOST_LISTED]
    cdef int64_t key[MOST_LISTED]
    cdef double rated[MOST_LISTED]
    cdef double rating[CARDS]
    cdef uint8_t wanted[CARDS]
    cdef int _keep(self, TributeState s, MoveList moves) noexcept nogil
    cdef void _sort(self, MoveList moves) noexcept nogil
    cdef void _keep_instant(self, TributeState s, MoveList moves) noexcept nogil
    cdef void _keep_worst_names(self, TributeState s, MoveList moves) noexcept nogil
    cdef void _rate_options(self, TributeState s, MoveList moves) noexcept nogil
    cdef void _keep_best_returns(self, TributeState s, MoveList moves) noexcept nogil

cdef int picks_in(MoveList moves, int slot) noexcept nogil
cdef int64_t key_of(MoveList moves, int slot) noexcept nogil
