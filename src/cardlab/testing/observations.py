"""The law of observations: rows of data say what a seat sees and nothing else, and can be stored and encoded."""

from __future__ import annotations

import math
from typing import Any

from cardlab.core.columns import TYPES, Column
from cardlab.core.features import Encoder, Observer
from cardlab.core.game import Game
from cardlab.core.rng import Rng
from cardlab.core.state import State
from cardlab.errors import OptionError
from cardlab.testing.laws import Law
from cardlab.testing.trial import WORLDS, Trial

LAW = Law.OBSERVATIONS
KEPT = 12
_STORED = {"text": str, "int": int, "bool": bool}


class Watch:
    """Observes the positions of one game. A game without an observer has nothing to prove."""

    def __init__(self, trial: Trial) -> None:
        self.trial = trial
        self.observer = self._observer()
        self.rows: list[tuple[list[int], Any]] = []

    def _observer(self) -> Observer | None:
        with self.trial.under(LAW, "asking for the observer"):
            observer = self.trial.game.observer()
            if observer is not None:
                _check_columns(self.trial, observer)
            return observer

    def look(self, state: State) -> None:
        """All seats of one position."""
        if self.observer is None:
            return
        for player in range(state.players):
            with self.trial.under(LAW, f"observing from seat {player}"):
                row = _check_row(self.trial, self.observer, state, player)
            if len(self.rows) < KEPT:
                self.rows.append((row, state.seat(player)))

    def close(self) -> None:
        """At the end of the game: what the encoders make of its rows."""
        if self.observer is None or not self.rows or not _has_numpy():
            return
        with self.trial.under(LAW, "asking for the encoders"):
            names = list(self.trial.game.encoders())
        for name in names:
            with self.trial.under(LAW, f"encoding {name}"):
                encoder = _encoder(self.trial.game, name)
                if encoder is not None:
                    _check_encoder(self.trial, encoder, self.rows)


def _has_numpy() -> bool:
    from importlib.util import find_spec

    return find_spec("numpy") is not None


def _encoder(game: Game, name: str) -> Encoder | None:
    """An encoding may refuse a game by its options."""
    try:
        return game.encoder(name)
    except OptionError:
        return None


def _check_columns(trial: Trial, observer: Observer) -> None:
    names = [column.name for column in observer.columns]
    trial.require(LAW, len(names) == observer.width, f"the observer has {len(names)} columns and is {observer.width} wide")
    trial.require(LAW, len(set(names)) == len(names), f"two columns have the same name: {names}")
    for column in observer.columns:
        trial.require(LAW, column.type in TYPES, f"column {column.name} is of type {column.type!r}, not one of {TYPES}")


def _check_row(trial: Trial, observer: Observer, state: State, player: int) -> list[int]:
    seat = state.seat(player)
    row = observer.observe(seat)
    trial.require(LAW, observer.observe(seat) == row, f"seat {player} observes something else the second time")
    _check_same(trial, observer, row, observer.observe_state(state, player), f"the state as seat {player} sees it")
    for n in range(WORLDS):
        world = observer.observe_state(seat.resample(Rng(n)), player)
        _check_same(trial, observer, row, world, f"a world that seat {player} cannot tell from the truth")
    trial.require(LAW, len(row) == observer.width, f"a row has {len(row)} numbers for {observer.width} columns")
    for column, number in zip(observer.columns, row, strict=True):
        _check_storing(trial, column, number)
    return row


def _check_same(trial: Trial, observer: Observer, row: list[int], other: list[int], what: str) -> None:
    if row != other:
        odd = {c.name: (a, b) for c, a, b in zip(observer.columns, row, other, strict=False) if a != b}
        raise trial.broken(LAW, f"{what} gives another row than the seat, by {odd}: the observer tells what is hidden")


def _check_storing(trial: Trial, column: Column, number: int) -> None:
    """Each way to write a number down can be read back."""
    value = column.show(number)
    fits = type(value) is _STORED[column.type]
    trial.require(LAW, fits, f"column {column.name} shows {number} as {value!r}, which is no {column.type}")
    forms = [value] if column.csv is None else [value, column.csv(number), str(column.csv(number))]
    for form in [*forms, str(value)]:
        found = column.read(form)
        trial.require(LAW, found == number, f"column {column.name} writes {number} as {form!r}, which is read as {found!r}")


def _check_encoder(trial: Trial, encoder: Encoder, rows: list[tuple[list[int], Any]]) -> None:
    """Finite numbers of the declared size, the same ones twice, alone, and from seats."""
    import numpy as np

    labels, size = encoder.labels, encoder.size
    declared = size == len(set(labels)) == len(labels) == math.prod(encoder.shape)
    told = f"{size} numbers, {len(set(labels))} different labels and the shape {encoder.shape}"
    trial.require(LAW, declared, f"encoding {encoder.text} declares {told}")
    lines = np.array([row for row, _ in rows], dtype=np.int64)
    features = encoder.encode(lines)
    fits = features.dtype == np.float32 and features.shape == (len(rows), size)
    trial.require(LAW, fits, f"encoding {encoder.text} gives {features.dtype} {features.shape} for {len(rows)} rows")
    trial.require(LAW, np.isfinite(features).all(), f"encoding {encoder.text} gives numbers that are not finite")
    seats = [seat for _, seat in rows]
    others = {
        "the second time": encoder.encode(lines),
        "one row at a time": np.concatenate([encoder.encode(lines[i : i + 1]) for i in range(len(rows))]),
        "from seats": encoder.encode_states(seats, [seat.player for seat in seats]),
    }
    for name, other in others.items():
        trial.require(LAW, np.array_equal(features, other), f"encoding {encoder.text} gives other numbers {name}")
