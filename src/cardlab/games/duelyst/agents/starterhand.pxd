from libc.stdint cimport int64_t
from cardlab.core.action cimport pack
from cardlab.core.bits cimport popcount, rand_below
from cardlab.core.rng cimport Rng
from cardlab.games.duelyst.agents.startermind cimport StarterMind, REMOVE, CALL, THEIRS, SHADOW_NOVA, REMOVAL_MASS, plan
from cardlab.games.duelyst.rules.legal cimport targets_of
from cardlab.games.duelyst.rules.state cimport ANYWHERE, HAND, MULLIGAN, PLAY, REPLACE, MINION, SPELL, ARTIFACT

cdef int card_in(StarterMind t, int slot) noexcept nogil
cdef bint playable(StarterMind t, int slot) noexcept nogil
cdef int cards_in_hand(StarterMind t) noexcept nogil
cdef void play_on(StarterMind t, int slot, int tile) noexcept nogil
cdef bint is_at_limit(StarterMind t, int done, int most) noexcept nogil
cdef bint is_too_much(StarterMind t, int card) noexcept nogil
cdef int called_by(StarterMind t, int card) noexcept nogil
cdef bint removes(StarterMind t, int card) noexcept nogil
cdef int64_t choose_mulligan(StarterMind t) noexcept nogil
cdef void choose_replacement(StarterMind t, Rng rng) noexcept nogil
