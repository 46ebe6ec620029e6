"""Replays: seed, options and actions lead to the same end, and a changed file is noticed."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from cardlab import Replay, Rng, Seat, State, game, load_state, make_agent
from cardlab.errors import PositionError, ReplayError, UnknownGame, UnknownOption
from cardlab.lab.matches.arena import Arena


def recorded(spec: str = "castle,players=3,ranking=yes", seed: int = 8) -> tuple[Replay, State]:
    start = game(spec).new(seed)
    state, rng, actions = start.copy(), Rng(1), []
    while not state.over:
        actions.append(rng.choice(state.legal()))
        state.apply(actions[-1])
    return Replay.of(start, actions, seed=seed, agents=("random",) * 3, note="a test"), state


def test_a_saved_replay_leads_to_the_same_end(tmp_path: Path) -> None:
    replay, end = recorded()
    again = Replay.load(replay.save(tmp_path / "deep" / "game.json"))
    assert again == replay
    assert again.verify() == end
    states = list(again.states())
    assert (len(states), states[0], states[-1]) == (len(replay.actions) + 1, again.start(), end)


def test_a_replay_may_start_from_a_position() -> None:
    start = game("castle").from_dict({"hands": ["9", "3"], "up": ["", ""], "down": ["", "5"]})
    replay = Replay.of(start, [start.parse("play 9")])
    again = Replay.from_dict(json.loads(json.dumps(replay.to_dict())))
    assert again.start() == start and again.verify().over


def test_a_replay_keeps_how_long_each_decision_took(tmp_path: Path) -> None:
    replay, _ = recorded()
    times = tuple(0.25 * at for at in range(len(replay.actions)))
    timed = Replay.of(replay.start(), replay.actions, replay.seed, replay.agents, replay.note, times)
    assert Replay.load(timed.save(tmp_path / "timed.json")).milliseconds == times
    assert timed == replay, "how long somebody thought is no part of the game"
    assert "milliseconds" not in replay.to_dict()


def test_a_recorded_game_says_how_long_each_decision_took() -> None:
    castle = game("castle,players=3")
    agents = [make_agent(castle, spec) for spec in ("ismcts:30", "lowest", "python:tests.core.test_replay.Slow")]
    chunk = Arena(castle, agents, seed=5, recording=True).play(1, 1)
    moves = chunk.replays[0]
    spent = dict.fromkeys(moves.agents, 0)
    state = castle.new(moves.seed)
    for action, taken in zip(moves.actions, moves.spent_ns, strict=True):
        spent[moves.agents[state.player or 0]] += taken
        state.apply(action)
    assert [spent[agent.spec] for agent in agents] == chunk.spent_ns[0]


class Slow:
    """An agent that takes its time."""

    def choose(self, seat: Seat) -> int:
        """Wait, and take the first."""
        time.sleep(0.001)
        return seat.legal()[0]


def _changed(**parts: Any) -> dict[str, Any]:
    return {**recorded()[0].to_dict(), **parts}


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"seed": 9}, "cannot be played|does not lead"),
        ({"digest": "0" * 16}, "does not lead to the end"),
        ({"actions": ["castle 3 3 3"]}, "action 1 of 1|does not lead"),
        ({"actions": []}, "does not lead"),
        ({"rules_version": 99}, "version 99 of the rules"),
        ({"format": "other"}, "its format should be"),
        ({"actions": "play 3"}, "actions should be list"),
        ({"seed": "x"}, "seed should be int"),
        ({"seed": True}, "seed should be int"),
        ({"extra": 1}, "unknown parts: extra"),
        ({"agents": [1]}, "an agent should be str"),
        ({"milliseconds": [1.5]}, "1 times in 'milliseconds' for [0-9]+ actions: give one for each"),
        ({"milliseconds": 3}, "milliseconds should be list"),
        ({"actions": ["castle 3 3 3"], "milliseconds": [-1]}, "milliseconds are numbers from 0 on, not -1"),
        ({"actions": ["castle 3 3 3"], "milliseconds": [float("nan")]}, "milliseconds are numbers from 0 on, not nan"),
        ({"actions": ["castle 3 3 3"], "milliseconds": [True]}, "milliseconds are numbers from 0 on, not True"),
    ],
)
def test_a_changed_replay_is_refused(tmp_path: Path, parts: dict[str, Any], words: str) -> None:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(_changed(**parts)))
    with pytest.raises(ReplayError, match=words) as caught:
        Replay.load(path)
    assert str(path) in str(caught.value)


def test_a_file_that_is_no_replay_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ReplayError, match="cannot be read"):
        Replay.load(tmp_path / "nothing.json")
    (tmp_path / "binary.json").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(ReplayError, match="no JSON"):
        Replay.load(tmp_path / "binary.json")


def test_a_replay_of_a_game_that_is_not_installed_names_it() -> None:
    with pytest.raises(UnknownGame, match="'chess'"):
        Replay.from_dict(_changed(game="chess"))
    for name in ("colour", "name", "self"):
        with pytest.raises(UnknownOption, match=name):
            Replay.from_dict(_changed(options={name: 1}))


@pytest.mark.parametrize(
    "spec", ["castle,players=3,four_anytime=yes,limit=300", "castle,repetition=2,players=3", "castle,castle=swap"]
)
def test_a_table_used_for_many_games_records_each_as_if_it_were_the_first(spec: str) -> None:
    castle = game(spec)
    rows = Arena(castle, [make_agent(castle, "random") for _ in range(castle.players)], seed=3, recording=True).play(0, 12)
    for row in rows.replays:
        Replay(castle, row.seed, tuple(row.actions), digest=row.digest).verify()


def test_a_state_is_read_from_its_own_json() -> None:
    state = game("castle,players=3,lower=7,jokers=2").new(4)
    state.rollout(Rng(4), 30)
    assert load_state(state.to_json()) == state
    with pytest.raises(PositionError, match="a position is written as"):
        load_state("[]")
    with pytest.raises(PositionError, match="no JSON"):
        load_state("{")
    with pytest.raises(UnknownOption, match="'self'"):
        load_state('{"game": "castle", "options": {"self": 1}, "position": {}}')
