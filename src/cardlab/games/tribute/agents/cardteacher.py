"""Scripts of Tribute: the tables of card values that can be learned, and what a turn teaches about cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from cardlab.agents.agent import Agent
from cardlab.core.action import Action, kind_of
from cardlab.core.events import Event
from cardlab.core.game import Game, own_state
from cardlab.core.state import State
from cardlab.core.valuenets import ValueNet
from cardlab.core.valuetables import NetKind, NetLesson, TableForm, TableKind, TableLesson, ValueTable, q_update
from cardlab.games.tribute.agents.cardnet import CARD_INPUTS, CardNet, card_inputs
from cardlab.games.tribute.agents.hql import Q_STATES, SIZE_STEP, HqlBot, owned_cards, tavern_cards
from cardlab.games.tribute.agents.hqlvalues import TAUGHT, flat_table, hql_reward, hql_weights, quiet_cards
from cardlab.games.tribute.rules.state import CardType, Kind, Patron, TributeState
from cardlab.games.tribute.words.cards import CARDS
from cardlab.games.tribute.words.position import SIDES

_KEYS, _COLUMNS = tuple(card.key for card in CARDS), tuple(f"s{n}" for n in range(Q_STATES))


class CardTeacher:
    """What a turn taught about cards: their rewards, summed for each card, in the state of its deck when the turn ended.

    `by_size`: the state is the same for all cards, half the number of own cards that are no starters.

    In the archive's form the best value to come is looked for among the cards of Pelin alone, whatever card it is about: a slip
    of the submitted program.
    """

    hears = tuple(name.lower() for name in TAUGHT)

    def __init__(self, table: ValueTable, form: str, by_size: bool = False) -> None:
        self.table = table
        self.by_size = by_size
        self.only_pelin = form == "archive"
        self.begin(0)

    def begin(self, seat: int) -> None:
        """A new match."""
        self.gained: set[int] = set()
        self.entries: list[tuple[str, Mapping[str, int]]] = []

    def saw(self, event: Event) -> None:
        """Keep what a card brought about."""
        if event.fields.get("source", -1) >= 0:
            self.entries.append((event.kind.upper(), event.fields))

    def lessons(self, state: State, action: Action) -> Iterable[TableLesson]:
        """At the end of an own turn; what the other did since the last one counts too."""
        if kind_of(action) != Kind.END:
            return []
        position, player = own_state(state, TributeState), state.player or 0
        owned = owned_cards(position, player)
        counts = Counter(CARDS[number].deck for number in owned if CARDS[number].type != CardType.STARTER)
        self.gained |= {number for number in owned if CARDS[number].type not in (CardType.STARTER, CardType.CURSE)}
        rewards: dict[int, int] = {}
        for kind, fields in self.entries:
            source, target = fields["source"], fields.get("target", -1)  # what is hidden is left out
            if source in self.gained:
                reward = hql_reward(kind, fields.get("amount", 1), CARDS[target].key if target >= 0 else None)
                rewards[source] = rewards.get(source, 0) + reward
        self.entries.clear()
        tavern = tavern_cards(position)
        return [self._lesson(number, reward, counts, tavern) for number, reward in rewards.items()]

    def _lesson(self, number: int, reward: int, counts: Mapping[int, int], tavern: set[int]) -> TableLesson:
        deck = CARDS[number].deck
        at = min(sum(counts.values()) // SIZE_STEP if self.by_size else counts[deck], Q_STATES - 1)
        after = min(at + 1, Q_STATES - 1)
        wanted = int(Patron.PELIN) if self.only_pelin else deck
        best = max((self.table.values[other][after] for other in tavern if CARDS[other].deck == wanted), default=0.0)
        return TableLesson(number, at, reward, max(0.0, best))


class CardPupil:
    """Goes on learning a table while it is played with, as `cardlab learn` does, for HQL with `learn=yes`."""

    def __init__(self, teacher: CardTeacher, alpha: float, gamma: float) -> None:
        self.teacher = teacher
        self.alpha = alpha
        self.gamma = gamma

    def begin(self) -> None:
        """A new match."""
        self.teacher.begin(0)

    def saw(self, event: Event) -> None:
        """Something happened."""
        if event.kind in self.teacher.hears:
            self.teacher.saw(event)

    def learned(self, state: State, action: Action) -> list[tuple[int, int, float]]:
        """The values that change at the end of a turn: card, number of own cards of its deck, new value."""
        values, changed = self.teacher.table.values, []
        for row, column, reward, best_next in self.teacher.lessons(state, action):
            values[row][column] = q_update(values[row][column], reward, best_next, self.alpha, self.gamma)
            changed.append((row, column, values[row][column]))
        return changed


def card_values(values: list[list[float]]) -> ValueTable:
    """A table of card values with the names of its rows and columns."""
    return ValueTable("key", _KEYS, _COLUMNS, values)


class NetTeacher(CardTeacher):
    """The same lessons for a network: the state is that of the deck, of all cards, and of the match."""

    def __init__(self, net: ValueNet, form: str) -> None:
        super().__init__(ValueTable("", (), (), []), form)
        self.net = net
        self.match = (0, 0, 0)

    def lessons(self, state: State, action: Action) -> Iterable[Any]:
        """At the end of an own turn, where the match then stands."""
        if kind_of(action) == Kind.END:
            told, player = state.to_dict(), state.player or 0
            prestige = [told[SIDES[seat]]["prestige"] for seat in (player, 1 - player)]
            self.match = ((told["turn"] - 1) // 2, *prestige)
        return super().lessons(state, action)

    def _lesson(self, number: int, reward: int, counts: Mapping[int, int], tavern: set[int]) -> Any:
        deck, cards = CARDS[number].deck, sum(counts.values())
        wanted = int(Patron.PELIN) if self.only_pelin else deck
        followers = [other for other in tavern if CARDS[other].deck == wanted]
        best = self.net.best(followers, card_inputs(counts[deck] + 1, cards + 1, *self.match))
        return NetLesson(number, card_inputs(counts[deck], cards, *self.match), reward, best)


def table_kinds(game: Game) -> Mapping[str, TableKind]:
    """The tables that can be learned: what cards are worth by the number of own cards of their decks."""
    cards = getattr(game, "cards", CARDS)

    def player(by_size: bool) -> Callable[[ValueTable], tuple[Agent, Callable[[int, int, float], Any]]]:
        def make(table: ValueTable) -> tuple[Agent, Callable[[int, int, float], Any]]:
            bot = HqlBot(game, hql_weights(), quiet_cards(cards, False), table.values, by_size=by_size)
            return bot, bot.put

        return make

    def net_player(net: ValueNet) -> Agent:
        return HqlBot(game, hql_weights(), quiet_cards(cards, False), flat_table(0.0), net=CardNet(net))

    forms = (
        TableForm("thesis", "from 5, discount 0.8, what follows is of the card's own deck", 0.8, 5.0),
        TableForm("archive", "from 0, discount 0.5, what follows is of Pelin, as in the submitted program", 0.5, 0.0),
    )
    kinds = (
        TableKind(
            "card-values", "what a card brings in a turn, by the number of own cards of its deck", "key", _KEYS, _COLUMNS,
            forms, player(False), CardTeacher, NetKind(CARD_INPUTS, net_player, NetTeacher),
        ),
        TableKind(
            "card-values-by-size", "the same by half the number of all own cards; for hql,state=size", "key", _KEYS, _COLUMNS,
            forms, player(True), partial(CardTeacher, by_size=True),
        ),
    )  # fmt: skip
    return {kind.name: kind for kind in kinds}
