"""Fit the evaluator of Legends of Code and Magic on games of its own agents.

    python scripts/fit_locm_evaluator.py --games 20000 --out src/cardlab/games/locm/agents/board.onnx

Two beam searches with the present evaluator play each other, with drafts around a known list and a share of greedy turns for
variety. Every position at the end of a turn, seen from both sides, is labelled with who won in the end. A linear model, or one
with a hidden layer beside it, is fitted by gradient descent on the log loss; a tenth of the games is kept apart to test it.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor
from importlib.metadata import version
from pathlib import Path

import numpy as np

import cardlab
from cardlab.agents.making import make_agent
from cardlab.core.action import kind_of
from cardlab.core.rng import Rng, derive
from cardlab.games.locm.agents.drafts import draft_values
from cardlab.games.locm.agents.policies import Drafter, DraftPolicy
from cardlab.games.locm.data.observer import FEATURE_NAMES
from cardlab.games.locm.rules.state import Kind, Phase
from cardlab.models.modelfile import FORMAT
from cardlab.training.exporting import dense_graph, wide_graph
from cardlab.training.modelwriter import model_bytes

CHUNK = 250


def play_games(job: tuple[int, int, str, str, float]) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Features, results and game numbers of one chunk of games."""
    first, seed, spec, base, noise = job
    game = cardlab.game("locm")
    values = np.array(draft_values(game, base))
    ranks = values.argsort().argsort() / 160
    luck = np.random.default_rng(derive(seed, "draft", first))
    encoder = game.encoder("board")
    searcher = [make_agent(game, f"{spec},draft=own") for _ in range(2)]
    greedy = make_agent(game, "greedy")
    rows, labels, numbers = [], [], []
    for number in range(first, first + CHUNK):
        state = game.new(derive(seed, "game", number))
        players = []
        for p in range(2):
            spread = noise * luck.random()
            policy = DraftPolicy(greedy.policy, ranks + luck.normal(0, 1, 160) * spread)
            players.append(Drafter(searcher[p], policy))
            players[p].new_game()
        begin = len(rows)
        seats: list[int] = []
        careless, turn = False, -1
        while not state.over:
            p = state.player
            table = state.peek()
            if table["phase"] != Phase.DRAFT and table["turn"] != turn:
                turn, careless = table["turn"], luck.random() < 0.1
            agent = greedy if careless else players[p]
            action = agent.choose(state.seat(p), Rng(int(luck.integers(1 << 62))))
            state.apply(action)
            if kind_of(action) == Kind.PASS and not state.over:
                for seat in (p, 1 - p):
                    rows.append(encoder.encode_states([state], [seat])[0])
                    seats.append(seat)
        winner = state.peek()["winner"]
        labels += [float(seat == winner) for seat in seats]
        numbers += [number] * (len(rows) - begin)
    return np.array(rows, dtype=np.float32), np.array(labels, dtype=np.float32), np.array(numbers)


def fit(x: np.ndarray, y: np.ndarray, hidden: int, epochs: int, seed: int) -> dict:
    """A linear model plus, if `hidden` is above 0, a layer of rectified units, by Adam."""
    rng = np.random.default_rng(seed)
    n, k = x.shape
    weights = {
        "linear": np.zeros(k), "base": np.zeros(1), "first": rng.normal(0, 0.3 / np.sqrt(k), (k, hidden)),
        "bias": np.zeros(hidden), "last": rng.normal(0, 0.1, hidden),
    }  # fmt: skip
    moments = {name: (np.zeros_like(w), np.zeros_like(w)) for name, w in weights.items()}
    step, batch, decay = 0, 2048, 1e-5
    total = epochs * (n // batch)
    for _ in range(epochs):
        order = rng.permutation(n)
        for at in range(0, n - batch + 1, batch):
            step += 1
            rate = 3e-3 * min(1.0, step / 200) * (0.5 + 0.5 * np.cos(np.pi * step / total))
            xb, yb = x[order[at : at + batch]], y[order[at : at + batch]]
            before = xb @ weights["first"] + weights["bias"]
            on = np.maximum(before, 0)
            out = xb @ weights["linear"] + weights["base"] + on @ weights["last"]
            error = (1 / (1 + np.exp(-out)) - yb) / len(yb)
            back = np.outer(error, weights["last"]) * (before > 0)
            slopes = {
                "linear": xb.T @ error, "base": error.sum(keepdims=True), "last": on.T @ error,
                "first": xb.T @ back, "bias": back.sum(0),
            }  # fmt: skip
            for name, raw in slopes.items():
                slope = raw + decay * weights[name]
                m, v = moments[name]
                m += 0.1 * (slope - m)
                v += 0.001 * (slope * slope - v)
                weights[name] -= rate * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.999**step)) + 1e-8)
    return weights


def swap_lanes(x: np.ndarray) -> np.ndarray:
    """The same positions with left and right exchanged."""
    columns = np.arange(x.shape[1])
    left = [i for i, name in enumerate(FEATURE_NAMES) if "_left_" in name]
    right = [FEATURE_NAMES.index(FEATURE_NAMES[i].replace("_left_", "_right_")) for i in left]
    columns[left], columns[right] = right, left
    return x[:, columns]


def predict(weights: dict, x: np.ndarray) -> np.ndarray:
    """Chances to win."""
    on = np.maximum(x @ weights["first"] + weights["bias"], 0)
    return 1 / (1 + np.exp(-(x @ weights["linear"] + weights["base"] + on @ weights["last"])))


def model_file(game: cardlab.Game, weights: dict, facts: dict) -> bytes:
    """The content of a model file with such weights, and with facts for its card."""
    linear, base = weights["linear"], float(weights["base"][0])
    if len(weights["bias"]):
        layers = [(weights["first"].T, weights["bias"]), (weights["last"][None], np.zeros(1))]
        graph = wide_graph(layers, linear, base)
    else:
        graph = dense_graph([(linear[None], np.array([base]))])
    encoder = game.encoder("board")
    card = {
        "format": FORMAT, "kind": "wide" if len(weights["bias"]) else "linear", "game": game.name, "players": [game.players],
        "encoder": encoder.text, "size": encoder.size, "columns": list(FEATURE_NAMES), **facts, "cardlab": version("cardlab"),
    }  # fmt: skip
    return model_bytes(graph, encoder.size, card)


def main() -> None:
    """Play, fit, test, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=20_000)
    parser.add_argument("--agent", default="beam,width=20", help="who plays the games")
    parser.add_argument("--draft", default="closetai", help="the list around which drafts vary")
    parser.add_argument("--noise", type=float, default=0.5)
    parser.add_argument("--hidden", type=int, default=0)
    parser.add_argument("--epochs", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--data", help="keep the positions in this file, and use those that are there")
    parser.add_argument("--also", nargs="*", default=(), help="files of earlier runs to be used too")
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    jobs = [(first, options.seed, options.agent, options.draft, options.noise) for first in range(0, options.games, CHUNK)]
    if options.data and Path(options.data).exists():
        parts = [tuple(np.load(options.data)[name] for name in ("x", "y", "game"))]
    else:
        with ProcessPoolExecutor(options.workers) as pool:
            parts = list(pool.map(play_games, jobs))
    x, y, number = (np.concatenate([part[i] for part in parts]) for i in range(3))
    if options.data and not Path(options.data).exists():
        np.savez(options.data, x=x, y=y, game=number)
    for path in options.also:
        more = np.load(path)
        x, y, number = (np.concatenate([a, more[name]]) for a, name in ((x, "x"), (y, "y"), (number, "game")))
    test = number % 10 == 0
    known, won = x[~test], y[~test]
    weights = fit(
        np.concatenate([known, swap_lanes(known)]), np.concatenate([won, won]), options.hidden, options.epochs, options.seed
    )
    chance = predict(weights, x[test])
    loss = -np.mean(np.log(np.where(y[test] > 0, chance, 1 - chance)))
    right = np.mean((chance > 0.5) == (y[test] > 0))
    print(f"{len(x)} positions; on games kept apart: log loss {loss:.4f}, right about the winner {100 * right:.1f}%")
    rounded = {name: np.round(numbers, 5) for name, numbers in weights.items()}
    scores = {"log_loss": round(float(loss), 4), "accuracy": round(float(right), 4)}
    facts = {"seed": options.seed, "data": {"rows": len(x), "agents": [options.agent]}, "scores": scores}
    Path(options.out).write_bytes(model_file(cardlab.game("locm"), rounded, facts))


if __name__ == "__main__":
    main()
