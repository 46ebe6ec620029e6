"""`cardlab bot`: an agent as a program for somebody else's referee."""

from __future__ import annotations

import os
import sys
from typing import IO, Annotated

import typer

from cardlab.cli import shared

AgentText = Annotated[
    str, typer.Argument(metavar="AGENT", help="An agent, such as greedy or ismcts:2000.", autocompletion=shared.complete_agent)
]
TurnTime = Annotated[
    float | None,
    typer.Option("--turn-ms", metavar="MS", min=1, help="Time for an answer; default: 90% of the protocol's limit."),
]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("bot")(bot)


def bot(
    game_name: shared.GameName,
    agent: AgentText,
    option: shared.GameOptions = None,
    turn_ms: TurnTime = None,
    seed: shared.Seed = 0,
) -> None:
    """Play for a foreign referee: read its messages from standard input, write one line for each to standard output.

    The agent is asked until it passes or time runs short; searches are stopped in time. It ends when the input ends. A message
    that cannot be understood ends it with an error on standard error and code 2.

    Examples:

      cardlab bot locm greedy

      cardlab bot locm ismcts:100000 --turn-ms 150
    """
    from cardlab.agents.agent import Stop
    from cardlab.agents.spec import make_agent
    from cardlab.bots.serve import serve

    game = shared.find_game(game_name, None, option)
    stop = Stop()
    player = make_agent(game, agent, stop)
    guest = game.protocol().guest()
    with _private_stdout() as output:
        serve(guest, player, _read_line, lambda line: _write_line(output, line), turn_ms, stop, seed)


def _read_line() -> str:
    return sys.stdin.buffer.readline().decode("utf-8", "replace")


def _write_line(output: IO[bytes], line: str) -> None:
    output.write(line.encode() + b"\n")
    output.flush()


def _private_stdout() -> IO[bytes]:
    """Standard output for answers alone: whatever else is printed goes to standard error."""
    own = os.dup(1)
    os.dup2(2, 1)
    return os.fdopen(own, "wb")
