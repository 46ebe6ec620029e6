"""Train the model that Castle's `e-ismcts` asks by default: ``python scripts/train_castle_standard.py FOLDER``.

In the first round `ismcts` plays itself, with two, three and four players; in the second `e-ismcts` does, with the model of the
first. Every position is labelled by how the game ended, by what the search thought of it, and by playouts of the lowest-card
policy; a model learns the average of these, from all rounds so far. Interrupted work goes on where it stopped. With --install
the result of the last round is put into the package.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import numpy as np

import cardlab
from cardlab.data.source import read_rows
from cardlab.games.castle.game import STANDARD_MODEL
from cardlab.lab.collecting import collect
from cardlab.training.dataset import Dataset, dataset_of
from cardlab.training.fitting import TrainingNews
from cardlab.training.outcome import carry_out
from cardlab.training.trainer import TrainedModel, facts_of, finish, plan_model

ENCODER = "rich,known=yes"
GAMES = {2: 6000, 3: 1000, 4: 1000}
PLAYERS = tuple(GAMES)
PLAYOUTS = 12


def rules(players: int) -> cardlab.Game:
    """Games in which searches go round in circles are cut short: they teach little."""
    return cardlab.game("castle", players=players, limit=300, repetition=4)


def collect_round(folder: Path, number: int, agent: str, share: float) -> dict[int, Path]:
    """Rows of all players of a round, a file for each number of players."""
    files = {}
    for players, games in GAMES.items():
        files[players] = folder / f"round{number}-{players}.parquet"
        print(f"round {number}, {players} players: {files[players]}", flush=True)
        collect(
            rules(players), [agent] * players, files[players], max(20, round(share * games)), seed=100 * number + players,
            observe=range(players), playouts=PLAYOUTS, by="lowest", rotate=False, resume=files[players].exists(),
        )  # fmt: skip
    return files


def load(files: list[tuple[int, Path]], most: int, seed: int) -> tuple[Dataset, dict[str, object]]:
    """The rows as one dataset, at most so many of each file, and what the model's card says about them."""
    parts, facts = [], []
    for players, path in files:
        game = rules(players)
        rows = read_rows([path], game)
        facts.append(facts_of(game, rows, [path]))
        chosen = np.sort(np.random.default_rng(seed).permutation(len(rows))[:most])
        parts.append(dataset_of(rows, game.encoder(ENCODER)).take(chosen))
    data = {
        "sources": [name for fact in facts for name in fact["data"]["sources"]],
        "runs": [name for fact in facts for name in fact["data"]["runs"]],
        "games": sum(fact["data"]["games"] for fact in facts),
        "rows": sum(part.rows for part in parts),
        "agents": sorted({name for fact in facts for name in fact["data"]["agents"]}),
    }
    return Dataset.joined(parts), {**facts[0], "players": list(PLAYERS), "data": data}


def train(files: list[tuple[int, Path]], most: int, seed: int, hidden: str) -> TrainedModel:
    """The model of a round."""
    data, facts = load(files, most, seed)
    settings = {"hidden": hidden, "batch": 1024, "rate": 2e-3, "share": 0.25, "patience": 6}
    plan, encoder = plan_model(rules(2), "net", encoder=ENCODER, target="mix", seed=seed, settings=settings, test=0.1)
    return finish(carry_out(plan, data, _tell), data, encoder, facts)


def _tell(news: TrainingNews) -> None:
    print(f"  {news.step} {news.done} of {news.total} {news.note}", flush=True)


def main() -> None:
    """Collect and train, round by round."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--share", type=float, default=1.0, help="share of the usual number of games")
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--rows", type=int, default=500_000, help="most rows of each file")
    parser.add_argument("--hidden", default="64x16", help="sizes of the hidden layers")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--install", action="store_true", help="put the result into the package")
    asked = parser.parse_args()
    asked.folder.mkdir(parents=True, exist_ok=True)
    agent, files = "ismcts:300", []
    for number in range(1, asked.rounds + 1):
        path = asked.folder / f"round{number}.onnx"
        files += collect_round(asked.folder, number, agent, asked.share).items()
        if not path.exists():
            trained = train(files, asked.rows, asked.seed, asked.hidden)
            trained.save(path)
            print(f"{path}: {trained.scores}", flush=True)
        agent = f"e-ismcts:300,evaluator={path}"
    if asked.install:
        STANDARD_MODEL.write_bytes(path.read_bytes())


if __name__ == "__main__":
    main()
