"""Legends of Code and Magic: the policies that evolution can shape, and vectors that are known by a name."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from cardlab.agents.agent import Agent, PolicyAgent, RandomPolicy, VectorPolicy
from cardlab.core.game import Game
from cardlab.core.rng import Rng
from cardlab.core.spec import OUTSIDE, Spec
from cardlab.core.vectorfile import read_vector
from cardlab.core.vectors import VectorKind
from cardlab.errors import OptionError, UnknownOption
from cardlab.games.locm.agents.drafts import battle_policy, draft_names, draft_values
from cardlab.games.locm.agents.policies import MATERIAL, WEIGHT_NAMES, Drafter, DraftPolicy, WeighedGreedy
from cardlab.games.locm.rules.state import LocmState
from cardlab.games.locm.words.cards import CARDS
from cardlab.games.locm.words.position import lists_of

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
    if named.name == "cmd":
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
