"""Compiles the rules and the search. Everything else about the package is in pyproject.toml."""

import json
import os
import platform
import runpy
import sys
import sysconfig
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

SOURCE = Path("src")
CORE = SOURCE / "cardlab" / "core"
COMPILED: list[Path] = runpy.run_path(str(CORE / "compiled.py"))["compiled_sources"](SOURCE)
GAMES = SOURCE / "cardlab" / "games"
WANTED = os.environ.get("CARDLAB_GAMES")
"""Names of the games to compile now, for who wants to begin with one; everything that is no game is compiled in any case.

Unset: all games. ``none``: nothing at all, for an installation whose sources are compiled later by ``build_ext --inplace``.
"""
UNLIKE_PYTHON = ["F401", "F821", "B007", "C419", "SIM", "PLR", "D102", "D103"]
"""What is not asked of compiled sources: names come from the header, and loops are written as C runs them fastest."""
DIRECTIVES = {
    "language_level": 3,
    "infer_types": True,
    "cdivision": True,
    "boundscheck": False,
    "wraparound": False,
    "initializedcheck": False,
    "show_performance_hints": True,
    "embedsignature": True,
    "auto_pickle": False,  # what can be pickled says how
    "emit_code_comments": False,
}
SHARED = "cardlab.core._shared"
"""What Cython would otherwise write into every module that looks at a buffer, compiled once."""
COLD = {
    SHARED,
    *(f"cardlab.core.{name}" for name in ("cards", "eventlog", "luck", "plain", "rng", "state")),
    *(f"cardlab.agents.{name}" for name in ("agent", "parallel")),
}
"""Modules that mostly face Python, or call rules and searches, where the time is spent: optimising them only costs time."""
LUKEWARM = ("data.observer", "data.encoders", "core.features", "learn.bout", "matches.arena", "matches.recorder")
"""Endings of modules with a few short functions in the hot path between many that face Python: -O3 gains nothing over -O2."""
PORTABLE = {"x86_64": "x86-64-v2", "AMD64": "x86-64-v2"}
"""The oldest processors that a wheel runs on: those of the last fifteen years."""


def wanted(path: Path) -> bool:
    """Is this one of the modules that are to be compiled now?"""
    if WANTED is None:
        return True
    return WANTED != "none" and (not path.is_relative_to(GAMES) or path.relative_to(GAMES).parts[0] in WANTED.split())


def write_along() -> None:
    """Write what follows from the sources: the stubs for type checkers, and what ruff should know about compiled files."""
    runpy.run_path(str(CORE / "stubs.py"))["write_stubs"](SOURCE, COMPILED)
    lines = [f'"{path.as_posix()}" = {json.dumps(UNLIKE_PYTHON)}' for path in COMPILED]
    top = ["# Written by setup.py.", 'extend = "pyproject.toml"', "[lint.extend-per-file-ignores]"]
    Path(".ruff.toml").write_text("\n".join([*top, *lines, ""]), encoding="utf-8")


def remove_stale() -> None:
    """A compiled module that is compiled no more would shadow its source, or what stands in its place."""
    wanted = {path.with_suffix("") for path in COMPILED} | {CORE / "_shared"}
    for path in SOURCE.rglob("*.so"):
        if path.with_name(path.name.partition(".")[0]) not in wanted:
            path.unlink()


def processor() -> str:
    """What is compiled for: the processor at hand, or, in a wheel that others may install, one that all of them have.

    CARDLAB_ARCH names another one; an empty name leaves it to the compiler.
    """
    portable = PORTABLE.get(platform.machine(), "")
    usual = portable if "bdist_wheel" in sys.argv or not portable else "native"
    return os.environ.get("CARDLAB_ARCH", usual)


def compile_flags(name: str) -> list[str]:
    """Fast, and with the arithmetic of plain Python: no fused multiply-add."""
    level = "-O1" if name in COLD else "-O2" if name.endswith(LUKEWARM) else "-O3"
    flags = [level, "-g0", "-ffp-contract=off", "-fno-math-errno", "-Wno-unused-function", "-Wno-unreachable-code"]
    if "gcc" in (sysconfig.get_config_var("CC") or ""):
        flags.append("-Wno-stringop-overflow")  # it guesses loop bounds that options exclude
        flags.append("-fno-tree-loop-distribute-patterns")  # tiny loops stay loops instead of calls to memset
    if processor():
        flags.append(f"-march={processor()}")
    if os.environ.get("CARDLAB_SANITIZE") == "1":
        flags += ["-fsanitize=address", "-fno-omit-frame-pointer", "-g"]
    return flags


def extension(path: Path) -> Extension:
    """One compiled module."""
    name = ".".join(path.relative_to(SOURCE).with_suffix("").parts)
    link = ["-fsanitize=address"] if os.environ.get("CARDLAB_SANITIZE") == "1" else []
    return Extension(
        name,
        [str(path)],
        include_dirs=[str(CORE), str(SOURCE)],
        extra_compile_args=compile_flags(name),
        extra_link_args=link,
    )


def modules() -> list[Extension]:
    """All that is to be compiled now, translated to C."""
    sources = [path for path in COMPILED if wanted(path)]
    if not sources:
        return []
    shared = Extension(SHARED, ["build/_shared.c"], extra_compile_args=compile_flags(SHARED))
    translated: list[Extension] = cythonize(
        [*map(extension, sources), shared],
        shared_utility_qualified_name=SHARED,
        compiler_directives=DIRECTIVES,
        include_path=[str(SOURCE)],
        build_dir="build/cython",
        annotate=os.environ.get("CARDLAB_ANNOTATE") == "1",
        nthreads=os.cpu_count() or 1,
    )
    return translated


if __name__ == "__main__":
    write_along()
    remove_stale()
    setup(ext_modules=modules(), options={"build_ext": {"parallel": os.cpu_count()}})
