"""`cardlab play`, `cardlab watch` and `cardlab replay`: games on the screen."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cardlab.cli import completion, shared
from cardlab.errors import OptionError

if TYPE_CHECKING:
    from cardlab.core.game import Game
    from cardlab.play.preparing import Plan
    from cardlab.play.sitting import Sitting

AnyGame = Annotated[
    str | None,
    typer.Argument(metavar="[GAME]", help="A game; without one a menu asks.", autocompletion=completion.complete_game),
]
Name = Annotated[str, typer.Option("--name", metavar="NAME", help="Under which name your results are kept.")]
Versus = Annotated[
    list[str] | None,
    typer.Option(
        "--vs", metavar="AGENT", help="An opponent; several for more players.", autocompletion=completion.complete_agent
    ),
]
AnySeed = Annotated[int | None, typer.Option("--seed", help="Equal seeds give equal deals; default: a new one each time.")]
SeatNumber = Annotated[int | None, typer.Option("--seat", min=0, help="Where you sit; seats count from 0 (0).")]
TurnTime = Annotated[
    float | None,
    typer.Option("--turn-time", metavar="MS", min=0, help="What opponents may think in a turn, all told; 0: no limit (0)."),
]
Hint = Annotated[
    str | None,
    typer.Option(
        "--hint", metavar="AGENT", help="Who gives hints (ismcts:20000+2s).", autocompletion=completion.complete_agent
    ),
]
Text = Annotated[bool, typer.Option("--text", help="Print plain text instead of opening a screen.")]
WholeLog = Annotated[bool, typer.Option("--json", help="Print the whole game as JSON: turns, decisions, events, positions.")]
ReplayFile = Annotated[Path, typer.Argument(metavar="FILE", help="A replay, as saved by a match or from the screen.")]
_MAX_SEED = 1_000_000


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("play")(play)
    app.command("watch")(watch)
    app.command("replay")(replay)


def play(
    game_name: AnyGame = None,
    vs: Versus = None,
    players: shared.Players = None,
    option: shared.GameOptions = None,
    seed: AnySeed = None,
    seat: SeatNumber = None,
    hint: Hint = None,
    name: Name = "you",
    turn_time: TurnTime = None,
) -> None:
    """Play against agents, with mouse or keys, hints and undo.

    Without a game, a menu asks which one, against whom and how. Results are kept if you agree: see `cardlab ratings`.

    If fewer opponents are named than there are other seats, the last one takes the remaining ones.

    Examples:

      cardlab play

      cardlab play castle --vs ismcts:3200

      cardlab play castle --vs ismcts:3200 --vs lowest --seat 1

      cardlab play castle --vs lowest --players 4 -o castle=swap
    """
    from cardlab.cli.entrants import check_here
    from cardlab.play.launch import open_menu, open_table

    if game_name is None:
        if vs or players is not None or option or seat is not None or hint is not None or turn_time is not None:
            raise OptionError(
                "say which game to play, such as castle, or leave out all but --seed and --name: then a menu asks"
            )
        open_menu(lambda plan: _sit_down(plan, seed, name))
        return
    named = vs or ["ismcts:3200"]
    game = _game_for(game_name, players, option, len(named) + 1)
    opponents = _filled(named, game.players - 1, "opponents")

    def sitting() -> Sitting:
        from cardlab.lab.people.resultbook import ResultBook
        from cardlab.play.sitting import HINT, Sitting

        adviser = HINT if hint is None else hint
        check_here(game, *opponents, adviser)
        return Sitting(game, opponents, seat or 0, _seed(seed), adviser, book=ResultBook(), name=name, turn_ms=turn_time or 0.0)

    open_table(sitting)


def _sit_down(plan: Plan, seed: int | None, name: str) -> Sitting:
    """Who plays what, as it was chosen in the menu."""
    from cardlab.lab.people.resultbook import ResultBook
    from cardlab.play.sitting import HINT, Sitting

    game, chosen = plan.game(), plan.seed()
    opponents = (plan.opponent,) * (game.players - 1)
    hint, number = plan.values.get("hint", HINT), _seed(seed if chosen is None else chosen)
    return Sitting(game, opponents, plan.seat(), number, hint, book=ResultBook(), name=name)


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
    from cardlab.cli.entrants import check_here
    from cardlab.cli.terminal import note
    from cardlab.play.launch import open_watch

    game = _game_for(game_name, players, option, len(agents))
    everybody = _filled(agents, game.players, "agents")
    check_here(game, *everybody)
    open_watch(game, everybody, _seed(seed), text, note)


def replay(file: ReplayFile, text: Text = False, json: WholeLog = False) -> None:
    """Look at a recorded game: step through it, see what decided it.

    Examples:

      cardlab replay castle-7.json

      cardlab replay castle-7.json --text | less

      cardlab replay castle-7.json --json > log.json
    """
    from cardlab.core.replay import Replay

    if text and json:
        raise OptionError("--text and --json are two ways to write a game: choose one")
    found = Replay.load(file)
    if json:
        from cardlab.play.gamelog import game_log
        from cardlab.play.record import Record

        shared.print_json(game_log(Record.of(found)))
        return
    from cardlab.play.launch import open_replay

    open_replay(found, text)


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
