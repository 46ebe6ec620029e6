"""Rows in MariaDB."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.data.databases.database_suite import ServerSuite
from tests.data.databases.servers import MariaDb, Server, running


@pytest.fixture(scope="module")
def mariadb() -> Iterator[Server]:
    with running(MariaDb) as server:
        yield server


class TestMariaDb(ServerSuite):
    @pytest.fixture
    def server(self, mariadb: Server) -> Server:
        return mariadb
