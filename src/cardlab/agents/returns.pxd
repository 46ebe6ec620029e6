from libc.stdint cimport int32_t, int64_t, uint64_t
from cardlab.core.bits cimport mix
from cardlab.core.features cimport Observer, ROW_ROOM
from cardlab.core.state cimport Seat

cdef enum:
    SEEN_ROOM = 256

cdef class Returns:
    cdef Observer observer
    cdef int64_t row[ROW_ROOM]
    cdef uint64_t seen[SEEN_ROOM]
    cdef int32_t seen_at[SEEN_ROOM]
    cdef int seen_until
    cdef int n_seen
    cdef void _forget(self) noexcept nogil
    cdef int _times(self, Seat seat) except -1 nogil
