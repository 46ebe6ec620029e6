"""Scripts of Tribute: MaxPrestigeBot with the leak that it had, to compare games number by number. It is no agent.

The original let bots try a move on the true position and shuffled what is hidden only afterwards, so that the first move ahead
drew the very cards that would be drawn, and showed what the tavern would be refilled with. Agents of cardlab cannot do that: a
seat does not hold the truth, and `max_prestige` tries its moves in a world that it imagines. This one is handed the true state
by whoever has it, so it can only be asked from outside, as in ``LeakingMaxPrestige(123).move(state)``.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cardlab.core.game import own_state
from cardlab.core.state import State
from cardlab.games.tribute.rules.state import TributeState
from cardlab.games.tribute.words.actions import ListedMove, listed_moves
from cardlab.games.tribute.words.cards import CARDS, TributeCard
from cardlab.games.tribute.words.position import seeded_copy


class LeakingMaxPrestige:
    """MaxPrestigeBot as it was published. Its generator goes on from match to match, as that of one bot object did."""

    def __init__(self, seed: int = 123) -> None:
        self._seed = self._x = seed

    def move(self, state: State) -> ListedMove:
        """Its move in a true position of a game with luck=original: one of `listed_moves`; in the draft any patron."""
        truth = own_state(state, TributeState)
        moves = listed_moves(truth, _cards(truth))
        if truth.to_dict().get("phase") == "draft":
            return moves[self._below(len(moves))]
        tried = [(move, value) for move in _no_ends(moves) for value in self._values(truth, move)]
        if not tried:
            return moves[-1]
        most = max(value for _, value in tried)
        best = [move for move, value in tried if value == most]
        return best[self._below(len(best))]

    def _values(self, truth: TributeState, move: ListedMove) -> Iterator[int]:
        """Prestige and power after a move that was tried on the truth and each that can follow it in a shuffled world."""
        me = truth.player or 0
        world = seeded_copy(_after(truth, move), me, self._seed)
        following = _no_ends(listed_moves(world, _cards(world)))
        for end in [_after(world, other) for other in following] or [world]:
            fields = end.peek()
            yield fields["prestige"][me] + fields["power"][me]

    def _below(self, n: int) -> int:
        """A number below n by the original's generator."""
        self._x = (25214903917 * self._x + 11) % (1 << 48)
        return ((self._x >> 16) * 2147483646 >> 32) % n


def _cards(state: TributeState) -> Sequence[TributeCard]:
    """The card set of a match."""
    return getattr(state.game, "cards", CARDS)


def _no_ends(moves: list[ListedMove]) -> list[ListedMove]:
    return [move for move in moves if move.text != "END_TURN"]


def _after(state: TributeState, move: ListedMove) -> TributeState:
    """A copy of the state after a move."""
    copy = state.copy()
    for action in move.actions:
        copy.apply(action)
    return copy
