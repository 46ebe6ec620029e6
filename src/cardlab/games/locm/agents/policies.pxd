from libc.stdint cimport int64_t, uint32_t
from cardlab.agents.agent cimport Agent, Policy, PolicyAgent, VectorPolicy
from cardlab.core.action cimport pack
from cardlab.core.bits cimport lowest_bit, popcount, rand_below
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, Seat, State
from cardlab.games.locm.rules.state cimport LocmState
from cardlab.games.locm.rules.state cimport CARDS, ROUNDS, FACE
from cardlab.games.locm.rules.state cimport BREAKTHROUGH, CHARGE, DRAIN, GUARD, LETHAL, WARD
from cardlab.games.locm.rules.state cimport CREATURE, GREEN, RED, BLUE
from cardlab.games.locm.rules.state cimport PICK, SUMMON, ATTACK, USE, PASS
from cardlab.games.locm.rules.state cimport DRAFT, BATTLE, OVER

cdef class GreedyPolicy(Policy):
    cdef int64_t _pick(self, State state, Actions scratch, Rng rng) except? -1 nogil

cdef class DraftPolicy(VectorPolicy):
    cdef Policy battle
    cdef int64_t _pick(self, State state, Actions scratch, Rng rng) except? -1 nogil

cdef class Drafter(Agent):
    cdef readonly Agent battle
    cdef Policy draft
    cdef Actions scratch
    cdef bint picked
    cdef int64_t _choose(self, Seat seat, Rng rng) except? -1 nogil
    cdef int _new_game(self) except -1 nogil
    cdef double _estimate(self) noexcept nogil

cdef class RandomDraft(Policy):
    cdef Policy battle
    cdef int64_t _pick(self, State state, Actions scratch, Rng rng) except? -1 nogil

cdef class WeighedGreedy(VectorPolicy):
    cdef Policy draft
    cdef LocmState work
    cdef int64_t _pick(self, State state, Actions scratch, Rng rng) except? -1 nogil

cdef double weigh(LocmState s, int p, double* genes) noexcept nogil
cdef double weigh_side(LocmState s, int p, double* genes) noexcept nogil
cdef int64_t preferred(LocmState s, double* genes) noexcept nogil
cdef int64_t greedy_action(LocmState s) noexcept nogil
cdef int health_gain(LocmState s, int p, int mine, int theirs) noexcept nogil
cdef int dying(int health) noexcept nogil
cdef int worth(LocmState s, int p, int slot) noexcept nogil
cdef int summon_gain(LocmState s, int card) noexcept nogil
cdef int face_gain(LocmState s, int slot) noexcept nogil
cdef int fight_gain(LocmState s, int mine, int theirs) noexcept nogil
cdef int item_gain(LocmState s, int card, int owner, int slot) noexcept nogil
cdef int bolt_gain(LocmState s, int card) noexcept nogil
