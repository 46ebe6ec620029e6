"""The law that a seat is a value: whoever keeps one has what it was, whatever is played later."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from cardlab.agents.agent import PythonAgent
from cardlab.core.action import HIDDEN, Action
from cardlab.core.rng import Rng
from cardlab.core.state import Seat, State
from cardlab.lab.matches.arena import Arena
from cardlab.testing.laws import Law
from cardlab.testing.trial import Trial

LAW = Law.SEATS
GAMES = 2
MOST = 400
"""So many seats of a game are kept by each player; the longest games have many more decisions than that."""


class Album:
    """Seats that were kept, each with what it gave at that time."""

    def __init__(self) -> None:
        self._kept: list[tuple[Trial, int, Seat, str]] = []

    def keep(self, trial: Trial, seat: Seat) -> None:
        """Note what a seat gives now."""
        self._kept.append((trial, len(trial.actions), seat, print_of(seat)))

    def check(self) -> None:
        """Every seat still gives the same."""
        for trial, at, seat, before in self._kept:
            with trial.under(LAW, f"looking at the seat {seat.player} that was kept at decision {at}"):
                same = print_of(seat) == before
            detail = f"the seat {seat.player} that was kept at decision {at} is another one now that the game has gone on"
            trial.require(LAW, same, detail)
        self._kept.clear()


def print_of(seat: Seat) -> str:
    """All that a seat gives, as one text."""
    told: list[Any] = [seat.player, seat.view(), seat.history, seat.legal(), seat.to_move, seat.resample(Rng(0)).digest()]
    return json.dumps(told, sort_keys=True, default=repr)


class SeatKeeper:
    """An agent that plays at random, and keeps everything it is handed."""

    def __init__(self) -> None:
        self.seats: list[tuple[Seat, str]] = []
        self.lucks: list[tuple[Rng, tuple[int, int]]] = []

    def choose(self, seat: Seat, rng: Rng) -> Action:
        """A random action."""
        action: Action = rng.choice(seat.legal())
        if len(self.seats) < MOST:
            self.seats.append((seat, print_of(seat)))
            self.lucks.append((rng, rng.getstate()))
        return action


def check_referee(trial: Trial, wrap: Callable[[Any], PythonAgent] = PythonAgent) -> None:
    """Play through the arena with agents that keep what they are handed: none of it may change behind their backs."""
    keepers = [SeatKeeper() for _ in range(trial.game.players)]
    agents = [wrap(keeper) for keeper in keepers]
    for agent in agents:
        agent.spec = "keeper"
    with trial.under(LAW, "playing through the arena"):
        columns = Arena(trial.game, agents, trial.seed).play(0, GAMES)
    if columns.errors:
        raise trial.broken(LAW, f"an agent that plays at random failed: {next(iter(columns.errors.values()))}")
    for keeper in keepers:
        for at, (seat, before) in enumerate(keeper.seats):
            detail = f"an agent that kept its seat of decision {at} sees another one in it later: the referee used it again"
            trial.require(LAW, print_of(seat) == before, detail)
        for rng, state in keeper.lucks:
            trial.require(LAW, rng.getstate() == state, "an agent that keeps its random source can watch others draw from it")


def check_history(trial: Trial, state: State) -> None:
    """What a seat is told of actions: those it saw as they were, the others not at all.

    Actions count as different if they are to who made them: of two cards that nobody has seen, all may know which was taken.
    """
    mover = state.player
    assert mover is not None
    for player in range(state.players):
        alike: dict[str, dict[str, tuple[Action, Action]]] = {}
        for action in state.legal()[:24]:
            after = state.copy()
            after.apply(action)
            told = after.seat(player, [(mover, action)]).history
            trial.require(
                LAW,
                told in ([(mover, action)], [(mover, HIDDEN)]) and (player != mover or told[0][1] == action),
                f"{state.text(action)!r} of seat {mover} stands as {told} in the history of seat {player}; "
                "there it is either itself or HIDDEN, and HIDDEN for others only",
            )
            view = json.dumps(after.view(player), sort_keys=True, default=repr)
            meant = json.dumps(after.view(mover), sort_keys=True, default=repr)
            alike.setdefault(view, {})[meant] = (action, told[0][1])
        for truths in alike.values():
            seen = {told for _, told in truths.values()}
            detail = (
                f"seat {player} sees the same after different actions of seat {mover} that are different to that seat, "
                f"but its history tells them apart: {sorted(seen)}. Let the history hide the action, or let the view show it"
            )
            trial.require(LAW, player == mover or len(truths) == 1 or len(seen) == 1, detail)
