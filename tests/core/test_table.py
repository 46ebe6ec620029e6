"""Tables as plain data, for every game."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

import cardlab
from cardlab.core.table import SHAPES, Face, Move, Table, Thing, Zone
from cardlab.errors import PluginError

GAMES: list[tuple[str, dict[str, Any]]] = [
    ("castle", {}),
    ("castle", {"players": 8, "packs": 2, "jokers": 2}),
    ("castle", {"castle": "swap", "group": "any", "four_anytime": True, "gamble": True}),
    ("castle", {"castle": "simultaneous", "pickup_up": True, "voluntary_pickup": True, "players": 3}),
    ("locm", {}),
    ("locm", {"lanes": 1, "rules": "paper"}),
]


def _positions(name: str, options: dict[str, Any], seeds: int = 4) -> Iterator[cardlab.State]:
    for seed in range(seeds):
        state, rng = cardlab.game(name, **options).new(seed), cardlab.Rng(seed)
        for _ in range(200):
            if state.over:
                break
            if rng.below(6) == 0:
                yield state
            state.apply(state.random_action(rng))
        yield state


def _laid(state: cardlab.State, seat: int | None) -> Table:
    legal = state.legal() if seat == state.player else []
    return state.game.table(state.to_dict() if seat is None else state.view(seat), seat, legal)


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_every_legal_action_is_a_move_and_touches_what_lies_on_the_table(name: str, options: dict[str, Any]) -> None:
    kinds: Counter[int] = Counter()
    for state in _positions(name, options):
        if (player := state.player) is None:
            continue
        table = _laid(state, player)
        assert [move.action for move in table.moves] == state.legal()
        assert all(move.words for move in table.moves)
        for move in table.moves:
            kinds[cardlab.kind_of(move.action)] += 1
            assert move.touches and all(move.touches)
            assert {name for step in (*move.touches, move.along) for name in step} <= set(table.reading)
    assert len(kinds) >= 3


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_tables_are_sound_for_every_seat_and_for_those_who_see_everything(name: str, options: dict[str, Any]) -> None:
    for state in _positions(name, options, 2):
        for seat in (None, *range(state.players)):
            table = _laid(state, seat)
            names = [*(zone.id for zone in table.zones), *(thing.id for thing in table.things)]
            assert len(set(names)) == len(names), "ids are unique"
            assert {zone.shape for zone in table.zones} <= set(SHAPES)
            assert {thing.zone for thing in table.things} <= {zone.id for zone in table.zones}
            assert json.loads(json.dumps(table.to_dict())) == table.to_dict()
            marks = {mark for thing in table.things for mark in thing.marks}
            assert marks <= set(table.lessons.glossary), "every mark is explained"
            assert marks <= set(state.game.looks().marks), "every mark can be shown"


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_two_truths_that_look_the_same_lie_on_the_same_table(name: str, options: dict[str, Any]) -> None:
    varied = 0
    for number, state in enumerate(_positions(name, options, 2)):
        for seat in range(state.players):
            world = state.seat(seat).resample(number)
            varied += world != state
            assert _laid(world, seat) == _laid(state, seat)
    assert varied > 10


@pytest.mark.parametrize(("name", "options"), GAMES, ids=str)
def test_a_card_of_the_hand_can_be_touched_or_says_why_not(name: str, options: dict[str, Any]) -> None:
    refused = 0
    for state in _positions(name, options):
        if (player := state.player) is None:
            continue
        table = _laid(state, player)
        touched = {name for move in table.moves for step in move.touches for name in step}
        for thing in table.lying.get(f"hand{player}", ()):
            assert (thing.id in touched) != bool(thing.why_not)
            refused += bool(thing.why_not)
    assert refused > 5


def test_json_leaves_out_what_is_usual_and_writes_actions_as_texts() -> None:
    zone, thing = Zone("hand", "hand", "fan", 0), Thing("a", "hand", 0, Face("A", cost="0", number=0))
    table = Table(0, (zone,), (thing, Thing("b", "hand", 1)), (Move(1 << 60, "go", (("a",),)),), "?", enter=1 << 60)
    assert table.to_dict() == {
        "seat": 0,
        "zones": [{"id": "hand", "kind": "hand", "shape": "fan", "owner": 0}],
        "things": [
            {"id": "a", "zone": "hand", "place": 0, "face": {"name": "A", "cost": "0", "number": 0}},
            {"id": "b", "zone": "hand", "place": 1},
        ],
        "moves": [{"action": "1152921504606846976", "words": "go", "touches": [["a"]]}],
        "prompt": "?",
        "enter": "1152921504606846976",
    }
    assert Table(None, (), ()).to_dict()["seat"] is None


def test_mistakes_of_a_table_are_named() -> None:
    with pytest.raises(PluginError, match="there is no shape 'heap'; shapes are row, fan"):
        Zone("a", "a", "heap")
    with pytest.raises(PluginError, match="a grid has columns and room"):
        Zone("a", "a", "grid", room=4)
    with pytest.raises(PluginError, match="'x' lies in 'b', which is no zone; zones are a"):
        _ = Table(0, (Zone("a", "a", "row"),), (Thing("x", "b", 0),)).lying


def test_unknown_cards_of_a_position_are_hidden_things() -> None:
    game = cardlab.game("castle")
    view = {
        "seat": 0, "player": 0, "phase": "play", "hands": ["3 9", "4 ? ?"], "up": ["", "7"], "down": ["? ?", "? ? ?"],
        "pile": "8", "burned": "2 2", "stock": "? ? ? ?",
    }  # fmt: skip
    table = game.table(view, 0, [game.parse_action("play 9")])
    faces = {zone: [thing.face.name if thing.face else "?" for thing in things] for zone, things in table.lying.items()}
    assert (faces["hand0"], faces["hand1"], faces["down0"]) == (["3", "9"], ["4", "?", "?"], ["?", "?"])
    assert {zone.id: zone.size for zone in table.zones if zone.size is not None} == {"stock": 4, "burned": 2}
    assert table.by_id["hand0:0"].why_not == "a 3 does not go on the 8"


def test_unknown_cards_of_a_battle_and_a_draft_are_hidden_things() -> None:
    side = {"health": 30, "mana": 1, "max_mana": 1, "runes": 5, "draws": 1, "board": []}
    players = [{**side, "hand": ["1#1"], "deck": ["?#3"]}, {**side, "hand": ["?#2", "7#4"], "deck": ["?#6", "?#8"]}]
    game = cardlab.game("locm")
    table = game.table({"seat": 0, "phase": "battle", "player": 1, "turn": 1, "players": players}, 0, [])
    assert [thing.face.name if thing.face else "?" for thing in table.lying["hand1"]] == ["?", "Rootkin Sapling"]
    offers = {"offers": [[92, 1, 7], [1, 2, 3]], "picks": [[2, 1], ["?"]]}
    draft = game.table({"seat": 0, "phase": "draft", "player": 1, **offers}, 0, [])
    assert [thing.marks for thing in draft.lying["offer"]] == [(), ("chosen",), ()]
    assert "curve1" not in draft.lying and [thing.face for thing in draft.lying["picks0"]]
