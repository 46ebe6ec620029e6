"""Games that draw lots for seats: vectors sit where the deal puts their place in the list, and points go to that place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from cardlab import Action, Facts, PlainGame, Rng, game, pack
from cardlab.agents.agent import PolicyAgent, Stop, VectorPolicy
from cardlab.agents.making import make_agent
from cardlab.core.bits import mix
from cardlab.core.vectorfile import find_kind
from cardlab.core.vectors import VectorKind
from cardlab.errors import PluginError, RunError
from cardlab.lab.engine import Kit
from cardlab.lab.matches.match import Match
from cardlab.learn.auditions import Audition, audition, audition_contest
from cardlab.learn.bout import AgentBout
from cardlab.learn.contest import Contest, play_jobs
from cardlab.learn.evolution import train
from cardlab.learn.jobs import Jobs, stream
from cardlab.learn.seating import SameGames, alone_last, guests_in_turn
from cardlab.learn.stored import Stored
from cardlab.testing import check_game

SEATS = 4


@dataclass
class Chairs:
    """Who of the list has drawn which chair, and how many have sat down."""

    drawn: list[int]
    seated: int = 0


class FirstChair(PlainGame):
    """Whoever has drawn the first chair wins, whatever anybody does. The first of the list never draws it."""

    name = "first-chair"
    title = "First chair"
    about = "the first chair wins"
    min_players = max_players = SEATS

    def start(self, rng: Rng) -> Chairs:
        places = list(range(1, self.players))
        rng.shuffle(places)
        places.insert(1, 0)
        return Chairs(places)

    def facts(self) -> Facts:
        return Facts((SEATS, SEATS), hidden=False, luck=False, longest=8, lots=True)

    def entries(self, position: Chairs) -> Sequence[int]:
        return position.drawn

    def to_move(self, position: Chairs) -> int | None:
        return position.seated if position.seated < self.players else None

    def actions(self, position: Chairs) -> list[Action]:
        return [pack(1, 0)]

    def play(self, position: Chairs, action: Action) -> None:
        position.seated += 1

    def scores(self, position: Chairs) -> list[float]:
        return [1.0] + [0.0] * (self.players - 1)

    def vectors(self) -> Mapping[str, VectorKind]:
        return {"idle": IDLE}


IDLE = VectorKind("idle", "does nothing", ("a", "b"), ("idle",), lambda player: VectorPolicy(), lambda word: (True, True))
CHAIRS = FirstChair()


def winner_of(seed: int) -> int:
    """Which place of the list draws the first chair in the first game of a job."""
    drawn: list[int] = CHAIRS.start(Rng(mix(mix(mix(seed))))).drawn
    return drawn[0]


def wins_of_places(games: int) -> list[int]:
    return np.bincount([winner_of(seed) for seed in range(games)], minlength=SEATS).tolist()


def test_the_deal_seats_the_list_and_the_game_keeps_all_laws() -> None:
    state = CHAIRS.new(5)
    assert sorted(state.entries()) == [0, 1, 2, 3] and state.entries()[1] == 0 and state.entries() == state.to_dict()["drawn"]
    assert game("castle,players=3").new(1).entries() == [0, 1, 2]
    assert check_game(CHAIRS, games=3).games == 3


def test_points_go_to_the_place_in_the_list() -> None:
    table = alone_last(2, guests_in_turn(SEATS - 1, 1))
    contest, seeds = Contest(CHAIRS, IDLE, "idle", ("random",)), np.arange(30, dtype=np.uint64)
    games = SameGames.of(table, seeds, rotate=False)
    points = play_jobs(contest, np.zeros((2, 2)), games.jobs)
    assert points is not None
    assert points.tolist() == [[float(place == winner_of(seed)) for place in range(SEATS)] for seed in range(30)] * 2
    assert games.gained(points).tolist() == [wins_of_places(30)[-1]] * 2 and wins_of_places(30)[-1] > 0


def test_whoever_sits_in_every_seat_in_turn_needs_no_lots() -> None:
    games = SameGames.of(alone_last(1, guests_in_turn(SEATS - 1, 1)), np.arange(40, dtype=np.uint64), rotate=True)
    points = play_jobs(Contest(CHAIRS, IDLE, "idle", ("random",)), np.zeros((1, 2)), games.jobs)
    assert points is not None and points[:, 0].tolist() == [1.0] * 40, "the first seat wins, as the rows are the seats"
    assert games.gained(points).tolist() == [10.0]


def test_a_fitness_is_that_of_the_last_of_the_list_not_of_the_last_seat() -> None:
    given: dict[str, Any] = {"population": 6, "generations": 1, "games": 50, "fitness": "wins", "opponents": ["random"]}
    drawn, turned = (train(CHAIRS, f"generational,seats={seats}", **given) for seats in ("last", "every"))
    assert {best.score for best in drawn.best} == {wins_of_places(50)[-1]}
    assert {best.score for best in turned.best} == {13.0}, "of 50 games the first seat's turn comes in 13"


def test_copies_in_front_of_the_list_win_as_the_lots_have_it() -> None:
    arena, who = audition_contest(CHAIRS, IDLE, "idle", ["random"]), [Stored((0.0, 0.0), Path("file"), 1)]
    kept = audition(arena, who, Audition(SEATS, 1, 40, 2, rotate=False))
    turned = audition(arena, who, Audition(SEATS, 1, 40, 2))
    assert kept is not None and turned is not None
    assert kept[0].wins == sum(wins_of_places(40)[:2]) and turned[0].wins == 20


UNICORNS = game("unicorns,players=4")
CARDS = find_kind(UNICORNS, "cards")
GUESTS = ("random", "rule-based")
LISTS = np.array([[0, -1, 1, -2], [2, 0, -2, 1], [-1, -1, 2, 0]] * 4)
WORDS = np.arange(len(LISTS), dtype=np.uint64)


def drawn_seats() -> Any:
    """For each seat of each first game, which entry of the list sits there."""
    found = []
    for seed in WORDS.tolist():
        state = UNICORNS.blank()
        state.deal(Rng(mix(mix(mix(seed)))), Rng(seed))
        found.append(state.entries())
    return np.array(found)


def handed_seats(contest: Contest, kit: Kit) -> None:
    """Let everybody of this contest be asked through a seat."""

    def by_vector() -> Any:
        vector = CARDS.policy("coded")
        return PolicyAgent(vector), vector

    made = [partial(make_agent, UNICORNS, guest, kit.stop) for guest in GUESTS]
    kit.once((contest, GUESTS), lambda: AgentBout(UNICORNS, by_vector, kit.stop, made))


@pytest.mark.parametrize("through_seats", [False, True])
def test_a_list_that_the_lots_seat_plays_the_games_of_those_who_sit_so(through_seats: bool) -> None:
    genes, ones = stream(3, "genes").random((3, CARDS.size)), np.ones(len(LISTS), dtype=np.int64)
    drawn, at = drawn_seats(), np.arange(len(LISTS))[:, None]
    contest, kit = Contest(UNICORNS, CARDS, "coded", GUESTS), Kit(Stop())
    if through_seats:
        handed_seats(contest, kit)
    by_lot, in_seats = (
        contest.work(genes, Jobs(rows, WORDS, WORDS, ones, lots)).place(kit).do(0, len(LISTS)).scores.copy()
        for rows, lots in ((LISTS, True), (LISTS[at, drawn], False))
    )
    expected = np.zeros_like(in_seats)
    expected[at, drawn] = in_seats
    assert np.array_equal(by_lot, expected) and not np.array_equal(by_lot, in_seats)


class TwiceInTheList(FirstChair):
    def entries(self, position: Chairs) -> Sequence[int]:
        return [0, 0, 1, 2]


def test_lots_that_leave_somebody_out_are_refused() -> None:
    with pytest.raises(PluginError, match=r"entries gives \[0, 0, 1, 2\]; it is the numbers 0 to 3"):
        TwiceInTheList().new(1).entries()


def test_a_match_by_lot_is_for_games_that_draw_lots() -> None:
    assert Match.of(CHAIRS, ["random"], lots=True, rotate=False).lots
    with pytest.raises(RunError, match="castle does not draw lots for seats; seats rotate there, or stay as they are named"):
        Match.of("castle", ["random"], lots=True, rotate=False)
