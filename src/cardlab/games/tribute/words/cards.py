"""Scripts of Tribute: the 125 cards, the patrons, how effects are written, and the options that choose among them."""

from __future__ import annotations

import csv
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from cardlab.core.options import Option, choice, whole
from cardlab.errors import OptionError, PositionError, nearest
from cardlab.games.tribute.rules.state import CARDS as NUMBERS
from cardlab.games.tribute.rules.state import CardType, Deed, Patron

PATRON_NAMES: tuple[str, ...] = tuple(patron.name for patron in Patron)
"""Identifiers of the patrons, by number."""
CARD_TYPES: tuple[str, ...] = tuple(kind.name for kind in CardType)
DRAFTABLE: tuple[str, ...] = tuple(name for name in PATRON_NAMES if name != "TREASURY")
POOL_2024: tuple[str, ...] = ("ANSEI", "DUKE_OF_CROWS", "RAJHIN", "ORGNUM", "HLAALU", "PELIN", "RED_EAGLE")
"""Who could be drafted in the rule set of 2024."""

_CODES = {
    "COIN": Deed.COIN, "POWER": Deed.POWER, "PRESTIGE": Deed.PRESTIGE, "OPP_LOSE_PRESTIGE": Deed.OPP_LOSE,
    "REPLACE_TAVERN": Deed.REPLACE, "ACQUIRE": Deed.ACQUIRE, "DESTROY": Deed.DESTROY, "DRAW": Deed.DRAW_CARDS,
    "OPP_DISCARD": Deed.OPP_DISCARD, "RETURN_TOP": Deed.RETURN_TOP, "RETURN_AGENT_TOP": Deed.RETURN_AGENT_TOP,
    "TOSS": Deed.TOSS_TOP, "KNOCKOUT": Deed.KNOCK_OUT, "KNOCKOUT_ALL": Deed.KNOCK_OUT_ALL, "PATRON_CALL": Deed.PATRON_CALL,
    "CREATE_SACKING": Deed.CREATE_SACKING, "HEAL": Deed.HEAL, "DONATE": Deed.DONATE,
}  # fmt: skip
EFFECT_NAMES: dict[int, str] = {
    **{int(code): name for name, code in _CODES.items()},
    Deed.COIN: "GAIN_COIN", Deed.POWER: "GAIN_POWER", Deed.PRESTIGE: "GAIN_PRESTIGE", Deed.ACQUIRE: "ACQUIRE_TAVERN",
    Deed.DESTROY: "DESTROY_CARD", Deed.CREATE_SACKING: "CREATE_SUMMERSET_SACKING",
}  # fmt: skip
"""The names of effects in texts, by code."""


@dataclass(frozen=True, slots=True)
class CardEffect:
    """What a card does at one level: one effect, two of them one after the other, or one of two; each (code, amount)."""

    parts: tuple[tuple[int, int], ...] = ()
    either: bool = False

    def texts(self) -> list[str]:
        """Its entries as they are queued, such as ``GAIN_COIN 2``; a choice is one."""
        return [" OR ".join(self.words())] if self.either else self.words()

    def words(self) -> list[str]:
        """Each of its effects, also those of a choice."""
        return [f"{EFFECT_NAMES[code]} {amount}" for code, amount in self.parts]


@dataclass(frozen=True, slots=True)
class TributeCard:
    """The printed facts of a card. `effects`: activation, combo 2, combo 3, combo 4."""

    number: int
    key: str
    name: str
    deck: int
    cost: int
    type: int
    hp: int
    taunt: bool
    copies: int
    starts: int
    effects: tuple[CardEffect, ...]
    old: bool

    @property
    def is_agent(self) -> bool:
        """Whether it stands on the board."""
        return self.type in (CardType.AGENT, CardType.CONTRACT_AGENT)

    @property
    def is_contract(self) -> bool:
        """Whether it acts when it is bought, and goes back to the tavern."""
        return self.type in (CardType.CONTRACT_ACTION, CardType.CONTRACT_AGENT)


def card(number: int) -> TributeCard:
    """The card with a number from 0 to 124."""
    if type(number) is not int or not 0 <= number < len(CARDS):
        raise PositionError(f"there is no card {number!r:.40}; cards are numbered 0 to {len(CARDS) - 1}")
    return CARDS[number]


def card_named(text: str) -> int:
    """The number of a card that is named by its key, such as ``WAR_SONG``, or by its printed name."""
    number = _NAMES.get(text.strip().upper()) if isinstance(text, str) else None
    if number is None:
        near = nearest(text.strip().upper(), _NAMES) if isinstance(text, str) else None
        guess = f"did you mean {CARDS[_NAMES[near]].key}? " if near is not None else ""
        raise PositionError(f"there is no card {text!r:.40}; {guess}cards are written as their keys, such as WAR_SONG")
    return number


def patron_named(text: str) -> int:
    """The number of a patron."""
    if not isinstance(text, str) or text not in PATRON_NAMES:
        raise PositionError(f"there is no patron {text!r:.40}; patrons are {', '.join(PATRON_NAMES)}")
    return PATRON_NAMES.index(text)


def card_set(name: str) -> tuple[TributeCard, ...]:
    """The cards of a rule set. In 2024 Customs Seizure acquired up to cost 5, and two decks were not there yet."""
    if name == "current":
        return CARDS
    changed = [replace(one, copies=0, starts=0) if not one.old else one for one in CARDS]
    seizure = card_named("CUSTOMS_SEIZURE")
    effect = CardEffect(((int(Deed.ACQUIRE), 5),))
    changed[seizure] = replace(CARDS[seizure], effects=(effect, *CARDS[seizure].effects[1:]))
    return tuple(changed)


def _read() -> tuple[TributeCard, ...]:
    with (Path(__file__).parent / "cards.csv").open(encoding="utf-8", newline="") as file:
        cards = tuple(map(_card, csv.DictReader(file)))
    if [one.number for one in cards] != list(range(NUMBERS)):
        raise PositionError(f"cards.csv must hold the cards 0 to {NUMBERS - 1} in this order")
    return cards


def _card(row: dict[str, str]) -> TributeCard:
    kind, role = CARD_TYPES.index(row["type"]), row["role"]
    starts = 0 if role != "STARTER" else 6 if row["key"] == "GOLD" else 1
    effects = tuple(_effect(row[name]) for name in ("activation", "combo2", "combo3", "combo4"))
    return TributeCard(
        int(row["id"]), row["key"], row["name"], PATRON_NAMES.index(row["deck"]), int(row["cost"]), kind, int(row["hp"]),
        row["taunt"] == "1", int(row["copies"]), starts, effects, row["in_2024_set"] == "1",
    )  # fmt: skip


def _effect(cell: str) -> CardEffect:
    either = "|" in cell
    parts: Sequence[str] = cell.split("|" if either else "+") if cell else ()
    pairs = (part.split(":") for part in parts)
    return CardEffect(tuple((int(_CODES[code]), int(amount)) for code, amount in pairs), either)


CARDS = _read()
"""All cards of the current rule set; the card with number n is at index n."""

CARD_NUMBERS = {one.key: one.number for one in CARDS}
_NAMES = CARD_NUMBERS | {one.name.upper(): one.number for one in CARDS}


# ---- options -------------------------------------------------------------------------------------------------------

ALL = "all"
LONGEST_MATCH = 60_000
"""Decisions. The original knows no such limit; endless turns are possible but nobody plays them."""


def _patron(name: str) -> str:
    """A patron by name, in capitals or not, or by number."""
    return PATRON_NAMES[int(name)] if name.isdecimal() and int(name) < len(PATRON_NAMES) else name.upper()


def _pool(value: Any) -> str:
    """Patrons in the order of their numbers, joined by +. As the original's runner has it, the Treasury may be named too."""
    if value in (ALL, "default"):
        return ALL
    names = [_patron(name) for name in (value.split("+") if isinstance(value, str) else value)]
    names = [name for name in names if name != "TREASURY"]
    if not {*names} <= {*DRAFTABLE} or len({*names}) != len(names) or len(names) < 4:
        raise ValueError
    return "+".join(name for name in DRAFTABLE if name in names)


TRIBUTE_OPTIONS: tuple[Option, ...] = (
    choice("cards", "current", ("current", "2024"), "the card set: all 125, or the 101 of the 2024 competition"),
    Option(
        "pool", ALL, "the patrons that can be drafted",
        f"all, or at least four of {', '.join(DRAFTABLE)}, by name or number, joined by +", _pool,
    ),
    choice("luck", "own", ("own", "original"), "shuffles by this package's generator, or number by number as the original's"),
    whole("limit", LONGEST_MATCH, 100, LONGEST_MATCH, "after this many decisions the match is drawn"),
)  # fmt: skip


def pool_of(cards: str, pool: str) -> tuple[str, ...]:
    """The patrons that can be drafted under these options."""
    there = POOL_2024 if cards == "2024" else DRAFTABLE
    if pool == ALL:
        return there
    names = tuple(pool.split("+"))
    if foreign := [name for name in names if name not in there]:
        raise OptionError(f"pool={pool}: {foreign[0]} is not in the card set of {cards}; there are {', '.join(there)}")
    return names


def pool_bits(names: tuple[str, ...]) -> int:
    """A bit for each patron."""
    return sum(1 << PATRON_NAMES.index(name) for name in names)
