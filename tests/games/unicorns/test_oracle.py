"""The oracle by itself: a new game, where a destination is named, and laws that hold in every random game."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest

from tests.games.unicorns.oracle import Oracle, set_up
from tests.games.unicorns.oracle_cards import SWITCHES, TWO_PLAYERS_WITHOUT, TYPES, RuleSet, full_deck, letters
from tests.games.unicorns.oracle_choose import Prompt
from tests.games.unicorns.oracle_runner import table_of
from tests.games.unicorns.oracle_table import Table
from tests.games.unicorns.random_play import RandomPlayer, random_rules


def test_the_deck_has_the_cards_of_the_box() -> None:
    simulator, official = full_deck(RuleSet("simulator"), 6), full_deck(RuleSet("official"), 6)
    assert (len(simulator), len(official)) == (113, 114)
    assert Counter(card.type for card in official) == {
        "basic": 22, "magical": 30, "magic": 25, "instant": 15, "upgrade": 14, "downgrade": 8,
    }  # fmt: skip
    assert {card.name for card in official} - {card.name for card in simulator} == {"Nanny Cam"}
    assert len(TYPES) == 67


def test_two_players_officially_play_with_fewer_cards() -> None:
    deck = full_deck(RuleSet("official"), 2)
    assert len(deck) == 76
    assert not {card.name for card in deck} & set(TWO_PLAYERS_WITHOUT)
    table = set_up(RuleSet("official"), 2, RandomPlayer(1))
    assert len(table.deck) == 64
    assert all(len(player.hand) == 6 and player.hand[-1].name == "Neigh" for player in table.players)


@pytest.mark.parametrize("players", range(2, 9))
def test_a_new_game_has_a_baby_and_five_cards_for_everybody(players: int) -> None:
    table = set_up(RuleSet("simulator"), players, RandomPlayer(1))
    assert [len(player.hand) for player in table.players] == [5] * players
    assert [[card.name for card in player.stable] for player in table.players] == [["Baby Unicorn"]] * players
    assert (len(table.deck), len(table.nursery), table.nursery[0].name) == (113 - 5 * players, 13 - players, "Baby Narwhal")
    assert table.goal == (7 if players < 6 else 6)


def test_letters_are_counted_without_spaces() -> None:
    assert [letters(name) for name in ("Basic Unicorn", "Baby Unicorn", "Narwhal", "Shark With A Horn")] == [12, 11, 7, 14]


@pytest.mark.parametrize(("base", "order"), [("simulator", ["where", "react"]), ("official", ["react", "where"])])
def test_the_destination_is_named_before_or_after_the_reactions(base: str, order: list[str]) -> None:
    players = [{"hand": ["Narwhal"]}, {"hand": ["Neigh#1"], "stable": ["Queen Bee Unicorn"]}, {}]
    table, cards = table_of({"players": players}, base)
    seen: list[str] = []

    def ask(prompt: Prompt) -> Any:
        seen.append(prompt.ask)
        assert prompt.options == [1]
        return 1

    def poll(stack: object, asked: dict[int, Any]) -> dict[int, None]:
        seen.append("react")
        return dict.fromkeys(asked)

    Oracle(table, ask, poll, RandomPlayer(1)).play(0, cards["Narwhal"])  # type: ignore[arg-type]
    assert seen == order
    assert [card.name for card in table.players[1].stable] == ["Queen Bee Unicorn", "Narwhal"]


def _assert_laws(table: Table, cards: Counter[str]) -> None:
    places = [table.deck, table.discard, table.nursery, *(p.hand for p in table.players), *(p.cards for p in table.players)]
    assert Counter(card.id for place in places for card in place) == cards
    assert {card.id for player in table.players for card in player.cards} == {card.id for card in table.order}
    assert not any(card.type == "baby" for player in table.players for card in player.hand)
    for observer, sets in enumerate(table.knows):
        for owner, known in enumerate(sets):
            hand = set(table.players[owner].hand)
            assert known == hand if observer == owner else known <= hand
    for leash in table.leashes:
        assert table.holder(leash.card) is not None


@pytest.mark.parametrize("seed", range(40))
def test_no_random_game_loses_a_card_or_knows_what_is_not_there(seed: int) -> None:
    rng = random.Random(seed)
    player = RandomPlayer(seed)
    table = set_up(random_rules(rng), rng.randint(2, 8), player)
    places = [table.deck, table.nursery, *(p.hand for p in table.players), *(p.cards for p in table.players)]
    cards = Counter(card.id for place in places for card in place)
    game = Oracle(table, player.ask, player.poll, player)
    while not table.over:
        seat = table.turn.player
        game.play_turn(seat)
        _assert_laws(table, cards)
        if not table.turn.extra_turn:
            table.turn.player = (seat + 1) % len(table.players)
    assert table.ending or max(table.score(seat)[0] for seat in table.seats) >= table.goal


def test_rules_know_their_switches() -> None:
    assert len(SWITCHES) == len(set(SWITCHES)) == 31
    with pytest.raises(KeyError):
        RuleSet().official("no_such_switch")
