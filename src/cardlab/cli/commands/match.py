"""`cardlab match`: who is better?"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from cardlab.cli import shared
from cardlab.errors import OptionError

if TYPE_CHECKING:
    from rich.console import Console

    from cardlab.lab import MatchResult, Sprt

SprtFlag = Annotated[bool, typer.Option("--sprt", help="Stop when a sequential test of the first agent's score is decided.")]
P0 = Annotated[float | None, typer.Option("--p0", help="Score rate that the test starts from; default: an equal share.")]
P1 = Annotated[float | None, typer.Option("--p1", help="Score rate that would be better; default: p0 + 0.05.")]
Elo0 = Annotated[float | None, typer.Option("--elo0", help="The same as Elo difference, for two players.")]
Elo1 = Annotated[float | None, typer.Option("--elo1", help="The same as Elo difference, for two players.")]
Pair = tuple[float | None, float | None]
Alpha = Annotated[float | None, typer.Option("--alpha", help="Chance to take p1 although p0 is true; default: 0.05.")]
Beta = Annotated[float | None, typer.Option("--beta", help="Chance to take p0 although p1 is true; default: 0.05.")]
RISK = 0.05


def register(app: typer.Typer) -> None:
    """Add the command."""
    app.command("match")(match)


def match(
    game_name: shared.GameName,
    agents: shared.AgentTexts,
    games: shared.Games = 100,
    players: shared.Players = None,
    option: shared.GameOptions = None,
    seed: shared.Seed = 0,
    workers: shared.Workers = None,
    move_time: shared.MoveTime = 0.0,
    no_rotate: shared.NoRotate = False,
    sprt: SprtFlag = False,
    p0: P0 = None,
    p1: P1 = None,
    elo0: Elo0 = None,
    elo1: Elo1 = None,
    alpha: Alpha = None,
    beta: Beta = None,
    json: shared.Json = False,
    csv: shared.Csv = None,
    save_replays: shared.Replays = None,
    resume: shared.Resume = False,
    run_file: shared.RunPath = None,
) -> None:
    """Play many games between agents and tell who is better, by how much and how sure that is.

    Seats rotate and deals are paired: every deal is played from each seat. If fewer agents are named than there are
    players, the last one fills the remaining seats. The same seed gives the same result with any number of workers.

    Examples:

      cardlab match castle ismcts:3200 lowest -n 1000

      cardlab match castle ismcts:400 lowest --players 4

      cardlab match castle python:my_agent.py:MyAgent lowest --move-time 100

      cardlab match castle ismcts:800 ismcts:400 -n 20000 --sprt --elo0 0 --elo1 20
    """
    from cardlab.cli.runner import Output, carried_out
    from cardlab.lab.matches.match import Match
    from cardlab.lab.matches.playing import Keeping, match_spec, run_match

    game = shared.find_game(game_name, players, option)
    planned = Match.of(game, agents, games=games, seed=seed, rotate=not no_rotate, move_ms=move_time)
    planned.make_agents()
    test = _test(sprt, game.players, (p0, p1), (elo0, elo1), (alpha, beta))
    with carried_out(workers, match_spec(planned), Output(json, csv, resume, run_file), print_match) as run:
        run.result = run_match(planned, run.conditions, Keeping(run.file, save_replays), test)


def _test(asked: bool, players: int, rates: Pair, elos: Pair, risks: Pair) -> Sprt | None:
    from cardlab.lab.statistics.stats import Sprt

    if not asked:
        if any(value is not None for value in (*rates, *elos, *risks)):
            raise OptionError("--p0, --p1, --elo0, --elo1, --alpha and --beta belong to a sequential test: add --sprt")
        return None
    alpha, beta = (RISK if risk is None else risk for risk in risks)
    if any(value is not None for value in elos):
        if players > 2 or any(value is not None for value in rates):
            raise OptionError("Elo differences are for two players, and not together with --p0 and --p1")
        low = elos[0] if elos[0] is not None else 0.0
        return Sprt.from_elo(low, elos[1] if elos[1] is not None else low + 35.0, alpha, beta)
    start = rates[0] if rates[0] is not None else 1 / players
    return Sprt(start, rates[1] if rates[1] is not None else start + 0.05, alpha, beta)


def print_match(result: MatchResult) -> None:
    """The result as a table on stdout."""
    from rich.text import Text

    from cardlab.cli.tables import new_table, stdout_console

    table = new_table(_title(result), ("agent",), ("score", "95% interval", "won", "drawn", "lost", "ms/move", "slowest"))
    for role in result.roles:
        table.add_row(
            Text(role.agent), f"{100 * role.score:.1f}%", str(role.interval or "–"), f"{role.wins:,}", f"{role.draws:,}",
            f"{role.losses:,}", _ms(role.ms_per_decision), _ms(role.slowest_ms),
        )  # fmt: skip
    console = stdout_console()
    console.print(table)
    console.print("games ended by: " + ", ".join(f"{name} {count:,}" for name, count in result.endings.items()))
    _print_failures(console, result)
    if result.verdict is not None:
        console.print(Text(f"sequential test: {result.verdict}"))


def _print_failures(console: Console, result: MatchResult) -> None:
    for role in result.roles:
        if failed := ", ".join(f"{count:,} by {kind}" for kind, count in role.failures.items() if count):
            console.print(f"{role.agent} lost {failed}", style="red")
    for index, text in sorted(result.errors.items())[:3]:
        failed = result.match.labels[result.records.failed[index]]
        console.print(f"  game {index}: {failed}: {text}", style="red")


def _title(result: MatchResult) -> str:
    planned = f" of {result.match.games:,}" if result.games < result.match.games else ""
    return f"{result.match.game.spec()} · {result.games:,}{planned} games · seed {result.match.seed} · {result.seconds:.1f} s"


def _ms(value: float) -> str:
    return f"{value:.4f}" if value < 0.1 else f"{value:.2f}" if value < 100 else f"{value:,.0f}"
