from libc.stdint cimport int64_t, uint32_t, uint8_t
from cardlab.core.action cimport extra_of, kind_of, pack, source_of, target_of
from cardlab.core.bits cimport lowest_bit, nth_bit, popcount, rand_below
from cardlab.core.limits cimport EVERYBODY
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport tell
from cardlab.games.locm.rules.state cimport LocmState, index_deck, assign_part
from cardlab.games.locm.rules.state cimport ROUNDS, HAND_LIMIT, NO_PICK, FACE, LANE_BITS
from cardlab.games.locm.rules.state cimport BREAKTHROUGH, CHARGE, DRAIN, GUARD, LETHAL, WARD
from cardlab.games.locm.rules.state cimport CREATURE, GREEN, RED, BLUE, ATTACKED_MARK, TOUCHED_MARK
from cardlab.games.locm.rules.state cimport PICK, SUMMON, ATTACK, USE, PASS
from cardlab.games.locm.rules.state cimport DRAFT, BATTLE, OVER
from cardlab.games.locm.rules.state cimport RUNNING, HEALTH_GONE, DECK_GONE, ROUNDS_GONE
from cardlab.games.locm.rules.state cimport OFFERED, PICKED, BATTLE_BEGAN, TURN, DREW, SUMMONED, ATTACKED, USED, HEALTH, RUNE
from cardlab.games.locm.rules.state cimport BURNED_RUNE, WARD_BROKE, DIED, NO_ROOM, PASSED, ENDED

cdef int64_t draw_action(LocmState s, Rng rng) noexcept nogil
cdef int play_at_random(LocmState s, Rng rng, int limit) noexcept nogil
cdef int64_t draw_attack(LocmState s, int nth) noexcept nogil
cdef int64_t draw_item(LocmState s, uint32_t items, int nth) noexcept nogil
cdef int64_t use_on(LocmState s, int depth, int owner, int nth) noexcept nogil
cdef void carry_out(LocmState s, int64_t action) noexcept nogil
cdef void pick_card(LocmState s, int p, int index) noexcept nogil
cdef void begin_battle(LocmState s) noexcept nogil
cdef void begin_turn(LocmState s, int p) noexcept nogil
cdef void end_turn(LocmState s, int p) noexcept nogil
cdef void draw_cards(LocmState s, int p) noexcept nogil
cdef void take_card(LocmState s, int p) noexcept nogil
cdef void lose_rune(LocmState s, int p) noexcept nogil
cdef void change_health(LocmState s, int p, int change) noexcept nogil
cdef void pay(LocmState s, int p, int depth) noexcept nogil
cdef void apply_effects(LocmState s, int p, int card) noexcept nogil
cdef void summon(LocmState s, int p, int depth, int lane) noexcept nogil
cdef void attack(LocmState s, int p, int number, int target) noexcept nogil
cdef void attack_player(LocmState s, int p, int slot) noexcept nogil
cdef void fight(LocmState s, int p, int mine, int theirs) noexcept nogil
cdef void use_item(LocmState s, int p, int depth, int target) noexcept nogil
cdef void strike_creature(LocmState s, int card, int owner, int slot) noexcept nogil
cdef void break_ward(LocmState s, int p, int slot) noexcept nogil
cdef void set_guard(LocmState s, int p, int slot) noexcept nogil
cdef void remove_creature(LocmState s, int p, int slot) noexcept nogil
cdef int squeeze(int slots, int slot, int lane_bits) noexcept nogil
cdef int find_creature(LocmState s, int p, int number) noexcept nogil
cdef void check_win(LocmState s, int active, int reason) noexcept nogil
cdef void end(LocmState s, int winner, int reason) noexcept nogil
cdef int card_of(LocmState s, int p, int number) noexcept nogil
