"""The agents that play every game, as entries for the registry."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from math import sqrt
from typing import TYPE_CHECKING, Any

from cardlab.agents.actiontree import ActionTreeSearch
from cardlab.agents.agent import Agent, MixedPolicy, Policy, PolicyAgent, RandomPolicy, Stop
from cardlab.agents.budget import Budget
from cardlab.agents.evaluators import EVALUATORS, find_evaluator
from cardlab.agents.flat import Company, FlatSearch
from cardlab.agents.planner import MAX_KEPT
from cardlab.agents.rollouts import ClimbingPolicy, RolloutSearch
from cardlab.agents.search import TreeSearch
from cardlab.agents.turns import TurnSearch
from cardlab.agents.uct import Uct
from cardlab.core.options import Option, choice, flag, real, whole, word
from cardlab.core.parts import need
from cardlab.errors import OptionError
from cardlab.models.model import MAX_BATCH, Model

if TYPE_CHECKING:
    from cardlab.core.game import Game


@dataclass(frozen=True)
class Order:
    """What an agent is made from: the game, the budget and the options asked for, and who can make other agents."""

    game: Game
    budget: Budget | None
    options: dict[str, Any]
    stop: Stop
    make: Callable[[str], Agent]


@dataclass(frozen=True)
class AgentKind:
    """An agent as it is listed, offered and made. `game` None: it plays all games."""

    name: str
    about: str
    build: Callable[[Order], Agent]
    options: tuple[Option, ...] = ()
    default_budget: Budget | None = None
    game: str | None = None

    def options_for(self, game: type[Game]) -> tuple[Option, ...]:
        """The options that mean something in a game, with the defaults that suit it."""
        own = game.agent_defaults.get(self.name, {})
        found = [game.memory if option is MEMORY else option for option in self.options]
        options = (*(option for option in found if option is not None), *game.agent_options)
        return tuple(replace(o, default=o.parse(own[o.name])) if o.name in own else o for o in options)


MEMORY = Option("memory", None, "what the search remembers of what is not in sight", "what the game can forget", int)
"""Stands for the game's own option (`Game.memory`), where a game has one."""
_ALL_KEPT = -1

_ROLLOUT = (
    word("policy", None, "who plays the playouts: random, or an agent that is a mere rule, such as lowest", "an agent text"),
    replace(real("epsilon", 0.0, 0.0, 1.0, "share of random moves in the playouts of a policy"), needs="policy"),
    whole("limit", 2000, 1, 1_000_000, "moves after which a playout counts as a draw"),
)
_AIM = choice("aim", "score", ("score", "win"), "what is counted: the score of a game, or first places alone")
_LOYAL = replace(
    real("loyal", 0.0, 0.0, 10.0, "make the policy's own move unless another is better by so many standard errors; 0: never"),
    needs="policy",
)
_RIVALS = (
    replace(
        word("rivals", None, "another mere rule that the others may play by; lots are drawn for each of them", "an agent text"),
        needs="policy",
    ),
    replace(real("share", 0.5, 0.0, 1.0, "chance that one of the others plays by the rule of rivals"), needs="rivals"),
)
_SEARCH = (
    real("c", 0.7, 0.0, 100.0, "exploration constant"),
    choice("final", "visits", ("visits", "value"), "choose the action with the most visits, or the best value"),
    real(
        "vary",
        0.0,
        0.0,
        1.0,
        "when a position returns: choose at random among actions this close to the best, times its returns",
    ),
    real("discount", 1.0, 0.5, 1.0, "worth of a reward that comes one move later"),
    _AIM,
    whole("threads", 1, 1, 256, "trees grown at the same time"),
)
_OTHERS = replace(
    choice("others", "tree", ("tree", "policy"), "how the others decide in the tree: as the search would, or by the policy"),
    needs="policy",
)
_JUDGE = (
    word("evaluator", None, "who judges positions instead of playing on", EVALUATORS),
    choice("value", "soft", ("soft", "hard"), "credit the chance that a model sees, or a win or a loss"),
    real("gate", 0.0, 0.0, 0.5, "a model that is nearer to an even chance than this is asked again later in the playout"),
    replace(whole("again", 10, 1, 1_000_000, "moves before it is asked again"), needs="gate"),
    whole("batch", 0, 0, MAX_BATCH, "positions that a model judges at once; 0: as suits it"),
    word("encoder", None, "features for a function as evaluator", "an encoding of the game; without one its first"),
)
_DEPTH = whole("depth", 0, 0, 1_000_000, "moves of a playout before the evaluator judges it")
_REUSE = flag("reuse", False, "keep the tree between own decisions")
_WORLDS = whole("worlds", 20, 1, 1_000_000, "determinizations, each with a tree of its own")


def rollout_policy(order: Order) -> Policy | None:
    """The policy that the options name; None means uniformly random, which each game does fastest itself."""
    name = order.options["policy"]
    if name is None or name == "random":
        return None
    policy = _mere_rule(order, "policy")
    epsilon = order.options["epsilon"]
    return MixedPolicy(policy, epsilon) if epsilon > 0 else policy


def _mere_rule(order: Order, option: str) -> Policy:
    """The policy that an option names."""
    name = order.options[option]
    policy = order.make(name).policy
    if policy is None:
        raise OptionError(f"{option}={name}: that agent searches; playouts need a mere rule, such as random or lowest")
    return policy


def build_tree_search(order: Order) -> Agent:
    """ISMCTS, or determinized UCT when there is an option `worlds`."""
    options = {
        "others": "tree",
        "worlds": 0,
        "reuse": False,
        "one_turn": False,
        "depth": 0,
        "memory": _ALL_KEPT,
        **order.options,
    }
    check_judge(order)
    if options["others"] == "policy" and options["reuse"]:
        raise OptionError("others=policy and reuse=yes do not go together: a tree of the own decisions alone cannot be kept")
    budget, threads = order.budget or Budget(1000), options["threads"]
    options["worlds"] = _worlds_within(options["worlds"], budget.iterations, threads)

    def one(share: Budget, vary: float) -> TreeSearch:
        evaluator = find_evaluator(order.game, options["evaluator"], options["encoder"])
        if not isinstance(evaluator, Model) and (options["gate"] or options["batch"]):
            raise OptionError(f"gate and batch are for models; {options['evaluator']} is asked about each seat by itself")
        if threads > 1 and evaluator is not None and evaluator is options["evaluator"]:
            raise OptionError(
                f"threads={threads}: each tree needs an evaluator of its own; give a text or a function, no object"
            )
        return TreeSearch(order.game, share, {**options, "vary": vary}, rollout_policy(order), evaluator, order.stop)

    if threads == 1:
        return one(budget, options["vary"])
    shares = [(budget.iterations * (i + 1)) // threads - (budget.iterations * i) // threads for i in range(threads)]
    if budget.iterations and min(shares) < 1:
        raise OptionError(f"threads={threads} is more than the {budget.iterations} iterations")
    from cardlab.agents.parallel import RootParallel

    searches = [one(Budget(share, budget.ms), 0.0) for share in shares]
    return RootParallel(order.game, searches, options["final"] == "value", options["vary"])


def _worlds_within(worlds: int, iterations: int, threads: int) -> int:
    """As many worlds as each tree has iterations for; a number that was asked for and cannot be had is refused."""
    most = max(1, iterations // threads) if iterations else worlds
    if worlds > most and worlds != _WORLDS.default:
        raise OptionError(
            f"worlds={worlds} is more than the {most} iterations of each tree: name fewer worlds, or a larger budget"
        )
    return min(worlds, most)


def check_judge(order: Order) -> None:
    """Raise if there are options for an evaluator but there is none."""
    options = order.options
    if options["evaluator"] is not None:
        return
    declared = {option.name: option.default for option in (*_JUDGE, _DEPTH)}
    if given := [name for name, default in declared.items() if name in options and options[name] != default]:
        names = ", ".join(order.game.evaluators()) or "none for this game"
        raise OptionError(f"{given[0]}={options[given[0]]} needs an evaluator; there are: {names}")


def build_evaluating(order: Order, one_turn: bool) -> Agent:
    """Tree search whose playouts, or whose turns, are judged by an evaluator."""
    options = {**order.options, "evaluator": needed_evaluator(order), "one_turn": one_turn}
    return build_tree_search(replace(order, options=options))


def needed_evaluator(order: Order) -> str:
    """The evaluator that was asked for, or the game's first."""
    name: str = order.options["evaluator"] or need(order.game, "evaluators")[0]
    return name


def build_flat(order: Order) -> Agent:
    """Flat Monte Carlo."""
    policy = rollout_policy(order)
    if order.options["loyal"] and policy is not None and policy.looks_ahead:
        raise OptionError(
            f"loyal: {order.options['policy']} tries actions on the table, so it cannot be asked for its own move"
        )
    options = {"each_copy": False, "first_lost": False, "memory": _ALL_KEPT, **order.options}
    if order.options.get("rivals") is not None and policy is not None:
        policy = Company(policy, _mere_rule(order, "rivals"), order.options["share"])
    return FlatSearch(order.game, order.budget or Budget(1000), options, policy, order.stop)


def build_mcts(order: Order) -> Agent:
    """Tree search in one world."""
    options = {"memory": _ALL_KEPT, **order.options}
    return Uct(order.game, order.budget or Budget(100), options, rollout_policy(order), order.stop)


def build_turn_search(order: Order, diving: bool) -> Agent:
    """An agent that plans whole turns."""
    options = {"width": 1, "guide": None, "chance": "mean", **order.options, "diving": diving}
    evaluator = find_evaluator(order.game, needed_evaluator(order))
    guide = None if options["guide"] is None else order.game.guide(options["guide"], evaluator)
    through = options["chance"] == "through"
    return TurnSearch(order.game, order.budget or Budget(20_000), options, evaluator, order.stop, guide, through)


def build_climber(order: Order) -> Agent:
    """The action that leads to the best position."""
    evaluator = find_evaluator(order.game, needed_evaluator(order))
    return PolicyAgent(ClimbingPolicy(order.game, evaluator, order.options["samples"]))


def turn_policy(order: Order) -> Policy | None:
    """Who plays a turn out: at random (None), by climbing with the planner's own evaluator, or by a rule of the game."""
    name = order.options["policy"]
    if name in (None, "random"):
        return None
    if name == "hillclimb":
        return ClimbingPolicy(order.game, find_evaluator(order.game, needed_evaluator(order)))
    policy = order.make(name).policy
    if policy is None:
        raise OptionError(
            f"policy={name}: that agent searches; turns are played out by a mere rule, such as random or hillclimb"
        )
    return policy


def build_rollouts(order: Order) -> Agent:
    """Rollouts to the end of the turn after each action."""
    evaluator = find_evaluator(order.game, needed_evaluator(order))
    answers = (
        ClimbingPolicy(order.game, find_evaluator(order.game, needed_evaluator(order))) if order.options["plies"] else None
    )
    return RolloutSearch(order.game, order.budget, order.options, turn_policy(order), evaluator, order.stop, answers)


def build_turn_tree(order: Order) -> Agent:
    """Tree search over one turn, with action trees if asked for."""
    evaluator = find_evaluator(order.game, needed_evaluator(order))
    return ActionTreeSearch(order.game, order.budget or Budget(1000), order.options, turn_policy(order), evaluator, order.stop)


_ANSWERS = (
    whole("finalists", 20, 2, 256, "how many ends of the turn are judged by the answers to them"),
    whole("reply", 3, 1, 64, "width of the beam by which answers are found"),
    whole("plies", 1, 1, 8, "turns that are played after the own one"),
    real("trust", 0.25, 0.0, 10.0, "weight of the evaluation before the answers, beside the one after them"),
)
_TURN = (
    whole("worlds", 0, 0, 1000, "worlds in which the others answer the best ends of the turn; 0: no answers"),
    *(replace(option, needs="worlds") for option in _ANSWERS),
    word("evaluator", None, "who judges positions", EVALUATORS),
)
_WIDTH = whole("width", 60, 1, MAX_KEPT, "positions kept on each level of the turn")
_GUIDE = word("guide", None, "what goes without saying in a turn, and what need not be tried", "a guide of the game")
_CHANCE = choice(
    "chance",
    "mean",
    ("mean", "through"),
    "an action that draws ends the plan and counts by its mean; or the plan goes on with one draw",
)
RANDOM = AgentKind("random", "uniformly random", lambda order: PolicyAgent(RandomPolicy()))
FLAT = AgentKind(
    "flat", "flat Monte Carlo: even sampling, most wins", build_flat, (*_ROLLOUT, _LOYAL, *_RIVALS, _AIM, MEMORY), Budget(1000)
)
ISMCTS = AgentKind(
    "ismcts", "single-observer information-set MCTS", build_tree_search,
    (*_SEARCH, _OTHERS, _DEPTH, *_JUDGE, _REUSE, *_ROLLOUT, MEMORY), Budget(1000),
)  # fmt: skip
E_ISMCTS = AgentKind(
    "e-ismcts", "ISMCTS whose playouts are judged by a model", lambda order: build_evaluating(order, False),
    (*_SEARCH, replace(_DEPTH, default=40), *_JUDGE, _REUSE, *_ROLLOUT, MEMORY), Budget(3200),
)  # fmt: skip
PIMC = AgentKind(
    "pimc", "determinized UCT over several worlds", build_tree_search,
    (_WORLDS, *_SEARCH, _DEPTH, *_JUDGE, *_ROLLOUT, MEMORY), Budget(1000),
)  # fmt: skip
MCTS = AgentKind(
    "mcts", "UCT in a single world, answers taken whole", build_mcts,
    (
        real("c", sqrt(2), 0.0, 100.0, "exploration constant"),
        choice("visits", "players", ("players", "one"), "a visit counts once for each player, or once"),
        *_ROLLOUT, MEMORY,
    ),
    Budget(100),
)  # fmt: skip
ONE_PLY = AgentKind(
    "oneply", "MCTS over the own turn, judged at its end", lambda order: build_evaluating(order, True),
    (*_SEARCH, *_JUDGE, _REUSE, *_ROLLOUT, MEMORY), Budget(1000),
)  # fmt: skip
BEAM = AgentKind(
    "beam",
    "beam search over the whole turn",
    lambda order: build_turn_search(order, False),
    (_WIDTH, *_TURN, _GUIDE, _CHANCE),
    Budget(20_000),
)
DFS = AgentKind(
    "dfs", "depth-first search over the whole turn", lambda order: build_turn_search(order, True), _TURN, Budget(20_000)
)
_JUDGED = word("evaluator", None, "who judges the ends of the turn", EVALUATORS)
_OUT = (
    word("policy", None, "who plays turns out: random, hillclimb, or an agent that is a mere rule", "an agent text"),
    whole("turn_limit", 60, 1, 100_000, "actions after which a turn that is played out is cut off"),
    _JUDGED,
)
HILLCLIMB = AgentKind(
    "hillclimb", "the action that leads to the best position", build_climber,
    (whole("samples", 1, 1, 1000, "how often each action is tried, where chance has a part"), _JUDGED),
)  # fmt: skip
ROLLOUT = AgentKind(
    "rollout", "rollouts to the end of the turn after each action", build_rollouts,
    (
        choice("aggregate", "max", ("max", "mean"), "count an action's best end of the turn, or the mean of all"),
        whole("plies", 0, 0, 8, "turns that are played after the own one, by climbing, before the evaluator judges"),
        *_OUT,
    ),
    Budget(7),
)  # fmt: skip
TURN_MCTS = AgentKind(
    "turn-mcts", "MCTS over the own turn by points, with or without action trees", build_turn_tree,
    (
        real("c", 0.5, 0.0, 100_000.0, "exploration constant, in points of the evaluator"),
        flag("tree", True, "choose the kind of action first, then its source, then the action"),
        choice("final", "value", ("visits", "value"), "choose the action with the most visits, or the best value"),
        choice("backup", "mean", ("mean", "max"), "what counts of all that came of an action"),
        flag("normalise", False, "values from 0 to 1 between the worst and the best that was seen"),
        _REUSE, *_OUT,
    ),
    Budget(1000),
)  # fmt: skip
