"""Score Castle's model `standard` on fresh deals: ``python scripts/measure_castle_standard.py FOLDER``.

`ismcts` and `e-ismcts` play themselves with two, three and four players, on deals that no training has seen, each played once.
How often the model tells the winner is printed, and written on its card with --install, beside the scores of the test part of
its training.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx

import cardlab
from cardlab.data.source import read_rows
from cardlab.games.castle.game import STANDARD_MODEL
from cardlab.lab.collecting import collect
from cardlab.models.modelfile import read_model
from cardlab.training.dataset import Dataset, dataset_of
from cardlab.training.metrics import deal_error, hits, scores_of
from cardlab.training.modelwriter import run_model

AGENTS = ("ismcts:300", "e-ismcts:300")
GAMES = {2: 600, 3: 100, 4: 100}
FIRST_SEED = 9000


def fresh(folder: Path, share: float) -> Dataset:
    """Positions of games that nobody has learned from; an interrupted collection is gone on with."""
    parts = []
    for number, agent in enumerate(AGENTS):
        for players, games in GAMES.items():
            game = cardlab.game("castle", players=players, limit=300, repetition=4)
            path = folder / f"fresh-{number}-{players}.parquet"
            collect(
                game, [agent] * players, path, max(10, round(share * games)), seed=FIRST_SEED + 100 * number + players,
                observe=range(players), rotate=False, resume=path.exists(),
            )  # fmt: skip
            parts.append(dataset_of(read_rows([path], game), game.encoder(read_model(STANDARD_MODEL).card.encoder)))
    return Dataset.joined(parts)


def measured(data: Dataset) -> dict[str, Any]:
    """Scores of the model and of a constant answer, the share of wins in its own test part."""
    file = read_model(STANDARD_MODEL)
    p = run_model(file.data, data.x)
    constant = np.full(data.rows, file.card.rest["baseline"]["share"])
    more = hits(p, data.score) - hits(constant, data.score)
    return {
        "agents": list(AGENTS), "first_seed": FIRST_SEED,
        "scores": scores_of(p, data.score, data.group, data.deal).to_dict(),
        "baseline": scores_of(constant, data.score, data.group, data.deal).to_dict(),
        "gain": {"accuracy": float(more.mean()), "error": deal_error(more, data.deal)},
    }  # fmt: skip


def install(found: dict[str, Any]) -> None:
    """Write the numbers on the model's card; the model itself stays as it is."""
    model = onnx.load(STANDARD_MODEL)
    card = {**read_model(STANDARD_MODEL).card.rest, "fresh_deals": found}
    onnx.helper.set_model_props(model, {"cardlab": json.dumps(card, ensure_ascii=False, allow_nan=False)})
    STANDARD_MODEL.write_bytes(model.SerializeToString())


def main() -> None:
    """Collect, score, and say it."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--share", type=float, default=1.0, help="share of the usual number of games")
    parser.add_argument("--install", action="store_true", help="write the result on the model's card")
    asked = parser.parse_args()
    found = measured(fresh(asked.folder, asked.share))
    print(json.dumps(found, indent=1))
    if asked.install:
        install(found)


if __name__ == "__main__":
    main()
