"""Agents that think beside the screen: one at a time, to be called off, with what they considered."""

from __future__ import annotations

import threading
from dataclasses import dataclass

from cardlab.agents.agent import Stop
from cardlab.agents.making import make_agent
from cardlab.agents.report import Report
from cardlab.core.action import Action
from cardlab.core.game import Game
from cardlab.core.state import Seat


@dataclass(frozen=True)
class Thought:
    """A choice and the report on it."""

    action: Action
    report: Report


class Thinker:
    """One agent. `think` may be called from any thread; `call_off` ends it early."""

    def __init__(self, game: Game, spec: str) -> None:
        self._stop = Stop()
        self._lock = threading.Lock()
        self._agent = make_agent(game, spec, self._stop)
        self._forgets = True
        self.spec = spec

    def think(self, seat: Seat, seed: int) -> Thought:
        """Choose for a seat. Equal seats and seeds give equal choices unless the budget is a time."""
        with self._lock:
            self._stop.asked = 0
            if self._forgets:
                self._forgets = False
                self._agent.new_game()
            action = self._agent.choose(seat, seed)
            return Thought(action, self._agent.report)

    def call_off(self) -> None:
        """Make a search that is under way end now; its choice is worth little."""
        self._stop.asked = 1

    def forget(self) -> None:
        """Before the next thought, drop what was kept of this game: it ended, or moves were taken back."""
        self._forgets = True
