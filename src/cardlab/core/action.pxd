from libc.stdint cimport int64_t

cdef extern from "bits.h" nogil:
    int64_t pack "cardlab_pack"(int kind, int source, int target, int extra)
    int kind_of "cardlab_kind_of"(int64_t action)
    int source_of "cardlab_source_of"(int64_t action)
    int target_of "cardlab_target_of"(int64_t action)
    int extra_of "cardlab_extra_of"(int64_t action)
