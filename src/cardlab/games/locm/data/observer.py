"""Legends of Code and Magic: what a row of data says about a position: the features of the evaluator, in thousandths."""

import cython

from cardlab.core.columns import count_column
from cardlab.core.features import Observer
from cardlab.games.locm.agents.evaluator import FEATURE_NAMES


class LocmObserver(Observer):
    """Observes boards, health, mana and the own hand; of the other's hand only the size."""

    def __init__(self, game):
        # type: (Game) -> None
        columns = [count_column(name, f"{name.replace('_', ' ')}, in thousandths") for name in FEATURE_NAMES]
        Observer.__init__(self, columns, game)

    def _observe(self, state, seat, row, at):
        describe(cython.cast(LocmState, state), seat, self.x)
        for i in range(FEATURES):
            row[at + i] = cython.cast(cython.longlong, floor(1000.0 * self.x[i] + 0.5))
        return 0
