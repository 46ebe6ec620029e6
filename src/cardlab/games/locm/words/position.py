"""Legends of Code and Magic: positions and views as plain values, and the checks that only possible ones pass.

A position may be short: a battle needs only `players`, and of each player only what is not as usual. A card is written as its
number or name, with its instance number after a ``#`` or without; without, the cards of a player are numbered in the order
gone, board, hand, deck. Cards mentioned nowhere do not exist.

A view is a position with ``?`` for what cannot be seen: cards of the other's hand and deck, and the other's picks. It has only
the offers so far, and the own deck is sorted, as nobody knows the order of it.
"""

from __future__ import annotations

import reprlib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from cardlab.core.forms import PlayerTables, PositionForm
from cardlab.core.limits import EVERYBODY
from cardlab.core.positionparts import FlagPart, KeptPart, Lists, NumberPart, PositionPart, Telling, ToldPart, WordPart
from cardlab.core.reading import UNKNOWN, listed, only, whole, word
from cardlab.errors import PositionError
from cardlab.games.locm.rules.state import ROUNDS, Phase, Reason
from cardlab.games.locm.words.cards import CARDS
from cardlab.games.locm.words.sides import ZONES, BoardPart, DeckPart, GonePart, HandPart, lay_out, signed, unsigned

if TYPE_CHECKING:
    from cardlab.games.locm.rules.state import LocmState

_PHASES = ("draft", "battle", "over")
_REASONS = ("", "health", "deck", "rounds")
_PARTS = {
    "draft": ("phase", "player", "offers", "picks", "order"),
    "battle": ("phase", "player", "turn", "offers", "picks", "players"),
    "over": ("phase", "player", "turn", "offers", "picks", "players", "winner", "reason"),
}


# ---- the draft ---------------------------------------------------------------------------------------------------


def _drafts(telling: Telling) -> bool:
    return bool(telling.table["phase"] == Phase.DRAFT)


class _Offers(PositionPart):
    """The offers of all rounds; zeros are unknown."""

    def show(self, telling: Telling, value: Sequence[Sequence[int]]) -> list[Sequence[int]]:
        return [offer for offer in value if any(offer)]

    def read(self, telling: Telling, told: Any) -> list[list[int]]:
        rounds = ROUNDS if telling.seat is None or not _drafts(telling) else 1 + min(telling.table["made"])
        rows = listed("offers", told, rounds, "triples of card numbers, one for each round")
        return [[whole("'offers'", n, 1, len(CARDS)) for n in listed("offers", row, 3, "card numbers")] for row in rows]

    def tells(self, telling: Telling, value: Sequence[Sequence[int]]) -> bool:
        return any(map(any, value))

    def absent(self, telling: Telling) -> list[list[int]]:
        return self.read(telling, None) if _drafts(telling) else [[0, 0, 0] for _ in range(ROUNDS)]


class _Picks(PositionPart):
    """Which card of each offer either player took; -1 where it is unknown, or none was picked yet."""

    def take(self, telling: Telling, *held: Any) -> list[list[int]]:
        return [signed(row) for row in held[0]]

    def put(self, telling: Telling, value: Sequence[Sequence[int]]) -> tuple[Any, ...]:
        return ([unsigned(row) for row in value],)

    def show(self, telling: Telling, value: Sequence[Sequence[int]]) -> list[list[int | str]]:
        made = telling.table["made"]
        return [[UNKNOWN if index < 0 else index for index in row[:n]] for row, n in zip(value, made, strict=True)]

    def read(self, telling: Telling, told: Any) -> list[list[int]]:
        rows = listed("picks", told, 2, "lists of picks, one for each player")
        if not all(isinstance(row, list) and len(row) <= ROUNDS for row in rows):
            raise PositionError(f"'picks' of a player are a list of at most {ROUNDS} numbers from 0 to 2")
        hidden = [telling.of(p).foreign for p in range(2)]
        picks = [[_pick(index, hides) for index in row] for row, hides in zip(rows, hidden, strict=True)]
        if _drafts(telling):
            _check_made(len(picks[0]), len(picks[1]))
        return [row + [-1] * (ROUNDS - len(row)) for row in picks]

    def tells(self, telling: Telling, value: Sequence[Sequence[int]]) -> bool:
        return any(map(any, telling.table["offers"]))


def _pick(index: Any, hidden: bool) -> int:
    """What was picked; of the other's picks a seat sees that they were made."""
    if hidden and index == UNKNOWN:
        return -1
    return whole("'picks'", UNKNOWN if hidden else index, 0, 2)


def _check_made(first: int, second: int) -> None:
    if first - second not in (0, 1) or second == ROUNDS:
        raise PositionError(
            "'picks': in the draft player 0 has made as many picks as player 1 or one more, and player 1 at most 29; "
            f"not {first} and {second}"
        )


def _made(telling: Telling) -> list[int]:
    """How many picks either player has made: all of them, once the draft is over."""
    return [len(row) for row in telling.told.get("picks", [[], []])] if _drafts(telling) else [ROUNDS, ROUNDS]


class _Order(ToldPart):
    """In the draft: the round whose pick will lie at each depth of either deck. Nobody who plays knows it."""

    def read(self, telling: Telling, told: Any) -> list[list[int]]:
        rows = listed("order", told, 2, "lists, one for each player")
        rounds = [[whole("'order'", n, 0, ROUNDS - 1) for n in listed("order", row, ROUNDS, "rounds")] for row in rows]
        if any(len(set(row)) < ROUNDS for row in rounds):
            raise PositionError("'order' of a player must name each round from 0 to 29 once")
        if telling.game.rules["shuffle"] == "same" and rounds[0] != rounds[1]:
            raise PositionError("with shuffle=same, 'order' must be the same for both players")
        return rounds

    def show(self, telling: Telling, value: Any) -> list[list[int]]:
        return [row["deck"] for row in telling.table["players"]]

    def tells(self, telling: Telling, value: Any) -> bool:
        return _drafts(telling) and telling.seat is None

    def absent(self, telling: Telling) -> list[list[int]]:
        return [list(range(ROUNDS)) if telling.seat is None else [-1] * ROUNDS] * 2


# ---- whose turn it is, and how it ends ---------------------------------------------------------------------------


class _Player(PositionPart):
    """Who is to move: who picks next in the draft, player 0 in even turns, and nobody when the game is over."""

    def show(self, telling: Telling, value: int) -> int | None:
        return value if value >= 0 else None

    def read(self, telling: Telling, told: Any) -> int:
        player, turn, made = self.absent(telling), telling.table["turn"], telling.table["made"]
        if player < 0 and told is not None:
            raise PositionError(f"'player' must be null when the phase is over, not {reprlib.repr(told)}")
        if player < 0 or whole("'player'", told, 0, 1) == player:
            return player
        if _drafts(telling):
            raise PositionError(f"'player' must be {player}: the players have made {made[0]} and {made[1]} picks")
        raise PositionError(f"'player' must be {player} in turn {turn}: player 0 has the even turns, player 1 the odd ones")

    def absent(self, telling: Telling) -> int:
        table = telling.table
        if _drafts(telling):
            return int(table["made"][0] - table["made"][1])
        return -1 if table["phase"] == Phase.OVER else int(table["turn"] % 2)


def _turn_of_player(telling: Telling) -> int:
    """The first turn of who is to move. After the end it is the last turn that counts, and nobody is to move."""
    battle = telling.table["phase"] == Phase.BATTLE
    return whole("'player'", telling.told.get("player", 0), 0, 1) if battle else 0


class _AtEnd(PositionPart):
    """What must be told of a game that is over, and of no other."""

    def tells(self, telling: Telling, value: int) -> bool:
        return bool(telling.table["phase"] == Phase.OVER)

    def absent(self, telling: Telling) -> Any:
        return self.read(telling, None) if telling.table["phase"] == Phase.OVER else self.usual


class _Winner(_AtEnd, NumberPart):
    """Who has won."""


class _Reason(_AtEnd, WordPart):
    """Why the game is over."""


# ---- players -----------------------------------------------------------------------------------------------------


class _Players(PlayerTables):
    """Both players. In the draft there is nothing to tell of them."""

    def tells(self, telling: Telling, value: Any) -> bool:
        return not _drafts(telling)

    def absent(self, telling: Telling) -> list[Lists]:
        return [{**_AT_FIRST, "deck": row} for row in telling.table["order"]] if _drafts(telling) else self.read(telling, None)

    def of_player(self, telling: Telling, p: int, row: Any) -> Lists:
        table = super().of_player(telling, p, row)
        _check_facts(p, table)
        lay_out(p, table, telling.game.rules["lanes"])
        return table


_AT_FIRST = {
    "health": 30, "mana": 0, "max_mana": 0, "runes": 5, "draws": 1, "due": 0, "bonus": 0,
    "size": ROUNDS, "drawn": 0, "summoned": 0, "hand": [], "board": [],
}  # fmt: skip
"""A player in the draft."""


# ---- the form ----------------------------------------------------------------------------------------------------


FORM = PositionForm(
    "a position has",
    WordPart("phase", _PHASES, usual=Phase.BATTLE, always=True),
    _Player("player", always=True, late=1),
    NumberPart("turn", 0, 99_999, always=True, follows=_turn_of_player, matters=lambda telling: not _drafts(telling)),
    _Offers("offers", "offer", late=2),
    _Picks("picks", "pick", usual=[[-1] * ROUNDS] * 2),
    KeptPart("made", "n_picks", follows=_made),
    _Players(
        "players",
        NumberPart("health", -9999, 9999, usual=30, always=True),
        NumberPart("mana", 0, 13, always=True, late=2, follows=lambda telling: telling.table["max_mana"]),
        NumberPart("max_mana", 0, 13, always=True, late=1, follows=lambda telling: 12 + telling.table["bonus"]),
        NumberPart("runes", 0, 5, always=True, late=2, follows=lambda telling: _runes_at(telling.table["health"])),
        NumberPart("draws", 1, 99, usual=1, always=True),
        NumberPart("due", 0, 99, usual=1, always=True),
        FlagPart("bonus", always=True),
        KeptPart("size", late=1, follows=lambda telling: sum(len(telling.table[zone]) for zone in ZONES)),
        KeptPart("drawn", late=2, follows=lambda telling: telling.table["size"] - len(telling.table["deck"])),
        KeptPart("summoned", late=1, follows=lambda telling: len(telling.table["board"])),
        HandPart("hand", usual=[], always=True),
        BoardPart("board", "board", "count", "able", usual=[], always=True),
        DeckPart("deck", usual=[], always=True),
        GonePart("gone", usual=[], always=True),
        late=1,
    ),
    _Order("order"),
    _Winner("winner", 0, 1, usual=-1, late=2),
    _Reason("reason", _REASONS, usual=Reason.RUNNING, late=2),
)
_COLUMNS = {part: f"{part}s" if part in ("hand", "board", "deck", "size") else part for part in _AT_FIRST} | {"deck": "decks"}
"""What `lists_of` calls the parts of players."""
_SHARED = ("phase", "player", "winner", "reason", "turn", "offers", "picks", "made")


def lists_of(state: LocmState) -> Lists:
    """All of the table as plain lists and numbers; cards in hand and on the board by their instances."""
    telling = FORM.tell(state)
    table, players = telling.table, telling.table["players"]
    return {
        **{name: table[name] for name in _SHARED},
        **{column: [row[name] for row in players] for name, column in _COLUMNS.items()},
        "viewer": EVERYBODY if telling.seat is None else telling.seat,
    }


def put_lists(state: LocmState, table: Lists) -> None:
    """Set the state to what `lists_of` would give. The caller has checked it."""
    players = [{name: table[column][p] for name, column in _COLUMNS.items()} for p in range(2)]
    viewer = table.get("viewer", EVERYBODY)
    FORM.fill(state, Telling(state.game, None if viewer == EVERYBODY else viewer, {**table, "players": players}))


def position_of(state: LocmState) -> dict[str, Any]:
    """The position as plain values: the whole of it, or what the seat knows that was left with the state."""
    return FORM.position(state)


def load_position(state: LocmState, position: Mapping[str, Any], seat: int | None) -> None:
    """Fill a blank state from a position, or from what a seat sees of one; or raise PositionError and leave it as it is."""
    phase = word("phase", position.get("phase", "battle"), _PHASES)
    parts = [part for part in _PARTS[_PHASES[phase]] if seat is None or part != "order"]
    only(f"a {'position' if seat is None else 'view'} in the phase {_PHASES[phase]!r} has", position, parts)
    telling = Telling(state.game, seat, told=position)
    FORM.read(telling)
    if phase != Phase.DRAFT:
        _check_draft_behind(telling)
        _check_end(telling) if phase == Phase.OVER else _check_alive(telling)
    FORM.fill(state, telling)


# ---- what goes together ------------------------------------------------------------------------------------------


def _runes_at(health: int) -> int:
    return max(0, min(5, (health - 1) // 5))


def _check_facts(p: int, row: Lists) -> None:
    bonus, mana, max_mana, health, runes = (row[name] for name in ("bonus", "mana", "max_mana", "health", "runes"))
    if bonus and p == 0:
        raise PositionError("player 0: only player 1 can have the bonus mana")
    if mana > max_mana or not bonus <= max_mana <= 12 + bonus:
        limit = "13 with the bonus" if bonus else "12"
        raise PositionError(f"player {p}: 'mana' is at most 'max_mana', and that at most {limit}; not {mana}, {max_mana}")
    if runes and health <= 5 * runes:
        raise PositionError(
            f"player {p}: with {runes} runes left health is above {5 * runes}, not {health}: "
            "a rune breaks when health reaches its value"
        )


def _check_draft_behind(telling: Telling) -> None:
    """The decks came from the offers and picks, if the position knows them."""
    offers, picks, players = (telling.table[name] for name in ("offers", "picks", "players"))
    if ("offers" in telling.told) != ("picks" in telling.told):
        raise PositionError("after the draft 'offers' and 'picks' are both known, or neither is")
    made = [len(row) for row in telling.told.get("picks", picks)]
    if made != [ROUNDS, ROUNDS]:
        raise PositionError(f"after the draft each player has made {ROUNDS} picks, not {made[0]} and {made[1]}")
    if "offers" not in telling.told or telling.seat is not None:
        return
    taken = [[offer[index] for offer, index in zip(offers, row, strict=True)] for row in picks]
    decks = [row["deck"] for row in players]
    for p in range(2):
        if Counter(taken[p]) != Counter(decks[p]):
            raise PositionError(f"player {p}: the {ROUNDS} cards of the deck must be those picked")
    if telling.game.rules["shuffle"] == "same" and Counter(zip(*taken, strict=True)) != Counter(zip(*decks, strict=True)):
        raise PositionError("with shuffle=same, cards picked in the same round have the same place in both decks")


def _check_alive(telling: Telling) -> None:
    table, options = telling.table, telling.game.rules
    for p, row in enumerate(table["players"]):
        dying = options["draw_death"] == "after_action" and p == table["player"] and row["health"] == 0
        if row["health"] <= 0 and not dying:
            raise PositionError(f"the game would be over: player {p} has {row['health']} health")
        if p != table["player"]:
            _check_resting(p, row["board"])
    if options["rounds"] and table["turn"] >= 2 * options["rounds"]:
        raise PositionError(
            f"the game would be over: with rounds={options['rounds']} the last turn is {2 * options['rounds'] - 1}"
        )


def _check_resting(p: int, board: Sequence[Mapping[str, Any]]) -> None:
    if any(creature["able"] or creature["attacked"] for creature in board):
        raise PositionError(f"player {p} is not to move: none of the creatures is 'able' to attack or has 'attacked'")


def _check_end(telling: Telling) -> None:
    table, options = telling.table, telling.game.rules
    winner, reason = table["winner"], _REASONS[table["reason"]]
    word("reason", reason, _REASONS[1:])  # an end has one
    dead = [row["health"] <= 0 for row in table["players"]]
    if reason == "rounds":
        if not options["rounds"] or winner != 0 or any(dead):
            raise PositionError("a game that ends by 'rounds' needs the option rounds, and is won by player 0 with both alive")
        return
    if not dead[1 - winner]:
        raise PositionError(f"player {1 - winner} has health left and cannot have lost by {reason!r}")
    wanted = table["turn"] % 2 if options["both_dead"] == "active" else 1
    if all(dead) and winner != wanted:
        raise PositionError(f"both have no health left: with both_dead={options['both_dead']} player {wanted} wins")
