"""The agent that plays by a number for each rank: with the numbers of the lowest-card order it is the lowest-card player."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

import pytest

from cardlab import State, game, make_agent
from cardlab.errors import OptionError, RunError
from cardlab.games.castle.words.cards import rank_text
from cardlab.lab.matches.arena import Arena
from tests.effort import PURE
from tests.games.castle.tables import lay

RANKS = [rank_text(rank) for rank in range(14)]
LOWEST = "3 4 5 6 7 8 9 J Q K A X 2 10"


def values_of(order: str) -> list[int]:
    """Numbers that rise in an order of ranks."""
    return [order.split().index(rank) for rank in RANKS]


def ranks(folder: Path, values: Any) -> str:
    """The agent with values of a file."""
    path = folder / "values.json"
    path.write_text(values if isinstance(values, str) else json.dumps(values), encoding="utf-8")
    return f"ranks,values={path}"


def choose(state: State, text: str) -> str:
    assert state.player is not None
    return str(state.text(make_agent(state.game, text).choose(state.seat(state.player), 0)))


HOUSES = [
    "", "players=3", "players=4", "group=any", "voluntary_pickup=yes", "pickup_up=yes", "castle=simultaneous", "four=legacy",
    "finish_special=no", "jokers=2,packs=2,players=4",
]  # fmt: skip


@pytest.mark.parametrize("house", HOUSES)
def test_the_lowest_card_order_plays_as_the_lowest_card_player(tmp_path: Path, house: str) -> None:
    castle, rng = game(f"castle,{house}".rstrip(",")), random.Random(house)
    lowest, by_rank = make_agent(castle, "lowest"), make_agent(castle, ranks(tmp_path, values_of(LOWEST)))
    compared = 0
    for seed in range(1 if PURE else 15):
        state = castle.new(seed)
        for _ in range(300):
            if state.over:
                break
            seat = state.seat(state.player)
            action = lowest.choose(seat, 0)
            assert by_rank.choose(seat, 0) == action
            compared += len(state.legal()) > 1
            state.apply(rng.choice(state.legal()) if rng.random() < 0.2 else action)
    assert compared > 10


def test_another_order_plays_otherwise(tmp_path: Path) -> None:
    state = lay(["3 3 9 K 2", "4"], down=["4", "5"], pile="2")
    assert choose(state, ranks(tmp_path, values_of(LOWEST))) == "play 3 3"
    assert choose(state, ranks(tmp_path, values_of("2 3 4 5 6 7 8 9 10 J Q K A X"))) == "play 2"
    assert choose(state, ranks(tmp_path, values_of("K Q J 2 3 4 5 6 7 8 9 10 A X"))) == "play K"


def test_the_ranks_most_worth_keeping_are_laid_out(tmp_path: Path) -> None:
    state = lay(["3 4 9 10 K 2", "6 6 7 7 8 8"], down=["4 4 4", "5 5 5"], phase="castle", stock="rest")
    assert choose(state, ranks(tmp_path, values_of(LOWEST))) == "castle 2 10 K"
    assert choose(state, ranks(tmp_path, [-value for value in values_of(LOWEST)])) == "castle 3 4 9"


def test_equal_values_play_the_most_cards(tmp_path: Path) -> None:
    state = lay(["3 9 9 9 K K", "4"], down=["4", "5"], pile="2", spec="castle,group=any")
    assert choose(state, ranks(tmp_path, [0.0] * 14)) == "play 9 9 9"


@pytest.mark.parametrize(
    "spec", ["castle", "castle,castle=swap,players=3", "castle,gamble=yes,pickup_up=yes", "castle,four_anytime=yes"]
)
def test_whole_games_are_legal(tmp_path: Path, spec: str) -> None:
    castle = game(spec)
    agents = [make_agent(castle, ranks(tmp_path, values_of(LOWEST))) for _ in range(castle.players)]
    assert Arena(castle, agents, seed=1).play(0, 1 if PURE else 6).errors == {}


def test_it_is_a_mere_rule_and_a_vector_that_can_be_evolved(tmp_path: Path) -> None:
    castle = game("castle")
    assert make_agent(castle, ranks(tmp_path, [0.5] * 14)).policy is not None
    (kind,) = castle.vectors().values()
    assert (kind.name, kind.labels, kind.players) == ("ranks", tuple(RANKS), ("ranks",))
    assert kind.policy("ranks").values == list(range(14))
    assert kind.active(3) == (True,) * 14


def test_without_values_it_says_what_it_needs() -> None:
    with pytest.raises(OptionError, match="agent ranks needs values=FILE, as `cardlab evolve castle --out FILE` writes it"):
        make_agent(game("castle"), "ranks")
    with pytest.raises(OptionError, match="needs no budget"):
        make_agent(game("castle"), "ranks:100,values=x")


def _result(**changes: Any) -> dict[str, Any]:
    head = {"format": "cardlab vector", "version": 1, "game": "castle", "kind": "ranks"}
    return {**head, "best": [{"genes": [0.5] * 14}], **changes}


def test_a_trained_file_is_taken(tmp_path: Path) -> None:
    agent = make_agent(game("castle"), ranks(tmp_path, _result(best=[{"genes": values_of(LOWEST)}])))
    state = lay(["3 3 9 K 2", "4"], down=["4", "5"], pile="2")
    assert state.text(agent.choose(state.seat(0), 0)) == "play 3 3"


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ([0.5] * 13, "has 13 numbers; the vector ranks of castle has 14"),
        ([0.5] * 160, "has 160 numbers"),
        ([0.5] * 13 + [float("nan")], "value 14 is not finite"),
        (["a"] * 14, "is not a number"),
        (_result(game="locm"), "holds vectors of 'locm', not of 'castle'"),
        (_result(kind="draft"), "holds vectors of the kind 'draft', not 'ranks'"),
        ("", "is empty"),
        ("K Q J", "is not a number"),
    ],
)
def test_other_files_are_refused(tmp_path: Path, values: Any, words: str) -> None:
    with pytest.raises(RunError, match=words):
        make_agent(game("castle"), ranks(tmp_path, values))
    with pytest.raises(RunError, match="there is no file"):
        make_agent(game("castle"), f"ranks,values={tmp_path}/none.json")
