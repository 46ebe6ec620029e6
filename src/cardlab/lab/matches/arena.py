"""Where games are played: a compiled loop over whole games, without the GIL when all agents are native.

Roles are the agents in the order they were named; seats are places at the table. In game i of a match with n players the deal
is number i // n and the roles are moved on by i % n seats, so every role plays every deal from every seat. All randomness comes
from the match's seed, the number of the deal, the game, the seat and the decision, never from which worker plays it.
"""

from dataclasses import replace

import cython

from cardlab.agents.agent import Crew, PythonAgent, Stop
from cardlab.core.eventlog import EventLog
from cardlab.core.printable import error_text, safely
from cardlab.core.result import Result
from cardlab.core.rng import Rng, stream
from cardlab.core.state import Actions, History, Seat
from cardlab.core.tool import check_readers
from cardlab.errors import RunError
from cardlab.lab.matches.chunk import FAILURES, Chunk, Moves, Observed
from cardlab.lab.matches.guard import is_interruption


def deal_seed(seed, deal):
    # type: (int, int) -> int
    """The seed of a deal of a match."""
    return mix(mix(mix(seed) ^ 0x6465616C) ^ deal)


class Arena:
    """Plays games of one match. One arena serves one thread."""

    def __init__(
        self,
        game,  # type: Game
        agents,  # type: Iterable[Agent]
        seed,  # type: int
        rotate=True,  # type: bool
        move_ms=0.0,  # type: float
        turn_ms=0.0,  # type: float
        recording=False,  # type: bool
        stop=None,  # type: Stop | None
        watch=None,  # type: Callable[[int, int], object] | None
        recorder=None,  # type: Recorder | None
        lots=False,  # type: bool
        counted=False,  # type: bool
    ):
        # type: (...) -> None
        self.game = game
        self.agents = list(agents)
        self.specs = [agent.spec for agent in self.agents]
        self.players = game.players
        if len(self.agents) != self.players:
            raise RunError(f"{self.players} players need {self.players} agents, not {len(self.agents)}")
        for agent in self.agents:
            game.check_own("agent", agent)
        check_readers(game, *self.agents)
        self.rotate = rotate
        self.lots = lots
        self.counted = counted
        self.knows_seeds = game.knows_seeds
        self.seed = seed & 0xFFFFFFFFFFFFFFFF
        self.move_ns = int(move_ms * 1e6)
        self.turn_ns = int(turn_ms * 1e6)
        self.opening = game.opening
        self.recording = recording
        self.stop = stop or Stop()
        self.watch = watch
        self.recorder = recorder
        self.state = game.blank()
        self.scratch = Actions()
        self.history = History()
        self.rng = Rng(0)
        self.native = all([agent.native for agent in self.agents])
        self.only_rules = all([agent.policy is not None and not agent.policy.looks_ahead for agent in self.agents])
        self.crew = Crew(self.agents)
        self.listened = any([agent.listens for agent in self.agents])
        self.reported = any([agent.wants_results for agent in self.agents])
        if self.listened:
            self.state.log = EventLog()
        self._lay_table()

    def _lay_table(self):
        self.state.deal(self.rng)
        self.keep = []
        for i in range(self.players):
            seat: Seat = Seat(self.state, i)
            seat.past = self.history
            agent = self.agents[i]
            self.is_native[i] = agent.native
            parts = (agent, agent.policy, seat, Rng(0))
            self.keep.append(parts)
            if cython.compiled:
                self.agent[i] = cython.cast(cython.p_void, parts[0])
                self.policy[i] = cython.cast(cython.p_void, parts[1]) if parts[1] is not None else cython.NULL
                self.seat[i] = cython.cast(cython.p_void, parts[2])
                self.stream[i] = cython.cast(cython.p_void, parts[3])
            else:
                self.agent[i], self.policy[i], self.seat[i], self.stream[i] = parts

    def __dealloc__(self):
        if cython.compiled:
            free(self.moves)
            free(self.spent_on)

    @property
    def all_native(self):
        # type: () -> bool
        """Whether games run without the GIL."""
        return self.native

    def play(self, first: cython.longlong, count: cython.int):
        # type: (...) -> Chunk
        """Play games `first` to `first + count - 1`; return their records."""
        if not 0 < count <= CHUNK:
            raise RunError(f"an arena plays 1 to {CHUNK} games at a time")
        self.crew._hold()
        try:
            self.replays = []
            self.errors = {}
            self.lines = {}
            self.n_games = 0
            if self.native:
                with cython.nogil:
                    self._run(first, count)
            else:
                self._run(first, count)
            return self._chunk(first)
        finally:
            self.crew._release()

    def _chunk(self, first):
        n = self.n_games
        roles = range(self.players)
        return Chunk(
            first,
            [[self.score[i][r] for r in roles] for i in range(n)],
            [[self.turns[i][r] for r in roles] for i in range(n)],
            [[self.timed[i][r] for r in roles] for i in range(n)],
            [[self.spent[i][r] for r in roles] for i in range(n)],
            [[self.slowest[i][r] for r in roles] for i in range(n)],
            [self.reason[i] for i in range(n)],
            [self.failed[i] for i in range(n)],
            [self.decisions[i] for i in range(n)],
            {first + row: text for row, text in self.errors.items()},
            self.replays,
            Observed() if self.recorder is None else self.recorder.take(),
        )

    # ---- without the GIL ---------------------------------------------------------------------------------------

    def _run(self, first, count):
        for row in range(count):
            if self.stop.asked:
                break
            self._play(first + row, row)
            if self.stop.asked and self.state._player() >= 0:
                break
            self.n_games = row + 1
        return 0

    def _seat_roles(self, index):
        """Who sits where in a game that was just dealt."""
        if self.lots:
            for seat in range(self.players):
                self.role[seat] = self.state._entry(seat)
            return 0
        shift = index % self.players if self.rotate else 0
        for seat in range(self.players):
            self.role[seat] = (seat + shift) % self.players
        return 0

    def _play(self, index, row):
        """One game from the deal to its record."""
        deal: cython.longlong = index // self.players if self.rotate else index
        game_seed = mix(mix(self.seed ^ 0x67616D65) ^ index)
        self.deal_seed = self.seed + deal if self.counted else deal_seed(self.seed, deal)
        self.rng._seed(self.deal_seed)
        self.state._begin(self.rng)
        if self.knows_seeds:
            with cython.gil:
                self.state._copy_from(self.game.new(self.deal_seed))
        self._seat_roles(index)
        self.history._clear()
        if self.listened:
            with cython.gil:
                self.state.log.take()
        for seat in range(self.players):
            role = self.role[seat]
            self.turns[row][role] = 0
            self.timed[row][role] = 0
            self.spent[row][role] = 0
            self.slowest[row][role] = 0
            cython.cast(Rng, self.stream[seat])._seed_for(game_seed, seat, 0)
            cython.cast(Agent, self.agent[role])._new_game()
        self.failed[row] = -1
        self.failure = 0
        self.n_decisions = 0
        self.turn_of = -1
        self._clear_turn()
        if self.recorder is not None:
            self.recorder._new_game()
        if self.only_rules and not self.recording and self.recorder is None and index % TIMED_EVERY:
            loser = self._play_by_rules(row)
        else:
            loser = self._play_by_asking(row, index, game_seed)
        self._settle(row, loser)
        if self.recording:
            with cython.gil:
                self._keep_replay(index, row)
        return 0

    def _clear_turn(self):
        for role in range(self.players):
            self.turn_spent[role] = 0
        return 0

    def _play_by_rules(self, row):
        """All agents are mere rules: they look only at what their seat may see, so no seat need be made."""
        self.state._lighten()
        while True:
            seat = self.state._player()
            if seat < 0:
                return -1
            role = self.role[seat]
            action = cython.cast(Policy, self.policy[role])._pick(self.state, self.scratch, cython.cast(Rng, self.stream[seat]))
            self.turns[row][role] += 1
            self.state._apply(action)
            self.n_decisions += 1

    def _play_by_asking(self, row, index, game_seed):
        """Hand each agent its seat and time it; return the seat that failed, or -1."""
        while not self.stop.asked:
            seat = self.state._player()
            if seat < 0:
                break
            action = self._ask(seat, row, index, game_seed)
            if self.failure:
                return seat
            if self.recording:
                self._remember(action)
            self.history._add(seat, action)
            self.state._apply(action)
            self.n_decisions += 1
            if self.listened:
                with cython.gil:
                    self._pass_on()
        return -1

    def _pass_on(self):
        """Tell those who listen what happened, each as far as it may know it."""
        for row in self.state.log.take():
            event = self.game.event(*row)
            for seat in range(self.players):
                agent = self.agents[self.role[seat]]
                if agent.listens:
                    agent.hear(event.for_seat(seat))
        return 0

    def _ask(self, seat, row, index, game_seed):
        role = self.role[seat]
        cython.cast(Seat, self.seat[seat])._look(self.state, seat)
        noted = 0
        if self.recorder is not None:
            noted = self.recorder._note(cython.cast(Seat, self.seat[seat]), role, index, self.n_decisions, game_seed)
        self.rng._seed_for(game_seed, seat + 1, self.n_decisions)
        if self.turn_ns:
            owner = self.state._turn()
            if owner != self.turn_of or self.n_decisions <= self.opening:
                self.turn_of = owner
                self._clear_turn()
        start = now()
        if self.is_native[role]:
            action: cython.longlong = self._ask_native(seat, role)
        else:
            with cython.gil:
                action = self._ask_python(seat, index)
        spent = now() - start
        self.spent_last = spent
        if noted:
            self.recorder._chose(action, cython.cast(Agent, self.agent[role])._estimate())
        self.turns[row][role] += 1
        self.timed[row][role] += 1
        self.spent[row][role] += spent
        self.turn_spent[role] += spent
        if spent > self.slowest[row][role]:
            self.slowest[row][role] = spent
        if self.failure == 0 and self.stop.asked == 0:
            if (self.move_ns and spent > self.move_ns) or (self.turn_ns and self.turn_spent[role] > self.turn_ns):
                self.failure = TIMEOUT
            elif not self.state._allows(action, self.scratch):
                self.failure = ILLEGAL
                with cython.gil:
                    self.error = f"illegal action {action}"
        return action

    def _ask_native(self, seat, role):
        """Mere rules have one stream of random numbers for a game, searches a new one for each decision."""
        if cython.compiled:
            rule: cython.bint = self.policy[role] != cython.NULL
        else:
            rule = self.policy[role] is not None
        if rule:
            return cython.cast(Agent, self.agent[role])._choose(
                cython.cast(Seat, self.seat[seat]), cython.cast(Rng, self.stream[seat])
            )
        return cython.cast(Agent, self.agent[role])._choose(cython.cast(Seat, self.seat[seat]), self.rng)

    def _ask_python(self, seat, index):
        """Ask an agent written in Python. Whatever it raises costs it the game, not the run.

        Its random numbers are its own, made for this decision, and do not lead back to the seed of the deal.
        """
        role = self.role[seat]
        if self.watch is not None:
            self.watch(role, self.n_games)
        if self.turn_ns or self.move_ns:
            self.keep[role][0].allow(self._time_left(role) / 1e6)
        try:
            luck = stream(self.seed, "agent", index, seat, self.n_decisions)
            answer = self.keep[role][0].player_choice(self.keep[seat][2], luck)
            if isinstance(answer, int) and -(1 << 63) <= answer < 1 << 63:
                return answer
            self.error = f"{safely(repr, answer)} is not an action"
            self.failure = ILLEGAL
        except TimeoutError as error:
            self.error = safely(str, error) or "time is up"
            self.failure = TIMEOUT
        except BaseException as error:
            if is_interruption(error):
                raise
            self.error = error_text(error)
            self.failure = RAISED
        finally:
            if self.watch is not None:
                self.watch(-1, self.n_games)
        return 0

    def _time_left(self, role):
        """The nanoseconds that an agent has for this decision."""
        left = self.turn_ns - self.turn_spent[role] if self.turn_ns else self.move_ns
        return min(left, self.move_ns) if self.move_ns else left

    def _settle(self, row, loser):
        self.decisions[row] = self.n_decisions
        self.reason[row] = self.state._reason()
        for seat in range(self.players):
            role = self.role[seat]
            if loser < 0:
                self.score[row][role] = self.state._score(seat)
            else:
                self.score[row][role] = 0.0 if seat == loser else 1.0 / (self.players - 1)
        if self.recorder is not None and not (self.stop.asked and loser < 0 and self.state._player() >= 0):
            self.recorder._settle(self.score[row])
        if loser >= 0:
            self.failed[row] = self.role[loser]
            self.reason[row] = -self.failure
            with cython.gil:
                self.errors[row] = self.error or "time is up"
                self.error = None
        if not self.native and (loser >= 0 or self.state._player() < 0):
            with cython.gil:
                if self.reported:
                    self._report_end(loser, row)
                if self.recording:
                    self._keep_lines()
        return 0

    def _report_end(self, loser, row):
        """Tell those who want to know how the game ended, and what they see then."""
        reason, problem = self.state.reason, ""
        if loser >= 0:
            problem = self.errors.get(row, "")
            reason = self.game.failing(FAILURES[self.failure], self.n_decisions, problem)
        scores = [self.score[row][self.role[seat]] for seat in range(self.players)]
        result = replace(Result.from_scores(scores, reason), offender=loser if loser >= 0 else None, problem=problem)
        for seat in range(self.players):
            agent = self.agents[self.role[seat]]
            if agent.wants_results:
                cython.cast(Seat, self.seat[seat])._look(self.state, seat)
                agent.game_over(self.keep[seat][2], result)
        return 0

    def _remember(self, action):
        """Keep a move and how long it took."""
        if self.n_decisions >= self.moves_room:
            room = 2 * self.moves_room if self.moves_room else 1024
            self.moves = self._grown(self.moves, room)
            self.spent_on = self._grown(self.spent_on, room)
            self.moves_room = room
        self.moves[self.n_decisions] = action
        self.spent_on[self.n_decisions] = self.spent_last
        if not self.native:
            with cython.gil:
                self._keep_lines()
        return 0

    def _keep_lines(self):
        """What agents have said up to this move."""
        for seat in range(self.players):
            agent = self.agents[self.role[seat]]
            if isinstance(agent, PythonAgent):
                said = [(seat, line) for line in agent.take_lines()]
                if said:
                    self.lines.setdefault(self.n_decisions, []).extend(said)

    def _grown(self, block, room):
        """The numbers of a block with more room behind them."""
        if not cython.compiled:
            return (block or []) + [0] * (room - self.moves_room)
        larger = cython.cast(cython.pointer(int64_t), realloc(block, room * cython.sizeof(int64_t)))
        if larger == cython.NULL:
            with cython.gil:
                raise MemoryError("no memory for the replay")
        return larger

    def _keep_replay(self, index, row):
        self.replays.append(
            Moves(
                index,
                self.deal_seed,
                [self.specs[self.role[seat]] for seat in range(self.players)],
                [self.moves[i] for i in range(self.n_decisions)],
                self.state.digest() if self.failed[row] < 0 else None,
                [self.spent_on[i] for i in range(self.n_decisions)],
                self.lines,
            )
        )
        self.lines = {}
