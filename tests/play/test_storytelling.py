"""Games as turns with what belongs together: in text, as plain values, in the log on the screen, and page by page."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from textual.containers import VerticalScroll
from textual.geometry import Region
from textual.widget import Widget
from textual.widgets._footer import FooterKey

import cardlab
from cardlab.core.replay import Replay
from cardlab.play.app import CardlabApp
from cardlab.play.dialogs import Paper
from cardlab.play.gamelog import game_log
from cardlab.play.logpanel import Log
from cardlab.play.paging import turn_back, turn_on
from cardlab.play.passages import Moment
from cardlab.play.record import Record
from cardlab.play.telling import summary_lines, time_text, turn_title, whole_text
from cardlab.play.viewer import ViewerScreen
from cardlab.play.widgets import Board
from cardlab.testing import check_game
from tests.play.chained import CALL, LET, REST, STOP, STORY, Ricochet, told
from tests.play.desk import board_text, log_text, until


def _played(game: cardlab.Game, seed: int, agents: tuple[str, ...]) -> Record:
    record, made = Record.new(game, seed, agents), [cardlab.make_agent(game, spec) for spec in agents]
    while (player := record.now.player) is not None:
        record.add(made[player].choose(record.seat(player), cardlab.derive(seed, player, len(record.steps))))
    return record


def test_the_game_to_look_at_keeps_the_contract() -> None:
    assert check_game(Ricochet).events > 0


def test_the_text_goes_by_turns_and_indents_what_belongs_together() -> None:
    assert (
        "\n".join(whole_text(told(*STORY)))
        == """\
Ricochet (ricochet, seed 1): bot0 – bot1 – bot2

Turn 1: bot0
   1  bot0  call
              bot0 calls
   2  bot1    let
   3  bot2    stop
                bot2 stops bot0
   4  bot0      stop
                  bot0 stops bot2
   5  bot1        let
   6  bot2        let
                  bot0 is done with the stop
                bot2 is done with the stop
              bot0 is heard
              link 1
                bot0 has 1
              link 2
                bot0 has 3
              the chain is over
Turn 2: bot1 begins a turn
   7  bot1  again
Turn 3: bot1 begins a turn
   8  bot1  call
              bot1 calls
   9  bot0    let
  10  bot2    let
              bot1 is heard
              link 1
                bot1 has 1
              link 2
                bot1 has 3
              the chain is over
Turn 4: bot2 begins a turn
  11  bot2  rest
Turn 5: bot0 begins a turn
  12  bot0  rest
Turn 6: bot1 begins a turn
  13  bot1  rest

a draw (end) after 13 decisions in 6 turns

  bot0  place 1  score 0.17  4 decisions  578.2 ms each
  bot1  place 1  score 0.17  5 decisions  861.2 ms each
  bot2  place 3  score 0.00  4 decisions  393.0 ms each"""
    )


def test_parts_are_open_while_others_are_asked_and_forgotten_with_the_steps() -> None:
    record = told(CALL, LET, STOP)
    assert record.moment(3) == Moment(1, 0, ("card", "answer"))
    record.cut(1)
    assert record.moment(1) == Moment(1, 0, ("card",))
    record.add(LET)
    record.add(LET)
    assert record.moment(3) == Moment(2, 1)


def test_what_is_closed_without_having_been_opened_stands_where_it_is() -> None:
    middle = told(CALL, LET, STOP).now.to_dict()
    record = Record.of(Replay.of(Ricochet().from_dict(middle), [LET, LET]))
    depths = [(passage.event.kind, passage.moment.depth) for passage in record.steps[-1].passages]
    assert depths == [("settled", 0), ("stood", 0), ("began", 0)]
    assert [record.moment(at) for at in range(3)] == [Moment(1, 0), Moment(1, 0), Moment(2, 1)]


def test_the_log_has_the_events_of_each_turn_under_their_decisions_and_its_positions() -> None:
    record = told(*STORY)
    log = json.loads(json.dumps(game_log(record)))
    assert [(turn["turn"], turn["player"], len(turn["decisions"])) for turn in log["turns"]] == [
        (1, 0, 6), (2, 1, 1), (3, 1, 3), (4, 2, 1), (5, 0, 1), (6, 1, 1)
    ]  # fmt: skip
    first, second, *_, last = log["turns"]
    assert first["events"] == []
    stop = {"kind": "stopped", "player": 0, "fields": {"whom": 2}, "audience": None}
    assert first["decisions"][3] == {
        "decision": 4, "player": 0, "action": "stop", "milliseconds": 8.0, "depth": 2,
        "events": [{**stop, "text": "bot0 stops bot2", "depth": 2, "opens": "answer"}],
    }  # fmt: skip
    closing = first["decisions"][-1]["events"]
    assert [(event["kind"], event["depth"], event.get("closes")) for event in closing] == [
        ("settled", 2, "answer"), ("settled", 1, "answer"), ("stood", 0, "card"), ("link", 0, None), ("scored", 1, None),
        ("link", 0, None), ("scored", 1, None), ("linked", 0, "link"),
    ]  # fmt: skip
    assert [event["kind"] for event in second["events"]] == ["began"]
    assert (first["before"]["points"], first["after"]["points"], second["before"]) == ([0, 0, 0], [3, 0, 0], first["after"])
    assert last["after"] == json.loads(record.now.to_json())["position"]


def test_the_summary_of_the_log_ranks_the_players_with_their_mean_times() -> None:
    summary = game_log(told(CALL, LET, LET, REST, REST, REST, REST, REST))["summary"]
    assert {name: summary[name] for name in ("game", "seed", "turns", "decisions", "finished", "reason")} == {
        "game": "ricochet", "seed": 1, "turns": 6, "decisions": 8, "finished": True, "reason": "end",
    }  # fmt: skip
    assert [(row["seat"], row["place"], row["decisions"], row["mean_milliseconds"]) for row in summary["players"]] == [
        (0, 1, 2, 16.5), (1, 2, 3, round((2 + 8 + 64) / 3, 6)), (2, 2, 3, round((4 + 16 + 128) / 3, 6)),
    ]  # fmt: skip


def test_a_game_that_goes_on_has_no_places_and_one_without_times_no_means() -> None:
    record = Record.new(Ricochet(), 1, ("a", "b", "c"))
    record.add(CALL)
    players = game_log(record)["summary"]["players"]
    assert [(row["place"], row["score"], row["mean_milliseconds"]) for row in players] == [(None, None, None)] * 3
    assert summary_lines(record)[2:] == ["  a  1 decision", "  b  0 decisions", "  c  0 decisions"]
    assert record.replay().milliseconds == ()


class Counting(Ricochet):
    """The same, but it says what its places are counted from."""

    def tally(self, state: cardlab.State) -> list[dict[str, int]]:
        return [{"points": points, "sheep": seat} for seat, points in enumerate(state.to_dict()["points"])]


def test_the_summary_shows_what_a_game_counts_for_its_places() -> None:
    record = Record.new(Counting(), 1, ("a", "b", "c"))
    for action in (CALL, LET, LET, REST, REST, REST, REST, REST):
        record.add(action)
    points = record.now.to_dict()["points"]
    told_of = {"a": f"{points[0]} points  0 sheep", "b": f"{points[1]} points  1 sheep", "c": f"{points[2]} points  2 sheep"}
    lines = summary_lines(record)[2:5]
    assert points[0] == 3 and all(told_of[line.split()[0]].replace("1 points", "1 point ") in line for line in lines)
    tallies = {row["seat"]: row["tally"] for row in game_log(record)["summary"]["players"]}
    assert tallies == {seat: {"points": points[seat], "sheep": seat} for seat in range(3)}
    assert all("tally" not in row for row in game_log(told(CALL))["summary"]["players"])


@pytest.mark.parametrize(
    ("milliseconds", "text"), [(0.0004, "0.4 µs"), (0.25, "0.2 ms"), (12.34, "12.3 ms"), (2345.6, "2.35 s")]
)
def test_times_are_told_as_one_reads_them(milliseconds: float, text: str) -> None:
    assert time_text(milliseconds) == text


def test_pages_are_turns_also_two_of_one_player() -> None:
    record = told(*STORY)
    assert [turn_on(record, at) for at in (0, 3, 6, 7, 12, 13)] == [6, 6, 7, 10, 13, 13]
    assert [turn_back(record, at) for at in (13, 12, 10, 8, 7, 6, 3, 0)] == [12, 11, 7, 7, 6, 0, 0, 0]


def test_without_told_turns_a_turn_lasts_until_it_is_somebody_elses() -> None:
    record = _played(cardlab.game("castle", players=3), 4, ("lowest", "random", "random"))
    expected: list[int] = []
    before = None
    for state in record.states[:-1]:
        expected.append((expected[-1] if expected else 0) + (state.turn != before))
        before = state.turn
    assert [record.moment(at).turn for at in range(len(record.steps))] == expected
    assert max(expected) < len(record.steps), "somebody played twice in a turn"
    log = game_log(record)
    assert all(turn["player"] == made["player"] for turn in log["turns"] for made in turn["decisions"])
    assert [turn["before"] for turn in log["turns"]][1:] == [turn["after"] for turn in log["turns"]][:-1]


def test_a_draft_comes_before_the_first_turn() -> None:
    record = _played(cardlab.game("locm"), 2, ("greedy", "random"))
    draft, first, *_ = game_log(record)["turns"]
    assert (draft["turn"], draft["player"], len(draft["decisions"])) == (0, None, 60)
    assert (first["turn"], first["player"], first["events"][0]["kind"]) == (1, 0, "turn")
    assert turn_title(record, record.moment(0)) == "Before the first turn"
    assert "Turn 2: random begins round 1 with 2 mana" in list(whole_text(record))


@pytest.mark.asyncio
@pytest.mark.parametrize("players", [2, 8])
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (200, 50)], ids=str)
async def test_nothing_is_pushed_off_the_screen(size: tuple[int, int], players: int) -> None:
    record = _played(cardlab.game("castle", players=players, packs=2), 3, ("lowest",) * players)
    screen = ViewerScreen(record)
    app = CardlabApp(screen)
    async with app.run_test(size=size) as pilot:
        await pilot.press("right", "right", "right")
        board = board_text(app)
        assert all(f" #{number}" in board for number in range(1, players + 1))
        assert log_text(app).splitlines()[-1].strip() == f"Turn 4: {record.names[screen.record.moment(screen.at).player or 0]}"
        keys = sorted(app.screen.query(FooterKey), key=lambda key: key.region.x)
        assert [key.description for key in keys][-2:] == ["help", "quit"]
        _lie_beside_each_other([screen.query_one(Board), screen.query_one(Log), *keys], size)
        await pilot.press("enter")
        assert isinstance(app.screen, Paper)
        await pilot.pause()
        _lie_beside_each_other([app.screen.query_one(name) for name in ("#title", "VerticalScroll", "#close")], size)
        await pilot.press("down", "pagedown")
        scroll = app.screen.query_one(VerticalScroll)
        assert scroll.scroll_y == min(11, scroll.max_scroll_y)


def _lie_beside_each_other(parts: Sequence[Widget], size: tuple[int, int]) -> None:
    screen = Region(0, 0, *size)
    for number, part in enumerate(parts):
        assert part.region.area and screen.contains_region(part.region), f"{part} is cut off"
        assert not any(part.region.overlaps(other.region) for other in parts[:number]), f"{part} overlaps"


@pytest.mark.asyncio
async def test_the_screen_draws_links_and_answers_as_such() -> None:
    app = CardlabApp(ViewerScreen(told(*STORY)))
    async with app.run_test(size=(120, 40)) as pilot:
        await until(pilot, lambda: app.screen.query_one(Log).size.width > 0, "the log is there")
        await pilot.press("right", "right")
        assert [line.rstrip() for line in log_text(app).splitlines()] == [
            "Turn 1: bot0",
            "  ┌ calls",
            "  │┌ bot2 stops bot0",
            "  ││┌ bot0 stops bot2",
            "  ││└ is done with the stop",
            "  │└ bot2 is done with the stop",
            "  └ bot0 is heard",
            "  ┌ link 1",
            "  │ bot0 has 1",
            "  ├ link 2",
            "  │ bot0 has 3",
            "  └ the chain is over",
            "Turn 2: bot1 begins a turn",
            "Turn 3: bot1 begins a turn",
        ]


@pytest.mark.asyncio
async def test_arrows_go_by_turns_and_by_decisions_and_enter_shows_and_hides_the_summary() -> None:
    screen = ViewerScreen(told(*STORY))
    app = CardlabApp(screen)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right", "right", "right")
        assert (screen.at, screen.place()) == (10, "Turn 4: bot2\nDecision 10 of 13")
        await pilot.press("up")
        assert (screen.at, screen.place()) == (9, "Turn 3: bot1\nDecision 9 of 13")
        await pilot.press("left", "down", "left", "left")
        assert screen.at == 6
        await pilot.press("enter")
        assert isinstance(app.screen, Paper) and "861.2 ms each" in app.screen.words
        await pilot.press("enter")
        assert app.screen_stack[-1] is screen
        await pilot.press("end", "right")
        assert screen.place() == "End: a draw (end)"
