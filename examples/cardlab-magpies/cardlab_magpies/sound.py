"""Positions of Magpies that come from a file or a person: what form they must have. The compiled rules rely on it."""

from __future__ import annotations

import reprlib
from typing import TYPE_CHECKING, Any

from cardlab.core.reading import flag, listed, only, whole
from cardlab.errors import PositionError
from cardlab_magpies.trinkets import ASKING, PASS

if TYPE_CHECKING:
    from cardlab_magpies.plain import PlainMagpies, Roost

SEATS = range(3)
SHUFFLES, LONGEST = 99, 40
"""So many shuffles and effects at most: a chain has room for 64, and those that wait bring others."""


def check_sound(game: PlainMagpies, position: Roost) -> None:
    """Raise PositionError for what cannot be."""
    _check_cards(game, position)
    _check_knowledge(position)
    _check_batches(position)
    whole("'left'", position.left, 0, 15)
    for one in _chain(position):
        _check_effect(game, one)
    for seat in SEATS:
        to_come = (position.left + seat) // 3 - (bool(position.chain) and position.turn == seat)
        if len(position.nests[seat]) + to_come > 5:
            raise PositionError(f"the nest of seat {seat} has room for five trinkets, one for each turn")
    _check_waiting(game, position)


def _check_cards(game: PlainMagpies, position: Roost) -> None:
    rows = [
        *listed("hands", position.hands, 3, "lists"),
        *listed("nests", position.nests, 3, "lists"),
        position.deck,
        position.meadow,
    ]
    if not all(isinstance(row, list) and all(isinstance(card, str) for card in row) for row in rows):
        raise PositionError("'hands', 'nests', 'deck' and 'meadow' hold lists of names, such as ['pebble1', 'bell']")
    if sorted(card for row in rows for card in row) != sorted(game.made.singles):
        raise PositionError(f"every card lies somewhere, once: {' '.join(game.made.singles)}")


def _check_knowledge(position: Roost) -> None:
    """Of each card in a hand: who knows it, the holder for one."""
    holders = {card: seat for seat in SEATS for card in position.hands[seat]}
    if not isinstance(position.seen_by, dict) or set(position.seen_by) != set(holders):
        raise PositionError("'seen_by' names the seats that know a card, for each card in a hand and no other")
    for card, seats in position.seen_by.items():
        fits = isinstance(seats, list) and all(type(seat) is int and seat in SEATS for seat in seats)
        if not fits or seats != sorted(set(seats)) or holders[card] not in seats:
            raise PositionError(f"'seen_by' of {card} is a list of seats in order, with seat {holders[card]} who holds it")


def _check_batches(position: Roost) -> None:
    whole("'shuffles'", position.shuffles, 0, SHUFFLES)
    if not isinstance(position.batch, dict):
        raise PositionError("'batch' names the latest shuffle that a card was in, for cards that were in one")
    for card, batch in position.batch.items():
        if not any(card in row for row in (*position.hands, *position.nests, position.deck, position.meadow)):
            raise PositionError(f"'batch' names {reprlib.repr(card)}, which is no card of this deck")
        whole(f"'batch' of {card}", batch, 1, position.shuffles)
    if any(position.batch.get(card, 0) != position.shuffles for card in position.deck):
        raise PositionError("'deck' holds cards of the latest shuffle")


def _chain(position: Roost) -> list[Any]:
    if not isinstance(position.chain, list) or len(position.chain) > LONGEST:
        raise PositionError(f"'chain' is a list of up to {LONGEST} effects")
    return position.chain


def _check_effect(game: PlainMagpies, one: Any) -> None:
    parts = ("op", "seat", "card", "n", "whole")
    if not isinstance(one, dict) or len(one) != len(parts):
        raise PositionError(f"an effect of 'chain' has the parts {', '.join(parts)}; not {reprlib.repr(one)}")
    only("an effect of 'chain' has", one, parts)
    whole("'op'", one["op"], 1, len(game.made.ops) - 1)
    whole("'seat'", one["seat"], 0, 2)
    whole("'card'", one["card"], 0, len(game.made.cards) - 1)
    whole("'n'", one["n"], 0, 9)
    flag("'whole'", one["whole"])


def _check_waiting(game: PlainMagpies, position: Roost) -> None:
    """Where effects wait, somebody is asked something for the first of them."""
    if bool(position.chain) != ((position.picked is None) != (position.poll is None)):
        raise PositionError("'chain' waits for 'picked' or for 'poll'; without a chain both are null")
    if not position.chain:
        return
    if not position.left:
        raise PositionError("'chain' is empty when no turns are 'left'")
    code = game.made.ops[position.chain[0]["op"]]["code"]
    if position.poll is not None:
        _check_poll(position, code)
    else:
        _check_picked(game, position, code)


def _check_poll(position: Roost, code: int) -> None:
    answers = listed("poll", position.poll, 3, "answers")
    asked = [seat for seat in SEATS if position.hands[seat]]
    for seat in SEATS:
        if answers[seat] is not None:
            whole("an answer of 'poll', null or a place of the hand,", answers[seat], 0, len(position.hands[seat]) - 1)
    if code != PASS or not any(answers[seat] is None for seat in asked):
        raise PositionError("'poll' is open: the first effect passes cards, and somebody has not answered")


def _check_picked(game: PlainMagpies, position: Roost, code: int) -> None:
    picked = position.picked
    if code not in ASKING or not isinstance(picked, list) or not all(type(pick) is int for pick in picked):
        raise PositionError("'picked' is a list of numbers, if the first effect tosses, looks or takes")
    options = game.options_of(position)
    least, most = game.picks_wanted(position)
    fits = picked == sorted(set(picked)) and set(picked) <= set(options) and len(picked) < most
    behind = [option for option in options if not picked or option > picked[-1]]
    if not fits or not behind or len(behind) < least - len(picked):
        raise PositionError(f"'picked' are fewer than {most} of {options}, in order, and more can be picked")
