from libc.math cimport pow
from cardlab.core.bits cimport ONE
from cardlab.games.duelyst.agents.startermind cimport (
    StarterMind, BURN, MOD_ATTACK, SET_ATTACK, MOD_HEALTH, REMOVE, HEAL_GENERAL, REFRESH, DRAW_CARD, GIVE_KEYWORD, CALL, STUN,
    DISPEL, TRANSFORM, MINE, THEIRS, SMALL, GENERAL_TOO, EVERYBODY_THERE, OWN_SIDE, IN_COLUMN, ITSELF, IN_ROW)
from cardlab.games.duelyst.agents.starterhand cimport cards_in_hand
from cardlab.games.duelyst.agents.starterworth cimport (
    health_of, take_card, unit_score, printed_score, card_score, scored_effects, keyword_bonus, damage_score)
from cardlab.games.duelyst.agents.startertiles cimport tile_worth, objective_from_hand
from cardlab.games.duelyst.rules.legal cimport row_of, column_of, tiles_around
from cardlab.games.duelyst.rules.state cimport TILES, HAND, NOBODY, MINION, CELERITY, EXHAUSTED, GONE

cdef double place_score(StarterMind t, int card, int place) noexcept nogil
cdef double intents_worth(StarterMind t, int card, int place) noexcept nogil
cdef double intent_worth(StarterMind t, int card, int at, bint following, int place) noexcept nogil
cdef double worth_on_unit(StarterMind t, int kind, int amount, int token, int i) noexcept nogil
cdef double worth_of_drawing(StarterMind t, int n) noexcept nogil
cdef double worth_of_summoning(StarterMind t, int card, int place, int amount, bint token) noexcept nogil
cdef double worth_of_follow_ups(StarterMind t, int card, int place) noexcept nogil
