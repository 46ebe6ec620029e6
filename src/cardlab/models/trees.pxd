from cardlab.models.model cimport Model, squashed

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
