"""Where things lie in Legends of Code and Magic: the opponent above, the lanes in the middle, oneself and the hand below."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from cardlab.core.drawing import PLAYERS, QUIET, STRONG, Canvas, Scene
from cardlab.games.locm.rules.state import ROUNDS
from cardlab.games.locm.screen.paint import (
    GOLD,
    GROUND,
    HEART,
    LANE,
    MANA,
    Face,
    big_card,
    effect_words,
    hand_line,
    health_bar,
    mana_curve,
    mana_gems,
    shortened,
    slot,
    small_card,
)  # fmt: skip
from cardlab.games.locm.screen.pieces import Piece, Side, Table
from cardlab.games.locm.words.cards import LocmCard

_SLOTS = 6
_HAND = 8
_BUTTON = " End turn (Enter) "


@dataclass(frozen=True)
class Plan:
    """The sizes that fit a canvas. Without columns the hand is a list of lines; `gap` is the air above and below the lanes."""

    head: int
    slot_width: int
    slot_height: int
    columns: int
    tile_width: int
    tile_height: int
    gap: int

    @classmethod
    def of(cls, width: int, height: int) -> Plan:
        """Card-like cards where there is room, else flat ones, else lines."""
        head = 2 if width >= 60 and height >= 27 else 1
        slot_width = max(7, min(18, (width - 3) // _SLOTS))
        columns = _HAND if width >= 15 * _HAND + 2 else _HAND // 2
        rows, free = _HAND // columns, height - 2 * head - 3
        if width < 15 * columns + 2 or free < 10 + 5 * rows:
            return cls(head, slot_width, max(4, min(6, (free - _HAND) // 2)), 0, width - 2, 1, 0)
        tile_height = min(6, (free - 10) // rows)
        slot_height = min(7, (free - rows * tile_height) // 2)
        gap = (free - 2 * slot_height - rows * tile_height) // 3
        return cls(head, slot_width, slot_height, columns, min(24, (width - 2) // columns), tile_height, gap)


def zone_spots(scene: Scene) -> list[str]:
    """Everything that could ever be touched, in reading order."""
    table = Table.of(scene)
    if table.offer:
        return [f"pick:{index}" for index in range(3)]
    names, lanes = ["foe"], range(table.lanes)
    for zone, side in (("foe", table.sides[1 - scene.bottom]), ("mine", table.sides[scene.bottom])):
        names += [f"{zone}:{piece.id}" for lane in lanes for piece in side.lane(lane)]
    names += [f"lane:{lane}" for lane in lanes]
    return [*names, "me", *(f"hand:{piece.id}" for piece in table.sides[scene.bottom].hand), "end"]


@dataclass(frozen=True)
class Marks:
    """What is special about spots: those that may be touched, those for the next touch, advice, and number keys."""

    touchable: frozenset[str]
    live: frozenset[str]
    advised: frozenset[str]
    numbers: Mapping[str, int]

    def look(self, scene: Scene, name: str) -> str:
        """How a card with that name is drawn."""
        if name in scene.picked:
            return "picked"
        if name in self.live and name == scene.cursor:
            return "cursor"
        if name in self.advised:
            return "marked"
        if name in self.live:
            return "target" if scene.picked else "lit"
        return "dim" if scene.legal and name.startswith("hand:") and name not in self.touchable else "plain"

    def key(self, name: str) -> str:
        """The number key of a spot."""
        return str(self.numbers.get(name, ""))


def paint_table(canvas: Canvas, scene: Scene, marks: Marks) -> None:
    """The draft or the battle."""
    for y in range(canvas.height):
        canvas.put(0, y, " " * canvas.width, GROUND)
    table = Table.of(scene)
    if table.offer:
        _Draft(canvas, scene, marks, table).paint()
    else:
        _Battle(canvas, scene, marks, table).paint()


class _Painter:
    def __init__(self, canvas: Canvas, scene: Scene, marks: Marks, table: Table) -> None:
        self.canvas, self.scene, self.marks, self.table = canvas, scene, marks, table

    def touchable(self, name: str, x: int, y: int, width: int, height: int) -> None:
        """Make a spot of it if it may be touched."""
        if name in self.marks.touchable:
            self.canvas.spot(name, x, y, width, height)

    def name(self, seat: int, x: int, y: int, width: int) -> None:
        """A player's name with what there is to say about it."""
        turn = seat == self.scene.player
        note = " thinking…" if turn and self.scene.thinking else " ★" if seat == self.table.winner else ""
        name = ("▶ " if turn else "  ") + self.scene.names[seat][: max(4, width - 2 - len(note))]
        self.canvas.put(x, y, name, f"bold {PLAYERS[seat % len(PLAYERS)]}")
        self.canvas.put(x + len(name), y, note, GOLD)


class _Draft(_Painter):
    def paint(self) -> None:
        canvas, bottom = self.canvas, self.scene.bottom
        wide = min(26, (canvas.width - 2) // 3)
        high = max(9, min(14, canvas.height - 12))
        left = (canvas.width - 3 * wide) // 2
        self.name(bottom, left, 0, 3 * wide - 14)
        words = f"pick {self.table.round + 1} of {ROUNDS}"
        canvas.put(left + 3 * wide - len(words) - 1, 0, words, STRONG)
        for index, card in enumerate(self.table.offer):
            name, x = f"pick:{index}", left + index * wide
            look = "picked" if self._taken(index) else self.marks.look(self.scene, name)
            big_card(canvas, x, 1, wide - 1, high, card, self.table.heals, look, self.marks.key(name))
            self.touchable(name, x, 1, wide - 1, high)
        canvas.put(left + 1, high + 1, shortened(self.scene.status, 3 * wide - 2), f"italic {QUIET}")
        self._picks(left + 1, high + 2, 3 * wide - 1)

    def _taken(self, index: int) -> bool:
        """Whether the viewer has chosen this card and waits for the other player."""
        own = self.table.picks[self.scene.bottom]
        return len(own) > self.table.round and self.table.offer.index(own[-1]) == index

    def _picks(self, x: int, y: int, width: int) -> None:
        """The curve of the picks so far; beside it their names, or the other's curve if that is known."""
        own, others = self.table.picks[self.scene.bottom], self.table.picks[1 - self.scene.bottom]
        room = max(5, self.canvas.height - y)
        high = min(12, room)
        mana_curve(self.canvas, x, y, high, own)
        if width < 48:
            return
        if others and width >= 76:
            self.name(1 - self.scene.bottom, x + 38, 0, 20)
            mana_curve(self.canvas, x + 38, y, high, others)
            return
        self.canvas.put(x + 38, y, "latest picks" if own else "no picks yet", QUIET)
        for down, card in enumerate(reversed(own[1 - room :]), 1):
            self.canvas.put(x + 38, y + down, f"{card.cost:>2} {card.name}"[: width - 38], STRONG if down == 1 else QUIET)


class _Battle(_Painter):
    def __init__(self, canvas: Canvas, scene: Scene, marks: Marks, table: Table) -> None:
        super().__init__(canvas, scene, marks, table)
        self.plan = Plan.of(canvas.width, canvas.height)
        self.gap = 1 if table.lanes == 2 else 0
        self.left = max(0, (canvas.width - _SLOTS * self.plan.slot_width - self.gap) // 2)

    def paint(self) -> None:
        plan, me, foe = self.plan, self.scene.bottom, 1 - self.scene.bottom
        self._head(foe, 0, "foe")
        y = plan.head + plan.gap
        self._board(foe, y)
        self._middle(y + plan.slot_height)
        self._board(me, y + plan.slot_height + 1)
        y += 2 * plan.slot_height + 1 + plan.gap
        wide = self.canvas.width - 2
        self.canvas.centred(1, y, wide, shortened(self.scene.status, wide), "italic #d8dfeb")
        self._head(me, y + 1, "me")
        self._button(y + plan.head + 1)
        self._hand(self.table.sides[me], y + plan.head + 2)

    # ---- players -----------------------------------------------------------------------------------------------

    def _head(self, seat: int, y: int, spot: str) -> None:
        """A player's line: health with its runes, mana, cards."""
        canvas, side = self.canvas, self.table.sides[seat]
        targeted = spot in self.marks.live or spot in self.marks.advised
        if targeted:
            colour = {"cursor": "#3d2436", "marked": "#37331f"}.get(self.marks.look(self.scene, spot), "#43301f")
            for line in range(self.plan.head):
                canvas.put(0, y + line, " " * canvas.width, f"on {colour}")
        self.touchable(spot, 0, y, canvas.width, self.plan.head)
        key = self.marks.key(spot)
        canvas.put(canvas.width - 2, y, key, GOLD)
        if self.plan.head == 2:
            self._two_lines(seat, side, y)
        else:
            self._one_line(seat, side, y)

    def _two_lines(self, seat: int, side: Side, y: int) -> None:
        canvas, wide = self.canvas, min(60, (self.canvas.width - 32) // 30 * 30)
        self.name(seat, 1, y, canvas.width - wide - 12)
        at = canvas.width - wide - 4
        canvas.put(at - 5, y, f"♥{side.health:>3}", HEART)
        health_bar(canvas, at, y, wide, side.health, side.runes)
        mana_gems(canvas, 3, y + 1, side.mana, side.max_mana)
        canvas.put(4 + side.max_mana, y + 1, f"{side.mana}/{side.max_mana}", MANA)
        canvas.put(at - 5, y + 1, shortened(self._cards(seat, side), canvas.width - at + 4), QUIET)

    def _cards(self, seat: int, side: Side) -> str:
        known = [piece.name for piece in side.hand if piece.card]
        if seat != self.scene.bottom and known:
            return f"holds {', '.join(known)}"
        more = f" · draws {side.draws} next" if side.draws > 1 else ""
        return f"hand {len(side.hand)} · deck {side.deck}{more}"

    def _one_line(self, seat: int, side: Side, y: int) -> None:
        canvas = self.canvas
        facts = f"{side.mana}/{side.max_mana} hand {len(side.hand)} deck {side.deck}"
        at = canvas.width - len(facts) - 2
        self.name(seat, 0, y, at - 12)
        canvas.put(at - 11, y, f"♥{side.health:>3}", HEART)
        canvas.put(at - 6, y, "◆" * side.runes, GOLD)
        canvas.put(at, y, facts, MANA)

    # ---- lanes ---------------------------------------------------------------------------------------------------

    def _x(self, lane: int, place: int) -> int:
        return self.left + lane * (3 * self.plan.slot_width + self.gap) + place * self.plan.slot_width

    def _room(self) -> int:
        return _SLOTS // self.table.lanes

    def _board(self, seat: int, y: int) -> None:
        own, plan = seat == self.scene.bottom, self.plan
        for lane in range(self.table.lanes):
            x, wide = self._x(lane, 0), self._room() * plan.slot_width
            for down in range(plan.slot_height):
                self.canvas.put(x, y + down, " " * wide, LANE)
            if own:
                self.touchable(f"lane:{lane}", x, y, wide, plan.slot_height)
            creatures = self.table.sides[seat].lane(lane)
            for place, piece in enumerate(creatures):
                self._creature(piece, "mine" if own else "foe", self._x(lane, place), y)
            self._free(lane, len(creatures), own, y)

    def _creature(self, piece: Piece, zone: str, x: int, y: int) -> None:
        name, plan = f"{zone}:{piece.id}", self.plan
        face = Face(piece, key=self.marks.key(name))
        small_card(self.canvas, x, y, plan.slot_width, plan.slot_height, face, self.marks.look(self.scene, name))
        self.touchable(name, x, y, plan.slot_width, plan.slot_height)

    def _free(self, lane: int, taken: int, own: bool, y: int) -> None:
        name, plan = f"lane:{lane}", self.plan
        lit = own and name in self.marks.live | self.marks.advised
        for place in range(taken, self._room()):
            key = self.marks.key(name) if lit and place == taken else ""
            slot(self.canvas, self._x(lane, place), y, plan.slot_width, plan.slot_height, lit, key)

    def _middle(self, y: int) -> None:
        """The names of the lanes between the two sides, and whose turn it is in numbers."""
        words = (" left lane ", " right lane ") if self.table.lanes == 2 else ("",)
        for lane, name in enumerate(words):
            wide = self._room() * self.plan.slot_width
            self.canvas.put(self._x(lane, 0), y, f"{name:─^{wide}}", "#4c5d77")
        turn = f" turn {self.table.turn // 2 + 1} "
        self.canvas.centred(0, y, self.canvas.width, turn, QUIET)

    # ---- the hand ------------------------------------------------------------------------------------------------

    def _button(self, y: int) -> None:
        if "end" in self.marks.touchable:
            x = self.canvas.width - len(_BUTTON) - 1
            look = self.marks.look(self.scene, "end")
            ground = {"cursor": "#ff6fae", "marked": "#ffffff"}.get(look, "#ffd75e")
            self.canvas.put(x, y, _BUTTON, f"bold #10161f on {ground}")
            self.touchable("end", x, y, len(_BUTTON), 1)

    def _hand(self, side: Side, y: int) -> None:
        plan, known = self.plan, [piece for piece in side.hand if piece.card]
        self.canvas.put(1, y - 1, "your hand" if self.scene.seat is not None else "hand", QUIET)
        for number, piece in enumerate(known):
            assert piece.card
            name = f"hand:{piece.id}"
            face = Face(piece, self._effects(piece.card), True, self.marks.key(name))
            if not plan.columns:
                hand_line(self.canvas, 1, y + number, plan.tile_width, face, self.marks.look(self.scene, name))
                self.touchable(name, 1, y + number, plan.tile_width, 1)
                continue
            x = max(1, (self.canvas.width - plan.columns * plan.tile_width) // 2) + number % plan.columns * plan.tile_width
            down = y + number // plan.columns * plan.tile_height
            small_card(self.canvas, x, down, plan.tile_width - 1, plan.tile_height, face, self.marks.look(self.scene, name))
            self.touchable(name, x, down, plan.tile_width - 1, plan.tile_height)

    def _effects(self, card: LocmCard) -> str:
        return " ".join(effect_words(card, self.table.heals))
