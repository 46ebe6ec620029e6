"""The text protocol: exact messages, exact readings of answers, and cardlab at a foreign referee's table."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from cardlab import game
from cardlab.bots import BadAnswer, BadMessage
from cardlab.core.rng import Rng
from cardlab.games.locm.protocol.guest import LocmGuest
from cardlab.games.locm.protocol.protocol import LocmProtocol
from cardlab.games.locm.rules.state import LocmState
from tests.games.locm.tables import creature, lay

LOCM = game("locm")
OFFERS = [[1, 91, 151]] + [[7, 25, 160]] * 28 + [[140, 141, 30]]


def protocol_of(state: LocmState) -> LocmProtocol:
    found = state.game.protocol()
    assert isinstance(found, LocmProtocol)
    return found


def message(state: LocmState, history: Iterable[tuple[int, str]] = ()) -> list[str]:
    """What the player to move is told."""
    assert state.player is not None
    actions = [(mover, state.game.parse_action(text)) for mover, text in history]
    text = protocol_of(state).question(state.seat(state.player, actions)).message()
    assert text.endswith("\n")
    return text[:-1].split("\n")


def drafted(*picks: list[int]) -> LocmState:
    state = LOCM.from_dict({"phase": "draft", "offers": OFFERS, "picks": list(picks)})
    assert isinstance(state, LocmState)
    return state


def carry_out(state: LocmState, line: str) -> list[str]:
    """The actions that a line leads to in this turn, without the pass at its end."""
    protocol, player, done = protocol_of(state), state.player, []
    assert player is not None
    for order in protocol.question(state.seat(player)).read(line):
        action = protocol.action(state.seat(player), order) if not state.over else None
        if action is not None:
            done.append(" ".join(state.text(action).split()[:3]))
            state.apply(action)
    return done


# ---- messages in the draft -------------------------------------------------------------------------------------------


def test_the_first_message_tells_player_0_who_moves_first_by_equal_decks() -> None:
    assert message(drafted([], [])) == [
        "30 0 0 25 0",
        "30 0 0 25 0",
        "0 0",
        "3",
        "1 -1 0 0 1 2 1 ------ 1 0 0 -1 ",
        "91 -1 0 0 0 1 2 ---G-- 0 1 0 -1 ",
        "151 -1 0 2 5 0 -99 BCDGLW 0 0 0 -1 ",
    ]


def test_player_1_sees_one_card_more_in_the_opponents_deck_and_not_which() -> None:
    for pick in range(3):
        assert message(drafted([pick], [])) == ["30 0 0 25 0", "30 0 1 25 0", *message(drafted([], []))[2:]]


def test_later_picks_show_how_many_were_made() -> None:
    assert message(drafted([0] * 5, [2] * 5)) == [
        "30 0 5 25 0",
        "30 0 5 25 0",
        "0 0",
        "3",
        "7 -1 0 0 2 2 2 -----W 0 0 0 -1 ",
        "25 -1 0 0 2 3 1 ------ -2 -2 0 -1 ",
        "160 -1 0 3 2 0 0 ------ 2 -2 0 -1 ",
    ]
    assert message(drafted([0] * 30, [2] * 29))[:5] == [
        "30 0 29 25 0",
        "30 0 30 25 0",
        "0 0",
        "3",
        "140 -1 0 1 2 0 0 -C---- 0 0 0 -1 ",
    ]


# ---- messages in the battle ------------------------------------------------------------------------------------------


def test_the_first_turn_of_player_0_shows_the_bonus_of_player_1() -> None:
    state = LOCM.new(3)
    assert isinstance(state, LocmState)
    history = []
    while state.player is not None and state.to_dict()["phase"] == "draft":
        history.append((state.player, "PICK 0"))
        state.apply(state.parse("PICK 0"))
    told = message(state, history)
    assert told[:4] == ["30 1 25 25 1", "30 1 25 25 1", "5 0", "5"]
    assert [line.split()[1] for line in told[4:]] == ["1", "3", "5", "7", "9"]
    state.apply(state.parse("PASS"))
    told = message(state, [*history, (0, "PASS")])
    assert told[:4] == ["30 2 24 25 1", "30 1 25 25 1", "5 0", "6"]
    assert [line.split()[1] for line in told[4:]] == ["2", "4", "6", "8", "10", "12"]


def test_a_message_in_the_middle_of_a_game() -> None:
    first = {
        "health": 12, "max_mana": 6, "mana": 1, "runes": 2, "draws": 4, "due": 3, "gone": ["154#3", "64#7"],
        "hand": ["151#1", "50#11"], "board": [{"card": "21#9", "lane": 1}, {"card": "9#5", "lane": 0, "defense": 1}],
        "deck": ["1#13", "2#15", "3#17"],
    }  # fmt: skip
    second = {
        "health": 31, "max_mana": 7, "runes": 0, "draws": 2, "due": 2, "bonus": True, "gone": ["1#2"],
        "hand": ["155#4", "120#8", "142#10"],
        "board": [{"card": "30#12", "lane": 1}, {"card": "68#6", "lane": 0, "attack": 9, "keywords": "B-D---"}],
        "deck": ["5#14"],
    }  # fmt: skip
    state = lay(first, second, player=1, turn=11)
    history = [
        (1, "SUMMON 12 1 30"), (1, "PASS"), (0, "SUMMON 9 1 21"), (0, "USE 3 -1 154"), (0, "ATTACK 7 2 64"), (0, "USE 3 6 154"),
        (0, "SUMMON 5 0 9"), (0, "ATTACK 9 -1 21"), (0, "PASS"),
    ]  # fmt: skip
    assert message(state, history) == [
        "31 7 1 0 2",
        "12 6 3 10 4",
        "2 6",
        "21 SUMMON 9 1",
        "154 USE 3 -1",
        "64 ATTACK 7 2",
        "154 USE 3 6",
        "9 SUMMON 5 0",
        "21 ATTACK 9 -1",
        "7",
        "155 4 0 3 3 0 -3 ------ 0 -1 0 -1 ",
        "120 8 0 1 2 1 0 ----L- 0 0 0 -1 ",
        "142 10 0 2 0 0 0 BCDGLW 0 0 0 -1 ",
        "30 12 1 0 3 4 2 ------ 0 -2 0 1 ",
        "68 6 1 0 6 9 5 B-D--- 0 0 0 0 ",
        "21 9 -1 0 5 6 5 ------ 0 0 0 1 ",
        "9 5 -1 0 3 3 1 ------ 0 0 0 0 ",
    ]


def test_mana_is_the_maximum_also_when_some_is_spent() -> None:
    assert message(lay({"max_mana": 9, "mana": 2}, {"max_mana": 8, "mana": 0}))[:2] == ["30 9 0 25 1", "30 8 0 25 1"]


def test_own_draws_are_those_of_this_turn_and_the_opponents_those_of_his_next() -> None:
    first, second = {"due": 3, "draws": 2}, {"due": 4, "draws": 5}
    assert [line.split()[4] for line in message(lay(first, second))[:2]] == ["3", "5"]
    assert [line.split()[4] for line in message(lay(first, second, player=1))[:2]] == ["4", "2"]


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("PASS", ["0 -1 0", "0 0 1"]),
        ("ATTACK 1 -1", ["0 0 0", "0 0 1"]),
        ("ATTACK 1 2", ["0 0 0", "0 0 0"]),
        ("USE 3 1", ["0 0 0", "0 0 1"]),
        ("USE 5 2", ["0 -1 0", "0 0 0"]),
    ],
)
def test_a_creature_that_fought_or_met_an_item_shows_no_effects_any_more(line: str, shown: list[str]) -> None:
    """Card 2 hurts the opponent, card 28 draws; both survive a fight with each other."""
    state = lay({"board": [2], "hand": [117, 142], "deck": [1] * 5}, {"board": [28], "deck": [1] * 5})
    state.apply(state.parse(line))
    if line != "PASS":
        state.apply(state.parse("PASS"))
    assert [" ".join(text.split()[8:11]) for text in message(state)[-1:-3:-1]] == shown


def test_only_the_latest_turn_of_the_opponent_is_told() -> None:
    state = lay({"board": [creature(1, 1)]}, turn=4)
    history = [(1, "SUMMON 2 0 5"), (1, "PASS"), (0, "ATTACK 1 -1 3"), (0, "PASS"), (1, "USE 4 -1 154"), (1, "PASS")]
    assert message(state, history)[2:4] == ["0 1", "154 USE 4 -1"]
    assert message(state, [*history[:4], (1, "PASS")])[2] == "0 0"
    assert message(state)[2] == "0 0"


def test_time_limits() -> None:
    def limit(state: LocmState) -> float:
        assert state.player is not None
        return protocol_of(state).question(state.seat(state.player)).limit_ms

    assert [limit(drafted([], [])), limit(drafted([0], [])), limit(drafted([0], [0])), limit(drafted([0] * 2, [0]))] == [
        1000, 1000, 100, 100,
    ]  # fmt: skip
    assert [limit(lay(player=turn % 2, turn=turn)) for turn in range(5)] == [1000, 1000, 200, 200, 200]


# ---- answers in the draft --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "pick"),
    [
        ("PICK 0", 0), ("PICK 1", 1), ("PICK 2", 2), ("PICK 2 nice card", 2), ("PICK 1 ", 1), ("PICK 1  two blanks", 1),
        ("PICK 1 a;b", 1), ("PICK 002", 2), ("PICK +1", 1), ("PASS", 0), ("PASS and so on", 0), ("CHOOSE 91", 1),
        ("CHOOSE 151 strong", 2), ("CHOOSE 1", 0),
    ],
)  # fmt: skip
def test_picks(line: str, pick: int) -> None:
    state = drafted([], [])
    carry_out(state, line)
    assert state.to_dict()["picks"] == [[pick], []]


@pytest.mark.parametrize(
    "line",
    [
        "", " ", "PICK", "PICK ", "PICK  1", " PICK 1", "pick 1", "PICK 3", "PICK -1", "PICK one", "PICK 1.0", "PICK 1;",
        "PICK\t1", "PICK 1;PICK 2", "PASS;", "PASSED", "CHOOSE 2", "CHOOSE", "CHOOSE x", "SUMMON 1 0", "1", "PICK 4294967296",
        "PICK １", "PICK 1\0",
    ],
)  # fmt: skip
def test_what_is_no_pick_loses(line: str) -> None:
    with pytest.raises(BadAnswer, match="a pick is PICK 0, PICK 1 or PICK 2"):
        carry_out(drafted([], []), line)


def test_choosing_a_card_that_is_offered_twice_takes_the_first() -> None:
    state = LOCM.from_dict({"phase": "draft", "offers": [[5, 9, 9]] * 30})
    assert isinstance(state, LocmState)
    carry_out(state, "CHOOSE 9")
    assert state.to_dict()["picks"] == [[1], []]


# ---- answers in the battle -------------------------------------------------------------------------------------------


def ready() -> LocmState:
    """Player 0 has creatures 1 and 3, a creature 5 and a blue item 7 in hand; player 1 has a creature 2."""
    first = {"board": [creature(2, 2), creature(1, 1, lane=1)], "hand": [3, 154]}
    return lay(first, {"board": [creature(1, 9)], "health": 30})


@pytest.mark.parametrize(
    ("line", "done"),
    [
        ("", []),
        ("   ", []),
        (";;; ;", []),
        ("PASS", []),
        ("PASS with words", []),
        ("ATTACK 1 -1", ["ATTACK 1 -1"]),
        ("ATTACK 1 2;ATTACK 3 -1", ["ATTACK 1 2", "ATTACK 3 -1"]),
        ("  ATTACK 1 2 take that ;\tATTACK 3 -1;PASS;", ["ATTACK 1 2", "ATTACK 3 -1"]),
        ("ATTACK 1 2 ;ATTACK 3 -1  two blanks", ["ATTACK 1 2", "ATTACK 3 -1"]),
        ("PASS;ATTACK 3 -1", ["ATTACK 3 -1"]),
        ("SUMMON 5 1;SUMMON 5 0;USE 7 -1", ["SUMMON 5 1", "USE 7 -1"]),
        ("ATTACK 5 -1;SUMMON 5 0;ATTACK 5 -1", ["SUMMON 5 0"]),
        ("ATTACK 1 -1;ATTACK 1 2", ["ATTACK 1 -1"]),
        ("ATTACK 3 2;ATTACK 3 0;ATTACK 3 -2;ATTACK 3 99;ATTACK 3 -1", ["ATTACK 3 -1"]),
        ("SUMMON 5 2;SUMMON 5 -1;SUMMON 7 0;USE 5 -1;USE 7 0;USE 7 1;USE 7 2", ["USE 7 2"]),
        ("ATTACK -1 -1;ATTACK 0 -1;ATTACK 2 -1;ATTACK 61 -1;ATTACK 70000 -1;SUMMON 99999 0", []),
        ("ATTACK +1 -01", ["ATTACK 1 -1"]),
    ],
)
def test_what_a_line_leads_to(line: str, done: list[str]) -> None:
    assert carry_out(ready(), line) == done


@pytest.mark.parametrize(
    "part",
    [
        "JUMP 1 2", "attack 1 2", "ATTACK", "ATTACK 1", "ATTACK 1 ", "ATTACK  1 2", "ATTACK 1  2", "ATTACK one 2",
        "ATTACK 1 2.5", "ATTACK 1,2", "ATTACK 1 2147483648", "SUMMON 5", "SUMMON a b", "USE 7", "PASSED", "PICK 0",
        "ATTACK\t1 2", "5", "WAIT",
    ],
)  # fmt: skip
def test_a_part_that_cannot_be_read_cancels_the_whole_line(part: str) -> None:
    state = ready()
    before = state.to_dict()
    for line in (part, f"ATTACK 1 2;{part}", f"{part};PASS"):
        with pytest.raises(BadAnswer, match="actions are SUMMON id lane, ATTACK id target, USE id target and PASS"):
            carry_out(state, line)
    assert state.to_dict() == before


def test_the_error_names_the_part() -> None:
    with pytest.raises(BadAnswer, match=r"^'ATTACK one 2' \(actions are"):
        carry_out(ready(), "ATTACK 1 2;ATTACK one 2;PASS")


def test_under_other_rules_a_pass_ends_the_turn_but_all_of_the_line_is_read() -> None:
    def at(rules: str) -> LocmState:
        return lay({"board": [creature(2, 2), creature(1, 1)]}, rules=rules)

    for rules in ("gym", "paper", "rust"):
        assert carry_out(at(rules), "ATTACK 1 -1;PASS;ATTACK 3 -1") == ["ATTACK 1 -1"]
        with pytest.raises(BadAnswer):
            carry_out(at(rules), "PASS;NONSENSE")
    assert carry_out(at("official"), "ATTACK 1 -1;PASS;ATTACK 3 -1") == ["ATTACK 1 -1", "ATTACK 3 -1"]


def test_nothing_follows_the_end_of_the_game() -> None:
    state = lay({"board": [creature(2, 2), creature(1, 1)]}, {"health": 2})
    assert carry_out(state, "ATTACK 1 -1;ATTACK 3 -1") == ["ATTACK 1 -1"]
    assert state.over


def test_the_question_stays_the_same_within_a_turn_and_grows_over_the_game() -> None:
    state = LOCM.new(1)
    protocol, moments, rng = LOCM.protocol(), [[], []], Rng(1)  # type: ignore[var-annotated]
    while not state.over:
        assert state.player is not None
        moments[state.player].append(protocol.question(state.seat(state.player)).moment)
        state.apply(state.random_action(rng))
    for row in moments:
        assert row == sorted(row)
        assert row[:30] == [(0, round_) for round_ in range(30)]
        assert len(set(row)) < len(row)


# ---- as a guest ------------------------------------------------------------------------------------------------------


def hear(guest: LocmGuest, lines: Iterable[str]) -> bool:
    left = iter([f"{line}\n" for line in lines])
    heard = guest.hear(lambda: next(left, ""))
    assert list(left) == []
    return heard


@pytest.mark.parametrize("rules", ["locm", "locm,rules=paper", "locm,rules=rust,lanes=1", "locm,rules=gym"])
def test_a_guest_knows_exactly_what_its_seat_would_show(rules: str) -> None:
    """Two guests, told only what messages say, against the true seats: the same view, history, time and legal actions."""
    locm = game(rules)
    protocol = locm.protocol()
    for seed in range(8):
        state, rng = locm.new(seed), Rng(seed)
        guests, asked = (protocol.guest(), protocol.guest()), [(), ()]
        history: list[tuple[int, int]] = []
        while not state.over:
            player = state.player
            assert player is not None
            seat = state.seat(player, history)
            question = protocol.question(seat)
            if question.moment != asked[player]:
                asked[player] = question.moment
                assert hear(guests[player], question.message().splitlines())
                assert guests[player].limit_ms() == question.limit_ms
            told = guests[player].seat()
            assert told == seat
            assert (told.history, told.legal()) == (seat.history, seat.legal())
            action = state.random_action(rng)
            guests[player].choose(action)
            history.append((player, action))
            state.apply(action)


def test_a_guest_answers_with_one_line() -> None:
    guest = LOCM.protocol().guest()
    hear(guest, message(drafted([], [])))
    assert guest.answer() == "PICK 0"
    guest.choose(LOCM.parse_action("PICK 2"))
    assert guest.seat() is None
    assert guest.answer() == "PICK 2"
    hear(guest, message(ready()))
    assert guest.answer() == "PASS"
    for text in ("USE 7 -1", "ATTACK 1 2", "SUMMON 5 1", "PASS"):
        guest.choose(guest.seat().parse(text))
    assert guest.seat() is None
    assert guest.answer() == "USE 7 -1;ATTACK 1 2;SUMMON 5 1"


def test_a_guest_stops_when_it_has_won() -> None:
    guest = LOCM.protocol().guest()
    hear(guest, message(lay({"board": [creature(9, 2)]}, {"health": 3})))
    guest.choose(guest.seat().parse("ATTACK 1 -1"))
    assert guest.seat() is None
    assert guest.answer() == "ATTACK 1 -1"


MIDDLE = [
    "26 3 22 25 1",
    "28 3 22 25 2",
    "6 1",
    "154 USE 1 -1",
    "8",
    "71 2 0 0 4 3 2 BC---- 0 0 0 -1 ",
    "143 6 0 2 0 0 0 ---G-- 0 0 0 -1 ",
    "21 8 0 0 5 6 5 ------ 0 0 0 -1 ",
    "21 10 0 0 5 6 5 ------ 0 0 0 -1 ",
    "73 12 0 0 4 4 4 B----- 4 0 0 -1 ",
    "120 14 0 1 2 1 0 ----L- 0 0 0 -1 ",
    "25 16 0 0 2 3 1 ------ -2 -2 0 -1 ",
    "30 4 1 0 3 4 2 ------ 0 -2 0 1 ",
]


def test_a_guest_can_come_in_the_middle_of_a_game() -> None:
    guest = LOCM.protocol().guest()
    assert hear(guest, MIDDLE)
    seat = guest.seat()
    assert seat.player == 1
    view = seat.view()
    assert view["turn"] == 5
    mine, other = view["players"][1], view["players"][0]
    assert (mine["health"], mine["mana"], mine["max_mana"], mine["bonus"], len(mine["deck"])) == (26, 3, 3, False, 22)
    assert mine["hand"] == ["71#2", "143#6", "21#8", "21#10", "73#12", "120#14", "25#16"]
    assert [(row["card"], row["lane"], row["attack"], row["able"]) for row in mine["board"]] == [("30#4", 1, 4, True)]
    assert (other["health"], other["draws"], len(other["hand"]), other["board"]) == (28, 2, 6, [])
    assert all(text.startswith("?#") for text in other["hand"] + other["deck"])
    assert "154#1" in other["gone"]
    assert seat.text(seat.legal()[1]) == "SUMMON 16 0 Spiney Chompleaf"
    world = seat.resample(1)
    while not world.over:
        world.apply(world.random_action(Rng(2)))


def test_a_new_draft_begins_a_new_game() -> None:
    guest = LOCM.protocol().guest()
    hear(guest, MIDDLE)
    hear(guest, message(drafted([], [])))
    assert guest.seat().view() == drafted([], []).view(0)


def test_the_end_of_the_input_is_the_end() -> None:
    guest = LOCM.protocol().guest()
    assert not hear(guest, [])
    hear(guest, MIDDLE)
    assert not hear(guest, ["", ""])


def changed(number: int, line: str) -> list[str]:
    return [*MIDDLE[:number], line, *MIDDLE[number + 1 :]]


@pytest.mark.parametrize(
    ("lines", "complaint"),
    [
        (["hello"], "'hello' is not 5 whole numbers"),
        (["30 0 0 25"], "'30 0 0 25' is not 5 whole numbers"),
        (changed(1, "28 3 22 25 2 7"), "is not 5 whole numbers"),
        (changed(2, "6"), "'6' is not 2 whole numbers"),
        (changed(2, "6 -1"), "cannot have -1 lines"),
        (changed(2, "6 5000"), "cannot have 5000 lines"),
        (changed(3, "154 JUMP 1 -1"), "is not an action, such as: 77 SUMMON 12 0"),
        (changed(3, "999 USE 1 -1"), "is not an action"),
        (changed(3, "154 USE 1"), "is not an action"),
        (changed(4, "x"), "'x' is not 1 whole number"),
        (MIDDLE[:-1], "ends in the middle of a message"),
        (changed(12, "30 4 1 0 3 4 2 ------ 0 -2 0"), "is not a card with 12 fields"),
        (changed(12, "30 4 1 0 3 4 2 ABCDEF 0 -2 0 1"), "is not a card with 12 fields, the eighth"),
        (changed(12, "30 4 1 0 3 4 2 ------ 0 -2 0 -1"), "is not a card with number"),
        (changed(12, "30 4 1 0 3 4 0 ------ 0 -2 0 1"), "is not a card with number"),
        (changed(12, "161 4 1 0 3 4 2 ------ 0 -2 0 1"), "is not a card with number"),
        (changed(12, "30 5 1 0 3 4 2 ------ 0 -2 0 1"), "instances of player 0 are odd"),
        (changed(12, "30 58 0 0 3 4 2 ------ 0 -2 0 -1"), "the hands do not go together"),
        (changed(2, "9 1"), "the hands do not go together"),
        (changed(0, "26 14 22 25 1"), "no player can have the data"),
        (changed(0, "26 3 22 24 1"), "no player can have the data"),
        (changed(0, "26 3 31 25 1"), "no player can have the data"),
        (changed(0, "99999 3 22 25 1"), "is not 5 whole numbers"),
        (["30 0 0 25 0", "30 0 0 25 0", "0 0", "1", "1 -1 0 0 1 2 1 ------ 1 0 0 -1"], "a draft offers 3 cards, not 1"),
        (["30 0 0 25 0", "30 0 2 25 0", *message(drafted([], []))[2:]], "in the draft a deck has 0 to 29 cards"),
    ],
)
def test_odd_input_is_named(lines: list[str], complaint: str) -> None:
    with pytest.raises(BadMessage, match=complaint):
        LOCM.protocol().guest().hear(iter([*lines, ""]).__next__)


def test_a_lane_with_four_creatures_is_refused() -> None:
    row = "3 {} 1 0 1 2 2 ------ 0 0 0 0"
    lines = ["30 5 20 25 1", "30 5 20 25 1", "0 0", "4", *(row.format(number) for number in (1, 3, 5, 7))]
    with pytest.raises(BadMessage, match="more creatures on a lane"):
        hear(LOCM.protocol().guest(), lines)
    hear(game("locm", lanes=1).protocol().guest(), lines)
