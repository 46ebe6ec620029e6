"""Learn what the end of a turn is worth in Scripts of Tribute, from games that agents play with each other.

    python scripts/learn_tribute_worth.py play --games 4000 --agents hql decision_tree best_mcts:300 --out games.npz
    python scripts/learn_tribute_worth.py fit games.npz more.npz --out src/cardlab/games/tribute/agents/worth.csv

Two of the agents meet in each match, each with itself too, now and then with a careless turn for variety. The end of every
turn is a row: the features of who ends it, and whether that player won. A tenth of the matches is kept apart to test. Then the
agent that uses the result plays, and so on for as long as it gets better.

A fit has rounds. In the first one the numbers learn who won. In each later one they begin anew and learn a mix of that and of
what the numbers of the round before think of the ends of turns that followed: less of it is luck.

The numbers that are shipped come from 12,000 matches of champion:300 (the one before, named twice), best_mcts:400 and hql.
"""

from __future__ import annotations

import argparse
import csv
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import numpy as np

from cardlab.agents.agent import Agent
from cardlab.agents.making import make_agent
from cardlab.core.action import kind_of
from cardlab.core.rng import Rng, derive
from cardlab.games.tribute import Tribute
from cardlab.games.tribute.agents.worth import WORTH_FEATURES, WORTH_SECOND, WORTH_UNITS, WorthEvaluator, feature_names
from cardlab.games.tribute.rules.state import Kind

CHUNK = 50
Rows = tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray, np.ndarray]


def play_chunk(job: tuple[int, int, tuple[str, ...], float]) -> Rows:
    """Features one after the other, their amounts, where each row begins, results, numbers of matches."""
    first, seed, texts, careless = job
    games = [Tribute(cards=cards) for cards in ("2024", "current")]
    crews = [[[make_agent(game, text) for text in texts] for _ in range(2)] for game in games]
    fools = [make_agent(game, "no_end") for game in games]
    lister = WorthEvaluator()
    at: list[int] = []
    amounts: list[float] = []
    begins: list[int] = []
    won: list[float] = []
    numbers: list[int] = []
    for number in range(first, first + CHUNK):
        luck = np.random.default_rng(derive(seed, "match", number))
        which = int(luck.random() < 0.35)
        pair = [crews[which][seat][luck.integers(len(texts))] for seat in range(2)]
        seats = _play(games[which], pair, fools[which], lister, luck, careless, at, amounts, begins)
        won += seats
        numbers += [number] * len(seats)
    return (
        np.array(at, np.int16), np.array(amounts, np.float16), np.array(begins, np.int64), np.array(won, np.float32),
        np.array(numbers, np.int32),
    )  # fmt: skip


def _play(
    game: Tribute, pair: list[Agent], fool: Agent, lister: WorthEvaluator, luck: np.random.Generator, careless: float,
    at: list[int], amounts: list[float], begins: list[int],
) -> list[float]:  # fmt: skip
    """Play a match; note the end of every turn, and return what came of each for who ended it."""
    state = game.new(int(luck.integers(1 << 62)))
    rng = Rng(int(luck.integers(1 << 62)))
    for agent in pair:
        agent.new_game()
    enders: list[int] = []
    foolish = -1
    while not state.over:
        player = state.player or 0
        if foolish == 0 and kind_of(state.legal()[0]) in (Kind.PICK, Kind.STOP):
            foolish = 1  # a choice is answered by who began to
        if foolish == 0:
            fool.new_game()
            pair[player].new_game()  # what it had planned came to nothing
        agent = fool if foolish > 0 else pair[player]
        action = agent.choose(state.seat(player), rng)
        foolish -= 1
        if kind_of(action) == Kind.END:
            begins.append(len(at))
            for feature, amount in lister.features(state, player):
                at.append(feature)
                amounts.append(amount)
            enders.append(player)
            foolish = int(luck.integers(1, 6)) if luck.random() < careless else -1
        state.apply(action)
    assert state.result is not None
    return [state.result.scores[player] for player in enders]


def gather(parts: list[Rows]) -> Rows:
    """Chunks put together."""
    shifts = np.cumsum([0, *[len(part[0]) for part in parts]])
    begins = np.concatenate([part[2] + shift for part, shift in zip(parts, shifts[:-1], strict=True)])
    one, two, three, four = (np.concatenate([part[i] for part in parts]) for i in (0, 1, 3, 4))
    return one, two, begins, three, four


def mixed_targets(won: np.ndarray, numbers: np.ndarray, chances: np.ndarray, share: float) -> np.ndarray:
    """What each end of a turn is to learn: `share` of what the next one learns, the rest of what is thought of that one now.

    The next end of a turn is the other's, whose chances are what is left of one's own; the last one of a match learns who won.
    """
    targets = won.astype(np.float64)
    for at in range(len(targets) - 2, -1, -1):
        if numbers[at] == numbers[at + 1]:
            targets[at] = 1 - ((1 - share) * chances[at + 1] + share * targets[at + 1])
    return targets.astype(np.float32)


def fit(
    rows: Rows, epochs: int, seed: int, decay: float, rate: float, rounds: int = 1, share: float = 0.7
) -> tuple[dict[str, np.ndarray], str]:
    """Train the layers by Adam; return their numbers, and how well they tell the winner of matches kept apart."""
    won, numbers = rows[3:]
    targets = won
    for number in range(rounds):
        found, told, chances = _fit_round(rows, targets, epochs, seed + number, decay, rate)
        targets = mixed_targets(won, numbers, chances, share)
    return found, told


def _fit_round(
    rows: Rows, targets: np.ndarray, epochs: int, seed: int, decay: float, rate: float
) -> tuple[dict[str, np.ndarray], str, np.ndarray]:
    """One round; also the chances to win that the new numbers give to every row."""
    import torch

    torch.manual_seed(seed)
    at, amounts, begins, won, numbers = rows
    places, loads = torch.from_numpy(at.astype(np.int64)), torch.from_numpy(amounts.astype(np.float32))
    ends = np.append(begins[1:], len(at))
    test = numbers % 10 == 0
    result, wanted = torch.from_numpy(won), torch.from_numpy(targets)
    first = torch.nn.EmbeddingBag(WORTH_FEATURES, WORTH_UNITS, mode="sum")
    torch.nn.init.normal_(first.weight, 0, 0.05)
    bias = torch.nn.Parameter(torch.zeros(WORTH_UNITS))
    second = torch.nn.Linear(WORTH_UNITS, WORTH_SECOND)
    last = torch.nn.Linear(WORTH_SECOND, 1)
    parts = [first.weight, bias, *second.parameters(), *last.parameters()]
    optimizer = torch.optim.AdamW(parts, lr=rate, weight_decay=decay)
    rng = np.random.default_rng(seed)
    known = np.flatnonzero(~test)
    batch = 1024
    steps = epochs * (len(known) // batch)
    schedule = torch.optim.lr_scheduler.OneCycleLR(optimizer, rate, total_steps=steps + 1)

    def judged(chosen: np.ndarray) -> torch.Tensor:
        lengths = ends[chosen] - begins[chosen]
        offsets = np.concatenate([[0], np.cumsum(lengths)[:-1]])
        index = torch.from_numpy(np.arange(lengths.sum()) + np.repeat(begins[chosen] - offsets, lengths))
        sums = first(places[index], torch.from_numpy(offsets), per_sample_weights=loads[index]) + bias
        return last(torch.relu(second(torch.relu(sums))))[:, 0] + sums[:, 0]

    loss_of = torch.nn.BCEWithLogitsLoss()
    for epoch in range(epochs):
        order = rng.permutation(known)
        total = 0.0
        for start in range(0, len(order) - batch + 1, batch):
            chosen = order[start : start + batch]
            loss = loss_of(judged(chosen), wanted[chosen])
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            schedule.step()
            total += loss.item()
        with torch.no_grad():
            kept = np.flatnonzero(test)
            answers = torch.cat([judged(part) for part in np.array_split(np.arange(len(begins)), max(1, len(begins) // 8192))])
            apart = loss_of(answers[kept], result[kept]).item()
            right = ((answers[kept] > 0) == (result[kept] > 0.5)).float().mean().item()
        told = f"{total / max(1, len(order) // batch):.4f} on what is learned, {apart:.4f} apart, right {100 * right:.1f}%"
        print(f"epoch {epoch + 1}: log loss {told}", flush=True)
    names = ("first", "first bias", "second", "second bias", "last", "last bias")
    found = {name: part.detach().numpy() for name, part in zip(names, parts, strict=True)}
    return found, told, torch.sigmoid(answers).numpy()


def write(path: Path, numbers: dict[str, np.ndarray], seen: set[int]) -> None:
    """A row for each feature that was seen, then the layers."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")

        def row(name: str, values: np.ndarray) -> None:
            writer.writerow([name, *(f"{value:.4g}" for value in values)])

        for feature, name in enumerate(feature_names()):
            if feature in seen:
                row(name, numbers["first"][feature])
        row("first bias", numbers["first bias"])
        for unit, values in enumerate(numbers["second"].T):
            row(f"second {unit}", values)
        row("second bias", numbers["second bias"])
        row("last", np.append(numbers["last"][0], numbers["last bias"]))


def main() -> None:
    """Play, or fit."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    jobs = parser.add_subparsers(dest="job", required=True)
    play = jobs.add_parser("play", help="play matches and keep the ends of turns")
    play.add_argument("--games", type=int, default=2000)
    play.add_argument("--agents", nargs="+", default=["champion:300"])
    play.add_argument("--careless", type=float, default=0.03, help="share of turns that begin with some random moves")
    play.add_argument("--seed", type=int, default=1)
    play.add_argument("--workers", type=int, default=1)
    play.add_argument("--out", type=Path, required=True)
    learn = jobs.add_parser("fit", help="fit the numbers to what was kept")
    learn.add_argument("data", nargs="+", type=Path)
    learn.add_argument("--epochs", type=int, default=3)
    learn.add_argument("--seed", type=int, default=1)
    learn.add_argument("--decay", type=float, default=0.3)
    learn.add_argument("--rate", type=float, default=2e-3)
    learn.add_argument("--rounds", type=int, default=2)
    learn.add_argument(
        "--share", type=float, default=0.7, help="from the second round on: how much the end of the match counts"
    )
    learn.add_argument("--out", type=Path, required=True)
    told = parser.parse_args()
    if told.job == "play":
        work = [(first, told.seed, tuple(told.agents), told.careless) for first in range(0, told.games, CHUNK)]
        parts = []
        with ProcessPoolExecutor(told.workers) as pool:
            for part in pool.map(play_chunk, work):
                parts.append(part)
                print(f"{len(parts) * CHUNK} matches", flush=True)
        names = ("at", "amounts", "begins", "won", "numbers")
        np.savez(told.out, **dict(zip(names, gather(parts), strict=True)))
        return
    loaded, matches = [], 0
    for path in told.data:
        file = np.load(path)
        numbers = file["numbers"] + matches  # each file counts its matches from 0
        matches = int(numbers.max()) + 1
        loaded.append((file["at"], file["amounts"], file["begins"], file["won"], numbers))
    rows = gather(loaded)
    print(f"{len(rows[2])} ends of turns")
    found, _ = fit(rows, told.epochs, told.seed, told.decay, told.rate, told.rounds, told.share)
    write(told.out, found, set(np.unique(rows[0]).tolist()))


if __name__ == "__main__":
    main()
