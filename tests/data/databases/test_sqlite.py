"""Rows in an SQLite file."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardlab.errors import RunError
from tests.data.databases.database_suite import DatabaseSuite
from tests.data.samples import collect, collection


class TestSqlite(DatabaseSuite):
    @pytest.fixture
    def url(self, tmp_path: Path) -> str:
        return f"sqlite:///{tmp_path / 'rows.db'}"


def test_a_database_in_memory_is_refused() -> None:
    with pytest.raises(RunError, match=r"would be gone at the end; name a file: sqlite:///file\.db"):
        collect(collection(2), "sqlite://")


def test_a_folder_that_does_not_exist_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(RunError, match="unable to open database file"):
        collect(collection(2), f"sqlite:///{tmp_path / 'nowhere' / 'rows.db'}")


@pytest.mark.parametrize("url", ["nosql://host/x", "postgresql://host:port/x", "mysql+nothing://host/x"])
def test_a_url_of_no_known_database_says_how_to_write_one(url: str) -> None:
    with pytest.raises(RunError, match=r"write it like sqlite:///file\.db|needs a driver"):
        collect(collection(2), url)
