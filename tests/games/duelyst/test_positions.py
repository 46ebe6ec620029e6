"""Positions of Duelyst as they are written: what each part says, in which order, and what is refused in which words."""

from __future__ import annotations

from typing import Any

import pytest

from cardlab import game
from cardlab.errors import PositionError
from tests.games.duelyst.tables import hand_of, lay, unit


def refused(words: str, **changed: Any) -> None:
    """The plain position with these parts is refused in exactly these words."""
    position = {**lay(hand=(9, 20066)).to_dict(), **changed}
    with pytest.raises(PositionError) as found:
        game("duelyst").from_dict(position)
    assert str(found.value) == words


def players(**changed: Any) -> list[dict[str, Any]]:
    """Both players, and what is told of the second."""
    return [{}, changed]


def units(*rows: dict[str, Any]) -> list[dict[str, Any]]:
    return [unit(1, 1, 0, 2), unit(101, 2, 8, 2), *rows]


def test_parts_stand_in_one_order() -> None:
    state = lay(hand=(9,), mine={"bonusMana": 0, "extraDraws": 1}, theirs={"maxMana": 9, "bonusMana": 1, "baseMana": 9})
    position = state.to_dict()
    assert list(position) == ["status", "turn", "current", "players", "units", "tiles", "followup", "luck"]
    common = ["mana", "maxMana", "bonusMana", "hand", "deck", "replaced", "sig", "sigReady", "artifacts"]
    assert [list(row) for row in position["players"]] == [[*common, "extraDraws"], [*common, "baseMana"]]
    named = ["id", "owner", "x", "y", "atk", "hp", "maxHp", "general", "exhausted", "moves", "attacks", "kw", "effects"]
    assert [list(row) for row in position["units"]] == [named, named]


def test_mana_is_shown_up_to_the_most_and_its_base_is_told_only_where_both_are_more() -> None:
    told = lay(theirs={"maxMana": 9, "bonusMana": 1, "baseMana": 9}).to_dict()["players"][1]
    assert (told["maxMana"], told["bonusMana"], told["baseMana"]) == (9, 1, 9)
    told = lay(theirs={"maxMana": 5, "mana": 4, "bonusMana": 1}).to_dict()["players"][1]
    assert (told["mana"], told["maxMana"], told["bonusMana"]) == (4, 5, 1) and "baseMana" not in told


def test_a_view_tells_what_is_unseen_instead_of_a_deck() -> None:
    view = lay(hand=(9,), foe_hand=(20066,), deck=(8, 9), foe_deck=(9,)).view(0)
    assert view["players"][0]["deck"] == [9, 8] and "unseen" not in view["players"][0]
    assert view["players"][1]["unseen"] == [9, 20066] and "deck" not in view["players"][1]
    assert view["players"][1]["hand"] == hand_of(["?"])
    assert game("duelyst").from_view(view).view() == view


def test_players_are_called_from_one() -> None:
    refused("player 2: 'mana' must be a whole number from 0 to 9, not -1", players=players(mana=-1))
    refused("player 2: 'bonusMana' must be a whole number from 0 to 3, not 4", players=players(maxMana=3, bonusMana=4))
    refused("player 2: 'hand': there is no card 7777; cards are known by ids such as 20066, or by name",
            players=players(hand=hand_of([7777])))  # fmt: skip
    refused("player 2: a player is a table of names and values, not 3", players=[{}, 3])
    refused(
        "player 2: Argeon Highmayne is a general and no card to hold".replace("2:", "2: 'deck':"), players=players(deck=[1])
    )
    refused("player 2: 'artifacts' is a list of at most 3", players=players(artifacts=[{}] * 4))


def test_units_are_called_by_their_cards() -> None:
    refused("two units stand on (3, 2); each tile has room for one", units=units(unit(9, 1, 3, 2), unit(9, 2, 3, 2)))
    odd = unit(9, 1, 3, 2, effects=[{"kind": ["add"]}])
    name = game("duelyst").cards.by_id[9].name  # type: ignore[attr-defined]
    refused(f"{name}: {{'kind': ['add']}} is no effect", units=units(odd))
    refused(f"{name}: 'x' must be a whole number from 0 to 8, not 9", units=units(unit(9, 1, 9, 2)))


def test_what_is_of_no_use_in_a_phase_is_not_looked_at() -> None:
    state = game("duelyst").from_dict({**lay().to_dict(), "winner": "nobody", "reason": 5, "mulliganed": "all"})
    assert not state.over and state.to_dict() == lay().to_dict()


def test_the_mulligan_and_the_end() -> None:
    refused("'mulliganed' lists both players: then the status is active", status="mulligan", mulliganed=[1, 2])
    refused("player 1 has chosen already: 'current' is the other one", status="mulligan", mulliganed=[1])
    refused("'winner' must be a whole number from 0 to 2, not None", status="over")
    over = {**lay().to_dict(), "status": "over", "winner": 2}
    assert game("duelyst").from_dict(over).to_dict() == {**over, "reason": "general"}


def test_what_can_be_taken_back_is_a_position() -> None:
    refused("'undo' is null or a position, not 3", undo=3)
