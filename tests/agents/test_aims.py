"""What a search counts, whom it leaves to a policy, and how much it trusts one."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from cardlab import Action, PlainGame, Rng, State, game, make_agent, pack
from cardlab.core.plain import Dice
from cardlab.errors import OptionError

SAFE, BOLD = pack(1), pack(2)
CASTLE = game("castle")


@dataclass
class Podium:
    """The place that seat 0 has come to; 0: not decided."""

    place: int = 0


class Ladder(PlainGame):
    """Seat 0 of three takes the second place for sure, or the first in two of five cases and else the last."""

    name, title, about = "ladder", "Ladder", "second for sure, or all or nothing"
    min_players = max_players = 3

    @property
    def players(self) -> int:
        return 3

    def start(self, rng: Rng) -> Podium:
        return Podium()

    def to_move(self, position: Podium) -> int | None:
        return None if position.place else 0

    def actions(self, position: Podium) -> list[Action]:
        return [SAFE, BOLD]

    def play(self, position: Podium, action: Action, dice: Dice) -> None:  # type: ignore[override]
        position.place = 2 if action == SAFE else 1 if dice.below(5) < 2 else 3

    def scores(self, position: Podium) -> list[float]:
        mine = (3 - position.place) / 2
        return [mine, *[score for score in (1.0, 0.5, 0.0) if score != mine]]


def positions(decisions: int) -> list[tuple[State, list[tuple[int, Action]]]]:
    """Positions of a game of Castle in which there is something to choose, with what was played before."""
    state, found = CASTLE.new(11), []
    history: list[tuple[int, Action]] = []
    rule, rng = make_agent(CASTLE, "lowest"), Rng(2)
    while not state.over and len(found) < decisions:
        mover = state.player
        assert mover is not None
        if len(state.legal()) > 1:
            found.append((state.copy(), list(history)))
        action = rule.choose(state.seat(mover, history), rng)
        history.append((mover, action))
        state.apply(action)
    return found


def choices(text: str, decisions: int = 25) -> list[Action]:
    agent = make_agent(CASTLE, text)
    return [agent.choose(state.seat(state.player or 0, history), Rng(4)) for state, history in positions(decisions)]


@pytest.mark.parametrize("kind", ["flat:400", "ismcts:400"])
def test_who_wants_to_win_takes_the_better_chance_of_the_first_place(kind: str) -> None:
    rules = Ladder()
    assert make_agent(rules, f"{kind},aim=score").choose(rules.new(1).seat(0), 3) == SAFE
    assert make_agent(rules, f"{kind},aim=win").choose(rules.new(1).seat(0), 3) == BOLD


def test_boundless_loyalty_makes_the_policys_own_moves() -> None:
    assert choices("flat:60,policy=lowest,loyal=10") == choices("lowest")


def test_without_loyalty_the_most_wins_decide_and_a_little_leaves_the_policy_where_it_is_wrong() -> None:
    own, free, loyal = choices("lowest"), choices("flat:600,policy=lowest"), choices("flat:600,policy=lowest,loyal=1")
    left = [sum(a != b for a, b in zip(own, others, strict=True)) for others in (free, loyal)]
    assert left[0] > left[1] > 0


def test_rivals_play_the_others_as_often_as_their_share_says() -> None:
    alone = choices("flat:200,policy=lowest")
    assert choices("flat:200,policy=lowest,rivals=random,share=1") != alone
    assert choices("flat:200,policy=lowest,rivals=lowest") == choices("flat:200,policy=lowest,rivals=lowest,share=0")
    assert choices("flat:60,policy=lowest,rivals=random,loyal=10") == choices("lowest")


def test_moves_that_are_clearly_worse_are_given_up() -> None:
    rules = Ladder()
    free, loyal = make_agent(rules, "flat:4000,aim=win"), make_agent(CASTLE, "flat:4000,policy=lowest,loyal=1")
    free.choose(rules.new(1).seat(0), 3)
    assert free.report.iterations == 4000
    spent = []
    for state, history in positions(12):
        loyal.choose(state.seat(state.player or 0, history), Rng(4))
        spent.append(loyal.report.iterations)
    assert max(spent) <= 4000 and min(spent) < 1000


def test_the_others_may_be_left_to_the_policy() -> None:
    trees = [make_agent(CASTLE, f"ismcts:300,policy=lowest,others={others}") for others in ("tree", "policy")]
    state, history = positions(12)[-1]
    for agent in trees:
        agent.choose(state.seat(state.player or 0, history), Rng(4))
    by_search, by_rule = (agent.report for agent in trees)
    assert by_search.iterations == by_rule.iterations == 300
    assert by_search.lines != by_rule.lines
    assert sum(line.visits for line in by_rule.lines) == 300


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("ismcts,policy=random,others=policy", "others=policy means nothing without policy"),
        ("ismcts,policy=lowest,others=policy,reuse=yes", "others=policy and reuse=yes do not go together"),
        ("flat,policy=random,loyal=1", "loyal=1.0 means nothing without policy"),
        ("flat,rivals=lowest", "rivals=lowest means nothing without policy"),
        ("flat,policy=lowest,share=0.2", "share=0.2 means nothing without rivals"),
        ("flat,policy=lowest,rivals=ismcts:5", "rivals=ismcts:5: that agent searches"),
    ],
)
def test_what_cannot_be_meant_is_refused(text: str, words: str) -> None:
    with pytest.raises(OptionError, match=words):
        make_agent(CASTLE, text)
