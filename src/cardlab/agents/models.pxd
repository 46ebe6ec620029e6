from libc.math cimport exp
from libc.stdint cimport int64_t
from cardlab.agents.agent cimport Evaluator
from cardlab.core.bits cimport add_rows
from cardlab.core.features cimport Encoder, Observer, ROW_ROOM
from cardlab.core.state cimport State

cpdef enum:
    MAX_BATCH = 1024
    MAX_LAYERS = 8
    MAX_WIDTH = 1024

cdef class Model(Evaluator):
    cdef readonly Observer observer
    cdef readonly Encoder encoder
    cdef readonly int room
    cdef object held_x
    cdef object held_p
    cdef float* x
    cdef float* p
    cdef int64_t row[ROW_ROOM]
    cdef int _put(self, int slot, State state, int seat) except -1 nogil
    cdef int _load(self, int n) except -1 nogil
    cdef int _judge(self, int n) except -1 nogil
    cdef double _value(self, State state, int seat) except? -1.0 nogil

cdef class FunctionModel(Model):
    cdef readonly object function  # type: Callable[[Any], Any]
    cdef object batch_x
    cdef int _judge(self, int n) except -1 nogil

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

cdef class TreesModel(Model):
    cdef object held
    cdef int* feature
    cdef int* left
    cdef int* right
    cdef int* root
    cdef float* number
    cdef int trees
    cdef double base
    cdef bint squash
    cdef int _judge(self, int n) except -1 nogil
