"""Duelyst: decks. The lists that come with the game, files, what a deck must be, and what is left of it in hand and deck.

A deck is written as its general and its cards, each with its count, joined by plus signs: ``1+20066x3+9x3``. A file has one
card in each line, as ``3 True Strike``, ``3x 20066`` or ``20066``; lines that begin with ``#`` are comments.
"""

from __future__ import annotations

import csv
import functools
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from cardlab.core.events import Event
from cardlab.errors import OptionError, PositionError, nearest
from cardlab.games.duelyst.rules.state import SIGNATURE_SLOT, ArtifactPower
from cardlab.games.duelyst.words.cards import FACTIONS, CardTable, card_table

Deck = tuple[int, ...]
"""The ids of the general and of all cards, in the order of the list."""

MAX_FILE = 64 * 1024
_ENTRY = re.compile(r"(\d{1,5})(?:x(\d{1,3}))?")
_LINE = re.compile(r"(?:(\d{1,3})\s*x?\s+)?(\S.*)")


@functools.cache
def known_decks() -> dict[str, str]:
    """The decks that come with the game, as texts."""
    with (Path(__file__).parent / "decks.csv").open(encoding="utf-8", newline="") as file:
        return {row["name"]: row["cards"] for row in csv.DictReader(file)}


def read_deck(value: object) -> str:
    """The option's value: a name, a text of cards, or a file, which is read and becomes a text of cards."""
    if not isinstance(value, str) or not value.strip():
        raise ValueError
    text = value.strip()
    if text in known_decks():
        return text
    if all(_ENTRY.fullmatch(part) for part in text.split("+")):
        return text
    path = Path(text)
    if path.suffix in (".txt", ".deck") or path.is_file():
        return deck_text(_file_cards(path))
    near = nearest(text, known_decks())
    guess = f"did you mean {near!r}? " if near else ""
    raise OptionError(
        f"there is no deck {text!r:.60}; {guess}decks are {', '.join(known_decks())}, a file such as mine.txt, "
        "or cards such as 1+20066x3+9x3"
    )


def _file_cards(path: Path) -> Deck:
    try:
        if path.stat().st_size > MAX_FILE:
            raise OptionError(f"the deck file {path} has more than {MAX_FILE} bytes")
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, UnicodeDecodeError) as error:
        raise OptionError(f"the deck file {path} cannot be read: {error}") from None
    table, cards = card_table(False), []
    for number, line in enumerate(lines, 1):
        bare = line.partition("#")[0].strip()
        found = _LINE.fullmatch(bare)
        if not bare or found is None:
            continue
        try:
            cards += [table.find(found[2].strip()).id] * int(found[1] or 1)
        except PositionError as error:
            raise OptionError(f"{path}, line {number}: {error}") from None
    return tuple(cards)


def deck_text(cards: Iterable[int]) -> str:
    """Cards as a text, in the order in which they first come."""
    counts = Counter(cards)
    return "+".join(f"{card}x{n}" if n > 1 else str(card) for card, n in counts.items())


def deck_of(text: str, table: CardTable, sizes: tuple[int, int], copies: int) -> Deck:
    """The general and the cards of a deck, or an OptionError that says why it is none."""
    cards: list[int] = []
    for part in known_decks().get(text, text).split("+"):
        found = _ENTRY.fullmatch(part)
        number = int(found[1]) if found else 0
        if found is None or number not in table.by_id:
            raise OptionError(f"a deck has no card {part!r:.40}; cards are written as 20066 or 20066x3")
        cards += [number] * int(found[2] or 1)
    _check(cards, table, sizes, copies)
    general = next(card for card in cards if table.by_id[card].kind == "general")
    return (general, *(card for card in cards if card != general))


def _check(cards: list[int], table: CardTable, sizes: tuple[int, int], copies: int) -> None:
    kinds = [table.by_id[card] for card in cards]
    generals = [card for card in kinds if card.kind == "general"]
    if len(generals) != 1:
        raise OptionError(f"a deck has one general, not {len(generals)}")
    rest = [card for card in kinds if card.kind != "general"]
    least, most = sizes
    if not least <= len(rest) <= most:
        wanted = f"{least}" if least == most else f"{least} to {most}"
        raise OptionError(f"a deck has {wanted} cards besides its general, not {len(rest)}")
    home = generals[0].faction
    for number, n in Counter(card.id for card in rest).items():
        card = table.by_id[number]
        if not card.in_decks:
            raise OptionError(f"{card.name} ({card.id}) cannot be in a deck: it is a {card.kind}")
        if card.faction not in (0, home):
            raise OptionError(
                f"{card.name} is of {FACTIONS[card.faction]}; "
                f"{generals[0].name} leads cards of {FACTIONS[home]} and neutral ones"
            )
        if n > copies:
            raise OptionError(f"a deck has at most {copies} copies of a card, not {n} of {card.name}")


# ---- what is left in hands and decks -----------------------------------------------------------------------------

Held = dict[tuple[int, int], int]
"""How many copies of a card a player has in hand and deck: player and card."""


def held_cards(players: Sequence[Mapping[str, Any]]) -> Held:
    """What both players have in hand and deck together."""
    return dict(Counter((p, card) for p, row in enumerate(players) for card in (*row["hand"], *row["deck"]) if card))


class Accounts:
    """What hands and decks hold, by what is told. Without that nothing enters or leaves them."""

    def __init__(self, table: CardTable, cancels: bool) -> None:
        self.table, self.cancels = table, cancels
        self.before: Held = {}

    def __call__(self, held: Held, event: Event) -> Held:
        """The same after something was told."""
        if event.kind == "taken_back":
            return self.before
        if event.kind == "played" and self.cancels and self.table.at(event.fields["card"]).follows:
            self.before = held
        changed = Counter(held)
        if event.player is not None and "card" in event.fields:
            changed[event.player, event.fields["card"]] += self._change(event)
        return {card: n for card, n in changed.items() if n}

    def _change(self, event: Event) -> int:
        """How many copies of its card an event brings to hand and deck."""
        if event.kind == "played":
            return 0 if event.fields["slot"] == SIGNATURE_SLOT else -1
        if event.kind == "artifact_broke":
            return int(self.table.at(event.fields["card"]).powers & ArtifactPower.RETURNS > 0)
        if event.kind == "returned":
            return event.fields["room"]
        return -1 if event.kind == "burned" else 0
