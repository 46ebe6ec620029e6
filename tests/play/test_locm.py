"""Legends of Code and Magic on the screen: what is drawn, and what touching it means."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import cardlab
from cardlab.core.action import kind_of
from cardlab.core.events import Event
from cardlab.core.picking import Touch
from cardlab.games.locm.rules.state import Kind
from cardlab.play.app import CardlabApp
from cardlab.play.canvas import Canvas
from cardlab.play.heads import LOST_TICK, TICK
from cardlab.play.playscreen import PlayScreen
from cardlab.play.scene import Scene
from cardlab.play.sitting import Sitting
from cardlab.play.widgets import ActionList, Board
from tests.play.desk import board_text, drawn, my_turn, seen, until

FIRST = {
    "gone": [147],
    "board": [{"card": 39, "lane": 0}, {"card": 7, "lane": 1}, {"card": 110, "lane": 1, "able": False}],
    "hand": ["Decimate", "Minor Life Steal Potion", "Royal Helm", "Possessed Skull", "Mutant Troll"],
    "deck": [1, 2, 3],
    "mana": 6, "max_mana": 8, "health": 23,
}  # fmt: skip
SECOND = {
    "board": [{"card": 49, "lane": 0, "defense": 1}, {"card": 21, "lane": 0}, {"card": 21, "lane": 1, "defense": 9}],
    "hand": [5, 6], "health": 31, "draws": 2, "deck": [8, 9],
}  # fmt: skip
POSITION = {"turn": 14, "players": [FIRST, SECOND]}

BATTLE = """\
 greedy                  ♥ 31     ■    ■    ■    ■    ■
   ◆◆◆◆◆◆◆◆◆◆◆◆ 12/12    2 in hand · 2 in deck · draws 2 next
 ╔══════GL╗╭────────╮┌╌╌╌╌╌╌╌╌┐ ╭────────╮┌╌╌╌╌╌╌╌╌┐┌╌╌╌╌╌╌╌╌┐
 ║Shiny   ║│Crested │╎        ╎ │Crested │╎        ╎╎        ╎
 ║Prowler ║│Scuttler│╎        ╎ │Scuttler│╎        ╎╎        ╎
 ║1      1║│6      5│╎        ╎ │6      9│╎        ╎╎        ╎
 ╚════════╝╰────────╯└╌╌╌╌╌╌╌╌┘ ╰────────╯└╌╌╌╌╌╌╌╌┘└╌╌╌╌╌╌╌╌┘
 ───────── left lane ────── turn 8 ────── right lane ─────────
 ╭───────D╮┌╌╌╌╌╌╌╌╌┐┌╌╌╌╌╌╌╌╌┐ ╭───────W╮╔═══════G╗┌╌╌╌╌╌╌╌╌┐
 │Voracio-│╎        ╎╎        ╎ (Rootkin )║Gargoyle║╎        ╎
 │us Imp  │╎        ╎╎        ╎ (Sapling )║        ║╎        ╎
 │2  ▲   1│╎        ╎╎        ╎ (2  ▲   2)║0      9║╎        ╎
 ╰── 1 ───╯└╌╌╌╌╌╌╌╌┘└╌╌╌╌╌╌╌╌┘ ╰── 2 ───╯╚════════╝└╌╌╌╌╌╌╌╌┘

 ▶ you                   ♥ 23     ■    ■    ■    ■    □
   ◆◆◆◆◆◆◇◇ 6/8          5 in hand · 3 in deck
 your hand                                   End turn (Enter)
 ╭ 5 ───BCDGLW╮ ╭ 2 ─────────╮ ╭ 0 ─────────╮ ╭ 6 ─────────╮
 │Decimate    │ │Minor Life  │ │Royal Helm  │ │Possessed   │
 │            │ │Steal Potion│ │            │ │Skull       │
 │red   +0/-99│ │you+2 foe-2 │ │green  +0/+3│ │4  draw+2  4│
 ╰──── 3 ─────╯ ╰──── 4 ─────╯ ╰──── 5 ─────╯ ╰──── 6 ─────╯
 ╔ 12 ══════BG╗
 ║Mutant Troll║
 ║            ║
 ║12        12║
 ╚════════════╝"""

SMALL = """\
greedy      ♥31 ◆12/12 2 in hand 2 in deck
                        draws 2 next ■■■■■
╔═══GL╗╭─────╮┌╌╌╌╌╌┐ ╭─────╮┌╌╌╌╌╌┐┌╌╌╌╌╌┐
║Shiny║│Cres…│╎     ╎ │Cres…│╎     ╎╎     ╎
║Prow…║│Scut…│╎     ╎ │Scut…│╎     ╎╎     ╎
║1   1║│6   5│╎     ╎ │6   9│╎     ╎╎     ╎
╚═════╝╰─────╯└╌╌╌╌╌┘ ╰─────╯└╌╌╌╌╌┘└╌╌╌╌╌┘
───── left lane ── turn 8  right lane ─────
╭────D╮┌╌╌╌╌╌┐┌╌╌╌╌╌┐ ╭────W╮╔════G╗┌╌╌╌╌╌┐
│Vora…│╎     ╎╎     ╎ (Root…)║Garg-║╎     ╎
│Imp  │╎  1  ╎╎     ╎ (Sapl…)║oyle ║╎  2  ╎
│2 ▲ 1│╎     ╎╎     ╎ (2 ▲ 2)║0   9║╎     ╎
╰─────╯└╌╌╌╌╌┘└╌╌╌╌╌┘ ╰─────╯╚═════╝└╌╌╌╌╌┘

▶ you    ♥23 ■■■■ ◆6/8 5 in hand 3 in deck
your hand                  End turn (Enter)
▌   5  Decimate           +0/-99 BCDGLW
▌   2  Minor Life Steal…         you+2 foe-2
▌   0  Royal Helm         +0/+3
▌   6  Possessed Skull    4/4    draw+2
▌  12  Mutant Troll       12/12  BG"""

DRAFT = """\
 greedy
 ╭─ 6 ─────────────╮ ╭─ 3 ─────────────╮ ╭─ 2 ─────────────╮
 ( Flailing        ) │ Rootkin Ritual  │ │ Poison          │
 ( Hammerhead      ) │ red item        │ │ blue item       │
 ( creature        ) │                 │ │                 │
 (                 ) │ take keywords   │ │ foe loses 2     │
 ( attack  5       ) │ draw 1 more     │ │ draw 1 more     │
 ( defense 5       ) │                 │ │                 │
 ( Ward            ) │ against a foe's │ │ against the foe │
 ( foe loses 2     ) │ creature        │ │ or a creature   │
 (                 ) │                 │ │                 │
 ( ignores the     ) │                 │ │                 │
 ( next damage     ) │                 │ │                 │
 (                 ) │                 │ │                 │
 ╰─────── 1 ───────╯ ╰─────── 2 ───────╯ ╰─────── 3 ───────╯
 ─────────────────────── pick 3 of 30 ────────────────────────

 ▶ you
                                      latest picks
                                       3 Tome of Thunder
                                       1 Wurm



      1       1
     ███     ███
  0   1   2   3   4   5   6  7+
 1 creatures  0 green  0 red  1 blue"""


LOCM = cardlab.game("locm")


def _scene(position: dict[str, Any], picked: tuple[str, ...] = (), seat: int = 0, **options: Any) -> Scene:
    game = cardlab.game("locm", **options)
    return _seen(game.from_dict(position), seat, picked=picked)


def _seen(state: cardlab.State, seat: int | None, **more: Any) -> Scene:
    return seen(state, seat, ("you", "greedy"), **more)


def _words(touch: Touch) -> str:
    assert touch.action is not None
    return LOCM.action_text(touch.action)


# ---- drawing ---------------------------------------------------------------------------------------------------------


def test_the_battle_on_a_board_of_usual_size() -> None:
    assert drawn(_scene(POSITION)).plain().rstrip("\n") == BATTLE


def test_the_battle_on_a_small_board_after_touching_a_creature_in_the_hand() -> None:
    assert drawn(_scene(POSITION, ("#15",)), 44, 22).plain().rstrip("\n") == SMALL


def test_the_draft_shows_all_facts_and_the_curve_of_the_picks() -> None:
    assert drawn(_drafting("PICK 0", "PICK 1", "PICK 2", "PICK 2")).plain().rstrip("\n") == DRAFT


def _drafting(*actions: str, seat: int | None = 0) -> Scene:
    """A draft in which Wurm, Slimer and Wurm are followed by cards of all types."""
    offers = [[92, 1, 92], [116, 38, 158], [67, 149, 154], *[[1, 2, 3]] * 27]
    state = cardlab.game("locm").from_dict({"phase": "draft", "offers": offers})
    for text in actions:
        state.apply(state.parse(text))
    return _seen(state, seat)


def test_who_waits_sees_the_own_pick_and_the_same_offer() -> None:
    waiting = _drafting("PICK 1")
    canvas = drawn(waiting)
    assert "pick 1 of 30" in canvas.plain() and canvas.spots == ()
    assert _style(canvas, 1, 1) == _style(canvas, 41, 1) != _style(canvas, 21, 1), "the second of the cards stands out"


def test_those_who_see_everything_see_both_curves_and_both_hands() -> None:
    draft = drawn(_drafting("PICK 0", "PICK 1", seat=None), 80, 30).plain()
    assert draft.count("1 creatures  0 green") == 2
    everything = drawn(_seen(cardlab.game("locm").from_dict(POSITION), None)).plain()
    assert "hand: Grime Gnasher" in everything and "Decimate" in everything
    assert "Murgling" not in drawn(_scene(POSITION)).plain()


def test_what_happened_last_is_cut_to_the_width_with_a_mark() -> None:
    state = cardlab.game("locm").from_dict(POSITION)
    rows = drawn(_seen(state, 0, status="a long story " * 9)).plain().splitlines()
    assert rows[13] == " " + ("a long story " * 9)[:60].rstrip() + "…"


@pytest.mark.parametrize("size", [(20, 8), (44, 22), (63, 28), (63, 32), (74, 38), (110, 44), (150, 50)], ids=str)
def test_every_card_can_be_touched_at_every_size(size: tuple[int, int]) -> None:
    canvas = drawn(_scene(POSITION), *size)
    names = {spot.name for spot in canvas.spots}
    assert names >= {"#3", "#5", "#9", "#11", "#13", "#15", "end"}
    if size[0] >= 44:
        seen = {canvas.at(x, y) for x in range(size[0]) for y in range(size[1])}
        assert names <= seen


def test_cards_that_cannot_be_paid_are_dim_and_those_that_can_are_lit() -> None:
    canvas = drawn(_scene(POSITION))
    playable, too_dear = _style(canvas, 1, 19), _style(canvas, 1, 24)
    assert "#63c174" in playable and "#3a4557" in too_dear
    waiting = drawn(_scene(POSITION, seat=1))
    assert _style(waiting, 1, 19) == "#5f7089 on #202b3b"


def _style(canvas: Canvas, x: int, y: int) -> str:
    at = 0
    for text, style in canvas.runs(y):
        at += len(text)
        if x < at:
            return style
    raise AssertionError(f"({x}, {y}) is outside")


def test_targets_and_advice_stand_out() -> None:
    troll = ("#2", "#ff9f5e")
    touched = drawn(_scene(POSITION, ("#3",)))
    assert touched.at(1, 2) == troll[0] and troll[1] in _style(touched, 1, 2)
    state = cardlab.game("locm").from_dict(POSITION)
    advised = drawn(_seen(state, 0, advice=state.parse("USE 9 4 Decimate")))
    assert "#e0b030" in _style(advised, 1, 18) and "#e0b030" in _style(advised, 11, 2)
    assert "#e0b030" not in _style(advised, 1, 2)


def test_one_lane_has_six_places_in_a_row() -> None:
    players = [{"board": [1, 2, 3, 4]}, {}]
    text = drawn(_scene({"players": players}, lanes=1)).plain()
    assert "─ turn 1 ─" in text and "left lane" not in text
    assert text.count("┌╌╌╌╌╌╌╌╌┐┌╌╌╌╌╌╌╌╌┐") == 4


def test_hidden_cards_never_reach_the_screen() -> None:
    """Two truths that look the same to a player are drawn alike."""
    state, rng, varied = cardlab.game("locm").new(9), cardlab.Rng(9), 0
    while not state.over:
        if rng.below(4) == 0:
            for seat in range(2):
                world = state.seat(seat).resample(rng.below(1000))
                assert drawn(_seen(world, seat)).plain() == drawn(_seen(state, seat)).plain()
                varied += world != state
        state.apply(state.random_action(rng))
    assert varied > 20


# ---- touching --------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "text"),
    [
        ("#15", "right0", "SUMMON 15 1 Possessed Skull"),
        ("#5", "player1", "ATTACK 5 -1 Rootkin Sapling"),
        ("#5", "#6", "ATTACK 5 6 Rootkin Sapling"),
        ("#9", "#4", "USE 9 4 Decimate"),
        ("#11", "player1", "USE 11 -1 Minor Life Steal Potion"),
        ("#11", "player0", "USE 11 -1 Minor Life Steal Potion"),
        ("#13", "#7", "USE 13 7 Royal Helm"),
    ],
)
def test_two_touches_make_an_action(first: str, second: str, text: str) -> None:
    picking = _scene(POSITION).picking
    assert picking.touch((), first) == Touch((first,))
    assert _words(picking.touch((first,), second)) == text


def test_one_touch_picks_a_card_of_the_draft_or_ends_the_turn() -> None:
    draft = _drafting().picking
    assert draft.live(()) == ("pick:0", "pick:1", "pick:2")
    assert draft.numbers(()) == {"pick:0": 1, "pick:1": 2, "pick:2": 3}
    assert _words(draft.touch((), "pick:2")) == "PICK 2"
    for picked in ((), ("#3",)):
        assert _words(_scene(POSITION).picking.touch(picked, "end")) == "PASS"


def test_the_first_touch_can_be_taken_back_or_changed_and_others_do_nothing() -> None:
    picking = _scene(POSITION).picking
    assert picking.touch(("#13",), "#13") == Touch()
    assert picking.touch(("#13",), "#15") == Touch(("#15",))
    assert picking.touch(("#13",), "#4") == Touch(("#13",))
    assert picking.touch((), "#17") == Touch()
    assert picking.touch((), "player1") == Touch()


def test_after_the_first_touch_only_its_targets_are_offered() -> None:
    picking = _scene(POSITION).picking
    assert picking.live(()) == ("#3", "#5", "#9", "#11", "#13", "#15", "end")
    expected = {
        "#3": ("#2",), "#5": ("player1", "#6"), "#9": ("#2", "#4", "#6"),
        "#11": ("player1", "#2", "#4", "#6", "player0"), "#13": ("#3", "#5", "#7"),
        "#15": ("left0", "right0"),
    }  # fmt: skip
    for first, targets in expected.items():
        assert picking.live((first,)) == picking.numbered((first,)) == targets
        assert len(picking.agreeing((first,))) == len(set(targets) - {"player0"})


def test_enter_may_end_the_turn_but_never_picks_a_card() -> None:
    entered = _scene(POSITION).table.enter
    assert entered is not None and LOCM.action_text(entered) == "PASS"
    assert _drafting().table.enter is None


@pytest.mark.asyncio
@pytest.mark.parametrize("before", [["1"], ["right"], ["down", "down"], ["advice"]], ids=str)
async def test_enter_ends_the_turn_only_if_nothing_else_is_meant(tmp_path: Path, before: list[str]) -> None:
    screen = _table(tmp_path)
    screen.record.states[:] = [screen.sitting.game.from_dict(POSITION)]
    async with CardlabApp(screen).run_test(size=(100, 34)) as pilot:
        await my_turn(pilot, screen)
        if before == ["advice"]:
            screen._advice = screen.record.now.parse("ATTACK 3 2")
            screen.show()
        else:
            await pilot.press(*before)
        await pilot.press("enter")
        assert "PASS" not in [LOCM.action_text(step.action) for step in screen.record.steps]


@pytest.mark.parametrize("options", [{}, {"lanes": 1}], ids=str)
@pytest.mark.parametrize("size", [(44, 22), (63, 28)], ids=str)
def test_every_legal_action_is_reached_by_touching_cells(options: dict[str, Any], size: tuple[int, int]) -> None:
    kinds = set()
    for seed in range(4):
        state, rng = cardlab.game("locm", **options).new(seed), cardlab.Rng(seed)
        while not state.over:
            if rng.below(8) == 0:
                assert state.player is not None
                reached = _reached(_seen(state, state.player), size)
                assert reached == set(state.legal())
                kinds |= {kind_of(action) for action in reached}
            state.apply(state.random_action(rng))
    assert kinds == {Kind.PICK, Kind.SUMMON, Kind.ATTACK, Kind.USE, Kind.PASS}


def _reached(scene: Scene, size: tuple[int, int]) -> set[int]:
    """All actions that touching at most two cells leads to."""
    found: set[int] = set()
    for first in _touchable(drawn(scene, *size)):
        touch = scene.picking.touch((), first)
        if touch.action is not None:
            found.add(touch.action)
            continue
        after = replace(scene, picked=touch.picked)
        for second in _touchable(drawn(after, *size)):
            then = scene.picking.touch(touch.picked, second)
            found |= {then.action} - {None}  # type: ignore[arg-type]
    return found


def _touchable(canvas: Canvas) -> set[str]:
    return {name for x in range(canvas.width) for y in range(canvas.height) if (name := canvas.at(x, y))}


# ---- words -----------------------------------------------------------------------------------------------------------


def test_actions_are_labelled_in_words_and_twins_by_their_values() -> None:
    scene = _scene(POSITION)
    labels = {LOCM.action_text(move.action): move.words for move in scene.table.moves}
    assert labels["PASS"] == "end the turn"
    assert labels["SUMMON 15 0 Possessed Skull"] == "summon Possessed Skull left"
    assert labels["ATTACK 3 2 Voracious Imp"] == "Voracious Imp attacks Shiny Prowler"
    assert labels["ATTACK 5 -1 Rootkin Sapling"] == "Rootkin Sapling attacks the foe"
    assert labels["ATTACK 5 6 Rootkin Sapling"] == "Rootkin Sapling attacks Crested Scuttler 6/9"
    assert labels["USE 11 -1 Minor Life Steal Potion"] == "use Minor Life Steal Potion"
    assert labels["USE 13 7 Royal Helm"] == "use Royal Helm on Gargoyle"
    draft = _drafting()
    assert [move.words for move in draft.table.moves] == ["pick Wurm", "pick Slimer", "pick Wurm"]
    one = _scene({"players": [{"hand": [1]}, {}]}, lanes=1)
    assert [move.words for move in one.table.moves] == ["end the turn", "summon Slimer"]


def test_the_person_is_asked_for_what_comes_next() -> None:
    prompts = {
        (): "Touch a card or a creature, or end the turn (Enter)",
        ("#15",): "Which lane for Possessed Skull?",
        ("#3",): "Whom does Voracious Imp attack?",
        ("#9",): "On whom is Decimate used?",
    }
    for picked, prompt in prompts.items():
        assert _scene(POSITION).picking.prompt(picked) == prompt
    assert _drafting().picking.prompt(()) == "Pick one of the three cards for your deck"
    assert _scene({"players": [{}, {}]}).picking.prompt(()) == "Nothing left to do: end the turn (Enter)"


def test_turning_points_are_heavy_losses_runes_lost_by_drawing_and_the_end() -> None:
    board = [{"card": 61, "lane": 0}, {"card": 14, "lane": 0}, {"card": 3, "lane": 1, "attack": 1}]
    state = cardlab.game("locm").from_dict({"players": [{"board": board}, {"health": 21, "deck": [1, 2, 3, 4]}]})
    told: list[tuple[int, Event]] = []
    for number, text in enumerate(("ATTACK 5 -1", "ATTACK 1 -1", "PASS", "PASS", "ATTACK 3 -1", "ATTACK 1 -1"), 1):
        state.listener = lambda event, number=number: told.append((number, event))
        state.apply(state.parse(text))
    assert [(at, event.text) for at, event in LOCM.turning_points(told)] == [
        (2, "seat 1 loses 10 health, now 10"),
        (4, "seat 0 loses the rune at 25 by drawing, health now 25"),
        (5, "seat 1 loses 9 health, now 1"),
        (6, "seat 1 loses 10 health, now -9"),
        (6, "seat 0 wins: the opponent has no health left"),
    ]


def test_runes_and_mana_have_signs_of_their_own_and_the_rules_tell_them() -> None:
    rules = dict(seen(cardlab.game("locm").new(1), 0, ("you", "greedy")).table.lessons.rules)
    assert TICK in rules["Runes"] and LOST_TICK in rules["Runes"]
    assert LOCM.looks().counters["mana"].symbol not in (TICK, LOST_TICK)


# ---- playing ---------------------------------------------------------------------------------------------------------


def _table(tmp_path: Path, **options: Any) -> PlayScreen:
    game = cardlab.game("locm", **options)
    return PlayScreen(Sitting(game, ("random",), seed=5, pace=0.0, hint="random", folder=tmp_path))


@pytest.mark.asyncio
async def test_the_last_picks_and_the_first_turn_are_played_by_keys(tmp_path: Path) -> None:
    screen = _table(tmp_path)
    state = screen.sitting.game.new(5)
    for _ in range(56):
        state.apply(state.parse("PICK 0"))
    screen.record.states[:] = [state]
    app = CardlabApp(screen)
    async with app.run_test(size=(100, 34)) as pilot:
        for key in ("3", "2"):
            await my_turn(pilot, screen)
            await pilot.press(key)
        await my_turn(pilot, screen)
        assert "turn 1" in board_text(app) and "End turn (Enter)" in board_text(app)
        await pilot.press("enter")
        await my_turn(pilot, screen)
        assert screen.record.now.to_dict()["turn"] == 2
        told = screen.query_one("Log").lines_told  # type: ignore[attr-defined]
    mine = [screen.sitting.game.action_text(step.action) for step in screen.record.steps if step.player == 0]
    assert mine == ["PICK 2", "PICK 1", "PASS"]
    assert [line for line in told if line.startswith("random picks")] == ["random picks a card"] * 2
    assert "you end the turn" in told and "random ends the turn" in told


@pytest.mark.asyncio
async def test_cards_are_touched_by_mouse_and_by_keys(tmp_path: Path) -> None:
    screen = _table(tmp_path)
    screen.record.states[:] = [screen.sitting.game.from_dict(POSITION)]
    app = CardlabApp(screen)
    async with app.run_test(size=(100, 34)) as pilot:
        await my_turn(pilot, screen)
        board = screen.query_one(Board)

        async def click(name: str) -> None:
            spot = next(spot for spot in board.canvas.spots if spot.name == name)
            await pilot.click(Board, offset=(spot.x + spot.width - 2, spot.y + spot.height - 1))
            await pilot.pause()

        await click("#15")
        assert screen.scene().picked == ("#15",)
        assert len(screen.query_one(ActionList).actions) == 2
        await click("left0")
        await pilot.press("2", "1")
        await pilot.press("right", "enter", "right", "space")
        await until(pilot, lambda: len(screen.record.steps) >= 3, "three actions are played")
    played = [screen.sitting.game.action_text(step.action) for step in screen.record.steps]
    assert played == ["SUMMON 15 0 Possessed Skull", "ATTACK 5 -1 Rootkin Sapling", "ATTACK 3 2 Voracious Imp"]


@pytest.mark.asyncio
async def test_enter_follows_a_hint_instead_of_ending_the_turn(tmp_path: Path) -> None:
    screen = _table(tmp_path)
    screen.record.states[:] = [screen.sitting.game.from_dict(POSITION)]
    async with CardlabApp(screen).run_test(size=(100, 34)) as pilot:
        await my_turn(pilot, screen)
        screen._advice = screen.record.now.parse("USE 9 4 Decimate")
        screen.show()
        await pilot.press("enter")
        assert screen.sitting.game.action_text(screen.record.steps[0].action) == "USE 9 4 Decimate"
