"""Legends of Code and Magic: its kinds of actions, and how actions are written."""

from __future__ import annotations

import re
from typing import Any

from cardlab.core.action import Action, extra_of, kind_of, pack, source_of, target_of
from cardlab.core.space import ActionKind, Part
from cardlab.core.state import State
from cardlab.errors import PositionError
from cardlab.games.locm.rules.state import CARDS, LAST_INSTANCE, Kind, LocmState, Phase
from cardlab.games.locm.words.cards import card, card_named
from cardlab.games.locm.words.position import lists_of

_INSTANCE, _CARD = (1, LAST_INSTANCE), Part("card", 1, CARDS, derived=True)

LOCM_ACTIONS = (
    ActionKind(Kind.PICK, Part("place", 0, 2)),
    ActionKind(Kind.SUMMON, Part("id", *_INSTANCE), Part("lane", 0, 1), _CARD),
    ActionKind(Kind.ATTACK, Part("id", *_INSTANCE), Part("target", 0, LAST_INSTANCE), _CARD),
    ActionKind(Kind.USE, Part("id", *_INSTANCE), Part("target", 0, LAST_INSTANCE), _CARD),
    ActionKind(Kind.PASS),
)
"""Instances by their numbers in the text protocol; a target of 0 is the opponent himself."""

_HELP = "PICK 1, SUMMON 12 0, ATTACK 3 -1, USE 5 8, PASS; the card's name may follow"
_ID = r"[1-9]\d?"
_PARTS = re.compile(
    rf"PASS|PICK (?P<pick>[0-2])|(?P<word>SUMMON|ATTACK|USE) (?P<source>{_ID}) (?P<target>-1|0|{_ID})(?: (?P<name>\S.*))?",
    re.ASCII,
)

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
