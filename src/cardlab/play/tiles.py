"""Single things in characters: playing cards, cards with a name and values, backs, empty places, lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cardlab.core.looks import Looks
from cardlab.core.table import Face, Lessons, Thing
from cardlab.play.canvas import Canvas, shortened
from cardlab.play.palette import (
    ATTACK,
    BACK,
    BACK_LIT,
    BACK_MARKED,
    DEFENSE,
    DIM_INK,
    GOLD,
    PAPERS,
    PLAIN_INK,
    QUIET,
    STRONG,
    ink,
)  # fmt: skip

_LEAST_PART = 4
"""Words are not broken for lines that are no longer than this."""
_FRAMES = {False: ("╭", "─", "╮", "│", "╰", "╯"), True: ("╔", "═", "╗", "║", "╚", "╝")}


def wrapped(text: str, width: int) -> list[str]:
    """Words in lines of a width; longer words are cut, with a mark."""
    lines = [""]
    for word in text.split():
        if lines[-1] and len(lines[-1]) + 1 + len(word) > width:
            lines.append("")
        lines[-1] = shortened(f"{lines[-1]} {word}".strip(), width)
    return lines


def wrapped_name(name: str, width: int, room: int) -> list[str]:
    """A name in so many lines at most. Long words are broken if all of it has room then, and cut otherwise."""
    whole = wrapped(" ".join(_broken(word, width) for word in name.split()), width)
    if len(whole) <= room:
        return whole
    lines = wrapped(name, width)
    if len(lines) <= room:
        return lines
    last = lines[room - 1]  # a whole word says more than a part of it with a mark
    return [*lines[: room - 1], last if len(last) == width else f"{last.removesuffix('…')}…"]


def _broken(word: str, width: int) -> str:
    """A word in parts that fit into a width, if that is wide enough for it."""
    parts = []
    while len(word) > width > _LEAST_PART:
        at = word.rfind("-", 1, width) + 1
        mark = "" if at else "-"
        at = at or min(width - 1, len(word) - 2)
        parts.append(word[:at] + mark)
        word = word[at:]
    return " ".join([*parts, word])


def wrapped_fact(fact: str, width: int) -> list[str]:
    """A line of facts; spaces that align it stay if it fits."""
    return [fact] if len(fact) <= width else wrapped(fact, width)


def _cut(lines: Sequence[str], room: int, width: int) -> list[str]:
    """As many lines as there is room for, with a mark if some are left out."""
    if len(lines) <= room or room < 1:
        return list(lines[: max(0, room)])
    return [*lines[: room - 1], shortened(" ".join(lines[room - 1 :]), width)]


def values_of(face: Face) -> str:
    """The left and the right value together: numbers as 2/3, words side by side."""
    both = [value for value in (face.left, face.right) if value]
    return ("/" if len(both) == 2 and both[0].lstrip("+-").isdigit() else " ").join(both)


def _counted(things: Sequence[Thing]) -> str:
    """Playing cards in words: each rank with its count, and how many are hidden."""
    hidden = sum(thing.face is None for thing in things)
    counts = Counter(thing.face.name for thing in things if thing.face is not None)
    words = [f"{name}×{count}" if count > 1 else name for name, count in counts.items()]
    return " ".join([*words, *([f"{'+' if words else ''}{hidden} hidden"] if hidden else [])])


def is_rank(face: Face | None) -> bool:
    """Whether a face is that of a playing card, or hidden."""
    return face is None or len(face.name) <= 2


class Tiles:
    """Paints things on a canvas by the looks of a game."""

    def __init__(self, canvas: Canvas, looks: Looks, lessons: Lessons, vacant: str) -> None:
        self.canvas, self.looks, self.lessons, self.vacant = canvas, looks, lessons, vacant
        self._paper = looks.paper if looks.paper in PAPERS else "slate"
        self.papers = PAPERS[self._paper]

    def _ink(self, face: Face, look: str) -> str:
        usual = PLAIN_INK[self._paper]
        return DIM_INK[self._paper] if look == "dim" else ink(self.looks.inks.get(face.kind, ""), usual)

    # ---- playing cards ---------------------------------------------------------------------------------------------

    def front(self, x: int, y: int, face: Face, look: str, big: bool) -> None:
        """A playing card face up, 5 by 3 cells or 7 by 5."""
        frame, paper = self.papers[look]
        wide, text, line = 5 if big else 3, face.name, f"{frame} on {paper}"
        style = f"bold {self._ink(face, look)} on {paper}"
        self.canvas.put(x, y, f"╭{'─' * wide}╮", line)
        rows = [f"{text:<5}", f"{face.sign:^5}", f"{text:>5}"] if big else [f"{text:^3}"]
        for down, row in enumerate(rows, 1):
            self.canvas.put(x, y + down, f"│{' ' * wide}│", line)
            self.canvas.put(x + 1, y + down, row, style)
        self.canvas.put(x, y + len(rows) + 1, f"╰{'─' * wide}╯", line)

    def back(self, x: int, y: int, width: int, height: int, look: str = "plain", note: str = "") -> None:
        """A card face down."""
        style = {"plain": BACK, "dim": BACK, "known": BACK, "lit": BACK_LIT}.get(look, BACK_MARKED)
        self.canvas.put(x, y, f"╭{'─' * (width - 2)}╮", style)
        for down in range(1, height - 1):
            self.canvas.put(x, y + down, f"│{'░' * (width - 2)}│", style)
        self.canvas.put(x, y + height - 1, f"╰{'─' * (width - 2)}╯", style)
        if note:
            self.canvas.centred(x + 1, y + height // 2, width - 2, f"{note:^3}", f"bold #ffffff {style[8:]}")

    def waiting(self, look: str) -> str:
        """The style of a place that stands out."""
        return f"bold {self.papers[look][0]}" if look in ("cursor", "marked", "picked") else "#ff9f5e"

    def empty(self, x: int, y: int, width: int, height: int, note: str = "", lit: bool = False, look: str = "target") -> None:
        """A place where something could lie."""
        style = self.waiting(look) if lit else self.vacant
        self.canvas.put(x, y, f"┌{'╌' * (width - 2)}┐", style)
        for down in range(1, height - 1):
            self.canvas.put(x, y + down, f"╎{' ' * (width - 2)}╎", style)
        self.canvas.put(x, y + height - 1, f"└{'╌' * (width - 2)}┘", style)
        self.canvas.centred(x + 1, y + height // 2, width - 2, note, GOLD if lit else style)

    def chips(self, x: int, y: int, width: int, height: int, things: Sequence[Thing], below: Sequence[Thing] = ()) -> None:
        """Playing cards in one or two lines: small ones if they fit, else counts of ranks; what is seen below them is apart."""
        if any(thing.face is not None for thing in below):
            self._counts(x, y, width, height, f"{_counted(things)}/{_counted(below)}")
            return
        things = [*things, *below]
        hidden = sum(thing.face is None for thing in things)
        shown = [thing.face for thing in things if thing.face is not None]
        _, paper = self.papers["known"]
        step = 4 if 4 * len(things) <= width + 1 else 3
        if step * len(things) <= width + 1:
            for at, face in enumerate([*shown, *[None] * hidden]):
                text, style = ("░░░", BACK) if face is None else (f"{face.name:^3}", f"bold #1d2b45 on {paper}")
                self.canvas.put(x + step * at, y, text, style)
            return
        self._counts(x, y, width, height, _counted(things))

    def _counts(self, x: int, y: int, width: int, height: int, words: str) -> None:
        for down, line in enumerate(wrapped(words, width)[:height]):
            self.canvas.put(x, y + down, line, "bold #c9d8f5")

    # ---- cards with a name and values ----------------------------------------------------------------------------------

    def card(self, x: int, y: int, width: int, height: int, thing: Thing, look: str, key: str = "") -> None:
        """A card in a frame: cost and marks above, the name, what it does if there is room, values below."""
        face = thing.face
        if face is None:
            self.back(x, y, width, height, look)
            return
        self._box(x, y, width, height, look, thing.marks)
        if face.cost:
            self.canvas.put(x + 1, y, f" {face.cost} ", f"bold #0b1420 on {'#3f5570' if look == 'dim' else ink('cost')}")
        elif badge := self.looks.badges.get(face.kind):
            self.canvas.put(x + 1, y, badge, f"bold {self._ink(face, look)}")
        self._letters(x + width - 1 - max(1, self._count(thing)), y, thing)
        values = len(face.left) + len(face.right)
        flat = height < 6 and len(face.text) + values + (2 if face.left else 1) <= width - 2
        above = [] if flat or not face.text else wrapped(face.text, width - 2)
        lines = wrapped_name(face.name, width - 2, height - 2)
        bare = height > 3 and not values and len(lines) == height - 2  # the name takes all of it
        lines = lines if bare else wrapped_name(face.name, width - 2, max(1, height - 3 - (len(above) == 1)))
        for down, line in enumerate(lines, 1):
            self.canvas.put(x + 1, y + down, line, f"bold {self._ink(face, look)}")
        if height > 3 and not bare:
            for down, line in enumerate(_cut(above, height - 3 - len(lines), width - 2), len(lines) + 1):
                self.canvas.put(x + 1, y + down, line[: width - 2], QUIET)
            self._values(x + 1, y + height - 2, width - 2, thing, face.text if flat else "")
        if key:
            self.canvas.centred(x, y + height - 1, width, f" {key} ", GOLD)

    def large(self, x: int, y: int, width: int, height: int, thing: Thing, look: str, key: str = "") -> None:
        """A card to be read: with all that it does, and what its marks mean if there is room."""
        face = thing.face
        if face is None:
            self.back(x, y, width, height, look)
            return
        self._box(x, y, width, height, look, thing.marks)
        if face.cost:
            self.canvas.put(x + 2, y, f" {face.cost} ", f"bold #0b1420 on {ink('cost')}")
        edge = 1 if width < 16 else 2
        inner, room = width - 2 * edge, height - 2
        lines = [(line, f"bold {self._ink(face, look)}") for line in wrapped_name(face.name, inner, 3)]
        lines += [(face.kind, QUIET)] if face.kind else []
        facts = [(line, self._fact_style(fact)) for fact in thing.does for line in wrapped_fact(fact, inner)]
        lines += [("", "")] if len(lines) + len(facts) < room else []
        lines += facts
        for hint in self._hints(thing):
            told = [(line, f"italic {QUIET}") for line in wrapped(hint, inner)]
            lines += [("", ""), *told] if len(lines) + len(told) < room else []
        if len(lines) > room:
            lines = [*lines[: room - 1], (shortened(" ".join(line for line, _ in lines[room - 1 :]), inner), QUIET)]
        for down, (line, style) in enumerate(lines, 1):
            self.canvas.put(x + edge, y + down, line, style)
        self.canvas.centred(x, y + height - 1, width, f" {key} " if key else "", GOLD)

    def line(self, x: int, y: int, width: int, thing: Thing, look: str, key: str = "") -> None:
        """A card in one line: cost, name, values, marks, what it does."""
        face, (frame, paper) = thing.face, self.papers[look]
        self.canvas.put(x, y, " " * width, f"on {paper}")
        self.canvas.put(x, y, "▌", frame)
        self.canvas.put(x + 1, y, key, GOLD)
        if face is None:
            self.canvas.put(x + 7, y, "░░░", BACK)
            return
        at = x + 3
        if face.cost:
            self.canvas.put(at, y, f"{face.cost:>2} ", f"bold #0b1420 on {'#3f5570' if look == 'dim' else ink('cost')}")
            at += 4
        values = values_of(face)
        beside = 7 if face.cost or values else 0  # where there are values, they stand below each other
        marks = self._count(thing) + 1 if self._count(thing) else 0
        room = min(24, max(4, width - 26)) if width > 32 else max(4, x + width - at - beside - marks)
        self.canvas.put(at, y, shortened(face.name, room), f"bold {self._ink(face, look)}")
        at += room + 1
        self.canvas.put(at, y, values, ATTACK)
        self._letters(at + beside, y, thing)
        at += beside + marks
        self.canvas.put(at, y, shortened(face.text, x + width - at) if x + width - at > 3 else "", QUIET)

    def _box(self, x: int, y: int, width: int, height: int, look: str, marks: Sequence[str]) -> None:
        frame, paper = self.papers[look]
        special = {self.looks.marks[mark].at for mark in marks if mark in self.looks.marks}
        style, (nw, flat, ne, side, sw, se) = f"{frame} on {paper}", _FRAMES["frame" in special]
        left, right = ("(", ")") if "sides" in special else (side, side)
        self.canvas.put(x, y, nw + flat * (width - 2) + ne, style)
        for down in range(1, height - 1):
            self.canvas.put(x, y + down, left + " " * (width - 2) + right, style)
        self.canvas.put(x, y + height - 1, sw + flat * (width - 2) + se, style)

    def _shown(self, thing: Thing) -> list[tuple[str, str]]:
        """Letters of marks with their colours."""
        looks = (self.looks.marks.get(mark) for mark in thing.marks)
        return [(look.symbol, look.colour) for look in looks if look and look.symbol and look.at != "foot"]

    def _count(self, thing: Thing) -> int:
        return len(self._shown(thing))

    def _letters(self, x: int, y: int, thing: Thing) -> None:
        for step, (symbol, colour) in enumerate(self._shown(thing)):
            self.canvas.put(x + step, y, symbol, f"bold {ink(colour)}")

    def _values(self, x: int, y: int, width: int, thing: Thing, between: str) -> None:
        """The left and the right value, with what it does or a mark between them."""
        face, looks = thing.face, [self.looks.marks[mark] for mark in thing.marks if mark in self.looks.marks]
        assert face is not None
        right = next((f"bold {ink(look.colour)}" for look in looks if look.at == "right"), DEFENSE if face.left else ATTACK)
        foot = next((look for look in looks if look.at == "foot"), None)
        self.canvas.put(x, y, face.left, ATTACK)
        if between and not face.left:
            self.canvas.put(x, y, between, QUIET)
        elif between:
            self.canvas.centred(x, y, width, between, QUIET)
        elif foot is not None:
            self.canvas.centred(x, y, width, foot.symbol, f"bold {ink(foot.colour)}")
        elif not face.left and face.kind:
            fits = len(face.kind) + len(face.right) < width
            self.canvas.put(x, y, face.kind if fits else face.kind.partition(" ")[0], self._ink(face, "plain"))
        self.canvas.put(x + width - len(face.right), y, face.right, right)

    def _fact_style(self, line: str) -> str:
        """Lines that name a mark have its colour."""
        for mark, look in self.looks.marks.items():
            if look.symbol and line.endswith(mark):
                return f"bold {ink(look.colour)}"
        return STRONG

    def _hints(self, thing: Thing) -> list[str]:
        """What its kind means, or else its marks."""
        glossary, kind = self.lessons.glossary, thing.face.kind if thing.face else ""
        return [glossary[kind]] if kind in glossary else [glossary[mark] for mark in thing.marks if mark in glossary]
