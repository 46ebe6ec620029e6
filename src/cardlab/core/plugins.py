"""What users wrote in Python, by a text: ``python:module.Name`` or ``python:file.py:Name``."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from cardlab.core.printable import error_text
from cardlab.errors import PluginError, nearest

FIRST_AGENT = "class MyAgent:\n    def choose(self, seat):\n        return seat.legal()[0]"
"""The shortest agent there is."""


def load_object(text: str) -> Any:
    """The class or function that a text names."""
    place = text.removeprefix("python:")
    if "\0" in place:
        raise PluginError(f"{text!r}: no name of a file or a module has a null character")
    if ".py:" in place:
        file, _, name = place.rpartition(":")
        return _found(_module_of(file, text), name, file)
    if place.endswith(".py"):
        raise PluginError(f"{text}: which class of that file? {advice_for_file(place)}")
    module, _, name = place.rpartition(".")
    if not module:
        raise PluginError(f"{text}: write python:module.Class or python:file.py:Class")
    if "" not in sys.path:
        sys.path.insert(0, "")
    return _found(importlib.import_module(module), name, module)


def advice_for_file(file: str, method: str = "choose") -> str:
    """How to name what a file of Python holds."""
    path = Path(file)
    if not path.is_file():
        return f"Write python:file.py:Class. There is no file {file} here"
    names = classes_with(path, method)
    if not names:
        return (
            f"{file} has no class with a method {method}: write one, such as\n{FIRST_AGENT}\nand name it: python:{file}:MyAgent"
        )
    return "Write " + " or ".join(f"python:{file}:{name}" for name in names)


def classes_with(path: Path, method: str) -> list[str]:
    """The classes of a file that have a method of that name, or may inherit one of their file, without running the file."""
    try:
        tree = ast.parse(path.read_text(encoding="utf-8", errors="replace"))
    except (OSError, SyntaxError, ValueError):
        return []
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef) and not node.name.startswith("_")]
    able = {node.name for node in classes if method in _methods(node)}
    return [node.name for node in classes if node.name in able or any(_base(base) in able for base in node.bases)]


def _base(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _methods(node: ast.ClassDef) -> set[str]:
    functions = {item.name for item in node.body if isinstance(item, ast.FunctionDef | ast.AsyncFunctionDef)}
    assigned = {
        target.id
        for item in node.body
        if isinstance(item, ast.Assign)
        for target in item.targets
        if isinstance(target, ast.Name)
    }
    return functions | assigned


def where_in(error: BaseException, file: str) -> str:
    """The line of a user's file in which an error arose, as words that follow it; empty if it is not known."""
    if isinstance(error, SyntaxError):  # says so itself
        return ""
    try:
        path = Path(file).resolve()
    except (OSError, ValueError):  # a text that no file can be called
        return ""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if Path(frame.filename) == path]
    return f" ({path.name}, line {frames[-1].lineno})" if frames else ""


def _module_of(file: str, text: str) -> ModuleType:
    path = Path(file).resolve()
    if not path.exists():
        others = sorted(other.name for other in path.parent.glob("*.py")) if path.parent.is_dir() else []
        near = nearest(path.name, others)
        raise PluginError(
            f"{text}: there is no file {file}" + (f". Did you mean {Path(file).with_name(near)}?" if near else "")
        )
    spec = importlib.util.spec_from_file_location(f"cardlab_user_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise PluginError(f"{text}: {error_text(error)}{where_in(error, file)}") from error
    return module


def _found(module: ModuleType, name: str, place: str) -> Any:
    if hasattr(module, name):
        return getattr(module, name)
    own = [each for each, thing in vars(module).items() if isinstance(thing, type) and thing.__module__ == module.__name__]
    raise PluginError(f"{place} has no {name!r}.{_guess(name, own)} Its classes: {', '.join(own) or 'none'}")


def _guess(name: str, known: Sequence[str]) -> str:
    near = nearest(name, known)
    return f" Did you mean {near!r}?" if near else ""
