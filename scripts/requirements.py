"""Print what pyproject.toml asks for, one requirement a line: to build cardlab, or for one of its extras.

Usage: requirements.py build|EXTRA
"""

import sys
import tomllib
from pathlib import Path

project = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))
wanted = sys.argv[1]
found = project["build-system"]["requires"] if wanted == "build" else project["project"]["optional-dependencies"][wanted]
print("\n".join(found))
