"""What the end of a turn is worth by what was learned, and the champion who plays by it, in positions worked out by hand."""

from __future__ import annotations

import os
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from cardlab import Rng, make_agent
from cardlab.core.state import State
from cardlab.errors import OptionError, UnknownAgent
from cardlab.games.tribute import Tribute
from cardlab.games.tribute.agents.kinds import OWN_WORTH
from cardlab.games.tribute.agents.worth import WorthEvaluator, feature_names, read_worth
from cardlab.games.tribute.rules.state import TributeState
from cardlab.lab.matches.playing import play_match
from tests.games.tribute.tables import PATRONS

PURE = os.environ.get("CARDLAB_PURE") == "1"
GAME = Tribute()
NAMES = feature_names()


@pytest.fixture(scope="module")
def numbers() -> dict[str, list[float]]:
    """What was learned."""
    return read_worth(OWN_WORTH)


def lay(mine: dict[str, Any], his: dict[str, Any] | None = None, **rest: Any) -> TributeState:
    """A position in which PLAYER1 is to move; what is not told is empty."""
    state = GAME.from_dict({"patrons": PATRONS, "P1": mine, "P2": his or {}, **rest})
    assert isinstance(state, TributeState)
    return state


def told(state: State, seat: int) -> dict[str, float]:
    """The features by name, amounts added up."""
    assert isinstance(state, TributeState)
    sums: dict[str, float] = defaultdict(float)
    for feature, amount in WorthEvaluator().features(state, seat):
        sums[NAMES[feature]] += amount
    return {name: amount for name, amount in sums.items() if amount}


def test_own_cards_count_by_how_surely_they_are_drawn_next() -> None:
    side = {"hand": ["GOLD"], "draw": ["RALLY", "RALLY", "RALLY", "RALLY", "RALLY", "PECK"], "played": ["GOLD"]}
    found = told(lay(side), 0)
    assert (found["own GOLD"], found["own RALLY"], found["own PECK"]) == (2, 5, 1)
    assert "own next GOLD" not in found
    assert found["own next RALLY"] == pytest.approx(5 * 5 / 6) and found["own next PECK"] == pytest.approx(5 / 6)
    side = {"hand": ["GOLD"], "draw": ["RALLY"], "played": ["GOLD"], "cooldown": ["PECK"] * 6}
    found = told(lay(side), 0)
    assert found["own next RALLY"] == 1 and found["own next GOLD"] == pytest.approx(2 * 4 / 8)
    assert found["own next PECK"] == pytest.approx(3)
    assert found["own deck DUKE_OF_CROWS 6"] == found["own deck TREASURY 2"] == 1


def test_of_the_other_it_knows_what_hand_and_draw_pile_hold_together() -> None:
    his = {"hand": ["GOLD", "PECK"], "draw": ["RALLY", "RALLY"], "cooldown": ["GOLD"]}
    swapped = {"hand": ["RALLY", "RALLY"], "draw": ["GOLD", "PECK"], "cooldown": ["GOLD"]}
    found = told(lay({}, his), 0)
    assert found == told(lay({}, swapped), 0)
    assert (found["other GOLD"], found["other next GOLD"], found["other next RALLY"]) == (2, 0.5, 1)


def test_spare_power_hits_agents_with_taunt_and_the_rest_becomes_prestige() -> None:
    his = {"agents": [{"card": "OATHMAN", "hp": 2}, {"card": "BANNERET", "hp": 3}], "prestige": 4}
    found = told(lay({"power": 5, "prestige": 10}, his), 0)
    assert (found["fact prestige"], found["fact lead"]) == (pytest.approx(12 / 20), pytest.approx(8 / 10))
    assert found["other BANNERET"] == 1 and "other agent BANNERET" not in found
    assert (found["other agent OATHMAN"], found["other health OATHMAN"]) == (1, 0.5)
    found = told(lay({"power": 1, "prestige": 10}, his), 0)
    assert found["other health BANNERET"] == 0.5 and found["fact power of the other's taunt"] == pytest.approx(2 / 5)
    assert found["fact prestige"] == 0.5


def test_ends_of_matches_need_no_net() -> None:
    judge = WorthEvaluator(closing=True)
    assert judge.value(lay({"prestige": 75, "power": 5}), 0) == 1
    assert judge.value(lay({"prestige": 35, "power": 4}, {"prestige": 40}), 0) == 0
    assert judge.value(lay({"prestige": 35, "power": 5}, {"prestige": 40}), 0) == 0.5
    favor = dict.fromkeys([patron for patron in PATRONS if patron != "TREASURY"], "PLAYER1")
    assert judge.value(lay({}, favor=favor), 0) == 1


def test_both_views_of_a_position_make_one_and_order_does_not_count(numbers: dict[str, list[float]]) -> None:
    judge = GAME.evaluator("worth")
    state = GAME.new(3)
    for _ in range(4):
        state.apply(state.legal()[0])
    assert judge.value(state, 0) + judge.value(state, 1) == pytest.approx(1)
    assert 0.2 < judge.value(state, 0) < 0.8
    for seed in range(3):
        assert judge.value(state.seat(1).resample(Rng(seed)), 1) == pytest.approx(judge.value(state, 1))
    ahead, behind = (lay({"prestige": mine}, {"prestige": 36 - mine}) for mine in (26, 10))
    assert judge.value(ahead, 0) > judge.value(behind, 0)


def test_the_value_is_that_of_the_written_numbers(numbers: dict[str, list[float]]) -> None:
    np = pytest.importorskip("numpy")
    state = lay({"draw": ["GOLD"] * 6, "prestige": 7}, {"draw": ["GOLD"] * 4, "prestige": 9}, turn=12)
    sums = np.array(numbers["first bias"])
    for feature, amount in WorthEvaluator().features(state, 0):
        sums = sums + amount * np.array(numbers.get(NAMES[feature], [0.0] * len(sums)))
    second = np.array([numbers[f"second {unit}"] for unit in range(len(sums))])
    more = np.maximum(np.maximum(sums, 0) @ second + np.array(numbers["second bias"]), 0)
    total = more @ np.array(numbers["last"][:-1]) + numbers["last"][-1] + sums[0]
    assert WorthEvaluator(numbers, True).value(state, 0) == pytest.approx(1 / (1 + np.exp(-total)), abs=1e-5)


@pytest.mark.parametrize("line", ["own GOLD,1,2", "own GOLDEN" + ",0" * 64, "last" + ",0" * 16])
def test_a_file_of_something_else_is_refused(tmp_path: Path, line: str) -> None:
    path = tmp_path / "worth.csv"
    path.write_text(line + "\n", encoding="utf-8")
    with pytest.raises(OptionError, match="worth"):
        make_agent(GAME, f"champion,worth={path}")


def test_the_champion_plays_what_asks_nothing_at_once_and_takes_a_win() -> None:
    agent = make_agent(GAME, "champion:50")
    state = lay({"hand": ["WAR_SONG", "GOLD"], "coins": 5}, tavern={"row": ["LUXURY_EXPORTS"]})
    assert state.text(agent.choose(state.seat(0), 1)).startswith("PLAY_CARD")
    assert agent.report.iterations == 0
    favor = dict.fromkeys([patron for patron in PATRONS if patron not in ("TREASURY", "RED_EAGLE")], "PLAYER1")
    state = lay({"power": 2, "prestige": 3}, {"prestige": 30}, favor=favor)
    assert state.text(agent.choose(state.seat(0), 1)) == "CALL_PATRON RED_EAGLE"


@pytest.mark.skipif(PURE, reason="whole matches")
def test_the_champion_beats_the_decision_tree() -> None:
    result = play_match(GAME, ["champion:200", "decision-tree"], games=20, seed=1, workers=1)
    assert result.games == 20 and result.roles[0].score >= 0.7


def test_names_of_agents_may_have_hyphens_or_underscores() -> None:
    assert type(make_agent(GAME, "decision-tree")) is type(make_agent(GAME, "decision_tree"))
    assert make_agent(GAME, "best-mcts:10").spec == "best-mcts:10"
    assert type(make_agent(GAME, "e_ismcts:10,evaluator=worth")) is type(make_agent(GAME, "e-ismcts:10"))
    with pytest.raises(UnknownAgent, match="'decision_tree'"):
        make_agent(GAME, "decision-trea")
