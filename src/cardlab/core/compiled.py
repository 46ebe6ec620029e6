"""What is compiled: the one place that decides it, for the build, the stubs, the uncompiled build and the tests.

A source with a header (``.pxd``) beside it is compiled. Two kinds of headers compile nothing: empty ones, which only
tell Cython that a folder is a package, and those that only name functions of C, whose source is what the uncompiled
build uses in their place. Nothing of cardlab is imported here: the build needs this file before there is a cardlab.
"""

from __future__ import annotations

import re
from pathlib import Path

_BLOCK = re.compile(r"^(?!from |cimport |cdef extern |#)\S", re.M)
"""A line that begins something of the header's own."""


def is_compiled(source: Path) -> bool:
    """Is this ``.py`` file compiled?"""
    header = source.with_suffix(".pxd")
    if not (source.exists() and header.exists()):
        return False
    text = header.read_text(encoding="utf-8")
    only_names = "\ncdef extern " in text and not _BLOCK.search(text)
    return bool(text.strip()) and not only_names


def compiled_sources(root: Path) -> list[Path]:
    """All compiled sources below a folder, in order of their names."""
    return [source for header in sorted(root.rglob("*.pxd")) if is_compiled(source := header.with_suffix(".py"))]
