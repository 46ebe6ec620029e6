"""The general rooms know no single game: neither its name nor its words, but in examples for people."""

from __future__ import annotations

import io
import re
import tokenize
from pathlib import Path

import pytest

import cardlab

SOURCE = Path(cardlab.__file__).parent
ROOMS = ("core", "agents", "lab", "learn", "models", "training", "data", "play", "testing", "bots")
WORDS = re.compile(
    r"castle|locm|legends|unicorns|tribute|duelyst|nibbles?|mana|runes?|creatures?|jokers?|pickups?|burned|published|drafts|neighs?|patrons?|prestige|taverns?|generals?|springs?"
)
EXCEPTIONS = {
    "learn/checkpoint.py": "reads what version 0.1 called by a word of one game",
}


def _names(path: Path) -> set[str]:
    """All names and texts of a source, but for comments and docstrings: what it does, not what it says about it."""
    found: set[str] = set()
    before = tokenize.NEWLINE
    for token in tokenize.generate_tokens(io.StringIO(path.read_text(encoding="utf-8")).readline):
        is_docstring = token.type == tokenize.STRING and before in (tokenize.NEWLINE, tokenize.INDENT, tokenize.NL)
        if token.type == tokenize.NAME or (token.type == tokenize.STRING and not is_docstring):
            found.add(token.string)
        if token.type not in (tokenize.COMMENT, tokenize.NL):
            before = token.type
    return found


def odd_names(path: Path) -> list[str]:
    """Names and texts of a source in which a word of a single game stands."""
    odd = []
    for name in sorted(_names(path)):
        parts = re.findall(r"[a-z]+", re.sub(r"([a-z])([A-Z])", r"\1 \2", name).lower())
        if any(WORDS.fullmatch(part) for part in parts):
            odd.append(name[:80])
    return odd


@pytest.mark.parametrize("room", ROOMS)
def test_a_general_room_knows_no_single_game(room: str) -> None:
    paths = {path.relative_to(SOURCE).as_posix(): path for path in sorted((SOURCE / room).rglob("*.py"))}
    assert {where: found for where, path in paths.items() if where not in EXCEPTIONS and (found := odd_names(path))} == {}


def words_of_a_header(text: str) -> list[str]:
    """Words of a single game that stand in a header, but for its comments."""
    code = re.sub(r"#(?!include|define).*|//.*", "", re.sub(r"/\*.*?\*/", "", text, flags=re.S))
    parts = re.findall(r"[a-z]+", re.sub(r"([a-z])([A-Z])", r"\1 \2", code).lower())
    return sorted({part for part in parts if WORDS.fullmatch(part)})


def test_headers_of_the_general_rooms_know_no_single_game() -> None:
    headers = [path for room in ROOMS for kind in ("*.pxd", "*.h") for path in (SOURCE / room).rglob(kind)]
    odd = {path.relative_to(SOURCE).as_posix(): words_of_a_header(path.read_text(encoding="utf-8")) for path in headers}
    assert len(headers) > 20 and {where: found for where, found in odd.items() if found} == {}


def test_a_word_of_a_game_in_a_header_is_noticed() -> None:
    assert words_of_a_header("cdef struct Side:\n    int mana  # runes\n    int TavernCards[5]\n") == ["mana", "tavern"]


def test_every_exception_is_still_needed() -> None:
    assert all(odd_names(SOURCE / known) for known in EXCEPTIONS)


SCREENS = re.compile(r"^\s*(?:from|import) (?:textual|rich|curses)\b|\bget_terminal_size\b|\\x1b|\\033", re.M)
"""What a source does that draws on a terminal."""
ON_SCREEN = {"play", "cli"}
KNOW_OF_SCREENS = {
    "core/printable.py": "keeps what could steer a terminal out of texts of others",
    "lab/showing/sheet.py": "tables of results, printed as wide as there is room, count wide letters twice",
}


def test_nothing_below_the_screens_draws_on_a_terminal() -> None:
    drawing = {path.relative_to(SOURCE) for path in SOURCE.rglob("*.py") if SCREENS.search(path.read_text(encoding="utf-8"))}
    assert {path.as_posix() for path in drawing if path.parts[0] not in ON_SCREEN} == {*KNOW_OF_SCREENS}


@pytest.mark.parametrize(
    "line", ["from rich.text import Text", "    import textual", 'print("\\x1b[2J")', "shutil.get_terminal_size()"]
)
def test_a_source_that_draws_on_a_terminal_is_noticed(line: str) -> None:
    assert SCREENS.search(f"def show():\n{line}\n") and not SCREENS.search("# a terminal, rich or poor\n")
