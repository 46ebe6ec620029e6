"""Matches and tournaments whose seats the game draws by lot: who sat where is told in every kind of result."""

from __future__ import annotations

import csv
import json
from itertools import permutations
from pathlib import Path

from cardlab import Replay, game, play_match
from cardlab.lab import play_tournament
from cardlab.lab.matches.arena import deal_seed
from tests.cli.projects import CARDLAB, cardlab, run

THREE = "unicorns,players=3,shuffle=uniform"
AGENTS = ["rule-based", "random", "rule-based,variant=written"]
GAMES = 8


def drawn(games: int, seed: int) -> list[list[int]]:
    """For each game and seat, which agent of the list the deal puts there."""
    return [game(THREE).new(deal_seed(seed, number)).entries() for number in range(games)]


def test_the_deal_says_who_sits_where_and_every_result_tells(tmp_path: Path) -> None:
    result = play_match(THREE, AGENTS, GAMES, seed=4, lots=True, replays=tmp_path)
    seats = drawn(GAMES, 4)
    assert result.to_dict()["seating"] == seats and len({tuple(row) for row in seats}) > 2
    for number, row in enumerate(result.rows()):
        assert [seats[number][row[f"seat{place}"]] for place in (1, 2, 3)] == [0, 1, 2]
        replay = Replay.load(tmp_path / f"game-{number:06}.json")
        assert list(replay.agents) == [AGENTS[entry] for entry in seats[number]]
        assert replay.start().entries() == seats[number]
        ranked = replay.verify().result
        assert ranked is not None
        assert [row[f"score{entry + 1}"] for entry in seats[number]] == list(ranked.scores)
        places = ", ".join(str(entry + 1) for entry in seats[number])
        assert replay.note == f"game {number} of a match with seed 4; seats 0 to 2 by lot to agents {places} of the list"
    again = play_match(THREE, AGENTS, GAMES, seed=4, lots=True, workers=2)
    assert [dict(row, ms1=0, ms2=0, ms3=0) for row in again.rows()] == [dict(row, ms1=0, ms2=0, ms3=0) for row in result.rows()]


def test_without_lots_seats_rotate_and_nothing_more_is_told() -> None:
    told = play_match(THREE, AGENTS, 3, seed=4).to_dict()
    assert "seating" not in told and "lots" not in told and told["rotate"] is True


def test_a_tournament_draws_lots_in_every_group() -> None:
    result = play_tournament(THREE, [*AGENTS, "evolved"], 6, seed=2, lots=True)
    assert [match["seating"] for match in result.to_dict()["matches"]] == [drawn(6, 2)] * 4
    assert result.tournament.spec()["lots"] is True and result.tournament.spec()["rotate"] is False


def test_all_seats_come_up_for_everybody() -> None:
    assert {tuple(row) for row in drawn(100, 1)} == set(permutations(range(3)))


def test_on_the_command_line_lots_replace_the_rotation(tmp_path: Path) -> None:
    told = cardlab(tmp_path, "match", THREE, *AGENTS, "-n", "5", "--lots", "--csv", "games.csv", "--json")
    assert json.loads(told)["seating"] == drawn(5, 0)
    with (tmp_path / "games.csv").open() as lines:
        rows = list(csv.DictReader(lines))
    assert [[int(row[f"seat{place}"]) for place in (1, 2, 3)] for row in rows] == [
        [seats.index(entry) for entry in range(3)] for seats in drawn(5, 0)
    ]
    refused = run(tmp_path, *CARDLAB, "tournament", "castle", "lowest", "random", "--lots")
    assert refused.returncode == 2 and "castle does not draw lots for seats" in refused.stderr
