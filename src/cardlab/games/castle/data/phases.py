"""Castle: the phases of a game, as a seat lives through them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cardlab.games.castle.data.columns import castle_columns

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

PHASES = ("stock", "stock empty", "face-up cards", "face-down cards")
_PLACES = {column.name: place for place, column in enumerate(castle_columns(2))}


def castle_phases(rows: Any) -> tuple[Sequence[str], npt.NDArray[np.int64]]:
    """Names of the phases, and the phase of each row: what cards are played from, and whether there are any to draw."""
    import numpy as np

    numbers = np.asarray(rows, dtype=np.int64)
    hand, up, stock = (numbers[:, _PLACES[name]] for name in ("hand", "castle_fu", "stock_size"))
    return PHASES, np.select([stock > 0, hand != 0, up != 0], [0, 1, 2], default=3).astype(np.int64)
