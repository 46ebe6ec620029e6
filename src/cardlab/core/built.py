"""Whether the compiled part is there. Without it the sources would stop at names that only their headers declare."""

from __future__ import annotations

from importlib.util import find_spec

ADVICE = (
    "the rules and the search of this cardlab are not compiled ({what}). Compile them with: pip install -e . "
    "(a C compiler is needed), in the folder that holds setup.py. Or set CARDLAB_PURE=1: then they run from source, "
    "about 60 times slower"
)


def check_built(module: str = "cardlab.core.state") -> None:
    """Raise an ImportError that says what to do if a module would be loaded from its source."""
    found = find_spec(module)
    if found is None or not found.origin or found.origin.endswith(".py"):
        raise ImportError(ADVICE.format(what=f"{module} is a source file only"))
