"""What players of Unstable Unicorns know of each other's hands, and the worlds they imagine from it."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from cardlab import HIDDEN, game
from cardlab.games.unicorns.words.scenario import run_until
from tests.effort import PURE
from tests.games.unicorns.samples import positions, random_options

MANY = 40 if PURE else 300


def table(**more: Any) -> dict[str, Any]:
    return {
        "players": [
            {"hand": ["Llamacorn"]},
            {"hand": ["Yay#1", "Neigh#1", "Good Deal"], "seen": ["01", "1", "12"]},
            {"hand": ["Slowdown"]},
        ],
        "deck": ["Narwhal", "Rhinocorn", "Back Kick#1"],
        **more,
    }


def test_known_cards_stay_where_they_are_and_unknown_ones_are_dealt_anew() -> None:
    state = game("unicorns", players=3).from_dict(table())
    seat = state.seat(0)
    assert [player["hand"] for player in seat.view()["players"]] == [["Llamacorn"], ["Yay#1", "?", "?"], ["?"]]
    assert seat.view()["players"][1]["seen"] == ["01", "1", "12"]
    worlds = [seat.resample(n).to_dict() for n in range(MANY)]
    assert {world["players"][1]["hand"][0] for world in worlds} == {"Yay#1"}
    hidden = Counter(card for world in worlds for card in world["players"][1]["hand"][1:])
    assert set(hidden) == {"Neigh#1", "Good Deal", "Slowdown", "Narwhal", "Rhinocorn", "Back Kick#1"}
    assert all(count > MANY / 12 for count in hidden.values())
    assert all(world["players"][1]["seen"] == ["01", "1", "12"] for world in worlds)
    assert len({tuple(world["deck"]) for world in worlds}) > 20


def test_who_searches_the_deck_knows_what_is_in_it_and_only_hands_change() -> None:
    case = {
        "id": "search",
        "players": [{"hand": ["Classy Narwhal"]}, {"hand": ["Neigh#1", "Yay#3"]}, {"hand": ["Slowdown"]}],
        "deck": ["Yay#1", "Rhinocorn", "Double Dutch"],
        "steps": [{"do": "play", "seat": 0, "card": "Classy Narwhal", "until": {"seat": 0, "ask": "get"}}],
    }
    state = run_until(case)
    view = state.view(0)
    assert sorted(card.partition("#")[0] for card in view["deck"]) == ["Double Dutch", "Rhinocorn", "Yay"]
    assert [state.text(action) for action in state.legal()] == ["take Double Dutch", "take Yay"]
    worlds = [state.seat(0).resample(n).to_dict() for n in range(60)]
    assert all(sorted(world["deck"]) == sorted(view["deck"]) for world in worlds)
    assert len({tuple(world["players"][1]["hand"]) for world in worlds}) > 2
    assert state.view(1)["deck"] == ["?", "?", "?"]


def test_others_who_watch_a_search_imagine_decks_in_which_it_can_succeed() -> None:
    case = {
        "id": "search",
        "players": [{"hand": ["Classy Narwhal"]}, {"hand": ["Neigh#1"]}, {"hand": ["Slowdown", "Reset Button", "Narwhal"]}],
        "deck": ["Yay#1", "Rhinocorn", "Double Dutch"],
        "steps": [{"do": "play", "seat": 0, "card": "Classy Narwhal", "until": {"seat": 0, "ask": "get"}}],
    }
    state = run_until(case)
    for n in range(60):
        assert state.seat(1).resample(n).legal()


def reacting() -> Any:
    state = game("unicorns", players=4).from_dict(
        {
            "players": [{"hand": ["Yay#1"]}, {"hand": ["Neigh#1"]}, {"hand": ["Neigh#2", "Rhinocorn"]}, {"hand": ["Narwhal"]}],
            "deck": ["Neigh#3", "Llamacorn", "Slowdown"],
        }
    )
    for text in ("play Yay", "into 0"):
        state.apply(state.parse(text))
    return state


def test_reactions_are_secret_until_all_have_answered() -> None:
    state = reacting()
    assert state.player == 1
    state.apply(state.parse("react Neigh"))
    assert state.player == 2
    assert state.seat(2).view()["poll"] == {"asked": [2], "answers": {}, "first": 2}
    assert state.seat(1).view()["poll"] == {"asked": [1, 2], "answers": {"1": "Neigh#1"}, "first": 2}
    assert state.seat(2, [(1, state.parse("react Neigh"))]).history == [(1, HIDDEN)]


def test_imagined_polls_ask_who_could_answer_there() -> None:
    state = reacting()
    seen = set()
    for n in range(60):
        world = state.seat(1).resample(n)
        assert world.player == 1 and world.legal() == state.legal()
        seen.add(tuple(world.to_dict()["poll"]["asked"]))
    assert len(seen) > 2
    for n in range(60):
        world = state.seat(3).resample(n)
        assert world.player == 1 and any(card.startswith("Neigh") for card in world.to_dict()["players"][1]["hand"])


def test_what_a_thief_takes_is_secret() -> None:
    case = {
        "id": "thief",
        "players": [{"hand": ["Blatant Thievery"]}, {"hand": ["Neigh#1", "Yay#1"]}, {"hand": ["Slowdown"]}],
        "steps": [
            {
                "do": "play",
                "seat": 0,
                "card": "Blatant Thievery",
                "answers": [{"seat": 0, "ask": "players", "pick": [1]}],
                "until": {"seat": 0, "ask": "get"},
            }
        ],
    }
    state = run_until(case)
    assert state.view(0)["players"][1]["hand"] == ["Neigh#1", "Yay#1"] and state.view(2)["players"][1]["hand"] == ["?", "?"]
    action = state.parse("steal Yay")
    state.apply(action)
    assert state.seat(1, [(0, action)]).history == [(0, HIDDEN)]
    assert state.to_dict()["players"][0]["seen"] == ["0"]


@pytest.mark.parametrize("part", range(2 if PURE else 6))
def test_in_every_imagined_world_games_can_be_played_on(part: int) -> None:
    rng = random.Random(100 + part)
    for state in positions(part, every=6, **random_options(rng)):
        if not state.over:
            for seat in range(state.players):
                world = state.seat(seat).resample(part)
                assert world.legal() and world.player == state.player
                for _ in range(3):
                    if not world.over:
                        world.apply(rng.choice(world.legal()))
