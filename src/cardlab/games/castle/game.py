"""Castle as a `Game`: what ties the rooms of this package together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from cardlab.core.action import Action
from cardlab.core.events import Event, EventKind
from cardlab.core.facts import Facts
from cardlab.core.game import Game, own_state
from cardlab.core.looks import Looks
from cardlab.core.space import ActionKind
from cardlab.core.state import State
from cardlab.core.vectors import VectorKind
from cardlab.errors import OptionError, PositionError
from cardlab.games.castle.rules.dealing import SEATS
from cardlab.games.castle.rules.state import CastleRules, CastleState
from cardlab.games.castle.words import actions, position
from cardlab.games.castle.words.actions import CASTLE_ACTIONS, CASTLE_EVENTS
from cardlab.games.castle.words.cards import cards_text, full_pack
from cardlab.games.castle.words.options import CASTLE_MEMORY, CASTLE_OPTIONS

if TYPE_CHECKING:
    from cardlab.core.encoders import EncoderKind
    from cardlab.core.result import Result
    from cardlab.core.table import Table
    from cardlab.games.castle.data.observer import CastleObserver


STANDARD_MODEL = Path(__file__).parent / "agents" / "standard.onnx"
STANDARD_PLAYERS = 4


class Castle(Game):
    """Castle, a shedding game for two to four players (up to eight with two packs)."""

    name = "castle"
    title = "Castle"
    about = "shed all cards: hand, face-up row, face-down castle; 2 resets, 10 burns"
    max_players = SEATS
    opponents = (
        ("random", "plays anything that is legal"),
        ("lowest", "always its lowest card that fits"),
        ("ismcts:400", "searches for a moment"),
        ("ismcts:3200", "searches for a second"),
    )
    reasons = ("", "win", "limit", "repetition")
    declared = CASTLE_OPTIONS
    memory = CASTLE_MEMORY
    agent_defaults: ClassVar[dict[str, dict[str, Any]]] = {
        "ismcts": {"policy": "lowest", "c": 1.0, "vary": 0.02},
        "pimc": {"policy": "lowest", "c": 1.0, "vary": 0.02},
        "e-ismcts": {"policy": "lowest", "c": 1.0, "vary": 0.02, "depth": 0},
        "flat_mc": {"memory": "table"},
    }

    def __init__(self, /, **options: Any) -> None:
        super().__init__(**options)
        self.rules = CastleRules(self.options)

    def implied(self) -> Mapping[str, Any]:
        return {"packs": 2} if self.options["players"] > 4 else {}

    def check_options(self) -> None:
        options = self.options
        if options["players"] > 4 and options["packs"] == 1:
            raise OptionError(f"{options['players']} players need packs=2; one pack is enough for 2 to 4")
        if options["first"].startswith("seat") and int(options["first"][4:]) >= options["players"]:
            raise OptionError(f"first={options['first']}: seats are 0 to {options['players'] - 1}")
        if 8 in options["transparent"]:
            raise OptionError("transparent=10 makes no sense: a 10 never stays on the pile")
        if options["repetition"] == 1:
            raise OptionError("repetition=1 would end every game at once; use 0 (never) or at least 2")

    def blank(self) -> CastleState:
        return CastleState(self, self.rules)

    def evaluators(self) -> Sequence[str]:
        return ("standard", "cards") if self.players <= STANDARD_PLAYERS else ("cards",)

    def evaluator(self, name: str | None) -> Any:
        if name not in self.evaluators():
            return super().evaluator(name)
        if name == "standard":
            from cardlab.models.modelfile import load_model

            return load_model(self, STANDARD_MODEL)
        from cardlab.games.castle.agents.evaluator import CardsEvaluator

        return CardsEvaluator()

    def observer(self) -> CastleObserver:
        from cardlab.games.castle.data.observer import CastleObserver

        return CastleObserver(self)

    def encoders(self) -> Mapping[str, EncoderKind]:
        from cardlab.games.castle.data.columns import castle_encoders

        return castle_encoders()

    def phases(self, rows: Any) -> tuple[Sequence[str], Any]:
        from cardlab.games.castle.data.columns import castle_phases

        return castle_phases(rows)

    def vectors(self) -> Mapping[str, VectorKind]:
        from cardlab.games.castle.agents.kinds import vector_kinds

        return vector_kinds()

    def vector_names(self, kind: str) -> Sequence[str]:
        return ("lowest",)

    def named_vector(self, kind: str, name: str) -> list[float]:
        """The order of the lowest-card strategy: 3 to ace and joker, then 2, then 10."""
        if name != "lowest":
            return super().named_vector(kind, name)
        return [12.0, *(float(i) for i in range(7)), 13.0, *(float(i) for i in range(7, 12))]

    def from_deck(self, deck: Sequence[int], first: int = 0) -> CastleState:
        """A new game dealt from a deck of rank indices, top card first."""
        if sorted(deck) != full_pack(self.options["packs"], self.options["jokers"]):
            raise PositionError("the deck must hold exactly the cards of the game")
        state = self.blank()
        state.deal_deck(list(deck), first)
        return state

    def position_of(self, state: State) -> dict[str, Any]:
        state = own_state(state, CastleState)
        return position.position_of(state)

    def load(self, state: State, position_: Mapping[str, Any], seat: int | None = None) -> None:
        state = own_state(state, CastleState)
        position.load_position(state, position_, seat)

    def action_text(self, action: Action) -> str:
        return actions.action_text(action)

    def parse_action(self, text: str) -> Action:
        return actions.parse_action(text)

    def facts(self) -> Facts:
        return Facts((self.min_players, self.max_players), hidden=True, luck=False, longest=self.options["limit"])

    def action_kinds(self) -> Sequence[ActionKind]:
        return CASTLE_ACTIONS

    def events(self) -> Sequence[EventKind]:
        return CASTLE_EVENTS

    def table(self, view: Mapping[str, Any], seat: int | None, legal: Sequence[Action]) -> Table:
        from cardlab.games.castle.screen.laying import castle_table

        return castle_table(self, view, seat, legal)

    def looks(self) -> Looks:
        from cardlab.games.castle.screen.lessons import CASTLE_LOOKS

        return CASTLE_LOOKS

    def turning_points(self, told: Sequence[tuple[int, Event]]) -> list[tuple[int, Event]]:
        from cardlab.games.castle.screen.laying import castle_turning_points

        return castle_turning_points(told)

    def again(self, result: Result) -> Castle:
        """The loser begins."""
        if result.draw:
            return self
        loser = max(range(self.players), key=lambda seat: (result.places[seat], -seat))
        return Castle(**{**self.options, "first": f"seat{loser}"})

    def summary(self, state: State) -> str:
        if state.over:
            return f"over ({state.reason})"
        state = own_state(state, CastleState)
        pile = cards_text(position.lists_of(state)["pile"][-3:]) or "empty"
        return f"seat {state.player} to move, pile {pile}"

    def inventory(self, state: State) -> Any:
        """All cards wherever they are, sorted."""
        state = own_state(state, CastleState)
        table = position.lists_of(state)
        zones = [*table["hands"], *table["up"], *table["down"], table["pile"], table["stock"], table["burned"]]
        return sorted(rank for zone in zones for rank in zone)
