"""`cardlab bot`: an agent as a program, talked to through its standard input and output."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import IO

import pytest

from cardlab import game
from cardlab.bots.serve import serve
from cardlab.core.state import Seat

LOCM = game("locm")
PROGRAM = [sys.executable, "-m", "cardlab", "bot"]
FIRST = (
    "30 0 0 25 0\n30 0 0 25 0\n0 0\n3\n1 -1 0 0 1 2 1 ------ 1 0 0 -1 \n91 -1 0 0 0 1 2 ---G-- 0 1 0 -1 \n"
    "151 -1 0 2 5 0 -99 BCDGLW 0 0 0 -1 \n"
)
WIN = "30 5 20 25 1\n3 5 20 0 1\n0 0\n1\n21 1 1 0 5 6 5 ------ 0 0 0 1 \n"


def talk(text: str, *arguments: str) -> tuple[int, str, str]:
    """Exit code, output, and errors without warnings about the build."""
    done = subprocess.run([*PROGRAM, *arguments], input=text, capture_output=True, text=True, timeout=60)
    errors = [line for line in done.stderr.splitlines(keepends=True) if not line.startswith("Warning: ")]
    return done.returncode, done.stdout, "".join(errors)


def test_each_message_is_answered_by_a_line_and_the_end_of_the_input_ends_it() -> None:
    assert talk(FIRST + WIN, "locm", "greedy,draft=closetai") == (0, "PICK 2\nATTACK 1 -1\n", "")


def test_a_battle_without_a_draft_is_fine() -> None:
    assert talk(WIN, "locm", "greedy") == (0, "ATTACK 1 -1\n", "")


def test_answers_come_before_the_next_message() -> None:
    bot = subprocess.Popen(
        [*PROGRAM, "locm", "greedy,draft=closetai"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    assert bot.stdin is not None and bot.stdout is not None
    for message, answer in ((FIRST, "PICK 2\n"), (WIN, "ATTACK 1 -1\n"), (WIN, "ATTACK 1 -1\n")):
        _send(bot.stdin, message)
        assert bot.stdout.readline() == answer
    bot.communicate()
    assert bot.returncode == 0


def _send(pipe: IO[str], message: str) -> None:
    pipe.write(message)
    pipe.flush()


def test_odd_input_is_named_on_stderr_with_code_2() -> None:
    code, out, err = talk(FIRST + "what?\n", "locm", "greedy,draft=closetai")
    assert (code, out) == (2, "PICK 2\n")
    assert err == "Error: 'what?' is not 5 whole numbers\n"
    code, out, err = talk(FIRST[:30], "locm", "greedy")
    assert (code, out) == (2, "")
    assert "the input ends in the middle of a message" in err


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["locm", "gredy"], "Did you mean 'greedy'?"),
        (["castle", "lowest"], "castle has no text protocol"),
        (["lokm", "greedy"], "Did you mean 'locm'?"),
        (["locm", "greedy", "-o", "lanes=3"], "a whole number from 1 to 2"),
    ],
)
def test_bad_arguments_are_one_clear_message_and_code_2(arguments: list[str], message: str) -> None:
    code, out, err = talk("", *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("Error: ")
    assert message in err


def test_what_an_agent_prints_does_not_disturb_the_answers(tmp_path: object) -> None:
    file = f"{tmp_path}/noisy.py"
    with open(file, "w", encoding="utf-8") as source:
        source.write("class Noisy:\n    def choose(self, seat):\n        print('hm')\n        return seat.legal()[1]\n")
    assert talk(FIRST, "locm", f"python:{file}:Noisy") == (0, "PICK 1\n", "hm\n")


def test_a_search_is_stopped_in_time() -> None:
    """The search alone would take minutes."""
    bot = subprocess.Popen(
        [*PROGRAM, "locm", "ismcts:100000000,draft=closetai", "--turn-ms", "150"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert bot.stdin is not None and bot.stdout is not None
    _send(bot.stdin, FIRST)
    assert bot.stdout.readline() == "PICK 2\n"
    busy = "30 5 20 25 1\n30 5 20 25 1\n6 0\n2\n21 3 0 0 5 6 5 ------ 0 0 0 -1 \n21 1 1 0 5 6 5 ------ 0 0 0 1 \n"
    for _ in range(2):
        start = time.monotonic()
        _send(bot.stdin, busy)
        answer = bot.stdout.readline()
        assert 0.1 < time.monotonic() - start < 2
        assert answer.strip()
    bot.communicate()


class Slow:
    """Takes its time, and always finds something to do."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds

    def choose(self, seat: Seat, rng: object) -> int:
        time.sleep(self.seconds)
        return seat.legal()[-1]


def answers(agent: Slow, text: str, limit_ms: float | None) -> list[str]:
    lines = iter([*text.splitlines(keepends=True), ""])
    written: list[str] = []
    serve(LOCM.protocol().guest(), agent, lines.__next__, written.append, limit_ms)
    return written


BOARD = "30 5 20 25 1\n30 5 20 25 1\n0 0\n3\n" + "".join(f"3 {n} 1 0 1 1 1 ------ 0 0 0 0 \n" for n in (1, 3, 5))


def test_no_decision_is_begun_when_time_runs_short_but_the_first_always_is() -> None:
    assert answers(Slow(0.0), BOARD, 10_000) == ["ATTACK 5 -1;ATTACK 3 -1;ATTACK 1 -1"]
    assert answers(Slow(0.3), BOARD, 500) == ["ATTACK 5 -1;ATTACK 3 -1"]
    assert answers(Slow(0.05), BOARD, 1) == ["ATTACK 5 -1"]
    assert answers(Slow(0.05), FIRST, 1) == ["PICK 2"]


def test_without_a_limit_nine_tenths_of_the_protocols_time_are_used() -> None:
    """Of the 200 ms of a later turn."""
    assert answers(Slow(0.185), BOARD, None) == ["ATTACK 5 -1"]
    assert answers(Slow(0.02), BOARD, None) == ["ATTACK 5 -1;ATTACK 3 -1;ATTACK 1 -1"]


def test_an_agent_is_named_as_it_was_written() -> None:
    """A name between colons is no picture."""
    done = subprocess.run(
        [sys.executable, "-m", "cardlab", "match", "locm", "cmd:cat", "greedy", "-n", "2"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "game 0: cmd:cat: '30 0 0 25 0'" in done.stdout
