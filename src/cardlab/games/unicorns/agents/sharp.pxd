from libc.math cimport exp
from libc.stdint cimport int16_t, int64_t
from cardlab.agents.agent cimport VectorPolicy
from cardlab.core.action cimport pack, source_of
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, State
from cardlab.models.model cimport Evaluator
from cardlab.games.unicorns.agents.policies cimport FAR, answer_with, first_of_best, hand_of, none_played, play_of
from cardlab.games.unicorns.rules.state cimport UnicornState, asked_seat, unicorns_of
from cardlab.games.unicorns.rules.state cimport KINDS_ROOM, ROOM, NO_CARD, DECK, STACK, HAND, UPGRADES, DOWNGRADES, MAGICAL, UPGRADE, DOWNGRADE, MAGIC, INSTANT
from cardlab.games.unicorns.rules.state cimport ASK_ACTIVATE, ASK_EFFECT, ASK_PLAYERS, ASK_SACRIFICE, ASK_DESTROY, ASK_RETURN, ASK_STEAL
from cardlab.games.unicorns.rules.state cimport ASK_MOVE, ASK_DISCARD, ASK_GET, ASK_SAVE
from cardlab.games.unicorns.rules.state cimport YES, NO, AT_ACTION, AT_REACTIONS
from cardlab.games.unicorns.rules.state cimport DO_DISCARD, DO_BRING, DO_PULL, DO_TAKE, DO_SWAP_HANDS, DO_MOVE, DO_GIVE
from cardlab.games.unicorns.rules.aims cimport can_play, can_play_somewhere, gather, legal_actions
from cardlab.games.unicorns.rules.zones cimport owner_of

# Numbers of the whole vector: four for each card, then these.
cpdef enum Sense:
    DRAW_BELOW = 0
    LEAD_TARGET = 1
    UNICORN_TARGET = 2
    UPGRADE_TARGET = 3
    LEAD_STOP = 4
    STOP_ABOVE = 5
    GUARD_ABOVE = 6
    VICTIM_HAND = 7
    KEEP_UNICORNS = 8
    SENSES = 9

cpdef enum Sheet:
    PLAY_SHEET = 0
    WORTH_SHEET = 1
    STOP_SHEET = 2
    USE_SHEET = 3
    SHEETS = 4

cdef class SharpPolicy(VectorPolicy):
    cdef int named
    cdef int16_t gene[KINDS_ROOM]
    cdef double cost[ROOM]
    cdef int64_t _pick(self, State state, Actions scratch, Rng rng) except? -1 nogil
    cdef int64_t _answer(self, UnicornState s, Actions scratch, Rng rng) except? -1 nogil
    cdef double _sheet(self, int sheet, int kind) noexcept nogil
    cdef double _sense(self, int sense) noexcept nogil
    cdef int64_t _play_card(self, UnicornState s) noexcept nogil
    cdef int64_t _destination(self, UnicornState s, Actions scratch) except? -1 nogil
    cdef int64_t _reaction(self, UnicornState s, Actions scratch) except? -1 nogil
    cdef bint _stops(self, UnicornState s, int seat) noexcept nogil
    cdef int64_t _player_named(self, UnicornState s) noexcept nogil
    cdef double _victim(self, UnicornState s, int seat, int code, int card) noexcept nogil
    cdef double _prize(self, UnicornState s, int card) noexcept nogil
    cdef double _cost(self, UnicornState s, int what, int seat, int card, int code) noexcept nogil

cdef double lead(UnicornState s, int seat) noexcept nogil
cdef bint would_win(UnicornState s, int card, int seat) noexcept nogil

cpdef enum:
    TRAITS = 16

cdef class StandingEvaluator(Evaluator):
    cdef double weight[TRAITS]
    cdef double trait[TRAITS]
    cdef double worth[KINDS_ROOM]
    cdef double _value(self, State state, int seat) except? -1.0 nogil

cdef double expected_points(StandingEvaluator e, UnicornState s, int seat) noexcept nogil
cdef double standing(StandingEvaluator e, UnicornState s, int seat) noexcept nogil
cdef void read_traits(StandingEvaluator e, UnicornState s, int seat) noexcept nogil
cdef void read_cards(StandingEvaluator e, UnicornState s, int seat) noexcept nogil
cdef void read_announced(StandingEvaluator e, UnicornState s, int seat) noexcept nogil
