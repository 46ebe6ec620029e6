"""Duelyst: the units of a position, with the changes of their numbers.

A unit may be described by what is seen of it: attack, health and keywords. What its card, its situation and its artifacts do
not explain becomes one permanent change; keywords that its card does not have were given to it, those that it lacks were taken
away. With `effects`, which the engine writes, everything that is on it is told exactly.
"""

from __future__ import annotations

import reprlib
from collections.abc import Mapping, Sequence
from typing import Any

from cardlab.core.positionparts import FreePart, Lists, Telling
from cardlab.core.reading import flag, only, whole, word
from cardlab.errors import PositionError
from cardlab.games.duelyst.rules.state import COLUMNS, EFFECTS, ROWS, TILES, CardType, Change, Keyword, Phase, UnitFlag
from cardlab.games.duelyst.words.cards import ABILITIES, KEYWORDS

_UNTIL = ("for good", "turn", "start 1", "start 2")
SHOWN = (
    "Provoke", "Provoked", "Ranged", "Blast", "Celerity", "Flying", "Frenzy", "Backstab", "Rush", "Airdrop", "Forcefield",
    "ForcefieldUp", "Rebirth", "Egg", "Zeal", "Infiltrate", "Grow", "Deathwatch", "Stunned", "Ephemeral", "DyingWish",
    "CannotCounter", "Dispelled",
)  # fmt: skip
"""Keywords and conditions, in the order in which they are listed."""
_CONDITIONS = {"ForcefieldUp": int(UnitFlag.FIELD_UP), "Dispelled": int(UnitFlag.DISPELLED)}
_GIVEN = {**KEYWORDS, **ABILITIES}
_NAMED_BITS = sum(int(bit) for bit in KEYWORDS.values())
_LASTING = int(Keyword.STRUCTURE | Keyword.EPHEMERAL | Keyword.EGG)
_UNIT = (
    "id", "owner", "x", "y", "atk", "hp", "maxHp", "general", "exhausted", "moves", "attacks", "kw", "effects", "dead",
)  # fmt: skip
_CHANGES = {"add": Change.ADDS, "set": Change.SETS, "becomes": Change.REBASES}
_COUNTS = {"grants": ("count", 0, 255), "lost": ("bits", 0, 0xFFFFFFFF), "stun": ("turns", 1, 2)}
_MARKS = {"field hit": int(UnitFlag.FIELD_HIT), "doomed": int(UnitFlag.DOOMED)}
_MOST = 999
_AROUND = [
    sum(
        1 << other
        for other in range(TILES)
        if other != tile and abs(other % COLUMNS - tile % COLUMNS) < 2 and abs(other // COLUMNS - tile // COLUMNS) < 2
    )
    for tile in range(TILES)
]
"""The tiles around each tile, as bits."""


def tile_of(where: str, row: Mapping[str, Any]) -> int:
    """The tile that a row of a position names by `x` and `y`."""
    x, y = whole(f"{where}: 'x'", row.get("x"), 0, COLUMNS - 1), whole(f"{where}: 'y'", row.get("y"), 0, ROWS - 1)
    return y * COLUMNS + x


def place_of(tile: int) -> dict[str, int]:
    """The same the other way round."""
    return {"x": tile % COLUMNS, "y": tile // COLUMNS}


# ---- writing -----------------------------------------------------------------------------------------------------


def _take_units(telling: Telling, *held: Any) -> list[Lists]:
    rows, n_units, changes, n_changes, provokers = held
    units: list[Lists] = rows[:n_units]
    for unit in units:
        unit["provoked"], unit["changes"] = provokers[1 - unit["owner"]] & _AROUND[unit["tile"]], []
    for change in changes[:n_changes]:
        units[change.pop("unit")]["changes"].append(change)
    return units


def _put_units(telling: Telling, units: Sequence[Lists]) -> tuple[Any, ...]:
    rows = [{name: value for name, value in unit.items() if name not in ("provoked", "changes", "seen")} for unit in units]
    changes = [{**change, "unit": i} for i, unit in enumerate(units) for change in unit["changes"]]
    return rows, len(rows), changes, len(changes), [0, 0]


def _show_units(telling: Telling, units: Sequence[Lists]) -> list[dict[str, Any]]:
    return [_unit_of(telling, i, unit) for i, unit in enumerate(units)]


def _unit_of(telling: Telling, i: int, unit: Lists) -> dict[str, Any]:
    flags = unit["flags"]
    row = {
        "id": telling.game.cards.id_of(unit["card"]), "owner": unit["owner"] + 1, **place_of(unit["tile"]),
        "atk": unit["attack"], "hp": unit["health"] - unit["damage"], "maxHp": unit["health"], "general": i < 2,
        "exhausted": bool(flags & UnitFlag.EXHAUSTED), "moves": unit["moves"], "attacks": unit["attacks"],
        "kw": _keywords_of(unit), "effects": _effects_of(telling, unit),
    }  # fmt: skip
    return {**row, "dead": True} if flags & UnitFlag.GONE else row


def _keywords_of(unit: Lists) -> list[str]:
    """Keywords and conditions of a unit."""
    held = {name for name, bit in KEYWORDS.items() if unit["keywords"] & bit}
    held |= {name for name, bit in _CONDITIONS.items() if unit["flags"] & bit}
    held |= {name for name, value in (("Provoked", unit["provoked"]), ("Stunned", unit["stun"])) if value}
    return [name for name in SHOWN if name in held]


def _effects_of(telling: Telling, unit: Lists) -> list[dict[str, Any]]:
    """Everything on a unit: changes of its numbers in their order, what it was given and what it lost, stun, and the rest."""
    rows: list[dict[str, Any]] = [_change_of(change) for change in unit["changes"]]
    rows += [{"kind": "gains", "keyword": name} for name, bit in _GIVEN.items() if unit["granted"] & bit]
    rows += [{"kind": "gains", "keyword": name, "until": _UNTIL[1]} for name, bit in _GIVEN.items() if unit["brief"] & bit]
    rows += [{"kind": kind, name: unit[kind]} for kind, (name, _, _) in _COUNTS.items() if unit[kind]]
    if unit["egg"]:
        rows.append({"kind": "egg", "id": telling.game.cards.id_of(unit["egg"])})
    if unit["fresh"]:
        rows.append({"kind": "fresh"})
    return rows + [{"kind": name} for name, bit in _MARKS.items() if unit["flags"] & bit]


def _change_of(change: Mapping[str, int]) -> dict[str, Any]:
    kind = next(name for name, number in _CHANGES.items() if number == change["change"])
    health = {} if kind == "set" else {"hp": change["health"]}
    return {"kind": kind, "atk": change["attack"], **health, "until": _UNTIL[change["until"]], "count": change["count"]}


# ---- reading -----------------------------------------------------------------------------------------------------


def _read_units(telling: Telling, told: Any) -> list[Lists]:
    rows = _in_board_order(telling, told)
    units = [_read_unit(telling, i, row) for i, row in enumerate(rows)]
    standing: set[int] = set()
    for row, unit in zip(rows, units, strict=True):
        if not unit["flags"] & UnitFlag.GONE:
            if unit["tile"] in standing:
                raise PositionError(f"two units stand on ({row['x']}, {row['y']}); each tile has room for one")
            standing.add(unit["tile"])
    count = sum(1 if "seen" in unit else len(unit["changes"]) for unit in units)
    if count > EFFECTS:
        raise PositionError(f"at most {EFFECTS} changes of numbers can last on the board, not {count}")
    return units


def _in_board_order(telling: Telling, rows: Any) -> list[Mapping[str, Any]]:
    """The generals and then the minions. After the game a general may be missing: it is dead."""
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        raise PositionError("'units' is a list of tables, one for each unit on the board, in board order")
    generals: dict[int, Mapping[str, Any]] = {}
    minions = []
    for row in rows:
        only("a unit has", row, _UNIT)
        card = telling.game.cards.named("'units'", row.get("id"))
        if card.type == CardType.MINION:
            minions.append(row)
            continue
        if card.type != CardType.GENERAL:
            raise PositionError(f"'units': {card.name} is no unit but a {card.kind}")
        owner = whole(f"{card.name}: 'owner'", row.get("owner"), 1, 2)
        if owner in generals:
            raise PositionError(f"player {owner} has two generals; each side has one")
        generals[owner] = row
    for p in (1, 2) if telling.table["status"] == Phase.OVER else ():
        gone = {"id": telling.game.cards.id_of(telling.game.generals[p - 1]), "owner": p, "x": 0, "y": 0, "hp": 0, "dead": True}
        generals.setdefault(p, gone)
    if len(generals) < 2:
        raise PositionError(f"each side has one general; player {({1, 2} - set(generals)).pop()} has none")
    return [generals[1], generals[2], *minions]


def _read_unit(telling: Telling, i: int, row: Mapping[str, Any]) -> Lists:
    card = telling.game.cards.named("'units'", row["id"])
    where = card.name
    owner = whole(f"{where}: 'owner'", row.get("owner"), 1, 2) - 1
    dead, asks = flag(f"{where}: 'dead'", row.get("dead", False)), telling.told.get("followup") is not None
    if dead and (i >= 2 or not (telling.table["status"] == Phase.OVER or asks)):
        raise PositionError(f"{where}: only a general may be dead, after the game or while a card asks for another choice")
    usual = max(card.health, row["hp"]) if isinstance(row.get("hp"), int) else card.health
    most = whole(f"{where}: 'maxHp'", row.get("maxHp", usual), 0, _MOST)
    health = whole(f"{where}: 'hp'", row.get("hp", most), -_MOST if dead else 1, most)
    if flag(f"{where}: 'general'", row.get("general", i < 2)) != (i < 2):
        raise PositionError(f"{where} is {'a' if i < 2 else 'no'} general")
    unit = {
        "card": card.number, "owner": owner, "tile": tile_of(where, row), "damage": most - health,
        "moves": whole(f"{where}: 'moves'", row.get("moves", 0), 0, 99),
        "attacks": whole(f"{where}: 'attacks'", row.get("attacks", 0), 0, 99),
        "flags": (UnitFlag.EXHAUSTED if flag(f"{where}: 'exhausted'", row.get("exhausted", False)) else 0)
        | (UnitFlag.GONE | UnitFlag.DOOMED if dead else 0),
        "granted": 0, "brief": 0, "lost": 0, "stun": 0, "egg": 0, "grants": 0, "fresh": 0, "changes": [],
    }  # fmt: skip
    _read_keywords(telling, i, row, unit)
    if "effects" in row:
        _read_effects(telling, where, row["effects"], unit)
    else:
        unit["seen"] = _seen(where, row, unit)
    return unit


def _read_keywords(telling: Telling, i: int, row: Mapping[str, Any], unit: Lists) -> None:
    card, names = telling.game.cards.at(unit["card"]), row.get("kw")
    if names is None:
        unit["flags"] |= UnitFlag.FIELD_UP if card.keywords & Keyword.FORCEFIELD else 0
        return
    if not isinstance(names, list) or not all(isinstance(name, str) and name in SHOWN for name in names):
        odd = next((name for name in names if name not in SHOWN), names) if isinstance(names, list) else names
        raise PositionError(f"{card.name}: {reprlib.repr(odd)} is no keyword; keywords are {', '.join(SHOWN)}")
    unit["flags"] |= sum(bit for name, bit in _CONDITIONS.items() if name in names)
    if "effects" not in row:
        _explain_keywords(telling, i, names, unit)


def _explain_keywords(telling: Telling, i: int, names: Sequence[str], unit: Lists) -> None:
    """What was given to a unit and what was taken from it, by the keywords that it has."""
    cards = telling.game.cards
    card, held = cards.at(unit["card"]), sum(int(KEYWORDS[name]) for name in set(names) if name in KEYWORDS)
    explained = card.keywords | card.situational_keywords
    for number, _ in telling.table["players"][i]["artifacts"] if i < 2 else ():
        explained |= cards.at(number).worn_keywords
    unit["granted"] = held & ~explained
    unit["grants"] = unit["granted"].bit_count()
    unit["lost"] = card.keywords & _NAMED_BITS & ~held & ~_LASTING
    if "Dispelled" in names:
        unit["lost"] |= card.keywords & ~_LASTING & ~held
    unit["stun"] = 1 if "Stunned" in names else 0


def _seen(where: str, row: Mapping[str, Any], unit: Lists) -> tuple[int, int]:
    """Attack and maximum of health as they are seen; -1 if the position does not say."""
    attack = whole(f"{where}: 'atk'", row["atk"], 0, _MOST) if "atk" in row else -1
    return attack, row["maxHp"] if "maxHp" in row else row.get("hp", -1) if unit["damage"] == 0 else -1


def explain_numbers(units: Sequence[Lists], plain: Sequence[Lists]) -> None:
    """One change for each unit whose numbers are not as its card and situation explain."""
    for unit, as_it_is in zip(units, plain, strict=True):
        attack, health = unit.get("seen", (-1, -1))
        more = attack - as_it_is["attack"] if attack >= 0 and not as_it_is["keywords"] & Keyword.STRUCTURE else 0
        stronger = health - as_it_is["health"] if health >= 0 else 0
        if more or stronger:
            unit["changes"] = [{"change": 0, "until": 0, "count": 1, "attack": more, "health": stronger}]


def _read_effects(telling: Telling, where: str, rows: Any, unit: Lists) -> None:
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        raise PositionError(f"{where}: 'effects' is a list of tables, as the engine writes them")
    for row in rows:
        kind = row.get("kind") if isinstance(row.get("kind"), str) else None
        if kind in _CHANGES:
            unit["changes"].append(_read_change(where, kind, row))
        elif kind == "gains" and row.get("keyword") in _GIVEN:
            unit["brief" if row.get("until") == _UNTIL[1] else "granted"] |= int(_GIVEN[row["keyword"]])
        elif kind in _COUNTS:
            name, low, high = _COUNTS[kind]
            unit[kind] = whole(f"{where}: {name!r}", row.get(name), low, high)
        elif kind == "egg":
            unit["egg"] = telling.game.cards.holdable(f"{where}: 'egg'", row.get("id"))
        elif kind == "fresh":
            unit["fresh"] = 1
        elif kind in _MARKS:
            unit["flags"] |= _MARKS[kind]
        else:
            raise PositionError(f"{where}: {reprlib.repr(row)} is no effect")


def _read_change(where: str, kind: str, row: Mapping[str, Any]) -> dict[str, int]:
    return {
        "change": int(_CHANGES[kind]), "until": word("until", row.get("until", _UNTIL[0]), _UNTIL),
        "count": whole(f"{where}: 'count'", row.get("count", 1), 1, 255),
        "attack": whole(f"{where}: 'atk'", row.get("atk", 0), -_MOST, _MOST),
        "health": whole(f"{where}: 'hp'", row.get("hp", 0), -_MOST, _MOST),
    }  # fmt: skip


UNITS = FreePart(
    "units", "unit", "n_units", "effect", "n_effects", "provokers", take=_take_units, put=_put_units, show=_show_units,
    read=_read_units,
)  # fmt: skip
"""In board order, as the rules have them, each with the changes of its numbers and whether it is provoked."""
