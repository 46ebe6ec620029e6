"""Reading rows for training: all sources alike, everything checked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from cardlab import game
from cardlab.data import Rows, Words, read_rows
from cardlab.data.databases.loading import game_of, load_files
from cardlab.errors import RunError
from tests.data.samples import CASTLE, assert_same_rows, collect, collection, table_of


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same rows in all forms, and some of another run."""
    place = tmp_path_factory.mktemp("rows")
    what = collection(30, ("ismcts:20", "lowest"), playouts=2, observe=(0, 1))
    for name in ("rows.parquet", "rows.csv", "parts/", f"sqlite:///{place / 'rows.db'}"):
        collect(what, name if "://" in name else f"{place}/{name}", batch=8)
    collect(collection(10, seed=4), place / "more.parquet")
    return place


@pytest.mark.parametrize("source", ["rows.csv", "parts", "rows.db"])
def test_all_sources_give_the_same_rows(source: str, folder: Path) -> None:
    place = f"sqlite:///{folder / source}" if source.endswith(".db") else folder / source
    rows = read_rows([place], CASTLE)
    assert_same_rows(rows, read_rows([folder / "rows.parquet"], CASTLE))
    assert rows.numbers.flags.c_contiguous
    assert (rows.numbers.dtype, rows.numbers.shape) == (np.int64, (len(rows), CASTLE.observer().width))
    assert np.isnan(rows.value[rows.agent.codes == rows.agent.names.index("lowest")]).all()


def test_rows_of_several_sources_are_sorted_and_each_is_there_once(folder: Path) -> None:
    one, other = (read_rows([folder / name], CASTLE) for name in ("rows.parquet", "more.parquet"))
    rows = read_rows([folder / "more.parquet", folder / "parts", folder / "rows.csv", folder / "more.parquet"], CASTLE)
    assert len(rows) == len(one) + len(other)
    keys = list(zip(rows.run.texts(), rows.game_id.tolist(), rows.turn_no.tolist(), strict=True))
    assert keys == sorted(set(keys))
    assert (rows.games, sorted(set(rows.groups.tolist()))) == (40, list(range(40)))


def test_the_first_games_only(folder: Path) -> None:
    rows = read_rows([folder / "rows.parquet"], CASTLE, limit_games=7)
    assert set(rows.game_id.tolist()) == set(range(7))
    with pytest.raises(RunError, match="at least 1, not 0"):
        read_rows([folder / "rows.parquet"], CASTLE, limit_games=0)


def test_progress_names_each_source(folder: Path) -> None:
    told: list[str] = []
    read_rows([folder / "rows.parquet", folder / "rows.csv"], CASTLE, progress=told.append)
    assert told == [str(folder / "rows.parquet"), str(folder / "rows.csv")]


def with_value(name: str, value: Any, dtype: Any = None) -> Callable[[pl.DataFrame], pl.DataFrame]:
    """A table with another value in the sixth row of a column."""

    def change(frame: pl.DataFrame) -> pl.DataFrame:
        values = frame[name].to_list()
        values[5] = value
        return frame.with_columns(pl.Series(name, values, dtype=dtype or frame[name].dtype))

    return change


BROKEN = {
    "missing column": (lambda f: f.drop("hand", "won"), "has not the columns of castle: missing are hand, won"),
    "other column": (lambda f: f.with_columns(x=1), "has not the columns of castle: unknown are x"),
    "cards": (with_value("hand", "3,99"), "column hand: cannot hold '3,99'"),
    "no card": (with_value("top", "king"), "column top: cannot hold 'king'"),
    "hole": (with_value("hand", None), "column hand: a value is missing"),
    "text for number": (lambda f: f.cast({"stock_size": pl.String}), "column stock_size: is of type String, should be int"),
    "number for text": (lambda f: f.with_columns(hand=7), "column hand: is of type"),
    "seat": (with_value("seat", 2), "column seat: 2 cannot be in a game of castle for 2 players"),
    "players": (with_value("n_players", 3), "column n_players: 3 cannot be"),
    "turn": (with_value("turn_no", -1), "column turn_no: -1 cannot be"),
    "score": (with_value("score", 1.5), "column score: 1.5 cannot be"),
    "no score": (with_value("score", float("nan")), "column score: nan cannot be"),
    "won": (lambda f: f.with_columns(won=~f["won"]), "column won: does not say what the score says"),
    "value": (with_value("value", float("inf")), "column value: inf cannot be"),
    "move": (with_value("move", "jump"), "column move: .*jump"),
    "run": (with_value("run", "a b"), "column run: 'a b' does not name a run"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_cannot_be_a_row_is_told_with_file_and_column(name: str, folder: Path, tmp_path: Path) -> None:
    change, message = BROKEN[name]
    path = tmp_path / "broken.parquet"
    change(pl.read_parquet(folder / "rows.parquet")).write_parquet(path)
    with pytest.raises(RunError, match=f"^{path}: {message}"):
        read_rows([path], CASTLE)


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (",1.0,1\n", ",1.0,yes\n", "column won: cannot hold 'yes'"),
        (",1.0,1\n", ",many,1\n", "column score: 'many' is not a number"),
        (",1.0,1\n", ",,1\n", "column score: '' is not a number"),
        ("|", "!", "column hand: cannot hold"),
        ("turn_no", "turn", "missing are turn_no; unknown are turn"),
    ],
)
def test_a_damaged_csv_file_is_told_with_its_column(old: str, new: str, message: str, folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    text = (folder / "rows.csv").read_text()
    assert old in text
    path.write_text(text.replace(old, new))
    with pytest.raises(RunError, match=f"^{path}: .*{message}"):
        read_rows([path], CASTLE)


def test_files_that_are_no_rows_are_told(tmp_path: Path) -> None:
    (tmp_path / "rows.parquet").write_text("not a table")
    (tmp_path / "rows.csv").write_bytes(b"\xff\xfe\x00")
    (tmp_path / "empty").mkdir()
    for name in ("rows.parquet", "rows.csv", "empty", "nowhere.parquet"):
        with pytest.raises(RunError, match=str(tmp_path / name)):
            read_rows([tmp_path / name], CASTLE)
    with pytest.raises(RunError, match="no rows of castle in no source"):
        read_rows([], CASTLE)


def test_rows_of_another_game_or_number_of_players_are_refused(folder: Path, tmp_path: Path) -> None:
    with pytest.raises(RunError, match="has not the columns of castle,players=3: missing are op2_hand_size"):
        read_rows([folder / "rows.parquet"], game("castle", players=3))
    with pytest.raises(RunError, match="there is no table castle_rows: nothing was collected there"):
        read_rows([f"sqlite:///{tmp_path / 'new.db'}"], CASTLE)


def test_the_game_of_a_file_is_known_by_what_it_says_or_by_its_columns(folder: Path, tmp_path: Path) -> None:
    assert game_of(folder / "rows.parquet") == game_of(folder / "rows.csv") == CASTLE
    collect(collection(2, rules=game("castle", players=4)), tmp_path / "four.csv")
    assert game_of(tmp_path / "four.csv") == game("castle", players=4)
    pl.read_parquet(folder / "rows.parquet").write_parquet(tmp_path / "bare.parquet")
    assert game_of(tmp_path / "bare.parquet") == CASTLE
    (tmp_path / "other.csv").write_text("a,b\n1,2\n")
    with pytest.raises(RunError, match=r"other\.csv: has not the columns of any game: a, b"):
        game_of(tmp_path / "other.csv")


def test_loading_changes_nothing_if_one_file_is_wrong(folder: Path, tmp_path: Path) -> None:
    with_value("hand", "99")(pl.read_parquet(folder / "rows.parquet")).write_parquet(tmp_path / "bad.parquet")
    url = f"sqlite:///{tmp_path / 'rows.db'}"
    with pytest.raises(RunError, match="column hand: cannot hold '99'"):
        load_files([folder / "rows.parquet", tmp_path / "bad.parquet"], url)
    assert not (tmp_path / "rows.db").exists()
    with pytest.raises(RunError, match="rows are loaded into databases"):
        load_files([folder / "rows.parquet"], "rows.parquet")


def test_a_collection_goes_on_where_files_were_loaded(folder: Path, tmp_path: Path) -> None:
    """A CSV file does not say what was collected; the first who knows enters it."""
    url = f"sqlite:///{tmp_path / 'rows.db'}"
    collect(collection(10), tmp_path / "rows.csv")
    load_files([tmp_path / "rows.csv"], url)
    assert collect(collection(15), url, resume=True).played == 5
    assert table_of(url, "cardlab_runs")[0][2] != "{}"


def test_words_are_joined_by_what_they_say() -> None:
    joined = Words.joined([Words.of(["b", "c", "b"]), Words.same("a", 2), Words.of(["c"])])
    assert joined.names == ("a", "b", "c")
    assert joined.texts() == ["b", "c", "b", "a", "a", "c"]
    assert joined.take(np.array([1, 5])).used() == ("c",)


def test_joining_nothing_is_an_error() -> None:
    with pytest.raises(RunError, match="there are no rows"):
        Rows.joined([])
