"""Scripts of Tribute: a position as one seat sees it, as a row of whole numbers, and how these are written.

A row says all that a seat knows but the order in which the known cards of its draw pile lie below the first three. Of the
other's hand and draw pile only what is in both together is told, and of the tavern deck and the own draw pile no order but
that of known cards: that is what a player knows. Where the copies of a card are is one number, seven bits for each place, and
is written as letters with counts: ``h2d1u3`` are two in the own hand, one in the own draw pile, and three in the other's hand
or draw pile, which nobody else can tell apart.
"""

import re

import cython

from cardlab.core.columns import Column, count_column, flag_column
from cardlab.core.features import Observer
from cardlab.games.tribute.rules.state import Asking
from cardlab.games.tribute.words.cards import CARDS, PATRON_NAMES, card_named

COUNTED = (
    "prestige", "power", "coins", "calls", "known", "hand", "draw", "played", "cooldown", "agents", "health", "favors",
)  # type: tuple[str, ...]  # fmt: skip
"""What there is to count about a player."""
SIDES = ("own", "other")  # type: tuple[str, ...]
PLACES = (
    ("h", "own hand"), ("d", "own draw pile"), ("p", "own played pile"), ("c", "own cooldown pile"),
    ("u", "the other's hand or draw pile"), ("q", "the other's played pile"), ("r", "the other's cooldown pile"),
    ("t", "tavern deck"),
)  # type: tuple[tuple[str, str], ...]  # fmt: skip
"""Where copies of a card may lie, besides the row and the board, from the lowest bits on."""
FAVORS = ("absent", "nobody", "own", "other")  # type: tuple[str, ...]
_LETTERS = {letter: number for number, (letter, _) in enumerate(PLACES)}
_COUNTED = re.compile(r"([a-z])([1-9]\d{0,2})")
_USED = " used"


def show_places(number):
    # type: (int) -> str
    """Letters of places, each with its count; empty if there is no copy."""
    counts = ((letter, number >> (PLACE_BITS * at) & 127) for at, (letter, _) in enumerate(PLACES))
    return "".join(f"{letter}{count}" for letter, count in counts if count)


def read_places(value):
    # type: (Any) -> int
    """The number that such a text stands for."""
    text, number = "" if value is None else str(value), 0
    for letter, count in _COUNTED.findall(text):
        if letter not in _LETTERS or int(count) > 127:
            raise ValueError(f"{value!r}: places are {', '.join(_LETTERS)}, with 1 to 127 cards")
        number += int(count) << (PLACE_BITS * _LETTERS[letter])
    if show_places(number) != text:
        raise ValueError(f"{value!r} does not say where cards are, such as h2d1")
    return number


def _show_card(number):
    # type: (int) -> str
    return CARDS[number - 1].key if number else ""


def _read_card(value):
    # type: (Any) -> int
    return card_named(str(value)) + 1 if value else 0


def show_agent(number):
    # type: (int) -> str
    """An agent with its health, and whether it has acted."""
    return f"{CARDS[(number & 255) - 1].key} {number >> 8 & 255}{_USED if number >> 16 else ''}" if number else ""


def read_agent(value):
    # type: (Any) -> int
    """The number that such a text stands for."""
    if not value:
        return 0
    text = str(value)
    key, _, health = text.removesuffix(_USED).partition(" ")
    if not health.isdecimal() or not 0 < int(health) < 256:
        raise ValueError(f"{value!r} is no agent with its health, such as BANNERET 3")
    return (card_named(key) + 1) | int(health) << 8 | text.endswith(_USED) << 16


def _worded(name, about, words):
    # type: (str, str, Sequence[str]) -> Column
    places = {word: at for at, word in enumerate(words)}

    def read(value):
        if str(value) not in places:
            raise ValueError(f"{value!r} is none of {', '.join(words)}")
        return places[str(value)]

    return Column(name, "text", about, lambda number: words[number], read)


def tribute_columns():
    # type: () -> list[Column]
    """All columns, in order."""
    slots = [f"{side}_agent_{slot}" for side in SIDES for slot in range(AGENT_SLOTS)]
    shown = [f"row_{slot}" for slot in range(5)] + [f"top_{at}" for at in range(TOPS)]
    return [
        count_column("turn", "number of the turn"), flag_column("to_move", "whether it is the seat's turn"),
        *(count_column(f"{side}_{name}", f"{side} {name}", 0, 1 << 31) for side in SIDES for name in COUNTED),
        *(_worded(f"favor_{name.lower()}", "whom this patron favours", FAVORS) for name in PATRON_NAMES),
        *(count_column(f"combo_{name.lower()}", "cards of this deck played in this turn", 0, 255) for name in PATRON_NAMES),
        *(Column(name, "text", _about_shown(name), _show_card, _read_card) for name in shown),
        _worded("asking", "what a choice that is open is about", [asking.name for asking in Asking]),
        *(Column(name, "text", "agent on the board, with its health", show_agent, read_agent) for name in slots),
        *(Column(card.key.lower(), "text", "where its copies are", show_places, read_places) for card in CARDS),
    ]  # fmt: skip


def _about_shown(name):
    # type: (str) -> str
    kind, _, at = name.partition("_")
    return f"card in slot {at} of the tavern's row" if kind == "row" else f"known card {at} below the top of the own draw pile"


# ---- rows --------------------------------------------------------------------------------------------------------


class TributeObserver(Observer):
    """Observes a match from one seat."""

    def __init__(self, game):
        # type: (Game) -> None
        Observer.__init__(self, tribute_columns(), game)

    def _observe(self, state, seat, row, at):
        describe(cython.cast(TributeState, state), seat, row, at)
        return 0


def describe(s, seat, row, at):
    """All columns; in the draft nothing but who is to move and which patrons were picked."""
    for i in range(COLUMNS):
        row[at + i] = 0
    row[at] = s.z.turn
    row[at + 1] = 1 if s.z.player == seat else 0
    for i in range(s.z.n_patrons):
        patron = s.z.patron[i]
        whose = s.z.favor[patron]
        row[at + FAVORS_AT + patron] = FAVORS_NOBODY if whose == 0 else FAVORS_OWN if whose == seat + 1 else FAVORS_OTHER
    if s.z.phase == DRAFTING:
        return
    describe_side(s, seat, row, at + 2)
    describe_side(s, 1 - seat, row, at + 2 + SIDE)
    for deck in range(PATRONS):
        row[at + COMBOS_AT + deck] = s.z.counter[deck]
    for slot in range(s.z.n_row):
        row[at + ROW_AT + slot] = s.z.row[slot] + 1
    for i in range(min(s.z.known[seat], s.z.n_draw[seat], TOPS)):
        row[at + TOP_AT + i] = s.z.deck[seat][s.z.n_draw[seat] - 1 - i] + 1
    row[at + ASKING_AT] = s.z.asking
    describe_agents(s, seat, row, at + AGENTS_AT)
    describe_agents(s, 1 - seat, row, at + AGENTS_AT + AGENT_SLOTS)
    count_places(s, seat, row, at + CARDS_AT)


def describe_side(s, p, row, at):
    """Resources, the sizes of piles, the health of all agents together, and favours."""
    row[at] = s.z.prestige[p]
    row[at + 1] = s.z.power[p]
    row[at + 2] = s.z.coins[p]
    row[at + 3] = s.z.calls[p]
    row[at + 4] = s.z.known[p]
    row[at + 5] = s.z.n_hand[p]
    row[at + 6] = s.z.n_draw[p]
    row[at + 7] = s.z.n_played[p]
    row[at + 8] = s.z.n_cooldown[p]
    row[at + 9] = s.z.n_agents[p]
    for i in range(s.z.n_agents[p]):
        row[at + 10] += s.z.health[p][i]
    for patron in range(PATRONS):
        if s.z.favor[patron] == p + 1:
            row[at + 11] += 1


def describe_agents(s, p, row, at):
    """The first agents on the board, each with its health and whether it has acted."""
    for i in range(min(s.z.n_agents[p], AGENT_SLOTS)):
        used: cython.longlong = s.z.marks[p][i] & USED_MARK
        row[at + i] = (s.z.agent[p][i] + 1) | s.z.health[p][i] << 8 | used << 16


def count_places(s, seat, row, at):
    """For each card how many copies lie in which place."""
    other: cython.int = 1 - seat
    for i in range(s.z.n_hand[seat]):
        put_copy(row, at + s.z.hand[seat][i], OWN_HAND)
    for i in range(s.z.n_draw[seat]):
        put_copy(row, at + s.z.deck[seat][i], OWN_DRAW)
    for i in range(s.z.n_played[seat]):
        put_copy(row, at + s.z.hand[seat][HELD - 1 - i], OWN_PLAYED)
    for i in range(s.z.n_cooldown[seat]):
        put_copy(row, at + s.z.deck[seat][HELD - 1 - i], OWN_COOLDOWN)
    for i in range(s.z.n_hand[other]):
        put_copy(row, at + s.z.hand[other][i], OTHER_UNSEEN)
    for i in range(s.z.n_draw[other]):
        put_copy(row, at + s.z.deck[other][i], OTHER_UNSEEN)
    for i in range(s.z.n_played[other]):
        put_copy(row, at + s.z.hand[other][HELD - 1 - i], OTHER_PLAYED)
    for i in range(s.z.n_cooldown[other]):
        put_copy(row, at + s.z.deck[other][HELD - 1 - i], OTHER_COOLDOWN)
    for i in range(s.z.n_tavern):
        put_copy(row, at + s.z.tavern[(s.z.top + i) & TAVERN_MASK], TAVERN_DECK)


def put_copy(row, at, place):
    """One copy more in a place."""
    one: cython.longlong = 1
    row[at] += one << (PLACE_BITS * place)
