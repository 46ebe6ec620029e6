"""Duelyst: what a row of data says about a position, and the planes of the board that models see.

A row has a number for each tile, with the unit on it packed into bits, as the seat sees the board: its own side is always on
the left. Then come springs and creep as sets of tiles, the cards in hand, and what both players have. Of the other's cards
only counts are told. The encoding has planes of nine by five for attack, health, readiness, keywords and objects, and then the
rest.
"""

import cython

from cardlab.core.columns import count_column
from cardlab.core.features import Encoder, Observer

WATCHING = cython.declare(cython.const[cython.longlong], 16384 | 32768 | 8388608)
_SIDE = ("health", "attack", "mana", "max_mana", "hand", "deck", "artifacts", "signature")
ROW_NAMES = (
    *(f"tile_{x}_{y}" for y in range(5) for x in range(9)), "springs", "own_creep", "other_creep",
    *(f"hand_{slot}" for slot in range(6)), *(f"{side}_{name}" for side in ("own", "other") for name in _SIDE),
    "to_move", "turn", "opening",
)  # type: tuple[str, ...]  # fmt: skip
PLANE_NAMES = (
    *(f"{side}_{name}" for side in ("own", "other") for name in (
        "attack", "health", "general", "ready", "stunned", "provoke", "far", "fast", "flying", "field", "watch",
    )), "spring", "creep",
)  # type: tuple[str, ...]  # fmt: skip


class DuelystObserver(Observer):
    """Observes the board, the own hand, and counts of everything else."""

    def __init__(self, game):
        # type: (Game) -> None
        Observer.__init__(self, [count_column(name, name.replace("_", " ")) for name in ROW_NAMES], game)

    def _observe(self, state, seat, row, at):
        describe(cython.cast(DuelystState, state), seat, row, at)
        return 0


def turned(tile, seat):
    """A tile as a seat sees it: for the second player the board is mirrored."""
    return tile if seat == 0 else tile // 9 * 9 + 8 - tile % 9


def describe(s, seat, row, at):
    for i in range(ROW_WIDTH):
        row[at + i] = 0
    for i in range(s.z.n_units):
        if s.z.unit[i].flags & GONE:
            continue
        told: cython.longlong = s.z.unit[i].card
        told |= (1 if s.z.unit[i].owner == seat else 2) << 8
        health = s.z.unit[i].health - s.z.unit[i].damage
        told |= cython.cast(cython.longlong, min(s.z.unit[i].attack, 255)) << 10
        told |= cython.cast(cython.longlong, min(max(health, 0), 255)) << 18
        ready = 0 if s.z.unit[i].flags & EXHAUSTED or s.z.unit[i].attacks else 1
        told |= ready << 26 | (1 if i < 2 else 0) << 27 | (1 if s.z.unit[i].stun else 0) << 28
        told |= (1 if s.z.unit[i].flags & FIELD_UP else 0) << 29
        told |= cython.cast(cython.longlong, s.z.unit[i].keywords) << 30
        row[at + turned(s.z.unit[i].tile, seat)] = told
    for k in range(s.z.n_objects):
        kind = s.z.object[k] >> 6
        bit: cython.longlong = 1
        bit <<= turned(s.z.object[k] & 63, seat)
        if kind == SPRING:
            row[at + SPRINGS_AT] |= bit
        elif kind >= CREEP:
            row[at + CREEP_AT + (0 if kind - CREEP == seat else 1)] |= bit
    for slot in range(HAND):
        row[at + HAND_AT + slot] = s.z.hand[seat][slot]
    describe_side(s, seat, row, at + SIDES_AT)
    describe_side(s, 1 - seat, row, at + SIDES_AT + PER_SIDE)
    row[at + CLOCK_AT] = 1 if s.z.player == seat else 0
    row[at + CLOCK_AT + 1] = s.z.turn
    row[at + CLOCK_AT + 2] = 1 if s.z.phase == OPENING else 0


def describe_side(s, p, row, at):
    held = 0
    for slot in range(HAND):
        if s.z.hand[p][slot]:
            held += 1
    unseen: cython.bint = s.z.viewer != EVERYBODY and s.z.viewer != p
    row[at] = s.z.unit[p].health - s.z.unit[p].damage
    row[at + 1] = s.z.unit[p].attack
    row[at + 2] = s.z.mana[p]
    row[at + 3] = s.z.max_mana[p]
    row[at + 4] = held
    row[at + 5] = s.z.n_deck[p] - (held if unseen else 0)
    for k in range(s.z.n_worn[p]):
        row[at + 6] += s.z.durability[p][k]
    row[at + 7] = s.z.ready[p]


class PlanesEncoder(Encoder):
    """Planes of the board, then numbers of both sides, then how many of each card are in hand."""

    def __init__(self, game, text):
        # type: (Duelyst, str) -> None
        self.cards = len(game.cards.cards)
        labels = [f"{name}_{x}_{y}" for name in PLANE_NAMES for y in range(5) for x in range(9)]
        labels += [*ROW_NAMES[SIDES_AT:], "spare"]
        labels += [f"hand_{card.id}" for card in game.cards.cards]
        Encoder.__init__(self, game, text, (len(labels),), labels)

    def _encode(self, row, row_at, out, at):
        for i in range(CARDS_AT + self.cards):
            out[at + i] = 0.0
        for tile in range(TILES):
            told = row[row_at + tile]
            if told:
                put_unit_planes(told, tile, out, at)
            if row[row_at + SPRINGS_AT] >> tile & 1:
                out[at + 22 * TILES + tile] = 1.0
            if row[row_at + CREEP_AT] >> tile & 1:
                out[at + 23 * TILES + tile] = 1.0
            if row[row_at + CREEP_AT + 1] >> tile & 1:
                out[at + 23 * TILES + tile] = -1.0
        for i in range(ROW_WIDTH - SIDES_AT):
            out[at + GLOBALS_AT + i] = cython.cast(cython.float, 0.1 * row[row_at + SIDES_AT + i])
        for slot in range(HAND):
            card = row[row_at + HAND_AT + slot]
            if 0 < card <= self.cards:
                out[at + CARDS_AT + card - 1] += 0.5
        return 0


def put_unit_planes(told, tile, out, at):
    """Eleven planes for the side of a unit."""
    first = at + (0 if told >> 8 & 3 == 1 else 11) * TILES + tile
    keywords = told >> 30
    out[first] = cython.cast(cython.float, 0.1 * (told >> 10 & 255))
    out[first + TILES] = cython.cast(cython.float, 0.1 * (told >> 18 & 255))
    out[first + 2 * TILES] = told >> 27 & 1
    out[first + 3 * TILES] = told >> 26 & 1
    out[first + 4 * TILES] = told >> 28 & 1
    out[first + 5 * TILES] = keywords & 1
    out[first + 6 * TILES] = 1.0 if keywords & 6 else 0.0
    out[first + 7 * TILES] = 1.0 if keywords & 40 else 0.0
    out[first + 8 * TILES] = 1.0 if keywords & 16 else 0.0
    out[first + 9 * TILES] = told >> 29 & 1
    out[first + 10 * TILES] = 1.0 if keywords & WATCHING else 0.0
