"""Actions: integers with meaning.

An action packs four small numbers into one non-negative 64-bit integer:

======  ====  =========================================
part    bits  meaning
======  ====  =========================================
kind       8  what is done (each game names its kinds)
source    16  the card, unit or slot that does it
target    16  what it is done to, or how many
extra     23  anything else
======  ====  =========================================

Equal actions are equal numbers in every determinization of a position, so the same value serves as key in
search trees, in logs and in replays.

`HIDDEN` stands for an action that a player knows was made, but could not see. It is no action: nothing legal has its value.
"""

from __future__ import annotations

from typing import TypeAlias

from cardlab.core import limits

Action: TypeAlias = int

HIDDEN: Action = limits.HIDDEN
"""In the history of a seat: somebody did something here that this player could not see."""


def pack(kind: int, source: int = 0, target: int = 0, extra: int = 0) -> Action:
    """Build an action from its parts."""
    return kind | source << 8 | target << 24 | extra << 40


def kind_of(action: Action) -> int:
    """What is done."""
    return action & 0xFF


def source_of(action: Action) -> int:
    """Which card, unit or slot does it."""
    return action >> 8 & 0xFFFF


def target_of(action: Action) -> int:
    """What it is done to, or how many."""
    return action >> 24 & 0xFFFF


def extra_of(action: Action) -> int:
    """The remaining part."""
    return action >> 40 & 0x7FFFFF
