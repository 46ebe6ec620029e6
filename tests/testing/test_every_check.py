"""Whatever check_game can find fault with, a planted defect shows that it does: no law is a wish."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest

from cardlab import testing
from cardlab.testing import Law

CHECKS = Path(testing.__file__).parent
HERE = Path(__file__)
PLANTED = [path for path in sorted(HERE.parent.glob("test_*.py")) if path != HERE] + [HERE.parents[1] / "core" / "test_luck.py"]
FINDS_FAULT = {"require": 2, "same": 3, "broken": 1}
"""How a check breaks off, and which argument says why."""
ALIKE = 8
"""So many characters in a row a reason and the words of a planted defect have in common at least."""


def reasons(source: str) -> Iterator[tuple[int, list[str]]]:
    """For each place where a check breaks off: its line, and what it says, without what is filled in."""
    for function in ast.walk(ast.parse(source)):
        if isinstance(function, ast.FunctionDef):
            for call in ast.walk(function):
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in FINDS_FAULT:
                    said = reason_of(call, function)
                    yield call.lineno, [str(part.value) for part in ast.walk(said) if isinstance(part, ast.Constant)]


def reason_of(call: ast.Call, function: ast.FunctionDef) -> ast.expr:
    """What is said, also if it was put into words in a line before."""
    assert isinstance(call.func, ast.Attribute)
    said = call.args[FINDS_FAULT[call.func.attr]]
    if not isinstance(said, ast.Name):
        return said
    named = [node for node in ast.walk(function) if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == said.id]
    before = [node for node in named if node.lineno < call.lineno]
    return max(before, key=lambda node: node.lineno).value if before else said


def words_of(path: Path) -> list[str]:
    """The texts of a file of tests, cut where a pattern leaves something open."""
    texts = [node.value for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))) if isinstance(node, ast.Constant)]
    return [part for text in texts if isinstance(text, str) for part in re.split(r"\.[*+]|\\d\+|[|{(\[\])}]|\\", text)]


def pieces(texts: Iterable[str]) -> set[str]:
    """All runs of so many characters."""
    return {text[at : at + ALIKE] for text in texts for at in range(len(text) - ALIKE + 1)}


PIECES = pieces(word for path in PLANTED for word in words_of(path))


@pytest.mark.parametrize("path", [path for path in CHECKS.glob("*.py") if path.stem != "trial"], ids=lambda path: path.stem)
def test_for_every_reason_to_break_off_a_defect_is_planted(path: Path) -> None:
    odd = [(line, said) for line, said in reasons(path.read_text(encoding="utf-8")) if said and not pieces(said) & PIECES]
    assert odd == []


def test_every_law_has_planted_defects() -> None:
    named = {law for path in PLANTED for law in re.findall(r"\bLaw\.([A-Z]+)\b", path.read_text(encoding="utf-8"))}
    assert named == {law.name for law in Law}


def test_a_reason_without_a_defect_is_noticed() -> None:
    source = 'def check(trial):\n    trial.require(LAW, False, f"the moon {1} is a cheese")\n'
    [(line, said)] = reasons(source)
    assert line == 2 and not pieces(said) & PIECES and pieces(said) & pieces(["is a cheese"])
