"""Columns of data: what is written can be read back, and nothing else is read."""

from __future__ import annotations

from typing import Any

import pytest

from cardlab import game
from cardlab.core.columns import Column, count_column, flag_column
from cardlab.core.features import Encoder, PythonObserver
from cardlab.errors import OptionError
from cardlab.games.castle.data.columns import cards_of, castle_columns, read_cards, show_cards, show_strength

COLUMNS: dict[str, Column] = {column.name: column for column in castle_columns(3)}


def counts(*ranks: int) -> int:
    """Cards by their values 2 to 15, as a row holds them."""
    return sum(1 << 4 * (rank - 2) for rank in ranks)


def test_counts_are_written_as_they_are() -> None:
    column = count_column("size", "a size")
    assert (column.name, column.type, column.about, column.csv) == ("size", "int", "a size", None)
    for number in (0, 7, -3, 1 << 40):
        assert column.show(number) == number
        assert column.read(number) == column.read(str(number)) == number


@pytest.mark.parametrize("value", ["", "x", "1.5", 1.5, 2.0, None, True, [], "0x3", "1|2"])
def test_what_is_no_whole_number_is_refused(value: Any) -> None:
    with pytest.raises(ValueError, match=r"whole number|invalid literal"):
        count_column("size", "a size").read(value)


def test_flags_are_truth_values_and_ones_and_zeros_in_csv_files() -> None:
    column = flag_column("empty", "whether")
    assert column.csv is not None and column.type == "bool"
    assert [column.show(1), column.show(0)] == [True, False]
    assert [column.csv(1), column.csv(0)] == [1, 0] and type(column.csv(1)) is int
    for yes in (True, 1, "1", "true", "True"):
        assert column.read(yes) == 1
    for no in (False, 0, "0", "false", "FALSE"):
        assert column.read(no) == 0


@pytest.mark.parametrize("value", [2, -1, "2", "", "yes", None, 1.0, 0.5, "01", []])
def test_what_is_neither_yes_nor_no_is_refused(value: Any) -> None:
    with pytest.raises(ValueError, match="neither 1 nor 0"):
        flag_column("empty", "whether").read(value)


def test_cards_stand_in_the_order_of_their_numbers_and_in_csv_files_in_that_of_their_strength() -> None:
    hand = counts(2, 3, 10, 11, 14)
    assert COLUMNS["hand"].show(hand) == "2,3,10,11,14"
    assert COLUMNS["hand"].csv is not None
    assert COLUMNS["hand"].csv(hand) == "3|11|14|2|10"
    assert show_strength(counts(15, 2, 14, 10, 9, 11)) == "9|11|14|15|2|10"
    assert show_cards(0) == show_strength(0) == ""
    assert cards_of(counts(5, 5, 15)) == [3, 3, 13]


@pytest.mark.parametrize("text", ["3,5,5,6,11,11", "11,5,3,11,6,5", "3|5|5|6|11|11", "6|11|11|5|3|5"])
def test_cards_are_read_in_any_order_and_both_forms(text: str) -> None:
    assert read_cards(text) == counts(3, 5, 5, 6, 11, 11)


def test_no_cards_are_an_empty_text() -> None:
    assert read_cards("") == read_cards(None) == 0
    assert read_cards("2") == read_cards(2) == 1


@pytest.mark.parametrize("text", ["1", "16", "3,,5", ",", "|", "3;5", "A", "3 5", "-2", "3.0", "3,5|", "10 | x", "9" * 30])
def test_texts_that_are_no_cards_are_refused(text: str) -> None:
    with pytest.raises(ValueError):
        read_cards(text)


def test_more_cards_of_a_rank_than_a_row_can_hold_are_refused() -> None:
    assert read_cards(",".join(["7"] * 15)) == 15 << 20
    with pytest.raises(ValueError, match="too many cards of a rank"):
        read_cards(",".join(["7"] * 16))


def test_the_top_is_a_rank_or_empty() -> None:
    top = COLUMNS["top"]
    assert [top.show(0), top.show(12), top.show(13), top.show(14)] == ["2", "14", "15", ""]
    assert [top.read(value) for value in ("2", "14", "15", "", None, 9)] == [0, 12, 13, 14, 14, 7]
    assert top.csv is None
    for wrong in ("1", "16", "A", "3,4", " "):
        with pytest.raises(ValueError):
            top.read(wrong)


def test_numbers_that_no_position_has_are_refused() -> None:
    """What is read from a file goes into the encoders, which rely on it."""
    limits = {"castle_fd_size": 3, "op_castle_fd_size": 3, "op2_castle_fd_size": 3, "wait": 7, "phase": 4}
    for name, most in limits.items():
        assert COLUMNS[name].read(most) == most and COLUMNS[name].read(0) == 0
        for wrong in (-1, most + 1, 10**9, 1 << 70):
            with pytest.raises(ValueError):
                COLUMNS[name].read(wrong)
    for name in ("op_hand_size", "stock_size", "run_length", "op2_hand_size"):
        for wrong in (-1, 1 << 63, 1 << 70):
            with pytest.raises(ValueError):
                COLUMNS[name].read(wrong)


def test_rows_and_features_have_a_greatest_size() -> None:
    def observer(width: int) -> PythonObserver:
        return PythonObserver([count_column(f"column {i}", "a number") for i in range(width)], lambda view: [])

    assert observer(256).width == 256
    with pytest.raises(OptionError, match="at most 256 columns, not 257"):
        observer(257)
    labels = [f"feature {i}" for i in range(4097)]
    assert Encoder(game("castle"), "wide", (4096,), labels[1:]).size == 4096
    with pytest.raises(OptionError, match="at most 4096 numbers, not 4097"):
        Encoder(game("castle"), "wide", (4097,), labels)
