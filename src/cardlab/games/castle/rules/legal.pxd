from libc.stdint cimport int64_t, uint64_t
from cardlab.core.action cimport extra_of, kind_of, pack, source_of, target_of
from cardlab.core.bits cimport NIBBLE, ONE, lowest_bit, nonzero_nibbles
from cardlab.core.state cimport Actions, State, offer
from cardlab.games.castle.rules.table cimport CastleTable
from cardlab.games.castle.rules.table cimport SEATS, RANKS, TWO, TEN, NOTHING
from cardlab.games.castle.rules.table cimport PICK, SWAP, DONE, HAND, UP, DOWN, PICKUP, GAMBLE, COMPLETE, PASS
from cardlab.games.castle.rules.table cimport CHOOSING, SWAPPING, PLAYING, ASKING, OVER

cdef class CastleLegal(CastleTable):
    cdef int _legal(self, Actions out) except -1 nogil
    cdef int _candidates(self, Actions out) except -1 nogil
    cdef int _weight(self, int64_t action) except -1 nogil
    cdef int _allows(self, int64_t action, Actions scratch) except -1 nogil

cdef int legal_picks(CastleLegal s, Actions out) except -1 nogil
cdef int legal_swaps(CastleLegal s, Actions out) except -1 nogil
cdef int legal_plays(CastleLegal s, Actions out) except -1 nogil
cdef int legal_downs(CastleLegal s, Actions out) except -1 nogil
cdef int legal_pickups(CastleLegal s, Actions out, int from_up) except -1 nogil
cdef int legal_answers(CastleLegal s, Actions out) except -1 nogil
cdef bint may_complete(CastleLegal s, int p) noexcept nogil
cdef bint is_playable(CastleLegal s, int rank) noexcept nogil
