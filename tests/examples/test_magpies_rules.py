"""The rules of Magpies, card by card, with exact positions, in both forms."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from cardlab import HIDDEN, State
from cardlab.core.effects import Both, Do, May, On, Python, Then
from cardlab.errors import CardError


@pytest.fixture(params=["plain", "compiled"])
def form(request: pytest.FixtureRequest, magpies: SimpleNamespace) -> Any:
    return magpies.plain.PlainMagpies if request.param == "plain" else magpies.game.Magpies


def set_up(form: Any, hands: list[str], *, deck: str = "", meadow: str = "", to: str = "deck", **parts: Any) -> State:
    """A position with these hands; `deck` names the cards on top, and all others lie below it, or on the meadow."""
    rules = form(**({"deck": parts.pop("cards")} if "cards" in parts else {}))
    held = [hand.split() for hand in hands]
    nests = [nest.split() for nest in parts.pop("nests", ["", "", ""])]
    used = {card for row in (*held, *nests, deck.split(), meadow.split()) for card in row}
    rest = [card for card in rules.made.singles if card not in used]
    blank = form().new(0).to_dict()
    position = {
        **blank,
        "hands": held,
        "nests": nests,
        "deck": [*(rest if to == "deck" else []), *deck.split()],
        "meadow": [*(rest if to == "meadow" else []), *meadow.split()],
        "seen_by": {card: [seat] for seat, hand in enumerate(held) for card in hand},
        **parts,
    }
    return rules.from_dict(position)


def do(state: State, *texts: str) -> dict[str, Any]:
    for text in texts:
        state.apply(state.parse(text))
    return state.to_dict()


def test_a_turn_is_a_trinket_laid_and_a_card_drawn(form: Any) -> None:
    state = set_up(form, ["pebble1 bell", "hook1", "moth1"], deck="pearl1")
    assert [state.text(action) for action in state.legal()] == ["lay 0 pebble", "lay 1 bell"]
    after = do(state, "lay 0 pebble")
    assert after["hands"] == [["bell", "pearl1"], ["hook1"], ["moth1"]] and after["nests"] == [["pebble1"], [], []]
    assert after["left"] == 14 and state.player == state.turn == 1


def test_an_empty_hand_rests_and_draws(form: Any) -> None:
    state = set_up(form, ["", "hook1", "moth1"], deck="pearl1")
    assert [state.text(action) for action in state.legal()] == ["rest"]
    assert do(state, "rest")["hands"][0] == ["pearl1"] and state.player == 1


def test_a_thimble_draws_a_card_more(form: Any) -> None:
    after = do(set_up(form, ["thimble1", "hook1", "moth1"], deck="pearl1 pearl2"), "lay 0 thimble")
    assert after["hands"][0] == ["pearl2", "pearl1"]


@pytest.mark.parametrize(
    ("picks", "hand", "meadow"),
    [
        (["stop"], ["pebble1", "moth1", "bell", "pearl2"], []),
        (["toss 1", "stop"], ["pebble1", "bell", "pearl2", "pearl1", "hook2"], ["moth1"]),
        (["toss 0", "toss 2"], ["moth1", "pearl2", "pearl1", "hook2"], ["bell", "pebble1"]),
        (["toss 2"], ["pebble1", "moth1", "pearl2", "pearl1", "hook2"], ["bell"]),
    ],
)
def test_a_comb_tosses_up_to_two_and_then_draws_two(form: Any, picks: list[str], hand: list[str], meadow: list[str]) -> None:
    state = set_up(form, ["comb1 pebble1 moth1 bell", "hook1", ""], deck="hook2 pearl1 pearl2")
    do(state, "lay 0 comb")
    assert [state.text(action) for action in state.legal()] == ["toss 0", "toss 1", "toss 2", "stop"]
    after = do(state, *picks)
    assert (after["hands"][0], after["meadow"]) == (hand, meadow)


def test_picks_are_made_in_order_so_that_no_set_comes_twice(form: Any) -> None:
    state = set_up(form, ["comb1 pebble1 moth1 bell", "hook1", ""])
    do(state, "lay 0 comb", "toss 1")
    assert [state.text(action) for action in state.legal()] == ["toss 2", "stop"]


def test_a_mirror_shows_a_hand_to_one_and_to_nobody_else(form: Any) -> None:
    state = set_up(form, ["mirror1 pebble1", "hook1 bell", "moth1"], deck="pearl1")
    do(state, "lay 0 mirror")
    assert [state.text(action) for action in state.legal()] == ["look 1", "look 2"]
    after = do(state, "look 1")
    assert after["seen_by"] == {"pebble1": [0], "pearl1": [0], "hook1": [0, 1], "bell": [0, 1], "moth1": [2]}
    assert state.view(0)["hands"] == [["pebble1", "pearl1"], ["hook1", "bell"], ["?0"]]
    assert state.view(2)["hands"] == [["?0", "?0"], ["?0", "?0"], ["moth1"]]
    assert {tuple(state.seat(0).resample(n).to_dict()["hands"][1]) for n in range(20)} == {("hook1", "bell")}


def test_a_hook_takes_a_card_and_who_lost_it_knows_where_it_is(form: Any) -> None:
    state = set_up(form, ["hook1", "moth1 bell", "pebble1"], deck="pearl1")
    do(state, "lay 0 hook")
    assert [state.text(action) for action in state.legal()] == ["take 1 0", "take 1 1", "take 2 0"]
    history = [(0, state.parse("take 1 1"))]
    after = do(state, "take 1 1")
    assert after["hands"] == [["bell", "pearl1"], ["moth1"], ["pebble1"]] and after["seen_by"]["bell"] == [0, 1]
    assert state.view(1)["hands"][0] == ["bell", "?0"] and state.view(2)["hands"][0] == ["?0", "?0"]
    assert state.seat(2, history).history == [(0, HIDDEN)] and state.seat(0, history).history == history


def test_a_moth_asks_the_others_in_the_turn_of_its_owner(form: Any) -> None:
    state = set_up(form, ["hook1", "moth1 bell", "pebble1 pebble2"], left=14, nests=["pearl1", "", ""])
    do(state, "lay 0 moth")
    assert (state.player, state.turn) == (2, 1)
    do(state, "toss 1")
    assert (state.player, state.turn) == (0, 1)
    after = do(state, "toss 0")
    assert after["meadow"] == ["pebble2", "hook1"] and (state.player, state.turn) == (2, 2)


def test_a_feather_that_is_tossed_draws_after_what_waits(form: Any) -> None:
    """The comb's own two cards wait behind what the feather does."""
    told: list[str] = []
    state = set_up(form, ["comb1 feather1", "hook1", ""], deck="bell pearl1 pearl2 moth1")
    state.listener = lambda event: told.append(event.text)
    do(state, "lay 0 comb", "toss 0")
    assert told == [
        "seat 0 lays a comb",
        "seat 0 tosses a feather",
        *[f"seat 0 draws a {c}" for c in ("moth", "pearl", "pearl", "bell")],
    ]


def test_a_bell_asks_all_and_nothing_is_seen_before_all_have_answered(form: Any) -> None:
    state = set_up(form, ["bell pebble1 moth1", "hook1 hook2", "comb1"], deck="pearl1")
    do(state, "lay 0 bell", "pass 1", "pass 0")
    assert state.player == 2 and state.turn == 0
    assert [state.view(seat)["poll"] for seat in range(3)] == [[1, "?", None], ["?", 0, None], ["?", "?", None]]
    assert {tuple(state.seat(2).resample(n).to_dict()["poll"]) for n in range(60)} == {
        (a, b, None) for a in range(2) for b in range(2)
    }
    after = do(state, "pass 0")
    assert after["hands"] == [["pebble1", "comb1", "pearl1"], ["hook2", "moth1"], ["hook1"]] and after["poll"] is None
    assert (after["seen_by"]["moth1"], after["seen_by"]["hook1"], after["seen_by"]["comb1"]) == ([0, 1], [1, 2], [0, 2])


def test_who_has_no_card_is_not_asked_to_pass_one(form: Any) -> None:
    state = set_up(form, ["bell", "", "comb1"], deck="pearl1")
    do(state, "lay 0 bell")
    assert state.player == 2
    assert do(state, "pass 0")["hands"] == [["comb1", "pearl1"], [], []]


def test_the_meadow_is_shuffled_in_the_middle_of_an_effect(form: Any) -> None:
    """Everybody knows what was on it, so that the card drawn is one of these."""
    state = set_up(form, ["thimble1", "hook1", "comb1"], to="meadow")
    assert state.to_dict()["deck"] == []
    after = do(state, "lay 0 thimble")
    assert after["shuffles"] == 1 and after["meadow"] == [] and len(after["deck"]) == 13
    assert state.view(1)["hands"] == [["?1", "?1"], ["hook1"], ["?0"]] and set(state.view(1)["deck"]) == {"?1"}
    for n in range(20):
        world = state.seat(1).resample(n).to_dict()
        assert world["hands"][2] == ["comb1"] and {"comb1", "thimble1"}.isdisjoint(world["hands"][0])


def test_a_moonstone_asks_its_function(form: Any) -> None:
    ahead = set_up(
        form, ["moonstone", "hook1", "comb1"], deck="pearl1 pearl2 bell", cards="moon", nests=["moth1", "", ""], left=12
    )
    assert [len(hand) for hand in do(ahead, "lay 0 moonstone")["hands"]] == [1, 2, 2]
    behind = set_up(form, ["moonstone", "hook1", "comb1"], cards="moon", nests=["", "moth1", "moth2"], left=15 - 3, deck="bell")
    assert [len(hand) for hand in do(behind, "lay 0 moonstone")["hands"]] == [3, 1, 1]


def test_the_nest_that_shines_most_wins(form: Any) -> None:
    state = set_up(
        form, ["", "", "pebble1"], nests=["pearl1 hook1", "pearl2 hook2", "comb1"], left=1, deck="bell", cards="meadow"
    )
    do(state, "lay 0 pebble")
    assert state.over and state.result.scores == (0.75, 0.75, 0.0) and state.result.places == (1, 1, 3)


def test_effects_joined_by_both_and_then_come_in_their_order(magpies: SimpleNamespace) -> None:
    """`Both` goes on at once, `Then` waits behind what has come up meanwhile."""
    joined = Then(Both(Do("toss", who="others"), Do("look")), Do("draw"))
    top = magpies.trinkets.trinket("spool", 2, 1, "", On("laid", joined))
    cards = (top, *magpies.trinkets.DECKS["meadow"][1:])

    class Plain(magpies.plain.PlainMagpies):  # type: ignore[misc, name-defined]
        def trinkets(self) -> Any:
            return cards

    class Compiled(magpies.game.Magpies):  # type: ignore[misc, name-defined]
        def trinkets(self) -> Any:
            return cards

    for form in (Plain, Compiled):
        told: list[str] = []
        state = set_up(form, ["spool1", "feather1 moth1", "feather2 moth2"], deck="bell pearl1 pearl2 hook1")
        state.listener = lambda event, told=told: told.append(f"{event.player} {event.kind}")
        do(state, "lay 0 spool", "toss 0", "toss 0", "look 2")
        assert told == ["0 laid", "1 tossed", "2 tossed", "0 looked", "1 drew", "2 drew", "0 drew", "0 drew"]


def test_a_card_that_the_rules_cannot_carry_out_is_refused(magpies: SimpleNamespace) -> None:
    words = magpies.trinkets
    for effect in (May(Do("draw")), Python(lambda view, seat, card: 0, (May(Do("pass")),))):
        with pytest.raises(CardError, match="'spool': May goes with toss, look and take"):
            words.Trinkets([words.trinket("spool", 12, 1, "", On("laid", effect))])
    with pytest.raises(CardError, match="a deck has 12 to 20 cards, not 2"):
        words.Trinkets([words.trinket("spool", 2, 1, "")])
    with pytest.raises(CardError, match="there is no code 'drow'; did you mean 'draw'"):
        words.Trinkets([words.trinket("spool", 12, 1, "", On("laid", Do("drow")))])
