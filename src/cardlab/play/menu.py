"""The menu before a game: which one, against whom, and how."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.events import Key
from textual.message import Message
from textual.screen import Screen
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from cardlab.core.printable import printable
from cardlab.errors import CardlabError
from cardlab.play.beside import do_beside, post
from cardlab.play.preparing import Plan, SettingRow, opponents_of
from cardlab.play.widgets import plain_text, title_text
from cardlab.registry import game_kind, game_names

Start = Callable[[Plan], "Screen[None]"]
_OTHER = "another agent…"
_PAGES = ("game", "opponent", "settings")
_ASKED = {
    "game": "Which game?  ↑ ↓ mark one, Enter takes it.",
    "opponent": "Against whom? The weakest is above.  ↑ ↓ mark one, Enter takes it.",
    "settings": "How?  ↑ ↓ mark, ← → change what is marked. Enter begins.",
}


class MenuScreen(Screen[None]):
    """Three lists one after the other. What is typed in has a line of its own below them."""

    DEFAULT_CSS = """
    MenuScreen #asked { padding: 1 2; color: #ffd75e; text-style: bold; height: auto; }
    MenuScreen OptionList { height: 1fr; border: none; padding: 0 1; background: #10161f; }
    MenuScreen OptionList:focus { border: none; background: #10161f; background-tint: #000000 0%; }
    MenuScreen OptionList > .option-list--option-highlighted { background: #24324a; }
    MenuScreen OptionList:focus > .option-list--option-highlighted { background: #24324a; color: #e8ecf4; }
    MenuScreen #told { padding: 1 2; height: auto; max-height: 7; color: #9aa6b8; }
    MenuScreen Input { display: none; margin: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "choose", "choose", priority=True),
        Binding("left", "turn(-1)", "less", show=False),
        Binding("right", "turn(1)", "more", show=False),
        Binding("e", "edit", "type a value"),
        Binding("escape", "back", "back"),
        Binding("q", "quit", "quit"),
    ]

    class Tried(Message):
        """It is known whether what was chosen can be played; `number` says which attempt that was."""

        def __init__(self, number: int, problem: str) -> None:
            super().__init__()
            self.number, self.problem = number, problem

    def __init__(self, start: Start) -> None:
        super().__init__()
        self._start = start
        self._names = [name for name in game_names() if _loads(name)]
        self._page = 0
        self._plan: Plan | None = None
        self._typing: SettingRow | None = None
        self._attempts = 0
        self._then: Callable[[str], None] | None = None
        """What is done when an attempt has ended. Meanwhile nothing can be chosen."""

    def compose(self) -> ComposeResult:
        """A question, a list, and what there is to say about what is marked."""
        yield Static(id="heading")
        yield Static(id="asked")
        yield OptionList()
        yield Input()
        yield Static(id="told")
        yield Footer()

    def on_mount(self) -> None:
        """Begin with the games."""
        self.query_one("#heading", Static).update(title_text("cardlab", ["a game against agents"], self.size.width))
        self._show(0)

    # ---- showing -------------------------------------------------------------------------------------------------------

    @property
    def page(self) -> str:
        """What is asked just now."""
        return _PAGES[self._page]

    @property
    def plan(self) -> Plan:
        """What has been chosen so far."""
        assert self._plan is not None
        return self._plan

    def _rows(self) -> list[tuple[str, str]]:
        """The lines of the list: a name and a word on it."""
        if self.page == "game":
            return [(game_kind(name).title, game_kind(name).about) for name in self._names]
        if self.page == "opponent":
            return [*opponents_of(self.plan.kind), (_OTHER, "any name that `cardlab agents` lists, or one of your own")]
        rows = [(one.name, self._shown(one)) for one in self.plan.settings()]
        return [("Begin", f"{self.plan.kind.title} against {printable(self.plan.opponent, 40)}"), *rows]

    def _shown(self, setting: SettingRow) -> str:
        value = self.plan.value(setting) or "–"
        return f"‹ {value} ›" if setting.values else value

    def _show(self, at: int) -> None:
        """Fill the list, and mark a line."""
        self.query_one("#asked", Static).update(_ASKED[self.page])
        rows, listed = self._rows(), self.query_one(OptionList)
        wide = min(26, max(len(name) for name, _ in rows))
        room = max(10, self.size.width - wide - 6)
        listed.clear_options()
        listed.add_options(Option(_line(name, words, wide, room)) for name, words in rows)
        listed.highlighted = min(at, len(rows) - 1)
        listed.focus()
        self._tell()

    def _tell(self, problem: str = "") -> None:
        """What there is to say about what is marked."""
        told, at = self.query_one("#told", Static), self.query_one(OptionList).highlighted or 0
        if problem:
            told.update(Text(printable(problem, lines=True), "#ff9b9b"))
        elif self._then is not None:
            names = " and ".join(printable(name, 60) for name in self.plan.foreign())
            told.update(plain_text(f"One moment: {names} is tried in a process of its own.\nEscape: do not wait"))
        elif self.page == "game":
            kind = game_kind(self._names[at])
            most = f" to {kind.max_players}" if kind.max_players > kind.min_players else ""
            told.update(plain_text(f"{kind.about}\n{kind.min_players}{most} players"))
        elif self.page == "opponent":
            told.update(plain_text(self._rows()[at][1]))
        else:
            setting = self._setting()
            told.update(plain_text(setting.help if setting else "Enter: begin. The keys of the game are told there by ?"))

    def on_option_list_option_highlighted(self) -> None:
        """Another line is marked."""
        self._tell()

    def on_resize(self) -> None:
        """Lay the lines anew."""
        if self.is_mounted:
            self.call_after_refresh(self._show, self.query_one(OptionList).highlighted or 0)

    # ---- choosing ------------------------------------------------------------------------------------------------------

    def _setting(self) -> SettingRow | None:
        """The setting that is marked."""
        at = self.query_one(OptionList).highlighted or 0
        return self.plan.settings()[at - 1] if self.page == "settings" and at else None

    def action_choose(self) -> None:
        """Take what is marked, or what was typed."""
        if self._then is not None:
            return
        if self._typing is not None:
            self._typed(self.query_one(Input).value.strip())
            return
        at = self.query_one(OptionList).highlighted or 0
        if self.page == "game":
            self._plan = Plan(game_kind(self._names[at]))
            self._turn_page(1)
        elif self.page == "opponent":
            ladder = opponents_of(self.plan.kind)
            if at == len(ladder):
                self._type(SettingRow(_OTHER, self.plan.opponent, ""))
            else:
                self.plan.opponent = ladder[at][0]
                self._turn_page(1)
        elif at and (setting := self._setting()) is not None and not setting.values:
            self._type(setting)
        else:
            self._begin()

    def on_option_list_option_selected(self, message: OptionList.OptionSelected) -> None:
        """A click."""
        self.action_choose()

    def _begin(self) -> None:
        self._try(self._begun)

    def _begun(self, problem: str) -> None:
        if problem:
            self._tell(problem)
            return
        try:
            screen = self._start(self.plan)
        except CardlabError as error:
            self._tell(str(error))
            return
        self.app.switch_screen(screen)

    def action_turn(self, step: int) -> None:
        """The next or previous value of what is marked."""
        setting = self._setting() if self._then is None else None
        value = None if setting is None else self.plan.turned(setting, step)
        if setting is not None and value is not None:
            self.plan.put(setting, value)
            self._show(self.query_one(OptionList).highlighted or 0)

    def action_edit(self) -> None:
        """Type a value of what is marked."""
        if self._then is None and (setting := self._setting()) is not None:
            self._type(setting)

    def action_back(self) -> None:
        """To the page before, or out of typing, or of waiting."""
        if self._then is not None:
            self._attempts += 1
            self._ended("nobody waited to see whether that can play")
        elif self._typing is not None:
            self._close_line()
        elif self._page:
            self._turn_page(-1)
        else:
            self.app.exit()

    def action_quit(self) -> None:
        """Leave."""
        self.app.exit()

    def _turn_page(self, step: int) -> None:
        self._page += step
        self._show(0)
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The footer names keys only where they mean something."""
        return self.page == "settings" if action == "edit" else True

    # ---- typing --------------------------------------------------------------------------------------------------------

    def _type(self, setting: SettingRow) -> None:
        line = self.query_one(Input)
        self._typing = setting
        line.display = True
        line.value = self.plan.opponent if setting.name == _OTHER else self.plan.value(setting)
        line.placeholder = setting.name
        line.focus()

    def _typed(self, value: str) -> None:
        setting, at = self._typing, self.query_one(OptionList).highlighted or 0
        assert setting is not None
        self._close_line()
        opponent, values = self.plan.opponent, dict(self.plan.values)

        def tried(problem: str) -> None:
            if problem:
                self.plan.opponent, self.plan.values = opponent, values
                self._tell(problem)
            elif setting.name == _OTHER:
                self._turn_page(1)
            else:
                self._show(at)

        if setting.name == _OTHER:
            self.plan.opponent = value
        else:
            self.plan.put(setting, value)
        self._try(tried)

    # ---- trying --------------------------------------------------------------------------------------------------------

    def _try(self, then: Callable[[str], None]) -> None:
        """Find out whether what was chosen can be played. An agent in Python may take long; the screen goes on meanwhile."""
        if not self.plan.foreign():
            then(self.plan.problem())
            return
        self._attempts += 1
        self._then, number, plan = then, self._attempts, replace(self.plan)
        do_beside(lambda: post(self, self.Tried(number, plan.problem())))
        self._tell()

    def on_menu_screen_tried(self, message: Tried) -> None:
        """Go on, unless nobody waits any more."""
        if message.number == self._attempts:
            self._ended(message.problem)

    def _ended(self, problem: str) -> None:
        then, self._then = self._then, None
        if then is not None:
            then(problem)

    def _close_line(self) -> None:
        self._typing = None
        self.query_one(Input).display = False
        self.query_one(OptionList).focus()

    def on_key(self, event: Key) -> None:
        """Letters that are typed mean nothing else."""
        if self._typing is not None and event.character and event.is_printable:
            event.stop()


def _line(name: str, words: str, wide: int, room: int) -> Text:
    told = Text(printable(words), "#9aa6b8", no_wrap=True, overflow="ellipsis")
    told.truncate(room, overflow="ellipsis")
    return Text.assemble((f"{printable(name)[:wide]:<{wide}}  ", "bold #e8ecf4"), told)


def _loads(name: str) -> bool:
    """Whether a game can be loaded; a broken one of another package is left out."""
    try:
        game_kind(name)
    except CardlabError:
        return False
    return True
