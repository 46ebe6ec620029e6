"""Gauntlets and Swiss rounds beside the round robin."""

from __future__ import annotations

import itertools
import json
import random
from pathlib import Path

import pytest

from cardlab.errors import RunError
from cardlab.lab import play_tournament
from cardlab.lab.tournaments.draws import swiss_round, usual_rounds
from cardlab.lab.tournaments.tournament import Tournament

AGENTS = ["random", "lowest", "flat:5", "ismcts:5", "ismcts:10"]


def test_in_a_gauntlet_the_first_agent_meets_each_other_one() -> None:
    result = play_tournament("castle", AGENTS, games=4, style="gauntlet")
    assert [draw.who for draw in result.draws] == [(0, 1), (0, 2), (0, 3), (0, 4)]
    assert [result.played(i) for i in range(5)] == [16, 4, 4, 4, 4]
    assert result.standing()[-1] == min(range(5), key=lambda i: result.ratings[i].elo)


def test_a_gauntlet_for_three_players_has_all_tables_with_the_first_agent() -> None:
    tournament = Tournament.of("castle,players=3", AGENTS[:4], games=3, style="gauntlet")
    assert [draw.who for draw in tournament.draws] == [(0, 1, 2), (0, 1, 3), (0, 2, 3)]


def test_the_first_swiss_round_pairs_the_upper_half_with_the_lower() -> None:
    assert swiss_round([0.0] * 5, [], [0] * 5) == ([(0, 2), (1, 3)], 4)


def test_later_rounds_pair_who_stands_alike_and_has_not_met() -> None:
    pairs, out = swiss_round([2, 0, 2, 0, 1], [(0, 2), (1, 3)], [0, 0, 0, 0, 1])
    assert (pairs, out) == ([(0, 4), (2, 1)], 3)


@pytest.mark.parametrize("agents", [4, 7, 30])
def test_nobody_meets_twice_before_all_have_met_and_byes_go_round(agents: int) -> None:
    luck = random.Random(agents)
    points, byes, met = [0.0] * agents, [0] * agents, set()
    for _ in range(usual_rounds(agents)):
        pairs, out = swiss_round(points, met, byes)
        seen = [*itertools.chain(*pairs), *([] if out is None else [out])]
        assert sorted(seen) == list(range(agents))
        assert not {frozenset(pair) for pair in pairs} & {frozenset(pair) for pair in met}
        met.update(pairs)
        for pair in pairs:
            points[luck.choice(pair)] += 1
        if out is not None:
            byes[out] += 1
            points[out] += 1
    assert max(byes) <= 1


def test_when_all_have_met_they_meet_again() -> None:
    pairs, _ = swiss_round([1, 0, 1, 0], list(itertools.combinations(range(4), 2)), [0] * 4)
    assert sorted(itertools.chain(*pairs)) == [0, 1, 2, 3]


def test_swiss_rounds_follow_the_results_on_deals_of_their_own_and_can_be_resumed(tmp_path: Path) -> None:
    file = tmp_path / "swiss.jsonl"
    whole = play_tournament("castle", AGENTS, games=4, style="swiss", rounds=3, workers=1)
    assert [draw.round for draw in whole.draws] == [0, 0, 1, 1, 2, 2]
    assert len({result.match.seed for result in whole.results}) == 3
    play_tournament("castle", AGENTS, games=4, style="swiss", rounds=3, run_file=file)
    lines = file.read_text().splitlines(keepends=True)
    file.write_text("".join(lines[:4]))
    again = play_tournament("castle", AGENTS, games=4, style="swiss", rounds=3, run_file=file, resume=True)
    assert again.draws == whole.draws
    assert [r.records.scores.tolist() for r in again.results] == [r.records.scores.tolist() for r in whole.results]
    data = json.loads(json.dumps(again.to_dict()))
    assert (data["style"], data["rounds"], len(data["ratings"])) == ("swiss", 3, 5)


@pytest.mark.parametrize(
    ("game", "rest", "words"),
    [
        ("castle", {"style": "knockout"}, "round-robin, gauntlet, swiss"),
        ("castle", {"rounds": 3}, "rounds are for a swiss tournament"),
        ("castle", {"style": "swiss", "rounds": 0}, "1 to 1000 rounds"),
        ("castle,players=3", {"style": "swiss"}, "is for two players"),
    ],
)
def test_what_cannot_be_played_is_refused(game: str, rest: dict[str, object], words: str) -> None:
    with pytest.raises(RunError, match=words):
        Tournament.of(game, AGENTS, games=2, **rest)
