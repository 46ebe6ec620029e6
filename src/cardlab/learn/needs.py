"""Whether what learning needs is installed."""

from __future__ import annotations

from importlib.util import find_spec

from cardlab.errors import MissingExtra


def require_numpy(job: str) -> None:
    """Raise MissingExtra if numpy is not installed."""
    if find_spec("numpy") is None:
        raise MissingExtra(job, "learn")
