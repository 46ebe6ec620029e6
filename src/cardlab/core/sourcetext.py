"""What a file of Python holds, as far as its text tells, without running it: classes with a method, and files it imports."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from cardlab.errors import nearest


def classes_with(path: Path, method: str) -> list[str]:
    """The classes of a file that have a method of that name or inherit it, but for those that others of the file inherit from.

    If there are none, those whose base is imported from where this cannot be seen.
    """
    source = _read(path)
    if source is None:
        return []
    sure = [name for name in source.classes if _has(source, name, method, set())]
    found = sure or [name for name, node in source.classes.items() if any(source.is_foreign(base) for base in node.bases)]
    bases = {base.id for name in found for base in source.classes[name].bases if isinstance(base, ast.Name)}
    return [name for name in found if not name.startswith("_") and name not in bases]


def lack_in(path: Path, method: str) -> str:
    """What a file has instead of a class with that method, as words that follow its name."""
    source = _read(path)
    lack = f"has no class with a method {method}"
    if source is None:
        return lack
    for name, node in source.classes.items():
        if own := sorted(each for each in _methods(node) if not each.startswith("__")):
            return f"{lack}; its class {name} has {', '.join(own)}{meant(method, own)}"
    if source.functions:
        return f"{lack}, only the function {source.functions[0]}: put that into a class"
    return lack


def meant(method: str, found: Iterable[str]) -> str:
    """The guess that one of these names was meant to be the one of the method; empty if none is near."""
    near = nearest(method, found)
    return f" (is {near} meant to be {method}?)" if near else ""


def files_behind(path: Path) -> list[Path]:
    """The files beside a file that it imports, and those that they import."""
    found, waiting = [path], [path]
    while waiting:
        source = _read(waiting.pop())
        for file in {} if source is None else source.neighbours.values():
            if file not in found:
                found.append(file)
                waiting.append(file)
    return sorted(found[1:])


@dataclass(frozen=True)
class _Source:
    """A file: its own classes, the names of its functions, and what it imports."""

    path: Path
    classes: dict[str, ast.ClassDef]
    functions: list[str]
    neighbours: dict[str, Path]
    """Names of modules that are files beside this one."""
    imported: dict[str, tuple[str, str]]
    """Names that come from another module, with their name there; the name of a module itself comes with an empty one."""

    def is_foreign(self, base: ast.expr) -> bool:
        """Whether a base class comes from somebody's package, which cannot be seen from here."""
        module, _ = self.origin(base)
        return bool(module) and module not in self.neighbours and module.partition(".")[0] not in sys.stdlib_module_names

    def origin(self, base: ast.expr) -> tuple[str, str]:
        """The module and the name there of a base class that is imported; empty for others."""
        if isinstance(base, ast.Name):
            return self.imported.get(base.id, ("", ""))
        if isinstance(base, ast.Attribute) and isinstance(base.value, ast.Name):
            return self.imported.get(base.value.id, ("", ""))[0], base.attr
        return "", ""


def _has(source: _Source, name: str, method: str, seen: set[tuple[Path, str]]) -> bool:
    node = source.classes.get(name)
    if node is None or (source.path, name) in seen:
        return False
    seen.add((source.path, name))
    return method in _methods(node) or any(_base_has(source, base, method, seen) for base in node.bases)


def _base_has(source: _Source, base: ast.expr, method: str, seen: set[tuple[Path, str]]) -> bool:
    if isinstance(base, ast.Name) and base.id in source.classes:
        return _has(source, base.id, method, seen)
    module, name = source.origin(base)
    other = _read(source.neighbours[module]) if module in source.neighbours else None
    return other is not None and _has(other, name, method, seen)


def _read(path: Path) -> _Source | None:
    try:
        tree = ast.parse(path.read_text(encoding="utf-8", errors="replace"))
    except (OSError, SyntaxError, ValueError):
        return None
    imported = dict(_imports(tree))
    beside = {module: path.parent / f"{module}.py" for module, _ in imported.values()}
    return _Source(
        path=path,
        classes={node.name: node for node in tree.body if isinstance(node, ast.ClassDef)},
        functions=[node.name for node in tree.body if isinstance(node, ast.FunctionDef)],
        neighbours={module: file for module, file in beside.items() if file.is_file()},
        imported=imported,
    )


def _imports(tree: ast.Module) -> Iterator[tuple[str, tuple[str, str]]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from ((alias.asname or alias.name, (node.module, alias.name)) for alias in node.names)
        elif isinstance(node, ast.Import):
            yield from ((alias.asname or alias.name, (alias.name, "")) for alias in node.names)


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
