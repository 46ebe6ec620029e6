from cardlab.core.action cimport pack
from cardlab.core.bits cimport ONE
from cardlab.games.duelyst.agents.startermind cimport StarterMind, DEBUFF, plan
from cardlab.games.duelyst.agents.starterhand cimport card_in, playable, play_on
from cardlab.games.duelyst.agents.starterworth cimport health_of, take_unit, find_usable
from cardlab.games.duelyst.agents.startertiles cimport distance, touches, walk, is_evasive, tile_worth, is_safe
from cardlab.games.duelyst.agents.startertargets cimport find_targets, tile_value
from cardlab.games.duelyst.rules.legal cimport near, half_line, targets_of, may_move, may_attack
from cardlab.games.duelyst.rules.state cimport (
    SIGNATURE_SLOT, NOBODY, MOVE, ATTACK, RANGED, BLAST, REBIRTH, EGG, EPHEMERAL, CANNOT_COUNTER, FIELD_UP, GONE)

cdef void move_unit(StarterMind t, int i, bint lethal_only) noexcept nogil
cdef void attack_with(StarterMind t, int i, bint lethal_only) noexcept nogil
cdef int choose_target(StarterMind t, int i) noexcept nogil
cdef bint force(StarterMind t, int e, int but, bint only_look) noexcept nogil
cdef int step_beside(StarterMind t, int i, int e) noexcept nogil
cdef void finish_egg(StarterMind t) noexcept nogil
cdef void weaken(StarterMind t, int i, int e) noexcept nogil
cdef int who_answers(StarterMind t, int i, int e) noexcept nogil
