from __future__ import annotations

import subprocess
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.bots.processes import gone, open_files, zombies

HERE = Path(__file__).parent
EXAMPLES = HERE.parents[1] / "examples" / "locm_bots"


@pytest.fixture(autouse=True)
def buffered(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without buffers Python forgets what a pipe could not take at once, which happens to who is stopped while it writes."""
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)


@pytest.fixture(scope="session")
def build(tmp_path_factory: pytest.TempPathFactory) -> Callable[[Path], Path]:
    """Compiles a C source."""
    folder = tmp_path_factory.mktemp("bots")

    def compile_source(source: Path) -> Path:
        program = folder / source.stem
        if not program.exists():
            subprocess.run(["cc", "-O1", "-o", str(program), str(source)], check=True)
        return program

    return compile_source


class Rogue:
    """Makes agent texts of bots that misbehave; their processes carry a mark by which they can be found."""

    def __init__(self, program: Path) -> None:
        self.program = program
        self.mark = uuid.uuid4().hex

    def __call__(self, mode: str, options: str = "") -> str:
        return f"cmd{f'[{options}]' if options else ''}:{self.program} '{mode}' {self.mark}"


@pytest.fixture
def rogue(build: Callable[[Path], Path]) -> Iterator[Rogue]:
    """Afterwards nothing of the bots may be left."""
    before = open_files()
    found = Rogue(build(HERE / "rogue.c"))
    yield found
    assert gone(found.mark)
    assert zombies() == []
    assert open_files() <= before
