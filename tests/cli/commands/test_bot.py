"""`cardlab bot`: an agent as a program, talked to through its standard input and output."""

from __future__ import annotations

import subprocess
import sys
import time
from typing import IO

import pytest

from cardlab import Stop, game
from cardlab.bots.serve import serve
from cardlab.cli.program import plain_arguments
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
        (["lokm", "greedy"], "Did you mean 'locm'?"),
        (["locm", "greedy", "-o", "lanes=3"], "a whole number from 1 to 2"),
        (["locm", "greedy", "--turn-ms", "inf"], "--turn-ms inf: an answer takes 1 to 3,600,000 milliseconds"),
        (["locm", "ismcts:0.0000001ms"], "no time at all"),
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


def test_without_a_limit_four_fifths_of_the_protocols_time_are_used() -> None:
    """Of the 200 ms of a later turn."""
    assert answers(Slow(0.165), BOARD, None) == ["ATTACK 5 -1"]
    assert answers(Slow(0.02), BOARD, None) == ["ATTACK 5 -1;ATTACK 3 -1;ATTACK 1 -1"]


def test_an_agent_is_named_as_it_was_written() -> None:
    """A name between colons is no picture."""
    done = subprocess.run(
        [sys.executable, "-m", "cardlab", "match", "locm", "cmd:cat", "greedy", "-n", "2"], capture_output=True, text=True
    )
    assert done.returncode == 1, "an agent that fails in every game is no result"
    assert "game 0: cat: '30 0 0 25 0'" in done.stdout


# ---- the first answer ------------------------------------------------------------------------------------------------


def test_a_plain_bot_starts_without_the_libraries_of_the_command_line() -> None:
    """They take longer to load than all the rest, and the time to start belongs to the first answer."""
    code = (
        "import sys\nfrom cardlab.cli import main\nmain()\n"
        "print(sorted({'typer', 'rich', 'click', 'pydantic', 'numpy', 'asyncio'} & set(sys.modules)), file=sys.stderr)"
    )
    for arguments in (["locm", "champion"], ["locm", "greedy", "--turn-ms", "150", "--seed", "3"]):
        done = subprocess.run(
            [sys.executable, "-c", code, "bot", *arguments], input=FIRST, capture_output=True, text=True, timeout=60
        )
        assert done.stdout.startswith("PICK ")
        assert done.stderr.splitlines()[-1] == "[]"


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("locm greedy", ("locm", "greedy", None, 0, False)),
        ("castle greedy --json", ("castle", "greedy", None, 0, True)),
        ("locm --turn-ms 150 greedy --seed 7", ("locm", "greedy", 150.0, 7, False)),
        ("locm greedy -o lanes=1", None),
        ("locm", None),
        ("locm greedy random", None),
        ("locm greedy --help", None),
        ("--help", None),
        ("locm greedy --seed", None),
        ("locm greedy --seed x", None),
        ("locm greedy --turn-ms 0", None),
        ("locm greedy --turn-ms nan", None),
    ],
)
def test_whatever_is_not_plain_is_left_to_the_full_command_line(words: str, expected: object) -> None:
    assert plain_arguments(words.split()) == expected


def test_both_ways_to_start_give_the_same_answers() -> None:
    plain = talk(FIRST + WIN, "locm", "greedy,draft=closetai", "--seed", "1")
    assert plain == talk(FIRST + WIN, "locm", "greedy,draft=closetai", "--seed", "1", "-o", "lanes=2")


class Times:
    """Notes how long it had before it was stopped."""

    def __init__(self) -> None:
        self.stop = Stop()
        self.spent: list[float] = []

    def choose(self, seat: Seat, rng: object) -> int:
        start = time.monotonic()
        while not self.stop.asked and time.monotonic() - start < 5:
            time.sleep(0.001)
        self.spent.append(time.monotonic() - start)
        return seat.legal()[0]


def spent_on(messages: list[str], born: float | None = None, late: float = 0.0) -> list[float]:
    """Seconds for each answer of an agent that thinks until it is stopped; each is written late by so much."""
    agent, lines = Times(), iter([*"".join(messages).splitlines(keepends=True), ""])
    serve(LOCM.protocol().guest(), agent, lines.__next__, lambda line: time.sleep(late), 300, agent.stop, 0, born)
    return agent.spent


def test_the_time_to_start_counts_for_the_first_answer_only() -> None:
    first, second = spent_on([FIRST, FIRST], born=time.monotonic() - 0.2)
    assert first < 0.2 < second
    assert min(spent_on([FIRST, FIRST])) > 0.2


def test_a_late_answer_makes_the_next_one_come_sooner() -> None:
    first, second, third = spent_on([FIRST, FIRST, FIRST], late=0.06)
    assert first > 0.27 > second
    assert second > 0.2 and third > 0.2, "but not by more than a quarter"


def test_a_process_knows_how_old_it_is() -> None:
    code = "import time\ntime.sleep(0.3)\nfrom cardlab.cli.program import born\nprint(time.monotonic() - born())"
    start = time.monotonic()
    age = float(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout)
    assert (0.28 if sys.platform == "linux" else 0.0) < age < time.monotonic() - start + 0.05
