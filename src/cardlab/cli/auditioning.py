"""`cardlab evaluate` with a folder: every stored individual plays the same games against agents."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import TYPE_CHECKING, Any

import typer

from cardlab.cli import shared

if TYPE_CHECKING:
    from cardlab.cli.tables import Form
    from cardlab.core.game import Game
    from cardlab.core.vectors import VectorKind
    from cardlab.lab.showing.sheet import Sheet
    from cardlab.learn.auditions import Audition, Auditioned, Retested
    from cardlab.learn.stored import StoredVectors


@dataclass(frozen=True)
class Ranking:
    """What came out: everybody by wins, and the winner on fresh seeds."""

    game: Game
    kind: VectorKind
    player: str
    agents: tuple[str, ...]
    how: Audition
    store: StoredVectors
    ranked: list[Auditioned]
    again: Retested


def rank_stored(
    game: Game, kind: VectorKind, player: str, paths: Sequence[str], agents: Sequence[str], how: Audition, workers: int | None
) -> Ranking | None:
    """Play all games; None if somebody asked to stop."""
    from cardlab.cli.progressbar import shown_progress
    from cardlab.cli.terminal import note
    from cardlab.lab.engine import Conditions, Interruption, Progress, Staff
    from cardlab.learn.auditions import audition, audition_contest, games_of, retest
    from cardlab.learn.stored import read_store

    store = read_store(paths, game, kind)
    arena, crew = audition_contest(game, kind, player, agents), Conditions(workers).crew_size()
    total, played = games_of(store.individuals, how) + how.games, 0
    with Interruption() as interruption, shown_progress() as tell, Staff(crew, interruption.new_stop, notice=note) as staff:

        def done(more: int) -> None:
            nonlocal played
            played += more
            tell(Progress(played, total, (), 0, ()))

        ranked = audition(arena, store.individuals, how, staff, done)
        again = retest(arena, ranked[0].who, how, staff, done) if ranked else None
    if ranked is None or again is None:
        return None
    return Ranking(game, kind, player, tuple(agents), how, store, ranked, again)


def report(ranking: Ranking, form: Form, csv: Path | None) -> None:
    """Show what came out."""
    from cardlab.cli.tables import print_in_form

    rows = [_row(each) for each in ranking.ranked]
    if csv is not None:
        shared.write_csv(csv, rows)
    if form.json:
        shared.print_json({**_head(ranking), "results": rows, "again": _again(ranking.again), "files": _files(ranking)})
    else:
        print_in_form(lambda width: [stored_sheet(ranking, rows)], form)
    for path in ranking.store.skipped:
        typer.secho(f"{path}: left out, it holds no vectors {ranking.kind.name}", fg="yellow", err=True)


def _row(each: Auditioned | Retested) -> dict[str, Any]:
    return {
        "wins": each.wins, "games": each.games, "rate": each.rate, "file": str(each.who.file), "line": each.who.line,
    }  # fmt: skip


def _again(winner: Retested) -> dict[str, Any]:
    low, high = winner.interval or (None, None)
    return {**_row(winner), "low": low, "high": high}


def _head(ranking: Ranking) -> dict[str, Any]:
    game, how = ranking.game, ranking.how
    return {
        "game": game.name, "options": game.plain_options(), "kind": ranking.kind.name, "player": ranking.player,
        "against": list(ranking.agents), "copies": how.copies, "seed": how.first_seed, "rotate": how.rotate, "even": how.even,
    }  # fmt: skip


def _files(ranking: Ranking) -> dict[str, Any]:
    from cardlab.learn.auditions import best_of_files, first_of_files

    best, first = best_of_files(ranking.ranked), first_of_files(ranking.ranked)
    means = {"mean_of_best": fmean(each.rate for each in best), "mean_of_first": fmean(each.rate for each in first)}
    return {"count": len(best), **means}


def stored_sheet(ranking: Ranking, rows: Sequence[dict[str, Any]]) -> Sheet:
    """Everybody by wins, with what the best are worth below."""
    from cardlab.core.intervals import FEWEST_CLUSTERS
    from cardlab.lab.showing.sheet import Sheet

    game, how = ranking.game, ranking.how
    title = (
        f"{game.spec()} · {ranking.kind.name} for {ranking.player}, {how.copies} of {how.players} seats · "
        f"against {', '.join(ranking.agents)} · {how.games:,} games each · equals: {100 * how.even:.1f}%"
    )
    cells = []
    for row in rows:
        wins = f"{row['wins']:,.4g}" if row["wins"] % 1 else f"{row['wins']:,.0f}"
        cells.append((row["file"], str(row["line"]), wins, f"{100 * row['rate']:.1f}%"))
    again, files = ranking.again, _files(ranking)
    sure = str(again.interval or f"fewer than {FEWEST_CLUSTERS} games give no interval")
    told = f"the winner again, on fresh seeds: {100 * again.rate:.1f}% ({sure})"
    means = (
        f"{100 * files['mean_of_best']:.1f}%; of the first of each, best by its fitness: {100 * files['mean_of_first']:.1f}%"
    )
    notes = (
        "",
        f"{told}; the highest of {len(rows)} noisy numbers is too high",
        f"mean of the best of each of {files['count']} files: {means}",
    )
    return Sheet(title, ("file", "line", "wins", "rate"), tuple(cells), 1, notes, folds=True)
