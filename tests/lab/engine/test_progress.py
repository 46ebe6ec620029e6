"""Telling how far a run is."""

from __future__ import annotations

from cardlab.lab.engine import Progress, ProgressTeller

NEWS = Progress(1, 2, (0.5,), 1, ("a",))


def test_it_is_not_told_again_within_a_moment_but_at_the_end_in_any_case() -> None:
    told: list[Progress] = []
    teller = ProgressTeller(told.append)
    for _ in range(5):
        teller.now_and_then(lambda: NEWS)
    assert told == [NEWS]
    teller.at_once(lambda: NEWS)
    assert told == [NEWS, NEWS]


def test_where_nobody_listens_nothing_is_computed() -> None:
    teller = ProgressTeller(None)
    teller.now_and_then(lambda: 1 / 0)  # type: ignore[arg-type, return-value]
    teller.at_once(lambda: 1 / 0)  # type: ignore[arg-type, return-value]
