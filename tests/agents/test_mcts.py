"""Tree search in one world, compared visit by visit with a plain implementation; answers of several actions are one."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import combinations
from math import log, sqrt

import pytest

from cardlab import Action, PlainGame, Rng, State, make_agent, pack, source_of
from cardlab.agents.uct import Uct, selection_value
from cardlab.core.options import whole


@dataclass
class Table:
    """What each has in hand and has laid down, and what was picked of the present two."""

    hands: list[list[int]]
    laid: list[int]
    picked: list[int] = field(default_factory=list)
    turn: int = 0


class Lots(PlainGame):
    """Each in turn lays down two cards of a hand, twice. The sum decides, and sums that end in 7 are worth nothing."""

    name, title, about = "lots", "Lots", "lay down two, twice"
    min_players, max_players, answers_in_steps = 2, 3, True
    declared = (whole("players", 3, 2, 3, "players"),)

    def start(self, rng: Rng) -> Table:
        return Table([[(7 * seat + 3 * card) % 11 for card in range(5)] for seat in range(self.players)], [0] * self.players)

    def to_move(self, position: Table) -> int | None:
        return position.turn % self.players if position.turn < 2 * self.players else None

    def picked(self, position: Table) -> int:
        return len(position.picked)

    def actions(self, position: Table) -> list[Action]:
        size = len(position.hands[position.turn % self.players])
        first, most = (position.picked[0] + 1, size) if position.picked else (0, size - 1)
        return [pack(1, place) for place in range(first, most)]

    def play(self, position: Table, action: Action) -> None:
        position.picked.append(source_of(action))
        if len(position.picked) == 2:
            seat = position.turn % self.players
            for place in sorted(position.picked, reverse=True):
                position.laid[seat] += position.hands[seat].pop(place)
            position.picked, position.turn = [], position.turn + 1

    def scores(self, position: Table) -> list[float]:
        worth = [0 if laid % 10 == 7 else laid for laid in position.laid]
        order = sorted(range(self.players), key=lambda seat: (-worth[seat], seat))
        return [(self.players - 1 - order.index(seat)) / (self.players - 1) for seat in range(self.players)]


def search(rules: Lots, text: str) -> Uct:
    agent = make_agent(rules, text)
    assert isinstance(agent, Uct)
    return agent


class Spot:
    """A place of the plain search."""

    def __init__(self, state: State, mover: int | None) -> None:
        self.state, self.mover = state, mover
        self.points = self.visits = 0.0
        cards = len(state.to_dict()["hands"][state.player]) if state.player is not None else 0
        self.answers = list(combinations(range(cards), 2))
        self.children: dict[tuple[int, ...], Spot] = {}


def plain_search(state: State, iterations: int, c: float, weight: float, rng: Rng) -> Spot:
    """The same search as the study tells it, in plain Python. It draws the same random numbers."""
    root = Spot(state.copy(), None)
    for _ in range(iterations):
        path = [root]
        while path[-1].answers and len(path[-1].children) == len(path[-1].answers):
            spot = path[-1]
            bounds = [
                (child.points / child.visits + c * sqrt(log(spot.visits) / child.visits), -at, child)
                for at, child in enumerate(spot.children[answer] for answer in spot.answers)
            ]
            path.append(max(bounds, key=lambda bound: bound[:2])[2])
        spot = path[-1]
        if spot.answers:
            missing = [answer for answer in spot.answers if answer not in spot.children]
            answer = missing[rng.below(len(missing))]
            after = spot.state.copy()
            for place in answer:
                after.apply(pack(1, place))
            spot.children[answer] = Spot(after, spot.state.player)
            path.append(spot.children[answer])
        end = path[-1].state.copy()
        while not end.over:
            end.apply(end.random_action(rng))
        assert end.result is not None
        for spot in path:
            spot.visits += weight
            if spot.mover is not None:
                spot.points += max(1.0, weight - 1) * end.result.scores[spot.mover]
    return root


@pytest.mark.parametrize(("visits", "players"), [("players", 3), ("one", 3), ("players", 2), ("one", 2)])
def test_visits_and_choice_are_those_of_a_plain_implementation(visits: str, players: int) -> None:
    rules = Lots(players=players)
    state = rules.new()
    agent = search(rules, f"mcts:300,visits={visits},c=0.9")
    choice = agent.choose(state.seat(0), Rng(5))
    weight = float(players) if visits == "players" else 1.0
    root = plain_search(state, 300, 0.9, weight, Rng(5))
    expected = [round(root.children[answer].visits / weight) for answer in root.answers]
    assert [tried for _, tried, _ in agent.tally()] == expected and sum(expected) == 300
    assert [tuple(map(source_of, actions)) for actions, _, _ in agent.tally()] == root.answers
    best = root.answers[expected.index(max(expected))]
    assert (source_of(choice), agent.report.principal) == (best[0], tuple(pack(1, place) for place in best))
    worth = root.children[best].points * weight / (max(1.0, weight - 1) * root.children[best].visits)
    assert agent.estimate == pytest.approx(worth)


def test_the_second_action_of_an_answer_is_not_thought_about_again() -> None:
    rules = Lots(players=2)
    state = rules.new()
    agent = search(rules, "mcts:200")
    first = agent.choose(state.seat(0), Rng(0))
    planned, thought = agent.report.principal, agent.report.seconds
    assert planned[0] == first and len(planned) == 2
    state.apply(first)
    assert agent.choose(state.seat(0, [(0, first)]), Rng(1)) == planned[1]
    assert agent.report.seconds == thought


def test_a_plan_is_for_the_decision_right_after_it() -> None:
    rules = Lots(players=2)
    agent = search(rules, "mcts:200")
    first = agent.choose(rules.new().seat(0), Rng(0))
    again = agent.choose(rules.new().seat(0), Rng(0))
    assert first == again and agent.report.iterations == 200


def test_a_question_that_is_half_answered_is_answered_to_its_end() -> None:
    rules = Lots(players=2)
    state = rules.new()
    state.apply(pack(1, 2))
    agent = search(rules, "mcts:50")
    agent.choose(state.seat(0), Rng(1))
    assert [tuple(map(source_of, actions)) for actions, _, _ in agent.tally()] == [(3,), (4,)]


def test_a_single_answer_is_given_at_once() -> None:
    rules = Lots(players=2)
    state = rules.new()
    state.apply(pack(1, 3))
    agent = search(rules, "mcts:50")
    assert agent.choose(state.seat(0), Rng(1)) == pack(1, 4)
    assert agent.report.iterations == 0 and agent.estimate is None


def test_the_value_by_which_a_place_is_selected() -> None:
    assert selection_value(15.0, 12.0, 60.0, 1.5) == pytest.approx(15 / 12 + 1.5 * sqrt(log(60) / 12))


def test_a_budget_of_time_ends_it() -> None:
    rules = Lots(players=3)
    agent = search(rules, "mcts:400ms")
    agent.choose(rules.new().seat(0), Rng(3))
    assert agent.report.iterations > 0 and agent.report.seconds < 5
