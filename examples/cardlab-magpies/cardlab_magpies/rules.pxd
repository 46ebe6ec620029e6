# The header of rules.py: which names are C numbers, how the struct is laid out, what runs without the GIL.
from libc.stdint cimport int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from cardlab.core.action cimport kind_of, pack, source_of
from cardlab.core.bits cimport ONE, lowest_bit, popcount, rand_below
from cardlab.core.cards cimport ASKS_PYTHON, IF_DONE, MAY, CardBook
from cardlab.core.chain cimport (
    Chain, append, clear_chain, close_question, drop, insert, no_more_picks, offer_picks, open_question, running, straighten,
    take_pick,
)
from cardlab.core.knowledge cimport Redeal, knows, learn, unlearn
from cardlab.core.limits cimport EVERYBODY, HIDDEN
from cardlab.core.luck cimport Luck
from cardlab.core.poll cimport Poll, close_poll, hidden_answers, hide_poll, next_asked, open_poll, take_answer
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, State, offer, roll, tell

cpdef enum:
    PLAYERS = 3
    TURNS = 15
    HAND = 3
    ROOM = 20
    PILES = 8
    NEST = 3  # the hands are the first three piles
    DECK = 6
    MEADOW = 7
    UNKNOWN = 128  # and above: a card that a seat does not know, with its batch

# Kinds of actions. Those that answer an effect have the number of what it does.
cdef enum:
    LAY = 1
    STOP = 6
    REST = 7

# What cards are made of, as trinkets.py numbers it.
cdef enum:
    DRAW = 1
    TOSS = 2
    LOOK = 3
    TAKE = 4
    PASS = 5
    OTHERS = 1
    ON_LAID = 0
    ON_TOSSED = 1
    SHINE = 0
    SHUFFLE = 1

# Events, in the order in which words.py declares them.
cdef enum:
    LAID = 1
    DREW = 2
    TOSSED = 3
    LOOKED = 4
    TOOK = 5
    PASSED = 6
    SHUFFLED = 7

ctypedef struct Pile:
    uint8_t card[ROOM]
    uint8_t n

ctypedef struct Roost:
    Luck luck[1]
    Chain chain[1]
    Poll poll[1]
    Pile pile[PILES]
    uint16_t seen_by[ROOM]
    uint8_t batch[ROOM]
    uint8_t shuffles
    uint8_t left

cdef class MagpieState(State):
    cdef Roost z
    cdef CardBook book
    cdef Redeal redeal
    cdef int _seats(self) except -1 nogil
    cdef int _player(self) except -2 nogil
    cdef int _turn(self) except -2 nogil
    cdef Luck* _luck(self) noexcept nogil
    cdef int _deal(self, Rng rng) except -1 nogil
    cdef int _legal(self, Actions out) except -1 nogil
    cdef int _apply(self, int64_t action) except -1 nogil
    cdef int _copy_from(self, State other) except -1 nogil
    cdef int _hide(self, int seat) except -1 nogil
    cdef int _fill(self, int seat, Rng rng) except -1 nogil
    cdef int64_t _seen(self, int64_t action, int mover, int seat) except? -2 nogil
    cdef double _score(self, int seat) except? -1.0 nogil
    cdef char* _memory(self) noexcept nogil
    cdef int _width(self) noexcept nogil
    cdef int _settle(self) except -1 nogil

# A turn
cdef int turn_of(MagpieState s) noexcept nogil
cdef int lay(MagpieState s, int place) except -1 nogil
cdef int go_on(MagpieState s) except -1 nogil
cdef int shine(MagpieState s, int seat) noexcept nogil
# A question in the middle of an effect
cdef int code_of(MagpieState s) noexcept nogil
cdef uint64_t options_of(MagpieState s) noexcept nogil
cdef int ask_about(MagpieState s) except -1 nogil
# Cards
cdef void empty(MagpieState s, int pile) noexcept nogil
cdef void put(MagpieState s, int pile, int card) noexcept nogil
cdef int take_out(MagpieState s, int pile, int place) noexcept nogil
cdef void swap(MagpieState s, int pile, int i, int j) noexcept nogil
cdef int remove(MagpieState s, int seat, int place) noexcept nogil
cdef void hand_over(MagpieState s, int giver, int card, int taker) noexcept nogil
cdef int draw(MagpieState s, int seat) except -1 nogil
cdef int shuffle(MagpieState s) except -1 nogil
# The chain of effects
cdef int begin(MagpieState s, int seat, int card, int trigger) except -1 nogil
cdef int resolve(MagpieState s) except -1 nogil
cdef int decide(MagpieState s) except -1 nogil
cdef int spread(MagpieState s) except -1 nogil
cdef int follow(MagpieState s, bint done) except -1 nogil
cdef int finish(MagpieState s, bint done) except -1 nogil
cdef int draw_some(MagpieState s, int seat, int n) except -1 nogil
# A choice in the middle of an effect
cdef int ask(MagpieState s) except -1 nogil
cdef int carry_out(MagpieState s) except -1 nogil
cdef int toss(MagpieState s, int seat, int place) except -1 nogil
cdef int look(MagpieState s, int seat, int other) except -1 nogil
cdef int take(MagpieState s, int seat, int option) except -1 nogil
# A poll
cdef int ask_all(MagpieState s) except -1 nogil
cdef int answer(MagpieState s, int place) except -1 nogil
# What is hidden
cdef void hide_pile(MagpieState s, int pile, int seat) noexcept nogil
cdef uint32_t in_sight(MagpieState s) noexcept nogil
cdef int open_places(MagpieState s, int pile, int batch) except -1 nogil
cdef int fill_places(MagpieState s, int pile, int batch, int dealt) noexcept nogil
