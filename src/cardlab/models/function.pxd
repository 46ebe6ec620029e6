from cardlab.models.model cimport Model

cdef class FunctionModel(Model):
    cdef readonly object function  # type: Callable[[Any], Any]
    cdef object batch_x
    cdef int _judge(self, int n) except -1 nogil
