from libc.stdint cimport int64_t, uint32_t
from cardlab.core.action cimport kind_of, pack, source_of
from cardlab.core.bits cimport lowest_bit
from cardlab.core.state cimport Actions, State, offer
from cardlab.games.locm.rules.table cimport LocmTable
from cardlab.games.locm.rules.table cimport ROUNDS, FACE, CREATURE, GREEN, RED, BLUE
from cardlab.games.locm.rules.table cimport PICK, SUMMON, ATTACK, USE, PASS
from cardlab.games.locm.rules.table cimport DRAFT, BATTLE, OVER

cdef class LocmLegal(LocmTable):
    cdef int _legal(self, Actions out) except -1 nogil
    cdef int _candidates(self, Actions out) except -1 nogil
    cdef int _weight(self, int64_t action) except -1 nogil

cdef int list_actions(LocmLegal s, Actions out, uint32_t hand) except -1 nogil
cdef int list_summons(LocmLegal s, Actions out, uint32_t creatures) except -1 nogil
cdef int list_attacks(LocmLegal s, Actions out) except -1 nogil
cdef int list_items(LocmLegal s, Actions out, uint32_t items) except -1 nogil
cdef int list_targets(LocmLegal s, Actions out, int depth, int owner) except -1 nogil
cdef uint32_t first_of_a_kind(LocmLegal s, uint32_t cards) noexcept nogil
