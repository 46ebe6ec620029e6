"""Legends of Code and Magic: what teaches it, and how it would like to look."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardlab.core.looks import CounterLook, Looks, MarkLook
from cardlab.core.table import Lessons
from cardlab.games.locm.words.cards import ALL_KEYWORDS, GREEN, KEYWORD_NAMES, KEYWORDS, RED, LocmCard
from cardlab.games.locm.words.options import PRESETS

KINDS = ("creature", "green item", "red item", "blue item")
"""The kinds of faces, by the type of the card."""
ABLE, LESS, MORE, CHOSEN = "can attack", "weakened", "strengthened", "chosen"
_COLOURS = ("orange", "yellow", "pink", "steel", "lime", "sky")
_SHAPES = {"Guard": "frame", "Ward": "sides"}
_LETTERS = tuple(zip(KEYWORD_NAMES, KEYWORDS, _COLOURS, strict=True))

LOCM_LOOKS = Looks(
    inks=dict(zip(KINDS, ("sand", "green", "red", "blue"), strict=True)),
    marks={
        **{name: MarkLook(letter, colour, _SHAPES.get(name, "corner")) for name, letter, colour in _LETTERS},
        **{f"{verb} {name}": MarkLook(letter, colour) for verb in ("gives", "takes") for name, letter, colour in _LETTERS},
        ABLE: MarkLook("▲", "bright", "foot"),
        LESS: MarkLook(colour="less", at="right"),
        MORE: MarkLook(colour="more", at="right"),
        CHOSEN: MarkLook(at="paper"),
    },
    counters={
        "health": CounterLook("bar", "♥", "heart"),
        "mana": CounterLook("gems", "◆", "cost"),
        "★": CounterLook(colour="gold"),
    },
    others=(("head",), ("curve",), ("left", "right")),
    middle=(("offer",),),
    own=(("rule",), ("left", "right"), ("status",), ("head",), ("buttons",), ("hand",), ("curve", "picks")),
)

_KEYWORDS = (
    "excess damage hits the foe", "attacks at once", "its damage heals you", "is attacked first", "kills what it hurts",
    "ignores the next damage",
)  # fmt: skip
_USES = ("", "for a creature of yours", "against a foe's creature", "against the foe or a creature")
_RULES = (
    (
        "The draft",
        "Thirty times both players see the same three cards, and each takes one of them in secret. The picks are "
        "shuffled and form the deck.",
    ),
    (
        "The aim",
        "Both have 30 health. Who has none left loses.",
    ),
    (
        "A turn",
        "The maximum of mana grows by one, up to 12, and all of it can be spent. One draws a card. Then come actions "
        "in any number and order, until the turn is ended.",
    ),
    (
        "Creatures",
        "A creature is summoned to a lane, which has room for three creatures a side. From the next turn on it "
        "attacks once a turn: a creature of the other side in the same lane, or the opponent. If there is one with "
        "Guard, it must be attacked. Both creatures strike at once, and a loss of defense stays.",
    ),
    (
        "Items",
        "Green items strengthen an own creature, red ones weaken a creature of the other side, blue ones are used on "
        "such a creature or on the opponent.",
    ),
    (
        "Runes",
        "Each player has runes at 25, 20, 15, 10 and 5 health. When health falls to a rune, it breaks, and its owner "
        "draws one card more next turn. A draw from an empty deck breaks the highest rune, and health falls to its "
        "value. Beside the health, ■ is a rune and □ a broken one.",
    ),
)


def locm_lessons(options: Mapping[str, Any]) -> Lessons:
    """The rules, with what differs from the official ones."""
    official = PRESETS["official"]
    changed = [f"{name}={value}" for name, value in options.items() if value != official.get(name, value)]
    more = (("This rule set", ", ".join(changed)),) if changed else ()
    return Lessons((*_RULES, *more), _glossary())


def _glossary() -> dict[str, str]:
    words = dict(zip(KEYWORD_NAMES, _KEYWORDS, strict=True))
    items = {KINDS[number]: use for number, use in enumerate(_USES) if use}
    given = {f"gives {name}": f"{name}: {means}" for name, means in words.items()}
    taken = {f"takes {name}": f"takes {name} away" for name in words}
    return {
        **words, **items, **given, **taken,
        ABLE: "may attack this turn", LESS: "its defense is lower than printed", MORE: "its defense is higher than printed",
        CHOSEN: "your pick of this round",
    }  # fmt: skip


def held(keywords: int) -> list[int]:
    """The numbers of the keywords in a set of bits."""
    return [at for at in range(len(KEYWORDS)) if keywords >> at & 1]


def marks_of(card: LocmCard) -> tuple[str, ...]:
    """The marks of a printed card: keywords of a creature, or those that an item gives or takes."""
    verb = "" if card.is_creature else "gives " if card.type == GREEN else "takes "
    return tuple(verb + KEYWORD_NAMES[at] for at in held(card.keywords))


def effects(card: LocmCard, heals: bool) -> tuple[int, int, int]:
    """What a card changes once: own health, the foe's, and draws."""
    return card.player_hp, abs(card.opponent_hp) if heals else card.opponent_hp, card.card_draw


def effect_words(card: LocmCard, heals: bool) -> str:
    """What a card does once, besides the change of its target, in short."""
    told = zip(effects(card, heals), ("you{:+d}", "foe{:+d}", "draw{:+d}"), strict=True)
    return " ".join(words.format(value) for value, words in told if value)


def deeds(card: LocmCard, attack: int, defense: int, keywords: int, heals: bool) -> tuple[str, ...]:
    """Values, keywords and effects, a line for each."""
    sign = "" if card.is_creature else "+"
    values = ((attack, "attack"), (defense, "defense"))
    lines = [f"{word:<7} {value:{sign}d}" for value, word in values if card.is_creature or value]
    verb = {GREEN: "give ", RED: "take "}.get(card.type, "")
    every = verb and keywords == ALL_KEYWORDS
    lines += [f"{verb}keywords"] if every else [verb + KEYWORD_NAMES[at] for at in held(keywords)]
    mine, theirs, draws = effects(card, heals)
    lines += [f"you {'gain' if mine > 0 else 'lose'} {abs(mine)}"] if mine else []
    lines += [f"foe {'gains' if theirs > 0 else 'loses'} {abs(theirs)}"] if theirs else []
    return (*lines, *([f"draw {draws} more"] if draws else []))
