from libc.stdint cimport int16_t, int64_t
from cardlab.agents.agent cimport Policy, VectorPolicy
from cardlab.core.action cimport pack, source_of
from cardlab.core.bits cimport rand_below
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, State
from cardlab.games.unicorns.rules.state cimport UnicornRules, UnicornState, asked_seat, unicorns_of
from cardlab.games.unicorns.rules.state cimport KINDS_ROOM, ROOM, NO_CARD, STACK, STABLE, DOWNGRADES, BABY, MAGICAL, UPGRADE, DOWNGRADE, MAGIC, INSTANT
from cardlab.games.unicorns.rules.state cimport ASK_ACTIVATE, ASK_EFFECT, ASK_PLAYERS, ASK_SACRIFICE, ASK_DESTROY, ASK_RETURN, ASK_STEAL
from cardlab.games.unicorns.rules.state cimport ASK_MOVE, ASK_DISCARD, ASK_GET, ASK_SAVE
from cardlab.games.unicorns.rules.state cimport PLAY, DRAW, PASS, WHERE, REACT, DECLINE, YES, NO, VARIANT, PLAYER, TARGET, TAKE, SECRET
from cardlab.games.unicorns.rules.state cimport AT_ACTION, AT_WHERE, AT_LATE_WHERE, AT_REACTIONS, AT_LIMIT, DO_TAKE
from cardlab.games.unicorns.rules.aims cimport can_play, copies_before, copy_of, gather, legal_actions, place_of
from cardlab.games.unicorns.rules.zones cimport owner_of

# What is out of the question, or comes before all else, is so far from what is weighed.
cdef enum:
    FAR = 1000

cdef class StudyRandom(Policy):
    cdef int64_t _pick(self, State state, Actions scratch, Rng rng) except? -1 nogil

# Plays by a number for each card; small means good.
cdef class TierPolicy(VectorPolicy):
    cdef double threshold, missing
    cdef bint written
    cdef int16_t gene[KINDS_ROOM]
    cdef double cost[ROOM]
    cdef int64_t _pick(self, State state, Actions scratch, Rng rng) except? -1 nogil
    cdef int64_t _answer(self, UnicornState s, Actions scratch, Rng rng) except? -1 nogil
    cdef double _value(self, int kind) noexcept nogil
    cdef int64_t _play_card(self, UnicornState s) noexcept nogil
    cdef int64_t _destination(self, UnicornState s, Actions scratch) except? -1 nogil
    cdef int64_t _reaction(self, UnicornState s, Actions scratch) except? -1 nogil
    cdef int64_t _player_named(self, UnicornState s, Rng rng) except? -1 nogil
    cdef bint _reacts(self, bint own, int height, int kind) noexcept nogil
    cdef double _seat_cost(self, UnicornState s, int me, int seat) noexcept nogil
    cdef int64_t _cards(self, UnicornState s) except? -1 nogil
    cdef double _cost(self, UnicornState s, int what, int seat, int card) noexcept nogil

cdef int64_t random_choice(UnicornState s, Actions scratch, Rng rng) except? -1 nogil
cdef int64_t random_play(UnicornState s, Rng rng) noexcept nogil
cdef int64_t random_option(UnicornState s, Rng rng) except? -1 nogil
cdef bint is_like(UnicornState s, int one, int other) noexcept nogil
cdef int hand_of(int seat) noexcept nogil
cdef int row_size(UnicornState s, int seat) noexcept nogil
cdef int64_t play_of(UnicornState s, int card) noexcept nogil
cdef int64_t none_played(UnicornState s) noexcept nogil
cdef int64_t answer_with(UnicornState s, int what, int at) noexcept nogil
cdef int first_of_best(UnicornState s, double* cost) noexcept nogil
