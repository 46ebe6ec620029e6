"""Games in plain words: the lines of the log, the summary of a game, and a whole replay as text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from cardlab.core.events import Event
from cardlab.core.printable import printable
from cardlab.play.passages import Moment
from cardlab.play.record import Record

HUMAN = "you"
"""The name of the person at the screen."""
SAYS = "»"
"""Stands before what an agent said at its decision."""
AGENT_LENGTH = 40
"""So much of an agent's text stands in a summary."""
_SEAT = re.compile(r"\bseat (\d+)\b", re.IGNORECASE)


def with_names(words: str, names: Sequence[str]) -> str:
    """Words of a game, which calls players by their seats, with their names."""
    return _SEAT.sub(lambda found: names[int(found[1])] if int(found[1]) < len(names) else found[0], words)


def event_line(event: Event, eyes: int | None, names: tuple[str, ...]) -> tuple[int | None, str]:
    """Who it was about (None: nobody) and what happened, as the seat `eyes` saw it (None: sees everything)."""
    own = event.player is not None and names[event.player] == HUMAN
    return event.player, printable(with_names(event.for_seat(eyes).words(names, own), names))


def sentence(event: Event, names: tuple[str, ...]) -> str:
    """What happened, with the name of who it is about, for somebody who sees everything."""
    return said_of(*event_line(event, None, names), names)


def said_of(seat: int | None, words: str, names: tuple[str, ...]) -> str:
    """Words with the name of who they are about."""
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
    """Result, what there is to say about each player in the order of their places, and turning points."""
    turns = counted(record.moment(len(record.steps)).turn, "turn")
    lines = [f"{outcome(record)} after {counted(len(record.steps), 'decision')} in {turns}", "", *_player_lines(record)]
    points = turning_points(record)
    if points:
        lines += ["", "Turning points", *(f"  {at:>4}  {text}" for at, text in points)]
    return lines


def ranking(record: Record) -> list[int]:
    """The seats from the first place to the last; as they sit while the game goes on."""
    result, seats = record.now.result, range(len(record.agents))
    return sorted(seats, key=lambda seat: result.places[seat] if result else 0)


def _player_lines(record: Record) -> list[str]:
    """Name, place, score, what the game counts, decisions, mean time and agent, in columns."""
    rows = [_facts(record, seat) for seat in ranking(record)]
    wides = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ("  ".join(f"{cell:<{wide}}" for cell, wide in zip(row, wides, strict=True) if wide) for row in rows)
    return [f"  {line}".rstrip() for line in lines]


def _facts(record: Record, seat: int) -> list[str]:
    result, mean = record.now.result, record.mean_milliseconds(seat)
    made = counted(sum(step.player == seat for step in record.steps), "decision")
    name, agent = record.names[seat], printable(record.agents[seat], AGENT_LENGTH)
    known = name == agent or name.rpartition(" #")[0] == agent
    place = [f"place {result.places[seat]}", f"score {result.scores[seat]:.2f}"] if result else []
    return [
        name,
        *place,
        *_counts(record, seat),
        made,
        "" if mean is None else f"{time_text(mean)} each",
        "" if known else agent,
    ]


def _counts(record: Record, seat: int) -> list[str]:
    """What the game counts for a seat, as it stands."""
    counts = record.game.tally(record.now)
    return [f"{n} {name if n != 1 else name.removesuffix('s')}" for name, n in counts[seat].items()] if counts else []


def time_text(milliseconds: float) -> str:
    """A time as one reads it."""
    if milliseconds >= 1000:
        return f"{milliseconds / 1000:,.2f} s"
    return f"{milliseconds:.1f} ms" if milliseconds >= 0.1 else f"{1000 * milliseconds:.1f} µs"


def counted(number: int, what: str) -> str:
    """So many of something."""
    return f"{number} {what}{'s' if number != 1 else ''}"


def turning_points(record: Record) -> list[tuple[int, str]]:
    """What decided the game, as number of the step and words with names."""
    told = [(number, event) for number, step in enumerate(record.steps, 1) for event in step.events]
    return [(at, sentence(event, record.names)) for at, event in record.game.turning_points(told)]


def heading(record: Record) -> str:
    """The game and who plays it."""
    seed = f", seed {record.seed}" if record.seed is not None else ""
    return f"{record.game.title} ({record.game.spec()}{seed}): {' – '.join(record.names)}"


def turn_title(record: Record, moment: Moment, words: str = "") -> str:
    """Which turn it is, and whose, or what the game itself says about it."""
    if moment.turn == 0:
        return "Before the first turn"
    whose = words or ("" if moment.player is None else record.names[moment.player])
    return f"Turn {moment.turn}: {whose}" if whose else f"Turn {moment.turn}"


def step_lines(record: Record, at: int) -> Iterator[str]:
    """One decision with all that happened at it, for somebody who sees everything; what lies in a part is indented."""
    step, names = record.steps[at], record.names
    who, wide = names[step.player] if 0 <= step.player < len(names) else "", max(map(len, names))
    yield f"{at + 1:>4}  {who:<{wide}}  {'  ' * step.before.depth}{record.game.action_text(step.action)}"
    for seat, line in step.lines:
        yield f"{'':>{wide + 8}}{said_of(None if seat == step.player else seat, SAYS, names)} {printable(line)}"
    turn = step.before.turn
    for passage in step.passages:
        words, turn = sentence(passage.event, names), passage.moment.turn
        told = passage.event.declared.turn
        yield turn_title(record, passage.moment, words) if told else f"{'':>{wide + 10}}{'  ' * passage.moment.depth}{words}"
    if step.after.turn != turn:
        yield turn_title(record, step.after)


def opening_lines(record: Record) -> Iterator[str]:
    """What stands above the first decision."""
    yield heading(record)
    yield ""
    yield turn_title(record, record.moment(0))


def closing_lines(record: Record) -> Iterator[str]:
    """What stands below the last decision."""
    yield ""
    yield from summary_lines(record)


def whole_text(record: Record) -> Iterator[str]:
    """The game from the deal to the summary."""
    yield from opening_lines(record)
    for at in range(len(record.steps)):
        yield from step_lines(record, at)
    yield from closing_lines(record)
