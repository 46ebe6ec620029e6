from cardlab.core.bits cimport add_rows
from cardlab.core.state cimport State
from cardlab.models.model cimport Model, squashed

cpdef enum:
    MAX_LAYERS = 8
    MAX_WIDTH = 1024

cdef class DenseModel(Model):
    cdef int layers
    cdef int inputs[MAX_LAYERS]
    cdef int outputs[MAX_LAYERS]
    cdef int weights_at[MAX_LAYERS]
    cdef object held
    cdef float* weights
    cdef float hidden[MAX_WIDTH]
    cdef int active[MAX_WIDTH]
    cdef float amount[MAX_WIDTH]
    cdef int _put(self, int slot, State state, int seat) except -1 nogil
    cdef int _load(self, int n) except -1 nogil
    cdef int _judge(self, int n) except -1 nogil
    cdef double _forward(self) noexcept nogil
    cdef void _layer(self, int layer, const int* active, const float* amount, int n) noexcept nogil

cdef class WideModel(DenseModel):
    cdef object held_direct
    cdef double* direct
    cdef double constant
    cdef double _value(self, State state, int seat) except? -1.0 nogil
    cdef double _forward(self) noexcept nogil

cdef void rise(DenseModel model, int layer) noexcept nogil
