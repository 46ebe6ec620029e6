from libc.stdint cimport uint8_t
from cardlab.core.cards cimport CardBook, Op, JOINT_MAY, JOINT_BOTH, JOINT_IF_DONE, JOINT_CHOOSE, JOINT_EACH, JOINT_PYTHON
from cardlab.core.chain cimport CHAIN_ROOM, append, append_to_link, begin_link, insert, push, too_long, walk_again
from cardlab.core.limits cimport EVERYBODY
from cardlab.core.state cimport roll, tell
from cardlab.games.unicorns.rules.state cimport UnicornState, unicorns_of
from cardlab.games.unicorns.rules.state cimport ALL, NO_CARD, NOBODY, TARGETS, DECK, DISCARD, NURSERY, HAND, STABLE, BABY, BASIC, MAGICAL, MAGIC
from cardlab.games.unicorns.rules.state cimport DO_DRAW, DO_DISCARD, DO_SACRIFICE, DO_DESTROY, DO_STEAL, DO_RETURN, DO_BRING, DO_SEARCH
from cardlab.games.unicorns.rules.state cimport DO_PULL, DO_TAKE, DO_SWAP_HANDS, DO_MOVE, DO_GIVE, DO_SHUFFLE, DO_RESHUFFLE, DO_EXTRA_DRAW
from cardlab.games.unicorns.rules.state cimport DO_PLAYS, DO_SKIP, DO_EXTRA_TURN, DO_SHRINK, DO_BABIES, DO_TO_NURSERY, DO_TO_HAND
from cardlab.games.unicorns.rules.state cimport DO_GO_BACK, DO_FOLLOW, DO_TO_DECK
from cardlab.games.unicorns.rules.state cimport WHO_OWNER, WHO_EACH, WHO_CHOSEN, WHO_OTHER, WHO_SELF, WHO_THAT, WHO_CASTER
from cardlab.games.unicorns.rules.state cimport OF_UNICORN, AT_HAND, AT_DECK, AT_DISCARD, AT_NURSERY, AT_TURN_END, AT_SOURCE
from cardlab.games.unicorns.rules.state cimport ON_ENTER, ON_FRIEND_TARGETED, ON_TARGETED, ON_INSTEAD, ON_GONE, ON_LEAVES, ON_TRAFFIC
from cardlab.games.unicorns.rules.state cimport ON_UNICORN_TRAFFIC, ON_CROWDED, ON_OVERFULL
from cardlab.games.unicorns.rules.state cimport BY_SACRIFICE, BY_DESTROY, BY_RETURN, BY_MOVE, BLIND, STURDY, OPEN_HAND
from cardlab.games.unicorns.rules.state cimport WATCHES_TARGETS, WATCHES_TRAFFIC, WATCHES_ROOM, WATCHES_LEAVING
from cardlab.games.unicorns.rules.state cimport ASK_ACTIVATE, ASK_EFFECT, ASK_PLAYERS, ASK_SACRIFICE, ASK_DESTROY, ASK_RETURN, ASK_STEAL
from cardlab.games.unicorns.rules.state cimport ASK_MOVE, ASK_DISCARD, ASK_GET, ASK_SAVE
from cardlab.games.unicorns.rules.state cimport STEP_CHOOSE, STEP_CHOOSE_OPTIONAL, STEP_RETARGET, STEP_RELOCATE, STEP_LEAVING
from cardlab.games.unicorns.rules.state cimport STEP_EXECUTE, SEEN_FRAME, CHOSE, GROUP, HOME, UNTIL_TURN, UNTIL_SOURCE, CHANCE_PULL
from cardlab.games.unicorns.rules.state cimport TOLD_ENTERED, TOLD_LEFT, TOLD_DISCARDED, TOLD_TOOK, TOLD_SWAPPED, TOLD_LINK, TOLD_EFFECT
from cardlab.games.unicorns.rules.state cimport TOLD_AIMED, TOLD_SAVED, TOLD_RETURNED, TOLD_FLAG, TOLD_LOOKED
from cardlab.games.unicorns.rules.aims cimport gather, has_choosable, scope_of, list_table, list_zone, may_enter, possible
from cardlab.games.unicorns.rules.zones cimport all_auras, draw_card, is_lit, is_marked, is_panda, is_silenced, is_unicorn, keep_knowledge, learn_hand
from cardlab.games.unicorns.rules.zones cimport mark, on_table, owner_of, put, register, reshuffle, row_of, shuffle_deck, take_out, add_last
from cardlab.games.unicorns.rules.zones cimport to_discard, to_hand, unloose, unmark, unregister

cdef int queue(UnicornState s, int op, int seat, int card) except -1 nogil
cdef int start_chain(UnicornState s, bint arrival) except -1 nogil
cdef int run_chain(UnicornState s) except -1 nogil
cdef int close_link(UnicornState s) except -1 nogil
cdef void forget_link(UnicornState s) noexcept nogil
cdef int enter_effects(UnicornState s, int card) except -1 nogil
cdef int look_for_room(UnicornState s) except -1 nogil
cdef int traffic(UnicornState s, int card, int seat, bint entering) except -1 nogil
cdef int open_ask(UnicornState s, int what, int seat, int k, int card) except -1 nogil
cdef void close_ask(UnicornState s) noexcept nogil
cdef int choose_step(UnicornState s) except -1 nogil
cdef int visit(UnicornState s) except -1 nogil
cdef int insert_inner(UnicornState s, int op, int seat, int wanted) except -1 nogil
cdef int visit_choice(UnicornState s, int op) except -1 nogil
cdef void gather_variants(UnicornState s) noexcept nogil
cdef int visit_payment(UnicornState s, int op) except -1 nogil
cdef int visit_python(UnicornState s, int op) except -1 nogil
cdef int add_target(UnicornState s, int at, int card) except -1 nogil
cdef int choose_card(UnicornState s, int card) except -1 nogil
cdef int ask_cards(UnicornState s, int what, int seat, int wanted) except -1 nogil
cdef int ask_player(UnicornState s) except -1 nogil
cdef void name_player(UnicornState s, int seat) noexcept nogil
cdef int aim(UnicornState s, int op) except -1 nogil
cdef int aim_at_cards(UnicornState s, int op, int wanted) except -1 nogil
cdef int aim_and_name(UnicornState s, int op) except -1 nogil
cdef int name_and_aim(UnicornState s, int op) except -1 nogil
cdef int aim_at_babies(UnicornState s, int wanted) except -1 nogil
cdef int aimed(UnicornState s, int at) noexcept nogil
cdef bint takes_aim(int code) noexcept nogil
cdef int left_of(UnicornState s, int at) noexcept nogil
cdef bint is_target(UnicornState s, int at, int card) noexcept nogil
cdef bint is_aimed_at(UnicornState s, int card) noexcept nogil
cdef void strike(UnicornState s, int at, int card) noexcept nogil
cdef int way_of(int code) noexcept nogil
cdef int answer_target(UnicornState s, int op, int seat, int card, int at) except -1 nogil
cdef int retarget_step(UnicornState s) except -1 nogil
cdef int ask_savior(UnicornState s, int card) except -1 nogil
cdef int save_friend(UnicornState s, int card) except -1 nogil
cdef int save_self(UnicornState s) except -1 nogil
cdef int relocate_step(UnicornState s) except -1 nogil
cdef int leaving_step(UnicornState s) except -1 nogil
cdef int tell_leaving(UnicornState s, int at, int target) except -1 nogil
cdef int fire_leashes(UnicornState s, int at, int target) except -1 nogil
cdef void switch_off(UnicornState s) noexcept nogil
cdef int execute_step(UnicornState s) except -1 nogil
cdef int execute(UnicornState s) except -1 nogil
cdef int execute_on_table(UnicornState s, int code) except -1 nogil
cdef int follow_up(UnicornState s, int op, int went) except -1 nogil
cdef int leave_table(UnicornState s, int card) except -1 nogil
cdef int enter_stable(UnicornState s, int card, int seat) except -1 nogil
cdef int move_to(UnicornState s, int card, int seat) except -1 nogil
cdef void tie(UnicornState s, int card, int home, int how, int lender) noexcept nogil
cdef int bring_card(UnicornState s, int card, int seat) except -1 nogil
cdef int discard_step(UnicornState s, int op) except -1 nogil
cdef int search_step(UnicornState s, int op) except -1 nogil
cdef int do_simple(UnicornState s, int op, int seat, int n) except -1 nogil
cdef int pull_cards(UnicornState s, int seat, int victim, int n) except -1 nogil
cdef int take_cards(UnicornState s, int seat, int victim) except -1 nogil
cdef int swap_hands(UnicornState s, int one, int other) except -1 nogil
cdef int give_up(UnicornState s, int card, bint into_deck) except -1 nogil
cdef int get_card(UnicornState s, int card) except -1 nogil
