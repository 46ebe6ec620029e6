"""Castle's table: who has which cards as far as the viewer knows, and which cards each move touches."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardlab.core.action import Action, extra_of, kind_of, source_of, target_of
from cardlab.core.events import Event
from cardlab.core.reading import UNKNOWN
from cardlab.core.table import Face, Move, Table, Thing, Zone
from cardlab.games.castle.rules.state import Kind
from cardlab.games.castle.screen.lessons import castle_lessons, deeds, signs
from cardlab.games.castle.words.cards import cards_text, parse_rank, rank_text

if TYPE_CHECKING:
    from cardlab.games.castle.game import Castle

Cards = list[int | None]
_PLAIN = {
    Kind.DONE: ("done", "keep the row as it is"),
    Kind.PASS: ("pass", "do not complete the four"),
    Kind.GAMBLE: ("stock", "gamble on the top of the stock"),
}


def castle_table(game: Castle, view: Mapping[str, Any], seat: int | None, legal: Sequence[Action]) -> Table:
    """The table of a view, or of a whole position."""
    return _Laying(game, view, seat, legal).table()


def _cards(text: str) -> Cards:
    return [None if word == UNKNOWN else parse_rank(word) for word in text.split()]


class _Laying:
    def __init__(self, game: Castle, position: Mapping[str, Any], seat: int | None, legal: Sequence[Action]) -> None:
        self.options, self.position, self.seat, self.legal = game.options, position, seat, legal
        self.me = seat or 0
        self.hands, self.up, self.down = ([_cards(text) for text in position[name]] for name in ("hands", "up", "down"))
        self.pile = _cards(position["pile"])
        self.signs = signs(self.options)
        self.kinds = {kind_of(action) for action in legal}

    def table(self) -> Table:
        moves = tuple(self._move(action) for action in self.legal)
        self.touched = {name for move in moves for step in move.touches for name in step}
        zones, things = list(self._shared_zones()), list(self._buttons())
        things += (Thing(f"pile:{at}", "pile", at, self._face(rank)) for at, rank in enumerate(self.pile))
        for seat in range(len(self.hands)):
            zones += self._zones(seat)
            things += self._things(seat)
        return Table(self.seat, tuple(zones), tuple(things), moves, self._prompt(), lessons=castle_lessons(self.options))

    # ---- what lies where -------------------------------------------------------------------------------------------

    def _shared_zones(self) -> Iterator[Zone]:
        stock, burned = (len(self.position[name].split()) for name in ("stock", "burned"))
        yield Zone("stock", "stock", "stack", title="stock", size=stock)
        words = f"pile of {len(self.pile)}" if self.pile else "empty pile"
        if len(self.hands) > 2:
            words += f", next {'↻' if self.position.get('direction', 1) > 0 else '↺'}"
        yield Zone("pile", "pile", "pile", title=words)
        yield Zone("burned", "burned", "pile", title="burned", size=burned)
        yield Zone("answers", "answers", "buttons")

    def _buttons(self) -> Iterator[Thing]:
        for at, (kind, (name, words)) in enumerate(_PLAIN.items()):
            if kind in self.kinds and name != "stock":
                yield Thing(name, "answers", at, Face(words))

    def _zones(self, seat: int) -> Iterator[Zone]:
        yield Zone(f"row{seat}", "row", "row", seat, "row", room=3)
        yield Zone(f"down{seat}", "down", "row", seat, "castle", room=3, under=f"row{seat}")
        yield Zone(f"hand{seat}", "hand", "fan", seat)
        yield Zone(f"player{seat}", "player", "counters", seat)

    def _things(self, seat: int) -> Iterator[Thing]:
        for zone, cards in (("row", self.up), ("down", self.down), ("hand", self.hands)):
            for at, rank in enumerate(cards[seat]):
                yield self._thing(zone, seat, at, rank)
        place = self.position.get("places", [0] * len(self.hands))[seat]
        held = len(self.hands[seat])
        yield Thing(f"player{seat}:0", f"player{seat}", 0, Face(f"place {place}") if place else Face("in hand", number=held))

    def _thing(self, zone: str, seat: int, at: int, rank: int | None) -> Thing:
        name = f"{zone}{seat}:{at}"
        secret = zone == "down" or (zone == "hand" and seat != self.me)
        marks = ("known",) if rank is not None and secret else ()
        does = deeds(rank, self.options) if rank is not None else ()
        return Thing(name, f"{zone}{seat}", at, self._face(rank), marks, does, self._why_not(name, zone, seat, rank))

    def _face(self, rank: int | None) -> Face | None:
        if rank is None:
            return None
        kind = {0: "two", 8: "ten", 13: "joker"}.get(rank, "court" if rank >= 9 else "number")
        return Face(rank_text(rank), kind, self.signs.get(rank, ""))

    def _why_not(self, name: str, zone: str, seat: int, rank: int | None) -> str:
        """Why a card of the one who is asked cannot be played now."""
        if not self.legal or seat != self.me or name in self.touched:
            return ""
        if zone != "hand" and self.hands[seat]:
            return "the cards of the hand come first"
        if zone == "down":
            return "the cards of the row come first" if self.up[seat] else "not now"
        top = next((card for card in reversed(self.pile) if card not in self.options["transparent"]), None)
        if Kind.PASS in self.kinds or rank is None or top is None:
            return "it does not complete the four" if Kind.PASS in self.kinds else "not now"
        lower = "only equal or lower ranks go" if top in self.options["lower"] else f"a {rank_text(rank)} does not go"
        return f"{lower} on the {rank_text(top)}"

    # ---- what can be done --------------------------------------------------------------------------------------------

    def _of_rank(self, zone: str, rank: int) -> tuple[str, ...]:
        cards = {"hand": self.hands, "row": self.up}[zone][self.me]
        return tuple(f"{zone}{self.me}:{at}" for at, card in enumerate(cards) if card == rank)

    def _move(self, action: Action) -> Move:
        kind, a, b = kind_of(action), source_of(action), target_of(action)
        if kind == Kind.PICK:
            ranks = [a, b, extra_of(action)]
            steps = tuple(self._of_rank("hand", rank) for rank in ranks)
            return Move(action, f"lay out {cards_text(ranks)}", steps, any_order=True, confirm=True)
        if kind in (Kind.HAND, Kind.UP):
            return self._play(action, "hand" if kind == Kind.HAND else "row", a, b)
        if kind == Kind.DOWN:
            return Move(action, f"turn over card {a + 1}", ((f"down{self.me}:{a}",),))
        if kind == Kind.PICKUP:
            return self._pickup(action, a, b)
        if kind == Kind.SWAP:
            steps = (self._of_rank("hand", a), self._of_rank("row", b))
            return Move(action, f"swap {rank_text(a)} for {rank_text(b)} of the row", steps, any_order=True)
        if kind == Kind.COMPLETE:
            zone = "hand" if self.hands[self.me] else "row"
            return Move(action, f"complete the four with {rank_text(a)}", (self._of_rank(zone, a),))
        name, words = _PLAIN[Kind(kind)]
        return Move(action, words, ((name,),))

    def _play(self, action: Action, zone: str, rank: int, count: int) -> Move:
        """All cards of a rank are played by touching one of them; any number by touching so many, and confirming."""
        words = f"play {cards_text([rank] * count)}" + (" from the row" if zone == "row" else "")
        same = self._of_rank(zone, rank)
        if self.options["group"] == "whole":
            return Move(action, words, (same,), along=same)
        return Move(action, words, (same,) * count, any_order=True, confirm=len(same) > 1)

    def _pickup(self, action: Action, rank: int, with_row: int) -> Move:
        pile = f"take the pile ({len(self.pile)} card{'s' if len(self.pile) != 1 else ''})"
        if not with_row:
            return Move(action, pile, (("pile",),))
        return Move(action, f"{pile} and {rank_text(rank)} of the row", (("pile",), self._of_rank("row", rank)))

    def _prompt(self) -> str:
        if Kind.PICK in self.kinds:
            return "Choose three cards for your castle"
        if Kind.SWAP in self.kinds or Kind.DONE in self.kinds:
            return "Swap a hand card for a row card, or keep"
        if Kind.PASS in self.kinds:
            return "Complete four of a kind?"
        if Kind.DOWN in self.kinds:
            return "Turn over a face-down card"
        return "Nothing fits" if self.kinds and self.kinds <= {Kind.PICKUP, Kind.GAMBLE} else "Play cards of one rank"


def castle_turning_points(told: Sequence[tuple[int, Event]]) -> list[tuple[int, Event]]:
    """The three biggest pickups, the three biggest burns, castle cards that did not fit, and who went out."""
    rows = [(number, place, event) for place, (number, event) in enumerate(told)]
    found = [row for row in rows if row[2].kind in ("failed", "went_out")]
    for kind in ("took", "burned"):
        sized = [row for row in rows if row[2].kind == kind and row[2].fields["count"] > 1]
        found += sorted(sized, key=lambda row: -row[2].fields["count"])[:3]
    return [(number, event) for number, _, event in sorted(found, key=lambda row: row[:2])]
