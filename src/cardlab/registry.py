"""What is installed: games and agents, ours and those of other packages.

A package adds a game with an entry point in the group ``cardlab.games`` (name: the game's) that leads to its `Game` class,
and an agent with one in ``cardlab.agents`` that leads to an `AgentKind`. An agent for one game only is named
``game.agent``. Nothing is imported until it is used.
"""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardlab.core.game import Game
from cardlab.core.plugins import guessed_file, load_object
from cardlab.core.sourcetext import classes_with
from cardlab.core.spec import Spec, read_options
from cardlab.core.state import State
from cardlab.errors import OptionError, PluginError, PositionError, UnknownAgent, UnknownGame, nearest

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_local_games: dict[str, type[Game]] = {}
_local_agents: dict[str, Any] = {}


@functools.cache
def _installed(group: str) -> dict[str, EntryPoint]:
    from importlib.metadata import entry_points

    return {point.name: point for point in entry_points(group=group)}


def register_game(kind: type[Game]) -> type[Game]:
    """Make a game known to this process, without an installed package. Works as a decorator."""
    _check_game(kind, kind.__name__)
    _local_games[kind.name] = kind
    return kind


def register_agent(kind: Any) -> Any:
    """Make an `AgentKind` known to this process."""
    _local_agents[f"{kind.game}.{kind.name}" if kind.game else kind.name] = kind
    return kind


def game_names() -> list[str]:
    """All games, sorted."""
    return sorted({*_installed("cardlab.games"), *_local_games})


def game_kind(name: str) -> type[Game]:
    """The class of a game, by its name or by a text that says where it is (``python:file.py:Class``)."""
    if name.startswith("python:"):
        return _written_game(name)
    if name in _local_games:
        return _local_games[name]
    points = _installed("cardlab.games")
    if name.endswith(".py"):
        raise PluginError(f"{name!r} is a file, not a game. {_advice_for_game(name)}")
    if name not in points:
        hint = "" if _is_near(name) else "A game of your own: python:FILE.py:CLASS, or install its package."
        raise UnknownGame("game", name, game_names(), hint)
    kind = _load(points[name], "game")
    _check_game(kind, _where(points[name], "game"))
    if kind.name != name:
        raise PluginError(f"{_where(points[name], 'game')} calls itself {kind.name!r}; both names must be the same")
    return kind  # type: ignore[no-any-return]


def game(name: str, /, **options: Any) -> Game:
    """A game with its options, such as ``game("castle", players=3)`` or ``game("castle,players=3")``."""
    if isinstance(name, str) and name.startswith("python:"):
        place, *parts = name.split(",")
        given = dict(read_options(f"game {name!r}", parts))
        return game_kind(place)(**given, **options)
    try:
        told = Spec.parse(name, "game")
    except OptionError as error:
        raise UnknownGame("game", str(name), game_names(), f"In {error}.") from None
    if twice := sorted(set(told.options) & set(options)):
        raise OptionError(f"game {name!r}: option {twice[0]!r} is given twice, in the text and by itself")
    return game_kind(told.head)(**told.options, **options)


def _is_near(name: str) -> bool:
    return nearest(name, game_names()) is not None


def _advice_for_game(file: str) -> str:
    """How to name the game that a file holds."""
    path = Path(file)
    if not path.is_file():
        return f"Write python:file.py:Class. There is no file {file} here{guessed_file(path)}"
    names = next((found for method in _OF_GAMES if (found := classes_with(path, method))), [])
    if not names:
        return f"{file} holds no class of a game: one that is derived from PlainGame, or from Game"
    return "Write " + " or ".join(f"python:{file}:{name}" for name in names)


_OF_GAMES = ("to_move", "blank")
"""A method that every game in plain Python has, and one that every other game has."""


@functools.cache
def _written_game(text: str) -> type[Game]:
    """The class of a game that a user's file holds. It goes by its name from then on, and by its file in other processes."""
    if text.endswith(".py"):
        file = text.removeprefix("python:")
        raise PluginError(f"{text}: which class of that file? {_advice_for_game(file)}")
    try:
        kind = load_object(text)
    except PluginError:
        raise
    except (Exception, SystemExit) as error:
        raise PluginError(f"{text}: {type(error).__name__}: {error}") from error
    _check_game(kind, text)
    kind.found_by = (_found_again, text)
    register_game(kind)
    return kind  # type: ignore[no-any-return]


def _found_again(text: str, options: dict[str, Any]) -> Game:
    return game(text, **options)


def load_state(text: str) -> State:
    """The state that ``state.to_json()`` wrote, or that was written by hand in the same form."""
    try:
        data = json.loads(text)
    except (ValueError, TypeError, RecursionError):
        raise PositionError("not a position: no JSON") from None
    if not isinstance(data, dict) or not isinstance(data.get("game"), str) or set(data) - {"game", "options", "position"}:
        raise PositionError('a position is written as {"game": name, "options": {…}, "position": {…}}')
    options = data.get("options", {})
    if not isinstance(options, dict):
        raise PositionError("the options of a position are a table of names and values")
    return game(data["game"], **options).from_dict(data.get("position", {}))


def agent_names(game_name: str | None = None) -> list[str]:
    """The agents that can play a game (None: those that play all games)."""
    keys = {*_installed("cardlab.agents"), *_local_agents}
    general = [key for key in keys if "." not in key]
    own = [key.partition(".")[2] for key in keys if game_name and key.startswith(f"{game_name}.")]
    return sorted({*general, *own})


_TWINS = str.maketrans("-_", "_-")
"""Some names have hyphens and some underscores; nobody need remember which."""


def agent_kind(name: str, game_name: str) -> Any:
    """The `AgentKind` of that name; a game's own agent goes before a general one."""
    points = _installed("cardlab.agents")
    for key in (f"{game_name}.{name}", name):
        if (key == name) != ("." not in key):
            continue
        if key in _local_agents:
            return _local_agents[key]
        if key in points:
            kind = _load(points[key], "agent")
            if not callable(getattr(kind, "build", None)) or not hasattr(kind, "default_budget"):
                raise PluginError(f"{_where(points[key], 'agent')} is not an AgentKind")
            return kind
    twin = name.translate(_TWINS)
    if twin != name and {f"{game_name}.{twin}", twin} & {*points, *_local_agents}:
        return agent_kind(twin, game_name)
    hint = "An agent of your own: python:module.Class, python:file.py:Class, cmd:program or json:program."
    raise UnknownAgent(f"agent for {game_name}", name, agent_names(game_name), hint)


def _load(point: EntryPoint, what: str) -> Any:
    try:
        return point.load()
    except (Exception, SystemExit) as error:
        raise PluginError(
            f"{_where(point, what)} cannot be loaded: {type(error).__name__}: {error}. Mend or uninstall that package."
        ) from error


def _where(point: EntryPoint, what: str) -> str:
    origin = repr(point.dist.name) if point.dist else "of unknown name"
    return f"the {what} {point.name!r} of the package {origin} ({point.value})"


def _check_game(kind: Any, where: str) -> None:
    if not (isinstance(kind, type) and issubclass(kind, Game)):
        raise PluginError(f"{where} is not a Game class")
    for fact in ("name", "title", "about"):
        if not isinstance(getattr(kind, fact, None), str):
            raise PluginError(f"{where} does not declare its {fact}")
    if missing := sorted(getattr(kind, "__abstractmethods__", ())):
        raise PluginError(f"{where} lacks the methods {', '.join(missing)}")
