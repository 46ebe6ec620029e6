"""Writes the type stubs (``.pyi``) of compiled modules from their sources and headers; the build calls it.

C compilers of Python take annotations for orders: an argument annotated ``list`` refuses a subclass. So what only type
checkers should know stands in type comments, which nothing else reads: below a function's first line
(``# type: (Seat, Rng | None) -> Action``; ``(...)`` where its annotations or comments of single arguments say it),
behind a constant, and behind a ``readonly`` or ``public`` attribute of the header. Names in them need no import: they
are looked for in the module, in what it imports, in the modules it imports from, in its folder, in theirs, and in the
whole package; if two modules have the name, the module says which by importing it. ``_T`` stands for any one type.

By hand: ``python -m cardlab.core.stubs FOLDER``, for a folder that holds packages.
"""

from __future__ import annotations

import ast
import builtins
import collections.abc
import re
import sys
import typing
from pathlib import Path

_MARK = "# Written by cardlab.core.stubs from the source and the header beside it."
_C_TYPES = {
    "bint": "bool", "double": "float", "float": "float", "str": "str", "bytes": "bytes",
    **dict.fromkeys(("int", "longlong", "int8_t", "uint8_t", "int32_t", "uint32_t", "int64_t", "uint64_t"), "int"),
}  # fmt: skip
_ATTRIBUTE = re.compile(r"^ +cdef (readonly|public) (\w+) ([\w, ]+?)(?: +# type: (.+)| +#.*)?$", re.M)
_CLASS = re.compile(r"^cdef class (\w+).*:\n((?:[ ].*\n|\n)*)", re.M)
_ENUM = re.compile(r"^cpdef enum ?(\w*):\n((?: .*\n)*)", re.M)
_HIDDEN = re.compile(r"^cdef (?!class|enum|extern)[^\n(]*?(\w+)\(", re.M)


class StubError(Exception):
    """A type that neither source nor header tells."""


class Names:
    """Where the classes and other public names of all packages below a folder are defined."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.at: dict[str, list[str]] = {}
        for path in sorted(root.rglob("*.py")):
            for node in ast.parse(path.read_text(encoding="utf-8")).body:
                for name in _defined(node):
                    self.at.setdefault(name, []).append(self.module(path))

    def module(self, path: Path) -> str:
        """The name under which a file is imported."""
        return ".".join(path.relative_to(self.root).with_suffix("").parts)

    def find(self, name: str, module: str, known: set[str]) -> str:
        """The module that a name used in another one means: the nearest that defines it, the `known` ones first."""
        for home in (collections.abc, typing):
            if name in home.__all__:
                return home.__name__
        found = self.at.get(name, [])
        near = {_folder(module)}, {_folder(home) for home in known}
        for homes in (
            [h for h in found if h in known],
            *([h for h in found if _folder(h) in folders] for folders in near),
            [h for h in found if _folder(_folder(h)) == _folder(_folder(module))],
            found,
        ):
            if len(homes) == 1:
                return homes[0]
        which = f"it is in {', '.join(found)}" if found else "no module defines it"
        raise StubError(f"{module}: which {name} is meant? {which[0].upper()}{which[1:]}; import the right one")


class Stub:
    """The stub of one compiled module."""

    def __init__(self, source: Path, names: Names) -> None:
        self.names, self.module = names, names.module(source)
        self.header = source.with_suffix(".pxd").read_text(encoding="utf-8")
        self.tree = ast.parse(source.read_text(encoding="utf-8"), str(source), type_comments=True)
        self.own = {name for node in self.tree.body for name in _defined(node)}
        for name, members in _ENUM.findall(self.header):
            self.own |= {name} if name else set(re.findall(r"(\w+) =", members))
        self.homes = dict(_imports(self.tree, self.header))
        self.imports: dict[str, set[str]] = {}
        self.variables: set[str] = set()

    def text(self) -> str:
        """The whole stub."""
        body = [*self.enums(), *self.constants(), *self.classes(), *self.functions()]
        top = [f"from {home} import {', '.join(sorted(names))}" for home, names in sorted(self.imports.items())]
        if self.variables:
            top += [f'{name} = TypeVar("{name}")' for name in sorted(self.variables)]
        body = [f"\n{line}" if line.startswith("class ") else line for line in body]
        return "\n".join([_MARK, *top, *body, ""])

    def typed(self, text: str) -> str:
        """A type as the stub writes it; what it names is imported."""
        for node in ast.walk(ast.parse(text, mode="eval")):
            if not isinstance(node, ast.Name) or node.id in self.own or hasattr(builtins, node.id):
                continue
            if re.fullmatch("_[A-Z]", node.id):
                self.variables.add(node.id)
                self.imports.setdefault("typing", set()).add("TypeVar")
            else:
                home = self.homes.get(node.id) or self.names.find(node.id, self.module, set(self.homes.values()))
                self.imports.setdefault(home, set()).add(node.id)
        return text

    def enums(self) -> list[str]:
        """Enums of the header, and the numbers that it shows to Python without one."""
        lines = []
        for name, body in _ENUM.findall(self.header):
            members = re.findall(r"(\w+) = (.+)", body)
            if name:
                lines += [
                    f"class {name}({self.typed_from('enum', 'IntEnum')}):",
                    *(f"    {key} = {value}" for key, value in members),
                ]
            else:
                lines += [f"{key}: {self.typed('Final[int]')}" for key, _ in members]
        return lines

    def typed_from(self, home: str, name: str) -> str:
        """A name of the standard library, imported."""
        self.imports.setdefault(home, set()).add(name)
        return name

    def constants(self) -> list[str]:
        """Public constants of the source. Those that are declared to C are not there for Python."""
        lines = []
        for node in self.tree.body:
            if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name) and node.targets[0].id[0] != "_":
                if ast.unparse(node.value).startswith("cython.declare"):
                    continue
                name = node.targets[0].id
                if not node.type_comment:
                    raise StubError(f"{self.module}.{name}: say its type behind it: # type: tuple[str, ...]")
                lines.append(f"{name}: {self.typed(node.type_comment.partition('  #')[0])}")
        return lines

    def classes(self) -> list[str]:
        """Classes with what they show to Python."""
        declared = dict(_CLASS.findall(self.header))
        lines = []
        for node in self.tree.body:
            if isinstance(node, ast.ClassDef):
                bases = ", ".join(self.typed(ast.unparse(base)) for base in node.bases)
                body = self.attributes(declared.get(node.name, "")) + [
                    line
                    for method in node.body
                    if isinstance(method, ast.FunctionDef) and _is_shown(method)
                    for line in self.function(method, f"{node.name}.")
                ]
                lines += [f"class {node.name}{f'({bases})' if bases else ''}:", *(f"    {line}" for line in body or ["..."])]
        return lines

    def attributes(self, body: str) -> list[str]:
        """Attributes of C that Python may read, or set too."""
        lines = []
        for access, ctype, names, comment in _ATTRIBUTE.findall(body):
            kind = self.typed(comment or _C_TYPES.get(ctype, ctype))
            for name in names.split(","):
                if not comment and ctype in ("object", "list", "tuple", "dict"):
                    raise StubError(f"{self.module}: what is {name.strip()}? Say it in the header: # type: Game | None")
                shown = [f"{name.strip()}: {kind}"]
                lines += shown if access == "public" else ["@property", f"def {name.strip()}(self) -> {kind}: ..."]
        return lines

    def functions(self) -> list[str]:
        """Functions that the header does not keep for C."""
        hidden = set(_HIDDEN.findall(self.header))
        shown = [node for node in self.tree.body if isinstance(node, ast.FunctionDef) and node.name[0] != "_"]
        return [line for node in shown if node.name not in hidden for line in self.function(node, "")]

    def function(self, node: ast.FunctionDef, owner: str) -> list[str]:
        """One function or method with the types of its comment, or of its annotations."""
        if not node.type_comment:
            raise StubError(f"{self.module}.{owner}{node.name}: say its types below its first line: # type: (int) -> str")
        told = ast.parse(node.type_comment, mode="func_type")
        takes = _arguments(node.args)[1 if owner else 0 :]
        types = [ast.unparse(kind) for kind in told.argtypes]
        if types == ["..."] and takes:
            types = [self.annotated(argument, f"{owner}{node.name}") for argument in takes]
        if len(types) != len(takes):
            raise StubError(f"{self.module}.{owner}{node.name}: {len(takes)} arguments, but {len(types)} types in its comment")
        for argument, kind in zip(takes, types, strict=True):
            argument.annotation = ast.parse(self.typed(kind), mode="eval").body
        for value in (*node.args.defaults, *filter(None, node.args.kw_defaults)):
            self.typed(ast.unparse(value))
        marks = [f"@{self.typed(ast.unparse(m)) if isinstance(m, ast.Name) else ast.unparse(m)}" for m in node.decorator_list]
        return [*marks, f"def {node.name}({ast.unparse(node.args)}) -> {self.typed(ast.unparse(told.returns))}: ..."]

    def annotated(self, argument: ast.arg, owner: str) -> str:
        """The type of an argument by its own comment or annotation."""
        if argument.type_comment:
            return argument.type_comment
        if argument.annotation is None:
            raise StubError(f"{self.module}.{owner}: what is {argument.arg}? Name all types: # type: (int, str) -> None")
        text = ast.unparse(argument.annotation)
        return _C_TYPES[text.removeprefix("cython.")] if text.startswith("cython.") else text


def _arguments(arguments: ast.arguments) -> list[ast.arg]:
    """All arguments in the order of their types in a comment."""
    last = [arguments.kwarg] if arguments.kwarg else []
    rest = [arguments.vararg] if arguments.vararg else []
    return [*arguments.posonlyargs, *arguments.args, *rest, *arguments.kwonlyargs, *last]


def _folder(module: str) -> str:
    return module.rpartition(".")[0]


def _defined(node: ast.stmt) -> list[str]:
    """Names that a statement of a module defines."""
    if isinstance(node, ast.ClassDef | ast.FunctionDef):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [target.id for target in targets if isinstance(target, ast.Name)]


def _imports(tree: ast.Module, header: str) -> list[tuple[str, str]]:
    """Names that a module imports, in its header or its source, with where from."""
    found = [
        (name.strip(), home)
        for home, names in re.findall(r"^from (\S+) cimport (.+)$", header, re.M)
        for name in names.strip("()").split(",")
    ]
    shown = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module]
    return found + [(name.asname or name.name, str(node.module)) for node in shown for name in node.names]


def _is_shown(method: ast.FunctionDef) -> bool:
    """Special methods are shown if their types are told; of others those without an underscore."""
    if method.name.startswith("__") and method.name != "__init__":
        return bool(method.type_comment)
    return method.name == "__init__" or not method.name.startswith("_")


def make_stubs(root: Path, sources: list[Path]) -> dict[Path, str]:
    """The stub of each source below a folder that holds packages."""
    names = Names(root)
    return {source.with_suffix(".pyi"): Stub(source, names).text() for source in sources}


def write_stubs(root: Path, sources: list[Path]) -> None:
    """Write the stubs that are missing or say something else, and remove those of modules that are compiled no more."""
    stubs = make_stubs(root, sources)
    for path in set(root.rglob("*.pyi")) - set(stubs):
        if path.read_text(encoding="utf-8").startswith(_MARK):
            path.unlink()
    for path, text in stubs.items():
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    from cardlab.core.compiled import compiled_sources

    write_stubs(Path(sys.argv[1]), compiled_sources(Path(sys.argv[1])))
