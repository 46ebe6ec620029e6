"""The agents on Castle: exact choices, exact numbers of visits, the same answer every time."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections import Counter
from typing import Any

import pytest

from cardlab import Agent, Rng, State, game, make_agent
from cardlab.errors import CardlabError, OptionError, UnknownAgent
from cardlab.lab.matches.arena import Arena
from tests.effort import PURE
from tests.games.castle.tables import lay, legal

CHOICE: dict[str, Any] = {
    "hands": ["3 3 3 4 4 5", "6 6 7 7 8 8"],
    "down": ["9 9 9", "K K K"],
    "stock": "rest",
    "phase": "castle",
}
MIDDLE: dict[str, Any] = {
    "hands": ["4 9 9 J 2", "3 8 Q"],
    "up": ["5 A", "10 A"],
    "down": ["6 6 7", "7 K 3"],
    "pile": "4",
    "stock": "5 J J",
}


def choose(state: State, text: str, seed: int = 0) -> str:
    """What an agent answers, in words."""
    agent = make_agent(state.game, text)
    return str(state.text(agent.choose(state.seat(state.player), seed)))


def visits(agent: Agent) -> list[int]:
    return [line.visits for line in agent.report.lines]


# ---- lowest ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hand", "row"),
    [
        ("2 3 9 10 K A", "castle 2 10 A"),
        ("3 4 5 6 7 8", "castle 6 7 8"),
        ("10 10 2 2 3 3", "castle 2 10 10"),
        ("9 J J Q K K", "castle Q K K"),
    ],
)
def test_lowest_lays_out_its_three_strongest(hand: str, row: str) -> None:
    state = lay([hand, "6 6 7 7 8 8"], down=["4 4 4", "5 5 5"], phase="castle", stock="rest")
    assert choose(state, "lowest") == row


@pytest.mark.parametrize(
    ("hand", "pile", "played"),
    [
        ("2 3 9 9 10", "5", "play 9 9"),
        ("2 3 10", "5", "play 2"),
        ("3 10 10", "5", "play 10 10"),
        ("2 3 10", "", "play 3"),
        ("3 4", "5", "pickup"),
        ("2 A", "K", "play A"),
        ("2 10", "", "play 2"),
        ("9 J", "9", "play 9"),
        ("6 6 6 7", "2", "play 6 6 6"),
    ],
)
def test_lowest_plays_all_cards_of_its_weakest_legal_rank(hand: str, pile: str, played: str) -> None:
    assert choose(lay([hand, "K"], down=["4", "5"], pile=pile), "lowest") == played


def test_lowest_in_the_row_and_face_down() -> None:
    assert choose(lay(["", "K"], up=["4 J J"], down=["4", "5"], pile="5"), "lowest") == "row J J"
    assert choose(lay(["", "K"], down=["4 6 7", "5"], pile="5"), "lowest") == "down 0"
    assert choose(lay(["", "K"], up=["4"], down=["4", "5"], pile="5"), "lowest") == "pickup"


def test_lowest_under_house_rules_stays_legal() -> None:
    specs = [
        "castle,castle=swap",
        "castle,four_anytime=yes,players=3",
        "castle,pickup_up=yes,gamble=yes",
        "castle,group=any,voluntary_pickup=yes",
    ]
    for spec in specs:
        castle = game(spec)
        rows = Arena(castle, [make_agent(castle, "lowest") for _ in range(castle.players)], seed=1).play(0, 3)
        assert rows.errors == {}


# ---- random ------------------------------------------------------------------------------------------------------


def distance(found: Counter[str], expected: dict[str, float]) -> float:
    """Pearson's chi-square."""
    total = sum(found.values())
    assert set(found) == set(expected)
    return sum((found[key] - total * share) ** 2 / (total * share) for key, share in expected.items())


def test_random_draws_the_castle_uniformly_over_the_twenty_index_triples() -> None:
    state, rng = lay(**CHOICE), Rng(11)
    agent = make_agent(state.game, "random")
    found = Counter(state.text(agent.choose(state.seat(0), rng)) for _ in range(600 if PURE else 6000))
    triples = {"3 3 3": 1, "3 3 4": 6, "3 3 5": 3, "3 4 4": 3, "3 4 5": 6, "4 4 5": 1}
    assert distance(found, {f"castle {cards}": ways / 20 for cards, ways in triples.items()}) < 20.5


@pytest.mark.parametrize(
    ("parts", "actions"),
    [
        ({"hands": ["3 4 4 4", "K"], "down": ["5", "6"]}, ["play 3", "play 4 4 4"]),
        ({"hands": ["", "K"], "up": ["3 3 J", ""], "down": ["5", "6"]}, ["row 3 3", "row J"]),
        ({"hands": ["", "K"], "down": ["5 7 8", "6"]}, ["down 0", "down 1", "down 2"]),
        ({"hands": ["3 4 4", "K"], "down": ["5", "6"], "spec": "castle,group=any"}, ["play 3", "play 4", "play 4 4"]),
        (
            {"hands": ["3 4 4", "K"], "down": ["5", "6"], "pile": "2", "spec": "castle,voluntary_pickup=yes"},
            ["play 3", "play 4 4", "pickup"],
        ),
    ],
)
def test_random_is_uniform_over_actions_not_cards(parts: dict[str, Any], actions: list[str]) -> None:
    state, rng = lay(**parts), Rng(5)
    found = Counter(state.text(state.random_action(rng)) for _ in range(3000))
    assert distance(found, {action: 1 / len(actions) for action in actions}) < 13.8


# ---- flat Monte Carlo --------------------------------------------------------------------------------------------


def test_flat_mc_counts_the_twenty_triples_apart_and_loses_the_first_playout_of_each() -> None:
    state = lay(**CHOICE)
    agent = make_agent(state.game, "flat_mc:105")
    agent.choose(state.seat(0), 3)
    assert visits(agent) == [5] * 5 + [4] * 15
    assert agent.report.iterations == 105
    ways = Counter(state.text(line.action) for line in agent.report.lines)
    assert ways == {
        "castle 3 3 3": 1,
        "castle 3 3 4": 6,
        "castle 3 3 5": 3,
        "castle 3 4 4": 3,
        "castle 3 4 5": 6,
        "castle 4 4 5": 1,
    }


def test_flat_mc_with_no_more_iterations_than_moves_takes_the_first() -> None:
    state = lay(**CHOICE)
    agent = make_agent(state.game, "flat_mc:20")
    assert agent.choose(state.seat(0), 3) == state.legal()[0]
    assert visits(agent) == [0] * 20


def test_flat_samples_each_move_evenly_and_loses_nothing() -> None:
    state = lay(**MIDDLE)
    agent = make_agent(state.game, "flat:42")
    agent.choose(state.seat(0), 3)
    assert legal(state) == ["play 2", "play 4", "play 9 9", "play J"]
    assert visits(agent) == [11, 11, 10, 10]


def test_flat_finds_the_winning_card() -> None:
    state = lay(["3 10", "A"], pile="2")
    assert choose(state, "flat:200") == "play 10"


# ---- tree search -------------------------------------------------------------------------------------------------

SEARCHES = [
    "ismcts:120",
    "ismcts:120,final=value",
    "ismcts:120,discount=0.95",
    "ismcts:120,policy=lowest,epsilon=0.2",
    "ismcts:120,memory=table",
    "ismcts:120,memory=2,c=0.3",
    "ismcts:120,limit=30",
    "ismcts:120,threads=2",
    "pimc:120,worlds=4",
    "pimc:120,worlds=7,threads=2",
    "flat:120",
]


@pytest.mark.parametrize("text", SEARCHES)
def test_visits_add_up_to_the_budget_and_a_seed_gives_one_answer(text: str) -> None:
    state = lay(**MIDDLE)
    agents = [make_agent(state.game, text) for _ in range(2)]
    choices = [agent.choose(state.seat(0), 9) for agent in agents]
    reports = [[(line.action, line.visits, line.value) for line in agent.report.lines] for agent in agents]
    assert choices[0] == choices[1] and reports[0] == reports[1]
    assert sum(visits(agents[0])) == 120 == agents[0].report.iterations
    assert sorted(line.action for line in agents[0].report.lines) == sorted(state.legal())
    assert all(0 <= line.value <= 1 for line in agents[0].report.lines)
    assert choices[0] in state.legal()


def test_another_seed_searches_differently() -> None:
    state = lay(**MIDDLE)
    found = set()
    for seed in range(4):
        agent = make_agent(state.game, "ismcts:120")
        agent.choose(state.seat(0), seed)
        found.add(tuple(visits(agent)))
    assert len(found) > 1


@pytest.mark.parametrize("text", ["ismcts:500", "pimc:500", "flat:500", "ismcts:500,threads=2"])
def test_a_single_legal_move_is_not_searched(text: str) -> None:
    state = lay(["3 4", "K"], down=["4", "5"], pile="A")
    agent = make_agent(state.game, text)
    assert state.text(agent.choose(state.seat(0))) == "pickup"
    assert agent.report.iterations == 0


def test_face_down_cards_are_one_move_to_a_search() -> None:
    state = lay(["", "K"], down=["4 6 7", "5"], pile="3")
    agent = make_agent(state.game, "ismcts:500")
    assert state.text(agent.choose(state.seat(0))) == "down 0"
    assert agent.report.iterations == 0


@pytest.mark.parametrize(
    "text", ["ismcts:400", "ismcts:400,final=value", "pimc:400", "ismcts:400,threads=2", "ismcts:400,policy=lowest"]
)
def test_search_finds_the_win(text: str) -> None:
    assert choose(lay(["3 10", "A"], pile="2"), text) == "play 10"


def test_the_final_choice_is_by_visits_or_by_value() -> None:
    state = lay(**MIDDLE)
    for seed in range(5):
        by_visits, by_value = make_agent(state.game, "ismcts:60"), make_agent(state.game, "ismcts:60,final=value")
        first, second = by_visits.choose(state.seat(0), seed), by_value.choose(state.seat(0), seed)
        lines = by_value.report.lines
        assert lines == by_visits.report.lines
        assert first == max(lines, key=lambda line: (line.visits, line.value)).action
        assert second == max(lines, key=lambda line: (line.value, line.visits)).action


def test_a_discount_makes_rewards_smaller() -> None:
    state = lay(**MIDDLE)

    def mean(text: str) -> float:
        agent = make_agent(state.game, text)
        agent.choose(state.seat(0), 1)
        return sum(line.value * line.visits for line in agent.report.lines) / 200

    assert mean("ismcts:200,discount=0.9") < 0.6 * mean("ismcts:200")


class Probe:
    """Looks over the shoulder of another agent during a match."""

    def __init__(self, inner: Agent) -> None:
        self.inner, self.totals = inner, []  # type: ignore[var-annotated]

    def choose(self, seat: Any, rng: Any) -> int:
        action = self.inner.choose(seat, rng)
        if self.inner.report.iterations:
            self.totals.append(sum(visits(self.inner)))
        return int(action)

    def new_game(self) -> None:
        self.inner.new_game()


@pytest.mark.parametrize("reuse", ["yes", "no"])
def test_reuse_keeps_the_part_of_the_tree_that_was_played(reuse: str) -> None:
    castle = game("castle,four=legacy")
    probe = Probe(make_agent(castle, f"ismcts:60,reuse={reuse}"))
    rows = Arena(castle, [make_agent(castle, probe), make_agent(castle, "lowest")], seed=2).play(0, 1 if PURE else 4)
    assert rows.errors == {}
    assert min(probe.totals) == 60
    assert (max(probe.totals) > 60) == (reuse == "yes")


def test_an_agent_is_asked_only_for_its_own_decision() -> None:
    state = lay(**MIDDLE)
    with pytest.raises(CardlabError, match="seat 1 is not to move"):
        make_agent(state.game, "random").choose(state.seat(1))


SCRIPT = """
import json
from tests.games.castle.test_agents import CHOICE, MIDDLE, SEARCHES
from tests.games.castle.tables import lay
from cardlab import Rng, game, make_agent
from cardlab.lab.matches.arena import Arena
found = []
for parts in (MIDDLE, CHOICE):
    state = lay(**parts)
    for text in [text for text in SEARCHES if "threads" not in text]:
        agent = make_agent(state.game, text)
        choice = agent.choose(state.seat(0), 7)
        lines = [[line.action, line.visits, line.value] for line in agent.report.lines]
        found.append([text, choice, lines, agent.report.principal])
MIXTURES = ("players=3,four_anytime=yes,repetition=2,group=any", "players=4,castle=swap,packs=2,jokers=2,ranking=yes")
for spec in ("castle", *("castle," + options for options in MIXTURES)):
    state = game(spec).new(5)
    state.rollout(Rng(5))
    found.append([spec, state.digest()])
castle = game("castle")
agents = [make_agent(castle, "ismcts:12,reuse=yes"), make_agent(castle, "lowest")]
rows = Arena(castle, agents, seed=3, recording=True).play(0, 1)
print(json.dumps([found, rows.scores, [{**vars(moves), "spent_ns": None} for moves in rows.replays]]))
"""


def _run(pure: str) -> Any:
    env = {**os.environ, "CARDLAB_PURE": pure, "PYTHONPATH": os.getcwd()}
    done = subprocess.run([sys.executable, "-c", SCRIPT], env=env, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.skipif(PURE, reason="compares both builds from the compiled one")
def test_the_compiled_and_the_uncompiled_search_agree_visit_by_visit() -> None:
    compiled, uncompiled = _run("0"), _run("1")
    assert compiled == uncompiled


# ---- agent texts -------------------------------------------------------------------------------------------------


def test_an_unknown_agent_is_answered_with_those_there_are() -> None:
    with pytest.raises(
        UnknownAgent,
        match=r"Did you mean 'lowest'.*beam, dfs, e-ismcts, flat, flat_mc, .*, pimc, random, ranks, rollout, split.*:module",
    ):
        make_agent(game("castle"), "lowset")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ismcts:many", "write iterations"),
        ("ismcts:0", "a budget needs"),
        ("ismcts:100,cc=1", "Known: again, aim, batch, c, depth"),
        ("ismcts:100,c=x", "a number from 0 to 100"),
        ("ismcts:100,c", "write name=value"),
        ("ismcts:100,c=1,c=2", "given twice"),
        ("random:5", "needs no budget"),
        ("ismcts:10,final=best", "visits, value"),
        ("ismcts:10,policy=ismcts:5", "that agent searches"),
        ("ismcts:10,depth=5", "needs an evaluator"),
        ("ismcts:3,threads=4", "more than the 3 iterations"),
        ("ismcts:10,memory=-5", "full, pickups"),
        ("ismcts:10,memory=99999999999", "full, pickups"),
    ],
)
def test_a_wrong_agent_text_says_what_would_be_right(text: str, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        make_agent(game("castle"), text)


def test_agents_stand_in_agents_in_brackets() -> None:
    rules = game("castle")
    inner = "split,row=(ismcts:20,c=1),play=lowest"
    outer = make_agent(rules, f"split,row=({inner}),play=(lowest)")
    state = rules.new(3)
    assert outer.choose(state.seat(0), 1) == make_agent(rules, inner).choose(state.seat(0), 1)
    assert outer.spec == f"split,row=({inner}),play=(lowest)"
    with pytest.raises(OptionError, match="a bracket has no partner"):
        make_agent(rules, "split,row=(ismcts:20,c=1,play=lowest")
    with pytest.raises(OptionError, match="Class, without options"):
        make_agent(rules, "python[c=1]:json.JSONDecoder")


def test_asking_about_the_same_decision_again_is_no_return_of_the_position() -> None:
    rules = game("castle")
    state = rules.new(3)
    agent = make_agent(rules, "ismcts:100,vary=1")
    assert {agent.choose(state.seat(0), 1) for _ in range(8)} == {make_agent(rules, "ismcts:100").choose(state.seat(0), 1)}


def test_when_a_position_returns_actions_close_to_the_best_are_chosen_too() -> None:
    rules = game("castle")
    state = rules.new(3)
    agent = make_agent(rules, "ismcts:100,vary=1")
    past: list[tuple[int, int]] = []
    chosen = []
    for seed in range(12 if PURE else 30):
        chosen.append(agent.choose(state.seat(0, past), seed))
        past += [(0, state.legal()[0]), (1, state.legal()[0])]
    assert len(set(chosen[1:])) > (4 if PURE else 8)
    agent.new_game()
    assert agent.choose(state.seat(0), 0) == chosen[0]
