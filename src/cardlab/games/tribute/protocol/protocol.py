"""Scripts of Tribute: the text protocol of its community, as the referee speaks it.

A pick of the draft is asked in one line and answered by a name. Every other decision is asked by a position in JSON with the
list of moves, and answered by the place of a move in it. The order of the own draw pile is not told.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from cardlab.bots.protocol import Protocol, Question
from cardlab.core.action import Action, pack
from cardlab.core.events import Event
from cardlab.core.result import Result
from cardlab.core.state import Seat
from cardlab.games.tribute.protocol.guest import TributeGuest
from cardlab.games.tribute.protocol.ids import CardIds
from cardlab.games.tribute.protocol.messages import TURN_MS, draft_message, end_message, read_index, read_patron, turn_message
from cardlab.games.tribute.protocol.shown import ActionLog, OfferedMove, Showing
from cardlab.games.tribute.rules.state import Kind, TributeState

if TYPE_CHECKING:
    from cardlab.games.tribute.game import Tribute


class TributeProtocol(Protocol):
    """The referee's side. It remembers of a match which copy of a card has which number, and what has happened."""

    hears = True

    def __init__(self, game: Tribute) -> None:
        self.game = game
        self.ids = CardIds()
        self.log = ActionLog()
        self.named: tuple[int, ...] = ()
        """The cards of the move that was made last."""

    def talk(self) -> TributeProtocol:
        return TributeProtocol(self.game)

    def hear(self, event: Event) -> None:
        self.log.hear(event)

    def farewell(self, seat: Seat, result: Result) -> str:
        return end_message(result)

    def question(self, seat: Seat) -> Question:
        view = seat.view()
        return DraftQuestion(seat, view) if view.get("phase") == "draft" else TurnQuestion(self, seat, view)

    def action(self, seat: Seat, order: Any) -> Action | None:
        return int(order) if order in seat.legal() else None

    def rest(self, seat: Seat) -> Action:
        """Nothing is left open by the moves of the list."""
        return pack(Kind.END)

    def guest(self) -> TributeGuest:
        return TributeGuest(self.game)


class DraftQuestion(Question):
    """A pick of a patron."""

    def __init__(self, seat: Seat, view: dict[str, Any]) -> None:
        self._picked = len(view["patrons"])
        self._names = [seat.text(action).partition(" ")[2] for action in seat.legal()]

    @property
    def moment(self) -> tuple[int, ...]:
        return 0, self._picked

    @property
    def limit_ms(self) -> float:
        return TURN_MS

    def message(self) -> str:
        return draft_message(self._names, 1 if self._picked < 2 else 2)

    def read(self, line: str) -> Sequence[Action]:
        return [pack(Kind.DRAFT, read_patron(line, self._names))]


class TurnQuestion(Question):
    """One move: all picks of a choice together."""

    def __init__(self, talk: TributeProtocol, seat: Seat, view: dict[str, Any]) -> None:
        self._talk, self._seat, self._view = talk, seat, view
        picks = view.get("pending_choice", {}).get("picks", 0)
        self._at = view["decisions"] - picks
        self._moves: list[OfferedMove] = []

    @property
    def moment(self) -> tuple[int, ...]:
        return self._view["turn"], self._at

    @property
    def turn(self) -> tuple[int, ...]:
        return (self._view["turn"],)

    @property
    def limit_ms(self) -> float:
        return TURN_MS

    def message(self) -> str:
        talk, world = self._talk, self._seat.resample(0)
        assert isinstance(world, TributeState)
        showing = Showing(talk.game, self._view, world, talk.ids, talk.named)
        self._moves = showing.moves()
        log = talk.log.written(talk.game.cards, talk.ids)
        return turn_message(showing.state(log), [move.text for move in self._moves])

    def read(self, line: str) -> Sequence[Action]:
        chosen = self._moves[read_index(line, len(self._moves))]
        self._talk.named = chosen.cards
        return chosen.actions
