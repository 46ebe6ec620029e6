from cardlab.core.bits cimport ONE
from cardlab.games.duelyst.agents.startermind cimport (
    StarterMind, BURN, MOD_ATTACK, MINE, THEIRS, SMALL, GENERAL_TOO, ITSELF, BUFF_MINION, BUFF_GENERAL)
from cardlab.games.duelyst.agents.starterhand cimport card_in, playable, play_on, is_at_limit
from cardlab.games.duelyst.agents.starterworth cimport health_of, take_unit, damage_score, find_usable
from cardlab.games.duelyst.agents.startertiles cimport distance, touches, tile_worth, nearest_enemy, is_safe
from cardlab.games.duelyst.rules.legal cimport near, in_reach, targets_of, may_move, may_attack, row_of
from cardlab.games.duelyst.rules.resolve cimport behind
from cardlab.games.duelyst.rules.state cimport (
    ANYWHERE, SIGNATURE_SLOT, PROVOKE, RANGED, BLAST, FLYING, BACKSTAB, RUSH, EPHEMERAL, GENERAL_PROOF, GONE)

cdef void find_targets(StarterMind t, int tile, bint lethal_only, bint cast) noexcept nogil
cdef void list_reached(StarterMind t, int tile) noexcept nogil
cdef double target_score(StarterMind t, int e, int tile, int attack) noexcept nogil
cdef void keep_target(StarterMind t, int e, double score) noexcept nogil
cdef bint brings_more(StarterMind t, int e) noexcept nogil
cdef double tile_value(StarterMind t, int tile, bint lethal_only) noexcept nogil
cdef int buff_of(StarterMind t, int card) noexcept nogil
cdef int buffed_attack(StarterMind t, bint cast, int less) noexcept nogil
cdef void check_lethal(StarterMind t) noexcept nogil
