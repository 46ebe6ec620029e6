from libc.stdint cimport int16_t, uint8_t, uint32_t, uint64_t
from cardlab.core.bits cimport ONE, lowest_bit, popcount
from cardlab.core.limits cimport EVERYBODY
from cardlab.core.state cimport roll, tell
from cardlab.games.duelyst.rules.state cimport DuelystState, assign_part, clear_unit, clear_effect
from cardlab.games.duelyst.rules.state cimport (
    TILES, UNITS, HELD, EFFECTS, HAND, DECK_ROOM, NOBODY, QUEUE, OVER, RUNNING, GENERAL_DEAD, BOTH_DEAD,
    PROVOKE, RUSH, FORCEFIELD, REBIRTH, EGG, ZEAL, INFILTRATE, BACKSTAB, DEATHWATCH, EPHEMERAL, DYING_WISH,
    GENERAL_PROOF, GENERAL_DOUBLE, MINION_DOUBLE, STRUCTURE, ROOTED, HURT_WATCH, HUNTER_DRAW, SCARRED, HORN, REAPER, RETURNS, CAREFUL, PIERCER,
    EXHAUSTED, DISPELLED, SITUATED, FIELD_UP, FIELD_HIT, GONE, DOOMED, FOR_GOOD, ADDS, SETS, REBASES,
    SPRING, USED_SPRING, CREEP, DRAW_CHANCE, TILE_CHANCE,
    DREW, BURNED, DECK_EMPTY, SUMMONED, ATTACKED, DAMAGED, HEALED, DIED, CHANGED, STUNNED, DISPELS, TRANSFORMED, TELEPORTED,
    VANISHED, SPRING_USED, CREEP_LAID, ARTIFACT_BROKE, HATCHED, ENDED, RETURNED, CONTROL,
    ON_DEATH, ON_DEATHWATCH, ON_HURT)
from cardlab.games.duelyst.rules.legal cimport near

# What waits in the queue.
cdef enum:
    STRIKE = 1
    STRIKE_BACK = 2
    HURT = 3
    STARVE = 4
    DIE = 5
    HEAL = 6
    DRAW = 7
    SUMMON = 8
    TELEPORT = 9
    VANISH = 10
    TRANSFORM = 11
    LAY_CREEP = 12
    EQUIP = 13
    LAY_EGG = 14
    SEND_BACK = 15
    TURN_COAT = 16

cdef int settle(DuelystState s) except -1 nogil
cdef int queue_full() except -1 nogil
cdef int effects_full() except -1 nogil
cdef int append(DuelystState s, int what, int who, int whom, int seat, int tile, int card, int n) except -1 nogil
cdef int resolve(DuelystState s) except -1 nogil
cdef int take_next(DuelystState s) except -1 nogil
cdef int clean_up(DuelystState s) except -1 nogil
cdef void hold_deaths(DuelystState s) noexcept nogil
cdef void tell_deaths(DuelystState s) noexcept nogil
cdef bint is_decided(DuelystState s) noexcept nogil
cdef void end_game(DuelystState s, int winner, int reason) noexcept nogil
cdef int watch_deaths(DuelystState s) except -1 nogil
cdef int reap(DuelystState s, int p, int tile) except -1 nogil
cdef void use_springs(DuelystState s) noexcept nogil
cdef int break_artifacts(DuelystState s) except -1 nogil
cdef void drop_artifact(DuelystState s, int p, int at) noexcept nogil
cdef int equip(DuelystState s, int p, int card) except -1 nogil
cdef void situate(DuelystState s) noexcept nogil
cdef bint is_situated(DuelystState s, int i) noexcept nogil
cdef void compute(DuelystState s, int i) noexcept nogil
cdef void compute_keywords(DuelystState s, int i) noexcept nogil
cdef int add_effect(DuelystState s, int i, int change, int until, int attack, int health) except -1 nogil
cdef void drop_effects(DuelystState s, int i) noexcept nogil
cdef void copy_effect(DuelystState s, int to, int at) noexcept nogil
cdef int expire(DuelystState s, int until) except -1 nogil
cdef void delete_effect(DuelystState s, int at) noexcept nogil
cdef int check_health(DuelystState s, int i) except -1 nogil
cdef int put_unit(DuelystState s, int seat, int card, int tile, bint ready) except -1 nogil
cdef int summon_unit(DuelystState s, int seat, int card, int tile) except -1 nogil
cdef void set_down(DuelystState s, int i, int tile) noexcept nogil
cdef void lift(DuelystState s, int i) noexcept nogil
cdef void leave_board(DuelystState s, int i) noexcept nogil
cdef void sweep(DuelystState s) noexcept nogil
cdef int strike(DuelystState s, int who, int whom, bint back) except -1 nogil
cdef int backstab_of(DuelystState s, int who) noexcept nogil
cdef bint stands_behind(DuelystState s, int who, int whom) noexcept nogil
cdef int behind(DuelystState s, int owner, int tile, int steps) noexcept nogil
cdef int hurt(DuelystState s, int who, int whom, int amount, bint sure) except -1 nogil
cdef int blow_horn(DuelystState s, int p) except -1 nogil
cdef int die(DuelystState s, int i) except -1 nogil
cdef void heal(DuelystState s, int i, int n) noexcept nogil
cdef int draw_card(DuelystState s, int p) except -1 nogil
cdef int take_from_deck(DuelystState s, int p, int at) noexcept nogil
cdef int free_slot(DuelystState s, int p) noexcept nogil
cdef void put_in_deck(DuelystState s, int p, int card) noexcept nogil
cdef void teleport(DuelystState s, int i, int tile) noexcept nogil
cdef int transform(DuelystState s, int i, int card) except -1 nogil
cdef int hatch(DuelystState s, int i) except -1 nogil
cdef void send_back(DuelystState s, int i) noexcept nogil
cdef void turn_coat(DuelystState s, int i) noexcept nogil
cdef int stun(DuelystState s, int i) noexcept nogil
cdef int dispel(DuelystState s, int i) except -1 nogil
cdef void lay_object(DuelystState s, int tile, int kind) noexcept nogil
cdef void remove_object(DuelystState s, int tile) noexcept nogil
cdef uint64_t creep_of(DuelystState s, int p) noexcept nogil
cdef int pick_tile(DuelystState s, uint64_t tiles, int centre) except -1 nogil
cdef int step_from(int tile, int nth) noexcept nogil
