"""The agents on Legends of Code and Magic: random and greedy play exactly, search that stays legal, the same in both builds."""

from __future__ import annotations

import json
import math
import os
import random
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from cardlab import Agent, Rng, game, make_agent
from cardlab.agents.agent import PolicyAgent, RandomPolicy
from cardlab.errors import CardlabError, OptionError, RunError, UnknownAgent
from cardlab.games.locm.agents.policies import MATERIAL, WEIGHT_NAMES, GreedyPolicy, WeighedGreedy
from cardlab.games.locm.rules.state import LocmState
from cardlab.lab.matches.arena import Arena
from tests.effort import PURE
from tests.games.locm.samples import positions, random_options, some_side
from tests.games.locm.tables import creature, holding, lay


def choose(state: LocmState, agent: str | Agent, seed: int = 0) -> str:
    """What an agent answers, in words."""
    assert state.player is not None
    return str(state.text(make_agent(state.game, agent).choose(state.seat(state.player), seed)))


# ---- random ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("lanes", [1, 2])
def test_random_is_uniform_over_the_legal_actions_of_every_battle(lanes: int) -> None:
    """Pearson's chi-square, summed over many battles: it is near its degrees of freedom, and no action is left out."""
    luck, rng = random.Random(lanes), Rng(lanes)
    distance = freedom = 0.0
    for _ in range(6 if PURE else 150):
        state = lay(some_side(luck, lanes), some_side(luck, lanes), player=luck.randint(0, 1), lanes=lanes)
        actions, agent, seat = state.legal(), make_agent(state.game, "random"), state.seat(state.player)
        share = 12 if PURE else 40
        found = Counter(agent.choose(seat, rng) for _ in range(share * len(actions)))
        assert set(found) == set(actions)
        distance += sum((found[action] - share) ** 2 / share for action in actions)
        freedom += len(actions) - 1
    assert freedom > (30 if PURE else 1000)
    assert abs(distance - freedom) < 4 * math.sqrt(2 * freedom)


@pytest.mark.parametrize("lanes", [1, 2])
def test_random_is_uniform_in_a_battle_with_everything(lanes: int) -> None:
    """Creatures and items of each colour in hand, a lane that is full, and a Guard opposite: exactly these, equally often."""
    mine = holding(3, 117, 141, 155, board=[creature(1, 1), creature(2, 2), creature(3, 3)])
    state = lay(mine, {"board": [creature(1, 1, "G"), creature(2, 2)]}, lanes=lanes)
    lane = 0 if lanes == 1 else 1
    expected = [
        "PASS", f"SUMMON 7 {lane} Beavrat", "ATTACK 1 2 Beavrat", "ATTACK 3 2 Beavrat", "ATTACK 5 2 Beavrat",
        "USE 9 1 Protein", "USE 9 3 Protein", "USE 9 5 Protein", "USE 11 2 Throwing Knife", "USE 11 4 Throwing Knife",
        "USE 13 -1 Scroll of Firebolt", "USE 13 2 Scroll of Firebolt", "USE 13 4 Scroll of Firebolt",
    ]  # fmt: skip
    n, rng, agent, seat = 40 if PURE else 1000, Rng(3), make_agent(state.game, "random"), state.seat(0)
    found = Counter(state.text(agent.choose(seat, rng)) for _ in range(n * len(expected)))
    assert set(found) == set(expected)
    assert sum((count - n) ** 2 / n for count in found.values()) < 32.9  # 12 degrees of freedom, one in a thousand


def test_random_picks_each_card_equally_often() -> None:
    state, rng = game("locm").new(1), Rng(1)
    agent, n = make_agent(state.game, "random"), 100 if PURE else 3000
    found = Counter(state.text(agent.choose(state.seat(0), rng)) for _ in range(3 * n))
    assert set(found) == {"PICK 0", "PICK 1", "PICK 2"}
    assert sum((count - n) ** 2 / n for count in found.values()) < 13.8


# ---- greedy ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("part", range(2 if PURE else 6))
def test_the_weights_of_the_material_play_as_greedy_does(part: int) -> None:
    """In whole games by all kinds of rules, and in battles as they never come about."""
    rng = random.Random(part)
    options = random_options(rng) if part else {}
    locm = game("locm", **options)
    greedy, weighed = PolicyAgent(GreedyPolicy()), PolicyAgent(WeighedGreedy(locm, RandomPolicy(), MATERIAL))
    played = 0
    for seed in range(1 if PURE else 10):
        state = locm.new(seed)
        while not state.over:
            seat = state.seat(state.player)
            action = greedy.choose(seat, seed)
            assert weighed.choose(seat, seed) == action
            played += state.text(action) != "PASS"
            state.apply(rng.choice(state.legal()) if rng.random() < 0.1 else action)
    assert played > 60
    lanes = locm.options["lanes"]
    for _ in range(3 if PURE else 100):
        battle = lay(some_side(rng, lanes), some_side(rng, lanes), player=rng.randint(0, 1), **(options | {"rounds": 0}))
        weighed = PolicyAgent(WeighedGreedy(battle.game, RandomPolicy()))
        assert choose(battle, weighed) == choose(battle, greedy)


def weights(**changes: float) -> list[float]:
    """The material with other weights for some things."""
    return [changes.get(name, value) for name, value in zip(WEIGHT_NAMES, MATERIAL, strict=True)]


FACE = "ATTACK 1 -1 Beavrat"
ONE = [creature(3, 4)]


@pytest.mark.parametrize(
    ("side", "others", "changes", "by_material", "by_weights"),
    [
        (holding(3, mana=1), [], {"hand": 15.0}, "SUMMON 1 0 Beavrat", "PASS"),
        (holding(board=[creature(2, 2)]), [creature(1, 1)], {"health": 20.0}, "ATTACK 1 2 Beavrat", FACE),
        (holding(board=ONE), [creature(1, 3)], {"creature": 0.0, "health": 3.0}, "ATTACK 1 2 Beavrat", FACE),
        (holding(142), [creature(2, 4, "B")], {"breakthrough": 1.0}, "PASS", "USE 1 2 Staff of Suppression"),
        (holding(137, 139, board=ONE), [], {"ward": 3.0}, FACE, "USE 3 1 Ward"),
        (holding(137, 139, board=ONE), [], {"ward": 3.0, "lethal": 1.0}, FACE, "USE 5 1 Grow Stingers"),
        (holding(138, board=ONE), [], {"guard": 2.0}, FACE, "USE 3 1 Grow Horns"),
        (holding(140, board=ONE), [], {"charge": 7.0}, FACE, "USE 3 1 Grow Wings"),
        (holding(124, board=ONE), [], {"drain": 1.0}, FACE, "USE 3 1 Blood Grapes"),
        (holding(154, 160), [], {"draws": 9.0}, "USE 3 -1 Minor Life Steal Potion", "USE 1 -1 Poison"),
    ],
)
def test_other_weights_play_otherwise(
    side: dict[str, Any], others: list[Any], changes: dict[str, float], by_material: str, by_weights: str
) -> None:
    state = lay(side, {"board": others})
    assert choose(state, "greedy") == by_material
    assert choose(state, PolicyAgent(WeighedGreedy(state.game, RandomPolicy(), weights(**changes)))) == by_weights


def test_weights_come_from_a_file(tmp_path: Path) -> None:
    path = tmp_path / "weights.json"
    path.write_text(json.dumps(weights(health=20.0)))
    state = lay({"board": [creature(2, 2)]}, {"board": [creature(1, 1)]})
    assert choose(state, f"greedy,weights={path}") == "ATTACK 1 -1 Beavrat"
    assert choose(state, "greedy,weights=material") == "ATTACK 1 2 Beavrat"
    for numbers, words in (([1.0] * 11, "has 11 numbers; the vector greedy of locm has 12"), ([1.0] * 160, "has 160 numbers")):
        path.write_text(json.dumps(numbers))
        with pytest.raises(RunError, match=words):
            make_agent(state.game, f"greedy,weights={path}")
    with pytest.raises(RunError, match="there is no file"):
        make_agent(state.game, f"greedy,weights={tmp_path}/none.json")
    with pytest.raises(OptionError, match=r"'materail'. Did you mean 'material'\? Known: evolved, material"):
        make_agent(state.game, "greedy,weights=materail")


def test_both_kinds_of_vectors_can_be_made_and_loaded() -> None:
    locm = game("locm")
    kinds = locm.vectors()
    assert {name: kind.size for name, kind in kinds.items()} == {"draft": 160, "greedy": 12}
    assert kinds["greedy"].labels == WEIGHT_NAMES
    state = lay({"board": [creature(2, 2)]}, {"board": [creature(1, 1)]})
    for name, kind in kinds.items():
        for player in kind.players:
            policy = kind.policy(player)
            policy.load([0.5] * kind.size)
            assert policy.values == [0.5] * kind.size
            with pytest.raises(CardlabError, match=f"takes {kind.size} numbers, not {kind.size - 1}"):
                policy.load([0.5] * (kind.size - 1))
        for vector in locm.vector_names(name):
            values = locm.named_vector(name, vector)
            assert len(values) == kind.size and all(math.isfinite(value) for value in values)
    policy = kinds["greedy"].policy("contest1")
    policy.load(weights(health=20.0))
    assert choose(state, PolicyAgent(policy)) == "ATTACK 1 -1 Beavrat"


def test_active_genes_are_the_cards_on_offer() -> None:
    locm = game("locm")
    active = locm.vectors()["draft"].active
    sizes = {sum(active(scenario)) for scenario in range(20)}
    assert max(sizes) <= 60 and min(sizes) > 30
    assert active(3) == active(3) != active(4)
    blank = locm.blank()
    blank.deal(Rng(99), Rng(3))
    offered = {number for offer in blank.to_dict()["offers"] for number in offer}
    assert [number for number in range(1, 161) if active(3)[number - 1]] == sorted(offered)
    assert all(locm.vectors()["greedy"].active(3))


# ---- search ------------------------------------------------------------------------------------------------------

SEARCHES = [
    "ismcts:30,draft=own",
    "ismcts:20,policy=random,reuse=yes,draft=own",
    "ismcts:30,depth=4,evaluator=board",
    "pimc:30,worlds=3,draft=own",
    "pimc:20,policy=random",
    "flat:30,draft=own",
    "oneply:20,draft=own",
    "beam:60,width=5,draft=own",
    "dfs:60,draft=own",
]


@pytest.mark.parametrize("text", ["ismcts:4,draft=own", "beam:9,width=3,worlds=1,finalists=2,reply=1"] if PURE else SEARCHES)
@pytest.mark.parametrize("spec", ["locm"] if PURE else ["locm", "locm,lanes=1,rules=rust", "locm,rules=paper"])
def test_search_plays_whole_games_legally(spec: str, text: str) -> None:
    locm = game(spec)
    rows = Arena(locm, [make_agent(locm, text), make_agent(locm, "greedy")], seed=1).play(0, 1 if PURE else 2)
    assert rows.errors == {}
    assert all(sum(scores) == 1 for scores in rows.scores)


@pytest.mark.parametrize("text", ["ismcts:400", "ismcts:400,policy=random", "pimc:400,worlds=4", "flat:600"])
def test_search_finds_a_win(text: str) -> None:
    state = lay(
        {"board": [creature(4, 4), creature(1, 1)], "deck": [3] * 5}, {"health": 4, "deck": [3] * 5, "board": [creature(9, 9)]}
    )
    budget = text.replace("00", "0") if PURE else text
    assert choose(state, budget, seed=2) == "ATTACK 1 -1 Beavrat"


def test_the_champion_is_a_beam_that_looks_at_answers() -> None:
    """Where nothing better is to be had, it does what keeps the opponent from winning in the next turn."""
    sides = {"deck": [3] * 5, "mana": 0, "max_mana": 0}
    state = lay({"health": 4, "board": [creature(5, 5)], **sides}, {"board": [creature(4, 4)], **sides})
    agent = make_agent(state.game, "champion:40")
    assert state.text(agent.choose(state.seat(0), 1)) == "ATTACK 1 2 Beavrat"
    assert agent.report.iterations > 40
    state = lay({"health": 4, "board": [creature(5, 5)], **sides}, {"board": [creature(4, 4)], **sides, "health": 5})
    assert choose(state, "champion:40") == FACE


def test_search_visits_add_up_and_a_seed_gives_one_answer() -> None:
    state = next(iter(s.copy() for s in positions(5) if s.to_dict()["phase"] == "battle" and len(s.legal()) > 5))
    n = 20 if PURE else 300
    for text in ("ismcts", "pimc", "oneply", "flat"):
        agents = [make_agent(state.game, f"{text}:{n}") for _ in range(2)]
        chosen = {agent.choose(state.seat(state.player), 4) for agent in agents}
        assert len(chosen) == 1 and agents[0].report.lines == agents[1].report.lines
        assert sum(line.visits for line in agents[0].report.lines) == n


def test_the_game_gives_search_its_own_defaults() -> None:
    state = lay(holding(3, 123, board=[creature(2, 3)]), {"board": [creature(1, 2)]})

    def lines(text: str) -> Any:
        agent = make_agent(state.game, text)
        agent.choose(state.seat(0), 1)
        return agent.report.lines

    n = 10 if PURE else 200
    assert lines(f"ismcts:{n}") == lines(f"ismcts:{n},policy=greedy,epsilon=0.2,c=0.5")
    assert lines(f"ismcts:{n}") != lines(f"ismcts:{n},policy=random")


def test_an_unknown_agent_is_answered_with_those_there_are() -> None:
    with pytest.raises(
        UnknownAgent, match=r"Did you mean 'greedy'.*Known: .*beam.*dfs, e-ismcts, flat, greedy, .*ismcts, .*pimc, random"
    ):
        make_agent(game("locm"), "gredy")


# ---- both builds -------------------------------------------------------------------------------------------------

SCRIPT = """
import json
from tests.games.locm.test_agents import creature, holding, lay
from cardlab import Rng, game, make_agent
from cardlab.lab.matches.arena import Arena
found = []
state = lay(
    holding(3, 123, 155, board=[creature(2, 3), creature(4, 1, "L", lane=1)], deck=[3] * 5, mana=5),
    {"board": [creature(1, 2, "G"), creature(3, 3, "W", lane=1)], "deck": [3] * 5, "health": 9},
)
JUDGED = "beam:60,width=4,worlds=1,finalists=2,reply=1"
for text in ("beam:120,width=6", JUDGED, "dfs:120", "oneply:40", "ismcts:15", "pimc:15,worlds=3"):
    agent = make_agent(state.game, text)
    choice = agent.choose(state.seat(0), 7)
    lines = [[line.action, line.visits, round(line.value, 5)] for line in agent.report.lines]
    found.append([text, choice, lines, agent.report.principal, agent.report.iterations])
for spec in ("locm", "locm,rules=paper", "locm,lanes=1,rules=rust"):
    rules = game(spec)
    state = rules.new(5)
    state.rollout(Rng(5))
    texts = "greedy,draft=contest2", "greedy,weights=material,draft=formula:attack/2+guard"
    agents = [make_agent(rules, text) for text in texts]
    rows = Arena(rules, agents, seed=3, recording=True).play(0, 2)
    found.append([spec, state.digest(), rows.scores, [{**vars(moves), "spent_ns": None} for moves in rows.replays]])
print(json.dumps(found))
"""


def _run(pure: str) -> Any:
    env = {**os.environ, "CARDLAB_PURE": pure, "PYTHONPATH": os.getcwd()}
    done = subprocess.run([sys.executable, "-c", SCRIPT], env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.skipif(PURE, reason="compares both builds from the compiled one")
def test_the_compiled_and_the_uncompiled_agents_agree_number_by_number() -> None:
    """But for the last digits of the evaluator, whose hidden layer is summed in single precision when compiled."""
    compiled, uncompiled = _run("0"), _run("1")
    assert compiled == uncompiled
