from libc.stdint cimport int64_t, uint8_t, uint32_t
from cardlab.core.action cimport pack
from cardlab.core.bits cimport rand_below
from cardlab.core.cards cimport Op, JOINT_MAY, JOINT_BOTH, JOINT_IF_DONE, JOINT_CHOOSE, JOINT_BRANCH, JOINT_EACH
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, offer
from cardlab.games.unicorns.rules.state cimport UnicornState, asked_seat
from cardlab.games.unicorns.rules.state cimport NO_CARD, NOBODY, DECK, DISCARD, NURSERY, STACK, HAND, STABLE, UPGRADES, DOWNGRADES
from cardlab.games.unicorns.rules.state cimport BASIC, MAGICAL, UPGRADE, MAGIC, INSTANT
from cardlab.games.unicorns.rules.state cimport DO_DISCARD, DO_SACRIFICE, DO_DESTROY, DO_STEAL, DO_RETURN, DO_BRING, DO_SEARCH, DO_TAKE
from cardlab.games.unicorns.rules.state cimport DO_MOVE, DO_GIVE, DO_TO_DECK, DO_NEED_CARDS, DO_NEED_POSSIBLE, DO_NEED_IN_STABLE, DO_NEVER
from cardlab.games.unicorns.rules.state cimport WHO_OWNER, WHO_EACH, WHO_OTHER, WHO_SELF, WHO_THAT, WHO_THIRD, WHO_DESTINATION, WHO_CASTER
from cardlab.games.unicorns.rules.state cimport OF_CARD, AT_HAND, AT_DECK, AT_DISCARD, AT_NURSERY
from cardlab.games.unicorns.rules.state cimport ON_CAST, ON_REACT, ON_TO_PLAY
from cardlab.games.unicorns.rules.state cimport NO_UPGRADES, UNICORNS_SAFE, NO_MAGIC_KILLS, QUEEN, STURDY, MAGIC_PROOF, SHIELD_FROM
from cardlab.games.unicorns.rules.state cimport SHIELD_FROM_OTHERS, PANDAS
from cardlab.games.unicorns.rules.state cimport ASK_ACTIVATE, ASK_EFFECT, ASK_PLAYERS, ASK_DISCARD, ASK_GET, ASK_SAVE
from cardlab.games.unicorns.rules.state cimport ASK_SACRIFICE, ASK_DESTROY, ASK_RETURN, ASK_STEAL, ASK_MOVE
from cardlab.games.unicorns.rules.state cimport DO_PULL, DO_SWAP_HANDS, DO_SHRINK, ON_FRIEND_TARGETED, ON_TARGETED
from cardlab.games.unicorns.rules.state cimport STEP_CHOOSE_OPTIONAL, STEP_RETARGET, STEP_EXECUTE
from cardlab.games.unicorns.rules.state cimport AT_PUPPY_CHAIN, AT_BEGIN_CHAIN, AT_PLAY_CHAIN, AT_END_CHAIN
from cardlab.games.unicorns.rules.state cimport PLAY, DRAW, PASS, WHERE, REACT, DECLINE, YES, NO, VARIANT, PLAYER, TARGET, TAKE, SECRET
from cardlab.games.unicorns.rules.state cimport AT_ACTION, AT_WHERE, AT_LATE_WHERE, AT_REACTIONS, AT_LIMIT, SEEN_FRAME
from cardlab.games.unicorns.rules.zones cimport all_auras, fits_now, fits_printed, in_hand, is_lit, is_marked, is_panda, is_unicorn, on_table, owner_of

cdef bint is_shielded(UnicornState s, int card, int seat, int source) noexcept nogil
cdef bint may_enter(UnicornState s, int card, int seat) noexcept nogil
cdef bint can_receive(UnicornState s, int op, int seat, int card, int into) noexcept nogil
cdef bint has_receiver(UnicornState s, int op, int seat, int card) noexcept nogil
cdef bint choosable(UnicornState s, int op, int seat, int source, int card) noexcept nogil
cdef bint destroyable(UnicornState s, int card, int source) noexcept nogil
cdef void list_table(UnicornState s, int op, int seat, int source, int that, int start) noexcept nogil
cdef int list_stable(UnicornState s, int op, int seat, int source, int p, int start, int at) noexcept nogil
cdef bint has_choosable(UnicornState s, int op, int seat, int source, int that, int wanted) noexcept nogil
cdef void list_zone(UnicornState s, int zone, int filter, bint unmarked, int start) noexcept nogil
cdef void list_deck(UnicornState s, int filter, int start) noexcept nogil
cdef void list_saved(UnicornState s) noexcept nogil
cdef void list_receivers(UnicornState s) noexcept nogil
cdef void list_variants(UnicornState s) noexcept nogil
cdef void gather(UnicornState s) noexcept nogil
cdef void gather_hand(UnicornState s, int op) noexcept nogil
cdef int promised(UnicornState s, int seat) noexcept nogil
cdef bint possible(UnicornState s, int op, int seat, int source) noexcept nogil
cdef bint can_do(UnicornState s, int op, int seat, int source) noexcept nogil
cdef bint can_play(UnicornState s, int seat, int card, int into) noexcept nogil
cdef bint can_go(UnicornState s, int card, int into) noexcept nogil
cdef void leave_out_banned(UnicornState s, int seat) noexcept nogil
cdef bint meets_need(UnicornState s, int op, int seat, int card, int into) noexcept nogil
cdef bint has_in_stable(UnicornState s, int seat, int filter, int n) noexcept nogil
cdef bint can_play_somewhere(UnicornState s, int seat, int card) noexcept nogil
cdef bint can_react(UnicornState s, int seat, int card) noexcept nogil
cdef int legal_actions(UnicornState s, Actions out) except -1 nogil
cdef int legal_answers(UnicornState s, Actions out) except -1 nogil
cdef int offer_plays(UnicornState s, Actions out) except -1 nogil
cdef bint is_another(UnicornState s, int card) noexcept nogil
cdef int copies_before(UnicornState s, int card) noexcept nogil
cdef int offer_reactions(UnicornState s, Actions out) except -1 nogil
cdef int offer_cards(UnicornState s, Actions out, int kind, int last) except -1 nogil
cdef int offer_places(UnicornState s, Actions out, int last) except -1 nogil
cdef int place_of(UnicornState s, int card) noexcept nogil
cdef bint is_repeated(UnicornState s, int at) noexcept nogil
cdef int copy_of(UnicornState s, int at) noexcept nogil
cdef int named_option(UnicornState s, int kind, int copy) noexcept nogil
cdef bint fits_chain(UnicornState s) noexcept nogil
cdef bint fits_savior(UnicornState s, int what) noexcept nogil
cdef bint fits_effect(UnicornState s, int what, int code) noexcept nogil
cdef int scope_of(UnicornState s, int op) noexcept nogil
cdef int64_t draw_action(UnicornState s, Actions out, Rng rng) except? -1 nogil
cdef int64_t draw_play(UnicornState s, Rng rng) noexcept nogil
cdef int draw_target(UnicornState s, Rng rng) noexcept nogil
