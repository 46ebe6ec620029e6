"""Scenario files of the community: the example, labels, shuffles, wrong moves, and files that are wrong."""

from __future__ import annotations

from typing import Any

import pytest

from cardlab.errors import ScenarioError
from cardlab.games.tribute import Tribute
from cardlab.games.tribute.words.scenario import TributeCases
from tests.games.tribute.oracle import Generator
from tests.games.tribute.tables import PATRONS, last, me, run

EXAMPLE = {
    "id": "T01", "game": "tribute",
    "setup": {
        "patrons": PATRONS, "P1": {"hand": ["GOLD#1", "LUXURY_EXPORTS"]},
        "tavern": {"row": ["HARVEST_SEASON"], "deck": ["TITHE"]},
    },
    "steps": [
        {"do": {"type": "PLAY_CARD", "card": "LUXURY_EXPORTS"}}, {"do": {"type": "BUY_CARD", "card": "HARVEST_SEASON"}},
    ],
}  # fmt: skip


def test_the_example_comes_out_as_told() -> None:
    (result,) = TributeCases().run(EXAMPLE)
    assert list(result) == ["id", "initial", "steps"] and list(result["steps"][0]) == ["state"]
    state = result["steps"][-1]["state"]
    assert (me(state)["coins"], me(state)["hand"], me(state)["played"]) == (1, ["GOLD#1"], ["LUXURY_EXPORTS"])
    assert (state["tavern_row"], state["tavern_deck"]) == (["TITHE"], ["HARVEST_SEASON"])
    assert state["favor"] == dict.fromkeys(PATRONS, "NO_PLAYER_SELECTED")
    assert state["log"][0] == {
        "type": "BUY_CARD", "by": "PLAYER1", "source": None, "patron": None, "target": "HARVEST_SEASON", "amount": 1,
    }  # fmt: skip


def test_cases_are_claimed_by_their_set_up() -> None:
    runner = Tribute().scenario()
    assert runner.claims(EXAMPLE) and not runner.claims({"setup": {}}) and not runner.claims({"position": {}})


def test_a_bare_key_means_a_copy_without_label_then_the_first() -> None:
    side = {"hand": ["GOLD#1", "GOLD", "GOLD#2"]}
    states = run(["PLAY_CARD GOLD", "PLAY_CARD GOLD", "PLAY_CARD GOLD#2"], P1=side)
    assert me(states[-1])["played"] == ["GOLD", "GOLD#1", "GOLD#2"]
    assert states[0]["legal_moves"][:3] == ["PLAY_CARD GOLD"] * 3


def test_labels_survive_a_shuffle_by_the_generator() -> None:
    side = {"cooldown": [f"GOLD#{n}" for n in range(7)]}
    state = last(["END_TURN"], seed=42, P1=side)
    generator = Generator(42)
    keys = {label: generator.next() for label in side["cooldown"]}
    assert [*me(state)["hand"], *me(state)["draw"]] == sorted(keys, key=lambda label: keys[label])
    assert me(state)["hand"][0] == "GOLD#0"


@pytest.mark.parametrize(
    "step",
    [
        "PLAY_CARD PECK", "BUY_CARD TITHE", "ATTACK OATHMAN", "CALL_PATRON ANSEI", "CALL_PATRON RAJHIN", "CHOOSE GOLD",
        "EFFECT 0",
        "INDEX 7", "INDEX -1", "ACTIVATE_AGENT OATHMAN",
    ],
)  # fmt: skip
def test_an_illegal_move_loses_and_changes_nothing_else(step: str) -> None:
    before, after = run([step], P1={"hand": ["GOLD"]}, tavern={"row": ["TITHE"]})
    assert after["game_over"] == {"winner": "PLAYER2", "reason": "INCORRECT_MOVE"}
    assert {**after, "game_over": None, "legal_moves": before["legal_moves"]} == before
    assert (after["legal_moves"], after["log"]) == ([], [])


@pytest.mark.parametrize(
    "answer", ["CHOOSE GOLD#1 GOLD#2 PECK", "CHOOSE RALLY", "CHOOSE GOLD#1 GOLD#1", "EFFECT 0", "END_TURN", "PLAY_CARD GOLD#1"]
)
def test_an_answer_of_the_wrong_size_or_with_a_foreign_card_is_illegal(answer: str) -> None:
    side = {"coins": 5, "hand": ["GOLD#1", "GOLD#2", "PECK"]}
    state = last(["BUY_CARD BRIARHEART_RITUAL", answer], P1=side, tavern={"row": ["BRIARHEART_RITUAL"]})
    assert state["game_over"] == {"winner": "PLAYER2", "reason": "INCORRECT_MOVE"}
    assert me(state)["hand"] == side["hand"]


def test_steps_after_the_end_change_nothing() -> None:
    states = run(["PLAY_CARD PECK", "END_TURN"], P1={"hand": ["GOLD"]})
    assert states[1] == states[2]


def test_an_index_names_a_move_of_the_list() -> None:
    states = run(["INDEX 1", "INDEX 2"], P1={"hand": ["GOLD", "PECK", "SWIPE"]})
    assert [me(state)["played"] for state in states] == [[], ["PECK"], []]
    assert states[2]["current"] == "PLAYER2"


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"setup": {"patrons": PATRONS[:4]}}, "5 patrons"),
        ({"setup": {"patrons": [*PATRONS[:4], "BOB"]}}, "no patron 'BOB'"),
        ({"setup": {"patrons": PATRONS, "P1": {"hand": ["GOLT"]}}}, "did you mean GOLD"),
        ({"setup": {"patrons": PATRONS, "P1": {"hand": ["GOLD#1"], "draw": ["GOLD#1"]}}}, "'GOLD#1' is given twice"),
        ({"setup": {"patrons": PATRONS, "P1": {"coins": -1}}}, "'coins'"),
        ({"setup": {"patrons": PATRONS, "P1": {"hand": ["GOLD"] * 121}}}, "at most 120"),
        ({"setup": {"patrons": PATRONS, "favor": {"RAJHIN": "PLAYER1"}}}, "not a patron of this match"),
        ({"setup": {"patrons": PATRONS, "hand": []}}, "no part 'hand'"),
        ({"setup": {"patrons": PATRONS, "seed": -4}}, "'seed'"),
        ({"setup": 3}, "'setup'"),
        ({"rules": {"cards": "2023"}}, "current, 2024"),
        ({"rules": {"pool": ["ANSEI"]}}, "at least four"),
        ({"steps": {}}, "'steps'"),
        ({"steps": ["END_TURN"]}, "step 1"),
        ({"steps": [{"do": {"type": "FLY"}}]}, "there is no move 'FLY'"),
        ({"steps": [{"do": {"type": "PLAY_CARD"}}]}, "a card is its key"),
        ({"steps": [{"do": {"type": "CALL_PATRON", "patron": "BOB"}}]}, "no patron"),
        ({"steps": [{"do": {"type": "MAKE_CHOICE"}}]}, "'cards'"),
        ({"steps": [{"do": {"type": "INDEX", "index": "1"}}]}, "'index'"),
        ({"steps": [{"do": {"type": "END_TURN"}, "shuffles": [["GOLD", "LUXURY_EXPORTS"], ["PECK"]]}]}, "only 1 reshuffles"),
        ({"steps": [{"do": {"type": "END_TURN"}, "shuffles": [["SWIPE"]]}]}, "cooldown pile is"),
        ({"steps": [{"do": {"type": "END_TURN"}, "shuffles": []}]}, "more reshuffles"),
        ({"extra": 1}, "no part 'extra'"),
    ],
)  # fmt: skip
def test_a_malformed_case_is_named_with_what_would_be_right(change: dict[str, Any], words: str) -> None:
    with pytest.raises(ScenarioError) as raised:
        TributeCases().run({**EXAMPLE, **change})
    assert "case 'T01'" in str(raised.value) and words in str(raised.value)
