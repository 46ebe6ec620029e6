"""Castle: positions as plain values, and the checks that only possible ones pass.

A position may be short: only `hands`, `up` and `down` must be there. Cards mentioned nowhere count as burned
(or go to the stock if the position says ``"stock": "rest"``).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from typing import Any

from cardlab.errors import PositionError
from cardlab.games.castle.cards import cards_text, full_pack, parse_cards
from cardlab.games.castle.rules import CastleState, Phase, Reason

_PHASES = {Phase.CHOOSING: "castle", Phase.SWAPPING: "swap", Phase.PLAYING: "play", Phase.ASKING: "four", Phase.OVER: "over"}
_REASONS = {Reason.RUNNING: "", Reason.WIN: "win", Reason.LIMIT: "limit", Reason.REPETITION: "repetition"}
_CARD_LISTS = ("hands", "up", "down", "known")
_CARD_ROWS = ("pile", "stock", "burned")
_NUMBERS = {
    "decisions": (0, 1_000_000), "first": (0, 7), "direction": (-1, 1), "swaps": (0, 2), "mover": (0, 7), "after": (0, 7),
    "since": (-1, 1_000_000), "anchor": (0, (1 << 64) - 1), "anchor_seen": (0, 1000),
}  # fmt: skip
_OPTIONAL = {"swaps": 0, "mover": 0, "after": 0, "since": 0, "anchor": 0, "anchor_seen": 0, "first": 0, "decisions": 0, "direction": 1}


def position_of(state: CastleState) -> dict[str, Any]:
    """The whole position as plain values; parts that are as usual are left out."""
    table = state.peek()
    position: dict[str, Any] = {
        "player": table["player"] if table["player"] >= 0 else None,
        "phase": _PHASES[Phase(table["phase"])],
    }
    for name in _CARD_LISTS:
        if name != "known" or any(table[name]):
            position[name] = [cards_text(cards) for cards in table[name]]
    for name in _CARD_ROWS:
        position[name] = cards_text(table[name])
    for name, usual in _OPTIONAL.items():
        if table[name] != usual:
            position[name] = table[name]
    if any(table["places"]):
        position["places"] = table["places"]
    if table["reason"]:
        position["reason"] = _REASONS[Reason(table["reason"])]
    return position


def load_position(state: CastleState, position: Mapping[str, Any]) -> None:
    """Fill a blank state, or raise PositionError."""
    table = _read(state, position)
    _check_cards(state, table)
    _check_turn(state, table)
    state.poke(table)


def _read(state: CastleState, position: Mapping[str, Any]) -> dict[str, Any]:
    known = {*_CARD_LISTS, *_CARD_ROWS, *_NUMBERS, "player", "phase", "places", "reason"}
    for name in position:
        if name not in known:
            raise PositionError(f"a Castle position has no part {name!r}; its parts are {', '.join(sorted(known))}")
    n = state.players
    table: dict[str, Any] = {name: _card_lists(position, name, n) for name in _CARD_LISTS}
    for name, usual in _OPTIONAL.items():
        table[name] = _number(name, position.get(name, usual))
    table["phase"] = _word(position, "phase", _PHASES, "play")
    table["reason"] = _word(position, "reason", _REASONS, "")
    table["player"] = _player(position, table, n)
    table["places"] = _places(position, n)
    _card_rows(state, position, table)
    return table


def _card_lists(position: Mapping[str, Any], name: str, n: int) -> list[list[int]]:
    rows = position.get(name, [""] * n if name == "known" else None)
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
        raise PositionError(f"{name!r} must be a whole number from {low} to {high}, not {value!r}")
    return value


def _word(position: Mapping[str, Any], name: str, words: Mapping[Any, str], usual: str) -> int:
    value = position.get(name, usual)
    for number, text in words.items():
        if value == text:
            return int(number)
    raise PositionError(f"{name!r} must be one of {', '.join(filter(None, words.values()))}, not {value!r}")


def _player(position: Mapping[str, Any], table: dict[str, Any], n: int) -> int:
    over = table["phase"] == Phase.OVER
    value = position.get("player", None if over else 0)
    if over and value is None:
        return -1
    if over or isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < n:
        raise PositionError(f"'player' must be a seat from 0 to {n - 1}, or null when the phase is over; not {value!r}")
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


def _check_cards(state: CastleState, table: dict[str, Any]) -> None:
    for seat in range(state.players):
        hand, up, down = table["hands"][seat], table["up"][seat], table["down"][seat]
        if len(up) > 3 or len(down) > 3:
            raise PositionError(f"seat {seat}: at most 3 cards in the row and 3 face down")
        if Counter(table["known"][seat]) - Counter(hand):
            raise PositionError(f"seat {seat}: cards known to be in the hand are not in it")
    if 8 in table["pile"]:
        raise PositionError("a 10 never lies in the pile: it burns it")


def _check_turn(state: CastleState, table: dict[str, Any]) -> None:
    phase, seat, n = table["phase"], table["player"], state.players
    if table["direction"] == 0 or max(table["first"], table["mover"], table["after"]) >= n:
        raise PositionError(f"'direction' is 1 or -1; 'first', 'mover' and 'after' are seats from 0 to {n - 1}")
    empty = [not (table["hands"][p] or table["up"][p] or table["down"][p]) for p in range(n)]
    if phase == Phase.OVER:
        _check_end(table, empty)
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
        if not state.game.options["four_anytime"] or not table["pile"]:
            raise PositionError("the phase 'four' needs four_anytime=yes and a pile")
        if table["mover"] == seat or table["places"][table["after"]]:
            raise PositionError("in the phase 'four', 'mover' is another seat than 'player', and 'after' a seat still in")
    if phase < Phase.PLAYING and (table["pile"] or table["burned"]):
        raise PositionError("no card is played or burned before the castle is chosen")


def _check_end(table: dict[str, Any], empty: list[bool]) -> None:
    if table["reason"] == Reason.RUNNING:
        raise PositionError("a game that is over has a 'reason': win, limit or repetition")
    if table["reason"] == Reason.WIN and 1 not in table["places"]:
        raise PositionError("a game that was won has a seat with place 1")
    if any(place == 1 and not empty[p] for p, place in enumerate(table["places"])):
        raise PositionError("the winner has no card left")
