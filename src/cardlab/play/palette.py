"""The colours of the terminal, by the names that games use."""

from __future__ import annotations

QUIET = "#8a94a6"
STRONG = "bold #e8ecf4"
GOLD = "bold #ffd75e"
PLAYERS = ("#7cc4ff", "#ffb86b", "#b4e07a", "#e59bff", "#ff8f8f", "#7fe3d0", "#f4e27a", "#b0b7ff")
"""A colour for each seat."""

COLOURS = {
    "quiet": QUIET, "strong": "#e8ecf4", "gold": "#ffd75e", "sand": "#f2e8d5", "green": "#8fe08f", "red": "#ff9b9b",
    "blue": "#8fc9ff", "cost": "#6db3ff", "heart": "#ff8296", "orange": "#ffae57", "yellow": "#ffe066", "pink": "#f08bd8",
    "steel": "#c8d3e6", "lime": "#b8f26b", "sky": "#8be9fd", "bright": "#63e07a", "less": "#ff6b6b", "more": "#c6ff7a",
    "leaf": "#0a7d4f", "fire": "#c8501e", "violet": "#9b2fae", "royal": "#1f4e9c", "black": "#2b2b2b",
}  # fmt: skip
"""Colours of ink. The last ones are for light paper."""

LOG_PLAIN, LOG_HEAD = ("#ffffff", "#9aa6b8"), ("#ffd75e", "#a8935a")
LOG_OPENS, LOG_CLOSES = ("bold #d2b0ff", "#a58bcc"), ("#8fe08f", "#74a874")
"""Lines of the log, headings, and what opens and closes a part of it: when they are new, and later."""

ATTACK, DEFENSE = "bold #ffb454", "bold #7fd6a8"

GROUNDS = {
    "night": ("on #10161f", QUIET, "#2c3a4e", "on #161f2c"),
    "felt": ("on #0d3b2c", "#9cc4b2", "#3f7a63", ""),
}
"""The ground of a table, its labels, empty places, and the ground of zones with places."""

PAPERS = {
    "cream": {
        "plain": ("#b9b29f", "#f3eee0"), "lit": ("#2f9e62", "#fffdf4"), "dim": ("#6d6f66", "#8d8e83"),
        "target": ("#e07b39", "#fff1dc"), "picked": ("#b8860b", "#ffe9a8"), "marked": ("#e0a100", "#fff6d5"),
        "cursor": ("#d6336c", "#fffdf4"), "known": ("#5b7fc0", "#c9d8f5"),
    },
    "slate": {
        "plain": ("#5f7089", "#202b3b"), "lit": ("#63c174", "#22372f"), "dim": ("#3a4557", "#18212d"),
        "target": ("#ff9f5e", "#43301f"), "picked": ("#ffd75e", "#4d431c"), "marked": ("#e0b030", "#37331f"),
        "cursor": ("#ff6fae", "#3d2436"), "known": ("#5b7fc0", "#26344d"),
    },
}  # fmt: skip
"""Frame and paper of each look."""
DIM_INK = {"cream": "#4c4f48", "slate": "#7d879a"}
PLAIN_INK = {"cream": "#2b2b2b", "slate": "#e8ecf4"}
BACK, BACK_LIT, BACK_MARKED = "#6f93d8 on #213f7d", "#ffd75e on #2d55a8", "#ffffff on #3566c4"


def ink(name: str, usual: str = "#e8ecf4") -> str:
    """The colour of that name."""
    return COLOURS.get(name, usual)
