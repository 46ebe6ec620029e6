"""Where blocks go: side by side in tiers, tiers one below the other, and the other players' parts in panels."""

from __future__ import annotations

from collections.abc import Sequence

from cardlab.play.blocks import Block

_NARROWEST_PANEL = 14
_NARROWEST_LINE = 40
_HEAD = ("head",)
_LEAP = 4
"""So many lines are little."""


class Tier:
    """Blocks side by side; if there is no room for that, one below the other. Tiers of the same kinds grow together."""

    def __init__(self, kinds: tuple[str, ...], blocks: Sequence[Block]) -> None:
        self.kinds, self.blocks = kinds, blocks

    def _stack(self, width: int) -> Tiers | None:
        """The blocks one below the other, if they must be."""
        if len(self.blocks) < 2 or sum(block.least + 1 for block in self.blocks) <= width + 1:
            return None
        return Tiers([Tier((*self.kinds, str(at)), [block]) for at, block in enumerate(self.blocks)])

    def heights(self, width: int, tight: bool = False) -> tuple[int, ...]:
        """Heights at which it looks well, or, where there is no room for these, can still be used."""
        if stack := self._stack(width):
            return stack.heights(width, tight)
        wishes = [_wish(block, self._share(width), tight) for block in self.blocks]
        least = max(wish[0] for wish in wishes)
        return tuple(sorted({high for wish in wishes for high in wish if high >= least} | {least}))

    def narrow(self, width: int) -> bool:
        """Whether a block would get less width than it needs."""
        if stack := self._stack(width):
            return any(tier.narrow(width) for tier in stack.tiers)
        share = self._share(width)
        wides = [block.width(_wish(block, share, True)[0]) for block in self.blocks]
        given = _across(0, width, wides)[1]
        return any(min(given_, width) < block.narrowest for given_, block in zip(given, self.blocks, strict=True))

    def _share(self, width: int) -> int:
        free = sum(block.width(99) == 0 for block in self.blocks)
        return width // free if free > 1 else width

    def paint(self, x: int, y: int, width: int, height: int) -> None:
        """Paint the blocks, each as well as the height allows."""
        if stack := self._stack(width):
            stack.paint(x, y, width, height)
            return
        share = self._share(width)
        highs = [max(h for h in _wish(block, share, True) if h <= height) for block in self.blocks]
        wides = [block.width(high) for block, high in zip(self.blocks, highs, strict=True)]
        for block, left, wide, high in zip(self.blocks, *_across(x, width, wides), highs, strict=True):
            block.paint(left, y + (height - high if block.own else 0), wide, high)  # own cards stand on one line


def _wish(block: Block, width: int, tight: bool) -> tuple[int, ...]:
    """The heights that a block asks for, the smallest first."""
    usual = block.heights(width)
    return tuple(sorted({*usual, *(high for high in block.tight(width) if high < usual[0])})) if tight else usual


def _across(x: int, width: int, wides: Sequence[int]) -> tuple[list[int], list[int]]:
    """Where blocks begin and how wide they are: fixed ones spread over the width, or the others get what they leave."""
    free = wides.count(0)
    wides = list(wides)
    while not free and len(wides) > 1 and sum(wides) + len(wides) - 1 > width and max(wides) > 1:
        wides[wides.index(max(wides))] -= 1  # the widest gives way
    if not free and len(wides) > 1:
        step = [x, *(x + (width - wide) * at // (len(wides) - 1) for at, wide in enumerate(wides) if at)]
        return step, wides
    if not free:
        return [x + max(0, width - wides[0]) // 2], [min(width, wides[0])]
    each = (width - sum(wides) - len(wides) + 1) // free
    sizes = [wide or each for wide in wides]
    lefts = [x + sum(sizes[:at]) + at for at in range(len(sizes))]
    return lefts, sizes


class Tiers:
    """Tiers one below the other. Free height goes to them from above, round by round, then to the gaps."""

    def __init__(self, tiers: Sequence[Tier | Panels], gaps: Sequence[int] = ()) -> None:
        self.tiers, self.gaps = tiers, gaps

    def heights(self, width: int, tight: bool = False) -> tuple[int, ...]:
        """All heights that growing leads through."""
        wishes = [tier.heights(width, tight) for tier in self.tiers]
        least, most = sum(wish[0] for wish in wishes), sum(wish[-1] for wish in wishes)
        return tuple(sorted({sum(self._fit(wishes, height)) for height in range(least, most + 1)}))

    def least(self, width: int) -> int:
        """The smallest height that can be used."""
        return sum(tier.heights(width, True)[0] for tier in self.tiers)

    def narrow(self, width: int) -> bool:
        """Whether some part would get less width than it needs."""
        return any(tier.narrow(width) for tier in self.tiers)

    def _fit(self, wishes: Sequence[tuple[int, ...]], height: int) -> list[int]:
        """The heights of the tiers if there is so much in all."""
        level = [0] * len(wishes)
        total = sum(wish[0] for wish in wishes)
        groups = sorted(dict.fromkeys(tier.kinds for tier in self.tiers), key=_HEAD.__eq__)  # names have a line; more can wait
        for leap in (_LEAP, height):  # what takes a lot at once comes after what takes little
            grown = True
            while grown:
                grown = False
                for group in groups:
                    same = [at for at, tier in enumerate(self.tiers) if tier.kinds == group and level[at] + 1 < len(wishes[at])]
                    more = sum(wishes[at][level[at] + 1] - wishes[at][level[at]] for at in same)
                    if same and more <= leap and total + more <= height:
                        for at in same:
                            level[at] += 1
                        total, grown = total + more, True
        return [wish[at] for wish, at in zip(wishes, level, strict=True)]

    def paint(self, x: int, y: int, width: int, height: int) -> None:
        """Paint all tiers."""
        wishes = [tier.heights(width) for tier in self.tiers]
        if sum(wish[0] for wish in wishes) > height:
            wishes = [tier.heights(width, tight=True) for tier in self.tiers]
        highs = self._fit(wishes, height)
        spare = max(0, height - sum(highs))
        top = min(2, spare // 4) if self.gaps else 0
        air = (spare - top) // len(self.gaps) if self.gaps else 0
        y += top
        for at, (tier, high) in enumerate(zip(self.tiers, highs, strict=True)):
            tier.paint(x, y, width, high)
            y += high + air * self.gaps.count(at + 1)


class Panels:
    """Several other players side by side, in one or two rows; in more if they would become too narrow.

    Where there is no room for that, each of them has one line.
    """

    kinds = ("panels",)

    def __init__(self, columns: Sequence[Tiers]) -> None:
        self.columns = columns

    def _shape(self, width: int) -> tuple[int, int]:
        """How many are side by side, and in how many rows."""
        n = len(self.columns)
        across = max(1, min(n if n <= 3 else -(-n // 2), width // _NARROWEST_PANEL))
        return across, -(-n // across)

    def heights(self, width: int, tight: bool = False) -> tuple[int, ...]:
        """Heights at which every panel looks well, with a line of air below each row."""
        across, rows = self._shape(width)
        wishes = [column.heights(width // across - 2) for column in self.columns]
        least = max(wish[0] for wish in wishes)
        found = {high for wish in wishes for high in wish if high >= least}
        usual = tuple(rows * (high + 1) for high in sorted(found))
        lines = {-(-len(self.columns) // beside) for beside in (1, 2) if width >= _NARROWEST_LINE * beside}
        return tuple(sorted({*usual, *(high for high in (*lines, rows * least) if high < usual[0])})) if tight else usual

    def narrow(self, width: int) -> bool:
        """Whether the panels would be too narrow."""
        return width < _NARROWEST_PANEL

    def paint(self, x: int, y: int, width: int, height: int) -> None:
        """Paint the panels."""
        across, rows = self._shape(width)
        wide, high = width // across, height // rows
        least = max(column.heights(wide - 2)[0] for column in self.columns)
        if high < least:
            self._paint_lines(x, y, width, height)
            return
        for number, column in enumerate(self.columns):
            column.paint(x + number % across * wide, y + number // across * high, wide - 2, max(least, high - 1))

    def _paint_lines(self, x: int, y: int, width: int, height: int) -> None:
        """One line for each player: the name, and what lies there as small as needed."""
        across = -(-len(self.columns) // max(1, height))
        wide = width // across
        for number, column in enumerate(self.columns):
            left, down = x + number % across * wide, y + number // across
            head, *rows = (block for tier in column.tiers if isinstance(tier, Tier) for block in tier.blocks)
            name = min(24, wide * 2 // 5)
            head.paint(left, down, name, 1)
            shown = [block for block in rows if getattr(block, "things", ()) and 1 in block.heights(wide)]
            total, at = sum(len(block.things) for block in shown), left + name + 1
            for block in shown:
                share = (wide - name - 2) * len(block.things) // total
                block.paint(at, down, share, 1)
                at += share
