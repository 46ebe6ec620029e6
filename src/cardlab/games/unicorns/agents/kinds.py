"""Unstable Unicorns: its own agents, and policies that are vectors of numbers."""

from __future__ import annotations

import csv
import functools
import itertools
import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from importlib.resources import files
from typing import TYPE_CHECKING, Any, cast

from cardlab.agents.agent import Agent, PolicyAgent
from cardlab.agents.budget import Budget
from cardlab.agents.kinds import FLAT, MEMORY, AgentKind, Order, build_flat
from cardlab.core.game import own_state
from cardlab.core.options import choice, word
from cardlab.core.rng import Rng
from cardlab.core.vectorfile import read_vector
from cardlab.core.vectors import VectorKind
from cardlab.errors import UnknownOption
from cardlab.games.unicorns.agents.policies import StudyRandom, TierPolicy
from cardlab.games.unicorns.agents.sharp import SharpPolicy, StandingEvaluator
from cardlab.games.unicorns.rules.state import Ask, UnicornState
from cardlab.games.unicorns.words.position import FORM

if TYPE_CHECKING:
    from cardlab.core.game import Game
    from cardlab.games.unicorns.game import Unicorns

TIERS = ("S", "A+", "A", "B", "C", "D", "E", "F")
"""From the best, worth 0, to the worst, worth 7."""
TIER_THRESHOLD, GENE_THRESHOLD = 1.0, 0.2
"""Cards up to these numbers are worth a reaction."""
NO_TIER, NO_GENE = 7.0, 0.5
"""What a card is worth that the tier list, or a vector, does not know."""
VARIANTS = choice("variant", "coded", ("coded", "written"), "as the study's program did it, or as its text has it")


@functools.cache
def tier_values() -> dict[str, float]:
    """The tier list of the study: a number for each card of its deck, small for good ones, in the order of the names."""
    text = files(__package__).joinpath("tiers.csv").read_text(encoding="utf-8")
    found = {row["card"]: float(TIERS.index(row["tier"])) for row in csv.DictReader(text.splitlines())}
    return dict(sorted(found.items()))


def gene_order() -> tuple[str, ...]:
    """The cards that have a number of their own in a vector, in its order: the names of the study's deck by the alphabet."""
    return tuple(tier_values())


def places_in(game: Game) -> list[int]:
    """For each kind of card of a game the place of its number in a vector; -1: it has none."""
    order = {name: place for place, name in enumerate(gene_order())}
    return [order.get(card.name, -1) for card in cast("Unicorns", game).cards]


def tier_policy(game: Game, variant: str) -> TierPolicy:
    """The rule-based player."""
    return TierPolicy(list(tier_values().values()), places_in(game), TIER_THRESHOLD, NO_TIER, variant == "written")


def gene_policy(game: Game, variant: str, values: Sequence[float] | None = None) -> TierPolicy:
    """The rule-based player with evolved numbers from 0 to 1 in place of tiers."""
    genes = [NO_GENE] * len(gene_order()) if values is None else list(values)
    return TierPolicy(genes, places_in(game), GENE_THRESHOLD, NO_GENE, variant == "written")


SHEET_WORDS = ("play", "worth", "stop", "use")
SENSE_WORDS = (
    "draw if all plays are below", "aim at who leads", "aim at unicorns", "aim at Upgrades", "stop who leads", "stop above",
    "guard above", "rob full hands", "keep unicorns",
)  # fmt: skip


def sharp_labels() -> tuple[str, ...]:
    """What each number of the sharp player is for."""
    return (*(f"{sheet} {name}" for sheet in SHEET_WORDS for name in gene_order()), *SENSE_WORDS)


def sharp_policy(game: Game, values: Sequence[float] | None = None) -> SharpPolicy:
    """The player with better senses."""
    genes = [0.5] * len(sharp_labels()) if values is None else list(values)
    return SharpPolicy(genes, places_in(game), len(gene_order()))


# ---- agents --------------------------------------------------------------------------------------------------------------

_VECTORS = "a name such as evolved, or a file as `cardlab evolve unicorns` writes it"


def _genes_of(order: Order) -> list[float]:
    return named_vector(order.game, "cards", order.options["genes"])


RANDOM = AgentKind(
    "random", "plays what it can, reacts half of the time: the random player of the study",
    lambda order: PolicyAgent(StudyRandom()), game="unicorns",
)  # fmt: skip
RULE_BASED = AgentKind(
    "rule-based", "by the tier list of the study",
    lambda order: PolicyAgent(tier_policy(order.game, order.options["variant"])), (VARIANTS,), game="unicorns",
)  # fmt: skip
EVOLVED = AgentKind(
    "evolved", "by the same rules, with a number for each card that evolution found",
    lambda order: PolicyAgent(gene_policy(order.game, order.options["variant"], _genes_of(order))),
    (word("genes", "evolved", "the numbers", _VECTORS), VARIANTS), game="unicorns",
)  # fmt: skip


def _sharp(order: Order) -> Agent:
    return PolicyAgent(sharp_policy(order.game, named_vector(order.game, "sharp", order.options["senses"])))


SHARP = AgentKind(
    "sharp", "four numbers for each card and an eye on who leads, found by evolution", _sharp,
    (word("senses", "evolved", "the numbers", _VECTORS),), game="unicorns",
)  # fmt: skip


_CHAMPION = {"policy": "sharp", "loyal": 3.0, "aim": "win", "rivals": "rule-based"}


def _champion(order: Order) -> Agent:
    defaults = {option.name: option.default for option in FLAT.options if option is not MEMORY}
    return build_flat(replace(order, options={**defaults, **_CHAMPION, **order.options}))


CHAMPION = AgentKind(
    "champion", "a search that plays as sharp, unless games played on tell clearly of something better", _champion, (MEMORY,),
    Budget(iterations=500, ms=80.0), "unicorns",
)  # fmt: skip


# ---- evaluators ----------------------------------------------------------------------------------------------------------


def standing_evaluator(game: Game, weights: Sequence[float] | None = None) -> StandingEvaluator:
    """Points to expect, by weights that were fitted to games; how good a card is says the tier list."""
    if weights is None:
        weights = json.loads(files(__package__).joinpath("standing.json").read_text(encoding="utf-8"))["weights"]
    genes, places = tiers_as_genes(), places_in(game)
    worth = [1.0 - (genes[place] if place >= 0 else NO_GENE) for place in places]
    return StandingEvaluator(weights, worth)


# ---- vectors -------------------------------------------------------------------------------------------------------------


def vector_kinds(game: Game) -> Mapping[str, VectorKind]:
    """Policies that are vectors. A scenario says which cards come early, so their numbers are those that it tests."""

    def active(scenario: int) -> tuple[bool, ...]:
        """The cards that can be in the first hands, among the first draws, or in a stable from the start."""
        early = own_state(game.blank(), UnicornState).early_cards(Rng(scenario))
        places, kinds = places_in(game), cast("Unicorns", game).kinds
        tested = {places[kinds[card]] for card in early}
        return tuple(place in tested for place in range(len(gene_order())))

    cards = VectorKind(
        "cards", "how good each card is, small for good", gene_order(), ("coded", "written"),
        lambda player: gene_policy(game, player), active,
    )  # fmt: skip
    sharp = VectorKind(
        "sharp", "what the sharp player knows of each card and of who leads", sharp_labels(), ("sharp",),
        lambda player: sharp_policy(game), lambda scenario: active(scenario) * len(SHEET_WORDS) + (True,) * len(SENSE_WORDS),
    )  # fmt: skip
    return {cards.name: cards, sharp.name: sharp}


def vector_names(kind: str) -> Sequence[str]:
    """The known vectors of a kind."""
    return ("evolved", "tiers")


def named_vector(game: Game, kind: str, name: str) -> list[float]:
    """A known vector, or that of a file."""
    if name == "tiers":
        return tiers_as_genes() if kind == "cards" else tiers_as_senses()
    if name == "evolved":
        return read_vector(str(files(__package__).joinpath(f"{kind}.json")), game, kind)
    if not any(mark in name for mark in "./"):
        raise UnknownOption(f"{kind} of unicorns", name, vector_names(kind), "Or a file with vectors.")
    return read_vector(name, game, kind)


def tiers_as_genes() -> list[float]:
    """The tier list as numbers from 0 to 1."""
    return [value / NO_TIER for value in tier_values().values()]


def tiers_as_senses() -> list[float]:
    """What the tier list says, and some sense, as a start for evolution."""
    good = [1.0 - value / NO_TIER for value in tier_values().values()]
    return [
        *(0.3 + 0.7 * value for value in good),
        *good,
        *good,
        *([0.9] * len(good)),
        0.25,
        0.5,
        0.3,
        0.1,
        0.5,
        0.6,
        0.6,
        0.5,
        0.5,
    ]


# ---- questions of scenarios ----------------------------------------------------------------------------------------------

_ASKS = {
    "destroy": Ask.ASK_DESTROY, "return": Ask.ASK_RETURN, "discard": Ask.ASK_DISCARD, "sacrifice": Ask.ASK_SACRIFICE,
    "get": Ask.ASK_GET, "steal": Ask.ASK_STEAL, "save": Ask.ASK_SAVE,
}  # fmt: skip
"""Questions that are answered by what each card costs."""


def answer_prompt(
    state: UnicornState, step: Mapping[str, Any], card_of: Mapping[str, int], label_of: Mapping[int, str]
) -> dict[str, Any]:
    """What an agent answers to the question of a scenario, by variant: cards by their labels, seats as numbers.

    To play and to react with nothing is None. Several cards are told in the order in which the agent would pick them.
    """
    told = step.get("variant", ["coded"])
    variants = [told] if isinstance(told, str) else list(told)
    if any(variant not in ("coded", "written") for variant in variants):
        raise ValueError(f"variants are coded and written, not {told!r}")
    prompt = step["prompt"]
    if not isinstance(prompt, Mapping) or "ask" not in prompt:
        raise ValueError("'prompt' is a table with 'ask'")
    return {variant: _Asked(state, step, variant, card_of, label_of).answer(prompt) for variant in variants}


class _Asked:
    """An agent in one variant at a seat of a scenario."""

    def __init__(
        self,
        state: UnicornState,
        step: Mapping[str, Any],
        variant: str,
        card_of: Mapping[str, int],
        label_of: Mapping[int, str],
    ) -> None:
        game: Unicorns = state.game  # type: ignore[assignment]
        self.game, self.state, self.seat, self.card_of, self.label_of = game, state, step["seat"], card_of, label_of
        self.luck = Rng(int(step.get("seed", 1)))
        if step.get("agent") == "rule_based":
            self.policy = tier_policy(game, variant)
        elif step.get("agent") == "evolution":
            genes = step.get("genes") or {}
            if odd := sorted(set(genes) - set(gene_order())):
                raise ValueError(f"there is no gene for {odd[0]!r}")
            self.policy = gene_policy(game, variant, [float(genes.get(name, NO_GENE)) for name in gene_order()])
        else:
            raise ValueError(f"agents are rule_based and evolution, not {step.get('agent')!r}")

    def answer(self, prompt: Mapping[str, Any]) -> Any:
        """The answer to any question."""
        ask, options = prompt["ask"], prompt.get("options")
        if ask == "activate":
            return True
        if ask == "play":
            return self._play(options)
        if ask == "where":
            return self._where(prompt["card"], options)
        if ask == "react":
            return self._react(prompt["stack"])
        n = int(prompt.get("n", 1))
        if not isinstance(options, list) or not 0 <= n <= len(options):
            raise ValueError(f"'options' are a list of at least the {n} that are picked")
        if ask in ("effect", "move"):
            return self._any(options, n)
        if ask == "players":
            return sorted(options, key=lambda seat: self.policy.seat_cost(self.state, self.seat, seat))[:n]
        if ask not in _ASKS:
            raise ValueError(f"there is no question {ask!r}")
        return sorted(options, key=lambda label: self.policy.card_cost(self.state, _ASKS[ask], self.seat, self.card_of[label]))[
            :n
        ]

    def _hand(self) -> list[int]:
        hand: list[int] = FORM.table(self.state, ("players",))["players"][self.seat]["hand"]
        return hand

    def _kind(self, label: str) -> int:
        """A kind of card by a label; those of the stack are in no place of the table."""
        return self.game.by_name[label.partition("#")[0]]

    def _play(self, options: list[str | None] | None) -> str | None:
        held = self._hand() if options is None else [self.card_of[label] for label in options if label is not None]
        found = [card for card in held if self.state.playable(self.seat, card, self.seat)]
        return self.label_of[max(found, key=lambda card: self.policy.value_of(self.game.kinds[card]))] if found else None

    def _where(self, label: str, options: list[int] | None) -> int:
        seats = list(range(self.game.players)) if options is None else options
        if self.game.cards[self._kind(label)].type != "downgrade":
            return self.seat if self.seat in seats else seats[0]
        others = [seat for seat in seats if seat != self.seat]
        return min(others, key=lambda seat: self.policy.seat_cost(self.state, self.seat, seat)) if others else seats[0]

    def _react(self, stack: Sequence[Mapping[str, Any]]) -> str | None:
        gone = {entry["card"] for entry in stack}
        held = [self.label_of[card] for card in self._hand() if self.game.cards[self.game.kinds[card]].type == "instant"]
        held = [label for label in held if label not in gone]
        bottom = stack[0]
        if held and self.policy.reacts(bottom["seat"] == self.seat, len(stack), self._kind(bottom["card"])):
            return held[0]
        return None

    def _any(self, options: list[Any], n: int) -> list[Any]:
        """Any set of so many options, each with the same chance."""
        left = list(range(len(options)))
        picked = sorted(left.pop(self.luck.below(len(left))) for _ in range(n))
        return [options[at] for at in picked]


# ---- plain values --------------------------------------------------------------------------------------------------------


def ranking_points(ranking: Sequence[int]) -> list[int]:
    """The points of each seat from the final ranking: one less than there are players for the first, none for the last."""
    if sorted(ranking) != list(range(len(ranking))):
        raise ValueError(f"a ranking names every seat once, not {list(ranking)}")
    return [len(ranking) - 1 - ranking.index(seat) for seat in range(len(ranking))]


def subsets_in_order(options: int, k: int) -> list[tuple[int, ...]]:
    """The answers to a question for k of so many options, as a tree search numbers them."""
    return list(itertools.combinations(range(options), k))


def root_choice(visits: Sequence[float]) -> int:
    """Which answer a tree search gives: the one with the most visits, the first of equals."""
    return max(range(len(visits)), key=visits.__getitem__)
