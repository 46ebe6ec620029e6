"""`python -m tests.docs.way`: the functions through which a move goes, from the command line to the struct and back.

A real match is played in the uncompiled build, where every function is Python's and can be seen being called.
"""

from __future__ import annotations

import json
import os
import sys
import threading
from types import FrameType
from typing import Any

MATCH = ["match", "castle", "ismcts:40", "lowest", "-n", "1", "--seed", "3", "--workers", "1"]
Hop = tuple[str, str]

DEEPEST = ("games/castle/rules/play.py", "take_from_hand")
ENDS: dict[str, Hop] = {
    "asked": ("lab/engine/threads.py", "results"),
    "changed": DEEPEST,
    "kept": ("lab/matches/records.py", "take"),
    "shown": ("cli/commands/matches.py", "print_match"),
}
THROUGH = "_expand"
"""The move that is followed is one that a search tries."""


def hops(frame: FrameType | None) -> list[Hop]:
    """Functions of cardlab that wait for this one, the first caller first."""
    found: list[Hop] = []
    while frame is not None:
        path, inside, file = frame.f_code.co_filename.replace(os.sep, "/").rpartition("/src/cardlab/")
        if inside and path:
            found.append((file, frame.f_code.co_name))
        frame = frame.f_back
    return found[::-1]


def followed() -> dict[str, list[Hop]]:
    """The calls that wait at each end of the way, the first time it is reached."""
    ways: dict[str, list[Hop]] = {}

    def notice(frame: FrameType, event: str, _: Any) -> None:
        if event != "call":
            return
        for name, (file, function) in ENDS.items():
            if name not in ways and frame.f_code.co_name == function and frame.f_code.co_filename.endswith(file):
                way = hops(frame)
                if name != "changed" or any(called == THROUGH for _, called in way):
                    ways[name] = way

    threading.setprofile(notice)
    sys.setprofile(notice)
    from cardlab.cli import main

    try:
        main(MATCH)
    except SystemExit as ended:
        if ended.code:
            raise
    return ways


if __name__ == "__main__":
    print(json.dumps(followed()))
