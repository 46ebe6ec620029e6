"""Damaged copies of files with JSON: bytes that changed on the way, or values that a stranger put there."""

from __future__ import annotations

import copy
import json
import random
from typing import Any

NASTY: tuple[Any, ...] = (
    -1, 0, 1, 2, 5.0, 0.5, 1e308, float("nan"), float("inf"), 1 << 31, 1 << 64, -(1 << 70), True, None, "", "x", "\x1b[2J",
    "\ud800", "9" * 50, [], [[]], {}, {"": 0}, [0] * 1000, "x" * 10_000,
)  # fmt: skip


def damaged_json(data: bytes, luck: random.Random) -> bytes:
    """One damaged copy. `data` is a JSON value, or one in each line."""
    return _bytes(data, luck) if luck.random() < 0.4 else _values(data, luck)


def _bytes(data: bytes, luck: random.Random) -> bytes:
    changed = bytearray(data)
    for _ in range(luck.choice((1, 1, 2, 5))):
        if not changed:
            break
        at, kind = luck.randrange(len(changed)), luck.randrange(6)
        if kind < 3:
            changed[at] = luck.choice((luck.randrange(256), changed[at] ^ 1 << luck.randrange(8), 0, 10))
        elif kind == 3:
            del changed[at : at + luck.randint(1, 9)]
        elif kind == 4:
            changed[at:at] = luck.choice((changed[at : at + 30], b"[" * 3000, b"1" * 5000, b"\xff\xfe", b"-"))
        else:
            del changed[max(1, at) :]
    return bytes(changed)


def _values(data: bytes, luck: random.Random) -> bytes:
    lines = data.splitlines() if len(data.splitlines()) > 1 and data.startswith(b'{"format') and b"}\n" in data else [data]
    at = luck.randrange(len(lines))
    value = json.loads(lines[at])
    for _ in range(luck.choice((1, 1, 2))):
        value = _changed(value, luck)
    lines[at] = json.dumps(value).encode()
    return b"\n".join(lines) + b"\n"


def _nasty(luck: random.Random) -> Any:
    return copy.deepcopy(luck.choice(NASTY))


def _changed(value: Any, luck: random.Random) -> Any:
    """The same with something inside replaced, taken out or put in."""
    if not isinstance(value, dict | list) or not value or luck.random() < 0.05:
        return _nasty(luck)
    keys = list(value) if isinstance(value, dict) else list(range(len(value)))
    key = luck.choice(keys)
    kind = luck.randrange(8)
    if kind == 0:
        del value[key]
    elif kind == 1 and isinstance(value, dict):
        value[luck.choice(("more", "\x1b", "first"))] = _nasty(luck)
    elif kind == 1:
        value.append(_nasty(luck))
    else:
        value[key] = _changed(value[key], luck)
    return value
