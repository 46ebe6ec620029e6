from libc.stdint cimport int32_t, int64_t, uint8_t
from cardlab.core.action cimport kind_of, pack, source_of, target_of
from cardlab.core.bits cimport rand_below
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, Seat, State
from cardlab.games.tribute.agents.bots cimport MOST_LISTED, MoveList, TributeBot
from cardlab.games.tribute.agents.cardnet cimport CardNet
from cardlab.games.tribute.rules.legal cimport legal_actions
from cardlab.games.tribute.rules.piles cimport owned
from cardlab.games.tribute.rules.play cimport carry_out
from cardlab.games.tribute.rules.state cimport (
    TributeState, CARDS, HELD, PATRONS, TAVERN_MASK, GOLD, ANSEI, DUKE_OF_CROWS, ORGNUM, TREASURY, CONTRACT_ACTION, CONTRACT_AGENT, STARTER, CURSE,
    NOTHING, TOSS_CARDS, PLAY, ACTIVATE, ATTACK, BUY, CALL, END
)

cpdef enum:
    Q_STATES = 20
    SIZE_STEP = 2
    STAGES = 4
    MOST_WIDTH = 64

cpdef enum:
    W_PRESTIGE = 0
    W_POWER = 1
    W_COINS = 2
    W_PATRON = 3
    W_CARD = 4
    W_COMBO = 5
    W_AGENT = 6
    W_HEALTH = 7
    W_ANSEI = 8
    W_CROWS = 9
    W_ORGNUM = 10
    W_GOLD = 11
    W_TAVERN = 12
    W_DRAW = 13
    W_CURSE = 14
    HQL_WEIGHTS = 15

cdef class HqlBot(TributeBot):
    cdef double q[CARDS][Q_STATES]
    cdef int weight[STAGES][HQL_WEIGHTS]
    cdef uint8_t quiet[CARDS]
    cdef readonly int width
    cdef readonly bint slip
    cdef readonly bint learning
    cdef object pupil
    cdef readonly bint by_size
    cdef readonly int limit
    cdef CardNet net
    cdef int worth[CARDS]
    cdef int count[PATRONS]
    cdef int stage
    cdef int me
    cdef MoveList inner
    cdef list held
    cdef TributeState root
    cdef TributeState work
    cdef TributeState child
    cdef void* front[MOST_WIDTH]
    cdef void* other[MOST_WIDTH]
    cdef int front_value[MOST_WIDTH]
    cdef int other_value[MOST_WIDTH]
    cdef int front_root[MOST_WIDTH]
    cdef int other_root[MOST_WIDTH]
    cdef int n_other
    cdef int best_root
    cdef int best_value
    cdef uint8_t barred[MOST_LISTED]
    cdef int _new_game(self) except -1 nogil
    cdef int64_t _answer(self, TributeState s, Seat seat, Rng rng) except? -1 nogil
    cdef int _decide(self, TributeState s, Seat seat, Rng rng) except -1 nogil
    cdef void _look(self, TributeState s) noexcept nogil
    cdef bint _play_at_once(self, TributeState s) noexcept nogil
    cdef int _first_card(self, Actions acts) noexcept nogil
    cdef int _bar(self, TributeState s) except -1 nogil
    cdef int _is_barred(self, TributeState root, int64_t action, int before) except -1 nogil
    cdef bint _is_full(self, TributeState s, int card) noexcept nogil
    cdef int _search(self, Rng rng) except -1 nogil
    cdef int _expand(self, TributeState node, int value, int origin, Rng rng) except -1 nogil
    cdef int _admit(self, int origin, Rng rng) except -1 nogil
    cdef int _simplify(self, TributeState s, Rng rng) except -1 nogil
    cdef int64_t _quiet_action(self, TributeState s, Actions acts) except? -1 nogil
    cdef int _value(self, TributeState s) noexcept nogil
    cdef void _final(self, int value, int origin) noexcept nogil
    cdef int _learn(self, TributeState s, int64_t action) except -1

cdef void shuffle_tops(TributeState s, int me, Rng rng) noexcept nogil
cdef int stage_of(int enemy_prestige, int turns) noexcept nogil
