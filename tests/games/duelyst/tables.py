"""Small positions of Duelyst by hand, and what is seen of them afterwards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardlab import game
from cardlab.core.luck import Script
from cardlab.core.state import State
from cardlab.games.duelyst.words.cards import card_table

Chance = Sequence[tuple[int, int]]


def unit(card: int, owner: int, x: int, y: int, **more: Any) -> dict[str, Any]:
    """A unit; what is not said of it is as printed."""
    return {"id": card, "owner": owner, "x": x, "y": y, **more}


def hand_of(cards: Sequence[int | None]) -> list[int | None]:
    return [*cards, *[None] * (6 - len(cards))]


def lay(
    *units: dict[str, Any], hand: Sequence[int | None] = (), foe_hand: Sequence[int | None] = (), deck: Sequence[int] = (),
    foe_deck: Sequence[int] = (), mana: int = 9, current: int = 1, turn: int | None = None, tiles: Sequence[dict[str,
    Any]] = (),
    generals: tuple[int, int] = (1, 101), mine: dict[str, Any] | None = None, theirs: dict[str, Any] | None = None,
    luck: Sequence[int] = (5, 7, 0), **options: Any,
) -> State:  # fmt: skip
    """A position with both generals at home, unless one is among the units. Player 1 is `mine`, player 2 `theirs`."""
    kind = game("duelyst", **options)
    owners = {row["owner"] for row in units if row["id"] in GENERALS}
    home = [unit(generals[p - 1], p, 0 if p == 1 else 8, 2) for p in (1, 2) if p not in owners]
    players = [
        {"mana": mana, "maxMana": max(mana, 2), "hand": hand_of(hand), "deck": list(deck), **(mine or {})},
        {"mana": mana, "maxMana": max(mana, 2), "hand": hand_of(foe_hand), "deck": list(foe_deck), **(theirs or {})},
    ]
    position = {
        "current": current, "turn": current - 1 if turn is None else turn, "players": players, "units": [*home, *units],
        "tiles": list(tiles), "luck": list(luck),
    }  # fmt: skip
    return kind.from_dict(position)


GENERALS = {card.id for card in card_table(False).cards if card.kind == "general"}


def spring(x: int, y: int, used: bool = False) -> dict[str, Any]:
    return {"id": 40001, "owner": 0, "x": x, "y": y, "depleted": used}


def creep(owner: int, x: int, y: int) -> dict[str, Any]:
    return {"id": 40004, "owner": owner, "x": x, "y": y}


def act(state: State, *texts: str, chance: Chance = ()) -> State:
    """Carry out actions; all that is drawn must be as told: pairs of (possibilities, outcome)."""
    after = state.copy()
    script = Script([outcome for _, outcome in chance])
    after.script = script
    for text in texts:
        after.apply(after.parse(text))
    assert [n for _, n, _ in script.told] == [n for n, _ in chance]
    assert script.left == 0
    return after.copy()


def shown(row: dict[str, Any]) -> str:
    """A unit in short: ``9@1,2 3/3`` with its maximum of health behind another slash if it is damaged, and its keywords."""
    most = f"/{row['maxHp']}" if row["maxHp"] != row["hp"] else ""
    tired = " tired" if row["exhausted"] else ""
    words = "".join(f" {name}" for name in row["kw"])
    side = "" if row["owner"] == 1 else "'"
    return f"{row['id']}{side}@{row['x']},{row['y']} {row['atk']}/{row['hp']}{most}{tired}{words}"


def board(state: State, generals: bool = False) -> list[str]:
    """All minions in board order; those of player 2 have a prime."""
    return [shown(row) for row in state.to_dict()["units"] if (generals or not row["general"]) and not row.get("dead")]


def general(state: State, player: int) -> tuple[int, int]:
    """Attack and health of a general."""
    row = next(row for row in state.to_dict()["units"] if row["general"] and row["owner"] == player)
    return row["atk"], row["hp"]


def held(state: State, player: int) -> list[int]:
    return [card for card in state.to_dict()["players"][player - 1]["hand"] if card is not None]


def side(state: State, player: int) -> dict[str, Any]:
    row: dict[str, Any] = state.to_dict()["players"][player - 1]
    return row


def objects(state: State) -> list[str]:
    """Springs and creep: ``spring 4,0``, ``used 4,0``, ``creep1 3,3``."""
    words = []
    for row in state.to_dict()["tiles"]:
        name = f"creep{row['owner']}" if row["id"] == 40004 else "used" if row["depleted"] else "spring"
        words.append(f"{name} {row['x']},{row['y']}")
    return words


def legal(state: State, start: str) -> list[str]:
    """The legal actions that begin so, without the beginning."""
    return [text.removeprefix(start).strip() for text in map(state.text, state.legal()) if text.startswith(start)]


def crowded() -> State:
    """A board on which more than 150 actions are legal: five flying units may go almost anywhere."""
    dreadflayer, tempest, golem = 19033, 20044, 10205
    own, foes = ([unit(dreadflayer, p, x, y) for y in range(rows)] for p, x, rows in ((1, 3, 5), (2, 6, 3)))
    return lay(*own, *foes, hand=[tempest, 9, 9, 20066, 20066, golem], deck=[9] * 8)
