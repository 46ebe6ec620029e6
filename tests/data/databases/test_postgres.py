"""Rows in PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.data.databases.database_suite import ServerSuite
from tests.data.databases.servers import Postgres, Server, running


@pytest.fixture(scope="module")
def postgres() -> Iterator[Server]:
    with running(Postgres) as server:
        yield server


class TestPostgres(ServerSuite):
    @pytest.fixture
    def server(self, postgres: Server) -> Server:
        return postgres
