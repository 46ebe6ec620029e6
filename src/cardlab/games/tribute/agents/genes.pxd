from libc.math cimport floor
from libc.stdint cimport int64_t
from cardlab.agents.agent cimport VectorPolicy
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, State
from cardlab.games.tribute.agents.decisiontree cimport DECISION_GENES, DecisionTreeBot
from cardlab.games.tribute.agents.hql cimport HQL_WEIGHTS, STAGES, HqlBot
from cardlab.games.tribute.rules.state cimport TributeState

cpdef enum:
    HQL_GENES = 60

cdef class TreePolicy(VectorPolicy):
    cdef DecisionTreeBot bot
    cdef double low[DECISION_GENES]
    cdef double high[DECISION_GENES]
    cdef int64_t _pick(self, State state, Actions scratch, Rng rng) except? -1 nogil

cdef class HqlPolicy(VectorPolicy):
    cdef HqlBot bot
    cdef double low[HQL_GENES]
    cdef double high[HQL_GENES]
    cdef int64_t _pick(self, State state, Actions scratch, Rng rng) except? -1 nogil
