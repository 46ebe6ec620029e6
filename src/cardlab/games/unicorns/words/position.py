"""Unstable Unicorns: positions and views as plain values, and the checks that only possible ones pass.

A position may be short: `players` is all that is needed, and of a player only what is there. A card is written as its name,
with the number of the copy after a ``#`` if there are several: ``Neigh#3``. Cards mentioned nowhere are not in the game
(`absent`).

A view is a position with ``?`` for hidden cards: those of other hands that the player does not know, and the deck, unless
the player searches it. `seen` tells for each card of a hand the seats that know it.
"""

from __future__ import annotations

import reprlib
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from cardlab.core.forms import InnerTable, PositionForm, PositionParts, TablesPart
from cardlab.core.positionparts import Entangled, FlagPart, Lists, NumberPart, PositionPart, Telling, WordPart
from cardlab.core.reading import UNKNOWN, only, whole
from cardlab.errors import PositionError
from cardlab.games.unicorns.rules.state import (
    GONE,
    HOME,
    NO_CARD,
    NOBODY,
    ROOM,
    SEATS,
    STACK_ROOM,
    UNTIL_SOURCE,
    UNTIL_TURN,
    ZONES,
    Ask,
    Code,
    Phase,
    Reason,
    UnicornState,
    Where,
)
from cardlab.games.unicorns.words.actions import ROWS, WAITING, SeatPart, frame_now, hidden_cards
from cardlab.games.unicorns.words.cards import TYPES, CardPart, CardSetPart, CardsPart, listed_cards, words_of

PHASES, REASONS = words_of(Phase, "AT_"), ("", "goal", "deck", "limit")
_TYPES = {
    **dict.fromkeys(("hand", "deck", "discard", "stack"), tuple(name for name in TYPES if name != "baby")),
    "stable": ("baby", "basic", "magical"), "upgrades": ("upgrade",), "downgrades": ("downgrade",), "nursery": ("baby",),
}  # fmt: skip
"""What can lie where, by its printed type."""
_HELD = ("hand", "seen", "stable", "upgrades", "downgrades")
_SEATS = [[p for p in range(SEATS) if bits >> p & 1] for bits in range(1 << SEATS)]
"""The seats of a set that is kept as bits."""
_SEAT_TEXTS = ["".join(map(str, seats)) for seats in _SEATS]
_SEAT_BITS = {text: bits for bits, text in enumerate(_SEAT_TEXTS)}

# ---- where cards lie -----------------------------------------------------------------------------------------------------


def _lay(telling: Telling, place: str, told: Any, where: str = "") -> list[int | None]:
    """Cards of a list where they lie, none twice: what is not laid yet is `absent`. A view does not tell some: None."""
    labels, types, where = telling.game.labels, telling.game.types, where or place
    hides = telling.seat is not None and place in ("hand", "deck")
    left = (telling.around or telling.table).setdefault("absent", set(range(len(labels.of))))
    cards: list[int | None] = []
    for label in listed_cards(where, told):
        card = None if label == UNKNOWN and hides else labels.read(label)
        if card is not None:
            if card not in left:
                raise PositionError(f"{label} is in two places")
            if types[card] not in _TYPES[place]:
                raise PositionError(f"{label} cannot lie in {where}")
            left.remove(card)
        cards.append(card)
    return cards


class _Pile(CardsPart):
    """A pile that lies open."""

    def read(self, telling: Telling, told: Any) -> Any:
        return _lay(telling, self.name, told)


class _Deck(_Pile):
    """The deck from the top; who searches it sees it."""

    def show(self, telling: Telling, value: Sequence[int]) -> Any:
        hides = telling.seat is not None and not self._searches(telling)
        return [UNKNOWN] * len(value) if hides else super().show(telling, value)

    def _searches(self, telling: Telling) -> bool:
        """Whether the viewer looks through the deck, and so knows which cards are in it."""
        question, chain = telling.table.get("question"), telling.table.get("chain")
        if not question or not chain or (question["ask"], question["seat"]) != (Ask.ASK_GET, telling.seat):
            return False
        op = telling.game.ops[frame_now(chain)["effect"]]
        return bool(op["code"] == Code.DO_SEARCH and op["zone"] == Where.AT_DECK and telling.table["phase"] != Phase.AT_LIMIT)


class _Announced(CardPart):
    """A card that is being played."""

    def read(self, telling: Telling, told: Any) -> Any:
        return _lay(telling, "stack", [told])[0]


_ANNOUNCED = InnerTable(
    "'stack' holds tables with 'card' and 'seat', the announced card first",
    _Announced("card"), SeatPart("seat"), after=" on the stack",
)  # fmt: skip


class _Players(PositionPart):
    """What everybody has; `seen` has bits for the seats that know each card of a hand."""

    def show(self, telling: Telling, value: Sequence[Lists]) -> list[Lists]:
        label, hidden = telling.game.labels.of, hidden_cards(telling.table, telling.seat)
        return [
            {
                "hand": [UNKNOWN if card in hidden else label[card] for card in player["hand"]],
                "seen": [_SEAT_TEXTS[seats] for seats in player["seen"]],
                **{row: [label[card] for card in player[row]] for row in ROWS[1:]},
            }
            for player in value
        ]

    def read(self, telling: Telling, told: Any) -> list[Lists]:
        if not isinstance(told, list) or len(told) != telling.game.players:
            raise PositionError(f"'players' must be a list of {telling.game.players} tables, one for each seat")
        return [self._player(telling, p, player) for p, player in enumerate(told)]

    def _player(self, telling: Telling, p: int, told: Any) -> Lists:
        if not isinstance(told, Mapping):
            raise PositionError(f"player {p} must be a table with some of {', '.join(_HELD)}")
        only(f"player {p} has", told, _HELD)
        rows = {row: _lay(telling, row, told.get(row, []), f"{row} of player {p}") for row in ROWS}
        hand = rows["hand"]
        seen = told.get("seen", [str(p)] * len(hand))
        if not isinstance(seen, list) or len(seen) != len(hand):
            raise PositionError(
                f"'seen' of player {p} must tell for each of {len(hand)} cards of the hand the seats that know it"
            )
        return {**rows, "seen": [self._knowing(telling, p, seats, card) for seats, card in zip(seen, hand, strict=True)]}

    def _knowing(self, telling: Telling, p: int, seats: Any, card: int | None) -> int:
        bits = _SEAT_BITS.get(seats, 0) if isinstance(seats, str) else 0
        if not bits >> p & 1 or bits >> telling.game.players:
            raise PositionError(
                f"'seen' of player {p}: {reprlib.repr(seats)} is no list of seats such as '{p}', with the owner in it"
            )
        if telling.seat is not None and bits >> telling.seat & 1 != (card is not None) and not self._shown(telling, card):
            raise PositionError(f"'seen' of player {p} does not go with the cards that are shown")
        return bits

    def _shown(self, telling: Telling, card: int | None) -> bool:
        """Whether a card of a hand is marked: who plays it into a stable shows it to all."""
        chain = telling.told.get("chain")
        marks = chain.get("marks") if isinstance(chain, Mapping) else None
        return card is not None and isinstance(marks, list) and telling.game.labels.of[card] in marks


class _Absent(CardsPart):
    """Cards that lie nowhere; they are read last. In a view, what is not among them either is hidden."""

    def read(self, telling: Telling, told: Any) -> list[int]:
        absent, left = super().read(telling, told), telling.table["absent"]
        if len(set(absent)) != len(absent) or not left.issuperset(absent):
            raise PositionError("'absent' names cards that are nowhere, each once")
        left = sorted(left.difference(absent))
        if telling.seat is not None:
            self._hide(telling, left)
        elif left:
            raise PositionError(f"{telling.game.labels.of[left[0]]} is neither anywhere nor 'absent'")
        return sorted(absent)

    def absent(self, telling: Telling) -> list[int]:
        return sorted(telling.table["absent"]) if telling.seat is None else self.read(telling, [])

    def _hide(self, telling: Telling, left: Sequence[int]) -> None:
        """Hidden cards lie in hidden places by their numbers."""
        piles = [*((player["hand"], "hand") for player in telling.table["players"]), (telling.table["deck"], "deck")]
        places = [(cards, at, where) for cards, where in piles for at, card in enumerate(cards) if card is None]
        if len(left) != len(places):
            raise PositionError(f"{len(left)} cards are nowhere to be seen, but there are {len(places)} hidden places")
        for card, (cards, at, where) in zip(left, places, strict=True):
            if telling.game.types[card] not in _TYPES[where]:
                raise PositionError(f"{telling.game.labels.of[card]} cannot be among the hidden cards")
            cards[at] = card


def zone_lists(table: Lists) -> list[list[int]]:
    """The cards of every zone by its number, in order."""
    shared = [table["deck"], table["discard"], table["nursery"], [row["card"] for row in table["stack"]]]
    return [*shared, *(player[row] for player in table["players"] for row in ROWS)]


def _take_cards(telling: Telling, *held: Any) -> tuple[Any, ...]:
    """Zones are linked lists; those of players come after the others, row by row."""
    head, follow, zone, seen, seats, *_ = held

    def lying(at: int) -> list[int]:
        cards, card = [], head[at]
        while card != NO_CARD:
            cards.append(card)
            card = follow[card]
        return cards

    players = [{row: lying(4 * (p + 1) + at) for at, row in enumerate(ROWS)} for p in range(telling.game.players)]
    for player in players:
        player["seen"] = [seen[card] for card in player["hand"]]
    deck, discard, nursery, stack = map(lying, range(4))
    absent = [card for card in range(len(telling.game.kinds)) if zone[card] == GONE]
    return players, deck, discard, nursery, absent, [{"card": card, "seat": seats[at]} for at, card in enumerate(stack)]


def _put_cards(telling: Telling, players: Sequence[Lists], *piles: Any) -> tuple[Any, ...]:
    zones = zone_lists(telling.table)
    zones += [[]] * (ZONES - len(zones))
    follow, before, home, seen = [NO_CARD] * ROOM, [NO_CARD] * ROOM, [GONE] * ROOM, [0] * ROOM
    for zone, cards in enumerate(zones):
        for card in cards:
            home[card] = zone
        for one, other in pairwise(cards):
            follow[one], before[other] = other, one
    for player in players:
        for card, seats in zip(player["hand"], player["seen"], strict=True):
            seen[card] = seats
    head, tail = ([cards[end] if cards else NO_CARD for cards in zones] for end in (0, -1))
    return head, follow, home, seen, [row["seat"] for row in piles[-1]], before, tail, [len(cards) for cards in zones]


# ---- the turn ------------------------------------------------------------------------------------------------------------


def _in_stables(telling: Telling) -> list[int]:
    """Cards on the table, seat by seat, row by row."""
    return [card for player in telling.table["players"] for row in ROWS[1:] for card in player[row]]


class _Order(CardsPart):
    """Cards of the stables whose effects are switched on, oldest first; not told, all of them as they lie."""

    def take(self, telling: Telling, *held: Any) -> list[int]:
        return list(held[0][: held[1]])

    def put(self, telling: Telling, value: Sequence[int]) -> tuple[Any, ...]:
        return value, len(value)

    def read(self, telling: Telling, told: Any) -> list[int]:
        return _in_stables(telling) if told is None else super().read(telling, told)


class _Flags(PositionPart):
    """What holds for the turn: a table of numbers, and of what is true or false."""

    def __init__(self, name: str, *flags: PositionPart) -> None:
        self.inner = PositionParts(*flags)
        super().__init__(name, *self.inner.fields, always=True)

    def take(self, telling: Telling, *held: Any) -> Lists:
        return dict(zip(self.fields, held, strict=True))

    def put(self, telling: Telling, value: Lists) -> tuple[Any, ...]:
        return tuple(value[name] for name in self.fields)

    def show(self, telling: Telling, value: Lists) -> Lists:
        return {part.name: part.show(telling, value[part.name]) for part in self.inner.parts}

    def read(self, telling: Telling, told: Any) -> Lists:
        if not isinstance(told, Mapping):
            raise PositionError("'flags' must be a table")
        only("'flags' have", told, self.inner.names)
        return self.inner.read(telling.of(-1, {}, told, "flag "))

    def absent(self, telling: Telling) -> Lists:
        return self.read(telling, {})


class _Entries(PositionPart):
    """Which entry of the list of players sits where; not told, each in its place."""

    def take(self, telling: Telling, *held: Any) -> list[int]:
        return list(held[0][: telling.game.players])

    def put(self, telling: Telling, value: Sequence[int]) -> tuple[Any, ...]:
        return ([*value, *range(len(value), SEATS)],)

    def read(self, telling: Telling, told: Any) -> list[int]:
        n = telling.game.players
        entries = list(range(n)) if told is None else told
        fits = isinstance(entries, list) and all(type(entry) is int for entry in entries)
        if not fits or sorted(entries) != list(range(n)):
            raise PositionError(
                f"'entries' must tell for each seat which entry of the list of players sits there: 0 to {n - 1}, each once"
            )
        return entries


_LEASH = InnerTable(
    "'leashes' holds tables with 'card', 'home', 'until' and 'lender'",
    CardPart("card"), SeatPart("home"), WordPart("until", ("turn_end", "source")), CardPart("lender"), after=" of a leash",
)  # fmt: skip


class _Leashes(TablesPart):
    """Cards of stables that go back to where they were; until when, and whose effect it is."""

    def take(self, telling: Telling, *held: Any) -> list[Lists]:
        leashes, lender, n = held
        return [
            {"card": card, "home": (leash & HOME) - 1, "until": int(leash & UNTIL_SOURCE != 0), "lender": lender[card]}
            for card, leash in enumerate(leashes if n else ())
            if leash
        ]

    def put(self, telling: Telling, value: Sequence[Lists]) -> tuple[Any, ...]:
        leashes, lender = [0] * ROOM, [0] * ROOM
        for row in value:
            leashes[row["card"]] = row["home"] + 1 | (UNTIL_TURN, UNTIL_SOURCE)[row["until"]]
            lender[row["card"]] = row["lender"]
        return leashes, lender, len(value)

    def read(self, telling: Telling, told: Any) -> list[Lists]:
        rows, free = super().read(telling, told), set(_in_stables(telling))
        for row in rows:
            if row["card"] not in free:
                label = telling.game.labels.of[row["card"]]
                raise PositionError(f"{label}: a leash holds a card of a stable, and there is one at most")
            free.remove(row["card"])
        return sorted(rows, key=lambda row: row["card"])


class _Shuffled(CardSetPart):
    """The discard pile that became part of the deck last."""

    def read(self, telling: Telling, told: Any) -> list[int]:
        cards: list[int] = super().read(telling, told)
        if sorted(set(cards)) != cards or any(telling.game.types[card] == "baby" for card in cards):
            raise PositionError("'shuffled' names the cards of the last discard pile that became part of the deck, each once")
        return cards


class _Poll(PositionPart):
    """Who is asked to react, who has answered with which card, and who is asked first."""

    def take(self, telling: Telling, *held: Any) -> Lists:
        [poll], first = held
        answers = {p: poll["answer"][p] - 1 if poll["answer"][p] else None for p in _SEATS[poll["answered"]]}
        return {"asked": [*_SEATS[poll["asked"]]], "answers": answers, "first": None if first == NOBODY else first}

    def put(self, telling: Telling, value: Lists) -> tuple[Any, ...]:
        answers, first = value["answers"], value["first"]
        asked, answered = (sum(1 << p for p in seats) for seats in (value["asked"], answers))
        answer = [0 if answers.get(p) is None else answers[p] + 1 for p in range(SEATS)]
        return [{"asked": asked, "answered": answered, "answer": answer}], NOBODY if first is None else first

    def tells(self, telling: Telling, value: Lists) -> bool:
        return bool(telling.table["phase"] == Phase.AT_REACTIONS)

    def show(self, telling: Telling, value: Lists) -> Lists:
        label = telling.game.labels.of
        return {**value, "answers": {str(p): None if card is None else label[card] for p, card in value["answers"].items()}}

    def read(self, telling: Telling, told: Any) -> Lists:
        if told is None:
            return {"asked": [], "answers": {}, "first": None}
        fits = isinstance(told, Mapping) and set(told) == {"asked", "answers", "first"}
        if not fits or not isinstance(told["answers"], Mapping):
            raise PositionError("a 'poll' has 'asked', 'answers' and 'first'")
        asked, first, n = told["asked"], told["first"], telling.game.players
        fits = isinstance(asked, list) and all(type(p) is int and 0 <= p < n for p in asked)
        if not fits or sorted(set(asked)) != asked:
            raise PositionError("'asked' must be a list of seats, in order")
        answers = {p: self._answer(telling, p, told["answers"][str(p)]) for p in range(n) if str(p) in told["answers"]}
        if len(told["answers"]) != len(answers) or not set(answers) < set(asked):
            raise PositionError("'answers' are of seats that were asked, and somebody has still to answer")
        if first is not None and whole("'first'", first, 0, n - 1) not in asked:
            raise PositionError("'first' is a seat that is asked")
        return {"asked": asked, "answers": answers, "first": first}

    def _answer(self, telling: Telling, p: int, told: Any) -> int | None:
        card: int | None = None if told is None else telling.game.labels.read(told)
        if card is not None and (card not in telling.table["players"][p]["hand"] or telling.game.types[card] != "instant"):
            raise PositionError(f"{told} is no Instant in the hand of seat {p}")
        return card


# ---- the form ------------------------------------------------------------------------------------------------------------

FORM = PositionForm(
    "a position of unicorns has",
    SeatPart("turn", always=True),
    NumberPart("turns", 0, 65535, usual=1, always=True),
    WordPart("phase", PHASES, usual=Phase.AT_ACTION, always=True),
    Entangled(
        (
            _Players("players"), _Deck("deck", usual=[], always=True), _Pile("discard", usual=[], always=True),
            _Pile("nursery", usual=[], always=True), _Absent("absent", usual=[], late=True),
            TablesPart("stack", _ANNOUNCED, usual=[]),
        ),
        ("head", "next", "zone", "seen_by", "stack_seat", "prev", "tail", "count"), _take_cards, _put_cards,
    ),
    _Order("order", "order", "n_order", always=True),
    _Flags(
        "flags", NumberPart("plays", 1, 255, usual=1), NumberPart("played", 0, 255), NumberPart("extra_draws", 0, 255),
        FlagPart("skip"), FlagPart("again"), FlagPart("deck_out"),
    ),
    NumberPart("decisions", 0, 200_000, always=True),
    _Entries("entries", "entry", always=True),
    SeatPart("into", always=True),
    _Leashes("leashes", _LEASH, "leash", "lender", "n_leashes", usual=[]),
    _Shuffled("shuffled", usual=[]),
    _Poll("poll", "poll", "poll_first", late=True),
    WAITING,
    WordPart("reason", REASONS),
    order=(
        "turn", "turns", "phase", "players", "deck", "discard", "nursery", "order", "flags", "decisions", "entries", "into",
        "absent", "leashes", "shuffled", "stack", "poll", "chain", "question", "reason",
    ),
)  # fmt: skip
_CALM = tuple(name for name in FORM.names if name not in ("chain", "question"))
"""What a position tells where no effect waits."""


def position_of(state: UnicornState) -> dict[str, Any]:
    """The position as plain values, with ``?`` for what is hidden from the viewer."""
    return FORM.show(FORM.tell(state, None if state.effects or state.asking else _CALM))


def load_position(state: UnicornState, position: Mapping[str, Any], seat: int | None) -> None:
    """Fill a blank state; with a seat, from what that player sees."""
    if not isinstance(position, Mapping):
        raise PositionError("a position of unicorns is a table with the part 'players'")
    telling = FORM.opened(state.game, position, seat)
    _check_order(telling)
    _check_waiting(telling)
    _check_phase(telling)
    FORM.fill(state, telling)
    if telling.table["phase"] != Phase.AT_OVER:
        _check_question(state, seat)


# ---- checks ----------------------------------------------------------------------------------------------------------------


def _check_order(telling: Telling) -> None:
    order, table = telling.table["order"], _in_stables(telling)
    if len(set(order)) != len(order) or not set(order) <= set(table):
        raise PositionError("'order' names cards of the stables, each once: those whose effects are switched on, oldest first")
    if "chain" not in telling.told and len(order) != len(table):
        raise PositionError("'order' names all cards of the stables unless effects are being resolved")


def _check_waiting(telling: Telling) -> None:
    """Whether effects, cards and answers wait for each other."""
    table, phase, stack = telling.table, telling.table["phase"], telling.table["stack"]
    stopped = phase == Phase.AT_OVER and table["reason"] == Reason.TOO_LONG  # maybe in the middle of something
    if table["chain"] is None and table["question"] is not None and phase != Phase.AT_LIMIT and not stopped:
        raise PositionError("a 'question' belongs to a 'chain', but for the one in phase 'limit'")
    announced = phase in (Phase.AT_WHERE, Phase.AT_REACTIONS, Phase.AT_LATE_WHERE)
    if (bool(stack) != announced and not stopped) or len(stack) > STACK_ROOM:
        raise PositionError(
            "there is a 'stack' when somebody is asked where to, or to react, or when the limit ended a game there"
        )
    first, *others = [telling.game.types[row["card"]] for row in stack] or [""]
    if stack and (stack[0]["seat"] != table["turn"] or first in ("instant", "baby") or set(others) - {"instant"}):
        raise PositionError("a 'stack' begins with a card of whose turn it is; all others are Instants")
    if (telling.told.get("poll") is not None) != (phase == Phase.AT_REACTIONS):
        raise PositionError("there is a 'poll' in phase 'reactions', and only then")


def _check_phase(telling: Telling) -> None:
    """Whether a game can wait like this."""
    phase, told = telling.table["phase"], telling.told
    over = phase == Phase.AT_OVER
    if over != bool(telling.table["reason"]):
        raise PositionError("a game that is over has a 'reason' (goal, deck or limit), and no other")
    asks = (Phase.AT_ACTION, Phase.AT_WHERE, Phase.AT_LATE_WHERE, Phase.AT_REACTIONS)
    if not over and phase not in asks and "question" not in told:
        raise PositionError(f"in phase {told.get('phase')!r} somebody is asked a 'question'")
    if "question" in told and phase in asks:
        raise PositionError(f"there is no 'question' in phase {told.get('phase')!r}")


def _check_question(state: UnicornState, seat: int | None) -> None:
    if not state.check_question():
        raise PositionError("the 'question' does not go with the 'chain'")
    if not state.legal() and (seat is None or state.player == seat):
        raise PositionError(f"seat {state.player} is asked something, but there is nothing to answer")
