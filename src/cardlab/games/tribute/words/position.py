"""Scripts of Tribute: positions and views as plain values, and the checks that they pass.

A position needs `patrons` and nothing else: what is left out is empty, zero or neutral. It need not be reachable; any card may
lie in any pile. A card is written as its key; a label after it (``GOLD#1``) is for those who tell copies apart, and is not
kept.

A view is a position with ``?`` for cards of the other player's hand and draw pile, whose sum is listed, sorted, as `unseen`.
The tavern deck is sorted, and so is the own draw pile below the cards that its owner knows.
"""

from __future__ import annotations

import reprlib
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from cardlab.core.forms import PlayerTables, PositionForm
from cardlab.core.positionparts import Entangled, Lists, NumberPart, PositionPart, Telling, WordPart
from cardlab.core.reading import UNKNOWN, flag, listed, only, whole, word
from cardlab.errors import PositionError
from cardlab.games.tribute.rules.state import AGENTS, HELD, LEVELS, PATRONS, SLOTS, TAVERN_ROOM, Ending, Patron, Phase
from cardlab.games.tribute.words.asking import (
    AskedPart,
    check_waiting,
    read_card,
    read_cards,
    read_entries,
    read_table,
    waiting_parts,
)
from cardlab.games.tribute.words.cards import CARDS, PATRON_NAMES, patron_named

if TYPE_CHECKING:
    from cardlab.games.tribute.rules.state import TributeState

PLAYERS = ("PLAYER1", "PLAYER2")
NOBODY = "NO_PLAYER_SELECTED"
SIDES = ("P1", "P2")
PILES = ("hand", "draw", "played", "cooldown")
_IN_DRAFT = ("phase", "patrons")
_USED, _HEALER = 1, 2
_TEXTS: dict[int | None, str] = {None: UNKNOWN, **{card.number: card.key for card in CARDS}}


def _texts(cards: Sequence[int | None]) -> list[str]:
    return [_TEXTS[card] for card in cards]


# ---- parts of a player: cards are lists of numbers, the top first, where None is a card that cannot be seen ----------


class _Pile(PositionPart):
    """A pile that everybody sees."""

    def __init__(self, name: str, late: bool = False) -> None:
        super().__init__(name, usual=[], always=True, late=late)

    def show(self, telling: Telling, value: Sequence[int | None]) -> list[str]:
        return _texts(value)

    def read(self, telling: Telling, told: Any) -> Sequence[int | None]:
        return read_cards(f"{SIDES[telling.player]} {self.name}", told, HELD)


class _OwnPile(_Pile):
    """A pile of which the other player sees how large it is."""

    def read(self, telling: Telling, told: Any) -> Sequence[int | None]:
        if not telling.foreign:
            return super().read(telling, told)
        cards = read_entries(SIDES[telling.player], told, HELD)
        if any(one != UNKNOWN for one in cards):
            raise PositionError(
                f"{telling.where}a player does not see the hand and the draw pile of the other: write '?' for each card"
            )
        return [None] * len(cards)


class _Draw(_OwnPile):
    """The draw pile. Its owner is told the known cards in their order, and the others sorted, which means from the bottom."""

    def show(self, telling: Telling, value: Sequence[int | None]) -> list[str]:
        return super().show(telling, self._turned(telling, value))

    def read(self, telling: Telling, told: Any) -> Sequence[int | None]:
        return self._turned(telling, super().read(telling, told))

    def _turned(self, telling: Telling, cards: Sequence[int | None]) -> Sequence[int | None]:
        if telling.seat != telling.player:
            return cards
        known = min(telling.table["known_upcoming"], len(cards))
        return [*cards[:known], *reversed(cards[known:])]


class _Unseen(_Pile):
    """What is in the hand and the draw pile of the other player together, sorted."""

    def read(self, telling: Telling, told: Any) -> Sequence[int | None]:
        unseen = read_cards(f"{SIDES[telling.player]} {self.name}", told, HELD)
        if len(unseen) != len(telling.table["hand"]) + len(telling.table["draw"]) or unseen != sorted(unseen):
            raise PositionError(
                f"{telling.where}'unseen' lists the cards of hand and draw pile together, sorted by their numbers"
            )
        return unseen

    def tells(self, telling: Telling, value: Any) -> bool:
        return telling.foreign

    def absent(self, telling: Telling) -> Sequence[int | None]:
        return self.read(telling, []) if telling.foreign else []


def _take_piles(telling: Telling, *held: Any) -> tuple[Sequence[int | None], ...]:
    """Two piles lie in one row, of which the second begins at the end; the top of the draw pile is the end of its half."""
    hands, decks, n_hand, n_draw, n_played, n_cooldown = held
    hand, draw = hands[:n_hand], decks[:n_draw]
    played, cooldown = hands[HELD - n_played :][::-1], decks[HELD - n_cooldown :][::-1]
    if telling.foreign:
        return [None] * n_hand, [None] * n_draw, played, cooldown, hand + draw
    return hand, draw[::-1], played, cooldown, []


def _put_piles(telling: Telling, *lists: Any) -> tuple[Any, ...]:
    hand, draw, played, cooldown, unseen = lists
    if telling.foreign:
        hand, draw = unseen[: len(hand)], unseen[len(hand) :][::-1]
    hands = [*hand, *[0] * (HELD - len(hand) - len(played)), *reversed(played)]
    decks = [*reversed(draw), *[0] * (HELD - len(draw) - len(cooldown)), *reversed(cooldown)]
    return hands, decks, len(hand), len(draw), len(played), len(cooldown)


class OnBoard(NamedTuple):
    """An agent on the board."""

    card: int
    hp: int
    activated: bool
    heals: bool


class _Agents(PositionPart):
    """Agents on the board; the usual ones, just arrived, may be told by their cards alone."""

    def take(self, telling: Telling, *held: Any) -> list[OnBoard]:
        cards, health, marks, size = held
        rows = zip(cards[:size], health[:size], marks[:size], strict=True)
        return [OnBoard(card, hp, bool(mark & _USED), bool(mark & _HEALER)) for card, hp, mark in rows]

    def put(self, telling: Telling, value: Sequence[OnBoard]) -> tuple[Any, ...]:
        marks = [_USED * one.activated + _HEALER * one.heals for one in value]
        return [one.card for one in value], [one.hp for one in value], marks, len(value)

    def show(self, telling: Telling, value: Sequence[OnBoard]) -> list[dict[str, Any]]:
        return [
            {"card": CARDS[one.card].key, "hp": one.hp, "activated": one.activated} | ({"heals": True} if one.heals else {})
            for one in value
        ]

    def read(self, telling: Telling, told: Any) -> list[OnBoard]:
        where = f"{SIDES[telling.player]} {self.name}"
        return [_agent(where, row) for row in read_entries(SIDES[telling.player], told, AGENTS)]


def _agent(where: str, row: Any) -> OnBoard:
    table = row if isinstance(row, Mapping) else {"card": row}
    only(f"{where}: there is", table, OnBoard._fields)
    number = read_card(where, table.get("card"))
    if not CARDS[number].is_agent:
        raise PositionError(f"{where}: {CARDS[number].key} is no agent")
    return OnBoard(
        number,
        whole(f"{where}: 'hp'", table.get("hp", CARDS[number].hp), 1, 250),
        flag(f"{where}: 'activated'", table.get("activated", False)),
        flag(f"{where}: 'heals'", table.get("heals", False)),
    )


_SEATS = PlayerTables(
    "seats",
    Entangled(
        (_OwnPile("hand"), _Draw("draw", late=True), _Pile("played"), _Pile("cooldown"), _Unseen("unseen", late=True)),
        ("hand", "deck", "n_hand", "n_draw", "n_played", "n_cooldown"),
        _take_piles,
        _put_piles,
    ),
    _Agents("agents", "agent", "health", "marks", "n_agents", usual=[], always=True),
    NumberPart("coins", 0, 1_000_000, always=True),
    NumberPart("power", 0, 1_000_000, always=True),
    NumberPart("prestige", 0, 1_000_000, always=True),
    NumberPart("patron_calls", 0, 250, "calls", usual=1, always=True),
    NumberPart("known_upcoming", 0, HELD, "known", always=True),
)


class _Side(PositionPart):
    """One of the players, whose table has a name of its own."""

    def __init__(self, player: int) -> None:
        super().__init__(SIDES[player], usual={}, always=True)
        self.player = player

    def show(self, telling: Telling, value: Lists) -> dict[str, Any]:
        return _SEATS.inner.show(telling.of(self.player, value))

    def read(self, telling: Telling, told: Any) -> Lists:
        row = read_table(f"{self.name!r} must be a table of piles and numbers", told)
        mine = telling.of(self.player, {}, row, f"{self.name}: ")
        only(
            f"{self.name}: there is", row, [name for name in _SEATS.inner.names if name != "unseen"] + ["unseen"] * mine.foreign
        )
        table = _SEATS.inner.read(mine)
        if sum(len(table[name]) for name in (*PILES, "agents")) > HELD:
            raise PositionError(f"{self.name}: a player can hold {HELD} cards")
        return table

    def absent(self, telling: Telling) -> Lists:
        return self.read(telling, {})


# ---- the other parts -------------------------------------------------------------------------------------------------


class _Phase(PositionPart):
    """Only the draft is told; that a match is over is told by how it ended."""

    def show(self, telling: Telling, value: int) -> str:
        return "draft"

    def read(self, telling: Telling, told: Any) -> int:
        if told == "draft":
            only("a position in the draft has", telling.told, _IN_DRAFT)
        elif told != "match":
            raise PositionError(f"'phase' is draft or match, not {reprlib.repr(told)}")
        return int(Phase.DRAFTING if told == "draft" else Phase.TURNS)

    def tells(self, telling: Telling, value: int) -> bool:
        return value == Phase.DRAFTING


class _Patrons(PositionPart):
    """The patrons of the match, or those who were picked so far; while they are, the others of the pool are left."""

    def take(self, telling: Telling, *held: Any) -> list[int]:
        patrons, size, _ = held
        return list(patrons[:size])

    def put(self, telling: Telling, value: Sequence[int]) -> tuple[Any, ...]:
        pool = [patron_named(name) for name in telling.game.pool] if _drafting(telling) else []
        return value, len(value), sum(1 << patron for patron in pool if patron not in value)

    def show(self, telling: Telling, value: Sequence[int]) -> list[str]:
        return [PATRON_NAMES[patron] for patron in value]

    def read(self, telling: Telling, told: Any) -> list[int]:
        if _drafting(telling):
            return _picked(told, telling.game.pool)
        rows = listed("patrons", told, 5, "patrons in the order of the match, TREASURY among them")
        numbers = [patron_named(name) for name in rows]
        if len({*numbers}) != len(numbers) or Patron.TREASURY not in numbers:
            raise PositionError(f"'patrons' are five different ones, TREASURY among them; not {', '.join(map(str, rows))}")
        return numbers

    def absent(self, telling: Telling) -> list[int]:
        return self.read(telling, [] if _drafting(telling) else None)


def _drafting(telling: Telling) -> bool:
    return bool(telling.table["phase"] == Phase.DRAFTING)


def _picked(names: Any, pool: Sequence[str]) -> list[int]:
    if not isinstance(names, list) or len(names) > 4 or any(
        name != "TREASURY" if at == 2 else name not in pool for at, name in enumerate(names)
    ) or len({*map(str, names)}) != len(names) or len(names) == 2:  # fmt: skip
        raise PositionError(
            "'patrons' of a draft are none, one, three or four different ones, the third TREASURY, the others of "
            f"{', '.join(pool)}; not {reprlib.repr(names)}"
        )
    return [patron_named(name) for name in names]


class _Favors(PositionPart):
    """For each patron 0, or 1 more than the player it favours."""

    def show(self, telling: Telling, value: Sequence[int]) -> dict[str, str]:
        return {PATRON_NAMES[patron]: PLAYERS[whose - 1] for patron, whose in enumerate(value) if whose}

    def read(self, telling: Telling, told: Any) -> list[int]:
        found = [0] * PATRONS
        for name, player in read_table("'favor' is a table of patrons and players", told).items():
            number = patron_named(name)
            if number not in telling.table["patrons"]:
                raise PositionError(f"'favor': {name} is not a patron of this match")
            found[number] = word(f"favor of {name}", player, (NOBODY, *PLAYERS))
        if found[Patron.TREASURY]:
            raise PositionError(f"'favor': the TREASURY favours nobody: write {NOBODY}, or leave it out")
        return found


class _Decisions(PositionPart):
    """How many decisions were made, of those that the options allow."""

    def read(self, telling: Telling, told: Any) -> int:
        return whole(self.where(telling), told, 0, telling.options["limit"])


class _Tavern(PositionPart):
    """The row, and the deck, the top first. The rules turn the block that the deck lies in."""

    def take(self, telling: Telling, *held: Any) -> Lists:
        row, n_row, deck, n_deck, top = held
        return {"row": row[:n_row], "deck": (deck[top:] + deck[:top])[:n_deck]}

    def put(self, telling: Telling, value: Lists) -> tuple[Any, ...]:
        return value["row"], len(value["row"]), value["deck"], len(value["deck"]), 0

    def show(self, telling: Telling, value: Lists) -> dict[str, list[str]]:
        return {name: _texts(cards) for name, cards in value.items()}

    def read(self, telling: Telling, told: Any) -> Lists:
        rooms = {"row": SLOTS, "deck": TAVERN_ROOM}
        table = read_table("'tavern' is a table with row and deck", told)
        only("'tavern' has", table, rooms)
        return {name: read_cards(name, table.get(name, []), room) for name, room in rooms.items()}


class _Combos(PositionPart):
    """By deck, how many of its cards count in this turn, and the first of them."""

    def take(self, telling: Telling, *held: Any) -> dict[int, tuple[int, list[int]]]:
        counters, cards = held
        return {deck: (n, cards[deck][: min(n, LEVELS - 1)]) for deck, n in enumerate(counters) if n}

    def put(self, telling: Telling, value: Mapping[int, tuple[int, list[int]]]) -> tuple[Any, ...]:
        rows = [value.get(deck, (0, [])) for deck in range(PATRONS)]
        return [n for n, _ in rows], [cards for _, cards in rows]

    def show(self, telling: Telling, value: Mapping[int, tuple[int, list[int]]]) -> dict[str, Any]:
        return {PATRON_NAMES[deck]: {"counter": n, "cards": _texts(cards)} for deck, (n, cards) in value.items()}

    def read(self, telling: Telling, told: Any) -> dict[int, tuple[int, list[int]]]:
        rows = read_table("'combos' is a table of decks", told)
        return {patron_named(name): _combo(name, row) for name, row in rows.items()}


def _combo(name: str, row: Any) -> tuple[int, list[int]]:
    deck, where = patron_named(name), f"combos of {name}"
    table = read_table(f"{where}: a table with counter and cards is wanted", row)
    only(f"{where}: there is", table, ("counter", "cards"))
    count = whole(f"{where}: 'counter'", table.get("counter"), 1, LEVELS)
    cards = read_cards(where, table.get("cards"), LEVELS - 1)
    if len(cards) != min(count, LEVELS - 1) or any(CARDS[one].deck != deck for one in cards):
        raise PositionError(f"{where}: 'cards' are the first cards of the deck this turn, as many as counted, up to three")
    return count, cards


class _Ending(PositionPart):
    """Who won (-1: nobody) and why, or None."""

    def take(self, telling: Telling, *held: Any) -> tuple[int, int] | None:
        winner, reason = held
        return (winner, reason) if reason else None

    def put(self, telling: Telling, value: tuple[int, int] | None) -> tuple[Any, ...]:
        return value or (-1, int(Ending.RUNNING))

    def show(self, telling: Telling, value: tuple[int, int] | None) -> dict[str, str] | None:
        return game_over_told(value)

    def read(self, telling: Telling, told: Any) -> tuple[int, int] | None:
        if told is None:
            return None
        row = read_table("'game_over' is a table with winner and reason", told)
        only("'game_over' has", row, ("winner", "reason"))
        reason = word("reason", row.get("reason"), [ending.name for ending in Ending])
        if reason == Ending.RUNNING:
            raise PositionError("'game_over': a game that is over has a reason")
        return word("winner", row.get("winner"), (NOBODY, *PLAYERS)) - 1, reason


def game_over_told(value: tuple[int, int] | None) -> dict[str, str] | None:
    """Winner and reason in words; None if the match goes on."""
    return None if value is None else {"winner": (NOBODY, *PLAYERS)[value[0] + 1], "reason": Ending(value[1]).name}


# ---- the form --------------------------------------------------------------------------------------------------------

FORM = PositionForm(
    "a {} has",
    _Phase("phase", usual=int(Phase.TURNS)),
    _Patrons("patrons", "patron", "n_patrons", "pool"),
    _Favors("favor", usual=[0] * PATRONS, always=True),
    WordPart("current", PLAYERS, "player", always=True),
    NumberPart("turn", 1, 60_000, usual=1, always=True),
    _Decisions("decisions", "moves", usual=0, always=True),
    _Tavern("tavern", "row", "n_row", "tavern", "n_tavern", "top", usual={"row": [], "deck": []}, always=True),
    Entangled((_Side(0), _Side(1)), _SEATS.fields, lambda telling, *held: tuple(_SEATS.take(telling, *held)),
              lambda telling, *tables: _SEATS.put(telling, tables)),
    NumberPart("copy", 0, HELD),
    _Combos("combos", "counter", "combo", usual={}),
    *waiting_parts(),
    AskedPart("pending_choice", SIDES),
    _Ending("game_over", "winner", "reason", usual=None),
)  # fmt: skip


def position_of(state: TributeState) -> dict[str, Any]:
    """The position as plain values: the whole of it, or what the seat knows that was left with the state."""
    position = FORM.position(state)
    return {name: position[name] for name in _IN_DRAFT} if "phase" in position else position


def load_position(state: TributeState, position: Mapping[str, Any], seat: int | None) -> None:
    """Fill a blank state from a position, or from what a seat sees of one; or raise PositionError and leave it as it is."""
    telling = FORM.opened(state.game, position, seat)
    table, limit = telling.table, telling.options["limit"]
    if _drafting(telling):
        n = len(table["patrons"])
        table |= {"current": 1 if 1 <= n < 4 else 0, "turn": 0, "decisions": n - (n > 2)}
    elif table["game_over"] is not None:
        table["phase"] = int(Phase.OVER)
    elif table["decisions"] >= limit:
        raise PositionError(f"the game would be over: it is drawn after {limit} decisions")
    check_waiting(table)
    FORM.fill(state, telling)


# ---- the original's simulations ---------------------------------------------------------------------------------------


def seeded_copy(state: TributeState, seat: int, seed: int) -> TributeState:
    """All hidden parts shuffled with a fresh generator of the original, in its order; known cards stay where they are."""
    told = state.to_dict()
    own, other, x = told[SIDES[seat]], told[SIDES[1 - seat]], seed

    def shuffled(cards: list[str]) -> list[str]:
        nonlocal x
        keys = []
        for _ in cards:
            x = (25214903917 * x + 11) % (1 << 48)
            keys.append((x >> 16) * 2147483646 >> 32)
        return [cards[at] for at in sorted(range(len(cards)), key=lambda at: keys[at])]

    own["cooldown"] = shuffled(own["cooldown"])
    known = own["known_upcoming"]
    own["draw"] = own["draw"][:known] + shuffled(own["draw"][known:])
    other["cooldown"] = shuffled(other["cooldown"])
    size, mixed = len(other["hand"]), shuffled(other["hand"] + other["draw"])
    other["hand"], other["draw"] = mixed[:size], mixed[size:]
    told["tavern"]["deck"] = shuffled(told["tavern"]["deck"])
    own["known_upcoming"] = other["known_upcoming"] = 0
    copy = state.copy()
    copy.game.load(copy, {name: part for name, part in told.items() if name != "luck"})
    copy.luck = (seed, 1, 0)
    return copy
