"""Legends of Code and Magic as a `Game`: what ties the rooms of this package together."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from cardlab.agents.agent import Agent
from cardlab.core.action import Action
from cardlab.core.encoders import EncoderKind
from cardlab.core.events import Event, EventKind
from cardlab.core.facts import Facts
from cardlab.core.features import PlainEncoder
from cardlab.core.game import Game, own_state
from cardlab.core.looks import Looks
from cardlab.core.options import Option, word
from cardlab.core.space import ActionKind
from cardlab.core.state import State
from cardlab.core.vectors import VectorKind
from cardlab.errors import PositionError
from cardlab.games.locm.rules.state import ROUNDS, LocmRules, LocmState, Phase
from cardlab.games.locm.words import actions, position
from cardlab.games.locm.words.actions import LOCM_ACTIONS, locm_events
from cardlab.games.locm.words.cards import CARDS, card
from cardlab.games.locm.words.options import LOCM_OPTIONS, resolved

if TYPE_CHECKING:
    from cardlab.core.table import Table
    from cardlab.games.locm.data.observer import LocmObserver
    from cardlab.games.locm.protocol.protocol import LocmProtocol

LONGEST_GAME = 3_000
"""The draft, then 50 turns of each player and those in which drawing costs the last runes, each of at most 8 cards played, 14
attacks and a pass."""


class Locm(Game):
    """Legends of Code and Magic 1.2 for two players."""

    name = "locm"
    title = "Legends of Code and Magic"
    about = "draft 30 of 160 cards, then fight on two lanes with creatures and items"
    opponents = (
        ("random", "plays anything that is legal"),
        ("greedy", "one action at a time by material"),
        ("greedy,draft=learned", "the same with a better draft"),
        ("champion", "our strongest: plans its turn and your answer"),
    )
    reasons = ("", "health", "deck", "rounds")
    declared = LOCM_OPTIONS
    opening = 2 * ROUNDS
    agent_options: ClassVar[tuple[Option, ...]] = (
        word("draft", "learned", "who picks the cards", "random, own (the agent itself), a known list, a file, or formula:…"),
    )
    agent_defaults: ClassVar[dict[str, dict[str, Any]]] = {
        "random": {"draft": "random"},
        "greedy": {"draft": "random"},
        "ismcts": {"policy": "greedy", "epsilon": 0.2, "c": 0.5},
        "pimc": {"policy": "greedy", "epsilon": 0.2, "c": 0.5},
        "flat": {"policy": "greedy", "epsilon": 0.2},
        "e-ismcts": {"policy": "greedy", "epsilon": 0.2, "c": 0.5, "depth": 0},
        "oneply": {"c": 0.1},
    }

    def __init__(self, /, **options: Any) -> None:
        super().__init__(**options)
        self.rules = resolved(self.options)
        self._rules = LocmRules(self.rules, CARDS)

    def blank(self) -> LocmState:
        return LocmState(self, self._rules)

    def evaluators(self) -> Sequence[str]:
        return ("board",)

    def evaluator(self, name: str | None) -> Any:
        from cardlab.games.locm.agents.kinds import load_evaluator

        if name == "board" or (name is not None and name.endswith(".json")):
            return load_evaluator(self, name)
        return super().evaluator(name)

    def observer(self) -> LocmObserver:
        from cardlab.games.locm.data.observer import LocmObserver

        return LocmObserver(self)

    def encoders(self) -> Mapping[str, EncoderKind]:
        board = EncoderKind("board", "the features of the evaluator", lambda game, text, _: PlainEncoder(game, text, 0.001))
        return {board.name: board}

    def from_draft(self, offers: Sequence[Sequence[int]], order: Sequence[Sequence[int]]) -> LocmState:
        """A new game with given offers (30 triples of cards) and, for each player, the round at each depth of the deck."""
        if len(offers) != ROUNDS or any(len(triple) != 3 for triple in offers):
            raise PositionError(f"a draft has {ROUNDS} offers of three cards")
        if len(order) != 2 or any(sorted(rounds) != list(range(ROUNDS)) for rounds in order):
            raise PositionError(f"the order of a deck names each round from 0 to {ROUNDS - 1} once")
        if self.rules["shuffle"] == "same" and list(order[0]) != list(order[1]):
            raise PositionError("with shuffle=same both decks have the same order")
        state = self.blank()
        state.deal_draft([[card(number).number for number in triple] for triple in offers], [list(o) for o in order])
        return state

    def official(self, seed: int, **sub_seeds: int | None) -> LocmState:
        """The game that the official referee deals for a seed (`draft_seed`, `shuffle0`, `shuffle1` override its parts)."""
        from cardlab.games.locm.rules.java import official_deal

        return self.from_draft(*official_deal(seed, **sub_seeds))

    def position_of(self, state: State) -> dict[str, Any]:
        state = own_state(state, LocmState)
        return position.position_of(state)

    def load(self, state: State, position_: Mapping[str, Any], seat: int | None = None) -> None:
        state = own_state(state, LocmState)
        position.load_position(state, position_, seat)

    def action_text(self, action: Action) -> str:
        return actions.action_text(action)

    def parse_action(self, text: str) -> Action:
        return actions.parse_action(text)

    def parse_in(self, state: State, text: str) -> Action:
        state = own_state(state, LocmState)
        return actions.parse_in(state, text)

    def facts(self) -> Facts:
        return Facts(hidden=True, luck=False, longest=LONGEST_GAME)

    def action_kinds(self) -> Sequence[ActionKind]:
        return LOCM_ACTIONS

    def events(self) -> Sequence[EventKind]:
        return locm_events(self.options["lanes"])

    def table(self, view: Mapping[str, Any], seat: int | None, legal: Sequence[Action]) -> Table:
        from cardlab.games.locm.screen.laying import locm_table

        return locm_table(self, view, seat, legal)

    def looks(self) -> Looks:
        from cardlab.games.locm.screen.lessons import LOCM_LOOKS

        return LOCM_LOOKS

    def turning_points(self, told: Sequence[tuple[int, Event]]) -> list[tuple[int, Event]]:
        from cardlab.games.locm.screen.laying import locm_turning_points

        return locm_turning_points(told)

    def protocol(self) -> LocmProtocol:
        from cardlab.games.locm.protocol.protocol import LocmProtocol

        return LocmProtocol(self)

    def dress(self, agent: Agent, options: Mapping[str, Any]) -> Agent:
        from cardlab.games.locm.agents.drafts import with_draft

        return with_draft(self, agent, options["draft"])

    def vectors(self) -> Mapping[str, VectorKind]:
        from cardlab.games.locm.agents.kinds import vector_kinds

        return vector_kinds(self)

    def named_vector(self, kind: str, name: str) -> list[float]:
        from cardlab.games.locm.agents.kinds import named_vector

        return named_vector(self, kind, name)

    def vector_names(self, kind: str) -> Sequence[str]:
        from cardlab.games.locm.agents.kinds import vector_names

        return vector_names(kind)

    def summary(self, state: State) -> str:
        state = own_state(state, LocmState)
        table = position.lists_of(state)
        if state.over:
            return f"over, seat {table['winner']} won ({state.reason})"
        if table["phase"] == 0:
            return f"draft, seat {state.player} picks"
        health = "-".join(str(points) for points in table["health"])
        return f"turn {table['turn'] + 1}, seat {state.player} to move, health {health}"

    def inventory(self, state: State) -> Any:
        """That each deck holds what its owner picked."""
        state = own_state(state, LocmState)
        table = position.lists_of(state)
        return [table["phase"] == Phase.DRAFT or _holds_picks(table, p) for p in range(2)]


def _holds_picks(table: dict[str, Any], p: int) -> bool:
    picked = [offer[pick] for offer, pick in zip(table["offers"], table["picks"][p], strict=True)]
    return sorted(picked) == sorted(table["decks"][p])
