"""Hands everything that was made for one game, or one set of options, to everything of another: run as a program of its own.

It prints a line for each meeting that did not end with a clear error, and "done" at the end; whoever crashes says neither.
"""

from __future__ import annotations

import contextlib
import itertools
import sys
from collections.abc import Callable, Iterator
from typing import Any

from cardlab import Game, Rng, Seat, State, game, make_agent, play_match
from cardlab.agents.agent import PolicyAgent
from cardlab.errors import CardlabError
from cardlab.lab.matches.arena import Arena
from cardlab.lab.speed.pace import play_games
from tests.effort import PURE
from tests.testing.duel import Duel

CASTLE = ("castle", "castle,players=4", "castle,players=8,packs=2", "castle,group=any")
GAMES = (*CASTLE, "locm", "locm,rules=gym", "tribute", "tribute,limit=100", "unicorns", "unicorns,players=3", "duelyst", "duel")
AGENTS = {
    "castle": ("lowest", "ranks", "split:20", "flat_mc:20", "ismcts:20", "ismcts:20,reuse=yes", "e-ismcts:20", "pimc:20"),
    "locm": ("greedy", "beam:20", "dfs:20", "oneply:20", "ismcts:20", "flat:20,draft=closetai", "champion:5ms"),
    "tribute": ("random", "decision_tree", "max_prestige", "hql", "champion", "oneply:20", "e-ismcts:20"),
    "unicorns": ("random", "rule-based", "sharp", "flat:20", "ismcts:20", "champion:20"),
    "duelyst": ("random", "hillclimb", "starter-ai", "turn-mcts:20", "beam:20", "ismcts:20", "champion:20"),
    "duel": ("random", "ismcts:20", "flat:20", "pimc:20", "mcts:20"),
}  # fmt: skip


def find(spec: str) -> Game:
    """The game of that text."""
    return Duel() if spec == "duel" else game(spec)


def positions(rules: Game) -> Iterator[State]:
    """A few positions of a game, early and late; uncompiled, where nothing can crash, one."""
    for moves in (3,) if PURE else (0, 3, 70):
        state, rng = rules.new(moves), Rng(1)
        for _ in range(moves):
            if state.over:
                break
            state.apply(state.random_action(rng))
        if not state.over:
            yield state


def agents_of(rules: Game) -> Iterator[Any]:
    """An agent of each kind."""
    for text in AGENTS[rules.name]:
        with contextlib.suppress(CardlabError):
            yield make_agent(rules, text)


def meetings(home: Game, state: State) -> Iterator[tuple[str, Callable[[], object]]]:
    """What can be tried with things of one game and a position of another."""
    seat = state.seat(state.player or 0)
    for agent in agents_of(home):
        yield f"{agent.spec} chooses", lambda agent=agent: agent.choose(seat, 1)
        yield f"{agent.spec} chooses again", lambda agent=agent: agent.choose(seat, 2)
        yield f"{agent.spec} in an arena", lambda agent=agent: Arena(state.game, [agent] * state.players, 1).play(0, 1)
        yield f"{agent.spec} in a match", lambda agent=agent: play_match(state.game, [agent], games=2)
        if agent.policy is not None and agent.spec != "random" and home.name != state.game.name:
            yield f"the policy of {agent.spec}", lambda agent=agent: play_games(state.copy(), agent.policy, Rng(1), 1)
            yield f"{agent.spec} anew", lambda agent=agent: PolicyAgent(agent.policy).choose(seat, 1)
    yield from of_data(home, state, seat)


def of_data(home: Game, state: State, seat: Seat) -> Iterator[tuple[str, Callable[[], object]]]:
    """Observers, encoders and what reads positions."""
    if home.name != "duel":
        yield "observing a seat", lambda: home.observer().observe(seat)
        yield "observing a state", lambda: home.observer().observe_state(state, 0)
        yield "values of a seat", lambda: home.observer().values(seat)
        for text in home.encoders():
            yield f"encoding {text}", lambda text=text: home.encoder(text).encode_states([state], [0])
            yield f"encoding a seat, {text}", lambda text=text: home.encoder(text).encode_states([seat], [0])
    if home.name != state.game.name:
        yield "position_of", lambda: home.position_of(state)
        yield "view_of", lambda: home.view_of(state, 0)
        if home.name != "duel":
            yield "inventory", lambda: home.inventory(state)
            yield "summary", lambda: home.summary(state)
        yield "load", lambda: home.load(state.copy(), home.new(1).to_dict())


def main() -> None:
    """All meetings of all games."""
    tried = 0
    for one, other in itertools.permutations(GAMES, 2):
        home = find(one)
        for state in positions(find(other)):
            before = state.digest()
            for name, attempt in meetings(home, state):
                print(f"{one} meets {other}: {name}", file=sys.stderr, flush=True)
                tried += 1
                try:
                    attempt()
                except CardlabError:
                    continue
                except Exception as error:
                    print(f"{one} meets {other}: {name}: {type(error).__name__}: {error}")
                else:
                    print(f"{one} meets {other}: {name}: nothing was said")
            if state.digest() != before:
                print(f"{one} meets {other}: the position was changed")
    print(f"done: {tried}")


if __name__ == "__main__":
    main()
