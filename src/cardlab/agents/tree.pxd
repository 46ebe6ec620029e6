from libc.stdint cimport int32_t, int64_t
from libc.stdlib cimport free, realloc

ctypedef struct Node:
    int64_t action
    double reward
    int32_t visits
    int32_t available
    int32_t mover
    int32_t child
    int32_t sibling
    int32_t origin

cdef class Tree:
    cdef Node* nodes
    cdef Node* other
    cdef int room
    cdef int other_room
    cdef int n
    cdef int _clear(self) except -1 nogil
    cdef int _add(self, int parent, int64_t action, int mover) except -1 nogil
    cdef int _reserve(self) except -1 nogil
    cdef int _find(self, int node, int64_t action, int mover) noexcept nogil
    cdef int _reroot(self, int node) except -1 nogil
    cdef int _most_visited(self, int node) noexcept nogil
    cdef int _clear_copy(self, int node) except -1 nogil
    cdef int _copy_child(self, int parent, int old) except -1 nogil
