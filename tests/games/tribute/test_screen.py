"""What the screen says of a match: what is asked, what waits, prices, favours, turns, and what agents had to say."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

from cardlab import Rng
from cardlab.games.tribute import Tribute
from cardlab.play.launch import write_live
from cardlab.play.record import Record
from cardlab.play.telling import whole_text
from cardlab.play.thinker import Thinker
from tests.games.tribute.tables import PATRONS
from tests.play.desk import drawn, seen

TRIBUTE = Tribute()
TALKER = """
class Talker:
    def __init__(self):
        self.log_lines = []

    def choose(self, seat):
        self.log_lines.append(f"{len(seat.legal())} ways")
        return seat.legal()[0]
"""


def table(*actions: str, **parts: Any) -> Any:
    """What PLAYER1 sees after some actions."""
    state = TRIBUTE.from_dict({"patrons": PATRONS, **parts})
    for action in actions:
        state.apply(state.parse(action))
    return seen(state, 0, ("you", "foe"))


def test_a_choice_says_whose_it_is_how_many_and_what_comes_then() -> None:
    row = {"row": ["TITHE", "CONQUEST"], "deck": ["GOLD"]}
    hand = ["LUXURY_EXPORTS", "CURRENCY_EXCHANGE"]
    scene = table("PLAY_CARD LUXURY_EXPORTS", "PLAY_CARD CURRENCY_EXCHANGE", P1={"hand": hand}, tavern=row)
    asked = "Replace cards of the tavern (Currency Exchange): up to 1. Then: 1 patron call more"
    assert scene.picking.prompt(()) == asked
    assert [move.words for move in scene.table.moves] == ["pick Tithe", "pick Conquest", "enough"]


def test_picks_are_counted_and_a_must_is_no_upper_bound() -> None:
    agents = {"P2": {"agents": ["BANNERET", "OATHMAN"]}}
    scene = table("PLAY_CARD MORIHAUS_SACRED_BULL", P1={"hand": ["MORIHAUS_SACRED_BULL"]}, **agents)
    assert scene.picking.prompt(()) == "Knock out agents (Morihaus, Sacred Bull): 1"
    row = {"row": ["TITHE", "CONQUEST", "PECK"], "deck": ["GOLD"]}
    scene = table("PLAY_CARD PROPHESY", "PICK TITHE", P1={"hand": ["PROPHESY"]}, tavern=row)
    assert scene.picking.prompt(()) == "Replace cards of the tavern (Prophesy): up to 2, 1 picked"


def test_combos_that_are_counted_stand_in_the_prompt_and_on_the_patron() -> None:
    scene = table("PLAY_CARD HOUSE_EMBASSY", P1={"hand": ["HOUSE_EMBASSY", "GOLD"]})
    assert scene.picking.prompt(()).endswith("or end the turn (Enter). Combos: Hlaalu 1")
    patron = scene.table.by_id["patron:HLAALU"]
    assert patron.face.text == "Hl: a card of yours, combo 1" and "combo 1 this turn" in patron.does
    assert "at 2: take a tavern card of cost up to 7 (House Embassy)" in patron.does


def test_prices_and_favours_are_told_also_where_there_is_little_room() -> None:
    favor = {"ANSEI": "PLAYER1", "PELIN": "PLAYER2"}
    scene = table(P1={"coins": 5, "hand": ["GOLD"]}, tavern={"row": ["TITHE", "CONQUEST"]}, favor=favor)
    assert [move.words for move in scene.table.moves if "buy" in move.words] == ["buy Tithe for 3", "buy Conquest for 4"]
    for size in ((44, 21), (76, 36)):
        text = str(drawn(scene, *size).plain())
        assert "▼ Pelin" in text and "▲ Ansei" in text and "1 favour " in text


def test_one_of_a_thing_is_told_as_one() -> None:
    scene = table("PLAY_CARD WAY_OF_THE_SWORD", P1={"hand": ["WAY_OF_THE_SWORD"]})
    assert [move.words for move in scene.table.moves] == ["gain 1 power", "gain 1 coin"]
    scene = table(P1={"hand": ["BRIARHEART_RITUAL", "BLOOD_SACRIFICE", "GOLD"]})
    told = {one.face.name: " ".join(one.does) for one in scene.table.by_id.values() if one.does}
    assert "destroy up to 2 own cards" in told["Briarheart Ritual"]
    assert "destroy up to 1 own card" in told["Blood Sacrifice"] and "1 own cards" not in told["Blood Sacrifice"]


def test_turns_are_counted_as_the_match_counts_them() -> None:
    record = Record.new(TRIBUTE, 3, ("a", "b"))
    while (turn := record.now.to_dict().get("turn", 0)) < 4:
        record.add(record.now.legal()[-1])
        assert record.moment(len(record.steps)).turn == record.now.to_dict().get("turn", 0)
    assert turn == 4
    text = "\n".join(whole_text(record))
    assert "Before the first turn" in text and "Turn 4: b begins turn 4" in text and "Turn 5" not in text


def test_what_agents_say_is_told_with_their_decisions_live_and_in_a_replay(tmp_path: Path) -> None:
    file = tmp_path / "talker.py"
    file.write_text(TALKER)
    lines: list[str] = []
    record = write_live(TRIBUTE, [f"python:{file}:Talker", "first"], 1, lines.append)
    said = [step.lines for step in record.steps if step.player == 0]
    assert said[0] == ((0, "9 ways"),) and all(len(one) == 1 for one in said)
    assert lines[4].strip() == "» 9 ways"
    again = Record.of(record.replay())
    assert [step.lines for step in again.steps] == [step.lines for step in record.steps]
    assert "» 9 ways" in "\n".join(whole_text(again))


def test_a_search_ends_when_the_time_of_its_turn_is_used_up() -> None:
    state = TRIBUTE.new(1)
    for _ in range(4):
        state.apply(state.legal()[0])
    thinker = Thinker(TRIBUTE, "ismcts:60s", turn_ms=150)
    started = time.monotonic()
    first = thinker.think(state.seat(0), 1, (), 1)
    second = thinker.think(state.seat(0), 2, (), 1)
    assert time.monotonic() - started < 30 and first.action in state.legal() and second.action in state.legal()
    assert first.milliseconds > second.milliseconds


def test_the_end_names_the_winner_as_the_screen_calls_them() -> None:
    record = Record.new(TRIBUTE, 1, ["random", "first"])
    rng = Rng(1)
    while not record.now.over:
        record.add(record.now.random_action(rng))
    winner = record.now.result.winner
    assert winner is not None
    reason = record.now.result.reason.lower().replace("_", " ")
    assert f"the winner is {record.names[winner]}: {reason}" in "\n".join(whole_text(record))
