"""Legends of Code and Magic: a side of the table in positions: the zones of a player, and the creatures and cards in them.

A card in play is known by its owner and its depth in the shuffled deck. In a position it is written as its number or name,
with its instance number after a ``#`` or without; without, the cards of a player are numbered zone by zone.
"""

from __future__ import annotations

import reprlib
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cardlab.core.positionparts import Lists, PositionPart, Telling, ToldPart
from cardlab.core.reading import UNKNOWN, flag, only, whole
from cardlab.errors import PositionError
from cardlab.games.locm.rules.state import HAND_LIMIT, LAST_INSTANCE, NO_PICK, ROUNDS, Phase
from cardlab.games.locm.words.cards import card, card_named, keyword_text, parse_keywords

ZONES = ("gone", "board", "hand", "deck")
"""In the order in which cards are numbered."""
_VALUES = ("id", "attack", "defense", "keywords", "order")
_MARKS = {"attacked": 1, "touched": 2}
_CREATURE = ("card", "lane", "attack", "defense", "keywords", "able", "attacked", "touched")

_Token = tuple[int, int | None]


def signed(row: Sequence[int]) -> list[int]:
    """A row of picks or cards as a table has it, where -1 is unknown."""
    return [-1 if number == NO_PICK else number for number in row]


def unsigned(row: Sequence[int]) -> list[int]:
    """The reverse."""
    return [NO_PICK if number < 0 else number for number in row]


def id_at(depth: int, p: int) -> int:
    """The instance number of a card of a player."""
    return 2 * depth + p + 1


def depth_of(instance: int, p: int) -> int:
    """The reverse."""
    return (instance - 1 - p) // 2


# ---- the zones ---------------------------------------------------------------------------------------------------


class ZonePart(PositionPart):
    """Cards that lie somewhere, by their instances. What is read of them are cards, for `lay_out` to number."""

    secret = False
    """Whether the other player sees only which instances there are."""

    def show(self, telling: Telling, value: Any) -> list[Any]:
        return _texts(telling, value)

    def read(self, telling: Telling, told: Any) -> list[Any]:
        where = self.where(telling)
        if not isinstance(told, list) or len(told) > ROUNDS:
            raise PositionError(f"{where} must be a list of at most {ROUNDS} cards")
        return [self.one(telling, where, entry) for entry in told]

    def one(self, telling: Telling, where: str, entry: Any) -> Any:
        """What an entry tells: one card, and its instance number if it is given."""
        return _token(where, entry, hidden=self.secret and telling.foreign)


class HandPart(ZonePart):
    """A hand: a set of depths, one bit for each."""

    secret = True

    def take(self, telling: Telling, *held: Any) -> list[int]:
        return [id_at(depth, telling.player) for depth in range(ROUNDS) if held[0] >> depth & 1]

    def put(self, telling: Telling, value: Sequence[int]) -> tuple[Any, ...]:
        return (sum(1 << depth_of(instance, telling.player) for instance in value),)


class DeckPart(ZonePart):
    """The cards at all depths, where 0 is unknown; in the draft the rounds. Those from `drawn` to `size` are in the deck."""

    secret = True

    def take(self, telling: Telling, *held: Any) -> list[int]:
        return signed(held[0])

    def put(self, telling: Telling, value: Sequence[int]) -> tuple[Any, ...]:
        return (unsigned(value),)

    def show(self, telling: Telling, value: Any) -> list[str]:
        table, p = telling.table, telling.player
        return _texts(telling, range(id_at(table["drawn"], p), id_at(table["size"], p), 2))


class GonePart(ToldPart, ZonePart):
    """Cards that were drawn and are neither in hand nor on the board."""

    def show(self, telling: Telling, value: Any) -> list[str]:
        table, p = telling.table, telling.player
        left = {*table["hand"], *(row["id"] for row in table["board"])}
        return _texts(telling, [n for n in range(id_at(0, p), id_at(table["drawn"], p), 2) if n not in left])


class BoardPart(ZonePart):
    """Creatures, lane by lane: three slots for each lane, or six for the only one."""

    def take(self, telling: Telling, *held: Any) -> list[Lists]:
        slots, counts, able = held
        return [
            {
                **{name: slots[at][name] for name in _VALUES},
                "lane": lane,
                "able": bool(able >> at & 1),
                **{name: bool(slots[at]["marks"] & mark) for name, mark in _MARKS.items()},
            }
            for lane in range(telling.game.rules["lanes"])
            for at in range(3 * lane, 3 * lane + counts[lane])
        ]

    def put(self, telling: Telling, value: Sequence[Lists]) -> tuple[Any, ...]:
        slots: list[Lists] = [{} for _ in range(6)]
        counts, able = [0, 0], 0
        for row in value:
            at = 3 * row["lane"] + counts[row["lane"]]
            marks = sum(mark for name, mark in _MARKS.items() if row[name])
            slots[at] = {**{name: row[name] for name in _VALUES}, "marks": marks}
            counts[row["lane"]] += 1
            able |= row["able"] << at
        return slots, counts, able

    def show(self, telling: Telling, value: Sequence[Lists]) -> list[Lists]:
        """In the order in which they were summoned."""
        rows = sorted(value, key=lambda row: int(row["order"]))
        texts = _texts(telling, [row["id"] for row in rows])
        return [
            {
                "card": text,
                **{name: row[name] for name in ("lane", "attack", "defense", "able", *_MARKS)},
                "keywords": keyword_text(row["keywords"]),
            }
            for text, row in zip(texts, rows, strict=True)
        ]

    def one(self, telling: Telling, where: str, entry: Any) -> Any:
        around = telling.around
        active = around["phase"] == Phase.BATTLE and telling.player == around["turn"] % 2
        return _creature(where, entry, active, telling.game.rules["lanes"])


def _texts(telling: Telling, instances: Iterable[int]) -> list[str]:
    """Cards with their instance numbers, as far as they are known."""
    deck, p = telling.table["deck"], telling.player
    return [f"{deck[(instance - 1 - p) // 2] or UNKNOWN}#{instance}" for instance in instances]


# ---- where cards lie ---------------------------------------------------------------------------------------------


def lay_out(p: int, table: Lists, lanes: int) -> None:
    """Give the cards that were read for a player their instance numbers, and lay them where they belong."""
    board = table["board"]
    tokens = {**{name: table[name] for name in ZONES}, "board": [row.pop("card") for row in board]}
    if len(tokens["hand"]) > HAND_LIMIT:
        raise PositionError(f"player {p}: at most {HAND_LIMIT} cards in hand, not {len(tokens['hand'])}")
    _check_room(p, [row["lane"] for row in board], lanes)
    ids = _number(p, tokens)
    deck = [0] * ROUNDS
    for name in ZONES:
        for (number, _), instance in zip(tokens[name], ids[name], strict=True):
            deck[depth_of(instance, p)] = number
    for order, row in enumerate(board):
        row |= {"id": ids["board"][order], "order": order}
    board.sort(key=lambda row: int(row["lane"]))
    table |= {"hand": sorted(ids["hand"]), "deck": deck, "gone": ids["gone"]}


def _check_room(p: int, lanes: Sequence[int], count: int) -> None:
    room = 3 if count == 2 else 6
    for lane, creatures in Counter(lanes).items():
        if creatures > room:
            raise PositionError(f"player {p}: lane {lane} has room for {room} creatures, not {creatures}")


def _number(p: int, tokens: Mapping[str, list[_Token]]) -> dict[str, list[int]]:
    """The instance numbers of all cards, zone by zone: as given, or one after the other."""
    row = [token for name in ZONES for token in tokens[name]]
    given = [i for _, i in row if i is not None]
    if len(row) > ROUNDS:
        raise PositionError(f"player {p}: a player has at most {ROUNDS} cards, not {len(row)}")
    if given and len(given) < len(row):
        raise PositionError(f"player {p}: either all cards have an instance number, such as '151#7', or none")
    wanted = [id_at(depth, p) for depth in range(len(row))]
    if given and sorted(given) != wanted:
        raise PositionError(
            f"player {p}: the {len(row)} cards have the instance numbers {id_at(0, p)}, {id_at(1, p)}, … "
            f"{wanted[-1]}, each once; not {reprlib.repr(sorted(given))}"
        )
    left = iter(given or wanted)
    ids = {name: [next(left) for _ in tokens[name]] for name in ZONES}
    if ids["deck"] != wanted[len(row) - len(ids["deck"]) :]:
        raise PositionError(f"player {p}: the cards in the deck have the highest instance numbers, in rising order")
    return ids


# ---- one card ----------------------------------------------------------------------------------------------------


def _token(where: str, entry: Any, hidden: bool = False) -> _Token:
    """A card, which must be one that cannot be seen where it is `hidden`, and its instance number, if there is one."""
    if isinstance(entry, int) and not isinstance(entry, bool):
        return (_checked_card(where, entry), None) if not hidden else _token(where, f"{entry}", hidden)
    if not isinstance(entry, str) or len(entry) > 60:
        raise PositionError(
            f"{where}: a card is written as its number or name, such as 151, '151#7' or 'Decimate'; not {reprlib.repr(entry)}"
        )
    name, mark, instance = entry.partition("#")
    if mark and not (instance.isascii() and instance.isdecimal() and len(instance) <= 2):
        raise PositionError(
            f"{where}: an instance number is a whole number from 1 to {LAST_INSTANCE}, not {reprlib.repr(instance)}"
        )
    number = int(instance) if mark else None
    if not hidden:
        return _checked_card(where, name.strip()), number
    if name != UNKNOWN:
        raise PositionError(f"{where}: a player does not see the cards of the other: write '?#4', not {reprlib.repr(entry)}")
    return 0, number


def _checked_card(where: str, name: str | int) -> int:
    try:
        return card_named(name)
    except PositionError as error:
        raise PositionError(f"{where}: {error}") from None


def _creature(where: str, entry: Any, active: bool, lanes: int) -> dict[str, Any]:
    """A creature on the board; what is not said of it is as if it had been summoned in an earlier turn and left alone."""
    row = entry if isinstance(entry, Mapping) else {"card": entry}
    only(f"{where}: there is", row, _CREATURE)
    token = _token(where, row.get("card"))
    printed = card(token[0])
    if not printed.is_creature:
        raise PositionError(f"{where}: {printed.name} is an item; only creatures are on the board")
    values = {
        "attack": whole(f"{where}: 'attack'", row.get("attack", printed.attack), 0, 999),
        "defense": whole(f"{where}: 'defense'", row.get("defense", printed.defense), 1, 999),
        "keywords": _keywords(where, row["keywords"]) if "keywords" in row else printed.keywords,
    }
    lane = whole(f"{where}: 'lane'", row.get("lane", 0), 0, lanes - 1)
    changed = values != {"attack": printed.attack, "defense": printed.defense, "keywords": printed.keywords}
    attacked = flag(f"{where}: 'attacked'", row.get("attacked", False))
    able = flag(f"{where}: 'able'", row.get("able", active and not attacked))
    touched = flag(f"{where}: 'touched'", row.get("touched", changed or attacked))
    if able and attacked:
        raise PositionError(f"{where}: a creature that has attacked is not able to attack")
    if (changed or attacked) and not touched:
        raise PositionError(f"{where}: a creature that has attacked, or is not as printed on its card, is 'touched'")
    return {"card": token, "lane": lane, **values, "able": able, "attacked": attacked, "touched": touched}


def _keywords(where: str, text: Any) -> int:
    try:
        return parse_keywords(text)
    except PositionError as error:
        raise PositionError(f"{where}: {error}") from None
