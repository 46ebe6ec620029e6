"""Rows that are recorded while games are played: which, what they say, and that recording changes nothing."""

from __future__ import annotations

import math
import os
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from cardlab import Game, game, make_agent
from cardlab.agents.agent import Stop
from cardlab.errors import OptionError, RunError, UnknownAgent
from cardlab.lab import play_match
from cardlab.lab.matches.arena import Arena
from cardlab.lab.matches.chunk import Chunk, Observed
from cardlab.lab.matches.recording import Recording
from tests.testing.duel import Duel

PURE = os.environ.get("CARDLAB_PURE") == "1"
GAMES = 2 if PURE else 6
HEAD = 5
SEARCH = "ismcts:3,policy=lowest" if PURE else "ismcts:12,policy=random"
slow = pytest.mark.skipif(PURE, reason="takes too long uncompiled")


@dataclass(frozen=True)
class Taken(Chunk):
    """Games with their rows as arrays."""

    lines: Any = None
    reals: Any = None


class Table:
    """A match whose games are recorded."""

    def __init__(self, spec: str | Game = "castle", agents: tuple[Any, ...] = (SEARCH, "lowest"), **recording: Any) -> None:
        self.rules = game(spec) if isinstance(spec, str) else spec
        self.agents = [make_agent(self.rules, agent) for agent in agents]
        recorder = Recording(**{"observe": (0,), **recording}).recorder(self.rules)
        self.arena = Arena(self.rules, self.agents, seed=9, recording=True, recorder=recorder)

    def play(self, first: int = 0, count: int = GAMES) -> Taken:
        """Games as the arena delivers them, with the rows as arrays."""
        chunk = self.arena.play(first, count)
        lines = np.frombuffer(chunk.observed.numbers, np.int64).reshape(-1, HEAD + self.rules.observer().width)
        reals = np.frombuffer(chunk.observed.reals, np.float64).reshape(-1, 3)
        assert len(lines) == len(reals)
        return Taken(**vars(chunk), lines=lines, reals=reals)


def replayed(rules: Game, columns: Taken, observe: tuple[int, ...]) -> list[list[int]]:
    """The rows that should be there, from the replays of the same games."""
    observer, rows = rules.observer(), []
    for replay in columns.replays:
        state = rules.new(replay.seed)
        for turn, action in enumerate(replay.actions):
            seat = state.player
            role = (seat + replay.index) % rules.players
            if role in observe:
                rows.append([replay.index, turn, seat, role, action, *observer.observe(state.seat(seat))])
            state.apply(action)
    return rows


@pytest.mark.parametrize(
    ("spec", "agents", "observe"),
    [
        ("castle", (SEARCH, "lowest"), (0,)),
        ("castle", ("lowest", "random"), (1,)),
        ("castle", ("lowest", "random"), (0, 1)),
        ("castle,players=3,castle=simultaneous", ("random", "lowest", "random"), (0, 2)),
        ("castle,players=4,reverse=Q,ranking=yes", ("random", "lowest", "lowest", "random"), (3,)),
    ],
)
def test_rows_are_the_decisions_of_the_observed_roles(spec: str, agents: tuple[str, ...], observe: tuple[int, ...]) -> None:
    table = Table(spec, agents, observe=observe)
    columns = table.play(3)
    lines = columns.lines.tolist()
    assert lines == replayed(table.rules, columns, observe)
    assert {line[3] for line in lines} == set(observe) and {line[0] for line in lines} == set(range(3, 3 + GAMES))
    scores = [columns.scores[line[0] - 3][line[3]] for line in lines]
    assert columns.reals[:, 0].tolist() == scores


def test_a_draw_is_shared() -> None:
    columns = Table("castle,limit=30,players=3", ("random",) * 3, observe=(0, 1, 2)).play()
    assert set(columns.reals[:, 0]) == {1 / 3}


def test_each_row_is_delivered_once() -> None:
    table = Table()
    first, second = table.play(0, 1), table.play(1, 1)
    assert set(first.lines[:, 0]) == {0} and set(second.lines[:, 0]) == {1}


@pytest.mark.parametrize("recording", [{}, {"playouts": 2}, {"playouts": 2, "walk": 3}])
def test_rows_do_not_depend_on_how_games_are_put_into_chunks(recording: dict[str, int]) -> None:
    whole = Table(**recording).play(0, 3)
    table = Table(**recording)
    parts = [table.play(first, 1) for first in (2, 0, 1)]
    parts = [parts[1], parts[2], parts[0]]
    assert np.array_equal(np.concatenate([part.lines for part in parts]), whole.lines)
    assert np.array_equal(np.concatenate([part.reals for part in parts]), whole.reals, equal_nan=True)


@pytest.mark.parametrize("recording", [{}, {"observe": (0, 1), "playouts": 3}, {"playouts": 1, "walk": 4, "by": "lowest"}])
def test_recording_does_not_change_the_games(recording: dict[str, Any]) -> None:
    rules = game("castle")
    agents = [make_agent(rules, agent) for agent in (SEARCH, "random")]
    plain = Arena(rules, agents, seed=9, recording=True).play(0, GAMES)
    recorded = Table(agents=(SEARCH, "random"), **recording).play()
    assert plain.observed == Observed()
    for name in ("scores", "turns", "decisions", "replays"):
        assert getattr(plain, name) == getattr(recorded, name)


# ---- what the agent thought --------------------------------------------------------------------------------------


@slow
@pytest.mark.parametrize(
    "agent",
    [
        "ismcts:12", "ismcts:12,final=value", "flat:30", "flat_mc:60", "pimc:20,worlds=2", "e-ismcts:12,depth=3", "oneply:12",
        "ismcts:20,threads=2",
    ],
)  # fmt: skip
def test_the_value_is_what_the_agent_reports(agent: str) -> None:
    """After a game the report is still that of the agent's latest decision."""
    table = Table(agents=(agent, "lowest"))
    seen = 0
    for index in range(10 * GAMES):
        if seen and index >= GAMES:
            break
        columns = table.play(index, 1)
        (value,) = columns.reals[-1:, 1]
        report, action = table.agents[0].report, columns.lines[-1, 4]
        if report.iterations:
            (line,) = [line for line in report.lines if line.action == action]
            assert value == pytest.approx(line.value)
            seen += 1
        else:
            assert math.isnan(value)
        values = columns.reals[:, 1]
        assert all(0 <= value <= 1 for value in values[~np.isnan(values)])
    assert seen


def test_forced_decisions_and_agents_that_do_not_search_have_no_value() -> None:
    columns = Table().play()
    state_rows = replayed(game("castle"), columns, (0,))
    assert len(state_rows) == len(columns.lines)
    forced = []
    for replay in columns.replays:
        state = game("castle").new(replay.seed)
        for action in replay.actions:
            if (state.player + replay.index) % 2 == 0:
                forced.append(len(state.legal()) == 1)
            state.apply(action)
    empty = np.isnan(columns.reals[:, 1])
    assert all(empty[i] for i, only in enumerate(forced) if only) and not all(empty)
    for agent in ("lowest", "random"):
        assert np.isnan(Table(agents=(agent, "lowest")).play().reals[:, 1:]).all()


# ---- playouts ----------------------------------------------------------------------------------------------------


def test_playouts_are_shares_of_wins_and_the_same_every_time() -> None:
    first, again = (Table(playouts=4).play() for _ in range(2))
    labels = first.reals[:, 2]
    assert np.array_equal(labels, again.reals[:, 2])
    assert set(labels) <= {0, 0.25, 0.5, 0.75, 1} and len(set(labels)) > 2
    assert np.array_equal(first.lines, Table().play().lines)


def test_playouts_by_another_policy_are_other_labels() -> None:
    labels = [Table(playouts=3, by=by).play().reals[:, 2].tolist() for by in (None, "random", "lowest")]
    assert labels[0] == labels[1] != labels[2]


def test_who_wins_with_the_next_move_wins_playouts_too() -> None:
    """The last row of a game is that of the winner before its last move: it has won, and so have some of the playouts."""
    columns = Table(agents=("lowest", "lowest"), observe=(0, 1), playouts=8).play(0, 4)
    last = {int(line[0]): real for line, real in zip(columns.lines, columns.reals, strict=True)}
    assert all(real[0] == 1 and real[2] > 0 for real in last.values())


# ---- walks -------------------------------------------------------------------------------------------------------


def test_after_a_walk_it_is_the_viewers_turn_and_nobody_has_moved_yet() -> None:
    table = Table(observe=(0, 1), playouts=4, walk=5)
    columns = table.play()
    names = [column.name for column in table.rules.observer().columns]
    shown = {name: columns.lines[:, HEAD + i] for i, name in enumerate(names)}
    assert set(shown["wait"]) == {0} and set(shown["phase"]) <= {0, 2}
    assert set(columns.lines[:, 4]) == {-1} and np.isnan(columns.reals[:, 1]).all()
    assert set(columns.reals[:, 0]) == {0.0, 1.0} and set(columns.reals[:, 2]) <= {0, 0.25, 0.5, 0.75, 1}


def test_walks_start_from_the_decisions_of_the_games() -> None:
    walked = Table(agents=("random", "lowest"), playouts=1, walk=6).play()
    plain = Table(agents=("random", "lowest")).play()
    places = {tuple(line[:4]) for line in plain.lines.tolist()}
    found = [tuple(line[:4]) for line in walked.lines.tolist()]
    assert set(found) < places and found == sorted(found)
    assert walked.reals[:, 0].tolist() == walked.reals[:, 2].tolist()


def test_walks_that_end_the_game_leave_no_row() -> None:
    columns = Table(playouts=1, walk=6000).play()
    assert len(columns.lines) == 0 and columns.observed == Observed()


# ---- what went wrong ---------------------------------------------------------------------------------------------


class Fails:
    """Plays the first action and fails at its sixth decision."""

    def __init__(self, error: BaseException | None) -> None:
        self.error, self.left = error, 0

    def new_game(self) -> None:
        self.left = 5

    def choose(self, seat: Any) -> Any:
        self.left -= 1
        if self.left < 0:
            if self.error is None:
                return 12345
            raise self.error
        return seat.legal()[0]


@pytest.mark.parametrize("error", [ValueError("boom"), TimeoutError(), None])
def test_decisions_before_a_failure_are_rows_of_a_lost_game(error: BaseException | None) -> None:
    table = Table(agents=(Fails(error), "lowest"), observe=(0, 1))
    columns = table.play(0, 2)
    assert len(columns.errors) == 2
    made = [line for line in columns.lines.tolist() if line[1] < columns.decisions[line[0]]]
    assert made == replayed(table.rules, columns, (0, 1))
    assert all(real[0] == float(line[3]) for line, real in zip(columns.lines, columns.reals, strict=True))


def test_a_game_that_is_broken_off_leaves_no_rows() -> None:
    stop = Stop()

    class Stops:
        moves = 0

        def choose(self, seat: Any) -> Any:
            self.moves += 1
            stop.asked = self.moves > 60
            return seat.legal()[0]

    rules = game("castle")
    agents = [make_agent(rules, agent) for agent in (Stops(), "lowest")]
    arena = Arena(rules, agents, seed=9, stop=stop, recorder=Recording(observe=(0, 1)).recorder(rules))
    columns = arena.play(0, 8)
    finished = len(columns.scores)
    lines = np.frombuffer(columns.observed.numbers, np.int64).reshape(-1, HEAD + 15)
    assert finished < 8 and set(lines[:, 0]) == set(range(finished))
    assert len(lines) == sum(columns.decisions)


def test_without_observed_roles_nothing_is_recorded() -> None:
    assert Recording().recorder(game("castle")) is None
    assert play_match("castle", ["lowest", "random"], games=2).games == 2


def test_a_game_without_an_observer_says_so() -> None:
    with pytest.raises(OptionError, match="duel has no observer"):
        Recording(observe=(0,)).recorder(Duel())


@pytest.mark.parametrize(
    ("recording", "error", "words"),
    [
        ({"observe": (2,)}, RunError, "no agent 2 to observe: they are numbered 0 to 1"),
        ({"observe": (0, -1)}, RunError, "no agent -1 to observe"),
        ({"playouts": -1}, OptionError, "0 to 1,000,000 playouts"),
        ({"playouts": 1_000_001}, OptionError, "0 to 1,000,000 playouts"),
        ({"playouts": 1, "walk": 100_001}, OptionError, "a walk of 0 to 100,000 moves"),
        ({"walk": 3}, OptionError, "add playouts that tell"),
        ({"by": "lowest"}, OptionError, "say how many"),
    ],
)
def test_what_cannot_be_recorded_is_refused(recording: dict[str, Any], error: type[Exception], words: str) -> None:
    with pytest.raises(error, match=words):
        Recording(**recording).check(game("castle"))


def test_what_can_be_recorded_is_let_through() -> None:
    Recording(True, (0, 1), 1_000_000, "lowest", 100_000).check(game("castle"))
    Recording().check(game("castle"))


def test_playouts_need_a_mere_rule() -> None:
    with pytest.raises(OptionError, match="that agent searches"):
        Recording(observe=(0,), playouts=1, by="ismcts:10").recorder(game("castle"))
    with pytest.raises(UnknownAgent, match="Did you mean 'lowest'"):
        Recording(observe=(0,), playouts=1, by="lowes").recorder(game("castle"))
