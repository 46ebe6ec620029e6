"""Castle: positions and views as plain values, and the checks that only possible ones pass.

A position may be short: only `hands`, `up` and `down` must be there. Cards mentioned nowhere count as burned
(or go to the stock if the position says ``"stock": "rest"``). A view is a position with ``?`` for each card that cannot be
seen.
"""

from __future__ import annotations

import reprlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from cardlab.core.limits import EVERYBODY
from cardlab.core.matchings import can_match
from cardlab.core.reading import UNKNOWN, only, whole, word
from cardlab.errors import PositionError
from cardlab.games.castle.rules.dealing import SEATS
from cardlab.games.castle.rules.state import CastleState, Phase, Reason
from cardlab.games.castle.words.cards import RANK_TEXTS, cards_text, full_pack, parse_cards

PHASES = ("castle", "swap", "play", "four", "over")
_REASONS = ("", "win", "limit", "repetition")
Lists = dict[str, Any]
"""The parts of a position with cards as lists of ranks, where None is a card that cannot be seen."""


@dataclass(frozen=True)
class _Number:
    """A number of a position. What the engine will not look at again is no part of it."""

    low: int
    high: int
    usual: int = 0
    matters: Callable[[Mapping[str, Any], Mapping[str, Any]], bool] = lambda lists, options: True


_SEAT = (0, SEATS - 1)
_NUMBERS = {
    "swaps": _Number(0, 2, matters=lambda lists, options: bool(lists["phase"] == Phase.SWAPPING)),
    "mover": _Number(*_SEAT, matters=lambda lists, options: bool(lists["phase"] == Phase.ASKING)),
    "after": _Number(*_SEAT, matters=lambda lists, options: bool(lists["phase"] == Phase.ASKING)),
    "since": _Number(-1, 1_000_000, matters=lambda lists, options: bool(options["repetition"])),
    "anchor": _Number(0, (1 << 64) - 1, matters=lambda lists, options: bool(options["repetition"] and lists["anchor_seen"])),
    "anchor_seen": _Number(0, 1000, matters=lambda lists, options: bool(options["repetition"])),
    "first": _Number(*_SEAT, matters=lambda lists, options: lists["phase"] >= Phase.PLAYING or options["first"] == "random"),
    "decisions": _Number(0, 1_000_000),
    "direction": _Number(-1, 1, 1),
}
_PARTS = (
    "player", "phase", "hands", "up", "down", "known", "barred", "pile", "stock", "burned", *_NUMBERS, "tight", "places",
    "reason",
)  # fmt: skip


# ---- writing -----------------------------------------------------------------------------------------------------


def lists_of(state: CastleState) -> Lists:
    """All of the table as lists of ranks and numbers."""
    z, n = state.peek(), state.players
    table, hides = z["n_burned"] + z["n_pile"], z["viewer"] != EVERYBODY
    stock = z["cards"][z["stock"] : state.rules.cards]
    return {
        **{name: z[name] for name in ("player", "phase", "reason", *_NUMBERS)},
        "hands": [_ranks_of(z["hand"][p], z["n_hand"][p]) for p in range(n)],
        "up": [_ranks_of(z["up"][p]) for p in range(n)],
        "down": [_hidden(z["down"][p][: z["n_down"][p]], hides) for p in range(n)],
        "known": [_ranks_of(z["known"][p]) for p in range(n)],
        "barred": [_ranks_of(z["barred"][p] if z["tight"][p] else 0) for p in range(n)],
        "tight": z["tight"][:n],
        "burned": [None] * z["forgot"] + z["cards"][z["forgot"] : z["n_burned"]],
        "pile": z["cards"][z["n_burned"] : table],
        "stock": _hidden(stock, hides),
        "places": z["place"][:n],
    }


def position_of(state: CastleState) -> dict[str, Any]:
    """The position as plain values; parts that are as usual are left out."""
    lists, options = lists_of(state), state.game.options
    position: dict[str, Any] = {
        "player": lists["player"] if lists["player"] >= 0 else None,
        "phase": PHASES[lists["phase"]],
        **{name: [cards_text(cards) for cards in lists[name]] for name in ("hands", "up", "down")},
        **{name: cards_text(lists[name]) for name in ("pile", "stock", "burned")},
    }
    for name in ("known", "barred"):
        if any(lists[name]):
            position[name] = [cards_text(cards) for cards in lists[name]]
    for name, number in _NUMBERS.items():
        if lists[name] != number.usual and number.matters(lists, options):
            position[name] = lists[name]
    for name in ("tight", "places"):
        if any(lists[name]):
            position[name] = lists[name]
    if lists["reason"]:
        position["reason"] = _REASONS[lists["reason"]]
    return position


def _ranks_of(counts: int, size: int = 0) -> list[int | None]:
    """The cards of a hand or row, and unknown ones up to its size."""
    ranks: list[int | None] = [rank for rank in range(len(RANK_TEXTS)) for _ in range(counts >> 4 * rank & 15)]
    return ranks + [None] * (size - len(ranks))


def _hidden(ranks: list[int], hides: bool) -> list[int | None]:
    return [None] * len(ranks) if hides else [*ranks]


# ---- reading -----------------------------------------------------------------------------------------------------


def load_position(state: CastleState, position: Mapping[str, Any], seat: int | None) -> None:
    """Fill a blank state from a position, or from what a seat sees of one; or raise PositionError."""
    lists = _read(state, position, seat)
    if seat is None:
        _check_cards(state, lists)
        _check_turn(state, lists)
    else:
        _drop_idle_numbers(state, lists)
        _check_view(state, lists, seat)
    state.poke(_fields_of(state, lists, seat))


def _drop_idle_numbers(state: CastleState, lists: Lists) -> None:
    """A seat holds no numbers that nobody will look at again: its view would not tell them."""
    for name, number in _NUMBERS.items():
        if not number.matters(lists, state.game.options):
            lists[name] = number.usual


def _fields_of(state: CastleState, lists: Lists, seat: int | None) -> dict[str, Any]:
    """The struct that the lists describe; what follows from them the rules work out."""
    table = lists["burned"] + lists["pile"]
    stock = state.rules.cards - len(lists["stock"])
    return {
        **{name: lists[name] for name in ("player", "phase", "reason", "tight", *_NUMBERS)},
        "hand": [_counts_of(cards) for cards in lists["hands"]],
        "n_hand": [len(cards) for cards in lists["hands"]],
        **{name: [_counts_of(cards) for cards in lists[name]] for name in ("up", "known", "barred")},
        "down": [[rank or 0 for rank in cards] for cards in lists["down"]],
        "n_down": [len(cards) for cards in lists["down"]],
        "place": lists["places"],
        "cards": [rank or 0 for rank in table + [0] * (stock - len(table)) + lists["stock"]],
        "n_burned": len(lists["burned"]),
        "n_pile": len(lists["pile"]),
        "forgot": sum(rank is None for rank in lists["burned"]),
        "stock": stock,
        "viewer": EVERYBODY if seat is None else seat,
    }


def _counts_of(ranks: Sequence[int | None]) -> int:
    return sum(1 << 4 * rank for rank in ranks if rank is not None)


def _read(state: CastleState, position: Mapping[str, Any], seat: int | None) -> Lists:
    only("a Castle position has", position, _PARTS)
    n = state.players
    lists: Lists = {
        name: whole(repr(name), position.get(name, number.usual), number.low, number.high) for name, number in _NUMBERS.items()
    }
    for name in ("hands", "up", "down", "known", "barred"):
        lists[name] = _card_lists(position, name, n, seat is not None and name in ("hands", "down"))
    lists["phase"] = word("phase", position.get("phase", "play"), PHASES)
    lists["reason"] = word("reason", position.get("reason", ""), _REASONS)
    lists["player"] = _player(position, lists, n)
    lists["places"] = _places(position, n)
    lists["tight"] = _tight(position, n)
    for name in ("pile", "stock", "burned"):
        text = position.get(name, "")
        lists[name] = _cards(name, "" if name == "stock" and text == "rest" else text, seat is not None and name != "pile")
    _count_cards(state, position, lists, seat)
    return lists


def _card_lists(position: Mapping[str, Any], name: str, n: int, view: bool) -> list[list[int | None]]:
    rows = position.get(name, [""] * n if name in ("known", "barred") else None)
    if not isinstance(rows, list) or len(rows) != n:
        raise PositionError(f"{name!r} must be a list of {n} texts of cards, one for each seat, such as '3 9 10'")
    cards = [_cards(name, row, view) for row in rows]
    return cards if name == "down" else [sorted(row, key=lambda rank: (rank is None, rank)) for row in cards]


def _cards(name: str, text: Any, view: bool) -> list[int | None]:
    if not isinstance(text, str) or len(text) > 1000:
        raise PositionError(f"{name!r}: cards are written as a text such as '3 9 10'")
    words = text.replace(",", " ").split()
    try:
        known = iter(parse_cards(" ".join(word for word in words if not view or word != UNKNOWN)))
        return [None if view and word == UNKNOWN else next(known) for word in words]
    except ValueError as error:
        raise PositionError(f"{name!r}: {error}") from None


def _count_cards(state: CastleState, position: Mapping[str, Any], lists: Lists, seat: int | None) -> None:
    """All cards of the pack are somewhere, none twice; a short position leaves the rest to the stock or the burned cards."""
    places = [*lists["hands"], *lists["up"], *lists["down"], lists["pile"], lists["stock"], lists["burned"]]
    pack = Counter(full_pack(state.rules.packs, state.rules.jokers))
    for cards in places:
        pack.subtract(rank for rank in cards if rank is not None)
    if extra := [rank for rank, left in pack.items() if left < 0]:
        raise PositionError(f"there are too many cards of rank {cards_text(sorted(extra))}")
    rest = sorted(pack.elements())
    unknown = sum(rank is None for cards in places for rank in cards)
    if seat is not None:
        if unknown != len(rest):
            raise PositionError(f"there are {unknown} unknown cards in this view, but {len(rest)} cards are not in sight")
    elif position.get("stock") == "rest":
        lists["stock"] += rest
    elif "burned" not in position:
        lists["burned"] += rest
    elif rest:
        raise PositionError(f"these cards are missing: {cards_text(rest)}")


def _player(position: Mapping[str, Any], table: Lists, n: int) -> int:
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


def _check_view(state: CastleState, table: Lists, seat: int) -> None:
    """What a seat cannot hold: whether there can be such a position shows when one is imagined."""
    for zone in (*table["down"], table["stock"]):
        if any(rank is not None for rank in zone):
            raise PositionError("nobody sees the cards face down and in the stock: write '?' for each")
    if None in table["burned"][table["burned"].count(None) :]:
        raise PositionError("'burned': who forgets cards forgets the oldest ones, which are written first")
    for p in range(state.players):
        if len(table["up"][p]) > 3 or len(table["down"][p]) > 3:
            raise PositionError(f"seat {p}: at most 3 cards in the row and 3 face down")
        if p == seat:
            _check_own_hand(table, p)
        else:
            _check_other_hand(table, p)
    unseen = Counter(full_pack(state.rules.packs, state.rules.jokers))
    for cards in (*table["hands"], *table["up"], table["pile"], table["burned"]):
        unseen.subtract(rank for rank in cards if rank is not None)
    pool = list(unseen.elements())
    wanted = [table["barred"][p] for p in range(state.players) if p != seat for _ in range(table["tight"][p])]
    if not can_match([[i for i, rank in enumerate(pool) if rank not in barred] for barred in wanted], len(pool)):
        raise PositionError("'barred' and 'tight' leave too few cards for the unknown ones of the hands")


def _check_own_hand(table: Lists, seat: int) -> None:
    if None in table["hands"][seat]:
        raise PositionError(f"seat {seat}: everybody sees the own hand")
    _check_knowledge(table, seat)


def _check_other_hand(table: Lists, seat: int) -> None:
    seen = [rank for rank in table["hands"][seat] if rank is not None]
    if seen != table["known"][seat]:
        raise PositionError(f"seat {seat}: the cards seen in another hand are those known to be in it")
    _check_barred(table, seat)
    if table["tight"][seat] > table["hands"][seat].count(None):
        raise PositionError(f"seat {seat}: 'tight' counts unknown cards of the hand, and there are fewer")


def _check_knowledge(table: Lists, seat: int) -> None:
    """`known` cards are in the hand; `tight` of the others are known to be of none of the `barred` ranks."""
    hand, known, barred = (table[name][seat] for name in ("hands", "known", "barred"))
    if Counter(known) - Counter(hand):
        raise PositionError(f"seat {seat}: cards known to be in the hand are not in it")
    _check_barred(table, seat)
    others = [rank for rank in (Counter(hand) - Counter(known)).elements() if rank not in barred]
    if table["tight"][seat] > len(others):
        raise PositionError(f"seat {seat}: fewer than {table['tight'][seat]} unknown cards of the hand are of no barred rank")


def _check_barred(table: Lists, seat: int) -> None:
    barred = table["barred"][seat]
    if len(set(barred)) != len(barred) or bool(barred) != (table["tight"][seat] > 0):
        raise PositionError(f"seat {seat}: 'barred' names ranks once each, and 'tight' says how many cards are none of them")


def _check_cards(state: CastleState, table: Lists) -> None:
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


def _check_turn(state: CastleState, table: Lists) -> None:
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


def _check_phase(state: CastleState, table: Lists) -> None:
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


def _check_before_play(table: Lists) -> None:
    if table["pile"] or table["burned"]:
        raise PositionError("no card is played or burned before the castle is chosen")
    if any(len(down) != 3 for down in table["down"]):
        raise PositionError("everybody has three face-down cards before the castle is chosen")
    if table["phase"] == Phase.CHOOSING and any(table["known"]):
        raise PositionError("no card in a hand is known before the castle is chosen")


def _check_asking(state: CastleState, table: Lists) -> None:
    """Only who could complete the four as far as numbers go is asked."""
    options, pile, seat = state.game.options, table["pile"], table["player"]
    if not options["four_anytime"] or options["four"] == "off" or not pile:
        raise PositionError("the phase 'four' needs four_anytime=yes, four=proper or legacy, and a pile")
    run = next((n for n, rank in enumerate(reversed(pile)) if rank != pile[-1]), len(pile))
    hand, up = table["hands"][seat], table["up"][seat]
    enough = len(hand) >= 4 - run if hand else up.count(pile[-1]) >= 4 - run
    if run > 3 or not enough:
        raise PositionError(f"seat {seat} cannot complete four of a kind here and would not be asked")


def _check_end(state: CastleState, table: Lists, empty: list[bool]) -> None:
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
