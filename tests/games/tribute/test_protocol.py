"""The text protocol: exact messages, exact readings of answers, and cardlab at a foreign referee's table."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from cardlab import make_agent, play_match
from cardlab.bots import BadAnswer, BadMessage
from cardlab.core.replay import Replay
from cardlab.core.result import Result
from cardlab.core.rng import Rng
from cardlab.games.tribute import Tribute
from cardlab.games.tribute.protocol.guest import TributeGuest
from cardlab.games.tribute.protocol.protocol import TributeProtocol
from cardlab.games.tribute.rules.state import TributeState
from cardlab.games.tribute.words.actions import listed_moves
from tests.games.tribute.tables import PATRONS

TRIBUTE = Tribute()
SPENDER = Path(__file__).parents[3] / "examples" / "tribute_bots" / "spender.py"
PATIENT = "cmd[time=20]"


def position(**parts: Any) -> TributeState:
    state = TRIBUTE.from_dict({"patrons": PATRONS, **parts})
    assert isinstance(state, TributeState)
    return state


def told(state: TributeState, talk: TributeProtocol | None = None) -> dict[str, Any]:
    """The message on a turn, read as JSON."""
    assert state.player is not None
    text = (talk or TributeProtocol(TRIBUTE)).question(state.seat(state.player)).message()
    assert text.endswith("\n]}\nEOT\n") and text.startswith('{ "State":\n')
    found: dict[str, Any] = json.loads(text.removesuffix("EOT\n"))
    return found


def names(cards: list[dict[str, Any]]) -> list[str]:
    return [card["name"] for card in cards]


# ---- messages --------------------------------------------------------------------------------------------------------


def test_the_draft_is_asked_in_one_line_with_the_round() -> None:
    game = Tribute(pool="ANSEI+RAJHIN+PELIN+HLAALU")
    state, protocol, asked = game.new(1), TributeProtocol(game), []
    while state.view(0).get("phase") == "draft":
        assert state.player is not None
        asked.append(protocol.question(state.seat(state.player)).message())
        state.apply(state.legal()[0])
    assert asked == ["ANSEI,RAJHIN,HLAALU,PELIN 1\n", "RAJHIN,HLAALU,PELIN 1\n", "HLAALU,PELIN 2\n", "PELIN 2\n"]


def test_a_message_shows_what_the_player_sees() -> None:
    state = position(
        P1={
            "hand": ["GOLD", "LUXURY_EXPORTS"], "draw": ["PECK", "SWIPE", "GOLD"], "known_upcoming": 1,
            "coins": 3, "prestige": 4,
        },
        P2={"hand": ["WAR_SONG"], "draw": ["GOLD"], "agents": [{"card": "BANNERET", "hp": 3}], "power": 2},
        tavern={"row": ["HARVEST_SEASON"], "deck": ["TITHE", "CONQUEST"]}, favor={"ANSEI": "PLAYER2"},
    )  # fmt: skip
    message = told(state)
    shown = message["State"]
    assert message["Actions"] == [
        "PLAY_CARD GOLD", "PLAY_CARD LUXURY_EXPORTS", "BUY_CARD HARVEST_SEASON", "PATRON TREASURY", "PATRON HLAALU",
        "END_TURN",
    ]  # fmt: skip
    assert shown["PatronStates"] == {
        "PELIN": "NO_PLAYER_SELECTED", "RED_EAGLE": "NO_PLAYER_SELECTED", "TREASURY": "NO_PLAYER_SELECTED", "ANSEI": "PLAYER2",
        "HLAALU": "NO_PLAYER_SELECTED",
    }  # fmt: skip
    me, foe = shown["CurrentPlayer"], shown["EnemyPlayer"]
    assert (me["Player"], me["Coins"], me["Prestige"], me["PatronCalls"]) == ("PLAYER1", 3, 4, 1)
    assert names(me["Hand"]) == ["Gold", "Luxury Exports"] and names(me["KnownPile"]) == ["Peck"]
    assert names(foe["HandAndDraw"]) == ["War Song", "Gold"], "sorted by the numbers of the cards"
    assert foe["Agents"][0]["CurrentHP"] == 3 and foe["Agents"][0]["Card"]["name"] == "Banneret" and foe["Power"] == 2
    assert (shown["BoardState"], shown["PendingChoice"], shown["GameEndState"], shown["CompletedActions"]) == (
        "NORMAL",
        "",
        "",
        [],
    )
    gold = me["Hand"][0]
    assert gold | {"UniqueId": 0} == {
        "name": "Gold", "deck": "TREASURY", "cost": 0, "type": "STARTER", "HP": -1, "taunt": False, "UniqueId": 0,
        "effects": ["GAIN_COIN 1", "", "", ""],
    }  # fmt: skip


def test_orders_of_hidden_piles_are_not_told() -> None:
    """Whatever order the piles have, the message is the same."""
    parts = {"row": ["GOLD"], "deck": ["TITHE", "CONQUEST", "MURDER_OF_CROWS"]}

    def message(draw: list[str], deck: list[str]) -> dict[str, Any]:
        return told(position(P1={"hand": ["PECK"], "draw": draw}, tavern={**parts, "deck": deck}))

    one = message(["SWIPE", "GOLD", "WAR_SONG"], ["TITHE", "CONQUEST", "MURDER_OF_CROWS"])
    other = message(["WAR_SONG", "SWIPE", "GOLD"], ["MURDER_OF_CROWS", "TITHE", "CONQUEST"])
    assert one == other


def test_every_copy_has_a_number_and_keeps_it_where_it_can_have_stayed() -> None:
    state = position(P1={"hand": ["GOLD", "GOLD", "PECK"]}, tavern={"row": ["TITHE"]})
    talk = TributeProtocol(TRIBUTE)
    question = talk.question(state.seat(0))
    before = json.loads(question.message().removesuffix("EOT\n"))["State"]["CurrentPlayer"]["Hand"]
    for action in question.read("1"):
        state.apply(action)
    me = told(state, talk)["State"]["CurrentPlayer"]
    first, second, peck = [card["UniqueId"] for card in before]
    assert len({first, second, peck}) == 3 and min(first, second, peck) >= 10_000
    assert [card["UniqueId"] for card in me["Hand"]] == [first, peck]
    assert [card["UniqueId"] for card in me["Played"]] == [second]


@pytest.mark.parametrize(
    ("hand", "what", "actions"),
    [
        (
            "LUXURY_EXPORTS", None, ["PLAY_CARD GOLD", "END_TURN"],
        ),
        (
            "WAY_OF_THE_SWORD",
            {"Type": "EFFECT", "Context": "EFFECT_CHOICE", "ChoiceFollowUp": "ENACT_CHOSEN_EFFECT", "MinChoices": 1,
             "MaxChoices": 1, "PossibleEffects": ["GAIN_POWER 1", "GAIN_COIN 1"]},
            ["CHOICE WAY_OF_THE_SWORD GAIN_POWER 1", "CHOICE WAY_OF_THE_SWORD GAIN_COIN 1"],
        ),
    ],
)  # fmt: skip
def test_what_a_choice_is_about(hand: str, what: dict[str, Any] | None, actions: list[str]) -> None:
    state = position(P1={"hand": [hand, "GOLD"]})
    state.apply(state.parse(f"PLAY_CARD {hand}"))
    message = told(state)
    assert message["State"]["PendingChoice"] == (what or "")
    assert [text for text in message["Actions"] if not text.startswith("PATRON")] == actions


def test_a_choice_of_several_cards_is_one_answer() -> None:
    """Every selection is in the list; its place leads to the picks that make it."""
    state = position(P1={"hand": ["PROPHESY"]}, tavern={"row": ["TITHE", "CONQUEST", "PECK"], "deck": ["GOLD"] * 4})
    state.apply(state.parse("PLAY_CARD PROPHESY"))
    question = TributeProtocol(TRIBUTE).question(state.seat(0))
    message = json.loads(question.message().removesuffix("EOT\n"))
    assert message["State"]["PendingChoice"]["Context"] == "GAIN_COIN 3 AND REPLACE_TAVERN 2"
    assert message["Actions"][:2] == ["CHOICE ", "CHOICE TITHE"] and message["Actions"][-1] == "CHOICE CONQUEST PECK"
    for action in question.read(str(len(message["Actions"]) - 1)):
        state.apply(action)
    assert state.to_dict()["tavern"]["row"] == ["TITHE", "GOLD", "GOLD"]


def test_the_end_is_told_with_winner_reason_and_problem() -> None:
    state = position()
    lost = Result((2, 1), (0.0, 1.0), "INCORRECT_MOVE", 0, "illegal action 7")
    drawn = Result((1, 1), (0.5, 0.5), "TURN_LIMIT_EXCEEDED")
    talk = TributeProtocol(TRIBUTE)
    assert talk.farewell(state.seat(0), lost) == "FINISHED PLAYER2 INCORRECT_MOVE illegal action 7\nEOT\n"
    assert talk.farewell(state.seat(0), drawn).startswith("FINISHED NO_PLAYER_SELECTED TURN_LIMIT_EXCEEDED ")


@pytest.mark.parametrize(
    ("line", "error"), [("7", BadAnswer), ("-1", RuntimeError), ("END_TURN", RuntimeError), ("", RuntimeError)]
)
def test_answers_that_are_no_move(line: str, error: type[Exception]) -> None:
    question = TributeProtocol(TRIBUTE).question(position().seat(0))
    question.message()
    with pytest.raises(error):
        question.read(line)


# ---- cardlab as a program --------------------------------------------------------------------------------------------


def lines_of(texts: list[str]) -> Any:
    rows = iter("".join(texts).splitlines(keepends=True))
    return lambda: next(rows, "")


def test_a_guest_builds_every_position_again_and_its_moves_are_those_of_the_list() -> None:
    """Whole matches are told message by message; what the guest would do stands in the same place of both lists."""
    for seed in range(2):
        state = TRIBUTE.new(seed)
        talks = [TributeProtocol(TRIBUTE) for _ in range(2)]
        guests = [TributeGuest(TRIBUTE) for _ in range(2)]
        state.listener = lambda event, talks=talks: [t.hear(event.for_seat(p)) for p, t in enumerate(talks)]  # type: ignore[misc]
        rng, player = Rng(seed), make_agent(TRIBUTE, "random")
        for _ in range(120):
            if (p := state.player) is None:
                break
            question = talks[p].question(state.seat(p))
            assert guests[p].hear(lines_of([question.message()]))
            while (seat := guests[p].seat()) is not None:
                guests[p].choose(player.choose(seat, rng))
            assert isinstance(state, TributeState)
            moves, answer = listed_moves(state), guests[p].answer()
            chosen = tuple(question.read(answer))
            if answer.isdigit():
                assert chosen == moves[int(answer)].actions
                assert tuple(guests[p]._chosen) == chosen or sorted(guests[p]._chosen) == sorted(chosen)
            for action in chosen:
                state.apply(action)


@pytest.mark.parametrize(
    "text", ["hello\n", "PELIN,NOBODY 1\n", '{"State": 1}\nEOT\n', "{]\nEOT\n", '{"State": {}, "Actions": []}\nEOT\n'],
)  # fmt: skip
def test_a_message_that_makes_no_sense_is_refused(text: str) -> None:
    with pytest.raises(BadMessage):
        TributeGuest(TRIBUTE).hear(lines_of([text]))


def test_the_news_of_an_end_are_passed_over() -> None:
    guest = TributeGuest(TRIBUTE)
    assert not guest.hear(lines_of(["FINISHED PLAYER1 PATRON_FAVOR \nEOT\n"]))


# ---- over processes --------------------------------------------------------------------------------------------------


def test_the_example_plays_and_what_it_says_is_kept_with_its_moves(tmp_path: Path) -> None:
    bot = f"{PATIENT}:{sys.executable} {SPENDER}"
    result = play_match("tribute", [bot, "random_bot"], games=2, seed=1, workers=1, replays=tmp_path)
    assert result.errors == {} and result.roles[0].points == 2
    replay = Replay.load(tmp_path / "game-000000.json")
    said = {at: text for at, rows in replay.lines.items() for _, text in rows}
    bought = {
        at: text.removeprefix("BUY_CARD ").partition(".")[0]
        for at, text in ((at, replay.game.action_text(action)) for at, action in enumerate(replay.actions))
        if text.startswith("BUY_CARD") and at in said
    }
    assert len(said) > 5 and {at: text.removeprefix("buys ") for at, text in said.items()} == bought


def test_cardlab_as_a_program_plays_the_very_match_it_plays_by_itself(tmp_path: Path) -> None:
    def actions(agent: str, folder: Path) -> list[tuple[int, ...]]:
        result = play_match("tribute", [agent, "first"], games=2, seed=11, workers=1, replays=folder)
        assert result.errors == {}
        return [Replay.load(file).actions for file in sorted(folder.iterdir())]

    program = f"{PATIENT}:{sys.executable} -m cardlab bot tribute first"
    assert actions(program, tmp_path / "program") == actions("first", tmp_path / "native")


@pytest.mark.parametrize(
    ("script", "reason", "words"),
    [
        ("while 1: input(); print('NOBODY', flush=True)", "PATRON_SELECTION_FAILURE", "answers with one of"),
        ("import time; input(); time.sleep(9)", "PATRON_SELECTION_TIMEOUT", "no answer within 300 ms"),
        ("input(); raise SystemExit(3)", "BOT_EXCEPTION", "exit code 3"),
        ("draft(); print(9999, flush=True)", "INCORRECT_MOVE", "actions, counted from 0"),
        ("draft(); print('END_TURN', flush=True)", "BOT_EXCEPTION", "not an index"),
        ("draft(); time.sleep(9)", "TURN_TIMEOUT", "no answer within"),
    ],
)
def test_every_failure_of_a_program_has_its_name_and_its_offender(script: str, reason: str, words: str, tmp_path: Path) -> None:
    """The draft of this bot takes the first that is there, until a message on a turn has come."""
    bot = tmp_path / "bot.py"
    bot.write_text(
        "import time\n"
        "def draft():\n"
        "    while not (line := input()).startswith('{'): print(line.split(',')[0].split()[0], flush=True)\n"
        "    while input() != 'EOT': pass\n" + script
    )
    program = f"cmd:{sys.executable} {bot}"
    result = play_match(
        "tribute", [program, "first"], games=1, workers=1, turn_ms=300 if "TIMEOUT" in reason else 20_000
    )  # fmt: skip
    assert result.endings == {reason: 1}
    assert result.match.labels[result.records.failed[0]] == program and words in result.errors[0]
