"""What is recorded of the games of a match besides their results."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardlab.errors import OptionError, RunError

if TYPE_CHECKING:
    from cardlab.core.game import Game
    from cardlab.lab.matches.recorder import Recorder

MAX_PLAYOUTS = 1_000_000
MAX_WALK = 100_000


@dataclass(frozen=True)
class Recording:
    """Replays, rows for the decisions of some roles, and what programs are told and answer (`transcripts` begins their files).

    With `playouts` every row is labelled by the mean result of so many games that the policy `by` plays on from worlds that
    the deciding seat cannot tell from the real one. With `walk` a row is the position after so many random moves in such
    a world, and counts as won if the first playout from there was; games that end on the walk leave no row.
    """

    replays: bool = False
    observe: tuple[int, ...] = ()
    playouts: int = 0
    by: str | None = None
    walk: int = 0
    transcripts: str = ""

    def check(self, game: Game) -> None:
        """Raise for what cannot be recorded."""
        if wrong := [role for role in self.observe if not 0 <= role < game.players]:
            raise RunError(f"there is no agent {wrong[0]} to observe: they are numbered 0 to {game.players - 1}")
        if not 0 <= self.playouts <= MAX_PLAYOUTS or not 0 <= self.walk <= MAX_WALK:
            raise OptionError(f"there can be 0 to {MAX_PLAYOUTS:,} playouts and a walk of 0 to {MAX_WALK:,} moves")
        if self.walk and not self.playouts:
            raise OptionError("after a walk nobody knows who would win: add playouts that tell")
        if self.by is not None and not self.playouts:
            raise OptionError("a policy for playouts without playouts: say how many")

    def recorder(self, game: Game) -> Recorder | None:
        """What takes the rows down, for one worker."""
        if not self.observe:
            return None
        from cardlab.lab.matches.recorder import Recorder

        return Recorder(game, self.observe, self.playouts, self._policy(game), self.walk)

    def _policy(self, game: Game) -> Any:
        if self.by is None or self.by == "random":
            return None
        from cardlab.agents.making import make_agent

        policy = make_agent(game, self.by).policy
        if policy is None:
            raise OptionError(f"{self.by}: that agent searches; playouts need a mere rule, such as random or lowest")
        return policy
