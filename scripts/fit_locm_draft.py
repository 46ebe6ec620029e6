"""Find the value of each card of Legends of Code and Magic for a strong player.

    python scripts/fit_locm_draft.py --games 40000 --agent beam,width=10 --base closetai --out draft.json

Two equal agents play each other with drafts that vary around a list. Who wins is explained by the cards of both decks (a
logistic regression with a weight for each card, drawn towards the list they vary around); the weights are the card values.
"""

from __future__ import annotations

import argparse
import json
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

import cardlab
from cardlab.agents.making import make_agent
from cardlab.core.rng import Rng, derive
from cardlab.games.locm.agents.drafts import draft_values
from cardlab.games.locm.agents.policies import Drafter, DraftPolicy
from cardlab.games.locm.words.position import lists_of

CHUNK = 200
CARDS = 160


def play_games(job: tuple[int, int, str, str, float]) -> tuple[np.ndarray, np.ndarray]:
    """Both decks as counts of cards, and whether the first player won."""
    first, seed, spec, base, noise = job
    game = cardlab.game("locm")
    values = np.array(draft_values(game, base))
    ranks = values.argsort().argsort() / CARDS
    luck = np.random.default_rng(derive(seed, "draft", first))
    agents = [make_agent(game, f"{spec},draft=own") for _ in range(2)]
    battle = make_agent(game, "greedy").policy
    decks, won = [], []
    for number in range(first, first + CHUNK):
        state = game.new(derive(seed, "game", number))
        players = [Drafter(agents[p], DraftPolicy(battle, ranks + luck.normal(0, noise, CARDS))) for p in range(2)]
        for player in players:
            player.new_game()
        rng = Rng(derive(seed, "luck", number))
        while not state.over:
            state.apply(players[state.player].choose(state.seat(state.player), rng))
        table = lists_of(state)
        counts = np.zeros((2, CARDS), dtype=np.int8)
        for p in range(2):
            for offer, pick in zip(table["offers"], table["picks"][p], strict=True):
                counts[p, offer[pick] - 1] += 1
        decks.append(counts)
        won.append(float(table["winner"] == 0))
    return np.array(decks), np.array(won)


def fit(x: np.ndarray, y: np.ndarray, ridge: float, prior: np.ndarray) -> np.ndarray:
    """Ridge logistic regression by Newton's method, with a constant for the first move; drawn towards a multiple of `prior`."""
    design = np.hstack([x, (x @ prior)[:, None], np.ones((len(x), 1))])
    weights = np.zeros(design.shape[1])
    penalty = np.full(design.shape[1], ridge)
    penalty[-2:] = 1e-6
    for _ in range(12):
        chance = 1 / (1 + np.exp(-design @ weights))
        slope = design.T @ (chance - y) + penalty * weights
        curve = (design * (chance * (1 - chance))[:, None]).T @ design + np.diag(penalty)
        weights -= np.linalg.solve(curve, slope)
    return weights[:CARDS] + weights[CARDS] * prior


def main() -> None:
    """Play, fit, write."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--games", type=int, default=40_000)
    parser.add_argument("--agent", default="beam,width=10")
    parser.add_argument("--base", default="closetai")
    parser.add_argument("--noise", type=float, default=0.4)
    parser.add_argument("--ridge", type=float, default=60.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--data", help="keep the decks and results in this file, and use those that are there")
    parser.add_argument("--also", nargs="*", default=(), help="files of earlier runs to be used too")
    parser.add_argument("--out", required=True)
    options = parser.parse_args()
    jobs = [(first, options.seed, options.agent, options.base, options.noise) for first in range(0, options.games, CHUNK)]
    if options.data and Path(options.data).exists():
        loaded = np.load(options.data)
        x, y = loaded["x"], loaded["y"]
    else:
        with ProcessPoolExecutor(options.workers) as pool:
            parts = list(pool.map(play_games, jobs))
        x, y = (np.concatenate([part[i] for part in parts]) for i in range(2))
        if options.data:
            np.savez(options.data, x=x, y=y)
    for path in options.also:
        more = np.load(path)
        x, y = np.concatenate([x, more["x"]]), np.concatenate([y, more["y"]])
    game = cardlab.game("locm")
    prior = np.array(draft_values(game, options.base))
    prior = prior.argsort().argsort() / CARDS - 0.5
    values = fit(x[:, 0].astype(float) - x[:, 1], y, options.ridge, prior)
    Path(options.out).write_text(json.dumps([round(float(v), 5) for v in values]) + "\n", encoding="utf-8")
    best = np.argsort(-values)[:12] + 1
    print(f"{len(x)} games; the best cards: {', '.join(map(str, best))}")


if __name__ == "__main__":
    main()
