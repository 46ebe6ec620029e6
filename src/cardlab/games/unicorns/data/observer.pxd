from libc.stdint cimport int64_t
from cardlab.core.features cimport Encoder, Observer
from cardlab.core.state cimport State
from cardlab.games.unicorns.rules.state cimport UnicornState, asked_seat, letters_of, unicorns_of
from cardlab.games.unicorns.rules.state cimport AT_OVER, DECK, DISCARD, DOWNGRADES, HAND, NO_CARD, NURSERY, STABLE, STACK, UPGRADES

# A column of a card counts its copies: hand, own stable and discard pile, then for each other player those in the stable and those known
# to be in the hand. All of it fits into 63 bits.
cdef enum:
    IN_HAND = 0
    IN_STABLE = 5
    IN_DISCARD = 9
    IN_OTHERS = 14
    PER_OTHER = 7
    OTHER_KNOWN = 4

# Columns of a player, and of the table; their order is that of the names in the source.
cdef enum:
    SEAT_COLUMNS = 6
    NATURES = 32767
    OF_UNICORNS = 0
    OF_LETTERS = 1
    OF_HAND = 2
    OF_UPGRADES = 3
    OF_DOWNGRADES = 4
    OF_NATURES = 5
    DECK_SIZE = 0
    DISCARD_SIZE = 1
    NURSERY_SIZE = 2
    ON_TURN = 3
    DECIDES = 4
    PHASE = 5
    PLAYS_LEFT = 6
    EXTRA_DRAWS = 7
    SKIPS = 8
    AGAIN = 9
    DECK_OUT = 10
    ASKED = 11
    ASKS_FOR = 12
    ASKING_CARD = 13
    STACKED = 14
    STACK_CARD = 15
    STACK_TOP = 16
    TOP_OWNER = 17
    INTO = 18
    TURNS = 19
    TABLE_COLUMNS = 20

cdef class UnicornObserver(Observer):
    cdef int kinds
    cdef int _observe(self, State state, int seat, int64_t* row, int at) except -1 nogil

cdef class UnicornEncoder(Encoder):
    cdef int kinds, players, natures, phases, asks
    cdef double goal
    cdef bint cards
    cdef int _encode(self, const int64_t* row, int row_at, float* out, int at) except -1 nogil
    cdef int _cards(self, const int64_t* row, int row_at, float* out, int at) noexcept nogil
    cdef int _seats(self, const int64_t* row, int row_at, float* out, int at) noexcept nogil
    cdef int _table(self, const int64_t* row, int row_at, float* out, int at) noexcept nogil

cdef void describe(UnicornState s, int kinds, int seat, int64_t* row, int at) noexcept nogil
cdef void count_zone(UnicornState s, int zone, int shift, int most, int64_t* row, int at) noexcept nogil
cdef void count_known(UnicornState s, int seat, int p, int shift, int64_t* row, int at) noexcept nogil
cdef void add_copy(int64_t* row, int at, int shift, int most) noexcept nogil
cdef void describe_seat(UnicornState s, int p, int64_t* row, int at) noexcept nogil
cdef void describe_table(UnicornState s, int seat, int64_t* row, int at) noexcept nogil
cdef void describe_stack(UnicornState s, int seat, int64_t* row, int at) noexcept nogil
cdef int ahead_of(UnicornState s, int seat, int p) noexcept nogil
cdef int one_of(float* out, int at, int64_t number, int n) noexcept nogil
