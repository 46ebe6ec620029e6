from libc.stdint cimport uint64_t
from cardlab.core.bits cimport ONE
from cardlab.games.duelyst.agents.startermind cimport StarterMind
from cardlab.games.duelyst.agents.starterworth cimport health_of
from cardlab.games.duelyst.rules.legal cimport near, reach, in_reach
from cardlab.games.duelyst.rules.resolve cimport behind
from cardlab.games.duelyst.rules.state cimport (
    TILES, PROVOKE, RANGED, BLAST, FLYING, FRENZY, BACKSTAB, ZEAL, EPHEMERAL, CANNOT_COUNTER, FIELD_UP, GONE, SPRING)

cdef int distance(int a, int b) noexcept nogil
cdef bint touches(int a, int b) noexcept nogil
cdef void walk(StarterMind t, int i) noexcept nogil
cdef bint is_evasive(StarterMind t) noexcept nogil
cdef double tile_worth(StarterMind t, int tile, int o) noexcept nogil
cdef int objective_from_hand(StarterMind t, int tile) noexcept nogil
cdef int nearest_enemy(StarterMind t, int tile, uint64_t among) noexcept nogil
cdef bint is_safe(StarterMind t, int g, int e, int tile) noexcept nogil
