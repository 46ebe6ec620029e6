"""The type stubs of compiled modules say what the sources and headers say, and nothing else."""

from __future__ import annotations

import ast
import importlib
import re
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import cardlab
from cardlab.core import state
from cardlab.core.compiled import compiled_sources
from cardlab.core.stubs import make_stubs

ROOT = Path(cardlab.__file__).parent
HEADERS = [source.with_suffix(".pxd") for source in compiled_sources(ROOT)]
COMPILED = not str(state.__file__).endswith(".py")


@dataclass
class Face:
    """What a module shows to Python."""

    bases: dict[str, list[str]] = field(default_factory=dict)
    signatures: dict[str, str] = field(default_factory=dict)
    dunders: dict[str, str] = field(default_factory=dict)
    settable: dict[str, bool] = field(default_factory=dict)
    members: dict[str, dict[str, int]] = field(default_factory=dict)


def module_name(header: Path) -> str:
    return ".".join(header.relative_to(ROOT.parent).with_suffix("").parts)


def signature(function: ast.FunctionDef) -> str:
    """The parameters with their kinds and defaults, without annotations."""
    for argument in ast.walk(function.args):
        if isinstance(argument, ast.arg):
            argument.annotation = None
    return ast.unparse(function.args)


def read_python(path: Path, hidden: set[str] = frozenset()) -> Face:
    """The face of a source or a stub, but for the functions that are hidden from Python."""
    face = Face()
    for node in ast.parse(path.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_") and node.name not in hidden:
            face.signatures[node.name] = signature(node)
        elif isinstance(node, ast.ClassDef):
            read_class(face, node)
    return face


def read_class(face: Face, node: ast.ClassDef) -> None:
    bases = [ast.unparse(base) for base in node.bases]
    if "IntEnum" in bases:
        face.members[node.name] = {ast.unparse(line.targets[0]): line.value.value for line in node.body}  # type: ignore
        return
    face.bases[node.name] = bases
    for line in node.body:
        if isinstance(line, ast.AnnAssign):
            face.settable[f"{node.name}.{ast.unparse(line.target)}"] = True
        elif isinstance(line, ast.FunctionDef):
            read_method(face, node.name, line)


def read_method(face: Face, owner: str, method: ast.FunctionDef) -> None:
    marks = {ast.unparse(mark) for mark in method.decorator_list}
    name = f"{owner}.{method.name}"
    if "property" in marks or f"{method.name}.setter" in marks:
        face.settable[name] = "property" not in marks
    elif method.name == "__init__" or not method.name.startswith("_"):
        face.signatures[name] = signature(method)
    elif method.name.startswith("__"):
        face.dunders[name] = signature(method)


def read_header(path: Path, face: Face) -> set[str]:
    """Add the attributes and enums of a header to a source's face; return the functions that it hides from Python."""
    text = path.read_text(encoding="utf-8")
    for owner, body in re.findall(r"^cdef class (\w+).*:\n((?:[ ].*\n|\n)*)", text, re.M):
        for access, names in re.findall(r"^ +cdef (readonly|public) \w+ ([^#\n]+)", body, re.M):
            for name in names.split(","):
                face.settable[f"{owner}.{name.strip()}"] = access == "public"
    for name, body in re.findall(r"^cpdef enum (\w+):\n((?: .*\n)*)", text, re.M):
        face.members[name] = {key: int(value) for key, value in re.findall(r"(\w+) = (\d+)", body)}
    return set(re.findall(r"^cdef [^\n(]*?(\w+)\(.*(?:nogil|noexcept)", text, re.M))


def test_there_are_compiled_modules_to_compare() -> None:
    expected = {"cardlab.core.state", "cardlab.agents.search", "cardlab.lab.matches.arena", "cardlab.lab.speed.pace"}
    assert expected <= {module_name(path) for path in HEADERS}


def test_stubs_are_those_of_the_sources() -> None:
    """A stub that was not written anew after an edit is found here: make build."""
    made = make_stubs(ROOT.parent, compiled_sources(ROOT))
    assert [path.name for path, text in made.items() if path.read_text(encoding="utf-8") != text] == []


@pytest.mark.parametrize("header", HEADERS, ids=module_name)
def test_stub_shows_what_the_source_and_header_show(header: Path) -> None:
    stub_path = header.with_suffix(".pyi")
    assert stub_path.exists(), f"{module_name(header)} is compiled and needs a stub, {stub_path.name}"
    declared = Face()
    hidden = read_header(header, declared)
    source, stub = read_python(header.with_suffix(".py"), hidden), read_python(stub_path)
    assert stub.bases == source.bases
    assert stub.signatures == source.signatures
    assert stub.dunders.items() <= source.dunders.items()
    assert stub.settable == source.settable | declared.settable
    assert stub.members == declared.members


@pytest.mark.skipif(not COMPILED, reason="uncompiled modules also hold the names of their header")
@pytest.mark.parametrize("header", HEADERS, ids=module_name)
def test_stub_shows_what_the_compiled_module_holds(header: Path) -> None:
    module = importlib.import_module(module_name(header))
    stub = read_python(header.with_suffix(".pyi"))
    shown = {name.partition(".")[0] for name in [*stub.bases, *stub.members, *stub.signatures]}
    held = {
        name
        for name, value in vars(module).items()
        if not name.startswith("_") and getattr(value, "__module__", None) == module.__name__
    }
    assert shown == held
    for name in [*stub.signatures, *stub.settable]:
        owner, _, attribute = name.rpartition(".")
        assert not owner or attribute in vars(getattr(module, owner)), f"{name} is not there when compiled"
    for name, members in stub.members.items():
        assert {member.name: int(member) for member in getattr(module, name)} == members
