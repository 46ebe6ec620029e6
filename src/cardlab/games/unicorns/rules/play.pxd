from libc.stdint cimport int64_t
from cardlab.core.action cimport kind_of, source_of, target_of
from cardlab.core.bits cimport nth_bit, popcount
from cardlab.core.limits cimport EVERYBODY
from cardlab.core.poll cimport close_poll, open_poll, take_answer
from cardlab.core.state cimport roll, tell
from cardlab.games.unicorns.rules.state cimport UnicornState, asked_seat, unicorns_of
from cardlab.games.unicorns.rules.state cimport NO_CARD, NOBODY, STACK_ROOM, HAND_LIMIT, DECK, DISCARD, STACK, STABLE, MAGIC, INSTANT
from cardlab.games.unicorns.rules.state cimport DO_FOLLOW, DO_DESTROY, DO_STEAL, DO_SACRIFICE, DO_GIVE, DO_TO_DECK
from cardlab.games.unicorns.rules.state cimport AT_DECK, HOME, UNTIL_TURN, WHO_EACH, WHO_CASTER, WHO_THAT
from cardlab.games.unicorns.rules.state cimport ON_CAST, ON_REACT, ON_MY_TURN, ON_EVERY_TURN, ON_FRIEND_TARGETED
from cardlab.games.unicorns.rules.state cimport NO_INSTANTS, UNANSWERABLE, WATCHES_TURN
from cardlab.games.unicorns.rules.state cimport ASK_ACTIVATE, ASK_EFFECT, ASK_PLAYERS, ASK_DISCARD, ASK_GET, ASK_SAVE
from cardlab.games.unicorns.rules.state cimport PLAY, DRAW, PASS, WHERE, REACT, DECLINE, YES, NO, VARIANT, PLAYER, TARGET, TAKE, SECRET
from cardlab.games.unicorns.rules.state cimport AT_PUPPY, AT_BEGIN, AT_BEGIN_CHAIN, AT_DRAW, AT_ACTION, AT_WHERE, AT_REACTIONS
from cardlab.games.unicorns.rules.state cimport AT_LATE_WHERE, AT_PLAY_CHAIN, AT_END, AT_END_CHAIN, AT_LIMIT, AT_NEXT, AT_OVER, AT_PUPPY_CHAIN
from cardlab.games.unicorns.rules.state cimport STEP_RETARGET, STEP_EXECUTE, SEEN_FRAME, GOAL_REACHED, DECK_OUT, TOO_LONG, CHANCE_QUICKEST
from cardlab.games.unicorns.rules.state cimport TOLD_TURN, TOLD_ANNOUNCED, TOLD_REACTED, TOLD_STOPPED, TOLD_RESOLVED, TOLD_USED
from cardlab.games.unicorns.rules.state cimport TOLD_ENDED, TOLD_DREW_INSTEAD, TOLD_POLL
from cardlab.games.unicorns.rules.links cimport choose_card, close_ask, enter_effects, enter_stable, get_card, give_up, insert_inner, name_player
from cardlab.games.unicorns.rules.links cimport open_ask, queue, run_chain, save_friend, save_self, start_chain
from cardlab.games.unicorns.rules.aims cimport can_go, can_react, gather, named_option
from cardlab.games.unicorns.rules.zones cimport all_auras, at_place, draw_card, in_hand, is_silenced, owner_of, put, register, unloose

cdef int carry_out(UnicornState s, int64_t action) except -1 nogil
cdef int answer(UnicornState s, int64_t action) except -1 nogil
cdef int answer_yes_no(UnicornState s, bint yes) except -1 nogil
cdef int answer_card(UnicornState s, int card) except -1 nogil
cdef int place_in_scope(UnicornState s, int card) noexcept nogil
cdef int cards_before(UnicornState s, int zone) noexcept nogil
cdef int go_on(UnicornState s) except -1 nogil
cdef int next_phase(UnicornState s) except -1 nogil
cdef bint reach(UnicornState s, int phase) noexcept nogil
cdef int begin_turn(UnicornState s, bint puppies) except -1 nogil
cdef int draw_phase(UnicornState s) except -1 nogil
cdef int end_turn(UnicornState s) except -1 nogil
cdef int check_hand(UnicornState s) except -1 nogil
cdef void next_turn(UnicornState s) noexcept nogil
cdef void clear_flags(UnicornState s) noexcept nogil
cdef bint check_win(UnicornState s) noexcept nogil
cdef void end_game(UnicornState s, int reason) noexcept nogil
cdef int announce(UnicornState s, int card) except -1 nogil
cdef int find_stable(UnicornState s) except -1 nogil
cdef int open_reactions(UnicornState s) except -1 nogil
cdef bint is_answerable(UnicornState s) noexcept nogil
cdef bint holds_answer(UnicornState s, int seat) noexcept nogil
cdef int react(UnicornState s, int card) except -1 nogil
cdef int settle_reactions(UnicornState s) except -1 nogil
cdef int nobody_reacts(UnicornState s) except -1 nogil
cdef int resolve_play(UnicornState s) except -1 nogil
