"""The compiled rules and the plain-Python rules play the same games."""

from __future__ import annotations

import random

import pytest

from cardlab import make_agent
from tests.effort import PURE, effort
from tests.games.castle.compare import as_tuple, play_both, start
from tests.games.castle.oracle import Action, Options, ismcts

GAMES = 500
PARTS = effort(20, 4)
"""Ten thousand games for each number of players in full."""


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("part", range(PARTS))
def test_random_games_agree_with_any_number_of_players(players: int, part: int) -> None:
    for game in range(effort(GAMES, GAMES, 20)):
        play_both(Options(players=players), seed=part * 1_000_000 + game, every=16)


@pytest.mark.parametrize("four", ["proper", "legacy", "off"])
@pytest.mark.parametrize("group", ["whole", "any"])
def test_each_four_rule_agrees(four: str, group: str) -> None:
    for seed in range(effort(150, 50, 4)):
        play_both(Options(four=four, group=group, players=2 + seed % 3), seed, every=4)


def _random_options(rng: random.Random) -> Options:
    def ranks(*allowed: int) -> frozenset[int]:
        return frozenset(rng.sample(allowed, rng.choice([0, 0, 1, 2])))

    packs = rng.choice([1, 1, 2])
    players = rng.randint(2, 4 if packs == 1 else 8)
    everything = tuple(range(13))
    return Options(
        players=players,
        packs=packs,
        jokers=rng.choice([0, 0, 2, 4]),
        group=rng.choice(["whole", "any"]),
        four=rng.choice(["proper", "proper", "legacy", "off"]),
        voluntary_pickup=rng.random() < 0.3,
        castle=rng.choice(["sequential", "simultaneous", "random", "swap"]),
        first=rng.choice([f"seat{rng.randrange(players)}", "lowest", "random"]),
        pickup_up=rng.random() < 0.3,
        gamble=rng.random() < 0.3,
        transparent=ranks(*(rank for rank in everything if rank != 8)),
        lower=ranks(*everything),
        skip=ranks(*everything),
        reverse=ranks(*everything),
        two_again=rng.random() < 0.3,
        ten_barred=ranks(*everything),
        ten_extra=rng.random() < 0.7,
        four_extra=rng.random() < 0.7,
        four_anytime=rng.random() < 0.4,
        failed_down=rng.choice(["hand", "table"]),
        finish_special=rng.random() < 0.7,
        ranking=rng.random() < 0.4,
        limit=rng.choice([300, 1000, 2000]),
        repetition=rng.choice([0, 0, 2, 3]),
    )


@pytest.mark.parametrize("part", range(10))
def test_random_mixtures_of_house_rules_agree(part: int) -> None:
    rng = random.Random(part)
    for seed in range(effort(60, 20, 2)):
        play_both(_random_options(rng), seed)


@pytest.mark.skipif(PURE, reason="takes long uncompiled; the search itself is compared in both builds elsewhere")
def test_the_compiled_search_values_moves_like_the_plain_one() -> None:
    state, oracle = start(Options(), 2)
    rng = random.Random(2)
    for _ in range(8):
        action = rng.choice(state.legal())
        state.apply(action)
        oracle.apply(as_tuple(action))
    agent = make_agent(state.game, "ismcts:40000,policy=random,memory=table,c=0.7")
    agent.choose(state.seat(state.player), 1)
    plain: dict[Action, list[float]] = {}
    for _ in range(2):
        for move, (visits, wins) in ismcts(oracle, 1000, 0.7, rng).items():
            known = plain.setdefault(move, [0.0, 0.0])
            plain[move] = [known[0] + visits, known[1] + wins]
    assert {as_tuple(line.action) for line in agent.report.lines} == set(plain) and len(plain) == 3
    for line in agent.report.lines:
        visits, wins = plain[as_tuple(line.action)]
        assert line.value == pytest.approx(wins / visits, abs=4 * 0.5 / visits**0.5)
