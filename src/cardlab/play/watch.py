"""The screen on which agents play each other live. The past can be looked at while the game waits."""

from __future__ import annotations

import time
from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.timer import Timer
from textual.widgets import Static

from cardlab.agents.report import Report
from cardlab.core.action import Action
from cardlab.core.game import Game
from cardlab.core.rng import derive
from cardlab.errors import CardlabError, OptionError
from cardlab.play.beside import PATIENCE, do_beside, post
from cardlab.play.keys import WATCH_KEYS
from cardlab.play.record import Record
from cardlab.play.saving import save_replay
from cardlab.play.scene import lay
from cardlab.play.thinker import Thinker, Thought, farewell
from cardlab.play.viewer import ViewerScreen, going
from cardlab.play.widgets import ReportPanel, plain_text

SPEEDS = (4.0, 2.0, 1.0, 0.5, 0.25, 0.1, 0.02)
"""Seconds between decisions, from slow to fast."""


class WatchScreen(ViewerScreen, inherit_bindings=False):
    """Agents think in a thread, one decision after another, unless paused."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("space", "pause", "pause", priority=True),
        Binding("plus,equals_sign", "speed(1)", "speed", key_display="+-"),
        Binding("minus", "speed(-1)", show=False),
        *going(short=True),
        Binding("o", "eyes", "eyes"),
        Binding("i", "explain", show=False),
        Binding("escape", "clear", show=False),
        Binding("enter", "summary", "summary", priority=True),
        Binding("r", "save", "save"),
        Binding("question_mark", "help", "help", key_display="?"),
        Binding("q", "quit", "quit"),
    ]
    KEYS = WATCH_KEYS

    class Chosen(Message):
        """An agent has chosen, or failed, at that place."""

        def __init__(self, at: int, thought: Thought | None, error: str = "") -> None:
            super().__init__()
            self.at, self.thought, self.error = at, thought, error

    def __init__(self, game: Game, agents: tuple[str, ...], seed: int = 0, speed: int = 2, folder: Path | None = None) -> None:
        if len(agents) != game.players:
            raise OptionError(f"{game.players} players need {game.players} agents, not {len(agents)}")
        super().__init__(Record.new(game, seed, agents))
        self._thinkers = [Thinker(game, spec) for spec in agents]
        self._reports: list[Report] = []
        self._seed, self._speed, self._folder = seed, speed, folder or Path.cwd()
        self._busy, self._asked = False, 0.0
        self._failure = ""
        self._timer: Timer | None = None
        self.paused = False

    def compose_more(self) -> ComposeResult:
        """What the latest mover considered."""
        yield Static("What the agent considered", classes="caption")
        yield ReportPanel()

    def on_mount(self) -> None:
        """Begin to play."""
        super().on_mount()
        self.set_interval(1.0, self._tell_waiting)
        self._wait()

    @property
    def thinking(self) -> bool:
        return self._busy and self.at == len(self.record.steps)

    def place(self) -> str:
        if self._failure:
            return self._failure
        if self.record.now.over and self.at == len(self.record.steps):
            return super().place()
        pace = "paused" if self.paused else f"{SPEEDS[self._speed]:g} s a move"
        waited = time.monotonic() - self._asked
        if self.thinking and waited >= PATIENCE:
            pace = f"{self.record.names[self.record.now.player or 0]} has been thinking for {waited:.0f} s"
        return f"{super().place()}  ·  {pace}"

    def show(self) -> None:
        super().show()
        panel = self.query_one(ReportPanel)
        if self.at == 0:
            panel.update("")
            return
        before = self._latest_search()
        step, report = self.record.steps[before], self._reports[before]
        who = f"{before + 1}  {self.record.names[step.player]}"
        panel.show(self._words(before), who, report, step.action)

    def _tell_waiting(self) -> None:
        """Say how long an agent has been thinking."""
        if self.is_current and self.thinking:
            self.query_one("#prompt", Static).update(plain_text(self.place()))

    def _words(self, at: int) -> dict[Action, str]:
        """The actions at a decision, in words, as its player saw the table."""
        state = self.record.states[at]
        player = state.player
        assert player is not None
        table = lay(self.record.game, state.view(player), player, state.legal(), self.record.names).table
        return {move.action: move.words for move in table.moves}

    def _latest_search(self) -> int:
        """The latest step of the round with something to report, or else the latest step."""
        recent = range(self.at - 1, max(-1, self.at - 1 - self.record.game.players), -1)
        return next((at for at in recent if self._reports[at].iterations), self.at - 1)

    # ---- playing ---------------------------------------------------------------------------------------------------

    def _wait(self) -> None:
        if self._timer is not None:
            self._timer.stop()
        self._timer = self.set_timer(SPEEDS[self._speed], self._tick)

    def _tick(self) -> None:
        """Go on by one: through what was played already, then by asking the next agent."""
        if not self.paused:
            self._advance()

    def _advance(self) -> None:
        if self.at < len(self.record.steps):
            self.go(self.at + 1)
            self._wait()
        elif not self._busy and not self.record.now.over and not self._failure:
            self._ask()

    def _ask(self) -> None:
        state, at = self.record.now, len(self.record.steps)
        player = state.player
        assert player is not None
        seat, thinker, told = self.record.seat(player), self._thinkers[player], self.record.told
        seed = derive(self._seed, "choice", player, at)
        self._busy, self._asked = True, time.monotonic()

        def think() -> None:
            try:
                post(self, self.Chosen(at, thinker.think(seat, seed, told)))
            except BaseException as error:  # in this thread nothing else ends the program: what an agent raises is its own
                post(self, self.Chosen(at, None, thinker.failure(error)))

        do_beside(think)
        self.show()

    def on_watch_screen_chosen(self, message: Chosen) -> None:
        """Play what an agent chose; follow it if the latest position is on the screen."""
        self._busy = False
        following = self.at == len(self.record.steps)
        try:
            if message.thought is None:
                raise CardlabError(message.error)
            self.record.add(message.thought.action, message.thought.milliseconds, message.thought.lines)
            self._reports.append(message.thought.report)
        except CardlabError as error:
            self._failure = str(error)
        self.go(len(self.record.steps) if following else self.at)
        if self.record.now.over:
            do_beside(farewell(dict(enumerate(self._thinkers)), self.record))
        if self.record.now.over and following:
            self.action_summary()
        self._wait()

    # ---- keys --------------------------------------------------------------------------------------------------------

    def action_pause(self) -> None:
        """Stop after the decision being made, or go on."""
        self.paused = not self.paused
        self.show()
        self._wait()

    def action_step(self, step: int) -> None:
        """Pause and go one decision back or on; at the end, the next agent decides."""
        self.paused = True
        if step > 0:
            self._advance()
        else:
            self.go(self.at - 1)

    def action_turn(self, step: int) -> None:
        """Pause and go a turn back or on; at the end, the next agent decides."""
        self.paused = True
        if step > 0 and self.at == len(self.record.steps):
            self._advance()
        else:
            super().action_turn(step)

    def action_round(self, step: int) -> None:
        self.paused = True
        super().action_round(step)

    def action_start(self) -> None:
        self.paused = True
        super().action_start()

    def action_speed(self, change: int) -> None:
        """Faster or slower."""
        self._speed = max(0, min(len(SPEEDS) - 1, self._speed + change))
        self.show()
        self._wait()

    def action_save(self) -> None:
        """Write the game so far to a file."""
        self.notify(save_replay(self.record, self._folder), title="replay", markup=False)

    def action_quit(self) -> None:
        for thinker in self._thinkers:
            thinker.call_off()
        super().action_quit()
