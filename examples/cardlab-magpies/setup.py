"""Compiles the rules against the headers of the installed cardlab. Everything else is in pyproject.toml."""

from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup

import cardlab

core = Path(cardlab.__file__).parent / "core"  # bits.h lies there
# Without fused multiply-add, results are the same on every machine.
flags = ["-O3", "-ffp-contract=off", "-Wno-unreachable-code"]
rules = Extension(
    "cardlab_magpies.rules",
    ["cardlab_magpies/rules.py"],
    include_dirs=[str(core)],
    extra_compile_args=flags,
)
directives = {"language_level": 3, "infer_types": True, "cdivision": True, "boundscheck": False, "wraparound": False}

setup(
    ext_modules=cythonize(
        [rules],
        include_path=[str(core.parent.parent)],
        compiler_directives=directives,
        build_dir="build",
    )
)
