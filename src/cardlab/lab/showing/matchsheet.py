"""The table of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardlab.lab.showing.displaynames import display_names
from cardlab.lab.showing.sheet import NARROW_GAP, Sheet
from cardlab.lab.showing.words import SHOWN_ERRORS, chance, failures_of, milliseconds, percent, wide

if TYPE_CHECKING:
    from cardlab.lab.matches.matchresult import MatchResult, RoleResult

SPARE = ("slowest", "ms/move", "drawn")
"""Columns that are left out, one after another, where a screen is narrow."""


def match_sheet(result: MatchResult, width: int | None = None, p_values: bool = False) -> Sheet:
    """What a match says, for a screen of so many columns (None: everything)."""
    sheet = Sheet(_title(result), (), (), notes=tuple(_notes(result, width)))
    columns = {"score": "", "95% interval": "", **({"p-value": ""} if p_values else {})}
    names = [*columns, "won", "drawn", "lost", "ms/move", "slowest"]
    for short in (False, True):
        sheet = _with(sheet, result, names, short)
        if width is None or sheet.width() <= width:
            return sheet
    for spare in SPARE:
        if _named_room(sheet, width) >= 0:
            break
        names.remove(spare)
        sheet = _with(sheet, result, names, True)
    return sheet


def _named_room(sheet: Sheet, width: int | None) -> int:
    """Columns that are left if names are cut to a length at which they can be told apart."""
    longest = max(len(row[0]) for row in sheet.rows)
    return 0 if width is None else width - (sheet.width(NARROW_GAP) - max(0, longest - 16))


def _with(sheet: Sheet, result: MatchResult, names: list[str], short: bool) -> Sheet:
    shown = display_names([role.agent for role in result.roles], short)
    rows = []
    for name, role in zip(shown, result.roles, strict=True):
        cells = _cells(result, role)
        rows.append((name, *(cells[column] for column in names)))
    return Sheet(sheet.title, ("agent", *names), tuple(rows), 1, sheet.notes)


def _cells(result: MatchResult, role: RoleResult) -> dict[str, str]:
    return {
        "score": percent(role.score), "95% interval": wide(role.interval), "p-value": chance(role.p_value),
        "won": f"{role.wins:,}", "drawn": f"{role.draws:,}", "lost": f"{role.losses:,}",
        "ms/move": milliseconds(role.ms_per_decision), "slowest": milliseconds(role.slowest_ms),
    }  # fmt: skip


def _title(result: MatchResult) -> str:
    planned = f" of {result.match.games:,}" if result.games < result.match.games else ""
    games = f"{result.games:,}{planned} game{'s' if result.match.games != 1 else ''}"
    return f"{result.match.game.spec()} · {games} · seed {result.match.seed} · {result.seconds:.1f} s"


def _notes(result: MatchResult, width: int | None) -> list[str]:
    notes = ["", "games ended by: " + ", ".join(f"{name} {count:,}" for name, count in result.endings.items())]
    if result.verdict is not None:
        notes.append(f"sequential test: {result.verdict}")
    return notes


def failure_lines(result: MatchResult) -> list[str]:
    """Who failed, how often, and the first few messages."""
    names = display_names(result.match.labels)
    lines = [
        f"{name} lost {failed}"
        for name, role in zip(names, result.roles, strict=True)
        if (failed := failures_of(role.failures))
    ]
    for name, role in zip(names, result.roles, strict=True):
        if role.ignored:
            lines.append(f"{name} gave {role.ignored:,} orders that were not legal; they were ignored")
    for index, text in sorted(result.errors.items())[:SHOWN_ERRORS]:
        lines.append(f"  game {index}: {names[result.records.failed[index]]}: {text}")
    labels, losers = result.match.labels, result.records.failed
    if written := [index for index in sorted(result.errors) if labels[losers[index]].startswith("python:")]:
        lines.append(f"  where in the file: the same command with --debug --game {written[0]}")
    return lines
