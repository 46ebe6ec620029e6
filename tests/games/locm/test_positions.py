"""Positions: what is written is read back, short forms mean what they should, and what cannot be is refused."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

import pytest

from cardlab import game
from cardlab.core.rng import Rng
from cardlab.errors import PositionError
from cardlab.games.locm.rules.state import LocmState
from cardlab.games.locm.words.position import lists_of, load_position, position_of, put_lists
from tests.effort import PURE
from tests.games.locm.samples import positions, random_options, some_side
from tests.games.locm.tables import lay, play

NAN = float("nan")
TRIPLES = [[r + 1, r + 31, r + 61] for r in range(30)]
RISING = list(range(30))


def read(position: dict[str, Any], **options: Any) -> LocmState:
    state = game("locm", **options).from_dict(position)
    assert isinstance(state, LocmState)
    return state


def comparable(state: LocmState) -> dict[str, Any]:
    """The table without the numbers that only say in which order creatures were summoned."""
    table = lists_of(state)
    for p, rows in enumerate(table["boards"]):
        for place, row in enumerate(sorted(rows, key=lambda row: int(row["order"]))):
            row["order"] = place
        table["summoned"][p] = len(rows)
    return table


# ---- round trips -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", range(6))
def test_every_position_of_a_game_is_restored_in_full(part: int) -> None:
    rng = random.Random(part)
    for seed in range(1 if PURE else 4):
        for state in positions(seed, **random_options(rng)):
            twin = read(json.loads(json.dumps(state.to_dict())), **state.game.options)
            assert comparable(twin) == comparable(state)
            assert (twin, twin.to_dict(), twin.legal()) == (state, state.to_dict(), state.legal())


@pytest.mark.parametrize("seed", range(10))
def test_a_restored_game_goes_on_like_the_original(seed: int) -> None:
    state = game("locm").new(seed)
    state.rollout(Rng(seed), 60 + 7 * seed)
    twin = state.game.from_dict(state.to_dict())
    state.rollout(Rng(1))
    twin.rollout(Rng(1))
    assert twin == state and state.over


def test_a_position_is_written_in_full() -> None:
    state = lay({"board": [21], "hand": ["Decimate"], "deck": [12], "gone": [4]}, {"health": 12, "bonus": True})
    assert state.to_dict() == {
        "phase": "battle",
        "player": 0,
        "turn": 0,
        "players": [
            {
                "health": 30, "mana": 12, "max_mana": 12, "bonus": False, "runes": 5, "draws": 1, "due": 1,
                "hand": ["151#5"],
                "board": [
                    {
                        "card": "21#3", "lane": 0, "attack": 6, "defense": 5, "keywords": "------",
                        "able": True, "attacked": False, "touched": False,
                    },
                ],
                "deck": ["12#7"],
                "gone": ["4#1"],
            },
            {
                "health": 12, "mana": 13, "max_mana": 13, "bonus": True, "runes": 2, "draws": 1, "due": 1,
                "hand": [], "board": [], "deck": [], "gone": [],
            },
        ],
    }  # fmt: skip


def test_a_finished_game_is_written_with_its_winner() -> None:
    state = play(lay({"board": [21]}, {"health": 5}), "ATTACK 1 -1")
    position = state.to_dict()
    assert {name: position[name] for name in ("phase", "player", "turn", "winner", "reason")} == {
        "phase": "over", "player": None, "turn": 0, "winner": 0, "reason": "health",
    }  # fmt: skip
    assert read(position) == state


def test_what_is_hidden_is_written_as_unknown() -> None:
    state = lay({"hand": [3, 4], "deck": [5, 6], "gone": [7]})
    table = lists_of(state)
    table["decks"][0][1:5] = [0] * 4
    put_lists(state, table)
    side = position_of(state)["players"][0]
    assert (side["gone"], side["hand"], side["deck"]) == (["7#1"], ["?#3", "?#5"], ["?#7", "?#9"])


# ---- short forms -------------------------------------------------------------------------------------------------


def test_cards_are_numbered_in_the_order_gone_board_hand_deck() -> None:
    state = lay({"deck": [4], "hand": [5, 6], "board": [7, 8], "gone": [9]}, {"hand": [10], "deck": [11, 12]})
    mine, theirs = state.to_dict()["players"]
    assert [row["card"] for row in mine["board"]] == ["7#3", "8#5"]
    assert (mine["gone"], mine["hand"], mine["deck"]) == (["9#1"], ["5#7", "6#9"], ["4#11"])
    assert (theirs["hand"], theirs["deck"]) == (["10#2"], ["11#4", "12#6"])


def test_cards_may_be_numbers_names_or_both_with_an_instance_number() -> None:
    short = lay({"hand": [151, "151", "Decimate", " decimate "]})
    full = lay({"hand": ["151#1", "Decimate#3", " decimate #5", "151#7"]})
    assert short == full


def test_instance_numbers_may_be_in_any_order_but_in_the_deck() -> None:
    state = lay({"hand": ["5#7", "6#1"], "board": ["7#3"], "gone": ["8#5"], "deck": ["9#9"]})
    side = state.to_dict()["players"][0]
    assert (side["hand"], side["gone"], side["deck"]) == (["6#1", "5#7"], ["8#5"], ["9#9"])


@pytest.mark.parametrize(
    ("health", "runes"), [(31, 5), (26, 5), (25, 4), (21, 4), (20, 3), (11, 2), (10, 1), (6, 1), (5, 0), (1, 0)]
)
def test_runes_follow_from_health_unless_they_are_given(health: int, runes: int) -> None:
    assert lay({"health": health}).to_dict()["players"][0]["runes"] == runes
    assert lay({"health": health, "runes": 0}).to_dict()["players"][0]["runes"] == 0


def test_mana_is_as_usual_unless_it_is_given() -> None:
    def mana(**side: Any) -> tuple[int, int]:
        found = lay({}, side).to_dict()["players"][1]
        return found["mana"], found["max_mana"]

    assert mana() == (12, 12)
    assert mana(bonus=True) == (13, 13)
    assert mana(mana=3) == (3, 12)
    assert mana(max_mana=3) == (3, 3)
    assert mana(max_mana=3, mana=0) == (0, 3)


def test_the_player_to_move_follows_from_the_turn_and_the_other_way_round() -> None:
    for given in ({"turn": 7}, {"turn": 7, "player": 1}, {"player": 1}):
        assert read({**given, "players": [{}, {}]}).player == 1
    assert read({"players": [{}, {}]}).to_dict()["turn"] == 0
    assert read({"player": 1, "players": [{}, {}]}).to_dict()["turn"] == 1


def test_a_creature_left_alone_is_able_if_its_owner_is_to_move() -> None:
    marks = [
        [(row["able"], row["attacked"], row["touched"]) for row in side["board"]]
        for side in lay({"board": [3, {"card": 3, "attacked": True}, {"card": 3, "attack": 9}]}, {"board": [3]}).to_dict()[
            "players"
        ]
    ]
    assert marks == [[(True, False, False), (False, True, True), (True, False, True)], [(False, False, False)]]


def test_a_draft_may_be_short_too() -> None:
    state = read({"phase": "draft", "offers": TRIPLES, "picks": [[0, 1], [2]]})
    assert state.to_dict() == {
        "phase": "draft", "player": 1, "offers": TRIPLES, "picks": [[0, 1], [2]], "order": [RISING, RISING],
    }  # fmt: skip
    play(state, "PICK 1")
    assert state.player == 0


# ---- what cannot be ----------------------------------------------------------------------------------------------


def refused(position: Any, match: str, **options: Any) -> None:
    """The position is refused, in these words, and a state that should hold it is as it was."""
    state = game("locm", **options).new(1)
    assert isinstance(state, LocmState)
    before, given = state.peek(), copy.deepcopy(position)
    with pytest.raises(PositionError, match=match):
        load_position(state, position, None)
    assert state.peek() == before
    assert repr(position) == repr(given)


CREATURES: list[tuple[Any, str]] = [
    (None, "a card is written as"),
    (True, "a card is written as"),
    (NAN, "a card is written as"),
    ([3], "a card is written as"),
    ({}, "a card is written as"),
    ("3" * 100, "a card is written as"),
    (0, "there is no card 0"),
    (161, "there is no card 161"),
    ("Beavrt", "did you mean 'Beavrat'"),
    ("3#", "an instance number is"),
    ("3#x", "an instance number is"),
    ("3#-1", "an instance number is"),
    ("3#1#1", "an instance number is"),
    ("3#100", "an instance number is"),
    (117, "Protein is an item"),
    (160, "is an item"),
    ({"card": 3, "attak": 1}, "there is no part 'attak'"),
    ({"card": 3, "lane": 2}, "'lane' must be a whole number from 0 to 1"),
    ({"card": 3, "lane": -1}, "'lane' must be"),
    ({"card": 3, "lane": True}, "'lane' must be"),
    ({"card": 3, "attack": -1}, "'attack' must be a whole number from 0 to 999"),
    ({"card": 3, "attack": 1000}, "'attack' must be"),
    ({"card": 3, "attack": 1.0}, "'attack' must be"),
    ({"card": 3, "attack": NAN}, "'attack' must be"),
    ({"card": 3, "attack": None}, "'attack' must be"),
    ({"card": 3, "attack": "2"}, "'attack' must be"),
    ({"card": 3, "defense": 0}, "'defense' must be a whole number from 1 to 999"),
    ({"card": 3, "defense": -5}, "'defense' must be"),
    ({"card": 3, "defense": 10**30}, "'defense' must be"),
    ({"card": 3, "keywords": "X"}, "no keywords"),
    ({"card": 3, "keywords": 5}, "no keywords"),
    ({"card": 3, "keywords": None}, "no keywords"),
    ({"card": 3, "able": 1}, "'able' must be true or false"),
    ({"card": 3, "attacked": "yes"}, "'attacked' must be true or false"),
    ({"card": 3, "touched": None}, "'touched' must be true or false"),
    ({"card": 3, "able": True, "attacked": True}, "has attacked is not able"),
    ({"card": 3, "attacked": True, "touched": False}, "is 'touched'"),
    ({"card": 3, "attack": 5, "touched": False}, "is 'touched'"),
]


@pytest.mark.parametrize(("entry", "match"), CREATURES, ids=lambda value: repr(value)[:40])
def test_a_creature_that_cannot_be_is_refused(entry: Any, match: str) -> None:
    refused({"players": [{"board": [entry]}, {}]}, match)


SIDES: list[tuple[Any, str]] = [
    (None, "a player is a table"),
    ([], "a player is a table"),
    ({"helth": 3}, "there is no part 'helth'"),
    ({"health": 0}, "the game would be over: player 0 has 0 health"),
    ({"health": -5}, "the game would be over"),
    ({"health": True}, "'health' must be a whole number"),
    ({"health": 30.0}, "'health' must be"),
    ({"health": NAN}, "'health' must be"),
    ({"health": None}, "'health' must be"),
    ({"health": 10_000}, "'health' must be"),
    ({"runes": 6}, "'runes' must be a whole number from 0 to 5"),
    ({"runes": -1}, "'runes' must be"),
    ({"health": 25, "runes": 5}, "with 5 runes left health is above 25, not 25"),
    ({"health": 5, "runes": 1}, "with 1 runes left health is above 5, not 5"),
    ({"mana": 13}, "'mana' is at most 'max_mana'"),
    ({"mana": 5, "max_mana": 4}, "'mana' is at most 'max_mana'"),
    ({"max_mana": 13}, "'mana' is at most 'max_mana', and that at most 12"),
    ({"max_mana": 14}, "'max_mana' must be a whole number from 0 to 13"),
    ({"mana": -1}, "'mana' must be"),
    ({"bonus": True}, "only player 1 can have the bonus"),
    ({"bonus": 0}, "'bonus' must be true or false"),
    ({"draws": 0}, "'draws' must be a whole number from 1 to 99"),
    ({"draws": 100}, "'draws' must be"),
    ({"due": -1}, "'due' must be"),
    ({"hand": [3] * 9}, "at most 8 cards in hand, not 9"),
    ({"hand": "3 3"}, "'hand' must be a list"),
    ({"hand": {"3": 1}}, "'hand' must be a list"),
    ({"deck": [3] * 31}, "'deck' must be a list of at most 30"),
    ({"deck": [3] * 25, "hand": [3] * 6}, "at most 30 cards, not 31"),
    ({"board": [3] * 4}, "lane 0 has room for 3 creatures, not 4"),
    ({"board": [{"card": 3, "lane": 1}] * 4}, "lane 1 has room for 3 creatures, not 4"),
    ({"hand": ["3#1", "3"]}, "either all cards have an instance number"),
    ({"hand": ["3#1"], "deck": [4]}, "either all cards have an instance number"),
    ({"hand": ["3#2"]}, "have the instance numbers 1, 3"),
    ({"hand": ["3#3"]}, "have the instance numbers 1, 3"),
    ({"hand": ["3#1", "3#1"]}, "have the instance numbers 1, 3"),
    ({"hand": ["3#1", "3#5"]}, "have the instance numbers 1, 3"),
    ({"hand": ["3#0"]}, "have the instance numbers 1, 3"),
    ({"hand": ["3#1", "3#5"], "deck": ["3#3"]}, "the cards in the deck have the highest"),
    ({"hand": ["3#1"], "deck": ["3#5", "3#3"]}, "the cards in the deck have the highest"),
    ({"gone": [None]}, "player 0: 'gone': a card is written"),
    ({"gone": ["?#1"]}, "there is no card '?"),
]


@pytest.mark.parametrize(("side", "match"), SIDES, ids=lambda value: repr(value)[:40])
def test_a_player_that_cannot_be_is_refused(side: Any, match: str) -> None:
    refused({"players": [side, {}]}, match)


def test_errors_name_the_player() -> None:
    refused({"players": [{}, {"health": NAN}]}, "player 1: 'health'")
    refused({"players": [{}, {"board": ["Decimate"]}]}, "player 1: 'board': Decimate is an item")
    refused({"players": [{}, {"bonus": True, "max_mana": 0}]}, "player 1: 'mana' is at most 'max_mana'")


TWO: list[dict[str, Any]] = [{}, {}]
BATTLES: list[tuple[Any, str]] = [
    ({}, "'players' must be a list of 2 tables"),
    ({"players": {}}, "'players' must be"),
    ({"players": [{}]}, "'players' must be"),
    ({"players": [{}, {}, {}]}, "'players' must be"),
    ({"players": TWO, "odd": 1}, "has no part 'odd'"),
    ({"players": TWO, 7: 1}, "has no part 7"),
    ({"players": TWO, "order": [RISING, RISING]}, "in the phase 'battle' has no part 'order'"),
    ({"players": TWO, "winner": 0}, "has no part 'winner'"),
    ({"players": TWO, "phase": "war"}, "'phase' must be one of draft, battle, over"),
    ({"players": TWO, "phase": None}, "'phase' must be"),
    ({"players": TWO, "phase": 1}, "'phase' must be"),
    ({"players": TWO, "phase": ["battle"]}, "'phase' must be"),
    ({"players": TWO, "player": 2}, "'player' must be a whole number from 0 to 1"),
    ({"players": TWO, "player": None}, "'player' must be"),
    ({"players": TWO, "player": True}, "'player' must be"),
    ({"players": TWO, "player": 0, "turn": 1}, "'player' must be 1 in turn 1"),
    ({"players": TWO, "turn": -1}, "'turn' must be"),
    ({"players": TWO, "turn": 1.0}, "'turn' must be"),
    ({"players": TWO, "turn": 10**9}, "'turn' must be"),
    ({"players": [{}, {"board": [{"card": 3, "able": True}]}]}, "player 1 is not to move"),
    ({"players": [{}, {"board": [{"card": 3, "attacked": True}]}]}, "player 1 is not to move"),
    ({"players": [{}, {"health": 0}]}, "the game would be over: player 1 has 0 health"),
    ({"players": TWO, "offers": TRIPLES}, "both known, or neither"),
    ({"players": TWO, "picks": [[0] * 30] * 2}, "both known, or neither"),
    ({"players": TWO, "offers": TRIPLES, "picks": [[0] * 30, [0] * 29]}, "each player has made 30 picks, not 30 and 29"),
    ({"players": TWO, "offers": TRIPLES, "picks": [[0] * 30] * 2}, "player 0: the 30 cards of the deck must be those picked"),
]


@pytest.mark.parametrize(("position", "match"), BATTLES, ids=lambda value: repr(value)[:50])
def test_a_battle_that_cannot_be_is_refused(position: Any, match: str) -> None:
    refused(position, match)


def drafted(first: list[int], second: list[int]) -> dict[str, Any]:
    """A battle after a draft in which both took the first card of each offer, with these decks."""
    return {"players": [{"deck": first}, {"deck": second}], "offers": TRIPLES, "picks": [[0] * 30, [0] * 30]}


def test_decks_must_be_explained_by_the_picks() -> None:
    rising = [offer[0] for offer in TRIPLES]
    falling = rising[::-1]
    state = read(drafted(rising, falling))
    assert state.to_dict()["picks"] == [[0] * 30, [0] * 30]
    refused(drafted(rising, [31, *rising[1:]]), "player 1: the 30 cards of the deck must be those picked")
    refused(drafted(rising, falling), "cards picked in the same round have the same place", shuffle="same")
    assert read(drafted(falling, falling), shuffle="same").to_dict()["players"][0]["deck"][0] == "30#1"


DRAFTS: list[tuple[dict[str, Any], str]] = [
    ({"offers": None}, "'offers' must be a list of 30 triples"),
    ({"offers": TRIPLES[:29]}, "'offers' must be a list of 30 triples"),
    ({"offers": [*TRIPLES[:29], [1, 2]]}, "'offers' must be a list of 3 card numbers"),
    ({"offers": [*TRIPLES[:29], [1, 2, 161]]}, "'offers' must be a whole number from 1 to 160"),
    ({"offers": [*TRIPLES[:29], [1, 2, 0]]}, "'offers' must be"),
    ({"offers": [*TRIPLES[:29], [1, 2, True]]}, "'offers' must be"),
    ({"offers": [*TRIPLES[:29], "123"]}, "'offers' must be"),
    ({"picks": [[]]}, "'picks' must be a list of 2"),
    ({"picks": [[], None]}, "'picks' of a player are a list"),
    ({"picks": [[0] * 31, []]}, "'picks' of a player are a list of at most 30"),
    ({"picks": [[3], []]}, "'picks' must be a whole number from 0 to 2"),
    ({"picks": [[-1], []]}, "'picks' must be"),
    ({"picks": [[False], []]}, "'picks' must be"),
    ({"picks": [[], [0]]}, "player 0 has made as many picks as player 1 or one more"),
    ({"picks": [[0, 0], []]}, "not 2 and 0"),
    ({"picks": [[0] * 30, [0] * 30]}, "player 1 at most 29"),
    ({"player": 1}, "'player' must be 0: the players have made 0 and 0 picks"),
    ({"player": 0, "picks": [[0], []]}, "'player' must be 1: the players have made 1 and 0 picks"),
    ({"player": None}, "'player' must be"),
    ({"order": [RISING]}, "'order' must be a list of 2"),
    ({"order": [RISING, RISING[:29]]}, "'order' must be a list of 30"),
    ({"order": [RISING, [*RISING[:29], 0]]}, "must name each round from 0 to 29 once"),
    ({"order": [RISING, [*RISING[:29], 30]]}, "'order' must be a whole number from 0 to 29"),
    ({"order": [RISING, [*RISING[:29], None]]}, "'order' must be"),
    ({"players": TWO}, "in the phase 'draft' has no part 'players'"),
    ({"turn": 0}, "has no part 'turn'"),
    ({"reason": "health"}, "has no part 'reason'"),
]


@pytest.mark.parametrize(("change", "match"), DRAFTS, ids=lambda value: repr(value)[:50])
def test_a_draft_that_cannot_be_is_refused(change: dict[str, Any], match: str) -> None:
    refused({"phase": "draft", "offers": TRIPLES, **change}, match)


def test_with_one_shuffle_for_both_the_orders_are_equal() -> None:
    position = {"phase": "draft", "offers": TRIPLES, "order": [RISING, RISING[::-1]]}
    refused(position, "must be the same for both players", rules="paper")
    assert read(position).to_dict()["order"][1][0] == 29


DEAD: dict[str, Any] = {"phase": "over", "players": [{"health": 0}, {}], "winner": 1, "reason": "health"}
ENDS: list[tuple[dict[str, Any], str, dict[str, Any]]] = [
    ({"winner": None}, "'winner' must be a whole number from 0 to 1", {}),
    ({"winner": 2}, "'winner' must be", {}),
    ({"winner": True}, "'winner' must be", {}),
    ({"reason": ""}, "'reason' must be one of health, deck, rounds", {}),
    ({"reason": None}, "'reason' must be", {}),
    ({"reason": "boredom"}, "'reason' must be", {}),
    ({"player": 0}, "'player' must be null when the phase is over", {}),
    ({"winner": 0}, "player 1 has health left and cannot have lost", {}),
    ({"players": TWO}, "player 0 has health left and cannot have lost by 'health'", {}),
    ({"players": TWO, "reason": "deck"}, "player 0 has health left and cannot have lost by 'deck'", {}),
    ({"players": [{"health": 0}] * 2}, "with both_dead=active player 0 wins", {}),
    ({"players": [{"health": 0}] * 2, "turn": 1, "winner": 0}, "with both_dead=active player 1 wins", {}),
    ({"players": [{"health": 0}] * 2, "winner": 0}, "with both_dead=second player 1 wins", {"both_dead": "second"}),
    ({"reason": "rounds"}, "needs the option rounds", {}),
    ({"reason": "rounds", "winner": 0}, "won by player 0 with both alive", {"rounds": 3}),
    ({"reason": "rounds", "players": TWO}, "won by player 0 with both alive", {"rounds": 3}),
    ({"players": [{"health": 0, "runes": 1}, {}]}, "with 1 runes left health is above 5", {}),
]


@pytest.mark.parametrize(("change", "match", "options"), ENDS, ids=lambda value: repr(value)[:40])
def test_an_end_that_cannot_be_is_refused(change: dict[str, Any], match: str, options: dict[str, Any]) -> None:
    refused({**DEAD, **change}, match, **options)


def test_ends_that_can_be_are_read() -> None:
    assert read(DEAD).reason == "health"
    assert read({**DEAD, "reason": "deck"}).reason == "deck"
    assert read({**DEAD, "players": [{"health": 0}] * 2, "turn": 1}).over
    assert read({**DEAD, "players": [{"health": 0}] * 2}, both_dead="second").over
    assert read({**DEAD, "players": TWO, "winner": 0, "reason": "rounds", "turn": 6}, rounds=3).reason == "rounds"


def test_options_decide_what_can_be() -> None:
    dying = {"players": [{"health": 0}, {}]}
    assert not read(dying, draw_death="after_action").over
    refused(dying, "would be over", draw_death="at_once")
    refused({"players": [{}, {"health": 0}]}, "would be over", draw_death="after_action")
    refused({"players": [{"health": -1}, {}]}, "would be over", draw_death="after_action")
    refused({"players": TWO, "turn": 6}, "with rounds=3 the last turn is 5", rounds=3)
    assert read({"players": TWO, "turn": 5}, rounds=3).player == 1
    six: dict[str, Any] = {"players": [{"board": [3] * 6}, {}]}
    assert len(read(six, lanes=1).to_dict()["players"][0]["board"]) == 6
    refused(six, "lane 0 has room for 3 creatures, not 6")
    refused({"players": [{"board": [3] * 7}, {}]}, "lane 0 has room for 6 creatures, not 7", lanes=1)
    refused({"players": [{"board": [{"card": 3, "lane": 1}]}, {}]}, "'lane' must be a whole number from 0 to 0", lanes=1)


@pytest.mark.parametrize("data", [None, [], "battle", 3])
def test_what_is_no_table_is_refused(data: Any) -> None:
    with pytest.raises(PositionError, match="a position is a table of names and values"):
        game("locm").from_dict(data)


@pytest.mark.parametrize("seed", range(20))
def test_positions_made_at_random_are_read_and_written_back(seed: int) -> None:
    rng = random.Random(seed)
    lanes = rng.choice([1, 2])
    state = lay(some_side(rng, lanes), some_side(rng, lanes), turn=rng.randint(0, 120), lanes=lanes)
    assert read(json.loads(json.dumps(state.to_dict())), lanes=lanes) == state
