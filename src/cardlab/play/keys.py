"""The keys of the screens, as their helps and the documentation list them."""

from __future__ import annotations

Keys = tuple[tuple[str, str], ...]

_LAST: Keys = (("?", "what the marked thing does, the rules, what marks mean, and these keys"), ("q", "quit"))
PLAY_KEYS: Keys = (
    ("click, 1–9, a–z, A–Z", "play the card or action that shows this key; pick cards to lay out"),
    ("← →", "move among the cards that may be touched; on a board ↑ ↓ too"),
    ("↑ ↓", "move in the list of actions"),
    ("Tab", "on a board: let ↑ ↓ move in the list, or on the board again"),
    ("Enter", "play what is marked, or confirm the picked cards"),
    ("Esc", "put picked cards back"),
    ("i", "explain one card after another, also those that cannot be played"),
    ("h", "hint of an agent, with visits and values"),
    ("u", "undo: back to your previous decision"),
    ("n", "new game; the score goes on"),
    ("r", "save a replay of the game so far"),
    *_LAST,
)
_GOING: Keys = (
    ("← →", "a turn back or on"),
    ("↑ ↓", "one decision back or on"),
    ("PgUp PgDn", "a whole round back or on"),
    ("Home End", "the first or the last position"),
    ("o", "see with the eyes of each seat in turn, or all"),
    ("i", "explain one card after another"),
    ("Enter", "show or hide the summary of the game"),
)
REPLAY_KEYS: Keys = (*_GOING, *_LAST)
WATCH_KEYS: Keys = (
    ("space", "pause, or go on"),
    ("+ -", "faster, slower"),
    ("r", "save a replay of the game so far"),
    *REPLAY_KEYS,
)
