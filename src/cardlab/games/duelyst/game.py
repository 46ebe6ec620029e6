"""Duelyst as a `Game`: what ties the rooms of this package together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from cardlab.core.action import Action
from cardlab.core.encoders import EncoderKind
from cardlab.core.events import Event, EventKind
from cardlab.core.facts import Facts
from cardlab.core.game import Game, Ledger, own_state
from cardlab.core.looks import Looks
from cardlab.core.space import ActionKind
from cardlab.core.state import State
from cardlab.core.vectors import VectorKind
from cardlab.games.duelyst.rules.state import DuelystRules, DuelystState
from cardlab.games.duelyst.words import actions, position
from cardlab.games.duelyst.words.actions import DUELYST_ACTIONS, duelyst_events
from cardlab.games.duelyst.words.cards import CardTable, card_table
from cardlab.games.duelyst.words.decks import Accounts, deck_of, held_cards
from cardlab.games.duelyst.words.options import DUELYST_OPTIONS, resolved

if TYPE_CHECKING:
    from cardlab.core.scenario import ScenarioRunner
    from cardlab.core.table import Table
    from cardlab.games.duelyst.data.observer import DuelystObserver

DECISIONS_OF_A_TURN = 150
"""More than anybody makes: two moves and two attacks of each unit, and all cards."""


class Duelyst(Game):
    """Duelyst for two players, in its two generations."""

    name = "duelyst"
    title = "Duelyst"
    about = "two generals on a board of 9x5 tiles, with minions, spells and artifacts"
    opponents = (
        ("random", "plays anything that is legal"),
        ("hillclimb", "the action that looks best, one after the other"),
        ("turn-mcts:1000", "searches its whole turn"),
        ("starter-ai", "the game's own first opponent"),
        ("champion", "our strongest: plans its turn and your answers"),
    )
    reasons = ("", "general", "both generals", "turns", "resigned")
    declared = DUELYST_OPTIONS
    opening = 2
    agent_defaults: ClassVar[dict[str, dict[str, Any]]] = {"turn-mcts": {"c": 10.0}, "oneply": {"c": 0.1}}

    def __init__(self, /, **options: Any) -> None:
        super().__init__(**options)
        self.profile = resolved(self.options)
        self.cards: CardTable = card_table(self.options["overlay"])
        sizes = self.profile["smallest_deck"], self.profile["largest_deck"]
        texts = self.options["deck1"], self.options["deck2"]
        self.decks = [deck_of(text, self.cards, sizes, self.profile["copies"]) for text in texts]
        numbers = [[self.cards.by_id[card].number for card in deck] for deck in self.decks]
        self.generals = [deck[0] for deck in numbers]
        self.rules = DuelystRules(self.profile, numbers, self.cards.cards)

    def blank(self) -> DuelystState:
        return DuelystState(self, self.rules)

    def evaluators(self) -> Sequence[str]:
        return ("e1", "tuned")

    def evaluator(self, name: str | None) -> Any:
        from cardlab.games.duelyst.agents.kinds import load_evaluator

        return super().evaluator(name) if name is None else load_evaluator(self, name)

    def position_of(self, state: State) -> dict[str, Any]:
        return position.position_of(own_state(state, DuelystState))

    def load(self, state: State, position_: Mapping[str, Any], seat: int | None = None) -> None:
        position.load_position(self, own_state(state, DuelystState), position_, seat)

    def action_text(self, action: Action) -> str:
        return actions.action_text(self.cards, action)

    def parse_action(self, text: str) -> Action:
        return actions.parse_action(self.cards, text)

    def parse_in(self, state: State, text: str) -> Action:
        return actions.parse_in(self.cards, own_state(state, DuelystState), text)

    def facts(self) -> Facts:
        return Facts(hidden=True, luck=True, longest=2 + DECISIONS_OF_A_TURN * self.profile["turns"])

    def action_kinds(self) -> Sequence[ActionKind]:
        return DUELYST_ACTIONS

    def events(self) -> Sequence[EventKind]:
        return duelyst_events(self.cards)

    def inventory(self, state: State) -> dict[tuple[int, int], int]:
        """What each player has in hand and deck together."""
        return held_cards(position.FORM.table(own_state(state, DuelystState), ("players",))["players"])

    def ledger(self) -> Ledger:
        return Accounts(self.cards, bool(self.profile["cancels"]))

    def summary(self, state: State) -> str:
        lies = position.FORM.table(own_state(state, DuelystState), ("turn", "units", "winner"))
        health = "-".join(str(max(0, unit["health"] - unit["damage"])) for unit in lies["units"][:2])
        if state.over:
            ended = "drawn" if lies["winner"] < 0 else f"seat {lies['winner']} won"
            return f"over, {ended} ({state.reason})"
        return f"turn {lies['turn'] // 2 + 1}, seat {state.player} to move, health {health}"

    def scenario(self) -> ScenarioRunner:
        from cardlab.games.duelyst.words.scenario import DuelystCases

        return DuelystCases(self)

    def table(self, view: Mapping[str, Any], seat: int | None, legal: Sequence[Action]) -> Table:
        from cardlab.games.duelyst.screen.laying import duelyst_table

        return duelyst_table(self, view, seat, legal)

    def looks(self) -> Looks:
        from cardlab.games.duelyst.screen.lessons import DUELYST_LOOKS

        return DUELYST_LOOKS

    def turning_points(self, told: Sequence[tuple[int, Event]]) -> list[tuple[int, Event]]:
        from cardlab.games.duelyst.screen.laying import duelyst_turning_points

        return duelyst_turning_points(told)

    def observer(self) -> DuelystObserver:
        from cardlab.games.duelyst.data.observer import DuelystObserver

        return DuelystObserver(self)

    def encoders(self) -> Mapping[str, EncoderKind]:
        from cardlab.games.duelyst.data.observer import PlanesEncoder

        planes = EncoderKind(
            "planes", "planes of the board, both sides, and the hand", lambda game, text, _: PlanesEncoder(game, text)
        )
        return {planes.name: planes}

    def vectors(self) -> Mapping[str, VectorKind]:
        from cardlab.games.duelyst.agents.kinds import vector_kinds

        return vector_kinds(self)

    def named_vector(self, kind: str, name: str) -> list[float]:
        from cardlab.games.duelyst.agents.kinds import named_weights

        return named_weights(self, name)

    def vector_names(self, kind: str) -> Sequence[str]:
        from cardlab.games.duelyst.agents.kinds import KNOWN_WEIGHTS

        return tuple(KNOWN_WEIGHTS)
