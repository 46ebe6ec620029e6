"""Duelyst: the strongest player here. It plans its whole turn and judges the best plans by the answers to them.

Positions are judged by the chance to win: each side has traits, such as health, what its units could do to the other's
general, and cards in hand; they count differently for who is to move. The weights come from games.
"""

import array

import cython

from cardlab.agents.agent import Stop
from cardlab.agents.planner import Planner
from cardlab.agents.turns import TurnSearch
from cardlab.errors import OptionError
from cardlab.models.model import Evaluator

TRAIT_NAMES = (
    "health", "low health", "very low health", "general's attack", "attack", "minions' health", "cost", "minions", "provoke",
    "ranged", "fast", "flying", "spawning", "growing", "stunned attack", "strike", "lethal", "overkill", "kills", "threatened",
    "hand", "artifacts", "distance", "signature", "springs", "deck", "provoked", "dying wish", "creep", "on creep", "mana",
)  # type: tuple[str, ...]  # fmt: skip


class ChanceEvaluator(Evaluator):
    """The chance to win. `fresh`: whoever is to move has just begun the turn; else the turn of the seat is as good as over."""

    def __init__(self, weights, fresh=False):
        # type: (Iterable[float], bool) -> None
        numbers = array.array("d", weights)
        if len(numbers) != 2 * TRAITS + 1:
            raise OptionError(f"an evaluator by chances has {2 * TRAITS + 1} weights, not {len(numbers)}")
        self.bias = numbers[0]
        for side in range(2):
            for k in range(TRAITS):
                self.weight[side][k] = numbers[1 + side * TRAITS + k]
        self.fresh = fresh

    @property
    def reads(self):
        # type: () -> type[State]
        """States of Duelyst."""
        return DuelystState

    def traits(self, state, seat: cython.int):
        # type: (State, int) -> list[float]
        """What is counted for a seat in a position."""
        read_traits(cython.cast(DuelystState, state), seat, self.trait[0])
        return [self.trait[0][k] for k in range(TRAITS)]

    def _value(self, state, seat):
        return self._as_chance(self._sum(cython.cast(DuelystState, state), seat))

    def _points(self, state, seat):
        if state._player() < 0:
            return 1000.0 * (state._score(seat) - 0.5)
        return self._sum(cython.cast(DuelystState, state), seat)

    def _as_chance(self, points):
        return 1.0 / (1.0 + exp(-points))

    def _sum(self, s, seat):
        """The logarithm of the odds of a seat."""
        mover = s.z.player if self.fresh else 1 - seat
        read_traits(s, 0, self.trait[0])
        read_traits(s, 1, self.trait[1])
        total = self.bias
        for k in range(TRAITS):
            total += self.weight[0][k] * self.trait[mover][k] + self.weight[1][k] * self.trait[1 - mover][k]
        return total if mover == seat else -total


def read_traits(s, p, out):
    """What a side has, each about as large as one."""
    o = 1 - p
    for k in range(TRAITS):
        out[k] = 0.0
    health = s.z.unit[p].health - s.z.unit[p].damage
    out[0] = 0.1 * health
    out[1] = 0.1 * (12 - health) if health < 12 else 0.0
    out[2] = 0.2 * (6 - health) if health < 6 else 0.0
    out[3] = 0.2 * s.z.unit[p].attack
    if not s.z.unit[p].stun and can_strike(s, p, s.z.unit[o].tile):
        out[15] += 0.1 * s.z.unit[p].attack
    for i in range(2, s.z.n_units):
        if s.z.unit[i].owner == p and not s.z.unit[i].flags & GONE:
            add_unit(s, i, out)
    theirs = s.z.unit[o].health - s.z.unit[o].damage
    out[16] = 1.0 if 10.0 * out[15] >= theirs else 0.0
    out[17] = 10.0 * out[15] / (theirs + 1.0)
    if out[17] > 2.0:
        out[17] = 2.0
    mana = s.z.max_mana[p] + (1 if s.z.max_mana[p] < s.rules.most_mana else 0)
    held = 0
    useful = 0
    for slot in range(HAND):
        card = s.z.hand[p][slot]
        if card:
            held += 1
            if s.rules.fact[card].cost <= mana:
                useful += s.rules.fact[card].cost
    out[20] = 0.2 * held
    out[30] = 0.2 * (useful if useful < mana else mana)
    for k in range(s.z.n_worn[p]):
        out[21] += 0.1 * s.z.durability[p][k]
    out[23] = s.z.ready[p]
    out[24] = 0.0
    nearest = 20
    for k in range(s.z.n_objects):
        if s.z.object[k] >> 6 == SPRING:
            for i in range(s.z.n_units):
                if s.z.unit[i].owner == p and not s.z.unit[i].flags & GONE:
                    far = steps(s.z.unit[i].tile, s.z.object[k] & 63)
                    if far < nearest:
                        nearest = far
        elif s.z.object[k] >> 6 == CREEP + p:
            out[28] += 0.1
            i = s.z.at[s.z.object[k] & 63]
            if i != NOBODY and s.z.unit[i].owner == o:
                out[29] += 0.2
    if nearest < 20:
        out[24] = 0.2 * nearest
    out[25] = 1.0 if s.z.n_deck[p] < 4 else 0.0


def add_unit(s, i, out):
    keywords = s.z.unit[i].keywords
    p = s.z.unit[i].owner
    attack = 0.1 * s.z.unit[i].attack
    health = s.z.unit[i].health - s.z.unit[i].damage
    card = s.z.unit[i].card
    out[4] += attack
    out[5] += 0.1 * health
    if not s.rules.fact[card].token:
        out[6] += 0.1 * s.rules.fact[card].cost
    out[7] += 0.2
    if keywords & PROVOKE:
        out[8] += 0.3
    if keywords & (RANGED | BLAST):
        out[9] += 0.2 * s.z.unit[i].attack
    if keywords & (CELERITY | FRENZY):
        out[10] += 0.2 * s.z.unit[i].attack
    if keywords & FLYING:
        out[11] += 0.5
    if keywords & (TURN_START | TURN_END):
        out[12] += 0.5
    if keywords & (DEATHWATCH | SPELL_WATCH | GROW):
        out[13] += 0.5
    if s.z.unit[i].stun:
        out[14] += attack
    elif can_strike(s, i, s.z.unit[1 - p].tile):
        out[15] += attack
    kill = 0.0
    danger = 0.0
    held: cython.bint = False
    for j in range(s.z.n_units):
        if s.z.unit[j].owner == p or s.z.unit[j].flags & GONE:
            continue
        if s.z.unit[j].keywords & PROVOKE and steps_apart(s.z.unit[i].tile, s.z.unit[j].tile) <= 1:
            held = True
        if j >= 2 and s.z.unit[i].attack >= s.z.unit[j].health - s.z.unit[j].damage and not s.z.unit[i].stun:
            if can_strike(s, i, s.z.unit[j].tile):
                worth = 0.1 * (s.z.unit[j].attack + s.z.unit[j].health - s.z.unit[j].damage)
                if worth > kill:
                    kill = worth
        if s.z.unit[j].attack >= health and not s.z.unit[j].stun and can_strike(s, j, s.z.unit[i].tile):
            danger = 0.1 * (s.z.unit[i].attack + health)
    out[18] += kill
    out[19] += danger
    if held:
        out[26] += attack
    out[22] += 0.05 * steps(s.z.unit[i].tile, s.z.unit[1 - p].tile)
    if keywords & DYING_WISH:
        out[27] += 0.5


def steps_apart(a, b):
    """Steps in any of the eight directions."""
    dx = a % 9 - b % 9
    dy = a // 9 - b // 9
    dx = dx if dx > 0 else -dx
    dy = dy if dy > 0 else -dy
    return dx if dx > dy else dy


def can_strike(s, i, tile):
    """Whether a unit could attack a tile in a turn of its own, if nobody stood in its way."""
    keywords = s.z.unit[i].keywords
    if s.z.unit[i].attack <= 0 or keywords & STRUCTURE:
        return False
    if keywords & (RANGED | FLYING):
        return True
    here = s.z.unit[i].tile
    dx = here % 9 - tile % 9
    dy = here // 9 - tile // 9
    dx = dx if dx > 0 else -dx
    dy = dy if dy > 0 else -dy
    if keywords & BLAST and (dx <= 2 or dy <= 2):
        return True
    speed = s.rules.fact[s.z.unit[i].card].speed
    if keywords & CELERITY:
        speed += speed
    return (dx - 1 if dx > 1 else 0) + (dy - 1 if dy > 1 else 0) <= speed


class ChampionSearch(TurnSearch):
    """A beam over the turn whose best ends are judged by answers."""

    def __init__(self, game, budget, options, evaluator, stop: Stop, later, rival):
        # type: (Game, Budget, Mapping[str, Any], Evaluator, Stop, Evaluator, StarterAgent | None) -> None
        TurnSearch.__init__(self, game, budget, options, evaluator, stop, None, True, later)
        self.keeps = True
        self.rival = rival
        self.replies = Planner(game, evaluator, options["reply"], 1, False, stop, False, self.clock, None, True)

    def _choose(self, seat, rng):
        if seat.info._opens():
            self._forget()
            return self._mulligan(cython.cast(DuelystState, seat.info), seat.player)
        return TurnSearch._choose(self, seat, rng)

    def _play_turn(self, world, deadline):
        """Answers by the rules of the starter AI, or by the narrow beam."""
        if self.rival is None or world._opens():
            return TurnSearch._play_turn(self, world, deadline)
        return self.rival._play_turn(world, self.luck)

    def _mulligan(self, s, p):
        """The two most expensive cards that cannot be played in the first two turns."""
        first = -1
        second = -1
        for slot in range(HAND):
            card = s.z.hand[p][slot]
            if card == 0 or s.rules.fact[card].cost <= 4 or s.rules.mulligan == 0:
                continue
            if first < 0 or s.rules.fact[card].cost > s.rules.fact[s.z.hand[p][first]].cost:
                second = first
                first = slot
            elif second < 0 or s.rules.fact[card].cost > s.rules.fact[s.z.hand[p][second]].cost:
                second = slot
        if s.rules.mulligan < 2:
            second = -1
        if first < 0:
            return pack(MULLIGAN, 0, 0, 0)
        if second < 0:
            return pack(MULLIGAN, first + 1, 0, 0)
        return pack(MULLIGAN, min(first, second) + 1, max(first, second) + 1, 0)
