"""Every error that cardlab raises on purpose. Each says what was wrong and what would be right."""

from __future__ import annotations

import difflib
from collections.abc import Iterable
from typing import Any


class CardlabError(Exception):
    """Base of all errors below."""


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name that was probably meant, if there is one that is close."""
    return next(iter(difflib.get_close_matches(name, list(known), n=1)), None)


class UnknownName(CardlabError):
    """A game, agent or option that does not exist."""

    def __init__(self, what: str, name: str, known: Iterable[str], hint: str = "") -> None:
        self.what, self.name, self.known = what, name, sorted(known)
        near = nearest(name, self.known)
        guess = f" Did you mean {near!r}?" if near is not None else ""
        listed = ", ".join(self.known) or "none"
        super().__init__(f"there is no {what} {name!r}.{guess} Known: {listed}.{' ' + hint if hint else ''}")


class UnknownGame(UnknownName):
    """No game of that name is installed."""


class UnknownAgent(UnknownName):
    """No agent of that name is installed for the game."""


class OptionError(CardlabError):
    """An option with a value it cannot have."""


class UnknownOption(UnknownName, OptionError):
    """An option that does not exist."""


class PluginError(CardlabError):
    """A game or agent of another package that cannot be loaded or breaks the contract."""


class CardError(PluginError):
    """A card that is not made of the words of its game."""

    def __init__(self, card: str, reason: str) -> None:
        self.card, self.reason = card, reason
        super().__init__(f"card {card!r}: {reason}")

    def __reduce__(self) -> tuple[Any, ...]:
        return CardError, (self.card, self.reason)


class WrongGame(CardlabError):
    """Something of one game, or of other options of it, where another was expected."""

    def __init__(self, what: str, found: Any, wanted: Any) -> None:
        super().__init__(f"this {what} is of {_spec(found)}, not of {_spec(wanted)}: game and options must be the same")


class PositionError(CardlabError):
    """A position that cannot exist or cannot be read."""


class ScriptError(CardlabError):
    """A script whose outcomes do not fit what a game draws."""


class ScenarioError(CardlabError):
    """A case of a scenario file that cannot be run as it is written."""

    def __init__(self, case: object, reason: str) -> None:
        self.case, self.reason = case, reason
        super().__init__(f"case {case!r}: {reason}")

    def __reduce__(self) -> tuple[Any, ...]:
        return ScenarioError, (self.case, self.reason)


class ReplayError(CardlabError):
    """A replay that cannot be read, or does not lead to the end it claims."""


class RunError(CardlabError):
    """A match, tournament or experiment that cannot be run as asked."""


class MissingPart(OptionError, RunError):
    """Something was asked of a game for which it lacks a part, such as rows of data from a game without an observer."""


class GameOver(CardlabError):
    """An action after the end of the game."""


class IllegalAction(CardlabError):
    """An action that the rules do not allow now. The state is unchanged."""

    def __init__(self, state: Any, action: object) -> None:
        legal = [state.text(a) for a in state.legal()]
        shown = ", ".join(legal[:12]) + (f", … ({len(legal)} in all)" if len(legal) > 12 else "")
        super().__init__(f"{_words(state, action)} is not legal for seat {state.player}. Legal: {shown}")
        self.action = action

    def __reduce__(self) -> tuple[Any, ...]:
        return CardlabError, (str(self),)


class MissingExtra(CardlabError):
    """A part of cardlab whose libraries are not installed."""

    def __init__(self, job: str, extra: str) -> None:
        super().__init__(f"{job} needs more libraries: pip install 'cardlab[{extra}]'")


def _spec(game: Any) -> str:
    spec = getattr(game, "spec", None)
    return str(spec()) if callable(spec) else str(game)


def _words(state: Any, action: object) -> str:
    try:
        return f"action {action!r} ({state.text(action)})"
    except Exception:
        return f"action {action!r}"
