"""What progress shows beside the bar."""

from __future__ import annotations

import pytest

from cardlab.cli.progressbar import standing
from cardlab.lab import Progress


@pytest.mark.parametrize(
    ("news", "shown"),
    [
        (Progress(3, 10, (1.5, 1.5), 3, ("greedy", "random")), "greedy 50.0%"),
        (Progress(0, 10, (0.0,), 0, ("greedy",)), ""),
        (Progress(2, 10, (), 0, ("reading",), "files"), "reading"),
        (Progress(3, 10, (), 0, ()), ""),
    ],
    ids=["a score", "no game yet", "no games at all", "nobody to tell of"],
)
def test_the_standing_is_that_of_the_first_agent_if_there_is_one(news: Progress, shown: str) -> None:
    assert standing(news) == shown
