"""Pig, a game of chance in plain Python: roll as often as you dare; a one loses what the turn has brought. Ten points win.

Who does not roll may be asked, in the middle of the other's turn, whether the roll shall be taken again (once in a game).
"""

from __future__ import annotations

from dataclasses import dataclass, field

from cardlab import Action, PlainGame, Rng, pack
from cardlab.core.plain import Dice

ROLL, HOLD, AGAIN, LEAVE = (pack(kind) for kind in (1, 2, 3, 4))
WORDS = {ROLL: "roll", HOLD: "hold", AGAIN: "again", LEAVE: "leave"}
GOAL, DIE = 10, 1
"""`DIE` is the kind of chance that a script names."""


@dataclass
class Table:
    """Points, what the turn has brought, whose turn it is, and the roll that the other may take back."""

    points: list[int] = field(default_factory=lambda: [0, 0])
    brought: int = 0
    turn: int = 0
    rolled: int = 0
    left: list[int] = field(default_factory=lambda: [1, 1])
    moves: int = 0


class Pig(PlainGame):
    """The game."""

    name = "pig"
    title = "Pig"
    about = "roll as often as you dare"

    @property
    def limit(self) -> int:
        return 400

    def start(self, rng: Rng) -> Table:
        return Table(turn=rng.below(2))

    def to_move(self, position: Table) -> int | None:
        if max(position.points) >= GOAL or position.moves >= 300:
            return None
        return 1 - position.turn if position.rolled else position.turn

    def whose_turn(self, position: Table) -> int | None:
        return None if self.to_move(position) is None else position.turn

    def actions(self, position: Table) -> list[Action]:
        return [AGAIN, LEAVE] if position.rolled else [ROLL, HOLD]

    def play(self, position: Table, action: Action, dice: Dice) -> None:
        position.moves += 1
        if action == HOLD:
            position.points[position.turn] += position.brought
            self.next_turn(position)
        elif action == LEAVE:
            self.take(position)
        elif action == AGAIN:
            position.left[1 - position.turn] = 0
            position.rolled = 1 + dice.below(6, DIE)
            self.take(position)
        else:
            position.rolled = 1 + dice.below(6, DIE)
            if not position.left[1 - position.turn]:
                self.take(position)

    def take(self, position: Table) -> None:
        """The roll counts."""
        rolled, position.rolled = position.rolled, 0
        if rolled == 1:
            self.next_turn(position)
        else:
            position.brought += rolled

    def next_turn(self, position: Table) -> None:
        position.turn, position.brought = 1 - position.turn, 0

    def scores(self, position: Table) -> list[float]:
        mine, theirs = position.points
        return [(mine > theirs) + 0.5 * (mine == theirs), (theirs > mine) + 0.5 * (mine == theirs)]

    def action_text(self, action: Action) -> str:
        return WORDS[action]

    def parse_action(self, text: str) -> Action:
        from cardlab.errors import PositionError

        for action, word in WORDS.items():
            if text == word:
                return action
        raise PositionError(f"{text!r} is not an action of Pig; write roll, hold, again or leave")
