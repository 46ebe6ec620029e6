"""Whether the compiled part is there. Without it the sources would stop at names that only their headers declare."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from pathlib import Path
from types import ModuleType

from cardlab.core.compiled import is_compiled

ADVICE = (
    "the rules and the search of this cardlab are not compiled ({what}). Compile them with: make build, or pip install -e . "
    "(a C compiler is needed), in the folder that holds setup.py. Or set CARDLAB_PURE=1: then they run from source, "
    "about 60 times slower"
)


class BuiltFinder(MetaPathFinder):
    """Finds cardlab's modules as Python does, but loads no source that was to be compiled.

    There may be no build yet, or the source came after it. An ImportError says what to do then.
    """

    def find_spec(self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """The module, if it is one of cardlab."""
        if not fullname.startswith("cardlab."):
            return None
        spec = PathFinder.find_spec(fullname, path, target)
        if spec and spec.origin and spec.origin.endswith(".py") and is_compiled(Path(spec.origin)):
            raise ImportError(ADVICE.format(what=f"{fullname} is a source file only"))
        return spec


def demand_built() -> None:
    """From now on, whoever imports a module of cardlab gets the compiled one or is told what to do."""
    if not any(isinstance(finder, BuiltFinder) for finder in sys.meta_path):
        sys.meta_path.insert(sys.meta_path.index(PathFinder), BuiltFinder())
