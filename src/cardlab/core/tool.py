"""Tools: whatever works on positions without the GIL, such as agents, policies and evaluators.

They keep positions, trees and features that they work on, so each serves one thread at a time. Whoever lets one work without
the GIL holds it meanwhile, with all it works with.
"""

import cython

from cardlab.core.state import State
from cardlab.errors import RunError, WrongGame


class Tool:
    """Something that can do one thing at a time. Its parts stay the same from the first time it is held."""

    def parts(self):
        # type: () -> tuple[Tool | None, ...]
        """The other tools that it works with."""
        return ()

    def _hold(self):
        """Take it and its parts, or raise if one of them is at work already."""
        self._at_rest()
        if self.kit is None:
            self.kit = _kit_of(self)
        for tool in self.kit:
            if cython.cast(Tool, tool).busy:
                self._complain(tool)
        self.busy = True
        for tool in self.kit:
            cython.cast(Tool, tool).busy = True
        return 0

    def _release(self):
        self.busy = False
        for tool in self.kit:
            cython.cast(Tool, tool).busy = False
        return 0

    def _complain(self, tool):
        """Say that a tool cannot be had; that it is a part of this one needs to be told."""
        shared = "" if tool is self else f", and {self!r} shares it"
        raise RunError(f"{tool!r} is at work already{shared}. It serves one thread at a time: make another one for each")

    def _at_rest(self):
        """Raise if the tool is at work, and what it keeps is in motion."""
        if self.busy:
            self._complain(self)
        return 0


def _kit_of(tool):
    """The parts of a tool, their parts and so on, each once. Not the tool itself: it should go when nobody needs it."""
    found = {}
    rest = [tool]
    while rest:
        for part in rest.pop().parts():
            if part is not None and id(part) not in found:
                found[id(part)] = part
                rest.append(part)
    return tuple(found.values())


def check_reader(reader, state: State):
    # type: (Any, State) -> None
    """Raise unless an agent, a policy or an evaluator can look at such a state: compiled ones trust what they are handed."""
    game = getattr(reader, "game", None)
    if game is not None:
        game.check_own("position", state)
    if not isinstance(state, reader.reads):
        raise WrongGame("position", state.game, f"the kind that {type(reader).__name__} reads ({reader.reads.__name__})")


def check_readers(game, *readers):
    # type: (Game, Tool | None) -> None
    """Raise unless all of these policies and evaluators (None: nobody) can look at the states of a game."""
    blank = game.blank()
    for reader in readers:
        if reader is not None:
            check_reader(reader, blank)
