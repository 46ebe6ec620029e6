from libc.stdint cimport uint64_t
from cardlab.core.bits cimport ONE, rand_below
from cardlab.core.rng cimport Rng
from cardlab.games.duelyst.agents.startermind cimport (
    StarterMind, CALL, SMALL, EVERYBODY_THERE, OWN_SIDE, IN_COLUMN, IN_ROW, BUFF_MINION, MOVE_FRIEND, BURN_MOVE, SHADOW_NOVA,
    DEBUFF, REMOVAL_MASS, BUFF_GENERAL)
from cardlab.games.duelyst.agents.starterhand cimport card_in
from cardlab.games.duelyst.agents.starterworth cimport health_of, take_unit, unit_score, damage_score
from cardlab.games.duelyst.agents.startertiles cimport touches
from cardlab.games.duelyst.agents.startertargets cimport tile_value
from cardlab.games.duelyst.agents.starterintents cimport place_score
from cardlab.games.duelyst.rules.legal cimport targets_of
from cardlab.games.duelyst.rules.state cimport (
    TILES, ANYWHERE, MINION, PROVOKE, RANGED, AIRDROP, AT_ANYWHERE, AT_BLOCK_2, AT_BLOCK_3, GONE)

cdef bint rate_places(StarterMind t, int slot, double threshold, Rng rng) noexcept nogil
cdef void list_places(StarterMind t, int slot, Rng rng) noexcept nogil
cdef void list_legal(StarterMind t, int card, uint64_t legal) noexcept nogil
cdef void list_rows_or_units(StarterMind t, uint64_t legal) noexcept nogil
cdef void list_columns(StarterMind t, uint64_t legal) noexcept nogil
cdef bint aims_at_all(StarterMind t, int card) noexcept nogil
cdef int place_by_rule(StarterMind t, int card) noexcept nogil
cdef int or_any(StarterMind t, int card, int tile, Rng rng) noexcept nogil
cdef int best_tile_for(StarterMind t, int i) noexcept nogil
cdef int lure_target(StarterMind t) noexcept nogil
cdef int nova_target(StarterMind t) noexcept nogil
cdef bint storm_pays(StarterMind t) noexcept nogil
