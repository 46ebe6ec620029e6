"""Duelyst: the cards, and how what they do is written.

``cards.csv`` has a row for each card. What it does is a list of deeds, each with its occasion: ``cast`` (the spell, or the
Opening Gambit of a minion), ``dies``, ``deathwatch``, ``spellwatch``, ``start`` and ``end`` (of the own turn), ``hurt``, and
``follow1``, ``follow2`` for choices that follow. A deed is a verb with its numbers and the words that say whom and where:
``buff +1/+1 friendly minions``, ``summon 315 2 near-general``. A card made of known words needs no line of code.
``overlay.csv`` has what the later game changed: a cell that is not empty replaces the card's, ``-`` empties it.
"""

from __future__ import annotations

import csv
import functools
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from cardlab.errors import CardError, PositionError, nearest
from cardlab.games.duelyst.rules.state import (
    Aim,
    ArtifactPower,
    CardType,
    Code,
    Keyword,
    Near,
    Place,
    Sieve,
    Trigger,
    Until,
    Who,
)  # fmt: skip

FACTIONS = ("Neutral", "Lyonar", "Songhai", "Vetruvian", "Abyssian", "Magmar", "Vanar")
TRIBES = ("", "Arcanyst", "Vespyr", "Golem", "Dervish", "Structure", "Mech")
TYPES = {"general": CardType.GENERAL, "minion": CardType.MINION, "token": CardType.MINION, "spell": CardType.SPELL,
         "signature": CardType.SPELL, "artifact": CardType.ARTIFACT, "tile": CardType.TILE}  # fmt: skip
SPRING_ID, CREEP_ID = 40001, 40004

KEYWORDS = {
    "Provoke": Keyword.PROVOKE, "Ranged": Keyword.RANGED, "Blast": Keyword.BLAST, "Celerity": Keyword.CELERITY,
    "Flying": Keyword.FLYING, "Frenzy": Keyword.FRENZY, "Backstab": Keyword.BACKSTAB, "Rush": Keyword.RUSH,
    "Airdrop": Keyword.AIRDROP, "Forcefield": Keyword.FORCEFIELD, "Rebirth": Keyword.REBIRTH, "Egg": Keyword.EGG,
    "Zeal": Keyword.ZEAL, "Infiltrate": Keyword.INFILTRATE, "Grow": Keyword.GROW, "Deathwatch": Keyword.DEATHWATCH,
    "Ephemeral": Keyword.EPHEMERAL, "DyingWish": Keyword.DYING_WISH, "CannotCounter": Keyword.CANNOT_COUNTER,
}  # fmt: skip
"""The keywords that positions name, with their bits."""

ABILITIES = {
    "GeneralProof": Keyword.GENERAL_PROOF, "GeneralDouble": Keyword.GENERAL_DOUBLE, "MinionDouble": Keyword.MINION_DOUBLE,
    "Structure": Keyword.STRUCTURE, "HunterDraw": Keyword.HUNTER_DRAW, "Wall": Keyword.ROOTED,
    "Scarred": Keyword.SCARRED,
}  # fmt: skip
"""Abilities without a keyword of the game."""

_OCCASIONS = {"cast": Trigger.ON_CAST, "dies": Trigger.ON_DEATH, "deathwatch": Trigger.ON_DEATHWATCH,
"spellwatch": Trigger.ON_SPELL,
              "start": Trigger.ON_START, "end": Trigger.ON_END, "follow1": Trigger.ON_FOLLOW,
              "follow2": Trigger.ON_FOLLOW + 1, "hurt": Trigger.ON_HURT}  # fmt: skip
_SHOWN_BY = {Trigger.ON_DEATH: Keyword.DYING_WISH, Trigger.ON_DEATHWATCH: Keyword.DEATHWATCH,
Trigger.ON_SPELL: Keyword.SPELL_WATCH,
             Trigger.ON_START: Keyword.TURN_START, Trigger.ON_END: Keyword.TURN_END,
             Trigger.ON_HURT: Keyword.HURT_WATCH}  # fmt: skip
_POWERS = {"Rage": ArtifactPower.RAGE, "Horn": ArtifactPower.HORN, "Reaper": ArtifactPower.REAPER,
"Returns": ArtifactPower.RETURNS,
           "Careful": ArtifactPower.CAREFUL, "Piercer": ArtifactPower.PIERCER}  # fmt: skip
_VERBS = {
    "damage": Code.DO_DAMAGE, "buff": Code.DO_BUFF, "set": Code.DO_SET, "heal": Code.DO_HEAL, "destroy": Code.DO_DESTROY,
    "stun": Code.DO_STUN, "dispel": Code.DO_DISPEL, "grant": Code.DO_GRANT, "ready": Code.DO_READY,
    "transform": Code.DO_TRANSFORM, "draw": Code.DO_DRAW, "summon": Code.DO_SUMMON, "creep": Code.DO_CREEP,
    "teleport": Code.DO_TELEPORT, "bond": Code.DO_BOND, "martyr": Code.DO_MARTYR, "edge": Code.DO_EDGE, "dance": Code.DO_DANCE,
    "frostfire": Code.DO_FROSTFIRE, "equip": Code.DO_EQUIP, "becomes": Code.DO_REBASE, "restore": Code.DO_RESTORE,
    "both-draw": Code.DO_BOTH_DRAW, "return": Code.DO_RETURN, "control": Code.DO_CONTROL, "mana": Code.DO_LAST_MANA, "surge":
Code.DO_SURGE, }  # fmt: skip
_PLACES = {
    "target": Place.TARGET, "self": Place.SELF, "block": Place.BLOCK, "near-self": Place.NEAR_SELF,
    "near-general": Place.NEAR_GENERAL, "column": Place.COLUMN, "side": Place.SIDE, "row": Place.ROW,
    "near-target": Place.NEAR_TARGET, "behind-self": Place.BEHIND_SELF, "before-general": Place.BEFORE_GENERAL,
    "near-foe-general": Place.NEAR_FOE_GENERAL, "enemy-side": Place.ENEMY_SIDE,
}  # fmt: skip
_AIMS = {"anywhere": Aim.AT_ANYWHERE, "spawn": Aim.AT_SPAWN, "free": Aim.AT_FREE, "block-2": Aim.AT_BLOCK_2,
         "block-3": Aim.AT_BLOCK_3, "space": Aim.AT_SPACE}  # fmt: skip
_NEARS = {"near-general": Near.BY_GENERAL, "near-last": Near.BY_LAST, "within-2": Near.WITHIN_TWO}
_SIDES = {"friendly": Who.FRIEND, "enemy": Who.FOE}
_RANKS = {"minion": Who.MINIONS, "minions": Who.MINIONS, "general": Who.GENERALS, "generals": Who.GENERALS,
          "unit": Who.MINIONS | Who.GENERALS, "units": Who.MINIONS | Who.GENERALS}  # fmt: skip
_UNTIL = {"turn": Until.THIS_TURN, "next": Until.FIRST_BEGINS}


@dataclass(frozen=True)
class Aimed:
    """What a card may be played on."""

    aim: int = 0
    who: int = 0
    near: int = 0
    sieve: int = 0
    sieve_by: int = 0


@dataclass(frozen=True)
class CardDeed:
    """One thing that a card does."""

    code: int
    who: int = 15
    place: int = 0
    sieve: int = 0
    sieve_by: int = 0
    a: int = 0
    b: int = 0
    until: int = 0
    card: int = 0
    keywords: int = 0
    words: str = ""


@dataclass(frozen=True)
class DuelystCard:
    """A card of the table: `number` is its place there, `id` the one by which the game's community knows it."""

    number: int
    id: int
    name: str
    faction: int
    kind: str
    type: int
    cost: int
    attack: int
    health: int
    tribe: int
    set: str
    keywords: int = 0
    backstab: int = 0
    grow: int = 0
    situational: int = 0
    situational_keywords: int = 0
    worn: int = 0
    worn_keywords: int = 0
    powers: int = 0
    speed: int = 2
    signature: int = 0
    aimings: tuple[Aimed, ...] = ()
    deeds: Mapping[int, tuple[CardDeed, ...]] = field(default_factory=dict)

    @property
    def token(self) -> int:
        """Whether it is only made by other cards."""
        return int(self.kind == "token")

    @property
    def follows(self) -> int:
        """How many choices follow when it is played."""
        return max(0, len(self.aimings) - 1)

    @property
    def in_decks(self) -> bool:
        """Whether a deck may hold it."""
        return self.kind in ("minion", "spell", "artifact")


class CardTable:
    """The cards of one edition, by their place, id and name."""

    def __init__(self, cards: Sequence[DuelystCard]) -> None:
        self.cards = tuple(cards)
        self.by_id = {card.id: card for card in cards}
        self._by_name = {card.name.casefold(): card for card in reversed(cards)}
        self._by_number = {card.number: card for card in cards}

    def at(self, number: int) -> DuelystCard:
        """The card at a place of the table."""
        return self._by_number[number]

    def find(self, text: int | str) -> DuelystCard:
        """A card by its id, or by its name in any case."""
        if isinstance(text, str) and not text.isdecimal():
            found = self._by_name.get(text.strip().casefold())
            if found is None:
                near = nearest(text.strip().casefold(), self._by_name)
                guess = f"; did you mean {self._by_name[near].name!r}?" if near is not None else ""
                raise PositionError(f"there is no card {text!r:.40}{guess}")
            return found
        if isinstance(text, bool) or not isinstance(text, int | str) or int(text) not in self.by_id:
            raise PositionError(f"there is no card {text!r:.40}; cards are known by ids such as 20066, or by name")
        return self.by_id[int(text)]

    def named(self, where: str, text: Any) -> DuelystCard:
        """A card that a position names; `where` says in errors which part of it does."""
        try:
            return self.find(text)
        except PositionError as error:
            raise PositionError(f"{where}: {error}") from None

    def holdable(self, where: str, text: Any) -> int:
        """The place of a card that a position names and that somebody can hold."""
        found = self.named(where, text)
        if found.type not in (CardType.MINION, CardType.SPELL, CardType.ARTIFACT):
            raise PositionError(f"{where}: {found.name} is a {found.kind} and no card to hold")
        return found.number

    def id_of(self, number: int) -> int | None:
        """The id of the card at a place; None for no card."""
        return self.at(number).id if number else None


@functools.cache
def card_table(overlay: bool) -> CardTable:
    """The cards as printed, or with the changes of the later game."""
    rows = _rows("cards.csv")
    if overlay:
        changes = {row["id"]: row for row in _rows("overlay.csv")}
        rows = [_changed(row, changes.get(row["id"], {})) for row in rows]
    numbers = {int(row["id"]): at for at, row in enumerate(rows, 1)}
    return CardTable(_with_signatures([_card(row, numbers) for row in rows]))


def _rows(name: str) -> list[dict[str, str]]:
    with (Path(__file__).parent / name).open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def _changed(row: dict[str, str], change: Mapping[str, str]) -> dict[str, str]:
    return {name: "" if change.get(name) == "-" else change.get(name) or value for name, value in row.items()}


def _with_signatures(cards: Iterable[DuelystCard]) -> list[DuelystCard]:
    """Each general has the signature spell that follows in the table."""
    found = list(cards)
    for at, card in enumerate(found[:-1]):
        if card.kind == "general" and found[at + 1].kind == "signature":
            found[at] = replace(card, signature=found[at + 1].number)
    return found


def _card(row: Mapping[str, str], numbers: Mapping[int, int]) -> DuelystCard:
    try:
        kind = row["type"]
        plain = DuelystCard(
            numbers[int(row["id"])], int(row["id"]), row["name"], FACTIONS.index(row["faction"]), kind, int(TYPES[kind]),
            int(row["mana"] or 0), int(row["attack"] or 0), int(row["health"] or 0), TRIBES.index(row["tribe"]), row["set"],
        )  # fmt: skip
        deeds = _deeds(row["does"], numbers)
        shown = sum(int(bit) for trigger, bit in _SHOWN_BY.items() if trigger in deeds)
        gambit = int(Keyword.GAMBIT) if plain.type == CardType.MINION and {0, 6} & set(deeds) else 0
        facts = _with_keywords(plain, row["keywords"])
        return replace(facts, keywords=facts.keywords | shown | gambit, deeds=deeds, aimings=_aimings(row))
    except (KeyError, ValueError, IndexError) as error:
        raise CardError(row.get("name") or "", f"cannot be read: {error}") from None


def _with_keywords(card: DuelystCard, text: str) -> DuelystCard:
    """Keywords, each with its number; of artifacts, what they give to their wearer."""
    bits, worn_bits = 0, 0
    numbers: dict[str, Any] = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        name, _, value = part.partition(" ")
        if name in ("Backstab", "Grow"):
            numbers[name.lower()] = int(value)
        elif name == "Worn":
            numbers["worn"] = int(value)
            continue
        elif name in ("Zeal", "Infiltrate") and value:
            for one in value.split():
                if one in KEYWORDS:
                    numbers["situational_keywords"] = numbers.get("situational_keywords", 0) | int(KEYWORDS[one])
                else:
                    numbers["situational"] = int(one)
        elif name == "Slow":
            numbers["speed"] = 1
            continue
        elif name in _POWERS:
            numbers["powers"] = numbers.get("powers", 0) | int(_POWERS[name])
            continue
        bit = int(KEYWORDS[name] if name in KEYWORDS else ABILITIES[name])
        if card.type == CardType.ARTIFACT:
            worn_bits |= bit
        else:
            bits |= bit
    speed = 0 if bits & (Keyword.STRUCTURE | Keyword.ROOTED) else numbers.pop("speed", 2)
    return replace(card, keywords=bits, worn_keywords=worn_bits, speed=speed, **numbers)


def _aimings(row: Mapping[str, str]) -> tuple[Aimed, ...]:
    parts = [row["target"], *(part for part in row["follow"].split("|") if part.strip())]
    return tuple(_aimed(part) for part in parts)


def _aimed(text: str) -> Aimed:
    told: dict[str, int] = {"aim": int(Aim.AT_ANYWHERE)}
    side = rank = 0
    for word in text.split():
        if word in _AIMS:
            told["aim"] = int(_AIMS[word])
        elif word in _NEARS:
            told["near"] = int(_NEARS[word])
        elif word in _SIDES:
            side |= _SIDES[word]
        elif word in _RANKS:
            rank |= _RANKS[word]
            told["aim"] = int(Aim.AT_UNIT)
        else:
            told["sieve"], told["sieve_by"] = _sieve(word)
    if told["aim"] == Aim.AT_UNIT:
        told["who"] = (side or Who.FRIEND | Who.FOE) | rank
    return Aimed(**told)


def _sieve(word: str) -> tuple[int, int]:
    name, _, value = word.partition("<=")
    if name == "attack" and value:
        return int(Sieve.ATTACK_AT_MOST), int(value)
    if word == "weakest":
        return int(Sieve.WEAKEST), 0
    if word == "damaged":
        return int(Sieve.IS_DAMAGED), 0
    kind, _, which = word.partition(":")
    if kind == "tribe":
        return int(Sieve.OF_TRIBE), TRIBES.index(which)
    if kind == "with":
        return int(Sieve.WITH_KEYWORD), sum(int(KEYWORDS[name]) for name in which.split("/"))
    raise ValueError(f"{word!r} is no word for targets")


def _deeds(text: str, numbers: Mapping[int, int]) -> dict[int, tuple[CardDeed, ...]]:
    found: dict[int, tuple[CardDeed, ...]] = {}
    for part in filter(None, (part.strip() for part in text.split(";"))):
        occasion, _, words = part.partition(":")
        trigger = int(_OCCASIONS[occasion])
        found[trigger] = (*found.get(trigger, ()), _deed(words.strip(), numbers))
    return found


def _deed(text: str, numbers: Mapping[int, int]) -> CardDeed:
    verb, *words = text.split()
    told: dict[str, int] = {"code": int(_VERBS[verb])}
    side = rank = 0
    for word in words:
        if word in _PLACES:
            told["place"] = int(_PLACES[word])
        elif word in _SIDES:
            side |= _SIDES[word]
        elif word in _RANKS:
            rank |= _RANKS[word]
        elif word in _UNTIL:
            told["until"] = int(_UNTIL[word])
        elif word in KEYWORDS or word in ABILITIES:
            told["keywords"] = int(KEYWORDS.get(word) or ABILITIES[word])
        elif "/" in word:
            told["a"], told["b"] = map(int, word.split("/"))
        elif word.lstrip("-").isdecimal():
            if verb in ("summon", "transform", "equip") and "card" not in told:
                told["card"] = numbers[int(word)]
            else:
                told["a"] = int(word)
        else:
            told["sieve"], told["sieve_by"] = _sieve(word)
    if verb == "frostfire":
        told["sieve_by"] = TRIBES.index("Vespyr")
    told["who"] = (side or Who.FRIEND | Who.FOE) | (rank or Who.MINIONS | Who.GENERALS)
    return CardDeed(**told, words=text)
