from cardlab.agents.agent cimport Policy, play_out
from cardlab.core.limits cimport LONGEST
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, State
from cardlab.models.model cimport Evaluator
