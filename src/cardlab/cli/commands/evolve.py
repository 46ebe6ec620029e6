"""`cardlab evolve`: find good values for a game's policies by evolution."""

from __future__ import annotations

import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from cardlab.cli import completion, shared
from cardlab.errors import OptionError, RunError

if TYPE_CHECKING:
    from cardlab.learn.evolution import Evolved
    from cardlab.learn.task import Task

SHOWN_GENES = 8

MethodText = Annotated[
    str,
    typer.Option(
        "--method",
        metavar="METHOD",
        help="How, such as ag-weights or ag,rounds=3; --list shows all.",
        autocompletion=completion.complete_method,
    ),
]
Budget = Annotated[int | None, typer.Option("--budget", min=1, help="Games in all: as many generations as fit.")]
Opponents = Annotated[
    list[str] | None,
    typer.Option(
        "--agent",
        metavar="AGENT",
        help="Train against this agent (generational, evo-base, random); may be repeated.",
        autocompletion=completion.complete_agent,
    ),
]
Start = Annotated[
    list[str] | None,
    typer.Option(
        "--start", metavar="PATH", help="Files or folders with vectors to begin with; may be repeated. The rest is random."
    ),
]
StartBest = Annotated[
    int | None, typer.Option("--start-best", min=1, help="Begin only with the best of --start, found by games against --agent.")
]
StartGames = Annotated[int, typer.Option("--start-games", min=1, help="Games of each vector by which these are found.")]
Out = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="The result; default: GAME-VECTOR.json.")]
Checkpoint = Annotated[
    Path | None, typer.Option("--checkpoint", metavar="FILE", help="For --resume; default: beside the result.")
]
ResumeTraining = Annotated[
    bool, typer.Option("--resume", help="Go on with an interrupted training, or make a finished one longer.")
]
Population = Annotated[int | None, typer.Option("--population", help="Individuals.")]
Generations = Annotated[int | None, typer.Option("--generations", help="Generations, instead of a budget.")]
ScenarioCount = Annotated[
    int | None, typer.Option("--scenarios", help="Training scenarios: all of them, or for each generation.")
]
PerPair = Annotated[int | None, typer.Option("--games", help="Games of a comparison.")]
Rounds = Annotated[int | None, typer.Option("--rounds", help="Rounds in which children are scored.")]
Mutation = Annotated[
    str | None, typer.Option("--mutation", metavar="CHANCE", help="Chance of a gene to mutate, such as 0.05 or 5/101.")
]
Elite = Annotated[int | None, typer.Option("--elite", help="Best individuals that go on unchanged.")]
Merge = Annotated[float | None, typer.Option("--merge", help="Share of the parent in a merged gene.")]
Quirks = Annotated[bool, typer.Option("--quirks", help="With all the quirks of the program of the study.")]
ListOnly = Annotated[bool, typer.Option("--list", help="Only show the methods and their parameters.")]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("evolve")(evolve)


def evolve(
    game_name: shared.GameName,
    method: MethodText = "ag-weights",
    budget: Budget = None,
    what: shared.VectorWhat = None,
    player: shared.VectorPlayer = None,
    start: Start = None,
    start_best: StartBest = None,
    start_games: StartGames = 1000,
    agent: Opponents = None,
    out: Out = None,
    option: shared.GameOptions = None,
    seed: shared.Seed = 0,
    workers: shared.Workers = None,
    population: Population = None,
    generations: Generations = None,
    scenarios: ScenarioCount = None,
    games: PerPair = None,
    rounds: Rounds = None,
    mutation: Mutation = None,
    elite: Elite = None,
    merge: Merge = None,
    quirks: Quirks = False,
    checkpoint: Checkpoint = None,
    resume: ResumeTraining = False,
    json: shared.Json = False,
    list_only: ListOnly = False,
) -> None:
    """Find good values for a policy that is a vector of numbers, such as a value for each card in the draft.

    The result is a file that agents read; beside it are tables of the generations and of the last population. The same seed
    gives the same result with any number of workers, and after an interruption. All parameters of a method can also be
    written after its name: ag-weights,tournament_games=5.

    Examples:

      cardlab evolve locm --budget 1000000 --player greedy --out best.json

      cardlab evolve locm --method evo-base --scenarios 50 --generations 10

      cardlab evolve castle,players=4 --start best.json --budget 100000

      cardlab evolve castle,players=4 --method generational --agent lowest

      cardlab evolve castle --method generational --agent lowest --start runs

      cardlab evolve locm --list
    """
    from cardlab.learn.needs import require_numpy

    if list_only:
        print_methods()
        return
    require_numpy("evolution")
    from cardlab.cli.entrants import check_here
    from cardlab.learn.task import Task

    game = shared.find_game(game_name, None, option)
    check_here(game, player, *(agent or ()))
    given = {
        "population": population, "generations": generations, "scenarios": scenarios, "games": games, "rounds": rounds,
        "mutation": mutation, "elite": elite, "merge": merge,
    }  # fmt: skip
    task = Task.of(
        game, method, kind=what, player=player, budget=budget, quirks=quirks,
        seed=seed, start=() if start_best else start or (), opponents=agent or (),
        **{name: value for name, value in given.items() if value is not None},
    )  # fmt: skip
    _check_quirks(quirks, task)
    if start_best and not start:
        raise OptionError(f"--start-best {start_best}: name files or folders with vectors to choose from (--start)")
    target = out or Path(f"{task.game.name}-{task.kind.name}.json")
    kept = checkpoint or target.with_suffix(".checkpoint.json")
    _check_out(target, kept)
    if resume and not kept.exists():
        typer.echo(f"nothing to resume in {kept}: starting from the first generation", err=True)
    _carry_out(task, _Ranking(start or [], start_best or 0, start_games), target, kept, resume, workers, json)


class _Ranking(NamedTuple):
    """How the first population is to be found: the `best` of some files, by so many games; 0: it is there already."""

    paths: list[str]
    best: int
    games: int


def _check_quirks(asked: bool, task: Task) -> None:
    if asked and not task.method.quirks:
        raise OptionError(f"--quirks: the method {task.method.name} has no quirks; leave it out")


def _check_out(target: Path, kept: Path) -> None:
    from cardlab.core.vectorfile import FORMAT

    if target.resolve() == kept.resolve():
        raise OptionError(f"{target}: result and checkpoint need different files (--out, --checkpoint)")
    shared.make_folder(target.parent)
    shared.check_writable(target)
    if target.exists() and target.stat().st_size and FORMAT.encode() not in target.read_bytes()[:200]:
        raise RunError(f"{target}: is there already and holds no vectors. Choose another file (--out)")


def _carry_out(task: Task, ranking: _Ranking, target: Path, kept: Path, resume: bool, workers: int | None, json: bool) -> None:
    from cardlab.cli.progressbar import shown_progress
    from cardlab.cli.terminal import note
    from cardlab.lab.engine import Conditions, Interrupted
    from cardlab.learn.choosing import started_with_best
    from cardlab.learn.evolution import run_training
    from cardlab.learn.evolutionlog import save_beside
    from cardlab.learn.stored import START_SUFFIX

    try:
        with shown_progress() as tell:
            conditions = Conditions(workers, tell, notice=note)
            if ranking.best:
                chosen = target.with_suffix(START_SUFFIX)
                task = started_with_best(task, *ranking[:2], conditions, ranking.games, chosen, resume)
            trained = run_training(task, conditions, kept, resume)
    except Interrupted as stopped:
        _say_how_to_resume(stopped.result, kept)
        raise typer.Exit(shared.INTERRUPTED) from None
    trained.save(target)
    tables = save_beside(trained, target)
    if json:
        shared.print_json(to_dict(trained, target, tables))
    else:
        print_trained(trained, target, tables)


def _say_how_to_resume(result: Evolved | None, kept: Path) -> None:
    if result is None:
        typer.secho("Interrupted before the vectors to begin with were found.", fg="yellow", err=True)
        return
    last = result.task.generation(len(result.history) - 1)
    done = f"after {max(0, last)} of {result.task.parameters.generations} generations"
    typer.secho(f"Interrupted {done}. What was played is kept in {kept}. Go on with:", fg="yellow", err=True)
    typer.echo(f"  {shared.resume_command()}", err=True)


def to_dict(trained: Evolved, target: Path, tables: tuple[Path, Path]) -> dict[str, Any]:
    """The result as plain values."""
    from cardlab.core.vectorfile import to_dict as plain

    files = {"file": str(target), "stats_file": str(tables[0]), "population_file": str(tables[1])}
    return {**files, **plain(trained.task.game, trained.task.kind, trained.best, trained.about())}


def print_trained(trained: Evolved, target: Path, tables: tuple[Path, Path]) -> None:
    """The result on stdout: scores, and which genes are highest and lowest."""
    from rich.text import Text

    from cardlab.cli.tables import new_table, stdout_console

    task = trained.task
    many = "generations" if task.parameters.generations != 1 else "generation"
    title = (
        f"{task.game.spec()} · {task.kind.name} for {task.player} · {task.method.name} · "
        f"{task.parameters.generations} {many} · {trained.games:,} games · seed {task.seed}"
    )
    table = new_table("", ("rank",), ("score",))
    for rank, best in enumerate(trained.best, 1):
        table.add_row(str(rank), "" if best.score is None else f"{best.score:.2f}")
    console = stdout_console()
    console.print(Text(title, style="bold"))
    console.print(table)
    ranked = sorted(zip(trained.best[0].genes, task.kind.labels, strict=True), key=lambda pair: -pair[0])
    few = min(SHOWN_GENES, task.kind.size // 2)
    console.print(Text("highest: " + ", ".join(label for _, label in ranked[:few])))
    console.print(Text("lowest: " + ", ".join(label for _, label in ranked[len(ranked) - few :])))
    console.print(Text(f"written to {target}; how good it is: {_next_command(task, target)}"))
    console.print(Text(f"generations: {tables[0]}; last population: {tables[1]}"))


def _next_command(task: Task, target: Path) -> str:
    """How to evaluate the result with the same rules and player."""
    kinds = list(task.game.vectors())
    what = [] if task.kind.name == kinds[0] else ["--what", task.kind.name]
    player = [] if task.player == task.kind.players[0] else ["--player", task.player]
    return shlex.join(["cardlab", "evaluate", task.game.spec(), str(target), *what, *player])


def print_methods() -> None:
    """All methods with their parameters."""
    from cardlab.core.options import shown
    from cardlab.learn.parameters import METHODS

    for method in METHODS.values():
        typer.echo(typer.style(f"{method.name:18}", bold=True) + f" {method.about}")
        for option in method.options:
            typer.echo(f"    {option.name:18} {option.help}")
            typer.secho(f"    {'':18} {option.values} (default {shown(option.default)})", dim=True)
