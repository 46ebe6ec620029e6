"""Games in plain words: the lines of the log, the summary of a game, and a whole replay as text."""

from __future__ import annotations

from collections.abc import Iterator

from cardlab.core.events import Event
from cardlab.core.printable import printable
from cardlab.play.record import Record

HUMAN = "you"
"""The name of the person at the screen."""


def event_line(event: Event, eyes: int | None, names: tuple[str, ...]) -> tuple[int | None, str]:
    """Who it was about (None: nobody) and what happened, as the seat `eyes` saw it (None: sees everything)."""
    own = event.player is not None and names[event.player] == HUMAN
    return event.player, printable(event.for_seat(eyes).words(names, own))


def sentence(event: Event, names: tuple[str, ...]) -> str:
    """What happened, with the name of who it is about, for somebody who sees everything."""
    seat, words = event_line(event, None, names)
    return words if seat is None else f"{names[seat]} {words}"


def last_words(record: Record, at: int, eyes: int | None) -> str:
    """What the step before `at` came to, in one line without what goes without saying."""
    if at == 0:
        return ""
    events = [event for event in record.steps[at - 1].events if not event.declared.quiet]
    words, before = [], None
    for who, text in (event_line(event, eyes, record.names) for event in events):
        words.append(text if who is None or who == before else f"{record.names[who]} {text}")
        before = who
    return ", ".join(words)


def outcome(record: Record) -> str:
    """How the game stands or ended, in one line."""
    result = record.now.result
    if result is None:
        return f"not finished after {len(record.steps)} decisions"
    if result.winner is None:
        return f"a draw ({result.reason})"
    winner = record.names[result.winner]
    return f"{winner} {'win' if winner == HUMAN else 'wins'}"


def summary_lines(record: Record) -> list[str]:
    """Result, decisions of each player, and turning points."""
    result = record.now.result
    lines = [f"{outcome(record)} after {len(record.steps)} decisions", ""]
    wide = max(map(len, record.names))
    for seat, name in enumerate(record.names):
        made = sum(step.player == seat for step in record.steps)
        place = f"place {result.places[seat]}  score {result.scores[seat]:.2f}  " if result else ""
        lines.append(f"  {name:<{wide}}  {place}{made} decision{'s' if made != 1 else ''}")
    points = turning_points(record)
    if points:
        lines += ["", "Turning points", *(f"  {at:>4}  {text}" for at, text in points)]
    return lines


def turning_points(record: Record) -> list[tuple[int, str]]:
    """What decided the game, as number of the step and words with names."""
    told = [(number, event) for number, step in enumerate(record.steps, 1) for event in step.events]
    return [(at, sentence(event, record.names)) for at, event in record.game.turning_points(told)]


def heading(record: Record) -> str:
    """The game and who plays it."""
    seed = f", seed {record.seed}" if record.seed is not None else ""
    return f"{record.game.title} ({record.game.spec()}{seed}): {' – '.join(record.names)}"


def step_lines(record: Record, at: int) -> Iterator[str]:
    """One decision with its events, as somebody saw it who sees everything."""
    step, names = record.steps[at], record.names
    who = names[step.player] if 0 <= step.player < len(names) else ""
    yield f"{at + 1:>4}  {who:<{max(map(len, names))}}  {record.game.action_text(step.action)}"
    for event in step.events[1:]:
        yield f"{'':>6}{sentence(event, names)}"


def whole_text(record: Record) -> Iterator[str]:
    """The game from the deal to the summary."""
    yield heading(record)
    yield ""
    for at in range(len(record.steps)):
        yield from step_lines(record, at)
    yield ""
    yield from summary_lines(record)
