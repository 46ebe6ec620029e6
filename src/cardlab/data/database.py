"""A connection to any SQL database. Passwords are used and never shown."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
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
    def transaction(self) -> Iterator[Connection]:
        """A new connection; all that is done in it holds, or nothing."""
        with self.engine.begin() as connection:
            yield connection

    @contextmanager
    def told(self) -> Iterator[None]:
        """Turn errors of the database into one clear line."""
        from sqlalchemy.exc import SQLAlchemyError

        try:
            yield
        except SQLAlchemyError as error:
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
    return url


def _with_credentials(url: URL) -> URL:
    if url.get_backend_name() == "sqlite":
        return url
    query = {name.lower() for name in url.query}
    user = url.username or (None if "user" in query else os.environ.get(USER))
    password = url.password if url.password is not None else (None if "password" in query else os.environ.get(PASSWORD))
    return url.set(username=user, password=password)


def _without_secrets(url: URL) -> URL:
    """Drivers take passwords in the query too."""
    return url.difference_update_query([name for name in url.query if "pass" in name.lower()])


def _secrets(url: URL) -> set[str]:
    values = [str(url.password)] if url.password else []
    for name, value in url.query.items():
        if "pass" in name.lower():
            values.extend([value] if isinstance(value, str) else value)
    return {form for value in values if value for form in (value, quote(value), quote_plus(value))}


def _engine(url: URL, shown: str) -> Engine:
    from sqlalchemy import create_engine
    from sqlalchemy.exc import ArgumentError, NoSuchModuleError
    from sqlalchemy.pool import NullPool

    url = url.set(drivername=DRIVERS.get(url.drivername, url.drivername))
    try:
        return create_engine(url, poolclass=NullPool, hide_parameters=True, connect_args=_limits(url))
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
