"""Facts that a game declares, and the space of its actions."""

from __future__ import annotations

import json

import numpy as np
import pytest

from cardlab import ActionKind, Facts, Part, PlainGame, Rng, Space, State, game, pack
from cardlab.cli import main
from cardlab.core.plain import Dice
from cardlab.errors import PluginError, PositionError
from tests.core.dice import Pig, Table

SMALL = Space(
    "small",
    [
        ActionKind("wait"),
        ActionKind("summon", Part("card", 1, 60), Part("lane", 0, 1), Part("kind", 1, 160, derived=True)),
        ActionKind("throw", Part("die", 2, 4)),
    ],
)


class TidyPig(Pig):
    """Pig with declared actions, and texts that come from them."""

    action_text, parse_action = PlainGame.action_text, PlainGame.parse_action

    def facts(self) -> Facts:
        return Facts(hidden=False, luck=True, longest=300)

    def action_kinds(self) -> list[ActionKind]:
        return [ActionKind(word) for word in ("roll", "hold", "again", "leave")]

    def play(self, position: Table, action: int, dice: Dice) -> None:
        super().play(position, action, dice)


def test_an_index_numbers_all_actions_without_gaps() -> None:
    summons = [pack(2, card, lane, 7) for card in range(1, 61) for lane in range(2)]
    actions = [pack(1), *summons, *(pack(3, die) for die in (2, 3, 4))]
    assert SMALL.size == 124
    assert [SMALL.index(action) for action in actions] == list(range(124))
    assert [SMALL.find(index, actions) for index in range(124)] == actions


def test_a_derived_part_has_no_place_in_the_index() -> None:
    assert SMALL.index(pack(2, 5, 1, 3)) == SMALL.index(pack(2, 5, 1, 160)) == 1 + 2 * 4 + 1


def test_a_mask_has_a_byte_for_each_action() -> None:
    mask = SMALL.mask([pack(1), pack(3, 4)])
    assert np.frombuffer(mask, dtype=np.uint8).nonzero()[0].tolist() == [0, 123]


@pytest.mark.parametrize(
    "action", [pack(4), pack(1, 1), pack(2, 0, 0, 1), pack(2, 1, 2, 1), pack(2, 1, 1, 0), pack(3, 2, 1), -1]
)
def test_what_was_not_declared_has_no_index(action: int) -> None:
    assert action not in SMALL
    with pytest.raises(PositionError, match="outside the space of actions that small declares"):
        SMALL.index(action)


def test_an_index_of_no_legal_action_is_refused() -> None:
    with pytest.raises(PositionError, match="index 5 stands for none of these actions"):
        SMALL.find(5, [pack(1)])


def test_texts_come_from_the_declaration_and_are_read_back() -> None:
    assert SMALL.text(pack(2, 12, 1, 80)) == "summon 12 1 80"
    assert SMALL.parse("summon 12 1 80") == pack(2, 12, 1, 80)
    assert SMALL.parse("wait") == pack(1)
    for wrong in ("summon 12 1", "summon 61 1 80", "sumon 12 1 80", "wait 0", "", "throw -2", None):
        with pytest.raises(PositionError, match="write wait, summon CARD LANE KIND, throw DIE"):
            SMALL.parse(wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ([Part("a", 0, 1), Part("b", 0, 1), Part("c", 0, 1), Part("d", 0, 1)], "at most 3 parts"),
        ([Part("a", 0, 1), Part("a", 0, 1)], "with different names"),
        ([Part("a", 0, 1 << 16)], "does not fit into 0 to 65535"),
        ([Part("a", 3, 2)], "from 3 to 2"),
    ],
)
def test_a_declaration_that_cannot_be_is_refused(parts: list[Part], words: str) -> None:
    with pytest.raises(PluginError, match=words):
        ActionKind("act", *parts)


def test_two_kinds_of_one_name_are_refused() -> None:
    with pytest.raises(PluginError, match="two kinds of actions with one name or one number"):
        Space("twice", [ActionKind("a"), ActionKind("a")])


def test_a_plain_game_that_declares_its_actions_needs_no_words_of_its_own() -> None:
    from cardlab.testing import check_game

    pig = TidyPig()
    state = pig.new(1)
    assert [state.text(action) for action in state.legal()] == ["roll", "hold"]
    assert state.parse("hold") == state.legal()[1]
    assert check_game(pig, games=3).games == 3


def _random_states(name: str) -> list[State]:
    state, rng, found = game(name).new(5), Rng(5), []
    while not state.over:
        found.append(state.copy())
        state.apply(state.random_action(rng))
    return found


@pytest.mark.parametrize(
    "name", ["castle", "castle,packs=2,players=6,group=any,castle=swap", "castle,four_anytime=yes", "locm"]
)
def test_the_mask_of_a_game_shows_its_legal_actions(name: str) -> None:
    for state in _random_states(name):
        space, legal = state.game.space, state.legal()
        assert [space.find(at, legal) for at, shown in enumerate(space.mask(legal)) if shown] == sorted(legal, key=space.index)


def test_the_numbers_of_actions_stand_in_the_headers_only() -> None:
    assert [kind.what for kind in game("castle").action_kinds()] == list(range(1, 11))
    assert (game("castle").space.size, game("locm").space.size) == (3142, 7444)


def test_a_game_that_declares_nothing_has_no_space() -> None:
    assert Pig().space is None
    assert Pig().facts() == Facts((2, 2))


def test_the_command_line_shows_facts_and_actions(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as done:
        main(["games", "locm"])
    shown = capsys.readouterr().out
    assert done.value.code == 0
    assert "2 players, hidden information, no luck after the deal, at most 3,000 decisions" in shown
    assert "    summon             id 1-60, lane 0-1, card 1-160 (derived)\n" in shown
    with pytest.raises(SystemExit):
        main(["games", "castle", "--json"])
    told = json.loads(capsys.readouterr().out)[0]
    assert told["facts"] == {"players": [2, 8], "hidden": True, "luck": False, "longest": 5000, "lots": False}
    assert told["actions"][5] == {"name": "down", "parts": [{"name": "slot", "low": 0, "high": 2, "derived": False}]}
