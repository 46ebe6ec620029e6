"""`cardlab bot`: an agent as a program for somebody else's referee."""

from __future__ import annotations

from typing import Annotated

import typer

from cardlab.cli import completion, shared

AgentText = Annotated[
    str,
    typer.Argument(metavar="AGENT", help="An agent, such as greedy or ismcts:2000.", autocompletion=completion.complete_agent),
]
TurnTime = Annotated[
    float | None,
    typer.Option("--turn-ms", metavar="MS", min=1, help="Time for an answer; default: 80% of the protocol's limit."),
]
Spoken = Annotated[bool, typer.Option("--json", help="Speak the protocol of all games, also where the game has its own.")]


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("bot")(bot)


def bot(
    game_name: shared.GameName,
    agent: AgentText,
    option: shared.GameOptions = None,
    turn_ms: TurnTime = None,
    seed: shared.Seed = 0,
    json: Spoken = False,
) -> None:
    """Play for a foreign referee: read its messages from standard input, write the answers to standard output.

    It speaks the protocol of the game's community, if there is one, or the JSON lines that work for every game. The agent is
    asked until it passes or time runs short; searches are stopped in time. It ends when the input ends. A message that cannot
    be understood ends it with an error on standard error and code 2.

    Examples:

      cardlab bot locm greedy

      cardlab bot locm ismcts:100000 --turn-ms 150

      cardlab bot castle,players=3 ismcts:2000
    """
    from cardlab.cli.program import run_bot

    run_bot(shared.find_game(game_name, None, option), agent, turn_ms, seed, json)
