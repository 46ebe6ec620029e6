from libc.math cimport log, sqrt
from libc.stdint cimport int32_t, int64_t, uint64_t
from cardlab.agents.agent cimport Agent, Policy, Stop, play_out
from cardlab.agents.clock cimport Clock, PIECE
from cardlab.agents.returns cimport Returns
from cardlab.agents.tree cimport Node, Tree
from cardlab.core.bits cimport mix, now, rand_below
from cardlab.core.limits cimport HISTORY_ROOM, MAX_ACTIONS, MAX_PLAYERS
from cardlab.core.rng cimport Rng
from cardlab.core.state cimport Actions, Seat, State
from cardlab.models.model cimport Evaluator, Model, MAX_BATCH

cdef enum:
    PATH_ROOM = 4096
    LOG_ROOM = 4096
    HASH_ROOM = 4096
    SCAN_MOST = 12
    PATHS_ROOM = 65536
    PAST_MOST = 256

cdef class TreeSearch(Agent):
    cdef int64_t max_iterations
    cdef int64_t max_ns
    cdef double c
    cdef int worlds
    cdef int memory
    cdef int rollout_limit
    cdef int depth
    cdef double discount
    cdef bint by_value
    cdef bint reuse
    cdef bint one_turn
    cdef bint by_rule
    cdef bint to_win
    cdef Policy rollout_policy
    cdef Evaluator evaluator
    cdef Model model
    cdef bint hard
    cdef bint heavy
    cdef int again
    cdef double vary
    cdef Returns returns
    cdef int width
    cdef double even
    cdef double low
    cdef double high
    cdef list leaves
    cdef void* leaf[MAX_BATCH]
    cdef int32_t start[MAX_BATCH]
    cdef int32_t length[MAX_BATCH]
    cdef int32_t played[MAX_BATCH]
    cdef int32_t paths[PATHS_ROOM]
    cdef int n_paths
    cdef int n_open
    cdef Stop stop
    cdef Clock clock
    cdef Tree tree
    cdef State info
    cdef State world
    cdef State dealt
    cdef Actions acts
    cdef Actions root_acts
    cdef int32_t kid[MAX_ACTIONS]
    cdef int32_t path[PATH_ROOM]
    cdef int32_t slot[HASH_ROOM]
    cdef double payoff[MAX_PLAYERS]
    cdef double logs[LOG_ROOM]
    cdef double root_reward[MAX_ACTIONS]
    cdef int64_t root_visits[MAX_ACTIONS]
    cdef int64_t done
    cdef int64_t spent_ns
    cdef double thought
    cdef int chosen
    cdef int last_history
    cdef int last_player
    cdef uint64_t last_past
    cdef int64_t deadline
    cdef int me
    cdef int n_path
    cdef int64_t _choose(self, Seat seat, Rng rng) except? -1 nogil
    cdef int _new_game(self) except -1 nogil
    cdef int _search(self, Seat seat, Rng rng) except -1 nogil
    cdef int _search_worlds(self, Seat seat, Rng rng, int64_t deadline) except -1 nogil
    cdef int _grow(self, Rng rng, int64_t until, int64_t deadline) except -1 nogil
    cdef int _descend(self, Rng rng) except -1 nogil
    cdef int _let_others(self, Rng rng) except -1 nogil
    cdef double _due(self, double score) noexcept nogil
    cdef void _visit(self, int node) noexcept nogil
    cdef int _match(self, int node, int mover) noexcept nogil
    cdef int _match_hashed(self, int node, int mover) noexcept nogil
    cdef int _expand(self, int node, int mover, int tried, Rng rng) except -1 nogil
    cdef int _select(self) noexcept nogil
    cdef int _simulate(self, Rng rng) except -2 nogil
    cdef int _finish_turn(self, Rng rng) except -2 nogil
    cdef int _play_out(self, State world, int moves, Rng rng) except -2 nogil
    cdef void _take_back(self) noexcept nogil
    cdef int _play_on(self, State world, int moves, Rng rng) except -2 nogil
    cdef int _finish(self, int played, Rng rng) except -1 nogil
    cdef int _flush(self, Rng rng) except -1 nogil
    cdef int _ask_again(self, int slot, int to, Rng rng) except -1 nogil
    cdef int _believe(self, double chance, int played) except -1 nogil
    cdef double _told(self, double chance) noexcept nogil
    cdef double _factor(self, int played) noexcept nogil
    cdef int _weigh(self, State world, int played) except -1 nogil
    cdef void _credit(self, int32_t* path, int start, int length) noexcept nogil
    cdef void _collect(self) noexcept nogil
    cdef void _choose_among(self, double least, Rng rng) noexcept nogil
    cdef double _most(self) noexcept nogil
    cdef double _estimate(self) noexcept nogil
    cdef int _keep_subtree(self, Seat seat) except -1 nogil
    cdef uint64_t _past_key(self, Seat seat, int until) except? 0 nogil

cdef int _hash(int64_t action) noexcept nogil
