"""`cardlab match`: who is better?"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from cardlab.cli import shared, synonyms
from cardlab.cli.onegame import debugged
from cardlab.errors import OptionError

if TYPE_CHECKING:
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
    games: shared.Games = None,
    players: shared.Players = None,
    option: shared.GameOptions = None,
    seed: shared.Seed = 0,
    workers: shared.Workers = None,
    move_time: shared.MoveTime = 0.0,
    turn_time: shared.TurnTime = 0.0,
    no_rotate: shared.NoRotate = False,
    lots: shared.Lots = False,
    sprt: SprtFlag = False,
    p0: P0 = None,
    p1: P1 = None,
    elo0: Elo0 = None,
    elo1: Elo1 = None,
    alpha: Alpha = None,
    beta: Beta = None,
    time: shared.For = None,
    until_stopped: shared.UntilStopped = False,
    show_games: shared.ShowGames = False,
    p_values: shared.PValues = False,
    debug: shared.Debug = False,
    game_number: shared.GameNumber = None,
    transcript: shared.Transcripts = None,
    json: shared.Json = False,
    markdown: shared.Markdown = False,
    latex: shared.Latex = False,
    csv: shared.Csv = None,
    save_replays: shared.Replays = None,
    count_seeds: shared.CountSeeds = False,
    logs: shared.LogFolder = None,
    resume: shared.Resume = False,
    run_file: shared.RunPath = None,
    threads: synonyms.Threads = None,
    timeout: synonyms.Timeout = None,
    enable_logs: synonyms.EnableLogs = None,
    log_destination: synonyms.LogDestination = None,
) -> None:
    """Play many games between agents and tell who is better, by how much and how sure that is.

    Seats rotate and deals are paired: every deal is played from each seat. If fewer agents are named than there are
    players, the last one fills the remaining seats. The same seed gives the same result with any number of workers.

    Examples:

      cardlab match castle ismcts:3200 lowest -n 1000

      cardlab match castle ismcts:400 lowest --players 4

      cardlab match castle python:my_agent.py:MyAgent lowest --move-time 100

      cardlab match castle ismcts:800 ismcts:400 -n 20000 --sprt --elo1 20
    """
    from cardlab.cli.entrants import check_agents
    from cardlab.cli.runner import Length, Output, Shown, carried_out
    from cardlab.cli.terminal import note
    from cardlab.lab.engine import Conditions
    from cardlab.lab.matches.match import Match, how_many
    from cardlab.lab.matches.playing import Keeping, match_spec, run_match
    from cardlab.lab.showing.matchsheet import match_sheet

    game = shared.find_game(game_name, players, option)
    length = Length(time, until_stopped)
    turn_time = synonyms.turn_time_of(turn_time, timeout)
    folder, logged = synonyms.logs_of(logs, log_destination, enable_logs, game.players)
    crew = synonyms.workers_of(workers, threads)
    conditions = Conditions(crew, seconds=length.seconds, endless=until_stopped, notice=note)
    number = how_many(games, conditions)

    def declare() -> Match:
        limits = {"move_ms": move_time, "turn_ms": turn_time}
        seats = {"rotate": not (no_rotate or lots), "lots": lots}
        planned = Match.of(game, agents, games=number, seed=seed, counted=count_seeds, **seats, **limits)
        if not debug:
            check_agents(game, planned.agents, conditions)
        planned.make_agents()
        return planned

    if debug:
        debugged(declare, game_number or 0)
        return
    if game_number is not None:
        raise OptionError(f"--game {game_number} says which game --debug plays: add --debug")
    planned = declare()
    test = _test(sprt, game.players, (p0, p1), (elo0, elo1), (alpha, beta))
    output = Output(json, csv, resume, run_file, markdown, latex, show_games)
    shown = Shown(
        partial(print_match, p_values=p_values),
        lambda result: [match_sheet(result, None, p_values)],
        lambda result: {"": result.rows()},
        lambda result: result.useless(),
    )
    with carried_out(conditions, match_spec(planned), output, shown) as run:
        run.result = run_match(planned, run.conditions, Keeping(run.file, save_replays, folder, transcript, logged), test)


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


def print_match(result: MatchResult, p_values: bool = False) -> None:
    """The result as a table on stdout."""
    from cardlab.cli.tables import print_sheets, stdout_console
    from cardlab.lab.showing.matchsheet import failure_lines, match_sheet

    print_sheets([match_sheet(result, stdout_console().width, p_values)], failure_lines(result))
