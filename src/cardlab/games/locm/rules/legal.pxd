from libc.stdint cimport int64_t, uint32_t
from cardlab.core.action cimport kind_of, pack, source_of
from cardlab.core.bits cimport lowest_bit
from cardlab.core.state cimport Actions, offer
from cardlab.games.locm.rules.state cimport LocmState
from cardlab.games.locm.rules.state cimport ROUNDS, FACE, CREATURE, GREEN, RED, BLUE
from cardlab.games.locm.rules.state cimport PICK, SUMMON, ATTACK, USE, PASS
from cardlab.games.locm.rules.state cimport DRAFT, BATTLE, OVER

cdef int legal_actions(LocmState s, Actions out) except -1 nogil
cdef int candidates(LocmState s, Actions out) except -1 nogil
cdef int equal_ways(LocmState s, int64_t action) noexcept nogil
cdef int list_actions(LocmState s, Actions out, uint32_t hand) except -1 nogil
cdef int list_summons(LocmState s, Actions out, uint32_t creatures) except -1 nogil
cdef int list_attacks(LocmState s, Actions out) except -1 nogil
cdef int list_items(LocmState s, Actions out, uint32_t items) except -1 nogil
cdef int list_targets(LocmState s, Actions out, int depth, int owner) except -1 nogil
cdef uint32_t first_of_a_kind(LocmState s, uint32_t cards) noexcept nogil
