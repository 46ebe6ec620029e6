"""`cardlab scenario`: situations from a file, with what comes of them."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from cardlab.cli import completion, shared
from cardlab.cli.terminal import say
from cardlab.errors import RunError

CaseFile = Annotated[Path, typer.Argument(metavar="FILE", help="A JSON file with a list of cases; - reads standard input.")]
GameOfCases = Annotated[
    str | None,
    typer.Option("--game", metavar="GAME", help="The game of cases that name none.", autocompletion=completion.complete_game),
]
Only = Annotated[
    list[str] | None, typer.Option("--only", metavar="ID", help="Run this case alone; may be given several times.")
]
OutFile = Annotated[Path | None, typer.Option("--out", metavar="FILE", help="Write the results to a file instead.")]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("scenario")(scenario)


def scenario(file: CaseFile, game_name: GameOfCases = None, only: Only = None, out: OutFile = None) -> None:
    """Put games into situations, make the steps that a file says, and print what came of it as JSON.

    A case has a position, steps, and what is expected; every game has a form for them, some games one more of their own.
    The exit code is 1 if a case could not be run or something came out otherwise than expected.

    Examples:

      cardlab scenario cases.json

      cardlab scenario cases.json --only EX03 --out results.json
    """
    from cardlab.core.files import write_json
    from cardlab.lab.scenarios import run_cases
    from cardlab.lab.scenarios.scenariofile import name_of

    cases = _read(file)
    if only:
        known = {name_of(case, number): case for number, case in enumerate(cases, 1)}
        if missing := [name for name in only if name not in known]:
            raise RunError(f"{file}: has no case {missing[0]!r}; its cases are {', '.join(known) or 'none'}")
        cases = [known[name] for name in only]
    results = run_cases(cases, game_name)
    if out is None:
        shared.print_json(results)
    else:
        write_json(out, results, indent=1)
    wrong = [line for result in results for line in _complaints(result)]
    for line in wrong:
        say(line, err=True, fg="red")
    if wrong:
        raise typer.Exit(1)


def _read(file: Path) -> list[Any]:
    from cardlab.core.files import read_text
    from cardlab.lab.scenarios import read_cases
    from cardlab.lab.scenarios.scenariofile import MOST_BYTES

    if str(file) == "-":
        return read_cases("standard input", sys.stdin.read(MOST_BYTES))
    return read_cases(file, read_text(file, MOST_BYTES))


def _complaints(result: dict[str, Any]) -> list[str]:
    """What is wrong with a result, each in one line that names the case."""
    rules = f" ({result['rules']})" if isinstance(result.get("rules"), str) else ""
    name = f"case {result.get('id')!r}{rules}"
    error = result.get("error")
    told = [] if error is None else [error if str(error).startswith("case ") else f"{name}: {error}"]
    return told + [f"{name}: {text}" for text in result.get("failed") or ()]
