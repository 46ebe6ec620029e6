"""The protocol of all games: exact messages, every form of answer, fairness, both sides of the table."""

from __future__ import annotations

import json
import shutil
import sys
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from cardlab import Action, Game, Rng, Seat, game, make_agent
from cardlab.bots import BadAnswer, BadMessage
from cardlab.bots.jsonguest import JsonGuest
from cardlab.bots.jsonmessages import line_of, read_answer
from cardlab.bots.jsonprotocol import JsonProtocol
from cardlab.bots.serve import serve
from cardlab.core.events import Event
from cardlab.core.result import Result
from cardlab.lab import play_match
from cardlab.lab.matches.arena import Arena
from cardlab.lab.matches.guard import guarded
from cardlab.play.launch import write_live
from tests.bots.conversations import Table, heard_by, leaks, random_play
from tests.testing.duel import Duel, TellingDuel
from tests.testing.duel import Table as Cards

EXAMPLES = Path(__file__).parents[2] / "examples" / "json_bots"
GAMES = ["castle,players=3", "locm", "unicorns,players=3", "tribute", "duelyst"]
ALL_GAMES: list[Game] = [*map(game, GAMES), TellingDuel()]
CASTLE = game("castle")


def named(rules: Game) -> str:
    return rules.name


# ---- what is said ----------------------------------------------------------------------------------------------------


def test_a_greeting_and_two_decisions_of_a_game_in_plain_python() -> None:
    table = Table(TellingDuel(), 3)
    greeting, first = table.lines().splitlines()
    assert json.loads(greeting) == {
        "type": "hello", "format": "cardlab-json-1", "game": "duel", "options": {}, "rules_version": 1, "players": 2, "seat": 0,
        "first_ms": 10000.0, "time_ms": 1000.0,
    }  # fmt: skip
    hands = table.state.to_dict()["hands"]
    assert first == line_of({
        "type": "decide", "decision": 0, "time_ms": 10000.0,
        "legal": [{"action": 1 | card << 8, "text": f"card {card}"} for card in sorted(hands[0])],
        "moves": [], "events": [],
        "view": {
            "seat": 0, "hands": [hands[0], [-1, -1]], "deck": [-1] * 4, "laid": [], "gone": [], "points": [0, 0], "leader": 0,
        },
    }).rstrip()  # fmt: skip
    laid, answer = min(hands[0]), min(hands[1])
    table.play(1 | laid << 8)
    table.lines()
    table.play(1 | answer << 8)
    leader = int(answer > laid)
    if leader != 0:
        table.lines()
        table.play(table.state.legal()[0])
    message = json.loads(table.lines())
    assert message["time_ms"] == 1000.0
    assert message["moves"][0] == {"seat": 0, "action": 1 | laid << 8, "text": f"card {laid}"}
    assert message["events"][0] == {"kind": "laid", "player": 0, "fields": {"card": laid}, "text": f"seat 0 lays {laid}"}
    drawn = [event for event in message["events"] if event["kind"] == "drew"]
    assert ["card" in event["fields"] for event in drawn] == [True, False]
    assert [event["text"].split()[-1] for event in drawn] == [str(drawn[0]["fields"]["card"]), "card"]


def test_a_limit_of_the_match_takes_the_place_of_the_protocols(tmp_path: Path) -> None:
    bot = f"json:{sys.executable} {EXAMPLES / 'any_game.py'}"
    limits = {"move_ms": 20_000.0, "turn_ms": 30_000.0}
    play_match("castle", [bot, "lowest"], games=1, workers=1, transcripts=tmp_path, **limits)  # type: ignore[arg-type]
    (file,) = tmp_path.iterdir()
    told = [json.loads(line[2:]) for line in file.read_text().splitlines() if line.startswith("> ")]
    assert (told[0]["first_ms"], told[0]["time_ms"]) == (20_000.0, 20_000.0)
    assert len(told) > 5 and {message["time_ms"] for message in told if message["type"] == "decide"} == {20_000.0}


def test_what_is_left_of_a_turn_is_told() -> None:
    talk = JsonProtocol(CASTLE, 0.1)
    seat = CASTLE.new(0).seat(0)
    talk.time_left = 123.4567
    assert [json.loads(line)["time_ms"] for line in talk.decide_lines(seat).splitlines()] == [123.457, 123.457]
    talk.time_left = None
    assert json.loads(talk.decide_lines(seat))["time_ms"] == 100.0


def test_lines_are_plain_and_in_the_promised_order() -> None:
    """So that a program without a reader for JSON finds what it needs."""
    for _, lines in random_play(game("castle"), 4, 12):
        for line in lines:
            assert line.isascii() and line.endswith("}\n") and line.count("\n") == 1
            message = json.loads(line)
            assert line_of(message) == line
            if message["type"] == "decide":
                assert [*message] == ["type", "decision", "time_ms", "legal", "moves", "events", "view"]
                assert [[*row] for row in message["legal"]] == [["action", "text"]] * len(message["legal"])


def test_options_are_told_as_the_game_takes_them() -> None:
    rules = game("castle,players=3,jokers=2,skip=8")
    greeting = json.loads(Table(rules, 1).lines().splitlines()[0])
    assert game(greeting["game"], **greeting["options"]) == rules


# ---- fairness --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ALL_GAMES, ids=named)
def test_a_program_is_told_the_same_in_every_world_that_its_seat_holds_possible(rules: Game) -> None:
    assert leaks(rules, 2, 20, worlds=2) == []


class CarelessDuel(Duel):
    """A planted leak: what lies in the deck stays to be seen."""

    def hide(self, position: Cards, seat: int) -> None:
        deck = position.deck
        super().hide(position, seat)
        position.deck = deck


def test_a_planted_leak_is_found() -> None:
    assert leaks(Duel(), 2, 8) == []
    assert "view at 0" in leaks(CarelessDuel(), 2, 8)


class Listener:
    """Plays at random and keeps all that it is told."""

    def __init__(self) -> None:
        self.games: list[list[Any]] = []

    def new_game(self) -> None:
        self.games.append([])

    def choose(self, seat: Seat, rng: Rng) -> Action:
        self.seat = seat.player
        return rng.choice(seat.legal())  # type: ignore[no-any-return]

    def hear(self, event: Event) -> None:
        self.games[-1].append(event)

    def game_over(self, seat: Seat, result: Result) -> None:
        self.games[-1].append((seat.player, seat.view(), result))


def played(rules: Game, agents: Sequence[object], games: int = 1, seed: int = 1) -> Any:
    """Games in this process, as a worker plays them."""
    return Arena(rules, guarded([make_agent(rules, agent) for agent in agents]), seed, recording=True).play(0, games)


@pytest.mark.parametrize("rules", [game("castle"), game("unicorns,players=2"), TellingDuel()], ids=named)
def test_who_listens_hears_what_its_seat_may_hear_and_how_games_end(rules: Game) -> None:
    listener = Listener()
    chunk = played(rules, [listener, "random"], games=2)
    assert chunk.errors == {}
    withheld = 0
    for number, replay in enumerate(chunk.replays):
        *heard, (seat, view, result) = listener.games[number]
        told: list[Event] = []
        state = rules.new(replay.seed)
        state.listener = told.append
        for action in replay.actions:
            state.apply(action)
        assert seat == number
        assert heard == [event.for_seat(seat) for event in told]
        assert (view, result) == (state.view(seat), state.result)
        withheld += sum(not event.whole for event in heard)
    assert withheld


class Deaf(Listener):
    """Fails when it is told something."""

    def hear(self, event: Event) -> None:
        raise KeyError("ears")


class Sulking(Listener):
    """Fails when it is told that a game is over."""

    def game_over(self, seat: Seat, result: Result) -> None:
        raise KeyError("lost")


def test_failing_to_hear_costs_the_game_and_failing_at_its_end_is_said_once(capsys: pytest.CaptureFixture[str]) -> None:
    chunk = played(CASTLE, [Deaf(), "random"], games=2)
    assert chunk.errors == dict.fromkeys((0, 1), "KeyError: 'ears'")
    assert capsys.readouterr().err == ""
    assert played(CASTLE, [Sulking(), "random"], games=2).errors == {}
    told = capsys.readouterr().err
    assert told.count("failed when it was told that a game is over: KeyError: 'lost'") == 1


# ---- answers ---------------------------------------------------------------------------------------------------------

CHOICE = CASTLE.from_dict({"hands": ["4 9 9 A", "3"], "up": ["", ""], "down": ["", "4"], "pile": "5"}).seat(0)


@pytest.mark.parametrize("answer", ["0", '{"index": 0}', '"play 9 9"', '{"text": "play 9 9"}', ' {"index":0} ', "action"])
def test_an_answer_is_an_index_or_words_or_a_number(answer: str) -> None:
    first = CHOICE.legal()[0]
    assert CHOICE.text(read_answer(f'{{"action": {first}}}' if answer == "action" else answer, CHOICE)) == "play 9 9"


@pytest.mark.parametrize(
    ("answer", "complaint"),
    [
        ("play 9", "'play 9' (no JSON; an answer is"),
        ("", "'' (no JSON"),
        ("[0]", "an index is a whole number"),
        ("true", "an index is a whole number"),
        ("0.0", "an index is a whole number"),
        ("99", "legal actions, with the indices 0 to"),
        ("-1", "legal actions, with the indices 0 to"),
        ('{"indx": 0}', "an answer is"),
        ('{"index": 0, "text": "play 9"}', "an answer is"),
        ('{"text": 5}', "is a text"),
        ('"play 4"', "not legal now; legal: 'play 9 9', 'play A'"),
        ('"fly"', "fly"),
        ('{"action": 5}', "not legal now"),
        ('{"action": 1e3}', "is a whole number"),
        ("[" * 100_000, "no JSON"),
    ],
)
def test_a_bad_answer_is_named(answer: str, complaint: str) -> None:
    with pytest.raises(BadAnswer) as refusal:
        read_answer(answer, CHOICE)
    assert complaint in str(refusal.value)


# ---- programs --------------------------------------------------------------------------------------------------------


def program(words: str, options: str = "time=20") -> str:
    return f"json[{options}]:{words}"


@pytest.fixture(scope="session")
def in_c(build: Callable[[Path], Path]) -> str:
    return program(str(build(EXAMPLES / "any_game.c")))


def closed(players: Sequence[Any]) -> None:
    for player in players:
        player.close()


def actions(rules: Game, bot: str, games: int = 1) -> list[list[int]]:
    """What was played in games with this bot; none may have failed."""
    agent = make_agent(rules, bot)
    chunk = played(rules, [agent, *["random"] * (rules.players - 1)], games, seed=5)
    closed([agent.player])  # type: ignore[attr-defined]
    assert chunk.errors == {}
    return [replay.actions for replay in chunk.replays]


@pytest.mark.parametrize("rules", ALL_GAMES, ids=named)
def test_a_program_in_c_plays_every_game(rules: Game, in_c: str) -> None:
    assert len(actions(rules, in_c)[0]) > 5


@pytest.mark.parametrize("rules", [game("castle,players=3"), TellingDuel()], ids=named)
@pytest.mark.parametrize("language", ["python", "javascript"])
def test_the_examples_play_alike_in_every_language(rules: Game, language: str, in_c: str) -> None:
    if language == "javascript" and shutil.which("node") is None:
        pytest.skip("the example in JavaScript needs the program node, which is not installed")
    words = f"node {EXAMPLES / 'any_game.js'}" if language == "javascript" else f"{sys.executable} {EXAMPLES / 'any_game.py'}"
    assert actions(rules, program(words)) == actions(rules, in_c)


def test_the_examples_are_short() -> None:
    for example in EXAMPLES.iterdir():
        text = example.read_text(encoding="utf-8")
        code = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith(("//", "/*", "*", "#"))]
        assert len(code) <= 20, example.name


SAYING = """
import json, sys
for line in sys.stdin:
    message = json.loads(line)
    print(line, end="", file=sys.stderr, flush=True)
    if message["type"] == "decide":
        print({answer}, flush=True)
"""


def script(folder: Path, answer: str) -> str:
    file = folder / "bot.py"
    file.write_text(SAYING.replace("{answer}", answer), encoding="utf-8")
    return program(f"{sys.executable} {file}", f"time=20,log={folder / 'log'}")


def log(folder: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in (folder / "log").read_text(encoding="utf-8").splitlines()]


def test_a_program_hears_of_every_end_before_it_is_ended(tmp_path: Path) -> None:
    rules = TellingDuel()
    agent = make_agent(rules, script(tmp_path, "0"))
    chunk = played(rules, [agent, "random"], games=2)
    closed([agent.player])  # type: ignore[attr-defined]
    assert chunk.errors == {}
    kinds = [message["type"] for message in log(tmp_path)]
    assert kinds == ["hello", *["decide"] * 4, "over"] * 2
    first, second = (message for message in log(tmp_path) if message["type"] == "over")
    assert first["scores"] == chunk.scores[0] and second["scores"] == chunk.scores[1][::-1]
    assert first["reason"] == "end" and first["view"]["seat"] == 0 and second["view"]["seat"] == 1
    assert [event["kind"] for event in first["events"]] and first["moves"]


def test_who_does_not_leave_when_the_game_is_over_is_ended(tmp_path: Path) -> None:
    bot = script(tmp_path, "0")
    file = tmp_path / "bot.py"
    file.write_text(
        file.read_text(encoding="utf-8")
        + "    elif message['type'] == 'over':\n        sys.stdin.read()\n        while True: pass\n"
    )
    agent = make_agent(TellingDuel(), bot)
    start = time.monotonic()
    chunk = played(TellingDuel(), [agent, "random"], games=2)
    assert chunk.errors == {} and time.monotonic() - start < 20
    assert agent.player._bot is None  # type: ignore[attr-defined]
    closed([agent.player])  # type: ignore[attr-defined]


def test_an_illegal_answer_loses_the_game_and_is_told_to_the_program(tmp_path: Path) -> None:
    rules = game("castle")
    agent = make_agent(rules, script(tmp_path, "'\"play 17\"'"))
    chunk = played(rules, [agent, "random"])
    closed([agent.player])  # type: ignore[attr-defined]
    assert "'\"play 17\"' (" in chunk.errors[0] and chunk.reason == [-2] and chunk.scores == [[0.0, 1.0]]
    assert [message["type"] for message in log(tmp_path)] == ["hello", "decide", "error"]
    assert log(tmp_path)[-1]["message"] == chunk.errors[0].removesuffix(" is not an action")


def test_when_another_fails_the_program_is_told_so(tmp_path: Path) -> None:
    class Clumsy:
        def choose(self, seat: Seat) -> int:
            return -5

    rules = TellingDuel()
    agent = make_agent(rules, script(tmp_path, "0"))
    played(rules, [agent, Clumsy()])
    closed([agent.player])  # type: ignore[attr-defined]
    end = log(tmp_path)[-1]
    assert (end["type"], end["reason"], end["scores"]) == ("over", "illegal action", [1.0, 0.0])


def test_a_game_that_is_watched_tells_the_program_the_same(tmp_path: Path) -> None:
    said: list[str] = []
    write_live(CASTLE, [script(tmp_path, "0"), "lowest"], 3, said.append)
    watched = log(tmp_path)
    (tmp_path / "log").unlink()
    table = Table(CASTLE, 3)
    assert [message["type"] for message in watched[:2]] == ["hello", "decide"]
    for message in [message for message in watched if message["type"] == "decide"]:
        while table.state.player != 0:
            table.play(make_agent(CASTLE, "lowest").choose(table.seat, 0))
        assert message | {"time_ms": 0} == json.loads(table.lines().splitlines()[-1]) | {"time_ms": 0}
        table.play(table.state.legal()[0])
    assert watched[-1]["type"] == "over" and sorted(watched[-1]["places"]) == [1, 2]


def test_moves_taken_back_begin_a_new_process(tmp_path: Path) -> None:
    player = make_agent(CASTLE, script(tmp_path, "0")).player  # type: ignore[attr-defined]
    state = CASTLE.new(1)
    player.choose(state.seat(0, [(0, 1), (1, 1)]))
    player.choose(state.seat(0))
    player.close()
    assert [message["type"] for message in log(tmp_path)] == ["hello", "decide"] * 2


# ---- at somebody else's table ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", ALL_GAMES, ids=named)
def test_a_guest_knows_what_the_seat_knows(rules: Game) -> None:
    guests = [JsonGuest(rules) for _ in range(rules.players)]
    compared = 0
    for table, lines in random_play(rules, 6, 30):
        guest = guests[table.seat.player]
        heard_by(guest, lines)
        assert guest.seat() == table.seat
        assert guest.seat().history == table.seat.history  # type: ignore[union-attr]
        assert guest.seat().legal() == table.seat.legal()  # type: ignore[union-attr]
        compared += 1
    assert compared > 5


def test_cardlab_as_a_program_plays_the_very_game_it_plays_by_itself() -> None:
    rules = game("castle,players=3")
    bot = program(f"{sys.executable} -m cardlab bot castle,players=3 lowest")
    native = played(rules, ["lowest", "random", "random"], 1, seed=5)
    assert actions(rules, bot) == [native.replays[0].actions]


def test_an_agent_that_listens_is_told_the_same_at_a_foreign_table() -> None:
    rules, here, there = TellingDuel(), Listener(), Listener()
    here.new_game()
    table, said = Table(rules, 8), list[str]()
    while not table.state.over:
        if table.state.player == 0:
            said += table.lines().splitlines(keepends=True)
        table.play(table.state.legal()[0])
    result = table.state.result
    assert result is not None
    said.append(table.talks[0].farewell(table.state.seat(0, table.past), result))
    written: list[str] = []
    there.choose = lambda seat, rng: seat.legal()[0]  # type: ignore[method-assign]
    serve(JsonGuest(rules), make_agent(rules, there), iter([*said, ""]).__next__, written.append)
    for event in table.told:
        here.hear(event.for_seat(0))
    *events, (seat, view, how) = there.games[0]
    assert [event.to_dict() | {"audience": None} for event in here.games[0]] == [event.to_dict() for event in events]
    assert (seat, view, how) == (0, table.state.view(0), result)
    assert len(written) == sum('"decide"' in line for line in said)


HELLO = {
    "type": "hello", "format": "cardlab-json-1", "game": "castle", "options": {}, "rules_version": 1, "players": 2, "seat": 0,
}  # fmt: skip


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        (["what?\n"], "'what?' is not a JSON object with a 'type'"),
        (["7\n"], "is not a JSON object"),
        ([line_of({"type": "decide"})], "a decision comes before the greeting"),
        ([line_of({"type": "error", "message": "too late"})], "the referee does not go on: too late"),
        ([line_of(HELLO | {"format": "other"})], "the referee speaks 'other', and cardlab 'cardlab-json-1'"),
        ([line_of(HELLO | {"game": "bridge"})], "the referee's game is 'bridge', and ours 'castle'"),
        ([line_of(HELLO | {"players": 3})], "the referee's players is 3, and ours 2"),
        ([line_of(HELLO | {"rules_version": 9})], "the referee's rules_version is 9"),
        ([line_of(HELLO | {"options": {"jokers": 2}})], "we play castle: begin us with -o"),
        ([line_of(HELLO | {"options": 5})], "begin us with -o"),
    ],
)
def test_a_message_that_makes_no_sense_is_named(lines: list[str], complaint: str) -> None:
    with pytest.raises(BadMessage) as refusal:
        heard_by(JsonGuest(CASTLE), lines)
    assert complaint in str(refusal.value)


def changed(**parts: Any) -> list[str]:
    greeting, message = Table(CASTLE, 1).lines().splitlines(keepends=True)
    return [greeting, line_of(json.loads(message) | parts)]


@pytest.mark.parametrize(
    ("parts", "complaint"),
    [
        ({"legal": [{"action": 1}]}, "the legal actions are not those of castle"),
        ({"legal": [1]}, "'legal' is no list of actions"),
        ({"moves": [1]}, "1 is no move"),
        ({"moves": 5}, "'moves' is a list, not 5"),
        ({"events": [1]}, "1 is no event"),
        ({"time_ms": 0}, "'time_ms' is a number of milliseconds, not 0"),
        ({"time_ms": "soon"}, "'time_ms' is a number of milliseconds, not 'soon'"),
    ],
)
def test_a_decision_that_makes_no_sense_is_named(parts: dict[str, Any], complaint: str) -> None:
    with pytest.raises(BadMessage) as refusal:
        heard_by(JsonGuest(CASTLE), changed(**parts))
    assert complaint in str(refusal.value)


def test_what_a_guest_does_not_know_of_is_nothing_to_it() -> None:
    guest = JsonGuest(CASTLE)
    greeting, message = changed(events=[{"kind": "sneezed", "player": 0, "fields": {}}], time_ms=None)
    heard_by(guest, ["\n", greeting, line_of({"type": "weather"}), message])
    assert guest.seat() is not None and guest.asked and guest.limit_ms() == 60_000
