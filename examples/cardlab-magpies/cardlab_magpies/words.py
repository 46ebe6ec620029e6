"""What both forms of Magpies declare: facts, options, cards, kinds of actions and of events, and words for all of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from cardlab import Action, ActionKind, EventKind, Facts, Game, Part, kind_of, pack, source_of, target_of
from cardlab.core.effects import Card
from cardlab.core.looks import Looks
from cardlab.core.options import choice
from cardlab.core.table import Table
from cardlab.errors import PositionError
from cardlab_magpies.table import LOOKS, magpie_table
from cardlab_magpies.trinkets import DECKS, ROOM, TAKE, Trinkets

PLAYERS, TURNS = 3, 15
LAY, STOP, REST = 1, 6, 7
"""Kinds of actions. Those that answer an effect have the number of what it does: TOSS, LOOK, TAKE, PASS."""


class MagpieWords(Game):
    """Facts, cards and words. A class with other cards writes `trinkets` anew."""

    title = "Magpies"
    about = "three magpies furnish their nests with what shines"
    min_players = max_players = PLAYERS
    declared = (choice("deck", "meadow", DECKS, "the trinkets: moon has one that asks a function in Python"),)

    @property
    def limit(self) -> int:
        """A trinket is laid in each turn, and none of these asks for more than three decisions, as the bell does."""
        return 4 * TURNS

    def trinkets(self) -> tuple[Card, ...]:
        """The cards of the deck that the options name."""
        return DECKS[self.options["deck"]]

    @cached_property
    def made(self) -> Trinkets:
        """The same, as the rules read them."""
        return Trinkets(self.trinkets())

    def facts(self) -> Facts:
        return Facts((PLAYERS, PLAYERS), hidden=True, luck=True, longest=self.limit)

    def action_kinds(self) -> Sequence[ActionKind]:
        place = Part("place", 0, ROOM - 1)
        return (
            ActionKind("lay", place, Part("kind", 0, 254, derived=True)),
            ActionKind("toss", place),
            ActionKind("look", Part("seat", 0, PLAYERS - 1)),
            ActionKind("take", Part("option", 0, PLAYERS * ROOM - 1)),
            ActionKind("pass", place),
            ActionKind("stop"),
            ActionKind("rest"),
        )

    def action_text(self, action: Action) -> str:
        """As declared, but with a trinket's name, and with whose hand it is: lay 2 comb, take 1 0."""
        kind, source = kind_of(action), source_of(action)
        if kind == LAY and target_of(action) < len(self.made.cards):
            return f"lay {source} {self.made.cards[target_of(action)].name}"
        return f"take {source // ROOM} {source % ROOM}" if kind == TAKE else super().action_text(action)

    def parse_action(self, text: str) -> Action:
        words = text.split() if isinstance(text, str) else []
        for kind, card in enumerate(self.made.cards):
            if len(words) == 3 and words[0] == "lay" and words[2] == card.name:
                return super().parse_action(f"lay {words[1]} {kind}")
        for owner in range(PLAYERS):
            for place in range(ROOM):
                if words == ["take", str(owner), str(place)]:
                    return pack(TAKE, owner * ROOM + place)
        if words[:1] in (["lay"], ["take"]):
            raise PositionError(f"{text!r:.80} is not an action of {self.name}; such are: lay 2 comb, take 1 0")
        return super().parse_action(text)

    def events(self) -> Sequence[EventKind]:
        def trinket(fields: Mapping[str, int]) -> str:
            return self.made.singles[fields["card"]].rstrip("0123456789")

        card = {"trinket": trinket}
        return (
            EventKind("laid", ("card",), "lays a {trinket}", "lay a {trinket}", phrases=card),
            EventKind("drew", ("card",), "draws a {trinket}", "draw a {trinket}", "draws a card", phrases=card),
            EventKind("tossed", ("card",), "tosses a {trinket}", "toss a {trinket}", phrases=card),
            EventKind("looked", ("whom",), "looks at the hand of {whom}", "look at the hand of {whom}", seats=("whom",)),
            EventKind(
                "took",
                ("whom", "card"),
                "takes a {trinket} from {whom}",
                "take a {trinket} from {whom}",
                "takes a card from {whom}",
                hidden=("card",),
                seats=("whom",),
                phrases=card,
            ),
            EventKind(
                "passed",
                ("card",),
                "passes a {trinket} to the left",
                "pass a {trinket} to the left",
                "passes a card to the left",
                phrases=card,
            ),
            EventKind("shuffled", ("cards",), "the meadow is shuffled, {cards} in number"),
        )

    def table(self, view: Mapping[str, Any], seat: int | None, legal: Sequence[Action]) -> Table:
        return magpie_table(self.made, view, seat, legal)

    def looks(self) -> Looks:
        return LOOKS
