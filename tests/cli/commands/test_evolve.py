"""`cardlab evolve` and `cardlab evaluate`: files, tables, JSON, errors, interruption."""

from __future__ import annotations

import csv
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from cardlab import game
from cardlab.core.vectorfile import read_individuals, read_vector
from cardlab.learn.evolution import train
from tests.cli.calling import run

PROGRAM = [sys.executable, "-c", "from cardlab.cli import main; main()"]
QUICK = ["evolve", "locm", "--population", "6", "--games", "2", "--generations", "2", "--seed", "3"]


@pytest.fixture(autouse=True)
def own_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_evolve_writes_what_training_found(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, *QUICK, "--out", "best.json", "--player", "random")
    expected = train("locm", "ag-weights", player="random", population=6, games=2, generations=2, seed=3)
    assert code == 0
    assert "locm · draft for random · ag-weights · 2 generations · 1,488 games · seed 3" in out
    assert "cardlab evaluate locm best.json --player random\n" in out
    assert read_individuals("best.json", game("locm"), "draft") == expected.best
    names = ["best.checkpoint.json", "best.json", "best.population.csv", "best.stats.csv"]
    assert sorted(path.name for path in Path().iterdir()) == names
    assert "generations: best.stats.csv; last population: best.population.csv\n" in out
    everybody = read_individuals("best.population.csv", game("locm"), "draft")
    assert everybody == expected.everybody and everybody[:5] == expected.best


def test_the_default_file_is_named_after_game_and_vector(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(run(capsys, *QUICK, "--json")[1])
    assert data["file"] == "locm-draft.json" and data["player"] == "greedy"
    assert data["best"][0]["genes"] == read_vector("locm-draft.json", game("locm"), "draft")


def test_an_agent_plays_by_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, *QUICK, "--out", "best.json")
    code, out, _ = run(capsys, "match", "locm", "greedy,draft=best.json", "greedy", "-n", "20")
    assert code == 0 and "greedy,draft=best.json" in out


def test_the_list_shows_methods_with_their_parameters(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, _ = run(capsys, "evolve", "locm", "--list")
    assert code == 0
    for word in ("random-tournament", "evo-base", "ag-all", "overwrite", "share of the parent in a merged gene"):
        assert word in out


def test_a_budget_buys_generations_and_quirks_are_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    bare = ["evolve", "locm", "--method", "ag,tournament_games=1,games=4,population=10", "--json"]
    data = json.loads(run(capsys, *bare, "--budget", "1000")[1])
    assert (data["parameters"]["generations"], data["games"]) == (5, 1000)
    assert data["parameters"]["first_wins"] is False and data["parameters"]["mutation"] == 0.05
    data = json.loads(run(capsys, *bare, "--budget", "200", "--quirks")[1])
    assert data["parameters"]["first_wins"] is True and data["parameters"]["mutation"] == 5 / 101


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["evolve", "castle", "--what", "draft"], "there is no vector of castle 'draft'"),
        (["evolve", "locm", "--method", "agg"], "Did you mean 'ag'?"),
        (["evolve", "locm", "--budget", "100"], "does not pay for one generation, which takes 10,000 games"),
        (["evolve", "locm", "--budget", "20000", "--generations", "3"], "give either, not both"),
        (["evolve", "locm", "--method", "random", "--elite", "2"], "method random"),
        (["evolve", "locm", "--player", "gredy"], "Did you mean 'greedy'?"),
        (["evolve", "locm", "--player", "ismcts:many"], "'many'"),
        (["evolve", "locm", "--player", "beam:200,draft=contest1"], "the vector drafts; leave the option draft out"),
        (["evolve", "locm", "--player", "cmd:bot"], "a program drafts for itself, so the vector cannot"),
        (["evolve", "locm", "--what", "greedy", "--player", "ismcts"], "The vector greedy is a player by itself"),
        (["evolve", "castle", "--player", "lowest"], "Known: ranks. The vector ranks is a player by itself"),
        (["evolve", "locm", "--what", "deck"], "Known: draft"),
        (["evolve", "locm", "--out", "notes.txt/best.json"], "notes.txt: cannot be written"),
        (["evolve", "locm", "--out", "notes.txt"], "holds no vectors. Choose another file (--out)"),
        (["evolve", "locm", "--out", "x.json", "--checkpoint", "x.json"], "need different files"),
        (["evolve", "locm", "--out", "x.json", "--checkpoint", "notes.txt"], "is not a checkpoint"),
        (["evolve", "locm", "--method", "random", "--quirks"], "random has no quirks"),
        (["evaluate", "locm", "contest1", "--against", "contest1"], "a vector does not play against itself"),
        (["evaluate", "locm", "contest1", "--against", "random", "--top", "3"], "--top 3 is for files that hold several"),
        (["evaluate", "locm", "contest3"], "Did you mean 'contest2'?"),
        (["evaluate", "locm", "none.json"], "there is no file none.json"),
        (["evaluate", "locm", "notes.txt"], "'my' is not a number"),
        (["evaluate", "locm", "contest1", "--against", "notes.txt"], "'my' is not a number"),
        (["evaluate", "locm", "contest1", "--copies", "2"], "at a table of 2 it has 1"),
        (["evaluate", "castle,players=4", "lowest", "-n", "3"], "at least 4 games, one with each seat"),
        (["evaluate", "castle", "lowest", "--agent", "lowst"], "Did you mean 'lowest'?"),
        (["evolve", "castle", "--start", "notes.txt"], "'my' is not a number"),
        (["evolve", "castle", "--start", "none.json"], "there is no file none.json"),
        (
            ["evolve", "castle", "--start-best", "5"],
            "name files or folders with vectors to choose from (--start)",
        ),
        (["evolve", "castle", "--method", "generational"], "name one (--agent)"),
        (["evolve", "castle", "--method", "generational,rivals=all", "--agent", "random"], "best_five_previous"),
        (["evaluate", "locm", "contest1", "--csv", "/nowhere/x.csv"], "cannot be written"),
    ],
)
def test_bad_input_is_one_clear_message_and_code_2(
    capsys: pytest.CaptureFixture[str], arguments: list[str], message: str
) -> None:
    Path("notes.txt").write_text("my notes")
    code, out, err = run(capsys, *arguments)
    assert code == 2 and out == ""
    assert err.startswith("Error: ") and message in err and "Traceback" not in err
    assert Path("notes.txt").read_text() == "my notes"
    assert [path.name for path in Path().iterdir()] == ["notes.txt"]


def test_ctrl_c_keeps_what_was_played_and_says_how_to_go_on(own_folder: Path) -> None:
    command = [*PROGRAM, "evolve", "locm", "--generations", "40", "--population", "10", "--seed", "6", "--out", "best.json"]
    long = [*command, "--games", "5000", "--workers", "1"]
    process = subprocess.Popen(long, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(3)
    assert process.poll() is None
    process.send_signal(signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert out == "" and "Traceback" not in err
    assert "What was played is kept in best.checkpoint.json. Go on with:" in err
    assert "cardlab evolve locm --generations 40" in err and err.rstrip().endswith("--resume")
    kept = json.loads(Path("best.checkpoint.json").read_text())
    assert kept["games"] > 0 or kept["plays"]
    resumed = subprocess.Popen([*long, "--resume"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(2)
    resumed.send_signal(signal.SIGINT)
    assert "nothing to resume" not in resumed.communicate(timeout=60)[1]
    assert json.loads(Path("best.checkpoint.json").read_text())["finished"] >= kept["finished"]


def test_resume_without_a_checkpoint_starts_and_says_so(capsys: pytest.CaptureFixture[str]) -> None:
    code, _, err = run(capsys, *QUICK, "--resume")
    assert code == 0 and "nothing to resume in locm-draft.checkpoint.json" in err


def test_evaluate_prints_scores_with_intervals_for_all_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    run(capsys, *QUICK, "--out", "best.json")
    others = ["--against", "contest1", "--against", "contest2", "--against", "random"]
    arguments = ["evaluate", "locm", "best.json", "contest2", *others, "-n", "200", "--scenarios", "50", "--top", "3"]
    code, out, _ = run(capsys, *arguments)
    assert code == 0
    assert "locm · draft for greedy · 50 scenarios · seed 0" in out
    data = json.loads(run(capsys, *arguments, "--json", "--csv", "rows.csv")[1])
    pairs = [(row["vector"], row["against"]) for row in data["results"]]
    wanted = [("best.json", o) for o in ("contest1", "contest2", "random")] + [("contest2", "contest1"), ("contest2", "random")]
    assert pairs == wanted
    for row in data["results"]:
        assert row["games"] == 200 and row["low"] < row["rate"] < row["high"]
        assert row["rate"] == pytest.approx((row["rate_first"] + row["rate_second"]) / 2)
        assert f"{100 * row['rate']:.1f}%" in out
    rows = list(csv.DictReader(Path("rows.csv").read_text().splitlines()))
    assert [float(row["rate"]) for row in rows] == [row["rate"] for row in data["results"]]


def test_evaluate_on_few_scenarios_gives_no_interval(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["evaluate", "locm", "contest1", "--against", "contest2", "-n", "200", "--scenarios", "25"]
    _, out, _ = run(capsys, *arguments)
    assert out.count("–") == 1
    [row] = json.loads(run(capsys, *arguments, "--json", "--csv", "rows.csv")[1])["results"]
    assert row["low"] is None and row["high"] is None
    [cells] = csv.DictReader(Path("rows.csv").read_text().splitlines())
    assert (cells["low"], cells["high"]) == ("", "")


def test_tables_copies_agents_and_a_start_from_files_on_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    four = ["evolve", "castle,players=4", "--population", "6", "--games", "2", "--generations", "2"]
    run(capsys, *four, "--out", "four.json")
    code, out, _ = run(capsys, *four, "--out", "more.json", "--start", "four.json", "--json")
    assert code == 0 and json.loads(out)["start"] == 5
    arguments = ["evaluate", "castle,players=4", "more.json", "--agent", "random", "--against", "lowest", "-n", "200"]
    code, out, _ = run(capsys, *arguments, "--copies", "2")
    assert code == 0 and "equals: 50.0%" in out and "agent random" in out and "sitting later" in out
    data = json.loads(run(capsys, *arguments, "--copies", "3", "--json")[1])
    assert (data["copies"], data["even"]) == (3, 0.75)
    assert [row["against"] for row in data["results"]] == ["lowest", "agent random"]
    for row in data["results"]:
        assert row["rate"] == pytest.approx((row["rate_first"] + 3 * row["rate_later"]) / 4)


def test_without_opponents_all_known_vectors_and_random_ones_play(capsys: pytest.CaptureFixture[str]) -> None:
    data = json.loads(run(capsys, "evaluate", "locm", "contest1", "-n", "2", "--json", "--player", "random")[1])
    others = [row["against"] for row in data["results"]]
    assert others == [*(name for name in game("locm").vector_names("draft") if name != "contest1"), "random"]


def test_the_result_does_not_depend_on_the_workers(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["evaluate", "locm", "contest1", "--against", "random", "-n", "300", "--seed", "5", "--json"]
    one, three = (run(capsys, *arguments, "--workers", workers)[1] for workers in ("1", "3"))
    assert one == three
