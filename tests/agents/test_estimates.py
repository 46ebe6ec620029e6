"""What an agent thought of its chances: of the decision it has just made, or nothing; whatever it did before."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardlab import Game, Line, Report, Seat, game, make_agent
from cardlab.lab.matches.arena import Arena
from cardlab.lab.matches.guard import guarded
from cardlab.lab.matches.recording import Recording
from cardlab.registry import agent_kind, agent_names

PURE = os.environ.get("CARDLAB_PURE") == "1"
slow = pytest.mark.skipif(PURE, reason="takes too long uncompiled")
BUDGET = 8 if PURE else 30
MOVERS = {"castle": "lowest", "locm": "greedy", "unicorns": "rule-based", "tribute": "decision_tree", "duelyst": "starter-ai"}
TABLES = {"unicorns": "unicorns,players=3", "duelyst": "duelyst,turns=8"}
"""Shorter games, where these are long."""
ASKED = {"castle": 90, "locm": 90, "unicorns": 40, "tribute": 40, "duelyst": 40}
SILENT = {"random_turns", "turn_tree", "sample_beam"}
"""Besides mere rules: the sample bots of Scripts of Tribute count points, and nobody says for which chance these stand."""
SPLITS = ["row=(ismcts:12),play=lowest", "row=lowest,play=(ismcts:12)", "row=(ismcts:12),play=(flat:12)"]
MORE = {
    "castle": [
        *(f"split,{parts}" for parts in SPLITS),
        "ismcts:20,threads=2",
        "beam:30,worlds=2",
        "e-ismcts:20,evaluator=cards",
    ],
    "locm": ["ismcts:20,draft=own", "ismcts:20,threads=2", "beam:40,worlds=2,width=5,finalists=3", "beam:40,draft=random"],
    "unicorns": ["ismcts:12,threads=2", "beam:20,worlds=2,width=5,finalists=3"],
    "tribute": ["beam:20,worlds=2,width=5,finalists=3", "rollout:1,evaluator=worth,aggregate=mean"],
    "duelyst": ["champion:12,answers=beam", "turn-mcts:12,backup=max,normalise=yes", "rollout:1,evaluator=tuned"],
}


def budget(name: str) -> int:
    return BUDGET if name in ("castle", "locm") else 8


def silent(name: str, text: str) -> bool:
    """Mere rules never say what they think of their chances."""
    agent = text.partition(",")[0].partition(":")[0]
    return agent in SILENT or (agent != "split" and agent_kind(agent, name).default_budget is None)


def texts(name: str, folder: Path) -> list[str]:
    """All agents of a game, small ones, and some combinations of them."""
    found = []
    for agent in agent_names(name):
        if agent == "ranks":
            (folder / "ranks.json").write_text(json.dumps(list(range(14))), encoding="utf-8")
            found.append(f"ranks,values={folder / 'ranks.json'}")
        elif agent != "split":
            found.append(f"{agent}:{budget(name)}" if agent_kind(agent, name).default_budget else agent)
    return [*found, *MORE[name]]


def seats(rules: Game, seed: int, most: int) -> list[Seat]:
    """Seats of a game of a mere rule, forced moves among them."""
    state, found, history = rules.new(seed), [], []
    mover = make_agent(rules, MOVERS[rules.name])
    while not state.over and len(found) < most:
        player = state.player
        assert player is not None
        seat = state.seat(player, history)
        found.append(seat)
        action = mover.choose(seat, len(found))
        state.apply(action)
        history.append((player, action))
    return found


@pytest.mark.parametrize("name", MOVERS)
def test_an_estimate_is_of_this_decision_or_there_is_none(name: str, tmp_path: Path) -> None:
    """Asked from the last decision of a game to the first, so that no plan goes on."""
    rules = game(TABLES.get(name, name))
    asked = seats(rules, 5, 6 if PURE else ASKED[name])[::-1]
    for text in texts(name, tmp_path):
        agent = make_agent(rules, text)
        told = []
        for number, seat in enumerate(asked):
            agent.choose(seat, number)
            told.append(agent.estimate)
            fresh = make_agent(rules, text)
            fresh.choose(seat, number)
            assert fresh.estimate == told[-1], f"{text} at decision {number}"
            assert told[-1] is None or 0.0 <= told[-1] <= 1.0
        assert PURE or silent(name, text) == all(value is None for value in told), text


def rows(rules: Game, agents: list[Any], games: list[int], shield: bool = False) -> dict[int, list[list[float]]]:
    """The recorded numbers of these games, played by one worker in this order."""
    made = [make_agent(rules, agent) for agent in agents]
    recorder = Recording(observe=(0, 1)).recorder(rules)
    arena = Arena(rules, guarded(made) if shield else made, seed=3, recorder=recorder)
    found: dict[int, list[list[float]]] = {}
    for index in games:
        columns = arena.play(index, 1)
        assert columns.errors == {}
        found[index] = np.nan_to_num(np.frombuffer(columns.observed.reals).reshape(-1, 3), nan=-1.0).tolist()
    return found


@slow
@pytest.mark.parametrize("name", MOVERS)
def test_recorded_values_do_not_depend_on_who_plays_which_game(name: str, tmp_path: Path) -> None:
    rules = game(TABLES.get(name, name))
    opponents = [MOVERS[name]] * (rules.players - 1)
    for text in texts(name, tmp_path):
        together = rows(rules, [text, *opponents], [0, 1, 2])
        assert together == {**rows(rules, [text, *opponents], [2, 0]), **rows(rules, [text, *opponents], [1])}, text


@slow
@pytest.mark.parametrize(
    "text", ["ismcts:20", "beam:60", "dfs:60", "champion:60", "oneply:20", "flat:20", "pimc:20", "mcts:20", "e-ismcts:20"]
)
def test_searches_of_the_battle_tell_their_values_by_default(text: str) -> None:
    """The draft is another's, and has none; in the battle only forced moves have none."""
    rules = game("locm")
    made = [make_agent(rules, text), make_agent(rules, "greedy")]
    recorder = Recording(observe=(0,)).recorder(rules)
    columns = Arena(rules, made, seed=3, recorder=recorder).play(0, 2)
    lines = np.frombuffer(columns.observed.numbers, np.int64).reshape(-1, 5 + rules.observer().width)
    values = np.frombuffer(columns.observed.reals).reshape(-1, 3)[:, 1]
    draft = lines[:, 1] < rules.opening
    assert np.isnan(values[draft]).all()
    assert np.mean(~np.isnan(values[~draft])) > 0.6


@slow
def test_a_function_as_evaluator_hides_no_values_behind_its_guard() -> None:
    rules = game("castle")
    agent = make_agent(rules, "e-ismcts:20,encoder=svm", evaluator=lambda x: np.full(len(x), 0.25))
    assert not agent.native
    values = [row[1] for row in rows(rules, [agent, "lowest"], [0], shield=True)[0]]
    assert any(value > 0 for value in values)


# ---- agents in Python ----------------------------------------------------------------------------------------------


class Thinks:
    """Reports on every second decision, and leaves the old report standing otherwise."""

    def __init__(self) -> None:
        self.report: Any = None
        self.decisions = 0

    def choose(self, seat: Seat) -> int:
        self.decisions += 1
        action = seat.legal()[0]
        if self.decisions % 2:
            self.report = Report((Line(action, 1, self.decisions / 1000),))
        return action


class Knows:
    """Has an estimate of its own."""

    estimate: Any = 0.75

    def choose(self, seat: Seat) -> int:
        return seat.legal()[0]


class Confused(Knows):
    """Whose report cannot be read."""

    estimate = "high"

    @property
    def report(self) -> Report:
        raise ValueError("no report")


def told(player: Any, decisions: int = 4) -> list[float | None]:
    rules = game("castle")
    agent = make_agent(rules, player)
    found = []
    for seat in seats(rules, 1, decisions):
        agent.choose(seat)
        found.append(agent.estimate)
    return found


def test_an_agent_in_python_tells_by_its_report_or_its_estimate() -> None:
    assert told(Thinks()) == [0.001, None, 0.003, None]
    assert told(Knows()) == [0.75] * 4
    assert told(Confused()) == [None] * 4
