"""Legends of Code and Magic: what its rules tell, with the words for it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cardlab.core.events import EventKind
from cardlab.games.locm.rules.state import ROUNDS, Reason, Told
from cardlab.games.locm.words.cards import KEYWORD_NAMES, card

_LANES = ("left", "right")
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


def _turn(fields: Mapping[str, int]) -> str:
    return str(fields["turn"] // 2 + 1)


def _facts(fields: Mapping[str, int]) -> str:
    facts = card(fields["card"])
    return ", ".join([facts.stats, *(name for at, name in enumerate(KEYWORD_NAMES) if facts.keywords >> at & 1)])


def _lane(fields: Mapping[str, int]) -> str:
    return _LANES[fields["lane"]]


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


_CARD = {"card": _card}
_ONTO = ("id", "card", "target", "target_card")


def locm_events(lanes: int) -> Sequence[EventKind]:
    """Every kind of event. `id` is an instance, `card` the number of its card. With one lane, lanes are not named."""
    where = " on the {lane} lane" if lanes > 1 else ""
    return (*_COURSE, *_cards(where), *_FORTUNE)


_COURSE = (
    EventKind(Told.OFFERED, ("round",), "three cards are offered ({round})", phrases={"round": _round}),
    EventKind(Told.BATTLE_BEGAN, (), "the draft is over, the battle begins"),
    EventKind(
        Told.TURN, ("turn", "mana"), "begins turn {turn} with {mana} mana", "begin turn {turn} with {mana} mana",
        phrases={"turn": _turn},
    ),
    EventKind(Told.PASSED, (), "ends the turn", "end the turn"),
    EventKind(Told.ENDED, ("reason",), "wins: {ending}", "win: {ending}", phrases={"ending": _ending}),
)  # fmt: skip
"""How the game goes on."""


def _cards(where: str) -> tuple[EventKind, ...]:
    """What is done with cards, and what they do."""
    return (
        EventKind(
            Told.PICKED, ("card", "round"), "picks {card}", "pick {card}", "picks a card", ("card",), _CARD
        ),
        EventKind(
            Told.DREW, ("card", "id"), "draws {card}", "draw {card}", "draws a card", ("card",), _CARD, quiet=True
        ),
        EventKind(
            Told.SUMMONED, ("id", "card", "lane"), "summons {card} ({facts})" + where, "summon {card} ({facts})" + where,
            phrases={**_CARD, "facts": _facts, "lane": _lane},
        ),
        EventKind(
            Told.ATTACKED, _ONTO, "attacks {target} with {card}", "attack {target} with {card}",
            phrases={**_CARD, "target": _attacked},
        ),
        EventKind(Told.USED, _ONTO, "uses {card}{target}", "use {card}{target}", phrases={**_CARD, "target": _used_on}),
        EventKind(Told.WARD_BROKE, ("id", "card"), "loses the Ward of {card}", "lose the Ward of {card}", phrases=_CARD),
        EventKind(Told.DIED, ("id", "card"), "loses {card}", "lose {card}", phrases=_CARD),
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
