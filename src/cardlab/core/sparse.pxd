from libc.stdint cimport int64_t
from cardlab.core.features cimport Encoder

cdef class SparseEncoder(Encoder):
    cdef int _encode(self, const int64_t* row, int row_at, float* out, int at) except -1 nogil

cdef inline void put(Encoder e, int place, double amount) noexcept nogil:
    e.active[e.n_active] = place
    e.amount[e.n_active] = <float>amount
    e.n_active += 1
