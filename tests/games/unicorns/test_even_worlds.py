"""Whoever is asked something can answer it in every imagined world, and all worlds in which that is so are equally likely."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable
from itertools import permutations
from math import comb
from typing import Any

import pytest

from cardlab import State, game
from cardlab.core.rng import Rng
from cardlab.games.unicorns.words.scenario import run_until
from tests.chances import assert_drawn_by_weight

Hands = list[list[str]]
Fits = Callable[[Hands, list[str]], bool]

RITUAL = "Summoning Ritual#1"
UNICORNS = ("Narwhal", "Rhinocorn", "Llamacorn", "Basic Unicorn#1", "Basic Unicorn#2")


def contents(state: State) -> tuple[Hands, list[str]]:
    """Which cards are in each hand and in the deck."""
    hands: Hands = [[] for _ in range(state.players)]
    deck: list[str] = []
    labels = state.game.labels.of  # type: ignore[attr-defined]
    for card, zone in enumerate(state.peek(("zone",))["zone"][: len(labels)]):
        if zone == 0:
            deck.append(labels[card])
        elif zone % 4 == 0 and zone <= 4 * state.players:
            hands[zone // 4 - 1].append(labels[card])
    return hands, deck


def told(hands: Hands) -> Hashable:
    return tuple(frozenset(hand) for hand in hands)


def worlds(state: State, seat: int, fits: Fits) -> dict[Hashable, float]:
    """All ways to put what a seat does not see into the places where it may be: full enumeration."""
    full = [player.get("hand", []) for player in state.to_dict()["players"]]
    seen = [player.get("hand", []) for player in state.view(seat)["players"]]
    places = [(p, at) for p, hand in enumerate(seen) for at, card in enumerate(hand) if card == "?"]
    unseen = [full[p][at] for p, at in places] + contents(state)[1]
    ways: Counter[Hashable] = Counter()
    for order in permutations(unseen, len(places)):
        dealt = [list(hand) for hand in seen]
        for (p, at), card in zip(places, order, strict=True):
            dealt[p][at] = card
        if fits(dealt, [card for card in unseen if card not in order]):
            ways[told(dealt)] += 1
    return dict(ways)


def check(state: State, seat: int, fits: Fits, draws: int = 4000) -> None:
    ways = worlds(state, seat, fits)
    watcher, rng = state.seat(seat), Rng(seat + 1)
    assert fits(*contents(state)) and len(ways) > 2
    assert_drawn_by_weight(lambda _: told(contents(watcher.resample(rng))[0]), ways, draws)


def asked(ask: str, seat: int, players: list[dict[str, Any]], deck: list[str], start: dict[str, Any]) -> State:
    return run_until({"id": ask, "players": players, "deck": deck, "steps": [{**start, "until": {"seat": seat, "ask": ask}}]})


def test_who_is_asked_to_react_holds_as_many_instants_as_chance_gives() -> None:
    """Three Instants among nine hidden cards, two of them in a hand: mostly there is one."""
    state = game("unicorns", players=3).from_dict(
        {
            "players": [{"hand": ["Yay#1", "Yay#2"]}, {"hand": ["Neigh#1", "Rhinocorn"]}, {"hand": ["Narwhal"]}],
            "deck": ["Neigh#2", "Neigh#3", "Llamacorn", "Slowdown", "Back Kick#1"],
        }
    )
    for text in ("play Yay", "into 0"):
        state.apply(state.parse(text))
    assert state.player == 1

    def reacts(hands: Hands, deck: list[str]) -> bool:
        return any(card.startswith("Neigh") for card in hands[1])

    check(state, 2, reacts)


def test_three_instants_in_one_hand_are_as_rare_as_they_should_be() -> None:
    """Three among 45 hidden cards, five of which are in the hand of who is asked."""
    kinds = game("unicorns", players=2)
    plain = [label for label in kinds.new(1).to_dict()["deck"] if not label.startswith(("Neigh", "Super", "Yay"))]
    state = kinds.from_dict(
        {
            "players": [{"hand": ["Yay#1"]}, {"hand": ["Neigh#1", *plain[:4]]}],
            "deck": ["Neigh#2", "Neigh#3", *plain[4:42]],
        }
    )
    for text in ("play Yay", "into 0"):
        state.apply(state.parse(text))
    watcher, rng = state.seat(0), Rng(5)

    def instants(_: int) -> Hashable:
        return sum(card.startswith("Neigh") for card in contents(watcher.resample(rng))[0][1])

    weights: dict[Hashable, float] = {n: float(comb(3, n) * comb(42, 5 - n)) for n in (1, 2, 3)}
    assert_drawn_by_weight(instants, weights, 4000)


def test_a_searched_deck_holds_what_is_looked_for() -> None:
    state = asked(
        "get", 0, [{"hand": ["Classy Narwhal", "Reset Button"]}, {"hand": ["Neigh#1"]}, {"hand": ["Slowdown", "Yay#2"]}],
        ["Yay#1", "Rhinocorn", "Two-for-one#1", "Narwhal"], {"do": "play", "seat": 0, "card": "Classy Narwhal"},
    )  # fmt: skip
    check(state, 1, lambda hands, deck: any(card.startswith("Yay") for card in deck))


@pytest.mark.parametrize("picks", [0, 1])
def test_who_must_discard_unicorns_holds_enough_of_them(picks: int) -> None:
    """Two of them; after the first, which everybody sees, one that lies behind it."""
    state = asked(
        "discard", 0,
        [
            {"hand": ["Narwhal", "Yay#1", "Rhinocorn"], "upgrades": [RITUAL], "stable": ["Americorn"]},
            {"hand": ["Neigh#1", "Llamacorn"]},
        ],
        ["Yay#2", "Slowdown", "Basic Unicorn#1"],
        {"do": "begin_turn", "seat": 0, "answers": [{"seat": 0, "ask": "activate", "pick": True, "card": RITUAL}]},
    )  # fmt: skip
    for _ in range(picks):
        state.apply(state.parse("take Narwhal"))
    assert state.player == 0

    def enough(hands: Hands, deck: list[str]) -> bool:
        return sum(card in UNICORNS for card in hands[0]) >= 2 - picks

    check(state, 1, enough)


def test_who_brings_a_basic_unicorn_from_the_hand_holds_one() -> None:
    state = asked(
        "get", 0, [{"hand": ["Rainbow Unicorn", "Basic Unicorn#1", "Yay#1"]}, {"hand": ["Neigh#1"]}, {"hand": ["Slowdown"]}],
        ["Yay#2", "Basic Unicorn#2", "Good Deal", "Back Kick#1"],
        {
            "do": "play", "seat": 0, "card": "Rainbow Unicorn",
            "answers": [{"seat": 0, "ask": "activate", "pick": True, "card": "Rainbow Unicorn"}],
        },
    )  # fmt: skip
    check(state, 1, lambda hands, deck: any(card.startswith("Basic") for card in hands[0]))
