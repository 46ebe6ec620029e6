from libc.stdint cimport int16_t, uint8_t, uint64_t
from cardlab.core.action cimport pack
from cardlab.core.bits cimport ONE, lowest_bit, popcount, rand_below
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, offer

ctypedef uint64_t u64

cpdef enum:
    CHAIN_ROOM = 64
    PICKS_ROOM = 32
    UNSEEN_PICK = 255

# An effect that waits: what it does is the game's, and so is the meaning of the numbers.
ctypedef struct Frame:
    uint8_t what
    uint8_t seat
    uint8_t card
    uint8_t at
    int16_t a
    int16_t b

# A question in the middle of an effect: pick `least` to `most` things. Things are known by their places in the list of options.
ctypedef struct Question:
    uint8_t what
    uint8_t seat
    uint8_t least
    uint8_t most
    uint8_t ordered
    uint8_t secret
    uint8_t n
    uint8_t picked[PICKS_ROOM]

# Effects in the order in which they are resolved. A state embeds one as `Chain chain[1]`, so that it is copied with everything else.
ctypedef struct Chain:
    Frame frame[CHAIN_ROOM]
    uint8_t n
    uint8_t now
    uint8_t end
    uint8_t link
    uint8_t step
    uint8_t asking
    Question ask

cdef void clear_chain(Chain* c) noexcept nogil
cdef int append(Chain* c, int what, int seat, int card, int a, int b) except -1 nogil
cdef int append_to_link(Chain* c, int what, int seat, int card, int a, int b) except -1 nogil
cdef int insert(Chain* c, int what, int seat, int card, int a, int b) except -1 nogil
cdef int push(Chain* c, int what, int seat, int card, int a, int b) except -1 nogil
cdef int put_frame(Chain* c, int place, int what, int seat, int card, int a, int b) except -1 nogil
cdef bint begin_link(Chain* c) noexcept nogil
cdef bint running(Chain* c) noexcept nogil
cdef void drop(Chain* c) noexcept nogil
cdef void walk_again(Chain* c) noexcept nogil
cdef void straighten(Chain* c) noexcept nogil
cdef int open_question(Chain* c, int what, int seat, int least, int most, bint ordered, bint secret) except -1 nogil
cdef uint64_t open_options(Chain* c, uint64_t available) noexcept nogil
cdef int offer_picks(Chain* c, Actions out, int pick, int stop, uint64_t available) except -1 nogil
cdef bint take_pick(Chain* c, int item, uint64_t available) noexcept nogil
cdef bint no_more_picks(Chain* c, uint64_t available) noexcept nogil
cdef void close_question(Chain* c) noexcept nogil
cdef void hide_picks(Chain* c, int seat) noexcept nogil
cdef void fill_picks(Chain* c, uint64_t available, Rng rng) noexcept nogil
cdef int too_long() except -1 nogil
