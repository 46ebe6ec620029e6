"""The law that a seat can be rebuilt from its view: it tells all that the seat holds, so nothing hidden stays behind in it."""

from __future__ import annotations

import json

from cardlab.core.rng import Rng
from cardlab.core.state import Seat, State
from cardlab.testing.laws import Law
from cardlab.testing.trial import WORLDS, Trial

LAW = Law.VIEWS


def check_rebuilding(trial: Trial, state: State) -> None:
    """From what each seat sees, written as JSON and read back, comes the same seat: byte for byte, with the same worlds."""
    for player in range(state.players):
        seat = state.seat(player)
        with trial.under(LAW, f"rebuilding seat {player} from its view"):
            rebuilt = trial.game.from_view(json.loads(json.dumps(seat.view())))
        trial.require(LAW, rebuilt.player == player, f"rebuilt from its view, seat {player} is seat {rebuilt.player}")
        trial.require(LAW, rebuilt.view() == seat.view(), f"rebuilt from its view, seat {player} has another view")
        trial.require(LAW, rebuilt.legal() == seat.legal(), f"rebuilt from its view, seat {player} has other legal actions")
        if rebuilt.memory != seat.memory:
            raise trial.broken(
                LAW,
                f"seat {player} holds something that its view does not tell, or not so: {_difference(seat, rebuilt)}",
            )
        for n in range(WORLDS):
            detail = f"rebuilt from its view, seat {player} imagines other worlds with the same random numbers"
            trial.same(LAW, rebuilt.resample(Rng(n)), seat.resample(Rng(n)), detail)


def _difference(seat: Seat, rebuilt: Seat) -> str:
    """The fields that differ."""
    mine, theirs = seat.peek(), rebuilt.peek()
    odd = [f"{name} is {mine[name]}, rebuilt {theirs[name]}" for name in mine if mine[name] != theirs[name]]
    return "; ".join(odd) or "some bytes between its fields"
