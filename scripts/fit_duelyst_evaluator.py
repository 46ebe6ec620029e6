"""Fit the chances to win by which Duelyst's champion judges positions: play games, note the traits of both sides, regress.

Usage: python scripts/fit_duelyst_evaluator.py OUT.json [GAMES [SEED]]. Needs scikit-learn, as the extra `learn` brings it.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

from cardlab import game, make_agent
from cardlab.games.duelyst.agents.champion import TRAIT_NAMES, ChanceEvaluator

FACTIONS = ("lyonar", "songhai", "vetruvian", "abyssian", "magmar", "vanar")
PLAYERS = (
    "champion:1000,worlds=0,evaluator=tuned", "champion:300,width=5,worlds=2,finalists=4,plies=1,evaluator=tuned",
    "champion:400,width=5,worlds=0,evaluator=e1", "starter-ai",
)  # fmt: skip
"""None of them judges by the weights that are looked for, so that these come out the same again."""
Rows = tuple[list[list[float]], list[bool]]


def play(text: str, games: int, luck: random.Random, counted: ChanceEvaluator) -> Rows:
    """Traits of who begins a turn and of the other, and whether the former has won; drawn games are left out."""
    rules, traits, won = game(text), [], []
    teams = {name: (make_agent(rules, name), make_agent(rules, name)) for name in PLAYERS}
    for _ in range(games):
        players = [teams[luck.choice(PLAYERS)][seat] for seat in range(2)]
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


def main() -> None:
    """Play, fit, and write the weights."""
    from sklearn.linear_model import LogisticRegression

    out, numbers = Path(sys.argv[1]), [int(word) for word in sys.argv[2:4]]
    games, seed = (*numbers, *(6000, 0)[len(numbers) :])
    luck, counted = random.Random(seed), ChanceEvaluator([0.0] * (2 * len(TRAIT_NAMES) + 1))
    texts = [f"duelyst,profile={p},deck1=starter_{f},deck2=starter_{f}" for p in ("classic", "duelyst2") for f in FACTIONS]
    traits: list[list[float]] = []
    won: list[bool] = []
    for number, text in enumerate(texts):
        print(f"{number + 1} of {len(texts)}: {text}", file=sys.stderr)
        more, results = play(text, max(1, games // len(texts)), luck, counted)
        traits += more
        won += results
    model = LogisticRegression(max_iter=3000).fit(traits, won)
    weights = [float(model.intercept_[0]), *(round(float(weight), 4) for weight in model.coef_[0])]
    out.write_text(json.dumps({"names": list(TRAIT_NAMES), "weights": weights}) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
