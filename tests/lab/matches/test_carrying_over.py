"""Agents whose play depends on the games before: one worker plays these in order, and nothing goes on from the middle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cardlab import game, make_agent
from cardlab.core.vectorfile import find_kind
from cardlab.errors import RunError
from cardlab.lab import play_match, play_tournament
from cardlab.lab.collecting.collecting import collect
from cardlab.lab.matches.debugging import debug_game
from cardlab.lab.matches.guard import guarded
from cardlab.lab.matches.match import Match
from cardlab.learn.contest import Contest
from cardlab.learn.qlearning import QTask

LEARNER = "hql,learn=yes,width=1"
COUNTER = '''
class Counter:
    """Plays its n-th legal action in game n."""

    carries_over = True
    games = 0

    def new_game(self):
        self.games += 1

    def choose(self, seat):
        legal = seat.legal()
        return legal[self.games % len(legal)]
'''


@pytest.fixture
def counter(tmp_path: Path) -> str:
    (tmp_path / "counter.py").write_text(COUNTER, encoding="utf-8")
    return f"python:{tmp_path}/counter.py:Counter"


def results(spec: str, agents: list[Any], workers: int, games: int = 12) -> list[float]:
    return list(play_match(spec, agents, games=games, seed=3, workers=workers).records.scores)


def test_who_carries_over_says_so_also_through_others() -> None:
    rules = game("tribute")
    carries = {
        text: make_agent(rules, text).carries_over
        for text in (LEARNER, "hql", "random_bot,seed=5", "random_bot", "decision_tree,seed=1", "champion:10", "random")
    }
    assert [text for text, over in carries.items() if over] == [LEARNER, "random_bot,seed=5", "decision_tree,seed=1"]
    (shielded,) = guarded([make_agent(rules, LEARNER)])
    assert shielded.carries_over and not guarded([make_agent(rules, "hql")])[0].carries_over


@pytest.mark.parametrize("agents", [[LEARNER, "decision_tree"], ["random_bot,seed=5", "patron_favors"]])
def test_native_agents_give_the_same_games_with_any_number_of_workers(agents: list[str]) -> None:
    alone = results("tribute", agents, 1)
    assert results("tribute", agents, 3) == alone
    parts = [play_match("tribute", agents, games=1, seed=3, workers=1).records.scores[0] for _ in range(2)]
    assert parts[0] == parts[1] == alone[0], "every run begins anew"


def test_agents_in_python_too(counter: str) -> None:
    alone = results("castle", [counter, "lowest"], 1)
    assert results("castle", [counter, "lowest"], 3) == alone


def test_a_run_does_not_go_on_from_the_middle_but_may_be_read_again(tmp_path: Path) -> None:
    file, agents = tmp_path / "run.jsonl", ["random_bot,seed=5", "random"]
    whole = play_match("tribute", agents, games=4, run_file=file)
    assert play_match("tribute", agents, games=4, run_file=file, resume=True).records.scores == whole.records.scores
    with pytest.raises(RunError, match=r"random_bot,seed=5: what it does depends on the games before.* cannot go on: start it"):
        play_match("tribute", agents, games=6, run_file=file, resume=True)
    with pytest.raises(RunError, match="cannot go on"):
        play_match("tribute", agents, games=4, run_file=file, resume=True, replays=tmp_path / "replays")
    data = tmp_path / "rows.csv"
    collect("tribute", agents, data, games=2)
    with pytest.raises(RunError, match="cannot go on"):
        collect("tribute", agents, data, games=4, resume=True)


def test_a_tournament_does_not_go_on_at_a_table_that_nobody_sat_at_before(tmp_path: Path) -> None:
    file, agents = tmp_path / "run.jsonl", ["random_bot,seed=5", "random", "first"]
    whole = play_tournament("tribute", agents, games=2, run_file=file, workers=2)
    assert play_tournament("tribute", agents, games=2, workers=1).to_dict()["pairs"] == whole.to_dict()["pairs"]
    lines = file.read_text().splitlines(keepends=True)
    first_table = [line for line in lines[1:] if '"group": 0' in line or '"group":0' in line]
    assert 0 < len(first_table) < len(lines) - 1
    file.write_text("".join([lines[0], *first_table]))
    with pytest.raises(RunError, match="cannot go on"):
        play_tournament("tribute", agents, games=2, run_file=file, resume=True)


def test_individuals_are_not_compared_by_opponents_that_change() -> None:
    rules = game("tribute")
    with pytest.raises(RunError, match=r"hql,learn=yes.*it would be another opponent in every game"):
        Contest(rules, find_kind(rules), find_kind(rules).players[0], [LEARNER])
    with pytest.raises(RunError, match="another opponent in every game"):
        QTask.of(rules, LEARNER, 10)


def test_only_the_first_game_can_be_looked_at_alone() -> None:
    match = Match.of("tribute", ["random_bot,seed=5", "random"], games=4)
    assert debug_game(match, 0).chunk.games == 1
    with pytest.raises(RunError, match="only game 0 can be played by itself"):
        debug_game(match, 2)
