"""An agent keeps what it works on, so it serves one thread at a time; who asks it meanwhile is told so."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
import pytest

from cardlab import Agent, Seat, Stop, game, make_agent, play_match
from cardlab.agents.agent import PolicyAgent, RandomPolicy
from cardlab.errors import CardlabError, OptionError, RunError
from cardlab.games.castle.agents.policies import RankPolicy
from cardlab.games.locm.agents.policies import Drafter
from cardlab.lab.matches.arena import Arena

SEARCHES = [
    "ismcts:100000000",
    "pimc:100000000",
    "mcts:100000000",
    "flat:100000000",
    "oneply:100000000",
    "ismcts:100000000,threads=2",
]


@contextmanager
def thinking(agent: Agent, seat: Seat, stop: Stop) -> Iterator[None]:
    """While it is open, the agent thinks in another thread."""
    begun = threading.Event()

    def think() -> None:
        begun.set()
        agent.choose(seat, 1)

    thread = threading.Thread(target=think)
    thread.start()
    begun.wait()
    time.sleep(0.05)
    try:
        yield
    finally:
        stop.asked = 1
        thread.join()
        stop.asked = 0


def seat_of(name: str) -> Seat:
    """A decision with a choice, after the draft if there is one."""
    state = game(name).new(3)
    mover = make_agent(game(name), "random")
    for number in range(game(name).opening + 8):
        assert state.player is not None
        state.apply(mover.choose(state.seat(state.player), number))
    while len(state.legal()) < 3:
        assert state.player is not None
        state.apply(mover.choose(state.seat(state.player), 0))
    assert state.player is not None
    return state.seat(state.player)


@pytest.mark.parametrize("text", SEARCHES)
@pytest.mark.parametrize("name", ["castle", "locm"])
def test_an_agent_at_work_is_refused_to_a_second_thread(name: str, text: str) -> None:
    seat, stop = seat_of(name), Stop()
    agent = make_agent(seat.game, text, stop)
    with thinking(agent, seat, stop):
        for ask in (lambda: agent.choose(seat, 2), agent.new_game):
            with pytest.raises(RunError, match=r"is at work already.*one thread at a time: make another one for each"):
                ask()
        with pytest.raises(RunError, match="at work already"):
            Arena(seat.game, [agent, make_agent(seat.game, "random")], seed=1).play(0, 1)
    stop.asked = 1
    assert agent.choose(seat, 2) in seat.legal(), "it can be used again"


def test_a_report_of_a_tree_in_motion_is_refused() -> None:
    seat, stop = seat_of("castle"), Stop()
    agent = make_agent(seat.game, "ismcts:100000000", stop)
    with thinking(agent, seat, stop), pytest.raises(RunError, match="at work already"):
        _ = agent.report
    assert agent.report.iterations > 0


def test_an_agent_that_plays_in_an_arena_is_refused_to_others() -> None:
    rules, stop = game("castle"), Stop()
    agents = [make_agent(rules, "ismcts:100000000", stop), make_agent(rules, "lowest")]
    arena = Arena(rules, agents, seed=1, stop=stop)
    thread = threading.Thread(target=lambda: arena.play(0, 1))
    thread.start()
    time.sleep(0.05)
    try:
        for agent in agents:
            with pytest.raises(RunError, match="at work already"):
                agent.choose(rules.new(1).seat(0))
        with pytest.raises(RunError, match="at work already"):
            arena.play(1, 1)
    finally:
        stop.asked = 1
        thread.join()
    assert agents[1].choose(rules.new(1).seat(0)) in rules.new(1).legal()


def test_a_part_of_an_agent_is_at_work_with_it() -> None:
    seat, stop = seat_of("locm"), Stop()
    agent = make_agent(seat.game, "ismcts:100000000", stop)
    assert isinstance(agent, Drafter)
    with thinking(agent, seat, stop), pytest.raises(RunError, match="at work already"):
        agent.battle.choose(seat)
    with thinking(agent.battle, seat, stop), pytest.raises(RunError, match="shares it"):
        agent.choose(seat)


def test_agents_may_share_a_part_at_one_table_and_an_agent_may_sit_twice() -> None:
    rules, policy = game("castle"), RandomPolicy()
    pair = [PolicyAgent(policy), PolicyAgent(policy)]
    assert Arena(rules, pair, seed=1).play(0, 2).errors == {}
    assert Arena(rules, [pair[0], pair[0]], seed=1).play(0, 2).errors == {}
    search = make_agent(rules, "ismcts:10")
    assert play_match(rules, [search, search], games=2).games == 2


def test_an_agent_that_failed_can_be_asked_again() -> None:
    rules, fail = game("castle"), [True]

    def judge(x: Any) -> Any:
        if fail[0]:
            raise ValueError("not today")
        return np.full(len(x), 0.5)

    agent = make_agent(rules, "e-ismcts:50,encoder=svm", evaluator=judge)
    seat = rules.new(1).seat(0)
    with pytest.raises(RunError, match="not today"):
        agent.choose(seat)
    fail[0] = False
    assert agent.choose(seat) in seat.legal()


def test_an_evaluator_that_asks_its_own_search_is_told_so() -> None:
    rules = game("castle")
    seat, asked = rules.new(1).seat(0), []

    def judge(x: Any) -> Any:
        try:
            agent.choose(seat)
        except CardlabError as error:
            asked.append(str(error))
        return np.full(len(x), 0.5)

    agent = make_agent(rules, "e-ismcts:40,encoder=svm", evaluator=judge)
    assert agent.choose(seat) in seat.legal()
    assert asked and all("at work already" in text for text in asked)


# ---- models --------------------------------------------------------------------------------------------------------


def test_a_model_that_serves_two_searches_has_room_for_the_larger() -> None:
    """The smaller one must not take away the room that the other writes to."""
    rules = game("castle")
    model = rules.evaluator("standard")
    wide = make_agent(rules, "e-ismcts:300,batch=256", evaluator=model)
    narrow = make_agent(rules, "e-ismcts:300,batch=1", evaluator=model)
    assert model.room >= 256
    seat = rules.new(1).seat(0)
    expected = make_agent(rules, "e-ismcts:300,batch=256,evaluator=standard").choose(seat, 1)
    assert narrow.choose(seat, 1) in seat.legal()
    assert wide.choose(seat, 1) == expected


def test_a_model_at_work_for_one_search_is_refused_to_another() -> None:
    seat, stop = seat_of("castle"), Stop()
    model = seat.game.evaluator("standard")
    first, second = (make_agent(seat.game, "e-ismcts:100000000", stop, model) for _ in range(2))
    asks: list[Callable[[], object]] = [
        lambda: second.choose(seat),
        lambda: model.judge([[0.0] * model.encoder.size]),
        lambda: model.reserve(64),
    ]
    with thinking(first, seat, stop):
        for ask in asks:
            with pytest.raises(RunError, match="at work already"):
                ask()
    assert len(model.judge([[0.0] * model.encoder.size])) == 1


def test_the_numbers_of_a_policy_are_not_changed_while_it_plays() -> None:
    rules, stop = game("castle"), Stop()
    policy = RankPolicy(range(14))
    agents = [PolicyAgent(policy), make_agent(rules, "ismcts:100000000", stop)]
    thread = threading.Thread(target=lambda: Arena(rules, agents, seed=1, stop=stop).play(0, 1))
    thread.start()
    time.sleep(0.05)
    try:
        with pytest.raises(RunError, match="at work already"):
            policy.load(range(14))
    finally:
        stop.asked = 1
        thread.join()
    policy.load(range(14))


def test_several_trees_cannot_share_one_model_object() -> None:
    rules = game("castle")
    with pytest.raises(OptionError, match="each tree needs an evaluator of its own"):
        make_agent(rules, "e-ismcts:300,threads=2", evaluator=rules.evaluator("standard"))


# ---- it used to crash ------------------------------------------------------------------------------------------------

SCRIPT = """
import threading
from cardlab import game, make_agent
rules = game({name!r})
agent = make_agent(rules, {text!r})
counts = [0, 0]
def work(seed):
    state, number = rules.new(seed), 0
    for turn in range(60):
        if state.over:
            break
        seat = state.seat(state.player)
        try:
            action = agent.choose(seat, seed)
            counts[0] += 1
        except Exception as error:
            assert "at work already" in str(error), error
            counts[1] += 1
            action = seat.legal()[0]
        state.apply(action)
threads = [threading.Thread(target=work, args=(seed,)) for seed in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert counts[0] and counts[1], counts
print("alive")
"""


@pytest.mark.parametrize(
    ("name", "text"), [("castle", "ismcts:2000"), ("locm", "ismcts:300,draft=own"), ("castle", "e-ismcts:2000")]
)
def test_many_threads_at_one_agent_do_no_harm(name: str, text: str) -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT.format(name=name, text=text)], capture_output=True, text=True, timeout=120
    )
    assert (done.returncode, done.stdout) == (0, "alive\n"), done.stderr[-2000:]


def test_that_two_agents_think_at_the_same_time_is_fine() -> None:
    seat = seat_of("castle")
    found: list[int] = []
    asks: list[Callable[[], None]] = [
        lambda: found.append(make_agent(seat.game, "ismcts:3000").choose(seat, 1)) for _ in range(3)
    ]
    threads = [threading.Thread(target=ask) for ask in asks]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 3 and len(set(found)) == 1


def test_an_agent_goes_when_nobody_needs_it() -> None:
    """It is large, and not to wait for the garbage collector: nothing in it leads back to itself."""
    rules = game("locm")
    agent = make_agent(rules, "beam:50,draft=own")
    agent.choose(rules.new(1).seat(0))
    gc.collect()
    gc.disable()
    try:
        gone = weakref.ref(rules)
        del rules
        assert gone() is not None
        del agent
        assert gone() is None
    finally:
        gc.enable()
