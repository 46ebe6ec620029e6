"""Scripts of Tribute: bots that search their own turn, those of competitions among them; an evaluator for other searches.

They look at whole moves of the original's list in a world that they imagine, and never beyond the end of their turn. The tiers
of cards stand in `tiers.csv`.

BestMCTS won in 2023 and 2024, SOISMCTS was third in 2024. They are trees over the own turn (`agents.turntree`) whose ends are
judged by tiers for three phases of a match (`phases.csv`) and by weights: those that the makers of BestMCTS evolved, or those
that they had written down by hand before. CamelCaseBot and Sakkirin, of the same competitions, look no further than a move or
two.
"""

import cython

from cardlab.agents.agent import Agent
from cardlab.agents.clock import Clock
from cardlab.agents.planner import Guide
from cardlab.agents.report import Report
from cardlab.core.state import Actions
from cardlab.games.tribute.agents.bots import MoveList, TributeBot
from cardlab.models.model import Evaluator


def sample_value(s, me, tier):
    """The evaluation of the sample bots: favours, power, prestige, and up to 30 prestige also agents, cards and the tavern."""
    o = 1 - me
    value = 40 * s.z.power[me] + 50 * s.z.prestige[me]
    theirs = 0
    for i in range(s.z.n_patrons):
        if s.z.patron[i] == TREASURY:
            continue
        if s.z.favor[s.z.patron[i]] == me + 1:
            value += 50
        elif s.z.favor[s.z.patron[i]] == 0:
            value += 10
        else:
            value -= 50
            theirs += 1
    if theirs >= 2:
        value -= 100
    if s.z.prestige[me] >= 30:
        return value
    for i in range(s.z.n_agents[me]):
        value += 30 * tier[s.z.agent[me][i]] + 3 * s.z.health[me][i]
    for i in range(s.z.n_agents[o]):
        value -= 30 * tier[s.z.agent[o][i]] + 3 * s.z.health[o][i] + 40
    for i in range(s.z.n_row):
        value -= 2 * tier[s.z.row[i]]
    return value + deck_power(s, me, tier)


def deck_power(s, p, tier):
    """All cards but those on the board by tier, and the cube of how many there are of each deck."""
    for deck in range(PATRONS):
        s.keys[deck] = 0
    value = 0
    for i in range(s.z.n_hand[p]):
        value += 10 * tier[s.z.hand[p][i]]
        s.keys[s.rules.fact[s.z.hand[p][i]].deck] += 1
    for i in range(s.z.n_played[p]):
        value += 10 * tier[s.z.hand[p][HELD - 1 - i]]
        s.keys[s.rules.fact[s.z.hand[p][HELD - 1 - i]].deck] += 1
    for i in range(s.z.n_draw[p]):
        value += 10 * tier[s.z.deck[p][i]]
        s.keys[s.rules.fact[s.z.deck[p][i]].deck] += 1
    for i in range(s.z.n_cooldown[p]):
        value += 10 * tier[s.z.deck[p][HELD - 1 - i]]
        s.keys[s.rules.fact[s.z.deck[p][HELD - 1 - i]].deck] += 1
    for deck in range(PATRONS):
        if deck != TREASURY:
            value += cython.cast(cython.int, s.keys[deck] * s.keys[deck] * s.keys[deck])
    return value


class BalanceEvaluator(Evaluator):
    """The chance to win by what both have: prestige and power, cards by tier, agents, favours."""

    def __init__(self, tiers):
        # type: (Sequence[int]) -> None
        for i in range(CARDS):
            self.tier[i] = tiers[i]

    @property
    def reads(self):
        # type: () -> type[State]
        """States of Scripts of Tribute."""
        return TributeState

    def _value(self, state, seat):
        mine = standing(cython.cast(TributeState, state), seat, self.tier)
        theirs = standing(cython.cast(TributeState, state), 1 - seat, self.tier)
        return 1.0 / (1.0 + exp((theirs - mine) / 12.0))


def standing(s, p, tier):
    """In units of prestige. Late in a match prestige counts more, early the deck that will make it."""
    late = s.z.prestige[0] if s.z.prestige[0] > s.z.prestige[1] else s.z.prestige[1]
    share = 1.0 if late >= 40 else late / 40.0
    value = (0.6 + 0.8 * share) * (s.z.prestige[p] + s.z.power[p])
    value += (0.012 - 0.008 * share) * deck_power(s, p, tier)
    favors = 0
    for i in range(s.z.n_agents[p]):
        value += 1.0 + 0.04 * tier[s.z.agent[p][i]] + 0.3 * s.z.health[p][i]
    for i in range(s.z.n_patrons):
        if s.z.favor[s.z.patron[i]] == p + 1:
            favors += 1
    return value + (1.2 * favors if favors < 3 else 8.0 if favors == 3 else 60.0)


class PlanningBot(TributeBot):
    """What the searching bots have in common."""

    def __init__(self, game, tiers, iterations=0, ms=0.0):
        # type: (Game, Sequence[int], int, float) -> None
        TributeBot.__init__(self, game)
        for i in range(CARDS):
            self.tier[i] = tiers[i]
        self.iterations = iterations
        self.ns = int(ms * 1e6)
        self.root = game.blank()
        self.work = game.blank()
        self.inner = MoveList()
        self.clock = Clock()


class RandomTurnsBot(PlanningBot):
    """Flat Monte Carlo: of random turns the best is played, move by move. It plans anew when something was drawn or chosen."""

    def _new_game(self):
        TributeBot._new_game(self)
        self.planned_turn = 0
        self.at_turn = 0
        self.turn = 0
        return 0

    def _decide(self, s, seat, rng):
        self.me = s.z.player
        cards = s.z.n_hand[self.me] + s.z.n_played[self.me] + s.z.n_draw[self.me]
        self.moves._list(s)
        if self.moves.n == 1:
            return self._move(0)
        fresh: cython.bint = (
            s.z.turn != self.turn or cards != self.drawn or s.z.asking != NOTHING or self.at_turn >= self.planned_turn
        )
        self.turn = s.z.turn
        self.drawn = cards
        if fresh or not s._allows(self.turn_plan[self.at_turn], self.moves.acts):
            self._make_plan(seat, rng)
            self.moves._list(s)
        action = self.turn_plan[self.at_turn]
        for slot in range(self.moves.n):
            if self.moves.action[slot][0] == action:
                same: cython.bint = True
                for i in range(self.moves.length[slot]):
                    if self.at_turn + i >= self.planned_turn or self.turn_plan[self.at_turn + i] != self.moves.action[slot][i]:
                        same = False
                if same:
                    self.at_turn += self.moves.length[slot]
                    return self._move(slot)
        return self._move(self.moves.n - 1)

    def _make_plan(self, seat, rng):
        """The best of random turns."""
        deadline = self.clock._start(self.ns)
        self.at_turn = 0
        self.planned_turn = 0
        best = -2000000000
        done: cython.longlong = 0
        while (self.iterations == 0 or done < self.iterations) and (done == 0 or not self.clock._is_up(deadline)):
            done += 1
            seat._resample(self.work, rng)
            n = self._play_turn(rng)
            value = sample_value(self.work, self.me, self.tier)
            if value > best:
                best = value
                self.planned_turn = n
                for i in range(n):
                    self.turn_plan[i] = self.trial[i]
        return 0

    def _play_turn(self, rng):
        """Random moves until nothing but the end of the turn is left; seldom it stops before."""
        n = 0
        while self.work.z.phase != OVER and n + LONGEST_MOVE < TURN_ROOM:
            count = self.inner._count(self.work)
            if self.work.z.asking == NOTHING:
                count -= 1
                if count == 0 or self._below(10000, rng) == 0:
                    break
            self.inner._nth(self.work, self._below(count, rng))
            for i in range(self.inner.length[0]):
                self.trial[n] = self.inner.action[0][i]
                n += 1
            self.inner._take(self.work, 0)
        if n == 0:
            self.inner._list(self.work)
            self.trial[0] = self.inner.action[self.inner.n - 1][0]
            n = 1
        return n


class SampleBeamBot(PlanningBot):
    """Beam search over the own turn, all of it again for every move.

    With `annealing` a position that is no better than the worst may replace it, by a rule that the original has the wrong way
    round: from the fourth layer on each new one does.
    """

    def __init__(self, game, tiers, width=20, annealing=True):
        # type: (Game, Sequence[int], int, bool) -> None
        PlanningBot.__init__(self, game, tiers)
        self.width = width
        self.annealing = annealing
        self.held = []
        for i in range(width):
            pair = (game.blank(), game.blank())
            self.held.append(pair)
            if cython.compiled:
                self.front[i] = cython.cast(cython.p_void, pair[0])
                self.other[i] = cython.cast(cython.p_void, pair[1])
            else:
                self.front[i], self.other[i] = pair

    def _decide(self, s, seat, rng):
        self.me = s.z.player
        self.moves._list(s)
        if self.moves.n == 1:
            return self._move(0)
        seat._resample(self.root, rng)
        self.best_value = -2000000000
        self.best_root = self.moves.n - 1
        self.n_other = 0
        for i in range(self.moves.n):
            if kind_of(self.moves.action[i][0]) == END:
                self._final(sample_value(self.root, self.me, self.tier), i)
                continue
            self.work._copy_from(self.root)
            self.moves._take(self.work, i)
            self._admit(i, -1, rng)
        iteration = 0
        while self.n_other and iteration < 100:
            n = self.n_other
            for i in range(n):
                self.front[i], self.other[i] = self.other[i], self.front[i]
                self.front_value[i] = self.other_value[i]
                self.front_root[i] = self.other_root[i]
            self.n_other = 0
            for i in range(n):
                self.inner._list(cython.cast(TributeState, self.front[i]))
                for j in range(self.inner.n):
                    if kind_of(self.inner.action[j][0]) == END:
                        self._final(self.front_value[i], self.front_root[i])
                        continue
                    self.work._copy_from(cython.cast(TributeState, self.front[i]))
                    self.inner._take(self.work, j)
                    self._admit(self.front_root[i], iteration, rng)
            iteration += 1
        return self._move(self.best_root)

    def _final(self, value, origin):
        if value > self.best_value:
            self.best_value = value
            self.best_root = origin

    def _admit(self, origin, iteration, rng):
        """A new position joins the next layer if there is room, if it is better than the worst, or by luck."""
        value = sample_value(self.work, self.me, self.tier)
        at = self.n_other
        if at < self.width:
            self.n_other += 1
        else:
            at = 0
            for i in range(1, self.width):
                if self.other_value[i] < self.other_value[at]:
                    at = i
            if value <= self.other_value[at]:
                if not self.annealing or iteration < 0:
                    return 0
                divisor = 4 // (iteration + 1)
                gap: cython.double = self.other_value[at] - value
                if divisor and exp(gap if gap < 50.0 else 50.0) / divisor <= rand_real(rng.s):
                    return 0
        cython.cast(TributeState, self.other[at])._copy_from(self.work)
        self.other_value[at] = value
        self.other_root[at] = origin
        return 0


class TurnTreeBot(PlanningBot):
    """Monte Carlo tree search over the own turn in one world; a node is worth the best that was seen below it.

    The original also plays each leaf on at random and then judges the leaf itself; what came of it is not used, so it is left
    out.
    """

    def _decide(self, s, seat, rng):
        self.me = s.z.player
        self.moves._list(s)
        if self.moves.n == 1:
            return self._move(0)
        seat._resample(self.root, rng)
        deadline = self.clock._start(self.ns)
        self.n = 1
        self.children[0] = -1
        self.visits[0] = 0
        self.length[0] = 0
        self.work._copy_from(self.root)
        self._grow(0)
        done: cython.longlong = 0
        while (self.iterations == 0 or done < self.iterations) and (done == 0 or not self.clock._is_up(deadline)):
            done += 1
            self._descend()
        best = self.first[0]
        for i in range(self.children[0]):
            if self.best[self.first[0] + i] >= self.best[best]:
                best = self.first[0] + i
        return self._move(best - self.first[0])

    def _grow(self, node):
        """A node for each move of the position in `work`."""
        self.inner._list(self.work)
        if self.n + self.inner.n > TREE_ROOM:
            return 0
        self.first[node] = self.n
        self.children[node] = self.inner.n
        for i in range(self.inner.n):
            child = self.n
            self.n += 1
            self.children[child] = -1
            self.visits[child] = 0
            self.best[child] = 0.0
            self.length[child] = self.inner.length[i]
            for j in range(self.inner.length[i]):
                self.action[child][j] = self.inner.action[i][j]
        return 0

    def _descend(self):
        """One iteration: down to a leaf, which is judged and gets children."""
        self.work._copy_from(self.root)
        node = 0
        depth = 0
        self.path[0] = 0
        ended: cython.bint = False
        while self.children[node] >= 0 and depth + 1 < TURN_ROOM:
            node = self._select(node)
            depth += 1
            self.path[depth] = node
            if kind_of(self.action[node][0]) == END:
                ended = True
                break
            for i in range(self.length[node]):
                carry_out(self.work, self.action[node][i])
        if not ended and self.children[node] < 0 and self.work.z.phase != OVER:
            self._grow(node)
        value = (sample_value(self.work, self.me, self.tier) + 10000.0) / 50000.0
        if value < 0.0:
            value = 0.0
        for i in range(depth + 1):
            self.visits[self.path[i]] += 1
            if value > self.best[self.path[i]]:
                self.best[self.path[i]] = value
        return 0

    def _select(self, node):
        """The child with the best value and bonus for being tried seldom; one that was never tried first."""
        best = self.first[node]
        most = -1.0
        logarithm = log(self.visits[node] if self.visits[node] else 1)
        for i in range(self.children[node]):
            child = self.first[node] + i
            if self.visits[child] == 0:
                return child
            bound = self.best[child] + 1.4142135623730951 * sqrt(logarithm / self.visits[child])
            if bound > most:
                most = bound
                best = child
        return best


# ---- players of the competitions -------------------------------------------------------------------------------------

BEST_EVOLVED = {
    "crow": (357.16, 401.26, 439.46), "ansei": (69.727, 65.175, 51.416), "prestige": (14.407, 115.438, 244.106),
    "card limit": (3.5836, 9.8029, 6.1746), "combo power": (1.4532, 2.0177, 1.7654), "our agent": (2.4073, 1.2048, 0.62828),
    "enemy agent": (-36.382, -31.121, -165.216), "upcoming card": (14.453, 10.997, 96.387),
    "tier multiplier": (32.456, 15.362, 17.865), "tavern penalty": (-1.0195, -1.6236, -1.8426),
    "knowing card combo": (0.98563, 1.26776, 1.87984), "after 40 bonus": (469.63, 562.80, 436.45),
}  # type: dict[str, tuple[float, ...]]  # fmt: skip
"""What counts how much in each phase: early, mid, late. The weights with which BestMCTS played."""
BEST_START = {
    "crow": (300, 500, 600), "ansei": (50, 50, 50), "prestige": (10, 60, 200), "card limit": (13, 13, 13),
    "combo power": (3, 3, 3), "our agent": (1.1, 1.1, 1.1), "enemy agent": (-60, -80, -150), "upcoming card": (15, 25, 100),
    "tier multiplier": (10, 10, 10), "tavern penalty": (-2, -2, -2), "knowing card combo": (1, 1, 1),
    "after 40 bonus": (300, 300, 300),
}  # type: dict[str, tuple[float, ...]]  # fmt: skip
"""The weights from which evolution began."""
BEST_WEIGHTS_BY_NAME = {"evolved": BEST_EVOLVED, "start": BEST_START}  # type: dict[str, dict[str, tuple[float, ...]]]
SPAN = cython.declare(cython.const[cython.double], 10000.0)


class EndGuide(Guide):
    """Ending the turn is worth what the position before it is."""

    def _closes(self, state, action):
        return kind_of(action) == END


class PhaseTiers:
    """What the makers of BestMCTS (0) and SOISMCTS (1) think of cards: by phase, in hand, on the board, and played at once."""

    def __init__(self, rows):
        # type: (Iterable[Mapping[str, str]]) -> None
        for n, row in enumerate(rows):
            card: cython.int = n
            self.instant[card] = int(row["instant"])
            for i, phase in enumerate(("early", "mid", "late")):
                self.by_phase[i][card] = int(row[phase] or 0)
            for i, (prefix, missing) in enumerate((("", -1), ("so_", 3))):
                self.in_hand[i][card] = int(row[prefix + "in_hand"] or missing)
                self.on_board[i][card] = int(row[prefix + "on_board"] or missing)


class BestJudge(Evaluator):
    """What BestMCTS thinks of the end of a turn, from 0 to 1. `so`: with the tables of SOISMCTS."""

    def __init__(self, game, ratings: PhaseTiers, weights=None, so=False):
        # type: (Game, PhaseTiers, Mapping[str, Sequence[float]] | None, bool) -> None
        self.ratings = ratings
        self.tables = 1 if so else 0
        for i, name in enumerate(BEST_EVOLVED):
            for phase in range(PHASES):
                self.weight[i][phase] = (weights or BEST_EVOLVED)[name][phase]

    @property
    def reads(self):
        # type: () -> type[State]
        """States of Scripts of Tribute."""
        return TributeState

    def _value(self, state, seat):
        return self._sum(cython.cast(TributeState, state), seat)

    def _sum(self, s, p):
        o = 1 - p
        spare: cython.int = s.z.power[p]
        for i in range(s.z.n_agents[o]):
            if s.rules.fact[s.z.agent[o][i]].taunt:
                spare -= s.z.health[o][i]
        reach: cython.int = s.z.prestige[p] + (spare if spare > 0 else 0)
        lead: cython.int = reach - s.z.prestige[o]
        patrons = self._patrons(s, p)
        if patrons >= SPAN:
            return 1.0
        if patrons <= -2 * SPAN or (s.z.prestige[o] >= 40 and lead <= 0):
            return 0.0
        if reach >= 80:
            return 1.0
        total = patrons + lead * self.weight[PRESTIGE_EACH][self.phase]
        if reach >= 40:
            total += lead * self.weight[AFTER_40][self.phase]
        total -= self._cards(s, o) + self._combos(s, o)
        total += self._enemy_agents(s, o)
        total += self._cards(s, p) + self._combos(s, p)
        total += self._own_agents(s, p) + self._tavern(s, p)
        if total >= SPAN:
            return 1.0
        return 0.0 if total <= -SPAN else (total + SPAN) / (2 * SPAN)

    def _patrons(self, s, p):
        """Favours; a lot if all are won, very little if the other needs one call, or two, for all of his."""
        needed = 0
        mine = 0
        value = 0.0
        for i in range(s.z.n_patrons):
            patron = s.z.patron[i]
            if patron == TREASURY:
                continue
            holder = s.z.favor[patron]
            sign = 0
            if holder == p + 1:
                mine += 1
                sign = 1
                needed += 1 if patron == ANSEI else 2
            elif holder == 0:
                needed += 1
            else:
                sign = -1
            if patron == DUKE_OF_CROWS:
                value -= sign * self.weight[CROW][self.phase]
            elif patron == ANSEI:
                value += sign * self.weight[ANSEI_FAVOR][self.phase]
        if mine == 4:
            return SPAN
        if needed <= 1:
            return -2 * SPAN
        return -SPAN if needed == 2 else value

    def _count(self, s, p):
        """Count the cards of each deck outside the board."""
        for i in range(PATRONS):
            self.count[i] = 0
        owned = cards_of(s, p)
        for i in range(owned):
            self.count[s.rules.fact[pile_card(s, p, i)].deck] += 1
        return owned

    def _cards(self, s, p):
        """Tiers of the cards; more than a limit count no more than the limit."""
        owned = self._count(s, p)
        tiers = 0.0
        for i in range(owned):
            tiers += self.ratings.by_phase[self.phase][pile_card(s, p, i)]
        limit = self.weight[CARD_LIMIT][self.phase]
        share = limit / owned if owned > limit else 1.0
        return tiers * self.weight[TIER_MULTIPLIER][self.phase] * share

    def _combos(self, s, p):
        """Cards of the same deck, those on the board among them. `count` holds what `_cards` counted."""
        total: cython.int = 0
        for i in range(s.z.n_agents[p]):
            if s.rules.fact[s.z.agent[p][i]].type != CONTRACT_AGENT:
                self.count[s.rules.fact[s.z.agent[p][i]].deck] += 1
        for i in range(PATRONS):
            total += self.count[i]
        limit = self.weight[CARD_LIMIT][self.phase]
        share = limit / total if total > limit else 1.0
        value = 0.0
        for i in range(PATRONS):
            if i != TREASURY and self.count[i]:
                value += pow(share * self.count[i], self.weight[COMBO_POWER][self.phase])
        return value

    def _own_agents(self, s, p):
        """Agents and their health; those that lie open to Ambush and Black Sacrament count less."""
        value = 0.0
        for i in range(3):
            self.gain[i] = 0
        for i in range(s.z.n_agents[p]):
            card = s.z.agent[p][i]
            if s.rules.fact[card].type != CONTRACT_AGENT:
                value += self.ratings.by_phase[self.phase][card] * self.weight[TIER_MULTIPLIER][self.phase]
            gain = s.z.health[p][i] * self.weight[PRESTIGE_EACH][self.phase] * self.weight[OUR_AGENT][self.phase]
            value += gain
            for j in range(3):
                if gain > self.gain[j]:
                    gain, self.gain[j] = self.gain[j], gain
        threats = 0
        for i in range(s.z.n_row):
            threats += 2 if s.z.row[i] == AMBUSH_CARD else 1 if s.z.row[i] == SACRAMENT_CARD else 0
        for j in range(threats if threats < 3 else 3):
            value -= 0.75 * self.gain[j]
        return value

    def _enemy_agents(self, s, o):
        value = 0.0
        for i in range(s.z.n_agents[o]):
            card = s.z.agent[o][i]
            printed: cython.double = s.rules.fact[card].hp
            if s.rules.fact[card].type != CONTRACT_AGENT:
                value -= self.ratings.by_phase[self.phase][card] * self.weight[TIER_MULTIPLIER][self.phase]
            threat = self.ratings.on_board[self.tables][card] * self.weight[ENEMY_AGENT][self.phase]
            value += threat * ((s.z.health[o][i] + 2) / printed + 2)
        return value

    def _tavern(self, s, p):
        """Cards that the other could buy count against, known cards on top of the own draw pile for."""
        owned = self._count(s, p)
        value = 0.0
        for i in range(s.z.n_row):
            kind = s.rules.fact[s.z.row[i]].type
            if kind != CONTRACT_ACTION and kind != CONTRACT_AGENT:
                value += self.weight[TAVERN_PENALTY][self.phase] * self._rating(s, s.z.row[i])
        known: cython.int = s.z.known[p] if s.z.known[p] < 3 else 3
        limit = self.weight[CARD_LIMIT][self.phase]
        share = limit / owned if owned > limit else 1.0
        for i in range(known if known < s.z.n_draw[p] else s.z.n_draw[p]):
            card = s.z.deck[p][s.z.n_draw[p] - 1 - i]
            value += self.ratings.in_hand[self.tables][card] * self.weight[UPCOMING][self.phase]
            value += self.count[s.rules.fact[card].deck] * self.weight[KNOWN_COMBO][self.phase] * share
        return value

    def _rating(self, s, card):
        """A card by its tier and by what one card of its deck adds. `count` holds the own cards."""
        n = self.count[s.rules.fact[card].deck]
        value: cython.double = self.ratings.by_phase[self.phase][card] + self._combo(n)
        return value - self._combo(n - 1) if n > 1 else value

    def _combo(self, n):
        limit = self.weight[CARD_LIMIT][self.phase]
        x: cython.double = limit if n > limit else n
        return pow(x, self.weight[COMBO_POWER][self.phase]) if x > 0 else 0.0


class BestGuide(EndGuide):
    """What BestMCTS does not look at: other plays beside a card that is played at once, and all but three options."""

    def __init__(self, game, ratings: PhaseTiers, judge: BestJudge):
        # type: (Game, PhaseTiers, BestJudge) -> None
        self.ratings = ratings
        self.judge = judge

    def parts(self):
        # type: () -> tuple[Tool | None, ...]
        return (self.judge,)

    def _leave_out(self, root, acts):
        return self._filter(cython.cast(TributeState, root), acts)

    def _filter(self, s, acts):
        if s.z.asking == DESTROY_CARDS:
            return self._keep_options(s, acts, -1)
        if s.z.asking == REFRESH_CARDS:
            return self._keep_options(s, acts, 1)
        if s.z.asking == NOTHING:
            for i in range(acts.n):
                if kind_of(acts.at[i]) == PLAY and self.ratings.instant[source_of(acts.at[i])]:
                    acts.at[0] = acts.at[i]
                    acts.n = 1
                    break
        return 0

    def _keep_options(self, s, acts, sign):
        """The three cards with the highest ratings, or the lowest, and the answer that no more are wanted."""
        self.judge._count(s, s.z.player)
        for j in range(KEPT_OPTIONS):
            self.rated[j] = -1e300
            self.kept[j] = -1
        for i in range(acts.n):
            if kind_of(acts.at[i]) == PICK:
                card = source_of(acts.at[i])
                known: cython.bint = False
                for j in range(KEPT_OPTIONS):
                    if self.kept[j] == card:
                        known = True
                value = sign * self.judge._rating(s, card)
                if not known:
                    for j in range(KEPT_OPTIONS):
                        if value > self.rated[j]:
                            self.rated[j], value = value, self.rated[j]
                            self.kept[j], card = card, self.kept[j]
        n = 0
        for i in range(acts.n):
            stays: cython.bint = kind_of(acts.at[i]) != PICK
            for j in range(KEPT_OPTIONS):
                if self.kept[j] == source_of(acts.at[i]):
                    stays = True
            if stays:
                acts.at[n] = acts.at[i]
                n += 1
        acts.n = n
        return 0


class Rival(Agent):
    """A tree search over the turn, its phase fixed when the turn begins; `prefers`: it drafts the Crows, then Red Eagle."""

    def __init__(self, game, judge, search: TurnTree, prefers: cython.bint):
        # type: (Game, BestJudge | None, TurnTree, bool) -> None
        self.game = game
        self.judge = judge
        self.search = search
        self.prefers = prefers
        self.scratch = Actions()
        self.turn = -1

    @property
    def reads(self):
        # type: () -> type[State]
        """States of Scripts of Tribute."""
        return TributeState

    def parts(self):
        # type: () -> tuple[Tool | None, ...]
        return (self.search, self.judge)

    def _new_game(self):
        self.turn = -1
        self.drafting = True
        return self.search._new_game()

    def _estimate(self):
        return -1.0 if self.drafting else self.search._estimate()

    @property
    def report(self):
        # type: () -> Report
        return Report() if self.drafting else self.search.report

    def _choose(self, seat, rng):
        return self._choose_in(cython.cast(TributeState, seat.info), seat, rng)

    def _choose_in(self, s, seat, rng):
        self.drafting = s.z.phase == DRAFTING
        if self.drafting:
            legal_actions(s, self.scratch)
            return self._draft(rng)
        if self.judge is not None and s.z.turn != self.turn:
            self.judge.phase = phase_of(s.z.prestige[seat.player], s.z.prestige[1 - seat.player])
        self.turn = s.z.turn
        return self.search._choose(seat, rng)

    def _draft(self, rng):
        """Any patron; with preferences the Crows, Red Eagle, and never Orgnum if there is another."""
        if self.prefers:
            if offers(self.scratch, pack(DRAFT, DUKE_OF_CROWS, 0, 0)):
                return pack(DRAFT, DUKE_OF_CROWS, 0, 0)
            if offers(self.scratch, pack(DRAFT, RED_EAGLE, 0, 0)):
                return pack(DRAFT, RED_EAGLE, 0, 0)
        action = self.scratch.at[rand_below(rng.s, self.scratch.n)]
        while self.prefers and self.scratch.n > 1 and source_of(action) == ORGNUM:
            action = self.scratch.at[rand_below(rng.s, self.scratch.n)]
        return action


def phase_of(prestige, enemy_prestige):
    # type: (int, int) -> int
    """The phase of a match: 0 early, 1 mid, 2 late."""
    if prestige >= 27 or enemy_prestige >= 30:
        return 2
    return 0 if prestige <= 10 and enemy_prestige <= 13 else 1


class CamelCaseBot(TributeBot):
    """CamelCaseBot of 2023: plays what needs no thought, buys the dearest card of that kind, gets rid of starters."""

    def _draft(self, s, rng):
        legal_actions(s, self.moves.acts)
        best: cython.longlong = -1
        highest = 0
        for i in range(self.moves.acts.n):
            patron = source_of(self.moves.acts.at[i])
            value = 4 if patron == DUKE_OF_CROWS else 3 if patron == RED_EAGLE else 2 if patron == ANSEI else 0
            if patron == HLAALU:
                value = 1
            if value > highest:
                best, highest = self.moves.acts.at[i], value
        return best if best >= 0 else self.moves.acts.at[self._below(self.moves.acts.n, rng)]

    def _decide(self, s, seat, rng):
        self.moves._count(s)
        if s.z.asking == ENACT_CHOSEN_EFFECT:
            left = liking(s.rules.fact[s.z.ask_card].effect[s.z.ask_level][0].code)
            right = liking(s.rules.fact[s.z.ask_card].effect[s.z.ask_level][1].code)
            if left == NOT_BASIC and right == NOT_BASIC:
                return self._any(s, rng, True)
            return self._single(pack(ENACT, 0 if left <= right else 1, 0, 0))
        if s.z.asking != NOTHING:
            return self._choose_cards(s, rng)
        action = self._play_something(s)
        if action < 0:
            action = self._spend(s)
        return self._single(action if action >= 0 else pack(END, 0, 0, 0))

    def _first(self, s, kind, what):
        """The first action of a kind; of a card type, if one is named."""
        for i in range(self.moves.acts.n):
            action = self.moves.acts.at[i]
            if kind_of(action) == kind and (what < 0 or s.rules.fact[source_of(action)].type == what):
                return action
        return -1

    def _play_something(self, s):
        action = self._first(s, PLAY, CURSE)
        if action < 0:
            action = self._first(s, ACTIVATE, -1)
        if action < 0:
            action = self._first(s, ATTACK, -1)
        if action >= 0:
            return action
        for i in range(self.moves.acts.n):
            action = self.moves.acts.at[i]
            if kind_of(action) == PLAY and is_basic(s, source_of(action)):
                return action
        return -1

    def _spend(self, s):
        p = s.z.player
        crows: cython.bint = offers(self.moves.acts, pack(CALL, DUKE_OF_CROWS, 0, 0)) and s.z.coins[p] > 1
        if crows and (s.z.prestige[1 - p] >= 20 or favors(s, 1 - p) == 3):
            return pack(CALL, DUKE_OF_CROWS, 0, 0)
        best: cython.longlong = -1
        dearest = -1
        for i in range(self.moves.acts.n):
            action = self.moves.acts.at[i]
            card = source_of(action)
            if kind_of(action) == BUY and is_basic(s, card) and s.rules.fact[card].cost > dearest:
                best, dearest = action, s.rules.fact[card].cost
        if best >= 0:
            return best
        if offers(self.moves.acts, pack(CALL, TREASURY, 0, 0)):
            for i in range(s.z.n_hand[p]):
                if is_unwanted(s, s.z.hand[p][i]):
                    return pack(CALL, TREASURY, 0, 0)
            for i in range(s.z.n_played[p]):
                if is_unwanted(s, s.z.hand[p][HELD - 1 - i]):
                    return pack(CALL, TREASURY, 0, 0)
        if crows and s.z.coins[p] > 5:
            return pack(CALL, DUKE_OF_CROWS, 0, 0)
        return self._contract(s)

    def _contract(self, s):
        """A contract card, one with power first."""
        first: cython.longlong = -1
        for i in range(self.moves.acts.n):
            action = self.moves.acts.at[i]
            card = source_of(action)
            kind = s.rules.fact[card].type
            if kind_of(action) == BUY and (kind == CONTRACT_ACTION or kind == CONTRACT_AGENT):
                if s.rules.fact[card].effect[0][0].code == POWER:
                    return action
                if first < 0:
                    first = action
        return first

    def _choose_cards(self, s, rng):
        """Starters and curses, as many as may be chosen; without any, any move."""
        n = 0
        for i in range(self.moves.options):
            if n < s.z.ask_most and is_unwanted(s, self.moves.card[i]):
                self.moves.picks[n] = i
                n += 1
        if n == 0 or n < s.z.ask_least:
            return self._any(s, rng, True)
        self.moves._write(s, n, 0)
        return self._move(0)


class SakkirinBot(TributeBot):
    """Sakkirin of 2024: points for each move, and a little for what one move more would bring."""

    def __init__(self, game, seed=None):
        # type: (Game, int | None) -> None
        TributeBot.__init__(self, game, seed)
        self.replies = MoveList()
        self.root = game.blank()
        self.after = game.blank()
        self.later = game.blank()

    def _draft(self, s, rng):
        legal_actions(s, self.moves.acts)
        best: cython.longlong = self.moves.acts.at[0]
        highest = -1.0
        for i in range(self.moves.acts.n):
            value = rand_real(rng.s) * patron_points(source_of(self.moves.acts.at[i]))
            if value > highest:
                best, highest = self.moves.acts.at[i], value
        return best

    def _decide(self, s, seat, rng):
        """Moves are looked at from a random one on, so that any of equals may be the first."""
        n = self.moves._list(s)
        if s.z.asking == NOTHING:
            n -= 1
        if n <= 1:
            return self._move(0)
        seat._resample(self.root, rng)
        first = self._below(n, rng)
        best = first
        highest = -1.0
        for i in range(n):
            slot = (first + i) % n
            value = self._points(s, slot)
            if value > highest:
                best, highest = slot, value
        return self._move(best)

    def _points(self, s, slot):
        value = 0.4
        if s.z.asking == NOTHING:
            action = self.moves.action[slot][0]
            kind = kind_of(action)
            card = source_of(action)
            if kind == PLAY:
                value = self._play_points(s, card)
                if value == 0:
                    return 0.0
            elif kind == ACTIVATE:
                value = 2 + 0.2 * s.rules.fact[card].hp
            elif kind == ATTACK:
                value = 30.0
            elif kind == CALL:
                value = 31.0 if card != TREASURY and s.z.favor[card] != s.z.player + 1 else 1.0
            elif kind == BUY:
                what = s.rules.fact[card].type
                value = 2.3 if what == ACTION else 2.1
                if what == AGENT:
                    value = 3.5 + 0.1 * s.rules.fact[card].hp - 0.2 * s.rules.fact[card].cost
                elif what == CURSE:
                    value = 7.0
        return value + 0.1 * self._best_reply(slot)

    def _play_points(self, s, card):
        """A card without an activation, or with a choice of two, scores nothing: the original failed there."""
        if card == GOLD:
            return 25.0
        if s.rules.fact[card].effects[0] == 0 or s.rules.fact[card].either[0]:
            return 0.0
        value = 10.0
        for i in range(s.rules.fact[card].effects[0]):
            value += 0.5 + effect_points(s.rules.fact[card].effect[0][i].code) * s.rules.fact[card].effect[0][i].amount
        return value

    def _best_reply(self, slot):
        """The best increase of prestige and power by one move more."""
        self.after._copy_from(self.root)
        self.moves._take(self.after, slot)
        p = self.root.z.player
        n = self.replies._list(self.after)
        if self.after.z.asking == NOTHING:
            n -= 1
        before: cython.int = self.after.z.prestige[p] + self.after.z.power[p]
        best: cython.int = 0
        for i in range(n):
            self.later._copy_from(self.after)
            self.replies._take(self.later, i)
            gain: cython.int = self.later.z.prestige[p] + self.later.z.power[p] - before
            if gain > best:
                best = gain
        return best


def cards_of(s, p):
    """How many cards a player has outside the board."""
    return s.z.n_hand[p] + s.z.n_played[p] + s.z.n_cooldown[p] + s.z.n_draw[p]


def pile_card(s, p, at):
    """The cards of a player outside the board, one after the other: hand, played, cooldown, draw pile."""
    if at < s.z.n_hand[p]:
        return s.z.hand[p][at]
    at -= s.z.n_hand[p]
    if at < s.z.n_played[p]:
        return s.z.hand[p][HELD - 1 - at]
    at -= s.z.n_played[p]
    if at < s.z.n_cooldown[p]:
        return s.z.deck[p][HELD - 1 - at]
    return s.z.deck[p][at - s.z.n_cooldown[p]]


def offers(acts, action):
    """Whether an action is on a list."""
    for i in range(acts.n):
        if acts.at[i] == action:
            return True
    return False


def owned_cards(state: TributeState, seat: cython.int):
    # type: (...) -> list[int]
    """The numbers of a player's cards outside the board."""
    return [pile_card(state, seat, i) for i in range(cards_of(state, seat))]


def tavern_cards(state: TributeState):
    # type: (...) -> set[int]
    """The numbers of the cards in the tavern, row and deck."""
    deck = [state.z.tavern[(state.z.top + i) & TAVERN_MASK] for i in range(state.z.n_tavern)]
    return {*deck, *[state.z.row[i] for i in range(state.z.n_row)]}


def liking(code):
    """The place of an effect in CamelCaseBot's order; those it cannot play have none."""
    if code == PRESTIGE:
        return 0
    if code == COIN:
        return 1
    if code == POWER:
        return 2
    if code == DRAW_CARDS:
        return 3
    if code == OPP_LOSE:
        return 4
    if code == KNOCK_OUT:
        return 5
    if code == OPP_DISCARD:
        return 6
    if code == PATRON_CALL:
        return 7
    if code == HEAL:
        return 8
    return NOT_BASIC


def is_basic(s, card):
    """Whether a card that is no contract has nothing but effects without a decision; of two to choose from one will do."""
    kind = s.rules.fact[card].type
    if kind == CONTRACT_ACTION or kind == CONTRACT_AGENT or kind == CURSE:
        return False
    for level in range(LEVELS):
        n: cython.int = s.rules.fact[card].effects[level]
        basic = 0
        for i in range(n):
            if liking(s.rules.fact[card].effect[level][i].code) != NOT_BASIC:
                basic += 1
        if basic < n and not (s.rules.fact[card].either[level] and basic):
            return False
    return True


def is_unwanted(s, card):
    """Starters and curses, but for the Writ of Coin."""
    return card != WRIT_OF_COIN and (s.rules.fact[card].type == STARTER or s.rules.fact[card].type == CURSE)


def effect_points(code):
    """What Sakkirin gives for an effect, each unit of it."""
    if code == COIN:
        return 1.0
    if code == DRAW_CARDS:
        return 1.2
    if code == POWER or code == KNOCK_OUT:
        return 0.1
    if code == DESTROY:
        return 0.3
    if code == REPLACE or code == ACQUIRE:
        return 0.01
    if code == CREATE_SACKING:
        return 0.02
    return 0.04 if code == HEAL else 0.2


def patron_points(patron):
    """What Sakkirin gives for a patron in the draft; Saint Alessia came later."""
    if patron == DUKE_OF_CROWS:
        return 3.5
    if patron == PSIJIC:
        return 2.2
    if patron == RED_EAGLE:
        return 2.0
    if patron == PELIN:
        return 1.0
    if patron == ORGNUM:
        return 0.8
    return 0.3 if patron == RAJHIN else 0.4
