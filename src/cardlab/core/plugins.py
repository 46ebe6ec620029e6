"""What users wrote in Python, by a text: ``python:module.Name`` or ``python:file.py:Name``.

A file may import others that lie beside it. Each time a file is loaded they are loaded with it, so that two agents share
nothing, and files of the same name in two folders stay apart. What is printed meanwhile goes to standard error.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import sys
import traceback
from collections.abc import Iterator, Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from cardlab.core.printable import error_text
from cardlab.core.sourcetext import classes_with, lack_in
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
    with stdout_kept_clean():
        return _found(importlib.import_module(module), name, module)


def advice_for_file(file: str, method: str = "choose") -> str:
    """How to name what a file of Python holds."""
    path = Path(file)
    if not path.is_file():
        return f"Write python:file.py:Class. There is no file {file} here{guessed_file(path)}"
    names = classes_with(path, method)
    if not names:
        return f"{file} {lack_in(path, method)}: write one, such as\n{FIRST_AGENT}\nand name it: python:{file}:MyAgent"
    return "Write " + " or ".join(f"python:{file}:{name}" for name in names)


def guessed_file(path: Path) -> str:
    """The guess that another file of Python beside this one was meant; empty if none is called nearly like it."""
    others = sorted(other.name for other in path.parent.glob("*.py")) if path.parent.is_dir() else []
    near = nearest(path.name, others)
    return f". Did you mean {path.with_name(near)}?" if near else ""


@contextlib.contextmanager
def stdout_kept_clean() -> Iterator[None]:
    """While it is open, what is printed goes to standard error: standard output may be a table or JSON that somebody reads."""
    with contextlib.redirect_stdout(sys.stderr):
        yield


def loading_problem(error: BaseException, file: str) -> str:
    """What a user's code raised while it was loaded, with the line of the file."""
    hint = ": it waits for somebody at the keyboard, and there is nobody" if isinstance(error, EOFError) else ""
    return f"{error_text(error)}{where_in(error, file)}{hint}"


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
        raise PluginError(f"{text}: there is no file {file}{guessed_file(Path(file))}")
    spec = importlib.util.spec_from_file_location(f"cardlab_user_{path.stem}", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    try:
        with stdout_kept_clean(), _neighbours_of(path):
            spec.loader.exec_module(module)
    except (Exception, SystemExit) as error:
        raise PluginError(f"{text}: {loading_problem(error, file)}") from error
    return module


_folders: list[str] = []
"""Where files were loaded from. They stay in the search path, behind all others, for what is imported later."""
_beside: set[str] = set()
"""The modules that they imported from there."""


@contextlib.contextmanager
def _neighbours_of(path: Path) -> Iterator[None]:
    """While it is open, the files beside this one can be imported, and those beside others cannot."""
    folder = str(path.parent)
    for name in _beside:
        sys.modules.pop(name, None)
    _beside.clear()
    own = [] if folder in sys.path and folder not in _folders else [folder]
    known, others = set(sys.modules), [other for other in _folders if other != folder]
    sys.path[:] = [place for place in sys.path if place not in _folders] + own
    importlib.invalidate_caches()
    try:
        yield
    finally:
        _folders[:] = [*own, *others]
        sys.path += others
        _beside.update(name for name in set(sys.modules) - known if _lies_in(sys.modules[name], path.parent))


def _lies_in(module: ModuleType, folder: Path) -> bool:
    file = getattr(module, "__file__", None)
    return isinstance(file, str) and folder in Path(file).parents


def _found(module: ModuleType, name: str, place: str) -> Any:
    if hasattr(module, name):
        return getattr(module, name)
    own = [each for each, thing in vars(module).items() if isinstance(thing, type) and thing.__module__ == module.__name__]
    raise PluginError(f"{place} has no {name!r}.{_guess(name, own)} Its classes: {', '.join(own) or 'none'}")


def _guess(name: str, known: Sequence[str]) -> str:
    near = nearest(name, known)
    return f" Did you mean {near!r}?" if near else ""
