"""Where things lie on Castle's table: the others above, stock, pile and burned cards in the middle, oneself below."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cardlab.core.drawing import PLAYERS, Canvas, Scene
from cardlab.core.reading import UNKNOWN
from cardlab.games.castle.screen.paint import FELT, LABEL, Symbols, back, chips, empty, front
from cardlab.games.castle.words.cards import parse_cards, parse_rank

_SHOWN_OF_PILE = 7


@dataclass(frozen=True)
class Cards:
    """Who has which cards, as far as the viewer knows; None is a card that cannot be seen."""

    hands: list[list[int | None]]
    up: list[list[int]]
    down: list[list[int | None]]
    pile: list[int]
    burned: int
    stock: int
    places: list[int]
    direction: int

    @classmethod
    def of(cls, scene: Scene) -> Cards:
        """Read a seat's view, or a whole position."""
        view, n = scene.view, len(scene.names)
        up = [parse_cards(text) for text in view["up"]]
        hands, down = ([_seen(text) for text in view[name]] for name in ("hands", "down"))
        burned, stock = len(view["burned"].split()), len(view["stock"].split())
        end = (view.get("places", [0] * n), view.get("direction", 1))
        return cls(hands, up, down, parse_cards(view["pile"]), burned, stock, *end)


def _seen(text: str) -> list[int | None]:
    return [None if word == UNKNOWN else parse_rank(word) for word in text.split()]


def hand_zone(scene: Scene) -> str:
    """Where the nearest seat plays from: hand, or row once the hand is empty."""
    return "hand" if Cards.of(scene).hands[scene.bottom] else "row"


def zone_spots(scene: Scene) -> list[str]:
    """Everything of the nearest seat that could ever be touched, in reading order."""
    cards, seat = Cards.of(scene), scene.bottom
    names = ["stock", "pile"]
    for zone, held in (("row", cards.up), ("down", cards.down), ("hand", cards.hands)):
        names += [f"{zone}:{i}" for i in range(len(held[seat]))]
    return names


def paint_table(canvas: Canvas, scene: Scene, live: set[str], advised: set[str], numbers: Mapping[str, int]) -> None:
    """The whole table."""
    for y in range(canvas.height):
        canvas.put(0, y, " " * canvas.width, FELT)
    painter = _Painter(canvas, scene, live, advised, numbers)
    top = painter.others()
    bottom = canvas.height - painter.high - 5
    painter.middle(top + max(0, (bottom - top - 7) // 2))
    painter.own(bottom)


def button_place(canvas: Canvas) -> tuple[int, int]:
    """Where the button that confirms picked cards goes: above the hand."""
    return (28 if canvas.height >= 36 and canvas.width >= 80 else 22), canvas.height - 8


class _Painter:
    def __init__(self, canvas: Canvas, scene: Scene, live: set[str], advised: set[str], numbers: Mapping[str, int]) -> None:
        self.canvas, self.scene, self.live, self.advised, self.numbers = canvas, scene, live, advised, numbers
        self.cards = Cards.of(scene)
        self.signs = Symbols.by_options(scene.game.options).of
        self.big = canvas.height >= 36 and canvas.width >= 80
        self.step, self.high = (8, 5) if self.big else (6, 3)
        self.hand_x = 2 + 3 * self.step + 2

    # ---- the others --------------------------------------------------------------------------------------------

    def others(self) -> int:
        """Panels for all other seats; returns the first free line."""
        n = len(self.scene.names)
        seats = [(self.scene.bottom + step) % n for step in range(1, n)]
        top = 2 if self.big else 1
        if len(seats) == 1:
            self._opposite(seats[0], top)
            return top + self.high + 3
        columns = len(seats) if len(seats) <= 3 else (len(seats) + 1) // 2
        full = len(seats) <= 3
        wide, high = self.canvas.width // columns, self.high + 6 if full else 4
        for number, seat in enumerate(seats):
            x, y = number % columns * wide + 2, top + number // columns * high
            self._name(seat, x, y, wide - 3)
            if full:
                self._castle(seat, x, y + 1)
                chips(self.canvas, x, y + self.high + 4, wide - 4, self.cards.hands[seat])
            else:
                self._small(seat, x, y + 1, wide - 3)
        return top + high * -(-len(seats) // columns)

    def _opposite(self, seat: int, y: int) -> None:
        self._name(seat, 2, y, self.canvas.width - 4)
        self._castle(seat, 2, y + 1)
        self._fan(seat, self.hand_x, y + 1)

    def _small(self, seat: int, x: int, y: int, width: int) -> None:
        castle: list[int | None] = [*self.cards.up[seat], *self.cards.down[seat]]
        chips(self.canvas, x, y, width, castle, "plain")
        self.canvas.put(x, y + 1, f"{len(self.cards.hands[seat])} in hand", LABEL)

    def _name(self, seat: int, x: int, y: int, width: int) -> None:
        turn = seat == self.scene.player
        colour = PLAYERS[seat % len(PLAYERS)]
        self.canvas.put(x, y, ("▶ " if turn else "") + self.scene.names[seat][: width - 4], f"bold {colour}")
        held, place = len(self.cards.hands[seat]), self.cards.places[seat]
        note = f"place {place}" if place else f"{held} in hand"
        if turn and self.scene.thinking:
            note = "thinking…"
        room = len(self.scene.names[seat]) + 4
        if room + len(note) > width:
            note, room = note.partition(" ")[0], min(room, width - 3)
        if room + len(note) <= width:
            self.canvas.put(x + room, y, note, "bold #ffd75e" if place or (turn and self.scene.thinking) else LABEL)

    def _castle(self, seat: int, x: int, y: int) -> None:
        """The row with the face-down cards peeping out below."""
        own, width = seat == self.scene.bottom, self.step - 1
        for i, card in enumerate(self.cards.down[seat]):
            self._card(card, x + self.step * i, y + 2, f"down:{i}" if own else "")
        for i, rank in enumerate(self.cards.up[seat]):
            look = self._look(f"row:{i}") if own else "plain"
            front(self.canvas, x + self.step * i, y, rank, look, self.signs.get(rank, ""), self.big)
            if own:
                self._touchable(f"row:{i}", x + self.step * i, y, width, self.high)
        for i in range(max(len(self.cards.down[seat]), len(self.cards.up[seat])), 3):
            empty(self.canvas, x + self.step * i, y + 2, big=self.big)

    def _card(self, card: int | None, x: int, y: int, name: str) -> None:
        """A castle card; those who see everything see its front."""
        if card is None:
            back(self.canvas, x, y, name in self.live, self.big)
        else:
            front(self.canvas, x, y, card, "known", self.signs.get(card, ""), self.big)
        self._touchable(name, x, y, self.step - 1, self.high)

    def _fan(self, seat: int, x: int, y: int) -> None:
        """The other hand with room for cards: those that are known face up."""
        held = sorted(self.cards.hands[seat], key=lambda card: (card is None, card or 0))
        step = min(self.step, max(1, (self.canvas.width - x - self.step) // max(1, len(held) - 1)))
        if step < 3:
            shown = sum(card is not None for card in held)
            chips(self.canvas, x, y + 1, self.canvas.width - x - 2, held if shown else held[:1])
            return
        for i, card in enumerate(held):
            self._card(card, x + i * step, y, "")

    # ---- the middle ----------------------------------------------------------------------------------------------

    def middle(self, y: int) -> None:
        """Stock, pile and burned cards, and what happened last."""
        width, pile = self.canvas.width, self.cards.pile
        lit = "stock" in self.live
        if self.cards.stock:
            back(self.canvas, 2, y, lit, True, str(self.cards.stock))
        else:
            empty(self.canvas, 2, y)
        self.canvas.centred(1, y + 5, 9, "stock", LABEL)
        self._touchable("stock", 2, y, 7, 5)
        empty(self.canvas, width - 10, y, str(self.cards.burned or ""))
        self.canvas.centred(width - 11, y + 5, 9, "burned", LABEL)
        self._pile(pile, y)
        self.canvas.centred(0, y + 6, width, self.scene.status, "bold #f3eee0")

    def _pile(self, pile: list[int], y: int) -> None:
        shown = pile[-_SHOWN_OF_PILE:]
        span = 4 * (len(shown) - 1) + 7 if shown else 7
        x = (self.canvas.width - span) // 2
        for i, rank in enumerate(shown):
            newest = "picked" if "pile" in self.live else "lit"
            look = newest if i == len(shown) - 1 else "plain"
            front(self.canvas, x + 4 * i, y, rank, look, self.signs.get(rank, ""), True)
        if not shown:
            empty(self.canvas, x, y)
        words = f"pile of {len(pile)}" if pile else "empty pile"
        if len(self.scene.names) > 2:
            words += "  ·  play goes ↻" if self.cards.direction > 0 else "  ·  play goes ↺"
        self.canvas.centred(0, y + 5, self.canvas.width, words, LABEL)
        self._touchable("pile", x, y, span, 5)

    # ---- oneself ---------------------------------------------------------------------------------------------------

    def own(self, y: int) -> None:
        """The nearest seat: castle left, hand right, numbers to press below."""
        seat = self.scene.bottom
        self._name(seat, 2, y, self.canvas.width - 4)
        self._castle(seat, 2, y + 2)
        for zone, held in (("row", self.cards.up), ("down", self.cards.down)):
            for i in range(len(held[seat])):
                self._number(f"{zone}:{i}", 2 + self.step * i, y + self.high + 4, self.step - 1)
        self._hand(seat, self.hand_x, y + self.high - 2)

    def _hand(self, seat: int, x: int, y: int) -> None:
        held = [card for card in self.cards.hands[seat] if card is not None]
        if not held:
            self.canvas.put(x, y + 3, "no cards in hand", LABEL)
            return
        room = self.canvas.width - x - 2
        step = min(8, (room - 7) // (len(held) - 1)) if len(held) > 1 else 8
        if step < 3:
            self._grouped(held, x, y + 2, room)
            return
        for i, rank in enumerate(held):
            name = f"hand:{i}"
            lift = 0 if name in self.scene.picked else 1
            front(self.canvas, x + i * step, y + lift, rank, self._look(name), self.signs.get(rank, ""), True)
            self._touchable(name, x + i * step, y, 7, 6)
            if i == 0 or held[i - 1] != rank or name in self.scene.picked or len(set(self.numbers.values())) == len(held):
                self._number(name, x + i * step, y + 6, min(step, 7))

    def _grouped(self, held: list[int], x: int, y: int, room: int) -> None:
        """A hand too big for single cards: one for each rank, with its count."""
        ranks = sorted(set(held))
        step = min(6, max(3, (room - 5) // max(1, len(ranks) - 1)))
        for at, rank in enumerate(ranks):
            name = f"hand:{held.index(rank)}"
            picked = [f"hand:{i}" for i, card in enumerate(held) if card == rank and f"hand:{i}" in self.scene.picked]
            front(self.canvas, x + at * step, y, rank, "picked" if picked else self._look(name))
            count = held.count(rank)
            if count > 1:
                self.canvas.put(x + at * step + 1, y + 3, f"×{count}", "bold #f3eee0")
            free = next((f"hand:{i}" for i, card in enumerate(held) if card == rank and f"hand:{i}" not in picked), name)
            self._touchable(free, x + at * step, y, 5, 3)
            self._number(name, x + at * step, y + 4, step)

    def _look(self, name: str) -> str:
        if name in self.scene.picked:
            return "picked"
        if name == self.scene.cursor and name in self.live:
            return "cursor"
        if name in self.advised:
            return "marked"
        if name in self.live:
            return "lit"
        return "dim" if self.scene.legal else "plain"

    def _touchable(self, name: str, x: int, y: int, width: int, height: int) -> None:
        if name in self.live:
            self.canvas.spot(name, x, y, width, height)

    def _number(self, name: str, x: int, y: int, width: int) -> None:
        if name in self.numbers:
            self.canvas.centred(x, y, width, str(self.numbers[name]), "bold #ffd75e")
