"""Picking by touch: prefix matching over what moves touch."""

from __future__ import annotations

from cardlab.core.picking import Picking, Touch, agrees
from cardlab.core.table import Face, Move, Table, Thing, Zone, place_id


def _table(*moves: Move, enter: int | None = None) -> Table:
    zones = (
        Zone("hand", "hand", "fan", 0),
        Zone("board", "board", "grid", room=4, columns=2),
        Zone("answers", "answers", "buttons"),
    )
    things = [Thing(name, "hand", at, Face(name)) for at, name in enumerate("abcd")]
    return Table(0, zones, (*things, Thing("end", "answers", 0, Face("End"))), moves, "What?", {"a": "Where?"}, enter)


ORDERED = _table(
    Move(1, "a to 0", (("a",), ("board@0",))),
    Move(2, "a to 1", (("a",), ("board@1",))),
    Move(3, "b", (("b",),)),
    Move(4, "end", (("end",),)),
    enter=4,
)
PAIRS = _table(
    *(
        Move(n, words, tuple((name,) for name in words), any_order=True, confirm=True)
        for n, words in enumerate(("ab", "ac", "bd"), 1)
    )
)
ANY_NUMBER = _table(
    Move(1, "one", (("a", "b"),), any_order=True, confirm=True),
    Move(2, "two", (("a", "b"), ("a", "b")), any_order=True, confirm=True),
    Move(3, "c", (("c",),)),
)


def test_an_ordered_move_is_made_step_by_step() -> None:
    picking = Picking(ORDERED)
    assert picking.live(()) == ("a", "b", "end")
    assert picking.touch((), "a") == Touch(("a",))
    assert picking.live(("a",)) == (place_id("board", 0), "board@1")
    assert picking.touch(("a",), "board@1") == Touch((), 2)
    assert [move.action for move in picking.agreeing(("a",))] == [1, 2]


def test_a_move_of_one_touch_is_made_at_once_also_while_another_is_begun() -> None:
    picking = Picking(ORDERED)
    assert picking.touch((), "b") == picking.touch(("a",), "b") == Touch((), 3)


def test_what_is_picked_can_be_put_back_and_what_means_nothing_changes_nothing() -> None:
    picking = Picking(ORDERED)
    assert picking.touch(("a",), "a") == Touch()
    assert picking.touch(("a",), "d") == Touch(("a",))
    assert picking.touch((), "board@0") == Touch()


def test_steps_in_any_order_wait_to_be_confirmed() -> None:
    picking = Picking(PAIRS)
    assert picking.live(("c",)) == ("a",)
    assert picking.touch(("c",), "a") == Touch(("c", "a"))
    made = picking.made(("c", "a"))
    assert made is not None and made.words == "ac"
    assert picking.made(("c",)) is None and picking.made(()) is None


def test_a_single_pick_that_does_not_go_together_is_replaced_and_several_stay() -> None:
    picking = Picking(PAIRS)
    assert picking.touch(("c",), "d") == Touch(("d",))
    assert picking.touch(("a", "c"), "d") == Touch(("a", "c"))


def test_equal_things_stand_for_each_other_but_each_only_once() -> None:
    move = Move(1, "two of three", (("a", "b"), ("a", "b"), ("c",)), any_order=True)
    assert agrees(move, ("b", "c", "a")) and agrees(move, ("a", "b"))
    assert not agrees(move, ("c", "a", "d")) and not agrees(move, ("a", "b", "c", "d"))
    assert not agrees(Move(1, "", (("a", "b"), ("a", "c")), any_order=True), ("b", "d"))


def test_a_pick_can_be_complete_and_go_on() -> None:
    picking = Picking(ANY_NUMBER)
    one, two = picking.made(("b",)), picking.made(("b", "a"))
    assert one is not None and two is not None
    assert (one.action, two.action) == (1, 2)
    assert picking.live(("b",)) == ("a",)
    assert picking.touch((), "c") == Touch((), 3)


def test_number_keys_stand_for_things_if_a_move_takes_several_touches_and_keep_their_order() -> None:
    ordered, pairs = Picking(ORDERED), Picking(PAIRS)
    assert ordered.by_things and ordered.numbered(()) == ("a", "b")
    assert ordered.numbers(("a",)) == {"board@0": 1, "board@1": 2}
    assert pairs.numbered(()) == pairs.numbered(("b",)) == ("a", "b", "c", "d")


def test_number_keys_stand_for_moves_if_each_takes_one_touch() -> None:
    picking = Picking(_table(Move(7, "x", (("c", "d"),)), Move(8, "y", (("a",),)), Move(9, "z")))
    assert not picking.by_things and picking.numbered(()) == ()
    assert picking.numbers(()) == {"c": 1, "d": 1, "a": 2}


def test_advice_marks_one_thing_for_each_step_and_what_goes_along() -> None:
    table = _table(
        Move(1, "two", (("a", "b"), ("a", "b")), any_order=True),
        Move(2, "all", (("c", "d"),), along=("c", "d")),
        Move(3, "one", (("c", "d"),)),
    )
    picking = Picking(table)
    assert [sorted(picking.using(action)) for action in (1, 2, 3, 99, None)] == [["a", "b"], ["c", "d"], ["c"], [], []]


def test_the_prompt_follows_the_first_pick_and_counts_where_all_moves_take_the_same_number() -> None:
    assert Picking(ORDERED).prompt(()) == "What?"
    assert Picking(ORDERED).prompt(("a",)) == "Where?"
    assert Picking(PAIRS).prompt(("c",)) == "What? (1 of 2)"


def test_touchable_is_what_is_live_what_is_picked_and_what_may_be_begun_instead() -> None:
    assert Picking(ORDERED).touchable(("a",)) == {"a", "b", "end", "board@0", "board@1"}
    assert Picking(ORDERED).reachable(("a",)) == ("a", "board@0", "board@1")
