from libc.stdint cimport int8_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from cardlab.core.bits cimport ONE, lowest_bit, popcount, rand_below
from cardlab.core.cards cimport CardBook, Op
from cardlab.core.chain cimport CHAIN_ROOM, Chain, clear_chain
from cardlab.core.limits cimport EVERYBODY, HIDDEN
from cardlab.core.luck cimport Luck
from cardlab.core.poll cimport Poll, close_poll
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, State
from cardlab.core.action cimport kind_of

cpdef enum:
    ROOM = 192  # cards of all decks and nurseries
    SEATS = 8
    ZONES = 36
    GONE = 36  # the zone of cards that are not in the game
    TARGETS = 128
    ALL = 99  # so many cards: all that there are
    STACK_ROOM = 32
    NO_CARD = 255
    NOBODY = 255
    KINDS_ROOM = 256
    FIRST_HAND = 5
    FIRST_DRAWS = 2  # so many draws of everybody come from the cards that a scenario fixes
    HAND_LIMIT = 7
    HOME = 15  # in a leash: where the card goes back to, plus one
    UNTIL_TURN = 16  # a leash that holds until the end of the turn
    UNTIL_SOURCE = 32  # a leash that holds until its source leaves
    EVERY_FILTER = 0

# Zones. Those of a seat p are 4 * (p + 1) + row; the others have names of their own.
cpdef enum:
    DECK = 0
    DISCARD = 1
    NURSERY = 2
    STACK = 3

cpdef enum:
    HAND = 0
    STABLE = 1
    UPGRADES = 2
    DOWNGRADES = 3

cpdef enum Type:
    BABY = 0
    BASIC = 1
    MAGICAL = 2
    UPGRADE = 3
    DOWNGRADE = 4
    MAGIC = 5
    INSTANT = 6

# What cards do. The words of the vocabulary are these names without DO, in this order.
cpdef enum Code:
    DO_DRAW = 1
    DO_DISCARD = 2
    DO_SACRIFICE = 3
    DO_DESTROY = 4
    DO_STEAL = 5
    DO_RETURN = 6
    DO_BRING = 7
    DO_SEARCH = 8
    DO_PULL = 9
    DO_TAKE = 10
    DO_SWAP_HANDS = 11
    DO_MOVE = 12
    DO_GIVE = 13
    DO_SHUFFLE = 14
    DO_RESHUFFLE = 15
    DO_EXTRA_DRAW = 16
    DO_PLAYS = 17
    DO_SKIP = 18
    DO_EXTRA_TURN = 19
    DO_SHRINK = 20
    DO_BABIES = 21
    DO_TO_NURSERY = 22
    DO_TO_HAND = 23
    DO_GO_BACK = 24
    DO_FOLLOW = 25
    DO_SAVE_FRIEND = 26
    DO_SAVE_SELF = 27
    DO_TO_DECK = 28
    DO_STOP = 29
    DO_NEED_CARDS = 30
    DO_NEED_POSSIBLE = 31
    DO_NEED_IN_STABLE = 32
    DO_NEVER = 33

# Who does it, or to whom it is done.
cpdef enum Who:
    WHO_OWNER = 1
    WHO_EACH = 2
    WHO_CHOSEN = 3
    WHO_OTHER = 4
    WHO_SELF = 5
    WHO_THAT = 6
    WHO_THIRD = 7
    WHO_DESTINATION = 8
    WHO_CASTER = 9

# Filters with a number of their own; those for words in names follow.
cpdef enum Filter:
    OF_CARD = 1
    OF_UNICORN = 2
    OF_BABY = 3
    OF_BASIC = 4
    OF_MAGICAL = 5
    OF_UPGRADE = 6
    OF_DOWNGRADE = 7
    OF_UPGRADE_OR_DOWNGRADE = 8
    OF_MAGIC = 9
    OF_INSTANT = 10

# Where from, where to, how long.
cpdef enum Where:
    AT_HAND = 1
    AT_DECK = 2
    AT_DISCARD = 3
    AT_NURSERY = 4
    AT_TURN_END = 5
    AT_SOURCE = 6

# When. The words of the vocabulary are these names without ON, in this order.
cpdef enum:
    ON_ENTER = 0
    ON_CAST = 1
    ON_REACT = 2
    ON_MY_TURN = 3
    ON_EVERY_TURN = 4
    ON_FRIEND_TARGETED = 5
    ON_TARGETED = 6
    ON_INSTEAD = 7
    ON_GONE = 8
    ON_LEAVES = 9
    ON_TRAFFIC = 10
    ON_UNICORN_TRAFFIC = 11
    ON_CROWDED = 12
    ON_OVERFULL = 13
    ON_IN_STABLE = 14
    ON_TO_PLAY = 15

# Ways of leaving a stable, as bits: what a card answers to.
cpdef enum Way:
    BY_SACRIFICE = 1
    BY_DESTROY = 2
    BY_RETURN = 4
    BY_MOVE = 8

# What holds while a card is in a stable, as bits; the words of the vocabulary are these names, in this order. The bits above them say
# which events somebody watches.
cpdef enum Nature:
    NO_INSTANTS = 1
    UNANSWERABLE = 2
    NO_UPGRADES = 4
    UNICORNS_SAFE = 8
    NO_MAGIC_KILLS = 16
    QUEEN = 32
    PANDAS = 64
    BLIND = 128
    OPEN_HAND = 256
    STURDY = 512
    MAGIC_PROOF = 1024
    SHIELD_FROM_OTHERS = 2048
    SHIELD_FROM = 4096
    DOWNGRADES_OFF = 8192

cdef enum:
    WATCHES_TURN = 32768
    WATCHES_TARGETS = 65536
    WATCHES_TRAFFIC = 131072
    WATCHES_ROOM = 262144
    WATCHES_LEAVING = 524288

# What is asked.
cpdef enum Ask:
    ASK_NOTHING = 0
    ASK_PLAY = 1
    ASK_WHERE = 2
    ASK_REACT = 3
    ASK_ACTIVATE = 4
    ASK_EFFECT = 5
    ASK_PLAYERS = 6
    ASK_SACRIFICE = 7
    ASK_DESTROY = 8
    ASK_RETURN = 9
    ASK_STEAL = 10
    ASK_MOVE = 11
    ASK_DISCARD = 12
    ASK_GET = 13
    ASK_SAVE = 14

cpdef enum Kind:
    PLAY = 1
    DRAW = 2
    PASS = 3
    WHERE = 4
    REACT = 5
    DECLINE = 6
    YES = 7
    NO = 8
    VARIANT = 9
    PLAYER = 10
    TARGET = 11
    TAKE = 12
    SECRET = 13

cpdef enum Phase:
    AT_PUPPY = 0
    AT_BEGIN = 1
    AT_BEGIN_CHAIN = 2
    AT_DRAW = 3
    AT_ACTION = 4
    AT_WHERE = 5
    AT_REACTIONS = 6
    AT_LATE_WHERE = 7
    AT_PLAY_CHAIN = 8
    AT_END = 9
    AT_END_CHAIN = 10
    AT_LIMIT = 11
    AT_NEXT = 12
    AT_OVER = 13
    AT_PUPPY_CHAIN = 14

# Steps of a link, as the chain counts them.
cpdef enum Step:
    STEP_CHOOSE = 0
    STEP_CHOOSE_OPTIONAL = 1
    STEP_RETARGET = 2
    STEP_RELOCATE = 3
    STEP_LEAVING = 4
    STEP_EXECUTE = 5
    STEP_CLOSE = 6

cpdef enum Reason:
    RUNNING = 0
    GOAL_REACHED = 1
    DECK_OUT = 2
    TOO_LONG = 3

# Kinds of chance, as scripts name them.
cpdef enum Chance:
    CHANCE_SHUFFLE = 1
    CHANCE_QUICKEST = 2
    CHANCE_PULL = 3

cpdef enum Told:
    TOLD_TURN = 1
    TOLD_DREW = 2
    TOLD_ANNOUNCED = 3
    TOLD_REACTED = 4
    TOLD_STOPPED = 5
    TOLD_RESOLVED = 6
    TOLD_ENTERED = 7
    TOLD_LEFT = 8
    TOLD_DISCARDED = 9
    TOLD_TOOK = 10
    TOLD_SWAPPED = 11
    TOLD_SHUFFLED = 12
    TOLD_LINK = 13
    TOLD_EFFECT = 14
    TOLD_AIMED = 15
    TOLD_USED = 16
    TOLD_SAVED = 17
    TOLD_RETURNED = 18
    TOLD_FLAG = 19
    TOLD_ENDED = 20
    TOLD_DREW_INSTEAD = 21
    TOLD_LOOKED = 22
    TOLD_POLL = 23

# Bits of the `what` of a frame of the chain; its upper half is the number of a payment. `a` is the op, `at` a player (plus one), `b` the
# first target and, from bit 8 on, how many there are (before they are chosen: how many are wanted, 0: what the op says).
cdef enum:
    SEEN_FRAME = 1
    CHOSE = 2
    GROUP = 4

# Cards are numbers, kind by kind. Every zone is a list: `next` and `prev` of a card, `head`, `tail` and `count` of a zone; the head is the
# oldest, of the deck the top. `order` holds the cards on the table whose effects are switched on, oldest first.
ctypedef struct UnicornFields:
    Luck luck[1]
    uint64_t marked[3]
    uint64_t lit[3]
    uint64_t shuffled[3]  # the discard pile that was shuffled into the deck last: everybody saw it
    uint32_t aura[SEATS]
    uint32_t decisions
    uint16_t turns
    uint16_t failed
    Chain chain[1]
    Poll poll[1]
    uint8_t next[ROOM]
    uint8_t prev[ROOM]
    uint8_t zone[ROOM]
    uint8_t seen_by[ROOM]
    uint8_t leash[ROOM]
    uint8_t lender[ROOM]
    uint8_t order[ROOM]
    uint8_t head[ZONES]
    uint8_t tail[ZONES]
    uint8_t count[ZONES]
    uint8_t target[TARGETS]
    uint8_t stack_seat[STACK_ROOM]
    uint8_t entry[SEATS]
    uint8_t instants[SEATS]
    uint8_t worth[SEATS]
    uint8_t n_order
    uint8_t n_targets
    uint8_t n_leashes
    uint8_t phase
    uint8_t turn
    uint8_t into
    uint8_t poll_first
    uint8_t plays
    uint8_t played
    uint8_t extra_draws
    uint8_t skip
    uint8_t again
    uint8_t deck_out
    uint8_t reason
    uint8_t sub
    uint8_t groups
    int8_t viewer

cdef extern from "bits.h" nogil:
    void assign "CARDLAB_ASSIGN"(UnicornFields target, UnicornFields source)

# The options and the cards, ready for the engine. Kinds are places in the book's list of cards.
cdef class UnicornRules:
    cdef readonly CardBook book
    cdef Op* op
    cdef readonly int players, cards, goal, limit
    cdef int pandas_count, cards_include_pandas, nobody_on_tie, stabby_once, self_neigh, queen_everywhere, verify_payment
    cdef int keep_followup, leash_of_source, puppy_stays, mandatory_first, late_destination, thievery_wipes, uniform_shuffle
    cdef int picky, reshuffles, ask_forced, free_picks, draws_when_over, two_players, lucky_neigh
    cdef uint8_t kind[ROOM]
    cdef uint8_t type[KINDS_ROOM]
    cdef uint8_t value[KINDS_ROOM]
    cdef uint8_t letters[KINDS_ROOM]
    cdef uint8_t most[KINDS_ROOM]
    cdef uint32_t fits[KINDS_ROOM]
    cdef uint32_t nature[KINDS_ROOM]
    cdef uint32_t shield[KINDS_ROOM]
    cdef uint8_t ways[KINDS_ROOM]
    cdef uint16_t first[KINDS_ROOM][16]
    cdef uint16_t to_nursery, to_hand, go_back, sacrifice_self, discard_one

cdef class UnicornState(State):
    cdef UnicornFields z
    cdef readonly UnicornRules rules
    cdef public bint halts
    cdef uint8_t option[ROOM]
    cdef int options
    cdef uint8_t pool[ROOM]
    cdef uint8_t slot_card[ROOM]
    cdef uint8_t slot_zone[ROOM]
    cdef uint8_t slot_at[ROOM]
    cdef uint8_t slot_seen[ROOM]
    cdef uint8_t slot_hidden[ROOM]
    cdef uint8_t slot_wanted[ROOM]
    cdef uint8_t renamed[ROOM]
    cdef uint64_t found[3]
    cdef int slots, hidden
    cdef int _seats(self) except -1 nogil
    cdef int _player(self) except -2 nogil
    cdef int _turn(self) except -2 nogil
    cdef int _entry(self, int seat) except -1 nogil
    cdef Luck* _luck(self) noexcept nogil
    cdef int _deal(self, Rng rng) except -1 nogil
    cdef int _deal_on(self, Rng scenario, Rng rng) except -1 nogil
    cdef int _reason(self) except -1 nogil
    cdef int _legal(self, Actions out) except -1 nogil
    cdef int _apply(self, int64_t action) except -1 nogil
    cdef int64_t _random(self, Actions scratch, Rng rng) except? -1 nogil
    cdef int _rollout(self, Actions scratch, Rng rng, int limit) except -1 nogil
    cdef int _copy_from(self, State other) except -1 nogil
    cdef int _hide(self, int seat) except -1 nogil
    cdef int _forget(self, int memory) except -1 nogil
    cdef int _fill(self, int seat, Rng rng) except -1 nogil
    cdef int64_t _seen(self, int64_t action, int mover, int seat) except? -2 nogil
    cdef double _score(self, int seat) except? -1.0 nogil
    cdef char* _memory(self) noexcept nogil
    cdef int _width(self) noexcept nogil
    cdef int _settle(self) except -1 nogil

cdef void clear_table(UnicornState s) noexcept nogil
cdef void clear_turn(UnicornState s) noexcept nogil
cdef void give_neigh(UnicornState s, int seat) noexcept nogil
cdef int gather_cards(UnicornState s) except -1 nogil
cdef int early_of(UnicornState s, int n) noexcept nogil
cdef int set_up(UnicornState s, int n, Rng rng) except -1 nogil
cdef int shuffle_part(UnicornState s, int first, int end, Rng rng) noexcept nogil
cdef int asked_seat(UnicornState s) noexcept nogil
cdef int unicorns_of(UnicornState s, int seat) noexcept nogil
cdef int letters_of(UnicornState s, int seat) noexcept nogil
cdef bint is_before(UnicornState s, int one, int other) noexcept nogil
cdef int rank_of(UnicornState s, int seat) noexcept nogil
cdef int leaders(UnicornState s) noexcept nogil
