from libc.math cimport exp, log, pow, sqrt
from libc.stdint cimport int32_t, int64_t, uint8_t
from cardlab.agents.agent cimport Agent
from cardlab.agents.clock cimport Clock
from cardlab.agents.planner cimport Guide
from cardlab.agents.turntree cimport TurnTree
from cardlab.core.action cimport kind_of, pack, source_of
from cardlab.core.bits cimport rand_below, rand_real
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, Seat, State
from cardlab.games.tribute.agents.bots cimport LONGEST_MOVE, MOST_LISTED, MoveList, TributeBot
from cardlab.games.tribute.rules.legal cimport legal_actions
from cardlab.games.tribute.rules.play cimport carry_out, favors
from cardlab.games.tribute.rules.state cimport (
    TributeState, CARDS, HELD, PATRONS, LEVELS, TAVERN_MASK, GOLD, WRIT_OF_COIN, ANSEI, DUKE_OF_CROWS, RAJHIN, PSIJIC, ORGNUM, HLAALU, PELIN,
    RED_EAGLE, TREASURY, ACTION, AGENT, CONTRACT_ACTION, CONTRACT_AGENT, STARTER, CURSE, COIN, POWER, PRESTIGE, OPP_LOSE, REPLACE,
    ACQUIRE, DESTROY, DRAW_CARDS, OPP_DISCARD, KNOCK_OUT, PATRON_CALL, CREATE_SACKING, HEAL, DRAFT, PLAY, ACTIVATE, ATTACK, BUY, CALL, PICK,
    ENACT, END, DRAFTING, OVER, NOTHING, ENACT_CHOSEN_EFFECT, DESTROY_CARDS, REFRESH_CARDS
)
from cardlab.models.model cimport Evaluator

cpdef enum:
    TREE_ROOM = 20000
    TURN_ROOM = 256
    BEAM_ROOM = 64

cdef int sample_value(TributeState s, int me, int* tier) noexcept nogil
cdef int deck_power(TributeState s, int p, int* tier) noexcept nogil

cdef class BalanceEvaluator(Evaluator):
    cdef int tier[CARDS]
    cdef double _value(self, State state, int seat) except? -1.0 nogil

cdef double standing(TributeState s, int p, int* tier) noexcept nogil

cdef class PlanningBot(TributeBot):
    cdef int tier[CARDS]
    cdef TributeState root
    cdef TributeState work
    cdef MoveList inner
    cdef Clock clock
    cdef int64_t iterations
    cdef int64_t ns
    cdef int me

cdef class RandomTurnsBot(PlanningBot):
    cdef int64_t turn_plan[TURN_ROOM]
    cdef int64_t trial[TURN_ROOM]
    cdef int planned_turn
    cdef int at_turn
    cdef int turn
    cdef int drawn
    cdef int _new_game(self) except -1 nogil
    cdef int _decide(self, TributeState s, Seat seat, Rng rng) except -1 nogil
    cdef int _make_plan(self, Seat seat, Rng rng) except -1 nogil
    cdef int _play_turn(self, Rng rng) except -1 nogil

cdef class SampleBeamBot(PlanningBot):
    cdef int width
    cdef bint annealing
    cdef list held
    cdef void* front[BEAM_ROOM]
    cdef void* other[BEAM_ROOM]
    cdef int front_value[BEAM_ROOM]
    cdef int other_value[BEAM_ROOM]
    cdef int front_root[BEAM_ROOM]
    cdef int other_root[BEAM_ROOM]
    cdef int n_other
    cdef int best_root
    cdef int best_value
    cdef int _decide(self, TributeState s, Seat seat, Rng rng) except -1 nogil
    cdef int _admit(self, int origin, int iteration, Rng rng) noexcept nogil
    cdef void _final(self, int value, int origin) noexcept nogil

cdef class TurnTreeBot(PlanningBot):
    cdef int32_t first[TREE_ROOM]
    cdef int32_t children[TREE_ROOM]
    cdef int32_t visits[TREE_ROOM]
    cdef double best[TREE_ROOM]
    cdef int64_t action[TREE_ROOM][LONGEST_MOVE]
    cdef int length[TREE_ROOM]
    cdef int path[TURN_ROOM]
    cdef int n
    cdef int _decide(self, TributeState s, Seat seat, Rng rng) except -1 nogil
    cdef int _grow(self, int node) except -1 nogil
    cdef int _descend(self) except -1 nogil
    cdef int _select(self, int node) noexcept nogil

cdef enum:
    PHASES = 3
    BEST_WEIGHTS = 12
    CROW = 0
    ANSEI_FAVOR = 1
    PRESTIGE_EACH = 2
    CARD_LIMIT = 3
    COMBO_POWER = 4
    OUR_AGENT = 5
    ENEMY_AGENT = 6
    UPCOMING = 7
    TIER_MULTIPLIER = 8
    TAVERN_PENALTY = 9
    KNOWN_COMBO = 10
    AFTER_40 = 11
    KEPT_OPTIONS = 3
    AMBUSH_CARD = 103
    SACRAMENT_CARD = 105
    NOT_BASIC = 100

cdef class EndGuide(Guide):
    cdef bint _closes(self, State state, int64_t action) except -1 nogil

cdef class PhaseTiers:
    cdef uint8_t instant[CARDS]
    cdef int by_phase[PHASES][CARDS]
    cdef int in_hand[2][CARDS]
    cdef int on_board[2][CARDS]

cdef class BestJudge(Evaluator):
    cdef PhaseTiers ratings
    cdef int tables
    cdef public int phase
    cdef double weight[BEST_WEIGHTS][PHASES]
    cdef int count[PATRONS]
    cdef double gain[3]
    cdef double _value(self, State state, int seat) except? -1.0 nogil
    cdef double _sum(self, TributeState s, int p) noexcept nogil
    cdef double _patrons(self, TributeState s, int p) noexcept nogil
    cdef double _cards(self, TributeState s, int p) noexcept nogil
    cdef double _combos(self, TributeState s, int p) noexcept nogil
    cdef double _own_agents(self, TributeState s, int p) noexcept nogil
    cdef double _enemy_agents(self, TributeState s, int o) noexcept nogil
    cdef double _tavern(self, TributeState s, int p) noexcept nogil
    cdef double _rating(self, TributeState s, int card) noexcept nogil
    cdef double _combo(self, int n) noexcept nogil
    cdef int _count(self, TributeState s, int p) noexcept nogil

cdef class BestGuide(EndGuide):
    cdef PhaseTiers ratings
    cdef BestJudge judge
    cdef double rated[KEPT_OPTIONS]
    cdef int kept[KEPT_OPTIONS]
    cdef int _leave_out(self, State root, Actions acts) except -1 nogil
    cdef int _filter(self, TributeState s, Actions acts) noexcept nogil
    cdef int _keep_options(self, TributeState s, Actions acts, int sign) noexcept nogil

cdef class Rival(Agent):
    cdef BestJudge judge
    cdef TurnTree search
    cdef Actions scratch
    cdef bint prefers, drafting
    cdef int turn
    cdef int64_t _choose(self, Seat seat, Rng rng) except? -1 nogil
    cdef int64_t _choose_in(self, TributeState s, Seat seat, Rng rng) except? -1 nogil
    cdef int64_t _draft(self, Rng rng) noexcept nogil
    cdef int _new_game(self) except -1 nogil
    cdef double _estimate(self) noexcept nogil

cpdef int phase_of(int prestige, int enemy_prestige) noexcept nogil
cdef int liking(int code) noexcept nogil
cdef bint is_basic(TributeState s, int card) noexcept nogil
cdef bint is_unwanted(TributeState s, int card) noexcept nogil
cdef double effect_points(int code) noexcept nogil
cdef double patron_points(int patron) noexcept nogil

cdef int cards_of(TributeState s, int p) noexcept nogil
cdef int pile_card(TributeState s, int p, int at) noexcept nogil
cdef bint offers(Actions acts, int64_t action) noexcept nogil

cdef class CamelCaseBot(TributeBot):
    cdef int64_t _draft(self, TributeState s, Rng rng) except? -1 nogil
    cdef int _decide(self, TributeState s, Seat seat, Rng rng) except -1 nogil
    cdef int64_t _first(self, TributeState s, int kind, int what) noexcept nogil
    cdef int64_t _play_something(self, TributeState s) noexcept nogil
    cdef int64_t _spend(self, TributeState s) noexcept nogil
    cdef int64_t _contract(self, TributeState s) noexcept nogil
    cdef int _choose_cards(self, TributeState s, Rng rng) except -1 nogil

cdef class SakkirinBot(TributeBot):
    cdef MoveList replies
    cdef TributeState root
    cdef TributeState after
    cdef TributeState later
    cdef int64_t _draft(self, TributeState s, Rng rng) except? -1 nogil
    cdef int _decide(self, TributeState s, Seat seat, Rng rng) except -1 nogil
    cdef double _points(self, TributeState s, int slot) except? -1.0 nogil
    cdef double _play_points(self, TributeState s, int card) noexcept nogil
    cdef double _best_reply(self, int slot) except? -1.0 nogil
