"""`cardlab train`: learn from recorded games who will win."""

from __future__ import annotations

import shlex
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from cardlab.cli import completion, shared

if TYPE_CHECKING:
    from cardlab.training.fitting import TrainingNews
    from cardlab.training.modelreport import ModelReport


ModelName = Annotated[
    str,
    typer.Option(
        "--model",
        metavar="MODEL",
        help="Kind of model, such as forest; --list shows all.",
        autocompletion=completion.complete_model,
    ),
]
Data = Annotated[
    list[str] | None, typer.Option("--data", metavar="SOURCE", help="Parquet or CSV file, folder of them, or database URL.")
]
MoreData = Annotated[list[str] | None, typer.Argument(metavar="[SOURCE]...", help="More data.")]
EncoderText = Annotated[
    str | None,
    typer.Option(
        "--encoder",
        metavar="TEXT",
        help="How positions are shown to the model, such as svm,top=yes.",
        autocompletion=completion.complete_encoder,
    ),
]
Target = Annotated[
    str,
    typer.Option("--target", help="What is learned: won, value, playouts or mix.", autocompletion=completion.complete_target),
]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE.onnx", help="The model; default: GAME-MODEL.onnx.")]
ReportDir = Annotated[Path | None, typer.Option("--report", metavar="DIR", help="The report; default: beside the model.")]
MostGames = Annotated[int | None, typer.Option("--games", min=1, help="Learn from the first so many games only.")]
Repeat = Annotated[int, typer.Option("--repeat", min=1, help="Trainings with different seeds; the model is that of the first.")]
Test = Annotated[float, typer.Option("--test", help="Share of the deals that the model is tested on.")]
Epochs = Annotated[int | None, typer.Option("--epochs", help="Of a network: most rounds through the data.")]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "-P", "--set", metavar="NAME=VALUE", help="A setting of the model.", autocompletion=completion.complete_model_setting
    ),
]
CurveFlag = Annotated[bool, typer.Option("--curve/--no-curve", help="Also learn from fewer games, for a learning curve.")]
ListOnly = Annotated[bool, typer.Option("--list", help="Only show the models and their settings.")]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("train")(train)


def train(
    game_name: shared.GameName,
    more: MoreData = None,
    model: ModelName = "forest",
    data: Data = None,
    encoder: EncoderText = None,
    target: Target = "won",
    out: Out = None,
    report: ReportDir = None,
    players: shared.Players = None,
    option: shared.GameOptions = None,
    seed: shared.Seed = 0,
    games: MostGames = None,
    repeat: Repeat = 1,
    test: Test = 0.2,
    epochs: Epochs = None,
    settings: Settings = None,
    curve: CurveFlag = True,
    json: shared.Json = False,
    list_only: ListOnly = False,
) -> None:
    """Train a model that tells from a position who will win, and write it to a file that agents read.

    Deals, not games or rows, are split into a training, a validation and a test part, since games of one deal have the same
    cards. The same data and seed give the same model.

    Examples:

      cardlab train castle --model forest --data rows.parquet

      cardlab train castle --model net --data rows.parquet --set hidden=64x32

      cardlab train castle --model svm --data sqlite:///rows.db --repeat 3

      cardlab train castle --list
    """
    from cardlab.errors import OptionError

    if list_only:
        print_models()
        return
    sources = [*(data or ()), *(more or ())]
    if not sources:
        raise OptionError("there is nothing to learn from: name files or databases with --data")
    game = shared.find_game(game_name, players, option)
    given = _settings(settings or (), epochs)
    path = out or Path(f"{game.name}-{model}.onnx")
    folder = report or path.with_name(f"{path.stem}-report")
    try:
        from cardlab.training.libraries import require_learn

        require_learn()
        from cardlab.training.modelwriter import check_out
        from cardlab.training.study import run_study, write_study
        from cardlab.training.trainer import plan_model

        plan, encoding = plan_model(game, model, encoder=encoder, target=target, seed=seed, settings=given, test=test)
        check_out(path, folder)
        with _shown() as tell:
            found = run_study(game, plan, encoding, sources, games=games, repeat=repeat, curve=curve, progress=tell)
            notes = write_study(found, path, folder)
    except KeyboardInterrupt:
        typer.secho("Interrupted. No model was written.", fg="yellow", err=True)
        raise typer.Exit(shared.INTERRUPTED) from None
    if json:
        shared.print_json({"file": str(path), "report": str(folder), **found.to_dict()})
    else:
        print_report(found, path, folder, notes)


def _settings(texts: Sequence[str], epochs: int | None) -> dict[str, Any]:
    from cardlab.core.spec import read_options
    from cardlab.errors import OptionError

    given: dict[str, Any] = dict(read_options("--set", texts, "setting"))
    if epochs is not None:
        if "epochs" in given:
            raise OptionError("setting 'epochs' is given twice, by --epochs and by --set epochs")
        given["epochs"] = epochs
    return given


@contextmanager
def _shown() -> Iterator[Callable[[TrainingNews], None]]:
    """Progress on stderr: a line that changes on a terminal, else a line now and then."""
    if not sys.stderr.isatty():
        yield _Lines()
        return
    from rich.text import Text

    from cardlab.cli.terminal import PlainConsole

    with PlainConsole(stderr=True).status("reading", spinner="line") as status:
        yield lambda news: status.update(Text(_words(news)))


class _Lines:
    def __init__(self) -> None:
        self._last = time.monotonic()

    def __call__(self, news: TrainingNews) -> None:
        if time.monotonic() - self._last >= shared.LINE_SECONDS:
            self._last = time.monotonic()
            print(_words(news), file=sys.stderr, flush=True)


def _words(news: TrainingNews) -> str:
    return f"{news.step}: {news.done:,} of {news.total:,}{', ' + news.note if news.note else ''}"


def print_report(report: ModelReport, target: Path, folder: Path, notes: Sequence[str]) -> None:
    """The scores on stdout, where the files are, and what to do next."""
    from rich.text import Text

    from cardlab.cli.tables import new_table, stdout_console
    from cardlab.training.modelreport import left_out, score_rows, spread_rows, warning_of

    card, data = report.trained.card, report.to_dict()
    parts = ", ".join(f"{part['games']:,} {name}" for name, part in data["parts"].items())
    title = f"{card['game']} · {card['kind']} on {card['encoder']} · {card['data']['rows']:,} rows · games: {parts}"
    table = new_table("", ("on the test part",), ("model", "majority baseline"))
    for row in score_rows(report):
        table.add_row(*row)
    console = stdout_console()
    console.print(Text(title, style="bold"))
    console.print(table)
    if len(report.repeats) > 1:
        again = new_table(f"{len(report.repeats)} seeds", ("measure",), ("mean", "standard deviation"))
        for row in spread_rows(report):
            again.add_row(*row)
        console.print(again)
    for note in [left_out(report), *notes] if left_out(report) else notes:
        console.print(Text(note))
    console.print(Text(f"model: {target}\nreport: {folder / 'report.md'}"))
    if warning := warning_of(report):
        console.print(Text(f"Not recommended. {warning}.", style="yellow"))
    else:
        console.print(Text(f"put it into the search: {_next(report, target)}"))


def _next(report: ModelReport, target: Path) -> str:
    game = report.trained.encoder.game.spec()
    return shlex.join(["cardlab", "match", game, f"e-ismcts:3200,evaluator={target},depth=40", "ismcts:3200", "-n", "400"])


def print_models() -> None:
    """All models with their settings."""
    from cardlab.core.options import shown
    from cardlab.training.modelkinds import MODELS

    for kind in MODELS.values():
        typer.echo(typer.style(f"{kind.name:10}", bold=True) + f" {kind.about}")
        for option in kind.options:
            typer.echo(f"    {option.name:10} {option.help}")
            default = "x".join(map(str, option.default)) if isinstance(option.default, tuple) else shown(option.default)
            typer.secho(f"    {'':10} {option.values} (default {default})", dim=True)
