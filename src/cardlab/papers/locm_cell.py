"""A number of the active-genes study: somebody's score against one or more others. Files keep what was found out."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from cardlab.core.intervals import Interval
from cardlab.papers.experiment import Call, Finding, Published
from cardlab.papers.locm_settings import Best, Entry, Recipe, Stretch

if TYPE_CHECKING:
    from pathlib import Path

SCENARIOS = {"small": 250, "paper": 500}


class Counted(NamedTuple):
    """Points of a cell's side, games, and where its true rate lies, if there were enough scenarios to tell."""

    points: float
    games: int
    interval: Interval | None


@dataclass(frozen=True)
class VectorCell:
    """Somebody against others, the same number of games against each of them, half with each seat.

    They play on fresh scenarios, or, with `known`, on those of a training.
    """

    label: str
    game: str
    player: str
    side: Entry
    others: tuple[Entry, ...]
    small: int
    paper: int
    published: Published | None = None
    known: Recipe | None = None
    drafts: int = 0

    @property
    def agents(self) -> tuple[str, ...]:
        """Who plays."""
        return (self.side.name, *(other.name for other in self.others))

    def games(self, scale: str) -> int:
        """How many games at a scale."""
        return self.small if scale == "small" else self.paper

    def scenarios(self, scale: str) -> int:
        """On how many fresh scenarios."""
        return self.drafts or SCENARIOS[scale]

    def play(self, call: Call) -> Finding:
        """Train whom it takes and play, or look up what was found out before."""
        from cardlab.learn.needs import require_numpy

        require_numpy("the study of active genes")
        from cardlab.papers.locm_bench import Bench, folder_of

        path = folder_of(call) / "cells" / f"{self.key(call)}.json"
        found = self._stored(path) if call.resume else None
        if found is None:
            found = Bench(call).play(self)
            self._store(path, call, found)
        return Finding(found.games, found.points / found.games, found.interval)

    def key(self, call: Call) -> str:
        """A name for the result, by everything that decides about it."""
        text = repr((self.game, self.player, self.side, self.others, self.known, self._plan(call)))
        return hashlib.blake2b(text.encode(), digest_size=8).hexdigest()

    def _plan(self, call: Call) -> tuple[Any, ...]:
        trained = any(isinstance(entry, Best | Stretch) for entry in (self.side, *self.others)) or self.known is not None
        return (call.games or self.games(call.scale), self.scenarios(call.scale), call.seed, call.scale if trained else "")

    def _stored(self, path: Path) -> Counted | None:
        try:
            data = json.loads(path.read_text(encoding="utf-8"))
            bounds = data["interval"]
            interval = None if bounds is None else Interval(*(float(bound) for bound in bounds))
            found = Counted(float(data["points"]), int(data["games"]), interval)
            return found if found.games > 0 else None
        except (OSError, ValueError, KeyError, TypeError):
            return None

    def _store(self, path: Path, call: Call, found: Counted) -> None:
        from cardlab.core.files import write_json

        about = {"cell": self.label, "game": self.game, "player": self.player, "agents": self.agents}
        counted = {"points": found.points, "games": found.games, "interval": found.interval and list(found.interval)}
        write_json(path, {**about, "scale": call.scale, "seed": call.seed, **counted})
