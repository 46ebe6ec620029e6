"""Where blocks go: side by side in tiers, tiers one below the other, and the other players' parts in panels."""

from __future__ import annotations

from collections.abc import Sequence

from cardlab.play.blocks import Block


class Tier:
    """Blocks side by side; if there is no room for that, one below the other. Tiers of the same kinds grow together."""

    def __init__(self, kinds: tuple[str, ...], blocks: Sequence[Block]) -> None:
        self.kinds, self.blocks = kinds, blocks

    def _stack(self, width: int) -> Tiers | None:
        """The blocks one below the other, if they must be."""
        if len(self.blocks) < 2 or sum(block.least + 1 for block in self.blocks) <= width + 1:
            return None
        return Tiers([Tier((*self.kinds, str(at)), [block]) for at, block in enumerate(self.blocks)])

    def heights(self, width: int) -> tuple[int, ...]:
        """Heights at which it looks well."""
        if stack := self._stack(width):
            return stack.heights(width)
        wishes = [block.heights(self._share(width)) for block in self.blocks]
        least = max(wish[0] for wish in wishes)
        return tuple(sorted({high for wish in wishes for high in wish if high >= least} | {least}))

    def _share(self, width: int) -> int:
        free = sum(block.width(99) == 0 for block in self.blocks)
        return width // free if free > 1 else width

    def paint(self, x: int, y: int, width: int, height: int) -> None:
        """Paint the blocks, each as well as the height allows."""
        if stack := self._stack(width):
            stack.paint(x, y, width, height)
            return
        share = self._share(width)
        highs = [max(h for h in block.heights(share) if h <= height) for block in self.blocks]
        wides = [block.width(high) for block, high in zip(self.blocks, highs, strict=True)]
        for block, left, wide, high in zip(self.blocks, *_across(x, width, wides), highs, strict=True):
            block.paint(left, y + (height - high if block.own else 0), wide, high)  # own cards stand on one line


def _across(x: int, width: int, wides: Sequence[int]) -> tuple[list[int], list[int]]:
    """Where blocks begin and how wide they are: fixed ones spread over the width, or the others get what they leave."""
    free = wides.count(0)
    if not free and len(wides) > 1:
        step = [x, *(x + (width - wide) * at // (len(wides) - 1) for at, wide in enumerate(wides) if at)]
        return step, list(wides)
    if not free:
        return [x + max(0, width - wides[0]) // 2], list(wides)
    each = (width - sum(wides) - len(wides) + 1) // free
    sizes = [wide or each for wide in wides]
    lefts = [x + sum(sizes[:at]) + at for at in range(len(sizes))]
    return lefts, sizes


class Tiers:
    """Tiers one below the other. Free height goes to them from above, round by round, then to the gaps."""

    def __init__(self, tiers: Sequence[Tier | Panels], gaps: Sequence[int] = ()) -> None:
        self.tiers, self.gaps = tiers, gaps

    def heights(self, width: int) -> tuple[int, ...]:
        """All heights that growing leads through."""
        wishes = [tier.heights(width) for tier in self.tiers]
        least, most = sum(wish[0] for wish in wishes), sum(wish[-1] for wish in wishes)
        return tuple(sorted({sum(self._fit(wishes, height)) for height in range(least, most + 1)}))

    def _fit(self, wishes: Sequence[tuple[int, ...]], height: int) -> list[int]:
        """The heights of the tiers if there is so much in all."""
        level = [0] * len(wishes)
        total = sum(wish[0] for wish in wishes)
        groups = list(dict.fromkeys(tier.kinds for tier in self.tiers))
        grown = True
        while grown:
            grown = False
            for group in groups:
                same = [at for at, tier in enumerate(self.tiers) if tier.kinds == group and level[at] + 1 < len(wishes[at])]
                more = sum(wishes[at][level[at] + 1] - wishes[at][level[at]] for at in same)
                if same and total + more <= height:
                    for at in same:
                        level[at] += 1
                    total, grown = total + more, True
        return [wish[at] for wish, at in zip(wishes, level, strict=True)]

    def paint(self, x: int, y: int, width: int, height: int) -> None:
        """Paint all tiers."""
        highs = self._fit([tier.heights(width) for tier in self.tiers], height)
        spare = max(0, height - sum(highs))
        top = min(2, spare // 4) if self.gaps else 0
        air = (spare - top) // len(self.gaps) if self.gaps else 0
        y += top
        for at, (tier, high) in enumerate(zip(self.tiers, highs, strict=True)):
            tier.paint(x, y, width, high)
            y += high + air * self.gaps.count(at + 1)


class Panels:
    """Several other players side by side, in one or two rows."""

    kinds = ("panels",)

    def __init__(self, columns: Sequence[Tiers]) -> None:
        self.columns = columns
        self.across = len(columns) if len(columns) <= 3 else -(-len(columns) // 2)
        self.rows = -(-len(columns) // self.across)

    def heights(self, width: int) -> tuple[int, ...]:
        """Heights at which every panel looks well, with a line of air below each row."""
        each = width // self.across - 2
        wishes = [column.heights(each) for column in self.columns]
        least = max(wish[0] for wish in wishes)
        found = {high for wish in wishes for high in wish if high >= least}
        return tuple(self.rows * (high + 1) for high in sorted(found))

    def paint(self, x: int, y: int, width: int, height: int) -> None:
        """Paint the panels."""
        wide, high = width // self.across, height // self.rows
        for number, column in enumerate(self.columns):
            column.paint(x + number % self.across * wide, y + number // self.across * high, wide - 2, high - 1)
