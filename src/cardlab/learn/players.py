"""Who plays with a vector: a policy that a game offers, at full speed, or any agent that the vector can be joined to."""

from __future__ import annotations

from cardlab.agents.agent import Agent, Stop, VectorPolicy
from cardlab.agents.spec import make_agent
from cardlab.core.game import Game
from cardlab.core.plain import PlainGame
from cardlab.core.vectors import VectorKind
from cardlab.errors import UnknownName
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


def crew_of(game: Game, kind: VectorKind, player: str) -> int:
    """How many may play at the same time. What is written in Python shares one interpreter and its random numbers."""
    if is_quick(kind, player):
        return 1024
    return 1024 if joined(game, kind, player)[0].native and not isinstance(game, PlainGame) else 1


def new_bout(game: Game, kind: VectorKind, player: str, stop: Stop) -> Bout:
    """Somebody who plays games between vectors, for one thread."""
    if is_quick(kind, player):
        return Bout(game, lambda: kind.policy(player), stop)
    return AgentBout(game, lambda: joined(game, kind, player, stop), stop)
