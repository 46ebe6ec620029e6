"""Facts about a game that are declared, not discovered. `check_game` compares them with play."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Facts:
    """What tools want to know about a game before they play it. None: the game does not say.

    `players`: the fewest and the most. `hidden`: whether somebody may have something to guess. `luck`: whether something is
    drawn after the deal. `longest`: no game has more decisions. `lots`: whether the deal seats the list of players by lot.
    """

    players: tuple[int, int] = (2, 2)
    hidden: bool | None = None
    luck: bool | None = None
    longest: int | None = None
    lots: bool = False

    def words(self) -> Iterator[str]:
        """The facts that are known, in a few words each."""
        least, most = self.players
        yield f"{least} players" if least == most else f"{least} to {most} players"
        if self.hidden is not None:
            yield "hidden information" if self.hidden else "nothing is hidden"
        if self.luck is not None:
            yield "luck in play" if self.luck else "no luck after the deal"
        if self.longest is not None:
            yield f"at most {self.longest:,} decisions"
        if self.lots:
            yield "seats drawn by lot"
