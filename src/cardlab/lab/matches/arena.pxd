from libc.stdint cimport int32_t, int64_t, uint64_t
from libc.stdlib cimport free, realloc
from cardlab.agents.agent cimport Agent, Crew, Policy, Stop
from cardlab.core.bits cimport mix, now
from cardlab.core.eventlog cimport EventLog
from cardlab.core.limits cimport MAX_PLAYERS
from cardlab.core.rng cimport Rng
from cardlab.lab.matches.recorder cimport Recorder
from cardlab.core.state cimport Actions, History, Seat, State

cpdef enum:
    CHUNK = 256

cdef enum:
    TIMED_EVERY = 32

cpdef enum Failure:
    RAISED = 1
    ILLEGAL = 2
    TIMEOUT = 3

cpdef uint64_t deal_seed(uint64_t seed, int64_t deal) noexcept nogil

cdef class Arena:
    cdef readonly object game  # type: Game
    cdef readonly list agents  # type: list[Agent]
    cdef readonly list specs  # type: list[str]
    cdef list keep
    cdef Crew crew
    cdef readonly Stop stop
    cdef int players
    cdef bint rotate
    cdef bint lots
    cdef bint counted
    cdef bint knows_seeds
    cdef bint native
    cdef bint only_rules
    cdef bint recording
    cdef bint listened
    cdef bint reported
    cdef uint64_t seed
    cdef uint64_t deal_seed
    cdef int64_t move_ns
    cdef int64_t turn_ns
    cdef int opening
    cdef int turn_of
    cdef int64_t turn_spent[MAX_PLAYERS]
    cdef dict lines
    cdef State state
    cdef Actions scratch
    cdef History history
    cdef Rng rng
    cdef Recorder recorder
    cdef void* agent[MAX_PLAYERS]
    cdef void* policy[MAX_PLAYERS]
    cdef void* seat[MAX_PLAYERS]
    cdef void* stream[MAX_PLAYERS]
    cdef bint is_native[MAX_PLAYERS]
    cdef int role[MAX_PLAYERS]
    cdef int n_games
    cdef double score[CHUNK][MAX_PLAYERS]
    cdef int32_t turns[CHUNK][MAX_PLAYERS]
    cdef int32_t timed[CHUNK][MAX_PLAYERS]
    cdef int64_t spent[CHUNK][MAX_PLAYERS]
    cdef int64_t slowest[CHUNK][MAX_PLAYERS]
    cdef int32_t reason[CHUNK]
    cdef int32_t failed[CHUNK]
    cdef int32_t decisions[CHUNK]
    cdef int n_decisions
    cdef int failure
    cdef object error
    cdef object watch
    cdef dict errors
    cdef list replays
    cdef int64_t* moves
    cdef int64_t* spent_on
    cdef int64_t spent_last
    cdef int moves_room
    cdef int _run(self, int64_t first, int count) except -1 nogil
    cdef int _play(self, int64_t index, int row) except -1 nogil
    cdef int _clear_turn(self) except -1 nogil
    cdef int _play_by_rules(self, int row) except -2 nogil
    cdef int _play_by_asking(self, int row, int64_t index, uint64_t game_seed) except -2 nogil
    cdef int _seat_roles(self, int64_t index) except -1 nogil
    cdef int64_t _ask(self, int seat, int row, int64_t index, uint64_t game_seed) except? -1 nogil
    cdef int64_t _ask_native(self, int seat, int role) except? -1 nogil
    cdef int64_t _ask_python(self, int seat, int64_t index) except? -1
    cdef int _settle(self, int row, int loser) except -1 nogil
    cdef int _pass_on(self) except -1
    cdef int _report_end(self, int loser, int row) except -1
    cdef int _remember(self, int64_t action) except -1 nogil
    cdef int64_t* _grown(self, int64_t* block, int room) except NULL nogil
