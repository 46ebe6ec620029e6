"""Reading and writing files: within limits, whole or not at all, with errors that name the file."""

from __future__ import annotations

import csv
import io
import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from cardlab.errors import RunError

DRAFT = ".new"


def read_bytes(path: str | Path, most: int) -> bytes:
    """A file of at most that many bytes."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(most + 1)
    except FileNotFoundError:
        raise RunError(f"there is no file {path}") from None
    except OSError as error:
        raise RunError(f"{path}: cannot be read: {error.strerror or error}") from None
    if len(data) > most:
        raise RunError(f"{path}: is too large; such a file has at most {most / 1e6:g} MB")
    return data


def read_text(path: str | Path, most: int) -> str:
    """The text of a file of at most that many bytes."""
    try:
        return read_bytes(path, most).decode("utf-8-sig")
    except ValueError:
        raise RunError(f"{path}: is not a text file") from None


def read_json(path: str | Path, text: str) -> Any:
    """The JSON value that the text of a file is."""
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise RunError(f"{path}: is broken JSON: {error}") from None


def read_csv(path: str | Path, most: int) -> list[tuple[int, list[str]]]:
    """The cells of each line of a table that is not empty, with the number of the line."""
    reader = csv.reader(io.StringIO(read_text(path, most), newline=""))
    try:
        return [(reader.line_num, cells) for cells in reader if cells]
    except csv.Error as error:
        raise RunError(f"{path}, line {reader.line_num}: is broken CSV: {error}") from None


@contextmanager
def whole_file(path: Path) -> Iterator[Path]:
    """A draft beside the file, which takes its place when it is complete: at any moment there is the old one or the new one."""
    draft = path.with_name(f".{path.name}.{os.getpid()}{DRAFT}")
    try:
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            yield draft
            with draft.open("rb+") as file:
                os.fsync(file.fileno())
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        raise RunError(f"{path}: cannot be written: {error.strerror or error}") from None


def write_bytes(path: str | Path, data: bytes) -> None:
    """Write a file, whole or not at all."""
    with whole_file(Path(path)) as draft:
        draft.write_bytes(data)


def write_json(path: str | Path, data: Any, indent: int | None = None) -> None:
    """Write a value as JSON, whole or not at all."""
    text = json.dumps(data, indent=indent, ensure_ascii=False, allow_nan=False)
    write_bytes(path, f"{text}\n".encode())
