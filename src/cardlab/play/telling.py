"""Games in plain words: the lines of the log, the summary of a game, and a whole replay as text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cardlab.core.game import Event
from cardlab.core.printable import printable
from cardlab.play.record import Record

HUMAN = "you"
"""The name of the person at the screen."""
_BY_SEAT = re.compile(r"^seat (\d+) ")


def event_line(event: Event, eyes: int | None, names: tuple[str, ...]) -> tuple[int | None, str]:
    """Who it was about (None: nobody) and what happened, as the seat `eyes` saw it (None: sees everything)."""
    text = printable(event.for_seat(eyes))
    found = _BY_SEAT.match(text)
    if found is None or int(found[1]) >= len(names):
        return None, text
    seat = int(found[1])
    return seat, _verb(names[seat], text[found.end() :])


def with_names(text: str, names: tuple[str, ...]) -> str:
    """Seats by their players' names."""
    return re.sub(r"\bseat (\d+) (\w+)", lambda found: _named(found, names), text)


def _named(found: re.Match[str], names: tuple[str, ...]) -> str:
    seat = int(found[1])
    return f"{names[seat]} {_verb(names[seat], found[2])}" if seat < len(names) else found[0]


def _verb(name: str, words: str) -> str:
    """English for the person at the screen: you play, you have."""
    if name != HUMAN:
        return words
    verb, space, rest = words.partition(" ")
    return {"has": "have"}.get(verb, verb.removesuffix("s")) + space + rest


def last_words(record: Record, at: int, eyes: int | None) -> str:
    """What the step before `at` came to, in one line: cards drawn go without saying."""
    if at == 0:
        return ""
    events = [event for event in record.steps[at - 1].events if event.kind != "drew"]
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
    return f"{record.names[result.winner]} {_verb(record.names[result.winner], 'wins')}"


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
    found = record.game.screen().turning_points(record.steps)
    return [(at, with_names(text, record.names)) for at, text in found]


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
        yield f"{'':>6}{with_names(printable(event.text), names)}"


def whole_text(record: Record) -> Iterator[str]:
    """The game from the deal to the summary."""
    yield heading(record)
    yield ""
    for at in range(len(record.steps)):
        yield from step_lines(record, at)
    yield ""
    yield from summary_lines(record)
