from libc.stdint cimport int32_t, int64_t, uint8_t
from cardlab.core.action cimport kind_of, source_of, target_of
from cardlab.core.bits cimport nth_bit, popcount, rand_below
from cardlab.core.limits cimport EVERYBODY
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, State, tell
from cardlab.games.tribute.rules.choices cimport answer_pick, answer_stop, clear_ask, enact, find_option
from cardlab.games.tribute.rules.legal cimport legal_actions
from cardlab.games.tribute.rules.patrons cimport call_patron, open_calls
from cardlab.games.tribute.rules.piles cimport (
    deal_match, draw_cards, knock_out, place, put_in_cooldown, put_in_played, put_on_board, put_under_tavern, refill, take_from_hand
)
from cardlab.games.tribute.rules.state cimport (
    TributeState, ENTRY_CARD, ENTRY_LEVEL, ENTRY_PART, ENTRY_SLOT, HELD, QUEUE_ROOM, LATER_ROOM, LEVELS, PATRONS, LAST_TURN, NO_CARD, NO_SLOT, USED_MARK, HEALER_MARK, MARKED_AGENT,
    ANSEI, TREASURY, AGENT, CONTRACT_ACTION, CONTRACT_AGENT, OPP_DISCARD, HEAL, NOTHING, ENACT_CHOSEN_EFFECT, ACQUIRE_CARDS, REPLACE_CARDS_IN_TAVERN,
    DRAFT, PLAY, ACTIVATE, ATTACK, BUY, CALL, PICK, ENACT, STOP, END, DRAFTING, TURNS, OVER,
    PRESTIGE_OVER_80, PATRON_FAVOR, PRESTIGE_OVER_40_NOT_MATCHED, TURN_LIMIT_EXCEEDED, DECISION_LIMIT_EXCEEDED,
    NOWHERE, IN_HAND, ON_BOARD, IN_PLAYED, IN_ROW,
    PLAY_CARD, ACTIVATE_AGENT, BUY_CARD, ATTACK_AGENT, AGENT_DEATH, ACQUIRE_CARD, END_TURN, PICKED_PATRON, TURN_BEGAN, ENDED, LAID_DOWN, IN_COOLDOWN
)

cdef int carry_out(TributeState s, int64_t action) except -1 nogil
cdef int check_limit(TributeState s) noexcept nogil
cdef int make_any_move(TributeState s, Rng rng) except -1 nogil
cdef int earlier_copies(uint8_t* cards, int at) noexcept nogil
cdef int open_targets(TributeState s, int o) noexcept nogil
cdef int use_any_agent(TributeState s, int p, int nth) except -1 nogil
cdef int attack_any(TributeState s, int p, int nth) noexcept nogil
cdef int buy_any(TributeState s, int p, int nth) except -1 nogil
cdef int play_at_random(TributeState s, Actions scratch, Rng rng, int limit) except -1 nogil
cdef int pick_patron(TributeState s, int patron) except -1 nogil
cdef int nth_in_hand(TributeState s, int p, int card, int nth) noexcept nogil
cdef int nth_agent(TributeState s, int p, int card, int nth) noexcept nogil
cdef int nth_in_row(TributeState s, int card, int nth) noexcept nogil
cdef int play_card(TributeState s, int p, int at) except -1 nogil
cdef int activate_agent(TributeState s, int p, int at) except -1 nogil
cdef void attack(TributeState s, int p, int at) noexcept nogil
cdef void strike(TributeState s, int p, int at) noexcept nogil
cdef int buy(TributeState s, int p, int slot) except -1 nogil
cdef int acquire(TributeState s, int p, int slot) except -1 nogil
cdef int fire(TributeState s, int card, int slot) except -1 nogil
cdef int queue_level(TributeState s, int card, int level, int slot) except -1 nogil
cdef int enact_chosen(TributeState s, int part) except -1 nogil
cdef int resolve(TributeState s) except -1 nogil
cdef int end_turn(TributeState s, int p) except -1 nogil
cdef void suffer_taunts(TributeState s, int p) noexcept nogil
cdef void lay_down(TributeState s, int p) noexcept nogil
cdef int begin_turn(TributeState s, int p) except -1 nogil
cdef void check_win(TributeState s, int last) noexcept nogil
cdef int favors(TributeState s, int p) noexcept nogil
cdef void end_game(TributeState s, int winner, int reason) noexcept nogil
cdef int queue_is_full() except -1 nogil
