from cardlab.core.limits cimport EVERYBODY
from cardlab.core.state cimport tell
from cardlab.games.tribute.rules.choices cimport ask, count_agents
from cardlab.games.tribute.rules.piles cimport draw_cards, owned, place, put_in_cooldown
from cardlab.games.tribute.rules.state cimport (
    TributeState, HELD, ANSEI, DUKE_OF_CROWS, RAJHIN, PSIJIC, ORGNUM, HLAALU, PELIN, RED_EAGLE, TREASURY, SAINT_ALESSIA, NOWHERE,
    SUMMERSET_SACKING, BEWILDERMENT, WRIT_OF_COIN, SOLDIER_OF_THE_EMPIRE, CHAINBREAKER_SERGEANT,
    COMPLETE_HLAALU, COMPLETE_PELLIN, COMPLETE_PSIJIC, COMPLETE_TREASURY,
    ACTIVATE_PATRON, GAIN_COIN, GAIN_POWER, DRAW, ADD_SUMMERSET_SACKING, ADD_SOLDIER_OF_THE_EMPIRE, ADD_CHAINBREAKER_SERGEANT,
    ADD_BEWILDERMENT_TO_OPPONENT, ADD_WRIT_OF_COIN
)

cdef bint can_call(TributeState s, int patron) noexcept nogil
cdef int open_calls(TributeState s) noexcept nogil
cdef bint has_priced_card(TributeState s, int p) noexcept nogil
cdef int call_patron(TributeState s, int patron) except -1 nogil
cdef void come_closer(TributeState s, int p, int patron) noexcept nogil
cdef void pay_coins(TributeState s, int p, int patron, int n) noexcept nogil
cdef void pay_power(TributeState s, int p, int patron, int n) noexcept nogil
cdef void gain_power(TributeState s, int p, int patron, int n) noexcept nogil
cdef void create(TributeState s, int p, int card) noexcept nogil
cdef void call_crows(TributeState s, int p) noexcept nogil
cdef void call_orgnum(TributeState s, int p, int favor) noexcept nogil
cdef void call_alessia(TributeState s, int p, int favor) noexcept nogil
