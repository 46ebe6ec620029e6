"""Magpies in plain Python and compiled: the same deals, actions, positions, worlds, events and ends, move for move."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from cardlab import Rng, Script, State, make_agent
from cardlab.errors import PositionError, ScriptError
from cardlab.testing import check_game
from tests.effort import PURE, effort

DECKS = ("meadow", "moon")


def pair(magpies: SimpleNamespace, deck: str, seed: int) -> tuple[State, State]:
    return magpies.game.Magpies(deck=deck).new(seed), magpies.plain.PlainMagpies(deck=deck).new(seed)


def assert_same(fast: State, slow: State) -> None:
    assert fast.to_dict() == slow.to_dict()
    assert (fast.player, fast.turn, fast.legal()) == (slow.player, slow.turn, slow.legal())


def assert_same_seats(fast: State, slow: State, seed: int) -> None:
    """Both tell every seat the same, a seat can be rebuilt from it, and both draw the same worlds from it."""
    for seat in range(3):
        assert fast.view(seat) == slow.view(seat)
        assert fast.game.from_view(slow.view(seat)) == fast.seat(seat)
        assert fast.seat(seat).resample(seed).to_dict() == slow.seat(seat).resample(seed).to_dict()


def heard(state: State) -> list[Any]:
    """What the state will tell, for everybody and in words for each seat."""
    told: list[Any] = []
    state.listener = lambda event: told.append((event.to_dict(), [event.for_seat(seat).text for seat in range(3)]))
    return told


@pytest.mark.parametrize("deck", DECKS)
def test_both_play_the_same_games(magpies: SimpleNamespace, deck: str) -> None:
    shuffles = asked = polls = 0
    for seed in range(effort(200, 50, 10)):
        (fast, slow), rng = pair(magpies, deck, seed), Rng(seed)
        fast_told, slow_told = heard(fast), heard(slow)
        while not slow.over:
            assert_same(fast, slow)
            if seed < 5:
                assert_same_seats(fast, slow, seed)
            asked += slow.position.picked is not None
            polls += slow.position.poll is not None
            action = rng.choice(slow.legal())
            assert fast.text(action) == slow.text(action) and fast.parse(fast.text(action)) == action
            fast.apply(action)
            slow.apply(action)
        assert_same(fast, slow)
        assert fast.result == slow.result and fast_told == slow_told
        shuffles += slow.position.shuffles
    assert shuffles > 10 and asked > 10 and polls > 10


def test_both_follow_the_same_scripts(magpies: SimpleNamespace) -> None:
    fast, slow = pair(magpies, "meadow", 7)
    luckier = magpies.game.Magpies().from_dict({**fast.to_dict(), "luck": [5, 6, 0]})
    for state in (fast, slow):
        state.script = Script()
    rng = Rng(7)
    actions = []
    while not slow.over:
        actions.append(rng.choice(slow.legal()))
        fast.apply(actions[-1])
        slow.apply(actions[-1])
    assert fast.script.told == slow.script.told and fast.script.told
    luckier.script = Script([(kind, outcome) for kind, _, outcome in slow.script.told])
    for action in actions:
        luckier.apply(action)
    assert luckier.to_dict()["nests"] == slow.to_dict()["nests"] and luckier.script.left == 0


def test_a_script_that_does_not_fit_changes_nothing(magpies: SimpleNamespace) -> None:
    for state in pair(magpies, "meadow", 7):
        state.script = Script([(1, 99)])
        rng = Rng(7)
        with pytest.raises(ScriptError):
            while True:
                before = state.to_dict()
                state.apply(rng.choice(state.legal()))
        assert state.to_dict() == before


@pytest.mark.parametrize("moves", [0, 3, 8])
def test_a_search_visits_the_same_actions_as_often(magpies: SimpleNamespace, moves: int) -> None:
    found = []
    for state in pair(magpies, "meadow", 11):
        rng = Rng(2)
        for _ in range(moves):
            state.apply(rng.choice(state.legal()))
        agent = make_agent(state.game, "ismcts:150")
        choice = agent.choose(state.seat(state.player), rng=5)
        found.append((choice, agent.report.lines))
    assert found[0] == found[1] and sum(line.visits for line in found[0][1]) == 150


@pytest.mark.parametrize("form", ["plain", "game"])
@pytest.mark.parametrize("deck", DECKS)
def test_both_forms_keep_all_laws(magpies: SimpleNamespace, form: str, deck: str) -> None:
    kind = {"plain": magpies.plain.PlainMagpies, "game": magpies.game.Magpies}[form]
    check = check_game(kind(deck=deck), games=1 if PURE else 3, seed=4)
    assert check.hidden and check.longest > 15


def test_only_the_deck_with_a_function_needs_python(magpies: SimpleNamespace) -> None:
    assert magpies.game.Magpies().native and not magpies.game.Magpies(deck="moon").native


BROKEN: list[tuple[str, Any]] = [
    ("hands", [["pebble1"], [], []]),
    ("hands", "pebble1"),
    ("left", 16),
    ("deck", ["bell"]),
    ("seen_by", {}),
    ("shuffles", 255),
    ("batch", {"bell": 3}),
    ("chain", [{"op": 99, "seat": 0, "card": 0, "n": 1, "whole": True}]),
    ("chain", [{"op": 1, "seat": 0, "card": 0, "n": 1, "whole": True}]),
    ("chain", 5),
    ("picked", [0]),
    ("poll", [None, None, None]),
]


@pytest.mark.parametrize(("part", "value"), BROKEN)
def test_a_position_that_cannot_be_is_refused_by_both(magpies: SimpleNamespace, part: str, value: Any) -> None:
    for state in pair(magpies, "meadow", 3):
        with pytest.raises(PositionError):
            state.game.from_dict({**state.to_dict(), part: value})


@pytest.mark.skipif(PURE, reason="a match in the uncompiled build takes long")
def test_the_command_line_knows_both_and_search_wins(magpies_folder: Path, tmp_path: Path) -> None:
    env = {**os.environ, "CARDLAB_HOME": str(tmp_path), "COLUMNS": "120"}
    env["PYTHONPATH"] = os.pathsep.join(filter(None, [str(magpies_folder), os.environ.get("PYTHONPATH", "")]))
    runs = [["match", "magpies", "ismcts:400", "random", "random", "-n", "120"]]
    runs += [["watch", name, "ismcts:20", "random", "random", "--text", "--seed", "3"] for name in ("magpies", "plain_magpies")]
    told = []
    for words in runs:
        done = subprocess.run(
            [sys.executable, "-m", "cardlab", *words], env=env, cwd=tmp_path, capture_output=True, text=True, timeout=120
        )
        assert done.returncode == 0, done.stderr
        told.append(done.stdout)
    row = next(line for line in told[0].splitlines() if "ismcts:400" in line).split()
    assert float(row[1].rstrip("%")) > 60
    assert told[1].splitlines()[1:] == told[2].splitlines()[1:] and "the meadow is shuffled" in told[1]
