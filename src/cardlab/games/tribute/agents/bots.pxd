from libc.stdint cimport int32_t, int64_t, uint8_t, uint64_t
from cardlab.agents.agent cimport Agent
from cardlab.core.action cimport kind_of, pack, source_of
from cardlab.core.bits cimport rand_below
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, Seat, State
from cardlab.games.tribute.rules.choices cimport is_ordered, option, span
from cardlab.games.tribute.rules.legal cimport legal_actions
from cardlab.games.tribute.rules.piles cimport next_word, output_of
from cardlab.games.tribute.rules.play cimport carry_out
from cardlab.games.tribute.rules.state cimport (
    TributeState, CARDS, PATRONS, HELD, NO_CARD, AGENT, CONTRACT_AGENT, TITHE, TREASURY, DRAFTING, NOTHING, ENACT_CHOSEN_EFFECT,
    DRAFT, PLAY, ACTIVATE, ATTACK, BUY, CALL, PICK, ENACT, STOP, END, OVER
)

cpdef enum:
    MOST_LISTED = 4096
    LONGEST_MOVE = 6
    OPTIONS_ROOM = 256

# The moves of the original's list, each as the actions that make it.
cdef class MoveList:
    cdef Actions acts
    cdef int n
    cdef int length[MOST_LISTED]
    cdef int64_t action[MOST_LISTED][LONGEST_MOVE]
    cdef int options
    cdef uint8_t card[OPTIONS_ROOM]
    cdef uint8_t taken[OPTIONS_ROOM]
    cdef int picks[LONGEST_MOVE]
    cdef int _gather(self, TributeState s) except -1 nogil
    cdef int _list(self, TributeState s) except -1 nogil
    cdef int64_t _count(self, TributeState s) except -1 nogil
    cdef int _nth(self, TributeState s, int64_t index) except -1 nogil
    cdef int _write(self, TributeState s, int size, int slot) noexcept nogil
    cdef int _take(self, TributeState s, int slot) except -1 nogil

cdef int64_t choose(int n, int k) noexcept nogil

cdef class TributeBot(Agent):
    cdef MoveList moves
    cdef uint64_t x
    cdef readonly bint exact
    cdef int64_t plan[LONGEST_MOVE]
    cdef int planned
    cdef int done
    cdef int64_t _choose(self, Seat seat, Rng rng) except? -1 nogil
    cdef int64_t _answer(self, TributeState s, Seat seat, Rng rng) except? -1 nogil
    cdef int _new_game(self) except -1 nogil
    cdef int _below(self, int64_t n, Rng rng) noexcept nogil
    cdef int64_t _draft(self, TributeState s, Rng rng) except? -1 nogil
    cdef int _decide(self, TributeState s, Seat seat, Rng rng) except -1 nogil
    cdef int _move(self, int slot) noexcept nogil
    cdef int _single(self, int64_t action) noexcept nogil
    cdef int _any(self, TributeState s, Rng rng, bint ending) except -1 nogil

cdef class RandomBot(TributeBot):
    cdef bint ending
    cdef int _decide(self, TributeState s, Seat seat, Rng rng) except -1 nogil

cdef class FirstBot(TributeBot):
    cdef int64_t _draft(self, TributeState s, Rng rng) except? -1 nogil
    cdef int _decide(self, TributeState s, Seat seat, Rng rng) except -1 nogil

cdef class MaxAgentsBot(TributeBot):
    cdef int tier[CARDS]
    cdef int _decide(self, TributeState s, Seat seat, Rng rng) except -1 nogil
    cdef int _best_agent(self, TributeState s, int kind) noexcept nogil

cdef class PatronFavorsBot(TributeBot):
    cdef TributeState world
    cdef int _decide(self, TributeState s, Seat seat, Rng rng) except -1 nogil
    cdef int _wanted_patron(self, TributeState s, int me) except -2 nogil

cdef class MaxPrestigeBot(TributeBot):
    cdef MoveList further
    cdef TributeState root
    cdef TributeState world
    cdef TributeState beyond
    cdef int32_t best[MOST_LISTED]
    cdef int _decide(self, TributeState s, Seat seat, Rng rng) except -1 nogil
    cdef int _try(self, int slot, int me, bint counting) except -1 nogil

cdef bint offers(Actions acts, int64_t action) noexcept nogil
