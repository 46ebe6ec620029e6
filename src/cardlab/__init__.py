"""cardlab: the laboratory for card-game AI."""

import os as _os

if _os.environ.get("CARDLAB_PURE") == "1":
    from cardlab.core import pure as _pure

    _pure.install()

from cardlab.agents.agent import Agent, Stop
from cardlab.agents.budget import Budget
from cardlab.agents.kinds import AgentKind, Order
from cardlab.agents.report import Line, Report
from cardlab.agents.spec import make_agent
from cardlab.core.action import Action, extra_of, kind_of, pack, source_of, target_of
from cardlab.core.game import Event, Game
from cardlab.core.plain import PlainGame
from cardlab.core.replay import Replay
from cardlab.core.result import Result
from cardlab.core.rng import Rng, derive
from cardlab.core.state import Seat, State
from cardlab.errors import CardlabError
from cardlab.registry import agent_names, game, game_names, load_state, register_agent, register_game

__all__ = [
    "Action", "Agent", "AgentKind", "Budget", "CardlabError", "Event", "Game", "Line", "Order", "PlainGame", "Replay",
    "Report", "Result", "Rng", "Seat", "State", "Stop", "agent_names", "derive", "extra_of", "game", "game_names", "kind_of", "load_state",
    "make_agent", "pack", "register_agent", "register_game", "source_of", "target_of",
]  # fmt: skip
