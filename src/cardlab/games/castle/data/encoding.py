"""Castle: its encodings as they are offered."""

from __future__ import annotations

from collections.abc import Mapping

from cardlab.core.encoders import EncoderKind
from cardlab.core.options import choice, flag
from cardlab.games.castle.data.encoders import FILLS, ImageEncoder, RichEncoder, SvmEncoder

_KINDS = (
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
            choice("col39", "own_fd", ("own_fd", "op_hand"), "the last column but one: own face-down cards, or the other hand"),
        ),
    ),
)  # fmt: skip


def castle_encoders() -> Mapping[str, EncoderKind]:
    """All encodings by name, the default first."""
    return {kind.name: kind for kind in _KINDS}
