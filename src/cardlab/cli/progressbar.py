"""Progress of long work on stderr: a bar on a terminal, else a line now and then."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cardlab.cli.shared import LINE_SECONDS
from cardlab.core.printable import printable
from cardlab.lab import Progress
from cardlab.lab.showing.displaynames import display_names
from cardlab.lab.showing.sheet import cut

MOST_NAME = 24


@contextmanager
def shown_progress() -> Iterator[Callable[[Progress], None]]:
    """A function to be told how far the work is."""
    if sys.stderr.isatty():
        with _bar() as tell:
            yield tell
    else:
        yield _Lines()


def standing(news: Progress) -> str:
    """The running result of the first agent, if the work tells of any."""
    if not news.labels:
        return ""
    first = cut(printable(display_names(news.labels, short=True)[0]), MOST_NAME)
    if not news.games:
        return first if news.unit != "games" else ""
    return f"{first} {100 * news.points[0] / news.games:.1f}%"


class _Lines:
    """For logs: one line every few seconds."""

    def __init__(self) -> None:
        self._start = self._last = time.monotonic()
        self._before: int | None = None
        self._done = 0

    def __call__(self, news: Progress) -> None:
        now = time.monotonic()
        if self._before is None or news.done < self._done:  # the next part of the work has begun
            self._before, self._start = news.done, now
        self._done = news.done
        if now - self._last < LINE_SECONDS:
            return
        self._last = now
        pace = (news.done - self._before) / max(1e-9, now - self._start)
        left = _left(news, pace)
        of = f" of {news.total:,}" if news.total else ""
        print(f"{news.done:,}{of} {news.unit}{left}  {standing(news)}", file=sys.stderr, flush=True)


def _left(news: Progress, pace: float) -> str:
    """How long it will take: as long as it may, or as the pace so far says."""
    if news.seconds_left is not None and not news.total:
        return f", {_duration(news.seconds_left)} left"
    return f", {_duration((news.total - news.done) / pace)} left" if pace > 0 and news.total else ""


@contextmanager
def _bar() -> Iterator[Callable[[Progress], None]]:
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeElapsedColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    from cardlab.cli.terminal import PlainConsole

    columns = (BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(), TextColumn("left"), TimeRemainingColumn())
    result = TextColumn("{task.fields[standing]}", markup=False)
    with Bar(*columns, result, console=PlainConsole(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, standing="")

        def tell(news: Progress) -> None:
            clock = _left(news, 0.0).lstrip(", ")
            shown = "  ".join(part for part in (clock, standing(news)) if part)
            bar.update(task, completed=news.done, total=news.total or None, standing=shown)

        yield tell


def _duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}"
