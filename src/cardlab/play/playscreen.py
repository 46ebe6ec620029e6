"""The screen on which a person plays against agents. The person plays through a Seat: nothing hidden gets here."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, OptionList, Static

from cardlab.agents.report import Report
from cardlab.core.action import Action
from cardlab.core.picking import Picking, Touch
from cardlab.core.printable import error_text, printable
from cardlab.core.rng import derive
from cardlab.core.state import Seat, State
from cardlab.errors import CardlabError
from cardlab.play.blocks import CONFIRM
from cardlab.play.dialogs import CLOSE, Paper, help_text, lesson_text, rules_text, summary_text
from cardlab.play.record import Record
from cardlab.play.saving import save_replay
from cardlab.play.scene import Scene
from cardlab.play.sitting import Sitting
from cardlab.play.telling import last_words, summary_lines
from cardlab.play.thinker import Thinker, Thought
from cardlab.play.widgets import ActionList, Board, Log, plain_text, title_text

_KEYS = (
    ("click, 1–9", "play a card or an action; pick cards to lay out"),
    ("← →", "move among the cards that may be touched"),
    ("↑ ↓", "move in the list of actions"),
    ("Enter", "play what is marked, or confirm the picked cards"),
    ("i", "explain one card after another, also those that cannot be played"),
    ("h", "hint of an agent, with visits and values"),
    ("u", "undo: back to your previous decision"),
    ("n", "new game"),
    ("r", "save a replay of the game so far"),
    ("?", "these keys, the rules, and what marks mean"),
    ("q", "quit"),
)


@dataclass(frozen=True)
class _Laid:
    """A state, and its table."""

    state: State
    picking: Picking


class PlayScreen(Screen[None]):
    """Board, actions and log."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "play", priority=True),
        Binding("h", "hint", "hint"),
        Binding("u", "undo", "undo"),
        Binding("n", "new", "new game"),
        Binding("r", "save", "save replay"),
        Binding("question_mark", "help", "help", key_display="?"),
        Binding("q", "quit", "quit"),
        Binding("left", "move(-1)", show=False),
        Binding("right", "move(1)", show=False),
        Binding("up", "row(-1)", show=False, priority=True),
        Binding("down", "row(1)", show=False, priority=True),
        Binding("space", "touch", show=False, priority=True),
        Binding("escape", "clear", show=False),
        Binding("i", "explain", show=False),
        *(Binding(str(n), f"digit({n})", show=False) for n in range(1, 10)),
    ]

    class Answered(Message):
        """An agent has chosen, or failed; `turn` says for which moment."""

        def __init__(self, turn: int, thought: Thought | None, error: str = "", hint: bool = False) -> None:
            super().__init__()
            self.turn, self.thought, self.error, self.hint = turn, thought, error, hint

    def __init__(self, sitting: Sitting) -> None:
        super().__init__()
        self.sitting = sitting
        self._laid: _Laid | None = None
        self._advisor = Thinker(sitting.game, sitting.hint)
        self._turn = 0
        self._begin(sitting)

    def _begin(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.record = Record.new(sitting.game, sitting.seed, sitting.agents)
        self._thinkers = {seat: Thinker(sitting.game, spec) for seat, spec in enumerate(sitting.agents) if seat != sitting.seat}
        self._fresh_turn()

    def _fresh_turn(self) -> None:
        """Forget what belongs to one moment: picks, advice and thoughts still on their way."""
        self._turn += 1
        self._picked: tuple[str, ...] = ()
        self._cursor: str | None = None
        self._pointed: str | None = None
        self._by_list = False
        self._report: Report | None = None
        self._advice: Action | None = None

    def compose(self) -> ComposeResult:
        """Board left, actions and log right."""
        yield Static(id="heading")
        with Horizontal():
            yield Board()
            with Vertical(id="side"):
                yield Static(id="prompt")
                yield Static(id="lesson")
                yield ActionList()
                yield Static("What happened", classes="caption")
                yield Log()
        yield Footer()

    def on_mount(self) -> None:
        """Start the game."""
        self.query_one(ActionList).focus()
        self.call_after_refresh(self._go_on)

    # ---- the flow of the game -----------------------------------------------------------------------------------

    @property
    def seat(self) -> Seat:
        """All that the person may know."""
        seat: Seat = self.record.seat(self.sitting.seat)
        return seat

    def _go_on(self) -> None:
        """Show where the game stands and ask whoever is next."""
        self.show()
        state = self.record.now
        player = state.player
        if player is None:
            self._tell_end()
        elif player != self.sitting.seat:
            self._ask(self._thinkers[player], self.record.seat(player), self.sitting.pace, hint=False)

    def _ask(self, thinker: Thinker, seat: Seat, pace: float, hint: bool) -> None:
        turn, seed = self._turn, derive(self.sitting.seed, "choice", seat.player, len(self.record.steps))

        def think() -> None:
            started = time.monotonic()
            try:
                answer = self.Answered(turn, thinker.think(seat, seed), hint=hint)
            except BaseException as error:  # in this thread nothing else ends the program: what an agent raises is its own
                answer = self.Answered(turn, None, f"{thinker.spec}: {error_text(error)}", hint)
            time.sleep(max(0.0, pace - (time.monotonic() - started)))
            self.post_message(answer)

        self.run_worker(think, thread=True, group="think")

    def on_play_screen_answered(self, message: Answered) -> None:
        """An agent's choice is played, an advisor's is shown. Those of moments gone by are dropped."""
        if message.turn != self._turn:
            return
        if message.thought is None:
            self._complain("an agent failed", message.error)
        elif message.hint:
            self._report, self._advice = message.thought.report, message.thought.action
            self.show()
        else:
            self._play(message.thought.action)

    def _play(self, action: Action) -> None:
        try:
            self.record.add(action)
        except CardlabError as error:
            self._complain("not legal", str(error))
            return
        self._fresh_turn()
        self._go_on()

    def _complain(self, title: str, error: str) -> None:
        text = printable(f"{error}. Undo (u) or start a new game (n).")
        self.notify(text, title=title, severity="error", markup=False)

    def _tell_end(self) -> None:
        choices = (("n", "again", "Play again (n)"), ("r", "save", "Save replay (r)"), ("u", "undo", "Undo (u)"), CLOSE)
        result = self.record.now.result
        title = "You win!" if result is not None and result.winner == self.sitting.seat else "The game is over"
        self.app.push_screen(Paper(title, summary_text(summary_lines(self.record)), choices), self._after_end)

    def _after_end(self, answer: str | None) -> None:
        if answer == "again":
            self.action_new()
        elif answer == "save":
            self.action_save()
        elif answer == "undo":
            self.action_undo()

    # ---- showing ---------------------------------------------------------------------------------------------------

    @property
    def picking(self) -> Picking:
        """The table as the person sees it, laid once for each position."""
        state = self.record.now
        if self._laid is None or self._laid.state is not state:
            seat, game = self.seat, self.sitting.game
            self._laid = _Laid(state, Picking(game.table(seat.view(), self.sitting.seat, seat.legal())))
        return self._laid.picking

    def scene(self) -> Scene:
        """What the person sees now, and is about to do."""
        told = last_words(self.record, len(self.record.steps), self.sitting.seat)
        marked = self.query_one(ActionList).current if self._by_list else None
        player = self.record.now.player
        return Scene(
            self.picking, self.sitting.game.looks(), self.record.names, player, self._picked, self._cursor, marked,
            self._advice, told, player not in (None, self.sitting.seat), self._pointed,
        )  # fmt: skip

    def show(self) -> None:
        """Bring everything on the screen up to date."""
        scene = self.scene()
        self.query_one(ActionList).offer(scene, self._report)
        self._show_board(scene)
        self.query_one(Log).tell(self.record, len(self.record.steps), self.sitting.seat)
        game = self.sitting.game
        told = f"{game.spec()}  ·  seed {self.sitting.seed}  ·  decision {len(self.record.steps) + 1}"
        self.query_one("#heading", Static).update(title_text(game.title, told))

    def _show_board(self, scene: Scene) -> None:
        """The board, and the words about what is picked or pointed at."""
        self.query_one(Board).show(scene)
        self._show_words(scene)

    def _show_words(self, scene: Scene) -> None:
        self.query_one("#prompt", Static).update(plain_text(self._prompt(scene)))
        lesson = self.query_one("#lesson", Static)
        lesson.update(lesson_text(scene))
        lesson.display = scene.told is not None

    def _prompt(self, scene: Scene) -> str:
        if scene.player is None:
            return "The game is over  (n: new game)"
        if scene.thinking:
            return f"{scene.names[scene.player]} is thinking…"
        return self.picking.prompt(self._picked)

    # ---- what the person does -----------------------------------------------------------------------------------------

    def on_board_touched(self, message: Board.Touched) -> None:
        """A click on a card."""
        self._touch(message.spot)

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """A click on an action."""
        self._play(self.query_one(ActionList).actions[message.option_index])

    def _touch(self, spot: str) -> None:
        made = self.picking.made(self._picked) if spot == CONFIRM else None
        touch = Touch(self._picked, made.action) if made else self.picking.touch(self._picked, spot)
        if touch.action is not None:
            self._play(touch.action)
            return
        self._picked, self._pointed = touch.picked, None
        self.show()

    def action_digit(self, number: int) -> None:
        """A number key: the card or the action with that number."""
        spots = self.picking.numbered(self._picked)
        if spots and number <= len(spots):
            self._touch(spots[number - 1])
        elif not spots and number <= len(self.query_one(ActionList).actions):
            self._play(self.query_one(ActionList).actions[number - 1])

    def action_move(self, step: int) -> None:
        """To the next or previous spot."""
        spots = self.picking.reachable(self._picked)
        if spots:
            at = spots.index(self._cursor) + step if self._cursor in spots else (0 if step > 0 else -1)
            self._cursor, self._pointed, self._by_list = spots[at % len(spots)], None, False
            self._show_board(self.scene())

    def action_row(self, step: int) -> None:
        """To the next or previous action."""
        listed = self.query_one(ActionList)
        if listed.actions:
            unmarked = not self._by_list and self._advice is None
            at = listed.highlighted or 0
            listed.highlighted = at if unmarked and step > 0 else (at + step) % len(listed.actions)
            self._cursor, self._by_list = None, True
            self._show_board(self.scene())

    def action_explain(self) -> None:
        """Explain the next thing that there is something to say about."""
        told = [thing.id for thing in self.picking.table.things if thing.why_not or thing.does]
        if told:
            at = told.index(self._pointed) + 1 if self._pointed in told else 0
            self._pointed = told[at % len(told)]
            self._show_board(self.scene())

    def action_touch(self) -> None:
        """Touch the spot under the cursor."""
        if self._cursor is not None:
            self._touch(self._cursor)

    def action_choose(self) -> None:
        """Confirm the picked cards, touch the card under the cursor, or play the marked action."""
        idle = not self._picked and self._cursor is None and not self._by_list and self._advice is None
        made, entered = self.picking.made(self._picked), self.picking.table.enter
        if made is not None:
            self._play(made.action)
        elif idle and entered is not None:
            self._play(entered)
        elif self._cursor is not None:
            self._touch(self._cursor)
        elif self.picking.by_things and not self._by_list and self._advice is None:
            self.notify(self.picking.prompt(self._picked), markup=False)
        elif (current := self.query_one(ActionList).current) is not None:
            self._play(current)

    def action_clear(self) -> None:
        """Put picked cards back."""
        self._picked, self._cursor, self._pointed, self._by_list = (), None, None, False
        self.show()

    def action_hint(self) -> None:
        """Ask the advisor."""
        if self.record.now.player != self.sitting.seat:
            self.notify("Hints are for your own turn")
            return
        self.query_one("#prompt", Static).update(plain_text(f"{self.sitting.hint} is thinking about a hint…"))
        self._ask(self._advisor, self.seat, 0.0, hint=True)

    def action_undo(self) -> None:
        """Back to the person's previous decision."""
        at = self.record.last_decision_of(self.sitting.seat, len(self.record.steps))
        if at is None:
            self.notify("There is nothing to undo: you have not decided anything yet")
            return
        self.record.cut(at)
        self._call_off()
        self._fresh_turn()
        self._go_on()

    def action_new(self) -> None:
        """Another game, as it is played after this one."""
        self._call_off()
        self._begin(self.sitting.again(self.record))
        self._go_on()

    def action_save(self) -> None:
        """Write the game so far to a file."""
        self.notify(save_replay(self.record, self.sitting.folder), title="replay", markup=False)

    def action_help(self) -> None:
        """The keys and the rules."""
        body = help_text(_KEYS, rules_text(self.picking.table.lessons))
        self.app.push_screen(Paper(f"{self.sitting.game.title}: keys and rules", body))

    def action_quit(self) -> None:
        """Leave."""
        self._call_off()
        self.app.exit()

    def _call_off(self) -> None:
        for thinker in (*self._thinkers.values(), self._advisor):
            thinker.call_off()
            thinker.forget()
