"""Games between vectors: the compiled loop that training spends its time in, without the GIL."""

import cython

from cardlab.agents.agent import Stop
from cardlab.core.rng import Rng, stream
from cardlab.core.seeding import fixed_luck
from cardlab.core.state import Actions, History, Seat
from cardlab.core.tool import check_readers
from cardlab.errors import RunError


class Bout:
    """Plays jobs of a contest. One bout serves one thread.

    Guests play by no vector: a row of -1 seats the first of them, -2 the second, and so on. Here they are mere rules too.
    `worths` says what each place is worth, the first one first; without, the game's own scores count.

    A job lists its players, by seat unless it leaves seats to `lots`: then the deal seats the list, in a game that draws lots
    for that. Scores are always in the order of the list.
    """

    def __init__(self, game, make_policy, stop=None, guests=(), worths=()):
        # type: (Game, Callable[[], VectorPolicy], Stop | None, Sequence[Callable[[], Agent]], Sequence[float]) -> None
        if len(guests) >= CHAIRS:
            raise RunError(f"{len(guests)} different guests; there is room for {CHAIRS - 1}")
        self.game = game
        self.players = game.players
        self.state = game.blank()
        self.scratch = Actions()
        self.luck = Rng(0)
        self.scenario = Rng(0)
        self.stop = stop or Stop()
        self.keep = [(make_policy(), Rng(0)) for _ in range(self.players)]
        check_readers(game, *[policy for policy, _ in self.keep])
        for i in range(self.players):
            if cython.compiled:
                self.rule[i][0] = self.policy[i] = cython.cast(cython.p_void, self.keep[i][0])
                self.stream[i] = cython.cast(cython.p_void, self.keep[i][1])
            else:
                self.policy[i], self.stream[i] = self.keep[i]
                self.rule[i][0] = self.policy[i]
            self.chair[i] = 0
            self.entry[i] = i
        self.lots = False
        self.at_table = [[make_guest() for make_guest in guests] for _ in range(self.players)]
        for i in range(self.players):
            for k in range(len(guests)):
                self._bring(i, k + 1, self.at_table[i][k])
        self._value(worths)

    def _value(self, worths):
        """Keep what the best k places are worth together, so that those who share places can be given their mean."""
        self.by_place = len(worths) > 0
        if self.by_place and len(worths) != self.players:
            raise RunError(f"{self.players} players take {self.players} places, but {len(worths)} have a worth")
        self.best_of[0] = 0.0
        for k in range(len(worths)):
            self.best_of[k + 1] = self.best_of[k] + worths[k]

    def _bring(self, seat, chair, agent):
        """Keep an agent ready for a seat."""
        self.game.check_own("agent", agent)
        check_readers(self.game, agent)
        if cython.compiled:
            self.agent[seat][chair] = cython.cast(cython.p_void, agent)
            self.rule[seat][chair] = cython.cast(cython.p_void, agent.policy) if agent.policy is not None else cython.NULL
        else:
            self.agent[seat][chair] = agent
            self.rule[seat][chair] = agent.policy
        return 0

    def play(
        self,
        genes: cython.double[:, ::1],
        rows: cython.int[:, ::1],
        scenarios: cython.ulonglong[::1],
        seeds: cython.ulonglong[::1],
        games: cython.longlong[::1],
        scores: cython.double[:, ::1],
        first: cython.Py_ssize_t,
        last: cython.Py_ssize_t,
        lots: cython.bint = False,
    ):
        # type: (Any, Any, Any, Any, Any, Any, int, int, bool) -> int
        """Play jobs `first` to `last - 1` and write each player's sum of scores; return how many games were played."""
        self.lots = lots
        played: cython.longlong = 0
        job: cython.Py_ssize_t
        seat: cython.int
        with cython.nogil:
            for job in range(first, last):
                if self.stop.asked:
                    break
                for seat in range(self.players):
                    self._place(seat, rows[job, seat])
                    if rows[job, seat] < 0:
                        continue
                    if cython.compiled:
                        cython.cast(VectorPolicy, self.policy[seat])._point(cython.address(genes[rows[job, seat], 0]))
                    else:
                        self.policy[seat]._point(genes[rows[job, seat]])
                if cython.compiled:
                    self._play(scenarios[job], seeds[job], games[job])
                else:
                    self._play(int(scenarios[job]), int(seeds[job]), int(games[job]))
                for seat in range(self.players):
                    scores[job, seat] = self.total[seat]
                played += games[job]
        return played

    def _play(self, scenario, seed, games):
        """All games of a job. The luck of a game comes from the job's seed and its number alone."""
        for seat in range(self.players):
            self.total[seat] = 0
        game: cython.longlong
        for game in range(games):
            self._begin(scenario, seed, game)
            for seat in range(self.players):
                if self.chair[seat]:
                    cython.cast(Agent, self.agent[seat][self.chair[seat]])._new_game()
            self.state._lighten()
            while True:
                seat = self.state._player()
                if seat < 0:
                    break
                action = cython.cast(Policy, self.policy[self.entry[seat]])._pick(
                    self.state, self.scratch, cython.cast(Rng, self.stream[seat])
                )
                self.state._apply(action)
            self._count()
        return 0

    def _count(self):
        """Add up what the game was worth to each player. Who shares places has the mean of what these are worth."""
        for seat in range(self.players):
            self.score[seat] = self.state._score(seat)
        for seat in range(self.players):
            if not self.by_place:
                self.total[self.entry[seat]] += self.score[seat]
                continue
            ahead: cython.int = 0
            tied: cython.int = 0
            for other in range(self.players):
                ahead += self.score[other] > self.score[seat]
                tied += self.score[other] == self.score[seat]
            self.total[self.entry[seat]] += (self.best_of[ahead + tied] - self.best_of[ahead]) / tied
        return 0

    def _place(self, seat, row):
        """Say who is in that place of the list in the next job: an individual by its row, or a guest."""
        self.chair[seat] = 0 if row >= 0 else -row
        self.policy[seat] = self.rule[seat][self.chair[seat]]
        return 0

    def _begin(self, scenario, seed, game):
        """Deal a game, and give everybody random numbers for it."""
        self.scenario._seed(scenario)
        self.luck._seed_for(seed, game, 0)
        self.state._begin_on(self.scenario, self.luck)
        self._sit_down()
        for seat in range(self.players):
            cython.cast(Rng, self.stream[seat])._seed_for(seed, game, seat + 1)
        return 0

    def _sit_down(self):
        """Let the game that was dealt say which player of the list sits where, if the job leaves that to it."""
        if self.lots:
            for seat in range(self.players):
                self.entry[seat] = self.state._entry(seat)
        else:
            for seat in range(self.players):
                self.entry[seat] = seat
        return 0


class AgentBout(Bout):
    """The same with agents who play by a vector: each is handed its seat, as in a match. Slower, but anybody can play."""

    def __init__(self, game, make_player, stop=None, guests=(), worths=()):
        # type: (Game, Callable[[], tuple[Agent, VectorPolicy]], Stop | None, Sequence[Callable[[], Agent]], Sequence[float]) -> None
        self.native = True
        made = [make_player() for _ in range(game.players)]
        Bout.__init__(self, game, iter([vector for _, vector in made]).__next__, stop, guests, worths)
        self.history = History()
        self.decision = Rng(0)
        self.seed_game = None
        self.state.deal(self.luck)
        for i in range(self.players):
            seat: Seat = Seat(self.state, i)
            seat.past = self.history
            if cython.compiled:
                self.seat[i] = cython.cast(cython.p_void, seat)
            else:
                self.seat[i] = seat
            self._bring(i, 0, made[i][0])
            self.at_table[i] = (seat, [made[i][0], *self.at_table[i]])

    def _bring(self, seat, chair, agent):
        Bout._bring(self, seat, chair, agent)
        self.native = self.native and agent.native
        self.is_rule[seat][chair] = agent.policy is not None
        self.is_native[seat][chair] = agent.native
        return 0

    def _place(self, seat, row):
        self.chair[seat] = 0 if row >= 0 else -row
        return 0

    def play(self, genes, rows, scenarios, seeds, games, scores, first, last, lots=False):
        # type: (Any, Any, Any, Any, Any, Any, int, int, bool) -> int
        """As with policies. Random numbers of Python's own are fixed for players who draw from them."""
        if self.native:
            return Bout.play(self, genes, rows, scenarios, seeds, games, scores, first, last, lots)
        with fixed_luck() as self.seed_game:
            return Bout.play(self, genes, rows, scenarios, seeds, games, scores, first, last, lots)

    def _play(self, scenario, seed, games):
        for seat in range(self.players):
            self.total[seat] = 0
        game: cython.longlong
        for game in range(games):
            self._begin(scenario, seed, game)
            self.history._clear()
            if not self.native:
                with cython.gil:
                    self.seed_game(seed, game)
            for seat in range(self.players):
                cython.cast(Agent, self.agent[seat][self.chair[seat]])._new_game()
            self._play_by_asking(seed, game)
            if self.stop.asked:
                break
            self._count()
        return 0

    def _play_by_asking(self, seed, game):
        """One game to its end, or until somebody asks to stop; what was played of it is then forgotten."""
        number: cython.int = 0
        while True:
            seat = self.state._player()
            if seat < 0:
                break
            action = self._ask(seat, seed, game, number)
            if self.stop.asked:
                break
            if not self.state._allows(action, self.scratch):
                with cython.gil:
                    who = self.entry[seat]
                    raise RunError(f"{self.at_table[who][1][self.chair[who]]!r} chose {action}, which is no legal action")
            self.history._add(seat, action)
            self.state._apply(action)
            number += 1
        return 0

    def _ask(self, seat, seed, game, number):
        """Mere rules have one stream of random numbers for a game, searches a new one for each decision.

        Those of a player in Python do not lead back to the seed of the deal.
        """
        who = self.entry[seat]
        chair = self.chair[who]
        cython.cast(Seat, self.seat[seat])._look(self.state, seat)
        if not self.is_native[who][chair]:
            with cython.gil:
                own = self.at_table[seat][0]
                player = self.at_table[who][1][chair]
                return player.as_action(player.player_choice(own, stream(seed, "agent", game, seat, number)))
        if self.is_rule[who][chair]:
            return cython.cast(Agent, self.agent[who][chair])._choose(
                cython.cast(Seat, self.seat[seat]), cython.cast(Rng, self.stream[seat])
            )
        self.decision._seed_for(mix(seed ^ game), seat + 1, number)
        return cython.cast(Agent, self.agent[who][chair])._choose(cython.cast(Seat, self.seat[seat]), self.decision)
