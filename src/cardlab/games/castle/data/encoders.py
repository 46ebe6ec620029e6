"""Castle: rows as features.

`SvmEncoder` is the study's vector of 23 numbers, `ImageEncoder` its picture of 4 x 41 points; both see one opponent, the next
one. `RichEncoder` is cardlab's own: it adds what the study left out, namely the top of the pile and which own cards may go on
it, the pile itself, cards not seen yet, sizes of stock and hands, and the other opponents. Most of its numbers are 0 or 1, so
that a network's first layer has little to add up.
"""

import cython

from cardlab.core.features import Encoder
from cardlab.core.sparse import SparseEncoder
from cardlab.errors import OptionError
from cardlab.games.castle.words.cards import RANK_TEXTS

ALL_RANKS = cython.declare(cython.const[cython.ulonglong], 0x00FFFFFFFFFFFFFF)
FILLS = ("thermometer", "full", "row0")  # type: tuple[str, ...]
SIZE_STEPS = (1, 2, 3, 4, 5, 6, 8, 10, 13, 17, 22, 28)  # type: tuple[int, ...]
PILE_STEPS = (1, 3, 6, 10, 15, 20)  # type: tuple[int, ...]
_RANKS = RANK_TEXTS[:13]


class SvmEncoder(Encoder):
    """The study's vector."""

    def __init__(self, game, text, options):
        # type: (Castle, str, dict[str, Any]) -> None
        _refuse_jokers(game, text)
        labels = [f"hand_{rank}" for rank in _RANKS]
        labels += ["row_1", "row_2", "row_3", "down", "other_hand", "other_row_1", "other_row_2", "other_row_3", "other_down"]
        labels += ["deck_empty"] + (["top"] if options["top"] else [])
        Encoder.__init__(self, game, text, (len(labels),), labels)
        self.down_most = int(options["fd"])
        self.with_top = options["top"]
        self.by_strength = options["order"] == "strength"

    def _encode(self, row, row_at, out, at):
        hand: u64 = row[row_at + HAND]
        for rank in range(13):
            share = (hand >> (4 * rank) & NIBBLE) * 0.25
            out[at + rank] = cython.cast(cython.float, share if share < 1.0 else 1.0)
        put_slots(row[row_at + ROW], self.by_strength, out, at + 13)
        out[at + 16] = cython.cast(cython.float, row[row_at + DOWN] / self.down_most)
        size: cython.double = row[row_at + OTHER_HAND] / 50.0
        out[at + 17] = cython.cast(cython.float, size if size < 1.0 else 1.0)
        put_slots(row[row_at + OTHER_ROW], self.by_strength, out, at + 18)
        out[at + 21] = cython.cast(cython.float, row[row_at + OTHER_DOWN] / self.down_most)
        out[at + 22] = row[row_at + DECK_EMPTY]
        if self.with_top:
            top = row[row_at + TOP]
            out[at + 23] = cython.cast(cython.float, 0.0 if top == NOTHING else (top + 1) / 13.0)
        return 0


def put_slots(cards, by_strength, out, at):
    """Up to three cards, one number each, ascending by rank or by strength; empty slots at the end."""
    slot = 0
    for i in range(3):
        out[at + i] = 0
    for step in range(13):
        rank = step
        value = step + 1
        if by_strength:
            if step >= 11:
                rank = 0 if step == 11 else 8
            else:
                rank = step + 1 if step < 7 else step + 2
        for i in range(cython.cast(cython.int, cards >> (4 * rank) & NIBBLE)):
            if slot < 3:
                out[at + slot] = cython.cast(cython.float, value / 13.0)
                slot += 1


class ImageEncoder(Encoder):
    """The study's picture: a column for each rank of the own hand, the own row and the other row, as high as it has cards."""

    def __init__(self, game, text, options):
        # type: (Castle, str, dict[str, Any]) -> None
        _refuse_jokers(game, text)
        zones = [f"{zone}_{rank}" for zone in ("hand", "row", "other_row") for rank in _RANKS]
        names = [*zones, "other_hand" if options["col39"] == "op_hand" else "down", "other_down"]
        Encoder.__init__(self, game, text, (4, COLUMNS), [f"{name}_{i}" for i in range(4) for name in names])
        self.fill = FILLS.index(options["fd_fill"])
        self.other_hand = options["col39"] == "op_hand"

    def _encode(self, row, row_at, out, at):
        for i in range(4 * COLUMNS):
            out[at + i] = 0
        for zone in range(3):
            cards: u64 = row[row_at + (HAND if zone == 0 else ROW if zone == 1 else OTHER_ROW)]
            for rank in range(13):
                n: cython.int = cards >> (4 * rank) & NIBBLE
                for i in range(n if n < 4 else 4):
                    out[at + i * COLUMNS + 13 * zone + rank] = 1
        for side in range(2):
            count: cython.int = row[row_at + (OTHER_DOWN if side else OTHER_HAND if self.other_hand else DOWN)]
            if self.fill == 1 and count:
                count = 4
            elif self.fill == 2 and count:
                count = 1
            for i in range(count if count < 4 else 4):
                out[at + i * COLUMNS + 39 + side] = 1
        return 0


class RichEncoder(SparseEncoder):
    """All that a seat knows, for up to three opponents."""

    def __init__(self, game, text, options):
        # type: (Castle, str, dict[str, Any]) -> None
        self.rules = game.rules
        self.known = options["known"]
        self.others = min(game.players - 1, 3)
        for i in range(SIZES):
            self.size_from[i] = SIZE_STEPS[i]
        for i in range(PILES):
            self.pile_from[i] = PILE_STEPS[i]
        labels = _rich_labels(self.known)
        Encoder.__init__(self, game, text, (len(labels),), labels)
        self.needs_books = self.known

    def _list(self, row, row_at):
        self.n_active = 0
        end = self._own(row, row_at)
        end = self._table(row, row_at, end)
        end = self._unseen(row, row_at, end)
        self._others(row, row_at, end)
        return 0

    def _own(self, row, row_at):
        """Own cards, and which of those at hand may be played now."""
        hand: u64 = row[row_at + HAND]
        up: u64 = row[row_at + ROW]
        at = put_steps(self, hand, 4, 0)
        at = put_steps(self, up, 3, at)
        at = put_down(self, row[row_at + DOWN], at)
        at = self._sizes(sum_nibbles(hand), at)
        source = hand if hand else up
        playable = nonzero_nibbles(source) & self.rules.playable[top_of(row[row_at + TOP])]
        if playable:
            put(self, at, 1.0)
            put(self, at + 1, 0.2 * popcount(playable))
        at += 2
        while playable:
            put(self, at + (lowest_bit(playable) >> 2), 1.0)
            playable &= playable - 1
        return at + 14

    def _table(self, row, row_at, at):
        """Pile, stock, phase."""
        put(self, at + top_of(row[row_at + TOP]), 1.0)
        at += 15
        pile: u64 = row[row_at + PILE]
        size = sum_nibbles(pile)
        for i in range(PILES):
            if size >= self.pile_from[i]:
                put(self, at + i, 1.0)
        if size:
            put(self, at + PILES, 0.05 * size)
        at = put_shares(self, pile, 4.0 * self.rules.packs, at + PILES + 1)
        for i in range(3):
            if row[row_at + RUN] > i + 1:
                put(self, at + i, 1.0)
        stock = row[row_at + STOCK]
        for i in range(4):
            if stock > 3 * i:
                put(self, at + 3 + i, 1.0)
        if stock:
            put(self, at + 7, stock / 34.0)
        if row[row_at + PHASE] < 2:
            put(self, at + 8, 1.0)
        if row[row_at + WAIT]:
            put(self, at + 9, 1.0)
        return at + 10

    def _unseen(self, row, row_at, at):
        """Cards that are in the stock, in other hands or face down, as shares of all of their rank."""
        seen: u64 = row[row_at + HAND] + row[row_at + ROW] + row[row_at + PILE] + row[row_at + BURNED] + row[row_at + OTHER_ROW]
        for i in range(1, self.others):
            seen += row[row_at + OTHERS + PER_OTHER * (i - 1) + 1]
        all_of = 4 * self.rules.packs
        for rank in range(13):
            left: cython.int = all_of - (seen >> (4 * rank) & NIBBLE)
            if left > 0:
                put(self, at + rank, left / (1.0 * all_of))
        return at + 13

    def _others(self, row, row_at, at):
        """The opponents in the order of play: sizes, rows, and if asked for, hand cards known to all."""
        for other in range(self.others):
            base = row_at + OTHERS + PER_OTHER * (other - 1)
            put(self, at, 1.0)
            at = self._sizes(cython.cast(cython.int, row[base if other else row_at + OTHER_HAND]), at + 1)
            at = put_steps(self, row[base + 1 if other else row_at + OTHER_ROW], 3, at)
            at = put_down(self, row[base + 2 if other else row_at + OTHER_DOWN], at)
            if self.known:
                at = put_shares(self, row[base + 3 if other else row_at + OTHER_KNOWN], 4.0 * self.rules.packs, at)
        return at

    def _sizes(self, size, at):
        if size:
            put(self, at + SIZES, 0.05 * size)
        for i in range(SIZES):
            if size < self.size_from[i]:
                break
            put(self, at + i, 1.0)
        return at + SIZES + 1


def top_of(top):
    """The place of a top, also of one that no game has."""
    return top if 0 <= top < NOTHING else NOTHING


def put_steps(e, cards, most, at):
    """For each rank as many ones as there are cards, at most `most`."""
    marks = nonzero_nibbles(cards & ALL_RANKS)
    while marks:
        shift = lowest_bit(marks)
        n: cython.int = cards >> shift & NIBBLE
        base = at + (shift >> 2) * most
        for i in range(n if n < most else most):
            put(e, base + i, 1.0)
        marks &= marks - 1
    return at + 14 * most


def put_shares(e, cards, most, at):
    """For each rank the share of its cards."""
    marks = nonzero_nibbles(cards & ALL_RANKS)
    while marks:
        shift = lowest_bit(marks)
        put(e, at + (shift >> 2), (cards >> shift & NIBBLE) / most)
        marks &= marks - 1
    return at + 14


def put_down(e, n, at):
    for i in range(n if n < 3 else 3):
        put(e, at + i, 1.0)
    return at + 3


def _rich_labels(known):
    labels = _stepped("hand", 4) + _stepped("row", 3) + [f"down_{i}" for i in range(1, 4)] + _sized("hand_size")
    labels += ["can_play", "ways", *(f"playable_{rank}" for rank in RANK_TEXTS)]
    labels += [f"top_{rank}" for rank in (*RANK_TEXTS, "none")] + [f"pile_from_{i}" for i in PILE_STEPS] + ["pile_size"]
    labels += [f"pile_{rank}" for rank in RANK_TEXTS] + ["run_2", "run_3", "run_4"]
    labels += ["stock_from_1", "stock_from_4", "stock_from_7", "stock_from_10", "stock_size", "choosing", "waiting"]
    labels += [f"unseen_{rank}" for rank in _RANKS]
    for other in ("other", "other2", "other3"):
        labels += (
            [other] + _sized(f"{other}_hand_size") + _stepped(f"{other}_row", 3) + [f"{other}_down_{i}" for i in (1, 2, 3)]
        )
        if known:
            labels += [f"{other}_known_{rank}" for rank in RANK_TEXTS]
    return labels


def _stepped(zone, most):
    return [f"{zone}_{rank}_{i}" for rank in RANK_TEXTS for i in range(1, most + 1)]


def _sized(name):
    return [*(f"{name}_from_{i}" for i in SIZE_STEPS), name]


def _refuse_jokers(game, text):
    if game.options["jokers"]:
        raise OptionError(f"encoding {text}: it has no place for jokers; choose rich, or a game without them")
