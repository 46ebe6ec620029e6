from libc.stdint cimport uint8_t, uint64_t
from cardlab.core.bits cimport ONE, lowest_bit, rand_below
from cardlab.core.knowledge cimport fitting_share
from cardlab.core.limits cimport EVERYBODY, MAX_PLAYERS
from cardlab.core.poll cimport open_poll
from cardlab.core.rng cimport Rng
from cardlab.games.unicorns.rules.state cimport UnicornState, asked_seat
from cardlab.games.unicorns.rules.state cimport ROOM, NO_CARD, NOBODY, SEATS, STACK_ROOM, DECK, STACK, HAND, DO_SEARCH, DO_TAKE, DO_BRING, AT_DECK, AT_HAND
from cardlab.games.unicorns.rules.state cimport ASK_DISCARD, ASK_GET, NO_INSTANTS, OPEN_HAND, AT_REACTIONS, AT_LIMIT, AT_OVER
from cardlab.games.unicorns.rules.play cimport holds_answer
from cardlab.games.unicorns.rules.aims cimport can_react, may_enter
from cardlab.games.unicorns.rules.zones cimport count_cards, fits_printed, is_marked

ctypedef uint64_t u64

cdef int hide_from(UnicornState s, int seat) except -1 nogil
cdef int forget_hands(UnicornState s, int seat) except -1 nogil
cdef int fill_world(UnicornState s, int seat, Rng rng) except -1 nogil
cdef void rearrange(UnicornState s, int seat, Rng rng) noexcept nogil
cdef bint is_searching(UnicornState s, int seat) noexcept nogil
cdef void find_slots(UnicornState s, int seat) noexcept nogil
cdef void add_slots(UnicornState s, int zone, int seat) noexcept nogil
cdef void find_pool(UnicornState s, bint hands, bint deck) noexcept nogil
cdef void shuffle_pool(UnicornState s, int first, int n, Rng rng) noexcept nogil
cdef void place_pool(UnicornState s) noexcept nogil
cdef bint is_hidden_slot(UnicornState s, int card) noexcept nogil
cdef void relink(UnicornState s) noexcept nogil
cdef void let_answer(UnicornState s, Rng rng) noexcept nogil
cdef void trade(UnicornState s, int place, Rng rng, int others) noexcept nogil
cdef int nth_spare(UnicornState s, bint wanted, int nth) noexcept nogil
cdef int asked_zone(UnicornState s) noexcept nogil
cdef bint is_taken_from(UnicornState s) noexcept nogil
cdef bint is_answer(UnicornState s, int card) noexcept nogil
cdef void hide_reactions(UnicornState s, int seat) noexcept nogil
cdef void fill_reactions(UnicornState s, int seat) noexcept nogil
