"""The law of fairness: a seat holds what its player may know, and nothing else can be got out of it."""

from __future__ import annotations

import copy
import json
from typing import Any

from cardlab.core.rng import Rng
from cardlab.core.state import Seat, State
from cardlab.testing.chance import without_luck
from cardlab.testing.laws import Law
from cardlab.testing.trial import Trial

LAW = Law.FAIR
WORLDS = 3
MANY = 24


class Witness:
    """Remembers what every seat saw in all games of a check.

    Two different truths that look the same to a player are the best test: everything that player is told must be equal.
    """

    def __init__(self) -> None:
        self._seen: dict[str, tuple[str, list[str]]] = {}
        self.hides: tuple[Trial, str] | None = None
        self.varied = False

    def check(self, trial: Trial, state: State, player: int) -> None:
        """Compare with any other truth that gave the same view."""
        seat = state.seat(player)
        key = json.dumps([player, seat.view()], sort_keys=True, default=repr)
        truth, worlds = state.digest(), [seat.resample(Rng(n)).digest() for n in range(WORLDS)]
        other = self._seen.setdefault(key, (truth, worlds))
        trial.require(
            LAW,
            other[1] == worlds,
            f"seat {player} sees the same in two games that differ, but its resamples differ too: they peek",
        )
        if other[0] != truth:
            self._must_vary(trial, seat)

    def _must_vary(self, trial: Trial, seat: Seat) -> None:
        worlds = {seat.resample(Rng(n)).digest() for n in range(MANY)}
        detail = f"seat {seat.player} cannot tell two games apart, but all its resamples are the same: they peek"
        trial.require(LAW, len(worlds) > 1, detail)

    def note(self, trial: Trial, state: State, player: int) -> None:
        """For plain games: whether hiding erases anything."""
        hide = getattr(trial.game, "hide", None)
        if self.hides is None and hide is not None and hasattr(state, "position"):
            erased = copy.deepcopy(state.position)
            hide(erased, player)
            if erased != state.position:
                self.hides = (
                    trial,
                    f"hiding erases something from seat {player}, but resamples are never anything but the truth: they peek",
                )

    def close(self) -> None:
        """After all games: what is hidden must have been guessed differently at least once."""
        if self.hides is not None and not self.varied:
            trial, detail = self.hides
            raise trial.broken(LAW, detail)


def check_seats(trial: Trial, state: State, witness: Witness) -> None:
    """All seats of one position."""
    for player in range(state.players):
        with trial.under(LAW, f"looking through seat {player}"):
            _check_view(trial, state, player)
            worlds = _check_worlds(trial, state, player)
            if any(without_luck(world) != without_luck(state) for world in worlds):
                witness.varied = True
                _check_attributes(trial, state, player)
            witness.note(trial, state, player)
            witness.check(trial, state, player)


def _check_view(trial: Trial, state: State, player: int) -> None:
    seat = state.seat(player)
    trial.require(
        LAW, seat.player == player and seat.players == state.players, f"seat {player} calls itself seat {seat.player}"
    )
    trial.require(LAW, seat.to_move == state.player, f"seat {player} thinks that {seat.to_move} is to move, not {state.player}")
    legal = state.legal() if state.player == player else []
    trial.require(
        LAW, seat.legal() == legal, f"seat {player} has other legal actions than the state: {seat.legal()}, not {legal}"
    )
    again = state.copy().seat(player)
    trial.require(LAW, again == seat and hash(again) == hash(seat), f"two seats {player} of one state are not equal")
    json.dumps(seat.view())


def _check_worlds(trial: Trial, state: State, player: int) -> list[State]:
    seat, before = state.seat(player), _plain(state.seat(player))
    worlds = []
    for n in range(WORLDS):
        world = seat.resample(Rng(n))
        worlds.append(world)
        trial.report.resamples += 1
        trial.report.varied += without_luck(world) != without_luck(state)
        _check_world(trial, state, player, world)
        twin = world.seat(player).resample(Rng(n + 1))
        detail = f"resamples of seat {player} from the truth and a resample, with the same random numbers, differ: they peek"
        trial.same(LAW, seat.resample(Rng(n + 1)), twin, detail)
    trial.require(LAW, _plain(seat) == before, f"resampling changed what seat {player} sees")
    return worlds


def _check_world(trial: Trial, state: State, player: int, world: State) -> None:
    game = trial.game
    if world.seat(player) != state.seat(player):
        sees, should = _plain(world.seat(player)), _plain(state.seat(player))
        odd = {key: (should.get(key), sees.get(key)) for key in {**sees, **should} if sees.get(key) != should.get(key)}
        raise trial.broken(
            LAW,
            f"seat {player} could tell its resample from the truth, by {odd}: the seat leaks or the resample is inconsistent",
        )
    trial.require(LAW, world.player == state.player, f"in a resample of seat {player} somebody else is to move")
    if state.player == player:
        detail = f"seat {player} has other legal actions in its resample: {world.legal()}, not {state.legal()}"
        trial.require(Law.ACTIONS, world.legal() == state.legal(), detail)
    trial.require(
        Law.CARDS, game.inventory(world) == game.inventory(state), f"a resample of seat {player} makes or loses something"
    )
    loaded = game.from_dict(json.loads(json.dumps(world.to_dict())))
    trial.require(LAW, loaded == world, f"a resample of seat {player} is no possible position")


def _check_attributes(trial: Trial, state: State, player: int) -> None:
    """Where something is hidden, no public attribute of a seat is the truth or holds it."""
    seat = state.seat(player)
    for name in dir(seat):
        if name.startswith("_"):
            continue
        value = getattr(seat, name)
        held = [value, *vars(value).values()] if hasattr(value, "__dict__") else [value]
        if any(isinstance(thing, State) and thing == state for thing in held):
            raise trial.broken(LAW, f"the true state can be reached through seat.{name}")


def _plain(seat: Seat) -> dict[str, Any]:
    return dict(json.loads(json.dumps(seat.view())))
