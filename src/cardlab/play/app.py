"""The terminal application: one game screen with papers over it, and the colours of all of them."""

from __future__ import annotations

from typing import ClassVar

from textual.app import App
from textual.binding import BindingType
from textual.screen import Screen

SIDE, WIDE_SIDE, WIDE = 32, 46, 120
"""How wide the part beside the board is, on usual and on wide terminals, and from where on they are wide."""
STYLE = (
    f"#side {{ width: {SIDE}; }}\n.wide #side {{ width: {WIDE_SIDE}; }}\n"
    + """
Screen { background: #10161f; color: #e8ecf4; }
#heading { height: 1; background: #1a2230; color: #9aa6b8; padding: 0 1; }
#side { background: #10161f; border-left: vkey #1a2230; }
#prompt { height: auto; padding: 0 1; margin: 1 0; color: #ffd75e; text-style: bold; }
#lesson { height: auto; padding: 0 1; margin: 0 0 1 0; }
#advice { height: auto; padding: 0 1; margin: 0 0 1 0; color: #ffd75e; display: none; }
#small { display: none; height: 1fr; content-align: center middle; text-align: center; color: #ffd75e; }
.small #table { display: none; }
.small #small { display: block; }
.caption { height: 1; padding: 0 1; background: #1a2230; color: #8a94a6; }
ActionList, ActionList:focus { background: #10161f; border: none; background-tint: #000000 0%; }
ActionList > .option-list--option-highlighted { background: #24324a; }
ActionList:focus > .option-list--option-highlighted { background: #24324a; }
OptionList:nocolor > .option-list--option-highlighted { text-style: reverse; }
Paper Button:nocolor:focus { text-style: reverse; }
Log { padding: 0 1; background: #10161f; }
* { scrollbar-size-vertical: 1; scrollbar-color: #33435e; scrollbar-background: #10161f; scrollbar-background-hover: #10161f; }
Paper Button, Paper Button:hover, Paper Button:focus { border: none; height: 3; text-style: bold; background-tint: #000000 0%; }
Paper Button, Paper Button:hover { background: #24324a; color: #e8ecf4; }
Paper Button:focus { background: #ffd75e; color: #10161f; }
Paper { background: #05080c 60%; }
Footer { background: #1a2230; }
"""
)


class CardlabApp(App[None]):
    """Shows one screen until it is left."""

    CSS = STYLE
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "narrow"), (WIDE, "wide")]  # noqa: RUF012
    BINDINGS: ClassVar[list[BindingType]] = []

    def __init__(self, screen: Screen[None]) -> None:
        super().__init__()
        self._first = screen
        self.title = "cardlab"

    def on_mount(self) -> None:
        """Begin with the screen that was asked for."""
        self.push_screen(self._first)
