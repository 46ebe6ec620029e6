"""Train a model from recorded rows, score it, and write it to a file that agents read."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from cardlab.core.files import write_bytes
from cardlab.core.parts import need
from cardlab.errors import UnknownOption
from cardlab.models.modelfile import FORMAT
from cardlab.training.dataset import TARGETS, Dataset, Floats, dataset_of
from cardlab.training.fitting import Tell
from cardlab.training.libraries import require_torch
from cardlab.training.metrics import Scores
from cardlab.training.modelkinds import ModelKind, find_model
from cardlab.training.modelwriter import check_model, model_bytes
from cardlab.training.outcome import ModelOutcome, TrainingPlan, carry_out
from cardlab.training.splitting import check_shares, some_rows

if TYPE_CHECKING:
    from cardlab.core.game import Game
    from cardlab.data.rows import Rows

CHECKED_ROWS = 5000


@dataclass(frozen=True)
class TrainedModel:
    """A trained model with its scores on the test part, and its card: what the file says about it."""

    outcome: ModelOutcome
    data: Dataset
    encoder: Any
    card: Mapping[str, Any]

    @property
    def scores(self) -> Scores:
        """How good it is on deals that it never saw."""
        return self.outcome.scores

    def predict(self, rows: Rows) -> Floats:
        """The chance to win of the viewer of each row."""
        return self.outcome.fitted.predict(self.encoder.encode(rows.numbers))

    def to_bytes(self) -> bytes:
        """The content of the model file, checked against the trained model on rows of the test part."""
        test = self.outcome.split.test
        chosen = some_rows(len(test), CHECKED_ROWS, self.outcome.plan.seed)
        data = model_bytes(self.outcome.fitted.graph(), self.data.x.shape[1], self.card)
        check_model(data, self.data.x[test[chosen]], self.outcome.p[chosen])
        return data

    def save(self, path: str | Path) -> None:
        """Write the model file."""
        write_bytes(Path(path), self.to_bytes())


def train_model(
    game: Game,
    rows: Rows,
    kind: str,
    *,
    encoder: str | None = None,
    target: str = "won",
    seed: int = 0,
    settings: Mapping[str, Any] | None = None,
    test: float = 0.2,
    sources: Sequence[str | Path] = (),
    progress: Tell = lambda news: None,
) -> TrainedModel:
    """Train a model of a kind such as ``forest`` on recorded rows; `sources` are named on its card."""
    plan, encoding = plan_model(game, kind, encoder=encoder, target=target, seed=seed, settings=settings, test=test)
    data = dataset_of(rows, encoding)
    return finish(carry_out(plan, data, progress), data, encoding, facts_of(game, rows, sources))


def plan_model(
    game: Game,
    kind: str,
    *,
    encoder: str | None = None,
    target: str = "won",
    seed: int = 0,
    settings: Mapping[str, Any] | None = None,
    test: float = 0.2,
) -> tuple[TrainingPlan, Any]:
    """What is to be trained, and the encoding that it takes; refuses what cannot work before any data is read."""
    found = find_model(kind)
    if found.network:
        require_torch()
    chosen = found.settings(settings or {})
    check_shares(test, chosen["valid"])
    encoding = game.encoder(encoder or _encoding(game, found))
    if target not in TARGETS:
        raise UnknownOption("target", target, TARGETS)
    if found.encoding == "image":
        from cardlab.training.layers import picture

        picture(encoding.shape)
    return TrainingPlan(found, chosen, target, seed, test, tuple(encoding.shape)), encoding


def finish(outcome: ModelOutcome, data: Dataset, encoder: Any, facts: Mapping[str, Any]) -> TrainedModel:
    """The trained model with its card."""
    plan = outcome.plan
    facts = {**facts, "data": {**facts["data"], "deals": data.deals, "rows_without_target": outcome.left_out}}
    card = {
        "format": FORMAT, "kind": plan.kind.name, **facts, "encoder": encoder.text, "size": int(encoder.size),
        "target": plan.target, "seed": plan.seed, "settings": {**plan.settings, **outcome.fitted.found},
        "parameters": outcome.fitted.size, "scores": outcome.scores.to_dict(), "baseline": outcome.baseline.to_dict(),
        "cardlab": version("cardlab"), "made": datetime.now(UTC).date().isoformat(),
    }  # fmt: skip
    return TrainedModel(outcome, data, encoder, card)


def facts_of(game: Game, rows: Rows, sources: Sequence[str | Path]) -> dict[str, Any]:
    """What the card says about game and data. Of a database only the name is kept."""
    return {
        "game": game.name, "players": [game.players], "columns": [column.name for column in need(game, "observer").columns],
        "rules": list(rows.rule_flags.used()),
        "data": {
            "sources": [source_name(source) for source in sources], "runs": list(rows.run.used()), "games": rows.games,
            "rows": len(rows), "agents": [_bare(agent) for agent in rows.agent.used()],
        },
    }  # fmt: skip


def _bare(agent: str) -> str:
    """An agent with the files it names, but not the folders they lay in."""
    return re.sub(r"=[^,]*/(?=[^,/]+(?:,|$))", "=", agent)


def source_name(source: str | Path) -> str:
    """A file or database by its bare name."""
    text = str(source)
    return PurePosixPath(urlsplit(text).path).name if "://" in text else Path(text).name


def _encoding(game: Game, kind: ModelKind) -> str | None:
    return kind.encoding if kind.encoding in game.encoders() else None
