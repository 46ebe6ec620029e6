"""Commands called in this process."""

from __future__ import annotations

import pytest

from cardlab.cli import main


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The exit code of a command, and what it wrote to stdout and stderr."""
    with pytest.raises(SystemExit) as end:
        main(list(arguments))
    captured = capsys.readouterr()
    return (end.value.code if isinstance(end.value.code, int) else 0), captured.out, captured.err
