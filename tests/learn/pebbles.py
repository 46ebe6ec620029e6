"""Pebbles: a heap of six. Take one or two, then rest; who empties the heap wins. What a handful is worth can be learned."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from cardlab import Action, PlainGame, Rng, Seat, State, make_agent, pack
from cardlab.agents.agent import Agent
from cardlab.core.action import source_of
from cardlab.core.events import Event, EventKind
from cardlab.core.plain import Teller
from cardlab.core.valuetables import TableForm, TableKind, TableLesson, ValueTable

REST = pack(2)
HEAP, PRIZE = 6, 5


@dataclass
class Heap:
    """How many pebbles are left, whose turn it is, whether that player has taken some."""

    left: int = HEAP
    turn: int = 0
    taken: bool = False


class Pebbles(PlainGame):
    """The game, with a table of values."""

    name = "pebbles"
    title = "Pebbles"
    about = "take one or two, empty the heap"

    def start(self, rng: Rng) -> Heap:
        return Heap()

    def to_move(self, position: Heap) -> int | None:
        return None if position.left == 0 and not position.taken else position.turn

    def actions(self, position: Heap) -> list[Action]:
        return [REST] if position.taken else [pack(1, n) for n in (1, 2) if n <= position.left]

    def play(self, position: Heap, action: Action, tell: Teller) -> None:
        if action == REST:
            position.turn, position.taken = 1 - position.turn, False
        else:
            position.left -= source_of(action)
            position.taken = True
            tell("took", position.turn, amount=source_of(action))
            if position.left == 0:
                tell("emptied", position.turn)

    def scores(self, position: Heap) -> list[float]:
        return [float(position.turn != seat) for seat in range(2)]

    def events(self) -> Sequence[EventKind]:
        return (EventKind("took", ("amount",), "took {amount}"), EventKind("emptied", (), "took the last one"))

    def tables(self) -> dict[str, TableKind]:
        forms = (TableForm("plain", "as it is taught everywhere", 0.5, 0.0), TableForm("hopeful", "from 8", 0.5, 8.0))
        columns = tuple(f"h{left}" for left in range(1, HEAP + 1))
        kind = TableKind(
            "handfuls", "what a handful brings, by the heap", "handful", ("one", "two"), columns, forms, self._player, _Teacher
        )
        return {kind.name: kind}

    def _player(self, table: ValueTable) -> tuple[Agent, Callable[[int, int, float], Any]]:
        taker = Taker()
        return make_agent(self, taker), taker.put


class Taker:
    """Takes the handful of the larger value, of equal ones the smaller."""

    def __init__(self) -> None:
        self.values = [[0.0] * HEAP for _ in range(2)]

    def put(self, row: int, column: int, value: float) -> None:
        """Note a value of the table."""
        self.values[row][column] = value

    def choose(self, seat: Seat) -> Action:
        left = seat.view()["left"]
        return max(seat.legal(), key=lambda action: 0 if action == REST else self.values[source_of(action) - 1][left - 1])


class One:
    """Always takes one."""

    def choose(self, seat: Seat) -> Action:
        return seat.legal()[0]


class _Teacher:
    """A pebble is worth a point, the last one five more. It is told when the player rests."""

    hears = ("took", "emptied")

    def __init__(self, table: ValueTable, form: str) -> None:
        self.table = table

    def begin(self, seat: int) -> None:
        self.seat, self.reward, self.amount = seat, 0, 0

    def saw(self, event: Event) -> None:
        if event.player == self.seat:
            self.amount = event.fields.get("amount", self.amount)
            self.reward += event.fields.get("amount", PRIZE)

    def lessons(self, state: State, action: Action) -> Iterable[TableLesson]:
        if action == REST:
            left, reward, self.reward = state.position.left, self.reward, 0
            follows = max(line[left - 1] for line in self.table.values) if left else 0.0
            yield TableLesson(self.amount - 1, left + self.amount - 1, reward, follows)
