"""The cases beside this file: situations of the game with what must come out, worked out by hand from the rules.

A case with `decided_by` holds in one rule set because of one switch. It is run there, and in the other rule set with
that switch alone turned over.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

Case = dict[str, Any]
_OTHER = {"simulator": "official", "official": "simulator"}


def _single(case: Case) -> Iterator[Case]:
    """A case for each rule set it holds in, each with one rule set."""
    for base in case["rules"]:
        yield {**case, "id": f"{case['id']} ({base})", "rules": [base]}
    if "decided_by" in case:
        (base,) = case["rules"]
        flags = {**case.get("flags", {}), case["decided_by"]: base}
        name = f"{case['id']} ({_OTHER[base]} but {case['decided_by']})"
        yield {**case, "id": name, "rules": [_OTHER[base]], "flags": flags}


@cache
def written_cases() -> list[Case]:
    """All cases as they are written."""
    files = sorted((Path(__file__).parent / "cases").glob("*.json"))
    return [case for file in files for case in json.loads(file.read_text(encoding="utf-8"))]


def all_cases() -> list[Case]:
    """All cases, one for each rule set in which they hold."""
    return [single for case in written_cases() for single in _single(case)]
