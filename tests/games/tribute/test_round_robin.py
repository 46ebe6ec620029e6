"""One set of bot objects plays everybody against everybody: matches end by the rules, and nobody makes a move that is none."""

from __future__ import annotations

import itertools
import os

import pytest

from cardlab import make_agent
from cardlab.agents.agent import Agent
from cardlab.games.tribute import Tribute
from cardlab.games.tribute.rules.state import Ending
from cardlab.lab.matches.arena import Arena
from cardlab.registry import agent_kind, agent_names

pytestmark = pytest.mark.skipif(os.environ.get("CARDLAB_PURE") == "1", reason="plays too many games for the uncompiled build")
BY_THE_RULES = {Ending.PRESTIGE_OVER_80, Ending.PATRON_FAVOR, Ending.PRESTIGE_OVER_40_NOT_MATCHED, Ending.TURN_LIMIT_EXCEEDED}
OWN = [name for name in agent_names("tribute") if agent_kind(name, "tribute").game == "tribute"]
SEEDED = ("random_bot", "no_end", "max_prestige", "patron_favors", "max_agents", "decision_tree")


def bot(name: str, game: Tribute) -> Agent:
    """With a small budget; simple bots draw lots by the original's generator, which goes on from match to match."""
    budget = ":30" if agent_kind(name, "tribute").default_budget else ""
    return make_agent(game, f"{name}{budget}{',seed=123' if name in SEEDED else ''}")


@pytest.mark.parametrize("options", [{}, {"cards": "2024"}, {"luck": "original"}], ids=str)
def test_a_round_robin_of_all_bots_ends_by_the_rules(options: dict[str, str]) -> None:
    game = Tribute(**options)
    bots = {name: bot(name, game) for name in OWN}
    assert {"hql", "best_mcts", "champion", "sakkirin", *SEEDED} <= {*bots}
    ends, games = set(), 0
    for number, (one, other) in enumerate(itertools.combinations(bots, 2)):
        chunk = Arena(game, [bots[one], bots[other]], seed=number).play(0, 2)
        assert chunk.errors == {} and chunk.failed == [-1, -1], (one, other)
        games += chunk.games
        ends |= {game.reasons[reason] for reason in chunk.reason}
    assert games == len(bots) * (len(bots) - 1)
    assert ends <= {ending.name for ending in BY_THE_RULES} and "PATRON_FAVOR" in ends
