"""The pages of the documentation, taken apart: fenced blocks, links, headings.

How a fenced block is marked decides what the tests do with it:

* ``python``: run in the page's order, all blocks of a page as one script; ``python notest`` is only shown.
* ``output``, right after one of these: exactly what it prints.
* any language with ``title="name"``: a file, written to the folder in which the page's blocks run.
* any language with ``excerpt="path"``: lines of a file of the repository, and must be found there.
* ``console``: commands after ``$``. All of cardlab must be understood; ``console run`` is also carried out and must print what
  is shown, but for times. ``console screen`` is carried out in a terminal, where it must open a screen that `q` ends.
  ``console setup`` installs what the tests run with; on the pages about that it is carried out in a copy of the checkout.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").rglob("*.md"))]
_FENCE = re.compile(r"^( *)(`{3,})(.*)$")
_LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)")


@dataclass(frozen=True)
class Block:
    """A fenced block; `line` is that of its first fence, counted from 1."""

    language: str
    marks: str
    code: str
    line: int

    @property
    def file(self) -> str | None:
        """The file that the block shows."""
        found = re.search(r'title="([^"]+)"', self.marks)
        return found[1] if found else None

    @property
    def excerpt(self) -> str | None:
        """The file of the repository that the block quotes."""
        found = re.search(r'excerpt="([^"]+)"', self.marks)
        return found[1] if found else None

    @property
    def runs(self) -> bool:
        """Whether the block is Python to be run."""
        shown_only = "notest" in self.marks or self.file is not None or self.excerpt is not None
        return self.language == "python" and not shown_only


@dataclass(frozen=True)
class Command:
    """A command with what it is shown to print."""

    words: str
    output: str
    marks: tuple[str, ...]
    line: int

    @property
    def run(self) -> bool:
        """Whether it is carried out, and prints what is shown."""
        return "run" in self.marks

    @property
    def screen(self) -> bool:
        """Whether it is carried out in a terminal."""
        return "screen" in self.marks


def name_of(page: Path) -> str:
    """A page as the tests call it."""
    return page.relative_to(ROOT).as_posix()


def blocks(page: Path) -> Iterator[Block]:
    """All fenced blocks in order."""
    start, fence, info = 0, "", ""
    code: list[str] = []
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        found = _FENCE.match(line)
        if found and not fence:
            start, fence, info, code = number, found[2], found[3].strip(), []
        elif found and found[2] == fence and not found[3].strip():
            language, _, marks = info.partition(" ")
            yield Block(language, marks, "\n".join(code), start)
            fence = ""
        elif fence:
            code.append(line)
    assert not fence, f"{name_of(page)}:{start}: the block is not closed"


def commands(page: Path) -> Iterator[Command]:
    """All commands of the page's console blocks, lines that end in a backslash joined."""
    for block in blocks(page):
        if block.language == "console":
            joined = block.code.replace("\\\n", " ")
            for part in re.split(r"^\$ ", joined, flags=re.MULTILINE)[1:]:
                words, _, output = part.partition("\n")
                yield Command(words.strip(), output, tuple(block.marks.split()), block.line)


def write_files(page: Path, folder: Path) -> None:
    """Put the files that a page shows into a folder."""
    for block in blocks(page):
        if block.file is not None:
            target = folder / block.file
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(block.code + "\n", encoding="utf-8")


def prose(page: Path) -> str:
    """The page without its fenced blocks."""
    lines, fence = [], ""
    for line in page.read_text(encoding="utf-8").splitlines():
        found = _FENCE.match(line)
        if found and (not fence or found[2] == fence):
            fence = "" if fence else found[2]
        elif not fence:
            lines.append(line)
    return "\n".join(lines)


def links(page: Path) -> list[str]:
    """Where the links and pictures of a page lead."""
    return _LINK.findall(re.sub(r"`[^`]*`", "", prose(page)))


def anchors(page: Path) -> set[str]:
    """The names of the headings, as mkdocs makes them."""
    return {_slug(line.lstrip("#").strip()) for line in prose(page).splitlines() if re.match(r"#{1,6} ", line)}


def _slug(heading: str) -> str:
    plain = unicodedata.normalize("NFKD", heading.replace("`", "")).encode("ascii", "ignore").decode()
    return re.sub(r"[-\s]+", "-", re.sub(r"[^\w\s-]", "", plain).strip().lower())
