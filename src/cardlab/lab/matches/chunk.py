"""What a worker sends: games that it played one after another, with what was taken down of them."""

from __future__ import annotations

from dataclasses import dataclass, field

RAISED, ILLEGAL, TIMEOUT = 1, 2, 3
FAILURES = {RAISED: "agent error", ILLEGAL: "illegal action", TIMEOUT: "timeout"}


@dataclass(frozen=True)
class Moves:
    """The moves of a game, for a replay. `agents` are named by seat; if one of them failed, the end has no digest.

    How long each move took is no part of the game: games that differ in nothing else are equal.
    """

    index: int
    seed: int
    agents: list[str]
    actions: list[int]
    digest: str | None
    spent_ns: list[int] = field(compare=False)
    lines: dict[int, list[tuple[int, str]]] = field(default_factory=dict, compare=False)
    """What agents said, each line with its seat, by the number of the decision; behind the last what was said at the end."""


@dataclass(frozen=True)
class Observed:
    """The rows of observed decisions as bytes: a line of 64-bit numbers for each, and a line of doubles (see `recorder`)."""

    numbers: bytes = b""
    reals: bytes = b""


@dataclass(frozen=True)
class Chunk:
    """Games from number `first` on: a row for each game and, where the comment says so, in it a cell for each role."""

    first: int
    scores: list[list[float]]  # by role
    turns: list[list[int]]  # by role: decisions
    timed: list[list[int]]  # by role: decisions that were measured
    spent_ns: list[list[int]]  # by role
    slowest_ns: list[list[int]]  # by role
    reason: list[int]  # how the game says that it ended; -1, -2, -3 for the failures above
    failed: list[int]  # the role that failed, or -1
    decisions: list[int]
    errors: dict[int, str] = field(default_factory=dict)
    """What the role that failed did, by the number of the game."""
    replays: list[Moves] = field(default_factory=list)
    observed: Observed = Observed()
    ignored: dict[int, list[int]] = field(default_factory=dict)
    """Orders of programs that were not legal and left out, by the number of the game and by role, where there were any."""

    @property
    def games(self) -> int:
        """How many games there are."""
        return len(self.reason)


def lost_game(index: int, players: int, loser: int, failure: int, spent_ns: int, error: str) -> Chunk:
    """The record of a game whose worker was lost with it: the agent that was thinking loses to all others."""
    spent = [spent_ns if role == loser else 0 for role in range(players)]
    return Chunk(
        first=index,
        scores=[[0.0 if role == loser else 1.0 / (players - 1) for role in range(players)]],
        turns=[[int(role == loser) for role in range(players)]],
        timed=[[int(role == loser and spent_ns > 0) for role in range(players)]],
        spent_ns=[spent],
        slowest_ns=[list(spent)],
        reason=[-failure],
        failed=[loser],
        decisions=[0],
        errors={index: error},
    )
