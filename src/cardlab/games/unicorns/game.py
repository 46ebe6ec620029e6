"""Unstable Unicorns as a `Game`: what ties the rooms of this package together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from cardlab.core.action import Action
from cardlab.core.cards import CardBook
from cardlab.core.events import Event, EventKind
from cardlab.core.facts import Facts
from cardlab.core.game import Game, own_state
from cardlab.core.looks import Looks
from cardlab.core.space import ActionKind
from cardlab.core.state import State
from cardlab.core.vectors import VectorKind
from cardlab.games.unicorns.rules.state import Code, UnicornRules, UnicornState
from cardlab.games.unicorns.words import actions, position
from cardlab.games.unicorns.words.actions import unicorn_actions, unicorn_events
from cardlab.games.unicorns.words.cards import BUILT_IN, Labels, all_cards, facts_of, vocabulary_for
from cardlab.games.unicorns.words.options import UNICORN_MEMORY, UNICORN_OPTIONS, resolved

if TYPE_CHECKING:
    from cardlab.core.encoders import EncoderKind
    from cardlab.core.table import Table
    from cardlab.games.unicorns.data.observer import UnicornObserver
    from cardlab.games.unicorns.words.scenario import UnicornScenarios

_AIMS = frozenset(
    (
        Code.DO_SACRIFICE, Code.DO_DESTROY, Code.DO_STEAL, Code.DO_RETURN, Code.DO_BRING, Code.DO_TAKE, Code.DO_MOVE,
        Code.DO_GIVE, Code.DO_SHRINK, Code.DO_BABIES, Code.DO_TO_NURSERY, Code.DO_TO_HAND, Code.DO_GO_BACK, Code.DO_TO_DECK,
    )
)  # fmt: skip
"""What has targets."""


class Unicorns(Game):
    """Unstable Unicorns for two to eight players, with decks that can be added."""

    name = "unicorns"
    title = "Unstable Unicorns"
    about = "gather seven unicorns; effects resolve in chains, and everything can be neighed"
    min_players = 2
    max_players = 8
    opponents = (
        ("random", "plays what it can"),
        ("rule-based", "by a list of which cards are good"),
        ("evolved", "by values of cards found by evolution"),
        ("sharp", "by better values, and an eye on who leads"),
        ("champion", "plays as that one does, unless games it imagines tell of something better"),
    )
    reasons = ("", "goal", "deck", "limit")
    declared = UNICORN_OPTIONS
    memory = UNICORN_MEMORY

    def __init__(self, /, **options: Any) -> None:
        super().__init__(**options)
        self.rules = resolved(self.options)
        cards = all_cards(self.rules)
        words = vocabulary_for(cards)
        self.book = CardBook(words, cards)
        self._rules = UnicornRules(self.rules, self.book, [facts_of(words, card) for card in cards])
        self.cards = [card for card in cards if card.name != BUILT_IN]
        self.kinds = [kind for kind, card in enumerate(self.cards) for _ in range(card.copies)]
        self.types = [self.cards[kind].type for kind in self.kinds]
        self.labels = Labels([card.name for card in self.cards], self.kinds)
        self.ops = self.book.listing()
        self.effect_names = _effect_names(self.book)

    def blank(self) -> UnicornState:
        return UnicornState(self, self._rules)

    @property
    def native(self) -> bool:
        return bool(self.book.native)

    def takes_aim(self, op: int) -> bool:
        """Whether an effect has targets."""
        return self.ops[op]["code"] in _AIMS

    def position_of(self, state: State) -> dict[str, Any]:
        return position.position_of(own_state(state, UnicornState))

    def load(self, state: State, position_: Mapping[str, Any], seat: int | None = None) -> None:
        position.load_position(own_state(state, UnicornState), position_, seat)

    def action_text(self, action: Action) -> str:
        return actions.action_text(self.cards, action)

    def parse_action(self, text: str) -> Action:
        return actions.parse_action(self.cards, text)

    def facts(self) -> Facts:
        return Facts((2, 8), hidden=True, luck=True, longest=self.limit, lots=True)

    def action_kinds(self) -> Sequence[ActionKind]:
        return unicorn_actions(len(self.cards), max(card.copies for card in self.cards))

    def events(self) -> Sequence[EventKind]:
        return unicorn_events(
            lambda card: self.cards[self.kinds[card]].name if 0 <= card < len(self.kinds) else "the hand limit"
        )

    def vectors(self) -> Mapping[str, VectorKind]:
        from cardlab.games.unicorns.agents.kinds import vector_kinds

        return vector_kinds(self)

    def named_vector(self, kind: str, name: str) -> list[float]:
        from cardlab.games.unicorns.agents.kinds import named_vector

        return named_vector(self, kind, name)

    def vector_names(self, kind: str) -> Sequence[str]:
        from cardlab.games.unicorns.agents.kinds import vector_names

        return vector_names(kind)

    def evaluators(self) -> Sequence[str]:
        return ("standing",)

    def evaluator(self, name: str | None) -> Any:
        from cardlab.games.unicorns.agents.kinds import standing_evaluator

        return standing_evaluator(self) if name == "standing" else super().evaluator(name)

    def observer(self) -> UnicornObserver:
        from cardlab.games.unicorns.data.observer import UnicornObserver

        return UnicornObserver(self)

    def encoders(self) -> Mapping[str, EncoderKind]:
        from cardlab.games.unicorns.data.observer import unicorn_encoders

        return unicorn_encoders()

    def table(self, view: Mapping[str, Any], seat: int | None, legal: Sequence[Action]) -> Table:
        from cardlab.games.unicorns.screen.laying import unicorn_table

        return unicorn_table(self, view, seat, legal)

    def looks(self) -> Looks:
        from cardlab.games.unicorns.screen.laying import UNICORN_LOOKS

        return UNICORN_LOOKS

    def turning_points(self, told: Sequence[tuple[int, Event]]) -> list[tuple[int, Event]]:
        from cardlab.games.unicorns.screen.laying import unicorn_turning_points

        return unicorn_turning_points(self, told)

    def inventory(self, state: State) -> Any:
        """All cards that are somewhere."""
        zones = position.zone_lists(position.FORM.table(own_state(state, UnicornState), ("players",)))
        return sorted(card for cards in zones for card in cards)

    def scenario(self) -> UnicornScenarios:
        from cardlab.games.unicorns.words.scenario import UnicornScenarios

        return UnicornScenarios()

    def summary(self, state: State) -> str:
        table = own_state(state, UnicornState)
        scores = "-".join(str(table.unicorns(seat)[0]) for seat in range(self.players))
        if state.over:
            return f"over ({state.reason}), unicorns {scores}"
        turns = position.FORM.table(table, ("turns",))["turns"]
        return f"turn {turns} of seat {state.turn}, seat {state.player} to decide, unicorns {scores}"

    def tally(self, state: State) -> Sequence[Mapping[str, int]]:
        table = own_state(state, UnicornState)
        return [dict(zip(("unicorns", "letters"), table.unicorns(seat), strict=True)) for seat in range(self.players)]

    @cached_property
    def by_name(self) -> dict[str, int]:
        """Kinds of cards by their names."""
        return {card.name: kind for kind, card in enumerate(self.cards)}


def _effect_names(book: CardBook) -> list[str]:
    """Every op by the card it belongs to and its number among those of the card."""
    names = [""] * book.ops
    starts = sorted((start, card.name) for kind, card in enumerate(book.cards) for start in book.starts_of(kind) if start)
    firsts: dict[str, int] = {}
    at, owner = 0, ""
    for op in range(1, book.ops):
        while at < len(starts) and starts[at][0] <= op:
            owner = starts[at][1]
            at += 1
        firsts.setdefault(owner, op)
        names[op] = f"{owner}:{op - firsts[owner]}"
    return names
