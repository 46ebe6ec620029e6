"""cardlab: the laboratory for card-game AI."""

import os as _os
from typing import TYPE_CHECKING as _TYPE_CHECKING

if _os.environ.get("CARDLAB_PURE") == "1":
    from cardlab.core import pure as _pure

    _pure.install()
else:
    from cardlab.core import built as _built

    _built.demand_built()

from cardlab.agents.agent import Agent, Stop
from cardlab.agents.budget import Budget
from cardlab.agents.kinds import AgentKind, Order
from cardlab.agents.making import make_agent
from cardlab.agents.report import Line, Report
from cardlab.core.action import HIDDEN, Action, extra_of, kind_of, pack, source_of, target_of
from cardlab.core.events import Event, EventKind
from cardlab.core.facts import Facts
from cardlab.core.game import Game
from cardlab.core.luck import Script
from cardlab.core.plain import PlainGame
from cardlab.core.replay import Replay
from cardlab.core.result import Result
from cardlab.core.rng import Rng, derive
from cardlab.core.space import ActionKind, Part, Space
from cardlab.core.state import Seat, State
from cardlab.errors import CardlabError
from cardlab.registry import agent_names, game, game_names, load_state, register_agent, register_game

if _TYPE_CHECKING:
    from cardlab.lab import Match, MatchResult, Tournament, TournamentResult, play_match, play_tournament

    __version__: str

_OF_THE_LAB = {"Match", "MatchResult", "Tournament", "TournamentResult", "play_match", "play_tournament"}
"""Imported when first used, so that a plain ``import cardlab`` stays quick."""

__all__ = [
    "HIDDEN", "Action", "ActionKind", "Agent", "AgentKind", "Budget", "CardlabError", "Event", "EventKind", "Facts", "Game",
    "Line", "Match", "MatchResult", "Order", "Part", "PlainGame", "Replay", "Report", "Result", "Rng", "Script", "Seat",
    "Space", "State", "Stop", "Tournament", "TournamentResult", "agent_names", "derive", "extra_of", "game", "game_names",
    "kind_of", "load_state", "make_agent", "pack", "play_match", "play_tournament", "register_agent", "register_game",
    "source_of", "target_of",
]  # fmt: skip


def __getattr__(name: str) -> object:
    if name == "__version__":
        from importlib.metadata import version

        return version("cardlab")
    if name in _OF_THE_LAB:
        from importlib import import_module

        return getattr(import_module("cardlab.lab"), name)
    raise AttributeError(f"module 'cardlab' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, "__version__"})
