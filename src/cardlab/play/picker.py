"""What a person does with a table: pick, point, move cursors, and so decide."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import OptionList

from cardlab.agents.report import Report
from cardlab.core.action import Action
from cardlab.core.picking import KEYS, Picking, Touch
from cardlab.play.blocks import CONFIRM
from cardlab.play.scene import Scene
from cardlab.play.steering import neighbour
from cardlab.play.tablescreen import TableScreen, next_told
from cardlab.play.widgets import ActionList, Board


class Picker(TableScreen):
    """A screen with a table on which somebody decides."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1, 0)", show=False),
        Binding("right", "move(1, 0)", show=False),
        Binding("up", "row(-1)", show=False, priority=True),
        Binding("down", "row(1)", show=False, priority=True),
        Binding("tab", "swap", show=False, priority=True),
        Binding("space", "touch", show=False, priority=True),
        Binding("escape", "clear", show=False),
        *(Binding(key, f"digit({number})", show=False) for number, key in enumerate(KEYS, 1)),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._in_list = False
        self.fresh_picks()

    def fresh_picks(self) -> None:
        """Forget what was picked, pointed at and advised."""
        self._picked: tuple[str, ...] = ()
        self._cursor: str | None = None
        self._pointed: str | None = None
        self._by_list = False
        self._report: Report | None = None
        self._advice: Action | None = None

    @property
    def picking(self) -> Picking:
        """The table as the person sees it."""
        raise NotImplementedError

    def decide(self, action: Action) -> None:
        """Carry out what the person chose."""
        raise NotImplementedError

    def show_board(self, scene: Scene) -> None:
        """The board, and the words about what is picked or pointed at."""
        raise NotImplementedError

    @property
    def _on_board(self) -> bool:
        """Whether all arrow keys move on the board."""
        return not self._in_list and any(zone.shape == "grid" for zone in self.picking.table.zones)

    # ---- touching ------------------------------------------------------------------------------------------------------

    def on_board_touched(self, message: Board.Touched) -> None:
        """A click on a card."""
        self._touch(message.spot)

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """A click on an action."""
        self.decide(self.query_one(ActionList).actions[message.option_index])

    def _touch(self, spot: str) -> None:
        made = self.picking.made(self._picked) if spot == CONFIRM else None
        touch = Touch(self._picked, made.action) if made else self.picking.touch(self._picked, spot)
        if touch.action is not None:
            self.decide(touch.action)
            return
        self._picked, self._pointed = touch.picked, None
        self.show()

    def action_digit(self, number: int) -> None:
        """The key of a choice: the card or the action that shows it."""
        spots = self.picking.numbered(self._picked)
        if spots and number <= len(spots):
            self._touch(spots[number - 1])
        elif not spots and number <= len(self.query_one(ActionList).actions):
            self.decide(self.query_one(ActionList).actions[number - 1])

    def action_touch(self) -> None:
        """Touch the spot under the cursor."""
        if self._cursor is not None:
            self._touch(self._cursor)

    @property
    def _listed(self) -> bool:
        """Whether Enter plays what is marked in the list, as nothing on the board comes first."""
        if self.picking.made(self._picked) is not None or self._cursor is not None:
            return False
        chosen = self._by_list or self._advice is not None
        return chosen or not (self.picking.by_things or (not self._picked and self.picking.table.enter is not None))

    def _entered(self) -> Action | None:
        """What Enter would play at once."""
        made, entered = self.picking.made(self._picked), self.picking.table.enter
        if made is not None:
            return made.action
        if self._cursor is not None:
            return self.picking.touch(self._picked, self._cursor).action
        return self.query_one(ActionList).current if self._listed else entered if not self._picked else None

    def action_choose(self) -> None:
        """Confirm the picked cards, touch the card under the cursor, or play the marked action."""
        entered = self._entered()
        if entered is not None:
            self.decide(entered)
        elif self._cursor is not None:
            self._touch(self._cursor)
        elif not self._listed:
            self.notify(self.picking.prompt(self._picked), markup=False)

    def mark_list(self) -> None:
        """The list marks what Enter would play, and nothing else."""
        if not self._listed:
            self.query_one(ActionList).follow(self._entered())

    # ---- moving --------------------------------------------------------------------------------------------------------

    def action_move(self, across: int, down: int) -> None:
        """To the next or previous spot; on a board to the one in that direction."""
        spots = self.picking.reachable(self._picked)
        if not spots:
            return
        if self._on_board:
            self._cursor = neighbour(self.query_one(Board).canvas.spots, spots, self._cursor, across, down)
        else:
            at = spots.index(self._cursor) + across if self._cursor in spots else (0 if across > 0 else -1)
            self._cursor = spots[at % len(spots)]
        self._pointed, self._by_list = None, False
        self.show_board(self.scene())

    def action_row(self, step: int) -> None:
        """To the next or previous action; on a board up or down."""
        if self._on_board:
            self.action_move(0, step)
            return
        listed = self.query_one(ActionList)
        if listed.actions:
            chosen = self._by_list or self._advice is not None
            at = listed.highlighted if chosen or self._cursor is not None else None
            first = at is None or (step > 0 and not chosen)
            listed.highlighted = (at or 0) if first and step > 0 else ((at or 0) + step) % len(listed.actions)
            self._cursor, self._by_list = None, True
            self.show_board(self.scene())

    def action_swap(self) -> None:
        """On a board: up and down move in the list, or on the board again."""
        self._in_list = not self._in_list
        if not self._in_list:
            self._by_list = False
        self.show_board(self.scene())

    def action_explain(self) -> None:
        """Explain the next thing that there is something to say about."""
        self._pointed = next_told(self.picking.table.things, self._pointed)
        self.show_board(self.scene())

    def action_clear(self) -> None:
        """Put picked cards back."""
        self._picked, self._cursor, self._pointed, self._by_list = (), None, None, False
        self.show()
