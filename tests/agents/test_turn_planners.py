"""Planners of the own turn: climbing, rollouts and trees by points, on every game that has an evaluator."""

from __future__ import annotations

import pytest

from cardlab import State, game, make_agent, play_match
from cardlab.errors import CardlabError, OptionError
from tests.games.duelyst.tables import lay, unit

PLANNERS = [
    "hillclimb", "hillclimb,samples=3", "rollout:2", "rollout:1,policy=hillclimb,aggregate=mean", "rollout:1,plies=1",
    "turn-mcts:60", "turn-mcts:60,tree=no,final=visits", "turn-mcts:40,policy=hillclimb,backup=max,normalise=yes,c=0.5",
    "turn-mcts:40,reuse=yes",
]  # fmt: skip
KEYLESS = ("castle", "unicorns")
"""Games that do not tell the positions of a turn apart: no tree can be kept."""
GOLEM = 10205


def chosen(state: State, spec: str, seed: int = 1) -> str:
    assert state.player is not None
    return state.text(make_agent(state.game, spec).choose(state.seat(state.player), seed))


@pytest.mark.parametrize("spec", PLANNERS)
@pytest.mark.parametrize("name", ["castle", "locm", "unicorns", "tribute", "duelyst"])
def test_every_planner_plays_every_game_and_the_same_game_twice(name: str, spec: str) -> None:
    if "reuse=yes" in spec and name in KEYLESS:
        with pytest.raises(OptionError, match="does not tell the positions of a turn apart, so no tree can be kept"):
            make_agent(game(name), spec)
        return
    first, second = (play_match(game(name), [spec, "random"], games=2, seed=4, workers=1) for _ in range(2))
    assert [role.failures for role in first.roles] == [role.failures for role in second.roles]
    assert all(not any(role.failures.values()) for role in first.roles)
    assert [(role.points, role.decisions) for role in first.roles] == [(role.points, role.decisions) for role in second.roles]


def after_turn(state: State, spec: str) -> State:
    """What an agent makes of its turn."""
    agent, player, made = make_agent(state.game, spec), state.player, 0
    state = state.copy()
    while state.player == player and made < 40:
        assert player is not None
        state.apply(agent.choose(state.seat(player), made))
        made += 1
    return state


@pytest.mark.parametrize("spec", ["hillclimb", "rollout:9", "turn-mcts:1500", "turn-mcts:1500,tree=no"])
def test_a_kill_is_not_missed(spec: str) -> None:
    """There is another enemy to attack and there are cards to play, but one attack wins."""
    state = lay(unit(GOLEM, 1, 7, 2), unit(101, 2, 8, 2, hp=4, maxHp=25), unit(GOLEM, 2, 6, 2), hand=[20044, 9], deck=[9] * 5)
    after = after_turn(state, spec)
    assert after.over and after.result is not None and after.result.scores == (1.0, 0.0)


def test_rollouts_see_what_one_step_does_not() -> None:
    """A golem must go to the enemy general before it can kill it."""
    state = lay(unit(GOLEM, 1, 5, 2), unit(101, 2, 8, 2, hp=4, maxHp=25), deck=[9] * 5, mana=0)
    assert all(after_turn(state, spec).over for spec in ("rollout:30", "turn-mcts:3000", "turn-mcts:3000,tree=no"))


@pytest.mark.parametrize("spec", ["rollout:3", "turn-mcts:50"])
def test_a_single_action_is_made_without_a_search(spec: str) -> None:
    state = lay(unit(1, 1, 0, 2, moves=1, attacks=1), mana=0)
    assert [state.text(action) for action in state.legal()] == ["end"]
    agent = make_agent(state.game, spec)
    assert state.text(agent.choose(state.seat(0), 1)) == "end" and agent.report.iterations == 0


def test_an_action_tree_has_statistics_for_kinds_of_actions() -> None:
    state = lay(unit(GOLEM, 1, 4, 2), unit(GOLEM, 2, 5, 2), hand=[20066], deck=[9] * 5, mana=1)
    agent = make_agent(state.game, "turn-mcts:200")
    agent.choose(state.seat(0), 1)
    kinds = {action & 0xFF for action in state.legal()}
    lines = agent.report.lines
    assert {line.action for line in lines} == kinds and sum(line.visits for line in lines) == 200
    flat = make_agent(state.game, "turn-mcts:200,tree=no")
    flat.choose(state.seat(0), 1)
    assert {line.action for line in flat.report.lines} <= set(state.legal())
    assert sum(line.visits for line in flat.report.lines) == 200


def visits_of_turn(spec: str) -> list[tuple[int, int]]:
    """How often the first choices of each decision of a turn were visited, and by how many new iterations."""
    state = lay(unit(GOLEM, 1, 3, 2), unit(GOLEM, 1, 5, 0), unit(GOLEM, 2, 5, 2), deck=[9] * 5, mana=0)
    agent, found, past = make_agent(state.game, spec), list[tuple[int, int]](), list[tuple[int, int]]()
    while state.player == 0 and len(state.legal()) > 1:
        past.append((0, agent.choose(state.seat(0, past), len(past))))
        found.append((sum(line.visits for line in agent.report.lines), agent.report.iterations))
        state.apply(past[-1][1])
    return found


def test_a_tree_that_is_reused_still_knows_what_lies_below_the_action_that_was_made() -> None:
    afresh, reused = (visits_of_turn(f"turn-mcts:300,c=1,tree=no,reuse={reuse}") for reuse in ("no", "yes"))
    assert len(afresh) > 1 and all(found == (300, 300) for found in afresh)
    assert reused[0] == (300, 300) and len(reused) > 1
    assert all(visits > 300 and new == 300 for visits, new in reused[1:])


@pytest.mark.parametrize(
    ("name", "rival"), [("locm", "greedy"), ("tribute", "decision_tree"), ("duelyst,turns=6", "starter-ai")]
)
def test_trees_are_kept_in_real_games_where_hands_are_hidden(name: str, rival: str) -> None:
    rules, kept, after = game(name), 0, 0
    state, past = rules.new(5), []  # type: ignore[var-annotated]
    agent, mover, before = make_agent(rules, "turn-mcts:300,c=0.1,reuse=yes"), make_agent(rules, rival), -1
    while not state.over and len(past) < 120:
        player = state.player
        assert player is not None
        action = (agent if player == 0 else mover).choose(state.seat(player, past), len(past))
        visits = sum(line.visits for line in agent.report.lines) if player == 0 else 0
        after += player == 0 == before and visits > 0
        kept += visits > 300
        past.append((player, action))
        state.apply(action)
        before = player
    assert kept >= 5 and kept > 0.6 * after


def test_a_reused_tree_is_forgotten_where_something_else_was_done() -> None:
    state = lay(unit(GOLEM, 1, 3, 2), unit(GOLEM, 2, 5, 2), deck=[9] * 5, mana=0)
    agent = make_agent(state.game, "turn-mcts:200,reuse=yes,tree=no")
    action = agent.choose(state.seat(0), 1)
    another = next(other for other in state.legal() if other != action and state.text(other).startswith("move"))
    state.apply(another)
    agent.choose(state.seat(0, [(0, another)]), 2)
    assert sum(line.visits for line in agent.report.lines) == 200


@pytest.mark.parametrize("spec", ["hillclimb", "rollout:2", "turn-mcts:60"])
@pytest.mark.parametrize("seat", [0, 1])
def test_an_exchange_of_cards_is_judged_by_the_own_first_turn(spec: str, seat: int) -> None:
    state = game("duelyst").new(3)
    if seat:
        state.apply(state.parse("mulligan"))
    assert chosen(state, spec).startswith("mulligan")


def test_time_is_a_budget_too() -> None:
    state = game("duelyst").new(3)
    state.apply(state.parse("mulligan"))
    state.apply(state.parse("mulligan"))
    for spec in ("rollout:5ms", "turn-mcts:5ms"):
        agent = make_agent(state.game, spec)
        agent.choose(state.seat(0), 1)
        assert agent.report.iterations > 10


def test_points_of_an_evaluator_go_beyond_chances() -> None:
    state = lay(unit(GOLEM, 1, 4, 2))
    judge = state.game.evaluator("e1")
    assert judge.points(state, 0) == pytest.approx(-judge.points(state, 1))
    assert judge.points(state, 0) == pytest.approx(3 + 4 + 3) and 0.5 < judge.value(state, 0) < 1
    won = lay(unit(101, 2, 8, 2, hp=3, maxHp=25), unit(1, 1, 0, 2, hp=7, maxHp=25), hand=[20081])
    won.apply(won.parse("play 0 8,2"))
    assert (judge.points(won, 0), judge.points(won, 1)) == (70_000, -70_000)


def test_points_count_springs_and_kills() -> None:
    """The golem at (4,1) is one step from the spring; it could kill the wraithling two steps away, worth 0.05 * (1 + 1)."""
    from tests.games.duelyst.tables import spring

    state = lay(unit(GOLEM, 1, 4, 1), unit(315, 2, 6, 1), tiles=[spring(4, 0)])
    own = 3 + 4 + 3 - 0.25 * 0.5 + 0.05 * 2 + (2 + 75) - 0.25 * 3.0
    other = 1 + 1 - 0.25 * 1.5 + (2 + 75) - 0.25 * 3.0
    assert state.game.evaluator("e1").points(state, 0) == pytest.approx(own - other)


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(OptionError):
        make_agent(game("duelyst"), "rollout:2,policy=ismcts:20")
    with pytest.raises(CardlabError):
        make_agent(game("duelyst"), "hillclimb,evaluator=none-such")
