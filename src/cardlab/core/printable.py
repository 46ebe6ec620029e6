r"""Text that others wrote, made fit to be shown: nothing in it can steer a terminal, hide, or break an output file.

Errors of agents, names in replays, what a bot writes to stderr: all of it may hold escape sequences (``\x1b[2J``, ``\x9b``),
characters that turn the direction of the line, or lone surrogates, which no file or terminal can encode. `printable` shows them
by their number instead. It stands where such text comes in, and again at each border to a terminal.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

ERROR_LENGTH = 200
_STEERING = r"\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u206f\ufeff\ufff9-\ufffb\ud800-\udfff"
_ANY = re.compile(f"[{_STEERING}]")
_BUT_LINES = re.compile(f"(?!\n)[{_STEERING}]")


def printable(text: str, most: int | None = None, lines: bool = False) -> str:
    r"""The text with control characters written as ``\x1b``, cut to `most` characters. `lines`: line feeds stay."""
    shown = (_BUT_LINES if lines else _ANY).sub(_by_number, text if most is None else text[: most + 1])
    return shown if most is None or len(shown) <= most else shown[: most - 1] + "…"


def printable_json(text: str) -> str:
    r"""JSON, with line feeds between its values only, whose texts are escaped the same way (``\u001b``): its values stay."""
    return _BUT_LINES.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def safely(show: Callable[[Any], str], value: object) -> str:
    """What `repr` or `str` says of somebody else's object, which may refuse, fit to be shown."""
    try:
        return printable(show(value), ERROR_LENGTH)
    except Exception:
        return f"<{printable(type(value).__name__, 60)} that cannot be shown>"


def error_text(error: BaseException) -> str:
    """An error of somebody else's code by its kind and its words."""
    return f"{printable(type(error).__name__, 60)}: {safely(str, error)}"


def _by_number(found: re.Match[str]) -> str:
    return found[0].encode("unicode_escape").decode("ascii")
