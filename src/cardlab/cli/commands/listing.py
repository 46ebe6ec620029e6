"""What is installed: `cardlab games` and `cardlab agents`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

import typer

from cardlab.cli import completion
from cardlab.cli.shared import print_json
from cardlab.cli.tables import say_folded
from cardlab.core.game import Game
from cardlab.core.options import Option, shown
from cardlab.errors import CardlabError
from cardlab.registry import agent_kind, agent_names, game_kind, game_names
from cardlab.registry import game as find_game

Json = Annotated[bool, typer.Option("--json", help="Print as JSON.")]
AnyGame = Annotated[
    str | None,
    typer.Argument(metavar="[GAME]", help="A game: show its own agents too.", autocompletion=completion.complete_game),
]
OneGame = Annotated[
    str | None, typer.Argument(metavar="[GAME]", help="A game: show its options.", autocompletion=completion.complete_game)
]


def register(app: typer.Typer) -> None:
    """Add the commands."""
    app.command("games")(games)
    app.command("agents")(agents)


def games(name: OneGame = None, json: Json = False) -> None:
    """List the games, or the options of one of them.

    Example: cardlab games castle
    """
    names = game_names() if name is None else [name]
    found = [_describe_game(each, strict=name is not None) for each in names]
    if json:
        print_json(found)
        return
    for entry in found:
        say_folded(f"{entry['name']:12} {entry['players']:>5} players   {entry['about']}", 29)
    if name is not None:
        _print_declared(found[0])
        _print_options("Options (-o name=value):", found[0]["options"])
    else:
        typer.echo("\nOptions of a game: cardlab games GAME    Who can play it: cardlab agents GAME")


def agents(game_name: AnyGame = None, json: Json = False) -> None:
    """List the agents with their options: those for every game, and a game's own.

    Example: cardlab agents castle
    """
    if game_name is not None:
        game_kind(game_name)
    found = [_describe_agent(name, game_name or "") for name in agent_names(game_name)]
    if json:
        print_json(found)
        return
    for entry in found:
        budget = f"   budget {entry['budget']}" if entry["budget"] else ""
        say_folded(f"{entry['name']:12} {entry['about']}{budget}", 13, bold=len(entry["name"]))
        _print_options("", entry["options"])
    typer.echo()
    say_folded(
        "An agent is written name:budget,option=value, such as ismcts:3200,c=1.0. A budget is a number of iterations (3200), "
        "a time (250ms, 2s) or both (3200+250ms)."
    )
    say_folded("An agent of your own: python:module.Class, python:file.py:Class, cmd:program or json:program.")


def _describe_game(name: str, strict: bool) -> dict[str, Any]:
    try:
        kind = game_kind(name)
    except CardlabError as error:
        if strict:
            raise
        return {"name": name, "title": name, "players": "?", "about": f"broken: {error}", "options": []}
    players = f"{kind.min_players}-{kind.max_players}" if kind.max_players > kind.min_players else str(kind.min_players)
    options = [_describe_option(option) for option in kind.declared]
    told = {"name": name, "title": kind.title, "players": players, "about": kind.about, "options": options}
    return {**told, **_declared(find_game(name))} if strict else told


def _declared(game: Game) -> dict[str, Any]:
    """What a game says about itself: facts, and kinds of actions with their parts."""
    facts, space = game.facts(), game.space
    actions = [{"name": kind.name, "parts": [asdict(part) for part in kind.parts]} for kind in game.action_kinds()]
    return {"facts": asdict(facts), "said": list(facts.words()), "actions": actions, "space": space.size if space else None}


def _print_declared(entry: dict[str, Any]) -> None:
    say_folded(f"{'':12} {', '.join(entry['said'])}", 13)
    if entry["actions"]:
        typer.echo(f"\nActions (a space of {entry['space']:,}):")
    for action in entry["actions"]:
        parts = [
            f"{part['name']} {part['low']}-{part['high']}{' (derived)' if part['derived'] else ''}" for part in action["parts"]
        ]
        say_folded(f"    {action['name']:18} {', '.join(parts)}".rstrip(), 23)


def _describe_agent(name: str, game_name: str) -> dict[str, Any]:
    try:
        kind = agent_kind(name, game_name)
    except CardlabError as error:
        return {"name": name, "about": f"broken: {error}", "budget": None, "options": []}
    budget = str(kind.default_budget) if kind.default_budget else None
    options = kind.options_for(game_kind(game_name)) if game_name in game_names() else kind.options
    return {"name": name, "about": kind.about, "budget": budget, "options": [_describe_option(o) for o in options]}


def _describe_option(option: Option) -> dict[str, str]:
    default = "" if option.default is None else shown(option.default)
    return {"name": option.name, "default": default, "values": option.values, "help": option.help}


def _print_options(title: str, options: list[dict[str, str]]) -> None:
    if title and options:
        typer.echo(f"\n{title}")
    for option in options:
        default = f" (default {option['default']})" if option["default"] else ""
        say_folded(f"    {option['name']:18} {option['help']}", 23)
        say_folded(f"    {'':18} {option['values']}{default}", 23, dim=True)
