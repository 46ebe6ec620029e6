"""The table of Unstable Unicorns: zones, types, protections, knowledge and scores. Nothing here asks anybody.

Lists keep arrival order. The deck is written bottom first, so its top card is the last one; the Nursery gives from its
end and takes at its end. `order` holds the cards whose triggers and continuous effects are on, in the order in which
they registered.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.games.unicorns.oracle_cards import INSTANT_STOPPERS, UNICORN_TYPES, Card, RuleSet, fits, letters

ROWS = ("stable", "upgrades", "downgrades")
_ROW_OF = {"upgrade": "upgrades", "downgrade": "downgrades"}


def row_of(card: Card) -> str:
    """The row that a card lies in: its printed type decides."""
    return _ROW_OF.get(card.type, "stable")


@dataclass
class Player:
    """What lies before one player."""

    hand: list[Card] = field(default_factory=list)
    stable: list[Card] = field(default_factory=list)
    upgrades: list[Card] = field(default_factory=list)
    downgrades: list[Card] = field(default_factory=list)

    def row(self, card: Card) -> list[Card]:
        return self.rows[ROWS.index(row_of(card))]

    @property
    def rows(self) -> list[list[Card]]:
        return [self.stable, self.upgrades, self.downgrades]

    @property
    def cards(self) -> list[Card]:
        """All that lies in the stable, row by row."""
        return [*self.stable, *self.upgrades, *self.downgrades]


@dataclass
class Turn:
    """The state of a turn."""

    player: int = 0
    max_plays: int = 1
    extra_draws: int = 0
    skip_to_end: bool = False
    extra_turn: bool = False


@dataclass(eq=False)
class Leash:
    """A stolen card, the stable it came from, and the card that stole it."""

    card: Card
    home: int
    source: Card

    @property
    def until_end_of_turn(self) -> bool:
        return self.source.name == "Unicorn Lasso"


class Table:
    """Everything that lies on the table, and who knows what about the hands."""

    def __init__(self, rules: RuleSet, players: int) -> None:
        self.rules = rules
        self.players = [Player() for _ in range(players)]
        self.seats = range(players)
        self.deck: list[Card] = []
        self.discard: list[Card] = []
        self.nursery: list[Card] = []
        self.order: list[Card] = []
        self.leashes: list[Leash] = []
        self.knows: list[list[set[Card]]] = [[set() for _ in self.seats] for _ in self.seats]
        self.turn = Turn()
        self.ending = False
        self.over = False

    # -- where cards are and what they are ---------------------------------------------------------------------------

    def holder(self, card: Card) -> int | None:
        """The seat in whose stable a card lies."""
        return next((seat for seat in self.seats if card in self.players[seat].cards), None)

    def has(self, seat: int, *names: str) -> bool:
        """Whether a card of these names works in this stable."""
        return any(card.name in names and card in self.order for card in self.players[seat].cards)

    def type_now(self, card: Card) -> str:
        """The current type: unicorns of a stable with Pandamonium are pandas."""
        seat = self.holder(card)
        if seat is not None and card.is_unicorn and self.has(seat, "Pandamonium"):
            return "panda"
        return card.type

    def fits_now(self, card: Card, wanted: str) -> bool:
        """Whether an effect that wants this may choose a card that lies in a stable."""
        kind = self.type_now(card)
        if kind == "panda" and wanted == "card":
            return self.rules.official("cards_include_pandas")
        return fits(card, kind, wanted)

    def in_stables(self, seats: list[int], wanted: str) -> list[Card]:
        """Cards in these stables, seat by seat and row by row."""
        return [card for seat in seats for card in self.players[seat].cards if self.fits_now(card, wanted)]

    def others(self, seat: int) -> list[int]:
        return [other for other in self.seats if other != seat]

    def blinded(self, seat: int, kind: str) -> bool:
        """Whether Blinding Light switches off what a card of this type triggers in this stable."""
        return kind in UNICORN_TYPES and kind != "baby" and self.has(seat, "Blinding Light")

    def fires(self, card: Card) -> bool:
        """Whether the triggers of a card in a stable may fire."""
        seat = self.holder(card)
        return seat is not None and not self.blinded(seat, self.type_now(card))

    # -- what may be done to cards -----------------------------------------------------------------------------------

    def can_be_sacrificed(self, card: Card) -> bool:
        return card.name != "Puppicorn"

    def can_be_destroyed(self, card: Card, source: Card) -> bool:
        seat = self.holder(card)
        assert seat is not None
        if card.name == "Puppicorn":
            return False
        if self.type_now(card) in UNICORN_TYPES and self.has(seat, "Rainbow Aura"):
            return False
        return not (source.type == "magic" and self._kittencorn_protects(card))

    def _kittencorn_protects(self, card: Card) -> bool:
        if self.rules.official("kittencorn_scope"):
            return card.name == "Magical Kittencorn"
        return any(self.has(seat, "Magical Kittencorn") for seat in self.seats)

    def bee_allows(self, card: Card, seat: int) -> bool:
        """Whether every Queen Bee Unicorn lets a card into this stable."""
        queens = [self.holder(queen) for queen in self.order if queen.name == "Queen Bee Unicorn"]
        return card.type != "basic" or all(queen == seat for queen in queens)

    def may_enter(self, card: Card, seat: int) -> bool:
        """Whether a card may come into this stable without being played."""
        return not self.rules.official("queen_bee_scope") or self.bee_allows(card, seat)

    def can_react(self, seat: int) -> bool:
        return not self.has(seat, *INSTANT_STOPPERS)

    # -- moving cards ------------------------------------------------------------------------------------------------

    def put_into_stable(self, card: Card, seat: int) -> None:
        self.players[seat].row(card).append(card)

    def take_from_stable(self, card: Card) -> int:
        """Take a card out of its stable; tells whose it was."""
        seat = self.holder(card)
        assert seat is not None
        self.players[seat].row(card).remove(card)
        return seat

    def register(self, card: Card) -> None:
        """Switch a card on, at the end of the order."""
        if card in self.order:
            self.order.remove(card)
        self.order.append(card)
        self.look_through_cameras()

    def unregister(self, card: Card) -> None:
        if card in self.order:
            self.order.remove(card)
        self.leashes = [leash for leash in self.leashes if leash.card is not card]

    def draw(self, seat: int) -> bool:
        """Draw a card. The last one, or none at all, makes the next win check end the game."""
        drawn = bool(self.deck)
        if drawn:
            self.to_hand(self.deck.pop(), seat)
        if not self.deck:
            self.ending = True
        return drawn

    def to_hand(self, card: Card, seat: int, seen_by: str = "owner") -> None:
        """A card enters a hand; everybody sees it, or the owner alone."""
        self.players[seat].hand.append(card)
        for observer in self.seats:
            if seen_by == "all" or observer == seat:
                self.knows[observer][seat].add(card)
        self.look_through_cameras()

    def from_hand(self, card: Card, seat: int) -> None:
        self.players[seat].hand.remove(card)
        for observer in self.seats:
            self.knows[observer][seat].discard(card)

    # -- knowledge ---------------------------------------------------------------------------------------------------

    def learn_hand(self, observer: int, seat: int) -> None:
        self.knows[observer][seat] = set(self.players[seat].hand)

    def forget_hand(self, seat: int, except_for: int) -> None:
        """Everybody but the owner and one more forgets what they knew of a hand."""
        for observer in self.seats:
            if observer not in (seat, except_for):
                self.knows[observer][seat].clear()
        self.look_through_cameras()

    def look_through_cameras(self) -> None:
        """All players know the whole hand of who has a Nanny Cam."""
        for seat in self.seats:
            if self.has(seat, "Nanny Cam"):
                for observer in self.seats:
                    self.learn_hand(observer, seat)

    def swap_hands(self, one: int, two: int) -> None:
        first, second = self.players[one], self.players[two]
        first.hand, second.hand = second.hand, first.hand
        for sets in self.knows:
            sets[one], sets[two] = sets[two], sets[one]
        for observer in (one, two):
            for seat in (one, two):
                self.learn_hand(observer, seat)
        self.look_through_cameras()

    # -- scores ------------------------------------------------------------------------------------------------------

    @property
    def goal(self) -> int:
        return 7 if len(self.players) <= 5 else 6

    def value(self, seat: int, pandas_count: bool) -> int:
        """The sum of the values in the unicorn row."""
        cards = [c for c in self.players[seat].stable if pandas_count or self.type_now(c) != "panda"]
        return sum(2 if card.name == "Ginormous Unicorn" else 1 for card in cards)

    def score(self, seat: int) -> tuple[int, int]:
        """Unicorn count and letters."""
        count = self.value(seat, not self.rules.official("pandas_count_to_win"))
        return count, sum(letters(card.name) for card in self.players[seat].stable)

    def ranking(self) -> list[int]:
        return sorted(self.seats, key=lambda seat: (*(-points for points in self.score(seat)), seat))

    def winner(self) -> int | None:
        """Who wins if the game ends now."""
        first, second = self.ranking()[:2]
        if self.rules.official("full_tie") and self.score(first) == self.score(second):
            return None
        return first

    def check_win(self) -> None:
        if self.ending or any(self.score(seat)[0] >= self.goal for seat in self.seats):
            self.over = True
