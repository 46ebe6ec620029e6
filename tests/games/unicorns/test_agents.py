"""Unstable Unicorns: its players make legal moves everywhere, are as strong as known, and answer questions in words."""

from __future__ import annotations

import os
from typing import Any

import pytest

from cardlab import game, make_agent
from cardlab.errors import CardlabError
from cardlab.games.unicorns.agents.kinds import (
    gene_order,
    named_vector,
    ranking_points,
    root_choice,
    sharp_labels,
    subsets_in_order,
    tier_values,
)  # fmt: skip
from cardlab.lab import Conditions, Match, play_match
from cardlab.lab.matches.playing import run_match
from cardlab.lab.scenarios import run_cases

PURE = os.environ.get("CARDLAB_PURE") == "1"
slow = pytest.mark.skipif(PURE, reason="takes too long uncompiled")


def wins_of_two(agent: str, others: str, games: int, spec: str = "unicorns") -> float:
    """The share of games that one of two such agents wins among six."""
    result = play_match(game(spec), [agent] * 2 + [others] * 4, games=games, seed=11)
    assert result.errors == {}
    return sum(role.wins for role in result.roles[:2]) / games


@pytest.mark.parametrize("options", ["", ",rules=official", ",decks=base+dragons", ",rules=official,decks=base+dragons"])
@pytest.mark.parametrize("players", [2, 3, 5, 8])
def test_all_players_make_legal_moves_at_every_table(players: int, options: str) -> None:
    rules = game(f"unicorns,players={players}{options}")
    agents = ["random", "rule-based", "rule-based,variant=written", "evolved", "sharp"]
    seated = [agents[(seat + players) % len(agents)] for seat in range(players)]
    result = play_match(rules, seated, games=players if PURE else 40 * players, seed=players)
    assert result.errors == {} and set(result.endings) <= {"goal", "deck", "limit"}


@slow
def test_the_rule_based_player_is_as_strong_as_known() -> None:
    assert 0.89 < wins_of_two("rule-based", "random", 3000) < 0.94
    assert 0.87 < wins_of_two("rule-based", "random", 3000, "unicorns,rules=official") < 0.92
    assert 0.31 < wins_of_two("rule-based,variant=written", "rule-based", 3000) < 0.38


@slow
def test_evolved_numbers_and_sharper_senses_win_more_than_their_share() -> None:
    assert wins_of_two("evolved", "rule-based", 3000) > 0.38
    assert wins_of_two("sharp", "rule-based", 3000) > 0.70


def test_vectors_are_known_by_their_names_and_cards() -> None:
    rules = game("unicorns")
    assert gene_order() == tuple(sorted(tier_values())) and len(gene_order()) == 66
    assert tier_values()["Yay"] == 0.0 and tier_values()["Alluring Narwhal"] == 1.0
    assert len(named_vector(rules, "cards", "evolved")) == 66
    assert len(named_vector(rules, "sharp", "evolved")) == len(sharp_labels()) == 4 * 66 + 9
    with pytest.raises(CardlabError, match=r"there is no cards of unicorns 'evolvde'\. Did you mean 'evolved'"):
        make_agent(rules, "evolved,genes=evolvde")


@slow
@pytest.mark.parametrize(
    "agent", ["ismcts:20", "ismcts:20,memory=none,policy=sharp,others=policy", "mcts:20,policy=rule-based", "champion:20"]
)
def test_searches_play_it_through(agent: str) -> None:
    result = play_match(game("unicorns,players=3"), [agent, "rule-based", "random"], games=3, seed=2)
    assert result.errors == {} and sum(result.endings.values()) == 3


@slow
def test_the_champion_sees_a_victory_that_its_rule_overlooks() -> None:
    """One more unicorn is not enough, but Seductive Unicorn brings another one with it."""
    hand = ["Basic Unicorn#1", "Seductive Unicorn", "Narwhal"]
    own = ["Rhinocorn", "Llamacorn", "Basic Unicorn#2", "Basic Unicorn#3", "Basic Unicorn#4"]
    other = {"stable": [f"Basic Unicorn#{n}" for n in range(5, 11)]}
    position = {"players": [{"hand": hand, "stable": own}, other], "deck": [f"Basic Unicorn#{n}" for n in range(11, 22)]}
    state = game("unicorns,players=2").from_dict(position)
    texts = {who: state.text(make_agent(state.game, who).choose(state.seat(0), 5)) for who in ("sharp", "champion:120")}
    assert texts["sharp"] != texts["champion:120"] == "play Seductive Unicorn"


@slow
def test_seats_can_be_left_to_the_games_own_lots() -> None:
    """The first of a list of six never begins where the shuffle is cyclic, as everybody leaves the own place."""
    rules = game("unicorns")
    assert {rules.new(seed).entries()[0] for seed in range(60)} == {1, 2, 3, 4, 5}
    result = run_match(
        Match(rules, ("rule-based",) * 2 + ("random",) * 4, games=400, seed=3, rotate=False, lots=True), Conditions()
    )
    assert 0.86 < sum(role.wins for role in result.roles[:2]) / 400 < 0.96


def asked(ask: str, players: list[dict[str, Any]], **prompt: Any) -> dict[str, Any]:
    """What the rule-based player answers, by variant."""
    step = {"do": "agent", "agent": "rule_based", "variant": ["coded", "written"], "seat": 0, "prompt": {"ask": ask, **prompt}}
    case = {"id": "asked", "rules": ["simulator"], "players": players, "deck_filler": 5, "steps": [step]}
    (result,) = run_cases([case])
    assert result["error"] is None
    value: dict[str, Any] = result["steps"][0]["value"]
    return value


def test_the_worst_card_is_played_first() -> None:
    players = [{"hand": ["Yay#1", "Narwhal", "Neigh#1"], "stable": ["Baby Unicorn#1"]}, {"stable": ["Baby Unicorn#2"]}]
    worst = max(("Yay", "Narwhal"), key=lambda name: tier_values()[name])
    assert asked("play", players) == {"coded": "Narwhal", "written": "Narwhal"} and worst == "Narwhal"


def test_downgrades_go_to_few_unicorns_as_coded_and_to_many_as_written() -> None:
    players = [
        {"hand": ["Slowdown"], "stable": ["Baby Unicorn#1"]},
        {"stable": ["Baby Unicorn#2", "Basic Unicorn#1"]},
        {"stable": ["Baby Unicorn#3"]},
    ]
    assert asked("where", players, card="Slowdown") == {"coded": 2, "written": 1}


def test_reactions_are_for_good_cards_of_others() -> None:
    players = [{"hand": ["Neigh#1"]}, {"stable": ["Baby Unicorn#1"]}]
    for card, answer in (("Yay#1", "Neigh#1"), ("Narwhal", None)):
        told = asked("react", players, stack=[{"card": card, "seat": 1}])
        assert told == {"coded": answer, "written": answer}


def test_functions_of_plain_values() -> None:
    assert ranking_points([2, 0, 1]) == [1, 0, 2]
    assert subsets_in_order(4, 2) == [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]
    assert root_choice([3, 7, 7, 1]) == 1
