"""Legends of Code and Magic in words: actions and events."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from cardlab.core.action import Action, extra_of, kind_of, pack, source_of, target_of
from cardlab.core.events import EventKind
from cardlab.core.space import ActionKind, Part
from cardlab.core.state import State
from cardlab.errors import PositionError
from cardlab.games.locm.rules.state import CARDS, LAST_INSTANCE, ROUNDS, Kind, LocmState, Phase, Reason, Told
from cardlab.games.locm.words.cards import KEYWORD_NAMES, card, card_named
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


LANES = ("left", "right")
_ENDINGS = {
    Reason.HEALTH_GONE: "the opponent has no health left",
    Reason.DECK_GONE: "the opponent has died by drawing",
    Reason.ROUNDS_GONE: "the last round is over",
}


def _card(fields: Mapping[str, int]) -> str:
    return _name(fields["card"])


def _name(number: int) -> str:
    return card(number).name if number else "a card"


def _round(fields: Mapping[str, int]) -> str:
    return f"{fields['round'] + 1} of {ROUNDS}"


def _battle_round(fields: Mapping[str, int]) -> str:
    return str(fields["turn"] // 2 + 1)


def _facts(fields: Mapping[str, int]) -> str:
    facts = card(fields["card"])
    return ", ".join([facts.stats, *(name for at, name in enumerate(KEYWORD_NAMES) if facts.keywords >> at & 1)])


def _lane(fields: Mapping[str, int]) -> str:
    return LANES[fields["lane"]]


def _attacked(fields: Mapping[str, int]) -> str:
    return _name(fields["target_card"]) if fields["target"] else "the opponent"


def _used_on(fields: Mapping[str, int]) -> str:
    return f" on {_name(fields['target_card'])}" if fields["target"] else ""


def _change(fields: Mapping[str, int]) -> str:
    return f"{'loses' if fields['change'] < 0 else 'gains'} {abs(fields['change'])}"


def _own_change(fields: Mapping[str, int]) -> str:
    return f"{'lose' if fields['change'] < 0 else 'gain'} {abs(fields['change'])}"


def _burned(fields: Mapping[str, int]) -> str:
    return f"the rune at {fields['rune']}" if fields["rune"] else "the last health"


def _draws(fields: Mapping[str, int]) -> str:
    return f"{fields['draws']} draw{'s' if fields['draws'] != 1 else ''}"


def _ending(fields: Mapping[str, int]) -> str:
    return _ENDINGS[Reason(fields["reason"])]


_NAMED = {"card": _card}
_ONTO = ("id", "card", "target", "target_card")


def locm_events(lanes: int) -> Sequence[EventKind]:
    """Every kind of event. `id` is an instance, `card` the number of its card. With one lane, lanes are not named."""
    where = " on the {lane} lane" if lanes > 1 else ""
    return (*_COURSE, *_cards(where), *_FORTUNE)


_COURSE = (
    EventKind(Told.OFFERED, ("round",), "three cards are offered ({round})", phrases={"round": _round}),
    EventKind(Told.BATTLE_BEGAN, (), "the draft is over, the battle begins"),
    EventKind(
        Told.TURN, ("turn", "mana"), "begins round {round} with {mana} mana", "begin round {round} with {mana} mana",
        phrases={"round": _battle_round}, turn=True,
    ),
    EventKind(Told.PASSED, (), "ends the turn", "end the turn"),
    EventKind(Told.ENDED, ("reason",), "wins: {ending}", "win: {ending}", phrases={"ending": _ending}),
)  # fmt: skip
"""How the game goes on."""


def _cards(where: str) -> tuple[EventKind, ...]:
    """What is done with cards, and what they do."""
    return (
        EventKind(
            Told.PICKED, ("card", "round"), "picks {card}", "pick {card}", "picks a card", ("card",), _NAMED
        ),
        EventKind(
            Told.DREW, ("card", "id"), "draws {card}", "draw {card}", "draws a card", ("card",), _NAMED, quiet=True
        ),
        EventKind(
            Told.SUMMONED, ("id", "card", "lane"), "summons {card} ({facts})" + where, "summon {card} ({facts})" + where,
            phrases={**_NAMED, "facts": _facts, "lane": _lane},
        ),
        EventKind(
            Told.ATTACKED, _ONTO, "attacks {target} with {card}", "attack {target} with {card}",
            phrases={**_NAMED, "target": _attacked},
        ),
        EventKind(Told.USED, _ONTO, "uses {card}{target}", "use {card}{target}", phrases={**_NAMED, "target": _used_on}),
        EventKind(Told.WARD_BROKE, ("id", "card"), "loses the Ward of {card}", "lose the Ward of {card}", phrases=_NAMED),
        EventKind(Told.DIED, ("id", "card"), "loses {card}", "lose {card}", phrases=_NAMED),
    )  # fmt: skip


_FORTUNE = (
    EventKind(
        Told.HEALTH, ("change", "health"), "{changes} health, now {health}", "{change} health, now {health}",
        phrases={"changes": _change, "change": _own_change},
    ),
    EventKind(
        Told.RUNE, ("rune",), "loses the rune at {rune}: one more card next turn",
        "lose the rune at {rune}: one more card next turn",
    ),
    EventKind(
        Told.BURNED_RUNE, ("rune", "health"), "loses {lost} by drawing, health now {health}",
        "lose {lost} by drawing, health now {health}", phrases={"lost": _burned},
    ),
    EventKind(
        Told.NO_ROOM, ("draws",), "loses {draws}, the hand is full", "lose {draws}, the hand is full", phrases={"draws": _draws}
    ),
)  # fmt: skip
"""Health, runes and draws."""
