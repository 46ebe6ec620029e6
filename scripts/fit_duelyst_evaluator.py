"""Fit the chances to win by which Duelyst's champion judges positions: play games, note the traits of both sides, regress.

Usage: python scripts/fit_duelyst_evaluator.py OUT.json [GAMES [SEED]]. Needs scikit-learn, as the extra `learn` brings it.

There are two rounds. The players of the first judge by known evaluators; those of the second by the weights that were fitted to
the first, so that what they overrate is played and seen to be worth less. The last fit is to the games of both.
"""

from __future__ import annotations

import json
import random
import sys
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from cardlab import game, make_agent
from cardlab.games.duelyst.agents.champion import TRAIT_NAMES, ChanceEvaluator

FACTIONS = ("lyonar", "songhai", "vetruvian", "abyssian", "magmar", "vanar")
GAMES = [f"duelyst,profile={p},deck1=starter_{f},deck2=starter_{f}" for p in ("classic", "duelyst2") for f in FACTIONS]
WIDE, NARROW = "champion:1000,worlds=0,evaluator={}", "champion:300,width=5,worlds=2,finalists=4,plies=1,evaluator={}"
KNOWN = (WIDE.format("tuned"), NARROW.format("tuned"), "starter-ai")
FIRST_SHARE = 0.4
Rows = tuple[list[list[float]], list[bool]]


def play(task: tuple[str, tuple[str, ...], int, int]) -> Rows:
    """Traits of who begins a turn and of the other, and whether the former has won; drawn games are left out."""
    text, names, games, seed = task
    luck, counted = random.Random(f"{seed} {text}"), ChanceEvaluator([0.0] * (2 * len(TRAIT_NAMES) + 1))
    rules, traits, won = game(text), list[list[float]](), list[bool]()
    teams = {name: (make_agent(rules, name), make_agent(rules, name)) for name in names}
    for _ in range(games):
        players = [teams[luck.choice(names)][seat] for seat in range(2)]
        state, mover, rows = rules.new(luck.getrandbits(40)), None, []
        while not state.over:
            seat = state.seat(state.player or 0)
            if seat.player != mover and state.peek()["phase"] == 1:
                mover = seat.player
                rows.append((mover, counted.traits(state, mover) + counted.traits(state, 1 - mover)))
            state.apply(players[seat.player].choose(seat, rng=luck.getrandbits(40)))
        assert state.result is not None
        if state.result.scores[0] != 0.5:
            traits += [row for _, row in rows]
            won += [state.result.scores[seat] == 1.0 for seat, _ in rows]
    return traits, won


def play_all(names: tuple[str, ...], games: int, seed: int) -> Rows:
    """The same number of games of each kind, on all cores."""
    traits, won = list[list[float]](), list[bool]()
    tasks = [(text, names, max(1, games // len(GAMES)), seed) for text in GAMES]
    with ProcessPoolExecutor() as pool:
        for (text, *_), (more, results) in zip(tasks, pool.map(play, tasks), strict=True):
            print(f"{text}: {len(more)} turns", file=sys.stderr)
            traits += more
            won += results
    return traits, won


def fit(rows: Rows, out: Path) -> None:
    """Write the weights of a logistic regression."""
    from sklearn.linear_model import LogisticRegression

    model = LogisticRegression(max_iter=3000).fit(*rows)
    print(f"accuracy {model.score(*rows):.3f} on the {len(rows[1])} turns that were fitted", file=sys.stderr)
    weights = [round(float(weight), 4) for weight in (model.intercept_[0], *model.coef_[0])]
    out.write_text(json.dumps({"names": list(TRAIT_NAMES), "weights": weights}) + "\n", encoding="utf-8")


def main() -> None:
    """Play and fit, twice."""
    out, numbers = Path(sys.argv[1]), [int(word) for word in sys.argv[2:4]]
    games, seed = (*numbers, *(4000, 0)[len(numbers) :])
    first = play_all(KNOWN, round(FIRST_SHARE * games), seed)
    fit(first, out)
    learned = (WIDE.format(out), NARROW.format(out), *KNOWN[1:])
    second = play_all(learned, round((1 - FIRST_SHARE) * games), seed + 1)
    fit((first[0] + second[0], first[1] + second[1]), out)


if __name__ == "__main__":
    main()
