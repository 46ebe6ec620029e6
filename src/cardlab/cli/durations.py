"""Times as people write them: 90s, 45m, 2h, 1h30m."""

from __future__ import annotations

import re

from cardlab.errors import OptionError

_PARTS = re.compile(r"(?:(\d+(?:\.\d+)?)d)?(?:(\d+(?:\.\d+)?)h)?(?:(\d+(?:\.\d+)?)m)?(?:(\d+(?:\.\d+)?)s)?")
_SECONDS = (86400, 3600, 60, 1)


def seconds_of(text: str) -> float:
    """How many seconds a text such as 1h30m means."""
    found = _PARTS.fullmatch(text.strip().lower())
    total = sum(float(part or 0) * each for part, each in zip(found.groups(), _SECONDS, strict=True)) if found else 0.0
    if total <= 0:
        raise OptionError(f"--for {text}: write a time such as 90s, 45m, 2h or 1h30m")
    return total


def in_words(seconds: float) -> str:
    """Roughly how long something takes."""
    if seconds < 1:
        return "a moment"
    if seconds < 90:
        return f"{seconds:.0f} s"
    if seconds < 90 * 60:
        return f"{seconds / 60:.0f} min"
    if seconds < 48 * 3600:
        return f"{seconds / 3600:.0f} h"
    return f"{seconds / 86400:.0f} days"
