"""Networks of values: what they say and how a step changes them, by hand; files; learning in place of a table."""

from __future__ import annotations

from array import array
from pathlib import Path

import pytest

from cardlab.core.valuenets import ValueNet
from cardlab.errors import OptionError
from cardlab.learn.qlearning import QTask
from tests.learn.pebbles import Pebbles
from tests.learn.test_qlearning import ONE


def net() -> ValueNet:
    """Two actions, two inputs, two units; the second unit is below zero for the first action."""
    vectors, weights = [1.0, -9.0, 0.5, 2.0], [2.0, 1.0, -1.0, 0.0]
    return ValueNet("card", ("a", "b"), ("x", "y"), 2, array("d", [*vectors, *weights, 0.25, 0.5, 3.0, -1.0, 10.0, 20.0]))


def test_a_value_is_the_base_and_what_the_units_above_zero_add() -> None:
    """a: 1 + 0.25 + 2 * 0.5 - 1 = 1.25 and -9 + 0.5 + 0.5 < 0; b: 0.75 and 2 + 0.5 + 0.5 = 3, with x = 0.5 and y = 1."""
    small = net()
    assert small.value(0, (0.5, 1.0)) == 10 + 3 * 1.25
    assert small.value(1, (0.5, 1.0)) == 20 + 3 * 0.75 - 3.0
    assert small.best((0, 1), (0.5, 1.0)) == 19.25 and small.best((0,), (0.5, 1.0)) == 13.75 and small.best((), (0.5, 1.0)) == 0


def test_a_step_changes_what_had_a_part_in_the_value_and_nothing_else() -> None:
    """The error is 16.75 - 13.75 = 3; a rate of 0.1 pushes 0.3; the unit that was above zero passes 0.3 * 3 = 0.9 back."""
    small = net()
    small.step(0, (0.5, 1.0), 16.75, 0.1)
    changed = [1.9, -9.0, 0.5, 2.0, 2.45, 1.0, -0.1, 0.0, 1.15, 0.5, 3.375, -1.0, 10.3, 20.0]
    assert [*small.numbers] == pytest.approx(changed)


def test_many_steps_come_to_the_targets() -> None:
    fresh = ValueNet.fresh("card", ("a", "b"), ("x",), 8, 5.0, seed=1)
    assert fresh.value(0, (0.5,)) == pytest.approx(5.0, abs=0.5)
    for _ in range(2000):
        for row, x, target in ((0, 0.0, 2.0), (0, 1.0, 12.0), (1, 0.0, 7.0), (1, 1.0, 7.0)):
            fresh.step(row, (x,), target, 0.02)
    assert [fresh.value(row, (x,)) for row in (0, 1) for x in (0.0, 1.0)] == pytest.approx([2.0, 12.0, 7.0, 7.0], abs=0.1)


def test_a_file_says_the_same_again_and_bad_ones_are_refused(tmp_path: Path) -> None:
    small, path = net(), tmp_path / "net.csv"
    small.save(path)
    assert path.read_text().splitlines()[:2] == ["card,base,u0,u1", "a,10.0,1.0,-9.0"]
    assert ValueNet.load(path, "card", small.rows, small.inputs) == small
    text = path.read_text()
    for bad, complaint in (
        ("", "is no network of values; its first line should be card,base,u0"),
        (text.replace("a,10.0", "c,10.0"), "of other cards or inputs: it has 'c'"),
        (text.replace("b,20.0,0.5,2.0\n", ""), "lines are missing"),
        (text.replace("-9.0", "nan"), "line 2: 3 finite numbers are needed"),
        (text.replace("0.25,0.5", "0.25"), "line 6: 2 finite numbers are needed"),
    ):
        path.write_text(bad)
        with pytest.raises(OptionError, match=complaint):
            ValueNet.load(path, "card", small.rows, small.inputs)
    with pytest.raises(OptionError, match="has 1 to 256 units, not 0"):
        ValueNet.fresh("card", ("a",), ("x",), 0, 0.0)


def test_a_table_without_a_network_says_so() -> None:
    with pytest.raises(OptionError, match="handfuls: there is no network for this table"):
        QTask.of(Pebbles(), ONE, 3, units=4)
