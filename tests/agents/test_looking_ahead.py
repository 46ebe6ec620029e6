"""A policy that tries actions says so, and is shown worlds that its seat imagines, never the truth."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

from cardlab import game
from cardlab.agents.agent import MixedPolicy, PolicyAgent, RandomPolicy
from cardlab.core.vectors import VectorKind
from cardlab.games.locm.agents.policies import DraftPolicy, GreedyPolicy, RandomDraft, WeighedGreedy
from cardlab.lab.matches.arena import Arena
from cardlab.learn.bout import AgentBout, Bout
from cardlab.learn.players import new_bout

LOCM = game("locm")
PEEKING = """
from dataclasses import dataclass

from cardlab import PlainGame, Rng, pack, source_of
from cardlab.agents.agent import MixedPolicy, Policy, PolicyAgent, RandomPolicy, Stop, VectorPolicy
from cardlab.core.vectors import VectorKind
from cardlab.lab.matches.arena import Arena
from cardlab.learn.players import new_bout
import numpy as np


@dataclass
class Cup:
    under: int = 0
    guesses: int = 0
    right: int = 0


class Cups(PlainGame):
    '''The first player says under which of four cups the pea is; the second, who says something too, wins if it is not.'''

    name, title, about = "cups", "Cups", "guess"

    def start(self, rng):
        return Cup(rng.below(4))

    def to_move(self, position):
        return position.guesses % 2 if position.guesses < 2 else None

    def actions(self, position):
        return [pack(1, cup) for cup in range(4)]

    def play(self, position, action):
        if position.guesses == 0:
            position.right = int(source_of(action) == position.under)
        position.guesses += 1

    def scores(self, position):
        return [float(position.right), float(1 - position.right)]

    def hide(self, position, seat):
        position.under = -1

    def fill(self, position, seat, rng):
        position.under = rng.below(4)


class Peeking(VectorPolicy):
    honest = True

    def __init__(self):
        self.size = 1
        self.load([0.0])

    @property
    def looks_ahead(self):
        return self.honest

    def _pick(self, state, scratch, rng):
        mover = state.player
        for action in state.legal():
            after = state.copy()
            after.apply(action)
            if mover == 0 and after.position.right:
                return action
        return state.legal()[0]


class Dishonest(Peeking):
    honest = False


def won(policy):
    arena = Arena(Cups(), [PolicyAgent(policy), PolicyAgent(RandomPolicy())], seed=3, rotate=False)
    return sum(row[0] for row in arena.play(0, 200).scores)


def trained(kind):
    peek = VectorKind("peek", "peeks", ("gene",), ("it",), lambda player: kind(), lambda scenario: (True,))
    bout = new_bout(Cups(), peek, "it", Stop())
    jobs, scores = np.arange(20, dtype=np.uint64), np.zeros((20, 2))
    rows, games = np.zeros((20, 2), dtype=np.int32), np.full(20, 10, dtype=np.int64)
    bout.play(np.zeros((1, 1)), rows, jobs, jobs, games, scores, 0, 20)
    return scores[:, 0].sum()


print(won(Peeking()), won(MixedPolicy(Peeking(), 0.0)), trained(Peeking), won(Dishonest()), trained(Dishonest))
"""


def test_a_policy_that_would_profit_from_peeking_plays_no_better_than_chance() -> None:
    """In matches and in training. One that does not say that it looks ahead would win all: so the test can fail."""
    env = {**os.environ, "CARDLAB_PURE": "1"}
    root = Path(__file__).parents[2]
    done = subprocess.run([sys.executable, "-c", PEEKING], env=env, capture_output=True, text=True, cwd=root, timeout=300)
    assert done.returncode == 0, done.stderr
    match, mixed, training, *peeked = map(float, done.stdout.split())
    assert all(30 <= points <= 70 for points in (match, mixed, training)), done.stdout
    assert peeked[0] > 190 and peeked[1] == 200


def test_who_tries_actions_says_so_and_so_do_those_who_ask_it() -> None:
    weighed = WeighedGreedy(LOCM, RandomPolicy())
    assert [
        policy.looks_ahead for policy in (weighed, MixedPolicy(weighed, 0.1), DraftPolicy(weighed), RandomDraft(weighed))
    ] == ([True] * 4)
    assert [policy.looks_ahead for policy in (GreedyPolicy(), RandomPolicy(), DraftPolicy(GreedyPolicy()))] == [False] * 3


def test_training_of_a_vector_that_looks_ahead_hands_out_seats() -> None:
    kinds: dict[str, VectorKind] = dict(LOCM.vectors())
    bouts = {name: type(new_bout(LOCM, kind, kind.players[0], None)) for name, kind in kinds.items()}  # type: ignore[arg-type]
    assert bouts == {"draft": Bout, "greedy": AgentBout}


def test_a_policy_that_reads_nothing_hidden_plays_as_it_did_on_the_table_itself() -> None:
    """The imagined world is drawn beside the numbers that the policy draws, not from them."""
    players = [PolicyAgent(WeighedGreedy(LOCM, RandomPolicy())), PolicyAgent(GreedyPolicy())]
    twins = [PolicyAgent(GreedyPolicy()), PolicyAgent(GreedyPolicy())]
    ahead, plain = (Arena(LOCM, agents, seed=5).play(0, 64) for agents in (players, twins))
    assert ahead.scores == plain.scores and ahead.decisions == plain.decisions
