from libc.stdint cimport int64_t, uint64_t
from cardlab.core.action cimport extra_of, kind_of, pack, source_of, target_of
from cardlab.core.bits cimport ONE, lowest_bit
from cardlab.core.state cimport Actions, offer
from cardlab.games.castle.rules.nibbles cimport NIBBLE, nonzero_nibbles
from cardlab.games.castle.rules.state cimport CastleState
from cardlab.games.castle.rules.state cimport SEATS, RANKS, TWO, TEN, NOTHING
from cardlab.games.castle.rules.state cimport PICK, SWAP, DONE, HAND, UP, DOWN, PICKUP, GAMBLE, COMPLETE, PASS
from cardlab.games.castle.rules.state cimport CHOOSING, SWAPPING, PLAYING, ASKING, OVER

cdef int legal_actions(CastleState s, Actions out) except -1 nogil
cdef int candidates(CastleState s, Actions out) except -1 nogil
cdef int ways_to_pick(CastleState s, int64_t action) noexcept nogil
cdef bint is_common_play(CastleState s, int64_t action) noexcept nogil
cdef bint allows_play(CastleState s, int64_t action) noexcept nogil
cdef int legal_picks(CastleState s, Actions out) except -1 nogil
cdef int legal_swaps(CastleState s, Actions out) except -1 nogil
cdef int legal_plays(CastleState s, Actions out) except -1 nogil
cdef int legal_downs(CastleState s, Actions out) except -1 nogil
cdef int legal_pickups(CastleState s, Actions out, int from_up) except -1 nogil
cdef int legal_answers(CastleState s, Actions out) except -1 nogil
cdef bint may_complete(CastleState s, int p) noexcept nogil
cdef bint is_playable(CastleState s, int rank) noexcept nogil
