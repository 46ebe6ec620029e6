"""Luck in play: what is drawn after the deal, and scripts that say how it comes out.

Rules ask `roll` of `core.state`, and nothing else, when something is left to chance in the middle of a game. The generator is
part of the state: a copy has the same future, a seat has none (it is erased), an imagined world has a new one. A `Script`
given to a state decides instead, outcome by outcome: recorded games of other engines, scenarios and tests use it.
"""

import cython

from cardlab.errors import ScriptError


class Script:
    """Outcomes to come, in order; without any it lets luck decide and takes down what came.

    An outcome is a number from 0 to n-1 where there are n possibilities, or a pair (kind, number) that also says which kind of
    chance it belongs to. Instead of outcomes there may be a function of kind and n, which answers with a number, or with None
    to let luck decide. `told` has what came so far, as (kind, n, number).
    """

    def __init__(self, outcomes=None):
        # type: (Iterable[int | Sequence[int]] | Callable[[int, int], int | None] | None) -> None
        self.chooser = outcomes if callable(outcomes) else None
        listens = outcomes is None or self.chooser is not None
        self.outcomes = None if listens else [_checked(outcome) for outcome in outcomes]
        self.told = []
        self.at = 0

    @property
    def left(self):
        # type: () -> int
        """How many outcomes are still to come; 0 for a script that only listens."""
        return 0 if self.outcomes is None else len(self.outcomes) - self.at

    def rewind(self, told: cython.int):
        # type: (int) -> None
        """Take back all but the first so many outcomes."""
        del self.told[told:]
        self.at = 0 if self.outcomes is None else told

    def _next(self, kind, n, drawn):
        with cython.gil:
            if self.chooser is not None:
                outcome = self._chosen(kind, n, drawn)
            else:
                outcome = drawn if self.outcomes is None else self._scripted(kind, n)
            self.told.append((kind, n, outcome))
            return outcome

    def _chosen(self, kind, n, drawn):
        outcome = self.chooser(kind, n)
        if outcome is None:
            return drawn
        if isinstance(outcome, bool) or not isinstance(outcome, int) or not 0 <= outcome < n:
            raise ScriptError(f"the function of a script answers {outcome!r}, but there are the possibilities 0 to {n - 1}")
        return outcome

    def _scripted(self, kind, n):
        if self.at >= len(self.outcomes):
            raise ScriptError(
                f"the script ends after {self.at} outcomes, but one more is drawn (kind {kind}, {n} possibilities)"
            )
        wanted, outcome = self.outcomes[self.at]
        if wanted is not None and wanted != kind:
            raise ScriptError(f"outcome {self.at + 1} of the script is for chance of kind {wanted}, but kind {kind} is drawn")
        if not 0 <= outcome < n:
            raise ScriptError(f"outcome {self.at + 1} of the script is {outcome}, but there are the possibilities 0 to {n - 1}")
        self.at += 1
        return outcome

    def __repr__(self):
        return f"<script: {len(self.told)} outcomes came, {self.left} to come>"


def _checked(outcome):
    kind, number = outcome if isinstance(outcome, tuple | list) and len(outcome) == 2 else (None, outcome)
    if isinstance(number, bool) or not isinstance(number, int) or not (kind is None or isinstance(kind, int)):
        raise ScriptError(f"{outcome!r} is no outcome: write a whole number, or (kind, number)")
    return kind, number
