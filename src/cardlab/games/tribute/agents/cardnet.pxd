from cardlab.games.tribute.rules.state cimport TributeState, CARDS

cdef enum:
    INPUTS = 5
    UNITS_ROOM = 256

cdef class CardNet:
    cdef readonly object net  # type: ValueNet
    cdef object held
    cdef double* numbers
    cdef int units
    cdef double scale[INPUTS]
    cdef double x[INPUTS]
    cdef double sums[UNITS_ROOM]
    cdef void _judge_cards(self, TributeState s, int p, int* count, int cards, int* worth) noexcept nogil
