"""Legends of Code and Magic: its own agents, policies that are vectors, and weights of files."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardlab.agents.agent import Agent, PolicyAgent, RandomPolicy, VectorPolicy
from cardlab.agents.budget import Budget
from cardlab.agents.kinds import BEAM, AgentKind, Order, build_turn_search
from cardlab.core.files import read_json, read_text
from cardlab.core.game import Game
from cardlab.core.options import word
from cardlab.core.rng import Rng
from cardlab.core.spec import OUTSIDE, PROGRAMS, Spec
from cardlab.core.vectorfile import read_vector
from cardlab.core.vectors import VectorKind
from cardlab.errors import OptionError, UnknownOption
from cardlab.games.locm.agents.drafts import battle_policy, draft_names, draft_values
from cardlab.games.locm.agents.policies import MATERIAL, WEIGHT_NAMES, Drafter, DraftPolicy, GreedyPolicy, WeighedGreedy
from cardlab.games.locm.data.observer import FEATURE_NAMES
from cardlab.games.locm.rules.state import LocmState
from cardlab.games.locm.words.cards import CARDS
from cardlab.games.locm.words.position import lists_of
from cardlab.models.dense import WideModel
from cardlab.models.model import SeatBySeat
from cardlab.models.modelfile import load_model

if TYPE_CHECKING:
    from cardlab.core.game import Game


def _greedy(order: Order) -> Agent:
    name = order.options["weights"]
    if name is None:
        return PolicyAgent(GreedyPolicy())
    return PolicyAgent(WeighedGreedy(order.game, RandomPolicy(), named_vector(order.game, "greedy", name)))


GREEDY = AgentKind(
    "greedy",
    "one action at a time by material, the study's player",
    _greedy,
    (word("weights", None, "what counts how much, instead of the material", "evolved, or a file with 12 weights"),),
    game="locm",
)


_CHAMPION = {"width": 100, "worlds": 64, "finalists": 16, "reply": 3, "plies": 2, "trust": 0.5}


def _champion(order: Order) -> Agent:
    defaults = {option.name: option.default for option in BEAM.options}
    return build_turn_search(replace(order, options={**defaults, **_CHAMPION, **order.options}), False)


CHAMPION = AgentKind(
    "champion",
    "our strongest: a beam over the turn, its best ends judged by sampled answers",
    _champion,
    (word("evaluator", None, "who judges positions", "an evaluator of the game; without one its own"),),
    Budget(ms=150.0),
    "locm",
)


NAMES = tuple(card.name for card in CARDS)
EVOLVED_GREEDY = Path(__file__).parent / "greedy.json"


def vector_kinds(game: Game) -> Mapping[str, VectorKind]:
    """What can be evolved for this game."""

    def active(scenario: int) -> tuple[bool, ...]:
        """The cards on offer."""
        state = game.blank()
        state.deal(Rng(0), Rng(scenario))
        assert isinstance(state, LocmState)
        offered = {number for offer in lists_of(state)["offers"] for number in offer}
        return tuple(card.number in offered for card in CARDS)

    draft = VectorKind(
        "draft", "the value of each card in the draft; the player battles", NAMES, ("greedy", "random"),
        lambda player: DraftPolicy(battle_policy(player)), active, join=_battling,
    )  # fmt: skip
    greedy = VectorKind(
        "greedy", "what counts how much for the greedy player; the player drafts", WEIGHT_NAMES, ("random", *draft_names()),
        lambda player: WeighedGreedy(game, _drafting(game, player)), lambda scenario: (True,) * len(WEIGHT_NAMES),
    )  # fmt: skip
    return {"draft": draft, "greedy": greedy}


def _battling(text: str, make: Callable[[str], Agent]) -> tuple[Agent, VectorPolicy]:
    """Any agent battles with the deck that the vector drafts."""
    named = Spec.parse(text, "player", OUTSIDE)
    if named.unread and named.name in PROGRAMS:
        raise OptionError(f"player {text!r}: a program drafts for itself, so the vector cannot; choose another agent")
    if not named.unread:
        if "draft" in named.options:
            raise OptionError(f"player {text!r}: the vector drafts; leave the option draft out")
        text = f"{text},draft=own"
    agent = make(text)
    vector = DraftPolicy(agent.policy or RandomPolicy())
    return (PolicyAgent(vector) if agent.policy is not None else Drafter(agent, vector)), vector


def _drafting(game: Game, name: str) -> RandomPolicy | DraftPolicy:
    return RandomPolicy() if name == "random" else DraftPolicy(RandomPolicy(), draft_values(game, name))


def vector_names(kind: str) -> Sequence[str]:
    """The known vectors of a kind."""
    return draft_names() if kind == "draft" else ("evolved", "material")


def named_vector(game: Game, kind: str, name: str) -> list[float]:
    """A known vector, or that of a file."""
    if kind == "draft":
        return draft_values(game, name)
    if name == "material":
        return list(MATERIAL)
    if name != "evolved" and not os.path.exists(name) and "/" not in name and "." not in name:
        raise UnknownOption("weights of locm", name, vector_names(kind), "Or a file with 12 weights.")
    return read_vector(EVOLVED_GREEDY if name == "evolved" else name, game, kind)


FEATURES = len(FEATURE_NAMES)
MOST_HIDDEN = 64
LARGEST = 1e30
MOST_BYTES = 1 << 20
OWN_FILE = Path(__file__).parent / "board.onnx"


def load_evaluator(game: Game, name: str) -> SeatBySeat:
    """The network that comes with cardlab (``board``), or one with the weights of a JSON file as version 0.1 wrote them."""
    return SeatBySeat(load_model(game, OWN_FILE) if name == "board" else model_of(game, read_weights(Path(name))))


def model_of(game: Game, weights: dict[str, Any]) -> WideModel:
    """The model with such weights. If there is no hidden layer, one unit that says nothing stands for it."""
    hidden = weights.get("hidden") or {"first": [[0.0]] * FEATURES, "bias": [0.0], "last": [0.0]}
    layers = [(hidden["first"], hidden["bias"]), ([[weight] for weight in hidden["last"]], [0.0])]
    return WideModel(game.encoder("board"), layers, weights["linear"], weights["base"])


def read_weights(path: Path) -> dict[str, Any]:
    """The weights in a JSON file, checked."""
    weights = read_json(path, read_text(path, MOST_BYTES))
    if not isinstance(weights, dict) or not {"base", "linear"} <= set(weights) <= {"base", "linear", "hidden"}:
        raise OptionError(f"{path}: evaluator weights are a table with base, linear and, if there is a hidden layer, hidden")
    _check(path, "base", [weights["base"]], 1)
    _check(path, "linear", weights["linear"], FEATURES)
    if hidden := weights.get("hidden"):
        _check_hidden(path, hidden)
    return weights


def _check_hidden(path: Path, hidden: Any) -> None:
    if not isinstance(hidden, dict) or set(hidden) != {"first", "bias", "last"} or not isinstance(hidden["bias"], list):
        raise OptionError(f"{path}: the hidden layer has first, bias and last")
    n = len(hidden["bias"])
    if not 0 < n <= MOST_HIDDEN or not isinstance(hidden["first"], list) or len(hidden["first"]) != FEATURES:
        raise OptionError(f"{path}: a hidden layer has 1 to {MOST_HIDDEN} units with a weight for each of {FEATURES} features")
    for row in (hidden["bias"], hidden["last"], *hidden["first"]):
        _check(path, "hidden", row, n)


def _check(path: Path, name: str, values: Any, n: int) -> None:
    if not isinstance(values, list) or len(values) != n:
        found = len(values) if isinstance(values, list) else "something else"
        raise OptionError(f"{path}: {name} must be a list of {n} numbers, not {found}")
    if not all(type(value) in (int, float) and abs(value) < LARGEST for value in values):
        raise OptionError(f"{path}: {name} holds something that is not a finite number")
