"""The compiled rules and the plain-Python rules play the same games."""

from __future__ import annotations

import random

import pytest

from cardlab import game
from cardlab.agents.agent import PolicyAgent
from cardlab.core.rng import Rng
from cardlab.games.locm.agents.policies import GreedyPolicy
from cardlab.games.locm.rules.state import LocmState
from cardlab.games.locm.words.cards import CARDS
from tests.effort import PURE, effort
from tests.games.locm.compare import as_tuple, assert_same, both, play_both, start, step
from tests.games.locm.samples import KEYWORD_SETS, PRESETS, random_options, some_side
from tests.games.locm.tables import creature, facing, lay


@pytest.mark.parametrize("rules", PRESETS)
@pytest.mark.parametrize("lanes", [1, 2])
@pytest.mark.parametrize("patience", [0.0, 0.9])
def test_random_games_under_each_rule_set_agree(rules: str, lanes: int, patience: float) -> None:
    for seed in range(effort(12, 6, 2)):
        play_both(*start(seed, rules=rules, lanes=lanes), random.Random(seed), patience)


@pytest.mark.parametrize("part", range(10))
def test_random_mixtures_of_rules_agree(part: int) -> None:
    rng = random.Random(part)
    for seed in range(effort(15, 6, 1)):
        play_both(*start(seed, **random_options(rng)), rng, rng.choice([0.0, 0.5, 0.95]))


@pytest.mark.parametrize("part", range(4))
def test_games_of_players_who_only_pass_or_hold_back_agree(part: int) -> None:
    """They last beyond the end of the decks and the fiftieth turn."""
    rng = random.Random(part)
    longest = 0
    for seed in range(effort(15, 6, 1)):
        state, oracle = start(seed, **{**random_options(rng), "rounds": 0})
        while not oracle.over:
            passing = oracle.phase == "battle" and rng.random() < 0.9
            step(state, oracle, state.legal()[0] if passing else rng.choice(state.legal()))
        longest = max(longest, oracle.turn)
    assert longest > 50


@pytest.mark.parametrize("part", range(10))
def test_games_from_unlikely_battles_agree(part: int) -> None:
    rng = random.Random(part)
    for _ in range(effort(30, 15, 2)):
        options = {**random_options(rng), "rounds": 0}
        lanes = options["lanes"]
        turn = rng.choice([0, 1, 30, 95, 99, 102])
        state = lay(some_side(rng, lanes), some_side(rng, lanes), turn=turn, **options)
        play_both(state, both(state), rng, 0.9)


@pytest.mark.parametrize("lethal_zero", ["no", "yes"])
@pytest.mark.parametrize("part", range(4))
def test_every_pair_of_keyword_sets_fights_alike(part: int, lethal_zero: str) -> None:
    rng = random.Random(part)
    for mine in KEYWORD_SETS[part::4][:: 8 if PURE else 1]:
        for theirs in KEYWORD_SETS[:: 8 if PURE else 1]:
            attacker = creature(rng.randint(0, 4), rng.randint(1, 4), mine)
            state = facing(attacker, creature(rng.randint(0, 4), rng.randint(1, 4), theirs), lethal_zero=lethal_zero)
            step(state, both(state), state.parse("ATTACK 1 2"))


@pytest.mark.parametrize("item", [card.number for card in CARDS if card.type], ids=str)
def test_every_item_does_the_same_to_creatures_with_any_keywords(item: int) -> None:
    rng = random.Random(item)
    own = CARDS[item - 1].type == 1
    for keywords in KEYWORD_SETS[:: effort(1, 2, 16)]:
        target = creature(rng.randint(0, 6), rng.randint(1, 6), keywords, able=own and rng.random() < 0.5)
        state = lay({"board": [target] if own else [], "hand": [item]}, {"board": [] if own else [target]})
        step(state, both(state), state.parse("USE 1 2" if not own else "USE 3 1"))


GREEDY = PolicyAgent(GreedyPolicy())


def greedy_pick(state: LocmState) -> int:
    assert state.player is not None
    return GREEDY.choose(state.seat(state.player), 0)


@pytest.mark.parametrize("part", range(5))
def test_the_greedy_player_chooses_what_brute_force_finds_best(part: int) -> None:
    rng = random.Random(part)
    made = 0
    for seed in range(1 if PURE else 10):
        state, oracle = start(seed, **random_options(rng))
        while not oracle.over:
            if oracle.phase == "draft" or rng.random() < 0.1:
                action = rng.choice(state.legal())
            else:
                action = greedy_pick(state)
                assert as_tuple(action) == oracle.greedy()
                made += as_tuple(action) != ("PASS",)
            step(state, oracle, action)
    assert made > (0 if PURE else 100)


@pytest.mark.parametrize("part", range(5))
def test_the_greedy_player_chooses_alike_in_unlikely_battles(part: int) -> None:
    rng = random.Random(part)
    for _ in range(effort(100, 40, 5)):
        options = random_options(rng) | {"rounds": 0}
        state = lay(some_side(rng, options["lanes"]), some_side(rng, options["lanes"]), player=rng.randint(0, 1), **options)
        assert as_tuple(greedy_pick(state)) == both(state).greedy()


@pytest.mark.parametrize("rules", PRESETS)
def test_rollouts_and_random_actions_are_made_of_legal_actions(rules: str) -> None:
    """The engine draws random actions without listing them; each must come from the list, and all must come."""
    rng = Rng(1)
    for seed in range(1 if PURE else 10):
        state, oracle = start(seed, rules=rules, lanes=1 + seed % 2)
        while not oracle.over:
            action = state.random_action(rng)
            assert as_tuple(action) in oracle.legal()
            step(state, oracle, action)


def test_random_actions_are_uniform() -> None:
    mine = {"board": [creature(2, 2), creature(2, 2, lane=1)], "hand": [3, 83, 117, 144, 152, 160]}
    theirs = {"board": [creature(2, 2, "G"), creature(2, 2), creature(2, 2, lane=1)]}
    state = lay(mine, theirs)
    rng, draws = Rng(5), 2000 if PURE else 60_000
    legal = state.legal()
    count = dict.fromkeys(legal, 0)
    for _ in range(draws):
        count[state.random_action(rng)] += 1
    expected = draws / len(legal)
    assert len(legal) == 20
    assert sum((n - expected) ** 2 / expected for n in count.values()) < 50


def test_a_rollout_ends_where_its_actions_lead() -> None:
    state = game("locm").new(3)
    twin = state.copy()
    played = state.rollout(Rng(9))
    rng = Rng(9)
    for _ in range(played):
        twin.apply(twin.random_action(rng))
    assert twin == state and state.over


def test_a_comparison_would_notice_a_difference() -> None:
    state, oracle = start(1)
    oracle.players[0].health = 29
    with pytest.raises(AssertionError):
        assert_same(state, oracle)
