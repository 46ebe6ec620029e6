"""Any table with characters: the others above, what belongs to all in the middle, oneself below."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from cardlab.core.looks import Rows
from cardlab.core.table import Zone
from cardlab.play.blocks import Bars, Block, Buttons, Easel, Listing, Numbers
from cardlab.play.boards import Grid
from cardlab.play.canvas import Canvas
from cardlab.play.heads import Nameplate, Rule, Status
from cardlab.play.layout import Panels, Tier, Tiers
from cardlab.play.named import CardFan, CardRow, Heap, Spread
from cardlab.play.ranks import RankFan, RankPile, RankRow
from cardlab.play.scene import Scene
from cardlab.play.tiles import is_rank

_BLOCKS: dict[str, type[Block]] = {
    "row": CardRow, "fan": CardFan, "pile": Heap, "stack": Heap, "spread": Spread, "grid": Grid, "list": Listing, "bars": Bars,
    "counters": Numbers,
}  # fmt: skip
_RANKS: dict[str, type[Block]] = {"row": RankRow, "fan": RankFan, "pile": RankPile, "stack": RankPile}
_PSEUDO = ("head", "status", "buttons", "rule")


def _block_of(easel: Easel, zone: Zone) -> Block:
    """The block that shows a zone."""
    ranks = easel.scene.looks.paper == "cream" and all(is_rank(thing.face) for thing in easel.scene.table.lying[zone.id])
    kinds = {**_BLOCKS, **(_RANKS if ranks else {})}
    return kinds[zone.shape](easel, zone)


class _Plan:
    """The tiers of a scene, by the wishes of its game."""

    def __init__(self, easel: Easel) -> None:
        self.easel, self.scene = easel, easel.scene
        table = self.scene.table
        covered = {zone.id for zone in table.zones if zone.under}
        self.zones = [zone for zone in table.zones if zone.id not in covered]

    def all(self) -> Tiers:
        """From the others down to oneself."""
        n, bottom = len(self.scene.names), self.scene.bottom
        others = [(bottom + step) % n for step in range(1, n)]
        if len(others) == 1:
            above: list[Tier | Panels] = [*self.tiers(self._rows("others", others[0]), others[0])]
        else:
            above = [Panels([Tiers(self.tiers(self._rows("others", seat), seat)) for seat in others])] if others else []
        middle = self.tiers(self._rows("middle", None), None)
        own = self.tiers(self._rows("own", bottom), bottom)
        gaps = (len(above), len(above) + len(middle)) if middle else (1, len(above) + _before_status(own))
        return Tiers([*above, *middle, *own], gaps)

    def _rows(self, area: str, owner: int | None) -> Rows:
        wished: Rows = getattr(self.scene.looks, area)
        if wished:
            return _with_hands(wished, self._known_hands(owner, wished)) if area == "others" else wished
        kinds: Iterable[str] = (zone.kind for zone in self._held(owner) if not (zone.shape == "counters" and owner is not None))
        rows: Rows = tuple((kind,) for kind in kinds)
        if owner is None:
            return (*rows, ("status",))
        return (("head",), *rows) if area == "others" else (("head",), *rows[:-1], ("buttons",), *rows[-1:])

    def _known_hands(self, owner: int | None, rows: Rows) -> list[str]:
        """Hands of which something is seen, though the rows do not name them."""
        named, lying = {kind for row in rows for kind in row}, self.scene.table.lying
        fans = (zone for zone in self._held(owner) if zone.shape == "fan" and zone.kind not in named)
        return [zone.kind for zone in fans if any(thing.face for thing in lying[zone.id])]

    def _held(self, owner: int | None) -> list[Zone]:
        return [zone for zone in self.zones if zone.owner == owner and zone.shape != "buttons"]

    def tiers(self, rows: Rows, owner: int | None) -> list[Tier]:
        """The tiers of an area; zones that are not on this table are left out."""
        found = []
        for at, kinds in enumerate(rows):
            below = rows[at + 1] if at + 1 < len(rows) else ()
            blocks = [block for kind in kinds for block in self._blocks(kind, owner, below)]
            found += [Tier(kinds, blocks)] if blocks else []
        return found

    def _blocks(self, kind: str, owner: int | None, below: tuple[str, ...]) -> list[Block]:
        if kind not in _PSEUDO:
            return [_block_of(self.easel, zone) for zone in self._held(owner) if zone.kind == kind]
        if kind == "status":
            return [Status(self.easel)]
        beneath = [zone for zone in self._held(owner) if zone.kind in below]
        if kind == "rule":
            shared = [zone for zone in self._held(None) if zone.shape == "counters"]
            return [Rule(self.easel, beneath, shared)]
        if kind == "buttons":
            zones = [zone for zone in self.zones if zone.shape == "buttons"]
            title = next((zone.title for zone in beneath if zone.shape == "fan"), "")
            return [Buttons(self.easel, zones, title)] if zones else []
        assert owner is not None
        counters = next((zone for zone in self._held(owner) if zone.shape == "counters"), None)
        return [Nameplate(self.easel, owner, counters)]


def _with_hands(rows: Rows, hands: Sequence[str]) -> Rows:
    """The rows of a player with hands below the name."""
    head = next((at + 1 for at, row in enumerate(rows) if "head" in row), 0)
    return (*rows[:head], *((kind,) for kind in hands), *rows[head:])


def _before_status(tiers: Sequence[Tier]) -> int:
    return next((at for at, tier in enumerate(tiers) if tier.kinds == ("status",)), 0)


_STRESSES = {"cursor": "reverse", "picked": "bold underline", "target": "underline", "dim": "dim"}
"""How things stand out where there are no colours."""


def paint(canvas: Canvas, scene: Scene, colourless: bool = False) -> None:
    """Paint a scene on a canvas; if colours will not be seen, what stands out has attributes of the text instead."""
    easel = Easel.of(canvas, scene)
    for y in range(canvas.height):
        canvas.put(0, y, " " * canvas.width, easel.ground)
    edge = _edge(canvas.width)
    _Plan(easel).all().paint(edge, 0, canvas.width - 2 * edge, canvas.height)
    if colourless:
        for name, spot in {spot.name: spot for spot in (*canvas.spots, *canvas.things)}.items():
            if stress := _STRESSES.get(scene.look(name, scene.table.by_id.get(name))):
                canvas.stress(spot, stress)


def _edge(width: int) -> int:
    return 1 if width >= 50 else 0


def fits(scene: Scene, width: int, height: int) -> bool:
    """Whether all of a scene can be read at that size."""
    return _least(_Plan(Easel.of(Canvas(1, 1), scene)).all(), width) <= height


def least_sizes(scene: Scene, width: int, height: int) -> list[tuple[int, int]]:
    """Sizes at which all of a scene can be read, as near as may be: with more lines, and with more columns."""
    tiers = _Plan(Easel.of(Canvas(1, 1), scene)).all()
    higher = next(((wide, _least(tiers, wide)) for wide in range(width, _WIDEST) if _least(tiers, wide) < _HIGHEST), None)
    wider = next(((wide, height) for wide in range(width, _WIDEST) if _least(tiers, wide) <= height), None)
    return list(dict.fromkeys(size for size in (higher, wider) if size is not None))


def _least(tiers: Tiers, width: int) -> int:
    """The smallest height at that width; more than any screen has if it is too narrow."""
    inner = width - 2 * _edge(width)
    return _HIGHEST if inner < 1 or tiers.narrow(inner) else tiers.least(inner)


_WIDEST, _HIGHEST = 300, 1000
