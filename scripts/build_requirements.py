"""Print what is needed to build cardlab, one requirement a line, as pyproject.toml states it."""

import tomllib
from pathlib import Path

project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
print("\n".join(project["build-system"]["requires"]))
