"""Fit the weights by which the evaluator of Unstable Unicorns tells who stands better: play games, note traits, regress.

Usage: python scripts/fit_unicorns_evaluator.py OUT.json [GAMES [SEED]]. Needs scikit-learn, as the extra `learn` brings it.

Rule players and random ones play at tables of two to six. Of every game some positions are kept, with the difference of the
traits of each two players and which of the two ranked before the other in the end; a logistic regression gives the weights.
"""

from __future__ import annotations

import json
import random
import sys
from pathlib import Path

from cardlab import game, make_agent
from cardlab.games.unicorns.agents.kinds import standing_evaluator
from cardlab.games.unicorns.agents.sharp import TRAIT_NAMES

PLAYERS = ("rule-based", "sharp", "evolved", "random")
TABLES = (2, 2, 2, 3, 4, 6)
"""How many players sit at a table; half of the games are for two."""
KEPT = 0.15
"""The share of the positions that are kept."""


def play(players: int, games: int, luck: random.Random) -> tuple[list[list[float]], list[bool]]:
    """Differences of traits between each two players, and whether the first of them ranked before the other."""
    rules, apart, before = game("unicorns", players=players), list[list[float]](), list[bool]()
    counted = standing_evaluator(rules, [0.0] * len(TRAIT_NAMES))
    agents = {name: make_agent(rules, name) for name in PLAYERS}
    for _ in range(games):
        team = [agents[luck.choice(PLAYERS)] for _ in range(players)]
        state, rows = rules.new(luck.getrandbits(40)), list[list[list[float]]]()
        while not state.over:
            if luck.random() < KEPT:
                rows.append([counted.traits(state, seat) for seat in range(players)])
            seat = state.player or 0
            state.apply(team[seat].choose(state.seat(seat), rng=luck.getrandbits(40)))
        assert state.result is not None
        scores = state.result.scores
        for traits in rows:
            for one in range(players):
                for other in range(one):
                    if scores[one] != scores[other]:
                        apart.append([a - b for a, b in zip(traits[one], traits[other], strict=True)])
                        before.append(scores[one] > scores[other])
    return apart, before


def main() -> None:
    """Play, fit on four fifths of the games, tell how often the rest is told right, and write the weights."""
    from sklearn.linear_model import LogisticRegression

    out, numbers = Path(sys.argv[1]), [int(word) for word in sys.argv[2:4]]
    games, seed = (*numbers, *(6000, 0)[len(numbers) :])
    luck = random.Random(seed)
    fitted, checked = ([], []), ([], [])
    for players in TABLES:
        for part, share in ((fitted, 0.8), (checked, 0.2)):
            apart, before = play(players, max(1, round(share * games / len(TABLES))), luck)
            part[0].extend(apart)
            part[1].extend(before)
    model = LogisticRegression(fit_intercept=False, max_iter=3000).fit(*fitted)
    print(f"accuracy {model.score(*checked):.3f} on {len(checked[0])} pairs of games not fitted, {len(fitted[0])} fitted")
    weights = [round(float(weight), 4) for weight in model.coef_[0]]
    out.write_text(json.dumps({"names": list(TRAIT_NAMES), "weights": weights}) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
