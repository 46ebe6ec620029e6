"""`cardlab ratings`: people beside agents, and what becomes of their results."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from typer.testing import CliRunner

import cardlab
from cardlab.cli.commandline import build_app
from cardlab.lab.people.resultbook import PersonsGame, ResultBook
from cardlab.lab.people.strength import met_agents, rank_people, tournament_of


def _game(seed: int, scores: tuple[float, ...], agents: tuple[str, ...] = ("you", "lowest"), **more: int) -> PersonsGame:
    return PersonsGame("castle", seed, "2026-01-01T00:00:00+00:00", agents, 0, scores, 40, **more)


def _run(*arguments: str) -> str:
    done = CliRunner().invoke(build_app(), ["ratings", *arguments], catch_exceptions=False)
    assert done.exit_code == 0, done.output
    return done.output


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ResultBook:
    """A book in a home of its own, with six games against two agents and one with help."""
    monkeypatch.setenv("CARDLAB_HOME", str(tmp_path))
    book = ResultBook()
    assert book.path == tmp_path / "people.json"
    book.consent = True
    for seed in range(6):
        book.add(_game(seed, (float(seed != 4), float(seed == 4)), ("you", "random" if seed % 2 else "lowest")))
    book.add(_game(9, (0.0, 1.0), hints=1))
    return book


def test_a_person_stands_beside_the_agents_that_were_met(book: ResultBook) -> None:
    words = _run("castle")
    assert "castle · 6 games of people, 1 more with hints or undo" in words
    rows = [line.split() for line in words.splitlines() if line.strip()[:1].isdigit()]
    assert [row[1] for row in rows] == ["you", "lowest", "random"]
    assert rows[0][2:4] == ["6", "83.3%"] and rows[1][2:4] == ["3", "33.3%"]
    assert "±" in rows[0]


def test_ratings_come_in_every_form(book: ResultBook, tmp_path: Path) -> None:
    assert "| 1 | you | 6 | 83.3% |" in _run("castle", "--markdown")
    assert _run("castle", "--latex").startswith("\\begin{table}")
    file = tmp_path / "people.csv"
    _run("castle", "--csv", str(file))
    head, first, *_ = file.read_text().splitlines()
    assert head.startswith("game,name,person,games,wins,") and first.startswith("castle,you,True,6,5,")


def test_games_with_help_do_not_count(book: ResultBook) -> None:
    told = json.loads(_run("--json"))
    assert told["consent"] is True and told["file"] == str(book.path)
    you = next(row for row in told["ratings"]["castle"] if row["person"])
    assert (you["games"], you["wins"]) == (6, 5) and you["rating"]["elo"] > 0
    assert rank_people([]) == []


def test_agents_play_each_other_to_find_their_places(book: ResultBook) -> None:
    rows = {row["name"]: row for row in json.loads(_run("castle", "-n", "60", "--json"))["ratings"]["castle"]}
    assert rows["lowest"]["games"] == 63 and rows["you"]["games"] == 6
    assert rows["lowest"]["rating"]["elo"] > rows["random"]["rating"]["elo"] + 100
    assert tournament_of(cardlab.game("castle"), ("lowest",), 10, 0) is None


def test_an_agent_with_two_seats_is_counted_by_its_better_one() -> None:
    rows = rank_people([_game(1, (0.0, 1.0, 0.5), ("you", "lowest", "lowest"))])
    assert [(row.name, row.total.games, row.total.wins) for row in rows] == [("lowest", 1, 1), ("you", 1, 0)]
    assert met_agents([_game(1, (0.0, 1.0, 0.5), ("you", "lowest", "lowest"))]) == ("lowest",)


def test_keeping_can_be_switched_off_and_everything_deleted(book: ResultBook) -> None:
    assert "no longer kept" in _run("--off")
    assert book.consent is False and not book.add(_game(20, (1.0, 0.0))) and len(book.games) == 7
    assert "are kept" in _run("--on")
    assert "7 results" in _run("--delete") and not book.path.exists()
    assert "cardlab play" in _run()
