"""Options of games and agents: declared once, checked everywhere, shown in every help text."""

from __future__ import annotations

import reprlib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cardlab.errors import OptionError, UnknownOption


@dataclass(frozen=True)
class Option:
    """A named value. `read` turns a text or value into the canonical value, or raises ValueError.

    `needs` names another option without which this one means nothing (``worlds``), or a value that it must have
    (``answers=beam``); of several, joined by ``|``, one is enough.
    """

    name: str
    default: Any
    help: str
    values: str
    read: Callable[[Any], Any]
    needs: str = ""

    def parse(self, value: Any) -> Any:
        """The canonical value, or an OptionError that says what is allowed."""
        try:
            return self.read(value)
        except (ValueError, TypeError, AttributeError, OverflowError, RecursionError):
            raise OptionError(f"option {self.name}={reprlib.repr(value)}: allowed is {self.values}") from None


def choice(name: str, default: str, values: Iterable[str], help: str) -> Option:
    """One of several words."""
    words = tuple(values)

    def read(value: Any) -> str:
        if value not in words:
            raise ValueError
        return str(value)

    return Option(name, default, help, ", ".join(words), read)


def flag(name: str, default: bool, help: str) -> Option:
    """Yes or no."""
    texts = {"yes": True, "true": True, "on": True, "1": True, "no": False, "false": False, "off": False, "0": False}

    def read(value: Any) -> bool:
        if isinstance(value, bool):
            return value
        return texts[str(value).lower()] if str(value).lower() in texts else _fail()

    return Option(name, default, help, "yes, no", read)


def whole(name: str, default: int, low: int, high: int, help: str) -> Option:
    """A whole number in a range."""

    def read(value: Any) -> int:
        number = int(value) if isinstance(value, str) else value
        if isinstance(number, bool) or not isinstance(number, int) or not low <= number <= high:
            raise ValueError
        return number

    return Option(name, default, help, f"a whole number from {low} to {high}", read)


AUTO = "auto"
"""The value of an option that follows another one."""


def auto_whole(name: str, low: int, high: int, help: str) -> Option:
    """A whole number in a range, or `auto`, the default."""
    number = whole(name, low, low, high, help)

    def read(value: Any) -> int | str:
        return AUTO if value == AUTO else number.read(value)

    return Option(name, AUTO, help, f"{AUTO}, or {number.values}", read)


def real(name: str, default: float, low: float, high: float, help: str) -> Option:
    """A number in a range."""

    def read(value: Any) -> float:
        number = float(value)
        if isinstance(value, bool) or not low <= number <= high:
            raise ValueError
        return number

    return Option(name, default, help, f"a number from {low:g} to {high:g}", read)


def word(name: str, default: str | None, help: str, values: str) -> Option:
    """Any text; what it may be is checked by whoever uses it."""

    def read(value: Any) -> str | None:
        if value is not None and not isinstance(value, str):
            raise ValueError
        return value

    return Option(name, default, help, values, read)


def resolve(what: str, declared: Iterable[Option], given: Mapping[str, Any]) -> dict[str, Any]:
    """All declared options with the given values put in; unknown names and bad values raise OptionError."""
    table = {option.name: option for option in declared}
    for name in given:
        if name not in table:
            raise UnknownOption(f"option of {what}", name, table)
    return {name: option.parse(given[name]) if name in given else option.default for name, option in table.items()}


def check_needs(what: str, declared: Iterable[Option], values: Mapping[str, Any]) -> None:
    """Raise OptionError for an option that was set but means nothing, as the one that it needs is off (0, no, or nothing)."""
    for option in declared:
        needed = option.needs.split("|") if option.needs else []
        if needed and values[option.name] != option.default and not any(_is_met(need, values) for need in needed):
            raise OptionError(
                f"{what}: {option.name}={shown(values[option.name])} means nothing without {' or '.join(needed)}: "
                f"set {'one of these' if needed[1:] else needed[0]} too, or leave {option.name} out"
            )


def _is_met(need: str, values: Mapping[str, Any]) -> bool:
    """Whether another option has the value that is needed, or is on, if none is named."""
    name, valued, value = need.partition("=")
    if valued:
        return shown(values[name]) == value
    return values[name] not in ((0, None, "random") if name == "policy" else (0, None))


def shown(value: Any) -> str:
    """A value as it is written on the command line."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _fail() -> bool:
    raise ValueError
