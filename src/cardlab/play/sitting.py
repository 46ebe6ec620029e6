"""Who sits down to play: a person at a seat, agents at the others, and who gives hints."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from cardlab.core.game import Game
from cardlab.core.rng import derive
from cardlab.errors import OptionError
from cardlab.lab.people.resultbook import PersonsGame, ResultBook
from cardlab.play.record import Record
from cardlab.play.telling import HUMAN

HINT = "ismcts:20000+2s"
"""Who gives hints if nobody else is asked to."""


@dataclass(frozen=True)
class Sitting:
    """Who plays what: the person's seat, the agents of the other seats in order, and who gives hints.

    Results go into the book under the person's `name`, if there is a book. `rules` is the game as it was first chosen.
    """

    game: Game
    opponents: tuple[str, ...]
    seat: int = 0
    seed: int = 0
    hint: str = HINT
    pace: float = 0.5
    turn_ms: float = 0.0
    folder: Path = field(default_factory=Path.cwd)
    book: ResultBook | None = None
    name: str = HUMAN
    rules: str = ""

    def __post_init__(self) -> None:
        if not 0 <= self.seat < self.game.players:
            raise OptionError(f"seat {self.seat} does not exist: seats are 0 to {self.game.players - 1}")
        if len(self.opponents) != self.game.players - 1:
            raise OptionError(f"{self.game.players} players need {self.game.players - 1} opponents, not {len(self.opponents)}")

    @property
    def agents(self) -> tuple[str, ...]:
        """Everybody by seat."""
        return self._seated(HUMAN)

    def _seated(self, person: str) -> tuple[str, ...]:
        return (*self.opponents[: self.seat], person, *self.opponents[self.seat :])

    def again(self, record: Record) -> Sitting:
        """The next game: other cards, and whoever the game lets begin after such a result."""
        result = record.now.result
        game = self.game if result is None else self.game.again(result)
        return replace(self, game=game, seed=derive(self.seed, "again"), rules=self.rules or self.game.spec())

    def entry(self, record: Record, hints: int, undos: int) -> PersonsGame:
        """A finished game as it is kept."""
        result = record.now.result
        assert result is not None
        when = datetime.now(UTC).isoformat(timespec="seconds")
        who, rules = self._seated(self.name), self.rules or self.game.spec()
        return PersonsGame(rules, self.seed, when, who, self.seat, result.scores, len(record.steps), hints, undos)
