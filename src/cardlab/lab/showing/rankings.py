"""The tables of a tournament: the ranking first, then who scored how much against whom, where that fits."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from cardlab.core.spec import is_outside
from cardlab.lab.showing.debugline import debug_command
from cardlab.lab.showing.displaynames import display_names
from cardlab.lab.showing.sheet import Sheet
from cardlab.lab.showing.words import NONE, SHOWN_ERRORS, chance, elo, failures_of, percent, wide

if TYPE_CHECKING:
    from cardlab.lab.matches.match import Match
    from cardlab.lab.statistics.elo import Rating
    from cardlab.lab.tournaments.draws import Draw
    from cardlab.lab.tournaments.tournament import TournamentResult

Form = Callable[["TournamentResult", int, int], str]
READABLE_NAME = 16
"""Names in the cross table are cut to no fewer columns, rather than left out with it."""


def tournament_sheets(result: TournamentResult, width: int | None = None, p_values: bool = False) -> list[Sheet]:
    """What a tournament says, for a screen of so many columns (None: everything)."""
    ranking, is_short = _ranking(result, width, p_values)
    cross = _cross_sheet(result, width, is_short)
    if cross is not None:
        return [ranking, cross]
    note = "Who scored how much against whom does not fit here: see --markdown, --latex, --csv or --json, or widen the window."
    return [Sheet(ranking.title, ranking.head, ranking.rows, ranking.words, ("", *ranking.notes, note))]


def _ranking(result: TournamentResult, width: int | None, p_values: bool) -> tuple[Sheet, bool]:
    """The ranking, and whether its names are the short ones."""
    failures, order = result.failures(), result.standing()
    failed = [sum(failures[result.tournament.agents[i]].values()) for i in order]
    head = ["", "agent", "score", "95% interval", *(["p-value"] if p_values else []), "Elo", "95% interval", "games"]
    if any(failed):
        head.append("failed")
    sheet = Sheet(_title(result), tuple(head), (), 2)
    for short in (False, True):
        names = display_names(result.tournament.agents, short)
        rows = tuple(
            (str(place), names[i], *_totals(result, i, p_values), *([f"{lost:,}"] if any(failed) else []))
            for place, (i, lost) in enumerate(zip(order, failed, strict=True), 1)
        )
        sheet = Sheet(sheet.title, sheet.head, rows, 2, _legend(result, names) if width is None else ())
        if width is None or sheet.width() <= width:
            break
    return sheet, short


def _legend(result: TournamentResult, names: list[str]) -> tuple[str, ...]:
    """What the short names stand for, where there is room for everything."""
    pairs = zip(names, result.tournament.agents, strict=True)
    return tuple(f"{name}: {text}" for name, text in pairs if name != text)


def _totals(result: TournamentResult, i: int, p_values: bool) -> list[str]:
    total, rating = result.total(i), result.ratings[i]
    known = bool(total.games)
    return [
        percent(total.score) if known else NONE, wide(total.interval), *([chance(total.p_value)] if p_values else []),
        elo(rating.elo), bounds(rating), f"{result.played(i):,}",
    ]  # fmt: skip


def bounds(rating: Rating) -> str:
    """The interval of a rating."""
    return NONE if rating.low is None or rating.high is None else f"{rating.low:+.0f} to {rating.high:+.0f}"


def _title(result: TournamentResult) -> str:
    plan = result.tournament
    style = "" if plan.style == "round-robin" else f" · {plan.style}"
    return f"{plan.game.spec()}{style} · {result.games:,} games · seed {plan.seed}"


def _cross_sheet(result: TournamentResult, width: int | None, is_short: bool) -> Sheet | None:
    """The cross table with as much as fits in a cell, and the names of the ranking; None if not even whole per cents fit."""
    for short in (True,) if is_short else (False, True):
        for form in (_with_interval, _with_point, _whole):
            sheet = _cross_of(result, form, short)
            longest = max(len(row[1]) for row in sheet.rows)
            spare = max(0, longest - READABLE_NAME) if short else 0
            if width is None or sheet.width() - spare <= width:
                return sheet
    return None


def _cross_of(result: TournamentResult, form: Form, short: bool) -> Sheet:
    order, names = result.standing(), display_names(result.tournament.agents, short)
    head = ("", "score in % against", *(str(place) for place in range(1, len(order) + 1)))
    rows = tuple(
        (str(place), names[i], *("" if i == j else form(result, i, j) for j in order)) for place, i in enumerate(order, 1)
    )
    return Sheet("", head, rows, 2)


def _with_interval(result: TournamentResult, i: int, j: int) -> str:
    pairing = result.table[i, j]
    if not pairing.games:
        return NONE
    return (
        f"{100 * pairing.score:.1f}"
        if pairing.interval is None
        else f"{100 * pairing.score:.1f}\n{wide(pairing.interval)[:-1]}"
    )


def _with_point(result: TournamentResult, i: int, j: int) -> str:
    pairing = result.table[i, j]
    return f"{100 * pairing.score:.1f}" if pairing.games else NONE


def _whole(result: TournamentResult, i: int, j: int) -> str:
    pairing = result.table[i, j]
    return f"{100 * pairing.score:.0f}" if pairing.games else NONE


def tournament_failures(result: TournamentResult) -> list[str]:
    """Who failed, how often, the first message of a few of them, and how to see where it came from."""
    texts = result.tournament.agents
    names = display_names(texts)
    pairs = zip(names, texts, strict=True)
    lines = [f"{name} lost {failed}" for name, text in pairs if (failed := failures_of(result.failures()[text]))]
    firsts = _first_errors(result)
    for agent, (draw, index, text, _) in list(firsts.items())[:SHOWN_ERRORS]:
        others = ", ".join(names[i] for i in draw.who if i != agent)
        lines.append(f"  game {index} against {others}: {names[agent]}: {text}")
    if written := next((match for agent, (*_, match) in firsts.items() if is_outside(texts[agent], "python")), None):
        index = next(index for _, index, _, match in firsts.values() if match is written)
        lines.append(f"  where in the file: {debug_command(written, index)}")
    return lines


def _first_errors(result: TournamentResult) -> dict[int, tuple[Draw, int, str, Match]]:
    """The first failure of each agent: who sat at the table, which game, its message, the match."""
    found: dict[int, tuple[Draw, int, str, Match]] = {}
    for draw, played in zip(result.draws, result.results, strict=True):
        for index, text in sorted(played.errors.items()):
            found.setdefault(draw.who[played.records.failed[index]], (draw, index, text, played.match))
    return found
