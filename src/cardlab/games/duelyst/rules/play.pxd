from libc.stdint cimport int64_t, uint8_t, uint32_t, uint64_t
from cardlab.core.action cimport kind_of, source_of, target_of
from cardlab.core.bits cimport ONE, lowest_bit, popcount
from cardlab.core.limits cimport EVERYBODY
from cardlab.core.luck cimport Luck
from cardlab.core.state cimport roll, tell
from cardlab.games.duelyst.rules.state cimport DuelystState, assign, clear_pending, remember
from cardlab.games.duelyst.rules.state cimport (
    TILES, UNITS, HAND, SIGNATURE_SLOT, NOBODY, OPENING, ACTIVE, OVER, TURN_LIMIT, GIVEN_UP,
    MULLIGAN, MOVE, ATTACK, PLAY, REPLACE, FOLLOW_UP, END_TURN, SKIP, CANCEL, RESIGN, MINION, SPELL, ARTIFACT,
    PROVOKE, RANGED, BLAST, CELERITY, FRENZY, BACKSTAB, FORCEFIELD, EGG, GROW, EPHEMERAL, CANNOT_COUNTER, SPELL_WATCH,
    TURN_START, TURN_END, HUNTER_DRAW, RAGE, PIERCER, EXHAUSTED, FIELD_UP, GONE, FOR_GOOD, THIS_TURN, FIRST_BEGINS,
    ADDS, SETS, REBASES, CREEP, MULLIGAN_CHANCE, REPLACE_CHANCE,
    TURN_BEGAN, PLAYED, MOVED, ATTACKED, CHANGED, REPLACED, MULLIGANED, SIGNATURE_READY, SKIPPED, TAKEN_BACK, ENDED_TURN,
    ON_CAST, ON_SPELL, ON_START, ON_END, ON_FOLLOW,
    DO_DAMAGE, DO_BUFF, DO_SET, DO_HEAL, DO_DESTROY, DO_STUN, DO_DISPEL, DO_GRANT, DO_READY, DO_TRANSFORM, DO_DRAW, DO_SUMMON,
    DO_CREEP, DO_TELEPORT, DO_BOND, DO_MARTYR, DO_EDGE, DO_DANCE, DO_FROSTFIRE, DO_EQUIP, DO_REBASE, DO_RESTORE, DO_BOTH_DRAW,
    DO_RETURN, DO_CONTROL, DO_LAST_MANA, DO_SURGE, FRIEND, FOE, MINIONS, GENERALS, EVERY_UNIT,
    BOARD, TARGET, SELF, BLOCK, NEAR_SELF, NEAR_GENERAL, COLUMN, SIDE, ROW, NEAR_TARGET, BEHIND_SELF, BEFORE_GENERAL,
    NEAR_FOE_GENERAL, ENEMY_SIDE, AT_BLOCK_2, AT_BLOCK_3)
from cardlab.games.duelyst.rules.legal cimport near, in_reach, half_line, targets_of, units_aimed_at, sieved
from cardlab.games.duelyst.rules.legal cimport tiles_around, row_of, column_of
from cardlab.games.duelyst.rules.resolve cimport (
    STRIKE, STRIKE_BACK, HURT, DIE, HEAL, DRAW, SUMMON, TELEPORT, VANISH, TRANSFORM, LAY_CREEP, EQUIP, SEND_BACK, TURN_COAT,
    append, resolve, settle, tell_deaths, equip, compute, add_effect, expire, summon_unit, set_down, lift, stands_behind, behind, hatch,
    stun, dispel, remove_object, creep_of, pick_tile, take_from_deck, put_in_deck, end_game)

cdef int carry_out(DuelystState s, int64_t action) except -1 nogil
cdef int mulligan(DuelystState s, int p, int first, int second) except -1 nogil
cdef int exchange(DuelystState s, int p, int slot) except -1 nogil
cdef int move_unit(DuelystState s, int i, int tile) except -1 nogil
cdef int attack(DuelystState s, int who, int whom) except -1 nogil
cdef int strike_others(DuelystState s, int who, int whom) except -1 nogil
cdef bint strikes_back(DuelystState s, int whom, int who) noexcept nogil
cdef int replace(DuelystState s, int p, int slot) except -1 nogil
cdef int play_card(DuelystState s, int p, int slot, int tile) except -1 nogil
cdef int cast_card(DuelystState s, int p, int card, int tile) except -1 nogil
cdef int watch_spell(DuelystState s, int p) except -1 nogil
cdef int ask_on(DuelystState s, int stage) except -1 nogil
cdef int follow_up(DuelystState s, int tile) except -1 nogil
cdef int settle_play(DuelystState s) except -1 nogil
cdef int give_up(DuelystState s, int p) except -1 nogil
cdef void take_back(DuelystState s) noexcept nogil
cdef int end_turn(DuelystState s) except -1 nogil
cdef int finish_turn(DuelystState s, int p) except -1 nogil
cdef int run_out(DuelystState s, int p) except -1 nogil
cdef int begin_turn(DuelystState s, int p) except -1 nogil
cdef bint is_signature_turn(int turn) noexcept nogil
cdef int turn_triggers(DuelystState s, int p, int trigger) except -1 nogil
cdef bint spawns_beside(DuelystState s, int card, int trigger) noexcept nogil
cdef int spawn_beside(DuelystState s, int p, int trigger, int n) except -1 nogil
cdef void make_way(DuelystState s, int k, int n) noexcept nogil
cdef int creep_bites(DuelystState s, int p) except -1 nogil
cdef int do_deeds(DuelystState s, int card, int trigger, int seat, int me, int here, int there) except -1 nogil
cdef int do_deed(DuelystState s, int at, int card, int seat, int me, int here, int there) except -1 nogil
cdef int do_to_unit(DuelystState s, int at, int seat, int i, int there) except -1 nogil
cdef int do_to_player(DuelystState s, int at, int card, int seat, int me, int here, int there) except -1 nogil
cdef int summon_near(DuelystState s, int seat, int card, int n, uint64_t tiles, int centre) except -1 nogil
cdef int summon_at(DuelystState s, int at, int seat, int here, int there) except -1 nogil
cdef int spread_creep(DuelystState s, int at, int card, int seat, int here, int there) except -1 nogil
cdef uint64_t tiles_meant(DuelystState s, int at, int card, int seat, int here, int there) noexcept nogil
cdef uint64_t block_at(int tile, int aim) noexcept nogil
