"""Duelyst: what teaches it, what its cards say, and how it would like to look."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cardlab.core.looks import CounterLook, Looks, MarkLook
from cardlab.core.table import Lessons
from cardlab.games.duelyst.rules.state import CardType, Keyword, Trigger
from cardlab.games.duelyst.words.cards import KEYWORDS, TRIBES, CardTable, DuelystCard

FRIEND, ENEMY, OBJECT, USED_UP = "friend", "enemy", "object", "used up"
KINDS = {CardType.GENERAL: "general", CardType.MINION: "minion", CardType.SPELL: "spell", CardType.ARTIFACT: "artifact"}
READY, TIRED, LESS, MORE, ON_CREEP = "ready", "exhausted", "weakened", "strengthened", "on creep"
CONDITIONS = ("Provoked", "ForcefieldUp", "Stunned", "Dispelled")
_LETTERS = {
    "Provoke": ("P", "orange"), "Ranged": ("R", "sky"), "Blast": ("B", "red"), "Celerity": ("C", "yellow"), "Flying": ("F",
    "steel"),
    "Frenzy": ("Z", "red"), "Backstab": ("K", "pink"), "Rush": ("!", "yellow"), "Airdrop": ("A", "sky"), "Forcefield": ("O",
    "blue"),
    "Rebirth": ("E", "lime"), "Egg": ("e", "lime"), "Zeal": ("z", "gold"), "Infiltrate": ("i", "sky"), "Grow": ("G", "green"),
    "Deathwatch": ("D", "pink"), "Ephemeral": ("v", "quiet"), "DyingWish": ("W", "pink"), "CannotCounter": ("c", "less"),
    "Provoked": ("p", "less"), "ForcefieldUp": ("o", "blue"), "Stunned": ("s", "less"), "Dispelled": ("d", "quiet"),
}  # fmt: skip

DUELYST_LOOKS = Looks(
    inks={FRIEND: "blue", ENEMY: "red", OBJECT: "cost", USED_UP: "quiet", "minion": "sand", "spell": "sky", "artifact": "gold",
    "general": "sand"},
    badges={ENEMY: "▾"},
    marks={
        **{name: MarkLook(letter, colour) for name, (letter, colour) in _LETTERS.items()},
        READY: MarkLook("▲", "bright", "foot"), TIRED: MarkLook("·", "quiet", "foot"),
        LESS: MarkLook(colour="less", at="right"), MORE: MarkLook(colour="more", at="right"),
        ON_CREEP: MarkLook("~", "pink", "foot"),
    },
    counters={"health": CounterLook("bar", "♥", "heart"), "mana": CounterLook("gems", "◆", "cost"),
    "★": CounterLook(colour="gold")},
    others=(("head",),),
    middle=(("board",), ("status",)),
    own=(("head",), ("buttons",), ("hand",)),
)  # fmt: skip

_WORDS = {
    ENEMY: "a unit of the other player",
    "Provoke": "enemies beside it cannot move and must attack it", "Ranged": "attacks any enemy on the board",
    "Blast": "attacks along its row or column, all enemies on that side at once",
    "Celerity": "two moves and two attacks a turn",
    "Flying": "moves to any free tile", "Frenzy": "attacks all enemies beside it",
    "Backstab": "more damage from directly behind, and no answer",
    "Rush": "acts on the turn it arrives", "Airdrop": "can be played on any free tile",
    "Forcefield": "ignores the first damage of each turn",
    "Rebirth": "leaves an egg when it dies", "Egg": "hatches at the end of the opponent's turn",
    "Zeal": "stronger beside its own general",
    "Infiltrate": "stronger on the enemy's side of the board", "Grow": "grows at the start of its owner's turns",
    "Deathwatch": "does something whenever another unit dies", "Ephemeral": "vanishes at the end of its owner's turn",
    "DyingWish": "does something when it dies", "CannotCounter": "does not strike back", "Provoked": "held by a provoker",
    "ForcefieldUp": "its forcefield is up", "Stunned": "cannot move or attack", "Dispelled": "has lost its abilities",
    READY: "may still move or attack", TIRED: "cannot act before the next turn", LESS: "has less health than printed",
    MORE: "has more health than printed", ON_CREEP: "stands on shadow creep",
}  # fmt: skip
_RULES = (
    ("The aim", "Both generals have 25 health. Whose general dies loses."),
    (
        "A turn",
        "In any order: move units two tiles, attack with them, play cards for mana, and replace one card. A unit that was "
        "summoned this turn rests. At the end you draw, and what lasted for this turn ends.",
    ),
    (
        "Moving and fighting",
        "Steps go along rows and columns, around enemies and through friends. Attacks reach the eight tiles around a unit. The "
        "attacked one strikes back if it can, and both blows fall at once. Damage stays.",
    ),
    (
        "Cards",
        "Minions are summoned beside a friendly unit. Spells happen at once. Artifacts are worn by the general; each hit that "
        "the general takes costs each of them one of three points of durability.",
    ),
    ("Mana", "It grows by one each turn, up to nine. Who ends an action on a mana spring gets one more for this turn."),
    ("The deck", "A card drawn with six in hand is burned. A draw from an empty deck costs the general two health."),
)
_OCCASIONS = {
    int(Trigger.ON_DEATH): "dying wish", int(Trigger.ON_DEATHWATCH): "at each death",
    int(Trigger.ON_SPELL): "at each own spell",
    int(Trigger.ON_START): "start of own turn", int(Trigger.ON_END): "end of own turn", int(Trigger.ON_HURT): "when damaged",
    int(Trigger.ON_FOLLOW): "then", int(Trigger.ON_FOLLOW) + 1: "then",
}  # fmt: skip


def duelyst_lessons(options: Mapping[str, Any]) -> Lessons:
    """The rules and all keywords; the profile is named."""
    profile = ("This rule set", f"profile {options['profile']}{', cards of the later game' if options['overlay'] else ''}")
    return Lessons((*_RULES, profile), _WORDS)


def deeds(table: CardTable, card: DuelystCard) -> tuple[str, ...]:
    """What a card does, a line for each part."""
    lines = [TRIBES[card.tribe]] if card.tribe else []
    if card.backstab:
        lines.append(f"backstab {card.backstab}")
    if card.grow:
        lines.append(f"grow +{card.grow}/+{card.grow}")
    if card.situational:
        lines.append(f"{'zeal' if card.keywords & Keyword.ZEAL else 'infiltrate'} +{card.situational} attack")
    if card.worn:
        lines.append(f"general +{card.worn} attack")
    for trigger, parts in card.deeds.items():
        usual = "opening gambit" if card.type == CardType.MINION else ""
        when = _OCCASIONS.get(trigger, usual)
        lines += [f"{when}: {said(table, deed.words)}" if when else said(table, deed.words) for deed in parts]
    lines += [_POWERS[bit] for bit in _POWERS if card.powers & bit]
    if card.keywords & Keyword.GENERAL_DOUBLE:
        lines.append("double damage to generals")
    return tuple(lines)


_POWERS = {
    1: "own spell: 1 damage to the enemy general", 2: "damage dealt: a Wraithling beside the general",
    4: "enemy dies beside the general: a Wraithling there", 8: "broken: a copy goes to the deck",
    16: "no durability lost in the own turn", 32: "attack on a minion: 1 damage to the enemy general",
}  # fmt: skip


def keyword_marks(card: DuelystCard) -> tuple[str, ...]:
    """The keywords printed on a card."""
    return tuple(name for name, bit in KEYWORDS.items() if card.keywords & bit)


# ---- deeds in sentences: `buff +2/+0 target turn` is "give the target +2/+0 this turn" ----------------------------------

_WHERE = {
    "near-self": "beside it", "near-general": "beside your general", "near-target": "beside the target",
    "near-foe-general": "beside the enemy general", "before-general": "before your general", "behind-self": "behind it",
    "block": "in the area", "side": "on your side", "enemy-side": "on the enemy's side",
    "column": "in the enemy general's column", "row": "in your general's row",
}  # fmt: skip
_THERE = {"target": "on the chosen tile", "self": "in its place"}
_WHEN = {"turn": "this turn", "next": "until your next turn"}
_WHO = {
    ("", "units"): "all units", ("", "minions"): "all minions", ("", "generals"): "both generals",
    ("friendly", "generals"): "your general", ("enemy", "generals"): "the enemy general",
    ("friendly", "minions"): "your {}minions", ("friendly", "units"): "your units",
    ("enemy", "minions"): "enemy minions", ("enemy", "units"): "enemy units",
    ("", "target"): "the target", ("enemy", "target"): "the target, if it is an enemy", ("friendly", "target"): "the target",
}  # fmt: skip
_GRANTS = {
    "GeneralProof": "no damage from generals", "MinionDouble": "double damage to minions", "CannotCounter": "no strike back",
    "Wall": "no way to move", "Scarred": "shadow creep where it dies",
}  # fmt: skip
_WHOLE = {
    "bond target": "add the target's health to its attack",
    "martyr target": "destroy the target; its general gains its health",
    "edge target": "if the target has Backstab, draw a card",
    "mana": "one more mana for good", "dance": "draw a card for each own minion that dies this turn",
    "surge": "minions that you summon this turn get +1/+1", "teleport": "move it to the chosen tile",
    "teleport before-general": "move the target before your general",
}  # fmt: skip
_DEEDS = {
    "damage": "deal {n} damage to {who}", "buff": "give {who} {n}", "heal": "heal {who} by {n}", "restore": "heal {who} fully",
    "grant": "give {who} {n}", "stun": "stun {who}", "dispel": "dispel {who}", "destroy": "destroy {who}",
    "ready": "let {who} act again", "return": "return {who} to the hand", "control": "take control of {who}",
    "set": "the attack of {who} becomes {n}", "summon": "summon {n}", "transform": "turn {who} into {n}", "draw": "draw {n}",
    "equip": "equip {n}",
    "both-draw": "both players draw {n}", "creep": "put shadow creep",
    "frostfire": "give {who} {n}; the health only if it is a Vespyr",
}  # fmt: skip
_WITHOUT_NUMBER = ("restore", "stun", "dispel", "destroy", "ready", "return", "control", "creep")


def said(table: CardTable, words: str) -> str:
    """A deed as a sentence; words that are not known stay as they are."""
    if words in _WHOLE:
        return _WHOLE[words]
    deed, *parts = words.split()
    if deed not in _DEEDS:
        return words
    number = "" if deed in _WITHOUT_NUMBER or not parts else _number(table, deed, parts)
    tribe = next((f"{part[6:]} " for part in parts if part.startswith("tribe:")), "")
    side = next((part for part in parts if part in ("enemy", "friendly")), "")
    kind = next((part for part in parts if (side, part) in _WHO), "")
    who = "itself" if "self" in parts else _WHO.get((side, kind), "everything").format(tribe)
    weak = [f"with {part.replace('attack<=', 'attack ')} or less" for part in parts if part.startswith("attack<=")]
    where = [_WHERE[part] for part in parts if part in _WHERE]
    if deed == "summon":
        where += [
            {"target": "on the chosen tile", "self": "in its place"}[part] for part in parts if part in ("target", "self")
        ]
    when = [_WHEN[part] for part in parts if part in _WHEN]
    if deed in ("summon", "creep"):
        return " ".join([_DEEDS[deed].format(n=number), *where, *when])
    return " ".join([_DEEDS[deed].format(who=" ".join([who, *weak, *where]), n=number), *when])


def _number(table: CardTable, deed: str, parts: list[str]) -> str:
    """What comes first in a deed: a number, a card, a keyword; it is taken off."""
    first = parts.pop(0)
    if deed == "summon":
        count, name = int(parts.pop(0)), _name(table, first)
        return name if count == 1 else f"{count} {name}s"
    if deed in ("transform", "equip"):
        return _name(table, first)
    if deed in ("draw", "both-draw"):
        return "a card" if first == "1" else f"{first} cards"
    return _GRANTS.get(first, first)


def _name(table: CardTable, number: str) -> str:
    return table.by_id[int(number)].name if number.isdigit() and int(number) in table.by_id else number
