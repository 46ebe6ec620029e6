"""Cards as data: what a card is, and what it does, in a few lines.

A game declares its vocabulary: types of cards, triggers, what can be done (codes), to whom, filters, zones, facts. A card is
built from these words. `CardBook` turns cards into a table of small numbers that the rules read; whatever is wrong with a
card is said then, with the card and the reason. A card made of known words needs no compiler, and an effect that does not
exist yet may be a function in Python that chooses among effects that do (`Python`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from cardlab.errors import CardError, nearest


@dataclass(frozen=True)
class Do:
    """One thing that is done: `what` (a code) `n` times, by or to `who`, with things that pass the filter `of`, in a zone."""

    what: str
    n: int = 1
    who: str = ""
    of: str = ""
    zone: str = ""


@dataclass(frozen=True)
class May:
    """The owner is asked whether to do it."""

    effect: Effect


@dataclass(frozen=True)
class Both:
    """The second right behind the first, in the same link."""

    first: Effect
    second: Effect


@dataclass(frozen=True)
class Then:
    """The second waits for the next link."""

    first: Effect
    second: Effect


@dataclass(frozen=True)
class IfDone:
    """The second waits for the next link, if the first could be done, and was."""

    first: Effect
    second: Effect


@dataclass(frozen=True)
class AtOnce:
    """The second right away, in the middle of the first being carried out, if something of the first happened."""

    first: Effect
    second: Effect


@dataclass(frozen=True)
class Choose:
    """The owner picks one of several effects."""

    variants: tuple[Effect, ...]


@dataclass(frozen=True)
class Each:
    """Everybody in turn, as if the effect were his own."""

    effect: Effect


@dataclass(frozen=True)
class Python:
    """A function decides which of the declared effects happens.

    It is called as ``function(view, seat, card)`` with what the owner of the effect sees, and answers with the number of a
    variant, with (number, n) to set how many times too, or with None for nothing. It must answer the same to the same view:
    the game holds numbers only, so copies, files and replays stay values.
    """

    function: Callable[[Mapping[str, Any], int, int], int | tuple[int, int] | None]
    variants: tuple[Effect, ...]


Effect: TypeAlias = Do | May | Both | Then | IfDone | AtOnce | Choose | Each | Python


@dataclass(frozen=True)
class On:
    """When it happens, and what."""

    trigger: str
    effect: Effect


@dataclass(frozen=True)
class Card:
    """A card: its name and type, how many of it are in the deck, numbers (facts), and what it does."""

    name: str
    type: str
    effects: tuple[On, ...] = ()
    copies: int = 1
    facts: Mapping[str, int] = field(default_factory=dict)
    text: str = ""


@dataclass(frozen=True)
class Vocabulary:
    """The words that the cards of a game are made of. A word's number is its place; who, filter and zone may be none."""

    types: Sequence[str]
    triggers: Sequence[str]
    codes: Sequence[str]
    whos: Sequence[str] = ()
    filters: Sequence[str] = ()
    zones: Sequence[str] = ()
    facts: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Facts with the least and the greatest value."""
    most: int = 99
    """The greatest number of times that something is done."""
    tree: bool = False
    """Whether May, Both, IfDone, Choose and Each are ops of their own (`Joint`), so that rules walk through a tree of effects.

    Otherwise they are flags and references of the ops that they join: less to walk, but nothing is told apart inside a May."""

    def number(self, card: Card, what: str, word: str) -> int:
        """The number of a word; CardError if it is none. ``""`` is none, where there may be none."""
        words: Sequence[str] = getattr(self, what)
        if what in ("whos", "filters", "zones"):
            if word == "":
                return 0
            words = ("", *words)
        if not isinstance(word, str) or word not in words:
            called = {"whos": "who", "filters": "filter", "types": "type"}.get(what, what.removesuffix("s"))
            known = [w for w in words if w]
            near = nearest(str(word), known)
            guess = f"; did you mean {near!r}?" if near is not None else f": {', '.join(known) or 'none are known'}"
            raise CardError(card.name, f"there is no {called} {word!r}{guess}")
        return list(words).index(word)
