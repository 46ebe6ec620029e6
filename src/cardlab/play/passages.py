"""Where a game is while it is told: which turn, whose, and inside which parts of the story.

Games say by their kinds of events what begins a turn, and what opens and closes parts such as the links of a chain
(`EventKind`). A game that tells no turns has a new one whenever it is somebody else's (`State.turn`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from cardlab.core.events import Event
from cardlab.core.game import Game
from cardlab.core.state import State


@dataclass(frozen=True)
class Moment:
    """The number of a turn (0: before the first), whose it is, and the parts that are open, the outermost first."""

    turn: int
    player: int | None
    parts: tuple[str, ...] = ()

    @property
    def depth(self) -> int:
        """How many parts are open."""
        return len(self.parts)

    def next_turn(self, player: int | None) -> Moment:
        """The beginning of the turn after this one."""
        return Moment(self.turn + 1, player)

    def at(self, event: Event) -> Moment:
        """Where an event stands: outside of what it closes, and beside what it replaces."""
        kind = event.declared
        if kind.turn:
            return self.next_turn(event.player)
        parts = self.parts
        if kind.closes in parts:
            innermost = len(parts) - parts[::-1].index(kind.closes) - 1
            parts = parts[:innermost]
        if kind.opens in parts and not kind.nested:
            parts = parts[: parts.index(kind.opens)]
        return replace(self, parts=parts)

    def after(self, event: Event) -> Moment:
        """Where the story goes on behind an event that stands here."""
        opened = event.declared.opens
        return replace(self, parts=(*self.parts, opened)) if opened else self


@dataclass(frozen=True)
class Passage:
    """An event, and where it stands."""

    event: Event
    moment: Moment


def first_moment(game: Game, start: State, dealt: bool) -> Moment:
    """Where a game begins that was just dealt, or else somewhere in the middle."""
    if dealt and game.opening and _tells_turns(game):
        return Moment(0, None)
    return Moment(1, start.turn)


def tell_on(moment: Moment, events: Sequence[Event], state: State) -> tuple[tuple[Passage, ...], Moment]:
    """The events of a decision as passages, and where the game is in the state that it led to."""
    passages = []
    for event in events:
        at = moment.at(event)
        passages.append(Passage(event, at))
        moment = at.after(event)
    if not _tells_turns(state.game) and state.turn not in (None, moment.player):
        moment = moment.next_turn(state.turn)
    return tuple(passages), moment


def _tells_turns(game: Game) -> bool:
    return any(kind.turn for kind in game.event_kinds.kinds.values())
