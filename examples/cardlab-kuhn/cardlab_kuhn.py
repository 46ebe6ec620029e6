"""Kuhn poker: the smallest poker there is, as a cardlab game in plain Python."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from cardlab import Action, AgentKind, PlainGame, Rng, Seat, State, make_agent, pack
from cardlab.core.columns import Column, count_column, flag_column
from cardlab.core.encoders import EncoderKind
from cardlab.core.features import PlainEncoder, PythonObserver
from cardlab.core.looks import Looks
from cardlab.core.table import Face, Lessons, Move, Table, Thing, Zone
from cardlab.errors import PositionError

CARDS = ["J", "Q", "K"]
PASS, BET = pack(1), pack(2)  # an action is a number; pack(kind, source, target, extra) builds one
WORDS = {PASS: "pass", BET: "bet"}
MEANINGS = {"J": "loses to everything", "Q": "beats the jack only", "K": "beats everything", "?": "jack, queen or king"}
RULES = (
    ("The aim", "Both put a chip into the pot and get one card. After two passes or a call the higher card takes the pot."),
    ("Betting", "Seat 0 passes or bets a chip. After a bet the other one calls by betting too, or folds by passing."),
)
ENDS = ("pass pass", "pass bet pass", "pass bet bet", "bet pass", "bet bet")


@dataclass
class Deal:
    """A position: a dataclass of plain values. cardlab copies it and writes it as JSON."""

    cards: list[str]
    spare: str
    line: list[str] = field(default_factory=list)


class Kuhn(PlainGame):
    """Kuhn poker for two players."""

    name = "kuhn"
    title = "Kuhn poker"
    about = "three cards, one bet: bluff or be bluffed"

    def start(self, rng: Rng) -> Deal:
        cards = list(CARDS)
        rng.shuffle(cards)
        return Deal(cards[:2], cards[2])

    def to_move(self, position: Deal) -> int | None:
        return None if " ".join(position.line) in ENDS else len(position.line) % 2

    def actions(self, position: Deal) -> list[Action]:
        return [PASS, BET]

    def play(self, position: Deal, action: Action) -> None:
        position.line.append(WORDS[action])

    def scores(self, position: Deal) -> list[float]:
        """Chips won or lost, from -2 to 2, as a score from 0 to 1."""
        stake = 2 if position.line[-2:] == ["bet", "bet"] else 1
        if position.line[-2:] == ["bet", "pass"]:
            winner = len(position.line) % 2  # whoever was called upon last folded
        else:
            winner = int(CARDS.index(position.cards[1]) > CARDS.index(position.cards[0]))
        return [0.5 + stake / 4 if seat == winner else 0.5 - stake / 4 for seat in (0, 1)]

    # Hidden cards: erase what a seat cannot see, and draw it again at random from what it could be.

    def hide(self, position: Deal, seat: int) -> None:
        position.cards[1 - seat] = position.spare = "?"

    def fill(self, position: Deal, seat: int, rng: Rng) -> None:
        unseen = [card for card in CARDS if card != position.cards[seat]]
        rng.shuffle(unseen)
        position.cards[1 - seat], position.spare = unseen

    # Words, and what keeps a position sound.

    def action_text(self, action: Action) -> str:
        return WORDS.get(action, f"unknown {action}")

    def parse_action(self, text: str) -> Action:
        for action, word in WORDS.items():
            if text == word:
                return action
        raise PositionError(f"{text!r} is not an action of Kuhn poker; write pass or bet")

    def check_position(self, position: Deal) -> None:
        if not isinstance(position.cards, list) or sorted([*position.cards, str(position.spare)]) != sorted(CARDS):
            raise PositionError("'cards' and 'spare' must hold J, Q and K once each")
        if not isinstance(position.line, list) or not any(f"{end} ".startswith(" ".join([*position.line, ""])) for end in ENDS):
            raise PositionError("'line' must be the beginning of a hand, such as ['pass', 'bet']")

    def inventory(self, state: State) -> list[str]:
        return sorted([*state.position.cards, state.position.spare])

    # What screens show.

    def table(self, view: Mapping[str, Any], seat: int | None, legal: Sequence[Action]) -> Table:
        """The cards, the pot, and a button for each action. Who is pointed at a card is told what it means."""
        hands = [Zone(f"hand{owner}", "hand", "row", owner, room=1) for owner in range(2)]
        things = [
            Thing(f"card{owner}", f"hand{owner}", 0, None if card == "?" else Face(card), does=(MEANINGS[card],))
            for owner, card in enumerate(view["cards"])
        ]
        things.append(Thing("chips", "pot", 0, Face("chips in the pot", number=2 + view["line"].count("bet"))))
        things += [Thing(WORDS[action], "answers", at, Face(WORDS[action])) for at, action in enumerate(legal)]
        moves = tuple(Move(action, WORDS[action], ((WORDS[action],),)) for action in legal)
        zones = (*hands, Zone("pot", "pot", "counters"), Zone("answers", "answers", "buttons"))
        return Table(seat, zones, tuple(things), moves, "Pass or bet?", lessons=Lessons(RULES))

    def looks(self) -> Looks:
        return Looks(ground="felt", paper="cream")

    # What data and models need: what a seat sees as a row of numbers, and what a model is fed of it.

    def observer(self) -> PythonObserver:
        columns = (
            Column("card", "text", "own card", lambda number: CARDS[number], CARDS.index),
            flag_column("second", "whether it sits in seat 1"),
            count_column("moves", "actions so far"),
            count_column("bets", "how many of them were bets"),
        )
        return PythonObserver(columns, row_of)

    def encoders(self) -> dict[str, EncoderKind]:
        return {"plain": EncoderKind("plain", "the numbers of a row", lambda game, text, _: PlainEncoder(game, text, 1.0))}


def row_of(view: dict[str, Any]) -> list[int]:
    """What a seat sees, in the order of the columns."""
    seat = view["seat"]
    return [CARDS.index(view["cards"][seat]), seat, len(view["line"]), view["line"].count("bet")]


class Honest:
    """An agent for Kuhn poker: bets with a king, calls with a king, never bluffs."""

    def choose(self, seat: Seat) -> Action:
        return BET if seat.view()["cards"][seat.player] == "K" else PASS


class Stubborn:
    """An agent for any game: always the last of its legal actions."""

    def choose(self, seat: Seat) -> Action:
        return seat.legal()[-1]


HONEST = AgentKind("honest", "bets with a king only", lambda order: make_agent(order.game, Honest()), game="kuhn")
STUBBORN = AgentKind("stubborn", "the last legal action", lambda order: make_agent(order.game, Stubborn()))
