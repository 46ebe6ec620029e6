"""Duel: a small correct game in plain Python, from which the defective games of the tests are made.

Eight cards, two players with two cards each. The leader lays a card, the other answers, the higher card takes a point and
leads next; both draw while there is a deck. Most points win.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from cardlab import Action, EventKind, PlainGame, Rng, State, pack, source_of
from cardlab.core.plain import Teller
from cardlab.errors import PositionError

HIDDEN = -1
CARDS = range(8)


@dataclass
class Table:
    """A position of Duel."""

    hands: list[list[int]]
    deck: list[int]
    laid: list[int] = field(default_factory=list)
    gone: list[int] = field(default_factory=list)
    points: list[int] = field(default_factory=lambda: [0, 0])
    leader: int = 0


class Duel(PlainGame):
    """The correct game."""

    name = "duel"
    title = "Duel"
    about = "the higher card takes a point"

    @property
    def limit(self) -> int:
        return 16

    def start(self, rng: Rng) -> Table:
        cards = list(CARDS)
        rng.shuffle(cards)
        return Table([cards[:2], cards[2:4]], cards[4:])

    def to_move(self, position: Table) -> int | None:
        if not position.laid and not position.hands[position.leader]:
            return None
        return position.leader if not position.laid else 1 - position.leader

    def actions(self, position: Table) -> list[Action]:
        seat = self.to_move(position)
        assert seat is not None
        return [pack(1, card) for card in sorted(position.hands[seat])]

    def play(self, position: Table, action: Action) -> None:
        seat = self.to_move(position)
        assert seat is not None
        position.hands[seat].remove(source_of(action))
        position.laid.append(source_of(action))
        if len(position.laid) == 2:
            self.settle(position)

    def settle(self, position: Table) -> None:
        """The higher card takes the point and both draw."""
        led, answered = position.laid
        position.leader = position.leader if led > answered else 1 - position.leader
        position.points[position.leader] += 1
        position.gone += position.laid
        position.laid = []
        for hand in position.hands:
            if position.deck:
                hand.append(position.deck.pop())

    def scores(self, position: Table) -> list[float]:
        mine, theirs = position.points
        return [(mine > theirs) + 0.5 * (mine == theirs), (theirs > mine) + 0.5 * (mine == theirs)]

    def hide(self, position: Table, seat: int) -> None:
        position.hands[1 - seat] = [HIDDEN] * len(position.hands[1 - seat])
        position.deck = [HIDDEN] * len(position.deck)

    def fill(self, position: Table, seat: int, rng: Rng) -> None:
        unseen = self.unseen(position, seat)
        rng.shuffle(unseen)
        position.hands[1 - seat] = [unseen.pop() for _ in position.hands[1 - seat]]
        position.deck = unseen

    def unseen(self, position: Table, seat: int) -> list[int]:
        """All cards that a seat has not seen."""
        seen = {*position.hands[seat], *position.laid, *position.gone}
        return [card for card in CARDS if card not in seen]

    def check_position(self, position: Table) -> None:
        if sorted([*position.hands[0], *position.hands[1], *position.deck, *position.laid, *position.gone]) != list(CARDS):
            raise PositionError("a position of Duel holds the cards 0 to 7 once each")

    def action_text(self, action: Action) -> str:
        return f"card {source_of(action)}"

    def parse_action(self, text: str) -> Action:
        word, _, number = text.partition(" ")
        if word != "card" or number not in map(str, CARDS):
            raise PositionError(f"{text!r} is not an action of Duel; write card 5")
        return pack(1, int(number))

    def inventory(self, state: State) -> Any:
        position = state.position
        return sorted([*position.hands[0], *position.hands[1], *position.deck, *position.laid, *position.gone])


class TellingDuel(Duel):
    """The same game, which tells what happens: draws to the drawer only."""

    def events(self) -> Sequence[EventKind]:
        return (
            EventKind("laid", ("card",), "lays {card}", "lay {card}"),
            EventKind(
                "scored", ("points", "loser"), "takes a point from {loser}", "take a point from {loser}", seats=("loser",)
            ),
            EventKind("drew", ("card", "left"), "draws {card}", "draw {card}", "draws a card", ("card",)),
        )

    def play(self, position: Table, action: Action, tell: Teller) -> None:  # type: ignore[override]
        seat = self.to_move(position)
        decks = len(position.deck)
        super().play(position, action)
        tell("laid", seat, card=source_of(action))
        if not position.laid:
            tell("scored", position.leader, points=position.points[position.leader], loser=1 - position.leader)
            for drawer in range(2 if decks else 0):
                self.tell_draw(tell, drawer, position.hands[drawer][-1], len(position.deck))

    def tell_draw(self, tell: Teller, seat: int, card: int, left: int) -> None:
        """One card drawn."""
        tell("drew", seat, card=card, left=left, seats=[seat])
