from libc.stdint cimport int64_t, int32_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy
from cardlab.core.bits cimport next_word, rand_below, rarely
from cardlab.core.limits cimport HIDDEN, HISTORY_ROOM, LONGEST, MAX_ACTIONS
from cardlab.core.luck cimport Luck, Script
from cardlab.core.rng cimport Rng
from cardlab.core.eventlog cimport EventLog, pair

cdef class Actions:
    cdef int64_t at[MAX_ACTIONS]
    cdef int n

cdef int too_many_actions() except -1 nogil
ctypedef int (*Refusal)() noexcept nogil

# The only way to put something on a list of actions: a game that offers too many gets an error, never lost memory. The cast leaves
# it to the caller to see that an error was raised: code for that in here would be too much to be inlined.
cdef inline int offer(Actions out, int64_t action) except -1 nogil:
    if rarely(out.n >= MAX_ACTIONS):
        return (<Refusal><void*>too_many_actions)()
    out.at[out.n] = action
    out.n += 1
    return 0

# One move as it was made, or as one seat saw it.
ctypedef struct PastMove:
    int64_t action
    int32_t mover

cdef class History:
    cdef PastMove* moves
    cdef int room
    cdef int n
    cdef void _clear(self) noexcept nogil
    cdef int _add(self, int mover, int64_t action) except -1 nogil
    cdef int _grow(self) except -1 nogil

cdef class State:
    cdef readonly object game  # type: Game
    cdef EventLog log
    cdef object _listener
    cdef public Script script
    cdef public bint may_fail
    cdef uint32_t _border  # nothing: behind it a game's struct begins at a multiple of 16 bytes, where copies are a quarter faster
    # What every game answers. -1 is "failed" only where an exception is set; games written in C never fail.
    cdef int _seats(self) except -1 nogil
    cdef int _player(self) except -2 nogil
    cdef int _turn(self) except -2 nogil
    cdef int _entry(self, int seat) except -1 nogil
    cdef bint _opens(self) noexcept nogil
    cdef int64_t _idle(self) noexcept nogil
    cdef Luck* _luck(self) noexcept nogil
    cdef int _deal(self, Rng rng) except -1 nogil
    cdef int _deal_on(self, Rng scenario, Rng rng) except -1 nogil
    cdef int _reason(self) except -1 nogil
    cdef int _legal(self, Actions out) except -1 nogil
    cdef int _candidates(self, Actions out) except -1 nogil
    cdef int _weight(self, int64_t action) except -1 nogil
    cdef int _allows(self, int64_t action, Actions scratch) except -1 nogil
    cdef int _apply(self, int64_t action) except -1 nogil
    cdef int64_t _random(self, Actions scratch, Rng rng) except? -1 nogil
    cdef int _rollout(self, Actions scratch, Rng rng, int limit) except -1 nogil
    cdef int _copy_from(self, State other) except -1 nogil
    cdef int _hide(self, int seat) except -1 nogil
    cdef int _forget(self, int memory) except -1 nogil
    cdef int _fill(self, int seat, Rng rng) except -1 nogil
    cdef int _lighten(self) except -1 nogil
    cdef int _stir(self, Rng rng) except -1 nogil
    cdef int _picked(self) except -1 nogil
    cdef double _score(self, int seat) except? -1.0 nogil
    cdef int64_t _seen(self, int64_t action, int mover, int seat) except? -2 nogil
    cdef uint64_t _key(self) except? 0 nogil
    cdef char* _memory(self) noexcept nogil
    cdef int _width(self) noexcept nogil
    cdef int _settle(self) except -1 nogil
    # What core does with these answers, the same for every game.
    cdef int _begin(self, Rng rng) except -1 nogil
    cdef int _begin_on(self, Rng scenario, Rng rng) except -1 nogil
    cdef int _blind(self, int seat) except -1 nogil
    cdef int _erase_luck(self) except -1 nogil
    cdef int _imagine(self, State info, int seat, Rng rng) except -1 nogil
    cdef int _renew(self, Rng rng) except -1 nogil
    cdef uint32_t _rolls(self) noexcept nogil

# The only door to chance in the rules: a number from 0 to n-1. `kind` names what it is for, in scripts.
cdef int roll(State s, int kind, int n) except -1 nogil

# What happened, for those who listen: `kind` with up to four numbers, about a player (or -1), and a bit for each seat that may know
# all of it (EVERYBODY: all bits). It costs one comparison if nobody listens; what is handed on then fits into registers.
cdef inline void tell(State s, int kind, int player, int a, int b, int c, int d, int seats) noexcept nogil:
    if rarely(s.log is not None):
        s.log._add(pair(kind, player), pair(a, b), pair(c, d), seats)

cdef class Seat:
    cdef readonly int player
    cdef readonly object game  # type: Game
    cdef State info
    cdef History past
    cdef int _look(self, State truth, int player) except -1 nogil
    cdef int64_t _saw(self, int at) except? -2 nogil
    cdef int _remember(self, Seat other) except -1 nogil
    cdef int _resample(self, State into, Rng rng) except -1 nogil
