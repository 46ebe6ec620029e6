from libc.math cimport pow
from libc.stdint cimport int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from cardlab.agents.agent cimport Agent
from cardlab.core.action cimport pack, kind_of, source_of, target_of
from cardlab.core.bits cimport ONE, lowest_bit, popcount, rand_below
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Seat, State
from cardlab.games.duelyst.rules.state cimport DuelystRules, DuelystState
from cardlab.games.duelyst.rules.state cimport (
    TILES, ANYWHERE, UNITS, HAND, SIGNATURE_SLOT, CARD_KINDS, NOBODY, OPENING,
    MULLIGAN, MOVE, ATTACK, PLAY, REPLACE, FOLLOW_UP, END_TURN, SKIP, MINION, SPELL, ARTIFACT,
    PROVOKE, RANGED, BLAST, CELERITY, FLYING, FRENZY, BACKSTAB, RUSH, AIRDROP, FORCEFIELD, REBIRTH, EGG, ZEAL, GROW, DEATHWATCH,
    EPHEMERAL, SPELL_WATCH, CANNOT_COUNTER, GENERAL_PROOF, AT_ANYWHERE, AT_BLOCK_2, AT_BLOCK_3, ON_FOLLOW, DO_TELEPORT, EXHAUSTED, DISPELLED, FIELD_UP, GONE, SPRING, CREEP)
from cardlab.games.duelyst.rules.legal cimport (
    near, beside, reach, in_reach, half_line, targets_of, is_offered, may_move, may_attack, row_of, column_of, tiles_around)
from cardlab.games.duelyst.rules.resolve cimport behind

cpdef enum Intent:
    NO_INTENT = 0
    BURN = 1
    MOD_ATTACK = 2
    SET_ATTACK = 3
    MOD_HEALTH = 4
    REMOVE = 5
    HEAL_GENERAL = 6
    REFRESH = 7
    DRAW_CARD = 8
    GIVE_KEYWORD = 9
    CALL = 10
    STUN = 11
    DISPEL = 12
    TRANSFORM = 13

cpdef enum IntentWho:
    MINE = 1
    THEIRS = 2
    SMALL = 4
    GENERAL_TOO = 8
    EVERYBODY_THERE = 16
    OWN_SIDE = 32
    IN_COLUMN = 64
    ITSELF = 128
    IN_ROW = 256

cpdef enum OldIntent:
    NO_OLD = 0
    BUFF_MINION = 1
    MOVE_FRIEND = 2
    SUMMON_GROW = 3
    BURN_MOVE = 4
    SHADOW_NOVA = 5
    DEBUFF = 6
    REMOVAL_MASS = 7
    BUFF_GENERAL = 8

cdef enum:
    INTENTS = 4
    QUEUED = 6
    CARD_PLACES = 64

ctypedef struct IntentFact:
    uint8_t kind
    uint8_t card
    uint16_t who
    int32_t amount

ctypedef struct CardMind:
    uint8_t n
    uint8_t follows
    uint8_t old
    uint8_t effects_hand
    uint8_t effects_board
    uint8_t effects_lasting
    uint8_t stat_artifact
    uint32_t buffing
    IntentFact intent[INTENTS]
    IntentFact follow[INTENTS]
    uint8_t n_follow

# Who is thought about: a unit on the board, or a card that is not there yet.
ctypedef struct Body:
    int32_t unit
    uint8_t card
    uint8_t owner
    uint8_t general
    int32_t attack
    int32_t health
    uint32_t keywords

cdef class StarterAgent(Agent):
    cdef CardMind mind[CARD_KINDS]
    cdef DuelystState s
    cdef double difficulty
    cdef int summoned, removed
    cdef uint64_t lazy
    cdef int me, turn
    cdef bint lethal, lethal_known
    cdef uint8_t priestess
    cdef int egg_tile
    cdef int64_t queue[QUEUED]
    cdef int n_queue
    cdef int64_t last_illegal
    cdef uint64_t no_play[SIGNATURE_SLOT + 1]
    cdef uint64_t no_move[TILES]
    cdef uint64_t no_attack[TILES]
    cdef uint64_t doomed
    cdef uint8_t follow_tile[2]
    cdef int n_follow
    cdef Body u
    cdef int target[UNITS]
    cdef double target_score[UNITS]
    cdef int n_targets
    cdef int usable[UNITS]
    cdef double usable_score[UNITS]
    cdef int n_usable
    cdef int place[CARD_PLACES]
    cdef int path[TILES]
    cdef int n_places, n_passed
    cdef int best_place, objective
    cdef double best_score
    cdef int found_follow[2]
    cdef int n_found_follow
    cdef int order[SIGNATURE_SLOT + 1]
    cdef int64_t _choose(self, Seat seat, Rng rng) except? -1 nogil
    cdef int _new_game(self) except -1 nogil
    cdef int _play_turn(self, State world, Rng rng) except -1 nogil
    cdef int64_t _choose_in(self, State state, int player, Rng rng) except? -1 nogil
    cdef void _look(self, State state, int player) noexcept nogil
    cdef int64_t _decide(self, Rng rng) noexcept nogil
    cdef int64_t _mulligan(self) noexcept nogil
    cdef int64_t _follow_up(self, Rng rng) noexcept nogil
    cdef void _think(self, Rng rng) noexcept nogil
    cdef void _forbid(self, int64_t action) noexcept nogil
    cdef void _note(self, int64_t action) noexcept nogil
    cdef void _hold_back(self, Rng rng) noexcept nogil
    cdef bint _is_at_limit(self, int done, int most) noexcept nogil
    cdef bint _is_too_much(self, int card) noexcept nogil
    cdef int _called_by(self, int card) noexcept nogil
    cdef bint _removes(self, int card) noexcept nogil
    cdef void _queue(self, int64_t action) noexcept nogil
    cdef void _replace(self, Rng rng) noexcept nogil
    cdef void _check_lethal(self) noexcept nogil
    cdef int _card(self, int slot) noexcept nogil
    cdef bint _playable(self, int slot) noexcept nogil
    cdef int _in_hand(self) noexcept nogil
    cdef double _card_score(self, int card) noexcept nogil
    cdef void _best_card(self, double threshold, Rng rng) noexcept nogil
    cdef void _by_old_intent(self, int old, Rng rng) noexcept nogil
    cdef void _by_type(self, int type, Rng rng) noexcept nogil
    cdef void _try_sorted(self, int n, Rng rng) noexcept nogil
    cdef void _play_one(self, int slot, Rng rng) noexcept nogil
    cdef void _play_on(self, int slot, int tile) noexcept nogil
    cdef void _play_by_old(self, int slot, Rng rng) noexcept nogil
    cdef int _by_rule(self, int card) noexcept nogil
    cdef int _or_any(self, int card, int tile, Rng rng) noexcept nogil
    cdef int _best_tile_for(self, int i) noexcept nogil
    cdef int _lure_target(self) noexcept nogil
    cdef int _nova_target(self) noexcept nogil
    cdef bint _storm_pays(self) noexcept nogil
    cdef double _place_score(self, int card, int place) noexcept nogil
    cdef bint _rate_places(self, int slot, double threshold, Rng rng) noexcept nogil
    cdef void _list_places(self, int slot, Rng rng) noexcept nogil
    cdef void _list_legal(self, int card, uint64_t legal) noexcept nogil
    cdef void _list_rows_or_units(self, uint64_t legal) noexcept nogil
    cdef int _best_follow(self, int card, uint64_t legal) noexcept nogil
    cdef void _list_columns(self, uint64_t legal) noexcept nogil
    cdef bint _aims_at_all(self, int card) noexcept nogil
    cdef double _intents(self, int card, int place) noexcept nogil
    cdef double _intent(self, int card, int at, bint following, int place) noexcept nogil
    cdef double _on_unit(self, int kind, int amount, int token, int i) noexcept nogil
    cdef double _summon_term(self, int card, int place, int amount, bint token) noexcept nogil
    cdef double _follow_score(self, int card, int place) noexcept nogil
    cdef double _draw_score(self, int n) noexcept nogil
    cdef void _take_unit(self, int i) noexcept nogil
    cdef void _take_card(self, int card, bint hypothetical) noexcept nogil
    cdef double _unit_score(self, int i) noexcept nogil
    cdef double _printed_score(self, int card, bint token) noexcept nogil
    cdef int _scored_effects(self, int i) noexcept nogil
    cdef double _damage_score(self, int i, int damage) noexcept nogil
    cdef void _find_usable(self) noexcept nogil
    cdef bint _is_evasive(self) noexcept nogil
    cdef double _position(self, int tile, int o) noexcept nogil
    cdef int _objective_from_hand(self, int tile) noexcept nogil
    cdef double _tile_value(self, int tile, bint lethal_only) noexcept nogil
    cdef void _find_targets(self, int tile, bint lethal_only, bint cast) noexcept nogil
    cdef bint _is_safe(self, int g, int e, int tile) noexcept nogil
    cdef int _buffed_attack(self, bint cast, int less) noexcept nogil
    cdef bint _brings_more(self, int e) noexcept nogil
    cdef int _buff_of(self, int card) noexcept nogil
    cdef void _walk(self, int i) noexcept nogil
    cdef void _move(self, int i, bint lethal_only) noexcept nogil
    cdef int _choose_target(self, int i) noexcept nogil
    cdef bint _force(self, int e, int but, bint only_look) noexcept nogil
    cdef int _step_beside(self, int i, int e) noexcept nogil
    cdef void _finish_egg(self) noexcept nogil
    cdef void _weaken(self, int i, int e) noexcept nogil
    cdef int _who_answers(self, int i, int e) noexcept nogil
    cdef void _attack(self, int i, bint lethal_only) noexcept nogil
    cdef int _nearest_enemy(self, int tile, uint64_t among) noexcept nogil
    cdef int _health(self, int i) noexcept nogil

cdef int distance(int a, int b) noexcept nogil
cdef bint touches(int a, int b) noexcept nogil
cdef double keyword_bonus(uint32_t keywords) noexcept nogil
