"""Scripts of Tribute: our own player, a tree over its turn whose ends are judged by what was learned.

What asks nothing is played at once, so that the tree is spent on what there is to decide.
"""

import cython

from cardlab.games.tribute.agents.bestmcts import EndGuide


class QuietGuide(EndGuide):
    """Where a card that asks nothing can be played, or an agent that asks nothing can act, nothing else is tried."""

    def __init__(self, quiet):
        # type: (Iterable[int]) -> None
        for number in quiet:
            card: cython.int = number
            self.quiet[card] = 1

    def _leave_out(self, root, acts):
        return self._filter(cython.cast(TributeState, root), acts)

    def _filter(self, s, acts):
        if s.z.asking == NOTHING:
            for i in range(acts.n):
                kind = kind_of(acts.at[i])
                if (kind == PLAY or kind == ACTIVATE) and self.quiet[source_of(acts.at[i])]:
                    acts.at[0] = acts.at[i]
                    acts.n = 1
                    break
        return 0
