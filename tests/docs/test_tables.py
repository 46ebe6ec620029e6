"""Tables in the documentation say what the code says."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.docs.tables import TABLES, framed


@pytest.mark.parametrize(("page", "name"), TABLES, ids=[f"{page.stem}-{name}" for page, name in TABLES])
def test_tables_are_equal_to_the_code(page: Path, name: str) -> None:
    found = framed(page.read_text(encoding="utf-8"), name)
    assert found is not None, f"{page.name} has no place for the table {name}"
    assert found[2] == TABLES[page, name](), "bring it up to date with: python -m tests.docs.tables"
