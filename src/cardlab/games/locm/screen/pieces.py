"""Legends of Code and Magic on the screen: who has which cards, as far as the viewer knows."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cardlab.core.drawing import Scene
from cardlab.core.reading import UNKNOWN
from cardlab.games.locm.words.cards import LocmCard, card, card_named, parse_keywords
from cardlab.games.locm.words.options import resolved


@dataclass(frozen=True)
class Piece:
    """A card in play; `card` is None if the viewer does not know it. Values are those of now."""

    id: int
    card: LocmCard | None
    attack: int = 0
    defense: int = 0
    keywords: int = 0
    lane: int = -1
    able: bool = False

    @classmethod
    def of(cls, value: Any) -> Piece:
        """From a view's table, or from a position's text."""
        row = value if isinstance(value, Mapping) else {"card": value}
        number, mark, instance = str(row.get("card", "")).partition("#")
        facts = card(card_named(number)) if number and number != UNKNOWN else None
        printed = (facts.attack, facts.defense, facts.keywords) if facts else (0, 0, 0)
        keywords = parse_keywords(row["keywords"]) if "keywords" in row else printed[2]
        values = (row.get("attack", printed[0]), row.get("defense", printed[1]), keywords)
        return cls(int(instance) if mark else row["id"], facts, *values, row.get("lane", -1), row.get("able", False))

    @property
    def name(self) -> str:
        """The card's name."""
        return self.card.name if self.card else "a card"


@dataclass(frozen=True)
class Side:
    """One player's part of the table."""

    health: int
    runes: int
    mana: int
    max_mana: int
    draws: int
    hand: tuple[Piece, ...]
    board: tuple[Piece, ...]
    deck: int

    @classmethod
    def of(cls, row: Mapping[str, Any]) -> Side:
        """From a player's part of a view or a position."""
        hand, board = (tuple(map(Piece.of, row[zone])) for zone in ("hand", "board"))
        deck = len(row["deck"])
        return cls(row["health"], row["runes"], row["mana"], row["max_mana"], row["draws"], hand, board, deck)

    def lane(self, number: int) -> list[Piece]:
        """The creatures of a lane, oldest first."""
        return [piece for piece in self.board if piece.lane == number]


@dataclass(frozen=True)
class Table:
    """All that is to be drawn. `sides` is empty during the draft; `picks` of a seat is empty if they are not known."""

    lanes: int
    heals: bool
    turn: int
    sides: tuple[Side, ...]
    offer: tuple[LocmCard, ...]
    round: int
    picks: tuple[list[LocmCard], ...]
    winner: int | None

    @classmethod
    def of(cls, scene: Scene) -> Table:
        """Read a seat's view, or a whole position."""
        view, options = scene.view, resolved(scene.game.options)
        picks = _picks(scene)
        now = min(map(len, view.get("picks", ((), ()))))
        drafting = view["phase"] == "draft"
        return cls(
            options["lanes"],
            options["opponent_hp"] == "heals",
            view.get("turn", 0),
            tuple(map(Side.of, view.get("players", ()))),
            tuple(map(card, view["offers"][now])) if drafting else (),
            now,
            picks,
            view.get("winner"),
        )

    def piece(self, instance: int) -> Piece:
        """The creature or hand card with an instance number."""
        return next(piece for side in self.sides for piece in (*side.board, *side.hand) if piece.id == instance)

    def called(self, instance: int) -> str:
        """The name of a creature, with its values if its side has another of that name."""
        piece = self.piece(instance)
        twins = [other for side in self.sides if piece in side.board for other in side.board if other.name == piece.name]
        return f"{piece.name} {piece.attack}/{piece.defense}" if len(twins) > 1 else piece.name


def _picks(scene: Scene) -> tuple[list[LocmCard], ...]:
    offers, made = scene.view.get("offers", []), scene.view.get("picks", ([], []))
    return tuple([card(offer[index]) for offer, index in zip(offers, row, strict=False) if index != UNKNOWN] for row in made)
