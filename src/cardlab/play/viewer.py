"""The screen on which games are looked at: a recorded one, step by step. Watching builds on it."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Footer, Static

from cardlab.core.picking import Picking
from cardlab.core.state import State
from cardlab.play.dialogs import Paper, summary_text
from cardlab.play.keys import REPLAY_KEYS, Keys
from cardlab.play.logpanel import Log
from cardlab.play.paging import round_back, round_on, turn_back, turn_on
from cardlab.play.record import Record
from cardlab.play.scene import Scene, lay
from cardlab.play.tablescreen import TableScreen, next_told
from cardlab.play.telling import last_words, outcome, summary_lines, turn_title
from cardlab.play.widgets import Board, plain_text, title_text


def going(short: bool = False) -> list[BindingType]:
    """The keys that go through a game; `short`: where there is little room in the footer."""
    turn = "" if short else "turn "
    return [
        Binding("left", "turn(-1)", f"{turn}back", priority=True),
        Binding("right", "turn(1)", f"{turn}on", priority=True),
        Binding("up", "step(-1)", "back", show=not short, priority=True),
        Binding("down", "step(1)", "on", show=not short, priority=True),
        Binding("pageup", "round(-1)", show=False, priority=True),
        Binding("pagedown", "round(1)", show=False, priority=True),
        Binding("home", "start", show=False, priority=True),
        Binding("end", "end", show=False, priority=True),
    ]


class ViewerScreen(TableScreen):
    """A record with a place in it (`at` steps have been made) and a seat to look through (None sees everything)."""

    BINDINGS: ClassVar[list[BindingType]] = [
        *going(),
        Binding("o", "eyes", "eyes"),
        Binding("i", "explain", "tell"),
        Binding("escape", "clear", show=False),
        Binding("enter", "summary", "result", priority=True),
        Binding("question_mark", "help", "help", key_display="?"),
        Binding("q", "quit", "quit"),
    ]
    KEYS: ClassVar[Keys] = REPLAY_KEYS

    def __init__(self, record: Record) -> None:
        super().__init__()
        self.record = record
        self.at = 0
        self.eyes: int | None = None
        self._pointed: str | None = None
        self._laid: tuple[State, int | None, Picking] | None = None

    def compose(self) -> ComposeResult:
        """Board left; where we are and what happened right."""
        yield Static(id="heading")
        yield from self.compose_small()
        with Horizontal(id="table"):
            yield Board()
            with Vertical(id="side"):
                yield Static(id="prompt")
                yield Static(id="lesson")
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
            self._laid = (state, eyes, lay(self.record.game, view, eyes, (), self.record.names))
        return self._laid[2]

    def scene(self) -> Scene:
        """The position at this place, through the chosen eyes."""
        state, game = self.record.states[self.at], self.record.game
        told = last_words(self.record, self.at, self.eyes)
        return Scene(
            self.picking,
            game.looks(),
            self.record.names,
            state.player,
            status=told,
            thinking=self.thinking,
            pointed=self._pointed,
        )

    @property
    def thinking(self) -> bool:
        """Whether the seat to move is thinking about this position."""
        return False

    def show(self) -> None:
        """Bring everything on the screen up to date."""
        scene = self.scene()
        self.check_room(scene)
        self.query_one(Board).show(scene)
        self.show_lesson(scene)
        self.query_one(Log).tell(self.record, self.at, self.eyes)
        game = self.record.game
        seen = "everything" if self.eyes is None else self.record.names[self.eyes]
        seed = [] if self.record.seed is None else [f"seed {self.record.seed}"]
        told = [f"eyes: {seen}", *seed, game.spec()]
        self.query_one("#heading", Static).update(title_text(game.title, told, self.size.width))
        self.query_one("#prompt", Static).update(plain_text(self.place()))

    def place(self) -> str:
        """Where we are, in words."""
        record = self.record
        if self.at == len(record.steps) and record.now.over:
            return f"End: {outcome(record)}"
        return f"{turn_title(record, record.moment(self.at))}\nDecision {self.at} of {len(record.steps)}"

    def go(self, at: int) -> None:
        """To another place, within the record."""
        self._pointed = None
        self.at = max(0, min(at, len(self.record.steps)))
        self.show()

    def action_turn(self, step: int) -> None:
        """To the beginning of the next turn, or back to that of this one or the one before."""
        self.go(turn_on(self.record, self.at) if step > 0 else turn_back(self.record, self.at))

    def action_step(self, step: int) -> None:
        """One decision back or on."""
        self.go(self.at + step)

    def action_round(self, step: int) -> None:
        """To the same player's turn before or after this one."""
        self.go(round_on(self.record, self.at) if step > 0 else round_back(self.record, self.at))

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
        """What is explained just now, the keys and the rules."""
        self.show_help(self.record.game.title, self.KEYS, self.scene())

    def action_explain(self) -> None:
        """Explain the next thing that there is something to say about."""
        self._pointed = next_told(self.picking.table.things, self._pointed)
        self.show()

    def action_clear(self) -> None:
        """Explain no more."""
        self._pointed = None
        self.show()

    def action_quit(self) -> None:
        """Leave."""
        self.app.exit()
