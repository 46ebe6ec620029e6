"""Castle's cards in characters: fronts, backs, empty places, fans and chips."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cardlab.core.drawing import Canvas
from cardlab.games.castle.words.cards import rank_text

FELT = "on #0d3b2c"
LABEL = "#9cc4b2"
_INK = {0: "#0a7d4f", 8: "#c8501e", 13: "#9b2fae"}
_COURT_INK = "#1f4e9c"
_LOOKS = {
    "plain": ("#b9b29f", "#f3eee0", None),
    "lit": ("#2f9e62", "#fffdf4", None),
    "dim": ("#6d6f66", "#8d8e83", "#4c4f48"),
    "picked": ("#b8860b", "#ffe9a8", None),
    "marked": ("#e0a100", "#fff6d5", None),
    "cursor": ("#d6336c", "#fffdf4", None),
    "known": ("#5b7fc0", "#c9d8f5", None),
}
"""Frame, paper and ink of each look; ink None: by rank."""
_BACK = "#6f93d8 on #213f7d"
_BACK_LIT = "#ffd75e on #2d55a8"
_ORNAMENTS = {9: "♞", 10: "♛", 11: "♚", 12: "✦", 13: "☻"}


@dataclass(frozen=True)
class Symbols:
    """The sign in the middle of each rank's card: what the rank does under these house rules."""

    of: dict[int, str] = field(default_factory=dict)

    @classmethod
    def by_options(cls, options: Mapping[str, Any]) -> Symbols:
        """House rules go before the ornaments of court cards."""
        signs = dict(_ORNAMENTS)
        for name, sign in (("lower", "▼"), ("skip", "»"), ("reverse", "⇄"), ("transparent", "○")):
            signs |= dict.fromkeys(options[name], sign)
        return cls(signs | {0: "↻", 8: "✸"})


def front(canvas: Canvas, x: int, y: int, rank: int, look: str = "plain", sign: str = "", big: bool = False) -> None:
    """A card face up, 5 by 3 cells or 7 by 5."""
    frame, paper, ink = _LOOKS[look]
    ink = ink or _INK.get(rank, _COURT_INK if rank >= 9 else "#2b2b2b")
    text, wide = rank_text(rank), 5 if big else 3
    line, face = f"{frame} on {paper}", f"bold {ink} on {paper}"
    canvas.put(x, y, f"╭{'─' * wide}╮", line)
    rows = [f"{text:<5}", f"{sign:^5}", f"{text:>5}"] if big else [f"{text:^3}"]
    for down, row in enumerate(rows, 1):
        canvas.put(x, y + down, f"│{' ' * wide}│", line)
        canvas.put(x + 1, y + down, row, face)
    canvas.put(x, y + len(rows) + 1, f"╰{'─' * wide}╯", line)


def back(canvas: Canvas, x: int, y: int, lit: bool = False, big: bool = False, note: str = "") -> None:
    """A card face down."""
    wide, high = (5, 3) if big else (3, 1)
    style = _BACK_LIT if lit else _BACK
    canvas.put(x, y, f"╭{'─' * wide}╮", style)
    for down in range(1, high + 1):
        canvas.put(x, y + down, f"│{'░' * wide}│", style)
    canvas.put(x, y + high + 1, f"╰{'─' * wide}╯", style)
    if note:
        canvas.centred(x + 1, y + 1 + high // 2, wide, f"{note:^3}", f"bold #ffffff {style[8:]}")


def empty(canvas: Canvas, x: int, y: int, note: str = "", big: bool = True) -> None:
    """A place where cards could lie."""
    wide, high = (5, 3) if big else (3, 1)
    canvas.put(x, y, f"┌{'╌' * wide}┐", "#3f7a63")
    for down in range(1, high + 1):
        canvas.put(x, y + down, f"╎{' ' * wide}╎", "#3f7a63")
    canvas.put(x, y + high + 1, f"└{'╌' * wide}┘", "#3f7a63")
    canvas.centred(x + 1, y + 1 + high // 2, wide, note, "#5f9c84")


def chips(canvas: Canvas, x: int, y: int, width: int, cards: Sequence[int | None], look: str = "known") -> None:
    """A hand in one or two lines: small cards if they fit, else counts of ranks."""
    hidden = sum(card is None for card in cards)
    shown = [card for card in cards if card is not None]
    _, paper, ink = _LOOKS[look]
    step = 4 if 4 * len(cards) <= width else 3
    if step * len(cards) <= width:
        for at, card in enumerate([*shown, *[None] * hidden]):
            if card is None:
                canvas.put(x + step * at, y, "░░░", _BACK)
            else:
                canvas.put(x + step * at, y, f"{rank_text(card):^3}", f"bold {ink or '#1d2b45'} on {paper}")
        return
    counts = Counter(shown)
    words = [f"{rank_text(rank)}×{counts[rank]}" if counts[rank] > 1 else rank_text(rank) for rank in sorted(counts)]
    words += [f"+{hidden} hidden"] if hidden else []
    for line in _lines(words, width)[:2]:
        canvas.put(x, y, line, "bold #c9d8f5")
        y += 1


def _lines(words: Sequence[str], width: int) -> list[str]:
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines
