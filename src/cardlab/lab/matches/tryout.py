"""Agents in Python are made once in a process of its own before anything else, as a piece of work for the engine.

A file that waits for ever, reads from the keyboard or ends its process must not take the whole command with it.
"""

from __future__ import annotations

import functools
import os
import pickle
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from cardlab.agents.agent import Stop
from cardlab.agents.making import make_agent
from cardlab.core.game import Game
from cardlab.core.printable import error_text
from cardlab.core.spec import is_outside
from cardlab.errors import CardlabError
from cardlab.lab.engine import Conditions, Kit, Loss, Parcel, Staff

LOADING_SECONDS = 60.0
"""Who is not there by then will not play. Some libraries take long to load, and so does everything on a busy machine."""

Tried = tuple[str, str]
"""An agent, and what is wrong with it; empty if nothing is."""


def problems_of(
    game: Game,
    agents: Iterable[object],
    conditions: Conditions,
    seconds: float = LOADING_SECONDS,
    silent: bool = False,
) -> dict[str, str]:
    """What is wrong with those of the agents that are written in Python: the sentence for each that cannot play.

    What `silent` ones print is lost: a screen would be overwritten by it.
    """
    texts = tuple(dict.fromkeys(text for text in agents if isinstance(text, str) and is_outside(text, "python")))
    if not texts:
        return {}
    found = _Findings()
    work = TryoutWork(game, texts, seconds, silent)
    with Staff(conditions.crew_size(), Stop, notice=conditions.notice) as staff:
        staff.run(work, [(0, len(texts))], [found])
    return {text: found.problems[text] for text in texts if text in found.problems}


@dataclass(frozen=True)
class TryoutWork:
    """Agents to be made, one in each unit."""

    game: Game
    agents: tuple[str, ...]
    seconds: float
    silent: bool = False

    def threads(self, kit: Kit) -> int:
        """None: it is the point that processes do it."""
        return 0

    def carriers(self, kit: Kit) -> Sequence[str]:
        """Nobody: each agent is made by itself."""
        return ()

    @functools.cached_property
    def parcel(self) -> Parcel[Tried]:
        """Named agents and a game that is found by its name can travel."""
        return Parcel(pickle.dumps(self), self.seconds, self.lost, self.slow)

    def place(self, kit: Kit) -> TryoutPlace:
        """Where one worker makes agents."""
        return TryoutPlace(self, kit.watch)

    def slow(self, unit: int, role: int, seconds: float) -> str:
        """What is said while an agent lets everybody wait."""
        return f"loading {self.agents[unit]} has taken {seconds:.0f} s; it is given up after {self.seconds:g} s"

    def lost(self, unit: int, loss: Loss) -> Tried:
        """An agent that was not there in time, or took its process with it."""
        text = self.agents[unit]
        if not loss.seconds:
            return text, f"{text}: ended its process while it was loaded (exit code {loss.exit_code})"
        advice = "does something at the top of the file, or in __init__, wait or go on for ever?"
        return text, f"{text}: not loaded after {self.seconds:g} s; {advice}"


class TryoutPlace:
    """Where one worker makes agents, watched while it does."""

    most = 1

    def __init__(self, work: TryoutWork, watch: Callable[[int, int], None] | None) -> None:
        self._work, self._watch = work, watch or (lambda role, done: None)

    def __enter__(self) -> object:
        return self

    def __exit__(self, *problem: object) -> None:
        return None

    def do(self, first: int, count: int) -> Tried:
        """Make that agent; tell what is wrong with it."""
        text = self._work.agents[first]
        if self._work.silent:
            _keep_silent()
        self._watch(0, first)
        try:
            make_agent(self._work.game, text)
        except CardlabError as error:
            return text, str(error)
        except BaseException as error:  # an agent may raise anything, such as KeyboardInterrupt
            return text, f"{text}: {error_text(error)}"
        finally:
            self._watch(-1, first)
        return text, ""


def _keep_silent() -> None:
    """Nothing that this process prints is seen from now on."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    for number in (1, 2):
        os.dup2(nowhere, number)
    os.close(nowhere)


class _Findings:
    """What was found wrong."""

    def __init__(self) -> None:
        self.problems: dict[str, str] = {}

    def take(self, tried: Tried) -> None:
        """Keep it."""
        text, problem = tried
        if problem:
            self.problems[text] = problem
