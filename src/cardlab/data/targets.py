"""The target that a text names."""

from __future__ import annotations

from pathlib import Path

from cardlab.data.databases.database import check_path, is_url
from cardlab.data.databases.sqltarget import Retries, SqlTarget
from cardlab.data.files.filetarget import FileTarget, FolderTarget
from cardlab.data.target import Target


def open_target(text: str, fallback: Path | None = None, patience: Retries | None = None) -> Target:
    """``rows.parquet``, ``rows.csv``, a folder (``rows/``) or the URL of a database."""
    if is_url(text):
        return SqlTarget(text, fallback, patience)
    check_path(text)
    path = Path(text)
    if text.endswith("/") or path.is_dir() or not path.suffix:
        return FolderTarget(path)
    return FileTarget(path)
