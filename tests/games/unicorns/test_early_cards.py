"""Scenarios of Unstable Unicorns: which cards come early is fixed, and their numbers are the active ones of a vector."""

from __future__ import annotations

from typing import Any

import pytest

from cardlab import Rng, game
from cardlab.core.vectorfile import find_kind
from cardlab.games.unicorns import Unicorns
from cardlab.games.unicorns.agents.kinds import gene_order, sharp_labels
from cardlab.learn.evolution import train
from cardlab.learn.methods import ActiveGenes, new_course


def deal(rules: Any, scenario: int, luck: int) -> Any:
    state = rules.blank()
    state.deal(Rng(luck), Rng(scenario))
    return state


def names(cards: list[str]) -> set[str]:
    return {card.partition("#")[0] for card in cards}


def early_ones(state: Any) -> list[str]:
    """What lies in hands and stables, and the cards that two draws of everybody bring; one of them seat 0 has made."""
    position = state.to_dict()
    dealt = [card for player in position["players"] for zone in ("hand", "stable") for card in player[zone]]
    return dealt + position["deck"][: 2 * state.players - 1]


@pytest.mark.parametrize("players", [2, 6, 8])
def test_the_active_numbers_are_those_of_the_cards_that_come_early_in_every_deal(players: int) -> None:
    rules = game("unicorns", players=players)
    kind = find_kind(rules, "cards")
    for scenario in range(6):
        active = {name for name, tested in zip(gene_order(), kind.active(scenario), strict=True) if tested}
        found = [sorted(early_ones(deal(rules, scenario, luck))) for luck in range(5)]
        assert found == found[:1] * 5 and names(found[0]) == active and len(found[0]) == 8 * players
    assert len({kind.active(scenario) for scenario in range(20)}) == 20


def test_the_four_numbers_of_a_card_and_those_of_no_card_are_active_together() -> None:
    rules = game("unicorns")
    cards, sharp = find_kind(rules, "cards").active(3), find_kind(rules, "sharp").active(3)
    size = len(gene_order())
    assert sharp[: 4 * size] == cards * 4 and all(sharp[4 * size :]) and len(sharp) == len(sharp_labels()) == 4 * size + 9


def test_luck_deals_the_early_cards_shuffles_the_others_and_draws_the_lots() -> None:
    rules = game("unicorns", players=4, shuffle="uniform")
    deals = [deal(rules, 9, luck) for luck in range(30)]
    assert deal(rules, 9, 4) == deals[4] and deal(rules, 10, 4) != deals[4]
    assert len({state.to_dict()["players"][0]["hand"][0] for state in deals}) > 10
    assert len({state.to_dict()["deck"][-1] for state in deals}) > 10
    assert len({tuple(state.entries()) for state in deals}) > 10
    last = sorted(deals[0].to_dict()["deck"][7:])
    assert all(sorted(state.to_dict()["deck"][7:]) == last for state in deals)


def test_over_all_scenarios_every_card_comes_early_equally_often() -> None:
    """The deal of a scenario is as fair as any: 28 of 113 cards come early at a table of four."""
    rules = game("unicorns", players=4, shuffle="uniform")
    counts: dict[str, int] = {}
    for scenario in range(600):
        for card in early_ones(deal(rules, scenario, scenario)):
            counts[card] = counts.get(card, 0) + 1
    drawn = [count for card, count in counts.items() if not card.startswith("Baby")]
    assert len(drawn) == 113 and sum(drawn) == 600 * 28
    expected = 600 * 28 / 113
    assert sum((count - expected) ** 2 / (expected * (1 - 28 / 113)) for count in drawn) < 160, "chi-square of 112 degrees"


GONE = ["Neigh", "Basic Unicorn", "Unicorn Poison", "Back Kick", "Extra Tail", "Rainbow Mane", "Change of Luck", "Re-target"]
GONE += ["Two-for-one", "Unicorn Swap", "Unfair Bargain"]


def test_a_small_deck_comes_early_as_a_whole_and_cards_that_are_in_no_deck_never_do() -> None:
    rules = Unicorns(players=8, copies="+".join(f"{name}=0" for name in GONE))
    active = find_kind(rules, "cards").active(1)
    late = {name for name, tested in zip(gene_order(), active, strict=True) if not tested}
    assert late == {*GONE, "Baby Narwhal"}, "Baby Narwhal is dealt last of all babies"


def test_children_give_only_what_the_scenario_tested() -> None:
    """Both share a method with another game: a number that no scenario of a training tested is one of the first population."""
    few: dict[str, Any] = {"population": 6, "games": 6, "tournament_games": 1, "tournament_size": 3}
    given = {**few, "mutation": 0.9, "seed": 5}
    spec = "unicorns,players=2"
    before, after = (train(spec, "ag", generations=number, **given).everybody for number in (0, 1))
    kind = find_kind(game(spec), "cards")
    told = train(spec, "ag", generations=1, **given)
    task = told.task
    course = new_course(task.method, task.parameters, task.kind, task.seed, 2)
    assert isinstance(course, ActiveGenes)
    (scenario,) = course.scenarios(1).tolist()
    fixed = [place for place, tested in enumerate(kind.active(scenario)) if not tested]
    first = [{each.genes[place] for each in before} for place in range(kind.size)]
    assert 40 < len(fixed) < 60 and all(each.genes[place] in first[place] for each in after for place in fixed)
    assert any(each.genes[place] not in first[place] for each in after for place in range(kind.size))
