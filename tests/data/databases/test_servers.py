"""Servers that are not installed: tests are left out, unless the environment says that they must run."""

from __future__ import annotations

import pytest

from tests.data.databases import servers


def test_missing_servers_are_a_reason_to_skip_unless_they_are_required(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(servers, "find_program", lambda *names: None)
    monkeypatch.delenv("CARDLAB_REQUIRE_SERVERS", raising=False)
    with pytest.raises(pytest.skip.Exception, match="initdb, postgres is not installed"):
        servers.require_programs(("initdb",), ("postgres",))
    monkeypatch.setenv("CARDLAB_REQUIRE_SERVERS", "1")
    with pytest.raises(pytest.fail.Exception, match=r"mariadbd is missing: scripts/servers\.sh installs it"):
        servers.require_programs(("mariadbd",))
