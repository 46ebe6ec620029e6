"""Scripts of Tribute: its own agents."""

from __future__ import annotations

import csv
import math
import re
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from cardlab.agents.agent import Agent
from cardlab.agents.budget import Budget
from cardlab.agents.kinds import AgentKind, Order
from cardlab.agents.turntree import TurnTree
from cardlab.core.game import Game
from cardlab.core.options import Option, choice, flag, real, whole, word
from cardlab.core.rng import Rng
from cardlab.core.vectorfile import read_vector
from cardlab.errors import OptionError
from cardlab.games.tribute.agents.bestmcts import BEST_WEIGHTS_BY_NAME, BestJudge, EndGuide, PhaseTiers
from cardlab.games.tribute.agents.bots import FirstBot, MaxAgentsBot, MaxPrestigeBot, PatronFavorsBot, RandomBot
from cardlab.games.tribute.agents.camelcase import CamelCaseBot
from cardlab.games.tribute.agents.cardteacher import CardPupil, CardTeacher, card_values
from cardlab.games.tribute.agents.champion import Champion, QuietGuide
from cardlab.games.tribute.agents.decisiontree import DECISION_GENES, DecisionTreeBot
from cardlab.games.tribute.agents.evolving import TREE_GENES, weights_of
from cardlab.games.tribute.agents.genes import TREE_RANGES, numbers_of
from cardlab.games.tribute.agents.hql import HqlBot
from cardlab.games.tribute.agents.hqlvalues import flat_table, hql_weights, named_table, quiet_cards, read_net, read_tiers
from cardlab.games.tribute.agents.movefilter import MoveFilter
from cardlab.games.tribute.agents.planning import HqlEvaluator, HqlGuide, SampleEvaluator
from cardlab.games.tribute.agents.rival import MOST_TREES, Rival
from cardlab.games.tribute.agents.sakkirin import SakkirinBot
from cardlab.games.tribute.agents.samplebots import BEAM_ROOM, RandomTurnsBot, SampleBeamBot, TurnTreeBot
from cardlab.games.tribute.agents.samplevalue import BalanceEvaluator
from cardlab.games.tribute.agents.worth import WorthEvaluator, read_worth
from cardlab.games.tribute.rules.state import TributeState
from cardlab.games.tribute.words.actions import listed_moves
from cardlab.games.tribute.words.cards import CARDS
from cardlab.models.model import Evaluator

_LARGEST_SEED = (1 << 64) - 1
_NUMBERS = re.compile(r"[-+0-9.e/]+")


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


def _simple(name: str, about: str, make: Callable[[Game, int | None], Agent]) -> AgentKind:
    def build(order: Order) -> Agent:
        return make(order.game, order.options["seed"])

    return AgentKind(name, about, build, (SEED,), game="tribute")


RANDOM_BOT = _simple("random_bot", "any move of the original's list", RandomBot)
NO_END = _simple(
    "no_end", "any move, but it ends its turn only when nothing else is left", lambda game, seed: RandomBot(game, seed, False)
)
FIRST = AgentKind("first", "always the first option", lambda order: FirstBot(order.game), game="tribute")
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


NET = "net:"
"""In front of a file: a network stands in place of the table."""


def _hql(order: Order) -> Agent:
    options = order.options
    cards = getattr(order.game, "cards", CARDS)
    lenient = options["missing"] == "start" or options["table"] == "flat"  # the other named ones know all cards
    weights = hql_weights(options["version"])
    if options["weights"] is not None:
        weights = weights_of(read_vector(options["weights"], order.game, "hql"))
    net, pupil, by_size = None, None, options["state"] == "size"
    if options["table"].startswith(NET):
        if options["learn"]:
            raise OptionError("learn=yes: only a table learns while it plays; a network does by cardlab learn --network")
        net, table = read_net(options["table"].removeprefix(NET)), flat_table(0.0)
    else:
        table = named_table(options["table"], cards, options["start"] if lenient else None)
    if options["learn"]:
        teacher = CardTeacher(card_values(table), "archive" if options["pelin"] else "thesis", by_size)
        pupil = CardPupil(teacher, options["rate"], options["discount"])
    quiet, width, slip, limit = quiet_cards(cards, options["contracts"]), options["width"], options["slip"], options["limit"]
    return HqlBot(order.game, weights, quiet, table, width, slip, pupil, by_size, limit, net)


HQL = AgentKind(
    "hql",
    "beam search over its turn with a staged heuristic and learned card values",
    _hql,
    (
        word(
            "table",
            "learned",
            "card values",
            "learned, flat, tiers (10 to 1), raw-tiers (50 to 0), a CSV file (key, s0 to s19), or net:FILE, a network",
        ),
        choice(
            "missing",
            "refuse",
            ("refuse", "start"),
            "a table that lacks cards in play is refused, or they have the value start",
        ),
        replace(
            real("start", 5.0, -1000.0, 1000.0, "the value of cards before anything was learned"),
            needs="missing=start|table=flat",
        ),
        whole("width", 10, 1, 64, "width of the beam"),
        choice("state", "deck", ("deck", "size"), "a card counts by the own cards of its deck, or by half of all own cards"),
        whole("limit", 0, 0, 120, "with so many own cards nothing but contracts is bought; 0: no limit"),
        choice("version", "submitted", ("submitted", "thesis"), "the weights of the program or of the thesis"),
        word("weights", None, "weights of the heuristic instead of these", "a file that evolution wrote"),
        flag("contracts", False, "contracts without choices are bought without thinking too"),
        flag("slip", True, "count the own piles as the opponent's, as the program did"),
        flag("learn", False, "go on learning, from what it hears of both players' turns"),
        replace(real("rate", 0.1, 0.0, 1.0, "learning rate"), needs="learn"),
        replace(real("discount", 0.5, 0.0, 1.0, "what the next state counts"), needs="learn"),
        replace(
            flag("pelin", False, "look only for cards of Pelin in the tavern when learning, as the program did"), needs="learn"
        ),
    ),
    game="tribute",
)


def _planned(make: Callable[..., Agent], order: Order, quirk: str) -> Agent:
    budget = order.budget or Budget(1000)
    return make(order.game, read_tiers(), budget.iterations, budget.ms, order.options[quirk])


RANDOM_TURNS = AgentKind(
    "random_turns", "tries random turns and plays the best", lambda order: _planned(RandomTurnsBot, order, "slips"),
    (flag("slips", True, "judge as the original does, and try all turns in one world; else as the other sample bots"),),
    Budget(1000), "tribute",
)  # fmt: skip
TURN_TREE = AgentKind(
    "turn_tree", "tree search over its turn, as the sample bot does it", lambda order: _planned(TurnTreeBot, order, "reuse"),
    (flag("reuse", True, "keep the part of the tree that fits from move to move"),),
    Budget(1000), "tribute",
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


def _rival(order: Order, so: bool) -> Agent:
    """BestMCTS, or SOISMCTS: one world, bounds over means, the last of equals."""
    tiers = read_phases()
    judge = BestJudge(order.game, tiers, BEST_WEIGHTS_BY_NAME[order.options["weights"]], so)
    options = {"trees": 1, **order.options}
    return Rival(order.game, MoveFilter(tiers, judge), judge, order.budget or Budget(4000), options, order.stop, so)


_JUDGED_BY = choice(
    "weights", "evolved", ("evolved", "start"), "what the end of a turn is judged by: the weights that evolved, or those before"
)
_PACE = choice(
    "pace",
    "decision",
    ("decision", "turn"),
    "the budget is for a decision, or its time for a turn, as in the original",
)
BEST_MCTS = AgentKind(
    "best_mcts", "BestMCTS re-created", lambda order: _rival(order, False),
    (
        _JUDGED_BY,
        real("c", 1.41, 0.0, 100.0, "exploration constant"),
        whole("trees", 3, 1, MOST_TREES, "worlds, each with a tree of its own; the two published ones have 3 and 5"),
        flag("reuse", True, "keep worlds, and the parts of the trees that fit, from move to move"),
        _PACE,
    ),
    Budget(4000), "tribute",
)  # fmt: skip
SO_ISMCTS = AgentKind(
    "so_ismcts", "SOISMCTS re-created: one world, means in the tree, the best end decides", lambda order: _rival(order, True),
    (
        _JUDGED_BY,
        real("c", math.sqrt(2), 0.0, 100.0, "exploration constant"),
        flag("reuse", False, "keep the world, and the part of the tree that fits, from move to move"),
        _PACE,
    ),
    Budget(4000), "tribute",
)  # fmt: skip


OWN_WORTH = Path(__file__).parent / "worth.csv"
"""Written by ``scripts/learn_tribute_worth.py``."""


def _champion(order: Order) -> Agent:
    judge = WorthEvaluator(read_worth(order.options["worth"] or OWN_WORTH), closing=True)
    guide = QuietGuide(quiet_cards(CARDS, False))
    search = TurnTree(order.game, order.budget or Budget(2000), order.options, judge, order.stop, guide)
    return Champion(order.game, search)


CHAMPION = AgentKind(
    "champion", "our strongest: a tree over the turn whose ends are judged by what was learned", _champion,
    (
        real("c", 1.0, 0.0, 100.0, "exploration constant"),
        whole("trees", 3, 1, 20, "worlds, each with a tree of its own"),
        word("worth", None, "what the end of a turn is worth", "a file of numbers; without one what was learned here"),
    ),
    Budget(2000), "tribute",
)  # fmt: skip


def load_evaluator(game: Game, name: str | None) -> Evaluator:
    """The evaluators that any search can use."""
    if name == "hql":
        cards = getattr(game, "cards", CARDS)
        return HqlEvaluator(HqlBot(game, hql_weights(), quiet_cards(cards, False), named_table("learned", cards)))
    if name == "worth":
        return WorthEvaluator(read_worth(OWN_WORTH))
    return SampleEvaluator(read_tiers()) if name == "sample" else BalanceEvaluator(read_tiers())


def load_guide(game: Game, name: str, evaluator: Evaluator) -> EndGuide:
    """What planners of turns can follow. HQL's guide shares the heuristic of its evaluator, or has one of its own."""
    if name == "hql":
        judge = evaluator if isinstance(evaluator, HqlEvaluator) else load_evaluator(game, "hql")
        return HqlGuide(judge)  # type: ignore[arg-type]
    return EndGuide()


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
