"""Castle: the columns of a row, the encodings of rows, and the phases of a game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardlab.core.columns import Column, count_column, flag_column
from cardlab.core.encoders import EncoderKind
from cardlab.core.options import choice, flag
from cardlab.games.castle.rules.dealing import NOTHING, RANKS, SEATS
from cardlab.games.castle.words.cards import STRENGTH

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

MOST_OF_A_RANK = 15


def cards_of(number: int) -> list[int]:
    """The rank indices of counts with four bits each."""
    return [rank for rank in range(RANKS) for _ in range(number >> (4 * rank) & 15)]


def show_cards(number: int) -> str:
    """Ranks in numeric order, with commas."""
    return ",".join(str(rank + 2) for rank in cards_of(number))


def show_strength(number: int) -> str:
    """Ranks from the weakest to the strongest, with bars."""
    return "|".join(str(rank + 2) for rank in sorted(cards_of(number), key=STRENGTH.index))


def read_cards(value: Any) -> int:
    """Counts from ranks in any order, with commas or bars."""
    text = "" if value is None else str(value)
    counts = [0] * RANKS
    for part in text.replace("|", ",").split(",") if text else ():
        counts[_rank(part)] += 1
    if max(counts) > MOST_OF_A_RANK:
        raise ValueError(f"{value!r}: too many cards of a rank")
    return sum(count << (4 * rank) for rank, count in enumerate(counts))


def _rank(text: str) -> int:
    rank = int(text) - 2
    if not 0 <= rank < RANKS:
        raise ValueError(f"{text!r} is not a rank from 2 to 15")
    return rank


def _show_top(number: int) -> str:
    return "" if number == NOTHING else str(number + 2)


def _read_top(value: Any) -> int:
    text = "" if value is None else str(value)
    return _rank(text) if text else NOTHING


def _cards(name: str, about: str) -> Column:
    return Column(name, "text", about, show_cards, read_cards, show_strength)


def castle_columns(players: int) -> Sequence[Column]:
    """The columns for a number of players."""
    columns = [
        _cards("hand", "own hand"),
        _cards("castle_fu", "own face-up row"),
        count_column("castle_fd_size", "own face-down cards", 0, 3),
        count_column("op_hand_size", "the opponent's hand cards", 0, 108),
        _cards("op_castle_fu", "the opponent's face-up row"),
        count_column("op_castle_fd_size", "the opponent's face-down cards", 0, 3),
        Column("top", "text", "the rank to beat, empty if there is none", _show_top, _read_top),
        flag_column("deck_empty", "whether the stock is used up"),
        _cards("pile", "the pile"),
        _cards("burned", "burned cards"),
        count_column("stock_size", "cards in the stock", 0, 108),
        count_column("run_length", "equal cards on top of the pile", 0, 108),
        _cards("op_known", "cards that everybody knows to be in the opponent's hand"),
        count_column("phase", "0 choosing the row, 1 swapping, 2 playing, 3 completing a four, 4 over", 0, 4),
        count_column("wait", "seats until the viewer moves; 0: now", 0, SEATS - 1),
    ]
    for other in range(2, players):
        columns += [
            count_column(f"op{other}_hand_size", f"hand cards of opponent {other}", 0, 108),
            _cards(f"op{other}_castle_fu", f"face-up row of opponent {other}"),
            count_column(f"op{other}_castle_fd_size", f"face-down cards of opponent {other}", 0, 3),
            _cards(f"op{other}_known", f"known hand cards of opponent {other}"),
        ]
    return columns


def castle_encoders() -> Mapping[str, EncoderKind]:
    """All encodings by name, the default first."""
    from cardlab.games.castle.data.encoders import FILLS, ImageEncoder, RichEncoder, SvmEncoder  # they know the observer

    kinds = (
        EncoderKind(
            "rich", "all that a seat knows, for one to three opponents", RichEncoder,
            (flag("known", False, "also the cards that everybody knows to be in other hands"),),
        ),
        EncoderKind(
            "svm", "the study's 23 numbers", SvmEncoder,
            (
                choice("fd", "4", ("4", "3"), "what numbers of face-down cards are divided by: 4 as in the study, or 3"),
                flag("top", False, "a 24th number: the top of the pile"),
                choice("order", "numeric", ("numeric", "strength"), "in which order cards of a row stand, and what they count"),
            ),
        ),
        EncoderKind(
            "image", "the study's picture of 4 x 41 points", ImageEncoder,
            (
                choice("fd_fill", "thermometer", FILLS, "face-down cards as so many points, a full column, or one point"),
                choice(
                    "col39", "own_fd", ("own_fd", "op_hand"), "the last column but one: own face-down cards, or the other hand"
                ),
            ),
        ),
    )  # fmt: skip
    return {kind.name: kind for kind in kinds}


PHASES = ("stock", "stock empty", "face-up cards", "face-down cards")
_PLACES = {column.name: place for place, column in enumerate(castle_columns(2))}


def castle_phases(rows: Any) -> tuple[Sequence[str], npt.NDArray[np.int64]]:
    """Names of the phases, and the phase of each row: what cards are played from, and whether there are any to draw."""
    import numpy as np

    numbers = np.asarray(rows, dtype=np.int64)
    hand, up, stock = (numbers[:, _PLACES[name]] for name in ("hand", "castle_fu", "stock_size"))
    return PHASES, np.select([stock > 0, hand != 0, up != 0], [0, 1, 2], default=3).astype(np.int64)
