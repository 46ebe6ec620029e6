"""Scenarios of Unstable Unicorns: steps, scripted answers, what is told, and cases that do not fit."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from cardlab.errors import ScenarioError
from cardlab.games.unicorns.words.scenario import UnicornScenarios, name_letters, run_until, seating, setup_facts

Case = dict[str, Any]


def run(case: Case) -> dict[str, Any]:
    return UnicornScenarios().run({"id": "one", "rules": ["simulator"], **case})[0]


def poison(**step: Any) -> Case:
    return {
        "players": [{"hand": ["Unicorn Poison#1"]}, {"stable": ["Baby Unicorn#1", "Llamacorn"]}],
        "steps": [{"do": "play", "seat": 0, "card": "Unicorn Poison#1", **step}],
    }


def test_a_question_is_told_with_all_its_options() -> None:
    result = run(poison(answers=[{"seat": 0, "ask": "destroy", "pick": ["Llamacorn"]}]))
    assert result["error"] is None
    assert result["steps"][0]["prompts"] == [
        {"seat": 0, "ask": "destroy", "card": "Unicorn Poison#1", "n": 1, "options": ["Baby Unicorn#1", "Llamacorn"]}
    ]
    assert result["state"]["discard"] == ["Unicorn Poison#1", "Llamacorn"]
    assert result["state"]["score"] == [[0, 0], [1, 11]] and result["state"]["ranking"] == [1, 0]


@pytest.mark.parametrize(
    ("step", "reason"),
    [
        ({}, "no answer of the script fits"),
        ({"answers": [{"seat": 1, "ask": "destroy", "pick": ["Llamacorn"]}]}, "no answer of the script fits"),
        ({"answers": [{"seat": 0, "ask": "destroy", "pick": ["Rhinocorn"]}]}, "are not 1 of the options"),
        ({"answers": [{"seat": 0, "ask": "destroy", "pick": ["Llamacorn"], "options": ["Llamacorn"]}]}, "not the options"),
        (
            {"answers": [{"seat": 0, "ask": "destroy", "pick": ["Llamacorn"]}, {"seat": 0, "ask": "activate", "pick": True}]},
            "nobody was asked",
        ),
        ({"card": "Llamacorn"}, "cannot play Llamacorn"),
        ({"card": "Yay#1"}, "is no card of this case"),
    ],
)
def test_a_script_that_does_not_fit_is_an_error_of_the_case(step: dict[str, Any], reason: str) -> None:
    assert reason in run(poison(**step))["error"]


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"players": [{}]}, "a list of 2 to 8 tables"),
        ({"players": [{"hands": []}, {}]}, "no part 'hands'"),
        ({"players": [{"hand": ["Pony"]}, {}]}, "there is no card 'Pony'"),
        ({"players": [{"hand": ["Neigh", "Neigh"]}, {}]}, "lies in two places"),
        ({"players": [{"stable": ["Yay#1"]}, {}]}, "cannot lie in"),
        ({"rules": ["unofficial"]}, "a list of simulator and official"),
        ({"flags": {"cob_work": True}}, "no switch 'cob_work'"),
        ({"flags": {"full_tie": "perhaps"}}, "is none of"),
        ({"steps": [{"do": "sing", "seat": 0}]}, "'do' is one of"),
        ({"steps": [{"do": "end_turn", "seat": 7}]}, "'seat' is a seat"),
        ({"entered_order": ["Llamacorn", "Neigh#1"]}, "lies in no stable"),
        ({"deck_filler": -1}, "a number from 0 to 120"),
        ({"knows": [{"observer": 0, "owner": 1, "cards": ["Yay#1"]}]}, "is not in the hand"),
    ],
)
def test_a_case_in_the_wrong_form_is_refused(change: dict[str, Any], reason: str) -> None:
    with pytest.raises(ScenarioError, match=reason):
        run({**poison(), **change})


def test_expectations_that_are_not_met_are_told() -> None:
    case = poison(answers=[{"seat": 0, "ask": "destroy", "pick": ["Llamacorn"]}])
    met = run({**case, "expect": {"discard_order": ["Unicorn Poison#1", "Llamacorn"], "hand_sizes": [0, 0], "deck_size": 0}})
    assert met["failed"] == []
    unmet = run({**case, "expect": {"discard": [], "winner": 0, "players": [None, {"stable": []}]}})
    assert len(unmet["failed"]) == 3


def test_a_whole_turn_with_two_plays_and_a_neigh() -> None:
    case = {
        "players": [
            {"hand": ["Yay#1", "Narwhal", "Rhinocorn"], "upgrades": ["Double Dutch"]},
            {"hand": ["Neigh#1", "Neigh#2"]},
        ],
        "deck": ["Good Deal", "Slowdown"],
        "steps": [
            {
                "do": "turn",
                "seat": 0,
                "plays": [{"card": "Yay#1", "reactions": [{"offers": {"1": "Neigh#2"}}]}, {"card": "Narwhal", "into": 1}],
            }
        ],
    }
    state = run(case)["state"]
    assert state["discard"] == ["Neigh#2", "Yay#1"] and state["players"][1]["stable"] == ["Narwhal"]
    assert state["players"][0]["hand"] == ["Rhinocorn", "Good Deal"] and state["turn_flags"]["max_plays"] == 2
    assert state["asked_to_react"] == [1]


def test_a_case_stops_at_a_question_and_goes_on_from_there() -> None:
    state = run_until(poison(until={"seat": 0, "ask": "destroy"}))
    assert state.player == 0 and [state.text(a) for a in state.legal()] == [
        "choose 1.stable.0 Baby Unicorn",
        "choose 1.stable.1 Llamacorn",
    ]
    state.apply(state.legal()[1])
    assert state.to_dict()["discard"][1].startswith("Llamacorn")
    with pytest.raises(ScenarioError, match="'until'"):
        run_until(poison(answers=[{"seat": 0, "ask": "destroy", "pick": ["Llamacorn"]}]))


def test_more_copies_than_exist_can_be_put_up() -> None:
    state = run({"players": [{}, {}], "deck_filler": 60, "steps": [{"do": "draw_phase", "seat": 1}]})["state"]
    assert state["players"][1]["hand"] == ["Basic Unicorn#deck1"] and len(state["deck"]) == 59


@pytest.mark.parametrize("players", range(2, 9))
def test_the_beginning_has_the_sizes_of_the_rules(players: int) -> None:
    facts = setup_facts(players, seed=players)
    assert (facts["deck_size"], len(facts["nursery"]), facts["goal"]) == (
        113 - 5 * players,
        13 - players,
        7 if players < 6 else 6,
    )
    assert all(len(hand) == 5 for hand in facts["hands"]) and all(len(row) == 1 for row in facts["stables"])
    assert facts["nursery"][0] == "Baby Narwhal" and sorted(facts["entries"]) == list(range(players))
    assert setup_facts(players, seed=1, rules="official", two_player_variant="no")["deck_size"] == 114 - 5 * players


def test_two_players_begin_with_fewer_cards_and_a_neigh_each() -> None:
    facts = setup_facts(2, seed=3, rules="official")
    assert facts["deck_size"] == 64 and all(len(hand) == 6 and hand[-1].startswith("Neigh") for hand in facts["hands"])


def test_a_cyclic_shuffle_leaves_nobody_in_place() -> None:
    first = Counter(seating(6, "cyclic", seed)[0] for seed in range(3000))
    assert 0 not in first and all(480 < first[entry] < 720 for entry in range(1, 6))
    assert all(entry != seat for seed in range(200) for seat, entry in enumerate(seating(6, "cyclic", seed)))
    fair = Counter(seating(6, "uniform", seed)[0] for seed in range(3000))
    assert all(400 < fair[entry] < 600 for entry in range(6))


def test_letters_are_counted_without_spaces() -> None:
    assert [name_letters(name) for name in ("Basic Unicorn", "Baby Unicorn", "Narwhal", "Shark With A Horn")] == [12, 11, 7, 14]
