"""What can be chosen before a game: opponents from the weakest to the strongest, and settings with their values."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from cardlab.core.game import Game
from cardlab.core.options import Option, shown
from cardlab.core.spec import is_outside
from cardlab.errors import CardlabError, OptionError
from cardlab.play.sitting import HINT

USUAL_OPPONENTS = (
    ("random", "plays anything that is legal"),
    ("flat:200", "tries everything a little"),
    ("ismcts:800", "searches"),
    ("ismcts:6400", "searches longer"),
)
"""For games that name none of their own, the weakest first."""
_MOST_STEPS = 64
"""A range with more values is typed in."""
_RANGE = re.compile(r"(auto, or )?a whole number from (-?\d+) to (-?\d+)")


def opponents_of(kind: type[Game]) -> tuple[tuple[str, str], ...]:
    """Agents to play against, the weakest first, with a word on each."""
    return kind.opponents or USUAL_OPPONENTS


@dataclass(frozen=True)
class SettingRow:
    """Something that can be set: its values in order, or none if it is typed in."""

    name: str
    default: str
    help: str
    values: tuple[str, ...] = ()

    @classmethod
    def of(cls, option: Option) -> SettingRow:
        """For an option of a game."""
        found = _RANGE.fullmatch(option.values)
        if found and int(found[3]) - int(found[2]) < _MOST_STEPS:
            values = (*(["auto"] if found[1] else []), *map(str, range(int(found[2]), int(found[3]) + 1)))
        else:
            words = option.values.split(", ")
            values = tuple(words) if all(re.fullmatch(r"[\w-]+", word) for word in words) else ()
        default = "" if option.default is None else shown(option.default)
        return cls(option.name, default, f"{option.help} ({option.values})", values if default in values else ())


@dataclass
class Plan:
    """What has been chosen so far."""

    kind: type[Game]
    opponent: str = ""
    values: dict[str, str] = field(default_factory=dict)
    tried: set[str] = field(default_factory=set)
    """Agents in Python that could be loaded."""
    _known: tuple[dict[str, str], dict[str, str]] = field(default=({}, {}), init=False, repr=False, compare=False)
    """Values, and what follows from them; nothing follows from none."""

    def settings(self) -> list[SettingRow]:
        """All that can be set, what concerns the table first."""
        options = [SettingRow.of(option) for option in self.kind.declared]
        first = [one for one in options if one.name == "players"]
        seats = tuple(str(seat) for seat in range(1, self.players + 1))
        return [
            *first,
            SettingRow("seat", "1", "where you sit: who has seat 1 usually begins", seats),
            SettingRow("hint", HINT, "who gives hints: any agent"),
            SettingRow("seed", "", "equal seeds give equal deals; empty: a new one each time"),
            *(one for one in options if one.name != "players"),
        ]

    @property
    def players(self) -> int:
        """How many sit at the table."""
        declared = {option.name: option for option in self.kind.declared}
        if "players" not in declared:
            return self.kind.min_players
        return int(self.values.get("players", shown(declared["players"].default)))

    def value(self, setting: SettingRow) -> str:
        """The value as it stands: chosen, as it follows from what was chosen, or the usual one."""
        return self.values.get(setting.name) or self._followed().get(setting.name, setting.default)

    def _followed(self) -> dict[str, str]:
        """What follows from the values. A game is only made for it when they have changed: some take milliseconds."""
        values, followed = self._known
        if values != self.values:
            try:
                followed = {name: shown(value) for name, value in self.game().implied().items()}
            except OptionError:
                followed = {}
            self._known = (dict(self.values), followed)
        return followed

    def put(self, setting: SettingRow, value: str) -> None:
        """Set a value; the usual one is as good as none."""
        if value == setting.default:
            self.values.pop(setting.name, None)
        else:
            self.values[setting.name] = value
        self.values = {**self.values, **self._seat_at_table()}

    def _seat_at_table(self) -> dict[str, str]:
        seat = self.values.get("seat", "1")
        return {"seat": str(self.players)} if seat.isdigit() and int(seat) > self.players else {}

    def turned(self, setting: SettingRow, step: int) -> str | None:
        """The next or previous value, or None if it is typed in."""
        if not setting.values:
            return None
        at = setting.values.index(self.value(setting)) if self.value(setting) in setting.values else 0
        return setting.values[(at + step) % len(setting.values)]

    def game(self) -> Game:
        """The game as it is set; OptionError if that does not go together."""
        rules: Mapping[str, Any] = {k: v for k, v in self.values.items() if k not in ("seat", "hint", "seed")}
        return self.kind(**rules)

    def seat(self) -> int:
        """Where the person sits, counted from 0."""
        return int(self.values.get("seat", "1")) - 1

    def seed(self) -> int | None:
        """The seed, if there is one."""
        text = self.values.get("seed", "")
        try:
            return int(text) if text else None
        except ValueError:
            raise OptionError(f"seed {text!r}: a seed is a whole number") from None

    def foreign(self) -> list[str]:
        """Agents in Python that have to be tried in a process of their own before they are let in."""
        return [agent for agent in self._agents() if is_outside(agent, "python") and agent not in self.tried]

    def _agents(self) -> list[str]:
        return list(dict.fromkeys((self.opponent, self.values.get("hint", HINT))))

    def problem(self) -> str:
        """What is wrong with it, or nothing."""
        from cardlab.agents.making import make_agent
        from cardlab.lab.engine import Conditions
        from cardlab.lab.matches.tryout import problems_of

        try:
            game = self.game()
            foreign = self.foreign()
            for problem in problems_of(game, foreign, Conditions(1), silent=True).values():
                return problem
            self.tried.update(foreign)
            for agent in self._agents():
                if agent not in self.tried:
                    make_agent(game, agent)
            self.seed()
        except CardlabError as error:
            return str(error)
        return ""
