"""Learn HQL's card values: matches against the decision tree, both card sets in turn, both seats.

python scripts/learn_tribute_values.py --games 30000 --out src/cardlab/games/tribute/agents/values.csv
"""

from __future__ import annotations

import argparse
import csv
from pathlib import Path

from cardlab.core.rng import Rng, derive
from cardlab.games.tribute import Tribute
from cardlab.games.tribute.agents.decisiontree import DecisionTreeBot
from cardlab.games.tribute.agents.hql import Q_STATES, HqlBot
from cardlab.games.tribute.agents.hqlvalues import flat_table, hql_weights, quiet_cards, read_tiers
from cardlab.games.tribute.words.cards import CARDS


def main() -> None:
    """Play, learn, write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=30_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--start", type=float, default=5.0)
    parser.add_argument("--out", type=Path, required=True)
    told = parser.parse_args()
    table = flat_table(told.start)
    chunk = 500
    for first in range(0, told.games, chunk):
        game = Tribute(cards="2024" if first // chunk % 2 else "current")
        learner = HqlBot(game, hql_weights(), quiet_cards(game.cards, False), table, learning=True)
        teacher = DecisionTreeBot(game, read_tiers())
        won = 0.0
        for number in range(first, min(first + chunk, told.games)):
            won += _match(game, learner, teacher, number % 2, derive(told.seed, number))
        table = learner.table()
        print(f"{first + chunk:6d} matches, won {won / chunk:.1%} of the last {chunk}", flush=True)
        _write(told.out, table)


def _match(game: Tribute, learner: HqlBot, teacher: DecisionTreeBot, seat: int, seed: int) -> float:
    state, rng = game.new(seed), Rng(derive(seed, "players"))
    for bot in (learner, teacher):
        bot.new_game()
    while not state.over:
        player = state.player or 0
        bot = learner if player == seat else teacher
        state.apply(bot.choose(state.seat(player), rng))
    assert state.result is not None
    return state.result.scores[seat]


def _write(path: Path, table: list[list[float]]) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(["key", *(f"s{state}" for state in range(Q_STATES))])
        for card, row in zip(CARDS, table, strict=True):
            writer.writerow([card.key, *(f"{value:.3f}" for value in row)])


if __name__ == "__main__":
    main()
