"""Castle: what evolution can shape."""

from __future__ import annotations

from collections.abc import Mapping

from cardlab.core.vectors import VectorKind
from cardlab.games.castle.agents.policies import RankPolicy
from cardlab.games.castle.rules.dealing import RANKS
from cardlab.games.castle.words.cards import rank_text


def vector_kinds() -> Mapping[str, VectorKind]:
    """How much each rank is worth keeping. A scenario fixes nothing of a deal, so every gene can matter in each."""
    ranks = VectorKind(
        "ranks", "how much a card of each rank is worth keeping", tuple(rank_text(rank) for rank in range(RANKS)), ("ranks",),
        lambda player: RankPolicy(), lambda scenario: (True,) * RANKS,
    )  # fmt: skip
    return {ranks.name: ranks}
