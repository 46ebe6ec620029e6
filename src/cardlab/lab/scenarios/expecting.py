"""What a case expects, compared with what came."""

from __future__ import annotations

import reprlib
from collections.abc import Iterator, Mapping
from typing import Any


def unmet(expected: Any, found: Any, where: str = "") -> Iterator[str]:
    """What was expected and did not come. Of a table only the parts that are named count; all else must be equal."""
    if isinstance(expected, Mapping) and isinstance(found, Mapping):
        for name, part in expected.items():
            inside = f"{where}.{name}" if where else str(name)
            if name in found:
                yield from unmet(part, found[name], inside)
            else:
                yield f"{inside} is missing: there are {', '.join(map(str, found))}"
    elif expected != found:
        yield f"{where or 'the answer'} is {reprlib.repr(found)}, not {reprlib.repr(expected)}"
