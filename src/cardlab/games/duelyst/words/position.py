"""Duelyst: positions and views as plain values, and the checks that only possible ones pass.

Players are 1 and 2, tiles are `x` (0 to 8) and `y` (0 to 4). How units are told says `units`. A position need not be reachable:
cards of several factions, decks of any size, missing springs. A table has cards by their numbers, players from 0, and tiles as
one number.

A view has ``?`` for cards of the other's hand, and `unseen` for what the other has in hand and deck together; decks are sorted.
"""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardlab.core.forms import PlayerTables, PositionForm
from cardlab.core.positionparts import FreePart, Lists, NumberPart, Telling, WordPart
from cardlab.core.reading import UNKNOWN, flag, listed, only, whole, word
from cardlab.errors import PositionError
from cardlab.games.duelyst.rules.state import (
    ARTIFACTS,
    COLUMNS,
    DECK_ROOM,
    HAND,
    HELD,
    ROWS,
    TILES,
    UNKNOWN_CARD,
    CardType,
    Lying,
    Phase,
)
from cardlab.games.duelyst.words.cards import CREEP_ID, SPRING_ID
from cardlab.games.duelyst.words.units import UNITS, explain_numbers, place_of, tile_of

if TYPE_CHECKING:
    from cardlab.games.duelyst.game import Duelyst
    from cardlab.games.duelyst.rules.state import DuelystState

_STATUS = ("mulligan", "active", "over")
_REASONS = ("", "general", "both generals", "turns", "resigned")


# ---- the turn and the end ----------------------------------------------------------------------------------------


def _is_over(telling: Telling, value: Any = None) -> bool:
    return bool(telling.table["status"] == Phase.OVER)


def _is_opening(telling: Telling, value: Any = None) -> bool:
    return bool(telling.table["status"] == Phase.OPENING)


def _read_winner(telling: Telling, told: Any) -> int:
    return whole("'winner'", told, 0, 2) - 1 if _is_over(telling) else -1


def _read_reason(telling: Telling, told: Any) -> int:
    return 1 + word("reason", told, _REASONS[1:]) if _is_over(telling) else 0


def _read_mulliganed(telling: Telling, told: Any) -> int:
    if not _is_opening(telling):
        return 3
    if not isinstance(told, list):
        raise PositionError("'mulliganed' is a list of players, such as [1]")
    bits, current = sum({1 << whole("'mulliganed'", p, 1, 2) - 1 for p in told if isinstance(p, int)}), telling.table["current"]
    if bits == 3:
        raise PositionError("'mulliganed' lists both players: then the status is active")
    if bits >> current & 1:
        raise PositionError(f"player {current + 1} has chosen already: 'current' is the other one")
    return bits


# ---- players -----------------------------------------------------------------------------------------------------


def _ids(telling: Telling, numbers: Sequence[int]) -> list[Any]:
    return [UNKNOWN if number == UNKNOWN_CARD else telling.game.cards.id_of(number) for number in numbers]


def _first_mana(telling: Telling) -> int:
    return int(telling.game.rules.second_mana if telling.player else telling.game.rules.first_mana)


def _mana(name: str) -> Callable[[Telling, Any], int]:
    """Reads mana: as much as a turn can give."""
    return lambda telling, told: whole(
        f"{telling.where}{name!r}", told, 0, max(telling.game.rules.most_mana, _first_mana(telling))
    )


def _all_mana(telling: Telling) -> int:
    return int(telling.table["baseMana"] + telling.table["bonusMana"])


def _read_base_mana(telling: Telling, told: Any) -> int:
    return whole(f"{telling.where}'baseMana'", told, 0, 9)


def _plain_mana(telling: Telling) -> int:
    return _read_base_mana(telling, telling.table["maxMana"] - telling.table["bonusMana"])


def _read_hand(telling: Telling, told: Any) -> list[int]:
    slots = listed(f"{telling.where}hand", told, HAND, "slots, each with a card or null")
    return [0 if card is None else _read_slot(telling, card) for card in slots]


def _read_slot(telling: Telling, card: Any) -> int:
    if not telling.foreign:
        return int(telling.game.cards.holdable(f"{telling.where}'hand'", card))
    if card != UNKNOWN:
        raise PositionError(f"{telling.where}a player does not see the other's cards: write '?', not {reprlib.repr(card)}")
    return UNKNOWN_CARD


def _read_deck(telling: Telling, told: Any) -> list[int]:
    """The deck; of the other player what is unseen, in hand or deck. What a player knows of both has no order."""
    hidden, where = telling.foreign, f"{telling.where}{'unseen' if telling.foreign else 'deck'!r}"
    cards = told if not hidden else None if "deck" in telling.told else telling.told.get("unseen", [])
    if not isinstance(cards, list) or len(cards) > DECK_ROOM - (0 if hidden else HAND):
        raise PositionError(f"{where} is a list of at most {DECK_ROOM - HAND} cards")
    numbers = [telling.game.cards.holdable(where, card) for card in cards]
    if hidden and sum(card != 0 for card in telling.table["hand"]) > len(numbers):
        raise PositionError(f"{where} has fewer cards than are in hand")
    return numbers if telling.seat is None else sorted(numbers)


def _signature(telling: Telling, value: Any) -> Any:
    """The signature spell of the general."""
    general = telling.game.cards.at(telling.around["units"][telling.player]["card"])
    return telling.game.cards.id_of(general.signature if telling.game.rules.signatures else 0)


def _read_ready(telling: Telling, told: Any) -> int:
    return int(flag(f"{telling.where}'sigReady'", told) and bool(telling.game.rules.signatures))


def _show_artifacts(telling: Telling, worn: Sequence[tuple[int, int]]) -> list[dict[str, Any]]:
    return [{"id": telling.game.cards.id_of(card), "durability": left} for card, left in worn]


def _read_artifacts(telling: Telling, told: Any) -> list[tuple[int, int]]:
    if not isinstance(told, list) or len(told) > ARTIFACTS:
        raise PositionError(f"{telling.where}'artifacts' is a list of at most {ARTIFACTS}")
    return [_read_artifact(telling, row) for row in told]


def _read_artifact(telling: Telling, row: Any) -> tuple[int, int]:
    where = telling.where
    if not isinstance(row, Mapping):
        raise PositionError(f"{where}an artifact has 'id' and 'durability', not {reprlib.repr(row)}")
    only(f"{where}an artifact has", row, ("id", "durability"))
    card = telling.game.cards.named(f"{where}'artifacts'", row.get("id"))
    if card.type != CardType.ARTIFACT:
        raise PositionError(f"{where}{card.name} is no artifact")
    return card.number, whole(f"{where}'durability'", row.get("durability", telling.game.rules.durability), 0, 99)


# ---- springs, creep and further choices --------------------------------------------------------------------------


def _show_object(value: int) -> dict[str, Any]:
    tile, kind = value & 63, value >> 6
    spring = kind in (Lying.SPRING, Lying.USED_SPRING)
    told = {"id": SPRING_ID if spring else CREEP_ID, "owner": 0 if spring else kind - Lying.CREEP + 1}
    return {**told, **place_of(tile), "depleted": kind == Lying.USED_SPRING}


def _read_objects(telling: Telling, told: Any) -> list[int]:
    if not isinstance(told, list):
        raise PositionError("'tiles' is a list of mana springs and shadow creep")
    found: dict[int, int] = {}
    for row in told:
        if not isinstance(row, Mapping):
            raise PositionError(f"'tiles': an object is a table of names and values, not {reprlib.repr(row)}")
        only("'tiles': an object has", row, ("id", "owner", "x", "y", "depleted"))
        tile = tile_of("'tiles'", row)
        if tile in found:
            raise PositionError(f"'tiles': two objects lie on ({row['x']}, {row['y']})")
        found[tile] = _read_lying(row)
    return [tile | kind << 6 for tile, kind in found.items()]


def _read_lying(row: Mapping[str, Any]) -> int:
    if row.get("id") == SPRING_ID:
        return int(Lying.USED_SPRING if flag("'depleted'", row.get("depleted", False)) else Lying.SPRING)
    if row.get("id") == CREEP_ID:
        return Lying.CREEP + whole("'tiles': 'owner'", row.get("owner"), 1, 2) - 1
    found = reprlib.repr(row.get("id"))
    raise PositionError(f"'tiles': {SPRING_ID} is a mana spring, {CREEP_ID} shadow creep; not {found}")


def _take_followup(telling: Telling, *held: Any) -> Lists | None:
    """The card that asks for another choice, with the tiles that were chosen so far and who died meanwhile; or nothing."""
    card, stage, tiles, n_tiles, fallen, n_fallen = held
    return {"card": card, "stage": stage, "tiles": tiles[:n_tiles], "fallen": fallen[:n_fallen]} if card else None


def _put_followup(telling: Telling, value: Lists | None) -> tuple[Any, ...]:
    if value is None:
        return 0, 0, [], 0, [], 0
    return value["card"], value["stage"], value["tiles"], len(value["tiles"]), value["fallen"], len(value["fallen"])


def _show_followup(telling: Telling, value: Lists | None) -> dict[str, Any] | None:
    if value is None:
        return None
    tiles = [[tile % COLUMNS, tile // COLUMNS] if tile < TILES else None for tile in value["tiles"]]
    told = {"card": telling.game.cards.id_of(value["card"]), "stage": value["stage"], "tiles": tiles}
    return {**told, "fallen": list(map(_show_fallen, value["fallen"]))} if value["fallen"] else told


def _read_followup(telling: Telling, told: Any) -> Lists | None:
    if told is None:
        return None
    if not isinstance(told, Mapping) or telling.table["status"] != Phase.ACTIVE:
        raise PositionError("'followup' is null, or in an active game a table with 'card', 'stage' and 'tiles'")
    only("'followup' has", told, ("card", "stage", "tiles", "fallen"))
    card = telling.game.cards.named("'followup'", told.get("card"))
    if not card.follows:
        raise PositionError(f"'followup': {card.name} asks for no further choice")
    stage = whole("'followup': 'stage'", told.get("stage", 0), 0, card.follows - 1)
    tiles = listed("followup: tiles", told.get("tiles"), stage + 1, "tiles used so far, each as [x, y]")
    used, fallen = [_used_tile(tile) for tile in tiles], _read_fallen(told.get("fallen", []))
    return {"card": card.number, "stage": stage, "tiles": used, "fallen": fallen}


def _show_fallen(value: int) -> dict[str, Any]:
    tile = value & 63
    return {"owner": (value >> 6 & 1) + 1, **place_of(tile), "general": bool(value & 128)}


def _read_fallen(rows: Any) -> list[int]:
    """Who died in the middle of the play: it is watched when the play is settled."""
    if not isinstance(rows, list) or len(rows) > HELD or not all(isinstance(row, Mapping) for row in rows):
        raise PositionError(f"'followup': 'fallen' is a list of at most {HELD} units that died, each with owner, x and y")
    found = []
    for row in rows:
        only("'fallen': a unit has", row, ("owner", "x", "y", "general"))
        owner = whole("'fallen': 'owner'", row.get("owner"), 1, 2) - 1
        general = flag("'fallen': 'general'", row.get("general", False))
        found.append(tile_of("'fallen'", row) | owner << 6 | (128 if general else 0))
    return found


def _used_tile(tile: Any) -> int:
    x, y = listed("followup: a tile", tile, 2, "numbers")
    return whole("'followup': x", x, 0, COLUMNS - 1) + COLUMNS * whole("'followup': y", y, 0, ROWS - 1)


def _read_undo(telling: Telling, told: Any) -> Mapping[str, Any] | None:
    """The position before the play that is pending, if it can be taken back; the state keeps it."""
    if told is not None and not isinstance(told, Mapping):
        raise PositionError(f"'undo' is null or a position, not {reprlib.repr(told)}")
    return told


# ---- the form ----------------------------------------------------------------------------------------------------


def _take_row(telling: Telling, values: list[int], n: int) -> list[int]:
    return values[:n]


def _put_row(telling: Telling, values: Sequence[int]) -> tuple[Any, ...]:
    return values, len(values)


_PLAYERS = PlayerTables(
    "players",
    FreePart("mana", read=_mana("mana"), follows=lambda telling: telling.table["maxMana"], late=True),
    FreePart(
        "maxMana", held=False, show=lambda telling, value: min(telling.game.rules.most_mana, _all_mana(telling)),
        read=_mana("maxMana"), follows=_first_mana,
    ),
    FreePart(
        "bonusMana", "bonus", usual=0, always=True,
        read=lambda telling, told: whole(f"{telling.where}'bonusMana'", told, 0, telling.table["maxMana"]),
    ),
    FreePart("hand", show=_ids, read=_read_hand, usual=[0] * HAND, always=True),
    FreePart(
        "deck", "deck", "n_deck", take=_take_row, put=_put_row, show=_ids, tells=lambda telling, value: not telling.foreign,
        read=_read_deck, follows=lambda telling: _read_deck(telling, []),
    ),
    FreePart(
        "unseen", held=False, show=lambda telling, value: _ids(telling, telling.table["deck"]),
        tells=lambda telling, value: telling.foreign,
    ),
    NumberPart("replaced", 0, 255, always=True),
    FreePart("sig", held=False, show=_signature),
    FreePart("sigReady", "ready", show=lambda telling, value: bool(value), read=_read_ready, usual=0, always=True),
    FreePart(
        "artifacts", "worn", "durability", "n_worn", show=_show_artifacts, read=_read_artifacts, usual=[], always=True,
        take=lambda telling, worn, durability, n: list(zip(worn[:n], durability[:n], strict=True)),
        put=lambda telling, worn: ([card for card, _ in worn], [left for _, left in worn], len(worn)),
    ),
    FreePart(
        "baseMana", "max_mana", tells=lambda telling, value: _all_mana(telling) > telling.game.rules.most_mana, late=True,
        read=_read_base_mana, follows=_plain_mana,
    ),
    NumberPart("extraDraws", 0, 255, "extra_draws"),
    NumberPart("dances", 0, 255),
    NumberPart("surges", 0, 99),
    title="player {1}",
)  # fmt: skip
"""What is told of a player. Shown is at most the mana that a turn may give; where base and bonus are more, the base is told."""
FORM = PositionForm(
    "a position of duelyst has",
    WordPart("status", _STATUS, "phase", usual=Phase.ACTIVE, always=True),
    FreePart(
        "turn", read=lambda telling, told: whole("'turn'", told, 0, 60_000),
        follows=lambda telling: telling.table["current"], late=True,
    ),
    FreePart(
        "current", "player", show=lambda telling, seat: seat + 1,
        read=lambda telling, told: whole("'current'", told, 1, 2) - 1, usual=0, always=True,
    ),
    _PLAYERS,
    UNITS,
    FreePart(
        "tiles", "object", "n_objects", take=_take_row, put=_put_row, show=lambda telling, values: [*map(_show_object, values)],
        read=_read_objects, usual=[], always=True,
    ),
    FreePart(
        "followup", "pending", "stage", "used", "n_used", "held", "n_held", take=_take_followup, put=_put_followup,
        show=_show_followup, read=_read_followup, usual=None, always=True,
    ),
    FreePart("winner", show=lambda telling, seat: seat + 1, tells=_is_over, read=_read_winner),
    FreePart(
        "reason", show=lambda telling, value: _REASONS[value], tells=_is_over, read=_read_reason,
        follows=lambda telling: _read_reason(telling, "general" if telling.table["winner"] >= 0 else "both generals"),
    ),
    FreePart(
        "mulliganed", show=lambda telling, bits: [p + 1 for p in range(2) if bits >> p & 1], tells=_is_opening,
        read=_read_mulliganed, follows=lambda telling: _read_mulliganed(telling, []),
    ),
    NumberPart("idlePlays", 0, 255, "idle_plays"),
    FreePart("undo", held=False, usual=None, read=_read_undo),
)  # fmt: skip


def position_of(state: DuelystState) -> dict[str, Any]:
    """The position as plain values: the whole of it, or what the seat knows that was left with the state."""
    position, before = FORM.position(state), state.taken_back()
    return position if before is None else {**position, "undo": position_of(before)}


def load_position(game: Duelyst, state: DuelystState, position: Mapping[str, Any], seat: int | None) -> None:
    """Fill a blank state from a position, or from what a seat sees of one; or raise PositionError and leave it as it is."""
    telling, fresh = FORM.opened(game, {"players": [{}, {}], **position}, seat), game.blank()
    FORM.fill(fresh, telling)
    units = telling.table["units"]
    if any("seen" in unit for unit in units):
        explain_numbers(units, FORM.table(fresh, ("units",))["units"])
        FORM.fill(fresh, telling)
    if not fresh.over and not fresh.legal():
        raise PositionError("'followup': there is no target left for this choice, so it would not be asked for")
    if (undo := telling.table["undo"]) is not None:
        before = game.blank()
        load_position(game, before, undo, seat)
        fresh.keep_before(before)
    state.take_over(fresh)
