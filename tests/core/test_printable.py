"""Text that others wrote cannot steer a terminal, and can always be written."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardlab.core.printable import error_text, printable, printable_json, safely

STEERING = [
    "\x1b[2J",
    "\x9b31m",
    "\x1b]0;title\x07",
    "\x07",
    "\r",
    "\x08",
    "\x7f",
    "\u202e",
    "\u2066",
    "\u200f",
    "\u2028",
    "\ud800",
]
"""Escapes, an OSC, bell, carriage return, backspace, delete, turned directions, a line separator, a lone surrogate."""


@pytest.mark.parametrize("text", STEERING)
def test_what_steers_a_terminal_is_shown_by_its_number(text: str) -> None:
    shown = printable(f"a{text}b")
    assert shown == "a" + text.replace(text[0], ascii(text[0])[1:-1]).replace("\x07", "\\x07") + "b"
    assert shown.isprintable()


def test_ordinary_text_stays_as_it_is() -> None:
    assert printable("Zoë: 3–2, [red]„gut“ ★ 漢字 🂡") == "Zoë: 3–2, [red]„gut“ ★ 漢字 🂡"
    assert printable("one\ntwo\x1b", lines=True) == "one\ntwo\\x1b"
    assert printable("one\ntwo") == "one\\ntwo"


def test_long_text_is_cut_before_anything_else_is_done_with_it() -> None:
    assert printable("x" * 10, 10) == "x" * 10
    assert printable("x" * 10_000_000, 10) == "x" * 9 + "…"
    assert len(printable("\x1b" * 100, 10)) == 10


@given(st.text(st.characters(), max_size=40))
def test_every_text_can_be_encoded_and_json_keeps_its_values(text: str) -> None:
    printable(text).encode()
    shown = printable_json(json.dumps([text], ensure_ascii=False, indent=1))
    assert json.loads(shown) == [text]
    shown.encode()
    assert printable(shown, lines=True) == shown


def test_an_object_that_cannot_be_shown_is_named() -> None:
    class Rude(Exception):
        def __str__(self) -> str:
            raise ValueError

    assert safely(str, Rude()) == "<Rude that cannot be shown>"
    assert error_text(KeyError("\x1b")) == "KeyError: '\\x1b'"
    assert error_text(ValueError("\ud800")) == "ValueError: \\ud800"
