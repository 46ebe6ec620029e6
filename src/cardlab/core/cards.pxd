from libc.stdint cimport int16_t, uint8_t, uint16_t
from libc.stdlib cimport calloc, free
from cardlab.core.state cimport State

cpdef enum OpFlag:
    MAY = 1
    IF_DONE = 2
    ASKS_PYTHON = 4

# Codes of ops that join others, in a game whose effects are trees. May and Each: `other` is what they are about; Both and IfDone: `next`
# is the first, `other` the second; Choose: the `n` ops that follow it are branches, whose `other` is the variant.
cpdef enum Joint:
    JOINT_MAY = 200
    JOINT_BOTH = 201
    JOINT_IF_DONE = 202
    JOINT_CHOOSE = 203
    JOINT_BRANCH = 204
    JOINT_EACH = 205
    JOINT_PYTHON = 206

# One thing that a card does. `next` is what follows in the same link, `other` what waits for the next one; 0 is nothing.
ctypedef struct Op:
    uint8_t code
    uint8_t who
    uint8_t n
    uint8_t filter
    uint8_t zone
    uint8_t flags
    uint16_t next
    uint16_t other

cdef class CardBook:
    cdef readonly object vocabulary  # type: Vocabulary
    cdef readonly tuple cards  # type: tuple[Card, ...]
    cdef readonly int kinds, size, ops, triggers, facts
    cdef Op* op
    cdef uint16_t* starts
    cdef int16_t* fact_of
    cdef uint8_t* kind_of_card
    cdef list _functions
    cdef list _sketches
    cdef int _first(self, int kind, int trigger) noexcept nogil
    cdef int _fact(self, int kind, int fact) noexcept nogil
    cdef int _kind(self, int card) noexcept nogil
    cdef int _decide(self, int op, State state, int seat, int kind) except -1 nogil
