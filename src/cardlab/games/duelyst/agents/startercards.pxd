from libc.stdint cimport int64_t, uint64_t
from cardlab.core.action cimport pack
from cardlab.core.rng cimport Rng
from cardlab.games.duelyst.agents.startermind cimport StarterMind
from cardlab.games.duelyst.agents.starterhand cimport card_in, playable, cards_in_hand, play_on
from cardlab.games.duelyst.agents.starterworth cimport card_score
from cardlab.games.duelyst.agents.starterintents cimport intent_worth
from cardlab.games.duelyst.agents.starterplaces cimport (
    rate_places, list_legal, list_rows_or_units, list_columns, place_by_rule, or_any, best_tile_for)
from cardlab.games.duelyst.rules.legal cimport targets_of
from cardlab.games.duelyst.rules.state cimport (
    TILES, HAND, SIGNATURE_SLOT, NOBODY, FOLLOW_UP, SKIP, MINION, ON_FOLLOW, DO_TELEPORT)

cdef void play_best(StarterMind t, double threshold, Rng rng) noexcept nogil
cdef void play_by_mark(StarterMind t, int old, Rng rng) noexcept nogil
cdef void play_by_type(StarterMind t, int type, Rng rng) noexcept nogil
cdef void try_sorted(StarterMind t, int n, Rng rng) noexcept nogil
cdef void play_one(StarterMind t, int slot, Rng rng) noexcept nogil
cdef void play_by_rule(StarterMind t, int slot, Rng rng) noexcept nogil
cdef int64_t follow_up(StarterMind t, Rng rng) noexcept nogil
cdef int best_follow(StarterMind t, int card, uint64_t legal) noexcept nogil
