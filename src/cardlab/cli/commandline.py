"""The program `cardlab`: finds its commands, and turns errors into one clear line."""

from __future__ import annotations

import importlib
import inspect
import sys
from importlib.metadata import version
from typing import Annotated

import typer

from cardlab.cli.health import build_warnings
from cardlab.cli.helps import PlainGroup, wear_plain_helps
from cardlab.cli.terminal import say
from cardlab.errors import CardlabError

_COMMANDS = (
    "listing", "matches", "tournaments", "screens", "bench", "reproduce", "evolve", "evaluate", "plot", "bot", "train",
    "collect", "load", "new", "situations", "learn", "ratings",
)  # fmt: skip
"""Files of `commands`, in the order in which help lists what they add."""
HELP = """The laboratory for card-game AI.

Games and agents are named by short texts, the same everywhere: castle, lowest, ismcts:3200, ismcts:250ms,c=1.2,
python:my_agent.py:MyAgent, json:./my_bot.

Examples:

  cardlab games                                          what can be played

  cardlab agents castle                                  who can play it

  cardlab match castle ismcts:3200 lowest -n 1000        who is better

  cardlab tournament castle ismcts:400 flat:400 lowest   all against all

  cardlab match castle json:./my_bot lowest              a program of your own

  cardlab evolve locm --player greedy --out best.json    find a draft

  cardlab new agent dreamer                              begin one of your own
"""


def build_app() -> typer.Typer:
    """The program with all its commands."""
    app = typer.Typer(
        name="cardlab", cls=PlainGroup, help=joined_lines(HELP),
        no_args_is_help=True, pretty_exceptions_enable=False, rich_markup_mode="rich",
        context_settings={"help_option_names": ["-h", "--help"]},
    )  # fmt: skip
    app.callback()(_start)
    for name in _COMMANDS:
        importlib.import_module(f"cardlab.cli.commands.{name}").register(app)
    for command in app.registered_commands:
        command.help = command.help or joined_lines(inspect.getdoc(command.callback) or "")
    wear_plain_helps(app)
    return app


def joined_lines(text: str) -> str:
    """A help whose paragraphs are as wide as the terminal, not as the source; indented lines stay as they are."""
    paragraphs = text.split("\n\n")
    return "\n\n".join(part if part.startswith(" ") else " ".join(part.split("\n")) for part in paragraphs)


def main(arguments: list[str] | None = None) -> None:
    """Run the program; ends with SystemExit."""
    try:
        build_app()(arguments)
    except CardlabError as error:
        say(f"Error: {error}", err=True, fg="red")
        sys.exit(2)
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(1)


def _show_version(asked: bool) -> None:
    if asked:
        typer.echo(f"cardlab {version('cardlab')}")
        raise typer.Exit


def _start(
    show_version: Annotated[
        bool, typer.Option("--version", help="Show the version.", callback=_show_version, is_eager=True)
    ] = False,
) -> None:
    for warning in build_warnings():
        typer.secho(f"Warning: {warning}", fg="yellow", err=True)
