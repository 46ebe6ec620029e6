"""Legends of Code and Magic in words: actions and events."""

from __future__ import annotations

import re
from typing import Any

from cardlab.core.action import Action, extra_of, kind_of, pack, source_of, target_of
from cardlab.core.game import Event
from cardlab.core.state import State
from cardlab.errors import PositionError
from cardlab.games.locm.rules.play import LocmState
from cardlab.games.locm.rules.table import LAST_INSTANCE, ROUNDS, Kind, Phase, Reason, Told
from cardlab.games.locm.words.cards import KEYWORD_NAMES, card, card_named
from cardlab.games.locm.words.position import lists_of

_HELP = "PICK 1, SUMMON 12 0, ATTACK 3 -1, USE 5 8, PASS; the card's name may follow"
_ID = r"[1-9]\d?"
_PARTS = re.compile(
    rf"PASS|PICK (?P<pick>[0-2])|(?P<word>SUMMON|ATTACK|USE) (?P<source>{_ID}) (?P<target>-1|0|{_ID})(?: (?P<name>\S.*))?",
    re.ASCII,
)
_LANES = ("left", "right")
_ENDINGS = {
    Reason.HEALTH_GONE: "the opponent has no health left",
    Reason.DECK_GONE: "the opponent has died by drawing",
    Reason.ROUNDS_GONE: "the last round is over",
}


# ---- actions -------------------------------------------------------------------------------------------------------


def action_text(action: Action) -> str:
    """An action as the game's text protocol writes it, followed by the name of the card."""
    try:
        text = _words(kind_of(action), source_of(action), target_of(action), extra_of(action))
        if parse_action(text) == action:
            return text
    except (PositionError, TypeError, ValueError):
        pass
    raise PositionError(f"{action!r:.40} is not an action of Legends of Code and Magic")


def _words(kind: int, source: int, target: int, number: int) -> str:
    word = Kind(kind).name
    if kind == Kind.PASS:
        return word
    if kind == Kind.PICK:
        return f"{word} {source}"
    name = f" {card(number).name}" if number else ""
    return f"{word} {source} {target if target or kind == Kind.SUMMON else -1}{name}"


def parse_action(text: str) -> Action:
    """The action that a text names; without a card's name the part for it stays zero."""
    parts = _PARTS.fullmatch(text.strip()) if isinstance(text, str) else None
    action = _packed(parts) if parts else None
    if action is None:
        raise PositionError(f"{text!r:.80} is not an action of Legends of Code and Magic; actions look like: {_HELP}")
    return action


def _packed(parts: re.Match[str]) -> Action | None:
    if parts["pick"]:
        return pack(Kind.PICK, int(parts["pick"]))
    if not parts["word"]:
        return pack(Kind.PASS)
    kind, source, target = Kind[parts["word"]], int(parts["source"]), int(parts["target"])
    fits = target in (0, 1) if kind == Kind.SUMMON else target != 0
    if not fits or source > LAST_INSTANCE or target > LAST_INSTANCE:
        return None
    return pack(kind, source, max(target, 0), card_named(parts["name"]) if parts["name"] else 0)


def parse_in(state: State, text: str) -> Action:
    """The action that a text names in a position: the card of the instance is filled in, or compared with the name given."""
    action = parse_action(text)
    assert isinstance(state, LocmState)
    table = lists_of(state)
    if kind_of(action) in (Kind.PICK, Kind.PASS) or table["phase"] == Phase.DRAFT:
        return action
    source, named = source_of(action), extra_of(action)
    number = card_at(table, source)
    if named and number and named != number:
        raise PositionError(f"{text!r:.80}: {source} is {card(number).name}, not {card(named).name}")
    return pack(kind_of(action), source, target_of(action), number or named)


def card_at(table: dict[str, Any], instance: int) -> int:
    """The card number of an instance in a battle, as far as it is known; else 0."""
    owner = (instance - 1) % 2
    return int(table["decks"][owner][(instance - 1) // 2])


# ---- events ----------------------------------------------------------------------------------------------------------


def event_of(kind: int, player: int, a: int, b: int, seen_by: int, lanes: int = 2) -> Event:
    """An event that the rules told, in words. With one lane, lanes are not named."""
    told = Told(kind)
    text, secret = _told(told, f"seat {player}", a, b, lanes)
    return Event(told.name.lower(), player, text, secret, seen_by, {"a": a, "b": b})


def _told(told: Told, who: str, a: int, b: int, lanes: int) -> tuple[str, str]:
    """The text of an event, and the one for those who may not know the card."""
    if told == Told.PICKED:
        return f"{who} picks {_name(a)}", f"{who} picks a card"
    if told == Told.DREW:
        return f"{who} draws {_name(a)}", f"{who} draws a card"
    if told in (Told.OFFERED, Told.BATTLE_BEGAN, Told.TURN, Told.PASSED, Told.ENDED):
        return _course(told, who, a, b), ""
    if told in (Told.SUMMONED, Told.ATTACKED, Told.USED, Told.WARD_BROKE, Told.DIED):
        return _deed(told, who, a, b, lanes), ""
    return _fortune(told, who, a, b), ""


def _course(told: Told, who: str, a: int, b: int) -> str:
    """How the game goes on."""
    if told == Told.OFFERED:
        return f"three cards are offered ({a + 1} of {ROUNDS})"
    if told == Told.BATTLE_BEGAN:
        return "the draft is over, the battle begins"
    if told == Told.TURN:
        return f"{who} begins turn {a // 2 + 1} with {b} mana"
    if told == Told.PASSED:
        return f"{who} ends the turn"
    return f"{who} wins: {_ENDINGS[Reason(a)]}"


def _deed(told: Told, who: str, a: int, b: int, lanes: int) -> str:
    """What cards do, and what is done to them. Cards come as instance and number in one."""
    name, target = _name(a >> 8), _name(b >> 8)
    if told == Told.SUMMONED:
        where = f" on the {_LANES[b]} lane" if lanes > 1 else ""
        return f"{who} summons {name} ({_facts(a >> 8)}){where}"
    if told == Told.ATTACKED:
        return f"{who} attacks {target if b else 'the opponent'} with {name}"
    if told == Told.USED:
        return f"{who} uses {name}{f' on {target}' if b else ''}"
    owner = f"seat {((a & 0xFF) - 1) % 2}"
    return f"{owner} loses the Ward of {name}" if told == Told.WARD_BROKE else f"{owner} loses {name}"


def _name(number: int) -> str:
    return card(number).name if number else "a card"


def _facts(number: int) -> str:
    facts = card(number)
    return ", ".join([facts.stats, *(name for at, name in enumerate(KEYWORD_NAMES) if facts.keywords >> at & 1)])


def _fortune(told: Told, who: str, a: int, b: int) -> str:
    """Health, runes and draws."""
    if told == Told.HEALTH:
        return f"{who} {'loses' if a < 0 else 'gains'} {abs(a)} health, now {b}"
    if told == Told.RUNE:
        return f"{who} loses the rune at {a}: one more card next turn"
    if told == Told.BURNED_RUNE:
        return f"{who} loses {f'the rune at {a}' if a else 'the last health'} by drawing, health now {b}"
    return f"{who} loses {a} draw{'s' if a != 1 else ''}, the hand is full"
