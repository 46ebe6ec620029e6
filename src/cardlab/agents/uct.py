"""Monte Carlo tree search in one imagined world: the tree keeps a state in each place, and treats it as open to all.

A place is a state that waits for an answer. An answer is complete: where a game asks for several things one after the other
("discard two cards"), every set of them is one answer. Iterations go down by upper confidence bounds, the first of equals, try
one answer that was not tried before, let a policy play to the end, and credit each place on the way with the result of whoever
answered into it. Results are the scores of the game, so with several players each place of the ranking is worth something.

This is the search of the study of Unstable Unicorns. There a visit counted as many times as there are players
(`visits=players`), which makes the bonus for exploring smaller; `visits=one` is the textbook.
"""

import cython

from cardlab.agents.agent import Agent
from cardlab.agents.clock import Clock
from cardlab.agents.report import Line, Report
from cardlab.core.state import Actions
from cardlab.core.tool import check_readers
from cardlab.errors import PluginError


class Uct(Agent):
    """Tree search over answers in one world."""

    def __init__(self, game, budget, options, policy, stop: Stop):
        # type: (Game, Budget, Mapping[str, Any], Policy | None, Stop) -> None
        self.game = game
        check_readers(game, policy, None)
        self.max_iterations = budget.iterations
        self.max_ns = int(budget.ms * 1e6)
        self.c = options["c"]
        self.seats = game.players
        self.weight = game.players if options["visits"] == "players" else 1.0
        self.rollout_limit = options["limit"]
        self.memory = options["memory"]
        self.in_steps = game.answers_in_steps
        self.rollout_policy = policy
        self.stop = stop
        self.clock = Clock()
        self.info = game.blank()
        self.world = game.blank()
        self.acts = Actions()
        self.states = []
        self.walked = [game.blank() for _ in range(STEPS_ROOM if self.in_steps else 0)]
        self.choices = [Actions() for _ in range(STEPS_ROOM if self.in_steps else 0)]
        for i in range(len(self.walked)):
            if cython.compiled:
                self.walk_at[i] = cython.cast(cython.p_void, self.walked[i])
                self.choice_at[i] = cython.cast(cython.p_void, self.choices[i])
            else:
                self.walk_at[i] = self.walked[i]
                self.choice_at[i] = self.choices[i]
        self.thought = -1.0
        self.made_at = -1

    def __dealloc__(self):
        if cython.compiled:
            free(self.state_at)
            free(self.places)
            free(self.answers)
            free(self.moves)

    def parts(self):
        # type: () -> tuple[Tool | None, ...]
        return (self.rollout_policy,)

    def _new_game(self):
        self.n_plan = 0
        self.made_at = -1
        return 0

    def _estimate(self):
        return self.thought

    def _choose(self, seat, rng):
        if self._goes_on(seat) and seat.info._allows(self.plan[self.at], self.acts):
            self.at += 1
            self.made_at = seat.past.n
            return self.plan[self.at - 1]
        self._search(seat, rng)
        answer = self.chosen
        self.n_plan = self.answers[answer].n
        for i in range(self.n_plan):
            self.plan[i] = self.moves[self.answers[answer].first + i]
        self.at = 1
        self.made_at = seat.past.n
        return self.plan[0]

    def _goes_on(self, seat):
        """Whether the answer that was chosen has more actions, and this is the decision right after its latest."""
        return self.at < self.n_plan and seat.player == self.me and seat.past.n == self.made_at + 1 and self.made_at >= 0

    def _search(self, seat, rng):
        start = now()
        self.deadline = self.clock._start(self.max_ns)
        self.me = seat.player
        self.done = 0
        self.thought = -1.0
        self.n_places = 0
        self.n_answers = 0
        self.n_moves = 0
        self.info._copy_from(seat.info)
        self.info._forget(self.memory)
        self.world._imagine(self.info, self.me, rng)
        root = self._new_place(-1)
        cython.cast(State, self.state_at[root])._copy_from(self.world)
        self._list_answers(root)
        if self.places[root].n > 1:
            while self.max_iterations == 0 or self.done < self.max_iterations:
                if self.stop.asked or self.clock._is_up(self.deadline) or not self._iterate(rng):
                    break
                self.done += 1
        self.chosen = self._best()
        if self.done == 0 and self.places[root].n > 1:
            self.chosen = self.places[root].first + rand_below(rng.s, self.places[root].n)
        self.spent_ns = now() - start
        return 0

    # ---- one iteration ---------------------------------------------------------------------------------------------------

    def _iterate(self, rng):
        """Down the tree, one place more, a playout; 0 if time was up before it ended."""
        place = self._descend(rng)
        if not self._playout(place, rng):
            return 0
        self._credit()
        return 1

    def _descend(self, rng):
        """To a place that was not there before, or to the end of the game."""
        place = 0
        self.path[0] = 0
        self.n_path = 1
        while self.n_path < DEPTH_ROOM and cython.cast(State, self.state_at[place])._player() >= 0:
            if self.places[place].n < 0:
                self._list_answers(place)
            if self.places[place].tried < self.places[place].n and self.n_places < MOST_PLACES:
                place = self._expand(place, rng)
                self.path[self.n_path] = place
                self.n_path += 1
                break
            if self.places[place].tried == 0:
                break
            place = self._select(place)
            self.path[self.n_path] = place
            self.n_path += 1
        return place

    def _select(self, place):
        """The place with the highest bound, the first of equals."""
        best = 0
        best_bound = -1.0
        for i in range(self.places[place].first, self.places[place].first + self.places[place].n):
            child = self.answers[i].place
            if child:
                bound = selection_value(self.places[child].points, self.places[child].visits, self.places[place].visits, self.c)
                if best == 0 or bound > best_bound:
                    best, best_bound = child, bound
        return best

    def _expand(self, place, rng):
        """Try an answer that was not tried before, any of them with the same chance."""
        nth = rand_below(rng.s, self.places[place].n - self.places[place].tried)
        i: cython.int = self.places[place].first
        while self.answers[i].place or nth:
            if not self.answers[i].place:
                nth -= 1
            i += 1
        child = self._new_place(cython.cast(State, self.state_at[place])._player())
        self.answers[i].place = child
        self.places[place].tried += 1
        cython.cast(State, self.state_at[child])._copy_from(cython.cast(State, self.state_at[place]))
        cython.cast(State, self.state_at[child])._stir(rng)
        cython.cast(State, self.state_at[child])._renew(rng)
        self._apply_answer(cython.cast(State, self.state_at[child]), i)
        return child

    def _playout(self, place, rng):
        self.world._copy_from(cython.cast(State, self.state_at[place]))
        self.world._stir(rng)
        self.world._renew(rng)
        self.world._lighten()
        played = 0
        while played < self.rollout_limit and self.world._player() >= 0:
            if played and self.clock._is_up(self.deadline):
                return 0
            piece = min(PIECE, self.rollout_limit - played) if self.deadline else self.rollout_limit
            played += play_out(self.world, self.rollout_policy, self.acts, rng, piece)
        return 1

    def _credit(self):
        """Each place gets what its mover got. With a visit for each player, points are counted as 0, 1, … for the places."""
        scale = self.weight - 1.0 if self.weight > 1.0 else 1.0
        for i in range(self.n_path):
            self.places[self.path[i]].visits += self.weight
            mover = self.places[self.path[i]].mover
            if mover >= 0:
                self.places[self.path[i]].points += scale * self.world._score(mover)
        return 0

    def _best(self):
        """The answer that was tried most, the first of equals; what it seems worth becomes the estimate."""
        best: cython.int = self.places[0].first
        most = -1.0
        for i in range(self.places[0].first, self.places[0].first + self.places[0].n):
            child = self.answers[i].place
            if child and self.places[child].visits > most:
                best, most = i, self.places[child].visits
                self.thought = self._worth(child)
        return best

    def _worth(self, place):
        """The mean score of whoever answered into a place, from 0 to 1."""
        scale = self.weight - 1.0 if self.weight > 1.0 else 1.0
        return self.places[place].points * self.weight / (scale * self.places[place].visits)

    # ---- places and answers ----------------------------------------------------------------------------------------------

    def _new_place(self, mover):
        if self.n_places >= self.room_places:
            with cython.gil:
                self._more_places()
        new = self.n_places
        self.n_places += 1
        self.places[new].points = 0
        self.places[new].visits = 0
        self.places[new].mover = mover
        self.places[new].first = 0
        self.places[new].n = -1
        self.places[new].tried = 0
        return new

    def _list_answers(self, place):
        """All complete answers, in the order of the legal actions."""
        self.places[place].first = self.n_answers
        if self.in_steps:
            self._walk(cython.cast(State, self.state_at[place]), 0)
        else:
            cython.cast(State, self.state_at[place])._legal(self.acts)
            for i in range(self.acts.n):
                self.line[0] = self.acts.at[i]
                self._add_answer(1)
        self.places[place].n = self.n_answers - self.places[place].first
        return 0

    def _walk(self, state, step):
        """Answers that begin with the actions of `line` up to `step`."""
        if step >= STEPS_ROOM:
            return too_many_answers()
        return walk(self, state, cython.cast(State, self.walk_at[step]), cython.cast(Actions, self.choice_at[step]), step)

    def _add_answer(self, n):
        if self.n_answers - self.places[self.n_places - 1].first > MOST_ANSWERS:
            return too_many_answers()
        if self.n_answers >= self.room_answers:
            with cython.gil:
                self._more_answers()
        while self.n_moves + n > self.room_moves:
            with cython.gil:
                self._more_moves()
        self.answers[self.n_answers].first = self.n_moves
        self.answers[self.n_answers].n = n
        self.answers[self.n_answers].place = 0
        for i in range(n):
            self.moves[self.n_moves] = self.line[i]
            self.n_moves += 1
        self.n_answers += 1
        return 0

    def _apply_answer(self, state, answer):
        for i in range(self.answers[answer].first, self.answers[answer].first + self.answers[answer].n):
            state._apply(self.moves[i])
        return 0

    # ---- memory ----------------------------------------------------------------------------------------------------------

    def _more_places(self):
        """Twice the room, with a state for each place. Rooms that were made once serve all later decisions."""
        room = 2 * self.room_places if self.room_places else 256
        if cython.compiled:
            places = cython.cast(cython.pointer(Place), realloc(self.places, room * cython.sizeof(Place)))
            if places == cython.NULL:
                raise MemoryError("no memory for the search tree")
            self.places = places
            state_at = cython.cast(cython.pointer(cython.p_void), realloc(self.state_at, room * cython.sizeof(cython.p_void)))
            if state_at == cython.NULL:
                raise MemoryError("no memory for the search tree")
            self.state_at = state_at
        else:
            self.places = (self.places or []) + [Place() for _ in range(room - self.room_places)]
            self.state_at = (self.state_at or []) + [None] * (room - self.room_places)
        for i in range(self.room_places, room):
            self.states.append(self.game.blank())
            if cython.compiled:
                self.state_at[i] = cython.cast(cython.p_void, self.states[i])
            else:
                self.state_at[i] = self.states[i]
        self.room_places = room
        return 0

    def _more_answers(self):
        room = 2 * self.room_answers if self.room_answers else 1024
        if cython.compiled:
            block = cython.cast(cython.pointer(Answer), realloc(self.answers, room * cython.sizeof(Answer)))
            if block == cython.NULL:
                raise MemoryError("no memory for the search tree")
            self.answers = block
        else:
            self.answers = (self.answers or []) + [Answer() for _ in range(room - self.room_answers)]
        self.room_answers = room
        return 0

    def _more_moves(self):
        room = 2 * self.room_moves if self.room_moves else 1024
        if cython.compiled:
            block = cython.cast(cython.pointer(int64_t), realloc(self.moves, room * cython.sizeof(int64_t)))
            if block == cython.NULL:
                raise MemoryError("no memory for the search tree")
            self.moves = block
        else:
            self.moves = (self.moves or []) + [0] * (room - self.room_moves)
        self.room_moves = room
        return 0

    # ---- what it thought -------------------------------------------------------------------------------------------------

    def tally(self):
        # type: () -> list[tuple[tuple[Action, ...], int, float]]
        """The answers of the latest decision: their actions, how often each was tried, and what it is worth from 0 to 1."""
        if self.n_places == 0:
            return []
        told = []
        for i in range(self.places[0].first, self.places[0].first + self.places[0].n):
            first: cython.int = self.answers[i].first
            actions = tuple([self.moves[k] for k in range(first, first + self.answers[i].n)])
            child: cython.int = self.answers[i].place
            tried = int(self.places[child].visits / self.weight) if child else 0
            told.append((actions, tried, self._worth(child) if child else 0.0))
        return told

    @property
    def report(self):
        # type: () -> Report
        """Visits and values of the answers, by their first actions, and the answer that was chosen."""
        self._at_rest()
        merged = {}
        for actions, tried, worth in self.tally():
            known, total = merged.get(actions[0], (0, 0.0))
            merged[actions[0]] = (known + tried, total + tried * worth)
        lines = tuple([Line(action, tried, total / tried if tried else 0.0) for action, (tried, total) in merged.items()])
        plan = tuple([self.plan[i] for i in range(self.n_plan)])
        return Report(lines, self.done, self.spent_ns / 1e9, plan if self.done else ())


def selection_value(points, visits, parent_visits, c):
    # type: (float, float, float, float) -> float
    """What a place is worth looking at: its mean, and more the less it was looked at."""
    return points / visits + c * sqrt(log(parent_visits) / visits)


def walk(s, state, after, choices, step):
    """List the answers that begin with the actions of `line` up to `step`, which led to `state`."""
    mover = state._player()
    picked = state._picked()
    state._legal(choices)
    for i in range(choices.n):
        s.line[step] = choices.at[i]
        after._copy_from(state)
        after._apply(choices.at[i])
        if after._player() == mover and after._picked() == picked + 1:
            s._walk(after, step + 1)
        else:
            s._add_answer(step + 1)
    return 0


def too_many_answers():
    with cython.gil:
        raise PluginError(
            f"a question has more than {MOST_ANSWERS} answers, too many for this search; ismcts asks for them in steps"
        )
