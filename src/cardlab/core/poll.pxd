from libc.stdint cimport int16_t, uint8_t, uint16_t
from cardlab.core.bits cimport lowest_bit
from cardlab.core.limits cimport MAX_PLAYERS

# A question to several players at once. A state embeds one as `Poll poll[1]`; seats are bits.
ctypedef struct Poll:
    uint16_t asked
    uint16_t answered
    int16_t answer[MAX_PLAYERS]

cdef void open_poll(Poll* p, int seats) noexcept nogil
cdef int next_asked(Poll* p) noexcept nogil
cdef bint take_answer(Poll* p, int seat, int answer) noexcept nogil
cdef bint is_open(Poll* p) noexcept nogil
cdef int said(Poll* p, int answer) noexcept nogil
cdef void hide_poll(Poll* p, int seat) noexcept nogil
cdef int hidden_answers(Poll* p, int seat) noexcept nogil
cdef void close_poll(Poll* p) noexcept nogil
