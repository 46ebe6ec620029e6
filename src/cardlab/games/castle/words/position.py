"""Castle: positions as plain values, and the checks that only possible ones pass.

A position may be short: only `hands`, `up` and `down` must be there. Cards mentioned nowhere count as burned
(or go to the stock if the position says ``"stock": "rest"``).
"""

from __future__ import annotations

import reprlib
from collections import Counter
from collections.abc import Mapping
from itertools import groupby
from typing import Any

from cardlab.errors import PositionError
from cardlab.games.castle.rules.dealing import SEATS
from cardlab.games.castle.rules.play import CastleState
from cardlab.games.castle.rules.table import Phase, Reason
from cardlab.games.castle.words.cards import cards_text, full_pack, parse_cards

_PHASES = {Phase.CHOOSING: "castle", Phase.SWAPPING: "swap", Phase.PLAYING: "play", Phase.ASKING: "four", Phase.OVER: "over"}
_REASONS = {Reason.RUNNING: "", Reason.WIN: "win", Reason.LIMIT: "limit", Reason.REPETITION: "repetition"}
_CARD_LISTS = ("hands", "up", "down", "known", "barred")
_KNOWLEDGE = ("known", "barred")
_CARD_ROWS = ("pile", "stock", "burned")
_SEAT = (0, SEATS - 1)
_NUMBERS = {
    "decisions": (0, 1_000_000), "first": _SEAT, "direction": (-1, 1), "swaps": (0, 2), "mover": _SEAT, "after": _SEAT,
    "since": (-1, 1_000_000), "anchor": (0, (1 << 64) - 1), "anchor_seen": (0, 1000),
}  # fmt: skip
_OPTIONAL = {
    "swaps": 0, "mover": 0, "after": 0, "since": 0, "anchor": 0, "anchor_seen": 0, "first": 0, "decisions": 0, "direction": 1,
}  # fmt: skip


def position_of(state: CastleState) -> dict[str, Any]:
    """The whole position as plain values; parts that are as usual are left out."""
    table = state.peek()
    position: dict[str, Any] = {
        "player": table["player"] if table["player"] >= 0 else None,
        "phase": _PHASES[Phase(table["phase"])],
    }
    for name in _CARD_LISTS:
        if name not in _KNOWLEDGE or any(table[name]):
            position[name] = [cards_text(cards) for cards in table[name]]
    for name in _CARD_ROWS:
        position[name] = cards_text(table[name])
    for name, usual in _OPTIONAL.items():
        if table[name] != usual and _matters(state, name, table):
            position[name] = table[name]
    if any(table["tight"]):
        position["tight"] = table["tight"]
    if any(table["places"]):
        position["places"] = table["places"]
    if table["reason"]:
        position["reason"] = _REASONS[Reason(table["reason"])]
    return position


def _matters(state: CastleState, name: str, table: dict[str, Any]) -> bool:
    """Whether the engine will look at a number again. What it will not is no part of the position."""
    if name in ("mover", "after"):
        return bool(table["phase"] == Phase.ASKING)
    if name == "swaps":
        return bool(table["phase"] == Phase.SWAPPING)
    if name == "first":
        return bool(table["phase"] >= Phase.PLAYING or state.game.options["first"] == "random")
    if name == "anchor":
        return bool(state.rules.repetition and table["anchor_seen"])
    if name in ("since", "anchor_seen"):
        return bool(state.rules.repetition)
    return True


def load_position(state: CastleState, position: Mapping[str, Any]) -> None:
    """Fill a blank state, or raise PositionError."""
    table = _read(state, position)
    _check_cards(state, table)
    _check_turn(state, table)
    state.poke(table)


def _read(state: CastleState, position: Mapping[str, Any]) -> dict[str, Any]:
    known = {*_CARD_LISTS, *_CARD_ROWS, *_NUMBERS, "player", "phase", "places", "reason", "tight"}
    for name in position:
        if name not in known:
            raise PositionError(f"a Castle position has no part {reprlib.repr(name)}; its parts are {', '.join(sorted(known))}")
    n = state.players
    table: dict[str, Any] = {name: _card_lists(position, name, n) for name in _CARD_LISTS}
    for name, usual in _OPTIONAL.items():
        table[name] = _number(name, position.get(name, usual))
    table["phase"] = _word(position, "phase", _PHASES, "play")
    table["reason"] = _word(position, "reason", _REASONS, "")
    table["player"] = _player(position, table, n)
    table["places"] = _places(position, n)
    table["tight"] = _tight(position, n)
    _card_rows(state, position, table)
    return table


def _card_lists(position: Mapping[str, Any], name: str, n: int) -> list[list[int]]:
    rows = position.get(name, [""] * n if name in _KNOWLEDGE else None)
    if not isinstance(rows, list) or len(rows) != n:
        raise PositionError(f"{name!r} must be a list of {n} texts of cards, one for each seat, such as '3 9 10'")
    return [_cards(name, row) for row in rows] if name == "down" else [sorted(_cards(name, row)) for row in rows]


def _cards(name: str, text: Any) -> list[int]:
    if not isinstance(text, str) or len(text) > 1000:
        raise PositionError(f"{name!r}: cards are written as a text such as '3 9 10'")
    try:
        return parse_cards(text)
    except ValueError as error:
        raise PositionError(f"{name!r}: {error}") from None


def _card_rows(state: CastleState, position: Mapping[str, Any], table: dict[str, Any]) -> None:
    stock = position.get("stock", "")
    for name in _CARD_ROWS:
        text = position.get(name, "")
        table[name] = _cards(name, "" if name == "stock" and text == "rest" else text)
    pack = Counter(full_pack(state.rules.packs, state.rules.jokers))
    for cards in (*table["hands"], *table["up"], *table["down"], table["pile"], table["stock"], table["burned"]):
        pack.subtract(cards)
    if extra := [rank for rank, left in pack.items() if left < 0]:
        raise PositionError(f"there are too many cards of rank {cards_text(sorted(extra))}")
    rest = sorted(pack.elements())
    if stock == "rest":
        table["stock"] += rest
    elif "burned" not in position:
        table["burned"] += rest
    elif rest:
        raise PositionError(f"these cards are missing: {cards_text(rest)}")


def _number(name: str, value: Any) -> int:
    low, high = _NUMBERS[name]
    if isinstance(value, bool) or not isinstance(value, int) or not low <= value <= high:
        raise PositionError(f"{name!r} must be a whole number from {low} to {high}, not {reprlib.repr(value)}")
    return value


def _word(position: Mapping[str, Any], name: str, words: Mapping[Any, str], usual: str) -> int:
    value = position.get(name, usual)
    for number, text in words.items():
        if value == text:
            return int(number)
    raise PositionError(f"{name!r} must be one of {', '.join(filter(None, words.values()))}, not {reprlib.repr(value)}")


def _player(position: Mapping[str, Any], table: dict[str, Any], n: int) -> int:
    over = table["phase"] == Phase.OVER
    value = position.get("player", None if over else 0)
    if over and value is None:
        return -1
    if over or isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < n:
        found = reprlib.repr(value)
        raise PositionError(f"'player' must be a seat from 0 to {n - 1}, or null when the phase is over; not {found}")
    return value


def _places(position: Mapping[str, Any], n: int) -> list[int]:
    places = position.get("places", [0] * n)
    if (
        not isinstance(places, list)
        or len(places) != n
        or any(isinstance(p, bool) or not isinstance(p, int) or not 0 <= p <= n for p in places)
    ):
        raise PositionError(f"'places' must be a list of {n} numbers from 0 (still in) to {n}")
    taken = sorted(p for p in places if p)
    if taken and taken != list(range(1, len(taken) + 1)):
        raise PositionError("'places' must be given out from 1 without gaps")
    return places


def _tight(position: Mapping[str, Any], n: int) -> list[int]:
    tight = position.get("tight", [0] * n)
    if not isinstance(tight, list) or len(tight) != n or not all(type(k) is int and k >= 0 for k in tight):
        raise PositionError(f"'tight' must be a list of {n} numbers of cards, one for each seat")
    return tight


def _check_knowledge(table: dict[str, Any], seat: int) -> None:
    """`known` cards are in the hand; `tight` of the others are known to be of none of the `barred` ranks."""
    hand, known, barred = (table[name][seat] for name in ("hands", "known", "barred"))
    if Counter(known) - Counter(hand):
        raise PositionError(f"seat {seat}: cards known to be in the hand are not in it")
    if len(set(barred)) != len(barred) or bool(barred) != (table["tight"][seat] > 0):
        raise PositionError(f"seat {seat}: 'barred' names ranks once each, and 'tight' says how many cards are none of them")
    others = [rank for rank in (Counter(hand) - Counter(known)).elements() if rank not in barred]
    if table["tight"][seat] > len(others):
        raise PositionError(f"seat {seat}: fewer than {table['tight'][seat]} unknown cards of the hand are of no barred rank")


def _check_cards(state: CastleState, table: dict[str, Any]) -> None:
    for seat in range(state.players):
        if len(table["up"][seat]) > 3 or len(table["down"][seat]) > 3:
            raise PositionError(f"seat {seat}: at most 3 cards in the row and 3 face down")
        _check_knowledge(table, seat)
    if 8 in table["pile"]:
        raise PositionError("a 10 never lies in the pile: it burns it")
    if state.game.options["four"] == "proper" and _longest_run(table["pile"]) >= 4:
        raise PositionError("four equal cards never lie together in the pile: they burn it")


def _longest_run(pile: list[int]) -> int:
    return max((len(list(equal)) for _, equal in groupby(pile)), default=0)


def _check_turn(state: CastleState, table: dict[str, Any]) -> None:
    phase, seat, n = table["phase"], table["player"], state.players
    if table["direction"] == 0 or max(table["first"], table["mover"], table["after"]) >= n:
        raise PositionError(f"'direction' is 1 or -1; 'first', 'mover' and 'after' are seats from 0 to {n - 1}")
    empty = [not (table["hands"][p] or table["up"][p] or table["down"][p]) for p in range(n)]
    if table["swaps"] and phase != Phase.SWAPPING:
        raise PositionError("'swaps' counts only while cards are swapped")
    if phase == Phase.OVER:
        _check_end(state, table, empty)
        return
    if table["reason"]:
        raise PositionError("a game that goes on has no 'reason'")
    if any(empty[p] != (table["places"][p] > 0) for p in range(n)):
        raise PositionError("exactly the seats without cards have a place while the game goes on")
    if sum(empty) > (n - 2 if state.game.options["ranking"] else 0):
        raise PositionError("the game would be over: too many seats have no card left")
    if table["places"][seat]:
        raise PositionError(f"seat {seat} is out and cannot be the one to move")
    if table["decisions"] >= state.rules.limit:
        raise PositionError(f"the game would be over: its limit is {state.rules.limit} decisions")
    _check_phase(state, table)


def _check_phase(state: CastleState, table: dict[str, Any]) -> None:
    phase, seat, castle = table["phase"], table["player"], state.game.options["castle"]
    if phase == Phase.CHOOSING:
        if castle not in ("sequential", "simultaneous"):
            raise PositionError(f"with castle={castle} there is no phase 'castle'")
        for p in range(state.players):
            hand, up = (3, 3) if p < seat else (6, 0)
            if len(table["hands"][p]) != hand or len(table["up"][p]) != up:
                raise PositionError(f"seat {p} must have {hand} cards in hand and {up} in the row while seat {seat} chooses")
    elif phase == Phase.SWAPPING:
        if castle != "swap":
            raise PositionError(f"with castle={castle} there is no phase 'swap'")
        if any(len(table[zone][p]) != 3 for zone in ("hands", "up") for p in range(state.players)):
            raise PositionError("while cards are swapped everybody has three in hand and three in the row")
    elif phase == Phase.ASKING:
        _check_asking(state, table)
        if table["mover"] == seat or table["places"][table["after"]]:
            raise PositionError("in the phase 'four', 'mover' is another seat than 'player', and 'after' a seat still in")
    if phase < Phase.PLAYING:
        _check_before_play(table)


def _check_before_play(table: dict[str, Any]) -> None:
    if table["pile"] or table["burned"]:
        raise PositionError("no card is played or burned before the castle is chosen")
    if any(len(down) != 3 for down in table["down"]):
        raise PositionError("everybody has three face-down cards before the castle is chosen")
    if table["phase"] == Phase.CHOOSING and any(table["known"]):
        raise PositionError("no card in a hand is known before the castle is chosen")


def _check_asking(state: CastleState, table: dict[str, Any]) -> None:
    """Only who could complete the four as far as numbers go is asked."""
    options, pile, seat = state.game.options, table["pile"], table["player"]
    if not options["four_anytime"] or options["four"] == "off" or not pile:
        raise PositionError("the phase 'four' needs four_anytime=yes, four=proper or legacy, and a pile")
    run = next((n for n, rank in enumerate(reversed(pile)) if rank != pile[-1]), len(pile))
    hand, up = table["hands"][seat], table["up"][seat]
    enough = len(hand) >= 4 - run if hand else up.count(pile[-1]) >= 4 - run
    if run > 3 or not enough:
        raise PositionError(f"seat {seat} cannot complete four of a kind here and would not be asked")


def _check_end(state: CastleState, table: dict[str, Any], empty: list[bool]) -> None:
    reason, places, n = table["reason"], table["places"], state.players
    if reason == Reason.RUNNING:
        raise PositionError("a game that is over has a 'reason': win, limit or repetition")
    if reason == Reason.REPETITION and not state.rules.repetition:
        raise PositionError("with repetition=0 no game ends by repetition")
    last = n if reason == Reason.WIN and state.game.options["ranking"] else 0
    if any(empty[p] != (0 < place != last) for p, place in enumerate(places)):
        raise PositionError("exactly the seats without cards have a place, and with ranking the last one left")
    if state.game.options["ranking"]:
        wanted = {n} if reason == Reason.WIN else set(range(n - 1))
    else:
        wanted = {1} if reason == Reason.WIN else {0}
    if max(places) not in wanted:
        raise PositionError("'places' do not go with the 'reason' of the end")
