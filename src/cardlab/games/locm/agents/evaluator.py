"""Legends of Code and Magic: how good a position is, by numbers that were learned from games.

`describe` turns a position into features: the same for both sides, but that of the other's hand only the size is looked at.
The evaluator is a small network over them (a linear part and, if it has one, a hidden layer), trained by
``scripts/fit_locm_evaluator.py`` on games of cardlab's own agents.
"""

import cython

from cardlab.models.model import Evaluator

_SIDE = (
    "creatures", "attack", "defense", "product", "ward", "ward_attack", "lethal", "guard", "guard_defense", "drain_attack",
    "breakthrough_attack", "strongest", "toughest", "open_attack", "finish", "health", "low", "very_low", "runes", "hand",
    "draws", "max_mana", "bonus", "deck_end",
)  # fmt: skip
_LANE = ("creatures", "attack", "defense", "guard_defense", "ward_attack", "lethal")
_HAND = ("hand_creatures", "hand_green", "hand_red", "hand_blue", "hand_cost", "hand_playable")
FEATURE_NAMES = (
    *(f"{side}_{name}" for side in ("own", "other") for name in _SIDE),
    *(f"{side}_{lane}_{name}" for side in ("own", "other") for lane in ("left", "right") for name in _LANE),
    *_HAND, "to_move", "turn",
)  # type: tuple[str, ...]  # fmt: skip


class BoardEvaluator(Evaluator):
    """Estimates the chance to win from boards, health and hands."""

    def __init__(self, weights):
        # type: (Mapping[str, Any]) -> None
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

    @property
    def reads(self):
        # type: () -> type[State]
        """States of Legends of Code and Magic."""
        return LocmState

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
        # type: (...) -> list[float]
        """The position as numbers, for training."""
        if not 0 <= seat < 2:
            raise IndexError(f"there is no seat {seat}")
        describe(state, seat, self.x)
        return [self.x[i] for i in range(FEATURES)]

    def value(self, state: LocmState, seat: cython.int):
        # type: (...) -> float
        """The estimate for a seat."""
        if not 0 <= seat < 2:
            raise IndexError(f"there is no seat {seat}")
        return self._value(state, seat)


def describe(s, seat, x):
    """Features of both sides and their lanes, of the own hand, whose turn it is, and how long the game has gone on."""
    for i in range(FEATURES):
        x[i] = 0
    describe_side(s, seat, x, 0)
    describe_side(s, 1 - seat, x, 1)
    describe_hand(s, seat, x)
    x[CLOCK_AT] = 1.0 if s.z.player == seat else 0.0
    x[CLOCK_AT + 1] = (s.z.turn if s.z.turn < 40 else 40) * 0.05


def describe_side(s, p, x, side):
    at = SIDE * side
    for lane in range(s.rules.lanes):
        describe_lane(s, p, lane, x, at, LANES_AT + LANE * (2 * side + lane))
    if x[at + 13] > 0.1 * s.z.health[1 - p] - 0.05:
        x[at + 14] = 1
    describe_player(s, p, x, at)


def describe_player(s, p, x, at):
    health = s.z.health[p]
    x[at + 15] = 0.1 * health
    x[at + 16] = 0.1 * (15 - health) if health < 15 else 0.0
    x[at + 17] = 0.2 * (7 - health) if health < 7 else 0.0
    x[at + 18] = 0.2 * s.z.runes[p]
    x[at + 19] = 0.25 * popcount(s.z.hand[p])
    x[at + 20] = 0.25 * s.z.draws[p]
    x[at + 21] = 0.1 * s.z.max_mana[p]
    x[at + 22] = s.z.bonus[p]
    left = s.z.size[p] - s.z.drawn[p]
    x[at + 23] = 0.2 * (8 - left) if left < 8 else 0.0


def describe_lane(s, p, lane, x, at, lane_at):
    """What stands in a lane, added to the side and told by itself."""
    o = 1 - p
    guarded: cython.bint = False
    for j in range(3 * lane, 3 * lane + s.z.count[o][lane]):
        if s.z.guards[o] >> j & 1:
            guarded = True
    for i in range(3 * lane, 3 * lane + s.z.count[p][lane]):
        keywords = s.z.board[p][i].keywords
        attack: cython.double = 0.1 * s.z.board[p][i].attack
        defense: cython.double = 0.1 * s.z.board[p][i].defense
        x[lane_at] += 0.5
        x[lane_at + 1] += attack
        x[lane_at + 2] += defense
        x[at + 3] += 2.0 * attack * defense if attack * defense < 0.6 else 1.2
        if keywords & WARD:
            x[at + 4] += 0.5
            x[at + 5] += attack
            x[lane_at + 4] += attack
        if keywords & LETHAL:
            x[at + 6] += 0.5
            x[lane_at + 5] += 0.5
        if keywords & GUARD:
            x[at + 7] += 0.5
            x[at + 8] += defense
            x[lane_at + 3] += defense
        if keywords & DRAIN:
            x[at + 9] += attack
        if keywords & BREAKTHROUGH:
            x[at + 10] += attack
        if attack > x[at + 11]:
            x[at + 11] = attack
        if defense > x[at + 12]:
            x[at + 12] = defense
        if not guarded:
            x[at + 13] += attack
    for i in range(3):
        x[at + i] += x[lane_at + i]


def describe_hand(s, p, x):
    """The own cards in hand; what can be played next turn is by the mana of then."""
    hand = s.z.hand[p]
    for kind in range(4):
        x[HAND_AT + kind] = 0.25 * popcount(hand & s.z.typed[p][kind])
    mana = s.z.max_mana[p] + 1 if s.z.max_mana[p] < 12 else 12
    x[HAND_AT + 5] = 0.25 * popcount(hand & s.z.within[p][mana])
    while hand:
        x[HAND_AT + 4] += 0.05 * s.rules.fact[s.z.deck[p][lowest_bit(hand)]].cost
        hand &= hand - 1
