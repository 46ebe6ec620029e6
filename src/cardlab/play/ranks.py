"""Zones of playing cards: rows, hands and piles."""

from __future__ import annotations

from cardlab.core.picking import KEYS
from cardlab.core.table import Thing, Zone
from cardlab.play.blocks import Block, Easel

_SHOWN_OF_PILE = 7
_WIDE = 78
"""From this width on all playing cards are big."""
_CHIP = 5
"""How wide a rank is in a hand with more ranks than fit as cards."""
_PANEL = 40
"""Below this width the hands of others are small: there are several."""


class RankRow(Block):
    """Playing cards side by side, with those that lie under them peeping out below."""

    def __init__(self, easel: Easel, zone: Zone) -> None:
        super().__init__(easel, zone)
        table = easel.scene.table
        self.below = [thing for other in table.zones if other.under == zone.id for thing in table.lying[other.id]]
        self.deep = 2 if any(other.under == zone.id for other in table.zones) else 0
        self.places = max(zone.room, len(self.things), len(self.below))
        self.keys = int(self.own)
        self.least = 6 * self.places + 1
        self.narrowest = 6 * self.places - 1 if self.own else 8

    def heights(self, width: int) -> tuple[int, ...]:
        big = (5 + self.deep + self.keys,) if width >= _WIDE else ()
        if self.own:
            return (3 + self.deep + self.keys, *big)
        return (1, *((3 + self.deep,) if 6 * self.places <= width + 1 else ()), *big)

    def width(self, height: int) -> int:
        if height < 3:
            return 0
        return (8 if height >= 5 + self.deep + self.keys else 6) * self.places + 1

    def paint(self, x: int, y: int, width: int, height: int) -> None:
        if height < 3:
            self.tiles.chips(x, y, width, height, self.things, self.below)
            return
        big = height >= 5 + self.deep + self.keys
        step, high = (8, 5) if big else (6, 3)
        for thing in self.below:
            self._lay(thing, x + step * thing.place, y + self.deep, step - 1, high)
        for thing in self.things:
            self._lay(thing, x + step * thing.place, y, step - 1, high)
        for place in range(max(len(self.below), len(self.things)), self.places):
            self.tiles.empty(x + step * place, y + self.deep, step - 1, high)
        for thing in (*self.things, *self.below) if self.own else ():
            self.easel.number(thing.id, x + step * thing.place, y + high + self.deep, step - 1)

    def _lay(self, thing: Thing, x: int, y: int, width: int, height: int) -> None:
        look = self.scene.look(thing.id, thing)
        if thing.face is None:
            self.tiles.back(x, y, width, height, look)
        else:
            self.tiles.front(x, y, thing.face, look, height == 5)
        self.easel.spot(thing.id, x, y, width, height)


class RankFan(Block):
    """A hand of playing cards, overlapping if there are many. The own one lifts what is picked and has numbers below."""

    def heights(self, width: int) -> tuple[int, ...]:
        if self.own:
            return (7,)
        if width < _PANEL and all(thing.face is None for thing in self.things):
            return (1,)
        return (1, 3, 5) if width >= _WIDE else (1, 3)

    def paint(self, x: int, y: int, width: int, height: int) -> None:
        high = 5 if height >= (7 if self.own else 5) else 3
        wide = high + 2
        n = len(self.things)
        step = min(wide + 1, (width - wide) // (n - 1)) if n > 1 else wide
        if not self.own and (height < 3 or step < 3 or width < _PANEL):
            air = int(height > 2 and width < _PANEL)
            self.tiles.chips(x, y + air, width, min(height, 2), self.things)
        elif step < 3:
            self._crowded(x, y + 1, width)
        else:
            self._spread(x, y, step, wide, high)
        if not n and self.own:
            self.canvas.put(x, y + height // 2, "no cards in hand", self.easel.label)

    def _spread(self, x: int, y: int, step: int, wide: int, high: int) -> None:
        keys = len(set(self.scene.numbers.values()) & set(range(1, len(KEYS) + 1))) == len(self.things)
        before = ""
        for at, thing in enumerate(self.things):
            picked = thing.id in self.scene.picked
            down = y + int(self.own and not picked)
            left, look = x + at * step, self.scene.look(thing.id, thing)
            if thing.face is None:
                self.tiles.back(left, down, wide, high, look)
            else:
                self.tiles.front(left, down, thing.face, look, high == 5)
            self.easel.spot(thing.id, left, y, wide, high + int(self.own))
            name = thing.face.name if thing.face else ""
            if self.own and (keys or picked or name != before):
                self.easel.number(thing.id, left, y + high + 1, min(step, wide))
            before = name

    def _crowded(self, x: int, y: int, width: int) -> None:
        """More cards than fit: one for each rank, with its count."""
        ranks: dict[str, list[Thing]] = {}
        for thing in self.things:
            ranks.setdefault(thing.face.name if thing.face else "░", []).append(thing)
        step = min(6, (width - 5) // max(1, len(ranks) - 1))
        if step < 3:
            self._chips(list(ranks.values()), x, y, width)
            return
        for at, same in enumerate(ranks.values()):
            left, picked = x + at * step, [thing for thing in same if thing.id in self.scene.picked]
            shown = (picked or same)[0]
            look = self.scene.look(shown.id, shown)
            if shown.face is None:
                self.tiles.back(left, y, 5, 3, look)
            else:
                self.tiles.front(left, y, shown.face, look, False)
            if len(same) > 1:
                self.canvas.put(left + 1, y + 3, f"×{len(same)}", "bold #f3eee0")
            free = next((thing for thing in same if thing not in picked), shown)
            self.easel.spot(free.id, left, y, 5, 3)
            self.easel.number(same[0].id, left, y + 4, step)

    def _chips(self, ranks: list[list[Thing]], x: int, y: int, width: int) -> None:
        """More ranks than fit side by side as cards: in lines, each with its count, and its key below."""
        across = max(1, width // _CHIP)
        for at, same in enumerate(ranks):
            left, top = x + at % across * _CHIP, y + at // across * 2
            picked = [thing for thing in same if thing.id in self.scene.picked]
            shown = (picked or same)[0]
            _, paper = self.tiles.papers[self.scene.look(shown.id, shown)]
            name = shown.face.name if shown.face else "░"
            words = f"{name}×{len(same)}" if len(same) > 1 else name
            self.canvas.put(left, top, f"{words:^{_CHIP - 1}}", f"bold #1d2b45 on {paper}")
            free = next((thing for thing in same if thing not in picked), shown)
            self.easel.spot(free.id, left, top, _CHIP - 1, 2)
            self.easel.number(same[0].id, left, top + 1, _CHIP - 1)


class RankPile(Block):
    """The newest cards of an open pile, or a closed one with its size, and its name below."""

    def __init__(self, easel: Easel, zone: Zone) -> None:
        super().__init__(easel, zone)
        self.size = zone.size if zone.size is not None else len(self.things)
        self.shown = self.things[-_SHOWN_OF_PILE:] if zone.shape == "pile" else ()

    def heights(self, width: int) -> tuple[int, ...]:
        return (4, 6)

    def width(self, height: int) -> int:
        words = max(map(len, self.zone.title.split("\n")), default=0)
        return max(4 * max(0, len(self.shown) - 1) + 7, words, 9)

    def paint(self, x: int, y: int, width: int, height: int) -> None:
        high = 5 if height >= 6 else 3
        wide = high + 2
        shown = self.shown[-max(1, (width - wide) // 4 + 1) :]
        span = 4 * (len(shown) - 1) + wide if shown else wide
        left = x + (width - span) // 2
        look = self.scene.look(self.zone.id)
        for at, thing in enumerate(shown):
            newest = ("lit" if look == "plain" else "picked") if at == len(shown) - 1 else "plain"
            if thing.face is None:
                self.tiles.back(left + 4 * at, y, wide, high)
            else:
                self.tiles.front(left + 4 * at, y, thing.face, newest, high == 5)
        if not shown:
            self._closed(left, y, wide, high, look)
        self.canvas.centred(x, y + high, width, self.zone.title, self.easel.label)
        self.easel.spot(self.zone.id, left, y, span, high)

    def _closed(self, x: int, y: int, wide: int, high: int, look: str) -> None:
        if self.zone.shape == "stack" and self.size:
            self.tiles.back(x, y, wide, high, look, str(self.size))
        else:
            self.tiles.empty(x, y, wide, high, str(self.size or ""), look != "plain")
