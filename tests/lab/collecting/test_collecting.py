"""Collecting into files: the same bytes however it is done, nothing lost on the way."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from cardlab import game, game_names
from cardlab.data import read_rows
from cardlab.data.files.rowfiles import read_card
from cardlab.errors import OptionError, RunError
from cardlab.lab import Interrupted
from cardlab.lab.engine import Staff
from cardlab.lab.matches.arena import Arena
from cardlab.lab.matches.match import Match
from tests.data.samples import CASTLE, assert_same_rows, collect, collection, lines_of


class Clumsy:
    """An agent of its own that fails in every third game it begins."""

    def choose(self, seat: Any, rng: Any) -> int:
        return 10**9 if len(seat.history) > 20 and seat.view()["stock"] % 3 == 0 else seat.legal()[0]


class Slow:
    """Plays legally, in Python."""

    def choose(self, seat: Any, rng: Any) -> int:
        return int(seat.legal()[-1])


@pytest.mark.parametrize("name", ["rows.parquet", "rows.csv"])
def test_files_are_the_same_bytes_with_any_workers_and_batches(name: str, tmp_path: Path) -> None:
    one, other, third = (tmp_path / str(i) / name for i in range(3))
    collect(collection(40), one, batch=10, workers=1)
    collect(collection(40), other, batch=10, workers=4)
    collect(collection(40), third, batch=17, workers=3)
    assert one.read_bytes() == other.read_bytes() == third.read_bytes()
    assert [path.name for path in one.parent.iterdir()] == [name]


def test_a_row_for_every_decision_of_the_observed_agent(tmp_path: Path) -> None:
    what = collection(20, ("lowest", "random"), seed=3)
    result = collect(what, tmp_path / "rows.parquet")
    frame = pl.read_parquet(tmp_path / "rows.parquet")
    assert result.rows == len(frame) == sum(record.decisions for record in result.records)
    assert frame["agent"].unique().to_list() == ["lowest"]
    assert frame["opponent"].unique().to_list() == ["random"]
    assert frame["seed"].unique().to_list() == [3]
    assert frame["game_id"].unique().sort().to_list() == list(range(20))
    seats = [what.match.seat_of(0, index) for index in frame["game_id"]]
    assert frame["seat"].to_list() == seats
    assert (frame["won"] == (frame["score"] == 1.0)).all()
    wins = frame.group_by("game_id").agg(pl.col("won").first())["won"].sum()
    assert (result.wins, result.games) == (wins, 20)


def test_observing_all_gives_every_decision_of_the_game(tmp_path: Path) -> None:
    collect(collection(6, observe=(0, 1)), tmp_path / "rows.parquet")
    frame = pl.read_parquet(tmp_path / "rows.parquet")
    for _, rows in frame.group_by("game_id"):
        assert rows["turn_no"].to_list() == list(range(len(rows)))
        assert rows.group_by("seat").agg(pl.col("score").first())["score"].sum() == 1.0


def test_the_rows_are_what_the_players_saw(tmp_path: Path) -> None:
    """The game is played again from its moves, and every position observed anew."""
    from cardlab.core.rng import Rng

    what = collection(4, observe=(0, 1))
    collect(what, tmp_path / "rows.parquet")
    rows = read_rows([tmp_path / "rows.parquet"], CASTLE)
    arena = Arena(CASTLE, what.match.make_agents(), what.match.seed, recording=True)
    for replay in arena.play(0, 4).replays:
        state = CASTLE.blank()
        state.deal(Rng(replay.seed))
        own = rows.take(rows.game_id == replay.index)
        assert own.move.texts() == [CASTLE.action_text(action) for action in replay.actions]
        for line, action in zip(own.numbers.tolist(), replay.actions, strict=True):
            assert line == CASTLE.observer().observe(state.seat(state.player))
            state.apply(action)


class ThreeAtATime:
    """A crew that plays only when somebody waits for its games."""

    def __init__(self, kit: Any, notice: Any) -> None:
        self.kit = kit

    def results(self, work: Any, todo: Any, workers: int) -> Iterator[Any]:
        with work.place(self.kit) as place:
            while not self.kit.stop.asked and (piece := todo.take(3)):
                yield place.do(*piece)

    def close(self) -> None:
        pass


@pytest.mark.parametrize("name", ["rows.parquet", "rows.csv", "rows"])
def test_interrupted_and_resumed_is_as_if_done_in_one_go(name: str, tmp_path: Path, monkeypatch: Any) -> None:
    whole, pieces, what = tmp_path / "whole" / name, tmp_path / "pieces" / name, collection(40)
    collect(what, whole)
    with monkeypatch.context() as patch, pytest.raises(Interrupted) as stop:
        patch.setattr("cardlab.lab.engine.staff.ThreadCrew", ThreeAtATime)
        collect(what, _interrupting(pieces, after=2), batch=10)
    assert (stop.value.result.games, stop.value.result.complete) == (21, False)
    with pytest.raises(RunError, match="holds 21 games of this run already"):
        collect(what, pieces)
    done = collect(what, pieces, resume=True)
    assert (done.games, done.played, done.complete) == (40, 19, True)
    assert_same_rows(read_rows([pieces], CASTLE), read_rows([whole], CASTLE))
    if name != "rows":
        assert pieces.read_bytes() == whole.read_bytes()
        assert [path.name for path in pieces.parent.iterdir()] == [name]


def _interrupting(path: Path, after: int) -> Any:
    """A target in whose collection somebody presses Ctrl-C after some batches."""
    from cardlab.data.targets import open_target

    target = open_target(str(path))
    put, batches = target.put, []

    def counting(batch: Any, hurry: Any) -> None:
        put(batch, hurry)
        batches.append(batch)
        if len(batches) == after:
            os.kill(os.getpid(), signal.SIGINT)

    target.put = counting  # type: ignore[method-assign]
    return target


@pytest.mark.parametrize("name", ["rows.parquet", "rows.csv", "rows/"])
def test_a_finished_collection_can_be_made_longer(name: str, tmp_path: Path) -> None:
    collect(collection(20), f"{tmp_path}/{name}")
    assert collect(collection(35), f"{tmp_path}/{name}", resume=True).played == 15
    assert collect(collection(35), f"{tmp_path}/{name}", resume=True).played == 0
    collect(collection(35), tmp_path / "whole.parquet")
    assert_same_rows(read_rows([f"{tmp_path}/{name}"], CASTLE), read_rows([tmp_path / "whole.parquet"], CASTLE))


@pytest.mark.parametrize("name", ["rows.parquet", "rows.csv", "rows/"])
def test_a_target_of_another_run_is_refused_before_any_work(name: str, tmp_path: Path, monkeypatch: Any) -> None:
    collect(collection(2), f"{tmp_path}/{name}")
    before = sorted((path, path.stat().st_mtime_ns) for path in tmp_path.rglob("*"))
    monkeypatch.setattr(Staff, "run", lambda *_: pytest.fail("a game was played"))
    with pytest.raises(RunError, match=f"holds the run {collection(2).run.name}, not {collection(2, seed=1).run.name}"):
        collect(collection(2, seed=1), f"{tmp_path}/{name}", resume=True)
    assert before == sorted((path, path.stat().st_mtime_ns) for path in tmp_path.rglob("*"))


def test_a_named_run_is_still_the_same_collection(tmp_path: Path) -> None:
    collect(collection(2, name="mine"), tmp_path / "rows.parquet")
    with pytest.raises(RunError, match="its run mine is another one: seed is 0 there and 1 here"):
        collect(collection(2, name="mine", seed=1), tmp_path / "rows.parquet", resume=True)


def test_a_file_says_what_it_holds(tmp_path: Path) -> None:
    what = collection(5, name="mine", rules=game("castle", players=3))
    result = collect(what, tmp_path / "rows.parquet")
    card = read_card(tmp_path / "rows.parquet")
    assert (card.run.name, card.run.game.spec(), card.run.spec) == ("mine", "castle,players=3", what.spec())
    assert card.games == result.records
    frame = pl.read_parquet(tmp_path / "rows.parquet")
    assert frame["rule_flags"].unique().to_list() == ["players=3"]
    assert frame["opponent"].unique().to_list() == ["random random"]


def test_the_same_collection_has_the_same_name() -> None:
    assert collection(5).run.name == collection(500).run.name
    others = [
        collection(5, seed=1),
        collection(5, observe=(1,)),
        collection(5, playouts=2),
        collection(5, ("lowest", "lowest")),
    ]
    assert len({what.run.name for what in [collection(5), *others]}) == 5
    assert collection(5, playouts=2).run.name == collection(5, playouts=2, by="random").run.name


def test_labels_by_playouts_and_walks(tmp_path: Path) -> None:
    collect(collection(6, playouts=4), tmp_path / "rows.parquet")
    frame = pl.read_parquet(tmp_path / "rows.parquet")
    assert set(frame["playouts"].unique()) <= {0.0, 0.25, 0.5, 0.75, 1.0}
    result = collect(collection(6, playouts=4, walk=3), tmp_path / "walked.parquet")
    rows = read_rows([tmp_path / "walked.parquet"], CASTLE)
    assert 0 < len(rows) <= sum(record.decisions for record in result.records)
    assert rows.move.names == ("",)
    assert np.isnan(rows.value).all()
    with pytest.raises(OptionError, match="add playouts"):
        collection(6, walk=3)


@pytest.mark.parametrize("name", ["rows.parquet", "rows.csv", "rows/"])
def test_games_without_rows_are_finished_games(name: str, tmp_path: Path) -> None:
    what = collection(6, playouts=1, walk=5000)
    result = collect(what, f"{tmp_path}/{name}", batch=4)
    assert (result.games, result.rows) == (6, 0)
    with pytest.raises(RunError, match="no rows of castle in"):
        read_rows([f"{tmp_path}/{name}"], CASTLE)
    assert collect(what, f"{tmp_path}/{name}", resume=True).played == (6 if name.endswith("csv") else 0)


def test_searching_agents_tell_what_they_think(tmp_path: Path) -> None:
    collect(collection(4, ("ismcts:30", "lowest")), tmp_path / "rows.parquet")
    values = pl.read_parquet(tmp_path / "rows.parquet")["value"].drop_nulls()
    assert len(values) > 50
    assert ((values >= 0) & (values <= 1)).all()


def test_agents_in_python_are_observed_too(tmp_path: Path) -> None:
    one = collect(collection(6, (Slow(), "lowest")), tmp_path / "one.parquet", workers=1)
    other = collect(collection(6, (Slow(), "lowest")), tmp_path / "other.parquet", workers=2)
    assert one.rows == other.rows > 50
    assert (tmp_path / "one.parquet").read_bytes() == (tmp_path / "other.parquet").read_bytes()


def test_a_decision_that_was_no_move_leaves_no_row(tmp_path: Path) -> None:
    result = collect(collection(12, (Clumsy(), "lowest"), keep_failed=True), tmp_path / "rows.parquet", workers=1)
    failed = [record for record in result.records if record.rows < record.decisions]
    assert failed
    assert all(record.rows == record.decisions - 1 and record.score == 0.0 for record in failed)
    assert len(read_rows([tmp_path / "rows.parquet"], CASTLE)) == result.rows


@pytest.mark.parametrize("name", ["rows.txt", "rows.db", "rows.parquet.gz"])
def test_an_unknown_suffix_says_what_is_possible(name: str, tmp_path: Path) -> None:
    with pytest.raises(RunError, match=r"files of rows end in \.parquet or \.csv; .*sqlite:///"):
        collect(collection(2), tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_agents_with_commas_need_no_quotes_in_csv_files(tmp_path: Path) -> None:
    collect(collection(2, ("ismcts:10,c=0.5", "lowest")), tmp_path / "rows.csv")
    text = (tmp_path / "rows.csv").read_text()
    width = text.splitlines()[0].count(",")
    assert {line.count(",") for line in text.splitlines()} == {width}
    assert '"' not in text
    assert read_rows([tmp_path / "rows.csv"], CASTLE).agent.names == ("ismcts:10,c=0.5",)
    (tmp_path / "a|b.py").write_text("class Own:\n    def choose(self, seat, rng):\n        return seat.legal()[0]\n")
    with pytest.raises(RunError, match="a CSV file cannot hold the agent"):
        collect(collection(2, (f"python:{tmp_path}/a|b.py:Own", "lowest")), tmp_path / "more.csv")


def test_a_full_disk_is_told_and_leaves_no_half_file(tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk: writing beyond it fails in the same way."""
    code = (
        "import resource; from tests.data.samples import collect, collection; "
        "resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000)); "
        "from cardlab.errors import RunError\n"
        f"try: collect(collection(220), {str(tmp_path / 'rows.parquet')!r}, batch=20)\n"
        "except RunError as error: print(error)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, cwd=Path(__file__).parents[3]
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"{tmp_path / 'rows.parquet'}: cannot be written: File too large")
    assert [path.name for path in tmp_path.iterdir()] == [".rows.parquet.parts"]
    assert collect(collection(220), tmp_path / "rows.parquet", batch=20, resume=True).played == 0
    assert len(lines_of(tmp_path / "rows.parquet")) > 8_000


@pytest.mark.parametrize("name", game_names())
def test_every_game_that_can_be_observed_can_be_collected(name: str, tmp_path: Path) -> None:
    rules = game(name)
    if rules.observer() is None:
        with pytest.raises(OptionError, match="has no observer, so no data can be collected"):
            collection(2, ("random",), rules=rules)
        return
    for place in ("rows.parquet", "rows.csv", f"sqlite:///{tmp_path}/rows.db"):
        collect(collection(4, ("random",), rules=rules), place if "://" in place else tmp_path / place, batch=2)
    rows = read_rows([tmp_path / "rows.parquet"], rules)
    assert rows.games == 4
    assert_same_rows(rows, read_rows([tmp_path / "rows.csv"], rules))
    assert_same_rows(rows, read_rows([f"sqlite:///{tmp_path}/rows.db"], rules))


def test_games_without_an_observer_cannot_be_collected() -> None:
    from tests.lab.matches.plain_games import RaceGame

    with pytest.raises(OptionError, match="race has no observer"):
        collection(2, ("random", "random"), rules=RaceGame())


def test_impossible_collections_say_what_would_be_right() -> None:
    with pytest.raises(RunError, match="there is no agent 2 to observe: they are numbered 0 to 1"):
        collection(2, observe=(2,))
    with pytest.raises(RunError, match="nobody is observed"):
        collection(2, observe=())
    with pytest.raises(RunError, match="at most 64 bits"):
        collection(2, seed=1 << 63)
    with pytest.raises(RunError, match="'a b' cannot name a run"):
        collection(2, name="a b")
    assert Match.of(CASTLE, ["lowest"], seed=1 << 62).seed == 1 << 62


def test_a_batch_that_a_library_broke_off_at_ctrl_c_is_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Polars answers Ctrl-C by an exception of its own, and the run may hear of it as well: all that was finished is kept."""
    from cardlab.data.files.filetarget import FileTarget
    from cardlab.lab.collecting import collect as collect_rows

    put, calls = FileTarget.put, []

    def broken_off(self: FileTarget, batch: Any, hurry: Any) -> None:
        calls.append(batch.games)
        if len(calls) == 2:
            os.kill(os.getpid(), signal.SIGINT)
            raise KeyboardInterrupt
        put(self, batch, hurry)

    monkeypatch.setattr(FileTarget, "put", broken_off)
    with pytest.raises(Interrupted) as caught:
        collect_rows("castle", ["lowest", "random"], tmp_path / "rows.parquet", games=4000, batch=10, workers=1)
    kept = caught.value.result
    assert calls[1] == calls[2] and 0 < kept.games < 4000 and not kept.complete
    parts = (tmp_path / ".rows.parquet.parts").glob("*.parquet")
    assert sum(len(pl.read_parquet(part)) for part in parts) == kept.rows
