"""Canvases, the table for games without looks of their own, and what touching Castle's cards means."""

from __future__ import annotations

import pytest

import cardlab
from cardlab.core.game import Game
from cardlab.core.picking import Picking, Touch
from cardlab.play.canvas import Canvas
from cardlab.play.scene import Scene
from cardlab.play.tiles import wrapped_name
from tests.play.desk import drawn, seen


def _scene(position: dict[str, object], **options: object) -> Scene:
    game = cardlab.game("castle", **options)
    return seen(game.from_dict(position), 0, tuple(f"p{seat}" for seat in range(game.players)))


def _picking(position: dict[str, object], **options: object) -> Picking:
    return _scene(position, **options).picking


def _words(touch: Touch) -> str:
    assert touch.action is not None
    return cardlab.game("castle").action_text(touch.action)


def test_text_outside_the_canvas_is_cut_off() -> None:
    canvas = Canvas(4, 2)
    canvas.put(-1, 0, "abc")
    canvas.put(2, 1, "xyz")
    canvas.put(0, 5, "never")
    assert canvas.plain() == "bc\n  xy"


def test_the_upper_of_two_spots_is_touched() -> None:
    canvas = Canvas(9, 3)
    canvas.spot("below", 0, 0, 5, 3)
    canvas.spot("above", 3, 0, 5, 3)
    assert [canvas.at(x, 1) for x in (2, 4, 7, 8)] == ["below", "above", "above", None]


def test_text_keeps_the_background_it_is_written_on() -> None:
    canvas = Canvas(3, 1, "on #112233")
    canvas.put(1, 0, "x", "bold red")
    assert list(canvas.runs(0)) == [(" ", "on #112233"), ("x", "bold red on #112233"), (" ", "on #112233")]


def test_a_game_without_looks_is_drawn_as_a_table_of_its_view() -> None:
    game = cardlab.game("castle")
    state = game.from_dict({"hands": ["3 9", "4"], "up": ["", "2"], "down": ["5 6 7", "8 8 8"]})
    view = {"player": 0, "hand_sizes": [2, 1], "row": [["5"], ["?", "7"]], "hand": "3 9", "line": ["bet", "?"], "rest": None}
    scene = Scene(Picking(Game.table(game, view, 0, state.legal())), Game.looks(game), ("p0", "p1"), 0)
    lines = [line.split() for line in drawn(scene, 70, 7).plain().splitlines() if line]
    assert lines == [
        ["p1", "hand", "sizes", "1", "line", "?"],
        ["row", "░░░", "7"],
        ["player", "0", "·", "hand", "3", "9", "·", "rest", "–"],
        ["▶", "p0", "hand", "sizes", "2", "line", "bet"],
        ["row", "5"],
    ]


def test_touching_a_card_plays_all_of_its_rank() -> None:
    picking = _picking({"hands": ["3 9 9", "4"], "up": ["", ""], "down": ["5", "8"], "pile": "8"})
    assert picking.live(()) == ("hand0:1", "hand0:2")
    assert _words(picking.touch((), "hand0:2")) == "play 9 9"
    assert picking.touch((), "hand0:0") == Touch()


def test_with_any_number_of_cards_they_are_picked_and_confirmed() -> None:
    position = {"hands": ["3 9 9", "4"], "up": ["", ""], "down": ["5", "8"], "pile": "2"}
    picking = _picking(position, group="any")
    assert _words(picking.touch((), "hand0:0")) == "play 3"
    assert picking.touch((), "hand0:1") == Touch(("hand0:1",))
    one = picking.made(("hand0:1",))
    both = picking.made(picking.touch(("hand0:1",), "hand0:2").picked)
    assert one is not None and both is not None
    assert (one.words, both.words) == ("play 9", "play 9 9")


def test_the_pile_is_touched_to_take_it_and_the_stock_to_gamble() -> None:
    position = {"hands": ["3", "4"], "up": ["", ""], "down": ["5", "8"], "pile": "K", "stock": "6 7"}
    picking = _picking(position, gamble=True)
    assert picking.live(()) == ("stock", "pile")
    assert _words(picking.touch((), "pile")) == "pickup"
    assert _words(picking.touch((), "stock")) == "gamble"


def test_a_hand_card_and_a_row_card_are_swapped_in_any_order() -> None:
    rows = {"hands": ["3 4 5", "6 6 6"], "up": ["9 J Q", "7 7 7"], "down": ["K K K", "A A A"]}
    picking = _picking({**rows, "phase": "swap", "stock": "rest"}, castle="swap")
    first = picking.touch((), "hand0:1")
    assert first == Touch(("hand0:1",))
    assert _words(picking.touch(first.picked, "row0:2")) == "swap 4 Q"
    assert _words(picking.touch(("row0:2",), "hand0:1")) == "swap 4 Q"


def test_face_down_cards_are_touched_one_by_one() -> None:
    picking = _picking({"hands": ["", "4"], "up": ["", ""], "down": ["5 6 7", "8"], "pile": "3"})
    assert picking.live(()) == ("down0:0", "down0:1", "down0:2")
    assert _words(picking.touch((), "down0:1")) == "down 1"


def test_a_huge_hand_is_drawn_by_ranks_and_can_still_be_played() -> None:
    hand = "3 3 4 4 5 5 6 6 7 7 8 8 9 9 J J Q Q K K A A 2 2"
    scene = _scene({"hands": [hand, "4"], "up": ["", ""], "down": ["5", "8"], "pile": "J"})
    canvas = drawn(scene, 64, 28)
    assert canvas.plain().count("×2") == 12
    spot = next(spot for spot in canvas.spots if spot.name.startswith("hand0:"))
    assert _words(scene.picking.touch((), spot.name)) == "play 2 2"


def test_every_number_of_players_fits_on_the_smallest_board() -> None:
    for players in range(2, 9):
        game = cardlab.game("castle", players=players, packs=2)
        names = tuple(f"player {seat}" for seat in range(players))
        canvas = drawn(seen(game.new(1), 0, names))
        text = canvas.plain()
        assert all(name in text for name in names)
        assert {f"hand0:{i}" for i in range(6)} <= {spot.name for spot in canvas.spots}


def test_who_sees_everything_can_tell_the_row_from_the_castle_below_it() -> None:
    game = cardlab.game("castle", players=8)
    up = ["10 10 K", *["3 4 5"] * 7]
    state = game.from_dict({"hands": ["2"] * 8, "up": up, "down": ["A 4 3", *["6 7 8"] * 7], "pile": ""})
    text = drawn(seen(state, None, tuple(f"p{seat}" for seat in range(8))), 74, 38).plain()
    assert "3 4 5/6 7 8" in text
    hidden = drawn(seen(state, 0, tuple(f"p{seat}" for seat in range(8))), 74, 38).plain()
    assert "3 4 5 +3 hidden" in hidden and "3 4 5/" not in hidden


@pytest.mark.parametrize(
    ("name", "width", "room", "lines"),
    [
        ("Giant Squid", 12, 2, ["Giant Squid"]),
        ("Chameleskulk", 8, 2, ["Chamele-", "skulk"]),
        ("Chameleskulk", 8, 1, ["Chamele…"]),
        ("Argeon Highmayne", 6, 1, ["Argeon"]),
        ("Murder of Crows", 8, 1, ["Murder…"]),
        ("Crested Scuttler", 5, 2, ["Cres…", "Scut…"]),
        ("Nose-pincher", 9, 2, ["Nose-", "pincher"]),
        ("Silverguard", 10, 2, ["Silvergua-", "rd"]),
        ("abc", 2, 2, ["a…"]),
    ],
)
def test_long_names_are_broken_where_there_is_room(name: str, width: int, room: int, lines: list[str]) -> None:
    assert wrapped_name(name, width, room) == lines
