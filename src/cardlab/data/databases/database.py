"""A connection to any SQL database. Passwords are used and never shown."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote, quote_plus

from cardlab.data.extras import require_libraries
from cardlab.errors import MissingExtra, RunError

if TYPE_CHECKING:
    from sqlalchemy import URL, Connection, Engine

DRIVERS = {
    "postgresql": "postgresql+psycopg",
    "postgres": "postgresql+psycopg",
    "mysql": "mysql+pymysql",
    "mariadb": "mariadb+pymysql",
}
KINDS = "sqlite:///file.db, postgresql://user@host/database, mysql://user@host/database"
CONNECT_SECONDS = 5
ANSWER_SECONDS = 120
USER, PASSWORD = "CARDLAB_DB_USER", "CARDLAB_DB_PASSWORD"
HARMLESS = (
    "application_name",
    "charset",
    "connect_timeout",
    "mode",
    "sslmode",
    "ssl_ca",
    "sslrootcert",
    "timeout",
    "unix_socket",
)
"""Parameters of a URL that may be shown. Of others nobody knows what they hold: a misspelt password is an unknown parameter."""
_NAMES = r"postgres\w*|mysql|mariadb|sqlite|oracle|mssql|cockroachdb|duckdb"
_BROKEN_URL = re.compile(
    rf"\s*[a-z][a-z0-9+.-]+:[/\\] | \s*({_NAMES})(\+\w+)?([:;]|//) | .*//.*@ | .*[^/\\]:[^/\\]*@ | .*\bpass(word|wd)?=",
    re.IGNORECASE | re.VERBOSE | re.DOTALL,
)
"""A scheme with too few slashes, the name of a database before what a URL has, user and password before an @."""


class Database:
    """A database by its URL. What the URL lacks comes from the environment: CARDLAB_DB_USER and CARDLAB_DB_PASSWORD."""

    def __init__(self, url: str) -> None:
        require_libraries("sqlalchemy")
        given = _parsed(url)
        complete = _with_credentials(given)
        self.shown = _without_secrets(given).render_as_string(hide_password=True)
        self.needs_password = complete.password is not None
        self._secrets = _secrets(given) | _secrets(complete)
        self.engine = _engine(complete, self.shown)

    @contextmanager
    def connection(self) -> Iterator[Connection]:
        """A new connection. What its driver refuses in the URL is told."""
        try:
            opened = self.engine.connect()
        except (TypeError, ValueError, LookupError, AttributeError) as error:
            raise RunError(f"{self.shown}: the driver refuses what the URL says: {self.reason(error)}") from None
        with opened as connection:
            yield connection

    @contextmanager
    def transaction(self) -> Iterator[Connection]:
        """A new connection; all that is done in it holds, or nothing."""
        with self.connection() as connection, connection.begin():
            yield connection

    @contextmanager
    def told(self) -> Iterator[None]:
        """Turn errors of the database into one clear line."""
        from sqlalchemy.exc import SQLAlchemyError

        try:
            yield
        except (SQLAlchemyError, OSError, UnicodeError) as error:
            raise RunError(f"{self.shown}: {self.reason(error)}") from None

    def reason(self, error: Any) -> str:
        """What the database said, on one line and without passwords."""
        origin = getattr(error, "orig", None) or error
        words = [str(part) for part in origin.args] if len(origin.args) > 1 else [str(origin)]
        text = " ".join(" ".join(words).split())
        for secret in sorted(self._secrets, key=len, reverse=True):
            text = text.replace(secret, "***")
        return text or type(origin).__name__


def is_url(text: str) -> bool:
    """Whether a text names a database rather than a file."""
    return "://" in text


def check_path(text: str | Path) -> None:
    """Raise RunError if what should be a path looks like a broken URL. It is not shown, as it may hold a password."""
    named = str(text)
    if named.startswith(("./", "../")) or (named.startswith("/") and not named.startswith("//")):
        return
    if _BROKEN_URL.match(named):
        raise RunError(
            f"that looks like the URL of a database, but is none; write it like {KINDS}. Write a file of such a name as ./name"
        )


def public_url(text: str) -> str:
    """The URL without a password, for commands that are shown."""
    return _without_secrets(_parsed(text))._replace(password=None).render_as_string(hide_password=False)


def _parsed(text: str) -> URL:
    from sqlalchemy import make_url
    from sqlalchemy.exc import ArgumentError

    try:
        url = make_url(text)
    except (ArgumentError, ValueError):
        raise RunError(f"that is not the URL of a database; write it like {KINDS}") from None
    if url.get_backend_name() == "sqlite" and url.database in (None, "", ":memory:"):
        raise RunError("a database in memory would be gone at the end; name a file: sqlite:///file.db")
    if url.get_backend_name() != "sqlite" and "@" in (url.database or ""):
        raise RunError(f"that URL has its user and host in the wrong place; write it like {KINDS}")
    return url


def _with_credentials(url: URL) -> URL:
    if url.get_backend_name() == "sqlite":
        return url
    query = {name.lower() for name in url.query}
    user = url.username or (None if "user" in query else os.environ.get(USER))
    password = url.password if url.password is not None else (None if "password" in query else os.environ.get(PASSWORD))
    return url.set(username=user, password=password)


def _without_secrets(url: URL) -> URL:
    """Drivers take passwords in the query too, by names of their own."""
    return url.difference_update_query([name for name in url.query if name.lower() not in HARMLESS])


def _secrets(url: URL) -> set[str]:
    values = [str(url.password)] if url.password else []
    for name, value in url.query.items():
        if name.lower() not in HARMLESS:
            values.extend(each for each in ([value] if isinstance(value, str) else value) if len(each) > 2)
    return {form for value in values if value for form in (value, quote(value), quote_plus(value))}


def _engine(url: URL, shown: str) -> Engine:
    from sqlalchemy import create_engine
    from sqlalchemy.exc import ArgumentError, NoSuchModuleError, SAWarning
    from sqlalchemy.pool import NullPool

    url = url.set(drivername=DRIVERS.get(url.drivername, url.drivername))
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error", SAWarning)
            return create_engine(url, poolclass=NullPool, hide_parameters=True, connect_args=_limits(url))
    except SAWarning as error:
        raise RunError(f"{shown}: the driver refuses what the URL says: {str(error).partition(';')[0]}") from None
    except NoSuchModuleError:
        raise RunError(f"{shown}: there is no such kind of database; write it like {KINDS}") from None
    except ImportError as error:
        if url.drivername in DRIVERS.values():
            raise MissingExtra(f"{url.get_backend_name()}://", "data") from None
        raise RunError(f"{shown}: needs a driver that is not installed: {error}") from None
    except (ArgumentError, TypeError, ValueError):
        raise RunError(f"{shown}: is not a complete URL of a database; write it like {KINDS}") from None


def _limits(url: URL) -> dict[str, Any]:
    """Nobody waits for ever for a server that is gone."""
    driver = url.get_driver_name()
    limits: dict[str, Any] = {}
    if driver == "psycopg":
        limits = {"connect_timeout": CONNECT_SECONDS, "tcp_user_timeout": 1000 * ANSWER_SECONDS}
    elif driver == "pymysql":
        limits = {"connect_timeout": CONNECT_SECONDS, "read_timeout": ANSWER_SECONDS, "write_timeout": ANSWER_SECONDS}
    return {name: value for name, value in limits.items() if name not in url.query}
