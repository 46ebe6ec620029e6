"""The Dragons expansion, card by card: what happens, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from cardlab.games.unicorns import Unicorns
from cardlab.games.unicorns.words.scenario import UnicornScenarios

Case = dict[str, Any]


def run(players: list[dict[str, Any]], *steps: dict[str, Any], **more: Any) -> dict[str, Any]:
    """The state after some steps, by the official rules."""
    case = {"id": "dragons", "rules": ["official"], "decks": "base+dragons", "players": players, "steps": list(steps), **more}
    (result,) = UnicornScenarios().run(case)
    assert result["error"] is None, result["error"]
    return dict(result["state"])


def play(card: str, *answers: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"do": "play", "seat": 0, "card": card, "answers": list(answers), **more}


def begin(*answers: dict[str, Any]) -> dict[str, Any]:
    return {"do": "begin_turn", "seat": 0, "answers": list(answers)}


def said(ask: str, pick: Any, seat: int = 0) -> dict[str, Any]:
    return {"seat": seat, "ask": ask, "pick": pick}


@pytest.mark.parametrize(
    "name", ["Unicorn With a Dragon Tattoo", "Dragon Cosplay Unicorn", "Apprentice Unicorn", "High Roller Unicorn"]
)
def test_basic_unicorns_of_the_deck_are_just_there(name: str) -> None:
    state = run([{"hand": [name, "Yay#1"]}, {}], play(name))
    assert state["players"][0] == {"hand": ["Yay#1"], "stable": [name], "upgrades": [], "downgrades": []}


def test_a_baby_dragoncorn_goes_to_the_nursery() -> None:
    state = run([{"hand": ["Dragon's Breath"]}, {"stable": ["Baby Dragoncorn#1"]}], play("Dragon's Breath"))
    assert (state["nursery"], state["discard"], state["players"][1]["stable"]) == (
        ["Baby Dragoncorn#1"],
        ["Dragon's Breath"],
        [],
    )


def test_angry_dragoncorn_makes_everybody_discard() -> None:
    state = run(
        [{"hand": ["Angry Dragoncorn", "Yay#1"]}, {"hand": ["Neigh#1", "Slowdown"]}],
        play("Angry Dragoncorn", said("discard", ["Slowdown"], 1)),
    )
    assert state["discard"] == ["Yay#1", "Slowdown"] and state["players"][1]["hand"] == ["Neigh#1"]


def test_dragon_rider_moves_an_upgrade_to_its_own_stable_too() -> None:
    state = run(
        [{"hand": ["Dragon Rider Unicorn"]}, {"upgrades": ["Yay#1"]}, {"downgrades": ["Slowdown"]}],
        play("Dragon Rider Unicorn", said("activate", True), said("move", ["Yay#1"]), said("players", [0])),
    )
    assert [player["upgrades"] for player in state["players"]] == [["Yay#1"], [], []]


def test_dragon_slayer_keeps_dragons_from_the_unicorns_of_its_stable() -> None:
    table = [{"hand": ["Dragon's Breath", "Unicorn Poison#1"]}, {"stable": ["Dragon Slayer Unicorn", "Llamacorn"]}]
    case = {
        "id": "slayer",
        "rules": ["official"],
        "players": table,
        "steps": [{"do": "can_play", "seat": 0, "card": card} for card in ("Dragon's Breath", "Unicorn Poison#1")],
    }
    (result,) = UnicornScenarios().run(case)
    assert [step["value"] for step in result["steps"]] == [False, True]


def test_dragon_summoner_takes_a_dragon_from_the_discard_pile() -> None:
    state = run(
        [{"hand": ["Dragon Summoner Unicorn"]}, {}],
        play(
            "Dragon Summoner Unicorn",
            said("activate", True),
            {**said("get", ["Dragon's Fire"]), "options": ["Dragon's Fire", "Dragon Skies"]},
        ),
        discard=["Dragon's Fire", "Neigh#1", "Angry Dragoncorn", "Dragon Skies"],
    )
    assert state["players"][0]["hand"] == ["Dragon's Fire"]
    assert state["knows"][2] == {"observer": 1, "owner": 0, "cards": ["Dragon's Fire"]}


def test_dragon_tamer_searches_the_deck_for_a_dragon() -> None:
    state = run(
        [{"hand": ["Dragon Tamer Unicorn"]}, {}],
        play("Dragon Tamer Unicorn", said("activate", True)),
        deck=["Neigh#1", "Dragon Turtle Unicorn", "Yay#1"],
    )
    assert state["players"][0]["hand"] == ["Dragon Turtle Unicorn"] and sorted(state["deck"]) == ["Neigh#1", "Yay#1"]


def test_dragon_turtle_draws() -> None:
    state = run([{"hand": ["Dragon Turtle Unicorn"]}, {}], play("Dragon Turtle Unicorn"), deck=["Yay#1", "Neigh#1"])
    assert state["players"][0]["hand"] == ["Yay#1"]


def test_dragon_unicorn_answers_when_it_leaves_in_any_way() -> None:
    state = run(
        [{"hand": ["Back Kick#1"], "stable": ["Narwhal"]}, {"stable": ["Dragon Unicorn"]}],
        play("Back Kick#1", said("return", ["Dragon Unicorn"]), said("activate", True, 1)),
    )
    assert state["players"][0]["stable"] == [] and state["discard"] == ["Back Kick#1", "Narwhal", "Dragon Unicorn"]


def test_friendly_dragoncorn_lets_everybody_draw_who_wants_to() -> None:
    state = run(
        [{"hand": ["Friendly Dragoncorn"]}, {}, {}],
        play("Friendly Dragoncorn", said("activate", True), said("activate", False, 1), said("activate", True, 2)),
        deck=["Yay#1", "Neigh#1", "Neigh#2"],
    )
    assert [player["hand"] for player in state["players"]] == [["Yay#1"], [], ["Neigh#1"]]


def test_mage_unicorn_searches_the_deck_for_magic() -> None:
    state = run(
        [{"hand": ["Mage Unicorn"]}, {}],
        play("Mage Unicorn", said("activate", True), said("get", ["Good Deal"])),
        deck=["Neigh#1", "Good Deal", "Reset Button"],
    )
    assert state["players"][0]["hand"] == ["Good Deal"]


def test_scaled_flying_unicorn_takes_a_card_of_everybody_and_flies() -> None:
    state = run(
        [{"hand": ["Scaled Flying Unicorn"], "upgrades": ["Yay#1"]}, {"downgrades": ["Slowdown"]}],
        play("Scaled Flying Unicorn", said("sacrifice", ["Scaled Flying Unicorn"])),
    )
    assert state["players"][0]["hand"] == ["Scaled Flying Unicorn"] and state["discard"] == ["Slowdown"]


def test_dragons_fire_destroys_or_sacrifices() -> None:
    table = [{"hand": ["Dragon's Fire"], "downgrades": ["Slowdown"]}, {"upgrades": ["Yay#1"], "downgrades": ["Broken Stable"]}]
    state = run(table, play("Dragon's Fire", said("effect", "destroy"), said("destroy", ["Broken Stable"])))
    assert state["discard"] == ["Dragon's Fire", "Broken Stable"]
    state = run(table, play("Dragon's Fire", said("effect", "sacrifice")))
    assert state["discard"] == ["Dragon's Fire", "Slowdown"]


def test_scorched_stables_hold_no_upgrades_and_downgrades() -> None:
    state = run(
        [{"hand": ["Dragon-Scorched Stables"], "upgrades": ["Yay#1"]}, {"downgrades": ["Slowdown"], "stable": ["Narwhal"]}],
        play("Dragon-Scorched Stables"),
    )
    assert state["discard"] == ["Dragon-Scorched Stables", "Yay#1", "Slowdown"] and state["players"][1]["stable"] == ["Narwhal"]


def test_dragon_protection_stops_triggered_effects_of_others_but_no_magic() -> None:
    table = [
        {"stable": ["Rhinocorn"], "hand": ["Unicorn Poison#1"]},
        {"stable": ["Llamacorn"], "upgrades": ["Dragon Protection"]},
    ]
    state = run(table, begin())
    assert state["players"][1]["stable"] == ["Llamacorn"] and state["turn_flags"]["skip_to_end"] is False
    assert run(table, play("Unicorn Poison#1"))["players"][1]["stable"] == []


def test_dragons_blessing_switches_downgrades_off() -> None:
    table = [
        {
            "hand": ["Yay#1"],
            "upgrades": ["Dragon's Blessing"],
            "downgrades": ["Broken Stable", "Sadistic Ritual"],
            "stable": ["Narwhal"],
        },
        {},
    ]
    state = run(table, begin(), play("Yay#1"))
    assert state["players"][0]["stable"] == ["Narwhal"] and state["players"][0]["upgrades"] == ["Dragon's Blessing", "Yay#1"]


def test_dragons_fortune_is_given_for_another_turn() -> None:
    state = run([{"upgrades": ["Dragon's Fortune"]}, {}], begin(said("activate", True)))
    assert state["turn_flags"]["extra_turn"] is True and state["discard"] == ["Dragon's Fortune"]


def test_dragon_skies_take_a_unicorn_into_the_deck() -> None:
    state = run(
        [{"downgrades": ["Dragon Skies"], "stable": ["Narwhal", "Llamacorn"]}, {}],
        begin(said("move", ["Narwhal"])),
        deck=["Yay#1", "Yay#2"],
    )
    assert state["players"][0]["stable"] == ["Llamacorn"] and len(state["players"][0]["hand"]) == 1 and len(state["deck"]) == 2
    assert sorted(state["deck"] + state["players"][0]["hand"]) == ["Narwhal", "Yay#1", "Yay#2"]


def test_dragon_skies_send_babies_to_the_nursery() -> None:
    state = run([{"downgrades": ["Dragon Skies"], "stable": ["Baby Unicorn#1"]}, {}], begin(), deck=["Yay#1", "Yay#2"])
    assert state["nursery"] == ["Baby Unicorn#1"] and len(state["deck"]) == 1


def test_dragons_curse_and_misfortune_cost_a_card_each() -> None:
    state = run(
        [{"downgrades": ["Dragon's Curse", "Dragon's Misfortune"], "hand": ["Yay#1", "Neigh#1", "Neigh#2"]}, {}],
        begin(said("discard", ["Neigh#1"]), said("discard", ["Yay#1"])),
    )
    assert (state["discard"], state["deck"], state["players"][0]["hand"]) == (["Neigh#1"], ["Yay#1"], ["Neigh#2"])


def test_neigh_foul_beast_is_not_for_ones_own_cards() -> None:
    table = [{"hand": ["Yay#1", "Neigh, Foul Beast"]}, {"hand": ["Neigh#1"]}]
    case = {
        "id": "beast",
        "rules": ["simulator"],
        "players": table,
        "steps": [play("Yay#1", reactions=[{"offers": {"1": "Neigh#1"}}, {"offers": {"0": "Neigh, Foul Beast"}}])],
    }
    (result,) = UnicornScenarios().run(case)
    assert result["error"] is None and result["state"]["asked_to_react"] == [0, 1]
    assert result["state"]["players"][0]["upgrades"] == ["Yay#1"] and result["state"]["discard"] == [
        "Neigh, Foul Beast",
        "Neigh#1",
    ]


def test_the_deck_is_shuffled_into_the_base_deck_and_brings_its_babies() -> None:
    both = Unicorns(decks="base+dragons", rules="official")
    assert len(both.kinds) == 127 + 30 and len(both.cards) == 67 + 25
    nursery = both.new(1).to_dict()["nursery"]
    assert nursery[0] == "Baby Narwhal" and not any(baby.startswith("Baby Dragoncorn") for baby in nursery)
