from libc.stdint cimport int64_t, uint8_t
from cardlab.core.action cimport kind_of, pack, source_of, target_of
from cardlab.core.state cimport Actions, offer
from cardlab.games.tribute.rules.choices cimport find_option, is_ordered, option, options_left, span
from cardlab.games.tribute.rules.patrons cimport can_call
from cardlab.games.tribute.rules.state cimport (
    TributeState, CARDS, HELD, PATRONS, NO_CARD, USED_MARK, DRAFT, PLAY, ACTIVATE, ATTACK, BUY, CALL, PICK, ENACT, STOP, END,
    DRAFTING, TURNS, OVER, NOTHING, ENACT_CHOSEN_EFFECT, REPLACE_CARDS_IN_TAVERN, KNOCKOUT_AGENTS, COMPLETE_PSIJIC
)

cdef int legal_actions(TributeState s, Actions out) except -1 nogil
cdef int candidates(TributeState s, Actions out) except -1 nogil
cdef int equal_ways(TributeState s, int64_t action) noexcept nogil
cdef int list_patrons_to_draft(TributeState s, Actions out) except -1 nogil
cdef int list_moves(TributeState s, Actions out) except -1 nogil
cdef int list_plays(TributeState s, int p, Actions out) except -1 nogil
cdef int list_activations(TributeState s, int p, Actions out) except -1 nogil
cdef int list_attacks(TributeState s, int o, Actions out) except -1 nogil
cdef int list_purchases(TributeState s, int p, Actions out) except -1 nogil
cdef int list_calls(TributeState s, Actions out) except -1 nogil
cdef int list_answers(TributeState s, Actions out) except -1 nogil
cdef int earlier_agents(TributeState s, int p, int at) noexcept nogil
cdef bint same_agents(TributeState s, int p, int one, int other) noexcept nogil
cdef bint is_stand_in(TributeState s, int64_t action) noexcept nogil
cdef int nth_of(TributeState s, int p, int card, int nth) noexcept nogil
