"""Whether what data needs is installed."""

from __future__ import annotations

from importlib.util import find_spec

from cardlab.errors import MissingExtra


def require_libraries(*names: str) -> None:
    """Raise MissingExtra unless these libraries are installed; none named: those for rows in files."""
    for name in names or ("numpy", "polars"):
        if find_spec(name) is None:
            raise MissingExtra("collecting data", "data")
