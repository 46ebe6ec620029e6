"""Games between vectors: the compiled loop that training spends its time in, without the GIL."""

import cython

from cardlab.agents.agent import Stop, check_readers
from cardlab.core.rng import Rng
from cardlab.core.state import Actions


class Bout:
    """Plays jobs of a contest. One bout serves one thread."""

    def __init__(self, game, make_policy, stop=None):
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
                self.policy[i] = cython.cast(cython.p_void, self.keep[i][0])
                self.stream[i] = cython.cast(cython.p_void, self.keep[i][1])
            else:
                self.policy[i], self.stream[i] = self.keep[i]

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
    ):
        """Play jobs `first` to `last - 1` and write each seat's sum of scores; return how many games were played."""
        played: cython.longlong = 0
        job: cython.Py_ssize_t
        seat: cython.int
        with cython.nogil:
            for job in range(first, last):
                if self.stop.asked:
                    break
                for seat in range(self.players):
                    if cython.compiled:
                        cython.cast(VectorPolicy, self.policy[seat])._point(cython.address(genes[rows[job, seat], 0]))
                    else:
                        self.policy[seat]._point(genes[rows[job, seat]])
                self._play(scenarios[job], seeds[job], games[job])
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
            self.scenario._seed(scenario)
            self.luck._seed_for(seed, game, 0)
            self.state._begin_on(self.scenario, self.luck)
            for seat in range(self.players):
                cython.cast(Rng, self.stream[seat])._seed_for(seed, game, seat + 1)
            self.state._lighten()
            while True:
                seat = self.state._player()
                if seat < 0:
                    break
                action = cython.cast(Policy, self.policy[seat])._pick(
                    self.state, self.scratch, cython.cast(Rng, self.stream[seat])
                )
                self.state._apply(action)
            for seat in range(self.players):
                self.total[seat] += self.state._score(seat)
        return 0
