"""Legends of Code and Magic: how good a position is, by numbers that were learned from games.

`describe` turns a position into features: the same for both sides, but that of the other's hand only the size is looked at.
The evaluator is a small network over them (a linear part and, if it has one, a hidden layer), trained by
``scripts/fit_locm_evaluator.py`` on games of cardlab's own agents.
"""

import cython

from cardlab.agents.agent import Evaluator

FEATURE_NAMES = (
    "creatures", "attack", "defense", "product", "ward", "ward_attack", "lethal", "guard", "guard_defense", "drain_attack",
    "breakthrough_attack", "strongest", "toughest", "lanes", "open_attack", "finish", "best_lane", "health", "low", "very_low",
    "runes", "hand", "draws", "max_mana", "bonus", "deck", "items", "affordable",
)  # fmt: skip


class BoardEvaluator(Evaluator):
    """Estimates the chance to win from boards, health and hands."""

    def __init__(self, weights):
        self.base = weights["base"]
        for i in range(FEATURES):
            self.linear[i] = weights["linear"][i]
        hidden = weights.get("hidden") or {"first": [], "bias": [], "last": []}
        self.n_hidden = len(hidden["bias"])
        if self.n_hidden > HIDDEN:
            raise ValueError(f"at most {HIDDEN} hidden units")
        for j in range(self.n_hidden):
            self.bias[j] = hidden["bias"][j]
            self.last[j] = hidden["last"][j]
            for i in range(FEATURES):
                self.first[i][j] = hidden["first"][i][j]

    def _value(self, state, seat):
        if cython.cast(LocmState, state).z.phase == OVER:
            return state._score(seat)
        return 1.0 / (1.0 + exp(-self._raw(cython.cast(LocmState, state), seat)))

    def _raw(self, s, seat):
        describe(s, seat, self.x)
        total = self.base
        for j in range(self.n_hidden):
            self.hidden[j] = self.bias[j]
        for i in range(FEATURES):
            value = self.x[i]
            if value != 0.0:
                total += value * self.linear[i]
                amount: cython.float = value
                for j in range(self.n_hidden):
                    self.hidden[j] += amount * self.first[i][j]
        for j in range(self.n_hidden):
            if self.hidden[j] > 0:
                total += self.hidden[j] * self.last[j]
        return total

    def features(self, state: LocmState, seat: cython.int):
        """The position as numbers, for training."""
        if not 0 <= seat < 2:
            raise IndexError(f"there is no seat {seat}")
        describe(state, seat, self.x)
        return [self.x[i] for i in range(FEATURES)]

    def value(self, state: LocmState, seat: cython.int):
        """The estimate for a seat."""
        if not 0 <= seat < 2:
            raise IndexError(f"there is no seat {seat}")
        return self._value(state, seat)


def describe(s, seat, x):
    """Features of the own side, of the other side, whose turn it is, and how long the game has gone on."""
    for i in range(FEATURES):
        x[i] = 0
    if cython.compiled:
        describe_side(s, seat, x)
        describe_side(s, 1 - seat, x + SIDE)
    else:
        rows = [0.0] * SIDE
        describe_side(s, seat, rows)
        others = [0.0] * SIDE
        describe_side(s, 1 - seat, others)
        for i in range(SIDE):
            x[i], x[SIDE + i] = rows[i], others[i]
    p = seat
    hand = s.z.hand[p]
    x[26] = 0.25 * popcount(hand & ~s.z.typed[p][CREATURE])
    x[27] = 0.25 * popcount(hand & s.z.within[p][s.z.max_mana[p]])
    x[SIDE + 26] = 0
    x[SIDE + 27] = 0
    x[2 * SIDE] = 1.0 if s.z.player == seat else 0.0
    x[2 * SIDE + 1] = (s.z.turn if s.z.turn < 40 else 40) * 0.05


def describe_side(s, p, x):
    for lane in range(s.rules.lanes):
        describe_lane(s, p, lane, x)
    health = s.z.health[p]
    if x[14] >= s.z.health[1 - p]:
        x[15] = 1
    for i in range(5):
        x[i] *= 0.1
    for i in range(5, 13):
        x[i] *= 0.1
    x[14] *= 0.1
    x[16] *= 0.1
    x[17] = 0.1 * health
    x[18] = 0.1 * (15 - health) if health < 15 else 0.0
    x[19] = 0.2 * (7 - health) if health < 7 else 0.0
    x[20] = 0.2 * s.z.runes[p]
    x[21] = 0.25 * popcount(s.z.hand[p])
    x[22] = 0.25 * s.z.draws[p]
    x[23] = 0.1 * s.z.max_mana[p]
    x[24] = s.z.bonus[p]
    left = s.z.size[p] - s.z.drawn[p]
    x[25] = 0.2 * (8 - left) if left < 8 else 0.0


def describe_lane(s, p, lane, x):
    o = 1 - p
    guarded: cython.bint = False
    for j in range(3 * lane, 3 * lane + s.z.count[o][lane]):
        if s.z.guards[o] >> j & 1:
            guarded = True
    attack_here: cython.double = 0
    for i in range(3 * lane, 3 * lane + s.z.count[p][lane]):
        keywords = s.z.board[p][i].keywords
        attack: cython.double = s.z.board[p][i].attack
        defense: cython.double = s.z.board[p][i].defense
        attack_here += attack
        x[0] += 5
        x[1] += attack
        x[2] += defense
        x[3] += 0.2 * attack * defense if attack * defense < 60 else 12.0
        if keywords & WARD:
            x[4] += 5
            x[5] += attack
        if keywords & LETHAL:
            x[6] += 5
        if keywords & GUARD:
            x[7] += 5
            x[8] += defense
        if keywords & DRAIN:
            x[9] += attack
        if keywords & BREAKTHROUGH:
            x[10] += attack
        if attack > x[11]:
            x[11] = attack
        if defense > x[12]:
            x[12] = defense
    if s.z.count[p][lane]:
        x[13] += 0.5
    if not guarded:
        x[14] += attack_here
    if attack_here > x[16]:
        x[16] = attack_here
