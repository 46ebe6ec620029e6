from libc.math cimport exp
from libc.stdint cimport int64_t
from cardlab.core.state cimport Actions, State
from cardlab.games.tribute.agents.bestmcts cimport EndGuide
from cardlab.games.tribute.agents.hql cimport HqlBot
from cardlab.games.tribute.agents.samplevalue cimport sample_value
from cardlab.games.tribute.rules.state cimport TributeState, CARDS, NOTHING
from cardlab.models.model cimport Evaluator

cdef class SampleEvaluator(Evaluator):
    cdef int tier[CARDS]
    cdef double _value(self, State state, int seat) except? -1.0 nogil
    cdef double _points(self, State state, int seat) except? -1.0 nogil

cdef class HqlEvaluator(Evaluator):
    cdef HqlBot bot
    cdef int since
    cdef double _value(self, State state, int seat) except? -1.0 nogil
    cdef double _points(self, State state, int seat) except? -1.0 nogil
    cdef double _sum(self, TributeState s, int seat) noexcept nogil

cdef class HqlGuide(EndGuide):
    cdef HqlEvaluator judge
    cdef HqlBot bot
    cdef int _begin(self, State root, int me) except -1 nogil
    cdef int _leave_out(self, State root, Actions acts) except -1 nogil
    cdef int _filter(self, TributeState s, Actions acts) except -1 nogil
    cdef int64_t _forced(self, State state, Actions scratch) except? -1 nogil
