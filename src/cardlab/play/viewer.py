"""The screen on which games are looked at: a recorded one, step by step. Watching builds on it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Footer, Static

from cardlab.core.picking import Picking
from cardlab.core.state import State
from cardlab.play.dialogs import Paper, help_text, rules_text, summary_text
from cardlab.play.record import Record
from cardlab.play.scene import Scene
from cardlab.play.telling import last_words, outcome, summary_lines
from cardlab.play.widgets import Board, Log, plain_text, title_text

_KEYS = (
    ("← →", "one decision back or on"),
    ("↑ ↓  PgUp PgDn", "a whole round back or on"),
    ("Home End", "the first or the last position"),
    ("o", "look through the eyes of one seat after another, or see all"),
    ("Enter", "summary: result and turning points"),
    ("?", "these keys, the rules, and what marks mean"),
    ("q", "quit"),
)


class ViewerScreen(Screen[None]):
    """A record with a place in it (`at` steps have been made) and a seat to look through (None sees everything)."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", "back", priority=True),
        Binding("right", "step(1)", "on", priority=True),
        Binding("up,pageup", "round(-1)", "round back", priority=True),
        Binding("down,pagedown", "round(1)", "round on", priority=True),
        Binding("home", "start", "start", priority=True),
        Binding("end", "end", "end", priority=True),
        Binding("o", "eyes", "eyes"),
        Binding("enter", "summary", "summary", priority=True),
        Binding("question_mark", "help", "help", key_display="?"),
        Binding("q", "quit", "quit"),
    ]
    KEYS: ClassVar[tuple[tuple[str, str], ...]] = _KEYS

    def __init__(self, record: Record) -> None:
        super().__init__()
        self.record = record
        self.at = 0
        self.eyes: int | None = None
        self._laid: tuple[State, int | None, Picking] | None = None

    def compose(self) -> ComposeResult:
        """Board left; where we are and what happened right."""
        yield Static(id="heading")
        with Horizontal():
            yield Board()
            with Vertical(id="side"):
                yield Static(id="prompt")
                yield from self.compose_more()
                yield Static("What happened", classes="caption")
                yield Log()
        yield Footer()

    def compose_more(self) -> ComposeResult:
        """What a kind of viewer shows between place and log."""
        yield from ()

    def on_mount(self) -> None:
        """Show the start."""
        self.call_after_refresh(self.show)

    @property
    def picking(self) -> Picking:
        """The table at this place through the chosen eyes, laid once. It offers no moves."""
        state, eyes = self.record.states[self.at], self.eyes
        if self._laid is None or self._laid[0] is not state or self._laid[1] != eyes:
            view = state.to_dict() if eyes is None else state.view(eyes)
            self._laid = (state, eyes, Picking(self.record.game.table(view, eyes, ())))
        return self._laid[2]

    def scene(self) -> Scene:
        """The position at this place, through the chosen eyes."""
        state, game = self.record.states[self.at], self.record.game
        told = last_words(self.record, self.at, self.eyes)
        return Scene(self.picking, game.looks(), self.record.names, state.player, status=told, thinking=self.thinking)

    @property
    def thinking(self) -> bool:
        """Whether the seat to move is thinking about this position."""
        return False

    def show(self) -> None:
        """Bring everything on the screen up to date."""
        self.query_one(Board).show(self.scene())
        self.query_one(Log).tell(self.record, self.at, self.eyes)
        game = self.record.game
        seen = "everything" if self.eyes is None else self.record.names[self.eyes]
        seed = f"  ·  seed {self.record.seed}" if self.record.seed is not None else ""
        self.query_one("#heading", Static).update(title_text(game.title, f"{game.spec()}{seed}  ·  eyes: {seen}"))
        self.query_one("#prompt", Static).update(plain_text(self.place()))

    def place(self) -> str:
        """Where we are, in words."""
        if self.at == len(self.record.steps) and self.record.now.over:
            return f"End: {outcome(self.record)}"
        return f"Decision {self.at} of {len(self.record.steps)}"

    def go(self, at: int) -> None:
        """To another place, within the record."""
        self.at = max(0, min(at, len(self.record.steps)))
        self.show()

    def action_step(self, step: int) -> None:
        """One decision back or on."""
        self.go(self.at + step)

    def action_round(self, step: int) -> None:
        """To the same player's turn before or after this one."""
        self.go(self.record.round_on(self.at) if step > 0 else self.record.round_back(self.at))

    def action_start(self) -> None:
        """The first position."""
        self.go(0)

    def action_end(self) -> None:
        """The last position."""
        self.go(len(self.record.steps))

    def action_eyes(self) -> None:
        """Everything, then each seat in turn."""
        seats = [None, *range(self.record.game.players)]
        self.eyes = seats[(seats.index(self.eyes) + 1) % len(seats)]
        self.show()

    def action_summary(self) -> None:
        """Result, decisions and turning points."""
        self.app.push_screen(Paper("Summary", summary_text(summary_lines(self.record))))

    def action_help(self) -> None:
        """The keys and the rules."""
        body = help_text(self.KEYS, rules_text(self.picking.table.lessons))
        self.app.push_screen(Paper(f"{self.record.game.title}: keys and rules", body))

    def action_quit(self) -> None:
        """Leave."""
        self.app.exit()
