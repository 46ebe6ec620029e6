"""Who sits down to play: a person at a seat, agents at the others, and who gives hints."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

from cardlab.core.game import Game
from cardlab.core.rng import derive
from cardlab.errors import OptionError
from cardlab.play.record import Record
from cardlab.play.telling import HUMAN


@dataclass(frozen=True)
class Sitting:
    """Who plays what: the person's seat, the agents of the other seats in order, and who gives hints."""

    game: Game
    opponents: tuple[str, ...]
    seat: int = 0
    seed: int = 0
    hint: str = "ismcts:20000+2s"
    pace: float = 0.5
    folder: Path = field(default_factory=Path.cwd)

    def __post_init__(self) -> None:
        if not 0 <= self.seat < self.game.players:
            raise OptionError(f"seat {self.seat} does not exist: seats are 0 to {self.game.players - 1}")
        if len(self.opponents) != self.game.players - 1:
            raise OptionError(f"{self.game.players} players need {self.game.players - 1} opponents, not {len(self.opponents)}")

    @property
    def agents(self) -> tuple[str, ...]:
        """Everybody by seat."""
        return (*self.opponents[: self.seat], HUMAN, *self.opponents[self.seat :])

    def again(self, record: Record) -> Sitting:
        """The next game: other cards, and whoever the game lets begin after such a result."""
        result = record.now.result
        game = self.game if result is None else self.game.again(result)
        return replace(self, game=game, seed=derive(self.seed, "again"))
