from libc.stdint cimport uint8_t, uint32_t, uint64_t
from cardlab.core.bits cimport ONE
from cardlab.core.limits cimport EVERYBODY
from cardlab.core.state cimport roll, tell
from cardlab.games.unicorns.rules.state cimport UnicornState
from cardlab.games.unicorns.rules.state cimport ROOM, SEATS, GONE, NO_CARD, DECK, DISCARD, NURSERY, STACK
from cardlab.games.unicorns.rules.state cimport HAND, STABLE, UPGRADES, DOWNGRADES, BABY, UPGRADE, DOWNGRADE, MAGICAL
from cardlab.games.unicorns.rules.state cimport PANDAS, BLIND, OPEN_HAND, DOWNGRADES_OFF, CHANCE_SHUFFLE, OF_CARD, INSTANT
from cardlab.games.unicorns.rules.state cimport TOLD_DREW, TOLD_DISCARDED, TOLD_SHUFFLED, TOLD_RETURNED

# Small questions that rules ask all the time: C inlines them, the uncompiled build has them in the source.
cdef inline int owner_of(UnicornState s, int card) noexcept nogil:
    return -1 if s.z.zone[card] == GONE else (s.z.zone[card] >> 2) - 1

cdef inline bint on_table(UnicornState s, int card) noexcept nogil:
    return s.z.zone[card] >= 4 and s.z.zone[card] != GONE and s.z.zone[card] & 3 != HAND

cdef inline bint is_unicorn(UnicornState s, int card) noexcept nogil:
    return s.rules.type[s.rules.kind[card]] <= MAGICAL

cdef inline bint is_panda(UnicornState s, int card) noexcept nogil:
    return s.rules.type[s.rules.kind[card]] <= MAGICAL and s.z.aura[(s.z.zone[card] >> 2) - 1] & PANDAS != 0

cdef inline bint is_marked(UnicornState s, int card) noexcept nogil:
    return s.z.marked[card >> 6] >> (card & 63) & 1 != 0

cdef inline bint is_lit(UnicornState s, int card) noexcept nogil:
    return s.z.lit[card >> 6] >> (card & 63) & 1 != 0

cdef inline bint fits_printed(UnicornState s, int card, int filter) noexcept nogil:
    return s.rules.fits[s.rules.kind[card]] >> filter & 1 != 0

cdef inline bint fits_now(UnicornState s, int card, int filter) noexcept nogil:
    if is_panda(s, card):
        return filter <= OF_CARD and s.rules.cards_include_pandas != 0
    return s.rules.fits[s.rules.kind[card]] >> filter & 1 != 0

cdef inline bint is_silenced(UnicornState s, int card) noexcept nogil:
    cdef int kind = s.rules.type[s.rules.kind[card]]
    cdef unsigned int aura = s.z.aura[(s.z.zone[card] >> 2) - 1]
    if not aura & (BLIND | DOWNGRADES_OFF):
        return False
    if kind == DOWNGRADE:
        return aura & DOWNGRADES_OFF != 0
    return kind != BABY and kind <= MAGICAL and aura & BLIND != 0 and aura & PANDAS == 0

cdef inline unsigned int all_auras(UnicornState s) noexcept nogil:
    return s.z.aura[0] | s.z.aura[1] | s.z.aura[2] | s.z.aura[3] | s.z.aura[4] | s.z.aura[5] | s.z.aura[6] | s.z.aura[7]

cdef int row_of(UnicornState s, int card, int seat) noexcept nogil
cdef void mark(UnicornState s, int card) noexcept nogil
cdef void unmark(UnicornState s, int card) noexcept nogil
cdef void add_last(UnicornState s, int card, int zone) noexcept nogil
cdef void take_out(UnicornState s, int card) noexcept nogil
cdef void put(UnicornState s, int card, int zone) noexcept nogil
cdef void to_hand(UnicornState s, int card, int seat, int seats) noexcept nogil
cdef void to_discard(UnicornState s, int card) noexcept nogil
cdef int draw_card(UnicornState s, int seat) except -1 nogil
cdef int shuffle_deck(UnicornState s) except -1 nogil
cdef int reshuffle(UnicornState s) except -1 nogil
cdef void register(UnicornState s, int card) noexcept nogil
cdef void unregister(UnicornState s, int card) noexcept nogil
cdef void unloose(UnicornState s, int card) noexcept nogil
cdef void enlist(UnicornState s, int card, int seat) noexcept nogil
cdef void settle_aura(UnicornState s, int seat) noexcept nogil
cdef uint32_t aura_of_row(UnicornState s, int zone) noexcept nogil
cdef void settle_auras(UnicornState s) noexcept nogil
cdef void count_cards(UnicornState s) noexcept nogil
cdef void learn_hand(UnicornState s, int seat, int seats) noexcept nogil
cdef void keep_knowledge(UnicornState s, int seat, int seats) noexcept nogil
cdef int in_hand(UnicornState s, int seat, int kind, int copy) noexcept nogil
cdef int at_place(UnicornState s, int place) noexcept nogil
