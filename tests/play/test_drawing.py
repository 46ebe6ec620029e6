"""Canvases, the table for games without looks of their own, and what touching Castle's cards means."""

from __future__ import annotations

import cardlab
from cardlab.core.drawing import Canvas, Drawing, Scene, Touch
from cardlab.games.castle.screen.screen import CastleDrawing


def _scene(position: dict[str, object], picked: tuple[str, ...] = (), **options: object) -> Scene:
    game = cardlab.game("castle", **options)
    state = game.from_dict(position)
    names = tuple(f"p{seat}" for seat in range(game.players))
    return Scene(game, state.view(0), 0, names, state.player, tuple(state.legal()), picked)


def _words(scene: Scene, touch: Touch) -> str:
    assert touch.action is not None
    return scene.game.action_text(touch.action)


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
    scene = _scene({"hands": ["3 9", "4"], "up": ["", "2"], "down": ["5 6 7", "8 8 8"]})
    canvas = Canvas(70, 24)
    Drawing().draw(canvas, scene)
    lines = canvas.plain().splitlines()
    assert any(line.split() == ["▶", "p0", "p1"] for line in lines)
    assert any(line.split() == ["hands", "3", "9", "?"] for line in lines)
    assert any(line.split() == ["down", "?", "?", "?", "?", "?", "?"] for line in lines)


def test_touching_a_card_plays_all_of_its_rank() -> None:
    scene = _scene({"hands": ["3 9 9", "4"], "up": ["", ""], "down": ["5", "8"], "pile": "8"})
    drawing = CastleDrawing()
    assert drawing.spots(scene) == ("hand:1", "hand:2")
    assert _words(scene, drawing.touch(scene, "hand:2")) == "play 9 9"
    assert drawing.touch(scene, "hand:0") == Touch()


def test_with_any_number_of_cards_they_are_picked_and_confirmed() -> None:
    position = {"hands": ["3 9 9", "4"], "up": ["", ""], "down": ["5", "8"], "pile": "2"}
    drawing = CastleDrawing()
    scene = _scene(position, group="any")
    assert _words(scene, drawing.touch(scene, "hand:0")) == "play 3"
    assert drawing.touch(scene, "hand:1") == Touch(("hand:1",))
    one = _scene(position, ("hand:1",), group="any")
    assert scene.game.action_text(drawing.confirm(one)) == "play 9"
    both = _scene(position, drawing.touch(one, "hand:2").picked, group="any")
    assert scene.game.action_text(drawing.confirm(both)) == "play 9 9"


def test_the_pile_is_touched_to_take_it_and_the_stock_to_gamble() -> None:
    position = {"hands": ["3", "4"], "up": ["", ""], "down": ["5", "8"], "pile": "K", "stock": "6 7"}
    scene = _scene(position, gamble=True)
    drawing = CastleDrawing()
    assert drawing.spots(scene) == ("stock", "pile")
    assert _words(scene, drawing.touch(scene, "pile")) == "pickup"
    assert _words(scene, drawing.touch(scene, "stock")) == "gamble"


def test_a_hand_card_and_a_row_card_are_swapped() -> None:
    rows = {"hands": ["3 4 5", "6 6 6"], "up": ["9 J Q", "7 7 7"], "down": ["K K K", "A A A"]}
    position = {**rows, "phase": "swap", "stock": "rest"}
    drawing = CastleDrawing()
    first = drawing.touch(_scene(position, castle="swap"), "hand:1")
    assert first == Touch(("hand:1",))
    scene = _scene(position, first.picked, castle="swap")
    assert _words(scene, drawing.touch(scene, "row:2")) == "swap 4 Q"


def test_face_down_cards_are_touched_one_by_one() -> None:
    scene = _scene({"hands": ["", "4"], "up": ["", ""], "down": ["5 6 7", "8"], "pile": "3"})
    drawing = CastleDrawing()
    assert drawing.spots(scene) == ("down:0", "down:1", "down:2")
    assert _words(scene, drawing.touch(scene, "down:1")) == "down 1"


def test_a_huge_hand_is_drawn_by_ranks_and_can_still_be_played() -> None:
    hand = "3 3 4 4 5 5 6 6 7 7 8 8 9 9 J J Q Q K K A A 2 2"
    scene = _scene({"hands": [hand, "4"], "up": ["", ""], "down": ["5", "8"], "pile": "J"})
    canvas = Canvas(64, 28)
    drawing = CastleDrawing()
    drawing.draw(canvas, scene)
    assert canvas.plain().count("×2") == 12
    spot = next(spot for spot in canvas.spots if spot.name.startswith("hand:"))
    assert _words(scene, drawing.touch(scene, spot.name)) == "play 2 2"


def test_every_number_of_players_fits_on_the_smallest_board() -> None:
    for players in range(2, 9):
        game = cardlab.game("castle", players=players, packs=2)
        names = tuple(f"player {seat}" for seat in range(players))
        state = game.new(1)
        canvas = Canvas(63, 28)
        game.screen().draw(canvas, Scene(game, state.view(0), 0, names, 0, tuple(state.legal())))
        text = canvas.plain()
        assert all(name in text for name in names)
        assert {f"hand:{i}" for i in range(6)} <= {spot.name for spot in canvas.spots}
