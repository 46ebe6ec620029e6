"""Scripts of Tribute: what is asked in a position, and the effects that wait there, as parts of it."""

from __future__ import annotations

import reprlib
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from cardlab.core.positionparts import Lists, PositionPart, Telling
from cardlab.core.reading import only, whole, word
from cardlab.errors import PositionError
from cardlab.games.tribute.rules.state import (
    AGENTS,
    HELD,
    LATER_ROOM,
    LEVELS,
    MOST_PICKS,
    QUEUE_ROOM,
    Asking,
    CardType,
    Deed,
    Patron,
)
from cardlab.games.tribute.words.cards import (
    CARD_NUMBERS,
    CARDS,
    PATRON_NAMES,
    CardEffect,
    TributeCard,
    card_named,
    patron_named,
)

_NO_SLOT, _MARKED = 255, 254
_ASKING = tuple(what.name for what in Asking)
ASKED_BY = {
    Asking.ACQUIRE_CARDS: Deed.ACQUIRE, Asking.REPLACE_CARDS_IN_TAVERN: Deed.REPLACE, Asking.DESTROY_CARDS: Deed.DESTROY,
    Asking.REFRESH_CARDS: Deed.RETURN_TOP, Asking.REFRESH_AGENTS: Deed.RETURN_AGENT_TOP, Asking.TOSS_CARDS: Deed.TOSS_TOP,
    Asking.KNOCKOUT_AGENTS: Deed.KNOCK_OUT, Asking.DONATE_CARDS: Deed.DONATE, Asking.DISCARD_CARDS: Deed.OPP_DISCARD,
}  # fmt: skip
"""The effects that ask for cards."""
_ASKED_BY_PATRON = {
    Asking.COMPLETE_HLAALU: Patron.HLAALU, Asking.COMPLETE_PELLIN: Patron.PELIN, Asking.COMPLETE_PSIJIC: Patron.PSIJIC,
    Asking.COMPLETE_TREASURY: Patron.TREASURY,
}  # fmt: skip
_QUESTION = ("follow_up", "card", "patron", "level", "part", "max", "picks", "from", "picked", "gap")
_OF_ROW = (Asking.ACQUIRE_CARDS, Asking.REPLACE_CARDS_IN_TAVERN)
_STORED = (Asking.REPLACE_CARDS_IN_TAVERN, Asking.KNOCKOUT_AGENTS)
"""Choices whose picks wait until all are made."""
_ALL_OF_THEM = (Asking.KNOCKOUT_AGENTS, Asking.DISCARD_CARDS)
"""Choices that cannot be stopped before the last pick."""
_AS_TOLD = (*_ALL_OF_THEM, *_OF_ROW, Asking.DESTROY_CARDS, Asking.DONATE_CARDS)
"""Choices of as many as the effect says, or as there are."""

# ---- reading cards and tables ----------------------------------------------------------------------------------------


def read_card(where: str, text: Any) -> int:
    """The card of a key, with or without a label."""
    if isinstance(text, str) and text in CARD_NUMBERS:
        return CARD_NUMBERS[text]
    try:
        return card_named(text.partition("#")[0] if isinstance(text, str) else text)
    except PositionError as error:
        raise PositionError(f"{where}: {error}") from None


def read_cards(where: str, value: Any, room: int) -> list[int]:
    """A pile."""
    if not isinstance(value, list) or len(value) > room:
        raise PositionError(f"{where!r} must be a list of at most {room} cards, not {reprlib.repr(value)}")
    return [read_card(where, one) for one in value]


def read_entries(where: str, value: Any, room: int) -> list[Any]:
    """A list of so many things at most."""
    if not isinstance(value, list) or len(value) > room:
        raise PositionError(f"{where}: a list of at most {room} entries is wanted, not {reprlib.repr(value)}")
    return value


def read_table(wanted: str, value: Any) -> Mapping[str, Any]:
    """A table; the error says what is `wanted`."""
    if not isinstance(value, Mapping):
        raise PositionError(f"{wanted}, not {reprlib.repr(value)}")
    return value


# ---- effects that wait -----------------------------------------------------------------------------------------------


class Waiting(NamedTuple):
    """An effect that waits: the card it stands on, the level (0 is the activation), which of two, and the agent it heals."""

    card: int
    level: int
    part: int
    slot: int

    @property
    def deed(self) -> int:
        """What it does; 0 for a choice of two."""
        effect = CARDS[self.card].effects[self.level]
        return 0 if effect.either else effect.parts[self.part][0]


class WaitingPart(PositionPart):
    """Effects that wait in a row, with the agents they heal unless they wait for the next turn."""

    def __init__(self, name: str, *fields: str, room: int, heals: bool) -> None:
        super().__init__(name, *fields, usual=[])
        self.room, self.heals = room, heals

    def take(self, telling: Telling, *held: Any) -> list[Waiting]:
        rows, size = held
        return [Waiting(*row) for row in rows[:size]]

    def put(self, telling: Telling, value: Sequence[Waiting]) -> tuple[Any, ...]:
        return value, len(value)

    def show(self, telling: Telling, value: Sequence[Waiting]) -> list[dict[str, Any]]:
        return [_entry_told(one) for one in value]

    def read(self, telling: Telling, told: Any) -> list[Waiting]:
        return [self._entry(row) for row in read_entries(self.name, told, self.room)]

    def _entry(self, row: Any) -> Waiting:
        where = self.name
        table = read_table(f"{where}: an effect is a table with card, level and part", row)
        only(f"{where}: there is", table, ("card", "level", "part", "slot"))
        number = read_card(where, table.get("card"))
        level = whole(f"{where}: 'level'", table.get("level"), 1, LEVELS) - 1
        effect = CARDS[number].effects[level]
        parts = 1 if effect.either else len(effect.parts)
        if not parts:
            raise PositionError(f"{where}: {CARDS[number].key} has no effect at level {level + 1}")
        found = Waiting(number, level, whole(f"{where}: 'part'", table.get("part", 0), 0, parts - 1), _NO_SLOT)
        slot = table.get("slot", _NO_SLOT)
        if slot != _NO_SLOT and found.deed != Deed.HEAL:
            raise PositionError(f"{where}: only HEAL has a 'slot'")
        if slot is None:
            slot = _MARKED
        elif slot != _NO_SLOT:
            slot = whole(f"{where}: 'slot'", slot, 0, AGENTS - 1)
        return found._replace(slot=slot if self.heals else 0)


def _entry_told(one: Waiting) -> dict[str, Any]:
    told: dict[str, Any] = {"card": CARDS[one.card].key, "level": one.level + 1, "part": one.part}
    return told | ({"slot": None if one.slot == _MARKED else one.slot} if one.deed == Deed.HEAL else {})


def waiting_parts() -> tuple[PositionPart, PositionPart]:
    """The queue, and what waits for the next turn, for which the queue keeps room."""
    return (
        WaitingPart("queue", "queue", "n_queue", room=QUEUE_ROOM - LATER_ROOM, heals=True),
        WaitingPart("next_turn_effects", "later", "n_later", room=LATER_ROOM, heals=False),
    )


def check_waiting(table: Lists) -> None:
    """What can wait depends on what is asked."""
    queue, asked = table["queue"], table["pending_choice"]
    if queue and asked is None:
        raise PositionError("'queue': effects wait only while a choice is pending")
    if any((one.deed == Deed.OPP_DISCARD) != asked.starting for one in queue):
        raise PositionError("'queue': OPP_DISCARD waits only at the start of a turn, and then nothing else does")
    if any(one.deed != Deed.OPP_DISCARD for one in table["next_turn_effects"]):
        raise PositionError("'next_turn_effects': only OPP_DISCARD waits for the next turn")


# ---- what is asked ---------------------------------------------------------------------------------------------------


class Asked(NamedTuple):
    """A question that is open: who asks (a card or a patron), and how far the answer is."""

    what: Asking
    source: int
    level: int = 0
    part: int = 0
    least: int = 1
    most: int = 1
    picks: int = 0
    first: int = 0
    """From which option on the next pick is made."""
    gap: int | None = None
    """A slot of the row that cannot be chosen."""
    picked: Sequence[int] = ()
    """The places that were picked, where picks wait until all are made."""
    starting: bool = False
    """Whether it is asked before the turn begins."""

    @property
    def by_patron(self) -> bool:
        """Whether a patron asks, and no card."""
        return self.what in _ASKED_BY_PATRON

    def effect(self, facts: Sequence[TributeCard] = CARDS) -> CardEffect:
        """The effect that asks, of a card."""
        return facts[self.source].effects[self.level]


class AskedPart(PositionPart):
    """The question that is open, or None, with all that C takes for granted about it. `sides` are the parts of players."""

    def __init__(self, name: str, sides: tuple[str, str]) -> None:
        super().__init__(
            name, "asking", "ask_card", "ask_level", "ask_part", "ask_least", "ask_most", "n_picked", "ask_from", "gap",
            "picked", "starting", usual=None, late=True,
        )  # fmt: skip
        self.sides = sides

    def take(self, telling: Telling, *held: Any) -> Asked | None:
        what, *numbers, gap, picked, starting = held
        if not what:
            return None
        stored = picked[: numbers[-2]] if what in _STORED else []
        return Asked._make((Asking(what), *numbers, None if gap == _NO_SLOT else gap, stored, bool(starting)))

    def put(self, telling: Telling, value: Asked | None) -> tuple[Any, ...]:
        asked = value or Asked(Asking.NOTHING, 0, least=0, most=0)
        what, *numbers, gap, picked, starting = asked
        return int(what), *numbers, _NO_SLOT if gap is None else gap, picked, int(starting)

    def show(self, telling: Telling, value: Asked | None) -> dict[str, Any]:
        assert value is not None, "what is as usual is not told"
        told: dict[str, Any] = {"follow_up": value.what.name}
        if value.by_patron:
            return told | {"patron": PATRON_NAMES[value.source]}
        told |= {"card": CARDS[value.source].key, "level": value.level + 1, "part": value.part}
        if value.what == Asking.ENACT_CHOSEN_EFFECT:
            return told
        told |= {"max": value.most, "picks": value.picks, "from": value.first}
        told |= {"picked": value.picked} if value.what in _STORED else {}
        return told | ({} if value.gap is None else {"gap": value.gap})

    def read(self, telling: Telling, told: Any) -> Asked | None:
        if told is None:
            return None
        row = read_table("'pending_choice' is a table", told)
        only("'pending_choice' has", row, _QUESTION)
        what = Asking(word("follow_up", row.get("follow_up"), _ASKING))
        if what == Asking.NOTHING:
            raise PositionError("'pending_choice': what is asked? Leave it out if nothing is")
        p, table = telling.table["current"], telling.table
        own, other = table[self.sides[p]], table[self.sides[1 - p]]
        if what in _ASKED_BY_PATRON:
            return _asked_by_patron(row, what, own, other)
        return _asked_by_card(row, what, len(table["tavern"]["row"]), own, other)


def _asked_by_patron(row: Mapping[str, Any], what: Asking, own: Lists, other: Lists) -> Asked:
    patron = _ASKED_BY_PATRON[what]
    if patron_named(row.get("patron", "")) != patron or len(row) != 2:
        raise PositionError(f"'pending_choice': {what.name} belongs to the patron {patron.name}, and has no other parts")
    hand = own["unseen"] if own["hand"] and own["unseen"] else own["hand"]
    cards = [*hand, *own["played"], *(agent.card for agent in own["agents"])]
    there = {
        Patron.HLAALU: any(CARDS[one].cost for one in cards), Patron.TREASURY: bool(cards),
        Patron.PSIJIC: bool(other["agents"]), Patron.PELIN: any(CARDS[one].type == CardType.AGENT for one in own["cooldown"]),
    }  # fmt: skip
    if not there[patron]:
        raise PositionError(f"'pending_choice': {what.name} asks for a card, and there is none to choose")
    return Asked(what, patron)


def _asked_by_card(row: Mapping[str, Any], what: Asking, slots: int, own: Lists, other: Lists) -> Asked:
    """What a card asks, where the row has so many `slots`."""
    number = read_card("pending_choice", row.get("card"))
    level = whole("pending_choice: 'level'", row.get("level"), 1, LEVELS) - 1
    effect, key = CARDS[number].effects[level], CARDS[number].key
    if what == Asking.ENACT_CHOSEN_EFFECT:
        if not effect.either or row.get("part", 0):
            raise PositionError(f"'pending_choice': {key} has no choice of two effects at level {level + 1}")
        return Asked(what, number, level)
    part = whole("pending_choice: 'part'", row.get("part", 0), 0, max(len(effect.parts) - 1, 0))
    if part >= len(effect.parts) or effect.parts[part][0] != ASKED_BY[what]:
        raise PositionError(f"'pending_choice': {key} does not ask for {what.name} at level {level + 1}")
    asked = Asked(what, number, level, part, starting=what == Asking.DISCARD_CARDS)
    return _with_picks(asked, row, effect.parts[part][1], slots, own, other)


def _with_picks(asked: Asked, row: Mapping[str, Any], amount: int, slots: int, own: Lists, other: Lists) -> Asked:
    """How many may be picked, and what was picked so far."""
    what, agents = asked.what, len(other["agents"])
    bound = {
        Asking.ACQUIRE_CARDS: 1, Asking.KNOCKOUT_AGENTS: min(amount, agents),
        Asking.DISCARD_CARDS: min(amount, len(own["hand"])),
    }.get(what, min(amount, MOST_PICKS))  # fmt: skip
    most = whole("pending_choice: 'max'", row.get("max", bound), bound if what in _AS_TOLD else 0, bound)
    if what == Asking.DISCARD_CARDS and not bound:
        raise PositionError("'pending_choice': nobody with an empty hand is asked to discard")
    picks = whole("pending_choice: 'picks'", row.get("picks", 0), 0, max(most - 1, 0))
    last = 4 if what == Asking.REPLACE_CARDS_IN_TAVERN else AGENTS - 1
    picked = [whole("pending_choice: 'picked'", at, 0, last) for at in read_entries("picked", row.get("picked", []), most)]
    gap = whole("pending_choice: 'gap'", row["gap"], 0, max(slots - 1, 0)) if "gap" in row else None
    first = whole("pending_choice: 'from'", row.get("from", 0), 0, 2 * HELD - 1)
    asked = asked._replace(
        least=most if what in _ALL_OF_THEM else 0, most=most, picks=picks, first=first, gap=gap, picked=picked
    )
    _check_picks(asked, slots if what == Asking.REPLACE_CARDS_IN_TAVERN else agents, slots, len(own["draw"]))
    return asked


def _check_picks(asked: Asked, room: int, slots: int, deck: int) -> None:
    """Picks are made in a `room`; the row has `slots`, and the draw pile `deck` cards."""
    what, picked, left = asked.what, asked.picked, asked.most - asked.picks
    if (
        (len(picked) != asked.picks if what in _STORED else picked)
        or len({*picked}) != len(picked)
        or any(at >= room or at == asked.gap for at in picked)
    ):
        raise PositionError(
            "'pending_choice': 'picked' has a different place for each pick of a row or a board, and nothing otherwise"
        )
    if asked.gap is not None and (what not in _OF_ROW or asked.gap >= slots):
        raise PositionError("'pending_choice': a 'gap' is a slot of the row that cannot be acquired or replaced")
    if what == Asking.KNOCKOUT_AGENTS and (
        picked != sorted(picked) or asked.first != (picked[-1] + 1 if picked else 0) or room - asked.first < left
    ):
        raise PositionError("'pending_choice': agents are picked in their order, and as many must be left as are still wanted")
    if not asked.picks and asked.first:
        raise PositionError("'pending_choice': before the first pick 'from' is 0")
    if what == Asking.TOSS_CARDS and left > deck:
        raise PositionError("'pending_choice': more cards are looked at than the draw pile has")
