"""The table of Unstable Unicorns: what lies where, what is asked, what a touch means, and why a card cannot be played."""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any

import pytest

import cardlab
from cardlab.core.action import kind_of
from cardlab.core.picking import Picking
from cardlab.core.state import State
from cardlab.core.table import Table, Thing
from cardlab.games.unicorns.rules.state import Kind
from cardlab.games.unicorns.words.actions import effect_words, noun
from cardlab.play.record import Record
from cardlab.play.telling import turning_points, whole_text
from cardlab.testing.laid import check_tables
from cardlab.testing.laws import Check
from cardlab.testing.trial import Trial
from tests.play.desk import drawn, seen

DECK = ["Neigh#10", "Neigh#11", "Yay#2", "Double Dutch", "Basic Unicorn#20"]
SIZES = [(43, 22), (73, 38), (153, 48)]
"""What terminals of 80 x 24, 120 x 40 and 200 x 50 leave for the board."""


def lay(*players: dict[str, Any], spec: str = "unicorns", **more: Any) -> State:
    """A position in which seat 0 is to play, unless something else is said."""
    game = cardlab.game(f"{spec},players={len(players)}")
    return game.from_dict({"players": list(players), "deck": DECK, **more})


def table(state: State, seat: int | None = None) -> Table:
    """The table of who is asked, or of a seat."""
    viewer = state.player if seat is None else seat
    assert viewer is not None
    return state.game.table(state.view(viewer), viewer, state.legal() if viewer == state.player else ())


def play(state: State, *texts: str) -> State:
    """Actions, one after the other."""
    for text in texts:
        state.apply(state.parse(text))
    return state


def names(found: Table, zone: str) -> list[str]:
    """What stands on the things of a zone; ``?`` if it is hidden."""
    return [thing.face.name if thing.face else "?" for thing in found.lying[zone]]


def thing(found: Table, name: str) -> Thing:
    return found.by_id[name]


# ---- what lies where -----------------------------------------------------------------------------------------


def test_hands_are_shown_as_far_as_they_are_known() -> None:
    other = {"hand": ["Neigh#1", "Yay#1", "Llamacorn"], "seen": ["1", "01", "012"]}
    state = lay({"hand": ["Good Deal", "Neigh#2"], "seen": ["0", "02"]}, other, {"hand": ["Narwhal"]})
    mine = table(state, 0)
    assert names(mine, "hand0") == ["Good Deal", "Neigh"]
    assert names(mine, "hand1") == ["?", "Yay", "Llamacorn"]
    assert names(mine, "hand2") == ["?"]
    assert thing(mine, "Yay#1").marks == ("known",)
    assert thing(mine, "Neigh#2").marks == ("seen",)
    assert "known to seat 2" in thing(mine, "Neigh#2").does
    assert names(table(state, 2), "hand0") == ["?", "Neigh"]
    everything = state.game.table(state.to_dict(), None, ())
    assert names(everything, "hand1") == ["Neigh", "Yay", "Llamacorn"]


def test_stables_have_rows_for_unicorns_upgrades_and_downgrades() -> None:
    first = {"stable": ["Baby Unicorn#1", "Ginormous Unicorn"], "upgrades": ["Yay#1"], "downgrades": ["Slowdown"]}
    found = table(lay(first, {"stable": ["Narwhal"]}, nursery=["Baby Narwhal"], discard=["Neigh#1", "Good Deal"]), 1)
    assert names(found, "stable0") == ["Baby Unicorn", "Ginormous Unicorn"]
    assert (names(found, "upgrades0"), names(found, "downgrades0")) == (["Yay"], ["Slowdown"])
    assert {"upgrades1", "downgrades1"}.isdisjoint(found.lying), "empty rows take no room"
    assert (names(found, "discard"), names(found, "nursery")) == (["Neigh", "Good Deal"], ["Baby Narwhal"])
    assert next(zone for zone in found.zones if zone.id == "deck").size == len(DECK)
    counted = [(face.number, face.most) for face in (found.by_id["player0:0"].face, found.by_id["player1:0"].face) if face]
    assert counted == [(3, 7), (1, 7)]
    assert thing(found, "Ginormous Unicorn").does == ("Counts as two unicorns. Its owner cannot play Instants.",)


def test_pandas_blinded_unicorns_and_loans_are_marked() -> None:
    first = {"stable": ["Llamacorn", "Baby Unicorn#1"], "downgrades": ["Blinding Light"]}
    second = {"stable": ["Narwhal"], "downgrades": ["Pandamonium"]}
    leash = {"card": "Llamacorn", "home": 1, "until": "turn_end", "lender": "Unicorn Lasso"}
    found = table(lay(first, second, leashes=[leash]), 0)
    assert thing(found, "Llamacorn").marks == ("lent", "blinded")
    assert thing(found, "Llamacorn").does[1] == "goes back to seat 1 at the end of the turn"
    assert thing(found, "Baby Unicorn#1").marks == ()
    assert thing(found, "Narwhal").marks == ("panda",)
    official = table(lay(first, second, {}, spec="unicorns,rules=official"), 0)
    assert [official.by_id["player1:0"].face.number] == [0], "pandas do not count"  # type: ignore[union-attr]


# ---- the stack and the chain ---------------------------------------------------------------------------------


def war() -> State:
    """Seat 0 plays Yay into the own stable, seat 1 has said Neigh, and seat 2 is asked about it."""
    state = lay({"hand": ["Yay#1", "Neigh#1"]}, {"hand": ["Neigh#2"]}, {"hand": ["Neigh#3"]})
    return play(state, "play Yay", "into 0", "decline", "react Neigh", "decline")


def test_the_stack_is_shown_from_its_top() -> None:
    state = war()
    found = table(state)
    assert names(found, "stack") == [
        "  ↳ Neigh of seat 1",
        f"Yay of {'you' if state.player == 0 else 'seat 0'} into your stable",
    ]
    assert found.prompt == "Seat 1 answers Yay with Neigh. Stop it?"
    assert [move.words for move in found.moves] == ["stop it with Neigh", "let it happen"]
    assert found.enter == state.parse("decline")


def test_what_is_played_is_asked_about_with_its_stable() -> None:
    state = play(lay({"hand": ["Slowdown"]}, {"hand": ["Neigh#2"]}, {}), "play Slowdown")
    assert table(state).prompt == "Which stable does Slowdown go to?"
    assert [move.words for move in table(state).moves] == ["into your stable", "into seat 1's stable", "into seat 2's stable"]
    assert table(state).moves[1].touches == (("player1", "stable1"),)
    play(state, "into 1")
    assert table(state).prompt == "Seat 0 plays Slowdown into your stable. Stop it?"
    assert table(state, 0).prompt == "seat 1 may stop Slowdown"


def test_a_chain_is_shown_link_by_link_with_what_it_is_aimed_at() -> None:
    first = {"hand": ["Two-for-one#1"], "stable": ["Narwhal"]}
    second = {"stable": ["Llamacorn", "Basic Unicorn#1", "Basic Unicorn#2"]}
    state = play(lay(first, second, {"stable": ["Americorn"]}, spec="unicorns,forced=asked"), "play Two-for-one")
    found = table(state)
    assert found.prompt == "Two-for-one: sacrifice a card"
    assert next(zone.title for zone in found.zones if zone.id == "chain") == "link 1 of the chain: choosing"
    assert names(found, "chain") == ["▶ Two-for-one (you): sacrifice a card"]
    play(state, "choose 0.stable.0 Narwhal")
    found = table(state)
    assert found.prompt == "Two-for-one: destroy a card (1 of 2)"
    assert next(zone.title for zone in found.zones if zone.id == "chain") == "link 2 of the chain: choosing"
    play(state, "choose 1.stable.0 Llamacorn")
    found = table(state)
    assert found.prompt == "Two-for-one: destroy a card (2 of 2)"
    assert names(found, "chain") == ["▶ Two-for-one (you): destroy 2 cards → Llamacorn of seat 1"]
    assert names(table(state, 1), "chain") == ["▶ Two-for-one (seat 0): destroy 2 cards → your Llamacorn"]
    assert names(table(state, 1), "asked") == ["Two-for-one asks seat 0 what to destroy (2 of 2)"]
    assert thing(found, "Llamacorn").marks == ("chosen",)
    assert thing(found, "Llamacorn").why_not == "it is chosen already"
    assert [move.words for move in found.moves] == [
        "destroy Basic Unicorn of seat 1", "destroy Basic Unicorn of seat 1", "destroy Americorn of seat 2",
    ]  # fmt: skip


def test_saving_a_unicorn_is_asked_with_what_threatens_it() -> None:
    first = {"hand": ["Unicorn Poison#1"], "stable": []}
    second = {"stable": ["Black Knight Unicorn", "Llamacorn"]}
    state = play(lay(first, second, {}), "play Unicorn Poison", "choose 1.stable.1 Llamacorn")
    assert table(state).seat == 1
    prompt = "Unicorn Poison of seat 0 would destroy your Llamacorn. Black Knight Unicorn: sacrifice it instead?"
    assert table(state).prompt == prompt
    assert [move.words for move in table(state).moves] == ["use Black Knight Unicorn", "do not use Black Knight Unicorn"]


def test_optional_effects_are_told_before_they_are_used() -> None:
    state = play(lay({"hand": ["Mermaid Unicorn"]}, {"stable": ["Llamacorn"]}), "play Mermaid Unicorn", "into 0")
    assert table(state).prompt == "Mermaid Unicorn: return a card to its owner's hand?"
    assert names(table(state), "answers") == ["Yes", "No"]


def test_variants_are_buttons_that_say_what_they_do() -> None:
    first = {"hand": ["Chainsaw Unicorn"], "downgrades": ["Slowdown"]}
    state = play(lay(first, {"upgrades": ["Yay#1"]}), "play Chainsaw Unicorn", "into 0", "yes")
    assert table(state).prompt == "Chainsaw Unicorn: which of these?"
    assert names(table(state), "answers") == ["destroy an Upgrade", "sacrifice a Downgrade"]


def test_a_search_lays_out_what_can_be_taken() -> None:
    state = play(lay({"hand": ["Classy Narwhal"]}, {}), "play Classy Narwhal", "into 0")
    found = table(state)
    assert found.prompt == "Classy Narwhal: take an Upgrade from the deck"
    assert sorted(names(found, "choice")) == ["Double Dutch", "Yay"]
    assert [move.words for move in found.moves] == [f"take {name}" for name in names(found, "choice")]
    assert "choice" not in table(state, 1).lying


def test_a_thief_sees_the_hand_and_touches_its_cards() -> None:
    first, second = {"hand": ["Blatant Thievery"]}, {"hand": ["Llamacorn", "Good Deal"]}
    state = play(lay(first, second, {}), "play Blatant Thievery", "seat 1")
    found = table(state)
    assert names(found, "hand1") == ["Llamacorn", "Good Deal"]
    assert [(move.words, move.touches) for move in found.moves] == [
        ("take Llamacorn of seat 1", (("Llamacorn",),)), ("take Good Deal of seat 1", (("Good Deal",),)),
    ]  # fmt: skip


def test_too_many_cards_at_the_end_of_a_turn_are_discarded_one_by_one() -> None:
    hand = [f"Neigh#{n}" for n in range(1, 9)]
    state = play(lay({"hand": [*hand, "Good Deal"]}, {}), "draw")
    assert table(state).prompt == "At most 7 cards stay in your hand: discard one (1 of 3)"
    assert table(state).moves[0].touches == ((*(f"Neigh#{n}" for n in range(1, 9)), "Neigh#10"),)


# ---- why not -------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("card", "more", "reason"),
    [
        ("Neigh#1", {}, "an Instant is played when a card is being played"),
        ("Yay#1", {"downgrades": ["Broken Stable"]}, "Broken Stable: you cannot play Upgrades"),
        ("Extra Tail#1", {}, "it needs a Basic unicorn in your stable"),
        ("Change of Luck#1", {}, "it needs 3 other cards in your hand"),
        ("Good Deal", {}, "it needs another card in your hand"),
        ("Shake Up", {}, "it cannot be played by these rules"),
        ("Unicorn Poison#1", {}, "there is nothing that it could be used on"),
    ],
)
def test_a_card_that_cannot_be_played_says_why(card: str, more: dict[str, Any], reason: str) -> None:
    found = table(lay({"hand": [card], **more}, {}))
    assert thing(found, card).why_not == reason
    assert thing(table(lay({"hand": [card], **more}, {}, turn=1), 0), card).why_not == "", "nobody asks for it"


def test_a_basic_unicorn_goes_to_no_stable_but_the_queens() -> None:
    state = lay({"hand": ["Narwhal", "Yay#1"]}, {"stable": ["Queen Bee Unicorn"]}, {}, spec="unicorns,forced=asked")
    assert thing(table(state), "Narwhal").why_not == ""
    assert [move.words for move in table(play(state, "play Narwhal")).moves] == ["into seat 1's stable"]


@pytest.mark.parametrize(
    ("other", "card", "reason"),
    [
        ({"stable": ["Llamacorn"], "upgrades": ["Rainbow Aura"]}, "Llamacorn", "Rainbow Aura protects it"),
        ({"stable": ["Puppicorn"]}, "Puppicorn", "it can be neither sacrificed nor destroyed"),
        ({"stable": ["Llamacorn"], "downgrades": ["Pandamonium"]}, "Llamacorn", "Pandamonium: it is a panda"),
        ({"upgrades": ["Yay#1"]}, "Yay#1", "a unicorn is asked for"),
    ],
)
def test_a_card_that_cannot_be_destroyed_says_why(other: dict[str, Any], card: str, reason: str) -> None:
    first = {"hand": ["Unicorn Poison#1"], "stable": ["Narwhal"]}
    targets = {"stable": ["Americorn", "Basic Unicorn#1"]}
    found = table(play(lay(first, other, targets), "play Unicorn Poison"))
    assert thing(found, card).why_not == reason
    assert thing(found, "Narwhal").why_not == "one can destroy cards of others only"
    assert thing(found, "Americorn").why_not == ""


def test_cards_that_do_not_fit_a_discard_say_what_is_asked_for() -> None:
    first = {"hand": ["Neigh#1", "Narwhal", "Llamacorn", "Basic Unicorn#1"], "stable": ["Zombie Unicorn"]}
    state = lay({}, first, discard=["Americorn"], turn=0)
    play(state, "draw", "yes")
    found = table(state)
    assert found.prompt == "Zombie Unicorn: discard a unicorn"
    assert thing(found, "Neigh#1").why_not == "a unicorn is asked for"


def test_only_instants_answer() -> None:
    state = play(lay({"hand": ["Yay#1"]}, {"hand": ["Neigh#1", "Llamacorn"]}), "play Yay", "into 0")
    assert thing(table(state), "Llamacorn").why_not == "only an Instant can answer a card"


# ---- touching ------------------------------------------------------------------------------------------------


def test_copies_that_nobody_tells_apart_are_touched_alike() -> None:
    hand = {"hand": ["Narwhal", "Basic Unicorn#1", "Basic Unicorn#2", "Basic Unicorn#3"], "seen": ["0", "0", "01", "0"]}
    state = lay(hand, {})
    picking = Picking(table(state))
    played = {name: picking.touch((), name).action for name in ("Basic Unicorn#1", "Basic Unicorn#2", "Basic Unicorn#3")}
    assert played["Basic Unicorn#1"] == played["Basic Unicorn#3"] == state.parse("play Basic Unicorn")
    assert played["Basic Unicorn#2"] == state.parse("play Basic Unicorn (2)")
    assert picking.touch((), "deck").action == picking.touch((), "draw").action == state.parse("draw")


@pytest.mark.parametrize(
    "spec", ["unicorns,players=2", "unicorns,players=5,rules=official", "unicorns,players=8,decks=base+dragons"]
)
def test_random_games_keep_the_law_of_tables(spec: str) -> None:
    game = cardlab.game(spec)
    trial, rng = Trial(game, 5, Check(game.spec(), 5)), random.Random(5)
    state, kinds = game.new(5), set()
    while not state.over:
        kinds |= {Kind(kind_of(action)) for action in state.legal()}
        if rng.random() < 0.2:
            check_tables(trial, state)
        state.apply(rng.choice(state.legal()))
    check_tables(trial, state)
    assert len(kinds) > 7
    winners = [zone for zone in range(game.players) if "★" in names(table(state, 0), f"player{zone}")]
    assert winners == ([state.result.winner] if state.result and state.result.winner is not None else [])


# ---- words ---------------------------------------------------------------------------------------------------


def test_effects_of_every_card_can_be_told() -> None:
    game = cardlab.game("unicorns,decks=base+dragons")
    told = {card.name: card for card in game.cards}  # type: ignore[attr-defined]
    words = {
        name: effect_words(game.ops, game.book.vocabulary.filters, start)  # type: ignore[attr-defined]
        for kind, name in enumerate(told)
        for start in game.book.starts_of(kind)[:5]  # type: ignore[attr-defined]
        if start
    }
    assert words["Two-for-one"] == "sacrifice a card, then destroy 2 cards"
    assert words["Unicorn Lasso"] == "steal a unicorn until the end of the turn"
    assert words["Re-target"] == "move an Upgrade to another stable or move a Downgrade to another stable"
    assert (
        words["Reset Button"] == "everybody sacrifices all Upgrades and Downgrades and shuffle the discard pile into the deck"
    )
    assert words["Dragon Tamer Unicorn"] == "take a card with Dragon in the name from the deck and shuffle the deck"
    assert words["Friendly Dragoncorn"] == "everybody in turn may draw a card"
    assert not [name for name, text in words.items() if "nothing" in text and told[name].type != "instant"]
    assert [noun("instant"), noun("unicorn", 2), noun("magic", 99)] == ["an Instant", "2 unicorns", "all Magic cards"]


def test_the_lessons_follow_the_rules_in_force() -> None:
    six, two = (cardlab.game("unicorns", players=players, rules="official") for players in (6, 2))
    goals = [game.table(game.new(1).view(0), 0, ()).lessons.rules[0][1] for game in (six, two)]
    assert ["6 unicorns" in goals[0], "7 unicorns" in goals[1]] == [True, True]
    headings = [heading for heading, _ in six.table(six.new(1).view(0), 0, ()).lessons.rules]
    assert "Chains" in headings and "This rule set" not in headings
    simulator = cardlab.game("unicorns")
    assert "full_tie=lowest_seat" in simulator.table(simulator.new(1).view(0), 0, ()).lessons.rules[-1][1]


def test_a_game_is_told_by_turns_with_its_stack_and_its_links() -> None:
    game = cardlab.game("unicorns,players=4")
    record, rng = Record.new(game, 3, ("ann", "bob", "cid", "dot")), random.Random(3)
    while not record.now.over:
        record.add(rng.choice(record.now.legal()))
    text = list(whole_text(record))
    assert sum(line.startswith("Turn ") for line in text) == record.now.to_dict()["turns"]
    assert any("reacts with Neigh" in line for line in text) and any("link 1 of the chain" in line for line in text)
    assert not any("seat 0" in line for line in text[1:] if "choose" not in line), "players are called by their names"
    points = turning_points(record)
    assert points[-1][1].startswith("the game is over: ") and len(points) > 1


# ---- the screen ----------------------------------------------------------------------------------------------


def _positions(players: int, wanted: int) -> Sequence[State]:
    """Decisions of a random game, late ones too."""
    game, rng = cardlab.game("unicorns", players=players), random.Random(players)
    state, found = game.new(players), []
    while not state.over:
        if rng.random() < 0.15:
            found.append(state.copy())
        state.apply(rng.choice(state.legal()))
    return found[:: max(1, len(found) // wanted)]


@pytest.mark.parametrize("players", [2, 4, 6, 8])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_everything_that_can_be_touched_is_on_the_screen(size: tuple[int, int], players: int) -> None:
    for state in _positions(players, 8):
        mover = state.player
        assert mover is not None
        called = tuple("you" if seat == mover else f"rule-based #{seat}" for seat in range(players))
        scene = seen(state, mover, called, status="something happened")
        canvas = drawn(scene, *size)
        cells = {(x, y) for x in range(size[0]) for y in range(size[1])}
        touched, lying = ({at(x, y) for x, y in cells} for at in (canvas.at, canvas.under))
        hand = {thing.id for thing in scene.table.lying[f"hand{mover}"]}
        assert hand <= lying, "one's own hand is always there"
        reached = {move.action for move in scene.table.moves if touched & set(move.touches[0])}
        assert reached == set(state.legal())
        rows = canvas.plain().splitlines()
        assert sum("♞" in row for row in rows) >= 2 and all(
            f"#{seat}" in canvas.plain() for seat in range(players) if seat != mover
        )
