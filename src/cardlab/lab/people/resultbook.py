"""The results of games that people played, in a file of the user's data folder. Nothing is written without consent."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cardlab.core import locks
from cardlab.core.files import read_json, read_text, write_json
from cardlab.errors import RunError
from cardlab.lab.storage.runfile import home

FORMAT = "cardlab-people-1"
_MOST_BYTES = 64 << 20


@dataclass(frozen=True)
class PersonsGame:
    """A finished game: what was played, who sat where (the person by name), and how it ended.

    `hints` were asked for and `undos` were made by the person; a game with either is kept, but says nothing about strength.
    """

    game: str
    seed: int
    when: str
    agents: tuple[str, ...]
    seat: int
    scores: tuple[float, ...]
    decisions: int
    hints: int = 0
    undos: int = 0

    @property
    def person(self) -> str:
        """The name of the person."""
        return self.agents[self.seat]

    @property
    def unaided(self) -> bool:
        """Whether the person had no help."""
        return not self.hints and not self.undos

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> PersonsGame:
        """From plain values."""
        agents, scores = tuple(map(str, row["agents"])), tuple(map(float, row["scores"]))
        if len(agents) != len(scores) or not 0 <= int(row["seat"]) < len(agents):
            raise ValueError("agents, scores and the seat do not fit together")
        if not all(0.0 <= score <= 1.0 for score in scores):
            raise ValueError(f"scores lie between 0 and 1, not {', '.join(map(str, scores))}")
        return cls(**{**row, "agents": agents, "scores": scores})


class ResultBook:
    """The file. For each change it is locked and read anew, so that several screens may write to it."""

    def __init__(self, path: Path | None = None) -> None:
        self.path = path or home() / "people.json"

    @property
    def consent(self) -> bool | None:
        """Whether results are to be kept; None: nobody was asked yet."""
        told = self._read().get("consent")
        return told if isinstance(told, bool) else None

    @consent.setter
    def consent(self, given: bool) -> None:
        with locks.held(self.path):
            self._write({**self._read(), "consent": given})

    @property
    def games(self) -> list[PersonsGame]:
        """All games, the oldest first."""
        try:
            return [PersonsGame.of(row) for row in self._read().get("games", [])]
        except (TypeError, ValueError, KeyError, AttributeError) as error:
            raise self._broken(str(error)) from None

    def add(self, game: PersonsGame) -> bool:
        """Keep a game, if that is wished; says whether it was kept."""
        row = asdict(game)
        PersonsGame.of(row)
        with locks.held(self.path):
            data = self._read()
            if data.get("consent") is not True:
                return False
            self._write({**data, "games": [*data.get("games", []), row]})
        return True

    def drop(self, game: PersonsGame) -> None:
        """Forget a game, which goes on after all."""
        row = {**asdict(game), "agents": list(game.agents), "scores": list(game.scores)}
        with locks.held(self.path):
            data = self._read()
            rows = data.get("games", [])
            if row in rows:
                self._write({**data, "games": [other for other in rows if other != row]})

    def delete(self) -> int:
        """Forget all games, and that anybody was asked; returns how many games there were."""
        number = len(self.games)
        try:
            self.path.unlink(missing_ok=True)
        except OSError as error:
            raise RunError(f"{self.path}: cannot be deleted: {error.strerror or error}") from None
        return number

    def _read(self) -> dict[str, Any]:
        if not os.path.exists(self.path):
            return {"format": FORMAT}
        data = read_json(self.path, read_text(self.path, _MOST_BYTES))
        if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("games", []), list):
            raise self._broken("it is not a file of results")
        return data

    def _write(self, data: dict[str, Any]) -> None:
        write_json(self.path, data, indent=1)

    def _broken(self, reason: str) -> RunError:
        return RunError(f"{self.path}: {reason}; delete it (cardlab ratings --delete), or put a copy in its place")
