"""Castle: positions and views as plain values, and the checks that only possible ones pass.

A position may be short: only `hands`, `up` and `down` must be there. Cards mentioned nowhere count as burned
(or go to the stock if the position says ``"stock": "rest"``). A view is a position with ``?`` for each card that cannot be
seen.
"""

from __future__ import annotations

import reprlib
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import Any

from cardlab.core.forms import PositionForm
from cardlab.core.matchings import can_match
from cardlab.core.positionparts import EachPlayer, Entangled, Lists, NumberPart, PositionPart, Telling, WordPart
from cardlab.core.reading import UNKNOWN, whole
from cardlab.errors import PositionError
from cardlab.games.castle.rules.dealing import SEATS
from cardlab.games.castle.rules.state import CastleState, Phase, Reason
from cardlab.games.castle.words.cards import RANK_TEXTS, cards_text, full_pack, parse_cards

PHASES = ("castle", "swap", "play", "four", "over")
_REASONS = ("", "win", "limit", "repetition")
_SEAT = (0, SEATS - 1)
_TEXTS = "texts of cards, one for each seat, such as '3 9 10'"

# ---- parts: cards are lists of ranks, where None is a card that cannot be seen -----------------------------------


class _Cards(PositionPart):
    """Cards that lie somewhere. Nobody sees some of them, unless they are `open`."""

    open = False

    def show(self, telling: Telling, value: Sequence[int | None]) -> str:
        return cards_text(value)

    def read(self, telling: Telling, told: Any) -> list[int | None]:
        if not isinstance(told, str) or len(told) > 1000:
            raise PositionError(f"{self.name!r}: cards are written as a text such as '3 9 10'")
        try:
            if telling.seat is None or self.open:
                return [*parse_cards(told)]
            words = told.replace(",", " ").split()
            known = iter(parse_cards(" ".join(word for word in words if word != UNKNOWN)))
            return [None if word == UNKNOWN else next(known) for word in words]
        except ValueError as error:
            raise PositionError(f"{self.name!r}: {error}") from None


class _Row(_Cards):
    """Cards in no order, of which the rules count each rank; everybody sees them."""

    open = True

    def take(self, telling: Telling, *held: Any) -> list[int | None]:
        counts: int = held[0]
        ranks: list[int | None] = []
        for rank in range(len(RANK_TEXTS)):
            if not counts:
                break
            ranks += [rank] * (counts & 15)
            counts >>= 4
        return ranks

    def put(self, telling: Telling, value: Sequence[int | None]) -> tuple[Any, ...]:
        return (sum(1 << 4 * rank for rank in value if rank is not None),)

    def read(self, telling: Telling, told: Any) -> list[int | None]:
        return sorted(super().read(telling, told), key=lambda rank: (rank is None, rank))


class _Hand(_Row):
    """A hand: the rules also count its cards, seen or not."""

    open = False

    def take(self, telling: Telling, *held: Any) -> list[int | None]:
        seen = super().take(telling, *held)
        return seen + [None] * (held[1] - len(seen))

    def put(self, telling: Telling, value: Sequence[int | None]) -> tuple[Any, ...]:
        return (*super().put(telling, value), len(value))


class _Barred(_Row):
    """Ranks of which `tight` cards are known not to be: none if there are no such cards."""

    def take(self, telling: Telling, *held: Any) -> list[int | None]:
        return super().take(telling, *held) if telling.table["tight"][telling.player] else []


class _Tight(PositionPart):
    """How many unknown cards of a hand are known to be of no barred rank."""

    def read(self, telling: Telling, told: Any) -> int:
        if type(told) is not int or told < 0:
            raise PositionError(f"'tight' must be a list of {telling.game.players} numbers of cards, one for each seat")
        return told


class _Down(_Cards):
    """Cards face down, which nobody sees."""

    def take(self, telling: Telling, *held: Any) -> list[int | None]:
        return _hidden(held[0][: held[1]], telling)

    def put(self, telling: Telling, value: Sequence[int | None]) -> tuple[Any, ...]:
        return [rank or 0 for rank in value], len(value)


class _Pile(_Cards):
    """The pile, which everybody sees."""

    open = True


class _Stock(_Cards):
    """The stock; ``rest`` is whatever lies nowhere else."""

    def read(self, telling: Telling, told: Any) -> list[int | None]:
        return super().read(telling, "" if told == "rest" else told)


class _Player(PositionPart):
    """Who is to move: nobody when the game is over."""

    def show(self, telling: Telling, value: int) -> int | None:
        return value if value >= 0 else None

    def read(self, telling: Telling, told: Any) -> int:
        n, over = telling.game.players, telling.table["phase"] == Phase.OVER
        if over and told is None:
            return -1
        if over or isinstance(told, bool) or not isinstance(told, int) or not 0 <= told < n:
            found = reprlib.repr(told)
            raise PositionError(f"'player' must be a seat from 0 to {n - 1}, or null when the phase is over; not {found}")
        return told

    def absent(self, telling: Telling) -> int:
        return -1 if telling.table["phase"] == Phase.OVER else 0


class _Place(PositionPart):
    """As which a seat has come in; 0 for those who have not."""

    def read(self, telling: Telling, told: Any) -> int:
        return whole(f"'places': those of {telling.game.players} seats", told, 0, telling.game.players)


def _hidden(ranks: Sequence[int], telling: Telling) -> list[int | None]:
    return [*ranks] if telling.seat is None else [None] * len(ranks)


def _take_common(telling: Telling, *held: Any) -> tuple[list[int | None], ...]:
    """Pile, stock and burned cards lie in one row: the burned ones, the pile, a gap, the stock."""
    cards, n_burned, n_pile, forgot, stock = held
    pile = cards[n_burned : n_burned + n_pile]
    return pile, _hidden(cards[stock : _size(telling)], telling), [None] * forgot + cards[forgot:n_burned]


def _put_common(telling: Telling, *lists: Any) -> tuple[Any, ...]:
    pile, stock, burned = lists
    first = _size(telling) - len(stock)
    row = [*burned, *pile, *[None] * (first - len(burned) - len(pile)), *stock]
    return [rank or 0 for rank in row], len(burned), len(pile), burned.count(None), first


def _size(telling: Telling) -> int:
    cards: int = telling.game.rules.cards
    return cards


# ---- the form ----------------------------------------------------------------------------------------------------


def _swaps(telling: Telling) -> bool:
    return bool(telling.table["phase"] == Phase.SWAPPING)


def _asks(telling: Telling) -> bool:
    return bool(telling.table["phase"] == Phase.ASKING)


def _repeats(telling: Telling) -> bool:
    return bool(telling.options["repetition"])


def _remembers(telling: Telling) -> bool:
    return _repeats(telling) and bool(telling.table["anchor_seen"])


def _has_begun(telling: Telling) -> bool:
    return bool(telling.table["phase"] >= Phase.PLAYING or telling.options["first"] == "random")


_NUMBERS = (
    NumberPart("swaps", 0, 2, matters=_swaps),
    NumberPart("mover", *_SEAT, matters=_asks),
    NumberPart("after", *_SEAT, matters=_asks),
    NumberPart("since", -1, 1_000_000, matters=_repeats),
    NumberPart("anchor_seen", 0, 1000, matters=_repeats),
    NumberPart("anchor", 0, (1 << 64) - 1, matters=_remembers),
    NumberPart("first", *_SEAT, matters=_has_begun),
    NumberPart("decisions", 0, 1_000_000),
    NumberPart("direction", -1, 1, usual=1),
)
FORM = PositionForm(
    "a Castle position has",
    _Player("player", late=True),
    WordPart("phase", PHASES, usual=Phase.PLAYING, always=True),
    EachPlayer(_Hand("hands", "hand", "n_hand"), _TEXTS),
    EachPlayer(_Row("up"), _TEXTS),
    EachPlayer(_Down("down", "down", "n_down"), _TEXTS),
    Entangled(
        (_Pile("pile", usual=[], always=True), _Stock("stock", usual=[], always=True), _Cards("burned", usual=[], always=True)),
        ("cards", "n_burned", "n_pile", "forgot", "stock"),
        _take_common,
        _put_common,
    ),
    EachPlayer(_Row("known", usual=[]), _TEXTS),
    EachPlayer(_Tight("tight", usual=0), "numbers of cards, one for each seat"),
    EachPlayer(_Barred("barred", usual=[]), _TEXTS),
    *_NUMBERS,
    EachPlayer(_Place("places", "place", usual=0), "numbers, one for each seat"),
    WordPart("reason", _REASONS, usual=Reason.RUNNING),
)


def lists_of(state: CastleState) -> Lists:
    """All of the table as lists of ranks and numbers."""
    return FORM.table(state)


def position_of(state: CastleState) -> dict[str, Any]:
    """The position as plain values; parts that are as usual are left out."""
    return FORM.position(state)


def load_position(state: CastleState, position: Mapping[str, Any], seat: int | None) -> None:
    """Fill a blank state from a position, or from what a seat sees of one; or raise PositionError."""
    telling = FORM.opened(state.game, position, seat)
    _count_cards(state, position, telling.table, seat)
    _check_places(telling.table["places"])
    if seat is None:
        _check_cards(state, telling.table)
        _check_turn(state, telling.table)
    else:
        _drop_idle_numbers(telling)
        _check_view(state, telling.table, seat)
    FORM.fill(state, telling)


def _drop_idle_numbers(telling: Telling) -> None:
    """A seat holds no numbers that nobody will look at again: its view would not tell them."""
    for number in _NUMBERS:
        if not number.matters(telling):
            telling.table[number.name] = number.usual


# ---- checks ------------------------------------------------------------------------------------------------------


def _count_cards(state: CastleState, position: Mapping[str, Any], lists: Lists, seat: int | None) -> None:
    """All cards of the pack are somewhere, none twice; a short position leaves the rest to the stock or the burned cards."""
    places = [*lists["hands"], *lists["up"], *lists["down"], lists["pile"], lists["stock"], lists["burned"]]
    pack = Counter(full_pack(state.rules.packs, state.rules.jokers))
    for cards in places:
        pack.subtract(rank for rank in cards if rank is not None)
    if extra := [rank for rank, left in pack.items() if left < 0]:
        raise PositionError(f"there are too many cards of rank {cards_text(sorted(extra))}")
    rest = sorted(pack.elements())
    unknown = sum(rank is None for cards in places for rank in cards)
    if seat is not None:
        if unknown != len(rest):
            raise PositionError(f"there are {unknown} unknown cards in this view, but {len(rest)} cards are not in sight")
    elif position.get("stock") == "rest":
        lists["stock"] = lists["stock"] + rest
    elif "burned" not in position:
        lists["burned"] = lists["burned"] + rest
    elif rest:
        raise PositionError(f"these cards are missing: {cards_text(rest)}")


def _check_places(places: Sequence[int]) -> None:
    taken = sorted(place for place in places if place)
    if taken and taken != list(range(1, len(taken) + 1)):
        raise PositionError("'places' must be given out from 1 without gaps")


def _check_view(state: CastleState, table: Lists, seat: int) -> None:
    """What a seat cannot hold: whether there can be such a position shows when one is imagined."""
    for zone in (*table["down"], table["stock"]):
        if any(rank is not None for rank in zone):
            raise PositionError("nobody sees the cards face down and in the stock: write '?' for each")
    if None in table["burned"][table["burned"].count(None) :]:
        raise PositionError("'burned': who forgets cards forgets the oldest ones, which are written first")
    for p in range(state.players):
        if len(table["up"][p]) > 3 or len(table["down"][p]) > 3:
            raise PositionError(f"seat {p}: at most 3 cards in the row and 3 face down")
        if p == seat:
            _check_own_hand(table, p)
        else:
            _check_other_hand(table, p)
    unseen = Counter(full_pack(state.rules.packs, state.rules.jokers))
    for cards in (*table["hands"], *table["up"], table["pile"], table["burned"]):
        unseen.subtract(rank for rank in cards if rank is not None)
    pool = list(unseen.elements())
    wanted = [table["barred"][p] for p in range(state.players) if p != seat for _ in range(table["tight"][p])]
    if not can_match([[i for i, rank in enumerate(pool) if rank not in barred] for barred in wanted], len(pool)):
        raise PositionError("'barred' and 'tight' leave too few cards for the unknown ones of the hands")


def _check_own_hand(table: Lists, seat: int) -> None:
    if None in table["hands"][seat]:
        raise PositionError(f"seat {seat}: everybody sees the own hand")
    _check_knowledge(table, seat)


def _check_other_hand(table: Lists, seat: int) -> None:
    seen = [rank for rank in table["hands"][seat] if rank is not None]
    if seen != table["known"][seat]:
        raise PositionError(f"seat {seat}: the cards seen in another hand are those known to be in it")
    _check_barred(table, seat)
    if table["tight"][seat] > table["hands"][seat].count(None):
        raise PositionError(f"seat {seat}: 'tight' counts unknown cards of the hand, and there are fewer")


def _check_knowledge(table: Lists, seat: int) -> None:
    """`known` cards are in the hand; `tight` of the others are known to be of none of the `barred` ranks."""
    hand, known, barred = (table[name][seat] for name in ("hands", "known", "barred"))
    if Counter(known) - Counter(hand):
        raise PositionError(f"seat {seat}: cards known to be in the hand are not in it")
    _check_barred(table, seat)
    others = [rank for rank in (Counter(hand) - Counter(known)).elements() if rank not in barred]
    if table["tight"][seat] > len(others):
        raise PositionError(f"seat {seat}: fewer than {table['tight'][seat]} unknown cards of the hand are of no barred rank")


def _check_barred(table: Lists, seat: int) -> None:
    barred = table["barred"][seat]
    if len(set(barred)) != len(barred) or bool(barred) != (table["tight"][seat] > 0):
        raise PositionError(f"seat {seat}: 'barred' names ranks once each, and 'tight' says how many cards are none of them")


def _check_cards(state: CastleState, table: Lists) -> None:
    for seat in range(state.players):
        if len(table["up"][seat]) > 3 or len(table["down"][seat]) > 3:
            raise PositionError(f"seat {seat}: at most 3 cards in the row and 3 face down")
        _check_knowledge(table, seat)
    if 8 in table["pile"]:
        raise PositionError("a 10 never lies in the pile: it burns it")
    if state.game.options["four"] == "proper" and _longest_run(table["pile"]) >= 4:
        raise PositionError("four equal cards never lie together in the pile: they burn it")


def _longest_run(pile: list[int]) -> int:
    return max((len(list(equal)) for _, equal in groupby(pile)), default=0)


def _check_turn(state: CastleState, table: Lists) -> None:
    phase, seat, n = table["phase"], table["player"], state.players
    if table["direction"] == 0 or max(table["first"], table["mover"], table["after"]) >= n:
        raise PositionError(f"'direction' is 1 or -1; 'first', 'mover' and 'after' are seats from 0 to {n - 1}")
    empty = [not (table["hands"][p] or table["up"][p] or table["down"][p]) for p in range(n)]
    if table["swaps"] and phase != Phase.SWAPPING:
        raise PositionError("'swaps' counts only while cards are swapped")
    if phase == Phase.OVER:
        _check_end(state, table, empty)
        return
    if table["reason"]:
        raise PositionError("a game that goes on has no 'reason'")
    if any(empty[p] != (table["places"][p] > 0) for p in range(n)):
        raise PositionError("exactly the seats without cards have a place while the game goes on")
    if sum(empty) > (n - 2 if state.game.options["ranking"] else 0):
        raise PositionError("the game would be over: too many seats have no card left")
    if table["places"][seat]:
        raise PositionError(f"seat {seat} is out and cannot be the one to move")
    if table["decisions"] >= state.rules.limit:
        raise PositionError(f"the game would be over: its limit is {state.rules.limit} decisions")
    _check_phase(state, table)


def _check_phase(state: CastleState, table: Lists) -> None:
    phase, seat, castle = table["phase"], table["player"], state.game.options["castle"]
    if phase == Phase.CHOOSING:
        if castle not in ("sequential", "simultaneous"):
            raise PositionError(f"with castle={castle} there is no phase 'castle'")
        for p in range(state.players):
            hand, up = (3, 3) if p < seat else (6, 0)
            if len(table["hands"][p]) != hand or len(table["up"][p]) != up:
                raise PositionError(f"seat {p} must have {hand} cards in hand and {up} in the row while seat {seat} chooses")
    elif phase == Phase.SWAPPING:
        if castle != "swap":
            raise PositionError(f"with castle={castle} there is no phase 'swap'")
        if any(len(table[zone][p]) != 3 for zone in ("hands", "up") for p in range(state.players)):
            raise PositionError("while cards are swapped everybody has three in hand and three in the row")
    elif phase == Phase.ASKING:
        _check_asking(state, table)
        if table["mover"] == seat or table["places"][table["after"]]:
            raise PositionError("in the phase 'four', 'mover' is another seat than 'player', and 'after' a seat still in")
    if phase < Phase.PLAYING:
        _check_before_play(table)


def _check_before_play(table: Lists) -> None:
    if table["pile"] or table["burned"]:
        raise PositionError("no card is played or burned before the castle is chosen")
    if any(len(down) != 3 for down in table["down"]):
        raise PositionError("everybody has three face-down cards before the castle is chosen")
    if table["phase"] == Phase.CHOOSING and any(table["known"]):
        raise PositionError("no card in a hand is known before the castle is chosen")


def _check_asking(state: CastleState, table: Lists) -> None:
    """Only who could complete the four as far as numbers go is asked."""
    options, pile, seat = state.game.options, table["pile"], table["player"]
    if not options["four_anytime"] or options["four"] == "off" or not pile:
        raise PositionError("the phase 'four' needs four_anytime=yes, four=proper or legacy, and a pile")
    run = next((n for n, rank in enumerate(reversed(pile)) if rank != pile[-1]), len(pile))
    hand, up = table["hands"][seat], table["up"][seat]
    enough = len(hand) >= 4 - run if hand else up.count(pile[-1]) >= 4 - run
    if run > 3 or not enough:
        raise PositionError(f"seat {seat} cannot complete four of a kind here and would not be asked")


def _check_end(state: CastleState, table: Lists, empty: list[bool]) -> None:
    reason, places, n = table["reason"], table["places"], state.players
    if reason == Reason.RUNNING:
        raise PositionError("a game that is over has a 'reason': win, limit or repetition")
    if reason == Reason.REPETITION and not state.rules.repetition:
        raise PositionError("with repetition=0 no game ends by repetition")
    last = n if reason == Reason.WIN and state.game.options["ranking"] else 0
    if any(empty[p] != (0 < place != last) for p, place in enumerate(places)):
        raise PositionError("exactly the seats without cards have a place, and with ranking the last one left")
    if state.game.options["ranking"]:
        wanted = {n} if reason == Reason.WIN else set(range(n - 1))
    else:
        wanted = {1} if reason == Reason.WIN else {0}
    if max(places) not in wanted:
        raise PositionError("'places' do not go with the 'reason' of the end")
