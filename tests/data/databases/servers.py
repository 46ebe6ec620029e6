"""Database servers of the tests' own: a free port, a folder that is thrown away, a user without rights. Only they are ended."""

from __future__ import annotations

import contextlib
import glob
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

USER, PASSWORD, NAME = "lab", "s3cret-of-the-lab", "games"
START_SECONDS = 60
PLACES = ["/usr/lib/postgresql/*/bin", "/usr/sbin", "/usr/local/sbin", "/usr/local/bin", "/usr/libexec", "/opt/homebrew/bin"]


def find_program(*names: str) -> str | None:
    """Where a server's program is, which need not be in the path."""
    folders = [place for pattern in PLACES for place in sorted(glob.glob(pattern), reverse=True)]
    path = os.pathsep.join([os.environ.get("PATH", ""), *folders])
    return next((found for name in names if (found := shutil.which(name, path=path))), None)


def require_programs(*names: tuple[str, ...]) -> list[str]:
    """The programs; without them the test is skipped, unless the environment says that they must be there."""
    found = [find_program(*alternatives) for alternatives in names]
    missing = [alternatives[0] for alternatives, path in zip(names, found, strict=True) if path is None]
    if missing and os.environ.get("CARDLAB_REQUIRE_SERVERS") == "1":
        pytest.fail(f"{', '.join(missing)} is missing: scripts/servers.sh installs it")
    if missing:
        pytest.skip(f"{', '.join(missing)} is not installed: scripts/servers.sh does that")
    return [str(path) for path in found]


class Server:
    """A server that can be started, killed and started again."""

    scheme = ""
    database = NAME
    farewell = signal.SIGTERM

    def __init__(self, *users: str) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="cardlab-server-"))
        self.port = _free_port()
        self.owner = _unprivileged(users)
        self.process: subprocess.Popen[bytes] | None = None
        self._own(self.folder)

    def command(self) -> list[str]:
        """What runs in the foreground."""
        raise NotImplementedError

    def url(self, who: str = f"{USER}:{PASSWORD}@") -> str:
        """How to connect."""
        return f"{self.scheme}://{who}127.0.0.1:{self.port}/{self.database}"

    def run(self, *words: str) -> None:
        """A program of the server, to its end."""
        done = subprocess.run(
            words, **self._as_owner(), stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=START_SECONDS
        )
        assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]

    def start(self) -> None:
        """Start it and wait until it answers. After a kill it may need some time to find out that it is alone."""
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end:
            with (self.folder / "log").open("ab") as log:
                self.process = subprocess.Popen(self.command(), **self._as_owner(), stdout=log, stderr=log)
            while self.process.poll() is None and time.monotonic() < end:
                if self._answers():
                    return
                time.sleep(0.1)
            self.kill()
            time.sleep(0.2)
        raise AssertionError(f"the server does not start:\n{(self.folder / 'log').read_text(errors='replace')[-3000:]}")

    def kill(self) -> None:
        """End it without warning, and what it started: a connection's process could finish its work otherwise."""
        if self.process is not None:
            self.process.send_signal(signal.SIGSTOP)
            for child in _children(self.process.pid):
                with contextlib.suppress(ProcessLookupError):
                    os.kill(child, signal.SIGKILL)
            self.process.send_signal(signal.SIGKILL)
            self.process.wait()
            self.process = None

    def remove(self) -> None:
        """End it and remove all that it wrote."""
        if self.process is not None:
            self.process.send_signal(self.farewell)
            with contextlib.suppress(subprocess.TimeoutExpired):
                self.process.wait(10)
        self.kill()
        for _ in range(50):
            shutil.rmtree(self.folder, ignore_errors=True)
            if not self.folder.exists():
                return
            time.sleep(0.1)

    def _answers(self) -> bool:
        from sqlalchemy.exc import SQLAlchemyError

        from cardlab.data.databases.database import Database

        with contextlib.suppress(SQLAlchemyError), Database(self.url()).transaction():
            return True
        return False

    def _own(self, path: Path) -> None:
        if self.owner is not None:
            os.chown(path, self.owner.pw_uid, self.owner.pw_gid)

    def _as_owner(self) -> dict[str, Any]:
        place: dict[str, Any] = {"cwd": self.folder, "stdin": subprocess.DEVNULL}
        if self.owner is None:
            return place
        return {**place, "user": self.owner.pw_uid, "group": self.owner.pw_gid, "extra_groups": []}


class Postgres(Server):
    """PostgreSQL."""

    scheme = "postgresql"
    database = "postgres"
    farewell = signal.SIGINT

    def __init__(self) -> None:
        initdb, self.program = require_programs(("initdb",), ("postgres",))
        super().__init__("postgres", "nobody")
        secret = self.folder / "password"
        secret.write_text(PASSWORD)
        self._own(secret)
        self.data = self.folder / "data"
        self.run(
            initdb, "-D", str(self.data), "-U", USER, "-A", "scram-sha-256", f"--pwfile={secret}", "-E", "UTF8", "--no-sync"
        )  # fmt: skip
        self.start()

    def command(self) -> list[str]:
        return [
            self.program, "-D", str(self.data), "-p", str(self.port), "-c", "listen_addresses=127.0.0.1",
            "-c", "unix_socket_directories=", "-c", "fsync=off",
        ]  # fmt: skip


class MariaDb(Server):
    """MariaDB."""

    scheme = "mysql"

    def __init__(self) -> None:
        install, self.program, _ = require_programs(("mariadb-install-db",), ("mariadbd",), ("my_print_defaults",))
        super().__init__("mysql", "nobody")
        self.data = self.folder / "data"
        self.run(
            install, "--no-defaults", f"--datadir={self.data}", "--skip-test-db", "--auth-root-authentication-method=normal"
        )
        first = self.folder / "first.sql"
        first.write_text(
            f"CREATE DATABASE IF NOT EXISTS {NAME};\n"
            f"CREATE USER IF NOT EXISTS '{USER}'@'%' IDENTIFIED BY '{PASSWORD}';\n"
            f"GRANT ALL ON {NAME}.* TO '{USER}'@'%';\n"
            "DROP USER IF EXISTS ''@'localhost';\n"
        )
        self._own(first)
        self.start()

    def command(self) -> list[str]:
        files = {name: self.folder / name for name in ("socket", "pid", "first.sql")}
        return [
            self.program, "--no-defaults", f"--datadir={self.data}", f"--port={self.port}", "--bind-address=127.0.0.1",
            f"--socket={files['socket']}", f"--pid-file={files['pid']}", f"--init-file={files['first.sql']}",
            "--skip-name-resolve", "--innodb-flush-log-at-trx-commit=2",
        ]  # fmt: skip


@contextlib.contextmanager
def running(kind: type[Server]) -> Iterator[Any]:
    """A server while it is needed."""
    server = kind.__new__(kind)
    try:
        server.__init__()  # type: ignore[misc]
        yield server
    finally:
        if hasattr(server, "process"):
            server.remove()


def _unprivileged(users: tuple[str, ...]) -> Any:
    """Servers refuse to be run by root."""
    if os.getuid() != 0:
        return None
    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    return next(known[name] for name in users if name in known)


def _children(process: int) -> list[int]:
    """The processes that a process has started, where the system tells."""
    try:
        return [int(word) for word in Path(f"/proc/{process}/task/{process}/children").read_text().split()]
    except OSError:
        return []


def _free_port() -> int:
    with socket.socket() as place:
        place.bind(("127.0.0.1", 0))
        return int(place.getsockname()[1])
