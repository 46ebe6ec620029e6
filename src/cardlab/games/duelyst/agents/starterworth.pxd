from libc.math cimport pow
from libc.stdint cimport uint32_t
from cardlab.core.bits cimport popcount
from cardlab.games.duelyst.agents.startermind cimport StarterMind
from cardlab.games.duelyst.rules.state cimport (
    MINION, PROVOKE, RANGED, BLAST, CELERITY, FLYING, FRENZY, BACKSTAB, FORCEFIELD, REBIRTH, GROW, DEATHWATCH, SPELL_WATCH,
    EXHAUSTED, DISPELLED, FIELD_UP, GONE, CREEP)

cdef int health_of(StarterMind t, int i) noexcept nogil
cdef void take_unit(StarterMind t, int i) noexcept nogil
cdef void take_card(StarterMind t, int card, bint hypothetical) noexcept nogil
cdef double unit_score(StarterMind t, int i) noexcept nogil
cdef double printed_score(StarterMind t, int card, bint token) noexcept nogil
cdef double card_score(StarterMind t, int card) noexcept nogil
cdef int scored_effects(StarterMind t, int i) noexcept nogil
cdef double keyword_bonus(uint32_t keywords) noexcept nogil
cdef double damage_score(StarterMind t, int i, int damage) noexcept nogil
cdef void find_usable(StarterMind t) noexcept nogil
