from libc.stdint cimport int64_t
from cardlab.agents.agent cimport Agent
from cardlab.core.action cimport kind_of, pack, source_of, target_of
from cardlab.core.bits cimport ONE, rand_below
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Seat, State
from cardlab.games.duelyst.agents.startermind cimport (
    StarterMind, SUMMON_GROW, BURN_MOVE, SHADOW_NOVA, REMOVAL_MASS, clear_plans, look, forbid)
from cardlab.games.duelyst.agents.starterhand cimport card_in, called_by, removes, choose_mulligan, choose_replacement
from cardlab.games.duelyst.agents.starterworth cimport health_of, take_unit, unit_score, find_usable
from cardlab.games.duelyst.agents.startertiles cimport walk
from cardlab.games.duelyst.agents.startertargets cimport find_targets, tile_value, check_lethal
from cardlab.games.duelyst.agents.starterunits cimport move_unit, attack_with, finish_egg
from cardlab.games.duelyst.agents.starterintents cimport place_score
from cardlab.games.duelyst.agents.starterplaces cimport list_legal
from cardlab.games.duelyst.agents.startercards cimport play_best, play_by_mark, play_by_type, follow_up
from cardlab.games.duelyst.rules.legal cimport targets_of, is_offered
from cardlab.games.duelyst.rules.state cimport DuelystState, OPENING, MOVE, ATTACK, PLAY, END_TURN, MINION, SPELL, ARTIFACT

cdef class StarterAgent(Agent):
    cdef StarterMind mind
    cdef int64_t _choose(self, Seat seat, Rng rng) except? -1 nogil
    cdef int _new_game(self) except -1 nogil
    cdef int _play_turn(self, State world, Rng rng) except -1 nogil
    cdef int64_t _choose_in(self, State state, int player, Rng rng) except? -1 nogil
    cdef StarterMind _consider(self, Seat seat)

cdef int64_t decide(StarterMind t, Rng rng) noexcept nogil
cdef void think(StarterMind t, Rng rng) noexcept nogil
cdef void note(StarterMind t, int64_t action) noexcept nogil
cdef void hold_back(StarterMind t, Rng rng) noexcept nogil
