"""Who does the work of a run: crews of threads or of processes, hired when they are needed and kept until the run is over."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from contextlib import closing
from typing import Protocol, Self

from cardlab.agents.agent import Stop
from cardlab.lab.engine.processes import ProcessCrew
from cardlab.lab.engine.sink import Sink
from cardlab.lab.engine.threads import ThreadCrew
from cardlab.lab.engine.todo import Todo
from cardlab.lab.engine.work import Kit, Result, Work

Gaps = Sequence[tuple[int, int]]
"""Units still to be done, as ranges (first, end)."""


class Workforce(Protocol):
    """Workers of one kind. They keep what they built, so that the next piece of work begins at once."""

    def results(self, work: Work[Result], todo: Todo, workers: int) -> Generator[Result, None, None]:
        """Do what is left to do; results come as they are finished. Ends early when somebody asks to stop."""

    def close(self) -> None:
        """Send everybody home."""


class Staff:
    """The workers of a run, at most `workers` at a time, for one piece of work after another.

    Work that runs without the GIL is done by threads, other work by processes, if it can travel there. `new_stop` gives the
    flag by which all of them are asked to stop; when it is `late`, nothing new is begun. `notice` hears what people may want to
    know while they wait.
    """

    def __init__(
        self,
        workers: int,
        new_stop: Callable[[], Stop] = Stop,
        late: Callable[[], bool] = lambda: False,
        notice: Callable[[str], object] | None = None,
    ) -> None:
        self.workers = workers
        self._new_stop, self._late, self._notice = new_stop, late, notice
        self._kit: Kit | None = None
        self._crews: dict[type[ThreadCrew] | type[ProcessCrew], Workforce] = {}

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *problem: object) -> None:
        self._dismiss()

    def prepare(self, work: Work[Result]) -> None:
        """Find out who will do it, so that what is wrong with it shows before anything else is begun."""
        self._crew_for(work)

    def carriers(self, work: Work[Result]) -> Sequence[str]:
        """Who of this work carries something over from unit to unit: one worker does such work, from the first unit on."""
        if self._kit is None:
            self._kit = Kit(self._new_stop())
        return work.carriers(self._kit)

    def run(
        self,
        work: Work[Result],
        gaps: Gaps,
        sinks: Sequence[Sink[Result]],
        decided: Callable[[], bool] = lambda: False,
    ) -> None:
        """Do the units of the gaps; every result goes to all sinks in turn.

        Ends early when asked to stop, or when decided. Who was interrupted in the middle of something is not asked again.
        """
        left = sum(end - first for first, end in gaps)
        if not left:
            return
        crew, most = self._crew_for(work)
        workers = max(1, min(self.workers, most, left))
        whole = False
        try:
            with closing(crew.results(work, Todo(gaps, workers, self._late), workers)) as results:
                for result in results:
                    for sink in sinks:
                        sink.take(result)
                    if decided():
                        return
            whole = True
        finally:
            if not whole:
                self._dismiss()

    def _crew_for(self, work: Work[Result]) -> tuple[Workforce, int]:
        """Who does it, and how many of them may."""
        alone = bool(self.carriers(work))
        assert self._kit is not None
        threads = work.threads(self._kit)
        kind = ThreadCrew if threads or work.parcel is None else ProcessCrew
        if kind not in self._crews:
            self._crews[kind] = kind(self._kit, self._notice)
        return self._crews[kind], 1 if alone else threads if threads else self.workers if kind is ProcessCrew else 1

    def _dismiss(self) -> None:
        for crew in self._crews.values():
            crew.close()
        self._crews.clear()
        self._kit = None
