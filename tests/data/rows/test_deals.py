"""Games of one deal are known as such, whatever the rows come from: a split must not tear them apart."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from cardlab import game
from cardlab.data import Rows, read_rows
from tests.data.samples import CASTLE, collect, collection

FORMS = ("rows.parquet", "rows.csv", "parts/", "rows.db")


def read(folder: Path, form: str, rules: Any = CASTLE, **what: Any) -> Rows:
    """A collection after its way through a file or a database."""
    place = f"sqlite:///{folder / form}" if form.endswith(".db") else f"{folder}/{form}"
    collect(collection(**{"games": 12, "rules": rules, **what}), place)
    return read_rows([place], rules)


def deals_of_games(rows: Rows) -> dict[int, int]:
    """The deal of each game, which all its rows agree on."""
    pairs = set(zip(rows.game_id.tolist(), rows.deals.tolist(), strict=True))
    assert len(pairs) == rows.games
    return dict(pairs)


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("players", [2, 3])
def test_a_deal_is_played_from_each_seat(form: str, players: int, tmp_path: Path) -> None:
    rows = read(tmp_path, form, game("castle", players=players))
    assert deals_of_games(rows) == {number: number // players for number in range(12)}


@pytest.mark.parametrize("form", FORMS)
def test_without_rotation_every_game_is_a_deal(form: str, tmp_path: Path) -> None:
    rows = read(tmp_path, form, rotate=False)
    assert deals_of_games(rows) == {number: number for number in range(12)}


def test_equal_agents_in_all_seats_do_not_hide_whether_seats_rotate(tmp_path: Path) -> None:
    both: dict[str, Any] = {"agents": ("lowest", "lowest"), "observe": (0, 1)}
    assert read(tmp_path, "fixed.parquet", rotate=False, **both).deals.max() == 11
    assert read(tmp_path, "rotated.parquet", **both).deals.max() == 5
    in_doubt = read(tmp_path, "fixed.csv", rotate=False, **both)
    assert in_doubt.deals.max() == 5, "a CSV file does not say it: games may then be joined, and never torn apart"


def test_games_of_one_deal_were_dealt_the_same_cards(tmp_path: Path) -> None:
    """The numbers are those of the arena: what the seat that begins holds is the same in both games, and only there."""
    rows = read(tmp_path, "rows.parquet", agents=("lowest", "random"), observe=(0, 1))
    first = rows.take(rows.turn_no == 0)
    hands = {number: tuple(first.numbers[first.game_id == number][0]) for number in range(12)}
    assert len(set(hands.values())) == 6
    assert {deal: len({hands[n] for n in hands if n // 2 == deal}) for deal in range(6)} == dict.fromkeys(range(6), 1)


def test_runs_with_the_same_seed_share_their_deals(tmp_path: Path) -> None:
    for name, what in {
        "one": {"seed": 3}, "same": {"seed": 3, "agents": ("random", "lowest")}, "other": {"seed": 4},
        "fixed": {"seed": 3, "rotate": False, "games": 6},
    }.items():  # fmt: skip
        collect(collection(**{"games": 12, **what, "name": name}), tmp_path / f"{name}.parquet")
    rows = read_rows([tmp_path], CASTLE)
    assert rows.games == 42 and rows.deals.max() + 1 == 12
    deals = {name: set(rows.deals[rows.run.codes == code].tolist()) for code, name in enumerate(rows.run.names)}
    assert deals["one"] == deals["same"] == deals["fixed"] and not deals["one"] & deals["other"]


def test_rows_of_a_database_in_pieces_have_the_same_deals(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = read(tmp_path, "rows.db")
    monkeypatch.setattr("cardlab.data.databases.store.ROWS_AT_ONCE", 7)
    assert np.array_equal(read_rows([f"sqlite:///{tmp_path / 'rows.db'}"], CASTLE).deals, whole.deals)


def test_a_file_that_passed_through_other_programs_still_tells(tmp_path: Path) -> None:
    """Its card is gone, but an agent that changes its seat plays in a run that rotates."""
    rows = read(tmp_path, "rows.parquet")
    pl.read_parquet(tmp_path / "rows.parquet").write_parquet(tmp_path / "bare.parquet")
    assert np.array_equal(read_rows([tmp_path / "bare.parquet"], CASTLE).deals, rows.deals)
