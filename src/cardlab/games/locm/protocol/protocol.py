"""Legends of Code and Magic: the text protocol of version 1.2, as the referee speaks it.

Every message has the same layout: two lines on the players, one with the size of the opponent's hand and the number of his
actions, these actions, the number of cards, and a line for each card. The answer is one line.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from cardlab.bots.protocol import Protocol, Question
from cardlab.core.action import HIDDEN, Action, extra_of, kind_of, pack, source_of, target_of
from cardlab.core.game import Game
from cardlab.core.state import Seat
from cardlab.games.locm.protocol.guest import LocmGuest
from cardlab.games.locm.protocol.messages import (
    IN_HAND,
    KEYWORD_TEXTS,
    NOWHERE,
    ON_OTHER_BOARD,
    ON_OWN_BOARD,
    BotOrder,
    read_battle_line,
    read_draft_line,
    time_limit,
)
from cardlab.games.locm.rules.state import Kind, LocmState, Phase
from cardlab.games.locm.words.actions import card_at
from cardlab.games.locm.words.cards import LocmCard, card
from cardlab.games.locm.words.position import lists_of

_WITHOUT_CARD = (1 << 40) - 1
Table = dict[str, Any]


class LocmProtocol(Protocol):
    """The referee's side. `PASS` within a line is skipped under the official rules, and ends the turn under all others."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._pass_ends_turn = game.options["rules"] != "official"

    def question(self, seat: Seat) -> LocmQuestion:
        return LocmQuestion(seat, self._pass_ends_turn)

    def action(self, seat: Seat, order: BotOrder) -> Action | None:
        wanted = order.action()
        return next((action for action in seat.legal() if action & _WITHOUT_CARD == wanted), None)

    def rest(self, seat: Seat) -> Action:
        return pack(Kind.PASS)

    def guest(self) -> LocmGuest:
        return LocmGuest(self._game)


class LocmQuestion(Question):
    """A pick or a turn of one player.

    It is made from any world that the seat holds possible: all that messages tell is the same in each.
    """

    def __init__(self, seat: Seat, pass_ends_turn: bool) -> None:
        world = seat.resample(0)
        assert isinstance(world, LocmState)
        self._table: Table = lists_of(world)
        self._seat, self._pass_ends_turn = seat, pass_ends_turn
        self._drafting = self._table["phase"] == Phase.DRAFT
        self._picks = sum(pick >= 0 for pick in self._table["picks"][seat.player]) if self._drafting else 0

    @property
    def moment(self) -> tuple[int, ...]:
        return self._table["phase"], self._picks if self._drafting else self._table["turn"]

    @property
    def limit_ms(self) -> float:
        return time_limit(self._drafting, self._picks if self._drafting else self._table["turn"] // 2)

    def message(self) -> str:
        me = self._seat.player
        if self._drafting:
            lines = _draft_lines(self._table["offers"][self._picks], self._picks, me)
        else:
            lines = _battle_lines(self._table, me, _latest_turn(self._seat))
        return "\n".join((*lines, ""))

    def read(self, line: str) -> Sequence[BotOrder]:
        if self._drafting:
            return [read_draft_line(line, self._table["offers"][self._picks])]
        return read_battle_line(line, self._pass_ends_turn)


def _latest_turn(seat: Seat) -> list[Action]:
    """What the opponent did since this seat's last decision, without picks and passes."""
    found: list[Action] = []
    for mover, action in reversed(seat.history):
        if mover == seat.player or action == HIDDEN:
            break
        if kind_of(action) != Kind.PASS:
            found.append(action)
    return found[::-1]


def _draft_lines(offer: Sequence[int], picks: int, me: int) -> Iterator[str]:
    yield f"30 0 {picks} 25 0"
    yield f"30 0 {picks + me} 25 0"
    yield "0 0"
    yield "3"
    for number in offer:
        yield _card_line(card(number), -1, IN_HAND)


def _battle_lines(table: Table, me: int, actions: list[Action]) -> Iterator[str]:
    other = 1 - me
    yield _player_line(table, me, table["due"][me])
    yield _player_line(table, other, table["draws"][other])
    yield f"{len(table['hands'][other])} {len(actions)}"
    yield from map(_action_line, actions)
    yield str(len(table["hands"][me]) + len(table["boards"][me]) + len(table["boards"][other]))
    for instance in table["hands"][me]:
        yield _card_line(card(card_at(table, instance)), instance, IN_HAND)
    for player, place in ((me, ON_OWN_BOARD), (other, ON_OTHER_BOARD)):
        for creature in sorted(table["boards"][player], key=lambda row: int(row["order"])):
            yield _creature_line(card(card_at(table, creature["id"])), creature, place)


def _player_line(table: Table, player: int, draws: int) -> str:
    deck = table["sizes"][player] - table["drawn"][player]
    return f"{table['health'][player]} {table['max_mana'][player]} {deck} {5 * table['runes'][player]} {draws}"


def _action_line(action: Action) -> str:
    kind, target = kind_of(action), target_of(action)
    shown = target if target or kind == Kind.SUMMON else -1
    return f"{extra_of(action)} {Kind(kind).name} {source_of(action)} {shown}"


def _card_line(printed: LocmCard, instance: int, place: int) -> str:
    effects = f"{printed.player_hp} {printed.opponent_hp} {printed.card_draw}"
    values = f"{printed.attack} {printed.defense} {KEYWORD_TEXTS[printed.keywords]}"
    return _line(printed, instance, place, values, effects, NOWHERE)


def _creature_line(printed: LocmCard, creature: dict[str, Any], place: int) -> str:
    """A creature that has fought, or was the target of an item, no longer shows the effects of its card."""
    touched = creature["touched"]
    effects = "0 0 0" if touched else f"{printed.player_hp} {printed.opponent_hp} {printed.card_draw}"
    values = f"{creature['attack']} {creature['defense']} {KEYWORD_TEXTS[creature['keywords']]}"
    return _line(printed, creature["id"], place, values, effects, creature["lane"])


def _line(printed: LocmCard, instance: int, place: int, values: str, effects: str, lane: int) -> str:
    """A card as the protocol shows it; the blank at the end belongs to it."""
    return f"{printed.number} {instance} {place} {printed.type} {printed.cost} {values} {effects} {lane} "
