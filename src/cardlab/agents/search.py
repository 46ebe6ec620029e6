"""Tree search over information sets: ISMCTS and determinized UCT in one mechanism.

Each iteration takes a world that the searching player cannot tell from the real one, walks down the tree by UCB over the
actions that are legal there, adds one child, plays to the end and credits every node on the path with the result of the seat
that moved there. An evaluator may cut playouts short: they are then judged when the searching player is next to move. A model
judges many leaves together; until then a node on the way to a leaf counts as visited without reward, so that the iterations in
between look elsewhere.

The others may be left to the policy (``others=policy``): then the tree holds the own decisions alone. That is the better guess
where many others decide before oneself is asked again, each of whom a young tree would let do anything.

With ``worlds=0`` every iteration draws a new world (single-observer ISMCTS). With ``worlds=k`` the budget is split over k fixed
worlds with a tree each, whose root statistics are summed (perfect-information Monte Carlo).
"""

import cython

from cardlab.agents.agent import Agent
from cardlab.agents.clock import Clock
from cardlab.agents.report import Line, Report
from cardlab.agents.returns import Returns
from cardlab.agents.tree import Tree
from cardlab.core.state import Actions
from cardlab.core.tool import check_readers
from cardlab.models.model import Model


class TreeSearch(Agent):
    """ISMCTS or determinized UCT, by its options."""

    def __init__(self, game, budget, options, policy, evaluator, stop: Stop):
        # type: (Game, Budget, Mapping[str, Any], Policy | None, Evaluator | None, Stop) -> None
        self.game = game
        check_readers(game, policy, evaluator)
        self.max_iterations = budget.iterations
        self.max_ns = int(budget.ms * 1e6)
        self.c = options["c"]
        self.worlds = options["worlds"]
        self.memory = options["memory"]
        self.rollout_limit = options["limit"]
        self.depth = options["depth"]
        self.discount = options["discount"]
        self.by_value = options["final"] == "value"
        self.reuse = options["reuse"]
        self.one_turn = options["one_turn"]
        self.by_rule = options["others"] == "policy"
        self.to_win = options["aim"] == "win"
        self.rollout_policy = policy
        self.evaluator = evaluator
        self.hard = options["value"] == "hard"
        self.again = options["again"]
        self.vary = options["vary"]
        if self.vary > 0:
            self.returns = Returns(game)
        self._set_thresholds(game.players, options["gate"])
        self._set_model(game, evaluator, options["batch"])
        self.stop = stop
        self.clock = Clock()
        self.tree = Tree()
        self.info = game.blank()
        self.world = game.blank()
        self.dealt = game.blank()
        self.acts = Actions()
        self.root_acts = Actions()
        self.last_history = -1
        for i in range(1, LOG_ROOM):
            self.logs[i] = log(i)

    def _set_thresholds(self, players, gate):
        """A chance counts as high if it is above an even share. For more than two players odds are shared by the others."""
        self.even, self.low, self.high = [x / (x + (1 - x) * (players - 1)) for x in (0.5, 0.5 - gate, 0.5 + gate)]

    def _set_model(self, game, evaluator, batch):
        """A model judges its leaves in batches, with a state for each if it may be asked again later in the playout."""
        if not isinstance(evaluator, Model):
            return
        self.model = evaluator
        self.width = batch or self.model.batch
        if self.width > self.model.room:
            self.model.reserve(self.width)
        self.heavy = self.model.encoder.needs_books
        self.leaves = [game.blank() for _ in range(self.width)] if self.low < self.high else []
        if cython.compiled:
            for i in range(len(self.leaves)):
                self.leaf[i] = cython.cast(cython.p_void, self.leaves[i])
        else:
            for i, leaf in enumerate(self.leaves):
                self.leaf[i] = leaf

    def parts(self):
        # type: () -> tuple[Tool | None, ...]
        return (self.rollout_policy, self.evaluator)

    @property
    def native(self):
        # type: () -> bool
        """Whether the agent runs without the GIL."""
        return self.model is None or self.model.native

    def _new_game(self):
        self.last_history = -1
        if self.returns is not None:
            self.returns._forget()
        return 0

    def _choose(self, seat, rng):
        seat.info._candidates(self.root_acts)
        for i in range(self.root_acts.n):
            self.root_visits[i] = 0
            self.root_reward[i] = 0
        self.done = 0
        self.spent_ns = 0
        self.thought = -1.0
        if self.root_acts.n == 1:
            return self.root_acts.at[0]
        self._search(seat, rng)
        self.thought = self._most()
        if self.root_visits[self.chosen] == 0:
            self.chosen = rand_below(rng.s, self.root_acts.n)
        elif self.vary > 0:
            times = self.returns._times(seat)
            if times:
                self._choose_among(self.thought - self.vary * times, rng)
        return self.root_acts.at[self.chosen]

    def _choose_among(self, least, rng):
        """Choose at random among the root actions that are worth at least so much."""
        n = 0
        for i in range(self.root_acts.n):
            if self.root_visits[i] and self.root_reward[i] / self.root_visits[i] >= least:
                self.kid[n] = i
                n += 1
        if n > 1:
            self.chosen = self.kid[rand_below(rng.s, n)]
            self.thought = self.root_reward[self.chosen] / self.root_visits[self.chosen]

    def _search(self, seat, rng):
        start = now()
        deadline: cython.longlong = self.clock._start(self.max_ns)
        self.deadline = deadline
        self.me = seat.player
        self.n_open = 0
        self.n_paths = 0
        self.info._copy_from(seat.info)
        self.info._forget(self.memory)
        if self.worlds:
            self._search_worlds(seat, rng, deadline)
        else:
            if not (self.reuse and self._keep_subtree(seat)):
                self.tree._clear()
            self._grow(rng, self.max_iterations, deadline)
            self._collect()
        if self.reuse:
            self.last_history = seat.past.n
            self.last_player = seat.player
            self.last_past = self._past_key(seat, seat.past.n)
        self.spent_ns = now() - start
        return 0

    def _search_worlds(self, seat, rng, deadline):
        """The same share of iterations, or of time, for each world."""
        start = now()
        for i in range(self.worlds):
            self.dealt._imagine(self.info, self.me, rng)
            self.tree._clear()
            until: cython.longlong = self.max_iterations * (i + 1) // self.worlds
            end: cython.longlong = start + (deadline - start) * (i + 1) // self.worlds if deadline else 0
            self._grow(rng, until, end)
            self._collect()
        return 0

    def _grow(self, rng, until, deadline):
        while until == 0 or self.done < until:
            if self.stop.asked or self.clock._is_up(self.deadline) or (deadline and self.clock.last >= deadline):
                break
            if self.worlds:
                self.world._copy_from(self.dealt)
                self.world._renew(rng)
            else:
                self.world._imagine(self.info, self.me, rng)
            if not self.heavy:
                self.world._lighten()
            self._descend(rng)
            played = self._simulate(rng)
            if played < 0:
                self._take_back()
                break
            self._finish(played, rng)
            self.done += 1
        if self.n_open:
            self._flush(rng)
        return 0

    # ---- one iteration ---------------------------------------------------------------------------------------

    def _descend(self, rng):
        """Selection and expansion. Afterwards `path` holds the nodes and `world` is where they lead."""
        node = 0
        self.n_path = 0
        self._visit(0)
        while self.n_path < PATH_ROOM:
            mover = self.world._player()
            if mover < 0 or (self.one_turn and self.world._turn() != self.me):
                break
            if self.by_rule and mover != self.me:
                if not self._let_others(rng):
                    break
                continue
            self.world._candidates(self.acts)
            if self.acts.n <= SCAN_MOST:
                tried = self._match(node, mover)
            else:
                tried = self._match_hashed(node, mover)
            if tried < self.acts.n:
                self._visit(self._expand(node, mover, tried, rng))
                break
            node = self._select()
            self.world._apply(self.tree.nodes[node].action)
            self._visit(node)
        return 0

    def _let_others(self, rng):
        """The others decide by the policy until the searching player is asked; 0 if that is not to be waited for."""
        moves = 0
        while moves < self.rollout_limit:
            mover = self.world._player()
            if mover < 0 or mover == self.me:
                return 1
            self.world._apply(self.rollout_policy._pick(self.world, self.acts, rng))
            moves += 1
            if moves % PIECE == 0 and self.clock._is_up(self.deadline):
                break
        return 0

    def _visit(self, node):
        """Count a node as visited; what the visit was worth follows when the playout has ended."""
        nodes = self.tree.nodes
        nodes[node].visits += 1
        self.path[self.n_path] = node
        self.n_path += 1

    def _match(self, node, mover):
        """Find the child of each legal action and count it as available; return how many there are."""
        nodes = self.tree.nodes
        n = self.acts.n
        for i in range(n):
            self.kid[i] = 0
        tried = 0
        child = nodes[node].child
        while child:
            if nodes[child].mover == mover:
                action = nodes[child].action
                for i in range(n):
                    if self.acts.at[i] == action:
                        self.kid[i] = child
                        nodes[child].available += 1
                        tried += 1
                        break
            child = nodes[child].sibling
        return tried

    def _match_hashed(self, node, mover):
        """The same for many actions: put them into a hash table first."""
        nodes = self.tree.nodes
        n = self.acts.n
        for i in range(n):
            self.kid[i] = 0
            at = _hash(self.acts.at[i])
            while self.slot[at]:
                at = (at + 1) & (HASH_ROOM - 1)
            self.slot[at] = i + 1
        tried = 0
        child = nodes[node].child
        while child:
            if nodes[child].mover == mover:
                action = nodes[child].action
                at = _hash(action)
                while self.slot[at] and self.acts.at[self.slot[at] - 1] != action:
                    at = (at + 1) & (HASH_ROOM - 1)
                if self.slot[at]:
                    self.kid[self.slot[at] - 1] = child
                    nodes[child].available += 1
                    tried += 1
            child = nodes[child].sibling
        for i in range(n):
            at = _hash(self.acts.at[i])
            while self.slot[at]:
                self.slot[at] = 0
                at = (at + 1) & (HASH_ROOM - 1)
        return tried

    def _expand(self, node, mover, tried, rng):
        """Add a child for a random action that has none, and make its move."""
        nth = rand_below(rng.s, self.acts.n - tried)
        i = 0
        while self.kid[i] or nth:
            if not self.kid[i]:
                nth -= 1
            i += 1
        action = self.acts.at[i]
        child = self.tree._add(node, action, mover)
        self.world._apply(action)
        return child

    def _select(self):
        """The child with the highest upper confidence bound, by availability."""
        nodes = self.tree.nodes
        best = 0
        best_bound = -1.0
        for i in range(self.acts.n):
            child = self.kid[i]
            visits = nodes[child].visits
            available = nodes[child].available
            if visits == 0:
                return child
            logarithm = self.logs[available] if available < LOG_ROOM else log(available)
            bound = nodes[child].reward / visits + self.c * sqrt(logarithm / visits)
            if bound > best_bound:
                best_bound = bound
                best = child
        return best

    def _simulate(self, rng):
        """Play on from `world`; return how many moves were made, -1 if time was up before."""
        if self.one_turn:
            return self._finish_turn(rng)
        if self.evaluator is None:
            return self._play_out(self.world, self.rollout_limit, rng)
        return self._play_on(self.world, self.depth, rng)

    def _play_out(self, world, moves, rng):
        """Play to the end, or so many moves; with a budget of time in pieces, as a playout may take longer than that."""
        if self.deadline == 0:
            return play_out(world, self.rollout_policy, self.acts, rng, moves)
        played = 0
        while played < moves and world._player() >= 0:
            if played and self.clock._is_up(self.deadline):
                return -1
            played += play_out(world, self.rollout_policy, self.acts, rng, min(PIECE, moves - played))
        return played

    def _take_back(self):
        """Forget the visits of an iteration that was not finished."""
        nodes = self.tree.nodes
        for i in range(self.n_path):
            nodes[self.path[i]].visits -= 1

    def _play_on(self, world, moves, rng):
        """Make so many moves, and then some until the searching player is to move; return how many, -1 if time is up."""
        played = self._play_out(world, moves, rng) if moves else 0
        if played < 0:
            return -1
        while played < self.rollout_limit:
            mover = world._player()
            if mover < 0 or mover == self.me:
                break
            played += play_out(world, self.rollout_policy, self.acts, rng, 1)
            if played % PIECE == 0 and self.clock._is_up(self.deadline):
                return -1
        return played

    def _finish_turn(self, rng):
        """Play on while it is the own turn; return how many moves were made."""
        played = 0
        while played < self.rollout_limit and self.world._turn() == self.me:
            played += play_out(self.world, self.rollout_policy, self.acts, rng, 1)
            if played % PIECE == 0 and self.clock._is_up(self.deadline):
                return -1
        return played

    def _finish(self, played, rng):
        """Credit the path with the end of the playout, or put it down for the model."""
        if self.model is None or self.world._player() < 0:
            self._weigh(self.world, played)
            self._credit(self.path, 0, self.n_path)
            return 0
        if self.n_paths + self.n_path > PATHS_ROOM:
            self._flush(rng)
        slot = self.n_open
        self.model._put(slot, self.world, self.me)
        if self.low < self.high:
            cython.cast(State, self.leaf[slot])._copy_from(self.world)
        self.start[slot] = self.n_paths
        self.length[slot] = self.n_path
        self.played[slot] = played
        for i in range(self.n_path):
            self.paths[self.n_paths + i] = self.path[i]
        self.n_paths += self.n_path
        self.n_open += 1
        if self.n_open == self.width:
            self._flush(rng)
        return 0

    def _flush(self, rng):
        """Have all open leaves judged; where the model is not sure and there is time, play on and ask again."""
        while self.n_open:
            self.model._judge(self.n_open)
            left = 0
            timely: cython.bint = not self.clock._is_up(self.deadline)
            for slot in range(self.n_open):
                chance = self.model.p[slot]
                if timely and self.low < chance and chance < self.high and self.played[slot] < self.rollout_limit:
                    left = self._ask_again(slot, left, rng)
                else:
                    self._believe(chance, self.played[slot])
                    self._credit(self.paths, self.start[slot], self.length[slot])
            self.n_open = left
        self.n_paths = 0
        return 0

    def _ask_again(self, slot, to, rng):
        """Play on from a leaf. If the game goes on it becomes the open leaf number `to`; return the number of open leaves."""
        chance = self.model.p[slot]
        more = self._play_on(cython.cast(State, self.leaf[slot]), self.again, rng)
        if more < 0:
            self._believe(chance, self.played[slot])
            self._credit(self.paths, self.start[slot], self.length[slot])
            return to
        self.played[slot] += more
        if cython.cast(State, self.leaf[slot])._player() < 0:
            self._weigh(cython.cast(State, self.leaf[slot]), self.played[slot])
            self._credit(self.paths, self.start[slot], self.length[slot])
            return to
        self.leaf[slot], self.leaf[to] = self.leaf[to], self.leaf[slot]
        self.start[to] = self.start[slot]
        self.length[to] = self.length[slot]
        self.played[to] = self.played[slot]
        self.model._put(to, cython.cast(State, self.leaf[to]), self.me)
        return to + 1

    def _believe(self, chance, played):
        """What the model's word is worth: the searching player's chance, the rest shared by the others."""
        seats = self.world._seats()
        own = self._told(chance)
        factor = self._factor(played)
        for seat in range(seats):
            self.payoff[seat] = factor * (own if seat == self.me else (1.0 - own) / (seats - 1))
        return 0

    def _factor(self, played):
        return self.discount**played if self.discount < 1.0 else 1.0

    def _weigh(self, world, played):
        """What the end of the playout is worth to each seat."""
        factor = self._factor(played)
        over: cython.bint = world._player() < 0
        for seat in range(world._seats()):
            if over or self.evaluator is None:
                self.payoff[seat] = factor * self._due(world._score(seat))
            else:
                self.payoff[seat] = factor * self._told(self.evaluator._value(world, seat))
        return 0

    def _due(self, score):
        """What a score is worth: itself, or all or nothing for who wants to win."""
        if self.to_win:
            return 1.0 if score >= 1.0 else 0.0
        return score

    def _told(self, chance):
        """A chance as it is credited."""
        if self.hard:
            return 1.0 if chance >= self.even else 0.0
        return chance

    def _credit(self, path, start, length):
        """Add the payoffs to the nodes of a path; their visits were counted on the way down."""
        nodes = self.tree.nodes
        for i in range(start + 1, start + length):
            nodes[path[i]].reward += self.payoff[nodes[path[i]].mover]

    # ---- the end of a search -----------------------------------------------------------------------------------

    def _collect(self):
        """Add the root's children to the statistics of the decision."""
        nodes = self.tree.nodes
        for i in range(self.root_acts.n):
            child = self.tree._find(0, self.root_acts.at[i], self.me)
            if child:
                self.root_visits[i] += nodes[child].visits
                self.root_reward[i] += nodes[child].reward

    def _estimate(self):
        return self.thought

    def _most(self):
        """Find the best root action; return what it is worth."""
        best = 0
        best_main = -1.0
        best_tie = -1.0
        for i in range(self.root_acts.n):
            visits: cython.double = cython.cast(cython.double, self.root_visits[i])
            value = self.root_reward[i] / visits if self.root_visits[i] else 0.0
            main = value if self.by_value else visits
            tie = visits if self.by_value else value
            if main > best_main or (main == best_main and tie > best_tie):
                best, best_main, best_tie = i, main, tie
        self.chosen = best
        return self.root_reward[best] / self.root_visits[best] if self.root_visits[best] else -1.0

    def _keep_subtree(self, seat):
        """Walk down by what was played since the latest own decision; 1 if the tree still knows that place.

        The tree is of use only if the game has gone on from where it was grown: the seat's history must be longer than it was
        then, and the same up to there.
        """
        if self.last_history < 0 or self.tree.n == 0 or seat.past.n <= self.last_history:
            return 0
        if seat.player != self.last_player or seat.past.n - self.last_history + PAST_MOST > HISTORY_ROOM:
            return 0
        if self._past_key(seat, self.last_history) != self.last_past:
            return 0
        node = 0
        for i in range(self.last_history, seat.past.n):
            node = self.tree._find(node, seat._saw(i), seat.past.moves[i % HISTORY_ROOM].mover)
            if node == 0:
                return 0
        self.tree._reroot(node)
        return 1

    def _past_key(self, seat, until):
        """A hash of what was played before a decision, as the seat saw it."""
        key: cython.ulonglong = until
        for i in range(max(0, until - PAST_MOST), until):
            mover = seat.past.moves[i % HISTORY_ROOM].mover
            key = mix(mix(key ^ cython.cast(cython.ulonglong, seat._saw(i))) + cython.cast(cython.ulonglong, mover))
        return key

    def tally(self):
        # type: () -> list[tuple[Action, int, float]]
        """The root's statistics as (action, visits, reward)."""
        n = self.root_acts.n
        return [(self.root_acts.at[i], self.root_visits[i], self.root_reward[i]) for i in range(n)]

    @property
    def report(self):
        # type: () -> Report
        """Visits and values of all root actions, and the principal line."""
        self._at_rest()
        lines = tuple([Line(action, visits, reward / visits if visits else 0.0) for action, visits, reward in self.tally()])
        return Report(lines, self.done, self.spent_ns / 1e9, self.principal() if self.done else ())

    def principal(self):
        # type: () -> tuple[Action, ...]
        """The most visited path of the latest tree."""
        self._at_rest()
        line = []
        node = self.tree._most_visited(0)
        while node and len(line) < 12:
            line.append(self.tree.nodes[node].action)
            node = self.tree._most_visited(node)
        return tuple(line)


def _hash(action):
    return mix(action) & (HASH_ROOM - 1)
