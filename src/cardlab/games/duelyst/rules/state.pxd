from libc.stdint cimport int8_t, int16_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from cardlab.core.action cimport kind_of, pack
from cardlab.core.bits cimport ONE, lowest_bit, mix, rand_below
from cardlab.core.limits cimport EVERYBODY, HIDDEN
from cardlab.core.luck cimport Luck
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, State

cpdef enum:
    TILES = 45
    COLUMNS = 9
    ROWS = 5
    ANYWHERE = 45
    UNITS = 48
    EFFECTS = 112
    HAND = 6
    SIGNATURE_SLOT = 6
    DECK_ROOM = 120
    ARTIFACTS = 3
    CARD_KINDS = 256
    DEEDS = 1024
    HELD = 15
    UNKNOWN_CARD = 255
    NOBODY = 255

cdef enum:
    QUEUE = 1024
    CHOICES = 112
    TRIGGERS = 9

# What is done.
cpdef enum Kind:
    MULLIGAN = 1
    MOVE = 2
    ATTACK = 3
    PLAY = 4
    REPLACE = 5
    FOLLOW_UP = 6
    END_TURN = 7
    SKIP = 8
    CANCEL = 9
    RESIGN = 10

cpdef enum Phase:
    OPENING = 0
    ACTIVE = 1
    OVER = 2

cpdef enum Reason:
    RUNNING = 0
    GENERAL_DEAD = 1
    BOTH_DEAD = 2
    TURN_LIMIT = 3
    GIVEN_UP = 4

cpdef enum CardType:
    GENERAL = 0
    MINION = 1
    SPELL = 2
    ARTIFACT = 3
    TILE = 4

cpdef enum Keyword:
    PROVOKE = 1
    RANGED = 2
    BLAST = 4
    CELERITY = 8
    FLYING = 16
    FRENZY = 32
    BACKSTAB = 64
    RUSH = 128
    AIRDROP = 256
    FORCEFIELD = 512
    REBIRTH = 1024
    EGG = 2048
    ZEAL = 4096
    INFILTRATE = 8192
    GROW = 16384
    DEATHWATCH = 32768
    EPHEMERAL = 65536
    DYING_WISH = 131072
    CANNOT_COUNTER = 262144
    GENERAL_PROOF = 524288
    GENERAL_DOUBLE = 1048576
    MINION_DOUBLE = 2097152
    STRUCTURE = 4194304
    SPELL_WATCH = 8388608
    TURN_START = 16777216
    TURN_END = 33554432
    HURT_WATCH = 67108864
    HUNTER_DRAW = 134217728
    ROOTED = 268435456
    GAMBIT = 536870912
    SCARRED = 1073741824

# What an artifact does besides its attack.
cpdef enum ArtifactPower:
    RAGE = 1
    HORN = 2
    REAPER = 4
    RETURNS = 8
    CAREFUL = 16
    PIERCER = 32

cpdef enum UnitFlag:
    EXHAUSTED = 1
    DISPELLED = 2
    SITUATED = 4
    FIELD_UP = 8
    FIELD_HIT = 16
    GONE = 32
    DOOMED = 64

# How long an effect lasts: for good, until this turn ends, until the next turn of the first or second player begins.
cpdef enum Until:
    FOR_GOOD = 0
    THIS_TURN = 1
    FIRST_BEGINS = 2
    SECOND_BEGINS = 3

cpdef enum Change:
    ADDS = 0
    SETS = 1
    REBASES = 2

# What lies on a tile, in the two upper bits of an object's byte.
cpdef enum Lying:
    SPRING = 0
    USED_SPRING = 1
    CREEP = 2

cpdef enum Chance:
    DRAW_CHANCE = 1
    MULLIGAN_CHANCE = 2
    REPLACE_CHANCE = 3
    TILE_CHANCE = 4

cpdef enum Told:
    TURN_BEGAN = 1
    DREW = 2
    BURNED = 3
    DECK_EMPTY = 4
    PLAYED = 5
    SUMMONED = 6
    MOVED = 7
    ATTACKED = 8
    DAMAGED = 9
    HEALED = 10
    DIED = 11
    CHANGED = 12
    STUNNED = 13
    DISPELS = 14
    TRANSFORMED = 15
    TELEPORTED = 16
    VANISHED = 17
    SPRING_USED = 18
    CREEP_LAID = 19
    ARTIFACT_BROKE = 20
    REPLACED = 21
    MULLIGANED = 22
    SIGNATURE_READY = 23
    HATCHED = 24
    SKIPPED = 25
    TAKEN_BACK = 26
    ENDED_TURN = 27
    ENDED = 28
    RETURNED = 29
    CONTROL = 30

# When a card does something.
cpdef enum Trigger:
    ON_CAST = 0
    ON_DEATH = 1
    ON_DEATHWATCH = 2
    ON_SPELL = 3
    ON_START = 4
    ON_END = 5
    ON_FOLLOW = 6
    ON_HURT = 8

# What it does: to units, and from DO_DRAW on to players, cards and tiles.
cpdef enum Code:
    DO_NOTHING = 0
    DO_DAMAGE = 1
    DO_BUFF = 2
    DO_SET = 3
    DO_HEAL = 4
    DO_DESTROY = 5
    DO_STUN = 6
    DO_DISPEL = 7
    DO_GRANT = 8
    DO_READY = 9
    DO_TRANSFORM = 10
    DO_BOND = 15
    DO_MARTYR = 16
    DO_EDGE = 17
    DO_FROSTFIRE = 19
    DO_REBASE = 21
    DO_RESTORE = 22
    DO_RETURN = 24
    DO_CONTROL = 25
    DO_DRAW = 40
    DO_SUMMON = 41
    DO_CREEP = 42
    DO_TELEPORT = 43
    DO_DANCE = 44
    DO_EQUIP = 45
    DO_BOTH_DRAW = 46
    DO_LAST_MANA = 47
    DO_SURGE = 48

# Whom: sides and ranks, as bits.
cpdef enum Who:
    FRIEND = 1
    FOE = 2
    MINIONS = 4
    GENERALS = 8
    EVERY_UNIT = 15

# Where they stand, or where something is put.
cpdef enum Place:
    BOARD = 0
    TARGET = 1
    SELF = 2
    BLOCK = 3
    NEAR_SELF = 4
    NEAR_GENERAL = 5
    COLUMN = 6
    SIDE = 7
    ROW = 8
    NEAR_TARGET = 9
    BEHIND_SELF = 10
    BEFORE_GENERAL = 11
    NEAR_FOE_GENERAL = 12
    ENEMY_SIDE = 13

# What a card may be played on.
cpdef enum Aim:
    AT_ANYWHERE = 0
    AT_UNIT = 1
    AT_SPAWN = 2
    AT_FREE = 3
    AT_BLOCK_2 = 4
    AT_BLOCK_3 = 5
    AT_SPACE = 6

cpdef enum Near:
    EVERYWHERE = 0
    BY_GENERAL = 1
    BY_LAST = 2
    WITHIN_TWO = 3

cpdef enum Sieve:
    ALL_PASS = 0
    ATTACK_AT_MOST = 1
    WEAKEST = 2
    OF_TRIBE = 3
    WITH_KEYWORD = 4
    IS_DAMAGED = 5

# One thing that a card does.
ctypedef struct Deed:
    uint8_t code
    uint8_t who
    uint8_t place
    uint8_t sieve
    uint32_t sieve_by
    int16_t a
    int16_t b
    uint8_t until
    uint8_t card
    uint32_t keywords

ctypedef struct Aiming:
    uint8_t aim
    uint8_t who
    uint8_t near
    uint8_t sieve
    uint32_t sieve_by

# What is printed on a card.
ctypedef struct CardFacts:
    uint8_t type
    uint8_t signature
    uint8_t cost
    uint8_t tribe
    uint8_t speed
    uint8_t token
    uint8_t backstab
    uint8_t grow
    uint8_t situational
    uint8_t worn
    uint8_t powers
    uint8_t follows
    int16_t attack
    int16_t health
    uint32_t keywords
    uint32_t situational_keywords
    uint32_t worn_keywords
    Aiming aiming[3]
    uint16_t first[9]
    uint8_t count[9]
    uint8_t faction

ctypedef struct Unit:
    uint8_t card
    uint8_t owner
    uint8_t tile
    uint8_t flags
    uint8_t moves
    uint8_t attacks
    uint8_t stun
    uint8_t egg
    int16_t attack
    int16_t health
    int16_t damage
    uint8_t grants
    uint8_t fresh
    uint32_t granted
    uint32_t brief
    uint32_t lost
    uint32_t keywords

# A change of a unit's numbers. Effects stand unit by unit, in the order in which they came; those that commute are one entry.
ctypedef struct Effect:
    uint8_t unit
    uint8_t change
    uint8_t until
    uint8_t count
    int16_t attack
    int16_t health

# Something that waits to be done.
ctypedef struct Item:
    uint8_t what
    uint8_t who
    uint8_t whom
    uint8_t seat
    uint8_t tile
    uint8_t card
    int16_t n

# All actions of one kind by one source: a bit for each tile.
ctypedef struct Choice:
    uint64_t tiles
    uint8_t kind
    uint8_t source
    uint8_t card
    uint8_t size

ctypedef struct DuelystFields:
    Luck luck[1]
    uint64_t own[2]
    uint64_t provokers[2]
    Unit unit[UNITS]
    Effect effect[EFFECTS]
    uint16_t turn
    uint8_t n_units
    uint8_t n_effects
    uint8_t n_objects
    uint8_t phase
    int8_t player
    int8_t winner
    uint8_t reason
    uint8_t mulliganed
    int8_t viewer
    uint8_t pending
    uint8_t stage
    uint8_t n_used
    uint8_t used[4]
    uint8_t n_held
    uint8_t held[HELD]
    uint8_t revocable
    uint8_t idle_plays
    uint8_t at[TILES]
    uint8_t object[TILES]
    uint8_t hand[2][HAND]
    uint8_t n_deck[2]
    uint8_t mana[2]
    uint8_t max_mana[2]
    uint8_t bonus[2]
    uint8_t replaced[2]
    uint8_t ready[2]
    uint8_t extra_draws[2]
    uint8_t dances[2]
    uint8_t surges[2]
    uint8_t n_worn[2]
    uint8_t worn[2][ARTIFACTS]
    uint8_t durability[2][ARTIFACTS]
    uint8_t deck[2][DECK_ROOM]

cdef extern from "bits.h" nogil:
    void assign "CARDLAB_ASSIGN"(DuelystFields target, DuelystFields source)
    void assign_part "CARDLAB_ASSIGN"(Unit target, Unit source)

cdef class DuelystRules:
    cdef CardFacts fact[CARD_KINDS]
    cdef Deed deed[DEEDS]
    cdef readonly int n_cards, n_deeds
    cdef readonly int opening_hand, mulligan, draws, burns, deck_out, replaces, first_mana, second_mana, most_mana, springs
    cdef readonly int signatures, artifacts, durability, stalling, turns, skips, cancels, resigns, all_tiles
    cdef uint8_t deck[2][DECK_ROOM]
    cdef uint8_t n_deck[2]
    cdef uint8_t general[2]
    cdef readonly int egg, wraithling

cdef class DuelystState(State):
    cdef DuelystFields z
    cdef DuelystFields before
    cdef readonly DuelystRules rules
    cdef Item queue[QUEUE]
    cdef int head, tail
    cdef bint bereft
    cdef Item dead[UNITS]
    cdef int n_dead
    cdef uint64_t room[UNITS]
    cdef uint8_t spawner[UNITS]
    cdef uint8_t scratch[DECK_ROOM]
    cdef Choice choice[CHOICES]
    cdef int n_choices
    cdef int total
    cdef int _seats(self) except -1 nogil
    cdef int _player(self) except -2 nogil
    cdef int _turn(self) except -2 nogil
    cdef bint _opens(self) noexcept nogil
    cdef int64_t _idle(self) noexcept nogil
    cdef Luck* _luck(self) noexcept nogil
    cdef int _deal(self, Rng rng) except -1 nogil
    cdef int _reason(self) except -1 nogil
    cdef int _legal(self, Actions out) except -1 nogil
    cdef int _candidates(self, Actions out) except -1 nogil
    cdef int _weight(self, int64_t action) except -1 nogil
    cdef int _allows(self, int64_t action, Actions scratch) except -1 nogil
    cdef int _apply(self, int64_t action) except -1 nogil
    cdef int64_t _random(self, Actions scratch, Rng rng) except? -1 nogil
    cdef int _copy_from(self, State other) except -1 nogil
    cdef int _hide(self, int seat) except -1 nogil
    cdef int _fill(self, int seat, Rng rng) except -1 nogil
    cdef double _score(self, int seat) except? -1.0 nogil
    cdef int64_t _seen(self, int64_t action, int mover, int seat) except? -2 nogil
    cdef uint64_t _key(self) except? 0 nogil
    cdef char* _memory(self) noexcept nogil
    cdef int _width(self) noexcept nogil
    cdef int _settle(self) except -1 nogil

cdef void remember(DuelystState s, DuelystState other) noexcept nogil
cdef void clear(DuelystState s) noexcept nogil
cdef void clear_unit(DuelystState s, int i) noexcept nogil
cdef void clear_effect(DuelystState s, int i) noexcept nogil
cdef void clear_pending(DuelystState s) noexcept nogil
cdef void place_generals(DuelystState s) noexcept nogil
cdef void deal_hands(DuelystState s, Rng rng) noexcept nogil
cdef void hide_cards(DuelystFields* z, int seat) noexcept nogil
cdef void draw_hand(DuelystFields* z, int p, Rng rng) noexcept nogil
cdef void draw_kept(DuelystState s, int p, Rng rng) noexcept nogil
cdef int share_deck(DuelystState s, int p) noexcept nogil
cdef void take_away(DuelystFields* z, int p, int card) noexcept nogil
cdef void sort_deck(uint8_t* cards, int n) noexcept nogil
cdef uint64_t unit_key(DuelystState s, int i) noexcept nogil
