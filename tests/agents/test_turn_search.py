"""Beam and depth-first search over whole turns: they find what there is to find, once a turn, within their budget."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from cardlab import Agent, Report, Seat, State, Stop, game, make_agent
from cardlab.errors import OptionError
from cardlab.games.locm.rules.state import LocmState
from cardlab.lab.matches.arena import Arena
from tests.agents.turns import FILLER, PURE, after, brute_force, end_value, planned, single_minded, slow, small_battle
from tests.games.castle import tables as castle
from tests.games.locm.tables import creature, holding, lay
from tests.lab.matches.plain_games import RaceGame

BOTH = ["beam", "dfs"]


def battle(first: dict[str, Any], second: dict[str, Any], **facts: Any) -> LocmState:
    """A battle in which both still have cards to draw."""
    return lay({"deck": FILLER, **first}, {"deck": FILLER, **second}, **facts)


def crowd(health: int = 30) -> LocmState:
    """Six attackers, and nobody opposite: each attacks the opponent or does not, in any order."""
    return battle({"board": [creature(1, 1, lane=lane) for lane in (0, 0, 0, 1, 1, 1)]}, {"health": health})


def melee(**facts: Any) -> LocmState:
    """Six against six, with far more orders than any budget."""
    six = [creature(2, 5 + i, lane=i // 3) for i in range(6)]
    return battle({"board": six, **facts}, {"board": six})


# ---- wins that need several actions in the right order -----------------------------------------------------------

ALPHA_TROLL, ABYSS_NIGHTMARE = 61, 88
WRISTGUARDS, BUCKLER, GROW_WINGS, PIERCE_ARMOUR, RUNE_AXE, DECIMATE = 123, 136, 140, 143, 144, 151
WINS = {
    "take Guard away, then attack": (
        battle(holding(PIERCE_ARMOUR, board=[creature(6, 1)]), {"health": 6, "board": [creature(1, 9, "G")]}),
        ["USE 3 2 Pierce Armour", "ATTACK 1 -1 Beavrat"],
    ),
    "kill the Guard that has Ward, then attack": (
        battle(holding(DECIMATE, board=[creature(6, 1)]), {"health": 6, "board": [creature(1, 9, "GW")]}),
        ["USE 3 2 Decimate", "ATTACK 1 -1 Beavrat"],
    ),
    "strengthen, then attack": (
        battle(holding(WRISTGUARDS, board=[creature(3, 1)]), {"health": 7}),
        ["USE 3 1 Wristguards", "ATTACK 1 -1 Beavrat"],
    ),
    "summon with Charge, then attack": (
        battle(holding(ABYSS_NIGHTMARE, mana=5), {"health": 4, "board": [creature(1, 1, "G", lane=0)]}),
        ["SUMMON 1 1 Abyss Nightmare", "ATTACK 1 -1 Abyss Nightmare"],
    ),
    "summon, give Charge, strengthen, then attack": (
        battle(holding(3, GROW_WINGS, WRISTGUARDS, mana=5), {"health": 6, "board": [creature(1, 1, "G", lane=1)]}),
        ["SUMMON 1 0 Beavrat", "USE 3 1 Grow Wings", "USE 5 1 Wristguards", "ATTACK 1 -1 Beavrat"],
    ),
    "weaken the Guard, kill it with one, attack with the other": (
        battle(
            holding(RUNE_AXE, board=[creature(2, 1), creature(5, 1)]),
            {"health": 5, "board": [creature(9, 4, "G"), creature(9, 9)]},
        ),
        ["USE 5 2 Rune Axe", "ATTACK 1 2 Beavrat", "ATTACK 3 -1 Beavrat"],
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", WINS)
@pytest.mark.parametrize("text", ["dfs"] if PURE else ["beam", "beam:5000,width=8", "dfs", "beam,worlds=2,finalists=5"])
def test_a_win_that_needs_the_right_order_is_found(name: str, text: str) -> None:
    state, expected = WINS[name]
    agent = make_agent(state.game, text)
    agent.choose(state.seat(0), 1)
    assert sorted(state.text(action) for action in agent.report.principal) == sorted(expected)
    end = after(state, agent.report.principal)
    assert end.result is not None and end.result.winner == 0
    assert agent.report.lines[0].value == 1.0


@slow
def test_the_win_is_played_action_by_action() -> None:
    for text in BOTH:
        state = WINS["summon, give Charge, strengthen, then attack"][0].copy()
        agent = make_agent(state.game, text)
        while not state.over:
            assert state.player == 0
            state.apply(agent.choose(state.seat(0), 1))
        assert state.result is not None and state.result.winner == 0


# ---- nothing better exists ---------------------------------------------------------------------------------------


@slow
@pytest.mark.parametrize("part", range(4))
def test_no_order_of_actions_ends_better_than_the_plan(part: int) -> None:
    rng = random.Random(part)
    tried = looked = 0
    for _ in range(50):
        state = small_battle(rng)
        me, evaluator, seen = state.player, state.game.evaluator("board"), [0]
        assert me is not None
        best = brute_force(state, me, evaluator, seen)
        for text in ("dfs:1000000", "beam:1000000,width=1024"):
            agent = make_agent(state.game, text)
            assert end_value(state, agent, evaluator) == best
            assert agent.report.iterations <= seen[0]
            looked += agent.report.iterations
            tried += seen[0]
    assert tried > 2 * looked


@slow
@pytest.mark.parametrize("text", ["dfs:1000000", "beam:1000000,width=64"])
def test_a_position_reached_by_several_orders_is_looked_into_once(text: str) -> None:
    """Sets of six attackers who have attacked: 64. From each one can pass, or let one of the others attack."""
    state = crowd()
    agent = make_agent(state.game, text)
    value = end_value(state, agent, state.game.evaluator("board"))
    assert agent.report.iterations == 64 + 6 * 32
    assert after(state, agent.report.principal).to_dict()["players"][1]["health"] == 24
    assert value == pytest.approx(agent.report.lines[0].value, abs=0)


@slow
def test_a_narrow_beam_looks_at_less() -> None:
    looked = []
    for width in (1, 4, 16, 64):
        agent = make_agent(game("locm"), f"beam:1000000,width={width}")
        agent.choose(crowd().seat(0), 1)
        looked.append(agent.report.iterations)
    assert looked[0] == 7 + 6 + 5 + 4 + 3 + 2 + 1
    assert looked == sorted(set(looked))


# ---- one search a turn -------------------------------------------------------------------------------------------


class Diary:
    """Looks over the shoulder of an agent: for each of its turns in the battle the reports and the choices."""

    def __init__(self, inner: Agent) -> None:
        self.inner = inner
        self.turns: list[tuple[list[Report], list[int]]] = []
        self.latest = -1

    def choose(self, seat: Seat, rng: Any) -> int:
        action = self.inner.choose(seat, rng)
        view = seat.view()
        if view["phase"] == "battle":
            if view["turn"] != self.latest:
                self.turns.append(([], []))
            self.latest = view["turn"]
            self.turns[-1][0].append(self.inner.report)
            self.turns[-1][1].append(action)
        return action

    def new_game(self) -> None:
        self.latest = -1
        self.inner.new_game()


@slow
@pytest.mark.parametrize("text", ["beam:400,width=10", "dfs:400", "beam:300,width=5,worlds=2,finalists=4"])
def test_a_turn_is_searched_once_and_played_as_planned(text: str) -> None:
    locm = game("locm")
    diary = Diary(make_agent(locm, text))
    rows = Arena(locm, [make_agent(locm, diary), make_agent(locm, "greedy")], seed=4).play(0, 6)
    assert rows.errors == {}
    assert max(len(actions) for _, actions in diary.turns) > 3
    for reports, actions in diary.turns:
        assert reports == [reports[0]] * len(reports), "no decision of a turn but the first searches"
        assert list(reports[0].principal) == actions


def test_a_plan_is_kept_while_things_go_as_planned_and_made_anew_if_they_do_not() -> None:
    state = crowd()
    agent = make_agent(state.game, "beam")
    first = agent.choose(state.seat(0), 1)
    report = agent.report
    assert report.iterations > 0 and report.principal[0] == first
    state.apply(first)
    assert agent.choose(state.seat(0), 1) == report.principal[1]
    assert agent.report == report
    other = crowd(health=5)
    other.apply(first)
    chosen = agent.choose(other.seat(0), 1)
    assert agent.report != report and agent.report.principal[0] == chosen
    assert agent.report.lines[0].value == 1.0 and len(agent.report.principal) == 4


def test_a_new_game_and_the_same_position_again_begin_a_new_plan() -> None:
    state = crowd()
    agent = make_agent(state.game, "dfs")
    first = agent.choose(state.seat(0), 1)
    report = agent.report
    assert agent.choose(state.seat(0), 1) == first
    assert agent.report.principal == report.principal
    state.apply(first)
    agent.new_game()
    agent.choose(state.seat(0), 1)
    assert agent.report.iterations == 32 + 5 * 16


def test_a_single_legal_action_is_not_searched() -> None:
    state = battle({}, {"board": [creature(3, 3)]})
    for text in BOTH:
        agent = make_agent(state.game, text)
        agent.choose(crowd().seat(0), 1)
        assert state.text(agent.choose(state.seat(0), 1)) == "PASS"
        assert agent.report.iterations == 0 and agent.report.principal == (5,)


# ---- budgets -----------------------------------------------------------------------------------------------------


@slow
@pytest.mark.parametrize("text", BOTH)
def test_a_search_stops_soon_after_its_positions_are_used_up(text: str) -> None:
    """The actions of one position are always looked at together, here 25 at the most, and 4 fewer after each attack.

    A beam grows narrower when it goes down, and in the end follows one position to the end of the turn.
    """
    state = melee()
    assert len(state.legal()) == 25
    rest = 21 + 17 + 13 + 9 + 5 + 1 if text == "beam" else 0
    for budget in (1, 25, 100, 400):
        agent = make_agent(state.game, f"{text}:{budget}")
        assert agent.choose(state.seat(0), 1) in state.legal()
        assert 0.8 * budget <= agent.report.iterations < budget + 25 + rest
        end = after(state, agent.report.principal)
        assert end.player == 1


@slow
@pytest.mark.parametrize("text", BOTH)
def test_a_budget_of_time_ends_a_search_that_would_go_on(text: str) -> None:
    state, width = melee(), ",width=1024" if text == "beam" else ""
    timed, long, both = (make_agent(state.game, f"{text}:{budget}{width}") for budget in ("2ms", "1000000", "30+10s"))
    for agent in (timed, long, both):
        agent.choose(state.seat(0), 1)
        assert after(state, agent.report.principal).player == 1
    assert 0 < timed.report.iterations < long.report.iterations
    assert timed.report.seconds >= 0.001
    assert 30 <= both.report.iterations < 55 + 66


@slow
def test_a_larger_budget_never_plans_a_worse_end() -> None:
    state = melee(hand=[WRISTGUARDS, BUCKLER, 3])
    evaluator = state.game.evaluator("board")
    values = [end_value(state, make_agent(state.game, f"dfs:{budget}"), evaluator) for budget in (1, 30, 300, 3000)]
    assert values == sorted(values) and values[0] < values[-1]


def test_a_spent_budget_still_gives_a_legal_action_where_no_end_of_the_turn_was_seen() -> None:
    state = castle.lay(["10 10 3 4", "K 5"], down=["4", "5"], pile="A", spec="castle,group=any")
    assert castle.legal(state) == ["play 10", "play 10 10"]
    for text in ("beam:1", "dfs:1", "beam:1,worlds=2", "dfs:2"):
        agent = make_agent(state.game, text)
        assert agent.choose(state.seat(0), 1) in state.legal()
        assert text.startswith("beam") or set(agent.report.principal) <= set(state.legal())


@pytest.mark.parametrize("text", [*BOTH, "beam,worlds=5", "oneply"])
def test_a_search_that_is_asked_to_stop_still_chooses(text: str) -> None:
    state, stop = melee(), Stop()
    stop.asked = 1
    agent = make_agent(state.game, text, stop)
    assert agent.choose(state.seat(0), 1) in state.legal()
    assert agent.report.iterations < 1000


# ---- what the others answer --------------------------------------------------------------------------------------


def threatened() -> LocmState:
    """Attacking the opponent looks good, but then the creature opposite kills; a trade prevents that."""
    return battle({"health": 3, "board": [creature(5, 5)], "mana": 0}, {"board": [creature(4, 4)], "max_mana": 0, "mana": 0})


FACE, TRADE = ["ATTACK 1 -1 Beavrat", "PASS"], ["ATTACK 1 2 Beavrat", "PASS"]


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ("", FACE),
        ("worlds=4,trust=0", TRADE),
        ("worlds=1,trust=0", TRADE),
        ("worlds=4", TRADE),
        ("worlds=4,trust=10", FACE),
        ("worlds=4,trust=0,finalists=2", FACE),
        ("worlds=4,trust=0,finalists=3", TRADE),
    ],
)
@pytest.mark.parametrize("agent", BOTH)
def test_the_best_ends_are_judged_by_the_answers_to_them(tmp_path: Path, agent: str, options: str, expected: list[str]) -> None:
    """Who looks at the opponent's health only: 25 after the attack, 30 otherwise, so that passing comes second."""
    evaluator = single_minded(tmp_path, "other_health", -1.0)
    assert planned(threatened(), ",".join(filter(None, [agent, f"evaluator={evaluator}", options]))) == expected


def test_the_report_tells_the_plan_and_what_its_end_is_worth(tmp_path: Path) -> None:
    state, evaluator = threatened(), single_minded(tmp_path, "other_health", -1.0)
    for options in ("", ",worlds=2,trust=0"):
        agent = make_agent(state.game, f"beam,evaluator={evaluator}{options}")
        chosen = agent.choose(state.seat(0), 0)
        end = after(state, agent.report.principal)
        (line,) = agent.report.lines
        assert line.action == chosen and line.visits == agent.report.iterations
        assert line.value == state.game.evaluator(evaluator).value(end, 0)


@slow
@pytest.mark.parametrize(("reply", "saved"), [(1, False), (2, True), (3, True), (64, True)])
def test_a_wide_beam_of_answers_sees_what_a_narrow_one_misses(tmp_path: Path, reply: int, saved: bool) -> None:
    """The opponent's greedy start, breaking through the Guard, deals 4 and then 1; Lethal first leaves the way free for 9."""
    mine = holding(DECIMATE, board=[creature(0, 5, "G"), creature(2, 2, lane=1)], health=9, mana=5)
    theirs = {"board": [creature(1, 9, "L"), creature(9, 9, "B")], "max_mana": 0, "mana": 0}
    state = battle(mine, theirs)
    evaluator = single_minded(tmp_path, "other_health", -1.0)
    plan = planned(state, f"beam,evaluator={evaluator},worlds=4,trust=0,reply={reply}")
    assert "ATTACK 3 -1 Beavrat" in plan
    assert any(text.startswith("USE") for text in plan) == saved


@slow
@pytest.mark.parametrize(("plies", "card"), [(1, "Abyss Nightmare"), (2, "Alpha Troll"), (4, "Alpha Troll")])
def test_more_plies_see_what_grows_later(tmp_path: Path, plies: int, card: str) -> None:
    """Charge strikes for 4 at once; the other, stronger, only in the next own turn."""
    state = battle(holding(ABYSS_NIGHTMARE, ALPHA_TROLL, mana=9), {"max_mana": 0, "mana": 0})
    evaluator = single_minded(tmp_path, "other_health", -1.0)
    plan = planned(state, f"beam,evaluator={evaluator},worlds=8,trust=0,plies={plies}")
    assert card in plan[0]


@slow
def test_answers_are_counted_as_positions_looked_at() -> None:
    state = melee()
    plain, judged = (make_agent(state.game, f"beam:200{options}") for options in ("", ",worlds=3,finalists=4,reply=1"))
    for agent in (plain, judged):
        agent.choose(state.seat(0), 1)
    assert judged.report.iterations > plain.report.iterations + 3 * 4


@slow
@pytest.mark.parametrize("text", ["beam:200,width=6", "dfs:200", "beam:150,width=4,worlds=2,finalists=3"])
def test_a_seed_gives_one_game(text: str) -> None:
    locm = game("locm")

    def replays(seed: int) -> Any:
        rows = Arena(locm, [make_agent(locm, text), make_agent(locm, "random")], seed=seed, recording=True).play(0, 3)
        assert rows.errors == {}
        return rows.replays

    assert replays(1) == replays(1) != replays(2)


# ---- every game with an evaluator --------------------------------------------------------------------------------


@slow
@pytest.mark.parametrize("spec", ["castle", "castle,players=3", "castle,group=any,voluntary_pickup=yes", "locm,lanes=1"])
@pytest.mark.parametrize("text", ["beam:100,width=8", "dfs:100", "beam:60,width=3,worlds=2,finalists=3,plies=3"])
def test_whole_games_are_legal(spec: str, text: str) -> None:
    rules = game(spec)
    agents = [make_agent(rules, text) for _ in range(rules.players)]
    rows = Arena(rules, agents, seed=2).play(0, 4)
    assert rows.errors == {}


def test_a_turn_of_castle_goes_on_after_a_burn() -> None:
    """A 10 burns the pile and plays on. Here the last card then wins, though the evaluator likes to keep a 10."""
    state = castle.lay(["3 10", "A"], pile="2")
    for text in BOTH:
        agent = make_agent(state.game, text)
        agent.choose(state.seat(0), 0)
        assert [state.text(action) for action in agent.report.principal] == ["play 10", "play 3"]
        assert agent.report.iterations == 3 and agent.report.lines[0].value == 1.0


@pytest.mark.parametrize("text", [*BOTH, "oneply"])
def test_a_game_without_an_evaluator_is_refused(text: str) -> None:
    with pytest.raises(OptionError, match=r"race has no evaluator of its own, and this search needs one"):
        make_agent(RaceGame(), text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("beam,width=0", "a whole number from 1 to 1024"),
        ("beam,width=1025", "a whole number from 1 to 1024"),
        ("dfs,width=5", "width"),
        ("beam,finalists=257", "a whole number from 2 to 256"),
        ("beam,plies=9", "a whole number from 1 to 8"),
        ("beam,reply=0", "a whole number from 1 to 64"),
        ("dfs,trust=-1", "a number from 0 to 10"),
        ("beam,evaluator=borad", "Did you mean 'board'"),
        ("beam,threads=2", "threads"),
        ("beam:0", "a budget needs"),
    ],
)
def test_wrong_options_are_refused(text: str, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        make_agent(game("locm"), text)


def test_castle_is_judged_by_its_own_evaluator() -> None:
    state: State = game("castle").new(3)
    agent = make_agent(state.game, "beam,evaluator=standard")
    agent.choose(state.seat(0), 1)
    named = agent.report
    default = make_agent(state.game, "beam")
    default.choose(state.seat(0), 1)
    assert (default.report.principal, default.report.lines) == (named.principal, named.lines)
    with pytest.raises(OptionError, match="Known: cards"):
        make_agent(state.game, "beam,evaluator=board")


# ---- budgets are kept to, and used ---------------------------------------------------------------------------------


@slow
def test_a_dive_goes_on_as_far_as_its_budget() -> None:
    """More steps than a plan has room to remember all of: six against six, with hands."""
    state = melee(hand=[WRISTGUARDS, BUCKLER, 3, 3, 3], mana=12, max_mana=12)
    for budget in (100_000, 400_000):
        agent = make_agent(state.game, f"dfs:{budget}")
        agent.choose(state.seat(0), 1)
        assert budget <= agent.report.iterations < budget + 60


ROOM = """
import cardlab.agents.planner as planner
from cardlab import make_agent
from tests.agents.test_turn_search import melee
state = melee()
for planner.MAX_CHILDREN in (planner.MAX_CHILDREN, 30):
    agent = make_agent(state.game, "beam:100000,width=4")
    agent.choose(state.seat(0), 1)
    print(agent.report.iterations, agent.report.lines[0].value)
"""


@slow
def test_a_level_with_more_positions_than_there_is_room_for_keeps_the_best_of_all() -> None:
    """Not the first that were looked at. The uncompiled build can be told to have less room."""
    env = {**os.environ, "CARDLAB_PURE": "1", "PYTHONPATH": os.getcwd()}
    done = subprocess.run([sys.executable, "-c", ROOM], env=env, capture_output=True, text=True, timeout=300, check=True)
    roomy, cramped = done.stdout.splitlines()
    assert roomy == cramped


@slow
@pytest.mark.parametrize("budget", [60, 200, 800])
def test_a_beam_with_a_small_budget_still_finishes_its_turns(budget: int) -> None:
    """It is about as strong as a dive; a beam that ended its turn when its budget was spent won one game in ten."""
    from cardlab import play_match

    result = play_match("locm", [f"beam:{budget}", f"dfs:{budget}"], games=200, seed=1)
    assert result.roles[0].score > 0.3


@slow
def test_a_budget_that_is_nearly_spent_makes_the_beam_narrower() -> None:
    """Less budget never ends the turn sooner: each of the six creatures attacks, or has a reason not to."""
    state = crowd()
    for budget in (1, 5, 10, 20, 40, 100):
        agent = make_agent(state.game, f"beam:{budget}")
        agent.choose(state.seat(0), 1)
        assert len(agent.report.principal) == 7, "six attacks, and a pass"
