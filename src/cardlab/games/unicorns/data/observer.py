"""Unstable Unicorns: what a row of data says about a position, and rows as features of models.

There is a column for each kind of card: how many copies are in the own hand, in the own stable, in the discard pile, and for
each other player in the stable and, as far as the viewer knows, in the hand. Other columns tell numbers of each player, and of
the table. The others come in the order of play, from the next player on, so that a model need not know in which seat it sits.

An encoding `rich` tells a model of every kind of card; `counts` of numbers alone.
"""

import re

import cython

from cardlab.core.columns import Column, count_column, flag_column
from cardlab.core.encoders import EncoderKind
from cardlab.core.features import Encoder, Observer
from cardlab.games.unicorns.rules.state import Ask, Nature, Phase

_WIDTHS = (5, 4, 5)
_SEAT_NAMES = (
    ("unicorns", "unicorns as they count, of", 99),
    ("letters", "letters of the names in the stable of", 4000),
    ("hand", "hand cards of", 200),
    ("upgrades", "Upgrades of", 200),
    ("downgrades", "Downgrades of", 200),
    ("natures", "what holds in the stable, a bit each, of", 32767),
)
_CARD_PARTS = ("hand", "stable", "discard", "others", "known", "unseen")


def _named(numbers, prefix):
    members = numbers.__members__
    return [name.removeprefix(prefix).lower() for name in sorted(members, key=lambda name: int(members[name]))]


_PHASE_NAMES, _ASK_NAMES, _NATURE_NAMES = _named(Phase, "AT_"), _named(Ask, "ASK_"), _named(Nature, "")


# ---- columns -----------------------------------------------------------------------------------------------------------------


def slug(name):
    # type: (str) -> str
    """A card's name as a part of a column's."""
    return re.sub(r"\W+", "_", name.lower()).strip("_")


def show_copies(number, others):
    # type: (int, int) -> str
    """Copies in hand, stable and discard pile, and for each other player: ``2/0/4/1+0/0+1``."""
    parts = [str(number & 31), str(number >> 5 & 15), str(number >> 9 & 31)]
    pairs = (number >> 14 + 7 * other for other in range(others))
    return "/".join([*parts, *(f"{pair & 15}+{pair >> 4 & 7}" for pair in pairs)])


def read_copies(value, others):
    # type: (Any, int) -> int
    """The other way round; ValueError for anything else."""
    parts = str(value).split("/")
    if len(parts) != 3 + others:
        raise ValueError(
            f"{value!r} has {len(parts)} parts for {3 + others}: hand/stable/discard, then stable+known of each other player"
        )
    numbers, widths = [], []
    for part, width in zip(parts[:3], _WIDTHS, strict=True):
        numbers.append(int(part))
        widths.append(width)
    for part in parts[3:]:
        stable, plus, known = part.partition("+")
        if not plus:
            raise ValueError(f"{part!r} is not stable+known, such as 1+0")
        numbers += [int(stable), int(known)]
        widths += [4, 3]
    total, shift = 0, 0
    for number, width in zip(numbers, widths, strict=True):
        if not 0 <= number < 1 << width:
            raise ValueError(f"{value!r}: {number} is not a number from 0 to {(1 << width) - 1}")
        total |= number << shift
        shift += width
    return total


def _card_column(name, others):
    told = (
        f"copies of {name}: in the own hand, own stable, discard pile; of each other player in the stable and known in the hand"
    )

    def show(number):
        return show_copies(number, others)

    def read(value):
        return read_copies(value, others)

    return Column(f"card_{slug(name)}", "text", told, show, read)


def _table_columns(players, kinds):
    seat = "0: the viewer, 1: the next player, and so on"
    return [
        count_column("deck", "cards in the deck", 0, 200),
        count_column("discard", "cards in the discard pile", 0, 200),
        count_column("nursery", "cards in the Nursery", 0, 200),
        count_column("on_turn", f"whose turn it is; {seat}", 0, players - 1),
        count_column("decides", f"who decides, plus one; {seat}; 0: the game is over", 0, players),
        count_column("phase", ", ".join(f"{at} {name}" for at, name in enumerate(_PHASE_NAMES)), 0, len(_PHASE_NAMES) - 1),
        count_column("plays_left", "cards that may still be played this turn", 0, 255),
        count_column("extra_draws", "cards to be drawn besides the one", 0, 255),
        flag_column("skips", "whether the turn ends at once"),
        flag_column("again", "whether the player has another turn after this one"),
        flag_column("deck_out", "whether the game ends because the deck is out"),
        count_column("asked", ", ".join(f"{at} {name}" for at, name in enumerate(_ASK_NAMES)), 0, len(_ASK_NAMES) - 1),
        count_column("asks_for", "how many cards are still to be picked", 0, 255),
        count_column("asking_card", "the card that asks: its place among the kinds, plus one", 0, kinds),
        count_column("stacked", "cards on the stack", 0, 64),
        count_column("stack_card", "the card that is being played: its place among the kinds, plus one", 0, kinds),
        count_column("stack_top", "the top of the stack: its place among the kinds, plus one", 0, kinds),
        count_column("top_owner", f"whose it is, plus one; {seat}", 0, players),
        count_column("into", f"the stable that it goes to, plus one; {seat}", 0, players),
        count_column("turns", "turns so far", 0, 65535),
    ]


def unicorn_columns(names, players):
    # type: (Sequence[str], int) -> list[Column]
    """The columns for these kinds of cards and a number of players."""
    columns = [_card_column(name, players - 1) for name in names]
    for seat in range(players):
        who, told = (f"other{seat}", f"the player {seat} places on") if seat else ("own", "the viewer")
        columns += [count_column(f"{who}_{name}", f"{about} {told}", 0, most) for name, about, most in _SEAT_NAMES]
    return [*columns, *_table_columns(players, len(names))]


class UnicornObserver(Observer):
    """Observes what lies open, the own hand, and what is known of others."""

    def __init__(self, game):
        # type: (Unicorns) -> None
        names = [card.name for card in game.cards]
        Observer.__init__(self, unicorn_columns(names, game.players), game)
        self.kinds = len(names)

    def _observe(self, state, seat, row, at):
        describe(cython.cast(UnicornState, state), self.kinds, seat, row, at)
        return 0


def describe(s, kinds, seat, row, at):
    """Cards, then the players in the order of play, then the table."""
    for i in range(kinds):
        row[at + i] = 0
    count_zone(s, 4 * (seat + 1) + HAND, IN_HAND, 31, row, at)
    count_zone(s, DISCARD, IN_DISCARD, 31, row, at)
    end: cython.int = at + kinds
    p: cython.int = seat
    for step in range(s.rules.players):
        shift = IN_OTHERS + PER_OTHER * (step - 1) if step else IN_STABLE
        for rank in range(STABLE, DOWNGRADES + 1):
            count_zone(s, 4 * (p + 1) + rank, shift, 15, row, at)
        if step:
            count_known(s, seat, p, shift + OTHER_KNOWN, row, at)
        describe_seat(s, p, row, end)
        end += SEAT_COLUMNS
        p = p + 1 if p + 1 < s.rules.players else 0
    describe_table(s, seat, row, end)


def count_zone(s, zone, shift, most, row, at):
    """Every card of a zone, in the column of its kind."""
    card = cython.cast(cython.int, s.z.head[zone])
    while card != NO_CARD:
        add_copy(row, at + s.rules.kind[card], shift, most)
        card = s.z.next[card]


def count_known(s, seat, p, shift, row, at):
    """The cards that a seat knows in another hand."""
    card = cython.cast(cython.int, s.z.head[4 * (p + 1) + HAND])
    while card != NO_CARD:
        if s.z.seen_by[card] >> seat & 1:
            add_copy(row, at + s.rules.kind[card], shift, 7)
        card = s.z.next[card]


def add_copy(row, at, shift, most):
    """One copy more, unless there are as many as can be told."""
    if (row[at] >> shift & most) < most:
        row[at] += cython.cast(cython.longlong, 1) << shift


def describe_seat(s, p, row, at):
    row[at + OF_UNICORNS] = unicorns_of(s, p)
    row[at + OF_LETTERS] = letters_of(s, p)
    row[at + OF_HAND] = s.z.count[4 * (p + 1) + HAND]
    row[at + OF_UPGRADES] = s.z.count[4 * (p + 1) + UPGRADES]
    row[at + OF_DOWNGRADES] = s.z.count[4 * (p + 1) + DOWNGRADES]
    row[at + OF_NATURES] = s.z.aura[p] & NATURES


def describe_table(s, seat, row, at):
    """Piles, the turn, and what is asked."""
    row[at + DECK_SIZE] = s.z.count[DECK]
    row[at + DISCARD_SIZE] = s.z.count[DISCARD]
    row[at + NURSERY_SIZE] = s.z.count[NURSERY]
    row[at + ON_TURN] = ahead_of(s, seat, s.z.turn)
    asked = asked_seat(s)
    row[at + DECIDES] = ahead_of(s, seat, asked) + 1 if asked >= 0 else 0
    row[at + PHASE] = s.z.phase
    row[at + PLAYS_LEFT] = s.z.plays - s.z.played if s.z.plays > s.z.played else 0
    row[at + EXTRA_DRAWS] = s.z.extra_draws
    row[at + SKIPS] = s.z.skip != 0
    row[at + AGAIN] = s.z.again != 0
    row[at + DECK_OUT] = s.z.deck_out != 0
    row[at + ASKED] = 0
    row[at + ASKS_FOR] = 0
    row[at + ASKING_CARD] = 0
    if s.z.chain[0].asking and s.z.phase != AT_OVER:
        row[at + ASKED] = s.z.chain[0].ask.what
        row[at + ASKS_FOR] = s.z.chain[0].ask.most - s.z.chain[0].ask.n
        if s.z.chain[0].ask.picked[1] != NO_CARD:
            row[at + ASKING_CARD] = s.rules.kind[s.z.chain[0].ask.picked[1]] + 1
    row[at + TURNS] = s.z.turns
    describe_stack(s, seat, row, at)


def describe_stack(s, seat, row, at):
    """What is being played, and what lies above it."""
    height = s.z.count[STACK]
    row[at + STACKED] = height
    row[at + STACK_CARD] = s.rules.kind[s.z.head[STACK]] + 1 if height else 0
    row[at + STACK_TOP] = s.rules.kind[s.z.tail[STACK]] + 1 if height else 0
    row[at + TOP_OWNER] = ahead_of(s, seat, s.z.stack_seat[height - 1]) + 1 if height else 0
    row[at + INTO] = ahead_of(s, seat, s.z.into) + 1 if height else 0


def ahead_of(s, seat, p):
    """How many places on a player sits."""
    return p - seat if p >= seat else p - seat + s.rules.players


# ---- features ----------------------------------------------------------------------------------------------------------------


class UnicornEncoder(Encoder):
    """Numbers of all players and of the table; with `cards`, six numbers for each kind of card too."""

    def __init__(self, game, text, options):
        # type: (Unicorns, str, Mapping[str, Any]) -> None
        names = [slug(card.name) for card in game.cards]
        self.cards = options["cards"]
        self.kinds = len(names)
        self.players = game.players
        self.natures = len(_NATURE_NAMES)
        self.phases = len(_PHASE_NAMES)
        self.asks = len(_ASK_NAMES)
        self.goal = 7 if game.players <= 5 else 6
        labels = [f"{part}_{name}" for name in names for part in _CARD_PARTS] if self.cards else []
        for seat in range(game.players):
            who = f"other{seat}" if seat else "own"
            labels += [f"{who}_{name}" for name in ("unicorns", "to_go", "near", "letters", "hand", "upgrades", "downgrades")]
            labels += [f"{who}_{name}" for name in _NATURE_NAMES]
        labels += [
            "best_other",
            "lead",
            "deck",
            "discard",
            "nursery",
            "plays_left",
            "extra_draws",
            "skips",
            "again",
            "deck_out",
        ]
        labels += ["deck_end", "asks_for", "stacked", "own_top"]
        labels += [f"turn_of_{seat}" for seat in range(game.players)] + [f"decides_{seat}" for seat in range(game.players + 1)]
        labels += [f"into_{seat}" for seat in range(game.players + 1)]
        labels += [f"phase_{name}" for name in _PHASE_NAMES] + [f"asked_{name}" for name in _ASK_NAMES]
        Encoder.__init__(self, game, text, (len(labels),), labels)

    def _encode(self, row, row_at, out, at):
        end = self._cards(row, row_at, out, at) if self.cards else at
        end = self._seats(row, row_at + self.kinds, out, end)
        self._table(row, row_at + self.kinds + SEAT_COLUMNS * self.players, out, end)
        return 0

    def _cards(self, row, row_at, out, at):
        for kind in range(self.kinds):
            copies: cython.longlong = row[row_at + kind]
            hand: cython.int = copies >> IN_HAND & 31
            stable: cython.int = copies >> IN_STABLE & 15
            discard: cython.int = copies >> IN_DISCARD & 31
            others: cython.int = 0
            known: cython.int = 0
            for other in range(self.players - 1):
                pair: cython.longlong = copies >> (IN_OTHERS + PER_OTHER * other)
                others += pair & 15
                known += pair >> OTHER_KNOWN & 7
            out[at] = hand
            out[at + 1] = stable
            out[at + 2] = cython.cast(cython.float, 0.25 * discard)
            out[at + 3] = cython.cast(cython.float, 0.5 * others)
            out[at + 4] = known
            out[at + 5] = 1.0 if hand + stable + discard + others + known == 0 else 0.0
            at += 6
        return at

    def _seats(self, row, row_at, out, at):
        for p in range(self.players):
            base = row_at + SEAT_COLUMNS * p
            count: cython.double = row[base + OF_UNICORNS]
            out[at] = cython.cast(cython.float, count / self.goal)
            out[at + 1] = cython.cast(cython.float, 1.0 / (1.0 + (self.goal - count if count < self.goal else 0.0)))
            out[at + 2] = 1.0 if count >= self.goal - 1 else 0.0
            out[at + 3] = cython.cast(cython.float, 0.01 * row[base + OF_LETTERS])
            out[at + 4] = cython.cast(cython.float, 0.2 * row[base + OF_HAND])
            out[at + 5] = cython.cast(cython.float, 0.5 * row[base + OF_UPGRADES])
            out[at + 6] = cython.cast(cython.float, 0.5 * row[base + OF_DOWNGRADES])
            for nature in range(self.natures):
                out[at + 7 + nature] = row[base + OF_NATURES] >> nature & 1
            at += 7 + self.natures
        best: cython.longlong = 0
        for p in range(1, self.players):
            if row[row_at + SEAT_COLUMNS * p + OF_UNICORNS] > best:
                best = row[row_at + SEAT_COLUMNS * p + OF_UNICORNS]
        out[at] = cython.cast(cython.float, best / self.goal)
        out[at + 1] = cython.cast(cython.float, (row[row_at + OF_UNICORNS] - best) / self.goal)
        return at + 2

    def _table(self, row, row_at, out, at):
        out[at] = cython.cast(cython.float, 0.01 * row[row_at + DECK_SIZE])
        out[at + 1] = cython.cast(cython.float, 0.01 * row[row_at + DISCARD_SIZE])
        out[at + 2] = cython.cast(cython.float, 0.1 * row[row_at + NURSERY_SIZE])
        out[at + 3] = cython.cast(cython.float, 0.5 * row[row_at + PLAYS_LEFT])
        out[at + 4] = cython.cast(cython.float, 0.5 * row[row_at + EXTRA_DRAWS])
        out[at + 5] = row[row_at + SKIPS]
        out[at + 6] = row[row_at + AGAIN]
        out[at + 7] = row[row_at + DECK_OUT]
        out[at + 8] = cython.cast(cython.float, 1.0 / (1.0 + row[row_at + DECK_SIZE]))
        out[at + 9] = cython.cast(cython.float, 0.5 * row[row_at + ASKS_FOR])
        out[at + 10] = cython.cast(cython.float, 0.5 * row[row_at + STACKED])
        out[at + 11] = 1.0 if row[row_at + TOP_OWNER] == 1 else 0.0
        at += 12
        at = one_of(out, at, row[row_at + ON_TURN], self.players)
        at = one_of(out, at, row[row_at + DECIDES], self.players + 1)
        at = one_of(out, at, row[row_at + INTO], self.players + 1)
        at = one_of(out, at, row[row_at + PHASE], self.phases)
        return one_of(out, at, row[row_at + ASKED], self.asks)


def one_of(out, at, number, n):
    """A one at the place of a number, and zeros at all others."""
    for i in range(n):
        out[at + i] = 1.0 if i == number else 0.0
    return at + n


def unicorn_encoders():
    # type: () -> dict[str, EncoderKind]
    """All encodings by name, the default first."""

    def with_cards(game, text, options):
        return UnicornEncoder(game, text, {"cards": True})

    def without_cards(game, text, options):
        return UnicornEncoder(game, text, {"cards": False})

    kinds = (
        EncoderKind("rich", "every kind of card: where its copies are; and all that counts says", with_cards),
        EncoderKind("counts", "numbers of each player and of the table, without single cards", without_cards),
    )
    return {kind.name: kind for kind in kinds}
