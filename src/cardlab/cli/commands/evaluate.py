"""`cardlab evaluate`: how good are vectors against others, on scenarios that nobody was trained on?"""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from cardlab.cli import completion, shared
from cardlab.errors import OptionError

if TYPE_CHECKING:
    from cardlab.cli.tables import Form
    from cardlab.core.game import Game
    from cardlab.core.vectors import VectorKind
    from cardlab.lab.showing.sheet import Sheet
    from cardlab.learn.contest import Contest
    from cardlab.learn.trials import Contestant, Score, VectorTrial

RANDOM = "random"

Files = Annotated[
    list[str],
    typer.Argument(
        metavar="VECTOR...",
        help="Files with vectors, known vectors, or random: fresh random ones. Or a folder.",
        autocompletion=completion.complete_vector,
    ),
]
Against = Annotated[
    list[str] | None,
    typer.Option(
        "--against",
        metavar="VECTOR",
        help="An opponent; may be repeated. Default: known ones. With a folder: an agent.",
        autocompletion=completion.complete_vector,
    ),
]
PerPair = Annotated[
    int | None,
    typer.Option(
        "-n", "--games", min=2, help="Games for each pair, as many with each seat (2000); with a folder for each (1000)."
    ),
]
Scenarios = Annotated[
    int | None, typer.Option("--scenarios", min=1, help="Fresh scenarios over which the games are spread (250).")
]
Top = Annotated[int | None, typer.Option("--top", min=1, help="How many of the best vectors of a file play (1).")]
Opponents = Annotated[
    list[str] | None,
    typer.Option(
        "--agent",
        metavar="AGENT",
        help="An agent as the opponent, such as ismcts:100; may be repeated.",
        autocompletion=completion.complete_agent,
    ),
]
Copies = Annotated[int, typer.Option("--copies", min=1, help="Seats for the vector at a table of more than two.")]
Csv = Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="Write one row for each pair, or each individual.")]
KeepSeats = Annotated[
    bool, typer.Option("--no-rotate", help="With a folder: individuals stay first in the list, opponents after them.")
]


class _Asked(NamedTuple):
    """How the individuals of a folder are to play."""

    games: int | None
    copies: int
    seed: int
    rotate: bool
    workers: int | None


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("evaluate")(evaluate)


def evaluate(
    game_name: shared.GameName,
    vectors: Files,
    against: Against = None,
    agent: Opponents = None,
    games: PerPair = None,
    scenarios: Scenarios = None,
    top: Top = None,
    what: shared.VectorWhat = None,
    player: shared.VectorPlayer = None,
    copies: Copies = 1,
    no_rotate: KeepSeats = False,
    option: shared.GameOptions = None,
    seed: shared.Seed = 0,
    workers: shared.Workers = None,
    json: shared.Json = False,
    markdown: shared.Markdown = False,
    latex: shared.Latex = False,
    csv: Csv = None,
) -> None:
    """Play vectors against known ones and random ones, and tell how good they are and how sure that is.

    All pairs play on the same fresh scenarios, as many games with each seat. At a table of more than two the opponent fills
    the other seats. An opponent may also be an agent that plays by itself (--agent). A file that holds several vectors is
    represented by its best, or by its best few (--top). Against random means against fresh random vectors for each scenario.

    If a folder is named, every individual of its files plays instead, so many copies of it against agents (--against), and all
    play the same games. They are listed by wins, and the winner plays again on fresh seeds.

    Examples:

      cardlab evaluate locm best.json

      cardlab evaluate locm best.json contest2 --against contest1 --player greedy

      cardlab evaluate castle,players=4 best.json --agent ismcts:100 --copies 2

      cardlab evaluate castle,players=4 runs --against random --copies 2
    """
    from cardlab.learn.needs import require_numpy

    require_numpy("evaluation")
    from cardlab.cli.entrants import check_here
    from cardlab.cli.tables import Form
    from cardlab.core.vectorfile import find_kind
    from cardlab.learn.contest import Contest
    from cardlab.learn.players import find_player
    from cardlab.learn.trials import Contestant, VectorTrial

    form = Form.of(json, markdown, latex)
    game = shared.find_game(game_name, None, option)
    kind = find_kind(game, what)
    check_here(game, player, *(against or ()), *(agent or ()))
    chosen = find_player(game, kind, player)
    if any(Path(text).is_dir() for text in vectors):
        _refuse({"--scenarios": scenarios, "--top": top}, "is not for folders: all their individuals play the same games")
        asked = _Asked(games, copies, seed, not no_rotate, workers)
        _evaluate_stored(game, kind, chosen, vectors, [*(against or ()), *(agent or ())], asked, form, csv)
        return
    _refuse({"--no-rotate": no_rotate or None}, "is for folders: pairs of vectors play as many games with each seat")
    top = top or 1
    trial = VectorTrial.of(games or 2000, scenarios or 250, seed, game.players, copies)
    sides = [_side(game, kind, text, top, trial) for text in vectors]
    named = against or ([] if agent else _opponents(game, kind))
    others = [_side(game, kind, text, top, trial) for text in named]
    others += [Contestant.agent(f"agent {text}", kind, number) for number, text in enumerate(agent or (), 1)]
    pairs = [(side, other) for side in sides for other in others if side.name != other.name]
    _check_pairs(pairs, top, [*vectors, *(against or ())])
    shared.check_writable(csv)
    scores, complete = _play(Contest(game, kind, chosen, agent or ()), pairs, trial, workers)
    _report(game, kind, chosen, trial, scores, form)
    if csv is not None:
        shared.write_csv(csv, [score_row(score) for score in scores])
    if not complete:
        typer.secho("Interrupted. Finished pairs are shown.", fg="yellow", err=True)
        raise typer.Exit(shared.INTERRUPTED)


def _refuse(given: dict[str, Any], why: str) -> None:
    for name, value in given.items():
        if value is not None:
            raise OptionError(f"{name} {why}")


def _evaluate_stored(
    game: Game,
    kind: VectorKind,
    player: str,
    paths: Sequence[str],
    agents: Sequence[str],
    asked: _Asked,
    form: Form,
    csv: Path | None,
) -> None:
    """Rank all individuals of folders."""
    from cardlab.agents.making import make_agent
    from cardlab.cli.auditioning import rank_stored, report
    from cardlab.learn.auditions import GAMES, Audition

    if not agents:
        raise OptionError("individuals of a folder play against agents: name one with --against, such as random")
    for text in agents:
        make_agent(game, text)
    how = Audition(game.players, len(agents), asked.games or GAMES, asked.copies, asked.seed, asked.rotate)
    shared.check_writable(csv)
    ranking = rank_stored(game, kind, player, paths, agents, how, asked.workers)
    if ranking is None:
        typer.secho("Interrupted before everybody had played.", fg="yellow", err=True)
        raise typer.Exit(shared.INTERRUPTED)
    report(ranking, form, csv)


def _check_pairs(pairs: Sequence[tuple[Contestant, Contestant]], top: int, texts: Sequence[str]) -> None:
    if not pairs:
        raise OptionError("nobody is left to play against: a vector does not play against itself; name another with --against")
    if top > 1 and not any(Path(text).is_file() for text in texts):
        raise OptionError(f"--top {top} is for files that hold several vectors, and no file is named")


def _opponents(game: Game, kind: VectorKind) -> list[str]:
    return [*game.vector_names(kind.name), RANDOM]


def _side(game: Game, kind: VectorKind, text: str, top: int, trial: VectorTrial) -> Contestant:
    from cardlab.core.vectorfile import read_individuals
    from cardlab.learn.trials import Contestant

    if text == RANDOM:
        return Contestant.random(RANDOM, kind, len(trial.scenarios), trial.seed, trial.players - 1)
    if text not in game.vector_names(kind.name) and Path(text).is_file():
        return Contestant.of(text, [each.genes for each in read_individuals(text, game, kind)[:top]])
    return Contestant.of(text, [game.named_vector(kind.name, text)])


def _play(
    contest: Contest, pairs: Sequence[tuple[Contestant, Contestant]], trial: VectorTrial, workers: int | None
) -> tuple[list[Score], bool]:
    from cardlab.cli.progressbar import shown_progress
    from cardlab.cli.terminal import note
    from cardlab.lab.engine import Conditions, Interruption, Progress, Staff
    from cardlab.learn.trials import compare

    crew, played = Conditions(workers).crew_size(), 0
    with Interruption() as interruption, shown_progress() as tell, Staff(crew, interruption.new_stop, notice=note) as staff:

        def done(more: int) -> None:
            nonlocal played
            played += more
            tell(Progress(played, trial.games * len(pairs), (), 0, ()))

        scores = list(compare(contest, pairs, trial, staff, done))
    return scores, len(scores) == len(pairs)


def score_row(score: Score) -> dict[str, Any]:
    """A result as plain values."""
    low, high = score.interval or (None, None)
    later = score.games - score.games_first
    return {
        "vector": score.name, "against": score.against, "games": score.games, "points": score.points, "rate": score.rate,
        "low": low, "high": high, "rate_first": score.points_first / score.games_first,
        "rate_second" if len(score.by_seat) == 2 else "rate_later": (score.points - score.points_first) / later,
    }  # fmt: skip


def _report(game: Game, kind: VectorKind, player: str, trial: VectorTrial, scores: list[Score], form: Form) -> None:
    from cardlab.cli.tables import print_in_form

    rows = [score_row(score) for score in scores]
    if form.json:
        head = {
            "game": game.name, "options": game.plain_options(), "kind": kind.name, "player": player, "seed": trial.seed,
            "scenarios": len(trial.scenarios), **({"copies": trial.copies, "even": trial.even} if trial.players > 2 else {}),
        }  # fmt: skip
        shared.print_json({**head, "results": rows})
        return
    title = f"{game.spec()} · {kind.name} for {player} · {len(trial.scenarios)} scenarios · seed {trial.seed}"
    if trial.players > 2:
        title += f" · equals: {100 * trial.even:.1f}%"
    print_in_form(lambda width: [score_sheet(title, rows, trial.players, width)], form)


def score_sheet(title: str, rows: list[dict[str, Any]], players: int, width: int | None) -> Sheet:
    """All pairs as a table for a screen of so many columns (None: everything)."""
    from cardlab.lab.showing.sheet import Sheet

    later = "second" if players == 2 else "later"
    numbers = ["score", "95% interval", "games", "sitting first", f"sitting {later}"]
    while True:
        cells = tuple((row["vector"], row["against"], *(_number(row, name, later) for name in numbers)) for row in rows)
        sheet = Sheet(title, ("vector", "against", *numbers), cells, 2, folds=True)
        if width is None or sheet.least_width() <= width or "sitting" not in numbers[-1]:
            return sheet
        numbers.pop()


def _number(row: dict[str, Any], name: str, later: str) -> str:
    if name == "95% interval":
        return _wide(row["low"], row["high"])
    if name == "games":
        return f"{row['games']:,}"
    return f"{100 * row[{'score': 'rate', 'sitting first': 'rate_first'}.get(name, f'rate_{later}')]:.1f}%"


def _wide(low: float | None, high: float | None) -> str:
    from cardlab.lab import Interval

    return "–" if low is None or high is None else str(Interval(low, high))
