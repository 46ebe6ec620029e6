"""Interrupted runs: nothing finished is lost, and resuming gives what an uninterrupted run would have given."""

from __future__ import annotations

import json
import os
import signal
import threading
import time
from pathlib import Path

import pytest

from cardlab.errors import RunError
from cardlab.lab import Interrupted, Match, Progress, play_match, play_tournament
from cardlab.lab.engine import Conditions
from cardlab.lab.matches.playing import Keeping, match_spec, run_match
from cardlab.lab.storage.runfile import RunFile, default_path, home
from tests.lab.matches import rogues
from tests.lab.matches.test_match import outcome

ROGUE_FILE = Path(rogues.__file__)


def test_a_finished_run_can_be_made_longer(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    play_match("castle", ["ismcts:20", "lowest"], games=5, run_file=file)
    lines = len(file.read_text().splitlines())
    longer = play_match("castle", ["ismcts:20", "lowest"], games=9, run_file=file, resume=True)
    assert outcome(longer) == outcome(play_match("castle", ["ismcts:20", "lowest"], games=9))
    added = [json.loads(line) for line in file.read_text().splitlines()[lines:]]
    assert sorted(i for chunk in added for i in range(chunk["first"], chunk["first"] + len(chunk["reason"]))) == [5, 6, 7, 8]


def test_a_run_that_is_complete_in_its_file_plays_nothing(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    first = play_match("castle", ["lowest", "random"], games=6, run_file=file)
    before = file.read_bytes()
    again = play_match("castle", ["lowest", "random"], games=6, run_file=file, resume=True)
    assert list(again.rows()) == list(first.rows())
    assert file.read_bytes() == before


def test_the_file_is_what_is_resumed_from(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    play_match("castle", ["lowest", "random"], games=1, run_file=file)
    file.write_text(file.read_text().replace('"reason":[1]', '"reason":[2]'))
    assert play_match("castle", ["lowest", "random"], games=1, run_file=file, resume=True).endings == {"limit": 1}


@pytest.mark.parametrize("cut", [1, 30, 200])
def test_a_last_line_that_was_cut_off_is_played_again(tmp_path: Path, cut: int) -> None:
    file = tmp_path / "run.jsonl"
    whole = play_match("castle", ["lowest", "random"], games=8, workers=1, run_file=file)
    file.write_bytes(file.read_bytes()[:-cut])
    resumed = play_match("castle", ["lowest", "random"], games=8, run_file=file, resume=True)
    assert outcome(resumed) == outcome(whole)
    assert all(json.loads(line) for line in file.read_text().splitlines())


def test_a_cut_in_the_first_line_starts_again(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    play_match("castle", ["lowest", "random"], games=2, run_file=file)
    file.write_bytes(file.read_bytes()[:60])
    assert play_match("castle", ["lowest", "random"], games=2, run_file=file, resume=True).games == 2


def test_without_resume_finished_games_are_never_lost(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    play_match("castle", ["lowest", "random"], games=8, run_file=file)
    before = file.read_bytes()
    with pytest.raises(RunError, match=r"holds finished games. Go on with them \(--resume.*or delete it to start again"):
        play_match("castle", ["lowest", "random"], games=2, run_file=file)
    assert file.read_bytes() == before


def test_a_file_that_may_be_replaced_is_kept_beside_the_new_one(tmp_path: Path) -> None:
    path, match = tmp_path / "run.jsonl", Match.of("castle", ["lowest", "random"], games=2)
    play_match("castle", ["lowest", "random"], games=8, run_file=path)
    before = path.read_bytes()
    file = RunFile(path, match_spec(match), replace=True)
    assert "run.jsonl.old" in file.notes[0] and "--resume" in file.notes[0]
    run_match(match, Conditions(), Keeping(file))
    assert (tmp_path / "run.jsonl.old").read_bytes() == before
    chunks = [json.loads(line) for line in path.read_text().splitlines()[1:]]
    assert sum(len(chunk["reason"]) for chunk in chunks) == 2


def test_a_file_without_a_finished_game_is_replaced(tmp_path: Path) -> None:
    file = tmp_path / "run.jsonl"
    play_match("castle", ["lowest", "random"], games=2, run_file=file)
    file.write_bytes(file.read_bytes().splitlines(keepends=True)[0])
    assert play_match("castle", ["lowest", "random"], games=2, run_file=file).games == 2


@pytest.mark.parametrize("resume", [True, False])
def test_the_file_of_another_run_is_refused_and_the_difference_named(tmp_path: Path, resume: bool) -> None:
    file = tmp_path / "run.jsonl"
    play_match("castle", ["lowest", "random"], games=2, run_file=file)
    agents = r'agents is \["lowest", "random"\] there and \["lowest", "lowest"\] here'
    with pytest.raises(RunError, match=f"{agents}; seed is 0 there and 3 here"):
        play_match("castle", ["lowest", "lowest"], games=2, seed=3, run_file=file, resume=resume)


def test_a_file_that_is_no_run_file_is_never_overwritten(tmp_path: Path) -> None:
    for text in ("my diary\n", "my diary", '{"format": "other"}\n'):
        file = tmp_path / "diary.txt"
        file.write_text(text)
        with pytest.raises(RunError, match="is not a run file"):
            play_match("castle", ["lowest", "random"], games=2, run_file=file)
        assert file.read_text() == text


@pytest.mark.parametrize(
    "line", ["nonsense", "{}", '{"group":0,"first":0}', '{"group":0,"first":0,"reason":[1],"scores":[[1]]}', "[1]"]
)
def test_a_damaged_line_in_the_middle_is_named(tmp_path: Path, line: str) -> None:
    file = tmp_path / "run.jsonl"
    play_match("castle", ["lowest", "random"], games=1, run_file=file)
    lines = file.read_text().splitlines()
    file.write_text("\n".join([lines[0], line, lines[1]]) + "\n")
    with pytest.raises(RunError, match="line 2 is damaged"):
        play_match("castle", ["lowest", "random"], games=4, run_file=file, resume=True)


def test_a_place_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(RunError, match="cannot be written"):
        play_match("castle", ["lowest", "random"], games=2, run_file=tmp_path / "file" / "run.jsonl")


def interrupt_when_some_are_done(at: int) -> tuple[list[Progress], object]:
    told: list[Progress] = []

    def tell(news: Progress) -> None:
        if news.done >= at and not any(t.done >= at for t in told):
            os.kill(os.getpid(), signal.SIGINT)
        told.append(news)

    return told, tell


@pytest.mark.parametrize("first", ["ismcts:300", f"python:{ROGUE_FILE}:Lucky"])
def test_ctrl_c_keeps_what_is_finished_and_resuming_completes_it(tmp_path: Path, first: str) -> None:
    file = tmp_path / "run.jsonl"
    _, tell = interrupt_when_some_are_done(5)
    with pytest.raises(Interrupted) as stop:
        play_match("castle", [first, "lowest"], games=20_000, workers=2, run_file=file, progress=tell)  # type: ignore[arg-type]
    partial = stop.value.result
    assert not partial.complete
    assert 5 <= partial.games < 20_000
    chunks = [json.loads(line) for line in file.read_text().splitlines()[1:]]
    assert sum(len(chunk["reason"]) for chunk in chunks) == partial.games
    target = 12
    resumed = play_match("castle", [first, "lowest"], games=target, run_file=file, resume=True)
    assert outcome(resumed) == outcome(play_match("castle", [first, "lowest"], games=target))


def test_an_error_in_the_middle_keeps_what_is_finished(tmp_path: Path) -> None:
    def fail(news: Progress) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        play_match("castle", ["lowest", "random"], games=9, workers=1, run_file=tmp_path / "run.jsonl", progress=fail)
    assert json.loads((tmp_path / "run.jsonl").read_text().splitlines()[1])["first"] == 0


def test_ctrl_c_ends_long_searches_at_once() -> None:
    threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
    start = time.monotonic()
    with pytest.raises(Interrupted) as stop:
        play_match("castle", ["ismcts:60s", "lowest"], games=2)
    assert stop.value.result.games == 0
    assert time.monotonic() - start < 10


def test_ctrl_c_is_ones_own_again_after_a_run() -> None:
    before = signal.getsignal(signal.SIGINT)
    play_match("castle", ["lowest", "random"], games=2)
    assert signal.getsignal(signal.SIGINT) is before


def test_an_interrupted_tournament_is_resumed(tmp_path: Path) -> None:
    file, agents = tmp_path / "run.jsonl", ["ismcts:60", "lowest", "random"]
    _, tell = interrupt_when_some_are_done(14)
    with pytest.raises(Interrupted) as stop:
        play_tournament("castle", agents, games=10, workers=1, run_file=file, progress=tell)  # type: ignore[arg-type]
    assert 14 <= stop.value.result.games < 30
    resumed = play_tournament("castle", agents, games=10, run_file=file, resume=True)
    assert resumed.table == play_tournament("castle", agents, games=10).table


def test_the_home_is_where_the_environment_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("CARDLAB_HOME", str(tmp_path))
    assert home() == tmp_path
    one, other = ({"kind": "match", "game": "castle", "seed": seed} for seed in (1, 2))
    assert default_path(one).parent == tmp_path / "runs"
    assert default_path(one) != default_path(other)
