"""What users wrote in Python, by a text: ``python:module.Name`` or ``python:file.py:Name``."""

from __future__ import annotations

import importlib
import importlib.util
import sys
from pathlib import Path
from typing import Any

from cardlab.errors import PluginError


def load_object(text: str) -> Any:
    """The class or function that a text names."""
    place = text.removeprefix("python:")
    return _from_file(place) if ".py:" in place else _from_module(place)


def _from_module(place: str) -> Any:
    module, _, name = place.rpartition(".")
    if not module:
        raise PluginError(f"python:{place}: write python:module.Class or python:file.py:Class")
    if "" not in sys.path:
        sys.path.insert(0, "")
    return getattr(importlib.import_module(module), name)


def _from_file(place: str) -> Any:
    file, _, name = place.rpartition(":")
    path = Path(file).resolve()
    if not path.exists():
        raise PluginError(f"python:{place}: there is no file {file}")
    spec = importlib.util.spec_from_file_location(f"cardlab_user_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return getattr(module, name)
