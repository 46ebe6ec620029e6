"""How much is tried: all of it by `make thorough`, a share of it by `make test`, and least where nothing is compiled."""

from __future__ import annotations

import os

PURE = os.environ.get("CARDLAB_PURE") == "1"
THOROUGH = os.environ.get("CARDLAB_THOROUGH") == "1"


def effort(thorough: int, usual: int, pure: int | None = None) -> int:
    """How often something is tried, such as random games that are compared: in full, usually, uncompiled."""
    if PURE:
        return usual if pure is None else pure
    return thorough if THOROUGH else usual
