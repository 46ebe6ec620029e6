"""The command line: tables, JSON, CSV, errors, interruption."""

from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cardlab.cli.commandline import joined_lines
from cardlab.cli.health import build_warnings, stale_modules
from cardlab.lab import play_match, play_tournament
from tests.cli.calling import run

PROGRAM = [sys.executable, "-c", "from cardlab.cli import main; main()"]


@pytest.fixture(autouse=True)
def own_home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("CARDLAB_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def test_games_lists_castle_and_its_options(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "games")
    assert code == 0
    assert "castle" in out
    code, out, _ = run(capsys, "games", "castle", "--json")
    options = {option["name"]: option for option in json.loads(out)[0]["options"]}
    assert options["limit"]["default"] == "5000"


def test_agents_lists_general_ones_and_those_of_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    names = [entry["name"] for entry in json.loads(run(capsys, "agents", "castle", "--json")[1])]
    assert {"lowest", "ismcts", "random"} <= set(names)
    general = [entry["name"] for entry in json.loads(run(capsys, "agents", "--json")[1])]
    assert "lowest" not in general
    assert "exploration constant" in run(capsys, "agents", "castle")[1]


def test_match_prints_score_interval_endings_and_seed(capsys: pytest.CaptureFixture[str], own_home: Path) -> None:
    code, out, _ = run(capsys, "match", "castle", "lowest", "random", "-n", "100", "--seed", "7")
    role = play_match("castle", ["lowest", "random"], games=100, seed=7).roles[0]
    assert code == 0
    assert f"{100 * role.score:.1f}%" in out
    assert str(role.interval) in out
    assert "100 games" in out
    assert "seed 7" in out
    assert "games ended by: win 100" in out
    assert not own_home.exists()


def test_json_holds_the_same_numbers(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["match", "castle", "lowest", "random", "-n", "10", "--players", "3", "-o", "limit=900", "--json"]
    data = json.loads(run(capsys, *arguments)[1])
    assert data["options"] == {"players": "3", "limit": "900"}
    assert data["agents"] == ["lowest", "random", "random"]
    assert sum(role["points"] for role in data["roles"]) == pytest.approx(10)


def test_csv_has_a_row_for_each_game(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "games.csv"
    run(capsys, "match", "castle", "lowest", "random", "-n", "6", "--csv", str(file))
    rows = list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))
    assert [row["game"] for row in rows] == [str(i) for i in range(6)]
    assert {row["agent1"] for row in rows} == {"lowest"}


def test_sprt_prints_its_verdict_and_stops(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "match", "castle", "lowest", "random", "-n", "5000", "--sprt", "--elo0", "0", "--elo1", "50")
    assert code == 0
    assert "sequential test: the first agent's score rate is rather 0.571 than 0.500, decided after" in out
    assert "of 5,000 games" in out


def test_save_replays_writes_them(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    run(capsys, "match", "castle", "lowest", "random", "-n", "2", "--save-replays", str(tmp_path / "r"))
    assert len(list((tmp_path / "r").iterdir())) == 2


def test_failures_of_an_agent_are_shown(capsys: pytest.CaptureFixture[str]) -> None:
    rogue = f"python:{Path(__file__).parent.parent / 'lab' / 'matches' / 'rogues.py'}:Raises"
    out = run(capsys, "match", "castle", rogue, "lowest", "-n", "4", "--workers", "1")[1]
    assert "Raises lost 2 by agent error" in out
    assert "game 1: " in out
    assert "ValueError: boom" in out


def test_tournament_prints_the_cross_table(capsys: pytest.CaptureFixture[str]) -> None:
    agents = ["random", "lowest", "flat:5"]
    code, out, _ = run(capsys, "tournament", "castle", *agents, "-n", "60")
    assert code == 0
    assert "180 games" in out
    assert " Elo " in out
    result = play_tournament("castle", agents, games=60)
    for i, rating in enumerate(result.ratings):
        assert f"{rating.elo:+.0f} " in out and f"{rating.low:+.0f} to {rating.high:+.0f}" in out
        assert str(result.total(i).interval) in out


def test_tables_of_few_deals_have_a_dash_for_an_interval(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "match", "castle", "random", "lowest", "-n", "58")
    assert out.count("–") == 2
    _, out, _ = run(capsys, "tournament", "castle", "random", "lowest", "-n", "58")
    assert out.count("–") == 4 and "None" not in out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["match", "castel", "lowest"], "Did you mean 'castle'?"),
        (["match", "castle", "lowst"], "Did you mean 'lowest'?"),
        (["match", "castle", "lowest", "-o", "limit=many"], "a whole number from 1"),
        (["match", "castle", "lowest", "-o", "limit"], "write name=value"),
        (["match", "castle", "lowest", "--players", "3", "-o", "players=3"], "given twice"),
        (["match", "castle", "lowest", "--p0", "0.4"], "add --sprt"),
        (["match", "castle", "lowest", "--alpha", "0.1"], "--alpha and --beta belong to a sequential test: add --sprt"),
        (["match", "castle", "lowest", "--beta", "0.05"], "add --sprt"),
        (["match", "castle", "lowest", "--move-time", "inf"], "or 0 for no limit, not inf"),
        (["tournament", "castle", "lowest", "random", "--move-time", "1e-9"], "or 0 for no limit, not 1e-09"),
        (["match", "castle", "ismcts:0.0000001ms"], "no time at all"),
        (["match", "castle", "beam:nan"], "is not a budget"),
        (["match", "castle", "lowest", "--sprt", "--p0", "0.6", "--p1", "0.5"], "0 < p0 < p1 < 1"),
        (["match", "castle", "lowest", "--csv", "/nowhere/x.csv"], "cannot be written"),
        (["match", "castle", "python:nowhere.py:Agent"], "there is no file"),
        (["tournament", "castle", "lowest"], "at least that many agents"),
        (["agents", "castel"], "Did you mean 'castle'?"),
    ],
)
def test_bad_input_is_one_clear_message_and_code_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    code, out, err = run(capsys, *arguments)
    assert code == 2
    assert out == ""
    assert err.startswith("Error: ")
    assert message in err
    assert "Traceback" not in err


def test_version_is_the_packages(capsys: pytest.CaptureFixture[str]) -> None:
    from importlib.metadata import version

    assert run(capsys, "--version")[1] == f"cardlab {version('cardlab')}\n"


def test_resume_without_a_file_starts_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "match", "castle", "lowest", "random", "-n", "2", "--resume")
    assert code == 0
    assert "nothing to resume" in err


def test_ctrl_c_prints_what_is_done_and_how_to_resume(own_home: Path) -> None:
    command = [*PROGRAM, "match", "castle", "ismcts:200", "lowest", "--workers", "1"]
    process = subprocess.Popen([*command, "-n", "100000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    deadline = time.monotonic() + 60
    while not list(own_home.glob("runs/*.jsonl")):
        assert time.monotonic() < deadline
        assert process.poll() is None
        time.sleep(0.05)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "of 100,000 games" in out
    assert "cardlab match castle ismcts:200 lowest --workers 1 -n 100000 --resume" in err
    assert "Traceback" not in err
    resumed = subprocess.run([*command, "-n", "10", "--resume", "--json"], capture_output=True, text=True, check=True)
    assert "nothing to resume" not in resumed.stderr
    fresh = play_match("castle", ["ismcts:200", "lowest"], games=10)
    assert json.loads(resumed.stdout)["roles"][0]["points"] == fresh.roles[0].points


@pytest.mark.parametrize(("typed", "offered"), [("cas", "castle"), ("castle lowe", "lowest")])
def test_the_shell_completes_games_and_agents(typed: str, offered: str) -> None:
    words = f"cardlab match {typed}"
    shell = {"_CARDLAB_COMPLETE": "complete_bash", "COMP_WORDS": words, "COMP_CWORD": str(len(words.split()) - 1)}
    found = subprocess.run(
        [sys.executable, "-c", "import sys; sys.argv[0] = 'cardlab'; from cardlab.cli import main; main()"],
        capture_output=True, text=True, check=False, env={**os.environ, **shell},
    )  # fmt: skip
    assert found.stdout.split() == [offered]


def test_paragraphs_of_a_help_are_as_wide_as_the_terminal() -> None:
    assert (
        joined_lines("One\n\nTwo and\nthree.\n\n  cardlab a\n  cardlab b")
        == "One\n\nTwo and three.\n\n  cardlab a\n  cardlab b"
    )
    shown = subprocess.run(
        [sys.executable, "-m", "cardlab", "match", "--help"],
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": "80"},
    ).stdout
    assert "\n fewer agents are named than there are players, the last one fills " in shown


def test_start_up_loads_neither_screens_nor_ratings() -> None:
    code = (
        "import sys, cardlab.cli.commandline as m; m.build_app(); "
        "print([n for n in ('textual', 'openskill', 'rich.progress', 'cardlab.lab.matches.playing') if n in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout == "[]\n"


def test_a_module_older_than_its_source_is_named(tmp_path: Path) -> None:
    package = tmp_path / "lab"
    package.mkdir()
    ages = {"rules.pxd": 50, "rules.py": 10, "rules.cpython-311.so": 30, "rng.pxd": 50, "rng.py": 50, "rng.so": 40}
    for name, age in ages.items():
        (package / name).write_text("")
        os.utime(package / name, (1000 - age, 1000 - age))
    assert stale_modules(package) == ["lab.rules"]


def test_uncompiled_rules_are_announced(monkeypatch: pytest.MonkeyPatch) -> None:
    from cardlab.cli import health

    class Uncompiled:
        __file__ = "state.py"

    monkeypatch.setattr(health, "state", Uncompiled)
    assert "60 times slower" in build_warnings()[0]


def test_starting_a_kept_run_again_sets_its_games_aside_and_says_so(own_home: Path) -> None:
    """Without --run-file the same command writes the same file."""
    command = [sys.executable, "-m", "cardlab", "match", "castle", "ismcts:200", "lowest", "--workers", "1", "-n", "100000"]
    for turn in range(2):
        run = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        old, end = list((own_home / "runs").glob("*.old")), time.monotonic() + 60
        while not (list((own_home / "runs").glob("*.old")) if turn else list((own_home / "runs").glob("*.jsonl"))):
            assert time.monotonic() < end and run.poll() is None
            time.sleep(0.05)
        assert old == []
        run.send_signal(signal.SIGINT)
        err = run.communicate(timeout=60)[1]
        assert ("with which --resume goes on" in err) == bool(turn)
    (kept,), (new,) = (own_home / "runs").glob("*.old"), (own_home / "runs").glob("*.jsonl")
    assert len(kept.read_text().splitlines()) > 1 and len(new.read_text().splitlines()) > 1
