"""Is the compiled part there, and is it the one that belongs to the sources?"""

from __future__ import annotations

from pathlib import Path

import cardlab
from cardlab.core import state

_SUFFIXES = (".so", ".pyd")


def build_warnings() -> list[str]:
    """What a person should know before trusting speed or results; normally nothing."""
    root = Path(cardlab.__file__).parent
    if (state.__file__ or "").endswith(".py"):
        return [
            "the rules and the search are not compiled and run about 60 times slower. "
            "Compile them with: pip install -e . (a C compiler is needed)"
        ]
    if {"site-packages", "dist-packages"} & set(root.parts):
        return []
    if old := stale_modules(root):
        return [f"compiled from older sources: {', '.join(old)}. Compile again with: pip install -e ."]
    return []


def stale_modules(root: Path) -> list[str]:
    """Compiled modules that are older than the source or header beside them."""
    found = []
    for header in sorted(root.rglob("*.pxd")):
        built = [path for path in header.parent.glob(f"{header.stem}.*") if path.suffix in _SUFFIXES]
        sources = [path for path in (header, header.with_suffix(".py")) if path.exists()]
        if built and max(p.stat().st_mtime for p in sources) > max(p.stat().st_mtime for p in built):
            found.append(".".join(header.relative_to(root.parent).with_suffix("").parts))
    return found
