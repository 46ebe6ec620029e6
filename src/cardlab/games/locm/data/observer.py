"""Legends of Code and Magic: what a row of data says about a position, in thousandths.

It looks at both sides in the same way, but that of the other's hand only the size is told. Models see a thousandth of each
number, so that all features are about as large.
"""

import cython

from cardlab.core.columns import count_column
from cardlab.core.features import Observer

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


class LocmObserver(Observer):
    """Observes boards, health, mana and the own hand; of the other's hand only the size."""

    def __init__(self, game):
        # type: (Game) -> None
        columns = [count_column(name, f"{name.replace('_', ' ')}, in thousandths") for name in FEATURE_NAMES]
        Observer.__init__(self, columns, game)

    def _observe(self, state, seat, row, at):
        describe(cython.cast(LocmState, state), seat, row, at)
        return 0


def describe(s, seat, row, at):
    """Both sides and their lanes, the own hand, whose turn it is, and how long the game has gone on."""
    for i in range(FEATURES):
        row[at + i] = 0
    describe_side(s, seat, row, at, at + LANES_AT)
    describe_side(s, 1 - seat, row, at + SIDE, at + LANES_AT + 2 * LANE)
    describe_hand(s, seat, row, at + HAND_AT)
    row[at + CLOCK_AT] = 1000 if s.z.player == seat else 0
    row[at + CLOCK_AT + 1] = 50 * (s.z.turn if s.z.turn < 40 else 40)


def describe_side(s, p, row, at, lanes_at):
    for lane in range(s.rules.lanes):
        describe_lane(s, p, lane, row, at, lanes_at + LANE * lane)
    if row[at + 13] >= 100 * s.z.health[1 - p]:
        row[at + 14] = 1000
    describe_player(s, p, row, at)


def describe_player(s, p, row, at):
    health = s.z.health[p]
    row[at + 15] = 100 * health
    row[at + 16] = 100 * (15 - health) if health < 15 else 0
    row[at + 17] = 200 * (7 - health) if health < 7 else 0
    row[at + 18] = 200 * s.z.runes[p]
    row[at + 19] = 250 * popcount(s.z.hand[p])
    row[at + 20] = 250 * s.z.draws[p]
    row[at + 21] = 100 * s.z.max_mana[p]
    row[at + 22] = 1000 * s.z.bonus[p]
    left = s.z.size[p] - s.z.drawn[p]
    row[at + 23] = 200 * (8 - left) if left < 8 else 0


def describe_lane(s, p, lane, row, at, lane_at):
    """What stands in a lane, added to the side and told by itself."""
    o = 1 - p
    guarded: cython.bint = False
    for j in range(3 * lane, 3 * lane + s.z.count[o][lane]):
        if s.z.guards[o] >> j & 1:
            guarded = True
    for i in range(3 * lane, 3 * lane + s.z.count[p][lane]):
        keywords = s.z.board[p][i].keywords
        attack: cython.longlong = 100 * s.z.board[p][i].attack
        defense: cython.longlong = 100 * s.z.board[p][i].defense
        product: cython.longlong = 20 * s.z.board[p][i].attack * s.z.board[p][i].defense
        row[lane_at] += 500
        row[lane_at + 1] += attack
        row[lane_at + 2] += defense
        row[at + 3] += product if product < 1200 else 1200
        if keywords & WARD:
            row[at + 4] += 500
            row[at + 5] += attack
            row[lane_at + 4] += attack
        if keywords & LETHAL:
            row[at + 6] += 500
            row[lane_at + 5] += 500
        if keywords & GUARD:
            row[at + 7] += 500
            row[at + 8] += defense
            row[lane_at + 3] += defense
        if keywords & DRAIN:
            row[at + 9] += attack
        if keywords & BREAKTHROUGH:
            row[at + 10] += attack
        if attack > row[at + 11]:
            row[at + 11] = attack
        if defense > row[at + 12]:
            row[at + 12] = defense
        if not guarded:
            row[at + 13] += attack
    for i in range(3):
        row[at + i] += row[lane_at + i]


def describe_hand(s, p, row, at):
    """The own cards in hand; what can be played next turn is by the mana of then."""
    hand = s.z.hand[p]
    for kind in range(4):
        row[at + kind] = 250 * popcount(hand & s.z.typed[p][kind])
    mana = s.z.max_mana[p] + 1 if s.z.max_mana[p] < 12 else 12
    row[at + 5] = 250 * popcount(hand & s.z.within[p][mana])
    while hand:
        row[at + 4] += 50 * s.rules.fact[s.z.deck[p][lowest_bit(hand)]].cost
        hand &= hand - 1
