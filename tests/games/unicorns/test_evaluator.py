"""The evaluator of Unstable Unicorns: what it counts, and what planners make of it."""

from __future__ import annotations

import math
from typing import Any

import pytest

from cardlab import game, make_agent
from cardlab.core.state import State
from cardlab.errors import CardlabError, OptionError
from cardlab.games.unicorns.agents.kinds import standing_evaluator, tier_values
from cardlab.games.unicorns.agents.sharp import TRAIT_NAMES
from cardlab.lab import play_match
from tests.effort import PURE
from tests.games.unicorns.samples import positions


def duel(**parts: Any) -> State:
    position = {
        "players": [
            {"hand": ["Llamacorn", "Neigh#1"], "stable": ["Baby Unicorn#1"], "upgrades": ["Yay#1"]},
            {"hand": ["Rhinocorn"], "stable": ["Angel Unicorn", "Basic Unicorn#1"], "downgrades": ["Slowdown"]},
        ],
        "deck": ["Neigh#2", "Neigh#3"], "nursery": ["Baby Narwhal"], **parts,
    }  # fmt: skip
    return game("unicorns,players=2").from_dict(position)


def traits(state: State, seat: int) -> dict[str, float]:
    counted = standing_evaluator(state.game, [0.0] * len(TRAIT_NAMES)).traits(state, seat)
    return {name: number for name, number in zip(TRAIT_NAMES, counted, strict=True) if number}


def good(*cards: str) -> float:
    """What the tier list thinks of cards, from 0 to 1 each."""
    return sum(1 - tier_values()[card] / 7 for card in cards)


def test_traits_count_what_lies_before_a_player() -> None:
    state = duel()
    goal = state.to_dict().get("goal", 7)
    assert traits(state, 0) == pytest.approx(
        {
            "unicorns": 1 / goal, "hand": 0.4, "reactions": 0.5, "upgrades": 0.5, "on turn": 1.0, "late lead": 10 / 12 / goal,
            "stable's worth": 0.2 * good("Baby Unicorn", "Yay"), "hand's worth": 0.2 * good("Llamacorn", "Neigh"),
        }
    )  # fmt: skip
    assert traits(state, 1) == pytest.approx(
        {
            "unicorns": 2 / goal, "hand": 0.2, "downgrades": 0.5, "magical": 0.2, "late lead": 10 / 12 * 2 / goal,
            "stable's worth": 0.2 * good("Angel Unicorn", "Basic Unicorn"), "hand's worth": 0.2 * good("Rhinocorn"),
        }
    )  # fmt: skip


def test_a_card_that_was_announced_counts_until_it_is_stopped() -> None:
    state = duel()
    state.apply(state.parse("play Llamacorn"))
    assert traits(state, 0)["announced unicorn"] == 1.0 and traits(state, 0)["announced"] == pytest.approx(good("Llamacorn"))
    assert "announced" not in traits(state, 1) and traits(state, 0)["played"] == 1.0


def test_a_value_is_the_mean_chance_to_rank_before_each_of_the_others() -> None:
    weights = [1.0, *[0.0] * (len(TRAIT_NAMES) - 1)]
    for players in (2, 5):
        rules = game("unicorns", players=players)
        for state in positions(3, every=40, players=players):
            judge = standing_evaluator(rules, weights)
            had = [judge.traits(state, seat)[0] for seat in range(players)]
            for seat in range(players):
                others = [1 / (1 + math.exp(other - had[seat])) for at, other in enumerate(had) if at != seat]
                assert judge.value(state, seat) == pytest.approx(sum(others) / (players - 1))
            assert sum(judge.value(state, seat) for seat in range(players)) == pytest.approx(players / 2)


def test_more_unicorns_are_better_and_the_shipped_weights_say_so() -> None:
    judge = game("unicorns,players=2").evaluator("standing")
    behind, ahead = duel(), duel(players=[{"stable": ["Narwhal", "Llamacorn", "Rhinocorn"]}, {"stable": ["Basic Unicorn#1"]}])
    assert judge.value(behind, 0) < 0.5 < judge.value(ahead, 0)
    assert judge.value(ahead, 0) + judge.value(ahead, 1) == pytest.approx(1)


@pytest.mark.skipif(PURE, reason="takes too long uncompiled")
def test_planners_with_it_beat_those_who_play_at_random() -> None:
    for agent in ("hillclimb", "dfs:100"):
        result = play_match(game("unicorns,players=2"), [agent, "random"], games=60, seed=2, workers=1)
        assert result.errors == {} and result.roles[0].score > 0.8


def test_what_is_no_evaluator_is_refused() -> None:
    with pytest.raises(OptionError, match="16 weights"):
        standing_evaluator(game("unicorns"), [1.0])
    with pytest.raises(CardlabError):
        make_agent(game("unicorns"), "hillclimb,evaluator=lying")
