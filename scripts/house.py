"""Draw the house, docs/images/house.svg: a floor for each layer of rooms, each room with its first sentence about itself.

python scripts/house.py

The layers are those that `make lint` checks (pyproject.toml), the sentences those of the sources: the picture cannot tell
anything else than they do.
"""

from __future__ import annotations

import ast
import html
import textwrap
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "images" / "house.svg"
WIDTH, MARGIN, GAP = 1000, 20, 10
TITLE, LINE, LETTER = 34, 16, 7.2
COLOURS = ("#dbeafe", "#dcfce7", "#fef9c3", "#ffe4e6", "#ede9fe", "#e0f2fe")


def floors() -> list[list[str]]:
    """The rooms of each layer, the highest first."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = next(rules["layers"] for rules in project["tool"]["importlinter"]["contracts"] if rules["type"] == "layers")
    return [[room.strip() for room in layer.split("|")] for layer in layers]


def sentence(room: str) -> str:
    """What a room says about itself first."""
    place = ROOT / "src" / "cardlab" / room
    source = place / "__init__.py" if place.is_dir() else place.with_suffix(".py")
    told = ast.get_docstring(ast.parse(source.read_text(encoding="utf-8"))) or ""
    first = " ".join(told.split("\n\n")[0].split())
    return first.partition(". ")[0].rstrip(".")


def picture() -> str:
    """The drawing."""
    parts: list[str] = []
    y = MARGIN
    for floor, rooms in enumerate(floors()):
        wide = (WIDTH - 2 * MARGIN - GAP * (len(rooms) - 1)) / len(rooms)
        texts = [textwrap.wrap(sentence(room), int((wide - 24) / LETTER)) for room in rooms]
        high = TITLE + LINE * max(map(len, texts))
        for place, (room, lines) in enumerate(zip(rooms, texts, strict=True)):
            parts += _room(room, lines, (MARGIN + place * (wide + GAP), y, wide, high), COLOURS[floor % len(COLOURS)])
        y += high + GAP
    told = "A room imports only from rooms below it. Rooms of one floor do not know each other, and no game knows another."
    parts.append(f'<text x="{MARGIN}" y="{y + 16}" font-size="14" fill="#374151">{told}</text>')
    head = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {y + 36}" font-family="sans-serif">',
        "<title>The rooms of cardlab: each imports only from rooms below it</title>",
        f'<rect width="{WIDTH}" height="{y + 36}" fill="#ffffff"/>',
    ]
    return "\n".join([*head, *parts, "</svg>", ""])


def _room(name: str, lines: list[str], box: tuple[float, float, float, float], colour: str) -> list[str]:
    x, y, wide, high = (round(number) for number in box)
    title = f'<text x="{x + 12}" y="{y + 22}" font-size="16" font-weight="bold" fill="#111827">{name}</text>'
    told = (
        f'<text x="{x + 12}" y="{y + 40 + LINE * number}" font-size="12" fill="#374151">{html.escape(line)}</text>'
        for number, line in enumerate(lines)
    )
    return [f'<rect x="{x}" y="{y}" width="{wide}" height="{high}" rx="6" fill="{colour}" stroke="#6b7280"/>', title, *told]


if __name__ == "__main__":
    PICTURE.write_text(picture(), encoding="utf-8")
