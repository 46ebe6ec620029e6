"""Duelyst: positions and views as plain values, and the checks that only possible ones pass.

Players are 1 and 2, tiles are `x` (0 to 8) and `y` (0 to 4). A unit may be described by what is seen of it: attack, health and
keywords. What its card, its situation and its artifacts do not explain becomes one permanent change; keywords that its card
does not have were given to it, those that it lacks were taken away. With `effects`, which the engine writes, everything that
is on it is told exactly. A position need not be reachable: cards of several factions, decks of any size, missing springs.

A view has ``?`` for cards of the other's hand, and `unseen` for what the other has in hand and deck together; decks are sorted.
"""

from __future__ import annotations

import reprlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from cardlab.core.limits import EVERYBODY
from cardlab.core.reading import UNKNOWN, flag, listed, only, whole, word
from cardlab.errors import PositionError
from cardlab.games.duelyst.rules.state import (
    ARTIFACTS,
    COLUMNS,
    DECK_ROOM,
    EFFECTS,
    HAND,
    HELD,
    NOBODY,
    ROWS,
    TILES,
    UNKNOWN_CARD,
    CardType,
    Change,
    Keyword,
    Lying,
    Phase,
    UnitFlag,
)  # fmt: skip
from cardlab.games.duelyst.words.cards import ABILITIES, CREEP_ID, KEYWORDS, SPRING_ID, CardTable

if TYPE_CHECKING:
    from cardlab.games.duelyst.game import Duelyst
    from cardlab.games.duelyst.rules.state import DuelystState
    from cardlab.games.duelyst.words.cards import DuelystCard

_STATUS = ("mulligan", "active", "over")
_REASONS = ("", "general", "both generals", "turns", "resigned")
_UNTIL = ("for good", "turn", "start 1", "start 2")
_CONDITIONS = ("Provoked", "ForcefieldUp", "Stunned", "Dispelled")
SHOWN = (
    "Provoke", "Provoked", "Ranged", "Blast", "Celerity", "Flying", "Frenzy", "Backstab", "Rush", "Airdrop", "Forcefield",
    "ForcefieldUp", "Rebirth", "Egg", "Zeal", "Infiltrate", "Grow", "Deathwatch", "Stunned", "Ephemeral", "DyingWish",
    "CannotCounter", "Dispelled",
)  # fmt: skip
"""Keywords and conditions, in the order in which they are listed."""
_GIVEN = {**KEYWORDS, **ABILITIES}
_NAMED_BITS = sum(int(bit) for bit in KEYWORDS.values())
_LASTING = int(Keyword.STRUCTURE | Keyword.EPHEMERAL | Keyword.EGG)
_PARTS = (
    "status", "winner", "reason", "turn", "current", "mulliganed", "players", "units", "tiles", "followup", "idlePlays", "undo",
)  # fmt: skip
_PLAYER = (
    "mana", "maxMana", "bonusMana", "hand", "deck", "unseen", "replaced", "sig", "sigReady", "artifacts", "extraDraws",
"dances", "surges", )  # fmt: skip
_UNIT = (
    "id", "owner", "x", "y", "atk", "hp", "maxHp", "general", "exhausted", "moves", "attacks", "kw", "effects", "dead",
)  # fmt: skip
_MOST = 999
_TEMPORARY = {"extraDraws": "extra_draws", "dances": "dances", "surges": "surges"}
"""What a player has for this turn only."""


# ---- writing -----------------------------------------------------------------------------------------------------


def position_of(game: Duelyst, state: DuelystState) -> dict[str, Any]:
    """The position as plain values: the whole of it, or what the seat knows that was left with the state."""
    z, table = state.peek(), game.cards
    over = z["phase"] == Phase.OVER
    position: dict[str, Any] = {
        "status": _STATUS[z["phase"]], "turn": z["turn"], "current": z["player"] + 1,
        "players": [_player_of(game, z, p) for p in range(2)],
        "units": [_unit_of(z, table, i) for i in range(z["n_units"])],
        "tiles": [_object_of(value) for value in z["object"][: z["n_objects"]]],
        "followup": _followup_of(z, table),
    }  # fmt: skip
    if over:
        position |= {"winner": z["winner"] + 1, "reason": _REASONS[z["reason"]]}
    if z["phase"] == Phase.OPENING:
        position["mulliganed"] = [p + 1 for p in range(2) if z["mulliganed"] >> p & 1]
    if z["idle_plays"]:
        position["idlePlays"] = z["idle_plays"]
    before = state.taken_back()
    if before is not None:
        position["undo"] = position_of(game, before)
    return position


def _player_of(game: Duelyst, z: Mapping[str, Any], p: int) -> dict[str, Any]:
    table, hidden = game.cards, z["viewer"] not in (EVERYBODY, p)
    most, bonus = game.rules.most_mana, z["bonus"][p]
    signature = table.at(z["unit"][p]["card"]).signature if game.rules.signatures else 0
    cards = [table.at(card).id for card in z["deck"][p][: z["n_deck"][p]]]
    row = {
        "mana": z["mana"][p], "maxMana": min(most, z["max_mana"][p] + bonus), "bonusMana": bonus,
        "hand": [_held(table, card) for card in z["hand"][p]], ("unseen" if hidden else "deck"): cards,
        "replaced": z["replaced"][p], "sig": table.at(signature).id if signature else None, "sigReady": bool(z["ready"][p]),
        "artifacts": [
            {"id": table.at(z["worn"][p][k]).id, "durability": z["durability"][p][k]} for k in range(z["n_worn"][p])
        ],
    }  # fmt: skip
    if most < z["max_mana"][p] + bonus:
        row["baseMana"] = z["max_mana"][p]
    row |= {name: z[field][p] for name, field in _TEMPORARY.items() if z[field][p]}
    return row


def _held(table: CardTable, card: int) -> Any:
    if card == UNKNOWN_CARD:
        return UNKNOWN
    return table.at(card).id if card else None


def _unit_of(z: Mapping[str, Any], table: CardTable, i: int) -> dict[str, Any]:
    unit, dead = z["unit"][i], bool(z["unit"][i]["flags"] & UnitFlag.GONE)
    row = {
        "id": table.at(unit["card"]).id, "owner": unit["owner"] + 1, "x": unit["tile"] % COLUMNS, "y": unit["tile"] // COLUMNS,
        "atk": unit["attack"], "hp": unit["health"] - unit["damage"], "maxHp": unit["health"], "general": i < 2,
        "exhausted": bool(unit["flags"] & UnitFlag.EXHAUSTED), "moves": unit["moves"], "attacks": unit["attacks"],
        "kw": keywords_shown(z, i), "effects": _effects_of(z, table, i),
    }  # fmt: skip
    return {**row, "dead": True} if dead else row


def keywords_shown(z: Mapping[str, Any], i: int) -> list[str]:
    """Keywords and conditions of a unit."""
    unit = z["unit"][i]
    held = {name for name, bit in KEYWORDS.items() if unit["keywords"] & bit}
    x, y = unit["tile"] % COLUMNS, unit["tile"] // COLUMNS
    provokers = z["provokers"][1 - unit["owner"]]
    around = [(x + dx, y + dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
    if any(0 <= a < COLUMNS and 0 <= b < ROWS and provokers >> b * COLUMNS + a & 1 for a, b in around):
        held.add("Provoked")
    held |= {"ForcefieldUp"} if unit["flags"] & UnitFlag.FIELD_UP else set()
    held |= {"Stunned"} if unit["stun"] else set()
    held |= {"Dispelled"} if unit["flags"] & UnitFlag.DISPELLED else set()
    return [name for name in SHOWN if name in held]


def _effects_of(z: Mapping[str, Any], table: CardTable, i: int) -> list[dict[str, Any]]:
    """Everything on a unit: changes of its numbers in their order, what it was given and what it lost, stun, and the rest."""
    unit, rows = z["unit"][i], []
    for effect in z["effect"][: z["n_effects"]]:
        if effect["unit"] == i:
            rows.append(_change_of(effect))
    rows += [{"kind": "gains", "keyword": name} for name, bit in _GIVEN.items() if unit["granted"] & bit]
    rows += [{"kind": "gains", "keyword": name, "until": _UNTIL[1]} for name, bit in _GIVEN.items() if unit["brief"] & bit]
    if unit["grants"]:
        rows.append({"kind": "grants", "count": unit["grants"]})
    if unit["lost"]:
        rows.append({"kind": "lost", "bits": unit["lost"]})
    if unit["stun"]:
        rows.append({"kind": "stun", "turns": unit["stun"]})
    if unit["egg"]:
        rows.append({"kind": "egg", "id": table.at(unit["egg"]).id})
    marks = (
        ("fresh", unit["fresh"]),
        ("field hit", unit["flags"] & UnitFlag.FIELD_HIT),
        ("doomed", unit["flags"] & UnitFlag.DOOMED),
    )
    return rows + [{"kind": name} for name, value in marks if value]


def _change_of(effect: Mapping[str, Any]) -> dict[str, Any]:
    told = {"until": _UNTIL[effect["until"]], "count": effect["count"]}
    if effect["change"] == Change.SETS:
        return {"kind": "set", "atk": effect["attack"], **told}
    kind = "add" if effect["change"] == Change.ADDS else "becomes"
    return {"kind": kind, "atk": effect["attack"], "hp": effect["health"], **told}


def _object_of(value: int) -> dict[str, Any]:
    tile, kind = value & 63, value >> 6
    spring = kind in (Lying.SPRING, Lying.USED_SPRING)
    owner = 0 if spring else kind - Lying.CREEP + 1
    place = {"x": tile % COLUMNS, "y": tile // COLUMNS}
    return {"id": SPRING_ID if spring else CREEP_ID, "owner": owner, **place, "depleted": kind == Lying.USED_SPRING}


def _followup_of(z: Mapping[str, Any], table: CardTable) -> dict[str, Any] | None:
    if not z["pending"]:
        return None
    tiles = [[tile % COLUMNS, tile // COLUMNS] if tile < TILES else None for tile in z["used"][: z["n_used"]]]
    told: dict[str, Any] = {"card": table.at(z["pending"]).id, "stage": z["stage"], "tiles": tiles}
    if z["n_held"]:
        told["fallen"] = [_fallen_of(value) for value in z["held"][: z["n_held"]]]
    return told


def _fallen_of(value: int) -> dict[str, Any]:
    tile = value & 63
    return {"owner": (value >> 6 & 1) + 1, "x": tile % COLUMNS, "y": tile // COLUMNS, "general": bool(value & 128)}


# ---- reading -----------------------------------------------------------------------------------------------------


def load_position(game: Duelyst, state: DuelystState, position: Mapping[str, Any], seat: int | None) -> None:
    """Fill a blank state from a position, or from what a seat sees of one; or raise PositionError and leave it as it is."""
    only("a position of duelyst has", position, _PARTS)
    undo = position.get("undo")
    fresh = game.blank()
    fields, shown = _fields(game, position, seat)
    fresh.poke(fields)
    if shown:
        fields["effect"] = _explained(fresh.peek(), fields, shown)
        fields["n_effects"] = len(fields["effect"])
        fresh.poke(fields)
    if not fresh.over and not fresh.legal():
        raise PositionError("'followup': there is no target left for this choice, so it would not be asked for")
    if undo is not None:
        before = game.blank()
        load_position(game, before, undo, seat)
        fresh.keep_before(before)
    state.take_over(fresh)


def _fields(game: Duelyst, position: Mapping[str, Any], seat: int | None) -> tuple[dict[str, Any], dict[int, tuple[int, int]]]:
    phase = word("status", position.get("status", "active"), _STATUS)
    current = whole("'current'", position.get("current", 1), 1, 2)
    players = listed("players", position.get("players", [{}, {}]), 2, "tables, one for each player")
    rows = [_read_player(game, p, row, seat) for p, row in enumerate(players)]
    fields: dict[str, Any] = {name: [row[name] for row in rows] for name in rows[0]}
    fields |= {
        "phase": phase, "turn": whole("'turn'", position.get("turn", current - 1), 0, 60_000), "player": current - 1,
        "winner": -1, "reason": 0, "mulliganed": 3 if phase else _mulliganed(position.get("mulliganed", [])),
        "idle_plays": whole("'idlePlays'", position.get("idlePlays", 0), 0, 255), "at": [NOBODY] * TILES,
        "viewer": EVERYBODY if seat is None else seat,
    }  # fmt: skip
    if phase == Phase.OVER:
        fields["winner"] = whole("'winner'", position.get("winner"), 0, 2) - 1
        fields["reason"] = 1 + word(
            "reason", position.get("reason", "general" if fields["winner"] >= 0 else "both generals"), _REASONS[1:]
        )
    elif fields["mulliganed"] == 3 and phase == Phase.OPENING:
        raise PositionError("'mulliganed' lists both players: then the status is active")
    elif phase == Phase.OPENING and fields["mulliganed"] >> (current - 1) & 1:
        raise PositionError(f"player {current} has chosen already: 'current' is the other one")
    fields["object"] = _objects(position.get("tiles", []))
    fields["n_objects"] = len(fields["object"])
    shown = _read_units(game, position.get("units"), fields, position.get("followup") is not None)
    fields |= _read_followup(game, position.get("followup"), fields)
    return fields, shown


def _mulliganed(value: Any) -> int:
    if not isinstance(value, list):
        raise PositionError("'mulliganed' is a list of players, such as [1]")
    return sum(1 << whole("'mulliganed'", p, 1, 2) - 1 for p in {*value} if isinstance(p, int))


# ---- players -----------------------------------------------------------------------------------------------------


def _read_player(game: Duelyst, p: int, row: Any, seat: int | None) -> dict[str, Any]:
    where = f"player {p + 1}"
    if not isinstance(row, Mapping):
        raise PositionError(f"{where}: a player is a table of names and values, not {reprlib.repr(row)}")
    only(f"{where}: there is", row, (*_PLAYER, "baseMana"))
    hidden, most = seat is not None and seat != p, game.rules.most_mana
    start = game.rules.first_mana if p == 0 else game.rules.second_mana
    shown = whole(f"{where}: 'maxMana'", row.get("maxMana", start), 0, max(most, start))
    mana = whole(f"{where}: 'mana'", row.get("mana", shown), 0, max(most, start))
    bonus = whole(f"{where}: 'bonusMana'", row.get("bonusMana", 0), 0, shown)
    hand = listed(f"{where}: hand", row.get("hand", [None] * HAND), HAND, "slots, each with a card or null")
    deck_name = "unseen" if hidden else "deck"
    deck = row.get(deck_name, [])
    if not isinstance(deck, list) or len(deck) > DECK_ROOM - (0 if hidden else HAND) or (hidden and "deck" in row):
        raise PositionError(f"{where}: {deck_name!r} is a list of at most {DECK_ROOM - HAND} cards")
    cards = [_card_number(game, f"{where}: {deck_name!r}", card) for card in deck]
    worn = _artifacts(game, where, row.get("artifacts", []))
    slots = [_slot(game, where, card, hidden) for card in hand]
    if hidden and sum(card != 0 for card in slots) > len(cards):
        raise PositionError(f"{where}: 'unseen' has fewer cards than are in hand")
    return {
        "mana": mana, "max_mana": whole(f"{where}: 'baseMana'", row.get("baseMana", shown - bonus), 0, 9), "bonus": bonus,
        "hand": slots, "deck": cards if seat is None else sorted(cards), "n_deck": len(cards),
        "replaced": whole(f"{where}: 'replaced'", row.get("replaced", 0), 0, 255),
        "ready": int(flag(f"{where}: 'sigReady'", row.get("sigReady", False)) and bool(game.rules.signatures)),
        "extra_draws": whole(f"{where}: 'extraDraws'", row.get("extraDraws", 0), 0, 255),
        "dances": whole(f"{where}: 'dances'", row.get("dances", 0), 0, 255),
        "surges": whole(f"{where}: 'surges'", row.get("surges", 0), 0, 99),
        "worn": [card for card, _ in worn], "durability": [left for _, left in worn], "n_worn": len(worn),
    }  # fmt: skip


def _slot(game: Duelyst, where: str, card: Any, hidden: bool) -> int:
    if card is None:
        return 0
    if hidden:
        if card != UNKNOWN:
            raise PositionError(f"{where}: a player does not see the other's cards: write '?', not {reprlib.repr(card)}")
        return UNKNOWN_CARD
    return _card_number(game, f"{where}: 'hand'", card)


def _card_number(game: Duelyst, where: str, card: Any) -> int:
    found = _find(game, where, card)
    if found.type not in (CardType.MINION, CardType.SPELL, CardType.ARTIFACT):
        raise PositionError(f"{where}: {found.name} is a {found.kind} and no card to hold")
    return found.number


def _find(game: Duelyst, where: str, card: Any) -> DuelystCard:
    try:
        return game.cards.find(card)
    except PositionError as error:
        raise PositionError(f"{where}: {error}") from None


def _artifacts(game: Duelyst, where: str, rows: Any) -> list[tuple[int, int]]:
    if not isinstance(rows, list) or len(rows) > ARTIFACTS:
        raise PositionError(f"{where}: 'artifacts' is a list of at most {ARTIFACTS}")
    found = []
    for row in rows:
        if not isinstance(row, Mapping):
            raise PositionError(f"{where}: an artifact has 'id' and 'durability', not {reprlib.repr(row)}")
        only(f"{where}: an artifact has", row, ("id", "durability"))
        card = _find(game, f"{where}: 'artifacts'", row.get("id"))
        if card.type != CardType.ARTIFACT:
            raise PositionError(f"{where}: {card.name} is no artifact")
        found.append((card.number, whole(f"{where}: 'durability'", row.get("durability", game.rules.durability), 0, 99)))
    return found


# ---- the board ---------------------------------------------------------------------------------------------------


def _tile(where: str, row: Mapping[str, Any]) -> int:
    x, y = whole(f"{where}: 'x'", row.get("x"), 0, COLUMNS - 1), whole(f"{where}: 'y'", row.get("y"), 0, ROWS - 1)
    return y * COLUMNS + x


def _objects(rows: Any) -> list[int]:
    if not isinstance(rows, list):
        raise PositionError("'tiles' is a list of mana springs and shadow creep")
    found: dict[int, int] = {}
    for row in rows:
        if not isinstance(row, Mapping):
            raise PositionError(f"'tiles': an object is a table of names and values, not {reprlib.repr(row)}")
        only("'tiles': an object has", row, ("id", "owner", "x", "y", "depleted"))
        tile = _tile("'tiles'", row)
        if tile in found:
            raise PositionError(f"'tiles': two objects lie on ({row['x']}, {row['y']})")
        if row.get("id") == SPRING_ID:
            found[tile] = int(Lying.USED_SPRING if flag("'depleted'", row.get("depleted", False)) else Lying.SPRING)
        elif row.get("id") == CREEP_ID:
            found[tile] = Lying.CREEP + whole("'tiles': 'owner'", row.get("owner"), 1, 2) - 1
        else:
            raise PositionError(
                f"'tiles': {SPRING_ID} is a mana spring, {CREEP_ID} shadow creep; not {reprlib.repr(row.get('id'))}"
            )
    return [tile | kind << 6 for tile, kind in found.items()]


def _in_board_order(game: Duelyst, rows: Any, over: bool) -> list[Mapping[str, Any]]:
    """The generals and then the minions. After the game a general may be missing: it is dead."""
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        raise PositionError("'units' is a list of tables, one for each unit on the board, in board order")
    generals: dict[int, Mapping[str, Any]] = {}
    minions = []
    for row in rows:
        only("a unit has", row, _UNIT)
        card = _find(game, "'units'", row.get("id"))
        if card.type == CardType.MINION:
            minions.append(row)
            continue
        if card.type != CardType.GENERAL:
            raise PositionError(f"'units': {card.name} is no unit but a {card.kind}")
        owner = whole(f"{card.name}: 'owner'", row.get("owner"), 1, 2)
        if owner in generals:
            raise PositionError(f"player {owner} has two generals; each side has one")
        generals[owner] = row
    for p in (1, 2) if over else ():
        gone = {"id": game.cards.at(game.generals[p - 1]).id, "owner": p, "x": 0, "y": 0, "hp": 0, "dead": True}
        generals.setdefault(p, gone)
    if len(generals) < 2:
        raise PositionError(f"each side has one general; player {({1, 2} - set(generals)).pop()} has none")
    return [generals[1], generals[2], *minions]


def _read_units(game: Duelyst, rows: Any, fields: dict[str, Any], asks: bool) -> dict[int, tuple[int, int]]:
    """The units into the fields; return what is shown of those whose changes are not told."""
    ordered = _in_board_order(game, rows, fields["phase"] == Phase.OVER)
    units: list[dict[str, Any]] = []
    effects: list[dict[str, int]] = []
    shown: dict[int, tuple[int, int]] = {}
    tiles: set[int] = set()
    for i, row in enumerate(ordered):
        unit = _read_unit(game, i, row, fields, asks)
        if not unit["flags"] & UnitFlag.GONE:
            if unit["tile"] in tiles:
                raise PositionError(f"two units stand on ({row['x']}, {row['y']}); each tile has room for one")
            tiles.add(unit["tile"])
        if "effects" in row:
            effects += _read_effects(game, i, row["effects"], unit)
        else:
            shown[i] = _shown(game, row, unit)
        units.append(unit)
    if len(effects) + len(shown) > EFFECTS:
        raise PositionError(f"at most {EFFECTS} changes of numbers can last on the board, not {len(effects) + len(shown)}")
    fields |= {"unit": units, "n_units": len(units), "effect": effects, "n_effects": len(effects)}
    return shown


def _read_unit(game: Duelyst, i: int, row: Mapping[str, Any], fields: Mapping[str, Any], asks: bool) -> dict[str, Any]:
    card = _find(game, "'units'", row["id"])
    where = card.name
    owner = whole(f"{where}: 'owner'", row.get("owner"), 1, 2) - 1
    dead = flag(f"{where}: 'dead'", row.get("dead", False))
    if dead and (i >= 2 or not (fields["phase"] == Phase.OVER or asks)):
        raise PositionError(f"{where}: only a general may be dead, after the game or while a card asks for another choice")
    most = whole(
        f"{where}: 'maxHp'",
        row.get("maxHp", max(card.health, row.get("hp", 0) if isinstance(row.get("hp"), int) else 0)),
        0,
        _MOST,
    )
    health = whole(f"{where}: 'hp'", row.get("hp", most), -_MOST if dead else 1, most)
    if flag(f"{where}: 'general'", row.get("general", i < 2)) != (i < 2):
        raise PositionError(f"{where} is {'a' if i < 2 else 'no'} general")
    unit = {
        "card": card.number, "owner": owner, "tile": _tile(where, row), "damage": most - health,
        "moves": whole(f"{where}: 'moves'", row.get("moves", 0), 0, 99),
        "attacks": whole(f"{where}: 'attacks'", row.get("attacks", 0), 0, 99),
        "flags": (UnitFlag.EXHAUSTED if flag(f"{where}: 'exhausted'", row.get("exhausted", False)) else 0)
        | (UnitFlag.GONE | UnitFlag.DOOMED if dead else 0),
        "granted": 0, "brief": 0, "lost": 0, "stun": 0, "egg": 0, "grants": 0, "fresh": 0,
    }  # fmt: skip
    names = row.get("kw")
    if names is None:
        unit["flags"] |= UnitFlag.FIELD_UP if card.keywords & Keyword.FORCEFIELD else 0
        return unit
    if not isinstance(names, list) or not all(isinstance(name, str) and name in SHOWN for name in names):
        odd = next((name for name in names if name not in SHOWN), names) if isinstance(names, list) else names
        raise PositionError(f"{where}: {reprlib.repr(odd)} is no keyword; keywords are {', '.join(SHOWN)}")
    unit["flags"] |= UnitFlag.FIELD_UP if "ForcefieldUp" in names else 0
    unit["flags"] |= UnitFlag.DISPELLED if "Dispelled" in names else 0
    if "effects" not in row:
        _keywords_shown(game, unit, names, fields, i)
    return unit


def _keywords_shown(game: Duelyst, unit: dict[str, Any], names: list[str], fields: Mapping[str, Any], i: int) -> None:
    """What was given to a unit and what was taken from it, by the keywords that it has."""
    card = game.cards.at(unit["card"])
    held = sum(int(KEYWORDS[name]) for name in set(names) if name in KEYWORDS)
    worn = [game.cards.at(number).worn_keywords for number in fields["worn"][i][: fields["n_worn"][i]]] if i < 2 else []
    explained = card.keywords | card.situational_keywords
    for bits in worn:
        explained |= bits
    unit["granted"] = held & ~explained
    unit["grants"] = unit["granted"].bit_count()
    unit["lost"] = card.keywords & _NAMED_BITS & ~held & ~_LASTING
    if "Dispelled" in names:
        unit["lost"] |= card.keywords & ~_LASTING & ~held
    unit["stun"] = 1 if "Stunned" in names else 0


def _shown(game: Duelyst, row: Mapping[str, Any], unit: Mapping[str, Any]) -> tuple[int, int]:
    """Attack and maximum of health as they are seen; -1 if the position does not say."""
    name = game.cards.at(unit["card"]).name
    attack = whole(f"{name}: 'atk'", row["atk"], 0, _MOST) if "atk" in row else -1
    return attack, row["maxHp"] if "maxHp" in row else row.get("hp", -1) if unit["damage"] == 0 else -1


def _explained(z: Mapping[str, Any], fields: Mapping[str, Any], shown: Mapping[int, tuple[int, int]]) -> list[dict[str, int]]:
    """The changes that are told, and one for each unit whose numbers are not as its card and situation explain."""
    changes = list(fields["effect"])
    for i, (attack, health) in shown.items():
        unit = z["unit"][i]
        more = attack - unit["attack"] if attack >= 0 and not unit["keywords"] & Keyword.STRUCTURE else 0
        stronger = health - unit["health"] if health >= 0 else 0
        if more or stronger:
            changes.append({"unit": i, "change": 0, "until": 0, "count": 1, "attack": more, "health": stronger})
    return sorted(changes, key=lambda change: change["unit"])


def _read_effects(game: Duelyst, i: int, rows: Any, unit: dict[str, Any]) -> list[dict[str, int]]:
    name = game.cards.at(unit["card"]).name
    if not isinstance(rows, list) or not all(isinstance(row, Mapping) for row in rows):
        raise PositionError(f"{name}: 'effects' is a list of tables, as the engine writes them")
    found = []
    for row in rows:
        kind = row.get("kind")
        if kind in ("add", "set", "becomes"):
            found.append(_read_change(name, i, kind, row))
        elif kind == "gains" and row.get("keyword") in _GIVEN:
            unit["brief" if row.get("until") == _UNTIL[1] else "granted"] |= int(_GIVEN[row["keyword"]])
        elif kind == "lost":
            unit["lost"] = whole(f"{name}: 'bits'", row.get("bits"), 0, 0xFFFFFFFF)
        elif kind == "grants":
            unit["grants"] = whole(f"{name}: 'count'", row.get("count"), 0, 255)
        elif kind == "stun":
            unit["stun"] = whole(f"{name}: 'turns'", row.get("turns"), 1, 2)
        elif kind == "egg":
            unit["egg"] = _card_number(game, f"{name}: 'egg'", row.get("id"))
        elif kind in ("fresh", "field hit", "doomed"):
            unit["fresh"] = 1 if kind == "fresh" else unit["fresh"]
            unit["flags"] |= {"field hit": int(UnitFlag.FIELD_HIT), "doomed": int(UnitFlag.DOOMED)}.get(kind, 0)
        else:
            raise PositionError(f"{name}: {reprlib.repr(row)} is no effect")
    return found


def _read_change(name: str, i: int, kind: str, row: Mapping[str, Any]) -> dict[str, int]:
    change = {"add": Change.ADDS, "set": Change.SETS, "becomes": Change.REBASES}[kind]
    return {
        "unit": i, "change": int(change), "until": word("until", row.get("until", _UNTIL[0]), _UNTIL),
        "count": whole(f"{name}: 'count'", row.get("count", 1), 1, 255),
        "attack": whole(f"{name}: 'atk'", row.get("atk", 0), -_MOST, _MOST),
        "health": whole(f"{name}: 'hp'", row.get("hp", 0), -_MOST, _MOST),
    }  # fmt: skip


def _read_followup(game: Duelyst, row: Any, fields: Mapping[str, Any]) -> dict[str, Any]:
    if row is None:
        return {"pending": 0}
    if not isinstance(row, Mapping) or fields["phase"] != Phase.ACTIVE:
        raise PositionError("'followup' is null, or in an active game a table with 'card', 'stage' and 'tiles'")
    only("'followup' has", row, ("card", "stage", "tiles", "fallen"))
    card = _find(game, "'followup'", row.get("card"))
    if not card.follows:
        raise PositionError(f"'followup': {card.name} asks for no further choice")
    stage = whole("'followup': 'stage'", row.get("stage", 0), 0, card.follows - 1)
    tiles = listed("followup: tiles", row.get("tiles"), stage + 1, "tiles used so far, each as [x, y]")
    used = [_used_tile(tile) for tile in tiles]
    held = _read_fallen(row.get("fallen", []))
    return {"pending": card.number, "stage": stage, "used": used, "n_used": len(used), "held": held, "n_held": len(held)}


def _read_fallen(rows: Any) -> list[int]:
    """Who died in the middle of the play: it is watched when the play is settled."""
    if not isinstance(rows, list) or len(rows) > HELD or not all(isinstance(row, Mapping) for row in rows):
        raise PositionError(f"'followup': 'fallen' is a list of at most {HELD} units that died, each with owner, x and y")
    found = []
    for row in rows:
        only("'fallen': a unit has", row, ("owner", "x", "y", "general"))
        owner = whole("'fallen': 'owner'", row.get("owner"), 1, 2) - 1
        general = flag("'fallen': 'general'", row.get("general", False))
        found.append(_tile("'fallen'", row) | owner << 6 | (128 if general else 0))
    return found


def _used_tile(tile: Any) -> int:
    x, y = listed("followup: a tile", tile, 2, "numbers")
    return whole("'followup': x", x, 0, COLUMNS - 1) + COLUMNS * whole("'followup': y", y, 0, ROWS - 1)
