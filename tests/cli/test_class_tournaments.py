"""A class and its agents: from folders, broken ones left out, one game to find an error, transcripts, tables for papers."""

from __future__ import annotations

import csv
import json
import subprocess
import sys
from pathlib import Path

import pytest

from cardlab.cli.durations import in_words, seconds_of
from cardlab.errors import OptionError
from tests.cli.calling import run

FIRST = "class {name}:\n    def choose(self, seat):\n        return seat.legal()[{at}]\n"
FAULTY = (
    "class Faulty:\n    turns = 0\n\n    def choose(self, seat):\n        self.turns += 1\n"
    "        return self.late(seat) if self.turns > 3 else seat.legal()[0]\n\n"
    "    def late(self, seat):\n        return seat.legal()[99]\n"
)
BOTS = Path(__file__).parents[2] / "examples" / "locm_bots"
KUHN = Path(__file__).parents[2] / "examples" / "cardlab-kuhn" / "cardlab_kuhn.py"


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("CARDLAB_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("COLUMNS", "100")
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "agents"
    folder.mkdir()
    (folder / "anna.py").write_text(FIRST.format(name="MyAgent", at=0))
    (folder / "ben.py").write_text(FIRST.format(name="MyAgent", at=-1))
    (folder / "_notes.py").write_text("nothing = 1\n")
    return tmp_path


def rows_of(path: Path) -> list[dict[str, str]]:
    with path.open(newline="") as file:
        return list(csv.DictReader(file))


def test_agents_come_from_a_folder_and_everything_is_in_files(capsys: pytest.CaptureFixture[str], own_folder: Path) -> None:
    code, out, _ = run(capsys, "tournament", "castle", "agents/", "lowest", "-n", "2", "--workers", "1", "--csv", "out.csv")
    assert code == 0 and "6 games" in out
    assert sorted(line.split()[1] for line in out.splitlines()[4:7]) == ["anna", "ben", "lowest"]
    tables = {name: rows_of(own_folder / name) for name in ("out.csv", "out-ranking.csv", "out-pairs.csv")}
    assert [len(rows) for rows in tables.values()] == [6, 3, 6]
    assert {row["agent"] for row in tables["out-ranking.csv"]} == {
        "python:agents/anna.py:MyAgent", "python:agents/ben.py:MyAgent", "lowest",
    }  # fmt: skip


def test_broken_agents_are_all_named_and_left_out_on_request(capsys: pytest.CaptureFixture[str], own_folder: Path) -> None:
    (own_folder / "agents" / "cleo.py").write_text("import nowhere_at_all\n" + FIRST.format(name="Cleo", at=0))
    (own_folder / "agents" / "dora.py").write_text("class Dora:\n    def choose(self, seat) return 1\n")
    (own_folder / "agents" / "emil.py").write_text(FIRST.format(name="A", at=0) + FIRST.format(name="B", at=0))
    code, _, err = run(capsys, "tournament", "castle", "agents/*.py", "-n", "2")
    assert code == 2 and "3 agents cannot play" in err and "--skip-broken" in err
    assert "No module named 'nowhere_at_all' (cleo.py, line 1)" in err and "SyntaxError" in err and "has 2 agents" in err
    code, out, err = run(capsys, "tournament", "castle", "agents/*.py", "-n", "2", "--workers", "1", "--skip-broken")
    assert code == 0 and "Left out: 3 agents" in err and "anna" in out and "leo" not in out


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["tournament", "castle", "nobody/*.py"], "nobody/*.py: no file is called like that"),
        (["tournament", "castle", "agents/ana.py"], "no file is called like that. Did you mean agents/anna.py?"),
        (["tournament", "castle", "empty"], "empty: there are no agents in it"),
        (["match", "castle", "agents/ana.py"], "There is no file agents/ana.py here. Did you mean agents/anna.py?"),
        (["match", "castle", "agents/anna.py"], "Write python:agents/anna.py:MyAgent"),
        (["match", "castle", "python:agents/anna.py"], "Write python:agents/anna.py:MyAgent"),
        (["match", "castle", "python:agents/anna.py:MyAgnt"], "Did you mean 'MyAgent'?"),
        (["match", "castle", "python:agents/ana.py:MyAgent"], "Did you mean agents/anna.py?"),
        (["match", "castle", "python:odd.py:play"], "Put it into one:\nclass MyAgent:"),
        (
            ["match", "castle", "python:odd.py:Lame"],
            "without the method choose(self, seat)",
        ),
        (["match", "castle", "python:odd.py:Needy"], "its __init__ wants depth: give them defaults"),
        (["match", "castle", "python:odd.py:NUMBER"], "is 3, not a class"),
        (["match", "castle", "odd.py"], "Write python:odd.py:Needy"),
        (["match", "python:odd.py:Lame", "random"], "is not a Game class"),
        (["match", "castle", "lowest", "--for", "soon"], "write a time such as 90s, 45m, 2h"),
        (["match", "castle", "lowest", "--json", "--latex"], "choose one of them"),
        (["tournament", "castle", "lowest", "random", "--gauntlet", "--swiss", "3"], "choose one of them"),
    ],
)
def test_each_mistake_gets_the_sentence_that_helps(
    capsys: pytest.CaptureFixture[str], own_folder: Path, words: list[str], message: str
) -> None:
    (own_folder / "odd.py").write_text(
        "NUMBER = 3\ndef play(seat):\n    pass\nclass Lame:\n    def pick(self):\n        pass\n"
        "class Needy:\n    def __init__(self, depth):\n        pass\n    def choose(self, seat):\n        pass\n"
    )
    (own_folder / "empty").mkdir()
    code, _, err = run(capsys, *words)
    assert code == 2 and message in err


def test_files_without_agents_are_told_in_a_line_each(capsys: pytest.CaptureFixture[str], own_folder: Path) -> None:
    (own_folder / "agents" / "func.py").write_text("def play(seat):\n    return 1\n")
    (own_folder / "agents" / "typo.py").write_text("class Typo:\n    def chose(self, seat):\n        return 1\n")
    code, _, err = run(capsys, "tournament", "castle", "agents/", "lowest")
    assert code == 2
    assert err.splitlines()[-8:] == [
        "Error: 2 agents cannot play:",
        "  agents/func.py: has no class with a method choose, only the function play: put that into a class",
        "  agents/typo.py: has no class with a method choose; its class Typo has chose (is chose meant to be choose?)",
        "An agent is a class such as",
        "class MyAgent:",
        "    def choose(self, seat):",
        "        return seat.legal()[0]",
        "Mend them, or leave them out with --skip-broken",
    ]


def test_what_agents_print_while_they_are_loaded_is_no_part_of_the_result(own_folder: Path) -> None:
    loud = (
        'print("hello import")\n' + FIRST.format(name="Loud", at=0) + "    def __init__(self):\n        print('hello init')\n"
    )
    (own_folder / "loud.py").write_text(loud)
    command = [sys.executable, "-m", "cardlab", "match", "castle", "python:loud.py:Loud", "lowest", "-n", "2", "--json"]
    done = subprocess.run([*command, "--workers", "1"], capture_output=True, text=True, timeout=60)
    assert json.loads(done.stdout)["finished"] == 2
    assert {"hello import", "hello init"} <= set(done.stderr.splitlines())


def test_debug_plays_one_game_and_shows_file_line_and_traceback(capsys: pytest.CaptureFixture[str], own_folder: Path) -> None:
    (own_folder / "agents" / "faulty.py").write_text(FAULTY)
    command = ("match", "castle", "python:agents/faulty.py:Faulty", "lowest", "--workers", "1")
    _, out, _ = run(capsys, *command, "-n", "2")
    assert "with --debug --game 0" in out
    code, out, _ = run(capsys, *command, "--debug", "--game", "1")
    assert code == 1 and out.startswith("game 1: ")
    assert "failed at its decision 4" in out and "It saw: {'seat': 1" in out
    assert 'faulty.py", line 9, in late' in out and "IndexError" in out and "arena" not in out
    code, out, _ = run(capsys, "match", "castle", "python:agents/anna.py:MyAgent", "lowest", "--debug")
    assert code == 0 and "Nothing went wrong in game 0" in out


def test_an_agent_that_fails_in_every_game_is_no_success(capsys: pytest.CaptureFixture[str], own_folder: Path) -> None:
    (own_folder / "agents" / "wrong.py").write_text("class Wrong:\n    def choose(self, seat):\n        return 4\n")
    (own_folder / "faulty.py").write_text(FAULTY)
    wrong = "python:agents/wrong.py:Wrong"
    code, out, err = run(capsys, "match", "castle", wrong, "lowest", "-n", "2", "--workers", "1")
    assert code == 1 and "Wrong lost 2 by illegal action" in out and f"No result: {wrong} failed in every game" in err
    late = own_folder / "agents" / "late.py"
    late.write_text(
        "N = []\nclass Late:\n    def choose(self, seat):\n        N.append(1)\n        return seat.legal()[len(N) // 200]\n"
    )
    code, out, err = run(capsys, "match", "castle", "python:agents/late.py:Late", "lowest", "-n", "20", "--workers", "1")
    assert code == 0 and "Late lost " in out and "No result" not in err


def test_a_tournament_shows_first_errors_and_the_command_that_finds_them(
    capsys: pytest.CaptureFixture[str], own_folder: Path
) -> None:
    (own_folder / "agents" / "faulty.py").write_text(FAULTY)
    faulty = "python:agents/faulty.py:Faulty"
    run_it = ("tournament", "castle,players=3", faulty, "lowest", "random", "-n", "3", "--seed", "7", "--workers", "1")
    code, out, _ = run(capsys, *run_it)
    *_, failed, first, where = out.rstrip().splitlines()
    command = f"cardlab match castle,players=3 {faulty} lowest random --seed 7 --debug --game 0"
    assert code == 1 and failed == "Faulty lost 3 by agent error"
    assert first == "  game 0 against lowest, random: Faulty: IndexError: list index out of range"
    assert where == f"  where in the file: {command}"
    code, out, _ = run(capsys, *command.split()[1:])
    assert code == 1 and "in late" in out


def test_options_that_would_do_nothing_are_refused(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, "match", "castle", "lowest", "random", "--game", "3")
    assert code == 2 and "--game 3 says which game --debug plays: add --debug" in err
    for words in (["--hint", "lowest"], ["--seat", "1"], ["--turn-time", "100"]):
        code, _, err = run(capsys, "play", *words)
        assert code == 2 and "say which game to play" in err


@pytest.mark.parametrize(
    ("bot", "advice"),
    [
        ("json:bad.py", "bad.py is a file, but not run like this: write json:python bad.py, or make it a program "
         "(chmod +x bad.py) and write json:./bad.py"),
        ("json:./bad.py", "./bad.py is a file, but not run like this: write json:python ./bad.py, or make it a program "
         "(chmod +x ./bad.py) and write json:./bad.py"),
        ("cmd:ready", "ready is a file, but not run like this: write cmd:./ready"),
        ("json:nobody", "there is no program 'nobody' that can be run; a program in this folder is ./name"),
    ],
)  # fmt: skip
def test_a_file_that_is_no_program_gets_the_line_that_runs_it(
    capsys: pytest.CaptureFixture[str], own_folder: Path, bot: str, advice: str
) -> None:
    (own_folder / "bad.py").write_text("print(1)\n")
    (own_folder / "ready").write_text("#!/bin/sh\n")
    (own_folder / "ready").chmod(0o755)
    code, _, err = run(capsys, "match", "locm", bot, "random")
    assert code == 2 and err.splitlines()[-1] == f"Error: {bot!r}: {advice}"


def test_debug_shows_what_would_have_been_legal(capsys: pytest.CaptureFixture[str], own_folder: Path) -> None:
    (own_folder / "agents" / "wrong.py").write_text("class Wrong:\n    def choose(self, seat):\n        return 4\n")
    code, out, _ = run(capsys, "match", "castle", "python:agents/wrong.py:Wrong", "lowest", "--debug")
    assert code == 1 and "It answered 4, which is not legal. Legal: " in out


def test_a_bots_talk_is_written_down_and_ignored_orders_are_counted(
    capsys: pytest.CaptureFixture[str], own_folder: Path
) -> None:
    bot = f"cmd:{sys.executable} {BOTS / 'baseline1.py'}"
    code, out, _ = run(
        capsys, "match", "locm", bot, "random", "-n", "1", "--workers", "1", "--transcript", "talk", "--csv", "g.csv"
    )
    (file,) = (own_folder / "talk").iterdir()
    lines = file.read_text().splitlines()
    assert code == 0 and lines[0] == "> 30 0 0 25 0" and any(line.startswith("< PICK") for line in lines)
    ignored = sum(line.startswith("! not legal") for line in lines)
    (row,) = rows_of(own_folder / "g.csv")
    assert row["ignored1"] == str(ignored) and row["ignored2"] == "0"
    assert (f"baseline1 gave {ignored:,} orders that were not legal" in out) == (ignored > 0)


def test_a_game_may_be_a_file_and_is_found_by_other_processes(capsys: pytest.CaptureFixture[str], own_folder: Path) -> None:
    (own_folder / "kuhn_again.py").write_text(KUHN.read_text())
    game = "python:kuhn_again.py:Kuhn"
    code, out, err = run(capsys, "match", game, "random", "python:agents/anna.py:MyAgent", "-n", "4", "--show-games")
    assert code == 0 and out.count("game ") == 4 and "kuhn · 4 games" in out, err


def test_a_replay_of_a_game_in_a_file_finds_the_file_again(capsys: pytest.CaptureFixture[str], own_folder: Path) -> None:
    (own_folder / "kuhn_twice.py").write_text(KUHN.read_text())
    run(capsys, "match", "python:kuhn_twice.py:Kuhn", "random", "random", "-n", "2", "--save-replays", "kept")
    command = [sys.executable, "-m", "cardlab", "replay", "kept/game-000000.json", "--text"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0 and "place 1" in done.stdout, done.stderr


def test_rules_in_a_file_that_changed_are_noticed(capsys: pytest.CaptureFixture[str], own_folder: Path) -> None:
    (own_folder / "deck_of_kuhn.py").write_text("SIZE = 3\n")
    (own_folder / "kuhn_split.py").write_text(KUHN.read_text() + "\nfrom deck_of_kuhn import SIZE\n")
    play = ("match", "python:kuhn_split.py:Kuhn", "random", "random", "--run-file", "kept.jsonl", "--resume")
    assert run(capsys, *play, "-n", "2")[0] == 0
    assert run(capsys, *play, "-n", "4")[0] == 0
    (own_folder / "deck_of_kuhn.py").write_text("SIZE = 4\n")
    code, _, err = run(capsys, *play, "-n", "6")
    assert code == 2 and "another version of " in err and "deck_of_kuhn.py" in err


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("kuhn_3.py", "'kuhn_3.py' is a file, not a game. Write python:kuhn_3.py:Kuhn"),
        ("python:kuhn_3.py", "python:kuhn_3.py: which class of that file? Write python:kuhn_3.py:Kuhn"),
        ("kuhn_4.py", "There is no file kuhn_4.py here. Did you mean kuhn_3.py?"),
        ("python:agents/anna.py", "agents/anna.py holds no class of a game: one that is derived from PlainGame, or from Game"),
        ("kuhn", "A game of your own: python:FILE.py:CLASS"),
    ],
)
def test_games_in_files_are_named_by_file_and_class(
    capsys: pytest.CaptureFixture[str], own_folder: Path, name: str, advice: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardlab.registry._local_games", {})
    (own_folder / "kuhn_3.py").write_text(KUHN.read_text())
    code, _, err = run(capsys, "match", name, "random", "random")
    assert code == 2 and advice in err


def test_markdown_and_latex_print_whole_tables(capsys: pytest.CaptureFixture[str]) -> None:
    _, out, _ = run(capsys, "tournament", "castle", "lowest", "random", "-n", "2", "--markdown", "--p-values")
    assert out.count("| --- |") == 2 and "p-value" in out
    _, out, _ = run(capsys, "match", "castle", "lowest", "random", "-n", "2", "--latex")
    assert out.startswith("\\begin{table}") and out.rstrip().endswith("\\end{table}")


def test_a_run_by_the_clock_says_how_to_go_on(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = run(capsys, "match", "castle", "lowest", "random", "--for", "0.2s", "--run-file", "kept.jsonl")
    assert code == 0 and "games · seed 0" in out and " of 100,000,000" not in out
    assert "Time is up." in err and "--resume" in err


@pytest.mark.parametrize(("text", "seconds"), [("90s", 90), ("45m", 2700), ("1h30m", 5400), ("0.5h", 1800), ("2d", 172800)])
def test_times_are_read_as_people_write_them(text: str, seconds: float) -> None:
    assert seconds_of(text) == seconds


@pytest.mark.parametrize("text", ["", "2", "h", "0s", "-3s", "2h3"])
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(OptionError):
        seconds_of(text)


def test_long_times_are_rounded() -> None:
    assert [in_words(s) for s in (0.3, 42, 600, 3 * 3600, 86400 * 4)] == ["a moment", "42 s", "10 min", "3 h", "4 days"]
