"""E-ISMCTS of the Castle study: the search whose playouts are cut short and judged by a model."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cardlab.errors import RunError
from cardlab.lab.matches.match import Match
from cardlab.papers.castle_models import ModelRecipe, learned
from cardlab.papers.castle_rows import AS_STUDIED, GAME, GAMES, ITERATIONS
from cardlab.papers.experiment import Call, Finding, Published, play_cell

RIVALS = ("lowest", "ismcts, equal iterations", "ismcts, equal time")
TIMES = {"small": "5ms", "paper": "20ms"}
CREDITS = {"hard": "value=hard", "soft": "value=soft", "gated": "value=hard,gate=0.1"}


@dataclass(frozen=True)
class SearchCell:
    """A search with a model against one of `RIVALS`. Without a recipe: cardlab's own search and model."""

    recipe: ModelRecipe | None
    depth: int
    credit: str
    rival: str
    published: Published | None = None
    small: int = 24
    paper: int = 400
    game: str = GAME

    @property
    def label(self) -> str:
        """Model, depth and credit, and against whom."""
        search = f"{self.recipe.kind}, depth {self.depth}, {self.credit}" if self.recipe else "cardlab's own"
        return f"{search} against {self.rival}"

    @property
    def agents(self) -> tuple[str, ...]:
        """Who plays; budgets depend on the scale."""
        return self._agents("", f"{self.recipe.kind}.onnx" if self.recipe else "")

    def games(self, scale: str) -> int:
        """How many games at a scale."""
        return self.small if scale == "small" else self.paper

    def play(self, call: Call) -> Finding:
        """Train the model if it is not there, and play what is left of the match."""
        path = learned(self.recipe, call, GAMES[call.scale]).path if self.recipe else Path()
        budget = f":{TIMES[call.scale] if self.rival.endswith('time') else ITERATIONS[call.scale]}"
        agents = self._agents(budget, _in_a_text(path))
        match = Match.of(self.game, agents, games=call.games or self.games(call.scale), seed=call.seed)
        return play_cell(match, call, named=self._agents(budget, path.name))

    def _agents(self, budget: str, model: str) -> tuple[str, str]:
        search = f"e-ismcts{budget}"
        if self.recipe:
            search += f",{AS_STUDIED},depth={self.depth},{CREDITS[self.credit]},evaluator={model}"
        return search, "lowest" if self.rival == "lowest" else f"ismcts{budget},{AS_STUDIED}"


def _in_a_text(path: Path) -> str:
    """A file as the text of an agent may name it."""
    text = str(path.absolute())
    if any(sign in text for sign in ",()"):
        raise RunError(f"agents cannot name {text}: choose a folder without commas and brackets in its name (--folder)")
    return text
