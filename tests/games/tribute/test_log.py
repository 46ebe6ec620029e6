"""The action log: what is written, by whom, with which source, target and amount, and in which order."""

from __future__ import annotations

from typing import Any

import pytest

from tests.games.tribute.tables import last, log_of

P1, P2 = "PLAYER1", "PLAYER2"
ALESSIA = ["SAINT_ALESSIA", "ORGNUM", "TREASURY", "RAJHIN", "PSIJIC"]
ROW = {"row": ["GOLD", "PECK", "SWIPE"], "deck": ["TITHE", "RALLY"]}


def side(*hand: str, **rest: Any) -> dict[str, Any]:
    """What PLAYER1 has."""
    return {"hand": [*hand], **rest}


@pytest.mark.parametrize(
    ("steps", "mine", "entries"),
    [
        (["PLAY_CARD GOLD"], side("GOLD"), [("PLAY_CARD", P1, None, "GOLD", 1), ("GAIN_COIN", P1, "GOLD", None, 1)]),
        (
            ["ACTIVATE_AGENT BANNERET"], side(agents=["BANNERET"]),
            [("ACTIVATE_AGENT", P1, None, "BANNERET", 1), ("GAIN_POWER", P1, "BANNERET", None, 3)],
        ),
        (
            ["PLAY_CARD WAR_SONG"], side("WAR_SONG"),
            [("PLAY_CARD", P1, None, "WAR_SONG", 1), ("GAIN_POWER", P1, "WAR_SONG", None, 1)],
        ),
        (
            ["PLAY_CARD SUMMERSET_SACKING"], side("SUMMERSET_SACKING"),
            [("PLAY_CARD", P1, None, "SUMMERSET_SACKING", 1), ("GAIN_PRESTIGE", P1, "SUMMERSET_SACKING", None, 1)],
        ),
        (
            ["PLAY_CARD PILFER"], side("PILFER"),
            [("PLAY_CARD", P1, None, "PILFER", 1), ("DRAW", P1, "PILFER", None, 1)],
        ),
        (
            ["PLAY_CARD BRIARHEART_RITUAL", "CHOOSE GOLD PECK"], side("GOLD", "PECK", "BRIARHEART_RITUAL"),
            [("DESTROY_CARD", P1, "BRIARHEART_RITUAL", "GOLD", 1), ("DESTROY_CARD", P1, "BRIARHEART_RITUAL", "PECK", 1)],
        ),
        (
            ["PLAY_CARD HEL_SHIRA_HERALD", "CHOOSE RALLY GOLD"], side("HEL_SHIRA_HERALD", cooldown=["GOLD", "RALLY"]),
            [("REFRESH", P1, "HEL_SHIRA_HERALD", "RALLY", 1), ("REFRESH", P1, "HEL_SHIRA_HERALD", "GOLD", 1)],
        ),
        (
            ["PLAY_CARD TIME_MASTERY", "CHOOSE PECK"], side("TIME_MASTERY", draw=["GOLD", "PECK", "GOLD", "GOLD", "GOLD"]),
            [("TOSS", P1, "TIME_MASTERY", "PECK", 1)],
        ),
        (
            ["PLAY_CARD KNIGHT_COMMANDER", "PLAY_CARD FORTIFY"], side("KNIGHT_COMMANDER", "FORTIFY"),
            [
                ("PLAY_CARD", P1, None, "FORTIFY", 1), ("GAIN_POWER", P1, "FORTIFY", None, 1),
                ("HEAL_AGENT", P1, "KNIGHT_COMMANDER", "KNIGHT_COMMANDER", 2),
            ],
        ),
        (
            ["PLAY_CARD SNAKESKIN_FREEBOOTER", "PLAY_CARD SEA_ELF_RAID"], side("SNAKESKIN_FREEBOOTER", "SEA_ELF_RAID"),
            [
                ("PLAY_CARD", P1, None, "SEA_ELF_RAID", 1), ("GAIN_COIN", P1, "SEA_ELF_RAID", None, 1),
                ("ADD_SUMMERSET_SACKING", P1, "SNAKESKIN_FREEBOOTER", None, 1),
            ],
        ),
        (["END_TURN"], side("GOLD", power=3), [("END_TURN", None, None, None, 1)]),
    ],
)  # fmt: skip
def test_cards_write_what_they_do_after_what_was_done_with_them(
    steps: list[str], mine: dict[str, Any], entries: list[tuple[Any, ...]]
) -> None:
    assert log_of(last(steps, P1=mine)) == entries


@pytest.mark.parametrize(
    ("steps", "coins", "entries"),
    [
        (["BUY_CARD TITHE"], 3, [("BUY_CARD", P1, None, "TITHE", 1), ("ADD_PATRON_CALLS", P1, "TITHE", None, 1)]),
        (["BUY_CARD RALLY"], 8, [("BUY_CARD", P1, None, "RALLY", 1)]),
        (
            ["BUY_CARD BARTERER", "CHOOSE TITHE"], 9,
            [("REPLACE_TAVERN", P1, "BARTERER", "TITHE", 1)],
        ),
    ],
)  # fmt: skip
def test_purchases_are_told_and_their_price_is_not(steps: list[str], coins: int, entries: list[tuple[Any, ...]]) -> None:
    tavern = {"row": ["TITHE", "RALLY", "BARTERER"], "deck": ["GOLD", "PECK"]}
    assert log_of(last(steps, P1={"coins": coins}, tavern=tavern)) == entries


def test_attacks_tell_the_damage_and_only_they_tell_deaths() -> None:
    foes = {"agents": [{"card": "OATHMAN", "hp": 2}, "CLANWITCH"]}
    assert log_of(last(["ATTACK OATHMAN"], P1={"power": 1}, P2=foes)) == [("ATTACK_AGENT", P1, None, "OATHMAN", 1)]
    assert log_of(last(["ATTACK OATHMAN"], P1={"power": 9}, P2=foes)) == [
        ("ATTACK_AGENT", P1, None, "OATHMAN", 2), ("AGENT_DEATH", P1, None, "OATHMAN", 1),
    ]  # fmt: skip
    steps = ["BUY_CARD AMBUSH", "CHOOSE OATHMAN CLANWITCH"]
    assert log_of(last(steps, P1={"coins": 3}, P2=foes, tavern={"row": ["AMBUSH"]})) == [
        ("KNOCKOUT", P1, "AMBUSH", "OATHMAN", 1), ("KNOCKOUT", P1, "AMBUSH", "CLANWITCH", 1),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("patron", "mine", "entries"),
    [
        ("RAJHIN", {"coins": 3}, [("GAIN_COIN", -3), ("ADD_BEWILDERMENT_TO_OPPONENT", "BEWILDERMENT")]),
        ("SAINT_ALESSIA", {"coins": 4}, [("GAIN_COIN", -4), ("ADD_SOLDIER_OF_THE_EMPIRE", 1)]),
        ("ORGNUM", {"coins": 3, "draw": ["GOLD"] * 6}, [("GAIN_COIN", -3), ("GAIN_POWER", 1)]),
    ],
)
def test_patrons_write_price_then_gains_then_what_they_make(
    patron: str, mine: dict[str, Any], entries: list[tuple[str, int | str]]
) -> None:
    told = log_of(last([f"CALL_PATRON {patron}"], patrons=ALESSIA, P1=mine))
    wanted: list[tuple[Any, ...]] = [("ACTIVATE_PATRON", P1, patron, None, 1)]
    for name, what in entries:
        wanted.append((name, P1, patron, what if isinstance(what, str) else None, 1 if isinstance(what, str) else what))
    assert told == wanted
