"""Planners do not foresee what is drawn, or what others will answer in the middle of a turn: they take the mean."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest

from cardlab import Action, PlainGame, Rng, make_agent, pack
from cardlab.core.columns import count_column
from cardlab.core.encoders import EncoderKind
from cardlab.core.features import Observer, PlainEncoder, PythonObserver
from cardlab.core.options import Option, whole
from cardlab.core.plain import Dice

SURE, GAMBLE, ASK, YES, NO, ON = (pack(kind) for kind in range(1, 7))
SEEDS = range(24)


@dataclass
class Purse:
    """What is won, and what is asked: 0 the first choice, 1 the other's answer, 2 the other's own turn, 3 nothing more."""

    prize: int = 0
    stage: int = 0


class Offer(PlainGame):
    """Sixty for sure; a hundred by a draw of `odds` in four; or a hundred if the other, asked now, says yes."""

    name = "offer"
    title = "Offer"
    about = "a bird in the hand"
    declared: tuple[Option, ...] = (whole("odds", 2, 0, 4, "chances of four to win the gamble"),)  # type: ignore[misc]

    def start(self, rng: Rng) -> Purse:
        return Purse()

    def to_move(self, position: Purse) -> int | None:
        return (0, 1, 1, None)[position.stage]

    def whose_turn(self, position: Purse) -> int | None:
        return (0, 0, 1, None)[position.stage]

    def actions(self, position: Purse) -> list[Action]:
        return ([SURE, GAMBLE, ASK], [YES, NO], [ON])[position.stage]

    def play(self, position: Purse, action: Action, dice: Dice) -> None:
        if action == GAMBLE:
            position.prize = 100 * (dice.below(4) < self.options["odds"])
        elif action in (SURE, YES):
            position.prize = 60 if action == SURE else 100
        position.stage = {ASK: 1, ON: 3}.get(action, 2)

    def scores(self, position: Purse) -> list[float]:
        return [position.prize / 100, 1 - position.prize / 100]

    def observer(self) -> Observer:
        columns = [count_column("prize", "what is won"), count_column("stage", "what is asked")]
        return PythonObserver(columns, lambda view: [view["prize"], view["stage"]])

    def encoders(self) -> Mapping[str, EncoderKind]:
        return {"plain": EncoderKind("plain", "as they are", lambda game, text, options: PlainEncoder(game, text, 1.0))}


def worth(x: Any) -> Any:
    """What seat 0 has in its purse."""
    return x[:, 0] / 100


def choices(spec: str, odds: int) -> list[Action]:
    rules = Offer(odds=odds)
    given: dict[str, Any] = {} if "pimc" in spec or "flat" in spec or spec.startswith("ismcts") else {"evaluator": worth}
    return [make_agent(rules, spec, **given).choose(rules.new(seed).seat(0), seed) for seed in SEEDS]


@pytest.mark.parametrize("spec", ["beam:60", "dfs:60", "oneply:400", "pimc:600,worlds=1", "ismcts:600", "flat:600"])
def test_a_gamble_is_worth_its_mean_and_not_what_one_world_would_bring(spec: str) -> None:
    assert choices(spec, odds=1).count(GAMBLE) == 0
    assert choices(spec, odds=4) == [GAMBLE] * len(SEEDS)


@pytest.mark.parametrize("spec", ["beam:60", "dfs:60"])
def test_what_another_answers_in_the_own_turn_is_not_chosen_for_him(spec: str) -> None:
    """Who took the question for the end of the turn would see nothing in the purse; who answered it himself, all."""
    rules = Offer(odds=0)
    for prize, wanted in ((60, SURE), (40, ASK)):

        def purse(x: Any, prize: int = prize) -> Any:
            return [prize / 100 if row[0] == 60 else row[0] / 100 for row in x]

        chosen = [make_agent(rules, spec, evaluator=purse).choose(rules.new(s).seat(0), s) for s in range(40)]
        assert chosen.count(wanted) > 24, chosen
