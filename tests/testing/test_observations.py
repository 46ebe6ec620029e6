"""A game with an observer must keep the law of observations; planted defects of observers and encoders are found."""

from __future__ import annotations

import itertools
import re
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from cardlab import State
from cardlab.core.columns import Column, count_column, flag_column
from cardlab.core.encoders import EncoderKind
from cardlab.core.features import Encoder, Observer, PlainEncoder, PythonObserver
from cardlab.errors import OptionError
from cardlab.testing import Law, LawBroken, check_game
from tests.testing.duel import Duel

COLUMNS = (count_column("own", "own cards added up"), count_column("points", "own points"), flag_column("laid", "a card lies"))


def look(view: dict[str, Any]) -> list[int]:
    """What the observer of Watched sees in a view, whoever looks."""
    return [sum(card for hand in view["hands"] for card in hand if card >= 0), view["points"][0], len(view["laid"])]


class Watched(Duel):
    """Duel with an observer and an encoder."""

    def observer(self) -> Observer:
        return PythonObserver(COLUMNS, look)

    def encoders(self) -> Mapping[str, EncoderKind]:
        return {"plain": EncoderKind("plain", "as they are", lambda game, text, options: PlainEncoder(game, text, 0.25))}


class Peeks(PythonObserver):
    def observe_state(self, state: State, player: int) -> list[int]:
        return [sum(state.position.hands[1 - player]), 0, 0]


class ObserverThatPeeks(Watched):
    def observer(self) -> Observer:
        return Peeks(COLUMNS, look)


_ticks = itertools.count()


class ObserverThatChanges(Watched):
    def observer(self) -> Observer:
        return PythonObserver(COLUMNS, lambda view: [next(_ticks), 0, 0])


class ObserverThatFails(Watched):
    def observer(self) -> Observer:
        return PythonObserver(COLUMNS, lambda view: [view["no such part"], 0, 0])


class ShortRow(Watched):
    def observer(self) -> Observer:
        return PythonObserver(COLUMNS, lambda view: look(view)[:2])


def with_first(column: Column) -> type[Watched]:
    """Watched with another first column."""

    class Other(Watched):
        def observer(self) -> Observer:
            return PythonObserver((column, *COLUMNS[1:]), look)

    Other.__qualname__ = Other.__name__ = f"Other{next(_ticks)}"
    globals()[Other.__name__] = Other
    return Other


OWN = COLUMNS[0]
TwoColumnsWithOneName = with_first(replace(OWN, name="points"))
ColumnOfAnUnknownType = with_first(replace(OWN, type="real"))
ColumnThatShowsAnotherType = with_first(replace(OWN, show=str))
ColumnThatReadsSomethingElse = with_first(replace(OWN, read=lambda value: int(value) + 1))
ColumnThatCannotReadItsCsv = with_first(replace(OWN, csv=lambda number: f"<{number}>"))


class _Odd(PlainEncoder):
    def encode(self, rows: Any) -> Any:
        return self.bend(super().encode(rows))

    def bend(self, features: Any) -> Any:
        raise NotImplementedError


class _Infinite(_Odd):
    def bend(self, features: Any) -> Any:
        return features + np.float32(np.inf)


class _Narrow(_Odd):
    def bend(self, features: Any) -> Any:
        return features[:, 1:]


class _Double(_Odd):
    def bend(self, features: Any) -> Any:
        return features.astype(np.float64)


class _Relative(_Odd):
    def bend(self, features: Any) -> Any:
        return features - features.mean(axis=0)


class _Changing(_Odd):
    def bend(self, features: Any) -> Any:
        return features + np.float32(next(_ticks))


class _Doubtful(Encoder):
    def __init__(self, game: Any, text: str, scale: float) -> None:
        super().__init__(game, text, (2, 2), ("a", "b", "b"))


class ObserverThatIsRefused(Watched):
    def observer(self) -> Any:
        raise OptionError("no rows of this")


def with_encoder(kind: type[Encoder]) -> type[Watched]:
    """Watched with another encoder."""

    class Other(Watched):
        def encoders(self) -> Mapping[str, EncoderKind]:
            return {"odd": EncoderKind("odd", "odd", lambda game, text, options: kind(game, text, 1.0))}  # type: ignore[call-arg, arg-type]

    Other.__qualname__ = Other.__name__ = f"Other{next(_ticks)}"
    globals()[Other.__name__] = Other
    return Other


def test_a_game_with_an_observer_keeps_all_laws() -> None:
    assert check_game(Watched, games=3).laws == tuple(Law)


@pytest.mark.parametrize(
    ("defect", "words"),
    [
        (ObserverThatPeeks, r"gives another row than the seat, by {'own'"),
        (ObserverThatChanges, "observes something else the second time"),
        (ObserverThatFails, "observing from seat 0 failed with KeyError: 'no such part'"),
        (ObserverThatIsRefused, "asking for the observer failed with OptionError: no rows of this"),
        (ShortRow, "gave 2 numbers for 3 columns"),
        (TwoColumnsWithOneName, "two columns have the same name"),
        (ColumnOfAnUnknownType, "column own is of type 'real'"),
        (ColumnThatShowsAnotherType, r"column own shows \d+ as '\d+', which is no int"),
        (ColumnThatReadsSomethingElse, r"column own writes (\d+) as \1, which is read as"),
        (ColumnThatCannotReadItsCsv, "invalid literal"),
        (with_encoder(_Infinite), "encoding odd gives numbers that are not finite"),
        (with_encoder(_Narrow), r"gives float32 \(\d+, 2\) for"),
        (with_encoder(_Double), "gives float64"),
        (with_encoder(_Relative), "gives other numbers one row at a time"),
        (with_encoder(_Changing), "gives other numbers the second time"),
        (with_encoder(_Doubtful), r"declares 3 numbers, 2 different labels and the shape \(2, 2\)"),
    ],
)
def test_a_planted_defect_is_found(defect: type[Watched], words: str) -> None:
    with pytest.raises(LawBroken) as caught:
        check_game(defect, games=3)
    assert caught.value.law is Law.OBSERVATIONS
    assert re.search(words, caught.value.detail)
