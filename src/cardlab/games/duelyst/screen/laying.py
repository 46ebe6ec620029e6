"""The table of Duelyst: the board with its units and springs, what each player has, and what each move touches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardlab.core.action import Action, kind_of, pack, source_of, target_of
from cardlab.core.events import Event
from cardlab.core.reading import UNKNOWN
from cardlab.core.table import Face, Move, Table, Thing, Zone, place_id
from cardlab.games.duelyst.rules.state import ANYWHERE, COLUMNS, HAND, SIGNATURE_SLOT, TILES, CardType, Kind
from cardlab.games.duelyst.screen.lessons import (
    ENEMY,
    FRIEND,
    KINDS,
    LESS,
    MORE,
    OBJECT,
    ON_CREEP,
    READY,
    TIRED,
    USED_UP,
    deeds,
    duelyst_lessons,
    keyword_marks,
)  # fmt: skip
from cardlab.games.duelyst.words.actions import tile_text
from cardlab.games.duelyst.words.cards import CREEP_ID

if TYPE_CHECKING:
    from cardlab.games.duelyst.game import Duelyst


_BUTTONS = {
    Kind.END_TURN: ("end", "End turn"), Kind.REPLACE: ("replace", "Replace"), Kind.MULLIGAN: ("keep", "Keep all"),
    Kind.SKIP: ("skip", "Skip"), Kind.CANCEL: ("cancel", "Take back"), Kind.RESIGN: ("resign", "Give up"),
}  # fmt: skip
"""What is done by touching neither the board nor a card."""
_SAID = {
    Kind.END_TURN: "end the turn", Kind.SKIP: "leave out the rest", Kind.CANCEL: "take the card back",
    Kind.RESIGN: "give the game up",
}  # fmt: skip


def duelyst_table(game: Duelyst, view: Mapping[str, Any], seat: int | None, legal: Sequence[Action]) -> Table:
    """The table of a view, or of a whole position."""
    return _Laying(game, view, seat, legal).table()


class _Laying:
    def __init__(self, game: Duelyst, view: Mapping[str, Any], seat: int | None, legal: Sequence[Action]) -> None:
        self.game, self.view, self.seat, self.legal = game, view, seat, legal
        self.me = seat or 0
        self.cards = game.cards
        self.units = {row["y"] * COLUMNS + row["x"]: row for row in view["units"] if not row.get("dead")}
        self.lying = {row["y"] * COLUMNS + row["x"]: row for row in view["tiles"]}

    def table(self) -> Table:
        moves = tuple(Move(action, self._words(action), self._touches(action), *self._manner(action)) for action in self.legal)
        sources = {name for move in moves for name in move.touches[0]}
        foe, end = 1 - self.me, pack(Kind.END_TURN)
        zones = [
            Zone(f"player{foe}", "player", "counters", foe),
            Zone("board", "board", "grid", None, "", TILES, COLUMNS, places=tuple(map(tile_text, range(TILES)))),
            Zone(f"player{self.me}", "player", "counters", self.me),
            Zone("answers", "answers", "buttons"),
            Zone(f"hand{self.me}", "hand", "fan", self.me, "your hand" if self.seat is not None else "hand", HAND + 1),
        ]
        things = [*self._board(sources), *self._counters(foe), *self._counters(self.me), *self._buttons(), *self._hand(sources)]
        asks = {name: self._ask(name) for name in sources if name.startswith(("unit", "card"))}
        enter = end if end in self.legal else None
        return Table(
            self.seat, tuple(zones), tuple(things), moves, self._prompt(), asks, enter, duelyst_lessons(self.game.options)
        )

    # ---- what lies there ---------------------------------------------------------------------------------------------

    def _board(self, sources: set[str]) -> Iterator[Thing]:
        for tile in range(TILES):
            if tile in self.units:
                yield self._unit(tile, self.units[tile], sources)
            elif tile in self.lying:
                row = self.lying[tile]
                yield self._creep(tile, row) if row["id"] == CREEP_ID else self._spring(tile, row["depleted"])

    def _creep(self, tile: int, row: Mapping[str, Any]) -> Thing:
        kind = FRIEND if row["owner"] - 1 == self.me else ENEMY
        does = "bites enemies of its owner who stand on it"
        return Thing(f"tile{tile}", "board", tile, Face("creep", kind, sign="~"), (), (does,))

    def _spring(self, tile: int, used: bool) -> Thing:
        face = Face("used", USED_UP, sign="◇") if used else Face("mana", OBJECT, sign="◆")
        does = "a mana spring that was used up" if used else "gives one mana for the turn, once"
        return Thing(f"tile{tile}", "board", tile, face, (), (does,))

    def _unit(self, tile: int, row: Mapping[str, Any], sources: set[str]) -> Thing:
        card = self.cards.by_id[row["id"]]
        change = row["maxHp"] - card.health if row["hp"] == row["maxHp"] else -1
        marks = [*row["kw"], *([LESS] if change < 0 else [MORE] if change > 0 else [])]
        name, mine = f"unit{tile}", row["owner"] - 1 == self.me
        if mine and self.legal:
            marks.append(READY if name in sources else TIRED)
        if self.lying.get(tile, {}).get("id") == CREEP_ID:
            marks.append(ON_CREEP)
        numbers = (f"attack {row['atk']}", f"health {row['hp']} of {row['maxHp']}")
        face = Face(card.name, FRIEND if mine else ENEMY, left=str(row["atk"]), right=str(row["hp"]))
        why = self._idle(row) if mine and self.legal and name not in sources else ""
        return Thing(name, "board", tile, face, tuple(marks), (*numbers, *deeds(self.cards, card)), why)

    def _idle(self, row: Mapping[str, Any]) -> str:
        if "Stunned" in row["kw"]:
            return "it is stunned"
        if row["exhausted"]:
            return "it rests until your next turn"
        return "it has attacked already" if row["attacks"] else "it has nobody to attack and nowhere to go"

    def _counters(self, seat: int) -> Iterator[Thing]:
        row = self.view["players"][seat]
        general = next((unit for unit in self.view["units"] if unit["general"] and unit["owner"] == seat + 1), None)
        health = max(0, general["hp"]) if general else 0
        unseen = row.get("unseen")
        held = sum(card is not None for card in row["hand"])
        faces = [
            Face("health", number=health, most=max(25, health)), Face("mana", number=row["mana"], most=max(row["mana"],
            row["maxMana"])),
            Face("in hand", number=held), Face("in deck", number=len(row["deck"]) if unseen is None else len(unseen) - held),
        ]  # fmt: skip
        faces += [Face(f"{self.cards.by_id[one['id']].name} ({one['durability']})") for one in row["artifacts"]]
        faces += [Face("★")] if self.view.get("winner") == seat + 1 else []
        return (Thing(f"player{seat}:{at}", f"player{seat}", at, face) for at, face in enumerate(faces))

    def _hand(self, sources: set[str]) -> Iterator[Thing]:
        row = self.view["players"][self.me]
        cards = list(enumerate(row["hand"]))
        cards += [(SIGNATURE_SLOT, row["sig"])] if row["sigReady"] else []
        for slot, number in cards:
            if number is None:
                continue
            name = f"card{slot}"
            if number == UNKNOWN:
                yield Thing(name, f"hand{self.me}", slot)
                continue
            card = self.cards.by_id[number]
            text = "; ".join(deeds(self.cards, card))
            stats = (str(card.attack), str(card.health)) if card.kind == "minion" else ("", "")
            face = Face(card.name, KINDS[CardType(card.type)], cost=str(card.cost), left=stats[0], right=stats[1], text=text)
            why = self._why_not(card, row["mana"]) if self.legal and name not in sources else ""
            yield Thing(name, f"hand{self.me}", slot, face, keyword_marks(card), deeds(self.cards, card), why)

    def _why_not(self, card: Any, mana: int) -> str:
        if self.view["status"] == "mulligan" or self.view["followup"]:
            return ""
        return f"it costs {card.cost}, and you have {mana} mana" if card.cost > mana else "there is nothing to play it on"

    def _buttons(self) -> Iterator[Thing]:
        kinds = {kind_of(action) for action in self.legal}
        found = [name for kind, name in _BUTTONS.items() if kind in kinds]
        return (Thing(name, "answers", at, Face(words)) for at, (name, words) in enumerate(found))

    # ---- what can be done --------------------------------------------------------------------------------------------

    def _spot(self, tile: int) -> tuple[str, ...]:
        """A tile of the board, by its place and by what is on it."""
        if tile == ANYWHERE:
            return ("board",)
        found = [place_id("board", tile)]
        found += [f"unit{tile}"] if tile in self.units else [f"tile{tile}"] if tile in self.lying else []
        return tuple(found)

    def _touches(self, action: Action) -> tuple[tuple[str, ...], ...]:
        kind, source, target = kind_of(action), source_of(action), target_of(action)
        if kind in (Kind.MOVE, Kind.ATTACK):
            return (f"unit{source}",), self._spot(target)
        if kind == Kind.PLAY:
            return (f"card{source}",), self._spot(target)
        if kind == Kind.FOLLOW_UP:
            return (self._spot(target),)
        if kind == Kind.REPLACE:
            return ("replace",), (f"card{source}",)
        if kind == Kind.MULLIGAN:
            slots = [slot - 1 for slot in (source, target) if slot]
            return tuple((f"card{slot}",) for slot in slots) or (("keep",),)
        return ((_BUTTONS[Kind(kind)][0],),)

    def _manner(self, action: Action) -> tuple[bool, tuple[str, ...], bool]:
        """Whether the order matters, what goes along, and whether to confirm."""
        exchanged = kind_of(action) == Kind.MULLIGAN and source_of(action) > 0
        return exchanged, (), exchanged or kind_of(action) == Kind.RESIGN

    def _called(self, tile: int) -> str:
        row = self.units.get(tile)
        return f"{self.cards.by_id[row['id']].name} at {tile_text(tile)}" if row else tile_text(tile)

    def _words(self, action: Action) -> str:
        kind, source, target = kind_of(action), source_of(action), target_of(action)
        hand = self.view["players"][self.me]
        if kind == Kind.MOVE:
            return f"move {self._called(source)} to {tile_text(target)}"
        if kind == Kind.ATTACK:
            return f"{self._called(source)} attacks {self._called(target)}"
        if kind in (Kind.PLAY, Kind.REPLACE):
            card = hand["sig"] if source == SIGNATURE_SLOT else hand["hand"][source]
            name = self.cards.by_id[card].name
            if kind == Kind.REPLACE:
                return f"replace {name}"
            return f"play {name}" + ("" if target == ANYWHERE else f" on {self._called(target)}")
        if kind == Kind.FOLLOW_UP:
            return f"choose {self._called(target)}"
        if kind == Kind.MULLIGAN:
            names = [self.cards.by_id[hand["hand"][slot - 1]].name for slot in (source, target) if slot]
            return f"exchange {' and '.join(names)}" if names else "keep all cards"
        return _SAID[Kind(kind)]

    def _prompt(self) -> str:
        if self.view["status"] == "mulligan":
            return "Touch up to two cards to exchange, or keep all"
        if self.view["followup"]:
            name = self.cards.by_id[self.view["followup"]["card"]].name
            return f"{name}: choose a tile"
        return "Touch a unit or a card, or end the turn (Enter)"

    def _ask(self, name: str) -> str:
        return (
            "Which other card, or confirm?"
            if self.view["status"] == "mulligan"
            else "Where to?"
            if name[0] == "c"
            else "Move or attack?"
        )


def duelyst_turning_points(told: Sequence[tuple[int, Event]]) -> list[tuple[int, Event]]:
    """The five heaviest blows at generals, empty decks, and the end."""
    rows = [(number, place, event) for place, (number, event) in enumerate(told)]
    found = [row for row in rows if row[2].kind in ("ended", "deck_empty")]
    blows = [row for row in rows if row[2].kind == "damaged" and row[2].fields["damage"] > 2]
    found += sorted(blows, key=lambda row: -row[2].fields["damage"])[:5]
    return [(number, event) for number, _, event in sorted(found, key=lambda row: row[:2])]
