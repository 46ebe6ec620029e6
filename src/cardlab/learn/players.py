"""Who plays with a vector: a policy that a game offers, at full speed, or any agent that the vector can be joined to."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from cardlab.agents.agent import Agent, PolicyAgent, Stop, VectorPolicy
from cardlab.agents.making import make_agent
from cardlab.core.game import Game
from cardlab.core.vectors import VectorKind
from cardlab.errors import RunError, UnknownName
from cardlab.learn.bout import AgentBout, Bout


def find_player(game: Game, kind: VectorKind, name: str | None) -> str:
    """The player who is given vectors of that kind, by name or by the text of an agent; None: the kind's first one."""
    if name is None:
        return kind.players[0]
    if name not in kind.players:
        joined(game, kind, name)
    return name


def is_quick(kind: VectorKind, player: str) -> bool:
    """Whether a player is a mere policy: thousands of games per second, without seats and histories."""
    return player in kind.players


def joined(game: Game, kind: VectorKind, text: str, stop: Stop | None = None) -> tuple[Agent, VectorPolicy]:
    """A new agent of that text that plays by a vector, and the policy that holds the vector."""
    if kind.join is None:
        hint = f"The vector {kind.name} is a player by itself, so no other agent can play with it."
        raise UnknownName(f"player for the vector {kind.name}", text, kind.players, hint)
    agent, vector = kind.join(text, lambda found: make_agent(game, found, stop))
    agent.spec = text
    return agent, vector


def crew_of(game: Game, kind: VectorKind, player: str, guests: Sequence[str] = ()) -> int:
    """How many may play at the same time. What is written in Python shares one interpreter and its random numbers."""
    agents = [] if is_quick(kind, player) else [joined(game, kind, player)[0]]
    agents += [make_agent(game, guest) for guest in guests]
    for agent in agents:
        check_alike(agent)
    in_python = not game.native or not all(agent.native for agent in agents)
    return 1 if agents and in_python else 1024


def check_alike(agent: Agent) -> None:
    """Raise unless it plays every game alike, whatever came before: individuals are compared by whom they play against."""
    if agent.carries_over:
        raise RunError(f"{agent.spec}: what it does depends on the games before, so it would be another opponent in every game")


def new_bout(
    game: Game, kind: VectorKind, player: str, stop: Stop, guests: Sequence[str] = (), worths: Sequence[float] = ()
) -> Bout:
    """Somebody who plays games between vectors, and with guests who have none, for one thread.

    Only mere rules that do not look ahead play on the table itself; if anybody else does, all are handed seats. `worths` are
    the points of places; without, the game's own scores count.
    """
    made = [partial(make_agent, game, guest, stop) for guest in guests]
    if plays_by_rules(game, kind, player, guests):
        return Bout(game, lambda: kind.policy(player), stop, made, worths)
    return AgentBout(game, lambda: _by_vector(game, kind, player, stop), stop, made, worths)


def plays_by_rules(game: Game, kind: VectorKind, player: str, guests: Sequence[str] = ()) -> bool:
    """Whether everybody at the table is a mere rule that does not look ahead: games then run at the speed of the engine."""
    return (
        is_quick(kind, player)
        and not kind.policy(player).looks_ahead
        and all(_is_rule(make_agent(game, guest)) for guest in guests)
    )


def _is_rule(agent: Agent) -> bool:
    return agent.native and agent.policy is not None and not agent.policy.looks_ahead


def _by_vector(game: Game, kind: VectorKind, player: str, stop: Stop) -> tuple[Agent, VectorPolicy]:
    if not is_quick(kind, player):
        return joined(game, kind, player, stop)
    vector = kind.policy(player)
    return PolicyAgent(vector), vector
