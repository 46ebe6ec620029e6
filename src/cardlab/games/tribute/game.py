"""Scripts of Tribute as a `Game`: what ties the rooms of this package together."""

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
from cardlab.errors import OptionError
from cardlab.games.tribute.rules.state import Ending, Phase, TributeRules, TributeState
from cardlab.games.tribute.words import actions, position
from cardlab.games.tribute.words.actions import TRIBUTE_ACTIONS, tribute_events
from cardlab.games.tribute.words.cards import TRIBUTE_OPTIONS, card_set, pool_bits, pool_of

if TYPE_CHECKING:
    from cardlab.core.table import Table
    from cardlab.core.valuetables import TableKind
    from cardlab.core.vectors import VectorKind
    from cardlab.games.tribute.data.observer import TributeObserver
    from cardlab.games.tribute.protocol.protocol import TributeProtocol
    from cardlab.games.tribute.protocol.pythonbots import TributeVisitors
    from cardlab.games.tribute.words.scenario import TributeCases

_SEEDS = 1 << 64


class Tribute(Game):
    """Scripts of Tribute for two players."""

    name = "tribute"
    title = "Scripts of Tribute"
    about = "build a deck from one tavern and win the favour of four patrons, or forty prestige"
    opponents = (
        ("random", "plays anything that is legal"),
        ("max_prestige", "looks two moves ahead for prestige and power"),
        ("decision_tree", "plays by a fixed order of rules"),
        ("hql", "plans its turn, with learned card values"),
        ("champion", "our strongest: searches its turn, judged by what was learned"),
    )
    reasons = ("", *(ending.name for ending in Ending if ending))
    declared = TRIBUTE_OPTIONS
    opening = 4
    answers_in_steps = True
    agent_defaults: ClassVar[dict[str, dict[str, Any]]] = {}

    def __init__(self, /, **options: Any) -> None:
        super().__init__(**options)
        self.pool = pool_of(self.options["cards"], self.options["pool"])
        self.cards = card_set(self.options["cards"])
        self.knows_seeds = self.options["luck"] == "original"
        self._rules = TributeRules(self.options, pool_bits(self.pool), self.cards)

    def blank(self) -> TributeState:
        return TributeState(self, self._rules)

    def new(self, seed: int = 0) -> State:
        """A new match. With luck=original the seed is that of the original's generator."""
        state = super().new(seed)
        if self.options["luck"] == "original":
            if not 0 <= seed < _SEEDS:
                raise OptionError(f"a seed of the original is a whole number of 64 bits without sign, not {seed}")
            state.luck = (seed, 1, 0)
        return state

    def seeded_copy(self, state: State, seat: int, seed: int) -> TributeState:
        """A copy in which all that `seat` cannot see is shuffled as the original does it for a simulation.

        It is made from the truth: for comparisons, not for agents, who are handed a seat and its `resample`.
        """
        return position.seeded_copy(own_state(state, TributeState), seat, seed)

    def position_of(self, state: State) -> dict[str, Any]:
        return position.position_of(own_state(state, TributeState))

    def load(self, state: State, position_: Mapping[str, Any], seat: int | None = None) -> None:
        position.load_position(own_state(state, TributeState), position_, seat)

    def action_text(self, action: Action) -> str:
        return actions.action_text(action)

    def parse_action(self, text: str) -> Action:
        return actions.parse_action(text)

    def facts(self) -> Facts:
        return Facts(hidden=True, luck=True, longest=self.options["limit"])

    @property
    def limit(self) -> int:
        """After this many decisions every match has ended."""
        return int(self.options["limit"])

    def action_kinds(self) -> Sequence[ActionKind]:
        return TRIBUTE_ACTIONS

    def events(self) -> Sequence[EventKind]:
        return tribute_events()

    def table(self, view: Mapping[str, Any], seat: int | None, legal: Sequence[Action]) -> Table:
        from cardlab.games.tribute.screen.laying import tribute_table

        return tribute_table(self, view, seat, legal)

    def looks(self) -> Looks:
        from cardlab.games.tribute.screen.laying import TRIBUTE_LOOKS

        return TRIBUTE_LOOKS

    def turning_points(self, told: Sequence[tuple[int, Event]]) -> list[tuple[int, Event]]:
        from cardlab.games.tribute.screen.laying import tribute_turning_points

        return tribute_turning_points(told)

    def observer(self) -> TributeObserver:
        from cardlab.games.tribute.data.observer import TributeObserver

        return TributeObserver(self)

    def encoders(self) -> Mapping[str, EncoderKind]:
        from cardlab.games.tribute.data.encoders import TotalsEncoder, TributeRichEncoder

        kinds = (
            EncoderKind(
                "plain", "both sides, favours, the row, own and other cards", lambda game, text, _: TotalsEncoder(game, text)
            ),
            EncoderKind("rich", "each card in each place", lambda game, text, _: TributeRichEncoder(game, text)),
        )
        return {kind.name: kind for kind in kinds}

    def evaluators(self) -> Sequence[str]:
        return ("balance", "worth", "sample", "hql")

    def evaluator(self, name: str | None) -> Any:
        from cardlab.games.tribute.agents.kinds import load_evaluator

        return load_evaluator(self, name) if name in self.evaluators() else super().evaluator(name)

    def guides(self) -> Sequence[str]:
        return ("end", "hql")

    def guide(self, name: str, evaluator: Any) -> Any:
        from cardlab.games.tribute.agents.kinds import load_guide

        return load_guide(self, name, evaluator) if name in self.guides() else super().guide(name, evaluator)

    def vectors(self) -> Mapping[str, VectorKind]:
        from cardlab.games.tribute.agents.evolving import vector_kinds

        return vector_kinds(self)

    def named_vector(self, kind: str, name: str) -> list[float]:
        from cardlab.games.tribute.agents.evolving import named_vector

        return named_vector(self, kind, name)

    def vector_names(self, kind: str) -> Sequence[str]:
        from cardlab.games.tribute.agents.evolving import vector_names

        return vector_names(kind)

    def tables(self) -> Mapping[str, TableKind]:
        from cardlab.games.tribute.agents.cardteacher import table_kinds

        return table_kinds(self)

    def protocol(self) -> TributeProtocol:
        from cardlab.games.tribute.protocol.protocol import TributeProtocol

        return TributeProtocol(self)

    def visitors(self) -> TributeVisitors:
        from cardlab.games.tribute.protocol.pythonbots import TributeVisitors

        return TributeVisitors(self)

    def failing(self, failure: str, decisions: int, problem: str) -> str:
        from cardlab.games.tribute.protocol.messages import failing

        return failing(failure, decisions < self.opening, problem).name

    def scenario(self) -> TributeCases:
        from cardlab.games.tribute.words.scenario import TributeCases

        return TributeCases()

    def inventory(self, state: State) -> dict[int, int]:
        """How often each card is there."""
        return actions.cards_of(own_state(state, TributeState), self.cards)

    def ledger(self) -> Ledger:
        return lambda cards, event: actions.stock_after(self.cards, cards, event)

    def summary(self, state: State) -> str:
        table = position.FORM.table(own_state(state, TributeState), ("phase", "turn", *position.SIDES, "game_over"))
        if (over := position.game_over_told(table["game_over"])) is not None:
            return f"over, {over['winner']} won ({over['reason']})"
        if table["phase"] == Phase.DRAFTING:
            return f"draft, seat {state.player} picks"
        prestige = "-".join(str(table[side]["prestige"]) for side in position.SIDES)
        return f"turn {table['turn']}, seat {state.player} to move, prestige {prestige}"
