"""Every game ends, whole games keep the invariants, and cycles are stopped as declared."""

from __future__ import annotations

import pytest

from cardlab import Rng, State, game
from cardlab.errors import PositionError
from cardlab.games.castle.rules.state import CastleState
from cardlab.games.castle.words.position import lists_of
from tests.effort import effort
from tests.games.castle.laws import assert_reachable, assert_sound
from tests.games.castle.tables import lay, legal, play, shows


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_invariants_hold_through_random_games(players: int) -> None:
    for seed in range(effort(40, 12, 2)):
        state = game("castle", players=players).new(seed)
        rng = Rng(seed)
        while not state.over:
            assert isinstance(state, CastleState)
            before, seat = lists_of(state), state.player
            action = rng.choice(state.legal())
            state.apply(action)
            assert_sound(state)
            assert_reachable(before, state)
            if state.text(action).startswith("play") and lists_of(state)["stock"]:
                assert len(lists_of(state)["hands"][seat]) >= 3
        assert state.result is not None
        if state.reason == "win":
            assert sorted(state.result.scores) == [0.0] * (players - 1) + [1.0]


def test_sixteen_draws_exhaust_the_stock_of_a_four_player_game() -> None:
    drawn: list[str] = []
    state = game("castle", players=4).new(5)
    state.listener = lambda event: drawn.append(event.kind) if event.kind == "drew" else None
    rng = Rng(5)
    while state.to_dict()["stock"] and not state.over:
        state.apply(rng.choice(state.legal()))
    assert len(drawn) == 16


CYCLE = {"hands": ["J J", "", "Q"], "up": ["4 6", "3", "8"], "down": ["5", "5", "5"]}


def forced(state: State, most: int = 10_000) -> int:
    """Play while every move is forced; return how many were made."""
    n = 0
    while not state.over and n < most:
        (action,) = state.legal()
        state.apply(action)
        n += 1
    return n


def test_a_cycle_of_forced_moves_ends_at_the_limit_as_a_draw() -> None:
    state = lay(**CYCLE, spec="castle,limit=70")  # type: ignore[arg-type]
    assert forced(state) == 70
    assert state.result is not None
    assert (state.reason, state.result.scores, state.result.winner) == ("limit", (1 / 3, 1 / 3, 1 / 3), None)


def test_a_cycle_of_forced_moves_returns_to_its_first_position() -> None:
    state = lay(**CYCLE)  # type: ignore[arg-type]
    play(state, "play J J", "pickup", "play Q", "pickup", "play J J", "pickup")
    first = lay(**CYCLE).to_dict()  # type: ignore[arg-type]
    assert state.player == 0
    assert [state.to_dict()[zone] for zone in ("up", "down", "pile")] == [first[zone] for zone in ("up", "down", "pile")]
    shows(state, hands=["Q", "", "J J"])
    assert forced(state, 6) == 6
    shows(state, hands=first["hands"], player=0)


@pytest.mark.parametrize(("times", "decisions"), [(2, 28), (3, 56)])
def test_a_cycle_of_forced_moves_ends_by_repetition(times: int, decisions: int) -> None:
    """It takes twelve decisions to come round: the position of decision 16 returns at 28, that of 32 at 44 and at 56."""
    state = lay(**CYCLE, spec=f"castle,repetition={times}")  # type: ignore[arg-type]
    assert forced(state) == decisions
    assert state.reason == "repetition" and state.result is not None and state.result.draw


def test_the_cycle_against_the_lowest_card_player_is_a_draw_by_repetition() -> None:
    round_trip = ["play 3", "play Q Q", "pickup", "play 2 2", "play Q Q", "pickup"]
    state = lay(["2 2 Q Q", "3 J"], up=["J", ""], down=["4", "5"], player=1, spec="castle,repetition=2")
    start = state.to_dict()
    play(state, *round_trip)
    shows(state, hands=start["hands"], up=start["up"], pile="", player=1)
    while not state.over:
        play(state, *round_trip[state.to_dict()["decisions"] % 6 :][:1])
    assert state.reason == "repetition" and state.result is not None and state.result.draw


def test_a_burn_forgets_the_repeated_position() -> None:
    state = lay(["J J 10", "", "Q"], up=["4 6", "3", "8"], down=["5", "5", "5"], spec="castle,repetition=2")
    play(state, "play 10")
    shows(state, since=1, anchor_seen=1)
    assert forced(state) == 27
    assert state.reason == "repetition"


def test_no_repetition_is_counted_while_there_is_a_stock() -> None:
    state = lay(**CYCLE, spec="castle,repetition=2,limit=100", stock="rest")  # type: ignore[arg-type]
    play(state, *[legal(state)[0] for _ in range(1)])
    assert "anchor" not in state.to_dict()


def test_a_finished_game_can_be_written_down_and_read() -> None:
    for spec in ("castle", "castle,players=3,ranking=yes", "castle,limit=20", "castle,players=3,ranking=yes,limit=150"):
        state = game(spec).new(4)
        state.rollout(Rng(4))
        again = state.game.from_dict(state.to_dict())
        assert again == state and again.result == state.result


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"hands": ["3 3 3 3 3", "4"]}, "too many cards of rank 3"),
        ({"hands": ["3", "4"], "burned": ""}, "are missing"),
        ({"hands": ["3", "4"], "pile": "10"}, "never lies in the pile"),
        ({"hands": ["3", "4"], "pile": "6 6 6 6 7"}, "four equal cards"),
        ({"hands": ["3", "4"], "player": 2}, "seat from 0 to 1"),
        ({"hands": ["3", ""]}, "exactly the seats without cards"),
        ({"hands": ["3", ""], "places": [0, 1]}, "would be over"),
        ({"hands": ["3", "4"], "up": ["5 5 5 6", ""]}, "at most 3"),
        ({"hands": ["3", "4"], "known": ["9", ""]}, "not in it"),
        ({"hands": ["3", "4"], "direction": 0}, "1 or -1"),
        ({"hands": ["3", "4"], "decisions": 5000}, "its limit is 5000"),
        ({"hands": ["3", "4"], "phase": "four"}, "needs four_anytime"),
        ({"hands": ["3", "4"], "phase": "castle"}, "cards in hand"),
        ({"hands": ["3", "4"], "phase": "swap"}, "no phase 'swap'"),
        ({"hands": ["3", "4"], "phase": "over"}, "seat from 0 to 1|has a 'reason'"),
        ({"hands": ["3", "4"], "reason": "win"}, "has no 'reason'"),
        ({"hands": ["3", "4"], "swaps": 1}, "only while cards are swapped"),
        ({"hands": ["3", "4"], "stack": "5"}, "no part 'stack'"),
        ({"hands": ["3", "Z"]}, "'Z' is not a rank"),
        ({"hands": ["3"]}, "list of 2 texts"),
        ({"hands": ["3", "4"], "mover": 5}, "seats from 0 to 1"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_a_position_that_cannot_exist_is_refused(parts: dict[str, object], words: str) -> None:
    with pytest.raises(PositionError, match=words):
        game("castle").from_dict({"up": ["", ""], "down": ["", ""], **parts})
