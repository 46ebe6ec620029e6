"""Ricochet: a small game with turns, a stack of answers and chains of links, to look at.

Who is on turn calls a card, or rests, or rests and goes on with another turn. A call may be stopped by any other player, and a
stop by others again, up to three deep. A call that stands scores in two links.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from cardlab import Action, EventKind, PlainGame, Rng, pack
from cardlab.core.options import whole
from cardlab.core.plain import Teller
from cardlab.errors import PositionError
from cardlab.play.record import Record

CALL, REST, AGAIN, LET, STOP = (pack(kind) for kind in range(1, 6))
WORDS = {CALL: "call", REST: "rest", AGAIN: "again", LET: "let", STOP: "stop"}


@dataclass
class Ring:
    """Whose turn it is, how many turns are left, who called and stopped, and who is still to be asked."""

    points: list[int]
    turn: int = 0
    left: int = 6
    stack: list[int] = field(default_factory=list)
    asked: list[int] = field(default_factory=list)


class Ricochet(PlainGame):
    """The game; its events say how they belong together."""

    name, title, about = "ricochet", "Ricochet", "calls, stops and links"
    max_players = 8
    declared = (whole("players", 3, 2, 8, "number of players"),)

    @property
    def limit(self) -> int:
        return 1000

    def events(self) -> Sequence[EventKind]:
        return (
            EventKind("began", (), "begins a turn", turn=True),
            EventKind("called", (), "calls", opens="card"),
            EventKind("stopped", ("whom",), "stops {whom}", seats=("whom",), opens="answer", nested=True),
            EventKind("settled", (), "is done with the stop", closes="answer"),
            EventKind("stood", ("yes",), "is heard", closes="card"),
            EventKind("link", ("number",), "link {number}", opens="link"),
            EventKind("scored", ("points",), "has {points}"),
            EventKind("linked", (), "the chain is over", closes="link"),
        )

    def start(self, rng: Rng) -> Ring:
        return Ring([0] * self.players)

    def to_move(self, position: Ring) -> int | None:
        return None if position.left == 0 else position.asked[0] if position.asked else position.turn

    def whose_turn(self, position: Ring) -> int | None:
        return None if position.left == 0 else position.turn

    def actions(self, position: Ring) -> list[Action]:
        if not position.asked:
            return [CALL, REST, AGAIN]
        return [LET, STOP] if len(position.stack) < 4 else [LET]

    def play(self, position: Ring, action: Action, tell: Teller) -> None:  # type: ignore[override]
        seat = self.to_move(position)
        assert seat is not None
        if action == LET:
            position.asked.pop(0)
        elif action in (CALL, STOP):
            if action == CALL:
                tell("called", seat)
            else:
                tell("stopped", seat, whom=position.stack[-1])
            position.stack.append(seat)
            position.asked = [other for other in range(self.players) if other != seat]
        else:
            self.next_turn(position, seat if action == AGAIN else (seat + 1) % self.players, tell)
            return
        if not position.asked:
            self.settle(position, tell)

    def settle(self, position: Ring, tell: Teller) -> None:
        """The stack is taken down from its top, and what stands scores."""
        stands = len(position.stack) % 2
        while len(position.stack) > 1:
            tell("settled", position.stack.pop())
        tell("stood", position.turn, yes=stands)
        for number in range(1, 3 if stands else 1):
            tell("link", None, number=number)
            position.points[position.turn] += number
            tell("scored", position.turn, points=position.points[position.turn])
        if stands:
            tell("linked", None)
        position.stack = []
        self.next_turn(position, (position.turn + 1) % self.players, tell)

    def next_turn(self, position: Ring, seat: int, tell: Teller) -> None:
        """Somebody's turn begins, if one is left."""
        position.turn, position.left = seat, position.left - 1
        if position.left:
            tell("began", seat)

    def scores(self, position: Ring) -> list[float]:
        return [points / (3 * 6) for points in position.points]

    def action_text(self, action: Action) -> str:
        return WORDS[action]

    def parse_action(self, text: str) -> Action:
        found = [action for action, word in WORDS.items() if word == text]
        if not found:
            raise PositionError(f"{text!r} is not an action of Ricochet; there are {', '.join(WORDS.values())}")
        return found[0]

    def check_position(self, position: Ring) -> None:
        seats = range(self.players)
        rows = (position.stack, position.asked, [position.turn])
        if len(position.points) != self.players or any(seat not in seats for row in rows for seat in row):
            raise PositionError("a position of Ricochet has points and a turn, and seats in its stack and among the asked")
        if not 0 <= position.left <= 6:
            raise PositionError("up to six turns are left")


def told(*actions: Action, players: int = 3) -> Record:
    """A game in which this was done, each in twice the milliseconds of the one before."""
    record = Record.new(Ricochet(players=players), 1, tuple(f"bot{seat}" for seat in range(players)))
    for at, action in enumerate(actions):
        record.add(action, 2.0**at)
    return record


STORY = (CALL, LET, STOP, STOP, LET, LET, AGAIN, CALL, LET, LET, REST, REST, REST)
