"""Decks that others bring: found, checked card by card when they are loaded, and played."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

import pytest

from cardlab import Rng, game
from cardlab.core.effects import Both, Card, Choose, Do, Effect, May, On, Python, Then
from cardlab.errors import CardError, OptionError, PluginError
from cardlab.games.unicorns import Unicorns
from cardlab.games.unicorns.words.cards import Deck, bring, cast, destroy, discard, draw, on_enter, sacrifice, while_in_stable


@pytest.fixture
def deck(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Makes a deck that can be named, and a game with it."""

    def make(*cards: Any, players: int = 2, **options: Any) -> Unicorns:
        module = ModuleType("some_deck")
        module.SOME = Deck("some", cards)  # type: ignore[attr-defined]
        monkeypatch.setitem(sys.modules, "some_deck", module)
        return Unicorns(decks="base+some_deck:SOME", players=players, **options)

    return make


def unicorn(*effects: On, **more: Any) -> Card:
    return Card("New Unicorn", "magical", effects, **more)


WRONG: list[tuple[Any, str]] = [
    (Card("New Unicorn", "horse"), "there is no type 'horse'"),
    (unicorn(On("arrives", draw(1))), "there is no trigger 'arrives'"),
    (unicorn(on_enter(Do("drew"))), "did you mean 'draw'"),
    (unicorn(on_enter(destroy(1, "upgrades"))), "did you mean 'upgrade'"),
    (unicorn(on_enter(destroy(100))), "0 to 99 times"),
    (unicorn(on_enter(bring(1, "baby", "deck"))), "takes one of 'hand', 'discard', 'nursery'"),
    (unicorn(on_enter(discard(1, who="self"))), "takes one of 'owner'"),
    (unicorn(on_enter(draw(1)), on_enter(draw(2))), "is there twice"),
    (unicorn(on_enter(Do("blind"))), "use while_in_stable"),
    (unicorn(while_in_stable("draw")), "does not go with 'in_stable'"),
    (unicorn(on_enter(Choose((draw(1),)))), "2 to 16 effects"),
    (unicorn(on_enter(Then(May(draw(1)), draw(1)))), "follows a single Do"),
    (unicorn(on_enter(Python("no function", (draw(1),)))), "takes a function"),  # type: ignore[arg-type]
    (unicorn(facts={"value": 10}), "a whole number from 0 to 9"),
    (unicorn(facts={"colour": 1}), "there is no fact 'colour'"),
    (unicorn(copies=-1), "0 to 99 copies"),
    (Card("Llamacorn", "magical"), "a name of its own"),
    ("Pony", "a card is a Card"),
    (unicorn(copies=80), "there is room for"),
]


@pytest.mark.parametrize(("card", "reason"), WRONG, ids=[reason for _, reason in WRONG])
def test_a_mistake_in_a_card_is_told_with_the_card_and_the_reason(deck: Any, card: Any, reason: str) -> None:
    with pytest.raises(CardError) as error:
        deck(card)
    assert reason in str(error.value) and getattr(card, "name", "Pony") in str(error.value)


def test_decks_that_are_none_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    with pytest.raises(OptionError, match="no deck of unicorns 'dragon'"):
        game("unicorns", decks="base+dragon")
    with pytest.raises(OptionError, match="named once"):
        game("unicorns", decks="base+base")
    with pytest.raises(PluginError, match="cannot be loaded"):
        game("unicorns", decks="base+no_such_module:DECK")
    monkeypatch.setitem(sys.modules, "some_deck", ModuleType("some_deck"))
    with pytest.raises(PluginError, match="AttributeError"):
        game("unicorns", decks="some_deck:DECK")
    sys.modules["some_deck"].DECK = [1, 2]  # type: ignore[attr-defined]
    with pytest.raises(PluginError, match="is no Deck"):
        game("unicorns", decks="some_deck:DECK")


def test_copies_are_named_with_cards_that_are_there() -> None:
    assert len(Unicorns(copies="Neigh=20+Yay=0").kinds) == 126 + 6 - 2
    with pytest.raises(OptionError, match="NAME=NUMBER"):
        game("unicorns", copies="Nay=2")


def moved(game_: Unicorns, position: dict[str, Any], *texts: str) -> dict[str, Any]:
    state = game_.from_dict(position)
    for text in texts:
        state.apply(state.parse(text))
    return dict(state.to_dict())


@pytest.mark.parametrize(("effect", "hand"), [(draw(2), 2), (Both(draw(1), draw(2)), 3), (Then(draw(1), draw(1)), 2)])
def test_a_card_of_known_effects_needs_nothing_else(deck: Any, effect: Effect, hand: int) -> None:
    found = moved(
        deck(unicorn(on_enter(effect))),
        {"players": [{"hand": ["New Unicorn"]}, {}], "deck": [f"Neigh#{n}" for n in range(1, 9)]},
        "play New Unicorn",
        "into 0",
    )
    assert len(found["players"][0]["hand"]) == hand and found["players"][0]["stable"] == ["New Unicorn"]


def test_a_function_decides_what_happens_and_how_often(deck: Any) -> None:
    def count(view: Any, seat: int, card: int) -> tuple[int, int]:
        assert view["seat"] == seat == 1 and view["players"][0]["hand"] == []
        return 0, len(view["players"][1]["stable"])

    made = deck(unicorn(on_enter(Python(count, (draw(1), sacrifice(1))))))
    found = moved(
        made,
        {"players": [{"hand": ["New Unicorn"]}, {"stable": ["Narwhal"]}], "deck": [f"Neigh#{n}" for n in range(1, 9)]},
        "play New Unicorn",
        "into 1",
    )
    assert found["players"][1]["hand"] == ["Neigh#1", "Neigh#2", "Neigh#3"]  # the last one in the turn that has begun
    assert not made.native


@pytest.mark.parametrize("answer", [2, (0, 100), "x", True])
def test_a_function_that_answers_nonsense_is_named_and_nothing_has_happened(deck: Any, answer: Any) -> None:
    made = deck(unicorn(on_enter(Python(lambda view, seat, card: answer, (draw(1), draw(2))))))
    state = made.from_dict({"players": [{"hand": ["New Unicorn"]}, {}], "deck": ["Neigh#1", "Neigh#2"]})
    state.apply(state.parse("play New Unicorn"))
    before = state.to_dict()
    with pytest.raises(CardError, match="New Unicorn"):
        state.apply(state.parse("into 0"))
    assert state.to_dict() == before


def test_a_function_may_let_nothing_happen(deck: Any) -> None:
    made = deck(Card("Nothing", "magic", (cast(Python(lambda view, seat, card: None, (draw(1),))),)))
    found = moved(made, {"players": [{"hand": ["Nothing"]}, {}], "deck": ["Neigh#1", "Neigh#2"]}, "play Nothing")
    assert found["discard"] == ["Nothing"] and len(found["deck"]) == 1  # the next player has drawn


def test_the_small_deck_has_86_cards_and_13_babies() -> None:
    small = Unicorns(decks="small")
    babies = sum(card.copies for card in small.cards if card.type == "baby")
    assert (len(small.kinds) - babies, babies) == (86, 13)
    state, rng = small.new(3), Rng(1)
    while not state.over:
        state.apply(state.random_action(rng))
    assert state.reason in ("goal", "deck")
