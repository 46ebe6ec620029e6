"""MCTS over the own turn, judged at its end by an evaluator."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardlab import Agent, State, game, make_agent
from cardlab.errors import OptionError
from cardlab.lab.matches.arena import Arena
from tests.agents.test_turn_search import WINS, battle, melee
from tests.agents.turns import single_minded, slow
from tests.games.castle import tables as castle
from tests.games.locm.tables import creature


def asked(state: State, text: str, seed: int = 1) -> Agent:
    """An agent that was asked for a decision."""
    agent = make_agent(state.game, text)
    agent.choose(state.seat(state.player), seed)
    return agent


@slow
@pytest.mark.parametrize("name", WINS)
def test_the_wins_of_a_turn_are_found(name: str) -> None:
    state = WINS[name][0].copy()
    agent = make_agent(state.game, "oneply:3000,c=0.1")
    while not state.over:
        assert state.player == 0
        state.apply(agent.choose(state.seat(0), 1))
    assert state.result is not None and state.result.winner == 0


@slow
@pytest.mark.parametrize("options", ["", ",policy=random", ",reuse=yes", ",threads=2", ",final=value"])
def test_the_tree_ends_with_the_own_turn(options: str) -> None:
    """Two attackers: four positions of the turn, and a pass from each. More iterations find nothing beyond."""
    state = battle({"board": [creature(1, 1), creature(2, 2, lane=1)]}, {})
    agent = asked(state, f"oneply:2000{options}")
    assert sum(line.visits for line in agent.report.lines) == 2000 == agent.report.iterations
    turn = state.copy()
    for action in agent.report.principal:
        assert turn.player == 0
        turn.apply(action)
    assert agent.report.principal[-1] == state.parse("PASS") and turn.player == 1
    assert max(map(len, (agent.report.principal, asked(state, "ismcts:2000").report.principal))) > 3


@slow
def test_ends_are_worth_what_the_evaluator_says(tmp_path: Path) -> None:
    """By the own health only, nothing the two attackers do changes anything: all values are the same."""
    state = battle({"board": [creature(1, 1), creature(2, 2, lane=1)], "health": 14}, {})
    by_own = asked(state, f"oneply:200,evaluator={single_minded(tmp_path, 'own_health', 1.0)}")
    assert [line.value for line in by_own.report.lines] == pytest.approx([0.802183888] * 3)
    by_other = asked(state, f"oneply:2000,c=0.01,evaluator={single_minded(tmp_path, 'other_health', -1.0)}")
    best = by_other.report.best
    assert best is not None and state.text(best.action).startswith("ATTACK")
    assert best.value == pytest.approx(0.062973356, abs=2e-4), "both attack in nearly all iterations, and leave 27 health"


def test_an_equal_seed_gives_an_equal_search() -> None:
    state = melee()
    reports = [asked(state, "oneply:100", seed).report for seed in (5, 5, 6)]
    lines = [report.lines for report in reports]
    assert lines[0] == lines[1] != lines[2]


@slow
@pytest.mark.parametrize("text", ["oneply:20000,threads=2", "ismcts:4000,depth=3,evaluator=board,threads=2"])
def test_trees_that_grow_at_the_same_time_do_not_disturb_each_other(text: str) -> None:
    state = melee(hand=[123, 136, 3])
    first = asked(state, text).report.lines
    assert all(asked(state, text).report.lines == first for _ in range(3))


def test_a_burn_of_castle_belongs_to_the_turn() -> None:
    state = castle.lay(["3 10", "A"], pile="2")
    agent = asked(state, "oneply:100")
    assert [state.text(action) for action in agent.report.principal] == ["play 10", "play 3"]


@slow
@pytest.mark.parametrize("spec", ["locm", "locm,lanes=1", "castle,players=3"])
def test_whole_games_are_legal(spec: str) -> None:
    rules: Any = game(spec)
    agents = [make_agent(rules, "oneply:40") for _ in range(rules.players)]
    assert Arena(rules, agents, seed=2).play(0, 4).errors == {}


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("oneply,depth=3", "depth"),
        ("oneply,evaluator=borad", "Did you mean 'board'"),
        ("oneply,evaluator=board,batch=8", "gate and batch are for models; board is asked about each seat by itself"),
        ("oneply,policy=beam:10", "that agent searches"),
        ("oneply:3,threads=4", "more than the 3 iterations"),
    ],
)
def test_wrong_options_are_refused(text: str, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        make_agent(game("locm"), text)
