"""`cardlab play`, `cardlab watch` and `cardlab replay`: games on the screen."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardlab.cli import shared
from cardlab.errors import OptionError

if TYPE_CHECKING:
    from cardlab.core.game import Game
    from cardlab.play.sitting import Sitting

Versus = Annotated[
    list[str] | None,
    typer.Option("--vs", metavar="AGENT", help="An opponent; several for more players.", autocompletion=shared.complete_agent),
]
AnySeed = Annotated[int | None, typer.Option("--seed", help="Equal seeds give equal deals; default: a new one each time.")]
SeatNumber = Annotated[int, typer.Option("--seat", min=0, help="Where you sit; seats count from 0.")]
Hint = Annotated[str, typer.Option("--hint", metavar="AGENT", help="Who gives hints.", autocompletion=shared.complete_agent)]
Text = Annotated[bool, typer.Option("--text", help="Print plain text instead of opening a screen.")]
ReplayFile = Annotated[Path, typer.Argument(metavar="FILE", help="A replay, as saved by a match or from the screen.")]
_MAX_SEED = 1_000_000


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("play")(play)
    app.command("watch")(watch)
    app.command("replay")(replay)


def play(
    game_name: shared.GameName,
    vs: Versus = None,
    players: shared.Players = None,
    option: shared.GameOptions = None,
    seed: AnySeed = None,
    seat: SeatNumber = 0,
    hint: Hint = "ismcts:20000+2s",
) -> None:
    """Play against agents, with mouse or keys, hints and undo.

    If fewer opponents are named than there are other seats, the last one takes the remaining ones.

    Examples:

      cardlab play castle --vs ismcts:3200

      cardlab play castle --vs ismcts:3200 --vs lowest --seat 1

      cardlab play castle --vs lowest --players 4 -o castle=swap
    """
    from cardlab.play.launch import open_table

    named = vs or ["ismcts:3200"]
    game = _game_for(game_name, players, option, len(named) + 1)
    opponents = _filled(named, game.players - 1, "opponents")

    def sitting() -> Sitting:
        from cardlab.play.sitting import Sitting

        return Sitting(game, opponents, seat, _seed(seed), hint)

    open_table(sitting)


def watch(
    game_name: shared.GameName,
    agents: shared.AgentTexts,
    players: shared.Players = None,
    option: shared.GameOptions = None,
    seed: AnySeed = None,
    text: Text = False,
) -> None:
    """Watch agents play live: pause, step back and on, see what they considered.

    Examples:

      cardlab watch castle ismcts:3200 lowest

      cardlab watch castle ismcts:800 ismcts:800 lowest random --text
    """
    from cardlab.play.launch import open_watch

    game = _game_for(game_name, players, option, len(agents))
    open_watch(game, _filled(agents, game.players, "agents"), _seed(seed), text)


def replay(file: ReplayFile, text: Text = False) -> None:
    """Look at a recorded game: step through it, see what decided it.

    Examples:

      cardlab replay castle-7.json

      cardlab replay castle-7.json --text | less
    """
    from cardlab.core.replay import Replay
    from cardlab.play.launch import open_replay

    open_replay(Replay.load(file), text)


def _game_for(name: str, players: int | None, options: list[str] | None, named: int) -> Game:
    """The game as asked for; without a number of players, as many as are named."""
    game = shared.find_game(name, players, options)
    told = players is not None or "players" in game.changed_options()
    if told or "players" not in game.options or named <= game.players:
        return game
    return shared.find_game(name, named, options)


def _filled(named: Sequence[str], places: int, what: str) -> tuple[str, ...]:
    if len(named) > places:
        raise OptionError(f"{len(named)} {what} are too many: there {'is' if places == 1 else 'are'} {places} to be seated")
    return (*named, *[named[-1]] * (places - len(named)))


def _seed(given: int | None) -> int:
    return secrets.randbelow(_MAX_SEED) if given is None else given
