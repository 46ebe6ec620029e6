"""Duelyst: what a position is worth, by what stands on the board.

The reference evaluator counts for each unit its cost, attack and health, less for units far from unused springs, more for those
that could kill something next turn; a general's health counts three times. All its constants are in one table of weights, with
more that are zero in it: what else a player may care about, for evolution to find out.
"""

import array

import cython

from cardlab.agents.agent import VectorPolicy
from cardlab.agents.rollouts import ClimbingPolicy
from cardlab.errors import OptionError
from cardlab.models.model import Evaluator

WEIGHT_NAMES = (
    "cost", "attack", "health", "general", "spring", "kill minion", "kill general", "reach", "hand", "artifact", "stunned",
    "provoke", "ranged", "celerity", "flying", "forcefield", "watcher", "closeness", "deck", "scale",
)  # type: tuple[str, ...]  # fmt: skip
"""What the weights stand for: up to `reach` those of the reference, then what it leaves out, and the scale of chances."""
REFERENCE = (
    1.0, 1.0, 1.0, 3.0, 0.25, 0.05, 0.10, 3.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 40.0,
)  # type: tuple[float, ...]  # fmt: skip
WON = cython.declare(cython.const[cython.double], 10000.0)


class BoardEvaluator(Evaluator):
    """Own units count for, the enemy's against.

    As a chance it is squashed; in its own points a win counts 10,000 times the health.
    """

    def __init__(self, weights=REFERENCE):
        # type: (Iterable[float]) -> None
        numbers = array.array("d", weights)
        if len(numbers) != WEIGHTS or numbers[WEIGHTS - 1] <= 0:
            raise OptionError(f"an evaluator of duelyst has {WEIGHTS} weights, the last above zero: {', '.join(WEIGHT_NAMES)}")
        for i in range(WEIGHTS):
            self.weight[i] = numbers[i]

    @property
    def reads(self):
        # type: () -> type[State]
        """States of Duelyst."""
        return DuelystState

    def _value(self, state, seat):
        return self._as_chance(standing(self, cython.cast(DuelystState, state), seat))

    def _points(self, state, seat):
        return standing(self, cython.cast(DuelystState, state), seat)

    def _as_chance(self, points):
        return 1.0 / (1.0 + exp(-points / self.weight[WEIGHTS - 1]))


class WeighedClimber(VectorPolicy):
    """The climber by this evaluator, with weights that evolution may change."""

    def __init__(self, game, values=REFERENCE):
        # type: (Game, Iterable[float]) -> None
        self.evaluator = BoardEvaluator()
        self.climber = ClimbingPolicy(game, self.evaluator)
        self.size = WEIGHTS
        self.load(values)

    @property
    def reads(self):
        # type: () -> type[State]
        """States of Duelyst."""
        return DuelystState

    def parts(self):
        # type: () -> tuple[Tool | None, ...]
        return (self.climber,)

    def _pick(self, state, scratch, rng):
        for i in range(WEIGHTS):
            self.evaluator.weight[i] = self.genes[i]
        return self.climber._pick(state, scratch, rng)


def standing(e, s, seat):
    if s.z.phase == OVER:
        if s.z.winner < 0:
            return 0.0
        left = s.z.unit[s.z.winner].health - s.z.unit[s.z.winner].damage
        return (WON if s.z.winner == seat else -WON) * (left if left > 0 else 1)
    return side(e, s, seat) - side(e, s, 1 - seat)


def side(e, s, p):
    value = player_points(e, s, p)
    springs: cython.bint = False
    for k in range(s.z.n_objects):
        if s.z.object[k] >> 6 == SPRING:
            springs = True
    for i in range(s.z.n_units):
        if s.z.unit[i].owner != p or s.z.unit[i].flags & GONE:
            continue
        value += worth(e, s, i)
        value += extras(e, s, i)
        if springs:
            value -= e.weight[4] * (1.0 if s.z.unit[i].keywords & FLYING else 0.5 * steps_to_spring(s, i))
        if s.z.unit[i].attack > 0 and not s.z.unit[i].keywords & STRUCTURE:
            value += best_kill(e, s, i)
    return value


def worth(e, s, i):
    health = s.z.unit[i].health - s.z.unit[i].damage
    if i < 2:
        return e.weight[1] * s.z.unit[i].attack + e.weight[3] * e.weight[2] * health
    card = s.z.unit[i].card
    cost = 0 if s.rules.fact[card].token else s.rules.fact[card].cost
    return e.weight[0] * cost + e.weight[1] * s.z.unit[i].attack + e.weight[2] * health


def extras(e, s, i):
    """What the reference leaves out."""
    keywords = s.z.unit[i].keywords
    value = 0.0
    if s.z.unit[i].stun:
        value -= e.weight[10] * s.z.unit[i].attack
    if keywords & PROVOKE:
        value += e.weight[11]
    if keywords & (RANGED | BLAST):
        value += e.weight[12] * s.z.unit[i].attack
    if keywords & (CELERITY | FRENZY):
        value += e.weight[13] * s.z.unit[i].attack
    if keywords & FLYING:
        value += e.weight[14]
    if keywords & (FORCEFIELD | REBIRTH):
        value += e.weight[15]
    if keywords & (DEATHWATCH | SPELL_WATCH | GROW):
        value += e.weight[16]
    if i >= 2:
        value -= e.weight[17] * steps(s.z.unit[i].tile, s.z.unit[1 - s.z.unit[i].owner].tile)
    return value


def player_points(e, s, p):
    value = e.weight[18] * s.z.n_deck[p]
    held = 0
    for slot in range(HAND):
        if s.z.hand[p][slot]:
            held += 1
    value += e.weight[8] * held
    for k in range(s.z.n_worn[p]):
        value += e.weight[9] * s.z.durability[p][k]
    return value


def steps(a, b):
    """Steps along rows and columns."""
    dx = a % 9 - b % 9
    dy = a // 9 - b // 9
    return (dx if dx > 0 else -dx) + (dy if dy > 0 else -dy)


def steps_to_spring(s, i):
    least = 99
    for k in range(s.z.n_objects):
        if s.z.object[k] >> 6 == SPRING:
            far = steps(s.z.unit[i].tile, s.z.object[k] & 63)
            if far < least:
                least = far
    return least


def best_kill(e, s, i):
    """A share of the most valuable enemy that the unit could kill in its next turn."""
    best = 0.0
    keywords = s.z.unit[i].keywords
    reached = in_reach(s, i, s.z.unit[i].tile)
    for j in range(s.z.n_units):
        if s.z.unit[j].owner == s.z.unit[i].owner or s.z.unit[j].flags & GONE:
            continue
        health = s.z.unit[j].health - s.z.unit[j].damage
        if health > s.z.unit[i].attack:
            continue
        far = 0.5 * steps(s.z.unit[i].tile, s.z.unit[j].tile)
        if keywords & FLYING:
            far = 1.0
        if keywords & (RANGED | BLAST) and reached >> s.z.unit[j].tile & 1:
            far = 0.0
        if far <= e.weight[7]:
            gain = e.weight[6] * e.weight[3] * health if j < 2 else e.weight[5] * worth(e, s, j)
            if gain > best:
                best = gain
    return best
