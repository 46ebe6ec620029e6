"""One bot and its referee: messages, lines, limits, and the end of both."""

from __future__ import annotations

import gc
import os
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardlab import game, make_agent
from cardlab.bots import BadAnswer, Command, CommandPlayer, Limits
from cardlab.bots.keeper import Keeper
from cardlab.bots.process import ERROR_BYTES, Bot
from tests.bots.conftest import Rogue
from tests.bots.processes import children, gone, marked, open_files, zombies

LOCM = game("locm")


@pytest.fixture
def keeper() -> Iterator[Keeper]:
    found = Keeper()
    yield found
    found.close()
    assert zombies() == []


def python(keeper: Keeper, code: str, **limits: object) -> Bot:
    return Bot(keeper, [sys.executable, "-S", "-c", code], Limits(**limits))  # type: ignore[arg-type]


def words_of(spec: str) -> list[str]:
    return shlex.split(spec.partition(":")[2])


# ---- lines -----------------------------------------------------------------------------------------------------------


def test_each_message_is_answered_by_one_line(keeper: Keeper) -> None:
    bot = python(keeper, "while True: print(input().upper(), flush=True)")
    assert [bot.ask(f"{word}\n", 5) for word in ("a", "b", "ä")] == ["A", "B", "Ä"]
    bot.stop()


def test_lines_end_with_or_without_a_carriage_return(keeper: Keeper) -> None:
    bot = python(keeper, r"print('PASS\r\nPASS \r', flush=True); input()")
    assert bot.ask("\n", 5) == "PASS"
    assert bot.ask("\n", 5) == "PASS "
    bot.stop()


def test_surplus_lines_answer_later_messages(keeper: Keeper) -> None:
    bot = python(keeper, "import time; print('one\\ntwo\\nthree', flush=True); time.sleep(60)")
    assert [bot.ask("?\n", 5) for _ in range(3)] == ["one", "two", "three"]
    with pytest.raises(TimeoutError, match="no answer within 50 ms"):
        bot.ask("?\n", 0.05)
    bot.stop()


def test_a_long_line_is_fine_and_a_longer_one_is_not(keeper: Keeper) -> None:
    bot = python(keeper, "for n in (65536, 65537): print('x' * n, flush=True); input()")
    assert len(bot.ask("\n", 5)) == 65536
    with pytest.raises(BadAnswer, match="more than 65536 bytes"):
        bot.ask("\n", 5)
    bot.stop()


def test_a_flood_of_lines_is_found_out_and_never_kept(keeper: Keeper, rogue: Rogue) -> None:
    bot = Bot(keeper, words_of(rogue("endless lines")), Limits())
    assert bot.ask("\n", 5) == "PICK 0"
    with pytest.raises(BadAnswer, match="more than 65536 bytes that nobody asked for"):
        for _ in range(3000):
            bot.ask("\n", 5)
    assert len(bot._output) < 3 * 65536
    bot.stop()


def test_a_bot_that_does_not_read_cannot_block_the_referee(keeper: Keeper) -> None:
    bot = python(keeper, "import time; print('early', flush=True); time.sleep(60)")
    started = time.monotonic()
    with pytest.raises(TimeoutError, match="no answer within 300 ms"):
        bot.ask("x" * 1_000_000 + "\n", 0.3)
    assert 0.3 <= time.monotonic() - started < 3
    bot.stop()


def test_a_bot_that_writes_to_stderr_while_it_is_written_to_does_not_hang(keeper: Keeper) -> None:
    bot = python(keeper, "import sys; sys.stderr.write('e' * 300_000); print(len(sys.stdin.readline()), flush=True); input()")
    assert bot.ask("x" * 300_000 + "\n", 10) == "300001"
    bot.stop()


def test_a_bot_that_closed_its_input_may_still_answer(keeper: Keeper) -> None:
    bot = python(keeper, "import os, time; os.close(0); time.sleep(0.1); print('PASS', flush=True); time.sleep(60)")
    time.sleep(0.3)
    assert bot.ask("x" * 100_000 + "\n", 5) == "PASS"
    bot.stop()


# ---- stderr ----------------------------------------------------------------------------------------------------------


def test_the_end_of_stderr_is_kept(keeper: Keeper) -> None:
    bot = python(
        keeper, "import sys; sys.stderr.write('a' * 200_000 + 'the end'); sys.stderr.flush(); print('x', flush=True); input()"
    )
    bot.ask("", 10)
    with pytest.raises(TimeoutError):
        bot.ask("", 0.1)
    bot.stop()
    assert bot.errors.endswith("aaathe end")
    assert len(bot.errors) == ERROR_BYTES


def test_stderr_can_go_to_a_file_which_does_not_grow_for_ever(keeper: Keeper, tmp_path: Path) -> None:
    log = tmp_path / "bot.log"
    first = "import sys; print('first', file=sys.stderr, flush=True); print('x', flush=True); input(); "
    code = first + "sys.stderr.write('y' * 3_000_000); print('z')"
    bot = python(keeper, code, log=str(log))
    bot.ask("", 10)
    bot.ask("\n", 10)
    bot.stop()
    assert log.read_text().startswith("first\nyyy")
    assert log.stat().st_size == 1 << 20


# ---- limits ----------------------------------------------------------------------------------------------------------


def test_a_bot_has_the_limits_it_was_given(keeper: Keeper) -> None:
    code = "import resource as r; print([r.getrlimit(k)[0] for k in (r.RLIMIT_DATA, r.RLIMIT_CPU, r.RLIMIT_CORE)], flush=True)"
    bot = python(keeper, code, memory=700, cpu=33)
    assert bot.ask("", 5) == f"[{700 << 20}, 33, 0]"
    bot.stop()


def test_a_bot_cannot_have_processes_without_end(keeper: Keeper) -> None:
    bot = python(keeper, "import resource as r; print(r.getrlimit(r.RLIMIT_NPROC)[0], flush=True)")
    tasks = int(Path("/proc/loadavg").read_text().split()[3].partition("/")[2])
    assert 512 < int(bot.ask("", 5)) < tasks + 1500
    bot.stop()


def test_memory_beyond_the_limit_is_refused(keeper: Keeper) -> None:
    bot = python(keeper, "x = bytearray(300 << 20); print('got it', flush=True)", memory=200)
    with pytest.raises(RuntimeError, match=r"the bot ended \(exit code 1\): .*MemoryError"):
        bot.ask("", 5)
    bot.stop()
    shared = "import mmap, time; m = mmap.mmap(-1, 300 << 20); m[::4096] = bytes(300 << 8); time.sleep(20)"
    bot = python(keeper, shared, memory=200)
    with pytest.raises(RuntimeError, match="the bot was killed by SIGKILL"):
        bot.ask("", 15)
    bot.stop()
    bot = python(keeper, "x = bytearray(300 << 20); print('got it', flush=True)", memory=0)
    assert bot.ask("", 5) == "got it"
    bot.stop()


def test_a_bot_gets_nothing_of_the_referee_but_three_pipes_and_leads_a_session(keeper: Keeper) -> None:
    code = "import os; print(os.getpid() == os.getsid(0) == os.getpgid(0), sorted(os.listdir('/proc/self/fd')), flush=True)"
    bot = python(keeper, code)
    assert bot.ask("", 5) == "True ['0', '1', '2', '3']"  # 3 is the folder being listed
    bot.stop()


def test_signals_have_their_usual_meaning_for_a_bot(keeper: Keeper) -> None:
    code = "import signal as s; print([s.getsignal(n) == s.SIG_DFL for n in (s.SIGTERM, s.SIGHUP, s.SIGCHLD)], flush=True)"
    bot = python(keeper, code)
    assert bot.ask("", 5) == "[True, True, True]"
    bot.stop()


def test_a_program_that_cannot_be_run_is_named(keeper: Keeper, tmp_path: Path) -> None:
    file = tmp_path / "bot"
    file.write_text("no program")
    file.chmod(0o755)
    before = open_files()
    with pytest.raises(RuntimeError, match="the bot cannot be started: Exec format error"):
        Bot(keeper, [str(file)], Limits())
    assert open_files() == before


# ---- the end ---------------------------------------------------------------------------------------------------------


def test_many_games_leave_no_files_and_no_processes_behind(rogue: Rogue) -> None:
    others = children()
    agent = make_agent(LOCM, rogue("good"))
    agent.new_game()
    before = open_files()
    for _ in range(30):
        agent.new_game()
        assert len(marked(rogue.mark)) == 1
    assert open_files() == before
    assert len(children()) == len(others) + 1
    agent.player.close()  # type: ignore[attr-defined]
    agent.player.close()  # type: ignore[attr-defined]
    assert children() == others


def test_a_player_that_is_deleted_takes_its_bot_along(rogue: Rogue) -> None:
    player = CommandPlayer(LOCM, rogue("ignores SIGTERM"))
    player.new_game()
    assert marked(rogue.mark)
    del player
    gc.collect()
    assert marked(rogue.mark) == []


def test_a_closed_player_can_play_again(rogue: Rogue) -> None:
    player = CommandPlayer(LOCM, rogue("good"))
    for _ in range(2):
        assert LOCM.new(1).seat(0).text(player.choose(LOCM.new(1).seat(0))) == "PICK 0"  # type: ignore[arg-type]
        player.close()


def test_an_interruption_while_the_warden_is_asked_leaves_nothing_behind(rogue: Rogue, monkeypatch: pytest.MonkeyPatch) -> None:
    others = children()
    player = CommandPlayer(LOCM, rogue("good"))
    player.new_game()
    assert player._keeper is not None

    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("cardlab.bots.keeper.socket.send_fds", interrupt)
    with pytest.raises(KeyboardInterrupt):
        player.new_game()
    assert player._keeper.closed
    assert marked(rogue.mark) == []
    assert children() == others


def test_a_lost_warden_costs_one_game(rogue: Rogue) -> None:
    player = CommandPlayer(LOCM, rogue("good"))
    player.new_game()
    assert player._keeper is not None
    os.kill(player._keeper.pid, signal.SIGKILL)
    assert gone(rogue.mark)
    with pytest.raises(RuntimeError, match="the process that watches over the bot was lost"):
        player.choose(LOCM.new(1).seat(0))
    player.new_game()
    assert player.choose(LOCM.new(1).seat(0)) == LOCM.parse_action("PICK 0")
    player.close()


REFEREE = """
import sys, time
import cardlab
if __name__ == "__main__":
    locm = cardlab.game("locm")
    player = cardlab.make_agent(locm, sys.argv[1])
    player.new_game()
    print("ready", flush=True)
    {end}
"""


@pytest.mark.parametrize(
    ("end", "number"),
    [
        ("time.sleep(60)", signal.SIGKILL),
        ("time.sleep(60)", signal.SIGTERM),
        ("time.sleep(60)", signal.SIGINT),
        ("player.choose(locm.new(1).seat(0))", signal.SIGINT),
        ("sys.exit(0)", None),
        ("raise ValueError", None),
        ("import os; os._exit(1)", None),
    ],
)
def test_bots_do_not_outlive_their_referee(rogue: Rogue, end: str, number: signal.Signals | None) -> None:
    bot = rogue("daemon" if number is not signal.SIGINT else "silent", "time=none")
    command = [sys.executable, "-c", REFEREE.format(end=end), bot]
    referee = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert referee.stdout is not None
    try:
        assert referee.stdout.readline() == "ready\n"
        if number is not None:
            time.sleep(0.1)
            assert marked(rogue.mark)
            referee.send_signal(number)
        referee.wait(10)
    finally:
        referee.kill()
        referee.communicate()
    assert gone(rogue.mark)


# ---- commands --------------------------------------------------------------------------------------------------------


def test_a_command_is_read_like_a_shells_but_by_no_shell() -> None:
    command = Command.parse("cmd:sh -c 'echo \"a b\"' $HOME ; *")
    assert command.words == ("sh", "-c", 'echo "a b"', "$HOME", ";", "*")
    assert command.limits == Limits(memory=1024, cpu=600, time=1.0, tolerance=0.1, log=None)


def test_limits_stand_before_the_command() -> None:
    command = Command.parse("cmd[memory=512, cpu=0,time=2.5,tolerance=0,log=my.log]:sh [x]: y")
    assert command.words == ("sh", "[x]:", "y")
    assert command.limits == Limits(memory=512, cpu=0, time=2.5, tolerance=0.0, log="my.log")
    assert Command.parse("cmd[]:sh").limits == Limits()


def test_time_limits_are_multiplied_and_tolerated() -> None:
    assert Limits().seconds(200) == pytest.approx(0.22)
    assert Limits(time=3.0, tolerance=0.5).seconds(100) == pytest.approx(0.45)
    assert Command.parse("cmd[time=none]:sh").limits.seconds(100) is None


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("cmd:", "names no program: write cmd:./my_bot"),
        ("cmd:   ", "names no program"),
        ("cmd:'open", "the command line cannot be read: No closing quotation"),
        ("cmd:./nowhere --fast", r"there is no program './nowhere' that can be run"),
        ("cmd:a\0b", "names no program"),
        ("cmdx:sh", r"a bot is written cmd:COMMAND or cmd\[name=value,…\]:COMMAND"),
        ("cmd[memory=1:sh", r"a bot is written cmd:COMMAND or cmd\[name=value,…\]:COMMAND"),
        ("cmd[memory]:sh", "'memory' is not an option; write name=value"),
        ("cmd[cpu=1,cpu=2]:sh", "each name once"),
        ("cmd[memory=-1]:sh", "allowed is a whole number from 0 to"),
        ("cmd[time=0]:sh", "allowed is a number from 0.01 to 1000, none"),
        ("cmd[speed=1]:sh", "there is no option of a bot's command 'speed'"),
    ],
)
def test_a_bad_command_is_refused_before_the_match(spec: str, message: str) -> None:
    from cardlab.errors import OptionError

    with pytest.raises(OptionError, match=message):
        make_agent(LOCM, spec)


def test_a_game_without_a_protocol_says_so() -> None:
    from cardlab.errors import OptionError

    with pytest.raises(
        OptionError,
        match=r"castle has no text protocol of its own, .* json:COMMAND",
    ):
        make_agent(game("castle"), "cmd:sh")
