"""Scripts of Tribute: its own agents."""

from __future__ import annotations

import csv
import math
import re
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from cardlab.agents.agent import Agent
from cardlab.agents.budget import Budget
from cardlab.agents.kinds import AgentKind, Order
from cardlab.agents.turntree import TurnTree
from cardlab.core.action import Action, kind_of
from cardlab.core.events import Event
from cardlab.core.files import read_text
from cardlab.core.game import Game, own_state
from cardlab.core.options import Option, choice, flag, real, whole, word
from cardlab.core.rng import Rng
from cardlab.core.state import State
from cardlab.core.valuetables import TableForm, TableKind, TableLesson, ValueTable
from cardlab.core.vectorfile import read_vector
from cardlab.core.vectors import VectorKind
from cardlab.errors import CardlabError, OptionError, UnknownOption
from cardlab.games.tribute.agents.bots import FirstBot, MaxAgentsBot, MaxPrestigeBot, PatronFavorsBot, RandomBot
from cardlab.games.tribute.agents.champion import QuietGuide
from cardlab.games.tribute.agents.decisiontree import DECISION_GENES, DecisionTreeBot
from cardlab.games.tribute.agents.genes import HQL_RANGES, TREE_RANGES, HqlPolicy, TreePolicy, genes_of, numbers_of
from cardlab.games.tribute.agents.hql import HQL_WEIGHTS, Q_STATES, SIZE_STEP, HqlBot
from cardlab.games.tribute.agents.turnbots import (
    BEAM_ROOM,
    BEST_WEIGHTS_BY_NAME,
    BalanceEvaluator,
    BestGuide,
    BestJudge,
    CamelCaseBot,
    PhaseTiers,
    RandomTurnsBot,
    Rival,
    SakkirinBot,
    SampleBeamBot,
    TurnTreeBot,
    owned_cards,
    tavern_cards,
)  # fmt: skip
from cardlab.games.tribute.agents.worth import WorthEvaluator, read_worth
from cardlab.games.tribute.rules.state import CardType, Deed, Kind, Patron, TributeState
from cardlab.games.tribute.words.actions import listed_moves
from cardlab.games.tribute.words.cards import CARDS, TributeCard, card_named
from cardlab.games.tribute.words.position import PLAYERS, SIDES

LEARNED_TABLE = Path(__file__).parent / "values.csv"
"""Written by ``scripts/learn_tribute_values.py``."""
_LARGEST_SEED = (1 << 64) - 1
_NUMBERS = re.compile(r"[-+0-9.e/]+")


TREE_GENES = (2.0, 3.0, 5000.0, 5.0, 10.0)
"""What the original's makers chose."""


def _seed(value: object) -> int | None:
    if value is None or value == "none":
        return None
    number = int(value) if isinstance(value, str) else value
    if isinstance(number, bool) or not isinstance(number, int) or not 0 <= number <= _LARGEST_SEED:
        raise ValueError
    return number


def _genes(value: object) -> tuple[float, ...] | str:
    if isinstance(value, str) and not _NUMBERS.fullmatch(value):
        return value
    numbers = tuple(float(part) for part in (value.split("/") if isinstance(value, str) else value))  # type: ignore[attr-defined]
    if len(numbers) != DECISION_GENES or not all(-1e6 < number < 1e6 for number in numbers):
        raise ValueError
    return numbers


SEED = Option(
    "seed", None, "the original's generator with this seed, which goes on from match to match; else the match's luck",
    "none, or a whole number of 64 bits", _seed,
)  # fmt: skip


def read_tiers() -> list[int]:
    """How much the sample bots think of each card: S 50, A 25, B 10, C 5, D 1, unknown 0."""
    with (Path(__file__).parent / "tiers.csv").open(encoding="utf-8", newline="") as file:
        values = {row["key"]: int(row["value"]) for row in csv.DictReader(file)}
    return [values[card.key] for card in CARDS]


def _simple(name: str, about: str, make: Callable[[Game, int | None], Agent]) -> AgentKind:
    def build(order: Order) -> Agent:
        return make(order.game, order.options["seed"])

    return AgentKind(name, about, build, (SEED,), game="tribute")


RANDOM_BOT = _simple("random_bot", "any move of the original's list", RandomBot)
NO_END = _simple(
    "no_end", "any move, but it ends its turn only when nothing else is left", lambda game, seed: RandomBot(game, seed, False)
)
FIRST = _simple("first", "always the first option", FirstBot)
MAX_AGENTS = _simple(
    "max_agents", "buys the best agent, else plays at random", lambda game, seed: MaxAgentsBot(game, read_tiers(), seed)
)
MAX_PRESTIGE = _simple("max_prestige", "two moves ahead for prestige and power", MaxPrestigeBot)
PATRON_FAVORS = _simple("patron_favors", "calls patrons that do not favour it, else plays at random", PatronFavorsBot)


def _decision_tree(order: Order) -> Agent:
    genes = order.options["genes"]
    if isinstance(genes, str):
        genes = numbers_of(read_vector(genes, order.game, "tree"), TREE_RANGES)
    return DecisionTreeBot(order.game, read_tiers(), genes, order.options["seed"])


DECISION_TREE = AgentKind(
    "decision_tree",
    "plays by a fixed order of rules",
    _decision_tree,
    (
        SEED,
        Option(
            "genes",
            TREE_GENES,
            "exponent of a deck, attack, big, power, prestige",
            "five numbers, joined by /, or a file that evolution wrote",
            _genes,
        ),
    ),
    game="tribute",
)


_STAGES = (
    # prestige, power, coins, patron, card, combo, agent, health, Ansei, crows, Orgnum, Gold
    (15, 14, 2, 18, 5, 2, 12, 4, 3, -1000, 1, 0),
    (16, 15, 1, 18, 5, 2, 12, 4, 2, -1000, 1, -2),
    (20, 19, 1, 18, 4, 2, 12, 4, 1, 0, 3, -4),
    (20, 19, 1, 18, 4, 2, 12, 4, 1, 20, 5, -6),
)
_COMBO = 5
_ASKING = (
    Deed.REPLACE, Deed.ACQUIRE, Deed.DESTROY, Deed.RETURN_TOP, Deed.RETURN_AGENT_TOP, Deed.TOSS_TOP, Deed.KNOCK_OUT,
    Deed.KNOCK_OUT_ALL, Deed.DONATE,
)  # fmt: skip


def hql_weights(version: str = "submitted") -> list[list[int]]:
    """The weights of the heuristic for each stage, as the program that was submitted had them or as the thesis prints them."""
    if version == "submitted":
        return [[*row, 0, 0, 0] for row in _STAGES]
    return [[*row[:_COMBO], 4, *row[_COMBO + 1 :], 1, 1, -3] for row in _STAGES]


def asks_nothing(card: TributeCard) -> bool:
    """Whether no effect of a card asks for anything."""
    return not any(effect.either or any(code in _ASKING for code, _ in effect.parts) for effect in card.effects)


def quiet_cards(cards: Sequence[TributeCard], contracts: bool) -> list[int]:
    """The cards that are played without thinking; of the Treasury's contracts none, of the other decks' if they are wanted."""
    found = [card for card in cards if asks_nothing(card) and not (card.deck == Patron.TREASURY and card.is_contract)]
    return [card.number for card in found if contracts or not card.is_contract]


TIER_VALUES = {50: 10, 25: 6, 10: 3, 5: 2, 1: 1, 0: 1}
"""The tiers S, A, B, C, D and none as the thesis scaled them, by what the sample bots give for them."""


def flat_table(value: float) -> list[list[float]]:
    """A table of card values that has learned nothing yet."""
    return [[value] * Q_STATES for _ in CARDS]


def read_table(path: str, cards: Sequence[TributeCard], start: float | None = None) -> list[list[float]]:
    """A table of card values: a CSV file with the key of a card and a number for each count of its deck, s0 to s19.

    Cards that the file lacks have the value `start`; without one, a file that lacks cards in play is of another card set.
    """
    table = flat_table(0.0 if start is None else start)
    names = [f"s{state}" for state in range(Q_STATES)]
    reader = csv.DictReader(read_text(Path(path), 1 << 20).splitlines())
    if not {"key", *names} <= {*(reader.fieldnames or ())}:
        raise OptionError(f"{path}: a table of card values has the columns key, s0, ..., s{Q_STATES - 1}")
    found = set()
    for row in reader:
        try:
            number = card_named(row["key"])
            table[number] = [float(row[name]) for name in names]
        except (CardlabError, TypeError, ValueError) as error:
            raise OptionError(f"{path}, line {reader.line_num}: {error}") from None
        found.add(number)
    missing = [card.key for card in cards if (card.copies or card.starts) and card.number not in found]
    if missing and start is None:
        raise OptionError(
            f"{path}: is of another card set: it lacks {len(missing)} cards in play, such as {missing[0]}; "
            "play with the cards it was learned with, or say missing=start"
        )
    return table


def named_table(name: str, cards: Sequence[TributeCard] = CARDS, start: float | None = 5.0) -> list[list[float]]:
    """The table learned from 30,000 matches against the decision tree, one that has learned nothing, tiers, or a file."""
    if name == "flat":
        return flat_table(0.0 if start is None else start)
    if name in ("tiers", "raw-tiers"):
        return [[float(TIER_VALUES[tier] if name == "tiers" else tier)] * Q_STATES for tier in read_tiers()]
    return read_table(str(LEARNED_TABLE) if name == "learned" else name, cards, start)


def _hql(order: Order) -> Agent:
    options = order.options
    cards = getattr(order.game, "cards", CARDS)
    lenient = options["missing"] == "start" or options["table"] == "flat"  # the other named ones know all cards
    weights = hql_weights(options["version"])
    if options["weights"] is not None:
        weights = weights_of(read_vector(options["weights"], order.game, "hql"))
    return HqlBot(
        order.game, weights, quiet_cards(cards, options["contracts"]),
        named_table(options["table"], cards, options["start"] if lenient else None), options["width"],
        options["slip"], options["learn"], options["rate"], options["discount"], options["pelin"],
        options["state"] == "size", options["limit"],
    )  # fmt: skip


HQL = AgentKind(
    "hql",
    "beam search over its turn with a staged heuristic and learned card values",
    _hql,
    (
        word(
            "table",
            "learned",
            "card values",
            "learned, flat, tiers (10 to 1), raw-tiers (50 to 0), or a CSV file with the columns key, s0 to s19",
        ),
        choice(
            "missing",
            "refuse",
            ("refuse", "start"),
            "a table that lacks cards in play is refused, or they have the value start",
        ),
        real("start", 5.0, -1000.0, 1000.0, "the value of cards before anything was learned"),
        whole("width", 10, 1, 64, "width of the beam"),
        choice("state", "deck", ("deck", "size"), "a card counts by the own cards of its deck, or by half of all own cards"),
        whole("limit", 0, 0, 120, "with so many own cards nothing but contracts is bought; 0: no limit"),
        choice("version", "submitted", ("submitted", "thesis"), "the weights of the program or of the thesis"),
        word("weights", None, "weights of the heuristic instead of these", "a file that evolution wrote"),
        flag("contracts", False, "contracts without choices are bought without thinking too"),
        flag("slip", True, "count the own piles as the opponent's, as the program did"),
        flag("learn", False, "go on learning"),
        real("rate", 0.1, 0.0, 1.0, "learning rate"),
        real("discount", 0.5, 0.0, 1.0, "what the next state counts"),
        flag("pelin", False, "look only for cards of Pelin in the tavern when learning, as the program did"),
    ),
    game="tribute",
)


def _planned(make: Callable[..., Agent], order: Order) -> Agent:
    budget = order.budget or Budget(1000)
    return make(order.game, read_tiers(), budget.iterations, budget.ms)


RANDOM_TURNS = AgentKind(
    "random_turns", "tries random turns and plays the best", lambda order: _planned(RandomTurnsBot, order),
    default_budget=Budget(1000), game="tribute",
)  # fmt: skip
TURN_TREE = AgentKind(
    "turn_tree", "tree search over its turn, as the sample bot does it", lambda order: _planned(TurnTreeBot, order),
    default_budget=Budget(1000), game="tribute",
)  # fmt: skip
SAMPLE_BEAM = AgentKind(
    "sample_beam",
    "beam search over its turn, as the sample bot does it",
    lambda order: SampleBeamBot(order.game, read_tiers(), order.options["width"], order.options["annealing"]),
    (
        whole("width", 20, 1, BEAM_ROOM, "width of the beam"),
        flag("annealing", True, "let worse positions in by the original's rule, which is the wrong way round"),
    ),
    game="tribute",
)


CAMEL_CASE = _simple("camel_case", "CamelCaseBot of 2023, re-created", CamelCaseBot)
SAKKIRIN = _simple("sakkirin", "Sakkirin of 2024, re-created", SakkirinBot)


def read_phases() -> PhaseTiers:
    """The tiers of BestMCTS and SOISMCTS."""
    with (Path(__file__).parent / "phases.csv").open(encoding="utf-8", newline="") as file:
        return PhaseTiers(csv.DictReader(file))


def _tree(order: Order, so: bool) -> Agent:
    """BestMCTS, or SOISMCTS: one world, bounds over means, the last of equals."""
    own = {"backup": "mean", "ties": "last", "trees": 1} if so else {"backup": "max", "ties": "first"}
    tiers = read_phases()
    judge = BestJudge(order.game, tiers, BEST_WEIGHTS_BY_NAME[order.options["weights"]], so)
    guide = BestGuide(order.game, tiers, judge)
    options = {"playout": True, **own, **order.options}
    return Rival(
        order.game, judge, TurnTree(order.game, order.budget or Budget(2000), options, judge, order.stop, guide), not so
    )


_JUDGED_BY = choice(
    "weights", "evolved", ("evolved", "start"), "what the end of a turn is judged by: the weights that evolved, or those before"
)
BEST_MCTS = AgentKind(
    "best_mcts", "BestMCTS re-created", lambda order: _tree(order, False),
    (
        _JUDGED_BY,
        real("c", 1.41, 0.0, 100.0, "exploration constant"),
        whole("trees", 3, 1, 20, "worlds, each with a tree of its own; the two published ones have 3 and 5"),
    ),
    Budget(4000), "tribute",
)  # fmt: skip
SO_ISMCTS = AgentKind(
    "so_ismcts", "SOISMCTS re-created: one world, means in the tree, the best end decides", lambda order: _tree(order, True),
    (_JUDGED_BY, real("c", math.sqrt(2), 0.0, 100.0, "exploration constant")), Budget(4000), "tribute",
)  # fmt: skip


OWN_WORTH = Path(__file__).parent / "worth.csv"
"""Written by ``scripts/learn_tribute_worth.py``."""


def _champion(order: Order) -> Agent:
    judge = WorthEvaluator(read_worth(order.options["worth"] or OWN_WORTH), closing=True)
    guide = QuietGuide(quiet_cards(CARDS, False))
    options = {"playout": True, "backup": "max", "ties": "first", "trees": order.options["trees"], "c": order.options["c"]}
    search = TurnTree(order.game, order.budget or Budget(2000), options, judge, order.stop, guide)
    return Rival(order.game, None, search, False)


CHAMPION = AgentKind(
    "champion", "our strongest: a tree over the turn whose ends are judged by what was learned", _champion,
    (
        real("c", 1.0, 0.0, 100.0, "exploration constant"),
        whole("trees", 3, 1, 20, "worlds, each with a tree of its own"),
        word("worth", None, "what the end of a turn is worth", "a file of numbers; without one what was learned here"),
    ),
    Budget(2000), "tribute",
)  # fmt: skip


def load_evaluator(name: str | None) -> BalanceEvaluator | WorthEvaluator:
    """The evaluators that any search can use."""
    return WorthEvaluator(read_worth(OWN_WORTH)) if name == "worth" else BalanceEvaluator(read_tiers())


# ---- HQL in plain values --------------------------------------------------------------------------------------------

HQL_STAGES = ("Start", "Early", "Middle", "Late")
_PRESTIGE, _POWER, _COINS, _PATRON, _CARD, _COMBO_AT, _AGENT, _HEALTH, _ANSEI, _CROWS, _ORGNUM, _GOLD = range(12)
_EXTRAS = {"ANSEI": _ANSEI, "DUKE_OF_CROWS": _CROWS, "ORGNUM": _ORGNUM}
_REWARDS = {
    "GAIN_COIN": 1, "GAIN_POWER": 2, "GAIN_PRESTIGE": 2, "HEAL_AGENT": 2, "OPP_LOSE_PRESTIGE": 2,
}  # fmt: skip
_FLAT_REWARDS = {"DRAW": 3, "DISCARD": 3, "ADD_PATRON_CALLS": 6, "ADD_SUMMERSET_SACKING": 2}


def hql_stage(enemy_prestige: int, own_turns: int) -> str:
    """The stage of a match, by the opponent's prestige and the own turns that are finished."""
    return HQL_STAGES[min(3, max(0, (enemy_prestige + own_turns) // 10))]


def hql_card_value(table: Sequence[Sequence[float]], key: str, owned: int) -> int:
    """What a card is worth with so many own cards of its deck; 0 counts as 1."""
    return int(table[card_named(key)][min(owned, Q_STATES - 1)]) or 1


def hql_update(value: float, reward: float, best_next: float, rate: float = 0.1, discount: float = 0.5) -> float:
    """One step of Q-learning."""
    return (1 - rate) * value + rate * (reward + discount * max(best_next, 0.0))


def hql_reward(kind: str, amount: int = 1, target: str | None = None) -> int:
    """What an entry of the action log is worth to the card that caused it."""
    cost = CARDS[card_named(target)].cost if target else 0
    if kind in _REWARDS:
        return _REWARDS[kind] * amount
    if kind in ("ACQUIRE_CARD", "REFRESH"):
        return cost
    return (10 - cost) // 2 if kind == "DESTROY_CARD" else _FLAT_REWARDS.get(kind, 0)


def hql_heuristic(position: Mapping[str, Any], seat: int, table: Sequence[Sequence[float]], own_turns: int) -> int:
    """The heuristic of the submitted program for a position as it is written: the own score less the opponent's."""
    own, enemy = position[SIDES[seat]], position[SIDES[1 - seat]]
    weights = hql_weights()[HQL_STAGES.index(hql_stage(enemy["prestige"], own_turns))]
    piles = [CARDS[card_named(key)] for name in ("hand", "draw", "played", "cooldown") for key in own[name]]
    counts = Counter(card.deck for card in piles if card.type != CardType.STARTER)

    def worth(key: str) -> int:
        return hql_card_value(table, key, counts[CARDS[card_named(key)].deck])

    def score(side: Mapping[str, Any], player: str) -> int:
        favors = [name for name, who in position["favor"].items() if who == player]
        agents = sum(weights[_AGENT] * worth(one["card"]) + weights[_HEALTH] * one["hp"] for one in side["agents"])
        sums = zip((_PRESTIGE, _POWER, _COINS), ("prestige", "power", "coins"), strict=True)
        patrons = sum(weights[_PATRON] + (weights[_EXTRAS[name]] if name in _EXTRAS else 0) for name in favors)
        return int(agents + patrons + sum(weights[at] * side[name] for at, name in sums))

    mine = score(own, PLAYERS[seat])
    for card in piles:
        mine += weights[_GOLD] if card.key == "GOLD" else weights[_CARD] * worth(card.key) + weights[_COMBO_AT]
    theirs = score(enemy, PLAYERS[1 - seat])
    held = sum(who == PLAYERS[1 - seat] for who in position["favor"].values())
    theirs += weights[_PATRON] * {2: 2, 3: 4, 4: 100}.get(held, 0)
    slip = len(enemy["hand"]) + len(enemy["draw"]) + len(own["played"]) + len(own["cooldown"])
    return mine - theirs - weights[_COMBO_AT] * slip


def move_of(agent: Agent, state: TributeState, seed: int = 0) -> str:
    """The move that an agent chooses in a position, as the original's list has it."""
    game, trial, made = state.game, state.copy(), []
    player, moves = state.player, listed_moves(state, getattr(game, "cards", CARDS))
    rng = Rng(seed)
    while True:
        made.append(agent.choose(trial.seat(player or 0), rng))
        trial.apply(made[-1])
        found = [move.text for move in moves if move.actions == tuple(made)]
        if found:
            return found[0]


# ---- learning card values -------------------------------------------------------------------------------------------

_TAUGHT = ("ACQUIRE_CARD", "REFRESH", "DESTROY_CARD", *_REWARDS, *_FLAT_REWARDS, "REPLACE_TAVERN", "KNOCKOUT", "TOSS")


class CardTeacher:
    """What a turn taught about cards: their rewards, summed for each card, in the state of its deck when the turn ended.

    `by_size`: the state is the same for all cards, half the number of own cards that are no starters.

    In the archive's form the best value to come is looked for among the cards of Pelin alone, whatever card it is about: a slip
    of the submitted program.
    """

    hears = tuple(name.lower() for name in _TAUGHT)

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
            source, target = fields["source"], fields["target"]
            if source in self.gained:
                reward = hql_reward(kind, fields["amount"], CARDS[target].key if target >= 0 else None)
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


# ---- evolution -------------------------------------------------------------------------------------------------------


def weights_of(genes: Sequence[float]) -> list[list[int]]:
    """The weights of HQL that genes stand for."""
    numbers = [math.floor(number + 0.5) for number in numbers_of(genes, HQL_RANGES)]
    return [numbers[first : first + HQL_WEIGHTS] for first in range(0, len(numbers), HQL_WEIGHTS)]


def vector_kinds(game: Game) -> Mapping[str, VectorKind]:
    """What can be evolved: the five genes of the decision tree, and the weights of HQL's heuristic."""
    cards = getattr(game, "cards", CARDS)

    def tree(_: str) -> TreePolicy:
        return TreePolicy(DecisionTreeBot(game, read_tiers()), genes_of(TREE_GENES, TREE_RANGES))

    def hql(_: str) -> HqlPolicy:
        bot = HqlBot(game, hql_weights(), quiet_cards(cards, False), named_table("learned", cards))
        return HqlPolicy(bot, named_vector(game, "hql", "submitted"))

    def all_of(names: Mapping[str, object]) -> Callable[[int], tuple[bool, ...]]:
        return lambda scenario: (True,) * len(names)

    kinds = (
        VectorKind(
            "tree", "the five numbers of the decision tree", tuple(TREE_RANGES), ("decision_tree",), tree, all_of(TREE_RANGES)
        ),
        VectorKind(
            "hql", "the weights of HQL's heuristic, stage by stage", tuple(HQL_RANGES), ("hql",), hql, all_of(HQL_RANGES)
        ),
    )
    return {kind.name: kind for kind in kinds}


def vector_names(kind: str) -> Sequence[str]:
    """The known vectors of a kind."""
    return ("original",) if kind == "tree" else ("submitted", "thesis")


def named_vector(game: Game, kind: str, name: str) -> list[float]:
    """A known vector, or that of a file."""
    if name in vector_names(kind):
        if kind == "tree":
            return genes_of(TREE_GENES, TREE_RANGES)
        return genes_of([weight for stage in hql_weights(name) for weight in stage], HQL_RANGES)
    if not Path(name).exists() and "/" not in name and "." not in name:
        raise UnknownOption(f"{kind} of tribute", name, vector_names(kind), "Or a file that evolution wrote.")
    return read_vector(name, game, kind)


def table_kinds(game: Game) -> Mapping[str, TableKind]:
    """The tables that can be learned: what cards are worth by the number of own cards of their decks."""
    cards = getattr(game, "cards", CARDS)

    def player(by_size: bool) -> Callable[[ValueTable], tuple[Agent, Callable[[int, int, float], Any]]]:
        def make(table: ValueTable) -> tuple[Agent, Callable[[int, int, float], Any]]:
            bot = HqlBot(game, hql_weights(), quiet_cards(cards, False), table.values, by_size=by_size)
            return bot, bot.put

        return make

    forms = (
        TableForm("thesis", "from 5, discount 0.8, what follows is of the card's own deck", 0.8, 5.0),
        TableForm("archive", "from 0, discount 0.5, what follows is of Pelin, as in the submitted program", 0.5, 0.0),
    )
    keys, columns = tuple(card.key for card in CARDS), tuple(f"s{n}" for n in range(Q_STATES))
    kinds = (
        TableKind(
            "card-values", "what a card brings in a turn, by the number of own cards of its deck", "key", keys, columns, forms,
            player(False), CardTeacher,
        ),
        TableKind(
            "card-values-by-size", "the same by half the number of all own cards; for hql,state=size", "key", keys, columns,
            forms, player(True), partial(CardTeacher, by_size=True),
        ),
    )  # fmt: skip
    return {kind.name: kind for kind in kinds}
