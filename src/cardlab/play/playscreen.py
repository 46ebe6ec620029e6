"""The screen on which a person plays against agents. The person plays through a Seat: nothing hidden gets here."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.message import Message
from textual.widgets import Footer, Static

from cardlab.core.action import Action
from cardlab.core.picking import Picking
from cardlab.core.printable import printable
from cardlab.core.replay import Said
from cardlab.core.rng import derive
from cardlab.core.state import Seat, State
from cardlab.errors import CardlabError
from cardlab.lab.people.resultbook import PersonsGame
from cardlab.play.beside import PATIENCE, do_beside, post
from cardlab.play.dialogs import CLOSE, CONSENT, CalmPaper, consent_text, summary_text
from cardlab.play.keys import PLAY_KEYS
from cardlab.play.logpanel import Log
from cardlab.play.picker import Picker
from cardlab.play.record import Record
from cardlab.play.saving import save_replay
from cardlab.play.scene import Scene, lay
from cardlab.play.sitting import Sitting
from cardlab.play.tally import Tally
from cardlab.play.telling import last_words, summary_lines
from cardlab.play.thinker import Thinker, Thought, farewell
from cardlab.play.widgets import ActionList, Board, plain_text, title_text


@dataclass(frozen=True)
class _Laid:
    """A state, and its table."""

    state: State
    picking: Picking


class PlayScreen(Picker):
    """Board, actions and log."""

    FEWEST_COLUMNS = 72
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "play", priority=True),
        Binding("i", "explain", "explain"),
        Binding("h", "hint", "hint"),
        Binding("u", "undo", "undo"),
        Binding("n", "new", "new game"),
        Binding("r", "save", "save"),
        Binding("question_mark", "help", "help", key_display="?"),
        Binding("q", "quit", "quit"),
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
        self._asked = 0.0
        self.score = Tally()
        self._begin(sitting)

    def _begin(self, sitting: Sitting) -> None:
        self.sitting = sitting
        self.record = Record.new(sitting.game, sitting.seed, sitting.agents)
        self._thinkers = {
            seat: Thinker(sitting.game, spec, sitting.turn_ms)
            for seat, spec in enumerate(sitting.agents)
            if seat != sitting.seat
        }
        self._hints = self._undos = 0
        self._kept: PersonsGame | None = None
        self._told_end = False
        self._fresh_turn()

    def _fresh_turn(self) -> None:
        """Forget what belongs to one moment: picks, advice and thoughts still on their way."""
        self._turn += 1
        self.fresh_picks()

    def compose(self) -> ComposeResult:
        """Board left, actions and log right."""
        yield Static(id="heading")
        yield from self.compose_small()
        with Horizontal(id="table"):
            yield Board()
            with Vertical(id="side"):
                yield Static(id="prompt")
                yield Static(id="advice")
                yield Static(id="lesson")
                yield ActionList()
                yield Static("What happened", classes="caption")
                yield Log()
        yield Footer()

    def on_mount(self) -> None:
        """Start the game."""
        self.query_one(ActionList).focus()
        self.set_interval(1.0, self._tell_waiting)
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
        self._asked = time.perf_counter()
        player = self.record.now.player
        if player is None:
            self._tell_end()
        elif player != self.sitting.seat:
            self._ask(self._thinkers[player], self.record.seat(player), self.sitting.pace, hint=False)

    def _ask(self, thinker: Thinker, seat: Seat, pace: float, hint: bool) -> None:
        turn, seed = self._turn, derive(self.sitting.seed, "choice", seat.player, len(self.record.steps))
        told, number = self.record.told, self.record.moment(len(self.record.steps)).turn

        def think() -> None:
            started = time.monotonic()
            try:
                answer = self.Answered(turn, thinker.think(seat, seed, told, number), hint=hint)
            except BaseException as error:  # in this thread nothing else ends the program: what an agent raises is its own
                answer = self.Answered(turn, None, thinker.failure(error), hint)
            time.sleep(max(0.0, pace - (time.monotonic() - started)))
            post(self, answer)

        do_beside(think)

    def on_play_screen_answered(self, message: Answered) -> None:
        """An agent's choice is played, an advisor's is shown. Those of moments gone by are dropped."""
        if message.turn != self._turn:
            return
        if message.thought is None:
            self._complain("an agent failed", message.error)
        elif message.hint:
            self._report, self._advice = message.thought.report, message.thought.action
            self._hints += 1
            self.show()
        else:
            self._play(message.thought.action, message.thought.milliseconds, message.thought.lines)

    def _play(self, action: Action, milliseconds: float | None = None, lines: Sequence[Said] = ()) -> None:
        """Carry out what an agent chose in that time, or else the person since being asked."""
        taken = 1000 * (time.perf_counter() - self._asked) if milliseconds is None else milliseconds
        try:
            self.record.add(action, taken, lines)
        except CardlabError as error:
            self._complain("not legal", str(error))
            return
        self._fresh_turn()
        self._go_on()

    def decide(self, action: Action) -> None:
        """Carry out what the person chose; when others are asked, nothing."""
        if self.record.now.player == self.sitting.seat:
            self._play(action)

    def _complain(self, title: str, error: str) -> None:
        text = printable(f"{error}. Undo (u) or start a new game (n).")
        self.notify(text, title=title, severity="error", markup=False)

    def _tell_end(self) -> None:
        """Count the result, keep it if that is wished, and tell it."""
        result, book = self.record.now.result, self.sitting.book
        assert result is not None
        self.score.add(result)
        self._told_end = True
        do_beside(farewell(self._thinkers, self.record))
        self._kept = self.sitting.entry(self.record, self._hints, self._undos)
        try:
            if book is not None and book.consent is None:
                self.app.push_screen(CalmPaper("Keep your results?", consent_text(book.path), CONSENT), self._consented)
                return
            if book is not None:
                book.add(self._kept)
        except CardlabError as error:
            self.notify(str(error), title="the result is not kept", severity="error", markup=False)
        self._tell_result()

    def _consented(self, answer: str | None) -> None:
        """What was said to results being kept. Who only closes the question is asked again after the next game."""
        book = self.sitting.book
        try:
            if book is not None and self._kept is not None and answer in ("keep", "never"):
                book.consent = answer == "keep"
                book.add(self._kept)
        except CardlabError as error:
            self.notify(str(error), title="the result is not kept", severity="error", markup=False)
        self._tell_result()

    def _tell_result(self) -> None:
        choices = (("n", "again", "Play again (n)"), ("r", "save", "Save replay (r)"), ("u", "undo", "Undo (u)"), CLOSE)
        result = self.record.now.result
        title = "You win!" if result is not None and result.winner == self.sitting.seat else "The game is over"
        lines = summary_lines(self.record)
        if line := self.score.line(self.record.names):
            lines[1:1] = [line]
        self.app.push_screen(CalmPaper(title, summary_text(lines), choices), self._after_end)

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
            self._laid = _Laid(state, lay(game, seat.view(), self.sitting.seat, seat.legal(), self.record.names))
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
        self.check_room(scene)
        self.query_one(ActionList).offer(scene, self._report)
        self.show_board(scene)
        self.query_one(Log).tell(self.record, len(self.record.steps), self.sitting.seat)
        game = self.sitting.game
        score = self.score.words(self.record.names)
        at = f"decision {len(self.record.steps) + 1}"
        told = [*([score] if score else []), at, f"seed {self.sitting.seed}", game.spec()]
        self.query_one("#heading", Static).update(title_text(game.title, told, self.size.width))

    def show_board(self, scene: Scene) -> None:
        self.query_one(Board).show(scene)
        self.query_one("#prompt", Static).update(plain_text(self._prompt(scene)))
        advice = self.query_one("#advice", Static)
        advice.update(plain_text(self._advice_words(scene)))
        advice.display = self._advice is not None
        self.show_lesson(scene)
        self.mark_list()

    def _advice_words(self, scene: Scene) -> str:
        """The hint, wherever the cursor is."""
        move = next((move for move in scene.table.moves if move.action == self._advice), None)
        return "" if move is None else f"★ {self.sitting.hint.partition(':')[0]} advises: {move.words}"

    def _prompt(self, scene: Scene) -> str:
        if scene.player is None:
            return "The game is over  (n: new game)"
        if scene.thinking:
            seconds = time.perf_counter() - self._asked
            waited = f" {seconds:.0f} s  (n: new game, q: quit)" if seconds >= PATIENCE else ""
            return f"{scene.names[scene.player]} is thinking…{waited}"
        return self.picking.prompt(self._picked)

    def _tell_waiting(self) -> None:
        """Say how long an opponent has been thinking, and what one can do about it."""
        if self.is_current and self.record.now.player not in (None, self.sitting.seat):
            self.query_one("#prompt", Static).update(plain_text(self._prompt(self.scene())))

    # ---- what the person does besides playing -----------------------------------------------------------------

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
        self._take_back_end()
        self.record.cut(at)
        self._undos += 1
        self._call_off()
        self._fresh_turn()
        self._go_on()

    def _take_back_end(self) -> None:
        """If the game was over, it is not over after all."""
        if not self._told_end:
            return
        self.score.take_back()
        if self.sitting.book is not None and self._kept is not None:
            try:
                self.sitting.book.drop(self._kept)
            except CardlabError as error:
                self.notify(str(error), severity="error", markup=False)
        self._kept, self._told_end = None, False

    def action_new(self) -> None:
        """Another game, as it is played after this one."""
        self._call_off()
        self._begin(self.sitting.again(self.record))
        self._go_on()

    def action_save(self) -> None:
        """Write the game so far to a file."""
        self.notify(save_replay(self.record, self.sitting.folder), title="replay", markup=False)

    def action_help(self) -> None:
        """What the marked thing does, the keys and the rules."""
        self.show_help(self.sitting.game.title, PLAY_KEYS, self.scene())

    def action_quit(self) -> None:
        """Leave."""
        self._call_off()
        self.app.exit()

    def _call_off(self) -> None:
        for thinker in (*self._thinkers.values(), self._advisor):
            thinker.call_off()
            thinker.forget()
