"""Duelyst in words: actions and events."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from cardlab.core.action import Action, extra_of, kind_of, pack, source_of, target_of
from cardlab.core.events import EventKind
from cardlab.core.space import ActionKind, Part
from cardlab.errors import PositionError
from cardlab.games.duelyst.rules.state import ANYWHERE, COLUMNS, HAND, SIGNATURE_SLOT, TILES, Kind, Reason, Told
from cardlab.games.duelyst.words.cards import CardTable
from cardlab.games.duelyst.words.position import FORM

if TYPE_CHECKING:
    from cardlab.games.duelyst.rules.state import DuelystState

_TILE, _CARD = (0, TILES - 1), Part("card", 0, 255, derived=True)

DUELYST_ACTIONS = (
    ActionKind(Kind.MULLIGAN, Part("first", 0, HAND), Part("second", 0, HAND)),
    ActionKind(Kind.MOVE, Part("from", *_TILE), Part("to", *_TILE)),
    ActionKind(Kind.ATTACK, Part("from", *_TILE), Part("to", *_TILE)),
    ActionKind(Kind.PLAY, Part("slot", 0, SIGNATURE_SLOT), Part("tile", 0, ANYWHERE), _CARD),
    ActionKind(Kind.REPLACE, Part("slot", 0, HAND - 1), Part("none", 0, 0), _CARD),
    ActionKind(Kind.FOLLOW_UP, Part("stage", 0, 1), Part("tile", *_TILE), _CARD),
    ActionKind(Kind.END_TURN),
    ActionKind(Kind.SKIP),
    ActionKind(Kind.CANCEL),
    ActionKind(Kind.RESIGN),
)
"""Tiles by number (9 * y + x), slots of the hand from 0; the signature spell has slot 6."""

_HELP = (
    "move 0,2 2,2; attack 2,2 3,2; play 0 3,2 True Strike; play s - Tempest; replace 4; "
    "follow 3,3; mulligan 0 3; end; skip; cancel; resign"
)
_AT = r"[0-8],[0-4]"
_FORM = re.compile(
    rf"(?P<two>move|attack) (?P<a>{_AT}) (?P<b>{_AT})|play (?P<slot>[0-5s]) (?P<tile>{_AT}|-)(?: (?P<card>\S.*))?"
    rf"|replace (?P<old>[0-5])(?: (?P<gone>\S.*))?|follow (?P<on>{_AT})(?: (?P<by>\S.*?))?(?P<again> again)?"
    r"|mulligan(?: (?P<first>[0-5]))?(?: (?P<second>[0-5]))?|(?P<word>end|skip|cancel|resign)"
)
_WORDS = {Kind.END_TURN: "end", Kind.SKIP: "skip", Kind.CANCEL: "cancel", Kind.RESIGN: "resign"}


def tile_text(tile: int) -> str:
    """A tile as its column and row."""
    return "-" if tile == ANYWHERE else f"{tile % COLUMNS},{tile // COLUMNS}"


def _tile(text: str) -> int:
    return ANYWHERE if text == "-" else int(text[0]) + COLUMNS * int(text[2])


def action_text(table: CardTable, action: Action) -> str:
    """An action in words that `parse_action` reads back."""
    try:
        text = _words(table, kind_of(action), source_of(action), target_of(action), extra_of(action))
        if parse_action(table, text) == action:
            return text
    except (PositionError, ValueError, KeyError, TypeError):
        pass
    raise PositionError(f"{action!r:.40} is not an action of Duelyst")


def _words(table: CardTable, kind: int, source: int, target: int, card: int) -> str:
    if kind in _WORDS:
        return _WORDS[Kind(kind)]
    if kind == Kind.MULLIGAN:
        return " ".join(["mulligan", *(str(slot - 1) for slot in (source, target) if slot)])
    name = f" {table.at(card).name}" if card else ""
    if kind == Kind.PLAY:
        return f"play {'s' if source == SIGNATURE_SLOT else source} {tile_text(target)}{name}"
    if kind == Kind.REPLACE:
        return f"replace {source}{name}"
    if kind == Kind.FOLLOW_UP:
        return f"follow {tile_text(target)}{name}{' again' if source else ''}"
    return f"{Kind(kind).name.lower()} {tile_text(source)} {tile_text(target)}"


def parse_action(table: CardTable, text: str) -> Action:
    """The action that a text names; without a card's name the part for it stays zero."""
    found = _FORM.fullmatch(text.strip()) if isinstance(text, str) else None
    if found is None:
        raise PositionError(f"{text!r:.80} is not an action of Duelyst; actions look like: {_HELP}")
    if found["two"]:
        return pack(Kind[found["two"].upper()], _tile(found["a"]), _tile(found["b"]))
    if found["slot"]:
        slot = SIGNATURE_SLOT if found["slot"] == "s" else int(found["slot"])
        return pack(Kind.PLAY, slot, _tile(found["tile"]), _number(table, found["card"]))
    if found["old"]:
        return pack(Kind.REPLACE, int(found["old"]), 0, _number(table, found["gone"]))
    if found["on"]:
        return pack(Kind.FOLLOW_UP, int(bool(found["again"])), _tile(found["on"]), _number(table, found["by"]))
    if found["word"]:
        return pack(next(kind for kind, word in _WORDS.items() if word == found["word"]))
    slots = [int(found[name]) + 1 if found[name] else 0 for name in ("first", "second")]
    if slots[1] and slots[0] == slots[1]:
        raise PositionError("a mulligan names different slots")
    return pack(Kind.MULLIGAN, *slots)


def _number(table: CardTable, name: str | None) -> int:
    return table.find(name).number if name else 0


def parse_in(table: CardTable, state: DuelystState, text: str) -> Action:
    """The action that a text names in a position, which says which card is meant if the text does not."""
    action = parse_action(table, text)
    kind, source, target = kind_of(action), source_of(action), target_of(action)
    if extra_of(action) or kind not in (Kind.PLAY, Kind.REPLACE, Kind.FOLLOW_UP):
        return action
    return with_card(table, state, Kind(kind), source, target)


def with_card(table: CardTable, state: DuelystState, kind: Kind, source: int, target: int) -> Action:
    """An action with the card that it means: the one in a slot, the signature spell, or the one that asks for a choice."""
    if kind == Kind.FOLLOW_UP:
        asks = FORM.table(state, ("followup",))["followup"] or {"stage": 0, "card": 0}
        return pack(kind, asks["stage"], target, asks["card"])
    held = "units" if source == SIGNATURE_SLOT else "players"
    there = FORM.table(state, ("current", held))
    mine = there[held][max(there["current"], 0)]
    return pack(kind, source, target, table.at(mine["card"]).signature if held == "units" else mine["hand"][source])


# ---- events --------------------------------------------------------------------------------------------------------

_ENDINGS = {
    Reason.GENERAL_DEAD: "the other general has fallen",
    Reason.BOTH_DEAD: "both generals have fallen",
    Reason.TURN_LIMIT: "the last turn is over",
    Reason.GIVEN_UP: "the other gives up",
}


def duelyst_events(table: CardTable) -> Sequence[EventKind]:
    """Every kind of event; `card` is a place in the table of cards, `tile` a tile."""

    def name(fields: Mapping[str, int], part: str = "card") -> str:
        return table.at(fields[part]).name if fields[part] else "a card"

    named = {"card": name}
    placed = {**named, "tile": lambda fields: tile_text(fields["tile"])}
    where = ("card", "tile")
    return (
        EventKind(
            Told.TURN_BEGAN, ("turn", "mana"), "begins turn {number} with {mana} mana", "begin turn {number} with {mana} mana",
            phrases={"number": lambda fields: str(fields["turn"] // 2 + 1)},
        ),
        EventKind(Told.DREW, ("card", "slot"), "draws {card}", "draw {card}", "draws a card", ("card", "slot"), named,
        quiet=True),
        EventKind(Told.BURNED, ("card",), "burns {card}: the hand is full", "burn {card}: your hand is full", phrases=named),
        EventKind(Told.DECK_EMPTY, ("damage",), "has no card to draw and takes {damage}",
        "have no card to draw and take {damage}"),
        EventKind(
            Told.PLAYED, ("card", "tile", "slot"), "plays {card}{onto}", "play {card}{onto}",
            phrases={**named, "onto": lambda f: "" if f["tile"] == ANYWHERE else f" on {tile_text(f['tile'])}"},
        ),
        EventKind(Told.SUMMONED, where, "gets {card} on {tile}", "get {card} on {tile}", phrases=placed, quiet=True),
        EventKind(
            Told.MOVED, ("card", "from", "to"), "moves {card} to {to}", "move {card} to {to}",
            phrases={**named, "to": lambda f: tile_text(f["to"])},
        ),
        EventKind(
            Told.ATTACKED, ("card", "target", "from", "to"), "attacks {target} with {card}", "attack {target} with {card}",
            phrases={**named, "target": lambda f: name(f, "target")},
        ),
        EventKind(Told.DAMAGED, (*where, "damage"), "takes {damage} damage on {card}",
        "take {damage} damage on {card}", phrases=placed),
        EventKind(Told.HEALED, (*where, "health"), "has {card} healed by {health}", "have {card} healed by {health}",
        phrases=placed),
        EventKind(Told.DIED, where, "loses {card}", "lose {card}", phrases=placed),
        EventKind(
            Told.CHANGED, (*where, "attack", "health"), "has {card} changed by {change}", "have {card} changed by {change}",
            phrases={**placed, "change": lambda f: f"{f['attack']:+d}/{f['health']:+d}"}, quiet=True,
        ),
        EventKind(Told.STUNNED, where, "has {card} stunned", "have {card} stunned", phrases=placed),
        EventKind(Told.DISPELS, where, "has {card} dispelled", "have {card} dispelled", phrases=placed),
        EventKind(
            Told.TRANSFORMED, ("card", "into", "tile"), "has {card} become {into}", "have {card} become {into}",
            phrases={**named, "into": lambda f: name(f, "into")},
        ),
        EventKind(
            Told.TELEPORTED, ("card", "from", "to"), "has {card} teleported to {to}", "have {card} teleported to {to}",
            phrases={**named, "to": lambda f: tile_text(f["to"])},
        ),
        EventKind(Told.VANISHED, where, "sees {card} vanish", "see {card} vanish", phrases=placed),
        EventKind(
            Told.SPRING_USED, ("tile", "mana"), "takes the mana spring on {tile}", "take the mana spring on {tile}",
            phrases={"tile": lambda f: tile_text(f["tile"])},
        ),
        EventKind(
            Told.CREEP_LAID, ("tile",), "lays shadow creep on {tile}", "lay shadow creep on {tile}",
            phrases={"tile": lambda f: tile_text(f["tile"])}, quiet=True,
        ),
        EventKind(Told.ARTIFACT_BROKE, ("card",), "loses the artifact {card}", "lose the artifact {card}", phrases=named),
        EventKind(
            Told.REPLACED, ("card", "new", "slot"), "replaces {card} by {new}", "replace {card} by {new}", "replaces a card",
            ("card", "new", "slot"), {**named, "new": lambda f: name(f, "new")},
        ),
        EventKind(Told.MULLIGANED, ("cards",), "exchanges {cards} of the first cards", "exchange {cards} of the first cards"),
        EventKind(Told.SIGNATURE_READY, ("card",), "has {card} ready", "have {card} ready", phrases=named, quiet=True),
        EventKind(Told.HATCHED, where, "sees {card} hatch", "see {card} hatch", phrases=placed),
        EventKind(Told.SKIPPED, (), "leaves out the rest of the card", "leave out the rest of the card"),
        EventKind(Told.TAKEN_BACK, ("card",), "takes back {card}", "take back {card}", phrases=named),
        EventKind(Told.ENDED_TURN, (), "ends the turn", "end the turn"),
        EventKind(Told.ENDED, ("reason",), "wins: {ending}", "win: {ending}",
        phrases={"ending": lambda f: _ENDINGS[Reason(f["reason"])]}),
        EventKind(Told.RETURNED, (*where, "room"), "takes {card} back to hand", "take {card} back to hand", phrases=placed),
        EventKind(Told.CONTROL, where, "gains control of {card}", "gain control of {card}", phrases=placed),
    )  # fmt: skip
