"""What the starter AI does in a position, and what it thinks."""

from __future__ import annotations

from typing import Any

from cardlab import make_agent
from cardlab.core.state import State


def chosen(state: State, seed: int = 0, agent: str = "starter-ai") -> str:
    """Its next action."""
    assert state.player is not None
    return state.text(make_agent(state.game, agent).choose(state.seat(state.player), seed))


def any_of(state: State, seeds: int = 60) -> set[str]:
    """All that it does with other luck."""
    return {chosen(state, seed) for seed in range(seeds)}


def turn_of(state: State, most: int = 30, agent: str = "starter-ai") -> list[str]:
    """What it does until the turn ends."""
    asked, player = make_agent(state.game, agent), state.player
    done: list[str] = []
    state = state.copy()
    while state.player == player and len(done) < most:
        assert player is not None
        action = asked.choose(state.seat(player), len(done))
        done.append(state.text(action))
        state.apply(action)
    return done


def tile(x: int, y: int) -> int:
    return 9 * y + x


def targets(state: State, x: int, y: int) -> list[tuple[str, float]]:
    """Whom the unit there could attack, in its order."""
    found = _agent(state).target_scores(state.seat(_mover(state)), tile(x, y))
    return [(f"{t % 9},{t // 9}", score) for t, score in found]


def tiles(state: State, x: int, y: int) -> dict[str, float]:
    """What it thinks of the tiles that the unit there can be on."""
    found = _agent(state).tile_scores(state.seat(_mover(state)), tile(x, y))
    return {f"{t % 9},{t // 9}": score for t, score in found.items()}


def places(state: State, slot: int = 0) -> dict[str, float]:
    """What it thinks of each place for a card."""
    found = _agent(state).place_scores(state.seat(_mover(state)), slot)
    return {f"{t % 9},{t // 9}": score for t, score in found.items()}


def _agent(state: State) -> Any:
    return make_agent(state.game, "starter-ai")


def _mover(state: State) -> int:
    assert state.player is not None
    return state.player
